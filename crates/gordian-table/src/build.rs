//! A resumable long computation whose result is a file, protected by a lock.
//!
//! Files for the target `x`, all in its folder because a rename is atomic only within a file
//! system:
//!
//! | name | content | lifetime |
//! | --- | --- | --- |
//! | `x.lock` | empty; locked during a build | permanent: after a removal two processes could lock two files of this name |
//! | `x.checkpoint` | the state to resume from | until the table is durable |
//! | `x.tmp`, `x.checkpoint.tmp` | the file being written | until it is renamed; after a kill, until the next start |
//!
//! States: [`TableBuild::start`] takes the lock; then any number of [`TableBuild::load_checkpoint`]
//! and [`TableBuild::write_checkpoint`]; then [`TableBuild::finish`], after which the table is
//! durable and the checkpoint is removed. A kill between these two leaves both files, and both are
//! valid.

use std::io;
use std::path::{Path, PathBuf};

use crate::paths::{parent_folder, sibling_path};
use crate::write::replace;
use crate::{FileKind, LockGuard, Storage, Table, TableDescription, TableError, WorkContext};

/// Writes the file `path` whose payload is the concatenation of `payload`.
///
/// The file atomically replaces an existing one. If this function returns without an error, the
/// file also survives a crash of the machine. The folder must exist. It also creates `<path>.tmp`,
/// which is removed, and `<path>.lock`, which remains.
///
/// Cost: one pass over the payload, which is not copied except for at most 8 MiB at each boundary
/// of its slices, plus the time to make it durable.
///
/// # Errors
///
/// [`TableError::Description`] if a field does not fit the header, [`TableError::Locked`] if
/// another process is writing the file, [`TableError::Stopped`], [`TableError::Threads`],
/// [`TableError::Io`]. An existing file is then unchanged; only if the last step fails (making the
/// name durable) it may be the new one.
pub fn write(
    storage: &dyn Storage,
    path: &Path,
    description: &TableDescription,
    payload: &[&[u8]],
    work: &WorkContext<'_>,
) -> Result<(), TableError> {
    let _build = TableBuild::start(storage, path)?;
    replace(storage, path, description, payload, work)
}

/// The exclusive build of one file; holds its lock until dropped.
pub struct TableBuild<'s> {
    storage: &'s dyn Storage,
    target: PathBuf,
    checkpoint: PathBuf,
    _lock: LockGuard,
}

impl<'s> TableBuild<'s> {
    /// Locks the file `target`, which need not exist, in an existing folder; removes temporary
    /// files of a killed process.
    ///
    /// # Errors
    ///
    /// [`TableError::Locked`] if another process, or another part of this one, holds the lock, and
    /// [`TableError::Io`].
    pub fn start(storage: &'s dyn Storage, target: &Path) -> Result<Self, TableError> {
        let io = TableError::io(target);
        let Some(lock) = storage.lock(&sibling_path(target, ".lock")).map_err(&io)? else {
            return Err(TableError::Locked { path: target.to_owned() });
        };
        let checkpoint = sibling_path(target, ".checkpoint");
        for temporary in [sibling_path(target, ".tmp"), sibling_path(&checkpoint, ".tmp")] {
            remove_if_exists(storage, &temporary).map_err(&io)?;
        }
        Ok(Self { storage, target: target.to_owned(), checkpoint, _lock: lock })
    }

    /// Returns the path of the target file.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the path of the checkpoint.
    #[must_use]
    pub fn checkpoint_path(&self) -> &Path {
        &self.checkpoint
    }

    /// Opens the last checkpoint and returns it with its step, or `None` if it does not exist.
    ///
    /// [`Table::read_payload_into`] verifies its payload.
    ///
    /// # Errors
    ///
    /// As [`Table::open`], and [`TableError::WrongDefinition`] if the checkpoint has another
    /// definition; [`TableBuild::remove_checkpoint`] removes a useless one.
    pub fn load_checkpoint(
        &self,
        definition: &[u8; 32],
    ) -> Result<Option<(Table, u32)>, TableError> {
        if !self.storage.exists(&self.checkpoint).map_err(TableError::io(&self.checkpoint))? {
            return Ok(None);
        }
        let table = Table::open_in(self.storage, &self.checkpoint)?;
        let step = table.expect_checkpoint(definition)?;
        Ok(Some((table, step)))
    }

    /// Replaces the checkpoint; the last one remains until the new one is durable.
    ///
    /// The duration of this call is the cost argument of [`CheckpointPolicy::is_due`].
    ///
    /// [`CheckpointPolicy::is_due`]: crate::CheckpointPolicy::is_due
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`] unless the description is that of a checkpoint; else as
    /// [`write`](crate::write()).
    pub fn write_checkpoint(
        &self,
        description: &TableDescription,
        payload: &[&[u8]],
        work: &WorkContext<'_>,
    ) -> Result<(), TableError> {
        if description.kind == FileKind::Table {
            let (path, found) = (self.checkpoint.clone(), description.kind);
            return Err(TableError::WrongKind { path, expected: "checkpoint", found });
        }
        replace(self.storage, &self.checkpoint, description, payload, work)
    }

    /// Writes the table and, once it is durable, removes the checkpoint.
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`] unless the description is that of a table; else as
    /// [`write`](crate::write()). If only the removal of the checkpoint failed, the table is
    /// complete.
    pub fn finish(
        self,
        description: &TableDescription,
        payload: &[&[u8]],
        work: &WorkContext<'_>,
    ) -> Result<(), TableError> {
        if description.kind != FileKind::Table {
            let (path, found) = (self.target.clone(), description.kind);
            return Err(TableError::WrongKind { path, expected: "table", found });
        }
        replace(self.storage, &self.target, description, payload, work)?;
        self.remove_checkpoint()
    }

    /// Removes the checkpoint if it exists.
    ///
    /// # Errors
    ///
    /// [`TableError::Io`].
    pub fn remove_checkpoint(&self) -> Result<(), TableError> {
        let io = TableError::io(&self.checkpoint);
        if remove_if_exists(self.storage, &self.checkpoint).map_err(&io)? {
            self.storage.sync_folder(parent_folder(&self.checkpoint)).map_err(&io)?;
        }
        Ok(())
    }
}

/// Removes a file; returns whether it existed.
fn remove_if_exists(storage: &dyn Storage, path: &Path) -> io::Result<bool> {
    match storage.remove(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
