//! Why a file was refused or could not be written.

use std::io;
use std::path::{Path, PathBuf};

use gordian_core::Limit;
use thiserror::Error;

use crate::Kind;

/// Why a file was refused or could not be written; every case names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file does not begin as tables do.
    #[error("`{path}` is not a table")]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file has a format that this build does not know.
    #[error("table `{path}` has format {found}, this build reads {known}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version it names.
        found: u32,
        /// The version that is known.
        known: u32,
    },
    /// The header is not what was written.
    #[error("the header of table `{path}` is damaged: its checksum is wrong")]
    HeaderChecksum {
        /// The file.
        path: PathBuf,
    },
    /// The header has the right checksum but contradicts the format: no writer of ours made it.
    #[error("the header of table `{path}` is not valid: {field}")]
    Header {
        /// The file.
        path: PathBuf,
        /// The field that is wrong.
        field: &'static str,
    },
    /// The file was cut off, or something was appended to it.
    #[error("table `{path}` has {found} bytes instead of {expected}")]
    Length {
        /// The file.
        path: PathBuf,
        /// How many bytes it should have; at least so many where its header is cut off.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// The last bytes of the file are not the end mark.
    #[error("the end mark of table `{path}` is damaged")]
    EndMark {
        /// The file.
        path: PathBuf,
    },
    /// The checksums of the blocks are not what was written.
    #[error("the block checksums of table `{path}` are damaged")]
    Checksums {
        /// The file.
        path: PathBuf,
    },
    /// A block is not what was written.
    #[error("block {index} of table `{path}` is damaged: its checksum is wrong")]
    Block {
        /// The file.
        path: PathBuf,
        /// The block, counted from 0.
        index: u64,
    },
    /// There is something else than zeros between the payload and the end of the last block.
    #[error("block {index} of table `{path}` is not valid: its padding is not zero")]
    Padding {
        /// The file.
        path: PathBuf,
        /// The block, counted from 0.
        index: u64,
    },
    /// All blocks agree with their checksums, but the whole does not agree with its hash.
    #[error("the content of table `{path}` is not what was written: its hash is wrong")]
    Content {
        /// The file.
        path: PathBuf,
    },
    /// The file is sound but holds something else than what was asked for.
    #[error("`{path}` holds `{label}` of another definition than expected")]
    WrongDefinition {
        /// The file.
        path: PathBuf,
        /// What it says it holds.
        label: String,
        /// The definition that was asked for.
        expected: Box<[u8; 32]>,
        /// Its own.
        found: Box<[u8; 32]>,
    },
    /// A checkpoint was found in the place of a table, or a table in the place of a checkpoint.
    #[error("`{path}` is a {found}, not a {expected}")]
    WrongKind {
        /// The file.
        path: PathBuf,
        /// What it should be: `table` or `checkpoint`.
        expected: &'static str,
        /// What it is.
        found: Kind,
    },
    /// Bytes were asked for that the payload does not have.
    #[error("bytes {start} to {end} were asked of table `{path}`, which has {payload_len}")]
    OutOfRange {
        /// The file.
        path: PathBuf,
        /// The first byte that was asked for.
        start: u64,
        /// The byte after the last one.
        end: u64,
        /// How many there are.
        payload_len: u64,
    },
    /// The caller's buffers are not as long as the payload.
    #[error("{found} bytes of memory are ready for the {expected} bytes of table `{path}`")]
    Buffers {
        /// The file.
        path: PathBuf,
        /// The length of the payload.
        expected: u64,
        /// The length of all buffers together.
        found: u64,
    },
    /// A header cannot hold what is to be written into it.
    #[error("the header of table `{path}` cannot hold the given {field}")]
    Description {
        /// The file that was to be written.
        path: PathBuf,
        /// The part that does not fit.
        field: &'static str,
    },
    /// Somebody else is writing the file.
    #[error("`{path}` is being built by another process")]
    Busy {
        /// The file that was to be written.
        path: PathBuf,
    },
    /// A limit ended the work; no file has changed.
    #[error("stopped while working on table `{path}`")]
    Stopped {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: Limit,
    },
    /// The threads could not be started.
    #[error("{threads} threads for table `{path}` cannot be started: {error}")]
    Threads {
        /// The file.
        path: PathBuf,
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        error: rayon::ThreadPoolBuildError,
    },
    /// The file system refused something.
    #[error("table `{path}`: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the file system says.
        error: io::Error,
    },
}

/// What to do with a file that cannot be trusted.
const REBUILD: &str = "the file cannot be repaired: delete it and build it again";

impl TableError {
    /// Returns the file it is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::NotATable { path }
            | Self::Version { path, .. }
            | Self::HeaderChecksum { path }
            | Self::Header { path, .. }
            | Self::Length { path, .. }
            | Self::EndMark { path }
            | Self::Checksums { path }
            | Self::Block { path, .. }
            | Self::Padding { path, .. }
            | Self::Content { path }
            | Self::WrongDefinition { path, .. }
            | Self::WrongKind { path, .. }
            | Self::OutOfRange { path, .. }
            | Self::Buffers { path, .. }
            | Self::Description { path, .. }
            | Self::Busy { path }
            | Self::Stopped { path, .. }
            | Self::Threads { path, .. }
            | Self::Io { path, .. } => path,
        }
    }

    /// Returns whether the error means that the bytes of the file are damaged.
    ///
    /// This is the rule for everything that removes or replaces a checkpoint or a table without being
    /// told to: only damage allows it. A file that is sound but of another format, definition or kind
    /// is of use to another program; and a failure to read (the file system, the threads, a limit)
    /// says nothing about the file.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            Self::NotATable { .. }
            | Self::HeaderChecksum { .. }
            | Self::Header { .. }
            | Self::Length { .. }
            | Self::EndMark { .. }
            | Self::Checksums { .. }
            | Self::Block { .. }
            | Self::Padding { .. }
            | Self::Content { .. } => true,
            Self::Version { .. }
            | Self::WrongDefinition { .. }
            | Self::WrongKind { .. }
            | Self::OutOfRange { .. }
            | Self::Buffers { .. }
            | Self::Description { .. }
            | Self::Busy { .. }
            | Self::Stopped { .. }
            | Self::Threads { .. }
            | Self::Io { .. } => false,
        }
    }

    /// Returns a stable name for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotATable { .. } => "table.not-a-table",
            Self::Version { .. } => "table.version",
            Self::HeaderChecksum { .. } => "table.header-checksum",
            Self::Header { .. } => "table.header",
            Self::Length { .. } => "table.length",
            Self::EndMark { .. } => "table.end-mark",
            Self::Checksums { .. } => "table.checksums",
            Self::Block { .. } => "table.block",
            Self::Padding { .. } => "table.padding",
            Self::Content { .. } => "table.content",
            Self::WrongDefinition { .. } => "table.wrong-definition",
            Self::WrongKind { .. } => "table.wrong-kind",
            Self::OutOfRange { .. } => "table.out-of-range",
            Self::Buffers { .. } => "table.buffers",
            Self::Description { .. } => "table.description",
            Self::Busy { .. } => "table.busy",
            Self::Stopped { .. } => "table.stopped",
            Self::Threads { .. } => "table.threads",
            Self::Io { .. } => "table.io",
        }
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotATable { .. } => "name a file that `gordian atlas build` has written",
            Self::Version { found, known, .. } if found > known => {
                "use a newer version of the program; or name another file or cache folder, or \
                 delete the file by hand"
            }
            Self::Version { .. } => "delete the file by hand and build it again",
            Self::HeaderChecksum { .. }
            | Self::Header { .. }
            | Self::Length { .. }
            | Self::EndMark { .. }
            | Self::Checksums { .. }
            | Self::Block { .. }
            | Self::Padding { .. }
            | Self::Content { .. } => REBUILD,
            Self::WrongDefinition { .. } => {
                "another puzzle, or another version of the same one: delete the file to build it again"
            }
            Self::WrongKind { .. } => "a checkpoint is taken up by building the table again",
            Self::OutOfRange { .. } | Self::Buffers { .. } | Self::Description { .. } => {
                "this is a bug in Gordian: please report it"
            }
            Self::Busy { .. } => "wait for the other process, or choose another file",
            Self::Stopped { .. } => "raise the limit",
            Self::Threads { .. } => "ask for fewer threads",
            Self::Io { .. } => "look at the name, the permissions and the room on the disk",
        }
    }

    /// Returns the translation of what the file system says about `path`.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io { path: path.to_owned(), error }
    }
}
