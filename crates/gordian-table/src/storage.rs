//! The file system interface, which tests replace by simulated file systems.
//!
//! The trait covers exactly the guarantees that the writer relies on:
//!
//! - [`WritableFile::sync`]: all bytes written before, and the length, survive a later crash;
//! - [`Storage::sync_folder`]: so do the names in the folder;
//! - [`Storage::rename`]: at any time, even after a crash, the new name refers to the old file or
//!   to the new one.
//!
//! There are no other guarantees: unsynced changes may be present, missing or partial, in any
//! order.

use std::any::Any;
use std::io;
use std::ops::Deref;
use std::path::Path;

use crate::map::MappedFile;

/// A held lock, released on drop.
pub type LockGuard = Box<dyn Any + Send + Sync>;

/// A file system.
pub trait Storage: Send + Sync {
    /// Creates a file, or truncates an existing one.
    ///
    /// # Errors
    ///
    /// The error of the file system, as for all methods.
    fn create(&self, path: &Path) -> io::Result<Box<dyn WritableFile>>;

    /// Opens an existing file for writing, as it is.
    ///
    /// # Errors
    ///
    /// `NotFound` if the file does not exist.
    fn open(&self, path: &Path) -> io::Result<Box<dyn WritableFile>>;

    /// Returns the bytes of a file.
    ///
    /// # Errors
    ///
    /// `NotFound` if the file does not exist.
    fn read(&self, path: &Path) -> io::Result<FileContents>;

    /// Returns whether a file with this name exists.
    ///
    /// # Errors
    ///
    /// If the file system cannot determine it.
    fn exists(&self, path: &Path) -> io::Result<bool>;

    /// Renames the file `from` to `to` atomically, replacing an existing file `to`.
    ///
    /// # Errors
    ///
    /// The names are then unchanged.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// `NotFound` if the file does not exist.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the names in `folder` durable.
    ///
    /// # Errors
    ///
    /// The names may then be lost in a crash.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Locks the file `path`, creating it if necessary; returns `None` if it is already locked. The
    /// lock ends with the guard, or with the process. The file remains.
    ///
    /// # Errors
    ///
    /// If the file system does not support locks or the file cannot be created.
    fn lock(&self, path: &Path) -> io::Result<Option<LockGuard>>;
}

/// A file open for writing.
pub trait WritableFile: Send {
    /// Writes all of `bytes` at `offset`; a gap after the previous end of the file is filled with
    /// zeros.
    ///
    /// # Errors
    ///
    /// Any part of the bytes may then have been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Makes all written bytes durable.
    ///
    /// # Errors
    ///
    /// Any part of the bytes may then be lost, and a successful retry proves nothing.
    fn sync(&mut self) -> io::Result<()>;
}

/// The bytes of a file open for reading.
#[derive(Debug)]
pub struct FileContents(ContentsSource);

#[derive(Debug)]
enum ContentsSource {
    Memory(Vec<u8>),
    Map(MappedFile),
}

impl FileContents {
    /// Returns the contents of a mapped file.
    pub(crate) fn mapped(map: MappedFile) -> Self {
        Self(ContentsSource::Map(map))
    }
}

impl From<Vec<u8>> for FileContents {
    /// Returns contents in memory.
    fn from(bytes: Vec<u8>) -> Self {
        Self(ContentsSource::Memory(bytes))
    }
}

impl Deref for FileContents {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            ContentsSource::Memory(bytes) => bytes,
            ContentsSource::Map(map) => map,
        }
    }
}
