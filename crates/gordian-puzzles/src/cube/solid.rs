//! A cube in space, sticker by sticker, and the turns of its faces.

use super::space::{Vector, in_space, normal, right, turns_between, up};
use super::{Ambiguity, CORNERS, Centre, Direction, EDGES, Face, Sticker, SudokuCube};
use crate::puzzle::About;

/// A digit somewhere in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Facelet {
    /// Where its piece sits.
    pub(crate) piece: Vector,
    /// Where the sticker looks.
    pub(crate) normal: Vector,
    /// The digit.
    pub(crate) digit: u8,
    /// Where the top of the digit points; `None` for a centre whose direction is not known.
    pub(crate) top: Option<Vector>,
}

/// The drawn net of any cube, solved or not: for each face of [`Face::ALL`], rows of digits with
/// their directions.
pub(crate) type Net = [[[(u8, Option<Direction>); 3]; 3]; 6];

/// A cube as 54 stickers in space: a plain simulator, slow and easy to believe.
///
/// # Example
///
/// ```
/// use gordian_core::Random;
/// use gordian_puzzles::cube::{Face, Solid, scramble};
///
/// let cube = scramble::solved(&mut Random::new(1));
/// let mut solid = Solid::from_cube(&cube);
/// for _ in 0..4 {
///     solid.turn(Face::R, 1);
/// }
/// assert_eq!(solid.to_cube(&cube), cube);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solid {
    facelets: Vec<Facelet>,
}

/// Returns the sticker of a piece on the k-th face of its place, in space.
fn facelet(faces: &[Face], k: usize, sticker: Sticker) -> Facelet {
    let axis = normal(faces[k]);
    let arrow = normal(faces[(k + 1) % faces.len()]);
    let top = (0..sticker.rotation).fold(arrow, |top, _| top.quarter_turn(axis));
    Facelet { piece: middle(faces), normal: axis, digit: sticker.digit, top: Some(top) }
}

/// Returns where the piece with these faces sits.
pub(crate) fn middle(faces: &[Face]) -> Vector {
    faces.iter().fold(Vector([0; 3]), |sum, &face| sum.plus(normal(face)))
}

/// Returns where a piece sits that shows at a row and a column of a drawn face.
fn at(face: Face, row: usize, column: usize) -> Vector {
    let step = |index: usize| [-1, 0, 1][index];
    normal(face).plus(right(face).scaled(step(column))).plus(up(face).scaled(-step(row)))
}

impl Solid {
    /// Returns the cube in space.
    #[must_use]
    pub fn from_cube(cube: &SudokuCube) -> Self {
        let mut facelets = Vec::with_capacity(54);
        for (faces, piece) in CORNERS.iter().zip(&cube.corners) {
            facelets.extend((0..3).map(|k| facelet(faces, k, piece[k])));
        }
        for (faces, piece) in EDGES.iter().zip(&cube.edges) {
            facelets.extend((0..2).map(|k| facelet(faces, k, piece[k])));
        }
        for (face, centre) in Face::ALL.into_iter().zip(&cube.centres) {
            facelets.push(Facelet {
                piece: normal(face),
                normal: normal(face),
                digit: centre.digit,
                top: centre.direction.map(|direction| in_space(face, direction)),
            });
        }
        Self { facelets }
    }

    pub(crate) fn from_facelets(facelets: Vec<Facelet>) -> Self {
        Self { facelets }
    }

    /// Returns the cube that a drawn net shows.
    pub(crate) fn from_net(net: &Net) -> Self {
        let mut facelets = Vec::with_capacity(54);
        for face in Face::ALL {
            for (row, cells) in net[face.index()].iter().enumerate() {
                for (column, &(digit, direction)) in cells.iter().enumerate() {
                    facelets.push(Facelet {
                        piece: at(face, row, column),
                        normal: normal(face),
                        digit,
                        top: direction.map(|direction| in_space(face, direction)),
                    });
                }
            }
        }
        Self { facelets }
    }

    /// Returns the stickers of the piece that sits at a place.
    pub(crate) fn piece(&self, piece: Vector) -> impl Iterator<Item = Facelet> {
        self.facelets.iter().copied().filter(move |facelet| facelet.piece == piece)
    }

    fn find(&self, piece: Vector, normal: Vector) -> &Facelet {
        let here = |facelet: &&Facelet| facelet.piece == piece && facelet.normal == normal;
        self.facelets.iter().find(here).expect("a cube has a sticker at every place")
    }

    /// Returns what the net of the cube shows.
    pub(crate) fn to_net(&self) -> Net {
        Face::ALL.map(|face| {
            std::array::from_fn(|row| {
                std::array::from_fn(|column| {
                    let facelet = self.find(at(face, row, column), normal(face));
                    let turns = facelet.top.map(|top| turns_between(up(face), top, normal(face)));
                    (facelet.digit, turns.map(Direction::from_turns))
                })
            })
        })
    }

    /// Returns the cube as pieces, with the title and the ambiguity of `like`.
    #[must_use]
    pub fn to_cube(&self, like: &SudokuCube) -> SudokuCube {
        self.to_pieces(like.about.clone(), like.ambiguity)
    }

    pub(crate) fn to_pieces(&self, about: About, ambiguity: Ambiguity) -> SudokuCube {
        SudokuCube {
            about,
            corners: CORNERS.map(|faces| self.stickers(faces)),
            edges: EDGES.map(|faces| self.stickers(faces)),
            centres: Face::ALL.map(|face| {
                let facelet = self.find(normal(face), normal(face));
                let turns = facelet.top.map(|top| turns_between(up(face), top, normal(face)));
                Centre { digit: facelet.digit, direction: turns.map(Direction::from_turns) }
            }),
            ambiguity,
        }
    }

    /// Returns the stickers of the piece at a place.
    fn stickers<const N: usize>(&self, faces: [Face; N]) -> [Sticker; N] {
        std::array::from_fn(|k| {
            let axis = normal(faces[k]);
            let facelet = self.find(middle(&faces), axis);
            let top = facelet.top.expect("only a centre may have no direction");
            let rotation = turns_between(normal(faces[(k + 1) % N]), top, axis);
            Sticker { digit: facelet.digit, rotation }
        })
    }

    /// Turns a face by `quarters` clockwise quarter turns, seen from outside.
    pub fn turn(&mut self, face: Face, quarters: u8) {
        let axis = normal(face);
        for facelet in self.facelets.iter_mut().filter(|facelet| facelet.piece.dot(axis) == 1) {
            for _ in 0..quarters % 4 {
                facelet.piece = facelet.piece.quarter_turn(axis);
                facelet.normal = facelet.normal.quarter_turn(axis);
                facelet.top = facelet.top.map(|top| top.quarter_turn(axis));
            }
        }
    }
}
