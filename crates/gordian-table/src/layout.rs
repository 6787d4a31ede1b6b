//! The file layout: all offsets and lengths.
//!
//! ```text
//!            0 ┌────────────────────────────┐
//!              │ header             4096 B  │
//!         4096 ├────────────────────────────┤
//!              │ block 0           65536 B  │
//!              ├────────────────────────────┤
//!              │ …                          │
//!              ├────────────────────────────┤
//!              │ block n−1         65536 B  │  zeros after the payload's end
//! 4096+65536·n ├────────────────────────────┤
//!              │ checksums           4·n B  │
//!              ├────────────────────────────┤
//!              │ end mark             8 B   │
//!              └────────────────────────────┘
//! ```
//!
//! and in the header (all numbers little-endian):
//!
//! ```text
//! offset  size
//!      0     8  magic
//!      8     4  version
//!     12     4  kind: 1 table, 2 checkpoint
//!     16     4  step of a checkpoint, else 0
//!     20     4  length of a block
//!     24     8  length of the payload
//!     32     8  length of the file
//!     40    32  definition
//!     72    32  BLAKE3 hash of the payload
//!    104     4  checksum of the checksums
//!    108     4  number of series
//!    112     4  length of the label
//!    116    64  label
//!    180   4 ×  series: ─┬─ 4  length of the name
//!        (552)           ├─ 4  number of counts
//!                        ├─ 32 name
//!                        └─ 64 × 8 counts
//!   2388  1704  zeros
//!   4092     4  checksum of the 4092 bytes before
//! ```
//!
//! Unused bytes of a field are zero, so that equal content gives equal files; readers reject other
//! values.

/// The format version that is written, and the only one that is read.
pub const VERSION: u32 = 1;
/// Bytes in a block.
pub const BLOCK_LEN: usize = 65_536;

/// The number of bytes that are hashed and written at a time: enough to occupy many threads, and
/// few enough to stay in the cache between both accesses.
pub(crate) const CHUNK_LEN: usize = 128 * BLOCK_LEN;
/// The longest label, in bytes.
pub const MAX_LABEL_LEN: usize = 64;
/// The maximal number of series.
pub const MAX_SERIES: usize = 4;
/// The longest name of a series, in bytes.
pub const MAX_NAME_LEN: usize = 32;
/// The maximal number of counts of a series.
pub const MAX_COUNTS: usize = 64;

/// The first bytes of every file. The first byte is not valid text, and the line ends detect
/// transfers that convert line ends.
pub(crate) const MAGIC: [u8; 8] = *b"\x89GTB\r\n\x1a\n";
/// The last bytes of every file.
pub(crate) const END_MARK: [u8; 8] = *b"GTB end\n";

const U32: usize = 4;
const U64: usize = 8;
/// Bytes in a BLAKE3 hash and in a definition.
pub(crate) const HASH_LEN: usize = 32;
/// Bytes in a checksum.
pub(crate) const SUM_LEN: usize = U32;

pub(crate) const HEADER_LEN: usize = 4096;

pub(crate) const VERSION_AT: usize = MAGIC.len();
pub(crate) const KIND_AT: usize = VERSION_AT + U32;
pub(crate) const STEP_AT: usize = KIND_AT + U32;
pub(crate) const BLOCK_LEN_AT: usize = STEP_AT + U32;
pub(crate) const PAYLOAD_LEN_AT: usize = BLOCK_LEN_AT + U32;
pub(crate) const FILE_LEN_AT: usize = PAYLOAD_LEN_AT + U64;
pub(crate) const DEFINITION_AT: usize = FILE_LEN_AT + U64;
pub(crate) const CONTENT_AT: usize = DEFINITION_AT + HASH_LEN;
pub(crate) const SUMS_SUM_AT: usize = CONTENT_AT + HASH_LEN;
pub(crate) const SERIES_LEN_AT: usize = SUMS_SUM_AT + SUM_LEN;
pub(crate) const LABEL_LEN_AT: usize = SERIES_LEN_AT + U32;
pub(crate) const LABEL_AT: usize = LABEL_LEN_AT + U32;
pub(crate) const SERIES_AT: usize = LABEL_AT + MAX_LABEL_LEN;
/// The size of a series in bytes.
pub(crate) const SERIES_SIZE: usize = COUNTS_IN_SERIES + MAX_COUNTS * U64;
pub(crate) const COUNTS_LEN_IN_SERIES: usize = U32;
pub(crate) const NAME_IN_SERIES: usize = COUNTS_LEN_IN_SERIES + U32;
pub(crate) const COUNTS_IN_SERIES: usize = NAME_IN_SERIES + MAX_NAME_LEN;
const RESERVED_AT: usize = SERIES_AT + MAX_SERIES * SERIES_SIZE;
pub(crate) const HEADER_SUM_AT: usize = HEADER_LEN - SUM_LEN;

// The figures above and in the format documentation.
const _: () = assert!(DEFINITION_AT == 40 && SUMS_SUM_AT == 104 && SERIES_AT == 180);
const _: () = assert!(SERIES_SIZE == 552 && RESERVED_AT == 2388 && HEADER_SUM_AT == 4092);

const HEADER_BYTES: u64 = HEADER_LEN as u64;
const BLOCK_BYTES: u64 = BLOCK_LEN as u64;
const SUM_BYTES: u64 = SUM_LEN as u64;
const END_BYTES: u64 = END_MARK.len() as u64;

/// The length of a file without payload, the minimal length.
pub(crate) const MIN_FILE_LEN: u64 = HEADER_BYTES + END_BYTES;

/// Returns the number of blocks of a payload.
pub(crate) const fn blocks(payload_len: u64) -> u64 {
    payload_len.div_ceil(BLOCK_BYTES)
}

/// Returns the offset of the checksums, or `None` on overflow.
pub(crate) fn sums_at(payload_len: u64) -> Option<u64> {
    blocks(payload_len).checked_mul(BLOCK_BYTES)?.checked_add(HEADER_BYTES)
}

/// Returns the length of the file, or `None` on overflow.
pub(crate) fn file_len(payload_len: u64) -> Option<u64> {
    let sums = blocks(payload_len).checked_mul(SUM_BYTES)?;
    sums_at(payload_len)?.checked_add(sums)?.checked_add(END_BYTES)
}
