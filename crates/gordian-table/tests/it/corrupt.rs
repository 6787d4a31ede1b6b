//! Every damage is detected, with an error that names the file and the place.

use gordian_table::{BLOCK_LEN, FileKind, TableError};

use crate::format::{
    CONTENT, DEFINITION, END_LEN, HEADER_LEN, HEADER_SUM_AT, SUMS_SUM_AT, blocks, reseal_blocks,
    reseal_header, reseal_sums, sums_at,
};
use crate::{accept, description, file, noise, open, path};

/// Returns a file of slightly more than two blocks.
fn sample() -> Vec<u8> {
    file(&description(FileKind::Table), &noise(2 * BLOCK_LEN + 1000, 3))
}

/// Checks that opening or verifying `bytes` fails with the error `code`, and with `block` if the
/// error names one.
fn check(bytes: Vec<u8>, code: &str, block: Option<u64>, what: &str) {
    let error = accept(bytes).expect_err(what);
    assert_eq!((error.code(), error.path()), (code, path()), "{what}: {error}");
    let found = match &error {
        TableError::Block { index, .. } | TableError::Padding { index, .. } => Some(*index),
        _ => None,
    };
    assert_eq!(found, block, "{what}: {error}");
}

/// Returns the expected error after a change of the byte at `at`.
fn expected(file: &[u8], at: usize) -> (&'static str, Option<u64>) {
    match at {
        0..8 => ("table.not-a-table", None),
        8..12 => ("table.version", None),
        12..HEADER_LEN => ("table.header-checksum", None),
        _ if at < sums_at(file) => ("table.block", Some(((at - HEADER_LEN) / BLOCK_LEN) as u64)),
        _ if at < file.len() - END_LEN => ("table.checksums", None),
        _ => ("table.end-mark", None),
    }
}

fn flipped(file: &[u8], at: usize, bit: usize) -> Vec<u8> {
    let mut bytes = file.to_vec();
    bytes[at] ^= 1 << bit;
    bytes
}

#[test]
fn flipped_bits_of_header_and_checksums_are_detected() {
    // Without payload, so that the file is small; the checksums come from the other one.
    let empty = file(&description(FileKind::Table), &[]);
    let sample = sample();
    let (head, tail) = ((0..empty.len()), (sums_at(&sample)..sample.len()));
    for (file, range) in [(&empty, head), (&sample, tail)] {
        for at in range {
            for bit in 0..8 {
                let error = open(flipped(file, at, bit)).expect_err("a flipped bit");
                assert_eq!(error.code(), expected(file, at).0, "byte {at} bit {bit}: {error}");
            }
        }
    }
}

#[test]
fn flipped_bits_of_payload_and_padding_are_detected() {
    let sample = sample();
    for at in (HEADER_LEN..sums_at(&sample)).step_by(997) {
        let (code, block) = expected(&sample, at);
        check(flipped(&sample, at, at % 8), code, block, &format!("byte {at}"));
    }
}

#[test]
#[ignore = "slow: every bit of a file of one block"]
fn every_flipped_bit_is_detected() {
    let sample = file(&description(FileKind::Table), &noise(BLOCK_LEN - 1000, 4));
    let touch = |bytes| open(bytes)?.block(0).map(|_| ());
    touch(sample.clone()).expect("the table is valid");
    for at in 0..sample.len() {
        for bit in 0..8 {
            let error = touch(flipped(&sample, at, bit)).expect_err("a flipped bit");
            assert_eq!(error.code(), expected(&sample, at).0, "byte {at} bit {bit}: {error}");
        }
    }
}

#[test]
fn truncated_and_extended_files_are_rejected() {
    let sample = sample();
    let mut boundaries: Vec<usize> = vec![0, 8, 12, HEADER_LEN, sample.len()];
    boundaries.extend((0..=blocks(&sample)).map(|n| HEADER_LEN + n * BLOCK_LEN));
    boundaries.extend((0..=blocks(&sample)).map(|n| sums_at(&sample) + n * 4));
    let around = |&at: &usize| [at.saturating_sub(1), at, at + 1, at + 4096];
    for len in boundaries.iter().flat_map(around).filter(|&len| len != sample.len()) {
        let mut bytes = sample.clone();
        bytes.resize(len, 0);
        let error = open(bytes).expect_err("another length");
        if len < 8 {
            assert_eq!(error.code(), "table.not-a-table", "{len} bytes");
            continue;
        }
        let TableError::Length { expected, found, .. } = error else {
            panic!("{len} bytes: {error}");
        };
        let right = if len < HEADER_LEN { HEADER_LEN + END_LEN } else { sample.len() };
        assert_eq!((expected, found), (right as u64, len as u64));
    }
    // Appended bytes that end with the end mark.
    let twice = [sample.clone(), sample].concat();
    check(twice, "table.length", None, "the file twice");
}

fn swap_blocks(file: &mut [u8], a: usize, b: usize) {
    let (head, tail) = file.split_at_mut(HEADER_LEN + b * BLOCK_LEN);
    head[HEADER_LEN + a * BLOCK_LEN..][..BLOCK_LEN].swap_with_slice(&mut tail[..BLOCK_LEN]);
}

fn swap_sums(file: &mut [u8], a: usize, b: usize) {
    let at = sums_at(file);
    for byte in 0..4 {
        file.swap(at + 4 * a + byte, at + 4 * b + byte);
    }
}

#[test]
fn swapped_blocks_are_detected() {
    let mut swapped = sample();
    swap_blocks(&mut swapped, 0, 1);
    check(swapped.clone(), "table.block", Some(0), "the blocks");
    swap_sums(&mut swapped, 0, 1);
    check(swapped.clone(), "table.checksums", None, "the blocks and their checksums");
    // The checksum of a block depends on its place.
    reseal_sums(&mut swapped);
    check(swapped.clone(), "table.block", Some(0), "the same, and the checksums' own");
    reseal_blocks(&mut swapped);
    check(swapped, "table.content", None, "the blocks, with the checksums they should have");
}

#[test]
fn combined_parts_of_different_files_are_rejected() {
    let sample = sample();
    let other = file(&description(FileKind::Table), &noise(2 * BLOCK_LEN + 1000, 5));
    let mixed = [&sample[..HEADER_LEN], &other[HEADER_LEN..]].concat();
    check(mixed, "table.checksums", None, "one's header, the other's blocks and checksums");
    let at = sums_at(&sample);
    let mixed = [&sample[..HEADER_LEN], &other[HEADER_LEN..at], &sample[at..]].concat();
    check(mixed, "table.block", Some(0), "the other's blocks");
}

#[test]
fn nonzero_padding_with_valid_checksums_is_rejected() {
    let sample = sample();
    for at in [HEADER_LEN + 2 * BLOCK_LEN + 1000, sums_at(&sample) - 1] {
        let mut bytes = flipped(&sample, at, 3);
        reseal_blocks(&mut bytes);
        check(bytes, "table.padding", Some(2), &format!("byte {at}"));
    }
    // The byte before belongs to the payload.
    let mut bytes = flipped(&sample, HEADER_LEN + 2 * BLOCK_LEN + 999, 3);
    reseal_blocks(&mut bytes);
    check(bytes, "table.content", None, "the last byte");
}

/// With a corrected checksum of the header, a flipped bit changes a field or is rejected.
#[test]
fn flipped_header_bits_with_valid_checksums_are_rejected_or_change_a_field() {
    let description = description(FileKind::Table);
    let empty = file(&description, &[]);
    let label = 116..116 + "squares".len();
    for at in 12..HEADER_SUM_AT {
        for bit in 0..8 {
            let mut bytes = flipped(&empty, at, bit);
            reseal_header(&mut bytes);
            let result = accept(bytes);
            let code = result.as_ref().map_or_else(TableError::code, |_| "accepted");
            let is_count = |nth: usize, n: usize| {
                let counts = 180 + nth * 552 + 40;
                (counts..counts + 8 * n).contains(&at)
            };
            let is_name = |nth: usize, n: usize| {
                let name = 180 + nth * 552 + 8;
                (name..name + n).contains(&at)
            };
            let accepted: &[&str] = match at {
                SUMS_SUM_AT..108 => &["table.checksums"],
                _ if DEFINITION.contains(&at) => &["accepted"],
                _ if CONTENT.contains(&at) => &["table.content"],
                _ if is_count(0, 3) || is_count(1, 1) => &["accepted"],
                // The number of counts: additional ones are zeros, fewer leave unused bytes that
                // are not zero.
                184 | 736 => &["accepted", "table.header"],
                // Letters become other letters, control characters or invalid UTF-8.
                _ if label.contains(&at) || is_name(0, 9) || is_name(1, 19) => {
                    &["accepted", "table.header"]
                }
                _ => &["table.header"],
            };
            assert!(accepted.contains(&code), "byte {at} bit {bit}: {code}");
            if let Ok(table) = result {
                assert_ne!(*table.description(), description, "byte {at} bit {bit} means nothing");
            }
        }
    }
}
