//! What can go wrong.

use std::io;
use std::path::PathBuf;

use gordian_core::Limit;
use gordian_table::TableError;
use thiserror::Error;

/// An error of the atlas. An answer, also "none", is never an error.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AtlasError {
    /// The work needs more memory than it may use.
    #[error("the work needs {needed} bytes of memory, {allowed} are allowed")]
    MemoryLimit {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The system refused the memory.
    #[error("the system refused {bytes} bytes of memory: {source}")]
    Memory {
        /// Bytes asked for.
        bytes: usize,
        /// What the system said.
        source: io::Error,
    },
    /// The system refused the threads.
    #[error("the system refused {threads} threads: {source}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the system said.
        source: rayon::ThreadPoolBuildError,
    },
    /// The machine cannot run the kernels that were asked for.
    #[error("this machine cannot run the `{path}` kernels")]
    PathUnavailable {
        /// The kernels' name.
        path: &'static str,
    },
    /// The work was stopped before it was done.
    #[error("stopped ({limit}) before it was done")]
    Stopped {
        /// Why.
        limit: Limit,
    },
    /// A table could not be written or read.
    #[error(transparent)]
    Table(TableError),
    /// A table is for something else than Square-1.
    #[error("`{}` is a table of `{label}`", file.display())]
    UnknownTable {
        /// The file.
        file: PathBuf,
        /// What it says it is.
        label: String,
    },
    /// A table is for another puzzle than the one that is asked about.
    #[error("the table is one of `{found}`, not of `{expected}`")]
    WrongPuzzle {
        /// What it is for.
        found: &'static str,
        /// What is needed.
        expected: &'static str,
    },
    /// A table's checksums are right but its contents are not what its label says.
    #[error("table `{}` is not what its label says: {what}", file.display())]
    Contents {
        /// The file.
        file: PathBuf,
        /// What does not fit, a fragment.
        what: &'static str,
    },
}

impl From<TableError> for AtlasError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Stopped { limit, .. } => Self::Stopped { limit },
            error => Self::Table(error),
        }
    }
}

impl AtlasError {
    /// Returns whether the error means that a file is damaged; only then it may be removed or replaced
    /// without being told to (see [`TableError::is_damage`]).
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Table(error) => error.is_damage(),
            Self::Contents { .. } => true,
            Self::MemoryLimit { .. }
            | Self::Memory { .. }
            | Self::Threads { .. }
            | Self::PathUnavailable { .. }
            | Self::Stopped { .. }
            | Self::UnknownTable { .. }
            | Self::WrongPuzzle { .. } => false,
        }
    }

    /// Returns the stable code of the error, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::MemoryLimit { .. } => "atlas.memory-limit",
            Self::Memory { .. } => "atlas.memory",
            Self::Threads { .. } => "atlas.threads",
            Self::PathUnavailable { .. } => "atlas.kernel",
            Self::Stopped { .. } => "atlas.stopped",
            Self::Table(error) => error.code(),
            Self::UnknownTable { .. } => "atlas.unknown-table",
            Self::WrongPuzzle { .. } => "atlas.wrong-puzzle",
            Self::Contents { .. } => "atlas.contents",
        }
    }

    /// Returns what to do next.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::MemoryLimit { .. } => {
                "allow more memory; where positions are only counted, no table has to be written"
            }
            Self::Memory { .. } => "close other programs, or use a machine with more memory",
            Self::Threads { .. } => "ask for fewer threads",
            Self::PathUnavailable { .. } => "leave the choice of kernels to the program",
            Self::Stopped { .. } => "raise the limit",
            Self::Table(error) => error.hint(),
            Self::UnknownTable { .. } => "give a table of `square1-silver` or `square1`",
            Self::WrongPuzzle { .. } => "build the other table with `gordian atlas build`",
            Self::Contents { .. } => "build the table again",
        }
    }
}
