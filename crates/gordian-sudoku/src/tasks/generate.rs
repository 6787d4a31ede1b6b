//! Puzzle generation.
//!
//! An attempt starts with a random solved grid and removes givens in random order, one symmetry
//! orbit after the other, as long as the solution remains unique. A search that finds no other
//! solution proves each removal; if the search exceeds its node limit, the givens stay. So every
//! remaining puzzle has one solution.
//!
//! Attempts are numbered and have independent random seeds, and the first successful attempt wins.
//! So the result does not depend on the number of threads.

use std::sync::atomic::{AtomicU64, Ordering};

use gordian_core::{Cancel, Limit, Progress, ProgressEvent, Random};
use gordian_grid::{Candidates, Grid, Layout};
use rayon::prelude::*;

use super::givens::{ClueRemover, GivenRole};
use super::solution_search::{SearchAnswer, SolutionSearch};
use super::solved_grid::vary_solution;
use super::{Symmetry, TaskError, random_grid, shuffled_grid};
use crate::Finder;

/// The maximum number of attempts made in parallel before their results are inspected.
const MAX_ATTEMPTS_PER_BATCH: u64 = 64;

/// The default node limit of a uniqueness proof for grids larger than 9×9.
const LARGE_GRID_MAX_NODES: u64 = 100;

/// The requested number of clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClueCount {
    /// As many as remain when no more can be removed.
    #[default]
    Any,
    /// Exactly this many.
    Exactly(usize),
    /// The fewest over all attempts, each of which removes clues until no more can be removed.
    Fewest,
}

/// Options of [`generate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The random seed: the same seed and options give the same puzzle on every machine.
    pub seed: u64,
    /// The symmetry of the pattern of givens.
    pub symmetry: Symmetry,
    /// The number of givens.
    pub clues: ClueCount,
    /// Whether each given (with a symmetry: each orbit of givens) must be necessary for uniqueness.
    pub minimal: bool,
    /// The maximum number of attempts; with [`ClueCount::Fewest`], the number of attempts.
    pub attempts: u64,
    /// The node limit of one uniqueness proof; givens whose proof exceeds it are kept. `None` means
    /// no limit up to 9×9, and 100 for larger grids, where proofs could otherwise take extremely
    /// long.
    pub max_nodes: Option<u64>,
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The puzzle, proved to have exactly one solution.
    pub puzzle: Grid,
    /// The solution, row by row.
    pub solution: Vec<u8>,
    /// The number of givens.
    pub n_clues: usize,
    /// Whether each single given is proved necessary. With a symmetry this is stronger than
    /// [`GenerateOptions::minimal`].
    pub minimal: bool,
    /// The number of the successful attempt, from 0.
    pub attempt: u64,
}

/// The result of [`generate`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateReport {
    /// The puzzle, if one was found.
    pub best: Option<GeneratedPuzzle>,
    /// The number of attempts up to and including the successful one.
    pub attempts: u64,
    /// The fewest clues reached by any attempt, whether or not it was successful.
    pub fewest_clues: Option<usize>,
    /// The limit that ended generation without a result: [`Limit::Effort`] if all attempts failed.
    pub stopped: Option<Limit>,
}

impl Default for GenerateOptions {
    /// Returns options for any puzzle, with up to 1000 attempts.
    fn default() -> Self {
        Self {
            seed: 0,
            symmetry: Symmetry::None,
            clues: ClueCount::Any,
            minimal: false,
            attempts: 1000,
            max_nodes: None,
        }
    }
}

/// Generates a puzzle with exactly one solution.
///
/// Solved 9×9 grids are drawn uniformly ([`random_grid`]), grids with other boxes are shuffled
/// ([`shuffled_grid`]), and grids with other houses are random variations of one solution. The
/// requested number of clues may be impossible (9×9 puzzles have at least 17 clues): then all
/// attempts fail, and the report says so.
///
/// Attempts run on the threads of the current rayon pool. `progress` receives the number of
/// attempts made and allowed.
///
/// *Cost*: about a millisecond per attempt for 9×9, half a second for 16×16 and a few seconds for
/// 25×25; less if the requested number of clues is easy to reach, for example 320 in 25×25.
///
/// # Errors
///
/// Fails if the number of clues exceeds the number of cells, or if the layout has no solution.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_grid::Layout;
/// use gordian_sudoku::tasks::{ClueCount, GenerateOptions, generate};
///
/// let options = GenerateOptions { clues: ClueCount::Exactly(24), ..GenerateOptions::default() };
/// let made = generate(&Layout::classic(), &options, &Cancel::new(), &NoProgress)?;
/// let best = made.best.expect("minimal puzzles with 24 clues are frequent");
/// assert_eq!(best.puzzle.givens.iter().filter(|&&digit| digit != 0).count(), 24);
/// # Ok::<(), gordian_sudoku::tasks::TaskError>(())
/// ```
pub fn generate(
    layout: &Layout,
    options: &GenerateOptions,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<GenerateReport, TaskError> {
    if let ClueCount::Exactly(clues) = options.clues
        && clues > layout.n_cells()
    {
        return Err(TaskError::TooManyClues { clues, cells: layout.n_cells() });
    }
    let mut report = GenerateReport { best: None, attempts: 0, fewest_clues: None, stopped: None };
    let grids = match SolvedGridSource::new(layout, cancel)? {
        Ok(grids) => grids,
        Err(limit) => return Ok(GenerateReport { stopped: Some(limit), ..report }),
    };
    let generator =
        Generator { layout, options, cancel, grids, first_success: AtomicU64::new(u64::MAX) };
    let mut batch_size = 1;
    while report.attempts < options.attempts {
        let first = report.attempts;
        let last = options.attempts.min(first.saturating_add(batch_size));
        let attempts: Vec<Option<Attempt>> = (first..last)
            .into_par_iter()
            .map_init(|| Finder::new(layout), |finder, number| generator.attempt(finder, number))
            .collect();
        for attempt in attempts {
            let Some(attempt) = attempt else {
                report.stopped = cancel.stopped();
                return Ok(report);
            };
            if report.record(attempt) && options.clues != ClueCount::Fewest {
                return Ok(report);
            }
        }
        progress.report(&ProgressEvent::Part { done: last, total: options.attempts });
        batch_size = MAX_ATTEMPTS_PER_BATCH.min(2 * batch_size);
    }
    if report.best.is_none() {
        report.stopped = Some(Limit::Effort);
    }
    Ok(report)
}

impl GenerateReport {
    /// Records the next attempt; returns whether it succeeded.
    fn record(&mut self, attempt: Attempt) -> bool {
        self.attempts += 1;
        self.fewest_clues =
            Some(self.fewest_clues.map_or(attempt.n_clues, |n| n.min(attempt.n_clues)));
        match attempt.generated {
            Some(new) => {
                if self.best.as_ref().is_none_or(|best| new.n_clues < best.n_clues) {
                    self.best = Some(new);
                }
                true
            }
            None => false,
        }
    }
}

/// The result of an attempt.
struct Attempt {
    n_clues: usize,
    generated: Option<GeneratedPuzzle>,
}

/// The source of solved grids.
enum SolvedGridSource {
    /// Uniformly random 9×9 grids.
    Classic,
    /// Shuffled grids.
    Shuffled,
    /// Random variations of this grid.
    Varied(Vec<u8>),
}

impl SolvedGridSource {
    /// Selects the source for a layout. The inner error is the limit that stopped the search for a
    /// solution.
    fn new(layout: &Layout, cancel: &Cancel) -> Result<Result<Self, Limit>, TaskError> {
        if layout.is_classic() {
            return Ok(Ok(Self::Classic));
        }
        if super::transformation::line_groups(layout).is_ok() {
            return Ok(Ok(Self::Shuffled));
        }
        let finder = &mut Finder::new(layout);
        match (SolutionSearch { finder, cancel, max_nodes: None })
            .find_one(&Candidates::all(layout))
        {
            SearchAnswer::Solution(solution) => Ok(Ok(Self::Varied(solution))),
            SearchAnswer::NoSolution(_) => Err(TaskError::NoSolution),
            SearchAnswer::Undecided(limit) => Ok(Err(limit)),
        }
    }
}

struct Generator<'a> {
    layout: &'a Layout,
    options: &'a GenerateOptions,
    cancel: &'a Cancel,
    grids: SolvedGridSource,
    /// The first successful attempt known so far; later attempts are skipped.
    first_success: AtomicU64,
}

impl Generator<'_> {
    /// Makes an attempt; returns `None` if it was stopped, or if an earlier attempt succeeded.
    fn attempt(&self, finder: &mut Finder, number: u64) -> Option<Attempt> {
        let needless = self.options.clues != ClueCount::Fewest
            && self.first_success.load(Ordering::Relaxed) < number;
        if needless || self.cancel.is_stopped() {
            return None;
        }
        let seed = Random::new(self.options.seed).bits().wrapping_add(number);
        let mut random = Random::new(seed);
        let mut search = SolutionSearch { finder, cancel: self.cancel, max_nodes: None };
        let solution = match &self.grids {
            SolvedGridSource::Classic => random_grid(&mut random),
            SolvedGridSource::Shuffled => {
                shuffled_grid(self.layout, &mut random).expect("the layout can be shuffled")
            }
            SolvedGridSource::Varied(solution) => {
                vary_solution(&mut search, self.layout, solution, &mut random)
            }
        };
        let default_max_nodes = (self.layout.n() > 9).then_some(LARGE_GRID_MAX_NODES);
        search.max_nodes = self.options.max_nodes.or(default_max_nodes);
        let attempt = self.remove_clues(&mut search, number, solution, &mut random);
        if self.cancel.is_stopped() {
            return None;
        }
        if attempt.generated.is_some() {
            self.first_success.fetch_min(number, Ordering::Relaxed);
        }
        Some(attempt)
    }

    /// Removes givens from a solved grid as the options require.
    fn remove_clues(
        &self,
        search: &mut SolutionSearch<'_>,
        number: u64,
        solution: Vec<u8>,
        random: &mut Random,
    ) -> Attempt {
        let mut n_clues = solution.len();
        let mut remover = ClueRemover::from_solved_grid(Candidates::all(self.layout), solution);
        let mut sets = self.options.symmetry.orbits(self.layout.n());
        let all_single = sets.iter().all(|set| set.len() == 1);
        random.shuffle(&mut sets);
        let target = match self.options.clues {
            // A minimal puzzle is complete only when no more givens can be removed.
            ClueCount::Exactly(n) if !self.options.minimal => n,
            _ => 0,
        };
        // Whether all orbits were tried and the remaining ones are proved necessary.
        let mut sets_needed = true;
        for set in sets {
            if n_clues < target + set.len() {
                sets_needed = false;
                continue;
            }
            match remover.remove_if_redundant(search, &set) {
                GivenRole::Redundant { .. } => n_clues -= set.len(),
                GivenRole::Needed { .. } => {}
                GivenRole::Undecided { .. } => sets_needed = false,
            }
        }
        let right_number = match self.options.clues {
            ClueCount::Exactly(n) => n_clues == n,
            ClueCount::Any | ClueCount::Fewest => true,
        };
        let fits = right_number && (sets_needed || !self.options.minimal);
        let generated = fits.then(|| {
            // An orbit can be necessary although one of its givens is not.
            let minimal = sets_needed && (all_single || remover.is_minimal(search) == Some(true));
            let puzzle = Grid::new(self.layout.clone(), remover.givens());
            GeneratedPuzzle {
                puzzle,
                solution: remover.solution,
                n_clues,
                minimal,
                attempt: number,
            }
        });
        Attempt { n_clues, generated }
    }
}
