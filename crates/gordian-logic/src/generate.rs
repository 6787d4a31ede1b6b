//! Generation of puzzles that need chosen techniques or have a chosen difficulty.

use std::ops::RangeInclusive;

use gordian_core::{Cancel, Limit, Progress, ProgressEvent, Random};
use gordian_grid::Layout;
use gordian_sudoku::tasks::{GenerateOptions, GeneratedPuzzle, TaskError, generate};
use rayon::prelude::*;

use crate::rating::HodokuRating;
use crate::solver::{Config, Position, SolutionPath};
use crate::{Level, Technique};

/// Number of puzzles that are examined in parallel before the results are compared.
const BATCH_SIZE: usize = 64;

/// The properties that a generated puzzle must have.
#[derive(Clone, Debug)]
pub struct Criteria {
    /// The clues: seed, symmetry, minimality. `attempts` limits the attempts for each examined
    /// puzzle.
    pub puzzle: GenerateOptions,
    /// The techniques that must solve the puzzle, in their order.
    pub config: Config,
    /// Techniques that the solution must use: no earlier technique has a step at that point.
    pub needs: Vec<Technique>,
    /// Techniques that the solution must not use.
    pub avoids: Vec<Technique>,
    /// The accepted HoDoKu levels.
    pub levels: RangeInclusive<Level>,
    /// The accepted HoDoKu scores.
    pub scores: RangeInclusive<u32>,
    /// The maximum number of puzzles to examine.
    pub max_puzzles: u64,
}

impl Default for Criteria {
    /// Accepts every puzzle that HoDoKu's techniques solve, and examines up to a million.
    fn default() -> Self {
        Self {
            puzzle: GenerateOptions::default(),
            config: Config::hodoku(),
            needs: Vec::new(),
            avoids: Vec::new(),
            levels: Level::Easy..=Level::Extreme,
            scores: 0..=u32::MAX,
            max_puzzles: 1_000_000,
        }
    }
}

/// A puzzle that meets the criteria.
#[derive(Clone, Debug)]
pub struct MatchingPuzzle {
    /// The puzzle, proved to have exactly one solution.
    pub generated: GeneratedPuzzle,
    /// Its solution by logic.
    pub solved: SolutionPath,
    /// Its rating; `None` if a step uses a technique that HoDoKu does not have.
    pub rating: Option<HodokuRating>,
}

/// The result of a search for a matching puzzle.
#[derive(Clone, Debug)]
pub struct MatchingSearch {
    /// The puzzle, if one was found.
    pub found: Option<Box<MatchingPuzzle>>,
    /// The number of examined puzzles.
    pub n_examined: u64,
    /// The limit that ended the search without a puzzle: [`Limit::Effort`] if
    /// [`Criteria::max_puzzles`] were examined.
    pub stopped: Option<Limit>,
}

/// Generates puzzles until one meets the criteria.
///
/// The same criteria give the same puzzle for any number of threads of the current rayon pool.
/// `progress` receives the number of examined puzzles.
///
/// # Errors
///
/// Fails as [`generate`] does.
pub fn generate_matching(
    layout: &Layout,
    criteria: &Criteria,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<MatchingSearch, TaskError> {
    let mut random = Random::new(criteria.puzzle.seed);
    let mut n_examined = 0;
    while n_examined < criteria.max_puzzles {
        if let Some(limit) = cancel.stopped() {
            return Ok(MatchingSearch { found: None, n_examined, stopped: Some(limit) });
        }
        let missing = usize::try_from(criteria.max_puzzles - n_examined).unwrap_or(usize::MAX);
        let seeds: Vec<u64> = (0..BATCH_SIZE.min(missing)).map(|_| random.bits()).collect();
        let attempts: Vec<Result<Attempt, TaskError>> =
            seeds.into_par_iter().map(|seed| criteria.attempt(layout, seed, cancel)).collect();
        for attempt in attempts {
            match attempt? {
                Attempt::Stopped => continue,
                Attempt::Rejected => n_examined += 1,
                Attempt::Accepted(puzzle) => {
                    n_examined += 1;
                    return Ok(MatchingSearch { found: Some(puzzle), n_examined, stopped: None });
                }
            }
        }
        progress.report(&ProgressEvent::Part { done: n_examined, total: criteria.max_puzzles });
    }
    Ok(MatchingSearch { found: None, n_examined, stopped: Some(Limit::Effort) })
}

/// The result of one attempt.
enum Attempt {
    /// The attempt was stopped before the puzzle could be judged.
    Stopped,
    Rejected,
    Accepted(Box<MatchingPuzzle>),
}

impl Criteria {
    fn attempt(&self, layout: &Layout, seed: u64, cancel: &Cancel) -> Result<Attempt, TaskError> {
        let options = GenerateOptions { seed, ..self.puzzle };
        let Some(generated) = generate(layout, &options, cancel, &gordian_core::NoProgress)?.best
        else {
            return Ok(if cancel.is_stopped() { Attempt::Stopped } else { Attempt::Rejected });
        };
        let solved = Position::new(&generated.puzzle, &[]).solve_until(&self.config, cancel);
        if solved.stopped.is_some() {
            return Ok(Attempt::Stopped);
        }
        let is_used =
            |technique: &Technique| solved.steps.iter().any(|s| s.technique == *technique);
        let rating = solved.hodoku_rating();
        let is_accepted = solved.end.is_solved()
            && self.needs.iter().all(is_used)
            && !self.avoids.iter().any(is_used)
            && rating.map_or(self.accepts_unrated(), |rating| {
                self.levels.contains(&rating.level) && self.scores.contains(&rating.score)
            });
        Ok(match is_accepted {
            true => Attempt::Accepted(Box::new(MatchingPuzzle { generated, solved, rating })),
            false => Attempt::Rejected,
        })
    }

    /// Returns whether every level and score is accepted.
    fn accepts_unrated(&self) -> bool {
        let default = Self::default();
        self.levels == default.levels && self.scores == default.scores
    }
}
