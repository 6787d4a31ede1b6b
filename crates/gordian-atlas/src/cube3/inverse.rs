//! The cosets of the inverse of a cube, along three axes.
//!
//! The inverse of a cube has piece q at place p if the cube has piece p at place q. So each piece of the cube contributes to the
//! coordinates of the inverse on its own, and they are sums of looked-up numbers, one for each place.

use super::coordinates::{slice_numbers, upper_corner_numbers};
use super::cubies::{Cubies, TURNS, rotated_corner, rotated_edge};
use super::symmetry::to_u32;

/// The number of values of a packed piece: 8 corners by 3 twists, or 12 edges by 2 flips.
const N_PIECES: usize = 24;

/// A cube in packed form: the corner at each place and its twist as 3 · corner + twist, and edges as 2 · edge + flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedCube {
    corners: [u8; 8],
    edges: [u8; 12],
}

impl PackedCube {
    pub(super) fn new(cube: &Cubies) -> Self {
        Self {
            corners: std::array::from_fn(|at| 3 * cube.corners[at] + cube.twists[at]),
            edges: std::array::from_fn(|at| 2 * cube.edges[at] + cube.flips[at]),
        }
    }
}

/// A coset: coordinates of phase 1 and the set of places of the U corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coset {
    pub(super) twist: u16,
    pub(super) flip: u16,
    pub(super) slice: u16,
    pub(super) upper_corners: u8,
}

/// The effect of a turn: for each place, where its piece comes from, and by how much it is turned.
struct PackedTurn {
    corners: [(u8, u8); 8],
    edges: [(u8, u8); 12],
}

/// What pieces contribute to the coordinates of the inverse, by place and packed piece: twist or flip in the lower 16 bits, and
/// above them the bit of the place that the piece has in the inverse, if the place is that of a U corner or of an edge of the slice.
struct Contributions {
    corners: [[u32; N_PIECES]; 8],
    edges: [[u32; N_PIECES]; 12],
}

/// The tables of turns and of the contributions along each axis.
pub(super) struct Inverses {
    turns: Vec<PackedTurn>,
    /// By axis; axis k is the cube rotated k times.
    contributions: [Contributions; 3],
    slices: Vec<u16>,
    upper_corners: Vec<u16>,
}

impl Inverses {
    pub(super) fn new() -> Self {
        let turns = (0..TURNS).map(|turn| {
            let turned = Cubies::SOLVED.turned(turn);
            PackedTurn {
                corners: std::array::from_fn(|at| (turned.corners[at], turned.twists[at])),
                edges: std::array::from_fn(|at| (turned.edges[at], turned.flips[at])),
            }
        });
        Self {
            turns: turns.collect(),
            contributions: [0, 1, 2].map(|rotations| Contributions {
                corners: std::array::from_fn(|at| {
                    std::array::from_fn(|packed| corner_contribution(at, packed, rotations))
                }),
                edges: std::array::from_fn(|at| {
                    std::array::from_fn(|packed| edge_contribution(at, packed, rotations))
                }),
            }),
            slices: slice_numbers(),
            upper_corners: upper_corner_numbers(),
        }
    }

    /// Returns a cube after a turn.
    #[inline]
    pub(super) fn turned(&self, cube: &PackedCube, turn: usize) -> PackedCube {
        let turn = &self.turns[turn];
        let corner = |(from, twist): (u8, u8)| {
            let packed = cube.corners[usize::from(from)];
            let twisted = packed % 3 + twist;
            packed / 3 * 3 + if twisted >= 3 { twisted - 3 } else { twisted }
        };
        let edge = |(from, flip): (u8, u8)| cube.edges[usize::from(from)] ^ flip;
        PackedCube { corners: turn.corners.map(corner), edges: turn.edges.map(edge) }
    }

    /// Returns the coset of the inverse of a cube along an axis.
    #[inline]
    pub(super) fn coset(&self, cube: &PackedCube, axis: usize) -> Coset {
        let Contributions { corners, edges } = &self.contributions[axis];
        let corners: u32 =
            corners.iter().zip(cube.corners).map(|(of, packed)| of[usize::from(packed)]).sum();
        let edges: u32 =
            edges.iter().zip(cube.edges).map(|(of, packed)| of[usize::from(packed)]).sum();
        let [twist, upper_corners] = halves(corners);
        let [flip, slice] = halves(edges);
        Coset {
            twist,
            flip,
            slice: self.slices[usize::from(slice)],
            upper_corners: self.upper_corners[usize::from(upper_corners)].to_le_bytes()[0],
        }
    }
}

/// Returns the lower and the upper half of a number.
#[inline]
fn halves(number: u32) -> [u16; 2] {
    let [a, b, c, d] = number.to_le_bytes();
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}

/// Returns the contribution of a packed corner at a place.
fn corner_contribution(at: usize, packed: usize, rotations: usize) -> u32 {
    let (mut place, mut corner, mut twist) = (packed / 3, at, (3 - packed % 3) % 3);
    for _ in 0..rotations {
        let ((to, from_first), (piece, home_first)) =
            (rotated_corner(place), rotated_corner(corner));
        (place, corner) = (to, piece);
        twist = (twist + 3 + from_first - home_first) % 3;
    }
    // The twist of the last corner follows.
    let weight = if place < 7 { 3_usize.pow(6 - to_u32(place)) } else { 0 };
    to_u32(weight * twist) | u32::from(corner < 4) << (16 + place)
}

/// Returns the contribution of a packed edge at a place.
fn edge_contribution(at: usize, packed: usize, rotations: usize) -> u32 {
    let (mut place, mut edge, mut flip) = (packed / 2, at, packed % 2);
    for _ in 0..rotations {
        let ((to, from_first), (piece, home_first)) = (rotated_edge(place), rotated_edge(edge));
        (place, edge) = (to, piece);
        flip = (flip + from_first + home_first) % 2;
    }
    let flip = if place < 11 { flip << (10 - place) } else { 0 };
    to_u32(flip) | u32::from(edge >= 8) << (16 + place)
}

#[cfg(test)]
mod tests {
    use super::super::coordinates;
    use super::super::cubies::to_u8;
    use super::*;

    #[test]
    fn cosets_of_inverses_equal_those_of_inverted_cubes() {
        let inverses = Inverses::new();
        let slices = slice_numbers();
        let mut cube = Cubies::SOLVED;
        let mut packed = PackedCube::new(&cube);
        for step in 0..1000_usize {
            let turn = (step * step * 7 + step / 3) % TURNS;
            cube = cube.turned(turn);
            packed = inverses.turned(&packed, turn);
            assert_eq!(packed, PackedCube::new(&cube));
            let mut view = cube.inverse();
            for axis in 0..3 {
                let expected = Coset {
                    twist: coordinates::to_u16(coordinates::twist(&view)),
                    flip: coordinates::to_u16(coordinates::flip(&view)),
                    slice: coordinates::to_u16(coordinates::slice(&view, &slices)),
                    upper_corners: to_u8(coordinates::upper_corners(
                        &view,
                        &inverses.upper_corners,
                    )),
                };
                assert_eq!(inverses.coset(&packed, axis), expected, "{step} {axis}");
                view = view.rotated();
            }
        }
    }
}
