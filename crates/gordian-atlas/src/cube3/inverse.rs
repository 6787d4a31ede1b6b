//! The cosets of the inverse of a cube, along three axes.
//!
//! The inverse of a cube has piece q at place p if the cube has piece p at place q. So each piece
//! of the cube contributes to the coordinates of the inverse on its own, and they are sums of
//! looked-up numbers, one for each place. A turn moves eight pieces and changes the sums by eight
//! looked-up differences. The numbers of the three axes are added together, as vectors:
//!
//! ```text
//! corners, axis k    twist: 16 bits | places of the U corners: 8 bits | places of the corners of R2: 8 bits
//! corners, last      places of the corners of F2 along axis 0: 8 bits | along axis 1: 8 bits | along axis 2: 8 bits
//! edges, axis k      flip: 16 bits | places of the slice edges: 12 bits
//! ```
//!
//! The *corners of a half turn* are those that it moves from U, or leaves there: the places of the
//! U corners after it. If the half turn is applied first, their places become those of the U
//! corners. Those of L2 and B2 are the others.

use super::coordinates::{slice_numbers, upper_corner_numbers};
use super::cubies::{Cubies, TURNS, rotated_corner, rotated_edge, to_u8};
use super::symmetry::to_u32;

/// The number of values of a packed piece: 8 corners by 3 twists, or 12 edges by 2 flips.
const N_PIECES: usize = 24;

/// A cube in packed form: the corner at each place and its twist as 3 · corner + twist, and edges
/// as 2 · edge + flip.
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

/// The numbers of the three axes, and one more.
type Vector = [u32; 4];

/// The sums of what the pieces of a cube contribute to the coordinates of its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    corners: Vector,
    edges: Vector,
}

/// The effect of a turn on the piece at one place: where it moves, what it becomes there, and how
/// much its contribution grows.
struct PieceTurn {
    from: usize,
    to: usize,
    pieces: [u8; N_PIECES],
    growth: [Vector; N_PIECES],
}

/// The tables of turns and of contributions.
pub(super) struct Inverses {
    /// By turn.
    turns: Vec<PackedTurn>,
    /// By place and packed piece.
    corners: [[Vector; N_PIECES]; 8],
    edges: [[Vector; N_PIECES]; 12],
    /// By bit set of places.
    slices: Vec<u16>,
    upper_corners: Vec<u16>,
}

/// The effect of a turn on the four corners and the four edges of its face.
struct PackedTurn {
    corners: [PieceTurn; 4],
    edges: [PieceTurn; 4],
}

impl PieceTurn {
    /// Returns the effect of a turn on the pieces of one kind, from the piece at each place after
    /// the turn of the solved cube, and a function that returns what a piece that moves to a place
    /// becomes there.
    fn all<const N: usize>(
        sources: [u8; N],
        turned: impl Fn(usize, usize) -> usize,
        contributions: &[[Vector; N_PIECES]; N],
    ) -> [Self; 4] {
        let mut moved = (0..N).filter(|&to| usize::from(sources[to]) != to).map(|to| {
            let from = usize::from(sources[to]);
            let pieces = std::array::from_fn(|piece| turned(to, piece));
            let growth = |piece: usize| {
                let (before, after) =
                    (&contributions[from][piece], &contributions[to][pieces[piece]]);
                std::array::from_fn(|k| after[k].wrapping_sub(before[k]))
            };
            Self { from, to, pieces: pieces.map(to_u8), growth: std::array::from_fn(growth) }
        });
        std::array::from_fn(|_| moved.next().expect("a turn moves four corners and four edges"))
    }
}

#[inline]
fn add(sum: &mut Vector, more: &Vector) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum = sum.wrapping_add(*more);
    }
}

impl Inverses {
    pub(super) fn new() -> Self {
        let corners: [[Vector; N_PIECES]; 8] =
            std::array::from_fn(|at| std::array::from_fn(|packed| corner_contribution(at, packed)));
        let edges: [[Vector; N_PIECES]; 12] =
            std::array::from_fn(|at| std::array::from_fn(|packed| edge_contribution(at, packed)));
        let turns = (0..TURNS).map(|turn| {
            let solved = Cubies::SOLVED.turned(turn);
            let twisted = |to: usize, packed: usize| {
                packed / 3 * 3 + (packed % 3 + usize::from(solved.twists[to])) % 3
            };
            let flipped = |to: usize, packed: usize| packed ^ usize::from(solved.flips[to]);
            PackedTurn {
                corners: PieceTurn::all(solved.corners, twisted, &corners),
                edges: PieceTurn::all(solved.edges, flipped, &edges),
            }
        });
        let turns = turns.collect();
        let upper_corners = upper_corner_numbers();
        Self { turns, corners, edges, slices: slice_numbers(), upper_corners }
    }

    /// Returns a cube after a turn.
    #[inline]
    pub(super) fn turned(&self, cube: &PackedCube, turn: usize) -> PackedCube {
        let PackedTurn { corners, edges } = &self.turns[turn];
        let mut after = *cube;
        for it in corners {
            after.corners[it.to] = it.pieces[usize::from(cube.corners[it.from])];
        }
        for it in edges {
            after.edges[it.to] = it.pieces[usize::from(cube.edges[it.from])];
        }
        after
    }

    /// Returns the sums of a cube.
    pub(super) fn sums(&self, cube: &PackedCube) -> Sums {
        let mut sums = Sums { corners: [0; 4], edges: [0; 4] };
        for (of, packed) in self.corners.iter().zip(cube.corners) {
            add(&mut sums.corners, &of[usize::from(packed)]);
        }
        for (of, packed) in self.edges.iter().zip(cube.edges) {
            add(&mut sums.edges, &of[usize::from(packed)]);
        }
        sums
    }

    /// Returns the sums after a turn of a cube.
    #[inline]
    pub(super) fn turned_sums(&self, cube: &PackedCube, sums: &Sums, turn: usize) -> Sums {
        let PackedTurn { corners, edges } = &self.turns[turn];
        let mut sums = *sums;
        for it in corners {
            add(&mut sums.corners, &it.growth[usize::from(cube.corners[it.from])]);
        }
        for it in edges {
            add(&mut sums.edges, &it.growth[usize::from(cube.edges[it.from])]);
        }
        sums
    }

    /// Returns the coset of the inverse along an axis.
    #[inline]
    pub(super) fn coset(&self, sums: &Sums, axis: usize) -> Coset {
        let [twist, corners] = halves(sums.corners[axis]);
        let [flip, slice] = halves(sums.edges[axis]);
        let upper_corners = self.upper_corners[usize::from(corners.to_le_bytes()[0])];
        let slice = self.slices[usize::from(slice)];
        Coset { twist, flip, slice, upper_corners: upper_corners.to_le_bytes()[0] }
    }

    /// Returns the sets of places of the U corners of the inverse along an axis after
    /// [`SIDE_HALF_TURNS`] of the cube; its other coordinates are the same.
    #[inline]
    pub(super) fn sets_after_half_turns(&self, sums: &Sums, axis: usize) -> [u8; 4] {
        let [_, _, _, r] = sums.corners[axis].to_le_bytes();
        let f = sums.corners[3].to_le_bytes()[axis];
        [r, f, !r, !f].map(|places| self.upper_corners[usize::from(places)].to_le_bytes()[0])
    }
}

/// The half turns R2, F2, L2 and B2.
pub(super) const SIDE_HALF_TURNS: [usize; 4] = [4, 7, 13, 16];
/// The corners of R2.
const R2_CORNERS: [usize; 4] = [1, 2, 4, 7];
/// The corners of F2.
const F2_CORNERS: [usize; 4] = [2, 3, 4, 5];

/// Returns the lower and the upper half of a number.
#[inline]
fn halves(number: u32) -> [u16; 2] {
    let [a, b, c, d] = number.to_le_bytes();
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}

/// Returns the contribution of a packed corner at a place.
fn corner_contribution(at: usize, packed: usize) -> Vector {
    let (mut place, mut corner, mut twist) = (packed / 3, at, (3 - packed % 3) % 3);
    let mut all = [0; 4];
    for axis in 0..3 {
        // The twist of the last corner follows.
        let weight = if place < 7 { 3_usize.pow(6 - to_u32(place)) } else { 0 };
        let upper = u32::from(corner < 4) << (16 + place);
        let of_r2 = u32::from(R2_CORNERS.contains(&corner)) << (24 + place);
        all[axis] = to_u32(weight * twist) | upper | of_r2;
        all[3] |= u32::from(F2_CORNERS.contains(&corner)) << (8 * axis + place);
        let ((to, from_first), (piece, home_first)) =
            (rotated_corner(place), rotated_corner(corner));
        (place, corner) = (to, piece);
        twist = (twist + 3 + from_first - home_first) % 3;
    }
    all
}

/// Returns the contribution of a packed edge at a place.
fn edge_contribution(at: usize, packed: usize) -> Vector {
    let (mut place, mut edge, mut flip) = (packed / 2, at, packed % 2);
    let mut all = [0; 4];
    for sum in &mut all[..3] {
        // The flip of the last edge follows.
        let flip_bit = if place < 11 { flip << (10 - place) } else { 0 };
        *sum = to_u32(flip_bit) | u32::from(edge >= 8) << (16 + place);
        let ((to, from_first), (piece, home_first)) = (rotated_edge(place), rotated_edge(edge));
        (place, edge) = (to, piece);
        flip = (flip + from_first + home_first) % 2;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::coordinates;
    use super::*;

    #[test]
    fn cosets_of_inverses_equal_those_of_inverted_cubes() {
        let inverses = Inverses::new();
        let slices = slice_numbers();
        let coset_of = |view: &Cubies| Coset {
            twist: coordinates::to_u16(coordinates::twist(view)),
            flip: coordinates::to_u16(coordinates::flip(view)),
            slice: coordinates::to_u16(coordinates::slice(view, &slices)),
            upper_corners: to_u8(coordinates::upper_corners(view, &inverses.upper_corners)),
        };
        let mut cube = Cubies::SOLVED;
        let mut packed = PackedCube::new(&cube);
        let mut sums = inverses.sums(&packed);
        for step in 0..1000_usize {
            let turn = (step * step * 7 + step / 3) % TURNS;
            cube = cube.turned(turn);
            sums = inverses.turned_sums(&packed, &sums, turn);
            packed = inverses.turned(&packed, turn);
            assert_eq!(packed, PackedCube::new(&cube));
            assert_eq!(sums, inverses.sums(&packed));
            let mut view = cube;
            for axis in 0..3 {
                let coset = inverses.coset(&sums, axis);
                assert_eq!(coset, coset_of(&view.inverse()), "{step} {axis}");
                let sets = inverses.sets_after_half_turns(&sums, axis);
                for (turn, upper_corners) in SIDE_HALF_TURNS.into_iter().zip(sets) {
                    let expected = coset_of(&view.turned(turn).inverse());
                    assert_eq!(Coset { upper_corners, ..coset }, expected, "{step} {axis} {turn}");
                }
                view = view.rotated();
            }
        }
    }
}
