//! Parts of a cube as numbers, and what turns do to them.
//!
//! | coordinate | values | what it says |
//! | --- | --- | --- |
//! | twist | 2187 | the twists of seven corners; the eighth follows |
//! | flip | 2048 | the flips of eleven edges; the twelfth follows |
//! | slice | 495 | which four places hold the edges of the middle slice FR FL BL BR |
//! | sides | 16 | for each of R F L B, whether its centre is an odd number of quarters away |
//! | corners | 40320 | the corner at each place |
//! | four | 11880 | where four edges are, one after the other |
//! | eight | 40320 | in the second phase: the edges of U and D |
//! | middle | 24 | in the second phase: the edges of the slice |
//! | centres | 256 | in the second phase: the quarters of U and D, the halves of the others |
//!
//! 0 is the solved value of each. The first phase makes twist, flip, slice and sides 0: from then on
//! the turns of [`PHASE_2`] are enough. The second phase makes the others 0.
//!
//! `four` is kept three times in the first phase, for the edges of U, of D and of the slice; together
//! they become `eight` and `middle`, and the one of the slice tells `slice` too.

use rayon::prelude::*;

use super::cubies::{Cubies, PHASE_2, TURNS, index};

pub(super) const N_TWISTS: usize = 2187;
pub(super) const N_FLIPS: usize = 2048;
pub(super) const N_SLICES: usize = 495;
pub(super) const N_SIDES: usize = 16;
pub(super) const N_CORNERS: usize = 40_320;
pub(super) const N_FOURS: usize = 11_880;
pub(super) const N_EIGHTS: usize = 40_320;
pub(super) const N_MIDDLES: usize = 24;
pub(super) const N_CENTRES: usize = 256;

/// What each of `T` turns does to each value.
pub(super) type Moves<const T: usize> = Vec<[u16; T]>;

/// Returns a value of a coordinate as 16 bits.
pub(super) fn short(value: usize) -> u16 {
    u16::try_from(value).expect("coordinates kept as 16 bits have less than 65,536 values")
}

/// Follows every value through a list of turns: puts the value on a cube, turns, and reads it.
fn moves<const T: usize>(
    n: usize,
    turns: [usize; T],
    put: impl Fn(usize) -> Cubies + Sync,
    read: impl Fn(&Cubies) -> usize + Sync,
) -> Moves<T> {
    let after = |cube: Cubies| turns.map(|turn| short(read(&cube.turned(turn))));
    (0..n).into_par_iter().map(|value| after(put(value))).collect()
}

fn all_turns() -> [usize; TURNS] {
    std::array::from_fn(|turn| turn)
}

/// Returns the rank of a permutation of 0 to N − 1 in lexicographic order.
fn rank<const N: usize>(permutation: &[u8; N]) -> usize {
    let mut rank = 0;
    for i in 0..N {
        let smaller = permutation[i + 1..].iter().filter(|&&later| later < permutation[i]);
        rank = rank * (N - i) + smaller.count();
    }
    rank
}

/// Returns 1 for an odd permutation.
fn parity(permutation: &[u8]) -> u8 {
    let pairs = permutation.iter().enumerate();
    let inversions = |(i, a)| permutation[i..].iter().filter(|b| a > *b).count();
    index(pairs.map(inversions).sum::<usize>() % 2)
}

/// Returns the permutation with a rank.
fn unrank<const N: usize>(mut rank: usize) -> [u8; N] {
    let mut digits = [0; N];
    for i in (0..N).rev() {
        digits[i] = rank % (N - i);
        rank /= N - i;
    }
    let mut left: Vec<u8> = (0..index(N)).collect();
    digits.map(|digit| left.remove(digit))
}

pub(super) fn twist(cube: &Cubies) -> usize {
    cube.twists[..7].iter().fold(0, |sum, &twist| 3 * sum + usize::from(twist))
}

fn put_twist(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    let mut rest = value;
    for twist in cube.twists[..7].iter_mut().rev() {
        *twist = index(rest % 3);
        rest /= 3;
    }
    cube.twists[7] = (21 - cube.twists[..7].iter().sum::<u8>()) % 3;
    cube
}

pub(super) fn flip(cube: &Cubies) -> usize {
    cube.flips[..11].iter().fold(0, |sum, &flip| 2 * sum + usize::from(flip))
}

fn put_flip(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (i, flip) in cube.flips[..11].iter_mut().enumerate() {
        *flip = index(value >> (10 - i) & 1);
    }
    cube.flips[11] = cube.flips[..11].iter().sum::<u8>() % 2;
    cube
}

pub(super) fn sides(cube: &Cubies) -> usize {
    [1, 2, 4, 5].iter().rev().fold(0, |sum, &face| 2 * sum + usize::from(cube.centres[face] % 2))
}

fn put_sides(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (bit, face) in [1, 2, 4, 5].into_iter().enumerate() {
        cube.centres[face] = index(value >> bit & 1);
    }
    cube
}

pub(super) fn corners(cube: &Cubies) -> usize {
    rank(&cube.corners)
}

fn put_corners(value: usize) -> Cubies {
    Cubies { corners: unrank(value), ..Cubies::SOLVED }
}

/// Returns the four places as one number.
fn key(places: [u8; 4]) -> usize {
    places.iter().fold(0, |key, &place| 12 * key + usize::from(place))
}

/// Returns the rank of the order in which four different places come.
fn order(places: [u8; 4]) -> usize {
    let order = places.map(|place| index(places.iter().filter(|&&other| other < place).count()));
    rank(&order)
}

/// The ways to put four edges, one after the other, into twelve places, and what is read from them.
pub(super) struct Fours {
    /// By [`key`]: the number of the way; `u16::MAX` where two places are the same.
    numbers: Vec<u16>,
    pub(super) moves: Moves<TURNS>,
    /// The value of `slice`, if these are the edges of the slice.
    pub(super) slice: Vec<u16>,
    /// The part of `eight` that the edges of U make up, if they are in U and D.
    upper: Vec<u16>,
    /// The part of `eight` that the edges of D make up, if they are in U and D; the value of
    /// `middle`, if these are the edges of the slice and they are there.
    order: Vec<u8>,
    /// The edges of U by their part of `eight`.
    uppers: Vec<[u8; 4]>,
}

impl Fours {
    pub(super) fn new() -> Self {
        let all: Vec<[u8; 4]> = (0..12 * 12 * 12 * 12_usize)
            .map(|key| [key / 1728, key / 144 % 12, key / 12 % 12, key % 12].map(index))
            .filter(|at| (0..4).all(|i| !at[..i].contains(&at[i])))
            .collect();
        let mut numbers = vec![u16::MAX; 12 * 12 * 12 * 12];
        let mut uppers = Vec::new();
        let mut upper = Vec::with_capacity(N_FOURS);
        for (number, at) in all.iter().enumerate() {
            numbers[key(*at)] = short(number);
            upper.push(short(uppers.len()));
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
                goes[usize::from(edge)] = index(place);
            }
            goes
        });
        let after =
            |at: &[u8; 4]| goes.map(|goes| numbers[key(at.map(|place| goes[usize::from(place)]))]);
        Self {
            moves: all.iter().map(after).collect(),
            slice: all.iter().map(|at| slices[set(at)]).collect(),
            order: all.iter().map(|&at| index(order(at))).collect(),
            numbers,
            upper,
            uppers,
        }
    }

    /// Returns the numbers of where the edges of U, of D and of the slice are.
    pub(super) fn read(&self, cube: &Cubies) -> [u16; 3] {
        [0, 4, 8].map(|first| {
            let places = std::array::from_fn(|i| {
                let edge = first + index(i);
                let place = cube.edges.iter().position(|&at| at == edge);
                index(place.expect("every edge is somewhere"))
            });
            self.numbers[key(places)]
        })
    }

    /// Returns `eight` and `middle`, if the edges of the slice are in it.
    pub(super) fn second_phase(&self, [upper, lower, middle]: [u16; 3]) -> (usize, usize) {
        let order = |number: u16| usize::from(self.order[usize::from(number)]);
        let eight = usize::from(self.upper[usize::from(upper)]) * 24 + order(lower);
        (eight, order(middle))
    }

    fn put_eight(&self, value: usize) -> Cubies {
        let mut cube = Cubies::SOLVED;
        let upper = self.uppers[value / 24];
        let free: Vec<usize> = (0..8).filter(|&place| !upper.contains(&index(place))).collect();
        for (edge, &place) in (0..).zip(&upper) {
            cube.edges[usize::from(place)] = edge;
        }
        for (edge, &at) in (4..).zip(&unrank::<4>(value % 24)) {
            cube.edges[free[usize::from(at)]] = edge;
        }
        cube
    }
}

/// Returns, by the set of four places as bits, the value of `slice`; the slice itself comes first.
fn slice_numbers() -> Vec<u16> {
    let mut numbers = vec![u16::MAX; 1 << 12];
    let sets = (0..1_usize << 12).rev().filter(|set| set.count_ones() == 4);
    for (number, set) in sets.enumerate() {
        numbers[set] = short(number);
    }
    numbers
}

/// Puts the slice into the places of a set.
fn put_slice(value: usize) -> Cubies {
    let set = (0..1_usize << 12).rev().filter(|set| set.count_ones() == 4).nth(value);
    let set = set.expect("a value of `slice`");
    let mut cube = Cubies::SOLVED;
    let (mut inside, mut outside) = (8..12, 0..8);
    for place in 0..12 {
        let edges = if set >> place & 1 == 1 { &mut inside } else { &mut outside };
        cube.edges[place] = edges.next().expect("four places are in the set");
    }
    cube
}

fn slice(cube: &Cubies, numbers: &[u16]) -> usize {
    let places = (0..12).filter(|&place| cube.edges[place] >= 8);
    usize::from(numbers[places.fold(0, |set, place| set | 1_usize << place)])
}

fn middle(cube: &Cubies) -> usize {
    let edges: [u8; 4] = cube.edges[8..].try_into().expect("four places");
    // Where each edge is, not which edge is where: as `Fours` has it.
    rank(&std::array::from_fn::<u8, 4, _>(|edge| {
        let place = edges.iter().position(|&at| usize::from(at) == 8 + edge);
        index(place.expect("the slice holds its edges"))
    }))
}

fn put_middle(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (edge, &place) in (8..).zip(&unrank::<4>(value)) {
        cube.edges[8 + usize::from(place)] = edge;
    }
    cube
}

/// The order of the faces in `centres`, from the lowest bits on; U and D have two bits each.
const CENTRE_BITS: [(usize, usize); 6] = [(3, 0), (0, 2), (1, 4), (2, 5), (4, 6), (5, 7)];

/// Returns `centres` of six centres; a side's odd quarter is left out.
pub(super) fn centres(centres: &[u8; 6]) -> usize {
    CENTRE_BITS.iter().fold(0, |sum, &(face, bit)| {
        let turns = usize::from(centres[face]);
        sum | (if face % 3 == 0 { turns } else { turns / 2 }) << bit
    })
}

fn put_centres(value: usize) -> Cubies {
    let mut cube = Cubies::SOLVED;
    for (face, bit) in CENTRE_BITS {
        let part = value >> bit;
        cube.centres[face] = index(if face % 3 == 0 { part & 3 } else { 2 * (part & 1) });
    }
    cube
}

/// What turns do to all coordinates.
pub(super) struct Coordinates {
    pub(super) twist: Moves<TURNS>,
    pub(super) flip: Moves<TURNS>,
    pub(super) slice: Moves<TURNS>,
    pub(super) sides: Moves<TURNS>,
    pub(super) corners: Moves<TURNS>,
    /// By the value of `corners`: 1 for an odd permutation.
    pub(super) corner_parity: Vec<u8>,
    /// By the value of `middle`: 1 for an odd permutation.
    pub(super) middle_parity: [u8; N_MIDDLES],
    pub(super) fours: Fours,
    pub(super) eight: Moves<10>,
    pub(super) middle: Moves<10>,
    pub(super) centres: Moves<10>,
}

impl Coordinates {
    pub(super) fn new() -> Self {
        let fours = Fours::new();
        let slices = slice_numbers();
        let eight = |cube: &Cubies| fours.second_phase(fours.read(cube)).0;
        Self {
            twist: moves(N_TWISTS, all_turns(), put_twist, twist),
            flip: moves(N_FLIPS, all_turns(), put_flip, flip),
            slice: moves(N_SLICES, all_turns(), put_slice, |cube| slice(cube, &slices)),
            sides: moves(N_SIDES, all_turns(), put_sides, sides),
            corners: moves(N_CORNERS, all_turns(), put_corners, corners),
            corner_parity: (0..N_CORNERS).map(|value| parity(&unrank::<8>(value))).collect(),
            middle_parity: std::array::from_fn(|value| parity(&unrank::<4>(value))),
            eight: moves(N_EIGHTS, PHASE_2, |value| fours.put_eight(value), eight),
            middle: moves(N_MIDDLES, PHASE_2, put_middle, middle),
            centres: moves(N_CENTRES, PHASE_2, put_centres, |cube| centres(&cube.centres)),
            fours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_name_what_they_are_read_from() {
        let fours = Fours::new();
        let slices = slice_numbers();
        let check = |n: usize, put: &dyn Fn(usize) -> Cubies, read: &dyn Fn(&Cubies) -> usize| {
            (0..n).for_each(|value| assert_eq!(read(&put(value)), value));
            assert_eq!(read(&Cubies::SOLVED), 0);
        };
        check(N_TWISTS, &put_twist, &twist);
        check(N_FLIPS, &put_flip, &flip);
        check(N_SLICES, &put_slice, &|cube| slice(cube, &slices));
        check(N_SIDES, &put_sides, &sides);
        check(N_CORNERS, &put_corners, &corners);
        check(N_EIGHTS, &|value| fours.put_eight(value), &|cube| {
            fours.second_phase(fours.read(cube)).0
        });
        check(N_MIDDLES, &put_middle, &middle);
        check(N_MIDDLES, &put_middle, &|cube| fours.second_phase(fours.read(cube)).1);
        check(N_CENTRES, &put_centres, &|cube| centres(&cube.centres));
        assert_eq!(fours.moves.len(), N_FOURS);
    }

    #[test]
    fn turns_do_to_coordinates_what_they_do_to_cubes() {
        let all = Coordinates::new();
        let slices = slice_numbers();
        let mut cube = Cubies::SOLVED;
        let mut fours = all.fours.read(&cube);
        for step in 0..1000_usize {
            let turn = (step * step * 7 + step / 3) % TURNS;
            let next = cube.turned(turn);
            assert_eq!(usize::from(all.twist[twist(&cube)][turn]), twist(&next));
            assert_eq!(usize::from(all.flip[flip(&cube)][turn]), flip(&next));
            let in_slice = slice(&cube, &slices);
            assert_eq!(usize::from(all.slice[in_slice][turn]), slice(&next, &slices));
            assert_eq!(usize::from(all.sides[sides(&cube)][turn]), sides(&next));
            assert_eq!(usize::from(all.corners[corners(&cube)][turn]), corners(&next));
            fours = fours.map(|four| all.fours.moves[usize::from(four)][turn]);
            assert_eq!(fours, all.fours.read(&next));
            assert_eq!(usize::from(all.fours.slice[usize::from(fours[2])]), slice(&next, &slices));
            cube = next;
        }
        // Within the second phase.
        let mut cube = Cubies::SOLVED;
        let mut state = (0, 0, 0);
        for step in 0..1000_usize {
            let turn = (step * step * 7 + step / 3) % PHASE_2.len();
            cube = cube.turned(PHASE_2[turn]);
            state.0 = usize::from(all.eight[state.0][turn]);
            state.1 = usize::from(all.middle[state.1][turn]);
            state.2 = usize::from(all.centres[state.2][turn]);
            let (eight, middle) = all.fours.second_phase(all.fours.read(&cube));
            assert_eq!(state, (eight, middle, centres(&cube.centres)));
        }
    }
}
