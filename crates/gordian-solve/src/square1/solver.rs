//! Questions, and the solver that keeps its tables open between them.

use std::cell::Cell;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{Database, Metric, middle_parity};
use gordian_core::{Cancel, Limit, Outcome, Progress};
use gordian_perm::square1::{Colours, Position, Sequence};

use super::answer::Answer;
use super::find::{Find, nearer_otherwise};
use super::tables::{Chosen, Tables};
use crate::SolveError;

/// What a solver may use.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// A table that `gordian-atlas` has built, of either colouring; then no other is used.
    pub table: Option<PathBuf>,
    /// The folder in which tables are kept; it is made when something is to be kept. Without one,
    /// a table that has to be built stays in memory.
    pub cache: Option<PathBuf>,
    /// Threads for building a table; as many as the machine has if left out.
    pub threads: Option<NonZeroUsize>,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// How moves are counted.
    pub metric: Metric,
    /// Count the shortest solutions; in twists only. It takes a hundredth of a second, seldom a
    /// tenth.
    pub count: bool,
}

impl Default for Query {
    /// A shortest solution in twists, and how many there are.
    fn default() -> Self {
        Self { metric: Metric::Twist, count: true }
    }
}

/// Answers questions about positions, one after another.
///
/// *Cost*: with a table, some ten microseconds to a millisecond for a shortest solution, and about
/// 20 ms once to open it; see the [module](super) for what happens without.
///
/// A clone shares the tables that are open, so that several threads can ask at once.
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
    /// Returns a solver that may use what `config` says. Only a table that is named there is opened
    /// now.
    ///
    /// # Errors
    ///
    /// What is wrong with that table.
    pub fn new(config: Config) -> Result<Self, SolveError> {
        Ok(Self { tables: Tables::new(config)? })
    }

    /// Opens a table that `gordian-atlas` has built, beside those that are open or in the cache.
    ///
    /// # Errors
    ///
    /// What is wrong with that table.
    pub fn open_table(&mut self, table: &Path) -> Result<(), SolveError> {
        self.tables.open(table)
    }

    /// Gets a table ready for every colouring, as far as the configuration allows: those of the cache
    /// are opened, and without one the silver table is built, in a second or two. Returns what a person
    /// should know: that a table was built and where it is kept.
    ///
    /// # Errors
    ///
    /// [`SolveError::Atlas`], also if `cancel` says to stop.
    pub fn prepare(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, SolveError> {
        self.tables.prepare(cancel, progress)
    }

    /// Returns the open table of these colours, if there is one.
    #[must_use]
    pub fn table(&self, colours: Colours) -> Option<&Database> {
        self.tables.of(colours)
    }

    /// Lets tables that came into the cache since it was looked into be found.
    pub fn refresh_tables(&mut self) {
        self.tables.refresh_tables();
    }

    /// Returns the distance of `position` in twists, and the distance in the model of 2007, which
    /// leaves the middle layer out: about 15 µs each where the position's own table is open.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve), and [`AtlasError::Stopped`] if `cancel` says to stop.
    pub fn distances(
        &mut self,
        position: &Position,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<(u32, u32), SolveError> {
        match self.tables.choose(position, Metric::Twist, cancel, progress)? {
            Chosen::Table(table) => {
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

    /// Answers `question` about `position`.
    ///
    /// A limit that comes before the end is no error: the answer says what was known by then.
    ///
    /// # Errors
    ///
    /// [`SolveError::Atlas`], also for a silver position where the caller named a table of six
    /// colours, and (a bug) [`SolveError::Unsound`].
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
            (Chosen::Table(table), Metric::Twist) => {
                Find::new(table, name, &position, cancel).shortest(query, None, progress, answer)
            }
            (Chosen::Views(views), Metric::Twist) => {
                Find::new(views, name, &position, cancel).shortest(query, None, progress, answer)
            }
            (Chosen::BidirectionalSearch(meet), _) => {
                let otherwise = |distance| nearer_otherwise(&position, distance, cancel);
                let find = Find::new(&*meet, name, &position, cancel);
                find.shortest(query, Some(&otherwise), progress, answer)
            }
            (Chosen::Table(table), metric) => {
                Find::new(table, name, &position, cancel).in_metric(metric, answer)
            }
            (Chosen::Views(views), metric) => {
                Find::new(views, name, &position, cancel).in_metric(metric, answer)
            }
        }
    }

    /// Hands every shortest solution of `position`, in twists, to `each`, always in the same order,
    /// until `each` breaks off or there are `limit`: one canonical sequence of moves for each sequence
    /// of positions. Returns what stopped the list before its end, `None` if it is complete.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve); and a damaged table of the cache, if solutions were handed out
    /// before it was noticed.
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
            Chosen::Table(table) => Find::new(table, name, position, cancel).each(limit, each),
            Chosen::Views(views) => Find::new(views, name, position, cancel).each(limit, each),
            Chosen::BidirectionalSearch(meet) => {
                Find::new(&*meet, name, position, cancel).each(limit, each)
            }
        }
    }
}
