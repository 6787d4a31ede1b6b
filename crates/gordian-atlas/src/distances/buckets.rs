//! The enumeration of states that do not fit into the memory, or that several processes enumerate:
//! buckets of states in files.
//!
//! A [`Space`] says which states a bucket has, and how. A level is found in rounds of two phases:
//!
//! ```text
//! expand   read a bucket, and for each state of the last level append each neighbour to the inbox of its bucket
//! apply    read a bucket and its inbox, add the states that are new, and replace the bucket
//! ```
//!
//! A round ends when the inboxes have [`Space::max_inbox_bytes`], or when all buckets are expanded,
//! which ends the level. A bucket can be expanded after it received states of the next level: they
//! are marked as those of another one.
//!
//! *Processes.* With n processes, each works on every n-th bucket: it expands them, sends
//! neighbours in other buckets to the processes that have these, writes the inboxes of its own, and
//! applies them. All processes have the same folder. After a phase each tells the others what it
//! did, so that all have the same [`BuildState`]; process 0 writes it. Nothing in the files depends on
//! the number of processes, so work is continued with another one.
//!
//! *Resumption.* The file `state` says which phase was entered with which inboxes; it is replaced
//! when a phase ends, after all files of the phase are durable. A killed expansion begins the round
//! again. A killed application passes over the buckets that have its generation: each bucket is
//! replaced as a whole, and has the number of states that were new to it.
//!
//! *Source*: R. E. Korf: "Linear-time disk-based implicit graph search", 2008 (delayed detection of
//! duplicates).

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fs_err::{self as fs, File};
use gordian_core::numbers::{to_index, to_u64};
use gordian_core::{Cancel, Limit};
use gordian_table::{
    CountSeries, FileKind, Storage, Table, TableBuild, TableDescription, TableError, WorkContext,
    WritableFile, sibling_path, write,
};
use rayon::prelude::*;

use super::codes::Smallest;
use super::exchange::{Exchange, Message};
use super::file::{Meaning, invalid, to_bytes, to_numbers};
use super::keys::halves;
use super::{Distances, DistancesConfig, DistancesIndex, stopped_by};
use crate::AtlasError;

/// The largest number of inboxes of a process whose files are open at once.
const MAX_OPEN: usize = 256;
/// States that are expanded between two polls of the cancellation and of what arrived.
const POLL: u32 = 1 << 10;
/// The number of entries that are read at a time.
const BLOCK: usize = 1 << 12;
/// The largest number of entries that wait in memory for a bucket, for each thread.
const MAX_WAITING: usize = 1 << 14;
/// The smallest.
pub(super) const MIN_WAITING: usize = 16;
/// How long a process that has nothing to do waits before it looks again.
const PAUSE: Duration = Duration::from_micros(200);

/// The names of the series of a bucket.
const GENERATION: &str = "generation";
const NEW: &str = "new";
const SMALLEST: &str = "smallest";

/// States in buckets.
pub(super) trait Space: Sync {
    /// A state in an inbox: bytes.
    type Entry: AsRef<[u8]> + Copy;
    /// The states of a bucket that were reached.
    type Bucket;

    fn n_buckets(&self) -> u64;

    /// Returns the number that a space of the same buckets is made from, and which their files are
    /// checked with.
    fn layout(&self) -> u64;

    /// Returns the bucket of the solved state, and the state.
    fn start(&self) -> (u64, Self::Entry);

    /// Returns the number of states that are reached, if it is known.
    fn n_states(&self) -> Option<u64>;

    /// Returns the size of all inboxes after which a round ends.
    fn max_inbox_bytes(&self) -> u64;

    /// Returns the number of threads that have a bucket in memory.
    fn n_workers(&self, config: &DistancesConfig<'_>) -> u64;

    /// Returns the memory of the buckets that threads work on.
    fn bytes_in_memory(&self, config: &DistancesConfig<'_>) -> u64;

    /// Returns the size of a bucket that is too large for the memory.
    fn max_bucket_bytes(&self) -> u64;

    /// Returns a bucket of which no state was reached.
    fn empty(&self, number: u64) -> Self::Bucket;

    /// Returns the bucket with these bytes, or `None` if there is none.
    fn read(&self, number: u64, bytes: Vec<u8>) -> Option<Self::Bucket>;

    fn bytes<'a>(&self, bucket: &'a Self::Bucket) -> Cow<'a, [u8]>;

    /// Calls `send` with the neighbours of the states of a level, and `on_state` before each state.
    fn expand(
        &self,
        number: u64,
        bucket: &Self::Bucket,
        level: usize,
        send: impl FnMut(u64, Self::Entry) -> Result<(), AtlasError>,
        on_state: impl FnMut() -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError>;

    /// Adds states to a level; returns `None` if one belongs to another bucket.
    fn receive(
        &self,
        number: u64,
        bucket: &mut Self::Bucket,
        level: usize,
        entries: &[u8],
        new: &mut New,
    ) -> Option<()>;

    /// Ends the adding of states to a level.
    fn finish_receiving(&self, bucket: &mut Self::Bucket, level: usize, new: &mut New);

    /// Returns the parts of the payload of the table, for the bytes of all buckets; `None` if they
    /// are not those of buckets.
    fn payload<'a>(&self, buckets: &[&'a [u8]], n_levels: usize) -> Option<Payload<'a>>;
}

/// Parts of a payload: one to write before the others, and the others.
pub(super) type Payload<'a> = (Vec<u8>, Vec<&'a [u8]>);

/// The states that are new to a bucket.
pub(super) struct New {
    n: u64,
    smallest: Smallest<u128>,
}

impl New {
    pub(super) fn add(&mut self, state: u128) {
        self.n += 1;
        self.smallest.add(state);
    }
}

/// What was found.
pub(super) struct Enumerated<S> {
    space: S,
    counts: Vec<u64>,
    is_complete: bool,
    limit: Option<Limit>,
    /// Some states of the last level.
    antipodes: Vec<u128>,
    first_level: usize,
    bytes: u64,
}

impl<S: Space> Enumerated<S> {
    /// Returns the result; `state` makes the states of the last level.
    pub(super) fn into_distances(
        self,
        index: DistancesIndex,
        state: impl Fn(&S, u128) -> super::State,
    ) -> Distances {
        Distances {
            levels: self.counts,
            is_complete: self.is_complete && self.limit.is_none(),
            limit: self.limit,
            antipodes: self.antipodes.into_iter().map(|it| state(&self.space, it)).collect(),
            index,
            n_symmetries: 1,
            bytes: self.bytes,
            n_buckets: to_index(self.space.n_buckets()),
            first_level: self.first_level,
        }
    }
}

/// What is known of a bucket after a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Progress {
    /// Whether there is a file.
    exists: bool,
    /// Whether it was expanded for the next level.
    is_expanded: bool,
    /// The number of states in its inbox.
    n_sent: u64,
}

/// What the file `state` says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BuildState {
    layout: u64,
    /// The number of states at each distance, of complete levels.
    counts: Vec<u64>,
    /// Some of the last complete level.
    antipodes: Vec<u128>,
    /// The number of states of the next level that were found in earlier rounds, and some of them.
    n_found: u64,
    found: Vec<u128>,
    /// The number of finished rounds.
    generation: u64,
    /// Whether the inboxes are complete.
    is_applying: bool,
    buckets: Vec<Progress>,
}

/// The number of numbers of a state before the levels.
const N_FIXED: usize = 7;

impl BuildState {
    /// Returns the state before level 0: the solved state is in the inbox of its bucket.
    fn start(layout: u64, n_buckets: u64, bucket: u64) -> Self {
        let mut buckets = vec![Progress::default(); to_index(n_buckets)];
        buckets.iter_mut().for_each(|it| it.is_expanded = true);
        buckets[to_index(bucket)].n_sent = 1;
        Self {
            layout,
            counts: Vec::new(),
            antipodes: Vec::new(),
            n_found: 0,
            found: Vec::new(),
            generation: 0,
            is_applying: true,
            buckets,
        }
    }

    fn to_numbers(&self) -> Vec<u64> {
        let Self { counts, antipodes, found, .. } = self;
        let fixed: [u64; N_FIXED] = [
            self.layout,
            self.n_found,
            self.generation,
            self.is_applying.into(),
            to_u64(counts.len()),
            to_u64(antipodes.len()),
            to_u64(found.len()),
        ];
        let states = [antipodes, found].into_iter().flatten().flat_map(|&state| halves(state));
        let buckets = self
            .buckets
            .iter()
            .flat_map(|it| [u64::from(it.exists) | u64::from(it.is_expanded) << 1, it.n_sent]);
        fixed.into_iter().chain(counts.iter().copied()).chain(states).chain(buckets).collect()
    }

    /// Returns the state of these numbers, or `None` if there is none.
    fn from_numbers(numbers: &[u64], n_buckets: u64) -> Option<Self> {
        let (fixed, rest) = numbers.split_first_chunk::<N_FIXED>()?;
        let &[layout, n_found, generation, phase, n_counts, n_antipodes, n_of_found] = fixed;
        let (counts, mut rest) = rest.split_at_checked(usize::try_from(n_counts).ok()?)?;
        let mut lists = [Vec::new(), Vec::new()];
        for (list, n) in lists.iter_mut().zip([n_antipodes, n_of_found]) {
            let n = usize::try_from(n).ok()?.checked_mul(2)?;
            let (states, after) = rest.split_at_checked(n)?;
            list.extend(states.as_chunks().0.iter().map(|&[high, low]| joined(high, low)));
            rest = after;
        }
        let (buckets, []) = rest.as_chunks::<2>() else { return None };
        let are_flags = phase < 2 && buckets.iter().all(|&[flags, _]| flags < 4);
        let is_valid = are_flags && to_u64(buckets.len()) == n_buckets;
        let [antipodes, found] = lists;
        is_valid.then(|| Self {
            layout,
            counts: counts.to_vec(),
            antipodes,
            n_found,
            found,
            generation,
            is_applying: phase == 1,
            buckets: buckets
                .iter()
                .map(|&[flags, n_sent]| Progress {
                    exists: flags & 1 != 0,
                    is_expanded: flags & 2 != 0,
                    n_sent,
                })
                .collect(),
        })
    }
}

/// Returns the number with these halves.
fn joined(high: u64, low: u64) -> u128 {
    u128::from(high) << u64::BITS | u128::from(low)
}

/// A bucket in memory.
struct Bucket<B> {
    states: B,
    /// The round after which it was written.
    generation: u64,
    /// The number of states that this round added, and some of them.
    n_new: u64,
    smallest: Vec<u128>,
}

/// An inbox of a bucket.
#[derive(Default)]
struct Inbox {
    /// `None` before the first state arrives, and while the file is closed.
    file: Option<Box<dyn WritableFile>>,
    n_bytes: u64,
}

/// The inboxes of a process; those for the buckets of others stay empty.
struct Inboxes<'a> {
    storage: &'a dyn Storage,
    folder: &'a Path,
    boxes: Vec<Mutex<Inbox>>,
    n_bytes: AtomicU64,
    /// The inboxes whose files are open, the one that was opened first in front: the system has a
    /// limit for them.
    open: Mutex<VecDeque<usize>>,
    max_open: usize,
}

/// The work on one folder of buckets.
pub(super) struct BucketJob<'a> {
    pub(super) meaning: &'a Meaning,
    pub(super) storage: &'a dyn Storage,
    pub(super) config: &'a DistancesConfig<'a>,
    pub(super) cancel: &'a Cancel,
    pub(super) on_level: &'a (dyn Fn(usize, u64) + Sync),
}

/// The work on the buckets of a space.
struct Work<'a, S> {
    job: &'a BucketJob<'a>,
    space: S,
    context: WorkContext<'a>,
    folder: PathBuf,
}

/// Returns the folder of the buckets of a table.
pub(super) fn folder(file: &Path) -> PathBuf {
    sibling_path(file, ".buckets")
}

fn at(path: &Path) -> impl Fn(io::Error) -> AtlasError {
    |error| TableError::Io { path: path.to_owned(), error }.into()
}

/// The first number of what a process tells the others: that it goes on, has failed, or was stopped
/// by a limit.
const GOES_ON: u64 = 0;
const FAILED: u64 = 1;
const LIMITS: [(u64, Limit); 5] = [
    (2, Limit::Interrupted),
    (3, Limit::Time),
    (4, Limit::Memory),
    (5, Limit::Effort),
    (6, Limit::Solutions),
];

/// Does a part of the work in each process, and returns what each returned; what stops one process
/// stops all.
fn together(
    exchange: &dyn Exchange,
    part: Result<Vec<u64>, AtlasError>,
) -> Result<Vec<Vec<u64>>, AtlasError> {
    let outcome = match &part {
        Ok(_) => GOES_ON,
        Err(AtlasError::Stopped { limit }) => {
            LIMITS.iter().find(|it| it.1 == *limit).map_or(FAILED, |it| it.0)
        }
        Err(_) => FAILED,
    };
    let mut message = vec![outcome];
    message.extend(part.iter().flatten());
    let messages = exchange.gather(to_bytes(&message));
    part.and_then(|_| parts_of(messages))
}

/// Returns what each process returned, or the error or limit of the first one that has one.
fn parts_of(messages: Vec<Message>) -> Result<Vec<Vec<u64>>, AtlasError> {
    let parts = messages.into_iter().enumerate().map(|(process, message)| {
        let failed = AtlasError::OtherProcess { process };
        let (numbers, []) = message.as_chunks() else { return Err(failed) };
        let mut numbers = numbers.iter().map(|&number| u64::from_le_bytes(number));
        let outcome = numbers.next();
        if outcome == Some(GOES_ON) {
            return Ok(numbers.collect());
        }
        let limit = LIMITS.iter().find(|it| Some(it.0) == outcome);
        Err(limit.map_or(failed, |&(_, limit)| AtlasError::Stopped { limit }))
    });
    parts.collect()
}

/// Enumerates states into `file`, with the states in a folder beside it. `space` makes the space of
/// a layout, or the one for new work.
pub(super) fn enumerate<S: Space>(
    job: &BucketJob<'_>,
    file: &Path,
    space: impl Fn(Option<u64>) -> Result<S, AtlasError>,
) -> Result<Enumerated<S>, AtlasError> {
    let exchange = job.config.exchange;
    let folder = folder(file);
    // Each thread works on a bucket of its own.
    let context = WorkContext { threads: 1, ..WorkContext::new(job.cancel) };
    let mut build = None;
    let mut begin = || {
        job.meaning.expect_own(job.storage, file)?;
        build = Some(TableBuild::start(job.storage, file)?);
        if let Some(numbers) = job.read_state(&folder)? {
            return Ok(numbers);
        }
        let space = space(None)?;
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        Ok(job.start(&space, &folder, &context)?.to_numbers())
    };
    let hash = job.meaning.hash("processes");
    let mut part = hash.as_chunks().0.iter().map(|&it| u64::from_le_bytes(it)).collect::<Vec<_>>();
    let n_of_hash = part.len();
    let part = if exchange.process() == 0 {
        begin().map(|numbers| {
            part.extend(numbers);
            part
        })
    } else {
        Ok(part)
    };
    let parts = together(exchange, part)?;
    let (hash, numbers) = parts[0].split_at(n_of_hash);
    if let Some(process) = parts.iter().position(|part| !part.starts_with(hash)) {
        return Err(AtlasError::OtherPuzzle { process });
    }
    let wrong = || invalid(&folder.join(STATE), "its numbers are wrong");
    let space = space(Some(*numbers.first().ok_or_else(wrong)?))?;
    let mut state = BuildState::from_numbers(numbers, space.n_buckets()).ok_or_else(wrong)?;
    let first_level = state.counts.len().saturating_sub(1);
    for (level, &n) in state.counts.iter().enumerate() {
        (job.on_level)(level, n);
    }
    let work = Work { job, space, context, folder: folder.clone() };
    let mut is_complete = false;
    let end = work.run(&mut state).and_then(|run| {
        is_complete = run;
        let part = build.map_or(Ok(()), |build| work.finish(build, &state, is_complete));
        together(exchange, part.map(|()| Vec::new())).map(|_| ())
    });
    let limit = stopped_by(end)?;
    let waiting = to_index(work.n_workers()) * work.n_waiting() * state.buckets.len();
    let bytes = work.space.bytes_in_memory(job.config) + to_u64(waiting * size_of::<S::Entry>());
    let BuildState { counts, antipodes, .. } = state;
    Ok(Enumerated { space: work.space, counts, is_complete, limit, antipodes, first_level, bytes })
}

/// The name of the file that says what was done.
const STATE: &str = "state";

fn bucket_path(folder: &Path, bucket: u64) -> PathBuf {
    folder.join(bucket.to_string())
}

fn inbox_path(folder: &Path, bucket: u64) -> PathBuf {
    folder.join(format!("{bucket}.inbox"))
}

impl BucketJob<'_> {
    fn state_hash(&self) -> [u8; 32] {
        self.meaning.hash("state of buckets 2")
    }

    /// Returns the numbers of the state of earlier work, if there is one.
    fn read_state(&self, folder: &Path) -> Result<Option<Vec<u64>>, AtlasError> {
        let path = folder.join(STATE);
        if !self.storage.exists(&path).map_err(at(&path))? {
            return Ok(None);
        }
        let table = Table::open_in(self.storage, &path)?;
        table.expect_checkpoint(&self.state_hash())?;
        to_numbers(table.bytes(0..table.payload_len())?, &path).map(Some)
    }

    fn write_state(
        &self,
        folder: &Path,
        state: &BuildState,
        context: &WorkContext<'_>,
    ) -> Result<(), AtlasError> {
        let description = TableDescription {
            kind: FileKind::Checkpoint {
                step: u32::try_from(state.counts.len()).unwrap_or(u32::MAX),
            },
            label: "work on buckets of states".to_owned(),
            definition: self.state_hash(),
            series: Vec::new(),
        };
        let payload = to_bytes(&state.to_numbers());
        Ok(write(self.storage, &folder.join(STATE), &description, &[&payload], context)?)
    }

    /// Begins in an empty folder: buckets without a state are left over from work that was
    /// completed.
    fn start<S: Space>(
        &self,
        space: &S,
        folder: &Path,
        context: &WorkContext<'_>,
    ) -> Result<BuildState, AtlasError> {
        fs::remove_dir_all(folder).map_err(at(folder))?;
        fs::create_dir(folder).map_err(at(folder))?;
        let (bucket, entry) = space.start();
        let path = inbox_path(folder, bucket);
        let mut file = self.storage.create(&path).map_err(at(&path))?;
        file.write_at(0, entry.as_ref()).and_then(|()| file.sync()).map_err(at(&path))?;
        self.storage.sync_folder(folder).map_err(at(folder))?;
        let state = BuildState::start(space.layout(), space.n_buckets(), bucket);
        self.write_state(folder, &state, context)?;
        Ok(state)
    }
}

impl<S: Space> Work<'_, S> {
    fn exchange(&self) -> &dyn Exchange {
        self.job.config.exchange
    }

    /// Returns the process that works on a bucket.
    fn owner(&self, bucket: u64) -> usize {
        to_index(bucket) % self.exchange().n_processes()
    }

    fn is_own(&self, bucket: u64) -> bool {
        self.owner(bucket) == self.exchange().process()
    }

    fn bucket_path(&self, bucket: u64) -> PathBuf {
        bucket_path(&self.folder, bucket)
    }

    fn bucket_hash(&self, bucket: u64) -> [u8; 32] {
        self.job.meaning.hash(&format!("bucket {bucket} of layout {} 2", self.space.layout()))
    }

    fn n_workers(&self) -> u64 {
        self.space.n_workers(self.job.config)
    }

    /// Returns the number of entries that each worker collects for each bucket.
    fn n_waiting(&self) -> usize {
        let n_lists = self.n_workers() * self.space.n_buckets();
        let entries = to_index(self.job.config.max_bytes / 4 / n_lists) / size_of::<S::Entry>();
        entries.clamp(MIN_WAITING, MAX_WAITING)
    }

    fn write_bucket(&self, number: u64, bucket: &Bucket<S::Bucket>) -> Result<(), AtlasError> {
        let series =
            |name: &str, number| CountSeries { name: name.to_owned(), counts: vec![number] };
        let description = TableDescription {
            kind: FileKind::Checkpoint { step: 0 },
            label: "a bucket of states".to_owned(),
            definition: self.bucket_hash(number),
            series: vec![
                series(GENERATION, bucket.generation),
                series(NEW, bucket.n_new),
                series(SMALLEST, to_u64(bucket.smallest.len())),
            ],
        };
        let states = self.space.bytes(&bucket.states);
        let smallest = bucket.smallest.iter().flat_map(|&it| halves(it)).collect::<Vec<_>>();
        let payload: [&[u8]; 2] = [&states, &to_bytes(&smallest)];
        let path = self.bucket_path(number);
        Ok(write(self.job.storage, &path, &description, &payload, &self.context)?)
    }

    /// Opens a bucket; returns it with its generation, the number of new states, and the size of
    /// its states.
    fn open_bucket(&self, number: u64) -> Result<Option<(Table, [u64; 3])>, AtlasError> {
        let (path, storage) = (self.bucket_path(number), self.job.storage);
        if !storage.exists(&path).map_err(at(&path))? {
            return Ok(None);
        }
        let table = Table::open_in(storage, &path)?;
        table.expect_checkpoint(&self.bucket_hash(number))?;
        let only = |name| match table.counts(name) {
            Some(&[number]) => Ok(number),
            _ => Err(invalid(&path, "its numbers are missing")),
        };
        let n_bytes = only(SMALLEST)?
            .checked_mul(to_u64(size_of::<u128>()))
            .and_then(|of_smallest| table.payload_len().checked_sub(of_smallest))
            .ok_or_else(|| invalid(&path, "its length is wrong"))?;
        let numbers = [only(GENERATION)?, only(NEW)?, n_bytes];
        Ok(Some((table, numbers)))
    }

    /// Returns a bucket, or `None` if there is no file.
    fn read_bucket(&self, number: u64) -> Result<Option<Bucket<S::Bucket>>, AtlasError> {
        let Some((table, [generation, n_new, n_bytes])) = self.open_bucket(number)? else {
            return Ok(None);
        };
        self.check_memory(n_bytes)?;
        let mut states = vec![0; to_index(n_bytes)];
        let mut smallest = vec![0; to_index(table.payload_len() - n_bytes)];
        table.read_payload_into(&mut [&mut states, &mut smallest], &self.context)?;
        let wrong = || invalid(table.path(), "its states are wrong");
        let states = self.space.read(number, states).ok_or_else(wrong)?;
        let smallest = to_numbers(&smallest, table.path())?;
        let smallest = smallest.as_chunks().0.iter().map(|&[high, low]| joined(high, low));
        Ok(Some(Bucket { states, generation, n_new, smallest: smallest.collect() }))
    }

    fn check_memory(&self, n_bytes: u64) -> Result<(), AtlasError> {
        let is_allowed = n_bytes <= self.space.max_bucket_bytes();
        is_allowed.then_some(()).ok_or(AtlasError::Stopped { limit: Limit::Memory })
    }

    /// Finds all levels up to the last one wanted; returns whether these are all.
    fn run(&self, state: &mut BuildState) -> Result<bool, AtlasError> {
        let n_states = self.space.n_states();
        loop {
            if state.is_applying {
                self.apply(state)?;
            }
            if state.buckets.iter().all(|it| it.is_expanded) {
                let n_found = std::mem::take(&mut state.n_found);
                let n_seen = state.counts.iter().try_fold(n_found, |sum, &n| sum.checked_add(n));
                let n_seen = n_seen.expect("numbers of states fit");
                assert!(
                    n_states.is_none_or(|n| n_seen <= n && n_found > 0),
                    "internal error: {n_seen} states, {n_found} of the last level, were reached of {n_states:?}"
                );
                if n_found == 0 {
                    return Ok(true);
                }
                state.counts.push(n_found);
                state.antipodes = std::mem::take(&mut state.found);
                state.buckets.iter_mut().for_each(|it| it.is_expanded = false);
                (self.job.on_level)(state.counts.len() - 1, n_found);
                if n_states == Some(n_seen) {
                    return Ok(true);
                }
            }
            if self.job.config.max_level.is_some_and(|max| max < state.counts.len()) {
                return Ok(false);
            }
            self.expand(state)?;
        }
    }

    /// Calls `run` on as many threads as there are buckets in memory.
    fn on_workers(
        &self,
        run: impl Fn() -> Result<(), AtlasError> + Sync,
    ) -> Result<(), AtlasError> {
        let workers = 0..to_index(self.n_workers());
        workers.into_par_iter().with_max_len(1).try_for_each(|_| run())
    }

    fn check_cancel(&self) -> Result<(), AtlasError> {
        match self.job.cancel.stopped() {
            Some(limit) => Err(AtlasError::Stopped { limit }),
            None => Ok(()),
        }
    }

    /// Expands buckets until the round ends.
    fn expand(&self, state: &mut BuildState) -> Result<(), AtlasError> {
        let exchange = self.exchange();
        let n_buckets = self.space.n_buckets();
        let inboxes = Inboxes::new(self.job.storage, &self.folder, n_buckets, MAX_OPEN);
        let expanded = self.expand_own(state, &inboxes);
        // Others wait until this process has received what they send, also after an error.
        exchange.end_sending();
        let mut received = Ok(());
        while !exchange.has_ended() {
            match exchange.receive() {
                Some(message) => received = received.and_then(|()| inboxes.take(&message)),
                None => std::thread::sleep(PAUSE),
            }
        }
        let part = received.and(expanded).and_then(|mut progress| {
            for (it, n_bytes) in progress.iter_mut().zip(inboxes.sync()?) {
                it.n_sent = n_bytes / to_u64(size_of::<S::Entry>());
            }
            Ok(progress.iter().flat_map(|it| [it.is_expanded.into(), it.n_sent]).collect())
        });
        let parts = together(exchange, part)?;
        for (number, bucket) in (0..).zip(&mut state.buckets) {
            let part = parts[self.owner(number)].as_chunks().0;
            let [is_expanded, n_sent] = part[to_index(number)];
            bucket.is_expanded = is_expanded != 0;
            bucket.n_sent = n_sent;
        }
        state.is_applying = true;
        self.write_state(state)
    }

    /// Writes the state in process 0.
    fn write_state(&self, state: &BuildState) -> Result<(), AtlasError> {
        let write = || self.job.write_state(&self.folder, state, &self.context);
        let part = if self.exchange().process() == 0 { write() } else { Ok(()) };
        together(self.exchange(), part.map(|()| Vec::new())).map(|_| ())
    }

    /// Expands buckets of this process until its inboxes are full; returns the progress of all
    /// buckets.
    fn expand_own(
        &self,
        state: &BuildState,
        inboxes: &Inboxes<'_>,
    ) -> Result<Vec<Progress>, AtlasError> {
        let level = state.counts.len() - 1;
        let max_bytes = self.space.max_inbox_bytes() / to_u64(self.exchange().n_processes());
        let mut progress = state.buckets.clone();
        let mut sources = Vec::new();
        for (number, it) in (0..).zip(&mut progress) {
            if self.is_own(number) && !it.is_expanded {
                if it.exists {
                    sources.push(number);
                }
                it.is_expanded = true;
            }
        }
        let next = AtomicUsize::new(0);
        self.on_workers(|| {
            let n_waiting = self.n_waiting();
            let waiting = Vec::with_capacity(n_waiting * size_of::<S::Entry>());
            let mut outbox = Outbox {
                work: self,
                inboxes,
                waiting: vec![waiting; inboxes.boxes.len()],
                n_waiting: n_waiting * size_of::<S::Entry>(),
            };
            while inboxes.n_bytes.load(Ordering::Relaxed) <= max_bytes {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&source) = sources.get(number) else { break };
                self.expand_bucket(source, level, &mut outbox)?;
            }
            outbox.flush()
        })?;
        for &source in sources.iter().skip(next.into_inner()) {
            progress[to_index(source)].is_expanded = false;
        }
        Ok(progress)
    }

    /// Sends the neighbours of a bucket's states at a level.
    fn expand_bucket(
        &self,
        source: u64,
        level: usize,
        outbox: &mut Outbox<'_, S>,
    ) -> Result<(), AtlasError> {
        let missing = || invalid(&self.bucket_path(source), "it is missing");
        let bucket = self.read_bucket(source)?.ok_or_else(missing)?;
        let inboxes = outbox.inboxes;
        let mut n = 0;
        self.space.expand(
            source,
            &bucket.states,
            level,
            |target, entry| outbox.send(target, entry),
            || {
                n = (n + 1) % POLL;
                if n == 1 {
                    self.check_cancel()?;
                    self.receive(inboxes)?;
                }
                Ok(())
            },
        )
    }

    /// Writes to the inboxes what arrived.
    fn receive(&self, inboxes: &Inboxes<'_>) -> Result<(), AtlasError> {
        while let Some(message) = self.exchange().receive() {
            inboxes.take(&message)?;
        }
        Ok(())
    }

    /// Adds the states in the inboxes to their buckets.
    fn apply(&self, state: &mut BuildState) -> Result<(), AtlasError> {
        let own: Vec<u64> = (0..self.space.n_buckets()).filter(|&it| self.is_own(it)).collect();
        let next = AtomicUsize::new(0);
        let new = || New { n: 0, smallest: Smallest::new(self.job.config.antipodes) };
        let total = Mutex::new(new());
        let applied = self.on_workers(|| {
            while let Some(&number) = own.get(next.fetch_add(1, Ordering::Relaxed)) {
                if state.buckets[to_index(number)].n_sent == 0 {
                    continue;
                }
                self.check_cancel()?;
                let bucket = self.apply_inbox(state, number)?;
                let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                total.n += bucket.n_new;
                bucket.smallest.into_iter().for_each(|it| total.smallest.add(it));
            }
            Ok(())
        });
        let part = applied.map(|()| {
            let New { n, smallest } = total.into_inner().unwrap_or_else(PoisonError::into_inner);
            let smallest = smallest.into_sorted().into_iter().flat_map(halves);
            std::iter::once(n).chain(smallest).collect()
        });
        let mut all = new();
        state.found.drain(..).for_each(|it| all.smallest.add(it));
        for part in together(self.exchange(), part)? {
            let Some((n, smallest)) = part.split_first() else { continue };
            state.n_found += n;
            for &[high, low] in smallest.as_chunks().0 {
                all.smallest.add(joined(high, low));
            }
        }
        state.found = all.smallest.into_sorted();
        for bucket in &mut state.buckets {
            bucket.exists |= bucket.n_sent > 0;
            bucket.n_sent = 0;
        }
        state.generation += 1;
        state.is_applying = false;
        self.write_state(state)
    }

    /// Returns a bucket after the states in its inbox were added.
    fn apply_inbox(
        &self,
        state: &BuildState,
        number: u64,
    ) -> Result<Bucket<S::Bucket>, AtlasError> {
        let generation = state.generation + 1;
        let Progress { exists, n_sent, .. } = state.buckets[to_index(number)];
        let path = self.bucket_path(number);
        let states = match self.read_bucket(number)? {
            Some(bucket) if bucket.generation == generation => return Ok(bucket),
            Some(bucket) if bucket.generation > generation => {
                return Err(invalid(&path, "it is newer than the state of the work"));
            }
            None if exists => return Err(invalid(&path, "it is missing")),
            older => older.map_or_else(|| self.space.empty(number), |bucket| bucket.states),
        };
        let mut bucket = Bucket { states, generation, n_new: 0, smallest: Vec::new() };
        self.read_inbox(number, n_sent, state.counts.len(), &mut bucket)?;
        self.write_bucket(number, &bucket)?;
        Ok(bucket)
    }

    /// Adds the states in an inbox to a level of their bucket.
    fn read_inbox(
        &self,
        number: u64,
        n_sent: u64,
        level: usize,
        bucket: &mut Bucket<S::Bucket>,
    ) -> Result<(), AtlasError> {
        let path = inbox_path(&self.folder, number);
        let mut file = File::open(&path).map_err(at(&path))?;
        let n_bytes = n_sent.checked_mul(to_u64(size_of::<S::Entry>()));
        let n_bytes = n_bytes.filter(|&n| file.metadata().is_ok_and(|file| file.len() == n));
        let mut n_left = n_bytes.ok_or_else(|| invalid(&path, "its length is wrong"))?;
        let mut new = New { n: 0, smallest: Smallest::new(self.job.config.antipodes) };
        let mut block = vec![0; BLOCK * size_of::<S::Entry>()];
        while n_left > 0 {
            let n = to_index(n_left.min(to_u64(block.len())));
            let entries = &mut block[..n];
            file.read_exact(entries).map_err(at(&path))?;
            n_left -= to_u64(n);
            let added = self.space.receive(number, &mut bucket.states, level, entries, &mut new);
            added.ok_or_else(|| invalid(&path, "it has a state of another bucket"))?;
        }
        self.space.finish_receiving(&mut bucket.states, level, &mut new);
        bucket.n_new = new.n;
        bucket.smallest = new.smallest.into_sorted();
        Ok(())
    }

    /// Writes the table and removes the buckets.
    fn finish(
        &self,
        build: TableBuild<'_>,
        state: &BuildState,
        is_complete: bool,
    ) -> Result<(), AtlasError> {
        let tables = (0..).zip(&state.buckets).map(|(number, bucket)| {
            let missing = || invalid(&self.bucket_path(number), "it is missing");
            if !bucket.exists {
                return Ok(None);
            }
            self.open_bucket(number)?.ok_or_else(missing).map(Some)
        });
        let tables: Vec<Option<(Table, [u64; 3])>> = tables.collect::<Result<_, AtlasError>>()?;
        // No state of a bucket without a file was reached.
        let empty = self.space.empty(0);
        let empty = self.space.bytes(&empty);
        let states = tables.iter().map(|table| match table {
            Some((table, [_, _, n_bytes])) => table.bytes(0..*n_bytes),
            None => Ok(&*empty),
        });
        let states: Vec<&[u8]> = states.collect::<Result<_, TableError>>()?;
        let wrong = || invalid(&self.folder, "its buckets are wrong");
        let (head, parts) = self.space.payload(&states, state.counts.len()).ok_or_else(wrong)?;
        let counts = to_bytes(&state.counts);
        let payload: Vec<&[u8]> = std::iter::once(&*head).chain(parts).chain([&*counts]).collect();
        let description = self.job.meaning.table(&state.counts, is_complete);
        let threads = self.job.config.threads;
        let work = WorkContext { threads, ..WorkContext::new(self.job.cancel) };
        build.finish(&description, &payload, &work)?;
        drop(tables);
        // First the state: without it, the next call begins anew, and does not miss the buckets
        // that are removed already.
        let path = self.folder.join(STATE);
        self.job.storage.remove(&path).map_err(at(&path))?;
        self.job.storage.sync_folder(&self.folder).map_err(at(&self.folder))?;
        fs::remove_dir_all(&self.folder).map_err(at(&self.folder))
    }
}

impl<'a> Inboxes<'a> {
    fn new(storage: &'a dyn Storage, folder: &'a Path, n_buckets: u64, max_open: usize) -> Self {
        let boxes = (0..n_buckets).map(|_| Mutex::default()).collect();
        let (n_bytes, open) = (AtomicU64::new(0), Mutex::default());
        Self { storage, folder, boxes, n_bytes, open, max_open }
    }

    /// Appends entries to the inbox of a bucket of this process.
    fn append(&self, bucket: usize, entries: &[u8]) -> Result<(), AtlasError> {
        let path = inbox_path(self.folder, to_u64(bucket));
        let mut inbox = self.boxes[bucket].lock().unwrap_or_else(PoisonError::into_inner);
        let Inbox { file, n_bytes } = &mut *inbox;
        let is_closed = file.is_none();
        let file = match file {
            Some(file) => file,
            None if *n_bytes == 0 => file.insert(self.storage.create(&path).map_err(at(&path))?),
            None => file.insert(self.storage.open(&path).map_err(at(&path))?),
        };
        file.write_at(*n_bytes, entries).map_err(at(&path))?;
        *n_bytes += to_u64(entries.len());
        self.n_bytes.fetch_add(to_u64(entries.len()), Ordering::Relaxed);
        // No thread waits for an inbox while it has another one.
        drop(inbox);
        if is_closed {
            self.close_others(bucket);
        }
        Ok(())
    }

    /// Remembers that the file of an inbox was opened, and closes others if they are too many.
    fn close_others(&self, bucket: usize) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.push_back(bucket);
        let n = open.len().saturating_sub(self.max_open);
        let closed: Vec<usize> = open.drain(..n).collect();
        drop(open);
        for bucket in closed {
            self.boxes[bucket].lock().unwrap_or_else(PoisonError::into_inner).file = None;
        }
    }

    /// Makes the files durable; returns their sizes.
    fn sync(self) -> Result<Vec<u64>, AtlasError> {
        let sizes = (0..).zip(self.boxes).map(|(bucket, inbox)| {
            let Inbox { file, n_bytes } =
                inbox.into_inner().unwrap_or_else(PoisonError::into_inner);
            let path = inbox_path(self.folder, bucket);
            let file = match file {
                None if n_bytes > 0 => Some(self.storage.open(&path).map_err(at(&path))?),
                file => file,
            };
            if let Some(mut file) = file {
                file.sync().map_err(at(&path))?;
            }
            Ok(n_bytes)
        });
        let sizes = sizes.collect::<Result<_, AtlasError>>()?;
        self.storage.sync_folder(self.folder).map_err(at(self.folder))?;
        Ok(sizes)
    }

    /// Appends the entries of a message, which begins with the number of their bucket.
    fn take(&self, message: &Message) -> Result<(), AtlasError> {
        let (bucket, entries) = message.split_first_chunk().expect("messages have a bucket");
        self.append(to_index(u64::from_le_bytes(*bucket)), entries)
    }
}

/// The entries of one thread on their way to the inboxes.
struct Outbox<'a, S> {
    work: &'a Work<'a, S>,
    inboxes: &'a Inboxes<'a>,
    waiting: Vec<Vec<u8>>,
    /// The size of a list that is delivered.
    n_waiting: usize,
}

impl<S: Space> Outbox<'_, S> {
    fn send(&mut self, bucket: u64, entry: S::Entry) -> Result<(), AtlasError> {
        let entries = &mut self.waiting[to_index(bucket)];
        entries.extend_from_slice(entry.as_ref());
        if entries.len() >= self.n_waiting { self.deliver(to_index(bucket)) } else { Ok(()) }
    }

    /// Writes the entries for a bucket to its inbox, or sends them to its process.
    fn deliver(&mut self, bucket: usize) -> Result<(), AtlasError> {
        let entries = &mut self.waiting[bucket];
        let (number, exchange) = (to_u64(bucket), self.work.exchange());
        let owner = self.work.owner(number);
        if entries.is_empty() {
            return Ok(());
        }
        if owner == exchange.process() {
            self.inboxes.append(bucket, entries)?;
        } else {
            let mut message = number.to_le_bytes().to_vec();
            message.extend_from_slice(entries);
            while let Err(refused) = exchange.send(owner, message) {
                message = refused;
                self.work.check_cancel()?;
                self.work.receive(self.inboxes)?;
                std::thread::yield_now();
            }
        }
        entries.clear();
        Ok(())
    }

    fn flush(&mut self) -> Result<(), AtlasError> {
        (0..self.waiting.len()).try_for_each(|bucket| self.deliver(bucket))
    }
}

#[cfg(test)]
mod tests {
    use gordian_table::Disk;

    use super::*;

    #[test]
    fn inboxes_are_closed_and_continued() {
        let folder = tempfile::tempdir().unwrap();
        let inboxes = Inboxes::new(&Disk, folder.path(), 7, 2);
        let mut expected = vec![Vec::new(); 7];
        let mut random = gordian_core::Random::new(8);
        for number in 0..200_u8 {
            let bucket = random.below(6);
            inboxes.append(bucket, &[number, 1]).unwrap();
            expected[bucket].extend([number, 1]);
            let is_open = |it: &&Mutex<Inbox>| {
                it.lock().unwrap_or_else(PoisonError::into_inner).file.is_some()
            };
            assert!(inboxes.boxes.iter().filter(is_open).count() <= 2);
        }
        let sizes = inboxes.sync().unwrap();
        for (number, (size, expected)) in (0..).zip(sizes.into_iter().zip(expected)) {
            assert_eq!(size, to_u64(expected.len()));
            let bytes = fs::read(inbox_path(folder.path(), number)).unwrap_or_default();
            assert_eq!(bytes, expected);
        }
    }

    #[test]
    fn states_are_read_as_they_were_written() {
        let mut state = BuildState::start(8, 4, 2);
        state.counts = vec![1, 4, 9];
        state.n_found = 3;
        state.found = vec![7, 8, 999];
        state.antipodes = vec![1 << 100 | 5];
        state.generation = 7;
        state.buckets[1] = Progress { exists: true, is_expanded: false, n_sent: 9 };
        let numbers = state.to_numbers();
        assert_eq!(BuildState::from_numbers(&numbers, 4), Some(state));
        assert_eq!(BuildState::from_numbers(&numbers, 5), None);
        for length in 0..numbers.len() {
            assert_eq!(BuildState::from_numbers(&numbers[..length], 4), None, "{length}");
        }
        for at in 3..N_FIXED {
            let mut wrong = numbers.clone();
            wrong[at] = u64::MAX;
            assert_eq!(BuildState::from_numbers(&wrong, 4), None, "{at}");
        }
    }

    #[test]
    fn what_stops_one_process_stops_all() {
        let own = to_bytes(&[GOES_ON, 5]);
        let after = |numbers: &[u64]| parts_of(vec![own.clone(), to_bytes(numbers)]);
        assert_eq!(after(&[GOES_ON, 6, 7]).unwrap(), [vec![5], vec![6, 7]]);
        let error = after(&[FAILED]).unwrap_err();
        assert!(matches!(error, AtlasError::OtherProcess { process: 1 }), "{error}");
        assert!(matches!(after(&[]), Err(AtlasError::OtherProcess { process: 1 })));
        for (number, limit) in LIMITS {
            let Err(AtlasError::Stopped { limit: stopped }) = after(&[number]) else { panic!() };
            assert_eq!(stopped, limit);
        }
    }
}
