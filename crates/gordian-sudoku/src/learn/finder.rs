//! Clause-learning searches on one or several threads.
//!
//! Each thread searches the whole grid with a different seed. Threads share the learnt clauses of
//! low LBD. Solutions are shared: a thread at a solution checks under a lock whether it falsifies a
//! blocking clause of a solution found so far. If so, it imports that clause and continues;
//! otherwise the solution is new, and the clause of its negated decisions blocks it from then on.
//!
//! This is exact: each thread knows the cover, some of the blocking clauses, and clauses that
//! follow from the cover and blocking clauses. So everything that it excludes is a known solution
//! or no solution; and its decisions leave only the current solution, apart from known ones.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use gordian_core::{Cancel, Instant, Limit, Progress, ProgressEvent, threads};
use gordian_grid::{Candidates, Layout};

use super::cdcl::{CdclSolver, SharedClause};
use super::cover::{ExactCover, Presolved};
use super::lit::Lit;
use crate::engine::Step;
use crate::parallel::join_all;
use crate::{SearchLimits, SearchSummary};

/// The number of conflicts between two exchanges of clauses; the first thread is alone for as many.
const STRIDE: u64 = 1000;

/// Time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Finds solutions of large grids with a clause-learning search, on one or several threads.
///
/// It solves grids on which the depth-first searches ([`crate::Finder`], [`crate::ParallelFinder`])
/// get lost, such as 25×25 puzzles of medium density. Those are much faster on small grids and for
/// counting many solutions. A few hundred solutions are no problem, but each takes memory (some
/// hundred bytes to some KiB) until the end of the search.
///
/// On one thread, the same seed gives the same solutions in the same order. On several threads, the
/// set of all solutions is the same, but not their order, nor the selection if the limit is below
/// the number of solutions.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_grid::{Candidates, Layout};
/// use gordian_sudoku::{LearningFinder, SearchLimits};
///
/// let layout = Layout::boxes(2, 2)?;
/// let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: None };
/// let finder = LearningFinder::new(&layout, 2, 7);
/// let start = Candidates::all(&layout);
/// let found = finder.find(&start, &limits, &Cancel::new(), &NoProgress, &mut |_| {});
/// assert_eq!((found.n_solutions, found.stopped), (288, None));
/// # Ok::<(), gordian_grid::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LearningFinder {
    layout: Layout,
    n_threads: usize,
    seed: u64,
}

impl LearningFinder {
    /// Creates a finder that uses up to `n_threads` threads, including the calling one.
    #[must_use]
    pub fn new(layout: &Layout, n_threads: usize, seed: u64) -> Self {
        Self { layout: layout.clone(), n_threads: threads::usable(n_threads), seed }
    }

    /// Finds the solutions below `start` and passes the digits (from 1, row by row) of each to
    /// `on_solution`, one at a time.
    ///
    /// The search ends at a limit, on cancellation (checked every few milliseconds after a
    /// preparation that takes about 0.1 s for an empty 64×64 grid), or when it is proved that there
    /// are no further solutions. It never passes on more solutions than the limit. When the limit
    /// is reached, the search is reported as stopped, even if there are no further solutions.
    ///
    /// Nodes and guesses are conflicts here, summed over all threads; several threads can exceed
    /// the limit by a few thousand. `progress` receives the number of conflicts about ten times per
    /// second.
    ///
    /// # Panics
    ///
    /// Panics if `start` is not of the finder's layout. A panic of `on_solution` ends the search
    /// and is propagated to the caller, whichever thread it occurred on; `on_solution` is not
    /// called again.
    pub fn find(
        &self,
        start: &Candidates,
        limits: &SearchLimits,
        cancel: &Cancel,
        progress: &dyn Progress,
        on_solution: &mut (dyn FnMut(&[u8]) + Send),
    ) -> SearchSummary {
        assert_eq!(start.masks().len(), self.layout.n_cells(), "candidates of the finder's layout");
        let unwanted = (limits.max_solutions == 0).then_some(Limit::Solutions);
        if let Some(limit) = unwanted.or_else(|| cancel.stopped()) {
            return SearchSummary { n_solutions: 0, guesses: 0, stopped: Some(limit) };
        }
        let Presolved::Open(candidates, cover) = Presolved::new(&self.layout, start) else {
            return SearchSummary { n_solutions: 0, guesses: 0, stopped: None };
        };
        let shared = SharedState {
            cover: &cover,
            limits: *limits,
            cancel,
            is_over: AtomicBool::new(false),
            conflicts: AtomicU64::new(0),
            mailboxes: (0..self.n_threads).map(|_| Mutex::default()).collect(),
            results: Mutex::new(SharedResults {
                digits: candidates.masks().iter().map(|&mask| digit(mask)).collect(),
                found: 0,
                blocking_clauses: Vec::new(),
                stopped: None,
                on_solution,
            }),
        };
        let mut first = Worker::new(&shared, 0, self.seed, Some(progress));
        if first.run_stride() {
            thread::scope(|scope| {
                let spawn = |number| {
                    let shared = &shared;
                    let seed = self.seed.wrapping_add(number as u64);
                    scope.spawn(move || {
                        let mut worker = Worker::new(shared, number, seed, None);
                        while worker.run_stride() {}
                    })
                };
                let helpers: Vec<_> = (1..self.n_threads).map(spawn).collect();
                // Dropped at the end of this scope: after a panic, its `Drop` stops the other
                // threads before they are joined.
                let mut first = first;
                while first.run_stride() {}
                join_all(helpers);
            });
        } else {
            drop(first);
        }
        let guesses = shared.conflicts.into_inner();
        let results = shared.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        SearchSummary { n_solutions: results.found, guesses, stopped: results.stopped }
    }
}

/// Returns the lowest digit of a mask, from 1.
fn digit(mask: u64) -> u8 {
    u8::try_from(mask.trailing_zeros() + 1).expect("a consistent state has digits in each cell")
}

/// State shared by the threads.
struct SharedState<'a> {
    cover: &'a ExactCover,
    limits: SearchLimits,
    cancel: &'a Cancel,
    is_over: AtomicBool,
    /// Conflicts of all threads, updated after each stride.
    conflicts: AtomicU64,
    /// For each thread the clauses that others have sent to it.
    mailboxes: Vec<Mutex<Vec<Arc<SharedClause>>>>,
    results: Mutex<SharedResults<'a>>,
}

/// The solutions found.
struct SharedResults<'a> {
    /// The digits of the decided cells, and of the last solution.
    digits: Vec<u8>,
    found: u64,
    /// The blocking clause of each solution found.
    blocking_clauses: Vec<Arc<[Lit]>>,
    /// The limit that ended the search before it was exhausted.
    stopped: Option<Limit>,
    on_solution: &'a mut (dyn FnMut(&[u8]) + Send),
}

/// Locks a mutex, even if a thread panicked while holding it: the search is over then, and the data
/// stay usable.
fn lock_ignoring_poison<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedState<'_> {
    /// Ends the search with this reason, unless it is already over.
    fn stop(&self, reason: Option<Limit>) {
        self.stop_with(&mut lock_ignoring_poison(&self.results), reason);
    }

    fn stop_with(&self, results: &mut SharedResults<'_>, reason: Option<Limit>) {
        if !self.is_over.swap(true, Ordering::Relaxed) {
            results.stopped = reason;
        }
    }
}

/// The part of one thread.
struct Worker<'s, 'a> {
    shared: &'s SharedState<'a>,
    number: usize,
    solver: CdclSolver<'s>,
    /// The number of blocking clauses it has imported.
    n_known_blocking: usize,
    progress: Option<&'s dyn Progress>,
    began: Instant,
    reported: Instant,
}

impl<'s, 'a> Worker<'s, 'a> {
    fn new(
        shared: &'s SharedState<'a>,
        number: usize,
        seed: u64,
        progress: Option<&'s dyn Progress>,
    ) -> Self {
        let sends = shared.mailboxes.len() > 1;
        let solver = CdclSolver::new(shared.cover, seed, sends);
        let now = Instant::now();
        Self { shared, number, solver, n_known_blocking: 0, progress, began: now, reported: now }
    }

    /// Searches one stride; returns whether the search continues.
    fn run_stride(&mut self) -> bool {
        let shared = self.shared;
        let before = self.solver.conflicts();
        let done = shared.conflicts.load(Ordering::Relaxed);
        let left = shared.limits.max_nodes.map_or(STRIDE, |max| max.saturating_sub(done));
        let step = self.solver.advance(left.min(STRIDE), &mut || {
            if let Some(limit) = shared.cancel.stopped() {
                shared.stop(Some(limit));
            }
            shared.is_over.load(Ordering::Relaxed)
        });
        let new_conflicts = self.solver.conflicts() - before;
        let done = shared.conflicts.fetch_add(new_conflicts, Ordering::Relaxed) + new_conflicts;
        match step {
            Step::Solution => self.handle_solution(),
            Step::Exhausted => shared.stop(None),
            Step::Paused => {
                if shared.limits.max_nodes.is_some_and(|max| done >= max) {
                    shared.stop(Some(Limit::Effort));
                }
                self.exchange();
            }
        }
        self.report(done);
        !shared.is_over.load(Ordering::Relaxed)
    }

    /// Passes on the current solution if it is new.
    fn handle_solution(&mut self) {
        let shared = self.shared;
        // The callback is not called again after it panicked.
        let Ok(mut results) = shared.results.lock() else { return };
        if shared.is_over.load(Ordering::Relaxed) {
            return;
        }
        let new_clauses: Vec<Arc<[Lit]>> =
            results.blocking_clauses[self.n_known_blocking..].to_vec();
        self.n_known_blocking = results.blocking_clauses.len();
        if !new_clauses.iter().any(|lits| self.solver.falsifies(lits)) {
            for var in self.solver.true_vars() {
                let (cell, digit) = shared.cover.candidate(var);
                results.digits[cell] = digit;
            }
            let SharedResults { digits, found, on_solution: each, .. } = &mut *results;
            *found += 1;
            each(digits);
            if results.found >= shared.limits.max_solutions {
                shared.stop_with(&mut results, Some(Limit::Solutions));
                return;
            }
            let clause = self.solver.block_solution();
            if shared.mailboxes.len() > 1 {
                results.blocking_clauses.push(clause.into());
                self.n_known_blocking += 1;
            }
        }
        drop(results);
        for lits in new_clauses {
            self.solver.import_blocking_clause(&lits);
        }
    }

    /// Sends learnt clauses to the other threads and imports theirs.
    fn exchange(&mut self) {
        let sent: Vec<Arc<SharedClause>> = self.solver.outbox.drain(..).map(Arc::new).collect();
        for (number, post) in self.shared.mailboxes.iter().enumerate() {
            if number != self.number && !sent.is_empty() {
                lock_ignoring_poison(post).extend(sent.iter().cloned());
            }
        }
        let received =
            std::mem::take(&mut *lock_ignoring_poison(&self.shared.mailboxes[self.number]));
        for sent in received {
            self.solver.import_clause(&sent.lits, sent.lbd);
        }
    }

    /// Reports progress, at most once per [`REPORT_INTERVAL`].
    fn report(&mut self, conflicts: u64) {
        if let Some(progress) = self.progress
            && self.reported.elapsed() >= REPORT_INTERVAL
        {
            self.reported = Instant::now();
            progress.report(&ProgressEvent::Effort { conflicts, elapsed: self.began.elapsed() });
        }
    }
}

impl Drop for Worker<'_, '_> {
    /// Stops the search if the thread panics, so that the others do not continue forever.
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.stop(None);
        }
    }
}
