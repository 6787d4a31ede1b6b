//! Runs operations on single puzzles.

use std::sync::Arc;

use gordian_core::Limit;
use gordian_grid::{Candidates, Grid};
use gordian_puzzles::Cell;
use gordian_sudoku::estimate;
use gordian_sudoku::formats::{ParsedPuzzle, digits_to_line};
use gordian_sudoku::tasks::{self, GivenRole, MinimiseOptions, TaskError};

use super::answer::{
    AnswerData, CandidatesAnswer, CanonicalAnswer, EstimateAnswer, MinimisedAnswer, PuzzleAnswer,
    RedundantAnswer, Status,
};
use super::batch::{Batch, ChunkResult};
use super::format::{format_grid, format_puzzle};
use super::logic_answer;
use super::options::Operation;
use super::search::{PuzzleSearch, check_solution};
use crate::ErrorDetail;
use crate::document::OutcomeName;

/// Runs the operation of a batch on one puzzle at a time.
pub(super) struct PuzzleWorker {
    search: PuzzleSearch,
}

/// The answer to a puzzle, or why it is invalid.
type AnswerOrError = Result<PuzzleAnswer, ErrorDetail>;

impl PuzzleWorker {
    pub(super) fn new(batch: &Arc<Batch>) -> Self {
        Self { search: PuzzleSearch::new(batch) }
    }

    fn batch(&self) -> &Batch {
        &self.search.batch
    }

    pub(super) fn answer(
        &mut self,
        read: &ParsedPuzzle,
        chunk_result: &mut ChunkResult,
    ) -> AnswerOrError {
        let puzzle = &read.puzzle;
        match self.batch().options.operation {
            Operation::Solve { prove: false } => self.search(puzzle, 1, chunk_result),
            Operation::Solve { prove: true } | Operation::Check { minimal: false } => {
                self.search(puzzle, 2, chunk_result)
            }
            Operation::Count { limit } => {
                self.search(puzzle, limit.unwrap_or(u64::MAX), chunk_result)
            }
            Operation::Estimate { probes, seed } => {
                Ok(self.estimate(puzzle, probes, seed, chunk_result))
            }
            Operation::Check { minimal: true } => self.check_minimality(puzzle, chunk_result),
            Operation::Candidates => Ok(self.candidates(puzzle, chunk_result)),
            Operation::Redundant => self.redundant(puzzle, chunk_result),
            Operation::Minimise(options) => self.minimise(puzzle, &options, chunk_result),
            Operation::Canonical => self.canonical(puzzle),
            Operation::Hint | Operation::Steps | Operation::Explain | Operation::Rate(_) => {
                logic_answer::answer(self.batch(), read, chunk_result)
            }
        }
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        chunk_result: &mut ChunkResult,
    ) -> AnswerOrError {
        let result = self.search.find(puzzle, limit, chunk_result)?;
        let options = &self.batch().options;
        Ok(result.into_answer(options.operation))
    }

    /// Estimates the number of solutions.
    fn estimate(
        &self,
        puzzle: &Grid,
        probes: u64,
        seed: u64,
        chunk_result: &mut ChunkResult,
    ) -> PuzzleAnswer {
        let start = Candidates::of(puzzle);
        let found = estimate(&puzzle.layout, &start, probes, seed, &self.batch().puzzle_cancel());
        chunk_result.engines.insert("estimate".to_owned());
        let status = found.stopped.map_or(Status::Found, Status::of_limit);
        let solved = found.mean > 0.0;
        let data = AnswerData::Estimate(EstimateAnswer { found, requested: probes });
        PuzzleAnswer::new(data, status, solved)
    }

    fn check_minimality(&mut self, puzzle: &Grid, chunk_result: &mut ChunkResult) -> AnswerOrError {
        let mut answer = self.search(puzzle, 2, chunk_result)?;
        if let AnswerData::Search(found) = &mut answer.data {
            let mut minimal = None;
            if found.result.verdict() == "unique" {
                let cancel = self.batch().puzzle_cancel();
                let finder = self.search.grid_search.finder(&puzzle.layout);
                minimal = tasks::is_minimal(finder, puzzle, &cancel).unwrap_or(None);
                if minimal.is_none() {
                    answer.status = Status::of_limit(cancel.stopped().unwrap_or(Limit::Time));
                }
            }
            found.minimal = Some(minimal);
        }
        Ok(answer)
    }

    fn candidates(&mut self, puzzle: &Grid, chunk_result: &mut ChunkResult) -> PuzzleAnswer {
        let batch = Arc::clone(&self.search.batch);
        let cancel = batch.puzzle_cancel();
        self.search.finder(&puzzle.layout, chunk_result);
        let search = &mut self.search.grid_search;
        let answer = CandidatesAnswer::find(puzzle, search, &cancel, &*batch.progress);
        let (is_empty, limit) = (answer.is_empty(), answer.limit);
        PuzzleAnswer::new(AnswerData::Candidates(answer), status(is_empty, limit), !is_empty)
    }

    fn redundant(&mut self, puzzle: &Grid, chunk_result: &mut ChunkResult) -> AnswerOrError {
        let batch = Arc::clone(&self.search.batch);
        let cancel = batch.puzzle_cancel();
        let finder = self.search.finder(&puzzle.layout, chunk_result);
        let found = match tasks::given_roles(finder, puzzle, &cancel, &*batch.progress) {
            Ok(found) => found,
            Err(error) => {
                let (status, outcome) = self.no_unique_solution(&error, puzzle)?;
                let data = AnswerData::Redundant(RedundantAnswer {
                    redundant: None,
                    outcome,
                    unique: (outcome == OutcomeName::Solved).then_some(false),
                    limit: limit_of(status),
                });
                return Ok(PuzzleAnswer::new(data, status, outcome == OutcomeName::Solved));
            }
        };
        check_solution(puzzle, &found.solution, "single")?;
        let n = puzzle.layout.n();
        let mut stopped = None;
        let mut cells = Vec::new();
        for (cell, role) in &found.roles {
            match role {
                GivenRole::Redundant { .. } => cells.push(Cell::of_index(*cell, n).to_string()),
                GivenRole::Needed { .. } => {}
                GivenRole::Undecided { limit } => stopped = Some(*limit),
            }
        }
        let data = AnswerData::Redundant(RedundantAnswer {
            redundant: Some(cells),
            outcome: OutcomeName::Solved,
            unique: Some(true),
            limit: stopped,
        });
        Ok(PuzzleAnswer::new(data, status(false, stopped), true))
    }

    fn minimise(
        &mut self,
        puzzle: &Grid,
        options: &MinimiseOptions,
        chunk_result: &mut ChunkResult,
    ) -> AnswerOrError {
        let batch = Arc::clone(&self.search.batch);
        let cancel = batch.puzzle_cancel();
        let finder = self.search.finder(&puzzle.layout, chunk_result);
        let found = match tasks::minimise(finder, puzzle, options, &cancel, &*batch.progress) {
            Ok(found) => found,
            Err(error) => {
                let (status, outcome) = self.no_unique_solution(&error, puzzle)?;
                let data = AnswerData::Minimised(MinimisedAnswer {
                    puzzle: None,
                    solution: None,
                    removed: None,
                    outcome,
                    unique: (outcome == OutcomeName::Solved).then_some(false),
                    limit: limit_of(status),
                });
                return Ok(PuzzleAnswer::new(data, status, outcome == OutcomeName::Solved));
            }
        };
        check_solution(&found.puzzle, &found.solution, "single")?;
        let n = puzzle.layout.n();
        let text = format_puzzle(batch.options.form, &batch.options.reading, &found.puzzle)?;
        let removed = found.removed_cells.iter().map(|&cell| Cell::of_index(cell, n).to_string());
        let data = AnswerData::Minimised(MinimisedAnswer {
            puzzle: Some(text),
            solution: Some(digits_to_line(n, &found.solution)),
            removed: Some(removed.collect()),
            outcome: OutcomeName::Solved,
            unique: Some(true),
            limit: found.stopped,
        });
        Ok(PuzzleAnswer::new(data, status(false, found.stopped), true))
    }

    fn canonical(&mut self, puzzle: &Grid) -> AnswerOrError {
        let found = tasks::canonical(puzzle).map_err(|error| task_error(&error, 9))?;
        let data = AnswerData::Canonical(CanonicalAnswer {
            puzzle: format_grid(self.batch().options.form, 9, &found.digits),
            automorphisms: found.automorphisms,
        });
        let solved = puzzle.givens.iter().all(|&digit| digit != 0);
        Ok(PuzzleAnswer::new(data, Status::Found, solved))
    }

    /// Returns the status and the outcome of an operation that requires a unique solution, for a
    /// puzzle without one.
    fn no_unique_solution(
        &mut self,
        error: &TaskError,
        puzzle: &Grid,
    ) -> Result<(Status, OutcomeName), ErrorDetail> {
        match error {
            TaskError::NoSolution => Ok((Status::None, OutcomeName::Infeasible)),
            TaskError::SeveralSolutions { solutions: two } => {
                for solution in two {
                    check_solution(puzzle, solution, "single")?;
                }
                Ok((Status::None, OutcomeName::Solved))
            }
            TaskError::Undecided { limit } => Ok((Status::of_limit(*limit), OutcomeName::Stopped)),
            error => Err(task_error(error, puzzle.layout.n())),
        }
    }
}

/// Returns the status of an operation that has found nothing or something before it ended.
fn status(none: bool, stopped: Option<Limit>) -> Status {
    match stopped {
        Some(limit) => Status::of_limit(limit),
        None if none => Status::None,
        None => Status::Found,
    }
}

fn limit_of(status: Status) -> Option<Limit> {
    match status {
        Status::Stopped(limit) => Some(limit),
        Status::Found | Status::None => None,
    }
}

/// Converts an error of an operation on a grid of `n` rows.
pub(crate) fn task_error(error: &TaskError, n: usize) -> ErrorDetail {
    let message = error.to_string();
    match *error {
        TaskError::NotClassic => ErrorDetail::new("sudoku.not-classic", message),
        TaskError::PencilMarks => {
            ErrorDetail::new("sudoku.marks", message).hint("write the puzzle as givens only")
        }
        TaskError::Asymmetric { cell, image } => {
            let (cell, image) = (Cell::of_index(cell, n), Cell::of_index(image, n));
            let message =
                format!("the givens are not symmetric: {cell} is a given, {image} is not");
            ErrorDetail::new("sudoku.asymmetric", message).hint("choose no symmetry, `none`")
        }
        TaskError::NoSolution => {
            ErrorDetail::new("sudoku.no-grid", "a grid with this layout has no solution")
        }
        _ => ErrorDetail::new("sudoku.impossible", message),
    }
}
