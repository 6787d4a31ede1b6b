//! New puzzles.
//!
//! An attempt begins with a solved grid in random order and removes givens, one set after the
//! other that the symmetry keeps together, as long as the solution stays the only one. Each
//! removal is proved by a search that finds no other solution; a search that takes too long
//! counts as no proof, and the givens stay. So whatever is left has one solution.
//!
//! Attempts are numbered; each has random numbers of its own, and of the attempts that succeed the
//! first one counts. That is why the result does not depend on the number of threads.

use std::sync::atomic::{AtomicU64, Ordering};

use gordian_core::{Cancel, Limit, Progress, ProgressEvent, Random};
use rayon::prelude::*;

use super::question::{Answer, Asker};
use super::redundant::{Digger, GivenRole};
use super::solved::vary;
use super::{Symmetry, TaskError, random_grid, shuffled_grid};
use crate::{Candidates, Finder, Layout, Puzzle};

/// Attempts that are made before their results are looked at, at most.
const MOST_AT_ONCE: u64 = 64;

/// Nodes that a proof about a grid larger than 9×9 may take if nothing else is said.
const LARGE_GRID_NODES: u64 = 100;

/// How many clues to leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClueCount {
    /// As many as remain when nothing more can be removed.
    #[default]
    Any,
    /// This many.
    Exactly(usize),
    /// The fewest of all attempts, each going on until nothing more can be removed.
    Fewest,
}

/// What to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// What decides everything: the same seed and options give the same puzzle everywhere.
    pub seed: u64,
    /// The symmetry of the pattern of givens.
    pub symmetry: Symmetry,
    /// The number of givens.
    pub clues: ClueCount,
    /// Whether each given, or each set of givens that the symmetry keeps together, must be needed.
    pub minimal: bool,
    /// Attempts to make at most; with [`ClueCount::Fewest`], to make.
    pub attempts: u64,
    /// Nodes of the search tree that one proof may take; what takes more is taken for not
    /// removable. `None` stands for no limit up to 9×9, and for 100 in larger grids, which would
    /// else take for ever.
    pub max_nodes: Option<u64>,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The puzzle. It is proved to have one solution.
    pub puzzle: Puzzle,
    /// The solution, row by row.
    pub solution: Vec<u8>,
    /// The number of givens.
    pub n_clues: usize,
    /// Whether it is proved that each given alone is needed. With a symmetry that is more than what
    /// [`GenerateOptions::minimal`] asks for.
    pub minimal: bool,
    /// The number of the attempt that made it, from 0.
    pub attempt: u64,
}

/// What came of generating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateReport {
    /// The puzzle, if one was found.
    pub best: Option<GeneratedPuzzle>,
    /// The attempts that count: all up to the one that succeeded.
    pub attempts: u64,
    /// The fewest clues that any of them came down to, whether that was asked for or not.
    pub fewest_clues: Option<usize>,
    /// What ended the work before it had its result: [`Limit::Effort`] if all attempts failed.
    pub stopped: Option<Limit>,
}

impl Default for GenerateOptions {
    /// Any puzzle; up to 1000 attempts.
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
/// Solved 9×9 grids are drawn with equal probability ([`random_grid`]), others are shuffled
/// ([`shuffled_grid`]), and those of layouts with other houses are varied from some solution that
/// is searched for. What is asked for may be impossible (9×9 puzzles have 17 clues or more): then
/// all attempts fail, and the answer says so.
///
/// Attempts are made on the threads of the current rayon pool. `progress` is told how many
/// attempts were made, of those allowed.
///
/// *Cost*: about a millisecond an attempt for 9×9, half a second for 16×16 and some seconds for
/// 25×25; little where more clues are asked for than can be reached, 320 for example in 25×25.
///
/// # Errors
///
/// Fails if the number of clues is larger than that of cells, or if the layout has no solution.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_sudoku::Layout;
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
    let mut generation =
        GenerateReport { best: None, attempts: 0, fewest_clues: None, stopped: None };
    let grids = match Grids::new(layout, cancel)? {
        Ok(grids) => grids,
        Err(limit) => return Ok(GenerateReport { stopped: Some(limit), ..generation }),
    };
    let generator = Generator { layout, options, cancel, grids, success: AtomicU64::new(u64::MAX) };
    let mut at_once = 1;
    while generation.attempts < options.attempts {
        let first = generation.attempts;
        let last = options.attempts.min(first.saturating_add(at_once));
        let attempts: Vec<Option<Attempt>> = (first..last)
            .into_par_iter()
            .map_init(|| Finder::new(layout), |finder, number| generator.attempt(finder, number))
            .collect();
        for attempt in attempts {
            let Some(attempt) = attempt else {
                generation.stopped = cancel.stopped();
                return Ok(generation);
            };
            if generation.take(attempt) && options.clues != ClueCount::Fewest {
                return Ok(generation);
            }
        }
        progress.report(&ProgressEvent::Part { done: last, total: options.attempts });
        at_once = MOST_AT_ONCE.min(2 * at_once);
    }
    if generation.best.is_none() {
        generation.stopped = Some(Limit::Effort);
    }
    Ok(generation)
}

impl GenerateReport {
    /// Takes note of the next attempt; returns whether it gave what was asked for.
    fn take(&mut self, attempt: Attempt) -> bool {
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

/// What an attempt came to.
struct Attempt {
    n_clues: usize,
    generated: Option<GeneratedPuzzle>,
}

/// Where solved grids come from.
enum Grids {
    /// From the uniform distribution over 9×9 grids.
    Classic,
    /// From shuffling.
    Shuffled,
    /// From varying this one.
    Varied(Vec<u8>),
}

impl Grids {
    /// Finds out how grids of a layout can be made; the inner error says why that is not known.
    fn new(layout: &Layout, cancel: &Cancel) -> Result<Result<Self, Limit>, TaskError> {
        if layout.is_classic() {
            return Ok(Ok(Self::Classic));
        }
        if super::transformation::line_groups(layout).is_ok() {
            return Ok(Ok(Self::Shuffled));
        }
        let finder = &mut Finder::new(layout);
        match (Asker { finder, cancel, max_nodes: None }).ask(&Candidates::all(layout)) {
            Answer::Solution(solution) => Ok(Ok(Self::Varied(solution))),
            Answer::None(_) => Err(TaskError::NoSolution),
            Answer::Undecided(limit) => Ok(Err(limit)),
        }
    }
}

struct Generator<'a> {
    layout: &'a Layout,
    options: &'a GenerateOptions,
    cancel: &'a Cancel,
    grids: Grids,
    /// The first attempt known to have succeeded: later ones need not be made.
    success: AtomicU64,
}

impl Generator<'_> {
    /// Makes an attempt; `None` if it was stopped, or comes after one that succeeded.
    fn attempt(&self, finder: &mut Finder, number: u64) -> Option<Attempt> {
        let needless = self.options.clues != ClueCount::Fewest
            && self.success.load(Ordering::Relaxed) < number;
        if needless || self.cancel.is_stopped() {
            return None;
        }
        let seed = Random::new(self.options.seed).bits().wrapping_add(number);
        let mut random = Random::new(seed);
        let mut asker = Asker { finder, cancel: self.cancel, max_nodes: None };
        let solution = match &self.grids {
            Grids::Classic => random_grid(&mut random),
            Grids::Shuffled => {
                shuffled_grid(self.layout, &mut random).expect("a layout that can be shuffled")
            }
            Grids::Varied(solution) => vary(&mut asker, self.layout, solution, &mut random),
        };
        let usual = (self.layout.n() > 9).then_some(LARGE_GRID_NODES);
        asker.max_nodes = self.options.max_nodes.or(usual);
        let attempt = self.dig(&mut asker, number, solution, &mut random);
        if self.cancel.is_stopped() {
            return None;
        }
        if attempt.generated.is_some() {
            self.success.fetch_min(number, Ordering::Relaxed);
        }
        Some(attempt)
    }

    /// Removes givens from a solved grid.
    fn dig(
        &self,
        asker: &mut Asker<'_>,
        number: u64,
        solution: Vec<u8>,
        random: &mut Random,
    ) -> Attempt {
        let mut n_clues = solution.len();
        let mut digger = Digger::full(Candidates::all(self.layout), solution);
        let mut sets = self.options.symmetry.orbits(self.layout.n());
        let alone = sets.iter().all(|set| set.len() == 1);
        random.shuffle(&mut sets);
        let target = match self.options.clues {
            // A minimal puzzle with the right number is met when nothing more can be removed.
            ClueCount::Exactly(n) if !self.options.minimal => n,
            _ => 0,
        };
        // Whether all sets were tried, and those that are left needed.
        let mut sets_needed = true;
        for set in sets {
            if n_clues < target + set.len() {
                sets_needed = false;
                continue;
            }
            match digger.dig(asker, &set) {
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
            // What is needed together with others may not be needed alone.
            let minimal = sets_needed && (alone || digger.is_minimal(asker) == Some(true));
            let puzzle = Puzzle::new(self.layout.clone(), digger.givens());
            GeneratedPuzzle { puzzle, solution: digger.solution, n_clues, minimal, attempt: number }
        });
        Attempt { n_clues, generated }
    }
}
