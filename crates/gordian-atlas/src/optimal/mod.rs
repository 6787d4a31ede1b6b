//! Shortest solutions of any permutation puzzle: iterative deepening with pattern databases.
//!
//! A *pattern* is where some pieces are. Its distance, in moves that bring these pieces home and may do anything to the others,
//! is a lower bound of the distance of a state. The pieces of a pattern are the first base pieces of a chain of stabilisers, so
//! that the rank of a pattern is the first digits of a rank in the group; its distances are one byte each.
//!
//! Larger databases take longer to build, and shorten the searches. About as many patterns as the square root of the number of
//! states, times a constant, balance both; the memory is a limit. If all states are as few, one pattern has all pieces: its
//! distances are exact, and every node on the way is on a shortest path. Else each orbit of the definition gets patterns of as many
//! of its pieces as fit, and of pieces of other orbits if there is room.
//!
//! *Sources*: J. C. Culberson, J. Schaeffer: "Pattern databases", 1998; R. E. Korf: "Finding optimal solutions to Rubik's Cube
//! using pattern databases", 1997.

mod pattern_database;

use std::path::PathBuf;

use gordian_core::{Cancel, Limit};
use gordian_perm::definition::{
    Definition, GroupError, MoveSet, PermutationGroup, Sequence, State, Transformation,
};
use gordian_table::Storage;
use rustc_hash::FxHashSet;

use crate::AtlasError;
use crate::chain::{ChainIndex, Slot, carry, count, slot, slot_offsets};
use crate::pool::thread_pool;
use pattern_database::{Cache, PatternDatabase};

/// Nodes between two polls of the cancellation.
const POLL: u64 = 1 << 12;
/// The share of the memory that one of several pattern databases may take.
const SHARE: u64 = 3;
/// The number of patterns in square roots of the number of states.
const PATTERNS_PER_ROOT: u64 = 256;

/// The longest solution that is searched for: the search is recursive, and puzzles with few moves can need thousands.
const MAX_LENGTH: u16 = 500;

/// Options of [`Solver::new`].
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// The largest memory of all databases together, in bytes.
    pub max_bytes: u64,
    /// Threads that build databases, at least 1.
    pub threads: usize,
    /// The folder in which large databases are kept; it is created if necessary.
    pub cache: Option<PathBuf>,
}

/// Why a puzzle has no solver.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// Some pieces are alike or have no orientation, so that patterns are ambiguous.
    #[error("puzzles with identical pieces or ignored orientations cannot be solved yet")]
    IdenticalPieces,
    /// The group could not be generated.
    #[error(transparent)]
    Group(#[from] GroupError),
    /// The pattern databases could not be built.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The shortest solutions that were found; empty if the state is unsolvable, or if a limit ended the search.
    pub sequences: Vec<Sequence>,
    /// The proved lower bound of the length; `None` if no sequence of these moves solves the state.
    pub lower_bound: Option<u32>,
    /// Why the search ended early.
    pub limit: Option<Limit>,
    /// The number of states that were visited.
    pub n_nodes: u64,
}

impl Solution {
    /// Returns the result of a search that a limit ended before it began.
    #[must_use]
    pub fn stopped(limit: Limit) -> Self {
        Self { sequences: Vec::new(), lower_bound: Some(0), limit: Some(limit), n_nodes: 0 }
    }
}

/// Finds shortest solutions of a puzzle.
pub struct Solver<'a> {
    definition: &'a Definition,
    moves: &'a MoveSet,
    group: PermutationGroup,
    offsets: Vec<usize>,
    /// For each move the map of slots.
    maps: Vec<Vec<Slot>>,
    databases: Vec<PatternDatabase>,
    /// For each move those that may follow it.
    next: Vec<Vec<usize>>,
    notes: Vec<String>,
}

impl<'a> Solver<'a> {
    /// Builds pattern databases, or reads those that an earlier solver kept.
    ///
    /// Cost: one byte for each pattern, and `moves` ranks to build it. A database of less than a megabyte is not kept: it is
    /// built in less than a second.
    ///
    /// # Errors
    ///
    /// Fails for puzzles with identical pieces, if a limit ends the work, and if the system refuses threads.
    pub fn new(
        definition: &'a Definition,
        moves: &'a MoveSet,
        storage: &dyn Storage,
        config: &SolverConfig,
        cancel: &Cancel,
    ) -> Result<Self, SolverError> {
        if definition.has_identical_pieces() {
            return Err(SolverError::IdenticalPieces);
        }
        let pool = thread_pool(config.threads)?;
        let mut cache = Cache::new(storage, config, cancel);
        let group = PermutationGroup::generated(definition, moves, cancel)?;
        let (offsets, _) = slot_offsets(definition);
        let maps = ChainIndex::new(definition, moves, &group, 0).moves;
        let mut databases = Vec::new();
        for pieces in patterns(definition, moves, &group, config.max_bytes, cancel)? {
            let chain = PermutationGroup::with_bases(definition, moves, &pieces, cancel)?;
            let index = ChainIndex::new(definition, moves, &chain, pieces.len());
            let pieces = index.base_positions(&offsets);
            databases.push(pool.install(|| cache.open_or_build(index, pieces))?);
        }
        let next = followers(definition, moves);
        let notes = cache.into_notes();
        Ok(Self { definition, moves, group, offsets, maps, databases, next, notes })
    }

    /// Returns notes for the user: which databases were built and where they are kept, and which files were not used.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the number of patterns of each database.
    #[must_use]
    pub fn databases(&self) -> Vec<u64> {
        self.databases.iter().map(PatternDatabase::n_patterns).collect()
    }

    /// Searches for shortest sequences that solve a state: at most `n`, at least 1. Of sequences that differ only in the order
    /// of moves that commute, it finds one.
    ///
    /// With restrictions, every state on the way is legal. Solutions of more than 500 moves are not searched for: the limit is
    /// then [`Limit::Effort`].
    ///
    /// # Panics
    ///
    /// Panics if the state belongs to another definition.
    #[must_use]
    pub fn solve(&self, state: &State, n: usize, cancel: &Cancel) -> Solution {
        let mut solution =
            Solution { sequences: Vec::new(), lower_bound: None, limit: None, n_nodes: 0 };
        let Some(element) = self.definition.transformation_to(state) else { return solution };
        if !self.group.contains(&element) {
            return solution;
        }
        // The slot of each piece; it is named by the position that it has when solved.
        let mut slots: Vec<Slot> = vec![0; self.offsets.len()];
        let arriving = element.sources().iter().zip(element.twists()).zip(&self.offsets);
        for ((&piece, &twist), &offset) in arriving {
            slots[usize::from(piece)] = slot(offset + usize::from(twist));
        }
        let mut search = Search {
            solver: self,
            n: n.max(1),
            cancel,
            images: Vec::new(),
            path: Vec::new(),
            found: Vec::new(),
            n_nodes: 0,
            limit: None,
        };
        let mut bound = search.estimate(&slots);
        loop {
            solution.lower_bound = Some(bound.into());
            if bound > MAX_LENGTH {
                search.limit = Some(Limit::Effort);
                break;
            }
            let over = search.deepen(&slots, bound, None);
            if search.limit.is_some() || !search.found.is_empty() {
                break;
            }
            match over {
                Some(next) => bound = next,
                None => {
                    // No way leads further: illegal states cut the others off.
                    solution.lower_bound = None;
                    break;
                }
            }
        }
        let sequence = |path: Vec<usize>| -> Sequence {
            path.into_iter().map(|it| self.moves.moves()[it].step()).collect()
        };
        solution.limit = search.limit;
        solution.n_nodes = search.n_nodes;
        solution.sequences = std::mem::take(&mut search.found).into_iter().map(sequence).collect();
        solution
    }
}

/// Returns the sets of pieces that get a database.
fn patterns(
    definition: &Definition,
    moves: &MoveSet,
    group: &PermutationGroup,
    max_bytes: u64,
    cancel: &Cancel,
) -> Result<Vec<Vec<usize>>, SolverError> {
    let all: Vec<usize> = group.chain().iter().map(|level| level.base).collect();
    let order = group.order();
    let worthwhile =
        u64::try_from(order.sqrt()).unwrap_or(u64::MAX).saturating_mul(PATTERNS_PER_ROOT);
    let max_bytes = max_bytes.min(worthwhile);
    if u64::try_from(order).is_ok_and(|order| order <= max_bytes) {
        return Ok(vec![all]);
    }
    let mut patterns = Vec::new();
    let mut left = max_bytes;
    for orbit in definition.orbits() {
        let mut rest: Vec<usize> =
            all.iter().copied().filter(|it| orbit.positions().contains(it)).collect();
        while let [first, ..] = rest[..] {
            // The pieces of the orbit that have no pattern yet, then the others, from this one on in the order of the chain.
            let at = all.iter().position(|&it| it == first).expect("the piece is in the chain");
            let others = all[at..].iter().chain(&all[..at]).filter(|it| !rest.contains(it));
            let mut pieces: Vec<usize> = rest.iter().chain(others).copied().collect();
            let chain = PermutationGroup::with_bases(definition, moves, &pieces, cancel)?;
            let limit = left.min(max_bytes / SHARE).max(1);
            // The largest number of pieces whose patterns fit.
            let (mut n, mut size) = (0, 1_u64);
            for &radix in chain.radices().iter().take(pieces.len()) {
                let Some(next) = size.checked_mul(count(radix)).filter(|&it| it <= limit) else {
                    break;
                };
                (n, size) = (n + 1, next);
            }
            if n == 0 {
                break;
            }
            left = left.saturating_sub(size);
            rest.drain(..n.min(rest.len()));
            pieces.truncate(n);
            patterns.push(pieces);
        }
    }
    Ok(patterns)
}

/// Returns for each move those that may follow it in a canonical sequence: not those with which it makes one move or none,
/// which is never shortest; and of two moves that commute, only the one with the larger number. With restrictions both
/// orders remain, because the state between may be illegal in one of them.
fn followers(definition: &Definition, moves: &MoveSet) -> Vec<Vec<usize>> {
    let moves = moves.moves();
    let single: FxHashSet<&Transformation> = moves.iter().map(|it| it.transformation()).collect();
    let has_orders = definition.restrictions().is_empty();
    let may_follow = |last: usize, next: usize| {
        let (a, b) = (moves[last].transformation(), moves[next].transformation());
        let both = a.then(b);
        let is_reordered = has_orders && next < last && both == b.then(a);
        !both.is_identity() && !single.contains(&both) && !is_reordered
    };
    let all = 0..moves.len();
    all.clone().map(|last| all.clone().filter(|&next| may_follow(last, next)).collect()).collect()
}

/// A search by iterative deepening.
struct Search<'s, 'a> {
    solver: &'s Solver<'a>,
    n: usize,
    cancel: &'s Cancel,
    images: Vec<Slot>,
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
    n_nodes: u64,
    limit: Option<Limit>,
}

impl Search<'_, '_> {
    /// Returns a lower bound of the distance.
    fn estimate(&mut self, slots: &[Slot]) -> u16 {
        let databases = self.solver.databases.iter();
        let distances = databases.map(|it| it.distance(slots, &mut self.images));
        distances.max().unwrap_or(0).into()
    }

    /// Searches for solutions of exactly `left` moves. Returns the least bound above it that a way on needs, if one does.
    fn deepen(&mut self, slots: &[Slot], left: u16, last: Option<usize>) -> Option<u16> {
        self.n_nodes += 1;
        if self.n_nodes.is_multiple_of(POLL) && self.limit.is_none() {
            self.limit = self.cancel.stopped();
        }
        if self.limit.is_some() {
            return None;
        }
        let depth = u16::try_from(self.path.len()).unwrap_or(u16::MAX);
        if left == 0 {
            let home = self.solver.is_solved(slots);
            if home {
                self.found.push(self.path.clone());
            }
            return (!home).then_some(depth + 1);
        }
        let mut over: Option<u16> = None;
        let solver = self.solver;
        let all: Vec<usize>;
        let next: &[usize] = match last {
            Some(last) => &solver.next[last],
            None => {
                all = (0..solver.maps.len()).collect();
                &all
            }
        };
        let mut moved = slots.to_vec();
        for &number in next {
            carry(&solver.maps[number], slots, &mut moved);
            if !solver.is_legal(&moved) {
                continue;
            }
            let estimate = self.estimate(&moved);
            if estimate > left - 1 {
                let needed = depth + 1 + estimate;
                over = Some(over.map_or(needed, |it| it.min(needed)));
                continue;
            }
            self.path.push(number);
            let below = self.deepen(&moved, left - 1, Some(number));
            self.path.pop();
            over = match (over, below) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            if self.found.len() >= self.n || self.limit.is_some() {
                break;
            }
        }
        over
    }
}

impl Solver<'_> {
    /// Returns whether every piece is at home.
    fn is_solved(&self, slots: &[Slot]) -> bool {
        slots.iter().zip(&self.offsets).all(|(&slot, &offset)| usize::from(slot) == offset)
    }

    /// Returns whether no restriction forbids the state.
    fn is_legal(&self, slots: &[Slot]) -> bool {
        let solved = self.definition.solved().pieces();
        self.definition.restrictions().iter().all(|restriction| {
            let first = self.offsets[restriction.position];
            let end = first + usize::from(self.definition.moduli()[restriction.position]);
            let mut there = slots.iter().zip(solved);
            !there.any(|(&slot, label)| {
                (first..end).contains(&usize::from(slot)) && restriction.labels.contains(label)
            })
        })
    }
}
