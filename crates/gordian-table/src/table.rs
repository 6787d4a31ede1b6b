//! Reading: a block is compared with its checksum before its first byte is given away.
//!
//! An open table is a map of its file and one bit per block, "compared and found right". The bits
//! are the whole state of a reader: they only ever go from 0 to 1, any thread may set them, and two
//! threads that compare the same block at the same time merely do it twice. A bit publishes nothing
//! but itself, the bytes being there before and after, so its accesses are relaxed.
//!
//! Once its block is compared, a byte costs a look at the bit (35,000 blocks, a table of 2.3 GB, have
//! their bits in 4.4 KB) and a look at the byte.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::header::Header;
use crate::layout::{BLOCK_LEN, END_MARK, HEADER_LEN, SUM_LEN, blocks, file_len};
use crate::write::PIECE_LEN;
use crate::{Contents, Description, Disk, Kind, Storage, TableError, Work, checksum};

const BITS: usize = 64;

/// A table or a checkpoint, open for reading; shared freely between threads.
pub struct Table {
    path: PathBuf,
    contents: Contents,
    header: Header,
    /// Where the payload ends in the file.
    payload_end: usize,
    /// Where the checksums begin in the file.
    sums_at: usize,
    /// One bit per block: it is what was written.
    sound: Vec<AtomicU64>,
}

impl Table {
    /// Opens the file `path` and checks its header, its length and its array of checksums, not yet
    /// its payload.
    ///
    /// The file is mapped into memory, read-only. While the table is open, nobody may truncate the
    /// file or write into it (to replace it by renaming another one is fine, and what [`write`] does):
    /// whoever reads the missing part of a truncated file is ended by the system. The same happens
    /// when the disk itself cannot be read.
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

    /// Opens the file `path` of `storage`; everything else is as with [`Table::open`].
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
        // The file is in memory: what is inside it can be counted.
        let inside = |n: u64| usize::try_from(n).expect("lengths inside of a slice");
        let n_blocks = inside(blocks(header.payload_len));
        let sums_at = HEADER_LEN + n_blocks * BLOCK_LEN;
        let sums = &contents[sums_at..sums_at + n_blocks * SUM_LEN];
        if checksum::of_sums(n_blocks as u64, sums) != header.sums_sum {
            return Err(TableError::Checksums { path });
        }
        let payload_end = HEADER_LEN + inside(header.payload_len);
        let sound = (0..n_blocks.div_ceil(BITS)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { path, contents, header, payload_end, sums_at, sound })
    }

    /// Returns the file's name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what the file says of itself.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.header.description
    }

    /// Returns the counts of the series `name`, if there is one.
    #[must_use]
    pub fn counts(&self, name: &str) -> Option<&[u64]> {
        let series = self.description().series.iter().find(|series| series.name == name)?;
        Some(&series.counts)
    }

    /// Returns the BLAKE3 hash that the payload should have.
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

    /// Makes sure that this is a finished table of `definition`.
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`], [`TableError::WrongDefinition`].
    pub fn expect_table(&self, definition: &[u8; 32]) -> Result<(), TableError> {
        match self.description().kind {
            Kind::Table => self.expect_definition(definition),
            found @ Kind::Checkpoint { .. } => {
                Err(TableError::WrongKind { path: self.path.clone(), expected: "table", found })
            }
        }
    }

    /// Makes sure that this is a checkpoint of `definition`, and returns its step.
    ///
    /// # Errors
    ///
    /// [`TableError::WrongKind`], [`TableError::WrongDefinition`].
    pub fn expect_checkpoint(&self, definition: &[u8; 32]) -> Result<u32, TableError> {
        match self.description().kind {
            Kind::Checkpoint { step } => self.expect_definition(definition).map(|()| step),
            found @ Kind::Table => Err(TableError::WrongKind {
                path: self.path.clone(),
                expected: "checkpoint",
                found,
            }),
        }
    }

    fn expect_definition(&self, expected: &[u8; 32]) -> Result<(), TableError> {
        let Description { definition, label, .. } = self.description();
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

    /// Returns the bytes of the payload with these offsets, counted from 0.
    ///
    /// Cost: nothing to speak of where the blocks were touched before; about 10 µs for each that was
    /// not, and the time the disk needs.
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
            if !self.is_sound(block) {
                self.compare(block)?;
            }
        }
        Ok(&self.contents[HEADER_LEN + start..HEADER_LEN + end])
    }

    /// Returns block `index`, counted from 0: [`BLOCK_LEN`] bytes, in the last block those that belong
    /// to the payload.
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
    pub fn verify(&self, work: &Work<'_>) -> Result<(), TableError> {
        self.pass(work, |_| ())
    }

    /// Fills `buffers`, one after the other, with the whole payload, verified as by
    /// [`Table::verify`].
    ///
    /// On an error the contents of the buffers mean nothing.
    ///
    /// # Errors
    ///
    /// [`TableError::Buffers`] unless the buffers together are as long as the payload; else as
    /// [`Table::verify`].
    pub fn read_payload_into(
        &self,
        buffers: &mut [&mut [u8]],
        work: &Work<'_>,
    ) -> Result<(), TableError> {
        let found = buffers.iter().map(|buffer| buffer.len() as u64).sum();
        if found != self.payload_len() {
            let (path, expected) = (self.path.clone(), self.payload_len());
            return Err(TableError::Buffers { path, expected, found });
        }
        let mut buffers = buffers.iter_mut();
        let mut room: &mut [u8] = &mut [];
        self.pass(work, move |mut piece| {
            while !piece.is_empty() {
                if room.is_empty() {
                    room = buffers.next().expect("the buffers are as long as the payload");
                }
                let n = piece.len().min(room.len());
                let into = room.split_off_mut(..n).expect("it is long enough");
                let from = piece.split_off(..n).expect("it is long enough");
                into.copy_from_slice(from);
            }
        })
    }

    /// Compares everything, giving the payload to `take` piece by piece.
    fn pass(&self, work: &Work<'_>, take: impl FnMut(&[u8]) + Send) -> Result<(), TableError> {
        work.run(&self.path, || self.pieces(work, take))
    }

    fn pieces(
        &self,
        work: &Work<'_>,
        mut take: impl FnMut(&[u8]) + Send,
    ) -> Result<(), TableError> {
        let mut hasher = blake3::Hasher::new();
        let mut done = 0;
        for piece in self.contents[HEADER_LEN..self.payload_end].chunks(PIECE_LEN) {
            work.go_on(&self.path)?;
            let first = done / BLOCK_LEN;
            let last = first + piece.len().div_ceil(BLOCK_LEN);
            let ((), bad) = rayon::join(
                || take(piece),
                || {
                    hasher.update_rayon(piece);
                    // The first one, whatever the number of threads.
                    (first..last).into_par_iter().find_map_first(|block| self.compare(block).err())
                },
            );
            if let Some(error) = bad {
                return Err(error);
            }
            done += piece.len();
            (work.progress)(done as u64, self.payload_len());
        }
        if hasher.finalize() == self.header.content {
            Ok(())
        } else {
            Err(TableError::Content { path: self.path.clone() })
        }
    }

    /// Returns whether the block was compared before.
    #[inline]
    fn is_sound(&self, block: usize) -> bool {
        self.sound[block / BITS].load(Ordering::Relaxed) >> (block % BITS) & 1 == 1
    }

    /// Compares a block with its checksum and its padding with zeros.
    #[cold]
    fn compare(&self, block: usize) -> Result<(), TableError> {
        let index = block as u64;
        let start = HEADER_LEN + block * BLOCK_LEN;
        let bytes = &self.contents[start..start + BLOCK_LEN];
        let sum_at = self.sums_at + block * SUM_LEN;
        let sum = checksum::numbered(index, bytes);
        if self.contents[sum_at..sum_at + SUM_LEN] != sum.to_le_bytes() {
            return Err(TableError::Block { path: self.path.clone(), index });
        }
        let used = (self.payload_end - start).min(BLOCK_LEN);
        if bytes[used..].iter().any(|&byte| byte != 0) {
            return Err(TableError::Padding { path: self.path.clone(), index });
        }
        self.sound[block / BITS].fetch_or(1 << (block % BITS), Ordering::Relaxed);
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
