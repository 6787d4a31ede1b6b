//! The folder in which jobs keep files between their attempts.

use std::io;
use std::path::{Path, PathBuf};

/// The folder for files of a job, and the claim that owns them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFolder {
    /// The path of the folder, which is created when it is needed.
    pub path: PathBuf,
    /// The job id: letters and digits.
    pub job: String,
    /// The fencing token: how often the job was claimed. It is part of the file names, so that a
    /// worker whose lease expired writes only to files that are no longer read.
    pub fence: i64,
}

impl JobFolder {
    /// Returns the files in a folder of jobs, each with the id of its job; an empty list if the
    /// folder does not exist.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be read.
    pub fn files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
        let entries = match fs_err::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // `PUZZLE-JOB-FENCE.ENDING`; a puzzle's name may have hyphens, the others have none.
            let parts = name.split_once('.').and_then(|(stem, _)| stem.rsplit_once('-'));
            let job = parts.filter(|(_, fence)| fence.parse::<i64>().is_ok());
            let job =
                job.and_then(|(stem, _)| stem.rsplit_once('-')).map(|(_, job)| job.to_owned());
            files.extend(job.map(|job| (job, path)));
        }
        Ok(files)
    }

    /// Returns whether the folder has files of an earlier attempt at the job.
    ///
    /// # Errors
    ///
    /// As [`JobFolder::files`].
    pub fn has_files(&self) -> io::Result<bool> {
        Ok(Self::files(&self.path)?.iter().any(|(job, _)| *job == self.job))
    }
}
