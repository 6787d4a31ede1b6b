//! Memory-mapped files: the only unsafe code of this crate.
//!
//! The mapping is private and read-only, so this process cannot change the file through it. The
//! language cannot guarantee that other processes do not change the file; see [`MappedFile::new`].
#![expect(unsafe_code, reason = "a memory map relies on the file system, not on Rust")]

use std::io;
use std::ops::Deref;

use memmap2::{Mmap, MmapOptions};

/// A whole file, read-only.
#[derive(Debug)]
pub(crate) struct MappedFile(Mmap);

impl MappedFile {
    /// Maps `file` with its current length.
    ///
    /// No process may modify or truncate the file while the mapping exists. If the file is
    /// truncated or the disk cannot be read, a signal terminates the process when it accesses the
    /// missing part.
    ///
    /// Cost: only address space; pages are read on first access.
    pub(crate) fn new(file: &fs_err::File) -> io::Result<Self> {
        // SAFETY: a mapped slice must not change while it is borrowed. This process never changes
        // it: the mapping is private and read-only, tables are written under another name and
        // renamed, which leaves the mapped file unchanged, and no code opens an existing table for
        // writing. The documentation of `Table::open` requires that other processes neither modify
        // nor truncate a table.
        let map = unsafe { MmapOptions::new().map_copy_read_only(file.file())? };
        Ok(Self(map))
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
