//! One search tree, several threads.
//!
//! The threads share only the work that they hand over. An idle thread announces itself; the others
//! check after each stride of a few hundred nodes whether a thread is idle, and then donate the
//! pending node nearest to the root, which is likely to have the largest subtree. Nodes are
//! disjoint and none is lost, so every solution is found exactly once, regardless of the number of
//! threads.
//!
//! A search starts on the calling thread, and the other threads start only if it has not ended
//! after one stride: most puzzles are solved before a thread could be started.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use gordian_core::{Cancel, Instant, Limit, Progress, ProgressEvent, threads};
use gordian_grid::{Candidates, Layout};

use crate::engine::{Search, Step};
use crate::finder::{nodes_per_check, search_for};
use crate::{SearchLimits, SearchSummary};

/// The longest time that an idle thread sleeps before it checks for cancellation.
const IDLE_WAIT: Duration = Duration::from_millis(10);

/// Time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The most solutions that a thread counts before it adds them to the shared count.
const MAX_UNREPORTED: u64 = 256;

/// Finds and counts solutions of puzzles with one layout on several threads.
///
/// The number and the set of solutions do not depend on the number of threads, as long as no limit
/// cuts the search short. Their order does, and so does the selection if the limit is below the
/// number of solutions. Only searches that end within the first stride of nodes, on the calling
/// thread, are fully deterministic.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_grid::{Candidates, Layout};
/// use gordian_sudoku::ParallelFinder;
///
/// let layout = Layout::latin(4)?;
/// let finder = ParallelFinder::new(&layout, 2);
/// let found = finder.count(&Candidates::all(&layout), u64::MAX, &Cancel::new(), &NoProgress);
/// assert_eq!((found.n_solutions, found.stopped), (576, None));
/// # Ok::<(), gordian_grid::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParallelFinder {
    layout: Layout,
    n_threads: usize,
}

impl ParallelFinder {
    /// Creates a finder that uses up to `n_threads` threads, including the calling one.
    #[must_use]
    pub fn new(layout: &Layout, n_threads: usize) -> Self {
        Self { layout: layout.clone(), n_threads: threads::usable(n_threads) }
    }

    /// Finds the solutions below `start` and passes the digits (from 1, row by row) of each to
    /// `on_solution`, one at a time.
    ///
    /// The search ends at a limit, on cancellation (checked every few milliseconds), or when the
    /// search tree is exhausted. It never passes on more solutions than the limit. When the limit
    /// is reached, the search is reported as stopped, even if there are no further solutions.
    /// `progress` receives the number of solutions about ten times per second.
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
        self.run(start, limits, cancel, progress, Some(on_solution))
    }

    /// Counts the solutions below `start`, up to `limit`. See [`Self::find`].
    ///
    /// # Panics
    ///
    /// Panics if `start` is not of the finder's layout.
    #[must_use]
    pub fn count(
        &self,
        start: &Candidates,
        limit: u64,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> SearchSummary {
        self.run(
            start,
            &SearchLimits { max_solutions: limit, max_nodes: None },
            cancel,
            progress,
            None,
        )
    }

    fn run(
        &self,
        start: &Candidates,
        limits: &SearchLimits,
        cancel: &Cancel,
        progress: &dyn Progress,
        on_solution: Option<SolutionCallback<'_>>,
    ) -> SearchSummary {
        assert_eq!(start.masks().len(), self.layout.n_cells(), "candidates of the finder's layout");
        let shared = SharedState {
            layout: &self.layout,
            limits: *limits,
            stride: nodes_per_check(&self.layout),
            cancel,
            pool: Mutex::default(),
            pool_changed: Condvar::new(),
            n_nodes_wanted: AtomicUsize::new(0),
            is_over: AtomicBool::new(limits.max_solutions == 0),
            n: AtomicU64::new(0),
            guesses: AtomicU64::new(0),
            on_solution: on_solution.map(|callback| Mutex::new(callback as SolutionCallback<'_>)),
        };
        let mut first = Worker::new(&shared, Some(progress));
        first.search.start(start);
        if limits.max_solutions == 0 {
            shared.lock_pool().stopped = Some(Limit::Solutions);
            drop(first);
        } else if first.run_stride() {
            thread::scope(|scope| {
                let spawn =
                    |_| scope.spawn(|| Worker::new(&shared, None).work_on_pool(self.n_threads));
                let helpers: Vec<_> = (1..self.n_threads).map(spawn).collect();
                // Dropped at the end of this scope: after a panic, its `Drop` stops the other
                // threads before they are joined.
                let mut first = first;
                while first.run_stride() {}
                first.work_on_pool(self.n_threads);
                join_all(helpers);
            });
        } else {
            drop(first);
        }
        let n = shared.n.into_inner().min(limits.max_solutions);
        let pool = shared.pool.into_inner().unwrap_or_else(PoisonError::into_inner);
        SearchSummary {
            n_solutions: n,
            guesses: shared.guesses.into_inner(),
            stopped: pool.stopped,
        }
    }
}

/// Joins threads and propagates the panic of any of them.
pub(crate) fn join_all(threads: Vec<ScopedJoinHandle<'_, ()>>) {
    for thread in threads {
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    }
}

/// The callback that receives solutions.
type SolutionCallback<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

/// State shared by the threads.
struct SharedState<'a> {
    layout: &'a Layout,
    limits: SearchLimits,
    /// Nodes between two checks of the shared state.
    stride: u64,
    cancel: &'a Cancel,
    pool: Mutex<NodePool>,
    /// Signals that a node was put into the pool, or that the search is over.
    pool_changed: Condvar,
    /// The number of idle threads minus the nodes in the pool, readable without the lock.
    n_nodes_wanted: AtomicUsize,
    is_over: AtomicBool,
    /// Solutions so far; can exceed the limit when several threads count.
    n: AtomicU64,
    guesses: AtomicU64,
    on_solution: Option<Mutex<SolutionCallback<'a>>>,
}

/// Nodes handed over between threads.
#[derive(Default)]
struct NodePool {
    nodes: Vec<Candidates>,
    /// The number of idle threads. If all are idle and there are no nodes, the search is exhausted.
    n_waiting: usize,
    /// The limit that ended the search before that.
    stopped: Option<Limit>,
}

impl SharedState<'_> {
    fn lock_pool(&self) -> MutexGuard<'_, NodePool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update_wanted(&self, pool: &NodePool) {
        self.n_nodes_wanted
            .store(pool.n_waiting.saturating_sub(pool.nodes.len()), Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the search with this reason, unless it is already over.
    fn stop(&self, reason: Option<Limit>) {
        let mut pool = self.lock_pool();
        if !self.is_over.swap(true, Ordering::Relaxed) {
            pool.stopped = reason;
        }
        self.pool_changed.notify_all();
    }

    /// Stops the search if it was cancelled or its time is over.
    fn check_cancel(&self) {
        if let Some(limit) = self.cancel.stopped() {
            self.stop(Some(limit));
        }
    }
}

/// The part of one thread.
struct Worker<'s, 'a> {
    shared: &'s SharedState<'a>,
    search: Box<dyn Search>,
    digits: Vec<u8>,
    /// Solutions not yet added to the shared count.
    n_unreported: u64,
    batch: u64,
    /// Guesses already added to the shared count.
    reported_guesses: u64,
    /// Receives progress reports; only the first thread has one.
    progress: Option<&'s dyn Progress>,
    last_report: Instant,
}

impl<'s, 'a> Worker<'s, 'a> {
    fn new(shared: &'s SharedState<'a>, progress: Option<&'s dyn Progress>) -> Self {
        Self {
            shared,
            search: search_for(shared.layout).0,
            digits: vec![0; shared.layout.n_cells()],
            n_unreported: 0,
            batch: (shared.limits.max_solutions / 64).clamp(1, MAX_UNREPORTED),
            reported_guesses: 0,
            progress,
            last_report: Instant::now(),
        }
    }

    /// Works on nodes from the pool until the search is over.
    fn work_on_pool(&mut self, n_threads: usize) {
        while let Some(node) = self.wait_for_node(n_threads) {
            self.search.start(&node);
            while self.run_stride() {}
        }
    }

    /// Waits for a node; returns `None` when the search is over.
    fn wait_for_node(&mut self, n_threads: usize) -> Option<Candidates> {
        let shared = self.shared;
        let mut pool = shared.lock_pool();
        pool.n_waiting += 1;
        while !shared.is_over() {
            if let Some(node) = pool.nodes.pop() {
                pool.n_waiting -= 1;
                shared.update_wanted(&pool);
                return Some(node);
            }
            shared.update_wanted(&pool);
            if pool.n_waiting == n_threads {
                drop(pool);
                shared.stop(None);
                return None;
            }
            let woken = shared.pool_changed.wait_timeout(pool, IDLE_WAIT);
            drop(woken.unwrap_or_else(PoisonError::into_inner));
            shared.check_cancel();
            self.report();
            pool = shared.lock_pool();
        }
        None
    }

    /// Searches one stride and updates the shared state; returns whether work is left.
    fn run_stride(&mut self) -> bool {
        let shared = self.shared;
        let end = self.reported_guesses.saturating_add(shared.stride);
        let mut n_left = self.batch;
        let exhausted = loop {
            let guesses = self.search.guesses();
            if guesses >= end || n_left == 0 || shared.is_over() {
                break false;
            }
            match self.search.advance(end - guesses) {
                Step::Solution => {
                    n_left -= 1;
                    self.handle_solution();
                }
                Step::Exhausted => break true,
                Step::Paused => break false,
            }
        };
        let guesses = self.search.guesses();
        let new_guesses = guesses - self.reported_guesses;
        self.reported_guesses = guesses;
        let all_guesses = shared.guesses.fetch_add(new_guesses, Ordering::Relaxed) + new_guesses;
        let n = std::mem::take(&mut self.n_unreported);
        if shared.n.fetch_add(n, Ordering::Relaxed) + n >= shared.limits.max_solutions {
            shared.stop(Some(Limit::Solutions));
        }
        if !exhausted {
            if shared.limits.max_nodes.is_some_and(|max| all_guesses >= max) {
                shared.stop(Some(Limit::Effort));
            }
            shared.check_cancel();
            self.share_nodes();
        }
        self.report();
        !exhausted && !shared.is_over()
    }

    /// Counts the current solution, or passes it to the callback.
    fn handle_solution(&mut self) {
        let Some(callback) = &self.shared.on_solution else {
            self.n_unreported += 1;
            return;
        };
        self.search.solution(&mut self.digits);
        // The callback is not called again after it panicked.
        let Ok(mut callback) = callback.lock() else { return };
        // The count changes only under this lock.
        let n = self.shared.n.load(Ordering::Relaxed);
        if n < self.shared.limits.max_solutions {
            callback(&self.digits);
            self.shared.n.store(n + 1, Ordering::Relaxed);
        }
        if n + 1 >= self.shared.limits.max_solutions {
            drop(callback);
            self.shared.stop(Some(Limit::Solutions));
        }
    }

    /// Donates nodes while threads are idle.
    fn share_nodes(&mut self) {
        let shared = self.shared;
        while shared.n_nodes_wanted.load(Ordering::Relaxed) > 0 {
            let Some(node) = self.search.donate() else { return };
            let mut pool = shared.lock_pool();
            pool.nodes.push(node);
            shared.update_wanted(&pool);
            drop(pool);
            shared.pool_changed.notify_one();
        }
    }

    /// Reports progress, at most once per [`REPORT_INTERVAL`].
    fn report(&mut self) {
        if let Some(progress) = self.progress
            && self.last_report.elapsed() >= REPORT_INTERVAL
        {
            self.last_report = Instant::now();
            let n = self.shared.n.load(Ordering::Relaxed).min(self.shared.limits.max_solutions);
            progress.report(&ProgressEvent::Solutions { n });
        }
    }
}

impl Drop for Worker<'_, '_> {
    /// Stops the search if the thread panics, so that the others do not wait forever.
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.stop(None);
        }
    }
}
