//! Which arrangements of the pieces turns of the faces lead to.
//!
//! A turn of a face moves four corners and four edges in a circle, so the permutations of corners
//! and of edges are both odd or both even. It never changes the sum of all twists (modulo 3) nor of
//! all flips (modulo 2), and a quarter turn turns one centre by a quarter, so the quarter turns of
//! the centres add up to an odd number exactly when the permutation of the corners is odd. These are
//! the only obstacles: an arrangement that meets none of them can be reached.
//!
//! *Source*: the laws of the cube are in D. Singmaster, "Notes on Rubik's Magic Cube", 1981; that of
//! the centres concerns cubes with a picture on each face.

use thiserror::Error;

use super::face::{CORNERS, EDGES, Face, name};
use super::position::OrientedPiece;

/// Why there is no such cube, or why no turns lead to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum UnsolvableReason {
    /// A number that stands for no piece, or for no way to turn it.
    #[error("place {place} has no piece with such numbers")]
    NoSuchPiece {
        /// The place: `URF`, `UR`, or `U` for a centre.
        place: String,
    },
    /// A piece is at several places.
    #[error("piece {piece} is there {times} times")]
    DuplicatePiece {
        /// The piece, by its place on the solved cube.
        piece: String,
        /// How often it is there.
        times: usize,
    },
    /// A piece is nowhere.
    #[error("piece {piece} is missing")]
    MissingPiece {
        /// The piece, by its place on the solved cube.
        piece: String,
    },
    /// The permutation of the corners is odd and that of the edges even, or the other way round.
    #[error("two pieces are swapped")]
    SwappedPieces,
    /// The twists of the corners do not add up to whole turns.
    #[error(
        "one corner is twisted by a third {}",
        if *.clockwise { "clockwise" } else { "anticlockwise" }
    )]
    TwistedCorner {
        /// Which way it is twisted, seen from outside.
        clockwise: bool,
    },
    /// The number of flipped edges is odd.
    #[error("one edge is flipped")]
    FlippedEdge,
    /// The pieces could be reached, but not with the centres like that: their quarter turns are odd
    /// where they should be even, or the other way round.
    #[error("one centre is turned by a quarter")]
    TurnedCentre,
}

impl UnsolvableReason {
    /// Returns a name that programs can rely on. All of them are listed in `docs/cube.md`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoSuchPiece { .. } => "cube.no-such-piece",
            Self::DuplicatePiece { .. } => "cube.piece-twice",
            Self::MissingPiece { .. } => "cube.piece-missing",
            Self::SwappedPieces => "cube.swapped-pieces",
            Self::TwistedCorner { .. } => "cube.twisted-corner",
            Self::FlippedEdge => "cube.flipped-edge",
            Self::TurnedCentre => "cube.turned-centre",
        }
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NoSuchPiece { .. } => {
                "corners are 0 to 7 with twists 0 to 2, edges 0 to 11 with flips 0 and 1, centres \
                 have 0 to 3 quarter turns"
            }
            Self::DuplicatePiece { .. } | Self::MissingPiece { .. } => {
                "compare the stickers with the cube: a letter is probably wrong"
            }
            Self::SwappedPieces | Self::TwistedCorner { .. } | Self::FlippedEdge => {
                "compare the stickers with the cube; if they are right, it was taken apart and put \
                 together wrongly, and no turns solve it"
            }
            Self::TurnedCentre => {
                "compare the directions of the centres with the cube, or leave them out"
            }
        }
    }
}

/// Checks an arrangement of pieces.
pub(crate) fn check(
    corners: &[OrientedPiece; 8],
    edges: &[OrientedPiece; 12],
    centres: &[Option<u8>; 6],
) -> Result<(), Vec<UnsolvableReason>> {
    let mut reasons = Vec::new();
    check_pieces(corners, &CORNERS, &mut reasons);
    check_pieces(edges, &EDGES, &mut reasons);
    for (face, quarters) in Face::ALL.iter().zip(centres) {
        if quarters.is_some_and(|quarters| quarters > 3) {
            reasons.push(UnsolvableReason::NoSuchPiece { place: face.name().to_owned() });
        }
    }
    if reasons.is_empty() {
        check_laws(corners, edges, centres, &mut reasons);
    }
    if reasons.is_empty() { Ok(()) } else { Err(reasons) }
}

/// Checks that the pieces at these places are all there, each once.
fn check_pieces<const N: usize, const P: usize>(
    placed: &[OrientedPiece; P],
    places: &[[Face; N]; P],
    reasons: &mut Vec<UnsolvableReason>,
) {
    let n_before = reasons.len();
    let mut times = [0; P];
    for (it, place) in placed.iter().zip(places) {
        match times.get_mut(usize::from(it.piece)) {
            Some(times) if usize::from(it.orientation) < N => *times += 1,
            _ => reasons.push(UnsolvableReason::NoSuchPiece { place: name(place) }),
        }
    }
    // Without this, a wrong number would be reported a second time as a missing piece.
    if reasons.len() > n_before {
        return;
    }
    for (&times, place) in times.iter().zip(places) {
        let piece = name(place);
        match times {
            0 => reasons.push(UnsolvableReason::MissingPiece { piece }),
            1 => {}
            _ => reasons.push(UnsolvableReason::DuplicatePiece { piece, times }),
        }
    }
}

/// Checks what turns of the faces keep.
fn check_laws(
    corners: &[OrientedPiece; 8],
    edges: &[OrientedPiece; 12],
    centres: &[Option<u8>; 6],
    reasons: &mut Vec<UnsolvableReason>,
) {
    let corners_odd = is_odd(corners);
    let swapped = corners_odd != is_odd(edges);
    if swapped {
        reasons.push(UnsolvableReason::SwappedPieces);
    }
    match corners.iter().map(|it| it.orientation).sum::<u8>() % 3 {
        0 => {}
        excess => reasons.push(UnsolvableReason::TwistedCorner { clockwise: excess == 1 }),
    }
    if edges.iter().map(|it| it.orientation).sum::<u8>() % 2 == 1 {
        reasons.push(UnsolvableReason::FlippedEdge);
    }
    // With a swap to undo, choosing corners or edges for it sets the centres right as well.
    let quarters: Option<u8> = centres.iter().copied().sum();
    if !swapped && quarters.is_some_and(|quarters| (quarters % 2 == 1) != corners_odd) {
        reasons.push(UnsolvableReason::TurnedCentre);
    }
}

/// Returns whether it takes an odd number of swaps to bring every piece to its place.
pub(crate) fn is_odd(placed: &[OrientedPiece]) -> bool {
    let inversions = |(i, it): (usize, &OrientedPiece)| {
        placed[i..].iter().filter(|later| it.piece > later.piece).count()
    };
    placed.iter().enumerate().map(inversions).sum::<usize>() % 2 == 1
}
