//! One search tree, several threads.
//!
//! The threads share nothing but the work that is handed over. A thread without work says so; those
//! that have some look after each stride of a few hundred nodes whether somebody waits, and give
//! away the pending node nearest to the root, which is likely to have the most below it. Nodes are
//! disjoint and none is lost, so every solution is found exactly once, whatever the number of
//! threads and whoever finds it.
//!
//! A search begins on the thread that asks, and the others start only when it is not over after a
//! stride: most puzzles end before a thread could be started.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};

use crate::engine::{Search, Step};
use crate::finder::{search_for, stride};
use crate::{Candidates, Layout, SearchLimits, SearchSummary};

/// How long a thread without work sleeps before it looks around, at most.
const NAP: Duration = Duration::from_millis(10);

/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);

/// The most solutions that a thread counts before it tells the others.
const MAX_BATCH: u64 = 256;

/// Finds and counts solutions of puzzles of one layout on several threads.
///
/// The number of solutions is the same for any number of threads, and so is the set of solutions
/// that are handed out, as long as no limit cuts it short. Their order is not, and where there are
/// more solutions than were asked for, neither is the choice of them; only searches that end
/// within the first stride of nodes, on the thread that asks, are repeatable in these, too.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_sudoku::{Candidates, Layout, ParallelFinder};
///
/// let layout = Layout::latin(4)?;
/// let finder = ParallelFinder::new(&layout, 2);
/// let found = finder.count(&Candidates::all(&layout), u64::MAX, &Cancel::new(), &NoProgress);
/// assert_eq!((found.n_solutions, found.stopped), (576, None));
/// # Ok::<(), gordian_sudoku::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParallelFinder {
    layout: Layout,
    n_threads: usize,
}

impl ParallelFinder {
    /// Returns a finder that uses up to `n_threads` threads, and at least the one that asks.
    #[must_use]
    pub fn new(layout: &Layout, n_threads: usize) -> Self {
        Self { layout: layout.clone(), n_threads: n_threads.max(1) }
    }

    /// Finds solutions below `start` and hands each to `each`, one at a time: its digits (from 1),
    /// row by row.
    ///
    /// It ends at the query's limits, when `cancel` says so (looked at every few milliseconds), or
    /// when everything was looked at. Never more solutions are handed out than the query's limit;
    /// a limit that is reached is reported as having stopped the search, even if there are no
    /// others. `progress` hears of the solutions so far, about ten times a second.
    ///
    /// # Panics
    ///
    /// Panics if `start` is not of the finder's layout. A panic of `each` ends the search and comes
    /// back to the caller, whichever thread it was on; `each` is not called again after it.
    pub fn find(
        &self,
        start: &Candidates,
        query: &SearchLimits,
        cancel: &Cancel,
        progress: &dyn Progress,
        each: &mut (dyn FnMut(&[u8]) + Send),
    ) -> SearchSummary {
        self.run(start, query, cancel, progress, Some(each))
    }

    /// Counts the solutions below `start`, up to `limit`; see [`Self::find`].
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
        query: &SearchLimits,
        cancel: &Cancel,
        progress: &dyn Progress,
        each: Option<Each<'_>>,
    ) -> SearchSummary {
        assert_eq!(start.masks().len(), self.layout.n_cells(), "candidates of the finder's layout");
        let shared = Shared {
            layout: &self.layout,
            query: *query,
            stride: stride(&self.layout),
            cancel,
            pool: Mutex::default(),
            changed: Condvar::new(),
            n_wanted: AtomicUsize::new(0),
            is_over: AtomicBool::new(query.max_solutions == 0),
            n: AtomicU64::new(0),
            guesses: AtomicU64::new(0),
            each: each.map(|each| Mutex::new(each as Each<'_>)),
        };
        let mut first = Worker::new(&shared, Some(progress));
        first.search.start(start);
        if query.max_solutions == 0 {
            shared.lock_pool().stopped = Some(Limit::Solutions);
            drop(first);
        } else if first.stride() {
            thread::scope(|scope| {
                let spawn = |_| scope.spawn(|| Worker::new(&shared, None).help(self.n_threads));
                let helpers: Vec<_> = (1..self.n_threads).map(spawn).collect();
                // It ends here: by a panic, it must tell the others before they are waited for.
                let mut first = first;
                while first.stride() {}
                first.help(self.n_threads);
                join(helpers);
            });
        } else {
            drop(first);
        }
        let n = shared.n.into_inner().min(query.max_solutions);
        let pool = shared.pool.into_inner().unwrap_or_else(PoisonError::into_inner);
        SearchSummary {
            n_solutions: n,
            guesses: shared.guesses.into_inner(),
            stopped: pool.stopped,
        }
    }
}

/// Waits for threads; if one of them panicked, the panic goes on here, with what it says.
pub(crate) fn join(threads: Vec<ScopedJoinHandle<'_, ()>>) {
    for thread in threads {
        if let Err(panic) = thread.join() {
            resume_unwind(panic);
        }
    }
}

/// What becomes of solutions.
type Each<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

/// What the threads share.
struct Shared<'a> {
    layout: &'a Layout,
    query: SearchLimits,
    /// Nodes between two looks around.
    stride: u64,
    cancel: &'a Cancel,
    pool: Mutex<Pool>,
    /// Something was put into the pool, or it is over.
    changed: Condvar,
    /// Threads that wait, less nodes in the pool: for those who only want to look.
    n_wanted: AtomicUsize,
    is_over: AtomicBool,
    /// Solutions so far; goes beyond the limit when several threads count.
    n: AtomicU64,
    guesses: AtomicU64,
    each: Option<Mutex<Each<'a>>>,
}

/// Work that is handed over.
#[derive(Default)]
struct Pool {
    nodes: Vec<Candidates>,
    /// Threads that wait. When it is all of them, and there are no nodes, everything was looked at.
    n_waiting: usize,
    /// Why it was over before that.
    stopped: Option<Limit>,
}

impl Shared<'_> {
    fn lock_pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_wanted(&self, pool: &Pool) {
        self.n_wanted.store(pool.n_waiting.saturating_sub(pool.nodes.len()), Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the search for this reason, unless it is over already.
    fn stop(&self, reason: Option<Limit>) {
        let mut pool = self.lock_pool();
        if !self.is_over.swap(true, Ordering::Relaxed) {
            pool.stopped = reason;
        }
        self.changed.notify_all();
    }

    /// Stops if somebody asks for it.
    fn look_at_clock(&self) {
        if let Some(limit) = self.cancel.stopped() {
            self.stop(Some(limit));
        }
    }
}

/// One thread's part.
struct Worker<'s, 'a> {
    shared: &'s Shared<'a>,
    search: Box<dyn Search>,
    digits: Vec<u8>,
    /// Solutions that the others do not know of yet, and after how many they are told.
    n: u64,
    batch: u64,
    /// Guesses that they know of.
    told_guesses: u64,
    /// Who is told of progress, by this thread.
    progress: Option<&'s dyn Progress>,
    reported: Instant,
}

impl<'s, 'a> Worker<'s, 'a> {
    fn new(shared: &'s Shared<'a>, progress: Option<&'s dyn Progress>) -> Self {
        Self {
            shared,
            search: search_for(shared.layout).0,
            digits: vec![0; shared.layout.n_cells()],
            n: 0,
            batch: (shared.query.max_solutions / 64).clamp(1, MAX_BATCH),
            told_guesses: 0,
            progress,
            reported: Instant::now(),
        }
    }

    /// Takes over work of others until it is over.
    fn help(&mut self, n_threads: usize) {
        while let Some(node) = self.wait(n_threads) {
            self.search.start(&node);
            while self.stride() {}
        }
    }

    /// Waits for a node; `None` if it is over.
    fn wait(&mut self, n_threads: usize) -> Option<Candidates> {
        let shared = self.shared;
        let mut pool = shared.lock_pool();
        pool.n_waiting += 1;
        while !shared.is_over() {
            if let Some(node) = pool.nodes.pop() {
                pool.n_waiting -= 1;
                shared.note_wanted(&pool);
                return Some(node);
            }
            shared.note_wanted(&pool);
            if pool.n_waiting == n_threads {
                drop(pool);
                shared.stop(None);
                return None;
            }
            let woken = shared.changed.wait_timeout(pool, NAP);
            drop(woken.unwrap_or_else(PoisonError::into_inner));
            shared.look_at_clock();
            self.report();
            pool = shared.lock_pool();
        }
        None
    }

    /// Searches a stride further and looks around; returns whether there is work left.
    fn stride(&mut self) -> bool {
        let shared = self.shared;
        let end = self.told_guesses.saturating_add(shared.stride);
        let mut n_left = self.batch;
        let exhausted = loop {
            let guesses = self.search.guesses();
            if guesses >= end || n_left == 0 || shared.is_over() {
                break false;
            }
            match self.search.advance(end - guesses) {
                Step::Solution => {
                    n_left -= 1;
                    self.solution();
                }
                Step::Exhausted => break true,
                Step::Paused => break false,
            }
        };
        let guesses = self.search.guesses();
        let news = guesses - self.told_guesses;
        self.told_guesses = guesses;
        let all_guesses = shared.guesses.fetch_add(news, Ordering::Relaxed) + news;
        let n = std::mem::take(&mut self.n);
        if shared.n.fetch_add(n, Ordering::Relaxed) + n >= shared.query.max_solutions {
            shared.stop(Some(Limit::Solutions));
        }
        if !exhausted {
            if shared.query.max_nodes.is_some_and(|max| all_guesses >= max) {
                shared.stop(Some(Limit::Effort));
            }
            shared.look_at_clock();
            self.give();
        }
        self.report();
        !exhausted && !shared.is_over()
    }

    /// Counts the solution at hand, or hands it out.
    fn solution(&mut self) {
        let Some(each) = &self.shared.each else {
            self.n += 1;
            return;
        };
        self.search.solution(&mut self.digits);
        // After a panic of the caller's function, the function is not called again.
        let Ok(mut each) = each.lock() else { return };
        // Only who holds the lock changes the number.
        let n = self.shared.n.load(Ordering::Relaxed);
        if n < self.shared.query.max_solutions {
            each(&self.digits);
            self.shared.n.store(n + 1, Ordering::Relaxed);
        }
        if n + 1 >= self.shared.query.max_solutions {
            drop(each);
            self.shared.stop(Some(Limit::Solutions));
        }
    }

    /// Gives away nodes while somebody waits for one.
    fn give(&mut self) {
        let shared = self.shared;
        while shared.n_wanted.load(Ordering::Relaxed) > 0 {
            let Some(node) = self.search.donate() else { return };
            let mut pool = shared.lock_pool();
            pool.nodes.push(node);
            shared.note_wanted(&pool);
            drop(pool);
            shared.changed.notify_one();
        }
    }

    /// Tells of progress, not too often.
    fn report(&mut self) {
        if let Some(progress) = self.progress
            && self.reported.elapsed() >= REPORT
        {
            self.reported = Instant::now();
            let n = self.shared.n.load(Ordering::Relaxed).min(self.shared.query.max_solutions);
            progress.report(&ProgressEvent::Solutions { n });
        }
    }
}

impl Drop for Worker<'_, '_> {
    /// A thread that ends by a panic of the caller's function must not leave the others waiting.
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.stop(None);
        }
    }
}
