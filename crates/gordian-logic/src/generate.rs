//! New puzzles that need a chosen technique.

use std::ops::RangeInclusive;

use gordian_core::{Cancel, Limit, Progress, ProgressEvent, Random};
use gordian_sudoku::Layout;
use gordian_sudoku::tasks::{GenerateOptions, GeneratedPuzzle, TaskError, generate};
use rayon::prelude::*;

use crate::rating::HodokuRating;
use crate::solver::{Config, Position, Solved};
use crate::{Level, Technique};

/// Puzzles that are looked at before anybody asks whether one of them will do.
const AT_ONCE: usize = 64;

/// What a puzzle shall be like.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Its clues: the seed, the symmetry, whether it shall be minimal. The attempts are those of
    /// each puzzle that is looked at.
    pub puzzle: GenerateOptions,
    /// The techniques it is solved with, in their order. It must be solved by them.
    pub config: Config,
    /// Techniques that must be used: when their turn comes, no earlier one has anything to say.
    pub needs: Vec<Technique>,
    /// Techniques that must not be used.
    pub avoids: Vec<Technique>,
    /// HoDoKu's levels that are welcome.
    pub levels: RangeInclusive<Level>,
    /// HoDoKu's scores that are welcome.
    pub scores: RangeInclusive<u32>,
    /// Puzzles to look at, at most.
    pub n_puzzles: u64,
}

impl Default for Wish {
    /// Any puzzle that HoDoKu's techniques solve; looks at a million.
    fn default() -> Self {
        Self {
            puzzle: GenerateOptions::default(),
            config: Config::hodoku(),
            needs: Vec::new(),
            avoids: Vec::new(),
            levels: Level::Easy..=Level::Extreme,
            scores: 0..=u32::MAX,
            n_puzzles: 1_000_000,
        }
    }
}

/// A puzzle as it was wished for.
#[derive(Clone, Debug)]
pub struct Fulfilled {
    /// The puzzle; it is proved to have one solution.
    pub generated: GeneratedPuzzle,
    /// How it is solved.
    pub solved: Solved,
    /// Its rating; `None` if a step is of a technique that HoDoKu does not know.
    pub rating: Option<HodokuRating>,
}

/// What came of a wish.
#[derive(Clone, Debug)]
pub struct Wished {
    /// The puzzle, if one was found.
    pub best: Option<Box<Fulfilled>>,
    /// Puzzles that were looked at.
    pub looked_at: u64,
    /// What ended the work without a puzzle: [`Limit::Effort`] if none of those that were to be
    /// looked at will do.
    pub stopped: Option<Limit>,
}

/// Generates puzzle after puzzle until one is as wished for.
///
/// The same wish gives the same puzzle for any number of threads of the current rayon pool.
/// `progress` hears how many puzzles were looked at.
///
/// # Errors
///
/// Fails as [`generate`] does.
pub fn generate_as_wished(
    layout: &Layout,
    wish: &Wish,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Wished, TaskError> {
    let mut random = Random::new(wish.puzzle.seed);
    let mut looked_at = 0;
    while looked_at < wish.n_puzzles {
        if let Some(limit) = cancel.stopped() {
            return Ok(Wished { best: None, looked_at, stopped: Some(limit) });
        }
        let n = AT_ONCE.min(usize::try_from(wish.n_puzzles - looked_at).unwrap_or(usize::MAX));
        let seeds: Vec<u64> = (0..n).map(|_| random.bits()).collect();
        let tried: Vec<Result<Tried, TaskError>> =
            seeds.into_par_iter().map(|seed| wish.attempt(layout, seed, cancel)).collect();
        for tried in tried {
            match tried? {
                Tried::Stopped => continue,
                Tried::Unfit => looked_at += 1,
                Tried::Fit(best) => {
                    looked_at += 1;
                    return Ok(Wished { best: Some(best), looked_at, stopped: None });
                }
            }
        }
        progress.report(&ProgressEvent::Part { done: looked_at, total: wish.n_puzzles });
    }
    Ok(Wished { best: None, looked_at, stopped: Some(Limit::Effort) })
}

/// What came of one attempt.
enum Tried {
    /// It is not known whether the puzzle will do, or there is none.
    Stopped,
    Unfit,
    Fit(Box<Fulfilled>),
}

impl Wish {
    fn attempt(&self, layout: &Layout, seed: u64, cancel: &Cancel) -> Result<Tried, TaskError> {
        let options = GenerateOptions { seed, ..self.puzzle };
        let Some(generated) = generate(layout, &options, cancel, &gordian_core::NoProgress)?.best
        else {
            return Ok(if cancel.is_stopped() { Tried::Stopped } else { Tried::Unfit });
        };
        let solved = Position::new(&generated.puzzle, &[]).solve_until(&self.config, cancel);
        if solved.stopped.is_some() {
            return Ok(Tried::Stopped);
        }
        let used = |technique: &Technique| solved.steps.iter().any(|s| s.technique == *technique);
        let rating = solved.hodoku_rating();
        let fits = solved.end.is_solved()
            && self.needs.iter().all(used)
            && !self.avoids.iter().any(used)
            && rating.map_or(self.takes_unrated(), |rating| {
                self.levels.contains(&rating.level) && self.scores.contains(&rating.score)
            });
        Ok(match fits {
            true => Tried::Fit(Box::new(Fulfilled { generated, solved, rating })),
            false => Tried::Unfit,
        })
    }

    /// Returns whether every level and score is welcome.
    fn takes_unrated(&self) -> bool {
        let any = Self::default();
        self.levels == any.levels && self.scores == any.scores
    }
}
