//! The catalogue: each kind of puzzle as a naive model.
//!
//! The models use integers, all-different, remainders, conditions and implications, and are not
//! tuned: making them fast is the task of the compiler. `--report` and `--conflict` show the names
//! of constraints, so these use the vocabulary of the puzzle.

use std::fmt;

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_model::{Assignment, Model};
use gordian_puzzles::{Puzzle, Solution};

use crate::kind::{Decoder, KindModel, Parts};
use crate::model_budget::ModelBudget;
use crate::request::Request;
use crate::{SolveError, kinds};

/// The model of a puzzle, with a decoder for its assignments.
pub struct PuzzleModel {
    model: Model,
    decoder: Decoder<Solution>,
    parts: Option<Parts<Solution>>,
    n_bytes: u64,
}

impl fmt::Debug for PuzzleModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PuzzleModel").field("model", &self.model).finish_non_exhaustive()
    }
}

impl PuzzleModel {
    /// Returns the naive model of `puzzle`; `None` for kinds such as `square1` and `cube3`, whose
    /// solutions are sequences of moves and not states.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        Self::build(puzzle, &ModelBudget::unlimited()).expect("there is no limit")
    }

    /// Returns the model as [`PuzzleModel::new`] does, within the memory of a request.
    ///
    /// # Errors
    ///
    /// Returns the limit that stopped the work.
    pub(crate) fn within(
        puzzle: &Puzzle,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<Option<Self>, Limit> {
        Self::build(puzzle, &ModelBudget::new(request.max_bytes(), cancel))
    }

    fn build(puzzle: &Puzzle, budget: &ModelBudget) -> Result<Option<Self>, Limit> {
        let built = kinds::of(puzzle).model(puzzle, budget)?;
        Ok(built.map(|KindModel { mut model, decoder, parts }| {
            if let Some(title) = puzzle.title() {
                model.set_title(title);
            }
            Self { model, decoder, parts, n_bytes: budget.n_bytes() }
        }))
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Decodes an assignment of the model to a solution.
    #[must_use]
    pub fn solution(&self, values: &Assignment) -> Solution {
        (self.decoder)(values)
    }

    /// Returns how parts of solutions follow from the values of some variables; `None` for kinds
    /// whose solutions have no parts.
    pub(crate) fn parts(&self) -> Option<&Parts<Solution>> {
        self.parts.as_ref()
    }

    /// Returns the request with the memory that the model leaves.
    pub(crate) fn rest_of(&self, request: &Request) -> Request {
        request.clone().without_memory(self.n_bytes)
    }
}

/// Returns the naive model of a puzzle, within the memory of a request.
pub(crate) fn catalogue_model(
    puzzle: &Puzzle,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<PuzzleModel, SolveError> {
    progress.report(&ProgressEvent::Phase { name: "building the model" });
    let model = PuzzleModel::within(puzzle, request, cancel);
    let model = model.map_err(|limit| SolveError::Model { limit })?;
    model.ok_or(SolveError::NoModel { kind: puzzle.kind().name() })
}
