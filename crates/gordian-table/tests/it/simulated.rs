//! A simulated file system in memory that loses unsynced data in crashes.
//!
//! Every operation changes the state that the running program sees. The state after a crash is
//! chosen at random within the guarantees of a disk:
//!
//! - writes to a file since its last sync are torn at sectors, pages or any byte; each part is kept
//!   or lost, in any order, and lost parts read as zeros or garbage;
//! - a file with unsynced writes has any length between the old and the new one;
//! - each change of a name since the last sync of the folder is kept or lost, independently.
//!
//! The program can be killed in the middle of any operation, and syncs can be faulty: then the
//! tests that pass without faults must fail, which shows that they are effective.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gordian_core::Random;
use gordian_table::{FileContents, LockGuard, Storage, WritableFile};

/// A sync that is reported but not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SyncFault {
    /// Files are never synced.
    FilesNotSynced,
    /// Folders are never synced.
    NamesNotSynced,
    /// A file is synced only after the rename that follows.
    LateSync,
}

/// A fault at one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperationFault {
    /// The program is killed during the operation; all later operations fail.
    Kill,
    /// The operation fails (a full disk), and the program continues.
    Refuse,
}

#[derive(Clone, Debug)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate,
}

#[derive(Clone, Debug, Default)]
struct File {
    /// The contents at the last sync.
    durable: Vec<u8>,
    /// The contents that the program sees.
    current: Vec<u8>,
    /// The changes since the last sync.
    pending: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Naming {
    Create { path: PathBuf, file: usize },
    Rename { from: PathBuf, to: PathBuf, file: usize },
    Remove { path: PathBuf, file: usize },
}

impl Naming {
    fn apply(&self, names: &mut BTreeMap<PathBuf, usize>) {
        let mut unname = |path: &PathBuf, file: usize| {
            if names.get(path) == Some(&file) {
                names.remove(path);
            }
        };
        match self {
            Self::Create { path, file } => {
                names.insert(path.clone(), *file);
            }
            Self::Rename { from, to, file } => {
                unname(from, *file);
                names.insert(to.clone(), *file);
            }
            Self::Remove { path, file } => unname(path, *file),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    files: Vec<File>,
    durable_names: BTreeMap<PathBuf, usize>,
    names: BTreeMap<PathBuf, usize>,
    pending: Vec<Naming>,
    locks: BTreeSet<PathBuf>,
    sync_fault: Option<SyncFault>,
    /// Files with a deferred sync.
    unsynced: Vec<usize>,
    operations: usize,
    operation_fault: Option<(usize, OperationFault)>,
}

impl State {
    /// Counts one operation; returns `Err` if it must fail.
    fn operation(&mut self) -> io::Result<()> {
        let now = self.operations;
        self.operations += 1;
        match self.operation_fault {
            Some((at, OperationFault::Kill)) if now >= at => Err(io::Error::other("killed")),
            Some((at, OperationFault::Refuse)) if now == at => {
                Err(io::ErrorKind::StorageFull.into())
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the program was killed: then operations have no effect.
    fn is_dead(&self) -> bool {
        matches!(self.operation_fault, Some((at, OperationFault::Kill)) if self.operations > at)
    }

    /// Returns whether the next operation fails without any effect.
    fn is_refused(&self) -> bool {
        self.operation_fault == Some((self.operations, OperationFault::Refuse))
    }

    fn file(&self, path: &Path) -> io::Result<usize> {
        self.names.get(path).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn rename_now(&mut self, naming: Naming) {
        naming.apply(&mut self.names);
        self.pending.push(naming);
    }

    fn sync_now(&mut self, file: usize) {
        let file = &mut self.files[file];
        file.durable = file.current.clone();
        file.pending.clear();
    }
}

/// The simulated file system.
#[derive(Clone, Debug, Default)]
pub(crate) struct Simulated(Arc<Mutex<State>>);

impl Simulated {
    /// Returns a file system without files.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Returns a file system with one file.
    pub(crate) fn with(path: &Path, bytes: Vec<u8>) -> Self {
        let storage = Self::new();
        storage.put(path, bytes);
        storage
    }

    /// Adds a durable file.
    pub(crate) fn put(&self, path: &Path, bytes: Vec<u8>) {
        let mut state = self.state();
        let file = state.files.len();
        state.files.push(File { durable: bytes.clone(), current: bytes, pending: Vec::new() });
        state.names.insert(path.to_owned(), file);
        state.durable_names.insert(path.to_owned(), file);
    }

    /// Sets the sync fault of the disk.
    pub(crate) fn set_sync_fault(&self, fault: Option<SyncFault>) {
        self.state().sync_fault = fault;
    }

    /// Sets a fault at the `at`-th operation from now.
    pub(crate) fn set_operation_fault(&self, at: usize, fault: OperationFault) {
        let mut state = self.state();
        state.operation_fault = Some((state.operations + at, fault));
    }

    /// Returns the number of operations so far.
    pub(crate) fn operations(&self) -> usize {
        self.state().operations
    }

    /// Returns the names of all files.
    pub(crate) fn names(&self) -> Vec<PathBuf> {
        self.state().names.keys().cloned().collect()
    }

    /// Returns a file system after a crash and restart of the machine.
    pub(crate) fn crash(&self, random: &mut Random) -> Self {
        let state = self.state();
        let keep = *random.choose(&[0, 20, 50, 80, 95, 100]);
        let mut names = state.durable_names.clone();
        for naming in &state.pending {
            if random.below(100) < keep {
                naming.apply(&mut names);
            }
        }
        let files: Vec<File> = state.files.iter().map(|file| after_crash(file, random)).collect();
        let durable_names = names.clone();
        Self(Arc::new(Mutex::new(State { files, durable_names, names, ..State::default() })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a file after a crash.
fn after_crash(file: &File, random: &mut Random) -> File {
    let mut bytes = file.durable.clone();
    if !file.pending.is_empty() {
        let keep = *random.choose(&[0, 20, 50, 80, 95, 99, 100]);
        let mut fragments = Vec::new();
        for change in &file.pending {
            match change {
                Change::Write { at, bytes } => tear(*at, bytes, &mut fragments, random),
                Change::Truncate if random.flip() => bytes.clear(),
                Change::Truncate => {}
            }
        }
        if random.flip() {
            random.shuffle(&mut fragments);
        }
        let garbage = if random.flip() { 0xA5 } else { 0 };
        for (at, fragment) in fragments {
            if random.below(100) < keep {
                let end = at + fragment.len();
                bytes.resize(bytes.len().max(end), garbage);
                bytes[at..end].copy_from_slice(fragment);
            }
        }
        let (short, long) = (bytes.len().min(file.durable.len()), file.current.len());
        match random.below(4) {
            0 => bytes.resize(short.min(long) + random.below(long.abs_diff(short) + 1), garbage),
            1 => bytes.resize(long, garbage),
            _ => {}
        }
    }
    File { durable: bytes.clone(), current: bytes, pending: Vec::new() }
}

/// Splits a write into parts, each of which reaches the disk or is lost.
fn tear<'a>(
    at: usize,
    bytes: &'a [u8],
    fragments: &mut Vec<(usize, &'a [u8])>,
    random: &mut Random,
) {
    let unit = *random.choose(&[512, 4096, 0]);
    let mut from = 0;
    while from < bytes.len() {
        let step = if unit > 0 { unit - (at + from) % unit } else { 1 + random.below(20_000) };
        let to = bytes.len().min(from + step);
        fragments.push((at + from, &bytes[from..to]));
        from = to;
    }
}

impl Storage for Simulated {
    fn create(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        let mut state = self.state();
        if state.is_dead() || state.is_refused() {
            return Err(state.operation().expect_err("the operation fails"));
        }
        let file = if let Ok(file) = state.file(path) {
            state.files[file].current.clear();
            state.files[file].pending.push(Change::Truncate);
            file
        } else {
            let file = state.files.len();
            state.files.push(File::default());
            state.rename_now(Naming::Create { path: path.to_owned(), file });
            file
        };
        state.operation()?;
        Ok(Box::new(Open { storage: self.clone(), file }))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        let file = self.state().file(path)?;
        Ok(Box::new(Open { storage: self.clone(), file }))
    }

    fn read(&self, path: &Path) -> io::Result<FileContents> {
        let state = self.state();
        Ok(FileContents::from(state.files[state.file(path)?].current.clone()))
    }

    fn exists(&self, path: &Path) -> io::Result<bool> {
        Ok(self.state().names.contains_key(path))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = self.state();
        let file = state.file(from)?;
        if !state.is_dead() && !state.is_refused() {
            state.rename_now(Naming::Rename { from: from.to_owned(), to: to.to_owned(), file });
        }
        state.operation()?;
        while let Some(file) = state.unsynced.pop() {
            state.operation()?;
            state.sync_now(file);
        }
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut state = self.state();
        let file = state.file(path)?;
        if !state.is_dead() && !state.is_refused() {
            state.rename_now(Naming::Remove { path: path.to_owned(), file });
        }
        state.operation()
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        state.operation()?;
        if state.sync_fault != Some(SyncFault::NamesNotSynced) {
            state.durable_names = state.names.clone();
            state.pending.clear();
        }
        Ok(())
    }

    fn lock(&self, path: &Path) -> io::Result<Option<LockGuard>> {
        let free = self.state().locks.insert(path.to_owned());
        let held = || Held { storage: self.clone(), path: path.to_owned() };
        Ok(free.then(|| -> LockGuard { Box::new(held()) }))
    }
}

struct Held {
    storage: Simulated,
    path: PathBuf,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.storage.state().locks.remove(&self.path);
    }
}

struct Open {
    storage: Simulated,
    file: usize,
}

impl WritableFile for Open {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.storage.state();
        if !state.is_dead() && !state.is_refused() {
            let at = usize::try_from(offset).expect("a small file");
            let file = &mut state.files[self.file];
            let end = at + bytes.len();
            file.current.resize(file.current.len().max(end), 0);
            file.current[at..end].copy_from_slice(bytes);
            file.pending.push(Change::Write { at, bytes: bytes.to_vec() });
        }
        state.operation()
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.storage.state();
        state.operation()?;
        match state.sync_fault {
            Some(SyncFault::FilesNotSynced) => {}
            Some(SyncFault::LateSync) => state.unsynced.push(self.file),
            Some(SyncFault::NamesNotSynced) | None => state.sync_now(self.file),
        }
        Ok(())
    }
}
