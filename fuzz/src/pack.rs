//! Encodings of inputs: JSON strings, compressed links, tables with checksums.
//!
//! This module shares no code with the parsers that decode them.

use gordian_core::Random;

use crate::mutate::NUMBERS;

/// Writes `text` as a JSON string.
pub(crate) fn json_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend([b'\\', u8::try_from(character).unwrap_or_default()]),
            '\n' => out.extend(b"\\n"),
            '\0'..='\u{1f}' => {
                out.extend(format!("\\u{:04x}", u32::from(character)).bytes());
            }
            _ => out.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    out.push(b'"');
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes `text` as `compressToBase64` of lz-string does, but without compression: every character
/// is written as a new one, which every decoder of the format accepts.
pub(crate) fn link(text: &str, out: &mut Vec<u8>) {
    let mut bits = BitWriter { out, symbol: 0, filled: 0 };
    // The width of a code, and the number of entries before it grows.
    let (mut width, mut left) = (2, 2_u64);
    let mut count = |width: &mut u32| {
        left -= 1;
        if left == 0 {
            left = 1 << *width;
            *width += 1;
        }
    };
    for unit in text.encode_utf16() {
        let wide = u32::from(unit >= 256);
        bits.put(wide, width);
        bits.put(u32::from(unit), 8 << wide);
        count(&mut width);
        count(&mut width);
    }
    bits.put(2, width);
    bits.put(0, 6 - bits.filled);
}

struct BitWriter<'o> {
    out: &'o mut Vec<u8>,
    symbol: u8,
    filled: u32,
}

impl BitWriter<'_> {
    fn put(&mut self, value: u32, count: u32) {
        for place in 0..count {
            self.symbol = self.symbol << 1 | u8::from(value >> place & 1 == 1);
            self.filled += 1;
            if self.filled == 6 {
                self.out.push(ALPHABET[usize::from(self.symbol)]);
                (self.symbol, self.filled) = (0, 0);
            }
        }
    }
}

/// Encodes bytes in base 64 as deflate does, but without compression: in stored blocks.
pub(crate) fn deflated(bytes: &[u8], out: &mut Vec<u8>) {
    let mut stored = Vec::new();
    let mut blocks = bytes.chunks(usize::from(u16::MAX)).peekable();
    while let Some(block) = blocks.next() {
        let length = u16::try_from(block.len()).unwrap_or(u16::MAX);
        stored.push(u8::from(blocks.peek().is_none()));
        stored.extend(length.to_le_bytes());
        stored.extend((!length).to_le_bytes());
        stored.extend(block);
    }
    for group in stored.chunks(3) {
        let bits = group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            let symbol = bits >> (18 - 6 * place) & 63;
            out.push(ALPHABET[symbol as usize]);
        }
    }
}

// The layout of tables; see `docs/formats/table.md`.
const HEADER_LEN: usize = 4096;
const BLOCK_LEN: usize = 65_536;
const PAYLOAD_LEN_AT: usize = 24;
const FILE_LEN_AT: usize = 32;
const CONTENT_AT: usize = 72;
const CHECKSUM_TABLE_SUM_AT: usize = 104;
const SERIES_AT: usize = 180;
const SERIES_LEN: usize = 552;
const HEADER_SUM_AT: usize = 4092;
const END_LEN: usize = 8;
/// Offsets and lengths of the integer fields outside of series.
const NUMBERS_AT: [(usize, usize); 9] =
    [(8, 4), (12, 4), (16, 4), (20, 4), (24, 8), (32, 8), (104, 4), (108, 4), (112, 4)];
const TEXTS_AT: [(usize, usize); 3] = [(40, 32), (72, 32), (116, 64)];

/// Mutates a header field of a table, its length, or a random byte.
pub(crate) fn change_table(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.len() < HEADER_LEN {
        return;
    }
    let series = SERIES_AT + SERIES_LEN * random.below(4);
    match random.below(10) {
        0..=3 => {
            let (at, len) = *random.choose(&NUMBERS_AT);
            mutate_number(bytes, at, len, random);
        }
        4 => mutate_number(bytes, series + 4 * random.below(2), 4, random),
        5 => mutate_number(bytes, series + 40 + 8 * random.below(64), 8, random),
        6 => {
            let (at, len) = *random.choose(&[TEXTS_AT[2], (series + 8, 32), TEXTS_AT[0]]);
            let texts: [&[u8]; 6] =
                [b"\0", b"\xff\xfe", "é\u{85}".as_bytes(), b"a\nb", b"square1", b"\xe2\x80"];
            let text = *random.choose(&texts);
            let at = at + random.below(len - text.len());
            bytes[at..at + text.len()].copy_from_slice(text);
        }
        7 => {
            // Consistent payload and file lengths.
            let payload = if random.flip() { random.bits() >> random.below(64) } else { 65_536 };
            let blocks = u128::from(payload).div_ceil(65_536);
            let file = u64::try_from(4104 + 65_540 * blocks).unwrap_or(u64::MAX);
            bytes[PAYLOAD_LEN_AT..PAYLOAD_LEN_AT + 8].copy_from_slice(&payload.to_le_bytes());
            bytes[FILE_LEN_AT..FILE_LEN_AT + 8].copy_from_slice(&file.to_le_bytes());
        }
        8 => {
            let len = match random.below(4) {
                0 => random.below(bytes.len()),
                1 => bytes.len() + 1 + random.below(16),
                2 => bytes.len() - 1 - random.below(16),
                _ => bytes.len() + BLOCK_LEN + 4,
            };
            bytes.resize(len.min(HEADER_LEN + 3 * (BLOCK_LEN + 4)), 0);
        }
        _ => {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
    }
}

fn mutate_number(bytes: &mut [u8], at: usize, len: usize, random: &mut Random) {
    let old = u64_at(bytes, at, len);
    let number = match random.below(4) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => random.bits() >> random.below(64),
        _ => random.choose(&NUMBERS).parse().unwrap_or(u64::MAX),
    };
    bytes[at..at + len].copy_from_slice(&number.to_le_bytes()[..len]);
}

fn u64_at(bytes: &[u8], at: usize, len: usize) -> u64 {
    let mut number = [0; 8];
    number[..len].copy_from_slice(&bytes[at..at + len]);
    u64::from_le_bytes(number)
}

/// Repairs the checksums of a table; sometimes leaves those of the blocks and the hash of the
/// payload unchanged.
pub(crate) fn repair_checksums(bytes: &mut [u8], random: &mut Random) {
    let choice = random.below(8);
    if bytes.len() < HEADER_LEN || choice == 0 {
        return;
    }
    if choice > 1 {
        let blocks = bytes.len().saturating_sub(HEADER_LEN + END_LEN) / (BLOCK_LEN + 4);
        let sums_at = HEADER_LEN + blocks * BLOCK_LEN;
        for block in 0..blocks {
            let at = HEADER_LEN + block * BLOCK_LEN;
            let sum = numbered_checksum(block, &bytes[at..at + BLOCK_LEN]);
            let at = sums_at + 4 * block;
            bytes[at..at + 4].copy_from_slice(&sum.to_le_bytes());
        }
        if bytes.len() >= sums_at + 4 * blocks {
            let sum = numbered_checksum(blocks, &bytes[sums_at..sums_at + 4 * blocks]);
            bytes[CHECKSUM_TABLE_SUM_AT..CHECKSUM_TABLE_SUM_AT + 4]
                .copy_from_slice(&sum.to_le_bytes());
        }
        let payload = usize::try_from(u64_at(bytes, PAYLOAD_LEN_AT, 8)).unwrap_or(usize::MAX);
        let payload = HEADER_LEN.checked_add(payload).and_then(|end| bytes.get(HEADER_LEN..end));
        if let Some(payload) = payload.filter(|_| choice > 2) {
            let hash = *blake3::hash(payload).as_bytes();
            bytes[CONTENT_AT..CONTENT_AT + 32].copy_from_slice(&hash);
        }
    }
    let sum = crc32c::crc32c(&bytes[..HEADER_SUM_AT]);
    bytes[HEADER_SUM_AT..HEADER_LEN].copy_from_slice(&sum.to_le_bytes());
}

fn numbered_checksum(number: usize, bytes: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&(number as u64).to_le_bytes()), bytes)
}

#[cfg(test)]
mod tests {
    use gordian_sudoku::formats::parse_line;

    use super::*;
    use crate::{Corpus, Verdict, targets};

    #[test]
    fn packed_links_are_parsed() {
        let mut packed = b"https://www.f-puzzles.com/?load=".to_vec();
        let json = r#"{"size":4,"title":"é ☃ 😀","grid":[[{},{},{},{}],[{},{"value":3,"given":true},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#;
        link(json, &mut packed);
        let read = parse_line(std::str::from_utf8(&packed).unwrap(), None).unwrap();
        assert_eq!(read.metadata.title.as_deref(), Some("é ☃ 😀"));
        assert_eq!(read.puzzle.givens[5], 3);
    }

    #[test]
    fn deflated_links_are_parsed() {
        for extra in [0, 1, 2, 70_000] {
            let mut packed = b"m=edit&p=".to_vec();
            let text = format!("{}{}", targets::sudoku::PENPA, " ".repeat(extra));
            deflated(text.as_bytes(), &mut packed);
            let read = parse_line(std::str::from_utf8(&packed).unwrap(), None).unwrap();
            assert_eq!(read.metadata.title.as_deref(), Some("Small"));
            assert_eq!((read.puzzle.givens[0], read.placed.len(), read.cages.len()), (1, 1, 1));
            assert_eq!(read.missing_rules(), ["killercages", "thermo"]);
        }
    }

    /// Without repaired checksums, the code behind the checks would not be tested.
    #[test]
    fn changed_tables_with_repaired_checksums_are_read() {
        let target = targets::find("tables").unwrap();
        let corpus = Corpus::load(target.name, target.seeds).unwrap();
        let lengths = [HEADER_LEN + END_LEN, HEADER_LEN + 2 * (BLOCK_LEN + 4) + END_LEN];
        for length in lengths {
            let seed = corpus.seeds().iter().find(|seed| seed.content.len() == length).unwrap();
            let mut bytes = seed.content.clone();
            // Changes the definition, and a byte of the payload if there is one.
            bytes[40] ^= 1;
            if length > HEADER_LEN + END_LEN {
                bytes[HEADER_LEN + BLOCK_LEN] ^= 1;
            }
            assert_eq!((target.read)(&bytes), Verdict::Rejected);
            let accepted = |seed| {
                let mut bytes = bytes.clone();
                repair_checksums(&mut bytes, &mut Random::new(seed));
                (target.read)(&bytes) == Verdict::Accepted
            };
            let n_accepted = (0..100).filter(|&seed| accepted(seed)).count();
            assert!((50..100).contains(&n_accepted), "{n_accepted} of 100");
        }
    }

    #[test]
    fn strings_are_written_as_json() {
        let text = "a\"\\\n\u{1}é\u{7f}😀";
        let mut out = Vec::new();
        json_string(text, &mut out);
        assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
    }
}
