//! Coordinates of a cube, and their move tables.
//!
//! | coordinate | values | meaning |
//! | --- | --- | --- |
//! | twist | 2187 | the twists of seven corners; the eighth follows |
//! | flip | 2048 | the flips of eleven edges; the twelfth follows |
//! | slice | 495 | the set of the four places of the slice edges FR FL BL BR |
//! | sides | 16 | for each of R F L B, whether its centre is an odd number of quarters away |
//! | corners | 40320 | the corner at each place |
//! | upper_corners | 70 | the set of the four places of the corners URF UFL ULB UBR |
//! | four_edges | 11880 | the places of four given edges, in order |
//! | ud_edges | 40320 | phase 2: the permutation of the U and D edges |
//! | slice_order | 24 | phase 2: the permutation of the slice edges |
//! | centres | 256 | phase 2: the quarter turns of U and D, the half turns of the others |
//!
//! The solved value of each is 0. Phase 1 makes twist, flip, slice and sides 0; phase 2 uses only
//! the turns of [`PHASE_2`] and makes the others 0. The optimal search also uses `upper_corners`.
//!
//! Phase 1 tracks `four_edges` three times, for the edges of U, of D and of the slice. Together
//! they determine `ud_edges` and `slice_order`; the one of the slice also determines `slice`.

use std::ops::Range;

use gordian_perm::rank::{rank, unrank};
use rayon::prelude::*;

use super::cubies::{Cubies, PHASE_2, TURNS, to_u8};

pub(super) const N_TWISTS: usize = 2187;
pub(super) const N_FLIPS: usize = 2048;
pub(super) const N_SLICES: usize = 495;
pub(super) const N_SIDES: usize = 16;
pub(super) const N_CORNERS: usize = 40_320;
pub(super) const N_UPPER_CORNERS: usize = 70;
pub(super) const N_FOUR_EDGES: usize = 11_880;
pub(super) const N_UD_EDGES: usize = 40_320;
pub(super) const N_SLICE_ORDERS: usize = 24;
pub(super) const N_CENTRES: usize = 256;

/// A move table: the value after each of `T` turns, by value.
pub(super) type MoveTable<const T: usize> = Vec<[u16; T]>;

/// Converts a value of a coordinate to 16 bits.
pub(super) fn to_u16(value: usize) -> u16 {
    u16::try_from(value).expect("coordinates kept as 16 bits have less than 65,536 values")
}

/// Builds a move table: converts each value to a cube, applies each turn and reads the value.
fn move_table<const T: usize>(
    n: usize,
    turns: [usize; T],
    put: impl Fn(usize) -> Cubies + Sync,
    read: impl Fn(&Cubies) -> usize + Sync,
) -> MoveTable<T> {
    let after = |cube: Cubies| turns.map(|turn| to_u16(read(&cube.turned(turn))));
    (0..n).into_par_iter().map(|value| after(put(value))).collect()
}

fn all_turns() -> [usize; TURNS] {
    std::array::from_fn(|turn| turn)
}

/// Returns 1 for an odd permutation.
fn parity(permutation: &[u8]) -> u8 {
    let pairs = permutation.iter().enumerate();
    let inversions = |(i, a)| permutation[i..].iter().filter(|b| a > *b).count();
    to_u8(pairs.map(inversions).sum::<usize>() % 2)
}

pub(super) fn twist(cube: &Cubies) -> usize {
    cube.twists[..7].iter().fold(0, |sum, &twist| 3 * sum + usize::from(twist))
}

fn cube_with_twist(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    let mut rest = value;
    for twist in cube.twists[..7].iter_mut().rev() {
        *twist = to_u8(rest % 3);
        rest /= 3;
    }
    cube.twists[7] = (21 - cube.twists[..7].iter().sum::<u8>()) % 3;
    cube
}

pub(super) fn flip(cube: &Cubies) -> usize {
    cube.flips[..11].iter().fold(0, |sum, &flip| 2 * sum + usize::from(flip))
}

fn cube_with_flip(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (i, flip) in cube.flips[..11].iter_mut().enumerate() {
        *flip = to_u8(value >> (10 - i) & 1);
    }
    cube.flips[11] = cube.flips[..11].iter().sum::<u8>() % 2;
    cube
}

pub(super) fn sides(cube: &Cubies) -> usize {
    [1, 2, 4, 5].iter().rev().fold(0, |sum, &face| 2 * sum + usize::from(cube.centres[face] % 2))
}

fn cube_with_sides(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (bit, face) in [1, 2, 4, 5].into_iter().enumerate() {
        cube.centres[face] = to_u8(value >> bit & 1);
    }
    cube
}

pub(super) fn corners(cube: &Cubies) -> usize {
    rank(&cube.corners)
}

pub(super) fn cube_with_corners(value: usize) -> Cubies {
    Cubies { corners: unrank(value), ..Cubies::SOLVED }
}

/// Returns the sets of four of `n` places as bit sets, in increasing order.
fn sets_of_four(n: u32) -> impl DoubleEndedIterator<Item = usize> {
    (0..1_usize << n).filter(|set| set.count_ones() == 4)
}

/// Returns the number of each set by its bits, for sets of four of `n` places.
fn numbers(n: u32, sets: impl Iterator<Item = usize>) -> Vec<u16> {
    let mut numbers = vec![u16::MAX; 1 << n];
    for (number, set) in sets.enumerate() {
        numbers[set] = to_u16(number);
    }
    numbers
}

/// Returns the bit set of the places whose piece is one of `pieces`.
fn places_of(at: &[u8], pieces: Range<u8>) -> usize {
    let places = (0..at.len()).filter(|&place| pieces.contains(&at[place]));
    places.fold(0, |set, place| set | 1_usize << place)
}

/// Puts the pieces `inside` at the places of a set and the others at the other places, both in
/// order.
fn put(at: &mut [u8], set: usize, mut inside: Range<u8>, mut outside: Range<u8>) {
    for (place, piece) in at.iter_mut().enumerate() {
        let pieces = if set >> place & 1 == 1 { &mut inside } else { &mut outside };
        *piece = pieces.next().expect("four places are in the set");
    }
}

/// Returns the value of `upper_corners` by the bit set of four places; the first four have value 0.
pub(super) fn upper_corner_numbers() -> Vec<u16> {
    numbers(8, sets_of_four(8))
}

pub(super) fn upper_corners(cube: &Cubies, numbers: &[u16]) -> usize {
    numbers[places_of(&cube.corners, 0..4)].into()
}

fn cube_with_upper_corners(value: usize) -> Cubies {
    let set = sets_of_four(8).nth(value).expect("a value of `upper_corners`");
    let mut cube = Cubies::SOLVED;
    put(&mut cube.corners, set, 0..4, 4..8);
    cube
}

/// Returns the index of four places in [`FourEdges::numbers`].
fn key(places: [u8; 4]) -> usize {
    places.iter().fold(0, |key, &place| 12 * key + usize::from(place))
}

/// Returns the rank of the relative order of four different places.
fn order(places: [u8; 4]) -> usize {
    let order = places.map(|place| to_u8(places.iter().filter(|&&other| other < place).count()));
    rank(&order)
}

/// The arrangements of four edges in twelve places, and the coordinates derived from them.
pub(super) struct FourEdges {
    /// By [`key`]: the number of the arrangement; `u16::MAX` if two places are equal.
    numbers: Vec<u16>,
    pub(super) moves: MoveTable<TURNS>,
    /// The value of `slice`, for the slice edges.
    pub(super) slice: Vec<u16>,
    /// The contribution of the U edges to `ud_edges`, if all are in U and D.
    upper: Vec<u16>,
    /// The contribution of the D edges to `ud_edges`, if all are in U and D; the value of
    /// `slice_order`, for the slice edges if all are in the slice.
    order: Vec<u8>,
    /// The places of the U edges by their contribution to `ud_edges`.
    uppers: Vec<[u8; 4]>,
}

impl FourEdges {
    pub(super) fn new() -> Self {
        let all: Vec<[u8; 4]> = (0..12 * 12 * 12 * 12_usize)
            .map(|key| [key / 1728, key / 144 % 12, key / 12 % 12, key % 12].map(to_u8))
            .filter(|at| (0..4).all(|i| !at[..i].contains(&at[i])))
            .collect();
        let mut numbers = vec![u16::MAX; 12 * 12 * 12 * 12];
        let mut uppers = Vec::new();
        let mut upper = Vec::with_capacity(N_FOUR_EDGES);
        for (number, at) in all.iter().enumerate() {
            numbers[key(*at)] = to_u16(number);
            upper.push(to_u16(uppers.len()));
            if at.iter().all(|&place| place < 8) {
                uppers.push(*at);
            }
        }
        let slices = slice_numbers();
        let set = |at: &[u8; 4]| at.iter().fold(0, |set, &place| set | 1_usize << place);
        let goes: [[u8; 12]; TURNS] = std::array::from_fn(|turn| {
            let turned = Cubies::SOLVED.turned(turn);
            let mut goes = [0; 12];
            for (place, &edge) in turned.edges.iter().enumerate() {
                goes[usize::from(edge)] = to_u8(place);
            }
            goes
        });
        let after =
            |at: &[u8; 4]| goes.map(|goes| numbers[key(at.map(|place| goes[usize::from(place)]))]);
        Self {
            moves: all.iter().map(after).collect(),
            slice: all.iter().map(|at| slices[set(at)]).collect(),
            order: all.iter().map(|&at| to_u8(order(at))).collect(),
            numbers,
            upper,
            uppers,
        }
    }

    /// Returns the arrangements of the U edges, the D edges and the slice edges.
    pub(super) fn read(&self, cube: &Cubies) -> [u16; 3] {
        [0, 4, 8].map(|first| {
            let places = std::array::from_fn(|i| {
                let edge = first + to_u8(i);
                let place = cube.edges.iter().position(|&at| at == edge);
                to_u8(place.expect("every edge has a place"))
            });
            self.numbers[key(places)]
        })
    }

    /// Returns `ud_edges` and `slice_order` of a state in phase 2.
    pub(super) fn to_phase2(&self, [upper, lower, slice_order]: [u16; 3]) -> (usize, usize) {
        let order = |number: u16| usize::from(self.order[usize::from(number)]);
        let ud_edges = usize::from(self.upper[usize::from(upper)]) * 24 + order(lower);
        (ud_edges, order(slice_order))
    }

    /// Returns the set of places of the edges UF, UB, DF and DB, for a value of `ud_edges`.
    pub(super) fn middle_edges(&self, value: usize) -> u8 {
        let edges = self.cube_with_ud_edges(value).edges;
        let is_middle = |place: &usize| edges[*place] % 2 == 1;
        (0..8).filter(is_middle).fold(0, |set, place| set | 1 << place)
    }

    fn cube_with_ud_edges(&self, value: usize) -> Cubies {
        let mut cube = Cubies::SOLVED;
        let upper = self.uppers[value / 24];
        let free: Vec<usize> = (0..8).filter(|&place| !upper.contains(&to_u8(place))).collect();
        for (edge, &place) in (0..).zip(&upper) {
            cube.edges[usize::from(place)] = edge;
        }
        for (edge, &at) in (4..).zip(&unrank::<4>(value % 24)) {
            cube.edges[free[usize::from(at)]] = edge;
        }
        cube
    }
}

/// Returns the value of `slice` by the bit set of four places; the slice itself has value 0.
pub(super) fn slice_numbers() -> Vec<u16> {
    numbers(12, sets_of_four(12).rev())
}

/// Returns a cube with this value of `slice`.
fn cube_with_slice(value: usize) -> Cubies {
    let set = sets_of_four(12).rev().nth(value).expect("a value of `slice`");
    let mut cube = Cubies::SOLVED;
    put(&mut cube.edges, set, 8..12, 0..8);
    cube
}

pub(super) fn slice(cube: &Cubies, numbers: &[u16]) -> usize {
    numbers[places_of(&cube.edges, 8..12)].into()
}

fn slice_order(cube: &Cubies) -> usize {
    let edges: [u8; 4] = cube.edges[8..].try_into().expect("four places");
    // The place of each edge, not the edge at each place, as in `FourEdges`.
    rank(&std::array::from_fn::<u8, 4, _>(|edge| {
        let place = edges.iter().position(|&at| usize::from(at) == 8 + edge);
        to_u8(place.expect("the slice holds its edges"))
    }))
}

fn cube_with_slice_order(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (edge, &place) in (8..).zip(&unrank::<4>(value)) {
        cube.edges[8 + usize::from(place)] = edge;
    }
    cube
}

/// The faces in `centres` and their lowest bits; U and D have two bits each.
const CENTRE_BITS: [(usize, usize); 6] = [(3, 0), (0, 2), (1, 4), (2, 5), (4, 6), (5, 7)];

/// Returns the value of `centres`; odd quarter turns of sides are ignored.
pub(super) fn centres(centres: &[u8; 6]) -> usize {
    CENTRE_BITS.iter().fold(0, |sum, &(face, bit)| {
        let turns = usize::from(centres[face]);
        sum | (if face % 3 == 0 { turns } else { turns / 2 }) << bit
    })
}

fn cube_with_centres(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (face, bit) in CENTRE_BITS {
        let part = value >> bit;
        cube.centres[face] = to_u8(if face % 3 == 0 { part & 3 } else { 2 * (part & 1) });
    }
    cube
}

/// The move tables of all coordinates.
pub(super) struct Coordinates {
    pub(super) twist: MoveTable<TURNS>,
    pub(super) flip: MoveTable<TURNS>,
    pub(super) slice: MoveTable<TURNS>,
    pub(super) sides: MoveTable<TURNS>,
    pub(super) corners: MoveTable<TURNS>,
    pub(super) upper_corners: MoveTable<TURNS>,
    /// The value of `upper_corners` by the bit set of four places.
    pub(super) upper_corner_numbers: Vec<u16>,
    /// By the value of `corners`: 1 for an odd permutation.
    pub(super) corner_parity: Vec<u8>,
    /// By the value of `slice_order`: 1 for an odd permutation.
    pub(super) slice_order_parity: [u8; N_SLICE_ORDERS],
    pub(super) four_edges: FourEdges,
    pub(super) ud_edges: MoveTable<10>,
    pub(super) slice_order: MoveTable<10>,
    pub(super) centres: MoveTable<10>,
}

impl Coordinates {
    pub(super) fn new() -> Self {
        let four_edges = FourEdges::new();
        let slices = slice_numbers();
        let upper = upper_corner_numbers();
        let ud_edges = |cube: &Cubies| four_edges.to_phase2(four_edges.read(cube)).0;
        Self {
            twist: move_table(N_TWISTS, all_turns(), cube_with_twist, twist),
            flip: move_table(N_FLIPS, all_turns(), cube_with_flip, flip),
            slice: move_table(N_SLICES, all_turns(), cube_with_slice, |cube| slice(cube, &slices)),
            sides: move_table(N_SIDES, all_turns(), cube_with_sides, sides),
            corners: move_table(N_CORNERS, all_turns(), cube_with_corners, corners),
            upper_corners: move_table(
                N_UPPER_CORNERS,
                all_turns(),
                cube_with_upper_corners,
                |cube| upper_corners(cube, &upper),
            ),
            upper_corner_numbers: upper,
            corner_parity: (0..N_CORNERS).map(|value| parity(&unrank::<8>(value))).collect(),
            slice_order_parity: std::array::from_fn(|value| parity(&unrank::<4>(value))),
            ud_edges: move_table(
                N_UD_EDGES,
                PHASE_2,
                |value| four_edges.cube_with_ud_edges(value),
                ud_edges,
            ),
            slice_order: move_table(N_SLICE_ORDERS, PHASE_2, cube_with_slice_order, slice_order),
            centres: move_table(N_CENTRES, PHASE_2, cube_with_centres, |cube| {
                centres(&cube.centres)
            }),
            four_edges,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cube_with_coordinate_is_inverse_to_reading_it() {
        let four_edges = FourEdges::new();
        let slices = slice_numbers();
        let check = |n: usize, put: &dyn Fn(usize) -> Cubies, read: &dyn Fn(&Cubies) -> usize| {
            (0..n).for_each(|value| assert_eq!(read(&put(value)), value));
            assert_eq!(read(&Cubies::SOLVED), 0);
        };
        check(N_TWISTS, &cube_with_twist, &twist);
        check(N_FLIPS, &cube_with_flip, &flip);
        check(N_SLICES, &cube_with_slice, &|cube| slice(cube, &slices));
        check(N_SIDES, &cube_with_sides, &sides);
        check(N_CORNERS, &cube_with_corners, &corners);
        let upper = upper_corner_numbers();
        check(N_UPPER_CORNERS, &cube_with_upper_corners, &|cube| upper_corners(cube, &upper));
        check(N_UD_EDGES, &|value| four_edges.cube_with_ud_edges(value), &|cube| {
            four_edges.to_phase2(four_edges.read(cube)).0
        });
        check(N_SLICE_ORDERS, &cube_with_slice_order, &slice_order);
        check(N_SLICE_ORDERS, &cube_with_slice_order, &|cube| {
            four_edges.to_phase2(four_edges.read(cube)).1
        });
        check(N_CENTRES, &cube_with_centres, &|cube| centres(&cube.centres));
        assert_eq!(four_edges.moves.len(), N_FOUR_EDGES);
    }

    #[test]
    fn move_tables_agree_with_turned_cubes() {
        let all = Coordinates::new();
        let slices = slice_numbers();
        let upper = upper_corner_numbers();
        let mut cube = Cubies::SOLVED;
        let mut four_edges = all.four_edges.read(&cube);
        for step in 0..1000_usize {
            let turn = (step * step * 7 + step / 3) % TURNS;
            let next = cube.turned(turn);
            assert_eq!(usize::from(all.twist[twist(&cube)][turn]), twist(&next));
            assert_eq!(usize::from(all.flip[flip(&cube)][turn]), flip(&next));
            let in_slice = slice(&cube, &slices);
            assert_eq!(usize::from(all.slice[in_slice][turn]), slice(&next, &slices));
            assert_eq!(usize::from(all.sides[sides(&cube)][turn]), sides(&next));
            assert_eq!(usize::from(all.corners[corners(&cube)][turn]), corners(&next));
            let of_upper = usize::from(all.upper_corners[upper_corners(&cube, &upper)][turn]);
            assert_eq!(of_upper, upper_corners(&next, &upper));
            four_edges = four_edges.map(|four| all.four_edges.moves[usize::from(four)][turn]);
            assert_eq!(four_edges, all.four_edges.read(&next));
            assert_eq!(
                usize::from(all.four_edges.slice[usize::from(four_edges[2])]),
                slice(&next, &slices)
            );
            cube = next;
        }
        // Within the second phase.
        let mut cube = Cubies::SOLVED;
        let mut state = (0, 0, 0);
        for step in 0..1000_usize {
            let turn = (step * step * 7 + step / 3) % PHASE_2.len();
            cube = cube.turned(PHASE_2[turn]);
            state.0 = usize::from(all.ud_edges[state.0][turn]);
            state.1 = usize::from(all.slice_order[state.1][turn]);
            state.2 = usize::from(all.centres[state.2][turn]);
            let (ud_edges, slice_order) = all.four_edges.to_phase2(all.four_edges.read(&cube));
            assert_eq!(state, (ud_edges, slice_order, centres(&cube.centres)));
        }
    }
}
