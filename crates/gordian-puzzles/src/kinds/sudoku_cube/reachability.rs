//! Decides which placements can be reached by turning layers.
//!
//! Layer turns have three invariants. The sum of all corner twists is constant modulo 3, and that
//! of all flips of middle edges modulo 2 (relative to any fixed choice of a first sticker per
//! place, because the choice cancels out over each cycle). The parities of the permutations of the
//! kinds and of the quarter turns of the middle centres are related as described in
//! [`super::parity`]. These are the only obstacles: a placement that satisfies all three can be
//! reached.
//!
//! On a cube of even size, a rotation of the whole cube is a product of layer turns, so a solution
//! can be reached in all 24 orientations or in none.
//!
//! Swapping two identical pieces is invisible. With such a pair, the parity of their kind is not an
//! obstacle; likewise, a piece that is identical to itself after a twist or flip compensates for
//! twists or flips.
//!
//! *Source*: the invariants of the 3×3×3 are in D. Singmaster, "Notes on Rubik's Magic Cube", 1981;
//! that of the centres applies to cubes with a picture on each face.

use thiserror::Error;

use super::parity::{CENTRES, ParityInvariants, ParityVector, is_odd};
use super::{Direction, PieceKind, Placement, SudokuCube};

/// The reason why a placement cannot be reached by turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum Unreachable {
    /// In a 3×3×3, the permutation of the corners is odd and that of the edges even, or vice versa.
    #[error("not reachable by turns: two pieces would have to be swapped")]
    Swap,
    /// In a cube of another size, the parities of the permutations violate an invariant, and a swap
    /// of two pieces of one kind would restore it.
    ///
    /// If two pieces of this kind are identical, they are interchangeable: then the placement
    /// cannot be reached, but its net can.
    #[error(
        "not reachable by turns: two {}s{} would have to be swapped",
        kind.name(),
        or.map(|kind| format!(" or two {}s", kind.name())).unwrap_or_default()
    )]
    SwapOf {
        /// The kind.
        kind: PieceKind,
        /// Another kind of which a swap would also restore the invariant.
        or: Option<PieceKind>,
    },
    /// The twists of the corners do not add up to whole turns.
    #[error(
        "not reachable by turns: one corner would have to be twisted by a third {}",
        if *.clockwise { "clockwise" } else { "anticlockwise" }
    )]
    Twist {
        /// The direction of the twist, seen from outside.
        clockwise: bool,
    },
    /// The number of flipped edges is odd.
    #[error("not reachable by turns: one edge would have to be flipped")]
    Flip,
    /// The permutations agree, but the centres' quarter turns are odd where they are even, or the
    /// other way round.
    #[error("not reachable by turns: one centre would have to be turned by a quarter")]
    CentreTurn,
}

impl SudokuCube {
    /// Checks whether layer turns lead from the cube to `placement`, with the faces solved in the
    /// given directions.
    ///
    /// Identical pieces are not interchanged: the placement itself must be reachable.
    ///
    /// The directions matter only if the direction of every middle centre is known: each centre
    /// must end in the direction of its face (or, if its digit is ambiguous, in the opposite
    /// direction, which is equivalent here). If the direction of any centre is unknown, the centres
    /// are not an obstacle.
    ///
    /// *Shape*: directions in the order of [`super::Face::ALL`]. The placement must put the pieces
    /// at different places; this is not checked.
    ///
    /// # Errors
    ///
    /// Returns the obstacles: the changes that would require taking the cube apart.
    pub fn reachability(
        &self,
        placement: &Placement,
        directions: &[Direction; 6],
    ) -> Result<(), Vec<Unreachable>> {
        let reasons = self.obstacles(&self.parity_invariants(), placement, directions);
        if reasons.is_empty() { Ok(()) } else { Err(reasons) }
    }

    /// Returns the parities that turns can reach, ignoring centres of unknown direction.
    fn parity_invariants(&self) -> ParityInvariants {
        let mut invariants = ParityInvariants::of_size(self.size);
        if self.centres.iter().any(|centre| centre.direction.is_none()) {
            invariants.add_generator(CENTRES);
        }
        invariants
    }

    fn obstacles(
        &self,
        invariants: &ParityInvariants,
        placement: &Placement,
        directions: &[Direction; 6],
    ) -> Vec<Unreachable> {
        let mut reasons = self.swaps(invariants, self.parity(placement, directions));
        // Twist 1 shows the second sticker on the first face: the piece turned anticlockwise.
        match placement.corners.iter().map(|&(_, twist)| u32::from(twist)).sum::<u32>() % 3 {
            0 => {}
            excess => reasons.push(Unreachable::Twist { clockwise: excess == 2 }),
        }
        if placement.edges.iter().map(|&(_, flip)| u32::from(flip)).sum::<u32>() % 2 == 1 {
            reasons.push(Unreachable::Flip);
        }
        // A turned centre is the least important obstacle, so it is named last.
        reasons.sort_by_key(|reason| *reason == Unreachable::CentreTurn);
        reasons
    }

    /// Returns the kinds whose permutation is odd, and whether the centres' quarter turns are.
    fn parity(&self, placement: &Placement, directions: &[Direction; 6]) -> ParityVector {
        let mut parity = 0;
        for &kind in PieceKind::of_size(self.size) {
            let places: Vec<u8> = placement.of(kind).iter().map(|&(place, _)| place).collect();
            if is_odd(&places) {
                parity |= kind.bit();
            }
        }
        let centres = self.centres.iter().zip(directions);
        let turns = centres
            .map(|(centre, to)| Some((centre.direction?.quarter_turns(), to.quarter_turns())));
        let turns: Option<Vec<(u8, u8)>> = turns.collect();
        if turns.is_some_and(|turns| turns.iter().map(|(from, to)| from + to).sum::<u8>() % 2 == 1)
        {
            parity |= CENTRES;
        }
        parity
    }

    /// Returns the fewest swaps and quarter turns of centres with which the parities fit.
    fn swaps(&self, invariants: &ParityInvariants, parity: ParityVector) -> Vec<Unreachable> {
        let kinds = PieceKind::of_size(self.size);
        let of_size = kinds.iter().fold(CENTRES, |set, kind| set | kind.bit());
        // With a swap to make, the kind can be chosen so that the centres come right as well; so
        // among sets of the same size those without the centres, which is the highest bit, are
        // first.
        let repair = (0..=of_size)
            .filter(|set| set & !of_size == 0 && invariants.reduce(parity ^ set) == 0)
            .min_by_key(|set| (set.count_ones(), *set))
            .expect("a swap of each kind that is odd sets all right");
        let chosen = kinds.iter().copied().filter(|kind| repair & kind.bit() != 0);
        let mut reasons: Vec<Unreachable> = chosen
            .map(|kind| {
                let same = |other: &PieceKind| invariants.reduce(kind.bit() ^ other.bit()) == 0;
                let or = kinds.iter().copied().find(|other| *other != kind && same(other));
                if self.size == 3 { Unreachable::Swap } else { Unreachable::SwapOf { kind, or } }
            })
            .collect();
        if repair & CENTRES != 0 {
            reasons.push(Unreachable::CentreTurn);
        }
        reasons
    }

    /// Returns a reachable placement with the same net as `placement`.
    ///
    /// Identical pieces may be swapped, and a piece that is identical to itself after a twist or
    /// flip may be twisted or flipped: one change of each type is enough to remove every removable
    /// obstacle. If no variant is reachable, returns the obstacles of the variant with the fewest.
    pub(super) fn reachable_variant(
        &self,
        placement: Placement,
        directions: &[Direction; 6],
    ) -> Result<Placement, Vec<Unreachable>> {
        let invariants = self.parity_invariants();
        let mut variants = vec![placement];
        for &kind in PieceKind::of_size(self.size) {
            let changed: Vec<Placement> =
                variants.iter().flat_map(|variant| self.variants(kind, variant)).collect();
            variants = changed;
        }
        let mut fewest: Option<Vec<Unreachable>> = None;
        for variant in variants {
            let reasons = self.obstacles(&invariants, &variant, directions);
            if reasons.is_empty() {
                return Ok(variant);
            }
            if fewest.as_ref().is_none_or(|fewest| reasons.len() < fewest.len()) {
                fewest = Some(reasons);
            }
        }
        Err(fewest.expect("the placement itself is one of its variants"))
    }

    /// Returns the placement with and without a swap of two identical pieces of a kind, each with
    /// every invisible twist or flip of some piece of the kind.
    fn variants(&self, kind: PieceKind, placement: &Placement) -> Vec<Placement> {
        let n_orientations = kind.n_orientations();
        let mut lists = vec![placement.of(kind)];
        // Sticker k + shift of the first piece is equal to sticker k of the second.
        if let Some((first, second, shift)) = self.identical_pair(kind) {
            let mut swapped = lists[0].clone();
            let ((place_1, turn_1), (place_2, turn_2)) = (swapped[first], swapped[second]);
            swapped[first] = (place_2, (turn_2 + shift) % n_orientations);
            swapped[second] = (place_1, (turn_1 + n_orientations - shift) % n_orientations);
            lists.push(swapped);
        }
        if let Some(piece) = self.symmetric_piece(kind) {
            for i in 0..lists.len() {
                for turn in 1..n_orientations {
                    let mut turned = lists[i].clone();
                    turned[piece].1 = (turned[piece].1 + turn) % n_orientations;
                    lists.push(turned);
                }
            }
        }
        let with = |list: Vec<(u8, u8)>| {
            let of = |other| if other == kind { list.clone() } else { placement.of(other) };
            Placement::new(self.size, of)
        };
        lists.into_iter().map(with).collect()
    }
}
