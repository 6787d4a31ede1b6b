//! Reading: a block is verified against its checksum before any of its bytes is returned.
//!
//! An open table consists of the mapped file and one bit per block, "verified". The bits are the
//! only mutable state: they change from 0 to 1 only, any thread may set them, and two threads may
//! verify the same block concurrently. A bit publishes no other data, because the bytes do not
//! change, so its accesses are relaxed.
//!
//! In a verified block, reading a byte costs one access to the bit (35,000 blocks, a table of 2.3
//! GB, have 4.4 KB of bits) and one access to the byte.

use std::fmt;
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::header::Header;
use crate::layout::{BLOCK_LEN, CHUNK_LEN, END_MARK, HEADER_LEN, SUM_LEN, blocks, file_len};
use crate::{
    Disk, FileContents, FileKind, Storage, TableDescription, TableError, WorkContext, checksum,
};

const BITS: usize = 64;

/// The whole payload of a verified table. Its first byte is at the begin of a page, if the table is
/// a mapped file.
#[derive(Debug)]
pub struct Payload {
    contents: FileContents,
    /// The offset of its end in the file.
    end: usize,
}

impl Deref for Payload {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.contents[HEADER_LEN..self.end]
    }
}

/// A table or a checkpoint, open for reading. It can be shared between threads.
pub struct Table {
    path: PathBuf,
    contents: FileContents,
    header: Header,
    /// The offset of the end of the payload in the file.
    payload_end: usize,
    /// The offset of the checksums in the file.
    sums_at: usize,
    /// One bit per block: whether it was verified.
    verified: Vec<AtomicU64>,
}

impl Table {
    /// Opens the file `path` and checks its header, its length and its array of checksums, but not
    /// its payload.
    ///
    /// The file is mapped into memory, read-only. While the table is open, no process may truncate
    /// or modify the file (replacing it by a rename, as [`write`] does, is allowed): the system
    /// terminates a process that reads the missing part of a truncated file. The same happens on
    /// read errors of the disk.
    ///
    /// Cost: some microseconds, and one per 100 MB of payload; memory for one bit per block.
    ///
    /// [`write`]: crate::write()
    ///
    /// # Errors
    ///
    /// [`TableError::NotATable`], [`TableError::Version`], [`TableError::HeaderChecksum`],
    /// [`TableError::Header`], [`TableError::Length`], [`TableError::EndMark`],
    /// [`TableError::Checksums`], in this order, and [`TableError::Io`].
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::open_in(&Disk, path)
    }

    /// Opens the file `path` of `storage`, as [`Table::open`].
    ///
    /// # Errors
    ///
    /// As [`Table::open`].
    pub fn open_in(storage: &dyn Storage, path: &Path) -> Result<Self, TableError> {
        let contents = storage.read(path).map_err(TableError::io(path))?;
        let header = Header::decode(&contents, path)?;
        let path = path.to_owned();
        let found = contents.len() as u64;
        let expected = file_len(header.payload_len).expect("a decoded header has a length");
        if found != expected {
            return Err(TableError::Length { path, expected, found });
        }
        if !contents.ends_with(&END_MARK) {
            return Err(TableError::EndMark { path });
        }
        // The file is in memory, so lengths within it fit into `usize`.
        let inside = |n: u64| usize::try_from(n).expect("lengths inside of a slice");
        let n_blocks = inside(blocks(header.payload_len));
        let sums_at = HEADER_LEN + n_blocks * BLOCK_LEN;
        let sums = &contents[sums_at..sums_at + n_blocks * SUM_LEN];
        if checksum::of_sums(n_blocks as u64, sums) != header.sums_sum {
            return Err(TableError::Checksums { path });
        }
        let payload_end = HEADER_LEN + inside(header.payload_len);
        let verified = (0..n_blocks.div_ceil(BITS)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { path, contents, header, payload_end, sums_at, verified })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the description in the header.
    #[must_use]
    pub fn description(&self) -> &TableDescription {
        &self.header.description
    }

    /// Returns the counts of the series `name`, if it exists.
    #[must_use]
    pub fn counts(&self, name: &str) -> Option<&[u64]> {
        let series = self.description().series.iter().find(|series| series.name == name)?;
        Some(&series.counts)
    }

    /// Returns the expected BLAKE3 hash of the payload.
    #[must_use]
    pub fn content_hash(&self) -> &[u8; 32] {
        &self.header.content
    }

    /// Returns the length of the payload in bytes.
    #[must_use]
    pub fn payload_len(&self) -> u64 {
        self.header.payload_len
    }

    /// Returns the number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        blocks(self.header.payload_len)
    }

    /// Checks that this is a finished table of `definition`.
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`], [`TableError::WrongDefinition`].
    pub fn expect_table(&self, definition: &[u8; 32]) -> Result<(), TableError> {
        match self.description().kind {
            FileKind::Table => self.expect_definition(definition),
            found @ FileKind::Checkpoint { .. } => {
                Err(TableError::WrongKind { path: self.path.clone(), expected: "table", found })
            }
        }
    }

    /// Checks that this is a checkpoint of `definition`, and returns its step.
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`], [`TableError::WrongDefinition`].
    pub fn expect_checkpoint(&self, definition: &[u8; 32]) -> Result<u32, TableError> {
        match self.description().kind {
            FileKind::Checkpoint { step } => self.expect_definition(definition).map(|()| step),
            found @ FileKind::Table => Err(TableError::WrongKind {
                path: self.path.clone(),
                expected: "checkpoint",
                found,
            }),
        }
    }

    fn expect_definition(&self, expected: &[u8; 32]) -> Result<(), TableError> {
        let TableDescription { definition, label, .. } = self.description();
        if definition == expected {
            return Ok(());
        }
        Err(TableError::WrongDefinition {
            path: self.path.clone(),
            label: label.clone(),
            expected: Box::new(*expected),
            found: Box::new(*definition),
        })
    }

    /// Returns the bytes of the payload in a range of offsets.
    ///
    /// Cost: negligible in verified blocks; about 10 µs per other block, plus the disk access.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfRange`], [`TableError::Block`], [`TableError::Padding`].
    #[inline]
    pub fn bytes(&self, range: Range<u64>) -> Result<&[u8], TableError> {
        if range.start > range.end || range.end > self.header.payload_len {
            return Err(self.out_of_range(range));
        }
        // Both fit: the payload is in memory.
        let (Ok(start), Ok(end)) = (usize::try_from(range.start), usize::try_from(range.end))
        else {
            return Err(self.out_of_range(range));
        };
        for block in start / BLOCK_LEN..end.div_ceil(BLOCK_LEN) {
            if !self.is_verified(block) {
                self.verify_block(block)?;
            }
        }
        Ok(&self.contents[HEADER_LEN + start..HEADER_LEN + end])
    }

    /// Returns block `index`, counted from 0: [`BLOCK_LEN`] bytes, fewer in the last block.
    ///
    /// # Errors
    ///
    /// As [`Table::bytes`].
    pub fn block(&self, index: u64) -> Result<&[u8], TableError> {
        let start = index.saturating_mul(BLOCK_LEN as u64);
        let end = start.saturating_add(BLOCK_LEN as u64);
        if start >= self.header.payload_len {
            return Err(self.out_of_range(start..end));
        }
        self.bytes(start..end.min(self.header.payload_len))
    }

    /// Returns the byte of the payload at `offset`.
    ///
    /// # Errors
    ///
    /// As [`Table::bytes`].
    #[inline]
    pub fn byte(&self, offset: u64) -> Result<u8, TableError> {
        Ok(self.bytes(offset..offset.saturating_add(1))?[0])
    }

    /// Returns the eight bytes of the payload from `offset` on as a little-endian number; `offset`
    /// need not be a multiple of eight.
    ///
    /// # Errors
    ///
    /// As [`Table::bytes`].
    #[inline]
    pub fn u64_at(&self, offset: u64) -> Result<u64, TableError> {
        let bytes = self.bytes(offset..offset.saturating_add(8))?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes were asked for")))
    }

    /// Reads the whole file and compares every block with its checksum, the padding with zeros and
    /// the payload with its hash.
    ///
    /// Cost: one pass over the file, at about 4 GB/s a thread if it is in memory.
    ///
    /// # Errors
    ///
    /// [`TableError::Block`] or [`TableError::Padding`] for the first bad block, else
    /// [`TableError::Content`]; [`TableError::Stopped`], [`TableError::Threads`].
    pub fn verify(&self, work: &WorkContext<'_>) -> Result<(), TableError> {
        self.verify_all(work, |_| ())
    }

    /// Fills `buffers`, one after the other, with the whole payload, verified as by
    /// [`Table::verify`].
    ///
    /// After an error the contents of the buffers are unspecified.
    ///
    /// # Errors
    ///
    /// [`TableError::Buffers`] unless the buffers together are as long as the payload; else as
    /// [`Table::verify`].
    pub fn read_payload_into(
        &self,
        buffers: &mut [&mut [u8]],
        work: &WorkContext<'_>,
    ) -> Result<(), TableError> {
        let found = buffers.iter().map(|buffer| buffer.len() as u64).sum();
        if found != self.payload_len() {
            let (path, expected) = (self.path.clone(), self.payload_len());
            return Err(TableError::Buffers { path, expected, found });
        }
        let mut buffers = buffers.iter_mut();
        let mut free: &mut [u8] = &mut [];
        self.verify_all(work, move |mut chunk| {
            while !chunk.is_empty() {
                if free.is_empty() {
                    free = buffers.next().expect("the buffers are as long as the payload");
                }
                let n = chunk.len().min(free.len());
                let into = free.split_off_mut(..n).expect("the slice is long enough");
                let from = chunk.split_off(..n).expect("the slice is long enough");
                into.copy_from_slice(from);
            }
        })
    }

    /// Verifies everything, as [`Table::verify`], and returns the payload. It stays in the mapped
    /// file, in memory that all processes share; the conditions of [`Table::open`] hold as long as
    /// it is used.
    ///
    /// # Errors
    ///
    /// As [`Table::verify`].
    pub fn into_payload(self, work: &WorkContext<'_>) -> Result<Payload, TableError> {
        self.verify(work)?;
        Ok(Payload { contents: self.contents, end: self.payload_end })
    }

    /// Verifies everything and passes the payload to `take` in chunks.
    fn verify_all(
        &self,
        work: &WorkContext<'_>,
        take: impl FnMut(&[u8]) + Send,
    ) -> Result<(), TableError> {
        work.run(&self.path, self.payload_len(), |has_threads| {
            self.verify_chunks(work, take, has_threads)
        })
    }

    fn verify_chunks(
        &self,
        work: &WorkContext<'_>,
        mut take: impl FnMut(&[u8]) + Send,
        has_threads: bool,
    ) -> Result<(), TableError> {
        let mut hasher = blake3::Hasher::new();
        let mut done = 0;
        for chunk in self.contents[HEADER_LEN..self.payload_end].chunks(CHUNK_LEN) {
            work.check_stopped(&self.path)?;
            let first = done / BLOCK_LEN;
            let last = first + chunk.len().div_ceil(BLOCK_LEN);
            let bad = if has_threads {
                let ((), bad) = rayon::join(
                    || take(chunk),
                    || {
                        hasher.update_rayon(chunk);
                        // Report the first one, independent of the number of threads.
                        (first..last)
                            .into_par_iter()
                            .find_map_first(|block| self.verify_block(block).err())
                    },
                );
                bad
            } else {
                take(chunk);
                hasher.update(chunk);
                (first..last).find_map(|block| self.verify_block(block).err())
            };
            if let Some(error) = bad {
                return Err(error);
            }
            done += chunk.len();
            (work.progress)(done as u64, self.payload_len());
        }
        if hasher.finalize() == self.header.content {
            Ok(())
        } else {
            Err(TableError::Content { path: self.path.clone() })
        }
    }

    /// Returns whether the block was verified before.
    #[inline]
    fn is_verified(&self, block: usize) -> bool {
        self.verified[block / BITS].load(Ordering::Relaxed) >> (block % BITS) & 1 == 1
    }

    /// Verifies the checksum of a block and that its padding is zero.
    #[cold]
    fn verify_block(&self, block: usize) -> Result<(), TableError> {
        let index = block as u64;
        let start = HEADER_LEN + block * BLOCK_LEN;
        let bytes = &self.contents[start..start + BLOCK_LEN];
        let sum_at = self.sums_at + block * SUM_LEN;
        let sum = checksum::of_numbered(index, bytes);
        if self.contents[sum_at..sum_at + SUM_LEN] != sum.to_le_bytes() {
            return Err(TableError::Block { path: self.path.clone(), index });
        }
        let used = (self.payload_end - start).min(BLOCK_LEN);
        if bytes[used..].iter().any(|&byte| byte != 0) {
            return Err(TableError::Padding { path: self.path.clone(), index });
        }
        self.verified[block / BITS].fetch_or(1 << (block % BITS), Ordering::Relaxed);
        Ok(())
    }

    #[cold]
    fn out_of_range(&self, range: Range<u64>) -> TableError {
        TableError::OutOfRange {
            path: self.path.clone(),
            start: range.start,
            end: range.end,
            payload_len: self.payload_len(),
        }
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("path", &self.path).field("header", &self.header).finish()
    }
}
