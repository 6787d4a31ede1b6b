//! One search for every layout: it takes the engine that is made for the grid at hand.

use std::fmt;

use gordian_core::{Cancel, Limit};

use crate::classic::single::SingleSolver;
use crate::engine::{Search, Step};
use crate::general;
use crate::{Candidates, Layout, SearchLimits, SearchSummary};

/// Finds and counts solutions of puzzles of one layout, one after another, on one thread.
///
/// Making one prepares tables for the layout; searches with it reuse them, so keep it for puzzles
/// of the same layout.
///
/// # Example
///
/// ```
/// use gordian_core::Cancel;
/// use gordian_sudoku::{Candidates, Finder, Layout};
///
/// let layout = Layout::boxes(2, 2)?;
/// let found = Finder::new(&layout).count(&Candidates::all(&layout), u64::MAX, &Cancel::new());
/// assert_eq!((found.n_solutions, found.stopped), (288, None));
/// # Ok::<(), gordian_sudoku::LayoutError>(())
/// ```
pub struct Finder {
    search: Box<dyn Search>,
    engine: &'static str,
    /// Nodes between two looks at the clock.
    stride: u64,
    digits: Vec<u8>,
}

impl Finder {
    /// Returns a finder for grids of this layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let (search, engine) = search_for(layout);
        let stride = stride(layout);
        Self { search, engine, stride, digits: vec![0; layout.n_cells()] }
    }

    /// Returns the name of the engine that answers.
    #[must_use]
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// Returns how many nodes (see [`SearchLimits::max_nodes`]) a grid of this layout is worth: who has none
    /// of the answers by then should ask [`crate::LearningFinder`].
    ///
    /// It is what a way straight down may take, n², and 2²¹ / n² more; about 0.1 s. Large grids
    /// that are not answered by then mostly take a hundred times that, or are never answered: of
    /// 25×25 puzzles of medium density one in nine ended, after 407 nodes, and no other within
    /// 10,000; 36×36 and 49×49 grids with up to 46% and 42% of holes ended within 415.
    #[must_use]
    pub fn default_budget(layout: &Layout) -> u64 {
        let n_cells = layout.n_cells() as u64;
        n_cells + (1 << 21) / n_cells
    }

    /// Finds solutions below `start` and hands each to `each`: its digits (from 1), row by row.
    ///
    /// It ends at the query's limits, when `cancel` says so (it looks at least every 10 ms), or
    /// when everything was looked at. A limit of solutions that is reached is reported as having
    /// stopped the search, even if there are no others.
    ///
    /// # Panics
    ///
    /// Panics if `start` is not of the finder's layout.
    pub fn find(
        &mut self,
        start: &Candidates,
        query: &SearchLimits,
        cancel: &Cancel,
        each: &mut dyn FnMut(&[u8]),
    ) -> SearchSummary {
        self.run(start, query, cancel, &mut |search, digits| {
            search.solution(digits);
            each(digits);
        })
    }

    /// Counts the solutions below `start`, up to `limit`; see [`Self::find`].
    ///
    /// # Panics
    ///
    /// Panics if `start` is not of the finder's layout.
    pub fn count(&mut self, start: &Candidates, limit: u64, cancel: &Cancel) -> SearchSummary {
        let query = SearchLimits { max_solutions: limit, max_nodes: None };
        self.run(start, &query, cancel, &mut |_, _| {})
    }

    fn run(
        &mut self,
        start: &Candidates,
        query: &SearchLimits,
        cancel: &Cancel,
        each: &mut dyn FnMut(&dyn Search, &mut [u8]),
    ) -> SearchSummary {
        assert_eq!(start.masks().len(), self.digits.len(), "candidates of the finder's layout");
        let before = self.search.guesses();
        let max_nodes = query.max_nodes.unwrap_or(u64::MAX);
        let mut n = 0;
        let mut pause = before;
        self.search.start(start);
        let stopped = loop {
            if n >= query.max_solutions {
                break Some(Limit::Solutions);
            }
            let guesses = self.search.guesses();
            if guesses - before >= max_nodes {
                break Some(Limit::Effort);
            }
            // Many solutions may come with few guesses, so the clock is not asked after each.
            if guesses >= pause || n & 0xff == 0xff {
                if let Some(limit) = cancel.stopped() {
                    break Some(limit);
                }
                pause = guesses + self.stride;
            }
            match self.search.advance(self.stride.min(max_nodes - (guesses - before))) {
                Step::Solution => {
                    n += 1;
                    each(&*self.search, &mut self.digits);
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

/// Returns the search that suits a layout and its name.
pub(crate) fn search_for(layout: &Layout) -> (Box<dyn Search>, &'static str) {
    if layout.is_classic() {
        (Box::new(SingleSolver::best()), "single")
    } else {
        (general::search(layout), "general")
    }
}

/// Returns a number of nodes that takes some milliseconds at most.
pub(crate) fn stride(layout: &Layout) -> u64 {
    let n = layout.n() as u64;
    ((1 << 20) / (n * n * n)).clamp(1, 4096)
}
