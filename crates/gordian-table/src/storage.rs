//! What is needed of a file system, so that tests can put another one in its place.
//!
//! The trait is as narrow as the promises that the writer relies on:
//!
//! - [`NewFile::sync`]: what was written to the file before, and its length, survive a crash after;
//! - [`Storage::sync_folder`]: so do the names in the folder;
//! - [`Storage::rename`]: at any time, crash or not, the new name stands for the old file or for the
//!   new one.
//!
//! Nothing else is promised: what was not synced may be there, or not, or in part, in any order.

use std::any::Any;
use std::io;
use std::ops::Deref;
use std::path::Path;

use crate::map::Map;

/// Held as long as a lock is.
pub type Guard = Box<dyn Any + Send + Sync>;

/// A file system.
pub trait Storage: Send + Sync {
    /// Creates a file, or empties the one that has this name.
    ///
    /// # Errors
    ///
    /// Whatever the file system says; so for all other methods.
    fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile>>;

    /// Returns the bytes of a file.
    ///
    /// # Errors
    ///
    /// `NotFound` if there is none.
    fn read(&self, path: &Path) -> io::Result<Contents>;

    /// Returns whether there is a file of this name.
    ///
    /// # Errors
    ///
    /// If the file system cannot tell.
    fn exists(&self, path: &Path) -> io::Result<bool>;

    /// Gives the file `from` the name `to`, atomically, in the place of the file that had it.
    ///
    /// # Errors
    ///
    /// Then the names are as before.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    ///
    /// `NotFound` if there is none.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Returns when the names in `folder` will survive a crash.
    ///
    /// # Errors
    ///
    /// Then they may or may not survive it.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Takes the lock that belongs to the file `path`, creating the file if need be; `None` if
    /// somebody else has it. It ends with the guard, and with the process at the latest. The file
    /// stays.
    ///
    /// # Errors
    ///
    /// If the file system has no locks or the file cannot be created.
    fn lock(&self, path: &Path) -> io::Result<Option<Guard>>;
}

/// A file that is being written.
pub trait NewFile: Send {
    /// Writes all of `bytes` at `offset`; what lies between there and the end of the file before, if
    /// anything, becomes zeros.
    ///
    /// # Errors
    ///
    /// Then any part of them may have been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Returns when all that was written will survive a crash.
    ///
    /// # Errors
    ///
    /// Then any part of it may be lost, and trying again proves nothing.
    fn sync(&mut self) -> io::Result<()>;
}

/// The bytes of a file that was opened for reading.
#[derive(Debug)]
pub struct Contents(Source);

#[derive(Debug)]
enum Source {
    Memory(Vec<u8>),
    Map(Map),
}

impl Contents {
    /// Returns a file as the system maps it.
    pub(crate) fn mapped(map: Map) -> Self {
        Self(Source::Map(map))
    }
}

impl From<Vec<u8>> for Contents {
    /// Returns the file that has these bytes.
    fn from(bytes: Vec<u8>) -> Self {
        Self(Source::Memory(bytes))
    }
}

impl Deref for Contents {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Source::Memory(bytes) => bytes,
            Source::Map(map) => map,
        }
    }
}
