//! Checksums that depend on the block number.
//!
//! A checksum is the CRC-32C (the Castagnoli polynomial, as in iSCSI) of a number, as eight
//! little-endian bytes, followed by the bytes themselves. For a block it is the block number, so
//! that a misplaced block is detected even if its checksum was misplaced with it; for the array of
//! checksums it is the number of blocks.
//!
//! CRC-32C is computed by processor instructions at memory speed, so every block can be verified on
//! first access. The hash of the payload covers errors that a CRC cannot detect.

use crate::layout::BLOCK_LEN;

/// The padding of the last block.
static ZEROS: [u8; BLOCK_LEN] = [0; BLOCK_LEN];

/// Returns the checksum of `bytes` with the prefix `number`.
pub(crate) fn of_numbered(number: u64, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&number.to_le_bytes()), bytes)
}

/// Returns the checksum of block `index` with payload `bytes`, zero-padded to the length of a
/// block.
pub(crate) fn block(index: u64, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(of_numbered(index, bytes), &ZEROS[bytes.len()..])
}

/// Returns the checksum of the array of checksums, given as stored in the file.
pub(crate) fn of_sums(blocks: u64, sums: &[u8]) -> u32 {
    of_numbered(blocks, sums)
}

/// Returns the checksum of a header, given without its checksum field.
pub(crate) fn of_header(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value that catalogues of CRCs give for CRC-32C (also called CRC-32/ISCSI).
    #[test]
    fn checksum_uses_the_castagnoli_polynomial() {
        assert_eq!(of_header(b"123456789"), 0xE306_9283);
    }

    #[test]
    fn checksum_covers_block_number_and_padding() {
        assert_eq!(of_numbered(5, b"bytes"), of_header(b"\x05\0\0\0\0\0\0\0bytes"));
        let mut padded = b"bytes".to_vec();
        padded.resize(BLOCK_LEN, 0);
        assert_eq!(block(5, b"bytes"), of_numbered(5, &padded));
        assert_eq!(block(5, &padded), of_numbered(5, &padded));
        assert_ne!(block(5, &padded), block(6, &padded));
    }
}
