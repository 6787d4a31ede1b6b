//! Compression by gzip.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The minimum size for compression: a shorter text fits into one or two packets uncompressed.
const MIN_COMPRESSED_BYTES: usize = 1024;

/// Returns the text compressed, or `None` if it is too short to gain from it. Cost: 10 ms per MB.
pub(crate) fn gzip(plain: &[u8]) -> Option<Vec<u8>> {
    if plain.len() < MIN_COMPRESSED_BYTES {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
    // Writing to memory does not fail.
    encoder.write_all(plain).and_then(|()| encoder.finish()).ok()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn long_texts_are_compressed() {
        let text = "{\"a\": 1}".repeat(1000);
        let compressed = gzip(text.as_bytes()).unwrap();
        assert!(compressed.len() < text.len() / 4);
        let mut read = String::new();
        flate2::read::GzDecoder::new(&compressed[..]).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
        assert!(gzip(&[b' '; MIN_COMPRESSED_BYTES - 1]).is_none());
        assert!(gzip(&[b' '; MIN_COMPRESSED_BYTES]).is_some());
    }
}
