//! Shortest solutions of any permutation puzzle: iterative deepening with pattern databases.
//!
//! A *pattern* is where some pieces are. Its distance, in moves that bring these pieces home and
//! may do anything to the others, is a lower bound of the distance of a state. Distances are one
//! byte each.
//!
//! If all pieces are different, the pieces of a pattern are the first base pieces of a chain of
//! stabilisers, so that the rank of a pattern is the first digits of a rank in the group. Else the
//! pieces of a pattern are all those with some labels, and its rank is that of a state in which all
//! others are alike, in mixed radix; so it is, too, if the pieces have more than 65,536 positions
//! with orientations, or if maps of them take more than 256 MiB.
//!
//! Larger databases take longer to build, and shorten the searches. About as many patterns as the
//! square root of the number of states, times a constant, balance both; the memory is a limit. If
//! all states are as few, one pattern has all pieces: its distances are exact, and every node on
//! the way is on a shortest path. Else each orbit of the definition gets patterns of as many of its
//! pieces as fit, and of pieces of other orbits if there is room.
//!
//! *Sources*: J. C. Culberson, J. Schaeffer: "Pattern databases", 1998; R. E. Korf: "Finding
//! optimal solutions to Rubik's Cube using pattern databases", 1997.

mod distinct;
mod identical;
mod pattern_database;
mod search;

use std::path::PathBuf;
use std::time::Duration;

use gordian_core::{Cancel, Limit};
use gordian_perm::definition::{
    Definition, GroupError, MoveSet, PermutationGroup, Sequence, State,
};
use gordian_table::{Storage, ThreadPool};

use crate::AtlasError;
use crate::canonical::followers;
use crate::pool::thread_pool;
use distinct::Distinct;
use identical::Identical;
use pattern_database::Cache;
use search::{Found, LengthSearch, States};

/// The share of the memory that one of several pattern databases may take.
const SHARE: u64 = 3;
/// The number of patterns in square roots of the number of states.
const PATTERNS_PER_ROOT: u64 = 256;
/// The largest number of nodes of a search without databases: less than a second.
const MAX_NODES_WITHOUT: u64 = 1 << 20;
/// The memory of the databases that are tried first, in bytes: they are built in a fraction of a
/// second, and suffice for puzzles with some million states and for short solutions.
const FIRST_BYTES: u64 = 1 << 20;
/// The longest time that is spent on them.
const MAX_FIRST_TIME: Duration = Duration::from_secs(2);

/// Options of [`Solver::build_databases`].
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// The largest memory of all databases together, in bytes.
    pub max_bytes: u64,
    /// Threads that build databases and search with them, at least 1.
    pub threads: usize,
    /// The folder in which large databases are kept; it is created if necessary.
    pub cache: Option<PathBuf>,
}

/// Why a puzzle has no solver.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The group could not be generated.
    #[error(transparent)]
    Group(#[from] GroupError),
    /// The pattern databases could not be built.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
}

impl SolverError {
    /// Returns the limit, if one stopped the work.
    #[must_use]
    pub fn stopped(&self) -> Option<Limit> {
        match *self {
            Self::Group(GroupError::Stopped { limit })
            | Self::Atlas(AtlasError::Stopped { limit }) => Some(limit),
            _ => None,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The shortest solutions that were found; empty if the state is unsolvable, or if a limit
    /// ended the search.
    pub sequences: Vec<Sequence>,
    /// The proved lower bound of the length; `None` if no sequence of these moves solves the state.
    pub lower_bound: Option<u32>,
    /// Why the search ended early.
    pub limit: Option<Limit>,
    /// The number of states that a search on one thread visits; several threads visit more after
    /// the last solution, which are not counted. After a limit, the states that were visited.
    pub n_nodes: u64,
}

impl Solution {
    /// Returns the result of a search that a limit ended before it began.
    #[must_use]
    pub fn stopped(limit: Limit) -> Self {
        Self { sequences: Vec::new(), lower_bound: Some(0), limit: Some(limit), n_nodes: 0 }
    }

    /// Returns the result of a search after an earlier one: with the larger bound, and the nodes of
    /// both.
    #[must_use]
    pub fn after(self, earlier: &Self) -> Self {
        let bound = |it: u32| it.max(earlier.lower_bound.unwrap_or(0));
        let n_nodes = self.n_nodes + earlier.n_nodes;
        Self { lower_bound: self.lower_bound.map(bound), n_nodes, ..self }
    }

    /// Returns whether the solutions are proved to be shortest; true if there are none.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        self.sequences.first().is_none_or(|first| {
            let length = u32::try_from(first.steps().len()).unwrap_or(u32::MAX);
            self.lower_bound.is_some_and(|bound| bound >= length)
        })
    }
}

/// Finds shortest solutions of a puzzle.
pub struct Solver<'a> {
    moves: &'a MoveSet,
    pieces: Pieces<'a>,
    /// For each move those that may follow it.
    next: Vec<Vec<usize>>,
    /// The number of nodes after which a search gives up.
    max_nodes: u64,
    /// The threads of searches with databases, if there are several.
    pool: Option<ThreadPool>,
    notes: Vec<String>,
}

/// The states of the puzzle.
enum Pieces<'a> {
    Distinct(Distinct<'a>),
    Identical(Identical<'a>),
}

impl<'a> Solver<'a> {
    /// Returns a solver without databases. Its searches are soon stopped by [`Limit::Effort`], but
    /// solve states that need few moves before databases would be built.
    ///
    /// # Errors
    ///
    /// Fails if the group is too large to be generated, and if a limit ends the work.
    pub fn new(
        definition: &'a Definition,
        moves: &'a MoveSet,
        cancel: &Cancel,
    ) -> Result<Self, SolverError> {
        let pieces = if definition.has_identical_pieces() {
            Pieces::Identical(Identical::new(definition, moves, None))
        } else {
            let group = PermutationGroup::generated(definition, moves, cancel)?;
            match Distinct::new(definition, moves, group) {
                Ok(states) => Pieces::Distinct(states),
                Err(group) => Pieces::Identical(Identical::new(definition, moves, Some(group))),
            }
        };
        let next = followers(definition, moves);
        let (max_nodes, notes) = (MAX_NODES_WITHOUT, Vec::new());
        Ok(Self { moves, pieces, next, max_nodes, pool: None, notes })
    }

    /// Builds pattern databases, or reads those that an earlier solver kept.
    ///
    /// Cost: one byte for each pattern, and `moves` ranks to build it. A database of less than a
    /// megabyte is not kept: it is built in less than a second.
    ///
    /// # Errors
    ///
    /// Fails if a limit ends the work, and if the system refuses threads; the solver stays as it
    /// was.
    pub fn build_databases(
        &mut self,
        storage: &dyn Storage,
        config: &SolverConfig,
        cancel: &Cancel,
    ) -> Result<(), SolverError> {
        let pool = thread_pool(config.threads)?;
        let mut cache = Cache::new(storage, config, cancel, &pool);
        match &mut self.pieces {
            Pieces::Distinct(states) => states.build_databases(config, &mut cache, cancel)?,
            Pieces::Identical(states) => states.build_databases(config, &mut cache)?,
        }
        self.max_nodes = u64::MAX;
        self.notes.extend(cache.into_notes());
        self.pool = (config.threads > 1).then_some(pool);
        Ok(())
    }

    /// Searches as [`Self::solve`], and builds databases as they are needed: none at first, then
    /// small ones for at most half of the time, and then those of `config`. `on_phase` is called
    /// with what is done next.
    ///
    /// # Errors
    ///
    /// As [`Self::build_databases`]; but a limit that ends the work is that of the solution.
    pub fn build_and_solve(
        &mut self,
        state: &State,
        n: usize,
        storage: &dyn Storage,
        config: &SolverConfig,
        cancel: &Cancel,
        on_phase: &dyn Fn(&'static str),
    ) -> Result<Solution, SolverError> {
        on_phase("searching");
        let mut best = self.solve(state, n, cancel);
        let first_time = cancel.remaining().map_or(MAX_FIRST_TIME, |it| MAX_FIRST_TIME.min(it / 2));
        let first = SolverConfig { max_bytes: FIRST_BYTES, ..config.clone() };
        let first = (config.max_bytes > FIRST_BYTES).then_some((&first, Some(first_time)));
        for (config, time) in first.into_iter().chain([(config, None)]) {
            if best.limit.is_none() || cancel.is_stopped() {
                break;
            }
            let cancel = cancel.within(time);
            on_phase("building pattern databases");
            if let Err(error) = self.build_databases(storage, config, &cancel) {
                best.limit = Some(error.stopped().ok_or(error)?);
                continue;
            }
            on_phase("searching");
            let found = self.solve(state, n, &cancel);
            // The search may have stopped before it had as good a bound, or as many of the shortest
            // solutions.
            let lower_bound = found.lower_bound.map(|it| it.max(best.lower_bound.unwrap_or(0)));
            let has_fewer = found.sequences.len() < best.sequences.len();
            let sequences = if has_fewer { best.sequences } else { found.sequences };
            best = Solution { sequences, lower_bound, ..found };
        }
        Ok(best)
    }

    /// Returns notes for the user: which databases were built and where they are kept, and which
    /// files were not used.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the number of patterns of each database.
    #[must_use]
    pub fn databases(&self) -> Vec<u64> {
        match &self.pieces {
            Pieces::Distinct(states) => states.n_patterns(),
            Pieces::Identical(states) => states.n_patterns(),
        }
    }

    /// Searches for shortest sequences that solve a state: at most `n`, at least 1. Two
    /// neighbouring moves that commute are tried in one order only; in both if there are
    /// restrictions. The threads are those that built the databases, one without; the solutions,
    /// their order and the bound are the same for any number of them.
    ///
    /// With restrictions, every state on the way is legal. Solutions of more than 500 moves are not
    /// searched for: the limit is then [`Limit::Effort`]. So it may be with identical pieces if the
    /// moves do not solve the state at all; otherwise this is found out before the search.
    #[must_use]
    pub fn solve(&self, state: &State, n: usize, cancel: &Cancel) -> Solution {
        match &self.pieces {
            Pieces::Distinct(states) => self.search(states, states.slots(state), n, cancel),
            Pieces::Identical(states) => self.search(states, states.labels(state), n, cancel),
        }
    }

    /// Searches from a start, if the moves may lead there.
    fn search<S: States>(
        &self,
        states: &S,
        start: Option<S::State>,
        n: usize,
        cancel: &Cancel,
    ) -> Solution {
        let sequence = |path: Vec<usize>| -> Sequence {
            path.into_iter().map(|it| self.moves.moves()[it].step()).collect()
        };
        let (next, n, max_nodes) = (&self.next, n.max(1), self.max_nodes);
        let search = LengthSearch { states, next, n, max_nodes, pool: self.pool.as_ref(), cancel };
        let found = start.map_or_else(Found::default, |start| search.run(&start));
        Solution {
            sequences: found.paths.into_iter().map(sequence).collect(),
            lower_bound: found.lower_bound.map(u32::from),
            limit: found.limit,
            n_nodes: found.n_nodes,
        }
    }
}
