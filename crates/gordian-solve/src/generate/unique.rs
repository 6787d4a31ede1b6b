//! Changes a board a little, again and again, until it has one solution.
//!
//! While there is another solution, the board is replaced by one of its
//! [variations](gordian_puzzles::pencil::Rules::variations) of which that one, and every other
//! solution that was found before, is none. Each step excludes a solution, whereas a large board
//! that is begun again at random is almost never unique.

use gordian_core::{Cancel, Random};
use gordian_puzzles::pencil::{Board, Marks, PencilKind, Solved, remove_impossible_clues};
use gordian_puzzles::{Metadata, Puzzle, Solution};

use super::GenerateError;
use super::proof::{Others, others};

/// How many searches for another solution there are before a board is given up.
const MAX_SEARCHES: usize = 400;
/// How often the board changes without a search before it is given up.
const MAX_STEPS: usize = 200;
/// How many searches may end without a verdict before a board is given up.
const MAX_UNKNOWN: usize = 30;
/// The conflicts of the last turn of a search for another solution.
const CONFLICTS: u64 = 8_000;

/// A board with all its clues, and its intended solution.
#[derive(Clone)]
pub(super) struct Intended {
    pub(super) board: Board,
    pub(super) marks: Marks,
    pub(super) solved: Solved,
}

impl Intended {
    /// Writes all clues of a solution on a board. `marks` are those of a solution of the same form.
    pub(super) fn new(
        pencil: &PencilKind,
        mut board: Board,
        solved: Solved,
        marks: &Marks,
    ) -> Self {
        (pencil.write_clues)(&mut board, &solved);
        remove_impossible_clues(pencil.form, &mut board);
        let marks = with_values(marks, &solved);
        Self { board, marks, solved }
    }

    pub(super) fn solution(&self, pencil: &PencilKind) -> Solution {
        (pencil.solution)(self.marks.clone())
    }

    fn puzzle(&self, pencil: &PencilKind) -> Option<Puzzle> {
        (pencil.puzzle)(Metadata::default(), self.board.clone()).ok()
    }
}

/// Returns marks with the values of a solution, in the layers that they have.
fn with_values(marks: &Marks, solved: &Solved) -> Marks {
    let mut marks = marks.clone();
    if let Some(cells) = &mut marks.cells {
        for (cell, &value) in solved.cells.iter() {
            cells[cell] = Some(value);
        }
    }
    if let Some(edges) = &mut marks.edges {
        for (edge, &value) in solved.edges.iter() {
            edges[edge] = Some(value);
        }
    }
    marks
}

/// Changes a board until it has one solution; `None` if it is given up.
pub(super) fn make_unique(
    pencil: &PencilKind,
    mut intended: Intended,
    random: &mut Random,
    cancel: &Cancel,
) -> Result<Option<Intended>, GenerateError> {
    let mut found: Vec<(Solved, Solution)> = Vec::new();
    let (mut n_steps, mut n_unknown) = (0, 0);
    while n_steps < MAX_STEPS {
        n_steps += 1;
        if let Some(limit) = cancel.stopped() {
            return Err(GenerateError::Stopped(limit));
        }
        let Some(puzzle) = intended.puzzle(pencil) else { return Ok(None) };
        let known = found.iter().rposition(|(_, other)| puzzle.check(other).is_ok());
        let known = match known {
            Some(known) => known,
            None if found.len() == MAX_SEARCHES => return Ok(None),
            None => {
                let solution = intended.solution(pencil);
                match others(pencil, &intended.board, &solution, CONFLICTS, cancel)? {
                    Others::None => return Ok(Some(intended)),
                    Others::One(other) => {
                        let marks = (pencil.marks)(&other).expect("a solution of the kind");
                        let Some(solved) = marks.solved() else { return Ok(None) };
                        found.push((solved, other));
                        n_steps = 0;
                        found.len() - 1
                    }
                    // Another change in the direction of an earlier one: boards get easier.
                    Others::Unknown if !found.is_empty() && n_unknown < MAX_UNKNOWN => {
                        n_unknown += 1;
                        random.below(found.len())
                    }
                    Others::NoSolution | Others::Unknown => return Ok(None),
                }
            }
        };
        let Some(next) = excluding(pencil, &intended, &found, known, random) else {
            return Ok(None);
        };
        intended = next;
    }
    Ok(None)
}

/// Returns a variation that excludes the solution `known` of those found, and all or almost all of
/// the others.
fn excluding(
    pencil: &PencilKind,
    intended: &Intended,
    found: &[(Solved, Solution)],
    known: usize,
    random: &mut Random,
) -> Option<Intended> {
    let (other, excluded) = &found[known];
    let mut best: Option<Intended> = None;
    // The number of solutions found that the best variation has.
    let mut n_best = usize::MAX;
    for (board, solved) in (pencil.variations)(&intended.board, &intended.solved, other, random) {
        let varied = Intended::new(pencil, board, solved, &intended.marks);
        let Some(puzzle) = varied.puzzle(pencil) else { continue };
        let accepts = |solution: &Solution| puzzle.check(solution).is_ok();
        if !accepts(&varied.solution(pencil)) || accepts(excluded) {
            continue;
        }
        let accepted = found.iter().rev().filter(|(_, other)| accepts(other));
        let n = accepted.take(n_best).count();
        if n < n_best {
            (best, n_best) = (Some(varied), n);
        }
        if n == 0 {
            break;
        }
    }
    best
}
