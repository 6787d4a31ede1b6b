//! Which placements can be reached by turning the faces.
//!
//! A turn of a face moves four corners and four edges in a circle, so the permutations of corners
//! and of edges are both odd or both even. It never changes the sum of all twists (modulo 3) nor of
//! all flips (modulo 2), and it turns one centre by a quarter, so the quarter turns of the centres
//! are odd together with the corners. These are the only obstacles: a placement that meets none of
//! them can be reached. (The twists and flips may be counted against any fixed choice of a first
//! sticker, as it cancels out over each circle.)
//!
//! *Source*: the laws of the cube are in D. Singmaster, "Notes on Rubik's Magic Cube", 1981; that of
//! the centres concerns cubes with a picture on each face.

use thiserror::Error;

use super::{Direction, Placement, SudokuCube};

/// Why no turns lead to a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum Unreachable {
    /// The permutation of the corners is odd and that of the edges even, or the other way round.
    #[error("no turns lead there: two pieces would have to be swapped")]
    Swap,
    /// The twists of the corners do not add up to whole turns.
    #[error(
        "no turns lead there: one corner would have to be twisted by a third {}",
        if *.clockwise { "clockwise" } else { "anticlockwise" }
    )]
    Twist {
        /// Which way the twist goes, seen from outside.
        clockwise: bool,
    },
    /// The number of flipped edges is odd.
    #[error("no turns lead there: one edge would have to be flipped")]
    Flip,
    /// The permutations agree, but the centres' quarter turns are odd where they are even, or the
    /// other way round.
    #[error("no turns lead there: one centre would have to be turned by a quarter")]
    CentreTurn,
}

/// Returns whether it takes an odd number of swaps to bring every piece to its place.
fn is_odd(places: impl Iterator<Item = u8>) -> bool {
    let places: Vec<u8> = places.collect();
    let pairs = places.iter().enumerate();
    pairs.map(|(i, a)| places[i..].iter().filter(|b| a > b).count()).sum::<usize>() % 2 == 1
}

impl SudokuCube {
    /// Says whether turns of the faces lead from the cube as it is to `placement`, with the faces
    /// solved in the given directions.
    ///
    /// The directions matter where the direction of every centre is known: a centre must come to
    /// look the way its face looks (or, if its digit reads two ways, the opposite way, which is the
    /// same to this question). With a centre that nobody knows about, the centres are no obstacle.
    ///
    /// *Shape*: directions in the order of [`super::Face::ALL`]. The placement must put each piece
    /// at a place of its own; this is not checked here.
    ///
    /// # Errors
    ///
    /// Returns the obstacles: what would have to be done to the cube with a screwdriver.
    pub fn reachability(
        &self,
        placement: &Placement,
        directions: &[Direction; 6],
    ) -> Result<(), Vec<Unreachable>> {
        let mut reasons = Vec::new();
        let corners_odd = is_odd(placement.corners.iter().map(|&(place, _)| place));
        let edges_odd = is_odd(placement.edges.iter().map(|&(place, _)| place));
        if corners_odd != edges_odd {
            reasons.push(Unreachable::Swap);
        }
        // Twist 1 shows the second sticker on the first face: the piece turned anticlockwise.
        match placement.corners.iter().map(|&(_, twist)| u32::from(twist)).sum::<u32>() % 3 {
            0 => {}
            excess => reasons.push(Unreachable::Twist { clockwise: excess == 2 }),
        }
        if placement.edges.iter().map(|&(_, flip)| u32::from(flip)).sum::<u32>() % 2 == 1 {
            reasons.push(Unreachable::Flip);
        }
        let quarters: Option<u32> = self
            .centres
            .iter()
            .zip(directions)
            .map(|(centre, to)| Some(u32::from(centre.direction?.turns() + to.turns())))
            .sum();
        // With a swap to make, choosing corners or edges for it sets the centres right as well.
        let centres_fit = quarters.is_none_or(|quarters| (quarters % 2 == 1) == corners_odd);
        if !centres_fit && corners_odd == edges_odd {
            reasons.push(Unreachable::CentreTurn);
        }
        if reasons.is_empty() { Ok(()) } else { Err(reasons) }
    }

    /// Returns a placement that looks like `placement` and can be reached.
    ///
    /// Pieces that look the same may change places, and a piece that looks the same when twisted or
    /// flipped may be so: one change of each sort is enough to meet every obstacle that can be met.
    /// If none helps, the obstacles of the placement itself are returned.
    pub(super) fn reachable_variant(
        &self,
        placement: Placement,
        directions: &[Direction; 6],
    ) -> Result<Placement, Vec<Unreachable>> {
        let corners = self.variants(&self.corners, &placement.corners);
        let edges = self.variants(&self.edges, &placement.edges);
        for corners in &corners {
            for edges in &edges {
                let variant = Placement { corners: *corners, edges: *edges };
                if self.reachability(&variant, directions).is_ok() {
                    return Ok(variant);
                }
            }
        }
        match self.reachability(&placement, directions) {
            Ok(()) => Ok(placement),
            Err(reasons) => Err(reasons),
        }
    }

    /// Returns the places with and without a swap of two pieces that look the same, each with every
    /// turn that some piece can make unseen.
    fn variants<const N: usize, const P: usize>(
        &self,
        pieces: &[[super::Sticker; N]; P],
        placed: &[(u8, u8); P],
    ) -> Vec<[(u8, u8); P]> {
        let modulus = u8::try_from(N).expect("a piece has at most three stickers");
        let mut variants = vec![*placed];
        let pairs = (0..P).flat_map(|first| (0..first).map(move |second| (first, second)));
        let swap = pairs.into_iter().find_map(|(first, second)| {
            // Sticker k + shift of the first piece looks like sticker k of the second.
            let shift = self.turns_that_match(&pieces[first], &pieces[second]).next()?;
            Some((first, second, shift))
        });
        if let Some((first, second, shift)) = swap {
            let mut swapped = *placed;
            let ((place_1, turn_1), (place_2, turn_2)) = (placed[first], placed[second]);
            swapped[first] = (place_2, (turn_2 + shift) % modulus);
            swapped[second] = (place_1, (turn_1 + modulus - shift) % modulus);
            variants.push(swapped);
        }
        let symmetric = (0..P).find_map(|piece| {
            let unseen = self.turns_that_match(&pieces[piece], &pieces[piece]);
            unseen.last().filter(|&turn| turn != 0).map(|turn| (piece, turn))
        });
        if let Some((piece, _)) = symmetric {
            for i in 0..variants.len() {
                for turn in 1..modulus {
                    let mut turned = variants[i];
                    turned[piece].1 = (turned[piece].1 + turn) % modulus;
                    variants.push(turned);
                }
            }
        }
        variants
    }
}
