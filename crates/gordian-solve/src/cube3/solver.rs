//! Queries about positions, and the solver, which keeps its tables between them.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use gordian_atlas::AtlasError;
use gordian_atlas::cache::{CacheNotes, open_or_build};
use gordian_atlas::cube3::{self as atlas, CentreGoal, CosetTable, SolveResult};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_perm::cube3::{Face, FaceTurn, Metric, Position, Sequence};
use gordian_table::Disk;

use super::scramble::inverse;
use crate::SolveError;

/// The default time for improving a solution.
pub const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(1);

/// A query about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// How moves are counted.
    pub metric: Metric,
    /// The goal of each centre, by [`Face::index`]. A centre with an unknown direction has no goal.
    pub centres: [CentreGoal; 6],
    /// Stop at a solution of at most this length; 0 for the best within the time limit.
    pub max_length: usize,
    /// Accept only solutions shorter than this; no solution that is searched for is longer than
    /// [`MAX_LENGTH`](super::MAX_LENGTH).
    pub shorter_than: usize,
    /// A sequence that leads from the solved cube to the position, if one is known: its inverse is
    /// a solution, and the answer is never longer. A sequence that leads elsewhere is ignored.
    pub scramble: Option<Sequence>,
    /// Whether to search until a shortest solution is proved.
    pub optimal: bool,
    /// Whether equal queries give equal answers for any number of threads, unless a limit is
    /// reached.
    pub deterministic: bool,
    /// The time for finding and improving a solution, once the tables are ready; `None`: until a
    /// shortest solution is proved or the caller cancels.
    pub time_limit: Option<Duration>,
}

impl Default for Query {
    /// A good solution of the cube without centres, within [`DEFAULT_TIME_LIMIT`].
    fn default() -> Self {
        Self {
            metric: Metric::HalfTurn,
            centres: [CentreGoal::Any; 6],
            max_length: 0,
            shorter_than: usize::MAX,
            scramble: None,
            optimal: false,
            deterministic: false,
            time_limit: Some(DEFAULT_TIME_LIMIT),
        }
    }
}

impl Query {
    /// Returns the query for a scramble that is short enough to apply by hand.
    #[must_use]
    pub fn scramble(centres: bool) -> Self {
        Self {
            centres: [if centres { CentreGoal::Exact } else { CentreGoal::Any }; 6],
            max_length: if centres { 25 } else { 21 },
            time_limit: None,
            deterministic: true,
            ..Self::default()
        }
    }
}

/// The answer to a query about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// How moves are counted.
    pub metric: Metric,
    /// [`Outcome::Optimal`]: the solution is a shortest one. [`Outcome::Solved`]: it is short
    /// enough, or the best within the time limit. [`Outcome::Feasible`]: a limit was reached before
    /// it was as short as requested. [`Outcome::Stopped`]: a limit was reached before a solution
    /// was found. [`Outcome::Infeasible`]: no solution is as short as requested.
    pub outcome: Outcome,
    /// A solution, verified by replay.
    pub solution: Option<Sequence>,
    /// The length of the solution.
    pub length: Option<usize>,
    /// No solution is shorter than this.
    pub lower_bound: usize,
    /// The limit that stopped the work early.
    pub limit: Option<Limit>,
    /// Further remarks.
    pub notes: Vec<String>,
}

impl Answer {
    /// Returns a sequence that leads from the solved cube to the position: the inverse of the
    /// solution.
    #[must_use]
    pub fn scramble(&self) -> Option<Sequence> {
        self.solution.as_ref().map(Sequence::inverse)
    }
}

/// Answers queries about positions.
///
/// *Cost*: tables are built for the first query in a metric, with or without centres: one or two
/// seconds on two threads, and about 80 MB each; with a cache, they are read from it in 0.3 s. Then
/// a solution takes tens of milliseconds, and improves with time.
///
/// A clone shares the tables, so several threads can query at once.
#[derive(Clone)]
pub struct Solver {
    threads: NonZeroUsize,
    max_memory: Option<u64>,
    cache: Option<PathBuf>,
    only_open: bool,
    with_tables: Vec<((Metric, bool), Arc<atlas::Solver>)>,
    cosets: Option<Arc<CosetTable>>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables: Vec<_> = self.with_tables.iter().map(|(which, _)| which).collect();
        f.debug_struct("Solver").field("tables", &tables).finish_non_exhaustive()
    }
}

impl Solver {
    /// Returns a solver that builds tables and searches with `threads` threads, and uses at most
    /// `max_memory` bytes for tables.
    #[must_use]
    pub fn new(threads: NonZeroUsize, max_memory: Option<u64>) -> Self {
        let (cache, only_open, with_tables, cosets) = (None, false, Vec::new(), None);
        Self { threads, max_memory, cache, only_open, with_tables, cosets }
    }

    /// Returns the solver with a folder in which tables are kept. It is created when the first
    /// table is built; if that fails, the table stays in memory.
    #[must_use]
    pub fn with_cache(self, cache: Option<PathBuf>) -> Self {
        Self { cache, ..self }
    }

    /// Returns the solver that only opens tables: if one would have to be built, the answer is
    /// [`SolveError::MissingTable`].
    #[must_use]
    pub fn that_only_opens(self) -> Self {
        Self { only_open: true, ..self }
    }

    /// Returns a query that needs a table, by the name of its file without `.table`.
    #[must_use]
    pub fn query_of_table(table: &str) -> Option<Query> {
        let all = Metric::ALL.into_iter().flat_map(|metric| [(metric, false), (metric, true)]);
        let (metric, with_centres) = all.into_iter().find(|&which| table_name(which) == table)?;
        let goal = if with_centres { CentreGoal::Exact } else { CentreGoal::Any };
        Some(Query { metric, centres: [goal; 6], ..Query::default() })
    }

    /// Returns the solver with a table of cosets for the queries in its metric that ask for a
    /// proof. It replaces tables that were built before.
    #[must_use]
    pub fn with_coset_table(self, cosets: Arc<CosetTable>) -> Self {
        Self { with_tables: Vec::new(), cosets: Some(cosets), ..self }
    }

    /// Reads or builds the tables that the query needs, if it has not done so yet. Returns notes
    /// for the user: what was built and where it is kept, and which files were not used.
    ///
    /// # Errors
    ///
    /// [`SolveError::Atlas`] if the system refuses memory or threads, if the tables exceed the
    /// memory limit, or if `cancel` stops it.
    pub fn prepare(
        &mut self,
        query: &Query,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, SolveError> {
        let mut notes = Vec::new();
        self.tables(query, cancel, progress, &mut notes)?;
        Ok(notes)
    }

    fn tables(
        &mut self,
        query: &Query,
        cancel: &Cancel,
        progress: &dyn Progress,
        notes: &mut Vec<String>,
    ) -> Result<&atlas::Solver, SolveError> {
        let with_centres = query.centres.iter().any(|goal| *goal != CentreGoal::Any);
        let wanted = (query.metric, with_centres);
        let known = self.with_tables.iter().position(|(which, _)| *which == wanted);
        let at = match known {
            Some(at) => at,
            None => {
                let n_tables = self.with_tables.len() as u64 + 1;
                let cosets = if self.cosets.is_some() { atlas::COSET_TABLE_BYTES } else { 0 };
                let needed = n_tables * atlas::TABLE_BYTES + cosets;
                if let Some(allowed) = self.max_memory.filter(|&allowed| needed > allowed) {
                    return Err(AtlasError::MemoryLimit { needed, allowed }.into());
                }
                let metric = query.metric;
                let mut solver = self.open_or_build(wanted, cancel, progress, notes)?;
                if let Some(cosets) = self.cosets.as_ref().filter(|it| it.metric() == metric) {
                    solver = solver.with_coset_table(Arc::clone(cosets));
                }
                self.with_tables.push((wanted, Arc::new(solver)));
                self.with_tables.len() - 1
            }
        };
        Ok(&self.with_tables[at].1)
    }

    /// Reads tables from the cache, or builds them and keeps them there.
    fn open_or_build(
        &self,
        which: (Metric, bool),
        cancel: &Cancel,
        progress: &dyn Progress,
        notes: &mut Vec<String>,
    ) -> Result<atlas::Solver, SolveError> {
        let (threads, (metric, with_centres)) = (self.threads, which);
        let missing = SolveError::MissingTable { table: table_name(which) };
        let build = || {
            progress.report(&ProgressEvent::Phase { name: "building tables" });
            atlas::Solver::build(metric, with_centres, threads, cancel)
        };
        let Some(cache) = &self.cache else {
            return if self.only_open { Err(missing) } else { Ok(build()?) };
        };
        let file = cache.join(format!("{}.table", table_name(which)));
        let words = CacheNotes {
            kept: "built the tables of the cube, kept in",
            not_kept: "the tables of the cube are not kept",
        };
        let open = || atlas::Solver::open(&file, metric, with_centres, threads, cancel);
        if self.only_open {
            return open().map_err(|error| match error {
                AtlasError::Table(_) | AtlasError::Contents { .. } => missing,
                error => error.into(),
            });
        }
        let write = |solver: &atlas::Solver| solver.write_tables(&Disk, &file, cancel);
        Ok(open_or_build(&file, &words, notes, open, build, write)?)
    }

    /// Answers `query` about `position`.
    ///
    /// Reaching a limit is not an error: the answer contains what was known by then.
    ///
    /// # Errors
    ///
    /// [`SolveError::Atlas`] if the system refuses memory or threads, and (a bug)
    /// [`SearchError::Unsound`](gordian_search::SearchError::Unsound).
    pub fn solve(
        &mut self,
        position: &Position,
        query: &Query,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Answer, SolveError> {
        let known = known_solution(position, query);
        let mut notes = Vec::new();
        let solver = match self.tables(query, cancel, progress, &mut notes) {
            Ok(solver) => solver,
            Err(SolveError::Atlas(AtlasError::Stopped { limit })) => {
                let answer = conclude(position, query, without_search(known, query, limit));
                check(&answer, query)?;
                return Ok(answer);
            }
            Err(error) => return Err(error),
        };
        progress.report(&ProgressEvent::Phase { name: "solving" });
        let options = atlas::SolveOptions {
            centres: query.centres,
            shorter_than: query.shorter_than,
            known_solution: known,
            good_enough: query.max_length,
            prove_optimal: query.optimal,
            deterministic: query.deterministic,
        };
        let found = solver.solve(position, &options, &cancel.within(query.time_limit), progress);
        let mut answer = conclude(position, query, found);
        answer.notes.splice(0..0, notes);
        check(&answer, query)?;
        Ok(answer)
    }
}

/// Returns the name of the file with the tables of a metric, with or without centres, without
/// `.table`.
fn table_name(which: (Metric, bool)) -> &'static str {
    match which {
        (Metric::HalfTurn, false) => "cube3-bounds",
        (Metric::HalfTurn, true) => "cube3-bounds-centres",
        (Metric::QuarterTurn, false) => "cube3-bounds-qtm",
        (Metric::QuarterTurn, true) => "cube3-bounds-centres-qtm",
    }
}

/// Returns the inverse of the scramble, if it solves `position` and is short enough.
fn known_solution(position: &Position, query: &Query) -> Option<Vec<FaceTurn>> {
    let turns = inverse(query.scramble.as_ref()?);
    let solution = Sequence::from(turns.clone());
    let is_wanted = solution.length(query.metric) < query.shorter_than;
    (is_wanted && violation(position, &solution, query).is_none()).then_some(turns)
}

/// Returns the result if the search could not start.
fn without_search(known: Option<Vec<FaceTurn>>, query: &Query, limit: Limit) -> SolveResult {
    let length = known.clone().map(|turns| Sequence::from(turns).length(query.metric));
    SolveResult { solution: known, length, lower_bound: 0, stopped: Some(limit), nodes: 0 }
}

fn conclude(position: &Position, query: &Query, found: SolveResult) -> Answer {
    let SolveResult { solution, length, lower_bound, stopped, .. } = found;
    let stop = stopped.unwrap_or(Limit::Time);
    let outcome = match length {
        None if stopped.is_none() => Outcome::Infeasible,
        None => Outcome::Stopped(stop),
        Some(length) if length <= lower_bound => Outcome::Optimal,
        Some(_) if query.optimal || stop == Limit::Interrupted => Outcome::Feasible(stop),
        Some(length) if query.max_length > 0 && length > query.max_length => {
            Outcome::Feasible(stop)
        }
        Some(_) => Outcome::Solved,
    };
    let unknown: Vec<&str> = Face::ALL
        .into_iter()
        .filter(|face| {
            query.centres[face.index()] != CentreGoal::Any
                && position.centres()[face.index()].is_none()
        })
        .map(Face::name)
        .collect();
    let mut notes = Vec::new();
    if !unknown.is_empty() {
        let faces = unknown.join(" ");
        notes.push(format!(
            "the directions of these centres are unknown, also in the solution: {faces}"
        ));
    }
    Answer {
        position: *position,
        metric: query.metric,
        outcome,
        solution: solution.map(Sequence::from),
        length,
        lower_bound,
        limit: outcome.limit(),
        notes,
    }
}

/// Replays a solution on the plain simulator.
fn check(answer: &Answer, query: &Query) -> Result<(), SolveError> {
    let Some(solution) = &answer.solution else { return Ok(()) };
    let mut violation = violation(&answer.position, solution, query);
    if answer.length != Some(solution.length(answer.metric)) {
        violation = violation.or(Some("the reported length is not that of the solution"));
    }
    match violation {
        None => Ok(()),
        Some(violation) => Err(SolveError::unsound("two-phase")(violation.to_owned())),
    }
}

/// Replays moves on the plain simulator; returns the reason if they do not solve `position`.
fn violation(position: &Position, solution: &Sequence, query: &Query) -> Option<&'static str> {
    let end = position.apply(solution);
    if !end.is_solved() {
        return Some("the pieces are not in place");
    }
    let is_wrong = |(quarters, goal): (&Option<u8>, CentreGoal)| match (quarters, goal) {
        (None, _) | (_, CentreGoal::Any) => false,
        (Some(quarters), CentreGoal::UpToHalf) => quarters % 2 != 0,
        (Some(quarters), CentreGoal::Exact) => *quarters != 0,
    };
    let wrong = end.centres().iter().zip(query.centres).any(is_wrong);
    wrong.then_some("a centre has the wrong direction")
}
