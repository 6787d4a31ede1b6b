//! Solving by human techniques.
//!
//! A search finds the [`true_candidates`] first; every step is compared with them before it is
//! returned.

use gordian_core::{Cancel, Limit};
use gordian_explainer::{ExplainerRating, explainer_rating};
use gordian_grid::{Candidate, Grid};
use gordian_logic::document::HodokuDocument;
use gordian_logic::{
    Config, Position, Rating, SolutionPath, Step, StepLimits, Technique, TrueCandidates,
};
use gordian_puzzles::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::options::Scale;
use crate::ErrorDetail;
use crate::grid::true_candidates;

/// A solvable position, its true candidates, and the techniques that may be used.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The position.
    pub start: Position,
    /// Its true candidates.
    pub truth: TrueCandidates,
    /// The techniques that are valid for it, in their order.
    pub techniques: Config,
    /// Whether techniques were excluded because they assume a unique solution.
    pub excludes_uniqueness: bool,
    puzzle: Grid,
    cancel: Cancel,
}

/// Why a position cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnalysis {
    /// The limit was reached before a solution was found.
    Stopped(Limit),
    /// The position has no solution.
    NotSolvable {
        /// The cells whose placed digits occur in no solution.
        wrong: Vec<String>,
        /// Whether the puzzle without the placed digits is known to have a solution.
        givens_are_solvable: bool,
    },
}

impl Analysis {
    /// Analyses a puzzle with the digits that a player has placed. `cancel` also stops the later
    /// operations.
    ///
    /// # Errors
    ///
    /// Fails if there is no solution, or if none was found in time.
    pub fn new(
        puzzle: &Grid,
        placed: &[(usize, u8)],
        techniques: &Config,
        cancel: &Cancel,
    ) -> Result<Self, NoAnalysis> {
        let truth = true_candidates(puzzle, placed, cancel).map_err(NoAnalysis::Stopped)?;
        if !truth.is_solvable() {
            return Err(not_solvable(puzzle, placed, cancel));
        }
        let valid = techniques.clone().valid_for(&truth);
        Ok(Self {
            start: Position::of_player(puzzle, placed, cancel),
            excludes_uniqueness: valid.techniques.len() < techniques.techniques.len(),
            techniques: valid,
            truth,
            puzzle: puzzle.clone(),
            cancel: cancel.clone(),
        })
    }

    /// Returns the easiest next step, or `None` if no technique has one.
    ///
    /// # Errors
    ///
    /// Fails (a bug) if the step contradicts the solutions; so do the other operations. The inner
    /// error is the limit that stopped the search before a step was found.
    pub fn hint(&self) -> Result<Result<Option<Step>, Limit>, ErrorDetail> {
        let step = self.start.next_step_until(&self.techniques, &self.cancel);
        if let Ok(step) = &step {
            self.check(step.as_slice())?;
        }
        Ok(step)
    }

    /// Returns the steps that are possible in the position, the easiest technique first, without
    /// brute force, which would apply to every cell.
    ///
    /// # Errors
    ///
    /// As [`Analysis::hint`].
    pub fn steps(&self) -> Result<PossibleSteps, ErrorDetail> {
        let mut all = PossibleSteps::default();
        let is_logical = |&&technique: &&Technique| technique != Technique::BruteForce;
        for &technique in self.techniques.techniques.iter().filter(is_logical) {
            if self.cancel.is_stopped() {
                break;
            }
            let mut limits = StepLimits::default();
            let is_full = all.steps.len() >= limits.max_steps;
            // A full list shows whether there are more steps.
            limits.max_steps -= all.steps.len();
            let found = self.start.steps_within(technique, limits, &self.cancel);
            all.steps.extend(found.steps);
            all.has_more |= found.is_limited;
            if is_full && all.has_more {
                break;
            }
        }
        all.stopped = self.cancel.stopped();
        self.check(&all.steps)?;
        Ok(all)
    }

    /// Solves the position step by step.
    ///
    /// # Errors
    ///
    /// As [`Analysis::hint`].
    pub fn explain(&self) -> Result<SolutionPath, ErrorDetail> {
        let solved = self.start.clone().solve_until(&self.techniques, &self.cancel);
        self.check(&solved.steps)?;
        Ok(solved)
    }

    /// Rates the position, which must have exactly one solution.
    ///
    /// # Errors
    ///
    /// Fails as [`Analysis::hint`] does, and if the scale does not apply to the puzzle.
    pub fn rate(&self, scale: Scale) -> Result<ScaleResult, ErrorDetail> {
        scale.check_applies_to(&self.puzzle)?;
        if scale == Scale::Explainer {
            let rating = explainer_rating(&self.puzzle, &self.cancel);
            if let Some(rating) = &rating {
                self.check_explainer(rating)?;
            }
            return Ok(ScaleResult {
                stopped: match rating {
                    Some(_) => None,
                    None => Some(self.cancel.stopped().unwrap_or(Limit::Effort)),
                },
                rating: rating.map(RatingDocument::Explainer),
                solution: None,
            });
        }
        let solution = self.explain()?;
        let rating = match scale {
            Scale::Hodoku => solution.hodoku_document().map(RatingDocument::Hodoku),
            _ => solution.rating().map(RatingDocument::Gordian),
        };
        Ok(ScaleResult { rating, stopped: solution.stopped, solution: Some(solution) })
    }

    /// Returns whether there are steps, and each was compared with all solutions. If there are too
    /// many solutions, each step was compared with some of them.
    #[must_use]
    pub fn confirms(&self, steps: &[Step]) -> bool {
        !steps.is_empty() && steps.iter().all(|step| self.truth.confirms(step))
    }

    /// Fails if a step contradicts the solutions.
    fn check(&self, steps: &[Step]) -> Result<(), ErrorDetail> {
        let layout = self.start.layout();
        let refuted = steps.iter().find_map(|step| Some((step, self.truth.refutes(step)?)));
        let Some((step, at)) = refuted else { return Ok(()) };
        Err(wrong_step(at, layout.n(), &step.sentence(layout)))
    }

    /// Fails if a step of Sudoku Explainer contradicts the only solution.
    fn check_explainer(&self, rating: &ExplainerRating) -> Result<(), ErrorDetail> {
        for step in &rating.steps {
            let eliminated = step.eliminations.iter().find(|&&at| self.truth.allows(at));
            let placed = || step.placement.iter().find(|&&at| !self.truth.allows(at));
            if let Some(&at) = eliminated.or_else(placed) {
                return Err(wrong_step(at, self.start.layout().n(), &step.rule.to_string()));
            }
        }
        Ok(())
    }
}

/// Returns the error for a step that contradicts the solutions.
fn wrong_step(at: Candidate, n: usize, step: &str) -> ErrorDetail {
    let cell = Cell::of_index(at.cell, n);
    let message = format!("internal error: a step is wrong at {cell}: {step}");
    ErrorDetail::new("logic.unsound", message)
        .hint("this is a bug in Gordian; please report it with the puzzle")
}

/// The steps that are possible in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PossibleSteps {
    /// The steps, at most 10,000, the easiest technique first.
    pub steps: Vec<Step>,
    /// Whether there may be more, which fewer techniques would list.
    pub has_more: bool,
    /// The limit that stopped the search.
    pub stopped: Option<Limit>,
}

impl PossibleSteps {
    /// Returns the limit that kept steps from being listed.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.stopped.or(self.has_more.then_some(Limit::Effort))
    }
}

impl Scale {
    /// Checks that the scale can rate a puzzle.
    ///
    /// # Errors
    ///
    /// Fails if it cannot.
    pub fn check_applies_to(self, puzzle: &Grid) -> Result<(), ErrorDetail> {
        if self != Self::Explainer || puzzle.layout.is_classic() && puzzle.marks.is_none() {
            return Ok(());
        }
        let message = "Sudoku Explainer's scale is for 9×9 puzzles with boxes only";
        Err(ErrorDetail::new("sudoku.not-classic", message)
            .hint("the scales `gordian` and `hodoku` rate any grid"))
    }
}

/// The result of a rating.
#[derive(Clone, Debug)]
pub struct ScaleResult {
    /// The rating; `None` if the techniques do not suffice, if there is nothing to rate, or at a
    /// limit.
    pub rating: Option<RatingDocument>,
    /// The limit that stopped the rating.
    pub stopped: Option<Limit>,
    /// The rated solution, except on Sudoku Explainer's scale.
    pub solution: Option<SolutionPath>,
}

/// A rating on one of the scales.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RatingDocument {
    /// On Gordian's scale.
    Gordian(Rating),
    /// On HoDoKu's scale.
    Hodoku(HodokuDocument),
    /// On Sudoku Explainer's scale.
    Explainer(ExplainerRating),
}

/// Returns why a position has no solution.
fn not_solvable(puzzle: &Grid, placed: &[(usize, u8)], cancel: &Cancel) -> NoAnalysis {
    let without_placed = match placed {
        // The position is the puzzle itself.
        [] => None,
        _ => true_candidates(puzzle, &[], cancel).ok().filter(TrueCandidates::is_solvable),
    };
    let Some(truth) = without_placed else {
        return NoAnalysis::NotSolvable { wrong: Vec::new(), givens_are_solvable: false };
    };
    let wrong = placed.iter().filter(|&&(cell, digit)| !truth.allows(Candidate::new(cell, digit)));
    let wrong = wrong.map(|&(cell, _)| Cell::of_index(cell, puzzle.layout.n()).to_string());
    NoAnalysis::NotSolvable { wrong: wrong.collect(), givens_are_solvable: true }
}
