//! Errors of reading and writing.

use std::io;
use std::path::{Path, PathBuf};

use gordian_core::Limit;
use thiserror::Error;

use crate::FileKind;

/// An error of reading or writing a file; every variant names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file does not begin with the magic bytes of a table.
    #[error("`{path}` is not a table")]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file has a format version that this build does not support.
    #[error("table `{path}` has format {found}, this build reads {known}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The supported version.
        known: u32,
    },
    /// The checksum of the header is wrong.
    #[error("the header of table `{path}` is damaged: its checksum is wrong")]
    HeaderChecksum {
        /// The file.
        path: PathBuf,
    },
    /// The header has a correct checksum but violates the format.
    #[error("the header of table `{path}` is not valid: {field}")]
    Header {
        /// The file.
        path: PathBuf,
        /// The invalid field.
        field: &'static str,
    },
    /// The file was truncated or extended.
    #[error("table `{path}` has {found} bytes instead of {expected}")]
    Length {
        /// The file.
        path: PathBuf,
        /// The expected length in bytes; a lower bound if the header is truncated.
        expected: u64,
        /// The actual length.
        found: u64,
    },
    /// The end mark is missing.
    #[error("the end mark of table `{path}` is damaged")]
    EndMark {
        /// The file.
        path: PathBuf,
    },
    /// The array of block checksums is damaged.
    #[error("the block checksums of table `{path}` are damaged")]
    Checksums {
        /// The file.
        path: PathBuf,
    },
    /// The checksum of a block is wrong.
    #[error("block {index} of table `{path}` is damaged: its checksum is wrong")]
    Block {
        /// The file.
        path: PathBuf,
        /// The block, counted from 0.
        index: u64,
    },
    /// The padding between the payload and the end of the last block is not zero.
    #[error("block {index} of table `{path}` is not valid: its padding is not zero")]
    Padding {
        /// The file.
        path: PathBuf,
        /// The block, counted from 0.
        index: u64,
    },
    /// All block checksums are correct, but the hash of the payload is wrong.
    #[error("the content of table `{path}` is damaged: its hash is wrong")]
    Content {
        /// The file.
        path: PathBuf,
    },
    /// The file is intact but has another definition than requested.
    #[error("`{path}` holds `{label}` with another definition than expected")]
    WrongDefinition {
        /// The file.
        path: PathBuf,
        /// The label of the file.
        label: String,
        /// The requested definition.
        expected: Box<[u8; 32]>,
        /// The definition of the file.
        found: Box<[u8; 32]>,
    },
    /// The file is a checkpoint instead of a table, or a table instead of a checkpoint.
    #[error("`{path}` is a {found}, not a {expected}")]
    WrongKind {
        /// The file.
        path: PathBuf,
        /// The expected kind: `table` or `checkpoint`.
        expected: &'static str,
        /// The actual kind.
        found: FileKind,
    },
    /// A requested range exceeds the payload.
    #[error("bytes {start} to {end} were requested from table `{path}`, which has {payload_len}")]
    OutOfRange {
        /// The file.
        path: PathBuf,
        /// The first requested byte.
        start: u64,
        /// The byte after the last requested one.
        end: u64,
        /// The length of the payload.
        payload_len: u64,
    },
    /// The total length of the caller's buffers differs from the length of the payload.
    #[error("the buffers have {found} bytes for the {expected} bytes of table `{path}`")]
    Buffers {
        /// The file.
        path: PathBuf,
        /// The length of the payload.
        expected: u64,
        /// The total length of the buffers.
        found: u64,
    },
    /// A field does not fit into the header.
    #[error("the header of table `{path}` cannot hold the given {field}")]
    Description {
        /// The target file.
        path: PathBuf,
        /// The field that does not fit.
        field: &'static str,
    },
    /// Another process is building the file.
    #[error("`{path}` is being built by another process")]
    Locked {
        /// The target file.
        path: PathBuf,
    },
    /// A limit stopped the work; no file has changed.
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
        /// The requested number.
        threads: usize,
        /// The error of the system.
        error: rayon::ThreadPoolBuildError,
    },
    /// The file system reported an error.
    #[error("table `{path}`: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the file system.
        error: io::Error,
    },
}

/// The hint for damaged files.
const REBUILD: &str = "the file cannot be repaired: delete it and build it again";

impl TableError {
    /// Returns the file.
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
            | Self::Locked { path }
            | Self::Stopped { path, .. }
            | Self::Threads { path, .. }
            | Self::Io { path, .. } => path,
        }
    }

    /// Returns whether the error means that the bytes of the file are damaged.
    ///
    /// Only damaged files may be removed or replaced without an explicit request. An intact file of
    /// another format, definition or kind may be useful to another program, and a failure to read
    /// (the file system, threads, a limit) does not concern the file.
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
            | Self::Locked { .. }
            | Self::Stopped { .. }
            | Self::Threads { .. }
            | Self::Io { .. } => false,
        }
    }

    /// Returns the stable code of the error.
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
            Self::Locked { .. } => "table.busy",
            Self::Stopped { .. } => "table.stopped",
            Self::Threads { .. } => "table.threads",
            Self::Io { .. } => "table.io",
        }
    }

    /// Returns a hint on how to fix the error.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotATable { .. } => "give a table that Gordian has written, or a new file",
            Self::Version { found, known, .. } if found > known => {
                "use a newer version of the program; or give another file or cache folder, or \
                 delete the file"
            }
            Self::Version { .. } => "delete the file and build it again",
            Self::HeaderChecksum { .. }
            | Self::Header { .. }
            | Self::Length { .. }
            | Self::EndMark { .. }
            | Self::Checksums { .. }
            | Self::Block { .. }
            | Self::Padding { .. }
            | Self::Content { .. } => REBUILD,
            Self::WrongDefinition { .. } => {
                "the file is for another puzzle, metric or version: give another file, or delete it \
                 and build it again"
            }
            Self::WrongKind { .. } => "build the table again to resume from a checkpoint",
            Self::OutOfRange { .. } | Self::Buffers { .. } | Self::Description { .. } => {
                "this is a bug in Gordian: please report it"
            }
            Self::Locked { .. } => "wait for the other process, or choose another file",
            Self::Stopped { .. } => "raise the limit",
            Self::Threads { .. } => "use fewer threads",
            Self::Io { .. } => "check the path, the permissions and the free space of the disk",
        }
    }

    /// Returns a conversion of file system errors about `path`.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Io { path: path.to_owned(), error }
    }
}
