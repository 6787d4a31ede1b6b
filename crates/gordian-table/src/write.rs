//! Atomic and durable writing of files.
//!
//! ```text
//! create  x.tmp ─ payload, checksums, header ─ sync x.tmp ─ rename to x ─ sync the folder
//!                                                  │              │             │
//!                                    all bytes are durable   x is the old  x is the new
//!                                    under the other name    or the new    one for good
//! ```
//!
//! The file is synced before the rename: otherwise a crash could preserve the name and lose the
//! bytes. The folder is synced before the writer returns: otherwise the caller could remove a file
//! that it considers replaced (a checkpoint), and a crash could revert the rename but not the
//! removal.
//!
//! The payload is written from memory in chunks: one thread passes a chunk to the system while the
//! others hash it. Hashing everything first would cost a second pass over memory and leave the
//! other threads idle while the system copies.

use std::borrow::Cow;
use std::path::Path;

use rayon::prelude::*;

use crate::header::Header;
use crate::layout::{BLOCK_LEN, CHUNK_LEN, END_MARK, HEADER_LEN, blocks, file_len, sums_at};
use crate::paths::{parent_folder, sibling_path};
use crate::{Storage, TableDescription, TableError, WorkContext, WritableFile, checksum};

/// Writes the file `path`; the caller holds the lock.
pub(crate) fn replace(
    storage: &dyn Storage,
    path: &Path,
    description: &TableDescription,
    payload: &[&[u8]],
    work: &WorkContext<'_>,
) -> Result<(), TableError> {
    if let Some(field) = description.invalid_field() {
        return Err(TableError::Description { path: path.to_owned(), field });
    }
    let payload_len = payload.iter().map(|slice| slice.len() as u64).sum();
    if file_len(payload_len).is_none() {
        return Err(TableError::Description { path: path.to_owned(), field: "length" });
    }
    let header = Header {
        description: description.clone(),
        payload_len,
        // Set after the payload is written.
        content: [0; 32],
        sums_sum: 0,
    };
    let temporary = sibling_path(path, ".tmp");
    let renamed = write_temporary(storage, path, &temporary, header, payload, work)
        .and_then(|()| storage.rename(&temporary, path).map_err(TableError::io(path)));
    if renamed.is_err() {
        // Report the first error; the next build removes a remaining temporary file.
        drop(storage.remove(&temporary));
    }
    renamed?;
    storage.sync_folder(parent_folder(path)).map_err(TableError::io(path))
}

/// Writes the file under its temporary name and makes it durable.
fn write_temporary(
    storage: &dyn Storage,
    path: &Path,
    temporary: &Path,
    mut header: Header,
    payload: &[&[u8]],
    work: &WorkContext<'_>,
) -> Result<(), TableError> {
    let mut file = storage.create(temporary).map_err(TableError::io(path))?;
    let stream = PayloadWriter { path, payload_len: header.payload_len, work };
    let (content, mut sums) = work.run(path, header.payload_len, |has_threads| {
        stream.run(&mut *file, payload, has_threads)
    })?;
    header.content = content;
    header.sums_sum = checksum::of_sums(blocks(header.payload_len), &sums);
    sums.extend(END_MARK);
    let sums_at = sums_at(header.payload_len).expect("the length was checked before");
    let mut finish = || {
        file.write_at(sums_at, &sums)?;
        file.write_at(0, &header.encode())?;
        file.sync()
    };
    finish().map_err(TableError::io(path))
}

/// Writes and hashes a payload.
struct PayloadWriter<'a> {
    path: &'a Path,
    payload_len: u64,
    work: &'a WorkContext<'a>,
}

impl PayloadWriter<'_> {
    /// Writes the blocks; returns the hash of the payload and the encoded checksums. The padding of
    /// the last block results from the gap before the checksums.
    fn run(
        &self,
        file: &mut dyn WritableFile,
        payload: &[&[u8]],
        has_threads: bool,
    ) -> Result<([u8; 32], Vec<u8>), TableError> {
        let mut hasher = blake3::Hasher::new();
        let mut sums = Vec::new();
        let mut done = 0;
        let mut block = 0;
        for chunk in chunks(payload) {
            self.work.check_stopped(self.path)?;
            let at = HEADER_LEN as u64 + done;
            let (written, new_sums) = if has_threads {
                rayon::join(
                    || file.write_at(at, &chunk),
                    || {
                        hasher.update_rayon(&chunk);
                        let numbered = chunk.par_chunks(BLOCK_LEN).enumerate();
                        numbered.map(|(nth, bytes)| sum_of(block, nth, bytes)).collect::<Vec<_>>()
                    },
                )
            } else {
                hasher.update(&chunk);
                let numbered = chunk.chunks(BLOCK_LEN).enumerate();
                let sums = numbered.map(|(nth, bytes)| sum_of(block, nth, bytes)).collect();
                (file.write_at(at, &chunk), sums)
            };
            written.map_err(TableError::io(self.path))?;
            block += new_sums.len() as u64;
            sums.extend(new_sums.into_iter().flat_map(u32::to_le_bytes));
            done += chunk.len() as u64;
            (self.work.progress)(done, self.payload_len);
        }
        Ok((hasher.finalize().into(), sums))
    }
}

/// Returns the checksum of a block of a chunk whose first block has the number `first`.
fn sum_of(first: u64, nth: usize, bytes: &[u8]) -> u32 {
    checksum::block(first + nth as u64, bytes)
}

/// Splits the concatenation of `slices` into chunks of [`CHUNK_LEN`] bytes (the last one may be
/// shorter); copies only chunks that span slices.
fn chunks<'a>(slices: &'a [&'a [u8]]) -> impl Iterator<Item = Cow<'a, [u8]>> {
    let mut slices = slices.iter();
    let mut rest: &[u8] = &[];
    std::iter::from_fn(move || {
        let mut gathered = Vec::new();
        loop {
            let missing = CHUNK_LEN - gathered.len();
            if gathered.is_empty() && rest.len() >= missing {
                let chunk = rest.split_off(..missing).expect("the slice is long enough");
                return Some(Cow::Borrowed(chunk));
            }
            let part = rest.split_off(..missing.min(rest.len())).expect("the slice is long enough");
            gathered.extend_from_slice(part);
            if gathered.len() == CHUNK_LEN {
                return Some(Cow::Owned(gathered));
            }
            match slices.next() {
                Some(slice) => rest = slice,
                None if gathered.is_empty() => return None,
                None => return Some(Cow::Owned(gathered)),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chunks within a slice are borrowed, chunks that span slices are copied, and no byte is lost.
    #[test]
    fn chunks_are_copied_only_across_slices() {
        let bytes: Vec<u8> = (0..=255).cycle().take(3 * CHUNK_LEN + 10).collect();
        let (first, rest) = bytes.split_at(CHUNK_LEN + 5);
        let slices = [first, &[], rest];
        let chunks: Vec<Cow<'_, [u8]>> = chunks(&slices).collect();
        let copied: Vec<bool> = chunks.iter().map(|chunk| matches!(chunk, Cow::Owned(_))).collect();
        assert_eq!(copied, [false, true, false, true]);
        assert!(chunks.iter().take(3).all(|chunk| chunk.len() == CHUNK_LEN));
        assert!(chunks.concat() == bytes);
    }
}
