//! Questions to a table of distances.
//!
//! In a table of codes, the distance of a state modulo 3 tells which of its neighbours are nearer,
//! so the distance is the length of a walk to the solved state. Lists have the distance itself.

use std::path::Path;

use gordian_core::numbers::{to_index, to_u64};
use gordian_core::{Cancel, Limit};
use gordian_perm::definition::{Definition, MoveSet, PermutationGroup, Sequence, State};
use gordian_table::{Storage, Table, TableError};

use super::codes::{PER_BYTE, Smallest, UNSEEN, code, in_byte, places_with};
use super::file::{Meaning, TABLE, invalid};
use super::index::{GroupIndex, Index, Mover};
use super::keys::StateKeys;
use super::lists::{N_BUCKETS, bucket};
use super::mixed_radix::MixedRadix;
use crate::AtlasError;
use crate::canonical::followers;
use crate::chain::ChainIndex;

/// The size of a number of the payload in bytes.
const NUMBER: u64 = 8;
/// Bytes of codes between two polls of the cancellation.
const POLL: u64 = 1 << 12;

/// What a table says about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDistance {
    /// The number of moves of a shortest solution.
    Moves(usize),
    /// The table ends before the state, which needs at least this number of moves, if moves solve
    /// it.
    AtLeast(usize),
    /// No moves solve the state.
    Unreached,
}

/// A table that [`distances`](super::distances) wrote, with the puzzle that it is of.
#[derive(Debug)]
pub struct DistanceTable<'a> {
    definition: &'a Definition,
    moves: &'a MoveSet,
    numbers: Numbers<'a>,
    form: Form,
    table: Table,
    /// The number of states at each distance.
    levels: Vec<u64>,
    is_complete: bool,
}

/// How states are numbered.
enum Numbers<'a> {
    Elements(GroupIndex<'a>),
    MixedRadix(MixedRadix),
    Keys(StateKeys),
}

impl std::fmt::Debug for Numbers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Elements(_) => "elements",
            Self::MixedRadix(_) => "mixed radix",
            Self::Keys(_) => "keys",
        })
    }
}

/// The form of the payload.
#[derive(Debug)]
enum Form {
    Codes,
    /// Sorted lists of numbers of this size in bytes.
    Lists {
        size: u64,
        /// For each bucket where the list of each distance begins, and where the last one ends.
        starts: Vec<Vec<u64>>,
    },
}

/// What the table has at the number of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Unseen,
    /// The code of the distance.
    Code(u8),
    Distance(usize),
}

impl Entry {
    /// Returns whether this can be the entry of a state at a distance, one of whose neighbours is
    /// one move farther.
    fn is_at(self, distance: usize) -> bool {
        match self {
            Self::Unseen => false,
            Self::Code(found) => found == code(distance),
            Self::Distance(found) => found == distance,
        }
    }
}

impl<'a> DistanceTable<'a> {
    /// Opens a table of the distances of a puzzle by these moves, which generate `group`.
    ///
    /// # Errors
    ///
    /// [`AtlasError::OtherDistances`] if the table is of another puzzle, or of other moves;
    /// [`AtlasError::Table`] and [`AtlasError::Contents`] if the file cannot be read, is not a
    /// table, or is damaged.
    ///
    /// # Panics
    ///
    /// Panics if the moves belong to another definition, or the group is not that of the moves.
    pub fn open(
        definition: &'a Definition,
        moves: &'a MoveSet,
        group: &'a PermutationGroup,
        storage: &dyn Storage,
        file: &Path,
    ) -> Result<Self, AtlasError> {
        let table = Table::open_in(storage, file)?;
        let is = |meaning: &Meaning| match table.expect_table(&meaning.hash(TABLE)) {
            Ok(()) => Ok(true),
            Err(TableError::WrongDefinition { .. }) => Ok(false),
            Err(error) => Err(AtlasError::from(error)),
        };
        let has_own_states =
            definition.restrictions().is_empty() && !definition.has_identical_pieces();
        let of_ranks = if has_own_states {
            let order = u64::try_from(group.order()).ok();
            let order =
                order.filter(|_| ChainIndex::is_possible(definition, moves, &group.radices()));
            order.map(|order| {
                let index = GroupIndex::new(definition, moves, group, order);
                let meaning = Meaning::of_elements(definition, index.chain());
                (meaning, Numbers::Elements(index))
            })
        } else {
            MixedRadix::new(definition, moves)
                .map(|index| (Meaning::of_states(definition, moves), Numbers::MixedRadix(index)))
        };
        let mut found = None;
        if let Some((meaning, numbers)) = of_ranks {
            if is(&meaning)? {
                found = Some((numbers, None));
            } else if is(&meaning.in_lists())? {
                found = Some((numbers, Some(to_u64(size_of::<u64>()))));
            }
        }
        if found.is_none()
            && let Some(keys) = StateKeys::new(definition, moves)
            && is(&Meaning::of_keys(definition, moves))?
        {
            found = Some((Numbers::Keys(keys), Some(to_u64(size_of::<u128>()))));
        }
        let Some((numbers, size)) = found else {
            let label = table.description().label.clone();
            return Err(AtlasError::OtherDistances { file: file.to_owned(), label });
        };
        let (form, levels) = match size {
            None => {
                let n_ranks = numbers.n_ranks().expect("codes have ranks");
                (Form::Codes, levels_of_codes(&table, n_ranks)?)
            }
            Some(size) => {
                let levels = levels_of_lists(&table, size)?;
                (Form::Lists { size, starts: starts(&table, &levels)? }, levels)
            }
        };
        let is_complete = match &numbers {
            Numbers::Elements(index) => levels.iter().sum::<u64>() == index.n_ranks(),
            // The name of a puzzle can end like the label of an incomplete table, which is then
            // taken for one.
            _ => {
                let end = format!(" to distance {}", levels.len() - 1);
                !table.description().label.ends_with(&end)
            }
        };
        Ok(Self { definition, moves, numbers, form, table, levels, is_complete })
    }

    /// Returns the number of states at each distance, from 0.
    #[must_use]
    pub fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Returns whether the table has all states.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the distance of a state from the solved one.
    ///
    /// # Errors
    ///
    /// Fails if the table is damaged.
    pub fn distance(&self, state: &State) -> Result<TableDistance, AtlasError> {
        let entry = match self.number(state) {
            Some(number) => self.entry(number)?,
            None if self.definition.has_pieces_of(state) => Entry::Unseen,
            None => return Ok(TableDistance::Unreached),
        };
        let not_there = || match self.is_complete {
            true => TableDistance::Unreached,
            false => TableDistance::AtLeast(self.levels.len()),
        };
        Ok(match entry {
            Entry::Unseen => not_there(),
            Entry::Distance(distance) => TableDistance::Moves(distance),
            Entry::Code(_) => {
                let rank =
                    self.number(state).map(|it| u64::try_from(it).expect("codes have ranks"));
                TableDistance::Moves(self.walk(rank.expect("the state has an entry"))?)
            }
        })
    }

    /// Returns shortest sequences that solve a state: at most `n`, at least 1 unless the table does
    /// not have the state. Two neighbouring moves that commute are in one order only; in both if
    /// there are restrictions.
    ///
    /// # Errors
    ///
    /// Fails if the table is damaged, and if `cancel` stops the work.
    pub fn solutions(
        &self,
        state: &State,
        n: usize,
        cancel: &Cancel,
    ) -> Result<Vec<Sequence>, AtlasError> {
        let TableDistance::Moves(length) = self.distance(state)? else { return Ok(Vec::new()) };
        let next = followers(self.definition, self.moves);
        let all: Vec<usize> = (0..self.moves.moves().len()).collect();
        let mut found = Vec::new();
        // The states on the way, each with the number of the next move to try.
        let mut way = vec![(state.clone(), 0)];
        let mut path: Vec<usize> = Vec::new();
        while let Some((state, tried)) = way.last_mut() {
            if let Some(limit) = cancel.stopped() {
                return Err(AtlasError::Stopped { limit });
            }
            let candidates = path.last().map_or(&all, |&last| &next[last]);
            let left = length - path.len();
            let candidate = candidates.get(*tried).copied();
            *tried += 1;
            if left == 0 {
                if *state != *self.definition.solved() {
                    return Err(self.wrong("its distances do not lead to the solved state"));
                }
                let steps = path.iter().map(|&it| self.moves.moves()[it].step());
                found.push(steps.collect());
                if found.len() >= n {
                    break;
                }
                way.pop();
                path.pop();
                continue;
            }
            let Some(number) = candidate else {
                way.pop();
                path.pop();
                continue;
            };
            let transformation = self.moves.moves()[number].transformation();
            let Some(moved) = self.definition.apply(state, transformation) else { continue };
            let entry = match self.number(&moved) {
                Some(number) => self.entry(number)?,
                None => Entry::Unseen,
            };
            if entry.is_at(left - 1) {
                way.push((moved, 0));
                path.push(number);
            }
        }
        if found.is_empty() {
            return Err(self.wrong("its distances do not lead to the solved state"));
        }
        Ok(found)
    }

    /// Returns at most `n` states of the last level: those with the smallest numbers.
    ///
    /// # Errors
    ///
    /// Fails if the table is damaged, and if `cancel` stops the work.
    pub fn antipodes(&self, n: usize, cancel: &Cancel) -> Result<Vec<State>, AtlasError> {
        let ranks = match &self.form {
            Form::Codes => match &self.numbers {
                Numbers::Elements(index) => self.last_ranks(index, n, cancel)?,
                Numbers::MixedRadix(index) => self.last_ranks(index, n, cancel)?,
                Numbers::Keys(_) => unreachable!("keys are in lists"),
            },
            Form::Lists { size, starts } => {
                let mut smallest = Smallest::new(n);
                for starts in starts {
                    check(cancel)?;
                    let [.., first, end] = starts[..] else { continue };
                    for at in first..end {
                        smallest.add(self.listed(at, *size)?);
                    }
                }
                smallest.into_sorted()
            }
        };
        ranks.into_iter().map(|number| self.state(number)).collect()
    }

    /// Returns the ranks of the last level, in ascending order.
    fn last_ranks<I: Index>(
        &self,
        index: &I,
        n: usize,
        cancel: &Cancel,
    ) -> Result<Vec<u128>, AtlasError> {
        let last = self.levels.len() - 1;
        let mut mover = index.mover();
        let mut found = Vec::new();
        for at in 0..index.n_ranks().div_ceil(PER_BYTE) {
            if at.is_multiple_of(POLL) {
                check(cancel)?;
            }
            for place in places_with(self.table.byte(at)?, code(last)) {
                let rank = at * PER_BYTE + place;
                if found.len() >= n || rank >= index.n_ranks() {
                    break;
                }
                // No neighbour is farther; so it is for some earlier states, too.
                let mut is_last = Ok(true);
                mover.neighbours(rank, |next, _| {
                    is_last = self.code(next).map(|it| it == UNSEEN || it != code(last + 1));
                    matches!(is_last, Ok(true))
                });
                if is_last? && self.walk_by(index, rank)? == last {
                    found.push(rank.into());
                }
            }
        }
        Ok(found)
    }

    /// Returns the number of a state; `None` if it has none.
    fn number(&self, state: &State) -> Option<u128> {
        match &self.numbers {
            Numbers::Elements(index) => index.rank(self.definition, state).map(u128::from),
            Numbers::MixedRadix(index) => {
                let has_number = self.definition.has_pieces_of(state);
                let rank = || index.rank(state.pieces(), state.orientations(), &mut [0; 256]);
                // Ranks take sums of orientations for granted.
                has_number.then(rank).filter(|&rank| index.state(rank) == *state).map(u128::from)
            }
            Numbers::Keys(keys) => {
                let has_number = self.definition.has_pieces_of(state);
                has_number.then(|| keys.key(state.pieces(), state.orientations()))
            }
        }
    }

    /// Returns the state with a number of the table.
    fn state(&self, number: u128) -> Result<State, AtlasError> {
        let wrong = || self.wrong("it has a number of no state");
        let rank = || {
            let rank = u64::try_from(number).ok().zip(self.numbers.n_ranks());
            rank.filter(|(rank, n_ranks)| rank < n_ranks).map(|it| it.0).ok_or_else(wrong)
        };
        Ok(match &self.numbers {
            Numbers::Elements(index) => index.state(rank()?),
            Numbers::MixedRadix(index) => index.state(rank()?),
            Numbers::Keys(keys) => {
                let state = keys.state(number);
                self.definition.has_pieces_of(&state).then_some(state).ok_or_else(wrong)?
            }
        })
    }

    fn code(&self, rank: u64) -> Result<u8, AtlasError> {
        Ok(in_byte(self.table.byte(rank / PER_BYTE)?, rank))
    }

    fn entry(&self, number: u128) -> Result<Entry, AtlasError> {
        let Form::Lists { size, starts } = &self.form else {
            let rank = u64::try_from(number).expect("codes have ranks");
            return Ok(match self.code(rank)? {
                UNSEEN => Entry::Unseen,
                code => Entry::Code(code),
            });
        };
        let starts = &starts[to_index(bucket(number))];
        for (distance, range) in starts.windows(2).enumerate() {
            let (mut first, mut end) = (range[0], range[1]);
            while first < end {
                let middle = first.midpoint(end);
                match self.listed(middle, *size)?.cmp(&number) {
                    std::cmp::Ordering::Less => first = middle + 1,
                    std::cmp::Ordering::Greater => end = middle,
                    std::cmp::Ordering::Equal => return Ok(Entry::Distance(distance)),
                }
            }
        }
        Ok(Entry::Unseen)
    }

    /// Returns a number of the lists.
    fn listed(&self, at: u64, size: u64) -> Result<u128, AtlasError> {
        let first = to_u64(self.levels.len()) * N_BUCKETS * NUMBER + at * size;
        let bytes = self.table.bytes(first..first + size)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte)))
    }

    /// Returns the number of moves from a rank to the solved state.
    fn walk(&self, rank: u64) -> Result<usize, AtlasError> {
        match &self.numbers {
            Numbers::Elements(index) => self.walk_by(index, rank),
            Numbers::MixedRadix(index) => self.walk_by(index, rank),
            Numbers::Keys(_) => unreachable!("keys are in lists"),
        }
    }

    fn walk_by<I: Index>(&self, index: &I, mut rank: u64) -> Result<usize, AtlasError> {
        let mut mover = index.mover();
        let mut last = self.code(rank)?;
        for distance in 0..self.levels.len() {
            if rank == index.start() {
                return Ok(distance);
            }
            let wanted = [2, 0, 1][usize::from(last)];
            let mut nearer = Ok(None);
            mover.neighbours(rank, |next, _| {
                nearer = self.code(next).map(|it| (it == wanted).then_some(next));
                matches!(nearer, Ok(None))
            });
            let Some(next) = nearer? else { break };
            (rank, last) = (next, wanted);
        }
        Err(self.wrong("its distances do not lead to the solved state"))
    }

    fn wrong(&self, what: &'static str) -> AtlasError {
        invalid(self.table.path(), what)
    }
}

impl Numbers<'_> {
    fn n_ranks(&self) -> Option<u64> {
        match self {
            Self::Elements(index) => Some(index.n_ranks()),
            Self::MixedRadix(index) => Some(index.n_ranks()),
            Self::Keys(_) => None,
        }
    }
}

fn check(cancel: &Cancel) -> Result<(), AtlasError> {
    cancel.stopped().map_or(Ok(()), |limit: Limit| Err(AtlasError::Stopped { limit }))
}

/// Returns the last `n` numbers of the payload; `None` if there are not as many.
fn last_numbers(table: &Table, n: u64) -> Result<Option<Vec<u64>>, AtlasError> {
    let Some(first) = n.checked_mul(NUMBER).and_then(|n| table.payload_len().checked_sub(n)) else {
        return Ok(None);
    };
    let bytes = table.bytes(first..table.payload_len())?.as_chunks().0;
    Ok(Some(bytes.iter().map(|&number| u64::from_le_bytes(number)).collect()))
}

/// Returns the number of states at each distance, which follows the codes.
fn levels_of_codes(table: &Table, n_ranks: u64) -> Result<Vec<u64>, AtlasError> {
    let wrong = || invalid(table.path(), "its length is wrong");
    let n_bytes = table.payload_len().checked_sub(n_ranks.div_ceil(PER_BYTE)).ok_or_else(wrong)?;
    let levels = last_numbers(table, n_bytes / NUMBER)?.ok_or_else(wrong)?;
    let is_right = n_bytes.is_multiple_of(NUMBER) && levels.first() == Some(&1);
    is_right.then_some(levels).ok_or_else(wrong)
}

/// Returns the number of states at each distance, which follows lists of numbers of this size.
fn levels_of_lists(table: &Table, size: u64) -> Result<Vec<u64>, AtlasError> {
    // The header has them unless they are many. Else their number is the one that leads to the
    // length of the payload.
    let known = table.counts("states").map(|counts| to_u64(counts.len()));
    let most = table.payload_len() / NUMBER / (N_BUCKETS + 1);
    for n in known.unwrap_or(1)..=known.unwrap_or(most) {
        let Some(levels) = last_numbers(table, n)? else { break };
        let n_states = levels.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
        let n_bytes = n_states.and_then(|states| states.checked_mul(size));
        let needed = n_bytes.and_then(|it| it.checked_add(n * (N_BUCKETS + 1) * NUMBER));
        if needed == Some(table.payload_len()) && levels.first() == Some(&1) {
            return Ok(levels);
        }
    }
    Err(invalid(table.path(), "its length is wrong"))
}

/// Returns for each bucket where its lists begin, and where the last one ends.
fn starts(table: &Table, levels: &[u64]) -> Result<Vec<Vec<u64>>, AtlasError> {
    let wrong = || invalid(table.path(), "its lists do not have the states of its levels");
    let mut rest = levels.to_vec();
    let (mut at, mut next) = (0, 0_u64);
    let mut starts = Vec::new();
    for _ in 0..N_BUCKETS {
        let mut of_bucket = vec![next];
        for rest in &mut rest {
            let n = table.u64_at(at)?;
            at += NUMBER;
            *rest = rest.checked_sub(n).ok_or_else(wrong)?;
            next += n;
            of_bucket.push(next);
        }
        starts.push(of_bucket);
    }
    rest.iter().all(|&n| n == 0).then_some(starts).ok_or_else(wrong)
}
