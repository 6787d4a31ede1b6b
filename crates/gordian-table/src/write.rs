//! Writing a file so that it is there whole or not at all.
//!
//! ```text
//! create  x.tmp ─ payload, checksums, header ─ sync x.tmp ─ rename to x ─ sync the folder
//!                                                  │              │             │
//!                                    all bytes are durable   x is the old  x is the new
//!                                    under the other name    or the new    one for good
//! ```
//!
//! The file is synced before it is renamed: otherwise the name could survive a crash that the bytes
//! do not. The folder is synced before the writer returns: otherwise the caller could remove what he
//! thinks is replaced (a checkpoint) and the crash bring both changes back in the other order.
//!
//! The payload is taken as it lies in memory, piece by piece: one thread hands a piece to the system
//! while the others hash it. To hash first and write after in one go would cost a second pass over
//! memory and leave the other threads idle while the system copies.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::header::Header;
use crate::layout::{BLOCK_LEN, END_MARK, HEADER_LEN, blocks, file_len, sums_at};
use crate::{Build, Description, NewFile, Storage, TableError, Work, checksum};

/// Bytes that are hashed and handed to the system at a time: enough to keep many threads busy, few
/// enough to be still in the cache when the second of them reads it.
pub(crate) const PIECE_LEN: usize = 128 * BLOCK_LEN;

/// Writes the file `path` whose payload is the concatenation of `payload`.
///
/// It appears under its name complete, in the place of a file that was there, or not at all; when
/// this returns without an error, it also survives a crash of the machine. The folder must exist.
/// Beside it are written `<path>.tmp`, which goes away, and `<path>.lock`, which stays.
///
/// Cost: one pass over the payload, which is not copied except for 8 MiB around the seams of its
/// slices, plus what the disk needs to make it durable.
///
/// # Errors
///
/// [`TableError::Description`] for what does not fit a header, [`TableError::Busy`] if somebody else
/// is writing the file, [`TableError::Stopped`], [`TableError::Threads`], [`TableError::Io`]. Then
/// the file that had the name still has it; only when the very last step fails (making the name
/// durable) it may be the new one.
pub fn write(
    storage: &dyn Storage,
    path: &Path,
    description: &Description,
    payload: &[&[u8]],
    work: &Work<'_>,
) -> Result<(), TableError> {
    let _build = Build::start(storage, path)?;
    replace(storage, path, description, payload, work)
}

/// Writes the file `path` for a caller who has the lock.
pub(crate) fn replace(
    storage: &dyn Storage,
    path: &Path,
    description: &Description,
    payload: &[&[u8]],
    work: &Work<'_>,
) -> Result<(), TableError> {
    description.check(path)?;
    let payload_len = payload.iter().map(|slice| slice.len() as u64).sum();
    if file_len(payload_len).is_none() {
        return Err(TableError::Description { path: path.to_owned(), field: "length" });
    }
    let header = Header {
        description: description.clone(),
        payload_len,
        // Known when the payload has gone by.
        content: [0; 32],
        sums_sum: 0,
    };
    let temporary = beside(path, ".tmp");
    let renamed = fill(storage, path, &temporary, header, payload, work)
        .and_then(|()| storage.rename(&temporary, path).map_err(TableError::io(path)));
    if renamed.is_err() {
        // The first error is the one to report; what stays is removed by the next build.
        drop(storage.remove(&temporary));
    }
    renamed?;
    storage.sync_folder(folder(path)).map_err(TableError::io(path))
}

/// Writes all of the file under its temporary name and makes it durable.
fn fill(
    storage: &dyn Storage,
    path: &Path,
    temporary: &Path,
    mut header: Header,
    payload: &[&[u8]],
    work: &Work<'_>,
) -> Result<(), TableError> {
    let mut file = storage.create(temporary).map_err(TableError::io(path))?;
    let stream = Stream { path, payload_len: header.payload_len, work };
    let (content, mut sums) = work.run(path, || stream.run(&mut *file, payload))?;
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

/// The payload on its way to the disk.
struct Stream<'a> {
    path: &'a Path,
    payload_len: u64,
    work: &'a Work<'a>,
}

impl Stream<'_> {
    /// Writes the blocks; returns the hash of the payload and the checksums as they stand in the
    /// file. The padding of the last block comes about when the checksums are written behind it.
    fn run(
        &self,
        file: &mut dyn NewFile,
        payload: &[&[u8]],
    ) -> Result<([u8; 32], Vec<u8>), TableError> {
        let mut hasher = blake3::Hasher::new();
        let mut sums = Vec::new();
        let mut done = 0;
        let mut block = 0;
        for piece in pieces(payload) {
            self.work.go_on(self.path)?;
            let at = HEADER_LEN as u64 + done;
            let (written, new_sums) = rayon::join(
                || file.write_at(at, &piece),
                || {
                    hasher.update_rayon(&piece);
                    sums_of(block, &piece)
                },
            );
            written.map_err(TableError::io(self.path))?;
            block += new_sums.len() as u64;
            sums.extend(new_sums.into_iter().flat_map(u32::to_le_bytes));
            done += piece.len() as u64;
            (self.work.progress)(done, self.payload_len);
        }
        Ok((hasher.finalize().into(), sums))
    }
}

/// Returns the checksums of the blocks in `piece`, of which the first has the number `first`.
fn sums_of(first: u64, piece: &[u8]) -> Vec<u32> {
    let numbered = piece.par_chunks(BLOCK_LEN).enumerate();
    numbered.map(|(nth, bytes)| checksum::block(first + nth as u64, bytes)).collect()
}

/// Cuts the concatenation of `slices` into pieces of [`PIECE_LEN`] bytes, the last one of what is
/// left; copies only where a piece spans slices.
fn pieces<'a>(slices: &'a [&'a [u8]]) -> impl Iterator<Item = Cow<'a, [u8]>> {
    let mut slices = slices.iter();
    let mut rest: &[u8] = &[];
    std::iter::from_fn(move || {
        let mut gathered = Vec::new();
        loop {
            let missing = PIECE_LEN - gathered.len();
            if gathered.is_empty() && rest.len() >= missing {
                let piece = rest.split_off(..missing).expect("it is long enough");
                return Some(Cow::Borrowed(piece));
            }
            let part = rest.split_off(..missing.min(rest.len())).expect("it is long enough");
            gathered.extend_from_slice(part);
            if gathered.len() == PIECE_LEN {
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

/// Returns the name of a file that belongs to `path`.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// Returns the folder that `path` is in.
pub(crate) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_beside_and_above() {
        assert_eq!(beside(Path::new("a/b.c"), ".tmp"), Path::new("a/b.c.tmp"));
        assert_eq!(folder(Path::new("a/b.c")), Path::new("a"));
        assert_eq!(folder(Path::new("b.c")), Path::new("."));
        assert_eq!(folder(Path::new("/b.c")), Path::new("/"));
    }

    /// What lies within a slice is not copied; what spans slices is, and nothing is lost.
    #[test]
    fn pieces_are_copied_only_at_seams() {
        let bytes: Vec<u8> = (0..=255).cycle().take(3 * PIECE_LEN + 10).collect();
        let (first, rest) = bytes.split_at(PIECE_LEN + 5);
        let slices = [first, &[], rest];
        let pieces: Vec<Cow<'_, [u8]>> = pieces(&slices).collect();
        let copied: Vec<bool> = pieces.iter().map(|piece| matches!(piece, Cow::Owned(_))).collect();
        assert_eq!(copied, [false, true, false, true]);
        assert!(pieces.iter().take(3).all(|piece| piece.len() == PIECE_LEN));
        assert!(pieces.concat() == bytes);
    }
}
