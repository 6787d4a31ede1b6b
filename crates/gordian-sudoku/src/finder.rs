//! One search for every layout: it selects the engine that suits the grid.

use std::fmt;

use gordian_core::{Cancel, Limit};
use gordian_grid::{Candidates, Layout};

use crate::classic::single::SingleSolver;
use crate::engine::{Search, Step};
use crate::general;
use crate::{SearchLimits, SearchSummary};

/// Finds and counts solutions of puzzles with one layout, on one thread.
///
/// Creating a finder prepares tables for the layout. Reuse it for puzzles with the same layout.
///
/// # Example
///
/// ```
/// use gordian_core::Cancel;
/// use gordian_grid::{Candidates, Layout};
/// use gordian_sudoku::Finder;
///
/// let layout = Layout::boxes(2, 2)?;
/// let found = Finder::new(&layout).count(&Candidates::all(&layout), u64::MAX, &Cancel::new());
/// assert_eq!((found.n_solutions, found.stopped), (288, None));
/// # Ok::<(), gordian_grid::LayoutError>(())
/// ```
pub struct Finder {
    search: Box<dyn Search>,
    engine: &'static str,
    /// Nodes between two checks of the clock.
    stride: u64,
    digits: Vec<u8>,
}

impl Finder {
    /// Creates a finder for grids of this layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let (search, engine) = search_for(layout);
        let stride = nodes_per_check(layout);
        Self { search, engine, stride, digits: vec![0; layout.n_cells()] }
    }

    /// Returns the name of the engine in use.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Returns a node budget (see [`SearchLimits::max_nodes`]) for grids of this layout. If it does
    /// not suffice, use [`crate::LearningFinder`].
    ///
    /// The budget is n² nodes, enough for one descent without backtracking, plus 2²¹ / n²; about
    /// 0.1 s. Large grids that are not solved within the budget usually take a hundred times as
    /// long, or never end: of 25×25 puzzles of medium density one in nine ended, after 407 nodes,
    /// and no other within 10,000; 36×36 and 49×49 grids with up to 46% and 42% of holes ended
    /// within 415.
    #[must_use]
    pub fn default_budget(layout: &Layout) -> u64 {
        let n_cells = layout.n_cells() as u64;
        n_cells + (1 << 21) / n_cells
    }

    /// Finds the solutions below `start` and passes the digits (from 1, row by row) of each to
    /// `on_solution`.
    ///
    /// The search ends at a limit, on cancellation (checked at least every 10 ms), or when the
    /// search tree is exhausted. When the limit of solutions is reached, the search is reported as
    /// stopped, even if there are no further solutions.
    ///
    /// # Panics
    ///
    /// Panics if `start` is not of the finder's layout.
    pub fn find(
        &mut self,
        start: &Candidates,
        limits: &SearchLimits,
        cancel: &Cancel,
        on_solution: &mut dyn FnMut(&[u8]),
    ) -> SearchSummary {
        self.run(start, limits, cancel, &mut |search, digits| {
            search.solution(digits);
            on_solution(digits);
        })
    }

    /// Counts the solutions below `start`, up to `limit`. See [`Self::find`].
    ///
    /// # Panics
    ///
    /// Panics if `start` is not of the finder's layout.
    pub fn count(&mut self, start: &Candidates, limit: u64, cancel: &Cancel) -> SearchSummary {
        let limits = SearchLimits { max_solutions: limit, max_nodes: None };
        self.run(start, &limits, cancel, &mut |_, _| {})
    }

    fn run(
        &mut self,
        start: &Candidates,
        limits: &SearchLimits,
        cancel: &Cancel,
        on_solution: &mut dyn FnMut(&dyn Search, &mut [u8]),
    ) -> SearchSummary {
        assert_eq!(start.masks().len(), self.digits.len(), "candidates of the finder's layout");
        let before = self.search.guesses();
        let max_nodes = limits.max_nodes.unwrap_or(u64::MAX);
        let mut n = 0;
        let mut pause = before;
        self.search.start(start);
        let stopped = loop {
            if n >= limits.max_solutions {
                break Some(Limit::Solutions);
            }
            let guesses = self.search.guesses();
            if guesses - before >= max_nodes {
                break Some(Limit::Effort);
            }
            // Many solutions can follow from few guesses, so the clock is not read after each
            // solution.
            if guesses >= pause || n & 0xff == 0xff {
                if let Some(limit) = cancel.stopped() {
                    break Some(limit);
                }
                pause = guesses + self.stride;
            }
            match self.search.advance(self.stride.min(max_nodes - (guesses - before))) {
                Step::Solution => {
                    n += 1;
                    on_solution(&*self.search, &mut self.digits);
                }
                Step::Exhausted => break None,
                Step::Paused => {}
            }
        };
        SearchSummary { n_solutions: n, guesses: self.search.guesses() - before, stopped }
    }
}

impl fmt::Debug for Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finder").field("engine", &self.engine).finish_non_exhaustive()
    }
}

/// Returns the search that suits a layout, and the name of its engine.
pub(crate) fn search_for(layout: &Layout) -> (Box<dyn Search>, &'static str) {
    if layout.is_classic() {
        (Box::new(SingleSolver::best()), "single")
    } else {
        (general::new_search(layout), "general")
    }
}

/// Returns a number of nodes that takes a few milliseconds at most.
pub(crate) fn nodes_per_check(layout: &Layout) -> u64 {
    let n = layout.n() as u64;
    ((1 << 20) / (n * n * n)).clamp(1, 4096)
}
