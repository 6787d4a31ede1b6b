//! Queries, and the solver, which keeps its tables open between them.

use std::cell::Cell;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{Database, Metric, middle_parity};
use gordian_core::{Cancel, Limit, Outcome, Progress, Random};
use gordian_perm::square1::{Colours, Position, Sequence, random_position};

use super::answer::Answer;
use super::search::{PositionSearch, shorter_with_other_middle};
use super::tables::{ChosenEngine, Tables};
use crate::SolveError;

/// The configuration of a solver.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// A table built by `gordian-atlas`, of either colouring; then no other table is used.
    pub table: Option<PathBuf>,
    /// The folder in which tables are cached; created when needed. Without one, a table that has to
    /// be built stays in memory.
    pub cache: Option<PathBuf>,
    /// Threads for building a table; all threads of the machine if `None`.
    pub threads: Option<NonZeroUsize>,
    /// Whether tables are only opened: if one would have to be built, the answer is
    /// [`SolveError::MissingTable`].
    pub only_open: bool,
}

/// A query about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// The metric of moves.
    pub metric: Metric,
    /// Whether to count the shortest solutions, in twists only. It takes about 10 ms, rarely 100
    /// ms.
    pub count: bool,
}

impl Default for Query {
    /// A shortest solution in twists, and the number of shortest solutions.
    fn default() -> Self {
        Self { metric: Metric::Twist, count: true }
    }
}

/// Answers queries about positions.
///
/// *Cost*: with a table, tens of microseconds to a millisecond for a shortest solution, and about
/// 20 ms once to open it; see the [module](super) for the case without a table.
///
/// A clone shares the open tables, so several threads can query at once.
#[derive(Clone)]
pub struct Solver {
    tables: Tables,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Solver {
    /// Returns a solver with this configuration. Only a table named in it is opened now.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with that table.
    pub fn new(config: Config) -> Result<Self, SolveError> {
        Ok(Self { tables: Tables::new(config)? })
    }

    /// Opens a table built by `gordian-atlas`, in addition to those that are open or in the cache.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with that table.
    pub fn open_table(&mut self, table: &Path) -> Result<(), SolveError> {
        self.tables.open(table)
    }

    /// Prepares a table for every colouring, as far as the configuration allows: cached tables are
    /// opened, and if there is none, the silver table is built in one or two seconds. Returns
    /// notes: that a table was built and where it is stored.
    ///
    /// # Errors
    ///
    /// [`SolveError::Atlas`], also if `cancel` stops it.
    pub fn prepare(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, SolveError> {
        self.tables.prepare(cancel, progress)
    }

    /// Reads the silver table of the cache, and builds it again if it is damaged. Returns notes as
    /// [`Self::prepare`].
    ///
    /// # Errors
    ///
    /// As [`Self::prepare`].
    pub fn repair(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, SolveError> {
        self.tables.repair(cancel, progress)
    }

    /// Returns the open table of these colours, if there is one.
    #[must_use]
    pub fn table(&self, colours: Colours) -> Option<&Database> {
        self.tables.table(colours)
    }

    /// Looks for new tables in the cache at the next query.
    pub fn refresh_tables(&mut self) {
        self.tables.refresh_tables();
    }

    /// Returns the distance of `position` in twists, and the distance in the model of 2007, which
    /// ignores the middle layer: about 15 µs each if the table of the position's colours is open.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve), and [`AtlasError::Stopped`] if `cancel` stops it.
    pub fn distances(
        &mut self,
        position: &Position,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<(u32, u32), SolveError> {
        match self.tables.choose(position, Metric::Twist, cancel, progress)? {
            ChosenEngine::Table(table) => {
                let (state, parity) =
                    (table.model().state(position), middle_parity(position.middle()));
                let distance = table.distance(&state, parity)?;
                Ok((distance, table.distance_ignoring_middle(&state, parity, distance)?))
            }
            _ => {
                let query = Query { metric: Metric::Twist, count: false };
                let answer = self.solve(position, &query, cancel, progress)?;
                match (answer.distance, answer.distance_ignoring_middle) {
                    (Some(distance), Some(other)) => Ok((distance, other)),
                    _ => {
                        let limit = answer.limit.unwrap_or(Limit::Time);
                        Err(AtlasError::Stopped { limit }.into())
                    }
                }
            }
        }
    }

    /// Answers `query` about `position`.
    ///
    /// Reaching a limit is not an error: the answer contains what was known by then.
    ///
    /// # Errors
    ///
    /// [`SolveError::Atlas`], also for a silver position where the caller named a table of six
    /// colours, and (a bug) [`SearchError::Unsound`](gordian_search::SearchError::Unsound).
    pub fn solve(
        &mut self,
        position: &Position,
        query: &Query,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Answer, SolveError> {
        let mut answer = Answer::new(position, query.metric);
        loop {
            match self.fill_in(query, cancel, progress, &mut answer) {
                Ok(()) => break,
                Err(SolveError::Atlas(AtlasError::Stopped { limit })) => {
                    answer.limit = Some(limit);
                    if answer.solution.is_none() {
                        answer.outcome = Outcome::Stopped(limit);
                    }
                    break;
                }
                Err(SolveError::Atlas(error)) if self.tables.discard(&error) => {
                    answer = Answer::new(position, query.metric);
                }
                Err(error) => return Err(error),
            }
        }
        answer.notes = self.tables.take_notes();
        Ok(answer)
    }

    /// Draws a random position and solves it; [`Answer::scramble`] then leads to the position.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve).
    pub fn scramble(
        &mut self,
        random: &mut Random,
        colours: Colours,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Answer, SolveError> {
        let position = random_position(random, colours);
        let query = Query { metric: Metric::Twist, count: false };
        self.solve(&position, &query, cancel, progress)
    }

    fn fill_in(
        &mut self,
        query: &Query,
        cancel: &Cancel,
        progress: &dyn Progress,
        answer: &mut Answer,
    ) -> Result<(), SolveError> {
        let position = answer.position;
        let chosen = self.tables.choose(&position, query.metric, cancel, progress)?;
        let name = chosen.name();
        match (chosen, query.metric) {
            (ChosenEngine::Table(table), Metric::Twist) => {
                PositionSearch::new(table, name, &position, cancel)
                    .shortest(query, None, progress, answer)
            }
            (ChosenEngine::Views(views), Metric::Twist) => {
                PositionSearch::new(views, name, &position, cancel)
                    .shortest(query, None, progress, answer)
            }
            (ChosenEngine::BidirectionalSearch(search), _) => {
                let with_other_middle =
                    |distance| shorter_with_other_middle(&position, distance, cancel);
                let position_search = PositionSearch::new(&*search, name, &position, cancel);
                position_search.shortest(query, Some(&with_other_middle), progress, answer)
            }
            (ChosenEngine::Table(table), metric) => {
                PositionSearch::new(table, name, &position, cancel).in_metric(metric, answer)
            }
            (ChosenEngine::Views(views), metric) => {
                PositionSearch::new(views, name, &position, cancel).in_metric(metric, answer)
            }
        }
    }

    /// Passes every shortest solution of `position`, in twists, to `each`, always in the same
    /// order, until `each` returns `Break` or `limit` is reached: one canonical sequence of moves
    /// per sequence of positions. Returns the limit that ended the list early, `None` if it is
    /// complete.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve); and for a damaged table of the cache, if solutions were passed on
    /// before the damage was detected.
    pub fn for_each_solution(
        &mut self,
        position: &Position,
        limit: Option<u64>,
        cancel: &Cancel,
        progress: &dyn Progress,
        each: &mut dyn FnMut(Sequence) -> ControlFlow<()>,
    ) -> Result<Option<Limit>, SolveError> {
        let begun = Cell::new(false);
        let mut noted = |sequence| {
            begun.set(true);
            each(sequence)
        };
        loop {
            let listed = self.list(position, limit, cancel, progress, &mut noted);
            match listed {
                Err(SolveError::Atlas(AtlasError::Stopped { limit })) => return Ok(Some(limit)),
                Err(SolveError::Atlas(error)) if !begun.get() && self.tables.discard(&error) => {}
                listed => return listed,
            }
        }
    }

    fn list(
        &mut self,
        position: &Position,
        limit: Option<u64>,
        cancel: &Cancel,
        progress: &dyn Progress,
        each: &mut dyn FnMut(Sequence) -> ControlFlow<()>,
    ) -> Result<Option<Limit>, SolveError> {
        let chosen = self.tables.choose(position, Metric::Twist, cancel, progress)?;
        let name = chosen.name();
        match chosen {
            ChosenEngine::Table(table) => {
                PositionSearch::new(table, name, position, cancel).each(limit, each)
            }
            ChosenEngine::Views(views) => {
                PositionSearch::new(views, name, position, cancel).each(limit, each)
            }
            ChosenEngine::BidirectionalSearch(search) => {
                PositionSearch::new(&*search, name, position, cancel).each(limit, each)
            }
        }
    }
}
