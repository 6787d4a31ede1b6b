//! Removes clues while the solution is unique.

use std::collections::{BTreeSet, VecDeque};

use gordian_core::{Cancel, Random};
use gordian_puzzles::pencil::{Board, PencilKind};
use gordian_puzzles::{Metadata, Solution};

use super::proof::{Others, others};
use super::unique::Intended;
use super::{ClueSite, GenerateError, Symmetry};

/// The conflicts of the last turn of a proof that clues can be removed: if it needs more, they
/// stay.
const CONFLICTS: u64 = 8_000;
/// The largest number of clues that are removed together.
const MAX_PART: usize = 8;
/// On boards with more clues than this, parts are larger, and single clues are not tried.
const MANY_CLUES: usize = 250;
/// How many other solutions are kept, to see without a search that a clue is needed.
const MAX_KEPT: usize = 64;

/// Removes clues while the solution is unique, which is proved each time. Returns the boards from
/// that with all clues to that with the fewest.
///
/// On a board with few clues, none that is left can be removed, unless a proof takes too long. On a
/// large board, clues are removed in groups only.
pub(super) fn reduce(
    pencil: &PencilKind,
    intended: &Intended,
    symmetry: Symmetry,
    random: &mut Random,
    cancel: &Cancel,
) -> Result<Vec<Board>, GenerateError> {
    let solution = intended.solution(pencil);
    let size = intended.board.size();
    let mut orbits: Vec<Vec<ClueSite>> = Vec::new();
    let mut seen = BTreeSet::new();
    for site in ClueSite::all(pencil.form, &intended.board) {
        if seen.insert(site) {
            let image = site.image(symmetry, size);
            let is_pair = image != site && seen.insert(image);
            orbits.push(if is_pair { vec![site, image] } else { vec![site] });
        }
    }
    random.shuffle(&mut orbits);
    let n_parts = seen.len().div_ceil(MANY_CLUES);
    let mut kept: VecDeque<Solution> = VecDeque::new();
    // Parts that can be removed as a whole are found early, single clues at the end.
    let mut parts: Vec<Vec<Vec<ClueSite>>> = vec![orbits];
    let mut boards = vec![intended.board.clone()];
    while let Some(part) = parts.pop() {
        let mut without = boards[boards.len() - 1].clone();
        part.iter().flatten().for_each(|site| site.clear(pencil.form, &mut without));
        let is_small = part.len() <= MAX_PART * n_parts;
        if is_small && is_unique(pencil, &without, &solution, &mut kept, cancel)? {
            boards.push(without);
        } else if part.len() > n_parts {
            let (first, second) = part.split_at(part.len() / 2);
            parts.push(second.to_vec());
            parts.push(first.to_vec());
        }
    }
    Ok(boards)
}

/// Returns whether it was proved that a board has only one solution, this one. Other solutions are
/// kept: many of them are solutions of later boards too.
fn is_unique(
    pencil: &PencilKind,
    board: &Board,
    solution: &Solution,
    kept: &mut VecDeque<Solution>,
    cancel: &Cancel,
) -> Result<bool, GenerateError> {
    let puzzle = (pencil.puzzle)(Metadata::default(), board.clone());
    if puzzle.is_ok_and(|puzzle| kept.iter().any(|other| puzzle.check(other).is_ok())) {
        return Ok(false);
    }
    match others(pencil, board, solution, CONFLICTS, cancel)? {
        Others::None => Ok(true),
        Others::One(other) => {
            kept.push_front(other);
            kept.truncate(MAX_KEPT);
            Ok(false)
        }
        Others::NoSolution | Others::Unknown => Ok(false),
    }
}
