//! The format of the document: an independent definition of offsets, sizes and checksums.

use std::fmt::Write as _;

use gordian_table::{BLOCK_LEN, FileKind, TableDescription};

use crate::{description, file, noise};

pub(crate) const HEADER_LEN: usize = 4096;
pub(crate) const SUMS_SUM_AT: usize = 104;
pub(crate) const CONTENT: std::ops::Range<usize> = 72..104;
pub(crate) const DEFINITION: std::ops::Range<usize> = 40..72;
pub(crate) const HEADER_SUM_AT: usize = 4092;
pub(crate) const END_LEN: usize = 8;

/// Returns the number of blocks of a file.
pub(crate) fn blocks(file: &[u8]) -> usize {
    (file.len() - HEADER_LEN - END_LEN) / (BLOCK_LEN + 4)
}

/// Returns the offset of the checksums.
pub(crate) fn sums_at(file: &[u8]) -> usize {
    HEADER_LEN + blocks(file) * BLOCK_LEN
}

/// Corrects the checksum of the header.
pub(crate) fn reseal_header(file: &mut [u8]) {
    let sum = crc32c::crc32c(&file[..HEADER_SUM_AT]);
    file[HEADER_SUM_AT..HEADER_LEN].copy_from_slice(&sum.to_le_bytes());
}

/// Corrects the checksum of the checksums and that of the header.
pub(crate) fn reseal_sums(file: &mut [u8]) {
    let (n, at) = (blocks(file), sums_at(file));
    let mut text = (n as u64).to_le_bytes().to_vec();
    text.extend_from_slice(&file[at..at + 4 * n]);
    file[SUMS_SUM_AT..SUMS_SUM_AT + 4].copy_from_slice(&crc32c::crc32c(&text).to_le_bytes());
    reseal_header(file);
}

/// Corrects all checksums, but not the hash of the payload.
pub(crate) fn reseal_blocks(file: &mut [u8]) {
    let at = sums_at(file);
    for index in 0..blocks(file) {
        let mut text = (index as u64).to_le_bytes().to_vec();
        text.extend_from_slice(&file[HEADER_LEN + index * BLOCK_LEN..][..BLOCK_LEN]);
        file[at + 4 * index..][..4].copy_from_slice(&crc32c::crc32c(&text).to_le_bytes());
    }
    reseal_sums(file);
}

/// Returns the lines of 16 bytes that are not all zero.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (nth, line) in bytes.chunks(16).enumerate().filter(|(_, line)| line.iter().any(|&b| b > 0))
    {
        let digits: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        let shown = |&byte: &u8| if byte.is_ascii_graphic() { char::from(byte) } else { '.' };
        let letters: String = line.iter().map(shown).collect();
        writeln!(text, "{:4}  {}  {letters}", nth * 16, digits.join(" ")).expect("a string");
    }
    text
}

/// A change of these bytes is a change of the format and requires a new version.
#[test]
fn header_bytes_match_the_golden_file() {
    let file = file(&description(FileKind::Checkpoint { step: 7 }), &noise(100_000, 1));
    insta::assert_snapshot!(hex(&file[..HEADER_LEN]), @r"
       0  89 47 54 42 0d 0a 1a 0a 01 00 00 00 02 00 00 00  .GTB............
      16  07 00 00 00 00 00 01 00 a0 86 01 00 00 00 00 00  ................
      32  10 10 02 00 00 00 00 00 d5 d5 d5 d5 d5 d5 d5 d5  ................
      48  d5 d5 d5 d5 d5 d5 d5 d5 d5 d5 d5 d5 d5 d5 d5 d5  ................
      64  d5 d5 d5 d5 d5 d5 d5 d5 6b 40 26 6a 40 db ac eb  ........k@&j@...
      80  50 e8 f3 17 38 b5 50 d0 6c fd a3 02 dc e9 d9 43  P...8.P.l......C
      96  59 d0 a3 54 e9 20 31 05 3e 06 75 25 02 00 00 00  Y..T..1.>.u%....
     112  07 00 00 00 73 71 75 61 72 65 73 00 00 00 00 00  ....squares.....
     176  00 00 00 00 09 00 00 00 03 00 00 00 63 6f 72 72  ............corr
     192  65 63 74 65 64 00 00 00 00 00 00 00 00 00 00 00  ected...........
     208  00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00  ................
     224  00 00 00 00 02 00 00 00 00 00 00 00 ff ff ff ff  ................
     240  ff ff ff ff 00 00 00 00 00 00 00 00 00 00 00 00  ................
     720  00 00 00 00 00 00 00 00 00 00 00 00 13 00 00 00  ................
     736  01 00 00 00 69 67 6e 6f 72 69 6e 67 20 74 68 65  ....ignoring.the
     752  20 6d 69 64 64 6c 65 00 00 00 00 00 00 00 00 00  .middle.........
     768  00 00 00 00 03 00 00 00 00 00 00 00 00 00 00 00  ................
    4080  00 00 00 00 00 00 00 00 00 00 00 00 1f ac 1c 49  ...............I
    ");
}

/// As [`header_bytes_match_the_golden_file`], for the whole file.
#[test]
fn file_bytes_match_the_golden_file() {
    let file = file(&description(FileKind::Table), &noise(100_000, 1));
    insta::assert_snapshot!(blake3::hash(&file), @"6236fce9435fbf2e7b1f102c744c0a71634299386359d16548f5a79962f11a50");
    insta::assert_snapshot!(hex(&file[sums_at(&file)..]), @"   0  f3 fd e5 b7 76 64 db 96 47 54 42 20 65 6e 64 0a  ....vd..GTB.end.");
}

#[test]
fn written_files_match_the_format_document() {
    for len in [0, 1, BLOCK_LEN - 1, BLOCK_LEN, BLOCK_LEN + 1, 3 * BLOCK_LEN] {
        let payload = noise(len, 2);
        let written = file(&description(FileKind::Table), &payload);
        let n = len.div_ceil(BLOCK_LEN);
        assert_eq!(written.len(), HEADER_LEN + n * (BLOCK_LEN + 4) + END_LEN);
        assert_eq!(blocks(&written), n);
        assert_eq!(written[HEADER_LEN..HEADER_LEN + len], payload);
        assert_eq!(written[HEADER_LEN + len..sums_at(&written)], vec![0; n * BLOCK_LEN - len]);
        assert_eq!(written[CONTENT], blake3::hash(&payload).as_bytes()[..]);
        assert_eq!(written[DEFINITION], crate::DEFINITION);
        assert_eq!(written[written.len() - END_LEN..], *b"GTB end\n");
        let mut resealed = written.clone();
        reseal_blocks(&mut resealed);
        assert!(resealed == written, "the checksums of {len} bytes are others");
    }
}

#[test]
fn the_largest_description_fits_the_header() {
    let full = TableDescription {
        kind: FileKind::Checkpoint { step: u32::MAX },
        label: "l".repeat(64),
        definition: [0xFF; 32],
        series: (0..4_u64)
            .map(|nth| gordian_table::CountSeries {
                name: format!("{nth:032}"),
                counts: (0..64).map(|k| u64::MAX - k * nth).collect(),
            })
            .collect(),
    };
    let table = crate::accept(file(&full, &[])).expect("the table is valid");
    assert_eq!(*table.description(), full);
}
