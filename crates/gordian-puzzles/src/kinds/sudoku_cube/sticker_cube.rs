//! A cube in space, sticker by sticker, and the turns of its layers.

use super::places::{Place, outermost, places};
use super::space::{Vector, in_space, normal, right, turns_between, up};
use super::{Ambiguity, Centre, Direction, Face, PieceKind, Reachability, Sticker, SudokuCube};
use crate::metadata::Metadata;

/// A sticker in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Facelet {
    /// The coordinates of its piece.
    pub(crate) piece: Vector,
    /// The outward direction of the sticker.
    pub(crate) normal: Vector,
    /// The digit.
    pub(crate) digit: u8,
    /// Where the top of the digit points; `None` for a middle centre of unknown direction.
    pub(crate) top: Option<Vector>,
}

/// The drawn net of any cube, solved or not: for each face of [`Face::ALL`], rows of digits with
/// their directions.
pub(crate) type Net = [Vec<Vec<(u8, Option<Direction>)>>; 6];

/// A cube as stickers in space: a slow simulator that is easy to verify.
///
/// # Example
///
/// ```
/// use gordian_core::Random;
/// use gordian_puzzles::cube::{Face, StickerCube, scramble};
///
/// let cube = scramble::random_solved(&mut Random::new(1));
/// let mut sticker_cube = StickerCube::from_cube(&cube);
/// for _ in 0..4 {
///     sticker_cube.turn(Face::R, 1);
/// }
/// assert_eq!(sticker_cube.to_cube(&cube), cube);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StickerCube {
    size: usize,
    facelets: Vec<Facelet>,
}

/// Returns the k-th sticker of a piece at its place, in space.
fn facelet(place: &Place, k: usize, sticker: Sticker) -> Facelet {
    let (face, arrow) = place.stickers().nth(k).expect("the piece belongs to this kind of place");
    let axis = normal(face);
    let top = (0..sticker.rotation).fold(normal(arrow), |top, _| top.quarter_turn(axis));
    Facelet { piece: place.coordinates, normal: axis, digit: sticker.digit, top: Some(top) }
}

/// Returns where the piece in the middle of a face sits, in a cube of odd size.
pub(crate) fn middle(face: Face, size: usize) -> Vector {
    normal(face).scaled(outermost(size))
}

/// Returns where a piece sits that shows at a row and a column of a drawn face.
fn at(face: Face, row: usize, column: usize, size: usize) -> Vector {
    let outer = outermost(size);
    let step = |index: usize| 2 * i8::try_from(index).expect("a size is at most 5") - outer;
    let (across, down) = (right(face).scaled(step(column)), up(face).scaled(-step(row)));
    normal(face).scaled(outer).plus(across).plus(down)
}

impl StickerCube {
    /// Returns the cube in space.
    #[must_use]
    pub fn from_cube(cube: &SudokuCube) -> Self {
        let mut facelets = Vec::with_capacity(6 * cube.size * cube.size);
        for &kind in PieceKind::of_size(cube.size) {
            for (place, piece) in places(kind, cube.size).iter().zip(cube.pieces(kind)) {
                facelets.extend((0..piece.len()).map(|k| facelet(place, k, piece[k])));
            }
        }
        for (face, centre) in Face::ALL.into_iter().zip(&cube.centres) {
            facelets.push(Facelet {
                piece: middle(face, cube.size),
                normal: normal(face),
                digit: centre.digit,
                top: centre.direction.map(|direction| in_space(face, direction)),
            });
        }
        Self { size: cube.size, facelets }
    }

    pub(crate) fn from_facelets(size: usize, facelets: Vec<Facelet>) -> Self {
        Self { size, facelets }
    }

    /// Returns the cube that a drawn net shows.
    pub(crate) fn from_net(net: &Net) -> Self {
        let size = net[0].len();
        let mut facelets = Vec::with_capacity(6 * size * size);
        for face in Face::ALL {
            for (row, cells) in net[face.index()].iter().enumerate() {
                for (column, &(digit, direction)) in cells.iter().enumerate() {
                    facelets.push(Facelet {
                        piece: at(face, row, column, size),
                        normal: normal(face),
                        digit,
                        top: direction.map(|direction| in_space(face, direction)),
                    });
                }
            }
        }
        Self { size, facelets }
    }

    /// Returns the stickers of the piece that sits at a spot.
    pub(crate) fn piece(&self, coordinates: Vector) -> impl Iterator<Item = Facelet> {
        self.facelets.iter().copied().filter(move |facelet| facelet.piece == coordinates)
    }

    fn find(&self, piece: Vector, normal: Vector) -> &Facelet {
        let here = |facelet: &&Facelet| facelet.piece == piece && facelet.normal == normal;
        self.facelets.iter().find(here).expect("a cube has a sticker at every place")
    }

    /// Returns what the net of the cube shows.
    pub(crate) fn to_net(&self) -> Net {
        let sticker = |face: Face, row: usize, column: usize| {
            let facelet = self.find(at(face, row, column, self.size), normal(face));
            let turns = facelet.top.map(|top| turns_between(up(face), top, normal(face)));
            (facelet.digit, turns.map(Direction::from_quarter_turns))
        };
        Face::ALL.map(|face| {
            let row = |row| (0..self.size).map(|column| sticker(face, row, column)).collect();
            (0..self.size).map(row).collect()
        })
    }

    /// Returns the cube as pieces, with the title, the ambiguity and the reachability of `like`.
    #[must_use]
    pub fn to_cube(&self, like: &SudokuCube) -> SudokuCube {
        let cube = self.to_pieces(like.metadata.clone(), like.ambiguity);
        SudokuCube { reachability: like.reachability, ..cube }
    }

    pub(crate) fn to_pieces(&self, metadata: Metadata, ambiguity: Ambiguity) -> SudokuCube {
        let corners = self.stickers(PieceKind::Corner).try_into().expect("eight corners");
        let single = |kind| self.stickers(kind).into_iter().map(|[sticker]| sticker).collect();
        let centre = |face: Face| {
            let facelet = self.find(middle(face, self.size), normal(face));
            let turns = facelet.top.map(|top| turns_between(up(face), top, normal(face)));
            Centre { digit: facelet.digit, direction: turns.map(Direction::from_quarter_turns) }
        };
        let centres = Face::ALL.into_iter().filter(|_| self.size % 2 == 1).map(centre).collect();
        SudokuCube {
            metadata,
            size: self.size,
            corners,
            edges: self.stickers(PieceKind::Edge),
            wings: self.stickers(PieceKind::Wing),
            x_centres: single(PieceKind::XCentre),
            t_centres: single(PieceKind::TCentre),
            centres,
            ambiguity,
            reachability: Reachability::default(),
        }
    }

    /// Returns the N stickers of each piece of a kind, by place; none if the cube has no such
    /// pieces.
    fn stickers<const N: usize>(&self, kind: PieceKind) -> Vec<[Sticker; N]> {
        if !PieceKind::of_size(self.size).contains(&kind) {
            return Vec::new();
        }
        let stickers = |place: &Place| -> [Sticker; N] {
            let read = |(face, arrow): (Face, Face)| {
                let facelet = self.find(place.coordinates, normal(face));
                let top = facelet.top.expect("only a middle centre may have no direction");
                let rotation = turns_between(normal(arrow), top, normal(face));
                Sticker { digit: facelet.digit, rotation }
            };
            let read: Vec<Sticker> = place.stickers().map(read).collect();
            read.try_into().expect("as many stickers as the kind has")
        };
        places(kind, self.size).iter().map(stickers).collect()
    }

    /// Turns a face by `quarters` clockwise quarter turns, seen from outside.
    pub fn turn(&mut self, face: Face, quarters: u8) {
        self.turn_layer(face, 0, quarters);
    }

    /// Turns the layer at `depth` below a face (0 is that of the face itself) by `quarters`
    /// clockwise quarter turns, seen from outside that face.
    ///
    /// The middle layer of a cube of odd size carries centres to other faces; there it is no longer
    /// the cube of the same rules, for the net is drawn around centres that stay.
    pub fn turn_layer(&mut self, face: Face, depth: usize, quarters: u8) {
        let axis = normal(face);
        let below = 2 * i8::try_from(depth).expect("a layer of a cube of at most 5 layers");
        let layer = outermost(self.size) - below;
        let is_in_layer = |facelet: &&mut Facelet| facelet.piece.dot(axis) == layer;
        for facelet in self.facelets.iter_mut().filter(is_in_layer) {
            for _ in 0..quarters % 4 {
                facelet.piece = facelet.piece.quarter_turn(axis);
                facelet.normal = facelet.normal.quarter_turn(axis);
                facelet.top = facelet.top.map(|top| top.quarter_turn(axis));
            }
        }
    }
}
