//! The public solver: runs the searches and reports solutions and bounds.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_perm::cube3::{FaceTurn, Metric, Move, Position};
use gordian_table::{Storage, ThreadPool, WorkContext};
use rayon::prelude::*;

use super::coset_search::CosetBounds;
use super::coset_table::CosetTable;
use super::cubies::{Cubies, FACES, face_turn};
use super::deepening::{IterativeDeepening, LengthResult};
use super::inverse::Inverses;
use super::phase1::{CentreFreedom, View, pack};
use super::tables::Tables;
use super::two_phase::{MAX_TURNS, Shared, TwoPhaseSearch, tasks};
use crate::AtlasError;
use crate::pool::thread_pool;

/// The required final orientation of a centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CentreGoal {
    /// Any orientation.
    #[default]
    Any,
    /// Solved or turned by 180°, for a picture with this symmetry.
    UpToHalf,
    /// Solved.
    Exact,
}

/// Options of [`Solver::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// The goal of each centre, by [`gordian_perm::cube3::Face::index`]. Centres with unknown
    /// orientation are ignored.
    pub centres: [CentreGoal; 6],
    /// Only solutions shorter than this are accepted; the search finds none longer than
    /// [`MAX_LENGTH`].
    pub shorter_than: usize,
    /// A solution known to the caller. Only shorter ones are searched; it is the result if none is
    /// found.
    pub known_solution: Option<Vec<FaceTurn>>,
    /// The search stops at a solution of at most this length.
    pub good_enough: usize,
    /// Whether to prefer a proof of optimality to better solutions early.
    pub prove_optimal: bool,
    /// Whether equal input must give equal results if no limit intervenes. Then only one thread
    /// searches.
    pub deterministic: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            centres: [CentreGoal::Any; 6],
            shorter_than: usize::MAX,
            known_solution: None,
            good_enough: 0,
            prove_optimal: false,
            deterministic: false,
        }
    }
}

/// The maximal length of a solution.
pub const MAX_LENGTH: usize = MAX_TURNS - 1;

/// The result of [`Solver::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveResult {
    /// The best solution; `None` if the search was stopped before the first one, or if no solution
    /// is shorter than [`SolveOptions::shorter_than`].
    pub solution: Option<Vec<FaceTurn>>,
    /// The length of `solution` in the metric of the solver.
    pub length: Option<usize>,
    /// A proved lower bound on the length of any solution.
    pub lower_bound: usize,
    /// The limit that stopped the search, or `None` if the result is proved optimal.
    pub stopped: Option<Limit>,
    /// The number of search nodes.
    pub nodes: u64,
}

/// An upper bound on the size of the tables of one metric in bytes, with or without centres.
pub const TABLE_BYTES: u64 = 84 << 20;
/// The node budget of the initial iterative deepening, for a lower bound and very short solutions.
const NODES_BEFORE_SEARCH: u64 = 3_000;
/// The time limit of the two-phase search before a proof. A shorter solution shortens the proof.
const TIME_BEFORE_PROOF: Duration = Duration::from_secs(1);
/// The same with a table of cosets, whose proofs are fast.
const TIME_BEFORE_FAST_PROOF: Duration = Duration::from_millis(20);

/// Solves positions of the 3×3×3 in one metric.
///
/// The tables take about 80 MB, and a second or two to build on two threads.
///
/// # Example
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use gordian_atlas::cube3::{CentreGoal, SolveOptions, Solver};
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_perm::cube3::{LowercaseMeaning, Metric, Position, Sequence};
///
/// let cancel = Cancel::new();
/// let solver = Solver::build(Metric::HalfTurn, true, NonZeroUsize::MIN, &cancel)?;
/// let scramble = Sequence::parse("R U2 F' L", LowercaseMeaning::Wide).unwrap();
/// let position = Position::SOLVED.apply(&scramble);
/// let options = SolveOptions { centres: [CentreGoal::Exact; 6], ..SolveOptions::default() };
/// let found = solver.solve(&position, &options, &cancel, &NoProgress);
/// assert_eq!((found.length, found.lower_bound), (Some(4), 4));
/// assert_eq!(Sequence::from(found.solution.unwrap()).to_string(), "L' F U2 R'");
/// # Ok::<(), gordian_atlas::AtlasError>(())
/// ```
pub struct Solver {
    tables: Tables,
    cosets: Option<(Arc<CosetTable>, Inverses)>,
    pool: ThreadPool,
    /// A pool with one thread, for deterministic results.
    single_thread: ThreadPool,
}

impl Solver {
    /// Builds the tables with `threads` threads, which also search later.
    ///
    /// Without `with_centres` the solver has no tables for centres; it still respects goals of
    /// centres, but slowly.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Threads`] and [`AtlasError::Memory`] if the system refuses threads or memory,
    /// [`AtlasError::Stopped`] if `cancel` stops the build.
    pub fn build(
        metric: Metric,
        with_centres: bool,
        threads: NonZeroUsize,
        cancel: &Cancel,
    ) -> Result<Self, AtlasError> {
        Self::with_tables(threads, || {
            Tables::build(metric, with_centres, cancel).map_err(|source| match cancel.stopped() {
                Some(limit) => AtlasError::Stopped { limit },
                None => AtlasError::memory(TABLE_BYTES)(source),
            })
        })
    }

    /// Reads the tables from a file of [`Solver::write_tables`] and verifies them: a fraction of a
    /// second.
    ///
    /// # Errors
    ///
    /// As [`Solver::build`], and [`AtlasError::Table`] or [`AtlasError::Contents`] if the file
    /// cannot be read, is damaged, or was written for another metric or goal.
    pub fn open(
        file: &Path,
        metric: Metric,
        with_centres: bool,
        threads: NonZeroUsize,
        cancel: &Cancel,
    ) -> Result<Self, AtlasError> {
        Self::with_tables(threads, || Tables::open(file, metric, with_centres, cancel))
    }

    /// Writes the tables to `file`, which appears when it is complete and durable.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`]. An existing file is then unchanged.
    pub fn write_tables(
        &self,
        storage: &dyn Storage,
        file: &Path,
        cancel: &Cancel,
    ) -> Result<(), AtlasError> {
        let threads = self.pool.n_threads();
        let work = WorkContext { threads, ..WorkContext::new(cancel) };
        self.tables.write(storage, file, &work)
    }

    /// Returns a solver with the tables of `make`, which runs on the threads of the solver.
    fn with_tables(
        threads: NonZeroUsize,
        make: impl FnOnce() -> Result<Tables, AtlasError> + Send,
    ) -> Result<Self, AtlasError> {
        let (pool, single_thread) = (thread_pool(threads.get())?, thread_pool(1)?);
        let tables = pool.install(make)?;
        Ok(Self { tables, cosets: None, pool, single_thread })
    }

    /// Returns the solver with a table of cosets, which makes proofs of optimality a thousand times
    /// as fast.
    ///
    /// # Panics
    ///
    /// Panics if the metrics differ.
    #[must_use]
    pub fn with_coset_table(self, cosets: Arc<CosetTable>) -> Self {
        assert_eq!(self.metric(), cosets.metric(), "the metrics are equal");
        Self { cosets: Some((cosets, Inverses::new())), ..self }
    }

    /// Returns the metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.tables.metric
    }

    /// Solves `position` until a solution is good enough, or is proved optimal, or `cancel` stops
    /// the search.
    ///
    /// The first solution takes some milliseconds; later ones are better. A proof rarely finishes
    /// within minutes if the distance is fifteen turns or more.
    ///
    /// Progress: [`ProgressEvent::Bounds`] whenever the solution or the lower bound improves.
    pub fn solve(
        &self,
        position: &Position,
        options: &SolveOptions,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> SolveResult {
        let pool = if options.deterministic { &self.single_thread } else { &self.pool };
        pool.install(|| self.solve_in_pool(position, options, cancel, progress))
    }

    fn solve_in_pool(
        &self,
        position: &Position,
        options: &SolveOptions,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> SolveResult {
        let cube = Cubies::new(position);
        let freedom = freedom(position, &options.centres);
        let views = View::all_of(&self.tables, &cube, freedom);
        let deepening = IterativeDeepening::new(&self.tables, cube, &views);
        let cosets = self.cosets.as_ref().filter(|_| options.prove_optimal);
        let cosets = cosets.map(|(table, inverses)| CosetBounds::new(table, inverses));
        let known = options.known_solution.as_deref();
        let known = known.filter(|turns| self.length(turns) < options.shorter_than);
        let known_length = known.map_or(usize::MAX, |turns| self.length(turns));
        let best = AtomicUsize::new(known_length.min(MAX_TURNS));
        let bound = AtomicUsize::new(usize::from(deepening.bound()));
        let report = || {
            let best = best.load(Ordering::Relaxed);
            let number = |n: usize| i64::try_from(n).expect("lengths are small");
            progress.report(&ProgressEvent::Bounds {
                best: (best < MAX_TURNS).then(|| number(best)),
                bound: number(bound.load(Ordering::Relaxed)),
            });
        };
        let proof = LowerBoundProof {
            deepening: &deepening,
            cosets: cosets.as_ref(),
            bound: &bound,
            report: &report,
        };
        let below = options.shorter_than.min(known_length).min(MAX_TURNS);
        let mut found = proof.deepen(NODES_BEFORE_SEARCH, below, cancel);
        let mut nodes = 0;
        let is_unsolved = found.is_none() && bound.load(Ordering::Relaxed) < below;
        if is_unsolved && known_length > options.good_enough {
            // If the system is busy, the first time may pass before any solution is found. The
            // second one is only for this: not if solutions must be shorter than a given length.
            let times: &[Duration] = match cosets {
                Some(_) => &[TIME_BEFORE_FAST_PROOF, TIME_BEFORE_PROOF],
                None => &[TIME_BEFORE_PROOF],
            };
            let mut below = below;
            for &time in times {
                let in_time = cancel.with_time_limit(time);
                let shared = Shared {
                    tables: &self.tables,
                    cancel: if options.prove_optimal { &in_time } else { cancel },
                    below: AtomicUsize::new(below),
                    enough: options.good_enough.max(bound.load(Ordering::Relaxed)),
                    best: Mutex::new(None),
                    is_finished: AtomicBool::new(false),
                    nodes: AtomicU64::new(0),
                    report: &|length| {
                        best.store(length, Ordering::Relaxed);
                        report();
                    },
                };
                search(&shared, &views);
                nodes += shared.nodes.load(Ordering::Relaxed);
                below = shared.below.load(Ordering::Relaxed);
                found = shared.best.into_inner().unwrap_or_else(PoisonError::into_inner);
                if below < MAX_TURNS {
                    break;
                }
            }
            if below > options.good_enough && !cancel.is_stopped() {
                // Either proves optimality or finds an optimal solution.
                found = proof.deepen(u64::MAX, below, cancel).or(found);
            }
        }
        nodes += deepening.nodes();
        let found = found.map(|turns| turns.into_iter().map(face_turn).collect());
        let found = found.or_else(|| known.map(<[FaceTurn]>::to_vec));
        self.result(found, bound.load(Ordering::Relaxed), options, cancel, nodes)
    }

    fn result(
        &self,
        solution: Option<Vec<FaceTurn>>,
        lower_bound: usize,
        options: &SolveOptions,
        cancel: &Cancel,
        nodes: u64,
    ) -> SolveResult {
        let length = solution.as_deref().map(|turns| self.length(turns));
        let proved = length.unwrap_or(options.shorter_than) <= lower_bound;
        let stopped = (!proved).then(|| cancel.stopped().unwrap_or(Limit::Solutions));
        SolveResult { solution, length, lower_bound, stopped, nodes }
    }

    /// Returns the length of `turns` in the solver's metric.
    fn length(&self, turns: &[FaceTurn]) -> usize {
        turns.iter().map(|&turn| Move::from(turn).length(self.tables.metric)).sum()
    }
}

/// Returns the unconstrained bits of the centres.
fn freedom(position: &Position, goals: &[CentreGoal; 6]) -> CentreFreedom {
    let free = FACES.map(|face| match (position.centres()[face.index()], goals[face.index()]) {
        (None, _) | (_, CentreGoal::Any) => 3,
        (_, CentreGoal::UpToHalf) => 2,
        (_, CentreGoal::Exact) => 0,
    });
    CentreFreedom(pack(&free))
}

/// The state of the proof of a lower bound.
struct LowerBoundProof<'a> {
    deepening: &'a IterativeDeepening<'a>,
    cosets: Option<&'a CosetBounds<'a>>,
    bound: &'a AtomicUsize,
    report: &'a (dyn Fn() + Sync),
}

impl LowerBoundProof<'_> {
    /// Searches for an optimal solution by increasing length, below `below`, with at most `nodes`
    /// search nodes in total.
    fn deepen(&self, nodes: u64, below: usize, cancel: &Cancel) -> Option<Vec<usize>> {
        loop {
            let length = self.bound.load(Ordering::Relaxed);
            if length >= below {
                return None;
            }
            let step = u8::try_from(length).expect("lengths are small");
            match self.deepening.search_length(step, nodes, self.cosets, cancel) {
                LengthResult::Found(turns) => return Some(turns),
                LengthResult::Stopped => return None,
                LengthResult::NotFound => {
                    let next = if self.deepening.has_matching_parity(step + 1) { 1 } else { 2 };
                    self.bound.store(length + next, Ordering::Relaxed);
                    (self.report)();
                }
            }
        }
    }
}

/// Searches all views in order of phase-1 cost.
fn search(shared: &Shared<'_>, views: &[View]) {
    let least: Vec<u8> =
        views.iter().map(|view| TwoPhaseSearch::new(shared, view).phase1_bound()).collect();
    for cost in 0.. {
        if usize::from(cost) >= shared.below.load(Ordering::Relaxed) {
            break;
        }
        let tasks = tasks(cost);
        let all: Vec<(usize, Option<usize>)> = (0..views.len())
            .filter(|&view| least[view] <= cost)
            .flat_map(|view| tasks.iter().map(move |&first| (view, first)))
            .collect();
        all.par_iter().for_each(|&(view, first)| {
            if !shared.is_finished.load(Ordering::Relaxed) {
                TwoPhaseSearch::new(shared, &views[view]).run(cost, first);
            }
        });
        if shared.is_finished.load(Ordering::Relaxed) {
            break;
        }
    }
}
