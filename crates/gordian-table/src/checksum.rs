//! Checksums that know their place.
//!
//! A checksum is the CRC-32C (the Castagnoli polynomial, as in iSCSI) of a number, as eight
//! little-endian bytes, followed by the bytes themselves. The number is that of the block, so that
//! the same bytes in another place have another checksum and a block that was written to the wrong
//! place shows even if its checksum went with it; for the checksums themselves it is how many there
//! are.
//!
//! Why CRC-32C: processors compute it, at the speed of memory, so that a block can be checked
//! whenever it is touched first. The hash of the whole is for what a CRC cannot promise.

use crate::layout::BLOCK_LEN;

/// The padding of the last block.
static ZEROS: [u8; BLOCK_LEN] = [0; BLOCK_LEN];

/// Returns the checksum of `bytes` in the place `number`.
pub(crate) fn numbered(number: u64, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&number.to_le_bytes()), bytes)
}

/// Returns the checksum of block `index` whose payload is `bytes`, with the padding it gets if they
/// are fewer than a block has.
pub(crate) fn block(index: u64, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(numbered(index, bytes), &ZEROS[bytes.len()..])
}

/// Returns the checksum of all the checksums, given as they stand in the file.
pub(crate) fn of_sums(blocks: u64, sums: &[u8]) -> u32 {
    numbered(blocks, sums)
}

/// Returns the checksum of a header, given without the place for it.
pub(crate) fn of_header(bytes: &[u8]) -> u32 {
    crc32c::crc32c(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value that catalogues of CRCs give for CRC-32C (also called CRC-32/ISCSI).
    #[test]
    fn it_is_the_castagnoli_polynomial() {
        assert_eq!(of_header(b"123456789"), 0xE306_9283);
    }

    #[test]
    fn the_place_and_the_padding_count() {
        assert_eq!(numbered(5, b"bytes"), of_header(b"\x05\0\0\0\0\0\0\0bytes"));
        let mut padded = b"bytes".to_vec();
        padded.resize(BLOCK_LEN, 0);
        assert_eq!(block(5, b"bytes"), numbered(5, &padded));
        assert_eq!(block(5, &padded), numbered(5, &padded));
        assert_ne!(block(5, &padded), block(6, &padded));
    }
}
