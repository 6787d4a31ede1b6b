//! The choice of the search for solutions of a grid.

use std::fmt;
use std::num::NonZeroUsize;

use gordian_core::{Cancel, Limit, Progress};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::{Finder, LearningFinder, ParallelFinder, SearchLimits, SearchSummary};

/// Searches for solutions of grids; keeps the tables of the last layout, because consecutive grids
/// often share it.
///
/// It does not check solutions: use [`gordian_puzzles::grid::check`].
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_grid::{Grid, Layout};
/// use gordian_solve::grid::{GridQuery, GridSearch};
///
/// let grid = Grid::new(Layout::boxes(2, 2)?, vec![0; 16]);
/// let query = GridQuery { max_solutions: u64::MAX, ..GridQuery::default() };
/// let found =
///     GridSearch::default().count(&grid, &query, &Cancel::new(), &NoProgress, &mut |_| {});
/// assert_eq!((found.n_solutions, found.stopped), (288, None));
/// # Ok::<(), gordian_grid::LayoutError>(())
/// ```
#[derive(Debug, Default)]
pub struct GridSearch {
    finder: Option<(Layout, Finder)>,
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridQuery {
    /// The engine.
    pub engine: GridEngine,
    /// The search ends after this many solutions.
    pub max_solutions: u64,
    /// The largest number of threads.
    pub threads: NonZeroUsize,
    /// The seed of the clause-learning search.
    pub seed: u64,
}

impl Default for GridQuery {
    /// Asks for two solutions, which decides whether the solution is unique, on one thread.
    fn default() -> Self {
        Self { engine: GridEngine::Auto, max_solutions: 2, threads: NonZeroUsize::MIN, seed: 0 }
    }
}

/// The engine that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridEngine {
    /// Depth first. If at most two solutions are sought, and the
    /// [node budget](Finder::default_budget) does not suffice, clause learning.
    #[default]
    Auto,
    /// Depth first, without a node budget.
    DepthFirst,
    /// Clause learning.
    Learning,
}

/// The engine that found the solutions, or proved that there are no more.
///
/// Displayed as `single`, `general`, `learning`, or `learning/2 threads`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedEngine {
    /// The depth-first search with this name.
    DepthFirst(&'static str),
    /// The clause-learning search.
    Learning {
        /// The largest number of threads.
        threads: usize,
    },
}

impl fmt::Display for UsedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DepthFirst(name) => f.write_str(name),
            Self::Learning { threads: 1 } => f.write_str("learning"),
            Self::Learning { threads } => write!(f, "learning/{threads} threads"),
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSolutions {
    /// The number of solutions found: all of them if `stopped` is `None`, otherwise a lower bound.
    pub n_solutions: u64,
    /// The number of guesses and conflicts.
    pub guesses: u64,
    /// The limit that ended the search; [`Limit::Solutions`] if as many were found as the query
    /// asks for.
    pub stopped: Option<Limit>,
    /// The engine.
    pub engine: UsedEngine,
}

impl GridSolutions {
    fn new(found: &SearchSummary, engine: UsedEngine) -> Self {
        let SearchSummary { n_solutions, guesses, stopped } = *found;
        Self { n_solutions, guesses, stopped, engine }
    }
}

impl GridSearch {
    /// Finds solutions, and passes the digits (from 1, row by row) of each to `on_solution`, each
    /// solution once.
    pub fn find(
        &mut self,
        grid: &Grid,
        query: &GridQuery,
        cancel: &Cancel,
        progress: &dyn Progress,
        on_solution: &mut (dyn FnMut(&[u8]) + Send),
    ) -> GridSolutions {
        if query.engine == GridEngine::Learning {
            return learn(grid, query, cancel, progress, on_solution);
        }
        // Depth-first search is the fastest way to count or list; for one or two solutions, clause
        // learning may be faster.
        let may_fall_back = query.engine == GridEngine::Auto && query.max_solutions <= 2;
        let max_nodes = may_fall_back.then(|| Finder::default_budget(&grid.layout));
        let limits = SearchLimits { max_solutions: query.max_solutions, max_nodes };
        let mut known: Vec<Vec<u8>> = Vec::new();
        let mut each = |digits: &[u8]| {
            if may_fall_back {
                known.push(digits.to_vec());
            }
            on_solution(digits);
        };
        let (start, threads) = (Candidates::of(grid), query.threads.get());
        let finder = self.finder(&grid.layout);
        let engine = UsedEngine::DepthFirst(finder.engine());
        let found = if threads == 1 {
            finder.find(&start, &limits, cancel, &mut each)
        } else {
            let finder = ParallelFinder::new(&grid.layout, threads);
            finder.find(&start, &limits, cancel, progress, &mut each)
        };
        if found.stopped != Some(Limit::Effort) {
            return GridSolutions::new(&found, engine);
        }
        // The second search starts over and may find again what is known.
        let mut n = found.n_solutions;
        let mut each = |digits: &[u8]| {
            if n < query.max_solutions && !known.iter().any(|known| known == digits) {
                n += 1;
                on_solution(digits);
            }
        };
        let learnt = learn(grid, query, cancel, progress, &mut each);
        let enough = (n >= query.max_solutions).then_some(Limit::Solutions);
        GridSolutions {
            n_solutions: n,
            guesses: found.guesses + learnt.guesses,
            stopped: enough.or(learnt.stopped),
            engine: learnt.engine,
        }
    }

    /// Counts solutions, and passes the digits of the first to `on_first`, so that it can be
    /// checked.
    pub fn count(
        &mut self,
        grid: &Grid,
        query: &GridQuery,
        cancel: &Cancel,
        progress: &dyn Progress,
        on_first: &mut (dyn FnMut(&[u8]) + Send),
    ) -> GridSolutions {
        let mut is_first = true;
        let mut each = |digits: &[u8]| {
            if std::mem::take(&mut is_first) {
                on_first(digits);
            }
        };
        if query.max_solutions <= 2 || query.engine == GridEngine::Learning {
            return self.find(grid, query, cancel, progress, &mut each);
        }
        // Counting without looking at the solutions is faster, so one is found before.
        let one = SearchLimits { max_solutions: 1, max_nodes: None };
        let start = Candidates::of(grid);
        let finder = self.finder(&grid.layout);
        let engine = UsedEngine::DepthFirst(finder.engine());
        let mut found = finder.find(&start, &one, cancel, &mut each);
        if found.stopped == Some(Limit::Solutions) {
            let finder = ParallelFinder::new(&grid.layout, query.threads.get());
            let counted = finder.count(&start, query.max_solutions, cancel, progress);
            found = SearchSummary {
                // One solution is known even if the count was stopped at zero.
                n_solutions: counted.n_solutions.max(1),
                guesses: found.guesses + counted.guesses,
                ..counted
            };
        }
        GridSolutions::new(&found, engine)
    }

    /// Returns the depth-first search for a layout, for tasks that are built on it.
    pub fn finder(&mut self, layout: &Layout) -> &mut Finder {
        let known = self.finder.take().filter(|(known, _)| known == layout);
        let known = known.unwrap_or_else(|| (layout.clone(), Finder::new(layout)));
        &mut self.finder.insert(known).1
    }
}

/// Searches with learnt clauses.
fn learn(
    grid: &Grid,
    query: &GridQuery,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut (dyn FnMut(&[u8]) + Send),
) -> GridSolutions {
    let threads = query.threads.get();
    let limits = SearchLimits { max_solutions: query.max_solutions, max_nodes: None };
    let finder = LearningFinder::new(&grid.layout, threads, query.seed);
    let found = finder.find(&Candidates::of(grid), &limits, cancel, progress, on_solution);
    GridSolutions::new(&found, UsedEngine::Learning { threads })
}
