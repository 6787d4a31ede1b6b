//! The enumeration of states whose codes do not fit into the memory: buckets of ranks in files.
//!
//! A bucket has the codes of a power of two of consecutive ranks. A level is found in rounds of two phases:
//!
//! ```text
//! expand   read a bucket, and for each state of the last level append each neighbour to the inbox of its bucket
//! apply    read a bucket and its inbox, set the codes of the unseen ones, and replace the bucket
//! ```
//!
//! A round ends when the inboxes have [`MAX_INBOX_RATIO`] times the bytes of all codes, or when all buckets are expanded, which
//! ends the level. A bucket can be expanded after it received states of the next level: their code is another one.
//!
//! *Resumption.* The file `state` says which phase was entered with which inboxes; it is replaced when a phase ends, after all
//! files of the phase are durable. A killed expansion begins the round again. A killed application passes over the buckets that
//! have its generation: each bucket is replaced as a whole, and has the number of states that were new to it.
//!
//! *Source*: R. E. Korf: "Linear-time disk-based implicit graph search", 2008 (delayed detection of duplicates).

use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fs_err::{self as fs, File};
use gordian_core::Cancel;
use gordian_table::{
    CountSeries, FileKind, Storage, Table, TableBuild, TableDescription, TableError, WorkContext,
    sibling_path, write,
};
use rayon::prelude::*;

use super::codes::{PER_BYTE, Smallest, UNSEEN, code, in_byte, places_with, set};
use super::file::{Meaning, TABLE, invalid, to_bytes, to_numbers};
use super::index::{Index, Mover};
use super::{DistancesConfig, Found, Job, stopped_by};
use crate::AtlasError;
use crate::chain::{count, place};

/// The largest number of buckets: all inboxes are open at once.
const MAX_BUCKETS: u64 = 512;
/// The largest number of ranks of a bucket, so that a place in it fits into 32 bits.
const MAX_SHIFT: u32 = 32;
/// The smallest number of ranks of a bucket.
const MIN_SHIFT: u32 = 8;
/// The bytes of all inboxes after which a round ends, in multiples of the bytes of all codes.
const MAX_INBOX_RATIO: u64 = 16;
/// States that are expanded between two polls of the cancellation.
const POLL: u64 = 1 << 12;
/// The size of a place in an inbox, in bytes.
const ENTRY: usize = size_of::<u32>();
/// The number of entries that are read at a time.
const BLOCK: usize = 1 << 12;
/// The largest number of entries that wait in memory for a bucket, for each thread.
const MAX_WAITING: usize = 1 << 14;
/// The smallest.
const MIN_WAITING: usize = 16;

/// The names of the series of a bucket.
const GENERATION: &str = "generation";
const NEW: &str = "new";

/// How the ranks are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Division {
    /// The number of all ranks.
    total: u64,
    /// The binary logarithm of the number of ranks of a bucket.
    shift: u32,
}

impl Division {
    /// Returns the largest buckets of which `workers` fit into half of the memory; `None` if they are too many.
    fn new(total: u64, max_bytes: u64, workers: u64) -> Option<Self> {
        let ranks = (max_bytes / 2 / workers).checked_mul(PER_BYTE)?.checked_ilog2()?;
        let division = Self { total, shift: ranks.min(MAX_SHIFT) };
        (ranks >= MIN_SHIFT && division.n_buckets() <= MAX_BUCKETS).then_some(division)
    }

    fn n_buckets(self) -> u64 {
        self.total.div_ceil(1 << self.shift)
    }

    fn first(self, bucket: u64) -> u64 {
        bucket << self.shift
    }

    fn n_ranks(self, bucket: u64) -> u64 {
        (self.total - self.first(bucket)).min(1 << self.shift)
    }

    fn n_bytes(self, bucket: u64) -> u64 {
        self.n_ranks(bucket).div_ceil(PER_BYTE)
    }

    /// Returns the number of threads that have a bucket in memory.
    fn n_workers(self, config: &DistancesConfig) -> u64 {
        let half = config.max_bytes / 2;
        let buckets = half / self.n_bytes(0);
        let outboxes = half / (count(MIN_WAITING * ENTRY) * self.n_buckets());
        buckets.min(outboxes).clamp(1, count(config.threads))
    }

    /// Returns the number of entries that each worker collects for each bucket.
    fn n_waiting(self, config: &DistancesConfig) -> usize {
        let n_lists = self.n_workers(config) * self.n_buckets();
        let entries = place(config.max_bytes / 4 / n_lists) / ENTRY;
        entries.clamp(MIN_WAITING, MAX_WAITING)
    }

    /// Returns the memory of the buckets and of the entries that wait.
    fn n_bytes_in_memory(self, config: &DistancesConfig) -> u64 {
        let waiting = count(self.n_waiting(config) * ENTRY) * self.n_buckets();
        self.n_workers(config) * (self.n_bytes(0) + waiting)
    }
}

/// What the file `state` says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    division: Division,
    /// The number of states at each distance, of complete levels.
    counts: Vec<u64>,
    /// Some of the last complete level.
    antipodes: Vec<u64>,
    /// The number of states of the next level that were found in earlier rounds, and some of them.
    n_found: u64,
    found: Vec<u64>,
    /// The first bucket that was not expanded for the next level.
    next_source: u64,
    /// The number of finished rounds.
    generation: u64,
    /// Whether the inboxes are complete.
    is_applying: bool,
    /// For each bucket whether there is a file, and the number of entries in its inbox.
    buckets: Vec<(bool, u64)>,
}

/// The number of numbers of a state before the levels.
const N_FIXED: usize = 9;

impl State {
    fn start(division: Division, start: u64) -> Self {
        Self {
            division,
            counts: vec![1],
            n_found: 0,
            antipodes: vec![start],
            found: Vec::new(),
            next_source: 0,
            generation: 0,
            is_applying: false,
            buckets: vec![(false, 0); place(division.n_buckets())],
        }
    }

    fn to_numbers(&self) -> Vec<u64> {
        let Self { division, counts, antipodes, found, .. } = self;
        let fixed: [u64; N_FIXED] = [
            division.total,
            division.shift.into(),
            self.n_found,
            self.next_source,
            self.generation,
            self.is_applying.into(),
            count(counts.len()),
            count(antipodes.len()),
            count(found.len()),
        ];
        let lists = [counts, antipodes, found].into_iter().flatten().copied();
        let buckets = self.buckets.iter().flat_map(|&(exists, n)| [exists.into(), n]);
        fixed.into_iter().chain(lists).chain(buckets).collect()
    }

    /// Returns the state of these numbers, or `None` if there is none.
    fn from_numbers(numbers: &[u64], total: u64) -> Option<Self> {
        let (fixed, mut rest) = numbers.split_first_chunk::<N_FIXED>()?;
        let &[of, shift, n_found, next_source, generation, phase, ref lengths @ ..] = fixed;
        let shift = u32::try_from(shift).ok()?;
        let is_valid = of == total && (MIN_SHIFT..=MAX_SHIFT).contains(&shift) && phase < 2;
        let division = is_valid.then_some(Division { total, shift })?;
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        for (list, &length) in lists.iter_mut().zip(lengths) {
            let (numbers, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            list.extend_from_slice(numbers);
            rest = after;
        }
        let [counts, antipodes, found] = lists;
        let (buckets, []) = rest.as_chunks::<2>() else { return None };
        let n_buckets = division.n_buckets();
        let fits = count(buckets.len()) == n_buckets && next_source <= n_buckets;
        let are_ranks = antipodes.iter().chain(&found).all(|&rank| rank < total);
        let is_whole = fits && are_ranks && !counts.is_empty() && n_buckets <= MAX_BUCKETS;
        is_whole.then(|| Self {
            division,
            counts,
            antipodes,
            n_found,
            found,
            next_source,
            generation,
            is_applying: phase == 1,
            buckets: buckets.iter().map(|&[exists, n]| (exists != 0, n)).collect(),
        })
    }

    /// Returns the last complete level.
    fn level(&self) -> usize {
        self.counts.len() - 1
    }
}

/// A bucket in memory.
struct Bucket {
    codes: Vec<u8>,
    /// The round after which it was written.
    generation: u64,
    /// The number of ranks that this round added, and some of them.
    n_new: u64,
    smallest: Vec<u64>,
}

/// An inbox of a bucket.
struct Inbox {
    path: PathBuf,
    file: File,
    n: u64,
}

/// The work on one folder of buckets.
struct BucketJob<'a, I> {
    index: &'a I,
    meaning: &'a Meaning,
    storage: &'a dyn Storage,
    config: &'a DistancesConfig,
    work: WorkContext<'a>,
    folder: PathBuf,
}

/// Returns the folder of the buckets of a table.
pub(super) fn folder(file: &Path) -> PathBuf {
    sibling_path(file, ".buckets")
}

fn at(path: &Path) -> impl Fn(io::Error) -> AtlasError {
    |error| TableError::Io { path: path.to_owned(), error }.into()
}

/// Returns the buckets for a memory, so that as many threads as possible have one.
fn division(total: u64, config: &DistancesConfig) -> Result<Division, AtlasError> {
    let divisions = (1..=count(config.threads))
        .filter_map(|workers| Some((workers, Division::new(total, config.max_bytes, workers)?)));
    // One thread has room in any division.
    let has_room = |&(workers, division): &(u64, Division)| workers <= division.n_workers(config);
    let chosen = divisions.rev().find(has_room);
    chosen.map(|(_, division)| division).ok_or_else(|| {
        let least = total.div_ceil(MAX_BUCKETS).next_power_of_two().max(1 << MIN_SHIFT);
        AtlasError::MemoryLimit { needed: least / PER_BYTE * 2, allowed: config.max_bytes }
    })
}

/// Enumerates the states of an index into `file`, with the codes in a folder beside it.
pub(super) fn enumerate<I: Index>(job: &Job<'_, I>, file: &Path) -> Result<Found, AtlasError> {
    let &Job { ref index, ref meaning, storage, config, cancel, on_level } = job;
    let n_ranks = index.n_ranks();
    let build = TableBuild::start(storage, file)?;
    let folder = folder(file);
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    // Each thread works on a bucket of its own.
    let work = WorkContext { threads: 1, ..WorkContext::new(cancel) };
    let job = BucketJob { index, meaning, storage, config, work, folder };
    let mut state = match job.read_state()? {
        Some(state) => state,
        None => job.start(division(n_ranks, config)?)?,
    };
    let first_level = state.level();
    for (level, &n) in state.counts.iter().enumerate() {
        on_level(level, n);
    }
    let end = job.run(&mut state, on_level).and_then(|()| job.finish(build, &state, cancel));
    let limit = stopped_by(end)?;
    let (n_buckets, bytes) = (state.buckets.len(), state.division.n_bytes_in_memory(config));
    let State { counts, antipodes, .. } = state;
    Ok(Found { counts, limit, antipodes, first_level, n_buckets, bytes })
}

impl<I: Index> BucketJob<'_, I> {
    fn state_path(&self) -> PathBuf {
        self.folder.join("state")
    }

    fn bucket_path(&self, bucket: u64) -> PathBuf {
        self.folder.join(bucket.to_string())
    }

    fn inbox_path(&self, bucket: u64) -> PathBuf {
        self.folder.join(format!("{bucket}.inbox"))
    }

    fn state_hash(&self) -> [u8; 32] {
        self.meaning.hash("state of buckets 1")
    }

    fn bucket_hash(&self, division: Division, bucket: u64) -> [u8; 32] {
        self.meaning.hash(&format!("bucket {bucket} of {} ranks 1", 1_u64 << division.shift))
    }

    /// Returns the state of an earlier build, if there is one.
    fn read_state(&self) -> Result<Option<State>, AtlasError> {
        let path = self.state_path();
        if !self.storage.exists(&path).map_err(at(&path))? {
            return Ok(None);
        }
        let table = Table::open_in(self.storage, &path)?;
        table.expect_checkpoint(&self.state_hash())?;
        let numbers = to_numbers(table.bytes(0..table.payload_len())?, &path)?;
        let state = State::from_numbers(&numbers, self.index.n_ranks());
        state.map(Some).ok_or_else(|| invalid(&path, "its numbers are wrong"))
    }

    fn write_state(&self, state: &State) -> Result<(), AtlasError> {
        let step = u32::try_from(state.level()).unwrap_or(u32::MAX);
        let description = TableDescription {
            kind: FileKind::Checkpoint { step },
            label: String::new(),
            definition: self.state_hash(),
            series: Vec::new(),
        };
        let payload = to_bytes(&state.to_numbers());
        Ok(write(self.storage, &self.state_path(), &description, &[&payload], &self.work)?)
    }

    /// Writes level 0, to an empty folder: buckets without a state are left over from work that was completed.
    fn start(&self, division: Division) -> Result<State, AtlasError> {
        fs::remove_dir_all(&self.folder).map_err(at(&self.folder))?;
        fs::create_dir(&self.folder).map_err(at(&self.folder))?;
        let start = self.index.start();
        let mut state = State::start(division, start);
        let number = start >> division.shift;
        let mut codes = vec![u8::MAX; place(division.n_bytes(number))];
        set(&mut codes, start - division.first(number), code(0));
        let bucket = Bucket { codes, generation: 0, n_new: 1, smallest: vec![start] };
        self.write_bucket(division, number, &bucket)?;
        state.buckets[place(number)].0 = true;
        self.write_state(&state)?;
        Ok(state)
    }

    fn write_bucket(
        &self,
        division: Division,
        number: u64,
        bucket: &Bucket,
    ) -> Result<(), AtlasError> {
        let series =
            |name: &str, number| CountSeries { name: name.to_owned(), counts: vec![number] };
        let description = TableDescription {
            kind: FileKind::Checkpoint { step: 0 },
            label: String::new(),
            definition: self.bucket_hash(division, number),
            series: vec![series(GENERATION, bucket.generation), series(NEW, bucket.n_new)],
        };
        let payload: [&[u8]; 2] = [&bucket.codes, &to_bytes(&bucket.smallest)];
        Ok(write(self.storage, &self.bucket_path(number), &description, &payload, &self.work)?)
    }

    /// Returns a bucket, or `None` if there is no file.
    fn read_bucket(&self, division: Division, number: u64) -> Result<Option<Bucket>, AtlasError> {
        let path = self.bucket_path(number);
        if !self.storage.exists(&path).map_err(at(&path))? {
            return Ok(None);
        }
        let table = Table::open_in(self.storage, &path)?;
        table.expect_checkpoint(&self.bucket_hash(division, number))?;
        let only = |name| match table.counts(name) {
            Some(&[number]) => Ok(number),
            _ => Err(invalid(&path, "its numbers are missing")),
        };
        let (generation, n_new) = (only(GENERATION)?, only(NEW)?);
        let mut codes = vec![0; place(division.n_bytes(number))];
        let rest = table.payload_len().checked_sub(count(codes.len()));
        let rest = rest.ok_or_else(|| invalid(&path, "its length is wrong"))?;
        let mut smallest = vec![0; place(rest)];
        table.read_payload_into(&mut [&mut codes, &mut smallest], &self.work)?;
        Ok(Some(Bucket { codes, generation, n_new, smallest: to_numbers(&smallest, &path)? }))
    }

    /// Finds all levels.
    fn run(
        &self,
        state: &mut State,
        on_level: &(dyn Fn(usize, u64) + Sync),
    ) -> Result<(), AtlasError> {
        loop {
            if state.is_applying {
                self.apply(state)?;
            }
            if state.next_source == state.division.n_buckets() {
                let n_seen: u64 = state.counts.iter().sum();
                let n_found = std::mem::take(&mut state.n_found);
                assert!(
                    n_found <= self.index.n_ranks() - n_seen
                        && (n_found > 0 || !self.index.is_full()),
                    "internal error: {n_found} more than {n_seen} of {} states were reached",
                    self.index.n_ranks()
                );
                if n_found == 0 {
                    return Ok(());
                }
                state.counts.push(n_found);
                state.antipodes = std::mem::take(&mut state.found);
                state.next_source = 0;
                on_level(state.level(), n_found);
            }
            if state.counts.iter().sum::<u64>() == self.index.n_ranks() {
                return Ok(());
            }
            self.expand(state)?;
        }
    }

    /// Calls `run` on as many threads as there are buckets in memory.
    fn on_workers(
        &self,
        division: Division,
        run: impl Fn() -> Result<(), AtlasError> + Sync,
    ) -> Result<(), AtlasError> {
        let workers = 0..place(division.n_workers(self.config));
        workers.into_par_iter().with_max_len(1).try_for_each(|_| run())
    }

    fn check_cancel(&self) -> Result<(), AtlasError> {
        match self.work.cancel.stopped() {
            Some(limit) => Err(AtlasError::Stopped { limit }),
            None => Ok(()),
        }
    }

    /// Expands buckets until the round ends.
    fn expand(&self, state: &mut State) -> Result<(), AtlasError> {
        let division = state.division;
        let inboxes = (0..division.n_buckets()).map(|bucket| {
            let path = self.inbox_path(bucket);
            let file = File::create(&path).map_err(at(&path))?;
            Ok(Mutex::new(Inbox { path, file, n: 0 }))
        });
        let inboxes: Vec<Mutex<Inbox>> = inboxes.collect::<Result<_, AtlasError>>()?;
        let next = AtomicU64::new(state.next_source);
        let n_sent = AtomicU64::new(0);
        let max_sent =
            self.index.n_ranks().div_ceil(PER_BYTE).saturating_mul(MAX_INBOX_RATIO) / count(ENTRY);
        let source = |buckets: &[(bool, u64)]| loop {
            if n_sent.load(Ordering::Relaxed) > max_sent {
                return None;
            }
            let source = next.fetch_add(1, Ordering::Relaxed);
            let &(exists, _) = buckets.get(place(source))?;
            if exists {
                return Some(source);
            }
        };
        let buckets = &state.buckets;
        let level = state.level();
        self.on_workers(division, || {
            let n_waiting = division.n_waiting(self.config);
            let waiting = vec![Vec::with_capacity(n_waiting); inboxes.len()];
            let mut outbox = Outbox { inboxes: &inboxes, waiting, n_waiting, n_sent: &n_sent };
            while let Some(source) = source(buckets) {
                self.expand_bucket(division, source, level, &mut outbox)?;
            }
            outbox.flush()
        })?;
        for (bucket, inbox) in state.buckets.iter_mut().zip(inboxes) {
            let inbox = inbox.into_inner().unwrap_or_else(PoisonError::into_inner);
            if inbox.n > 0 {
                inbox.file.sync_all().map_err(at(&inbox.path))?;
            }
            bucket.1 = inbox.n;
        }
        self.storage.sync_folder(&self.folder).map_err(at(&self.folder))?;
        state.next_source = next.into_inner().min(division.n_buckets());
        state.is_applying = true;
        self.write_state(state)
    }

    /// Sends the neighbours of a bucket's states at the last level.
    fn expand_bucket(
        &self,
        division: Division,
        source: u64,
        level: usize,
        outbox: &mut Outbox<'_>,
    ) -> Result<(), AtlasError> {
        let missing = || invalid(&self.bucket_path(source), "it is missing");
        let codes = self.read_bucket(division, source)?.ok_or_else(missing)?.codes;
        let (last, first) = (code(level), division.first(source));
        let mut mover = self.index.mover();
        let offsets = (0..)
            .step_by(place(PER_BYTE))
            .zip(&codes)
            .flat_map(|(first, &byte)| places_with(byte, last).map(move |place| first + place));
        for (n, offset) in (0_u64..).zip(offsets) {
            if n % POLL == 0 {
                self.check_cancel()?;
            }
            let mut sent = Ok(());
            mover.neighbours(first + offset, |rank| {
                let target = rank >> division.shift;
                let offset = rank - division.first(target);
                let is_unseen =
                    target != source || in_byte(codes[place(offset / PER_BYTE)], offset) == UNSEEN;
                if is_unseen {
                    sent = outbox.send(target, offset);
                }
                sent.is_ok()
            });
            sent?;
        }
        Ok(())
    }

    /// Adds the states in the inboxes to their buckets.
    fn apply(&self, state: &mut State) -> Result<(), AtlasError> {
        let (division, generation) = (state.division, state.generation + 1);
        let new = code(state.level() + 1);
        let next = AtomicU64::new(0);
        let total = Mutex::new((0, Smallest::new(self.config.antipodes)));
        let buckets = &state.buckets;
        self.on_workers(division, || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(exists, n_sent)) = buckets.get(place(number)) else { return Ok(()) };
                if n_sent == 0 {
                    continue;
                }
                self.check_cancel()?;
                let path = self.bucket_path(number);
                let bucket = match self.read_bucket(division, number)? {
                    Some(bucket) if bucket.generation == generation => bucket,
                    Some(bucket) if bucket.generation > generation => {
                        return Err(invalid(&path, "it is newer than the state of the work"));
                    }
                    None if exists => return Err(invalid(&path, "it is missing")),
                    older => {
                        let fresh = || vec![u8::MAX; place(division.n_bytes(number))];
                        let codes = older.map_or_else(fresh, |bucket| bucket.codes);
                        let mut bucket =
                            Bucket { codes, generation, n_new: 0, smallest: Vec::new() };
                        self.receive(division, number, n_sent, new, &mut bucket)?;
                        self.write_bucket(division, number, &bucket)?;
                        bucket
                    }
                };
                let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
                total.0 += bucket.n_new;
                bucket.smallest.into_iter().for_each(|rank| total.1.add(rank));
            }
        })?;
        let (n_new, mut smallest) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.found.drain(..).for_each(|rank| smallest.add(rank));
        state.found = smallest.into_sorted();
        state.n_found += n_new;
        for (exists, n_sent) in &mut state.buckets {
            *exists |= *n_sent > 0;
            *n_sent = 0;
        }
        state.generation = generation;
        state.is_applying = false;
        self.write_state(state)
    }

    /// Sets the codes of the states in an inbox.
    fn receive(
        &self,
        division: Division,
        number: u64,
        n_sent: u64,
        new: u8,
        bucket: &mut Bucket,
    ) -> Result<(), AtlasError> {
        let path = self.inbox_path(number);
        let (first, n_ranks) = (division.first(number), division.n_ranks(number));
        let mut file = File::open(&path).map_err(at(&path))?;
        let expected = n_sent.checked_mul(count(ENTRY));
        if expected != Some(file.metadata().map_err(at(&path))?.len()) {
            return Err(invalid(&path, "its length is wrong"));
        }
        let mut smallest = Smallest::new(self.config.antipodes);
        let mut block = [[0; ENTRY]; BLOCK];
        let mut n_left = n_sent;
        while n_left > 0 {
            let entries = &mut block[..place(n_left.min(count(BLOCK)))];
            file.read_exact(entries.as_flattened_mut()).map_err(at(&path))?;
            n_left -= count(entries.len());
            for &entry in entries.iter() {
                let offset = u64::from(u32::from_le_bytes(entry));
                if offset >= n_ranks {
                    return Err(invalid(&path, "it has a state of another bucket"));
                }
                if set(&mut bucket.codes, offset, new) {
                    bucket.n_new += 1;
                    smallest.add(first + offset);
                }
            }
        }
        bucket.smallest = smallest.into_sorted();
        Ok(())
    }

    /// Writes the table and removes the buckets.
    fn finish(
        &self,
        build: TableBuild<'_>,
        state: &State,
        cancel: &Cancel,
    ) -> Result<(), AtlasError> {
        let division = state.division;
        let tables = (0..).zip(&state.buckets).map(|(number, &(exists, _))| {
            if !exists {
                return Ok(None);
            }
            let table = Table::open_in(self.storage, &self.bucket_path(number))?;
            table.expect_checkpoint(&self.bucket_hash(division, number))?;
            Ok(Some(table))
        });
        let tables: Vec<Option<Table>> = tables.collect::<Result<_, AtlasError>>()?;
        // No state of a bucket without a file was reached.
        let unseen = vec![u8::MAX; place(division.n_bytes(0))];
        let codes = (0..).zip(&tables).map(|(number, table)| {
            let n_bytes = division.n_bytes(number);
            table.as_ref().map_or_else(|| Ok(&unseen[..place(n_bytes)]), |it| it.bytes(0..n_bytes))
        });
        let mut payload: Vec<&[u8]> = codes.collect::<Result<_, TableError>>()?;
        let counts = to_bytes(&state.counts);
        payload.push(&counts);
        let description = self.meaning.description(FileKind::Table, TABLE, &state.counts);
        let work = WorkContext { threads: self.config.threads, ..WorkContext::new(cancel) };
        build.finish(&description, &payload, &work)?;
        drop(tables);
        // First the state: without it, the next call begins anew, and does not miss the buckets that are removed already.
        let path = self.state_path();
        self.storage.remove(&path).map_err(at(&path))?;
        self.storage.sync_folder(&self.folder).map_err(at(&self.folder))?;
        fs::remove_dir_all(&self.folder).map_err(at(&self.folder))
    }
}

/// The entries of one thread on their way to the inboxes.
struct Outbox<'a> {
    inboxes: &'a [Mutex<Inbox>],
    waiting: Vec<Vec<[u8; ENTRY]>>,
    n_waiting: usize,
    n_sent: &'a AtomicU64,
}

impl Outbox<'_> {
    fn send(&mut self, bucket: u64, offset: u64) -> Result<(), AtlasError> {
        let entries = &mut self.waiting[place(bucket)];
        let offset = u32::try_from(offset).expect("buckets have at most 2^32 ranks");
        entries.push(offset.to_le_bytes());
        if entries.len() == self.n_waiting { self.deliver(place(bucket)) } else { Ok(()) }
    }

    /// Writes the entries for a bucket.
    fn deliver(&mut self, bucket: usize) -> Result<(), AtlasError> {
        let entries = &mut self.waiting[bucket];
        let mut inbox = self.inboxes[bucket].lock().unwrap_or_else(PoisonError::into_inner);
        let Inbox { path, file, n } = &mut *inbox;
        file.write_all(entries.as_flattened()).map_err(at(path))?;
        *n += count(entries.len());
        self.n_sent.fetch_add(count(entries.len()), Ordering::Relaxed);
        entries.clear();
        Ok(())
    }

    fn flush(&mut self) -> Result<(), AtlasError> {
        (0..self.waiting.len()).try_for_each(|bucket| self.deliver(bucket))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_cover_all_ranks() {
        for (order, max_bytes, workers) in
            [(3_674_160, 90_000, 2), (1 << 20, 1 << 16, 1), (73_483_200, 1_837_080, 2)]
        {
            let division = Division::new(order, max_bytes, workers).unwrap();
            let n: u64 = (0..division.n_buckets()).map(|it| division.n_ranks(it)).sum();
            assert_eq!(n, order);
            assert!(workers * division.n_bytes(0) <= max_bytes / 2);
        }
        assert_eq!(Division::new(1 << 40, 1 << 20, 1), None);
        assert_eq!(Division::new(100, 10, 1), None);
    }

    #[test]
    fn every_thread_has_a_bucket_if_there_is_room() {
        let config = |threads, max_bytes| DistancesConfig {
            threads,
            max_bytes,
            antipodes: 0,
            file: None,
            checkpoints: gordian_table::CheckpointPolicy::default(),
        };
        for threads in 1..=4 {
            let config = config(threads, 1_837_080);
            let division = division(73_483_200, &config).unwrap();
            assert_eq!(division.n_workers(&config), count(threads));
        }
        // The entries that wait for many small buckets would take more than the memory.
        let small = config(4, 1 << 9);
        assert_eq!(division(29_160, &small).unwrap().n_workers(&small), 1);
    }

    #[test]
    fn states_are_read_as_they_were_written() {
        let division = Division { total: 1000, shift: 8 };
        let mut state = State::start(division, 5);
        state.counts = vec![1, 4, 9];
        state.n_found = 3;
        state.found = vec![7, 8, 999];
        state.next_source = 2;
        state.generation = 7;
        state.is_applying = true;
        state.buckets = vec![(true, 5), (false, 0), (true, 1), (false, 9)];
        let numbers = state.to_numbers();
        assert_eq!(State::from_numbers(&numbers, 1000), Some(state));
        assert_eq!(State::from_numbers(&numbers, 1001), None);
        for length in 0..numbers.len() {
            assert_eq!(State::from_numbers(&numbers[..length], 1000), None, "{length}");
        }
        for at in [1, 3, 5, 6, 7, 8] {
            let mut wrong = numbers.clone();
            wrong[at] = u64::MAX;
            assert_eq!(State::from_numbers(&wrong, 1000), None, "{at}");
        }
    }
}
