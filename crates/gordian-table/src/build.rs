//! A long computation that ends in a file: one at a time, and it can be taken up again.
//!
//! Files beside the target `x`, all in its folder because a rename is atomic only within a file
//! system:
//!
//! | name | what it is | how long it is there |
//! | --- | --- | --- |
//! | `x.lock` | empty; locked by who builds | stays: to remove it would let two processes lock two files of the same name |
//! | `x.checkpoint` | the state to go on from | until the table is durable |
//! | `x.tmp`, `x.checkpoint.tmp` | what is being written | until it is renamed; after a kill, until the next start |
//!
//! States: [`Build::start`] takes the lock; then any number of [`Build::load_latest`] and
//! [`Build::save`]; then [`Build::finish`], after which the table is durable and the checkpoint gone.
//! A kill between these two leaves both, and both are right.

use std::io;
use std::path::{Path, PathBuf};

use crate::write::{beside, folder, replace};
use crate::{Description, Guard, Kind, Storage, Table, TableError, Work};

/// The right to build one file, held until it is dropped.
pub struct Build<'s> {
    storage: &'s dyn Storage,
    target: PathBuf,
    checkpoint: PathBuf,
    _lock: Guard,
}

impl<'s> Build<'s> {
    /// Takes the lock of the file `target`, which need not exist, in a folder that does; removes what
    /// a killed process may have left half written.
    ///
    /// # Errors
    ///
    /// [`TableError::Busy`] if another process (or another part of this one) has it, and
    /// [`TableError::Io`].
    pub fn start(storage: &'s dyn Storage, target: &Path) -> Result<Self, TableError> {
        let io = TableError::io(target);
        let Some(lock) = storage.lock(&beside(target, ".lock")).map_err(&io)? else {
            return Err(TableError::Busy { path: target.to_owned() });
        };
        let checkpoint = beside(target, ".checkpoint");
        for temporary in [beside(target, ".tmp"), beside(&checkpoint, ".tmp")] {
            remove_if_there(storage, &temporary).map_err(&io)?;
        }
        Ok(Self { storage, target: target.to_owned(), checkpoint, _lock: lock })
    }

    /// Returns the name of the file that is to be built.
    #[must_use]
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the name that a checkpoint has.
    #[must_use]
    pub fn checkpoint_path(&self) -> &Path {
        &self.checkpoint
    }

    /// Returns the last checkpoint and its step, or `None` if there is none.
    ///
    /// Its payload is verified when it is read, by [`Table::read_payload_into`].
    ///
    /// # Errors
    ///
    /// Those of [`Table::open`], and [`TableError::WrongDefinition`] if it is the checkpoint of
    /// something else; [`Build::discard`] removes one that is of no use.
    pub fn load_latest(&self, definition: &[u8; 32]) -> Result<Option<(Table, u32)>, TableError> {
        if !self.storage.exists(&self.checkpoint).map_err(TableError::io(&self.checkpoint))? {
            return Ok(None);
        }
        let table = Table::open_in(self.storage, &self.checkpoint)?;
        let step = table.expect_checkpoint(definition)?;
        Ok(Some((table, step)))
    }

    /// Writes a checkpoint in the place of the last one, which is there until the new one is durable.
    ///
    /// The cost to give to [`CheckpointPolicy::is_due`] is the time this takes.
    ///
    /// [`CheckpointPolicy::is_due`]: crate::CheckpointPolicy::is_due
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`] unless the description is that of a checkpoint; else as
    /// [`write`](crate::write()).
    pub fn save(
        &self,
        description: &Description,
        payload: &[&[u8]],
        work: &Work<'_>,
    ) -> Result<(), TableError> {
        if description.kind == Kind::Table {
            let (path, found) = (self.checkpoint.clone(), description.kind);
            return Err(TableError::WrongKind { path, expected: "checkpoint", found });
        }
        replace(self.storage, &self.checkpoint, description, payload, work)
    }

    /// Writes the table, and when it is durable removes the checkpoint.
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`] unless the description is that of a table; else as
    /// [`write`](crate::write()). If only the checkpoint could not be removed, the table is there.
    pub fn finish(
        self,
        description: &Description,
        payload: &[&[u8]],
        work: &Work<'_>,
    ) -> Result<(), TableError> {
        if description.kind != Kind::Table {
            let (path, found) = (self.target.clone(), description.kind);
            return Err(TableError::WrongKind { path, expected: "table", found });
        }
        replace(self.storage, &self.target, description, payload, work)?;
        self.discard()
    }

    /// Removes the checkpoint, if there is one.
    ///
    /// # Errors
    ///
    /// [`TableError::Io`].
    pub fn discard(&self) -> Result<(), TableError> {
        let io = TableError::io(&self.checkpoint);
        if remove_if_there(self.storage, &self.checkpoint).map_err(&io)? {
            self.storage.sync_folder(folder(&self.checkpoint)).map_err(&io)?;
        }
        Ok(())
    }
}

/// Removes a file; returns whether there was one.
fn remove_if_there(storage: &dyn Storage, path: &Path) -> io::Result<bool> {
    match storage.remove(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
