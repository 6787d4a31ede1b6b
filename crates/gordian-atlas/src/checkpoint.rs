//! What builds of tables do with files: which they replace, when they write checkpoints, and
//! resuming from them.

use std::path::Path;
use std::time::Duration;

use gordian_core::Instant;
use gordian_table::{CheckpointPolicy, Storage, Table, TableBuild, TableError};

use crate::AtlasError;

/// Checks that `file` does not exist or is a table with this definition.
pub(crate) fn expect_table_or_none(
    storage: &dyn Storage,
    file: &Path,
    definition: &[u8; 32],
) -> Result<(), TableError> {
    let exists = storage.exists(file);
    if !exists.map_err(|error| TableError::Io { path: file.to_owned(), error })? {
        return Ok(());
    }
    Table::open_in(storage, file)?.expect_table(definition)
}

/// Decides when checkpoints are written.
pub(crate) struct CheckpointTimer {
    policy: CheckpointPolicy,
    since: Instant,
    last_cost: Option<Duration>,
}

impl CheckpointTimer {
    /// Returns a timer for work that begins now.
    pub(crate) fn new(policy: CheckpointPolicy) -> Self {
        Self { policy, since: Instant::now(), last_cost: None }
    }

    /// Writes a checkpoint of `bytes` with `write` if it is due.
    pub(crate) fn write_if_due(
        &mut self,
        bytes: u64,
        write: impl FnOnce() -> Result<(), AtlasError>,
    ) -> Result<(), AtlasError> {
        if self.policy.is_due(self.since.elapsed(), self.last_cost, bytes) {
            let begin = Instant::now();
            write()?;
            self.last_cost = Some(begin.elapsed());
            self.since = Instant::now();
        }
        Ok(())
    }
}

/// Resumes from the checkpoint of an earlier build with `resume`. Returns `None` if the build must
/// start from the beginning, because there is no checkpoint or a damaged one, which is removed.
///
/// This is the only place where a checkpoint is removed before its table is complete. The rule:
/// only damage ([`AtlasError::is_damage`]) leads to deletion. After any other error the file may be
/// useful later or to another program, so it is kept and the error is returned.
pub(crate) fn resume_checkpoint<T>(
    build: &TableBuild<'_>,
    definition: &[u8; 32],
    resume: impl FnOnce(&Table, u32) -> Result<T, AtlasError>,
) -> Result<Option<T>, AtlasError> {
    let resumed = match build.load_checkpoint(definition) {
        Ok(None) => return Ok(None),
        // The checkpoint is closed at the end of this arm: an open file cannot be removed
        // everywhere.
        Ok(Some((checkpoint, step))) => resume(&checkpoint, step),
        Err(error) => Err(error.into()),
    };
    match resumed {
        Ok(resumed) => Ok(Some(resumed)),
        Err(error) if error.is_damage() => {
            build.remove_checkpoint()?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::PathBuf;

    use gordian_core::Cancel;
    use gordian_table::{Disk, FileKind, TableDescription, TableError, WorkContext};

    use super::*;

    const DEFINITION: [u8; 32] = [7; 32];

    /// A checkpoint in a temporary folder.
    struct SavedCheckpoint {
        _folder: tempfile::TempDir,
        target: PathBuf,
    }

    impl SavedCheckpoint {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let target = folder.path().join("silver.table");
            let description = TableDescription {
                kind: FileKind::Checkpoint { step: 3 },
                label: String::new(),
                definition: DEFINITION,
                series: Vec::new(),
            };
            let cancel = Cancel::new();
            let build = TableBuild::start(&Disk, &target).expect("the lock is free");
            build
                .write_checkpoint(&description, &[b"levels"], &WorkContext::new(&cancel))
                .expect("the checkpoint is written");
            Self { _folder: folder, target }
        }

        /// Resumes with `resume`; returns the result and whether the checkpoint still exists.
        fn resume_checkpoint(
            &self,
            resume: impl FnOnce(&Table, u32) -> Result<u32, AtlasError>,
        ) -> (Result<Option<u32>, AtlasError>, bool) {
            let build = TableBuild::start(&Disk, &self.target).expect("the lock is free");
            let result = resume_checkpoint(&build, &DEFINITION, resume);
            (result, build.checkpoint_path().exists())
        }
    }

    #[test]
    fn errors_other_than_damage_keep_the_checkpoint() {
        let path = || PathBuf::from("silver.table.checkpoint");
        let failed_pool = || {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(1);
            let builder = builder.spawn_handler(|_| Err(io::ErrorKind::WouldBlock.into()));
            builder.build().expect_err("no thread is started")
        };
        let failures: [AtlasError; 6] = [
            TableError::Threads { path: path(), threads: 1, error: failed_pool() }.into(),
            AtlasError::Threads { threads: 1, source: failed_pool() },
            AtlasError::Memory { bytes: 1, source: io::ErrorKind::OutOfMemory.into() },
            TableError::Version { path: path(), found: 2, known: 1 }.into(),
            TableError::Io { path: path(), error: io::ErrorKind::PermissionDenied.into() }.into(),
            TableError::Locked { path: path() }.into(),
        ];
        let saved = SavedCheckpoint::new();
        for failure in failures {
            let code = failure.code();
            let (result, exists) = saved.resume_checkpoint(|_, _| Err(failure));
            assert_eq!(result.expect_err(code).code(), code);
            assert!(exists, "{code}: the checkpoint was removed");
        }
        let (result, exists) = saved.resume_checkpoint(|_, step| Ok(step));
        assert_eq!((result.expect("the file is read"), exists), (Some(3), true));
    }

    #[test]
    fn a_damaged_checkpoint_is_removed() {
        let saved = SavedCheckpoint::new();
        let damage = TableError::Block { path: saved.target.clone(), index: 0 };
        let (result, exists) = saved.resume_checkpoint(|_, _| Err(damage.into()));
        assert_eq!((result.expect("the build starts from the beginning"), exists), (None, false));
    }
}
