//! The laws of the cube: which arrangements of the pieces are solvable.
//!
//! A quarter turn of a face cycles four corners and four edges, so the permutations of corners and
//! of edges have the same parity. It preserves the sum of all twists (modulo 3) and of all flips
//! (modulo 2). It also turns one centre by a quarter, so the sum of the centres' quarter turns has
//! the parity of the corner permutation. An arrangement that satisfies these laws is solvable.
//!
//! *Source*: D. Singmaster, "Notes on Rubik's Magic Cube", 1981; the law of the centres concerns
//! cubes with a picture on each face.

use thiserror::Error;

use super::face::{CORNERS, EDGES, Face, name};
use super::position::OrientedPiece;

/// A reason why an arrangement is not a solvable position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
#[non_exhaustive]
pub enum UnsolvableReason {
    /// A piece number or an orientation is out of range.
    #[error("place {place} has an invalid piece number or orientation")]
    NoSuchPiece {
        /// The place: `URF`, `UR`, or `U` for a centre.
        place: String,
    },
    /// A piece is at several places.
    #[error("piece {piece} occurs {times} times")]
    DuplicatePiece {
        /// The piece, by its place on the solved cube.
        piece: String,
        /// The number of occurrences.
        times: usize,
    },
    /// A piece is missing.
    #[error("piece {piece} is missing")]
    MissingPiece {
        /// The piece, by its place on the solved cube.
        piece: String,
    },
    /// The permutations of corners and edges have different parities.
    #[error("two pieces are swapped")]
    SwappedPieces,
    /// The sum of the corner twists is not a multiple of 3.
    #[error(
        "one corner is twisted by a third {}",
        if *.clockwise { "clockwise" } else { "anticlockwise" }
    )]
    TwistedCorner {
        /// The direction of the twist, seen from outside.
        clockwise: bool,
    },
    /// The number of flipped edges is odd.
    #[error("one edge is flipped")]
    FlippedEdge,
    /// The corners and edges are solvable, but the sum of the centres' quarter turns has the wrong
    /// parity.
    #[error("one centre is turned by a quarter")]
    TurnedCentre,
}

impl UnsolvableReason {
    /// Returns a stable code. All codes are listed in `docs/guides/cube.md`.
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

    /// Returns a hint on how to fix the error.
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
                "compare the stickers with the cube; if they are right, the cube was reassembled \
                 wrongly and cannot be solved by turns"
            }
            Self::TurnedCentre => {
                "compare the orientations of the centres with the cube, or leave them out"
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

/// Checks that each piece occurs exactly once.
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
    // Otherwise an invalid number would be reported a second time as a missing piece.
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

/// Checks the invariants of face turns.
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
    // With a parity error, the choice to swap corners or edges also decides the centres' parity.
    let quarters: Option<u8> = centres.iter().copied().sum();
    if !swapped && quarters.is_some_and(|quarters| (quarters % 2 == 1) != corners_odd) {
        reasons.push(UnsolvableReason::TurnedCentre);
    }
}

/// Returns whether the permutation of the pieces is odd.
pub(crate) fn is_odd(placed: &[OrientedPiece]) -> bool {
    let inversions = |(i, it): (usize, &OrientedPiece)| {
        placed[i..].iter().filter(|later| it.piece > later.piece).count()
    };
    placed.iter().enumerate().map(inversions).sum::<usize>() % 2 == 1
}
