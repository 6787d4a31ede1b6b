//! Solutions of the 3×3×3, good ones at once and shortest ones for those who wait.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gordian_core::{Cancel, Limit, Progress, ProgressEvent};
use gordian_perm::cube3::{FaceTurn, Metric, Move, Position};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::cubies::{Cubies, FACES, face_turn};
use super::deepening::{IterativeDeepening, LengthResult};
use super::phase1::{CentreFreedom, View, pack};
use super::tables::Tables;
use super::two_phase::{MAX_TURNS, Search, Shared, tasks};
use crate::AtlasError;

/// What must be right of a centre at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CentreGoal {
    /// It may look anywhere.
    #[default]
    Any,
    /// It must be as on the solved cube, or turned by half: what it shows reads both ways.
    UpToHalf,
    /// It must be as on the solved cube.
    Exact,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// What must be right of each centre, by
    /// [`gordian_perm::cube3::Face::index`]. Of a centre whose direction is not
    /// known nothing is demanded.
    pub centres: [CentreGoal; 6],
    /// Only a solution shorter than this is wanted; none that is searched for is longer than
    /// [`MAX_LENGTH`].
    pub shorter_than: usize,
    /// A solution that the caller knows. The search looks only for shorter ones, so it is the answer
    /// where none is found.
    pub known_solution: Option<Vec<FaceTurn>>,
    /// A solution of at most this length is good enough to stop.
    pub good_enough: usize,
    /// Whether a proof that a solution is shortest matters more than a better solution soon.
    pub prove_optimal: bool,
    /// Whether the same question always has the same answer where no limit comes: then one thread
    /// searches alone.
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

/// No solution that is looked for is longer.
pub const MAX_LENGTH: usize = MAX_TURNS - 1;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveResult {
    /// The best solution; `None` if there was no time to find one, or if there is none shorter than
    /// was asked for.
    pub solution: Option<Vec<FaceTurn>>,
    /// Its length in the metric of the solver.
    pub length: Option<usize>,
    /// No solution is shorter than this: proved.
    pub lower_bound: usize,
    /// Why the search stopped before a shortest solution was proved; `None` if it was.
    pub stopped: Option<Limit>,
    /// States looked at.
    pub nodes: u64,
}

/// What the tables of one metric take, with centres or without, in bytes; rounded up.
pub const TABLE_BYTES: u64 = 84 << 20;
/// States that are looked at for a lower bound, and for very short solutions, before anything else.
const NODES_BEFORE_SEARCH: u64 = 3_000;
/// Time to find a good solution, where a proof is wanted: the proof ends with its length.
const TIME_BEFORE_PROOF: Duration = Duration::from_secs(1);

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
    pool: ThreadPool,
    /// One thread, for those who want the same again.
    alone: ThreadPool,
}

impl Solver {
    /// Builds the tables, with as many threads as will search.
    ///
    /// Without centres the solver is for cubes whose centres do not matter; it then solves others too,
    /// but slowly.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Threads`] and [`AtlasError::Memory`] if the system refuses what is needed,
    /// [`AtlasError::Stopped`] if `cancel` says to stop.
    pub fn build(
        metric: Metric,
        with_centres: bool,
        threads: NonZeroUsize,
        cancel: &Cancel,
    ) -> Result<Self, AtlasError> {
        let (pool, alone) = (pool(threads)?, pool(NonZeroUsize::MIN)?);
        let tables = pool.install(|| Tables::build(metric, with_centres, cancel));
        let tables = tables.map_err(|source| match cancel.stopped() {
            Some(limit) => AtlasError::Stopped { limit },
            None => {
                let bytes = usize::try_from(TABLE_BYTES).unwrap_or(usize::MAX);
                AtlasError::Memory { bytes, source }
            }
        })?;
        Ok(Self { tables, pool, alone })
    }

    /// Returns the metric.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.tables.metric
    }

    /// Solves `position` until the solution is good enough, or is proved shortest, or `cancel` says
    /// to stop.
    ///
    /// The first solution takes some milliseconds; later ones are better. A position of which some
    /// fifteen turns are left or more is rarely proved within minutes.
    ///
    /// Progress: [`ProgressEvent::Bounds`] whenever the solution or the lower bound gets better.
    pub fn solve(
        &self,
        position: &Position,
        options: &SolveOptions,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> SolveResult {
        let pool = if options.deterministic { &self.alone } else { &self.pool };
        pool.install(|| self.solve_here(position, options, cancel, progress))
    }

    fn solve_here(
        &self,
        position: &Position,
        options: &SolveOptions,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> SolveResult {
        let cube = Cubies::new(position);
        let freedom = freedom(position, &options.centres);
        let views = View::views(&self.tables, &cube, freedom);
        let deepening = IterativeDeepening::new(&self.tables, cube, &views);
        let known = options.known_solution.as_deref();
        let known = known.filter(|turns| self.length(turns) < options.shorter_than);
        let known_length = known.map_or(usize::MAX, |turns| self.length(turns));
        let best = AtomicUsize::new(known_length.min(MAX_TURNS));
        let bound = AtomicUsize::new(usize::from(deepening.bound()));
        let tell = || {
            let best = best.load(Ordering::Relaxed);
            let number = |n: usize| i64::try_from(n).expect("lengths are small");
            progress.report(&ProgressEvent::Bounds {
                best: (best < MAX_TURNS).then(|| number(best)),
                bound: number(bound.load(Ordering::Relaxed)),
            });
        };
        let proof = LowerBoundProof { deepening: &deepening, bound: &bound, tell: &tell };
        let below = options.shorter_than.min(known_length).min(MAX_TURNS);
        let mut found = proof.deepen(NODES_BEFORE_SEARCH, below, cancel);
        let mut nodes = 0;
        let is_open = found.is_none() && bound.load(Ordering::Relaxed) < below;
        if is_open && known_length > options.good_enough {
            let in_time = cancel.with_time_limit(TIME_BEFORE_PROOF);
            let shared = Shared {
                tables: &self.tables,
                cancel: if options.prove_optimal { &in_time } else { cancel },
                below: AtomicUsize::new(below),
                enough: options.good_enough.max(bound.load(Ordering::Relaxed)),
                best: Mutex::new(None),
                over: AtomicBool::new(false),
                nodes: AtomicU64::new(0),
                tell: &|length| {
                    best.store(length, Ordering::Relaxed);
                    tell();
                },
            };
            search(&shared, &views);
            nodes += shared.nodes.load(Ordering::Relaxed);
            let below = shared.below.load(Ordering::Relaxed);
            found = shared.best.into_inner().unwrap_or_else(PoisonError::into_inner);
            if below > options.good_enough && !cancel.is_stopped() {
                // Nothing shorter, or a shortest one.
                found = proof.deepen(u64::MAX, below, cancel).or(found);
            }
        }
        nodes += deepening.nodes();
        let found = found.map(|turns| turns.into_iter().map(face_turn).collect());
        let found = found.or_else(|| known.map(<[FaceTurn]>::to_vec));
        self.conclude(found, bound.load(Ordering::Relaxed), options, cancel, nodes)
    }

    fn conclude(
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

fn pool(threads: NonZeroUsize) -> Result<ThreadPool, AtlasError> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.get());
    builder.build().map_err(|source| AtlasError::Threads { threads: threads.get(), source })
}

/// Returns what may be anything about the centres.
fn freedom(position: &Position, goals: &[CentreGoal; 6]) -> CentreFreedom {
    let free = FACES.map(|face| match (position.centres()[face.index()], goals[face.index()]) {
        (None, _) | (_, CentreGoal::Any) => 3,
        (_, CentreGoal::UpToHalf) => 2,
        (_, CentreGoal::Exact) => 0,
    });
    CentreFreedom(pack(&free))
}

/// A lower bound that rises.
struct LowerBoundProof<'a> {
    deepening: &'a IterativeDeepening<'a>,
    bound: &'a AtomicUsize,
    tell: &'a (dyn Fn() + Sync),
}

impl LowerBoundProof<'_> {
    /// Looks for a shortest solution, length by length, below `below` and with so many looks at
    /// states in all.
    fn deepen(&self, nodes: u64, below: usize, cancel: &Cancel) -> Option<Vec<usize>> {
        loop {
            let length = self.bound.load(Ordering::Relaxed);
            if length >= below {
                return None;
            }
            let step = u8::try_from(length).expect("lengths are small");
            match self.deepening.search_length(step, nodes, cancel) {
                LengthResult::Found(turns) => return Some(turns),
                LengthResult::Stopped => return None,
                LengthResult::None => {
                    let next = if self.deepening.fits(step + 1) { 1 } else { 2 };
                    self.bound.store(length + next, Ordering::Relaxed);
                    (self.tell)();
                }
            }
        }
    }
}

/// Searches all views, first phases of one cost after those of another.
fn search(shared: &Shared<'_>, views: &[View]) {
    let least: Vec<u8> =
        views.iter().map(|view| Search::new(shared, view).phase1_bound()).collect();
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
            if !shared.over.load(Ordering::Relaxed) {
                Search::new(shared, &views[view]).run(cost, first);
            }
        });
        if shared.over.load(Ordering::Relaxed) {
            break;
        }
    }
}
