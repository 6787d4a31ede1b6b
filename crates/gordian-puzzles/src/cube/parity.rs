//! What layer turns do to the parities of permutations.
//!
//! A layer turn permutes the pieces of each kind among their places; whether that takes an odd or
//! an even number of swaps is the turn's *parity* in this kind. Turning the middle centre of a face
//! by a quarter counts as one more parity. All of them together are a vector of bits, and the
//! vectors of several turns add up without carry. So what turns can reach are the sums of their
//! vectors, a linear space over the field of two elements, and nothing else about permutations
//! stands in the way: three pieces of a kind can be moved in a circle while all else stays, which
//! gives every even permutation.
//!
//! Nothing is known here of cubes of a given size. The vectors come from turning the places in
//! space. For 2×2×2 to 5×5×5 they say, with c, e, w, x, t for the kinds and q for the centres:
//!
//! | size | a face | the layer below | what always holds |
//! | --- | --- | --- | --- |
//! | 2 | c | | |
//! | 3 | c, e, q | | c = e = q |
//! | 4 | c, x | w | c = x |
//! | 5 | c, e, x, t, q | w, t | c = e = x = q, t = c + w |
//!
//! The middle layer of a cube of odd size is not turned, for its centres stay where they are.
//! Turning it is the same as turning all other layers the other way.

use super::places::{outermost, places};
use super::space::normal;
use super::{Face, PieceKind};

/// A set of kinds of pieces, as bits, and [`CENTRES`].
pub(super) type ParityVector = u8;

/// The bit of the quarter turns of the middle centres, above those of the kinds.
pub(super) const CENTRES: ParityVector = 32;

/// The parities that turns can reach: a linear space, each vector with a highest bit of its own.
#[derive(Clone, Debug)]
pub(super) struct ParityInvariants {
    basis: Vec<ParityVector>,
}

impl ParityInvariants {
    /// Returns the law of cubes of a size, from what each turn of a layer does.
    pub(super) fn of_size(size: usize) -> Self {
        let mut invariants = Self { basis: Vec::new() };
        for face in Face::ALL {
            for depth in 0..size / 2 {
                invariants.add_generator(turn(face, depth, size));
            }
        }
        invariants
    }

    /// Returns what is left of a vector when all that can be reached is taken out; 0 if it can be
    /// reached.
    pub(super) fn reduce(&self, parity: ParityVector) -> ParityVector {
        self.basis.iter().fold(parity, |rest, vector| rest.min(rest ^ vector))
    }

    /// Adds a vector to those that can be reached.
    pub(super) fn add_generator(&mut self, parity: ParityVector) {
        let rest = self.reduce(parity);
        if rest != 0 {
            self.basis.push(rest);
            // Highest bits first, so that each is taken out before those below it.
            self.basis.sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}

/// Returns whether it takes an odd number of swaps to bring every piece to its place.
pub(super) fn is_odd(places: &[u8]) -> bool {
    let pairs = places.iter().enumerate();
    pairs.map(|(i, a)| places[i..].iter().filter(|b| a > b).count()).sum::<usize>() % 2 == 1
}

/// Returns the parities of a quarter turn of the layer at a depth below a face.
fn turn(face: Face, depth: usize, size: usize) -> ParityVector {
    let axis = normal(face);
    let layer = outermost(size) - 2 * i8::try_from(depth).expect("a size is at most 5");
    let mut parity = if depth == 0 && size % 2 == 1 { CENTRES } else { 0 };
    for &kind in PieceKind::of_size(size) {
        let places = places(kind, size);
        let target = |coordinates| places.iter().position(|place| place.coordinates == coordinates);
        let moved = places.iter().map(|place| {
            let turns = place.coordinates.dot(axis) == layer;
            let coordinates =
                if turns { place.coordinates.quarter_turn(axis) } else { place.coordinates };
            u8::try_from(target(coordinates).expect("turns lead to places of the same kind"))
                .expect("at most 24 places")
        });
        if is_odd(&moved.collect::<Vec<u8>>()) {
            parity |= kind.bit();
        }
    }
    parity
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_have_the_parities_of_the_table() {
        let check = |size: usize, expected: &[&[PieceKind]]| {
            for face in Face::ALL {
                for (depth, kinds) in expected.iter().enumerate() {
                    let centres = if depth == 0 && size % 2 == 1 { CENTRES } else { 0 };
                    let parity = kinds.iter().fold(centres, |set, kind| set | kind.bit());
                    assert_eq!(turn(face, depth, size), parity, "{face} {depth} of size {size}");
                }
            }
        };
        use PieceKind::{Corner, Edge, TCentre, Wing, XCentre};
        check(2, &[&[Corner]]);
        check(3, &[&[Corner, Edge]]);
        check(4, &[&[Corner, XCentre], &[Wing]]);
        check(5, &[&[Corner, Edge, XCentre, TCentre], &[Wing, TCentre]]);
    }

    #[test]
    fn what_can_be_reached_is_closed_under_sums() {
        let mut invariants = ParityInvariants { basis: Vec::new() };
        for vector in [0b0110, 0b0011, 0b0101, 0b1000] {
            invariants.add_generator(vector);
        }
        let reached: Vec<ParityVector> =
            (0..16).filter(|&parity| invariants.reduce(parity) == 0).collect();
        assert_eq!(reached, [0, 0b0011, 0b0101, 0b0110, 0b1000, 0b1011, 0b1101, 0b1110]);
    }
}
