//! Checks a sequence of moves by replaying it on the reference simulator.

use gordian_perm::cube3::{CORNERS, EDGES, Face, OrientedPiece, Position, Sequence};
use thiserror::Error;

use super::Cube3;
use crate::board::cell::count_noun;

/// A reason why the position after a sequence of moves is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TurnsViolation {
    /// Pieces are not in their places.
    #[error("after the moves {} not in place: {}", are(*.n_corners, *.n_edges), .pieces.join(", "))]
    Misplaced {
        /// The pieces, corners first: `URF`, `UR`.
        pieces: Vec<String>,
        /// How many of them are corners.
        n_corners: usize,
        /// How many of them are edges.
        n_edges: usize,
    },
    /// Pieces are in place, but a corner is twisted or an edge flipped.
    #[error("after the moves {} in place, but turned: {}", are(*.n_corners, *.n_edges), .pieces.join(", "))]
    Turned {
        /// The pieces, corners first: `URF`, `UR`.
        pieces: Vec<String>,
        /// How many of them are corners.
        n_corners: usize,
        /// How many of them are edges.
        n_edges: usize,
    },
    /// Centres do not have the directions of the solved cube.
    #[error("after the moves centres are turned: {}", turned(.centres))]
    Centres {
        /// The faces, each with the number of clockwise quarter turns of its centre; `None` if it
        /// is unknown.
        centres: Vec<(Face, Option<u8>)>,
    },
}

/// Writes how many corners and edges there are, and "are".
fn are(n_corners: usize, n_edges: usize) -> String {
    let verb = if n_corners + n_edges == 1 { "is" } else { "are" };
    let (corners, edges) = (count_noun(n_corners, "corner"), count_noun(n_edges, "edge"));
    match (n_corners, n_edges) {
        (_, 0) => format!("{corners} {verb}"),
        (0, _) => format!("{edges} {verb}"),
        _ => format!("{corners} and {edges} {verb}"),
    }
}

/// Writes how centres are turned.
fn turned(centres: &[(Face, Option<u8>)]) -> String {
    let write = |&(face, quarters): &(Face, Option<u8>)| {
        let how = match quarters {
            Some(1) => "a quarter clockwise",
            Some(2) => "half",
            Some(_) => "a quarter anticlockwise",
            None => "not known how",
        };
        format!("{face} ({how})")
    };
    centres.iter().map(write).collect::<Vec<_>>().join(", ")
}

impl Cube3 {
    /// Checks that a sequence of moves solves the cube.
    ///
    /// # Errors
    ///
    /// Returns everything that is not solved.
    pub fn check(&self, moves: &Sequence) -> Result<(), Vec<TurnsViolation>> {
        let reached = self.position.apply(moves);
        let mut violations = Vec::new();
        let (mut misplaced, mut turned) = (Vec::new(), Vec::new());
        let n_corners = sort(reached.corners(), &CORNERS, &mut misplaced, &mut turned);
        let n_edges = sort(reached.edges(), &EDGES, &mut misplaced, &mut turned);
        if !misplaced.is_empty() {
            violations.push(TurnsViolation::Misplaced {
                pieces: misplaced,
                n_corners: n_corners.0,
                n_edges: n_edges.0,
            });
        }
        if !turned.is_empty() {
            violations.push(TurnsViolation::Turned {
                pieces: turned,
                n_corners: n_corners.1,
                n_edges: n_edges.1,
            });
        }
        if self.centres && !reached.centres_solved() {
            violations.push(TurnsViolation::Centres { centres: wrong_centres(&reached) });
        }
        if violations.is_empty() { Ok(()) } else { Err(violations) }
    }
}

/// Adds the pieces that are not as they should be to the lists, by their names. Returns how many it
/// added to each.
fn sort<const N: usize>(
    placed: &[OrientedPiece],
    places: &[[Face; N]],
    misplaced: &mut Vec<String>,
    turned: &mut Vec<String>,
) -> (usize, usize) {
    let before = (misplaced.len(), turned.len());
    for (place, it) in placed.iter().enumerate() {
        let piece = usize::from(it.piece);
        let name = places[piece].map(Face::name).concat();
        if piece != place {
            misplaced.push(name);
        } else if it.orientation != 0 {
            turned.push(name);
        }
    }
    (misplaced.len() - before.0, turned.len() - before.1)
}

fn wrong_centres(position: &Position) -> Vec<(Face, Option<u8>)> {
    let centres = Face::ALL.into_iter().zip(*position.centres());
    centres.filter(|(_, quarters)| *quarters != Some(0)).collect()
}
