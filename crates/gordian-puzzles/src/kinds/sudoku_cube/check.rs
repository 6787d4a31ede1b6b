//! The rules of a Sudoku Cube: pieces are turned in space and read off the faces.

use gordian_perm::cube3::FaceTurn;
use thiserror::Error;

use super::pieces::matching_turns;
use super::places::{Place, naming_order, places};
use super::space::{Rotation, normal};
use super::sticker_cube::{Facelet, Net, middle};
use super::{
    Direction, Face, PieceKind, Placement, SolvedNet, Sticker, StickerCube, SudokuCube, Unreachable,
};
use crate::board::Size;
use crate::board::cell::{Cell, joined_with_and, times_word};

/// A rule of the Sudoku Cube that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeViolation {
    /// The solution is one of a cube of another size.
    #[error("the cube is {cube}×{cube}×{cube}, the solution has faces of {solution} rows")]
    OtherSize {
        /// The size of the cube.
        cube: usize,
        /// The number of rows of the solution's faces.
        solution: usize,
    },
    /// A piece is put where no piece can be.
    #[error("{kind} piece {piece} is put at place {place} with turn {turn}, which does not exist")]
    NoSuchPlace {
        /// `corner`, `edge`, `wing`, `x-centre` or `t-centre`.
        kind: &'static str,
        /// The piece's number, from 1.
        piece: usize,
        /// The place's number, from 1.
        place: usize,
        /// The twist or flip.
        turn: u8,
    },
    /// Two pieces are put at the same place.
    #[error("pieces {first} and {second} are both put at {place}")]
    SamePlace {
        /// The name of the place, such as `UFR`.
        place: String,
        /// The first piece's number, from 1.
        first: usize,
        /// The second piece's number, from 1.
        second: usize,
    },
    /// A digit occurs more than once on a face.
    #[error("face {face} has {digit} {}, at {}", times_word(cells.len()), joined_with_and(cells))]
    Repeated {
        /// The face.
        face: Face,
        /// The digit.
        digit: u8,
        /// Every cell of the drawn face that shows it.
        cells: Vec<Cell>,
    },
    /// A solution shows a number that the cube cannot have.
    #[error("face {face} shows {digit} at {cell}, which is not between 1 and {max}")]
    OutOfRange {
        /// The face.
        face: Face,
        /// The cell of the drawn face.
        cell: Cell,
        /// The number.
        digit: u8,
        /// The largest number of a face.
        max: u8,
    },
    /// The digits of a face do not all point in the same direction.
    #[error(
        "on face {face} most digits point {direction}, but those at {} do not",
        joined_with_and(cells)
    )]
    MixedDirections {
        /// The face.
        face: Face,
        /// The direction of most digits.
        direction: Direction,
        /// The cells whose digits cannot be read in that direction.
        cells: Vec<Cell>,
    },
    /// A centre shows a digit that the cube does not have there.
    #[error("the centre of face {face} shows {found}, but the cube has {expected} there")]
    WrongCentre {
        /// The face.
        face: Face,
        /// The cube's digit.
        expected: u8,
        /// The solution's digit.
        found: u8,
    },
    /// A face is solved except for the direction of its middle centre.
    #[error("face {face} points {direction}, but its centre does not")]
    CentreMisoriented {
        /// The face.
        face: Face,
        /// The direction of its other digits.
        direction: Direction,
    },
    /// A solution shows a piece that the cube does not have, or shows it too often.
    #[error(
        "no piece of the cube is left for {place}, with {} in the {}",
        joined_with_and(digits),
        if digits.len() == 1 { "direction of its face" } else { "directions of their faces" }
    )]
    NoSuchPiece {
        /// The name of the place: `UFR` and `FL`, or `FLu` for a wing, `Flu` for an x-centre and
        /// `Fl` for a t-centre; a lower-case letter is the side to which the piece lies.
        place: String,
        /// The digits on the faces of the place, in the order of its name.
        digits: Vec<u8>,
    },
    /// All other rules hold, but the solution cannot be reached by turns.
    ///
    /// Violations of this kind are reported alone: reachability is checked last.
    #[error("{0}")]
    Unreachable(#[from] Unreachable),
}

impl SudokuCube {
    /// Places the pieces as `placement` says and checks the faces.
    ///
    /// Reachability by turns is not checked; see [`SudokuCube::reachability`].
    ///
    /// Returns the solved faces. Each has exactly one direction, because 2, 3, 4, 5 and 7 are never
    /// ambiguous and at most one of them is a middle centre (a 2×2×2 has 2, 3 and 4, and no
    /// centres).
    ///
    /// # Errors
    ///
    /// Returns every rule that is broken.
    ///
    /// # Panics
    ///
    /// Panics if the placement does not have one entry per piece of the cube.
    pub fn check_placement(&self, placement: &Placement) -> Result<SolvedNet, Vec<CubeViolation>> {
        let mut broken = Vec::new();
        for &kind in PieceKind::of_size(self.size) {
            check_places(&places(kind, self.size), self.size, &placement.of(kind), &mut broken);
        }
        if !broken.is_empty() {
            return Err(broken);
        }
        self.read_faces(&self.place_pieces(placement).to_net())
    }

    /// Applies face turns and checks that the cube is solved, middle centres included.
    ///
    /// A middle centre of unknown direction may have any direction. Returns the solved faces.
    ///
    /// # Errors
    ///
    /// Returns every rule that is broken.
    pub fn check_turns(&self, turns: &[FaceTurn]) -> Result<SolvedNet, Vec<CubeViolation>> {
        let mut sticker_cube = StickerCube::from_cube(self);
        for turn in turns {
            sticker_cube.turn(turn.face(), turn.quarters());
        }
        let net = sticker_cube.to_net();
        let solved = self.read_faces(&net)?;
        let mut broken = Vec::new();
        for face in Face::ALL.into_iter().filter(|_| self.has_middle()) {
            let middle = self.size / 2;
            let (digit, looks) = net[face.index()][middle][middle];
            let expected = solved.digits[face.index()][middle][middle];
            let direction = solved.directions[face.index()];
            if looks.is_some_and(|it| self.ambiguity.read(digit, it, direction) != Some(expected)) {
                broken.push(CubeViolation::CentreMisoriented { face, direction });
            }
        }
        if broken.is_empty() { Ok(solved) } else { Err(broken) }
    }

    /// Checks every face of a net on its own.
    fn read_faces(&self, net: &Net) -> Result<SolvedNet, Vec<CubeViolation>> {
        let mut broken = Vec::new();
        let mut solved = SolvedNet { digits: Default::default(), directions: [Direction::Up; 6] };
        for face in Face::ALL {
            match self.check_face(face, &net[face.index()]) {
                Ok((digits, direction)) => {
                    solved.digits[face.index()] = digits;
                    solved.directions[face.index()] = direction;
                }
                Err(violations) => broken.extend(violations),
            }
        }
        if broken.is_empty() { Ok(solved) } else { Err(broken) }
    }

    /// Moves every piece, by the rotation of space that brings it to its place.
    fn place_pieces(&self, placement: &Placement) -> StickerCube {
        let now = StickerCube::from_cube(self);
        let mut facelets = Vec::with_capacity(6 * self.size * self.size);
        for &kind in PieceKind::of_size(self.size) {
            let places = places(kind, self.size);
            for (from, (to, turn)) in places.iter().zip(placement.of(kind)) {
                move_piece(&now, from, &places[usize::from(to)], turn, &mut facelets);
            }
        }
        for face in Face::ALL.into_iter().filter(|_| self.has_middle()) {
            facelets.extend(now.piece(middle(face, self.size)));
        }
        StickerCube::from_facelets(self.size, facelets)
    }

    /// Returns whether the faces have a middle.
    fn has_middle(&self) -> bool {
        self.size % 2 == 1
    }

    /// Returns whether a cell of a face is its middle.
    fn is_middle(&self, cell: Cell) -> bool {
        self.has_middle() && cell == Cell::new(self.size / 2, self.size / 2)
    }

    /// Returns the cells of a face, row by row.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        Size::new(self.size, self.size).cells()
    }

    /// Finds the direction in which a face can be read, and what it shows then.
    fn check_face(
        &self,
        face: Face,
        shown: &[Vec<(u8, Option<Direction>)>],
    ) -> Result<(Vec<Vec<u8>>, Direction), Vec<CubeViolation>> {
        let unreadable = |wanted: Direction| -> Vec<Cell> {
            self.cells()
                .filter(|cell| {
                    let (digit, direction) = shown[cell.row][cell.column];
                    !self.is_middle(*cell)
                        && direction
                            .and_then(|direction| self.ambiguity.read(digit, direction, wanted))
                            .is_none()
                })
                .collect()
        };
        let direction = Direction::ALL
            .into_iter()
            .min_by_key(|&direction| unreadable(direction).len())
            .expect("there are four directions");
        let odd = unreadable(direction);
        if !odd.is_empty() {
            return Err(vec![CubeViolation::MixedDirections { face, direction, cells: odd }]);
        }
        let read = |&(digit, looks): &(u8, Option<Direction>)| {
            looks.and_then(|looks| self.ambiguity.read(digit, looks, direction)).unwrap_or(digit)
        };
        let mut digits: Vec<Vec<u8>> =
            shown.iter().map(|row| row.iter().map(read).collect()).collect();
        if self.has_middle() {
            // A centre may have any direction, so its digit is the reading that completes the face.
            let middle = self.size / 2;
            let centre = shown[middle][middle].0;
            let is_taken =
                |cell: Cell| !self.is_middle(cell) && digits[cell.row][cell.column] == centre;
            let other = self.ambiguity.upside_down(centre);
            let turned = other.filter(|_| self.cells().any(is_taken));
            digits[middle][middle] = turned.unwrap_or(centre);
        }
        self.check_digits(face, &digits)?;
        Ok((digits, direction))
    }

    /// Checks that a face shows every digit once.
    fn check_digits(&self, face: Face, digits: &[Vec<u8>]) -> Result<(), Vec<CubeViolation>> {
        let max = self.max_digit();
        let mut broken = Vec::new();
        let mut holders: Vec<Vec<Cell>> = vec![Vec::new(); 1 + usize::from(max)];
        for cell in self.cells() {
            let digit = digits[cell.row][cell.column];
            if (1..=max).contains(&digit) {
                holders[usize::from(digit)].push(cell);
            } else {
                broken.push(CubeViolation::OutOfRange { face, cell, digit, max });
            }
        }
        for (digit, cells) in (0_u8..).zip(holders).filter(|(_, cells)| cells.len() > 1) {
            broken.push(CubeViolation::Repeated { face, digit, cells });
        }
        if broken.is_empty() { Ok(()) } else { Err(broken) }
    }

    /// Checks a solution that is given as solved faces.
    ///
    /// The net must show every number once on every face, consist of the pieces of this cube
    /// (identical pieces are interchangeable), and be reachable by turns. A cube of even size may
    /// be in any orientation. Returns the placement of the pieces.
    ///
    /// # Errors
    ///
    /// Returns every broken rule. Either all violations are [`CubeViolation::Unreachable`], or none
    /// is, so that callers that ignore reachability can distinguish the two cases.
    pub fn check_net(&self, net: &SolvedNet) -> Result<Placement, Vec<CubeViolation>> {
        let lines = || net.digits.iter().flat_map(|rows| rows.iter().map(Vec::len));
        let lengths = net.digits.iter().map(Vec::len).chain(lines());
        if let Some(solution) = lengths.into_iter().find(|&length| length != self.size) {
            return Err(vec![CubeViolation::OtherSize { cube: self.size, solution }]);
        }
        let mut broken = Vec::new();
        for face in Face::ALL {
            let digits = &net.digits[face.index()];
            broken.extend(self.check_digits(face, digits).err().into_iter().flatten());
            let Some(centre) = self.centres.get(face.index()) else { continue };
            let (expected, found) = (centre.digit, digits[self.size / 2][self.size / 2]);
            if found != expected && self.ambiguity.upside_down(expected) != Some(found) {
                broken.push(CubeViolation::WrongCentre { face, expected, found });
            }
        }
        if !broken.is_empty() {
            return Err(broken);
        }
        let all: Net = Face::ALL.map(|face| {
            let direction = Some(net.directions[face.index()]);
            let row = |row: &Vec<u8>| row.iter().map(|&digit| (digit, direction)).collect();
            net.digits[face.index()].iter().map(row).collect()
        });
        let wanted = StickerCube::from_net(&all).to_cube(self);
        let kinds = PieceKind::of_size(self.size);
        let placed: Vec<Vec<(u8, u8)>> =
            kinds.iter().map(|&kind| self.match_pieces(kind, &wanted, &mut broken)).collect();
        if !broken.is_empty() {
            return Err(broken);
        }
        let of =
            |kind| placed[kinds.iter().position(|k| *k == kind).expect("its own kind")].clone();
        self.reachable_variant(Placement::new(self.size, of), &net.directions)
            .map_err(|reasons| reasons.into_iter().map(CubeViolation::from).collect())
    }

    /// Finds a matching piece for each place of the solution; returns the place and turn of each
    /// piece, if no piece is missing.
    fn match_pieces(
        &self,
        kind: PieceKind,
        wanted: &Self,
        broken: &mut Vec<CubeViolation>,
    ) -> Vec<(u8, u8)> {
        let pieces: Vec<_> =
            self.pieces(kind).iter().map(|piece| self.canonical_stickers(piece)).collect();
        let mut placed = vec![None; pieces.len()];
        let places = places(kind, self.size);
        for (number, (place, stickers)) in (0_u8..).zip(places.iter().zip(wanted.pieces(kind))) {
            let looks = self.canonical_stickers(stickers);
            let found =
                (0..pieces.len()).filter(|&piece| placed[piece].is_none()).find_map(|piece| {
                    matching_turns(kind, &pieces[piece], &looks).next().map(|turn| (piece, turn))
                });
            match found {
                Some((piece, turn)) => placed[piece] = Some((number, turn)),
                None => broken.push(no_such_piece(place, self.size, stickers)),
            }
        }
        // Each place has a different piece, so either all pieces are placed or a piece is missing.
        placed.into_iter().flatten().collect()
    }
}

/// Returns the violation that no remaining piece matches a place.
fn no_such_piece(place: &Place, size: usize, stickers: &[Sticker]) -> CubeViolation {
    let shown = || place.stickers().map(|(face, _)| face).zip(stickers);
    let faces: Vec<Face> = shown().map(|(face, _)| face).collect();
    let digits = naming_order(&faces)
        .flat_map(|face| shown().filter(move |at| at.0 == face))
        .map(|(_, sticker)| sticker.digit)
        .collect();
    CubeViolation::NoSuchPiece { place: place.name(size), digits }
}

/// Checks that the pieces of a kind are at different places of that kind.
fn check_places(
    places: &[Place],
    size: usize,
    placed: &[(u8, u8)],
    broken: &mut Vec<CubeViolation>,
) {
    assert_eq!(placed.len(), places.len(), "a place for every piece");
    let kind = places[0].kind;
    let mut holders = vec![None; places.len()];
    for (i, &(place, turn)) in placed.iter().enumerate() {
        let (piece, at) = (i + 1, usize::from(place));
        if at >= places.len() || turn >= kind.n_orientations() {
            let kind = kind.name();
            broken.push(CubeViolation::NoSuchPlace { kind, piece, place: at + 1, turn });
        } else if let Some(first) = holders[at] {
            let place = places[at].name(size);
            broken.push(CubeViolation::SamePlace { place, first, second: piece });
        } else {
            holders[at] = Some(piece);
        }
    }
}

/// Moves the piece at one place to another, so that the k-th face of the new place shows sticker
/// k + turn.
fn move_piece(now: &StickerCube, from: &Place, to: &Place, turn: u8, facelets: &mut Vec<Facelet>) {
    let n = from.faces.len();
    let fits = |rotation: &Rotation| {
        (0..n).all(|k| {
            let face = from.faces[(k + usize::from(turn)) % n];
            rotation.apply(normal(face)) == normal(to.faces[k])
        })
    };
    let rotation = Rotation::all()
        .find(fits)
        .expect("the faces of every corner are listed clockwise, so that one turns into another");
    facelets.extend(now.piece(from.coordinates).map(|facelet| Facelet {
        piece: rotation.apply(facelet.piece),
        normal: rotation.apply(facelet.normal),
        digit: facelet.digit,
        top: facelet.top.map(|top| rotation.apply(top)),
    }));
}
