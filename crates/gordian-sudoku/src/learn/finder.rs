//! Learning searches on one or several threads.
//!
//! Each thread searches the whole grid, from another seed. They tell each other the clauses of few
//! levels that they learn. What they found is common: whoever stands at a solution asks, under a
//! lock, whether one of the clauses that forbid the solutions found so far is false there. If so, he
//! takes that clause over and goes on; else the solution is new, and the clause of his decisions
//! forbids it from then on.
//!
//! Why that is exact: each thread knows the cover, some of the clauses that forbid what was found,
//! and clauses that follow from the cover and such clauses. So what it excludes was found, or is
//! none; and all that its decisions leave open, besides what was found, is the solution at hand.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};

use super::cover::{Cover, Root};
use super::learner::{Learner, Sent};
use super::lit::Lit;
use crate::engine::Step;
use crate::parallel::join;
use crate::{Candidates, Layout, SearchLimits, SearchSummary};

/// Conflicts between two looks at the post; the first thread is alone for as many.
const STRIDE: u64 = 1000;

/// Time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);

/// Finds solutions of large grids by learning from dead ends, on one or several threads.
///
/// It answers grids on which the depth-first searches ([`crate::Finder`], [`crate::ParallelFinder`])
/// get lost, such as 25×25 puzzles of medium density; they are far faster where there are many
/// solutions, and on small grids. A few hundred solutions are no trouble, but each takes memory (some
/// hundred bytes to some KiB) until the end of the search.
///
/// On one thread, the same seed gives the same solutions in the same order. On several, the set of
/// all solutions is the same, but not their order; nor, where there are more than were asked for,
/// which of them are found.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_sudoku::{Candidates, Layout, LearningFinder, SearchLimits};
///
/// let layout = Layout::boxes(2, 2)?;
/// let query = SearchLimits { max_solutions: u64::MAX, max_nodes: None };
/// let finder = LearningFinder::new(&layout, 2, 7);
/// let start = Candidates::all(&layout);
/// let found = finder.find(&start, &query, &Cancel::new(), &NoProgress, &mut |_| {});
/// assert_eq!((found.n_solutions, found.stopped), (288, None));
/// # Ok::<(), gordian_sudoku::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LearningFinder {
    layout: Layout,
    n_threads: usize,
    seed: u64,
}

impl LearningFinder {
    /// Returns a finder that uses up to `n_threads` threads, and at least the one that asks.
    #[must_use]
    pub fn new(layout: &Layout, n_threads: usize, seed: u64) -> Self {
        Self { layout: layout.clone(), n_threads: n_threads.max(1), seed }
    }

    /// Finds solutions below `start` and hands each to `each`, one at a time: its digits (from 1),
    /// row by row.
    ///
    /// It ends at the query's limits, when `cancel` says so (looked at every few milliseconds once
    /// the grid is prepared, which takes some 0.1 s for an empty 64×64 grid), or when it is proved
    /// that there are no others. Never more solutions are handed out than the query's limit; a limit
    /// that is reached is reported as having stopped the search, even if there are no others.
    ///
    /// The nodes of query and result are conflicts, of all threads together; several threads may go
    /// some thousand beyond the limit. `progress` hears of them about ten times a second.
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
        assert_eq!(start.masks().len(), self.layout.n_cells(), "candidates of the finder's layout");
        let unwanted = (query.max_solutions == 0).then_some(Limit::Solutions);
        if let Some(limit) = unwanted.or_else(|| cancel.stopped()) {
            return SearchSummary { n_solutions: 0, guesses: 0, stopped: Some(limit) };
        }
        let Root::Open(candidates, cover) = Root::new(&self.layout, start) else {
            return SearchSummary { n_solutions: 0, guesses: 0, stopped: None };
        };
        let shared = Shared {
            cover: &cover,
            query: *query,
            cancel,
            is_over: AtomicBool::new(false),
            conflicts: AtomicU64::new(0),
            post: (0..self.n_threads).map(|_| Mutex::default()).collect(),
            results: Mutex::new(Results {
                digits: candidates.masks().iter().map(|&mask| digit(mask)).collect(),
                found: 0,
                forbidden: Vec::new(),
                stopped: None,
                each,
            }),
        };
        let mut first = Worker::new(&shared, 0, self.seed, Some(progress));
        if first.stride() {
            thread::scope(|scope| {
                let spawn = |number| {
                    let shared = &shared;
                    let seed = self.seed.wrapping_add(number as u64);
                    scope.spawn(move || {
                        let mut worker = Worker::new(shared, number, seed, None);
                        while worker.stride() {}
                    })
                };
                let helpers: Vec<_> = (1..self.n_threads).map(spawn).collect();
                // It ends here: by a panic, it must tell the others before they are waited for.
                let mut first = first;
                while first.stride() {}
                join(helpers);
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

/// What the threads share.
struct Shared<'a> {
    cover: &'a Cover,
    query: SearchLimits,
    cancel: &'a Cancel,
    is_over: AtomicBool,
    /// Conflicts of all threads, brought up to date after each stride.
    conflicts: AtomicU64,
    /// For each thread what others sent to it.
    post: Vec<Mutex<Vec<Arc<Sent>>>>,
    results: Mutex<Results<'a>>,
}

/// What was found.
struct Results<'a> {
    /// The digits of the decided cells, and of the last solution.
    digits: Vec<u8>,
    found: u64,
    /// For each solution found the clause that forbids it.
    forbidden: Vec<Arc<[Lit]>>,
    /// Why the search ended before everything was found.
    stopped: Option<Limit>,
    each: &'a mut (dyn FnMut(&[u8]) + Send),
}

/// Takes a lock. Who panics while he holds one leaves nothing half done that matters: the search is
/// over then.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    /// Ends the search for this reason, unless it is over.
    fn stop(&self, reason: Option<Limit>) {
        self.stop_with(&mut lock(&self.results), reason);
    }

    fn stop_with(&self, results: &mut Results<'_>, reason: Option<Limit>) {
        if !self.is_over.swap(true, Ordering::Relaxed) {
            results.stopped = reason;
        }
    }
}

/// One thread's part.
struct Worker<'s, 'a> {
    shared: &'s Shared<'a>,
    number: usize,
    learner: Learner<'s>,
    /// How many of the clauses that forbid solutions it knows.
    known: usize,
    progress: Option<&'s dyn Progress>,
    began: Instant,
    reported: Instant,
}

impl<'s, 'a> Worker<'s, 'a> {
    fn new(
        shared: &'s Shared<'a>,
        number: usize,
        seed: u64,
        progress: Option<&'s dyn Progress>,
    ) -> Self {
        let sends = shared.post.len() > 1;
        let learner = Learner::new(shared.cover, seed, sends);
        let now = Instant::now();
        Self { shared, number, learner, known: 0, progress, began: now, reported: now }
    }

    /// Searches a stride further; returns whether it is not over.
    fn stride(&mut self) -> bool {
        let shared = self.shared;
        let before = self.learner.conflicts();
        let done = shared.conflicts.load(Ordering::Relaxed);
        let left = shared.query.max_nodes.map_or(STRIDE, |max| max.saturating_sub(done));
        let step = self.learner.advance(left.min(STRIDE), &mut || {
            if let Some(limit) = shared.cancel.stopped() {
                shared.stop(Some(limit));
            }
            shared.is_over.load(Ordering::Relaxed)
        });
        let news = self.learner.conflicts() - before;
        let done = shared.conflicts.fetch_add(news, Ordering::Relaxed) + news;
        match step {
            Step::Solution => self.solution(),
            Step::Exhausted => shared.stop(None),
            Step::Paused => {
                if shared.query.max_nodes.is_some_and(|max| done >= max) {
                    shared.stop(Some(Limit::Effort));
                }
                self.exchange();
            }
        }
        self.report(done);
        !shared.is_over.load(Ordering::Relaxed)
    }

    /// Hands out the solution it stands at, if nobody did.
    fn solution(&mut self) {
        let shared = self.shared;
        // After a panic of the caller's function, the function is not called again.
        let Ok(mut results) = shared.results.lock() else { return };
        if shared.is_over.load(Ordering::Relaxed) {
            return;
        }
        let news: Vec<Arc<[Lit]>> = results.forbidden[self.known..].to_vec();
        self.known = results.forbidden.len();
        if !news.iter().any(|lits| self.learner.refutes(lits)) {
            for choice in self.learner.taken() {
                let (cell, digit) = shared.cover.name(choice);
                results.digits[cell] = digit;
            }
            let Results { digits, found, each, .. } = &mut *results;
            *found += 1;
            each(digits);
            if results.found >= shared.query.max_solutions {
                shared.stop_with(&mut results, Some(Limit::Solutions));
                return;
            }
            let clause = self.learner.forbid();
            if shared.post.len() > 1 {
                results.forbidden.push(clause.into());
                self.known += 1;
            }
        }
        drop(results);
        for lits in news {
            self.learner.receive_forbidden(&lits);
        }
    }

    /// Sends what was learnt and reads what was sent.
    fn exchange(&mut self) {
        let sent: Vec<Arc<Sent>> = self.learner.outbox.drain(..).map(Arc::new).collect();
        for (number, post) in self.shared.post.iter().enumerate() {
            if number != self.number && !sent.is_empty() {
                lock(post).extend(sent.iter().cloned());
            }
        }
        let received = std::mem::take(&mut *lock(&self.shared.post[self.number]));
        for sent in received {
            self.learner.receive(&sent.lits, sent.n_levels);
        }
    }

    /// Tells of progress, not too often.
    fn report(&mut self, conflicts: u64) {
        if let Some(progress) = self.progress
            && self.reported.elapsed() >= REPORT
        {
            self.reported = Instant::now();
            progress.report(&ProgressEvent::Effort { conflicts, elapsed: self.began.elapsed() });
        }
    }
}

impl Drop for Worker<'_, '_> {
    /// A thread that ends by a panic must not leave the others searching.
    fn drop(&mut self) {
        if thread::panicking() {
            self.shared.stop(None);
        }
    }
}
