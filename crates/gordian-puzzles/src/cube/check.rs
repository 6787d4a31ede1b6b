//! The rules of a Sudoku Cube: pieces are turned in space and read off the faces.

use thiserror::Error;

use super::pieces::{naming_order, place_name};
use super::solid::{Facelet, Net, middle};
use super::space::{Rotation, normal};
use super::{
    CORNERS, Direction, EDGES, Face, Placement, Solid, SolvedNet, Sticker, SudokuCube, Unreachable,
};
use crate::cell::{Cell, listed, times};

/// A rule of the Sudoku Cube that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeViolation {
    /// A piece is put where no piece can be.
    #[error("{kind} piece {piece} is put at place {place} with turn {turn}, which does not exist")]
    NoSuchPlace {
        /// `corner` or `edge`.
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
    #[error("face {face} has {digit} {}, at {}", times(cells.len()), listed(cells))]
    Repeated {
        /// The face.
        face: Face,
        /// The digit.
        digit: u8,
        /// Every cell of the drawn face that shows it.
        cells: Vec<Cell>,
    },
    /// A solution shows something else than a digit from 1 to 9.
    #[error("face {face} shows {digit} at {cell}, which is not between 1 and 9")]
    OutOfRange {
        /// The face.
        face: Face,
        /// The cell of the drawn face.
        cell: Cell,
        /// What it shows.
        digit: u8,
    },
    /// The digits of a face do not all look the same way.
    #[error("on face {face} most digits look {direction}, but not those at {}", listed(cells))]
    MixedDirections {
        /// The face.
        face: Face,
        /// Where most of the digits look.
        direction: Direction,
        /// The cells that cannot be read that way.
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
    /// A solution shows a piece that the cube does not have, or has fewer times.
    #[error(
        "no piece of the cube is left for {place}, with {} looking as their faces do",
        listed(digits)
    )]
    NoSuchPiece {
        /// The name of the place, such as `UFR` or `FL`.
        place: String,
        /// The digits on the faces of the place, in the order of its name.
        digits: Vec<u8>,
    },
    /// All rules hold, but no turns lead there.
    ///
    /// Violations of this sort come alone: reachability is looked at when all else is right.
    #[error("{0}")]
    Unreachable(#[from] Unreachable),
}

impl SudokuCube {
    /// Puts the pieces where `placement` says and checks the faces.
    ///
    /// Whether turns lead there is another question: see [`SudokuCube::reachability`].
    ///
    /// Returns the solved faces. Each looks exactly one way, because 2, 3, 4, 5 and 7 can be read
    /// only one way and at most one of them is the centre.
    ///
    /// # Errors
    ///
    /// Returns every rule that is broken.
    pub fn check_placement(&self, placement: &Placement) -> Result<SolvedNet, Vec<CubeViolation>> {
        let mut broken = Vec::new();
        check_places("corner", &CORNERS, &placement.corners, &mut broken);
        check_places("edge", &EDGES, &placement.edges, &mut broken);
        if !broken.is_empty() {
            return Err(broken);
        }
        let net = self.put(placement).to_net();
        let mut solved = SolvedNet { digits: [[[0; 3]; 3]; 6], directions: [Direction::Up; 6] };
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
    fn put(&self, placement: &Placement) -> Solid {
        let now = Solid::from_cube(self);
        let mut facelets = Vec::with_capacity(54);
        for (piece, &(place, twist)) in placement.corners.iter().enumerate() {
            move_piece(&now, &CORNERS[piece], &CORNERS[usize::from(place)], twist, &mut facelets);
        }
        for (piece, &(place, flip)) in placement.edges.iter().enumerate() {
            move_piece(&now, &EDGES[piece], &EDGES[usize::from(place)], flip, &mut facelets);
        }
        for face in Face::ALL {
            facelets.extend(now.piece(normal(face)));
        }
        Solid::from_facelets(facelets)
    }

    /// Finds the direction in which a face can be read, and what it shows then.
    fn check_face(
        &self,
        face: Face,
        shown: &[[(u8, Option<Direction>); 3]; 3],
    ) -> Result<([[u8; 3]; 3], Direction), Vec<CubeViolation>> {
        let unreadable = |wanted: Direction| -> Vec<Cell> {
            cells()
                .filter(|cell| {
                    let (digit, direction) = shown[cell.row][cell.column];
                    !is_centre(*cell)
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
        let read = |(digit, looks): (u8, Option<Direction>)| {
            looks.and_then(|looks| self.ambiguity.read(digit, looks, direction)).unwrap_or(digit)
        };
        let mut digits = shown.map(|row| row.map(read));
        // A centre may look anywhere, so it is read the way that completes the face.
        digits[1][1] = shown[1][1].0;
        if let Some(other) = self.ambiguity.upside_down(digits[1][1])
            && cells().any(|cell| !is_centre(cell) && digits[cell.row][cell.column] == digits[1][1])
        {
            digits[1][1] = other;
        }
        check_digits(face, &digits)?;
        Ok((digits, direction))
    }

    /// Checks a solution that is given as solved faces.
    ///
    /// It must show the digits 1 to 9 on every face, be built from the pieces of this cube (pieces
    /// that look the same may stand for each other), and be reachable by turns. Returns where each
    /// piece goes.
    ///
    /// # Errors
    ///
    /// Returns every rule that is broken. The violations are all [`CubeViolation::Unreachable`], or
    /// none of them is: whoever does not care about turns can tell the two cases apart.
    pub fn check_net(&self, net: &SolvedNet) -> Result<Placement, Vec<CubeViolation>> {
        let mut broken = Vec::new();
        for face in Face::ALL {
            let digits = &net.digits[face.index()];
            broken.extend(check_digits(face, digits).err().into_iter().flatten());
            let (expected, found) = (self.centres[face.index()].digit, digits[1][1]);
            if found != expected && self.ambiguity.upside_down(expected) != Some(found) {
                broken.push(CubeViolation::WrongCentre { face, expected, found });
            }
        }
        if !broken.is_empty() {
            return Err(broken);
        }
        let all: Net = Face::ALL.map(|face| {
            let direction = net.directions[face.index()];
            net.digits[face.index()].map(|row| row.map(|digit| (digit, Some(direction))))
        });
        let wanted = Solid::from_net(&all).to_cube(self);
        let corners = self.match_pieces(&CORNERS, &self.corners, &wanted.corners, &mut broken);
        let edges = self.match_pieces(&EDGES, &self.edges, &wanted.edges, &mut broken);
        let (Some(corners), Some(edges)) = (corners, edges) else { return Err(broken) };
        let placement = Placement { corners, edges };
        self.reachable_variant(placement, &net.directions)
            .map_err(|reasons| reasons.into_iter().map(CubeViolation::from).collect())
    }

    /// Finds for each place of the solution a piece that looks like it; returns the placement.
    fn match_pieces<const N: usize, const P: usize>(
        &self,
        places: &[[Face; N]; P],
        pieces: &[[Sticker; N]; P],
        wanted: &[[Sticker; N]; P],
        broken: &mut Vec<CubeViolation>,
    ) -> Option<[(u8, u8); P]> {
        let mut placed = [None; P];
        for (place, (faces, stickers)) in places.iter().zip(wanted).enumerate() {
            let found = (0..P).filter(|&piece| placed[piece].is_none()).find_map(|piece| {
                self.turns_that_match(&pieces[piece], stickers).next().map(|turn| (piece, turn))
            });
            match found {
                Some((piece, turn)) => placed[piece] = Some((small(place), turn)),
                None => broken.push(CubeViolation::NoSuchPiece {
                    place: place_name(faces),
                    digits: naming_order(faces)
                        .flat_map(|face| faces.iter().zip(stickers).filter(move |at| *at.0 == face))
                        .map(|(_, sticker)| sticker.digit)
                        .collect(),
                }),
            }
        }
        // Each place took a piece of its own, so all are placed, or a place was left without.
        placed.iter().all(Option::is_some).then(|| placed.map(|at| at.expect("every piece")))
    }

    /// Returns every twist or flip with which a piece looks like the stickers of a place.
    pub(super) fn turns_that_match<const N: usize>(
        &self,
        piece: &[Sticker; N],
        place: &[Sticker; N],
    ) -> impl Iterator<Item = u8> {
        let (piece, place) = (self.looks(piece), self.looks(place));
        (0..N).filter(move |turn| (0..N).all(|k| piece[(k + turn) % N] == place[k])).map(small)
    }
}

/// Returns a number below 12 as a byte.
fn small(number: usize) -> u8 {
    u8::try_from(number).expect("a cube has at most 12 pieces of a sort")
}

/// Returns the cells of a face, row by row.
fn cells() -> impl Iterator<Item = Cell> {
    (0..9).map(|i| Cell::new(i / 3, i % 3))
}

fn is_centre(cell: Cell) -> bool {
    cell == Cell::new(1, 1)
}

/// Checks that every piece has a place of its own.
fn check_places<const N: usize>(
    kind: &'static str,
    places: &[[Face; N]],
    placed: &[(u8, u8)],
    broken: &mut Vec<CubeViolation>,
) {
    let mut holders = vec![None; places.len()];
    for (i, &(place, turn)) in placed.iter().enumerate() {
        let (piece, at) = (i + 1, usize::from(place));
        if at >= places.len() || usize::from(turn) >= N {
            broken.push(CubeViolation::NoSuchPlace { kind, piece, place: at + 1, turn });
        } else if let Some(first) = holders[at] {
            let place = place_name(&places[at]);
            broken.push(CubeViolation::SamePlace { place, first, second: piece });
        } else {
            holders[at] = Some(piece);
        }
    }
}

/// Checks that a face shows every digit once.
fn check_digits(face: Face, digits: &[[u8; 3]; 3]) -> Result<(), Vec<CubeViolation>> {
    let mut broken = Vec::new();
    let mut holders: [Vec<Cell>; 10] = Default::default();
    for cell in cells() {
        let digit = digits[cell.row][cell.column];
        if (1..=9).contains(&digit) {
            holders[usize::from(digit)].push(cell);
        } else {
            broken.push(CubeViolation::OutOfRange { face, cell, digit });
        }
    }
    for (digit, cells) in (0_u8..).zip(holders).filter(|(_, cells)| cells.len() > 1) {
        broken.push(CubeViolation::Repeated { face, digit, cells });
    }
    if broken.is_empty() { Ok(()) } else { Err(broken) }
}

/// Moves the piece at one place to another, so that the k-th face of the new place shows sticker
/// k + turn.
fn move_piece(now: &Solid, from: &[Face], to: &[Face], turn: u8, facelets: &mut Vec<Facelet>) {
    let n = from.len();
    let fits = |rotation: &Rotation| {
        (0..n).all(|k| rotation.apply(normal(from[(k + usize::from(turn)) % n])) == normal(to[k]))
    };
    let rotation = Rotation::all()
        .find(fits)
        .expect("the faces of every corner are listed clockwise, so that one turns into another");
    facelets.extend(now.piece(middle(from)).map(|facelet| Facelet {
        piece: rotation.apply(facelet.piece),
        normal: rotation.apply(facelet.normal),
        digit: facelet.digit,
        top: facelet.top.map(|top| rotation.apply(top)),
    }));
}
