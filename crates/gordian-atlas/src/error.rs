//! Errors.

use std::io;
use std::path::PathBuf;

use gordian_core::Limit;
use gordian_table::TableError;
use thiserror::Error;

/// An error of the atlas. The absence of a solution is a result, not an error.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AtlasError {
    /// The work needs more memory than allowed.
    #[error("the work needs {needed} bytes of memory, {allowed} are allowed")]
    MemoryLimit {
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// There are more states than a number of 64 bits can count.
    #[error("the puzzle has {states} states, too many to enumerate")]
    TooManyStates {
        /// The number of states.
        states: String,
    },
    /// States of the puzzle have neither ranks nor short keys, so their distances cannot be written
    /// to a file.
    #[error("a state of this puzzle needs more than 128 bits, so there is no table of distances")]
    NoTable,
    /// Several processes work, and there is no file.
    #[error("several processes need a file that all of them have")]
    NoFile,
    /// Another process stopped because of an error.
    #[error("process {process} failed")]
    OtherProcess {
        /// The number of the process, from 0.
        process: usize,
    },
    /// Another process works on another puzzle or with other moves.
    #[error("process {process} has another puzzle than process 0")]
    OtherPuzzle {
        /// The number of the process, from 0.
        process: usize,
    },
    /// The system refused the memory.
    #[error("failed to allocate {bytes} bytes of memory: {source}")]
    Memory {
        /// Bytes requested.
        bytes: usize,
        /// The error of the system.
        source: io::Error,
    },
    /// The system refused the threads.
    #[error("failed to start {threads} threads: {source}")]
    Threads {
        /// Threads requested.
        threads: usize,
        /// The error of the system.
        source: rayon::ThreadPoolBuildError,
    },
    /// The machine does not support the requested SIMD level.
    #[error("this machine cannot run the `{simd_level}` kernels")]
    SimdLevelUnavailable {
        /// The name of the SIMD level.
        simd_level: &'static str,
    },
    /// The work was stopped before completion.
    #[error("stopped before completion ({limit})")]
    Stopped {
        /// The limit that stopped it.
        limit: Limit,
    },
    /// A table could not be written or read.
    #[error(transparent)]
    Table(TableError),
    /// A table is not a table of Square-1.
    #[error("`{}` is a table of `{label}`", file.display())]
    UnknownTable {
        /// The file.
        file: PathBuf,
        /// Its label.
        label: String,
    },
    /// A table has the distances of another puzzle, or by other moves.
    #[error("`{}` (`{label}`) does not have the distances of this puzzle by these moves", file.display())]
    OtherDistances {
        /// The file.
        file: PathBuf,
        /// Its label.
        label: String,
    },
    /// A table is for another puzzle than required.
    #[error("the table is for `{found}`, not for `{expected}`")]
    WrongPuzzle {
        /// The puzzle of the table.
        found: &'static str,
        /// The required puzzle.
        expected: &'static str,
    },
    /// The checksums of a table are correct but its contents are invalid.
    #[error("invalid contents of table `{}`: {what}", file.display())]
    Contents {
        /// The file.
        file: PathBuf,
        /// The reason, as a fragment.
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
    /// Returns the errors of work that needs `bytes` of memory and is refused some.
    pub(crate) fn memory(bytes: u64) -> impl Fn(io::Error) -> Self {
        move |source| Self::Memory { bytes: usize::try_from(bytes).unwrap_or(usize::MAX), source }
    }

    /// Returns whether the error means that a file is damaged. Only damaged files may be removed or
    /// replaced without an explicit request (see [`TableError::is_damage`]).
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Table(error) => error.is_damage(),
            Self::Contents { .. } => true,
            Self::MemoryLimit { .. }
            | Self::Memory { .. }
            | Self::Threads { .. }
            | Self::SimdLevelUnavailable { .. }
            | Self::Stopped { .. }
            | Self::TooManyStates { .. }
            | Self::NoTable
            | Self::NoFile
            | Self::OtherProcess { .. }
            | Self::OtherPuzzle { .. }
            | Self::UnknownTable { .. }
            | Self::OtherDistances { .. }
            | Self::WrongPuzzle { .. } => false,
        }
    }

    /// Returns the stable code of the error.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::MemoryLimit { .. } => "atlas.memory-limit",
            Self::TooManyStates { .. } => "atlas.too-many-states",
            Self::NoTable => "atlas.no-table",
            Self::NoFile => "atlas.no-file",
            Self::OtherProcess { .. } => "atlas.other-process",
            Self::OtherPuzzle { .. } => "atlas.other-puzzle",
            Self::Memory { .. } => "atlas.memory",
            Self::Threads { .. } => "atlas.threads",
            Self::SimdLevelUnavailable { .. } => "atlas.kernel",
            Self::Stopped { .. } => "atlas.stopped",
            Self::Table(error) => error.code(),
            Self::UnknownTable { .. } => "atlas.unknown-table",
            Self::OtherDistances { .. } => "atlas.other-distances",
            Self::WrongPuzzle { .. } => "atlas.wrong-puzzle",
            Self::Contents { .. } => "atlas.contents",
        }
    }

    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::MemoryLimit { .. } => {
                "allow more memory; counting positions without writing a table needs less"
            }
            Self::TooManyStates { .. } => "choose fewer moves, or a last distance",
            Self::NoTable => "count them without a file",
            Self::NoFile => "give a file",
            Self::OtherProcess { .. } => "see the message of that process",
            Self::OtherPuzzle { .. } => "give all processes the same arguments",
            Self::Memory { .. } => "close other programs, or use a machine with more memory",
            Self::Threads { .. } => "use fewer threads",
            Self::SimdLevelUnavailable { .. } => "omit the choice of kernels",
            Self::Stopped { .. } => "raise the limit",
            Self::Table(error) => error.hint(),
            Self::UnknownTable { .. } => "give a table of `square1-silver` or `square1`",
            Self::OtherDistances { .. } => {
                "give the puzzle, the moves and the metric that the table was written with"
            }
            Self::WrongPuzzle { .. } => "build the other table",
            Self::Contents { .. } => "build the table again",
        }
    }
}
