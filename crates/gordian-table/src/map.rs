//! Files seen as memory: the only unsafe code of this crate.
//!
//! The map is private and read-only: nothing in this process can change the file through it. What
//! the language cannot promise is that nobody else changes the file; see [`Map::of`].
#![expect(unsafe_code, reason = "a memory map is a promise about the file system, not about Rust")]

use std::io;
use std::ops::Deref;

use memmap2::{Mmap, MmapOptions};

/// A whole file, read-only.
#[derive(Debug)]
pub(crate) struct Map(Mmap);

impl Map {
    /// Returns a map of `file` with the length it has now.
    ///
    /// Nobody may write into the file or truncate it while the map lives. If somebody truncates it,
    /// or the disk cannot be read, the process is ended by a signal when it touches the missing
    /// part.
    ///
    /// Cost: none but address space; pages are read when they are touched.
    pub(crate) fn of(file: &fs_err::File) -> io::Result<Self> {
        // SAFETY: a mapped slice must not change while it is borrowed. This process never does it:
        // the map is private and read-only, tables are written under another name and renamed,
        // which leaves the mapped file as it was, and no code opens an existing table for writing.
        // Of other processes it is assumed, and said in the documentation of `Table::open`, that
        // they neither write into a table nor truncate it.
        let map = unsafe { MmapOptions::new().map_copy_read_only(file.file())? };
        Ok(Self(map))
    }
}

impl Deref for Map {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
