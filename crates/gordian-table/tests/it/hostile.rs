//! Forged files: they are rejected or read, never a panic.

use gordian_table::{BLOCK_LEN, CountSeries, FileKind, Table, TableDescription, TableError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::format::{HEADER_LEN, reseal_blocks, reseal_header};
use crate::{accept, description, file, noise, open};

/// Calls all functions of a reader.
fn exercise(bytes: Vec<u8>) {
    let Ok(table) = open(bytes) else { return };
    for offset in [0, 1, 65_535, 65_536, table.payload_len().wrapping_sub(1), u64::MAX] {
        drop((table.byte(offset), table.u64_at(offset), table.block(offset)));
        drop(table.bytes(0..offset));
        drop(table.bytes(offset..table.payload_len()));
    }
    drop(crate::payload(&table));
}

/// Numbers that are likely to be too large, too small or nearly valid.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![
        0..200_u64,
        Just(u64::MAX),
        (0..64_u32).prop_map(|bit| 1 << bit),
        (0..64_u32).prop_map(|bit| (1_u64 << bit).wrapping_sub(1)),
        any::<u64>(),
    ]
}

/// A description that may exceed the header.
fn any_description() -> impl Strategy<Value = TableDescription> {
    let kind = prop_oneof![
        Just(FileKind::Table),
        any::<u32>().prop_map(|step| FileKind::Checkpoint { step })
    ];
    let text = prop_oneof![4 => "[a-zß♞ ]{0,16}", 1 => ".{0,70}"];
    let series = (text.clone(), vec(any::<u64>(), 0..67))
        .prop_map(|(name, counts)| CountSeries { name, counts });
    (kind, text, any::<[u8; 32]>(), vec(series, 0..6)).prop_map(
        |(kind, label, definition, series)| TableDescription { kind, label, definition, series },
    )
}

/// Returns whether a description fits the header according to the documentation.
fn fits(description: &TableDescription) -> bool {
    let is_text = |text: &str, max: usize| text.len() <= max && !text.chars().any(char::is_control);
    let names: Vec<&String> = description.series.iter().map(|series| &series.name).collect();
    is_text(&description.label, 64)
        && description.series.len() <= 4
        && description.series.iter().all(|series| series.counts.len() <= 64)
        && names.iter().all(|name| !name.is_empty() && is_text(name, 32))
        && (1..names.len()).all(|nth| !names[..nth].contains(&names[nth]))
}

proptest! {
    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..6000), magic: bool, resealed: bool) {
        let mut bytes = bytes;
        if magic && bytes.len() >= 12 {
            bytes[..12].copy_from_slice(b"\x89GTB\r\n\x1a\n\x01\0\0\0");
        }
        if resealed && bytes.len() >= HEADER_LEN {
            reseal_header(&mut bytes);
        }
        exercise(bytes);
    }

    #[test]
    fn any_header(
        len in 0..70_000_usize,
        changes in vec((0..600_usize, number()), 1..5),
        cut in proptest::option::of(any::<Index>()),
        all_sums: bool,
    ) {
        let mut bytes = file(&description(FileKind::Checkpoint { step: 1 }), &noise(len, 6));
        for (word, number) in changes {
            let at = 12 + word * 4;
            let end = (at + 8).min(HEADER_LEN);
            bytes[at..end].copy_from_slice(&number.to_le_bytes()[..end - at]);
        }
        if all_sums { reseal_blocks(&mut bytes) } else { reseal_header(&mut bytes) }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        exercise(bytes);
    }

    /// An accepted header equals the one that the writer produces: every byte of a file has a
    /// meaning.
    #[test]
    fn accepted_headers_equal_the_written_ones(
        changes in vec((12..3000_usize, any::<u8>()), 1..3),
    ) {
        let mut bytes = file(&description(FileKind::Checkpoint { step: 1 }), &[]);
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        reseal_header(&mut bytes);
        if let Ok(table) = accept(bytes.clone()) {
            prop_assert!(file(table.description(), &[]) == bytes);
        }
    }

    #[test]
    fn any_description_is_stored_or_rejected(description in any_description()) {
        let storage = crate::Simulated::new();
        let written = crate::with_threads(1, |work| {
            gordian_table::write(&storage, crate::path(), &description, &[&[1, 2, 3]], work)
        });
        match written {
            Ok(()) => {
                prop_assert!(fits(&description));
                let table = Table::open_in(&storage, crate::path()).expect("the file exists");
                prop_assert_eq!(table.description(), &description);
            }
            Err(TableError::Description { .. }) => {
                prop_assert!(!fits(&description));
                prop_assert!(storage.names().is_empty());
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}

#[test]
fn overflowing_and_inconsistent_lengths_are_rejected() {
    let right = file(&description(FileKind::Table), &noise(BLOCK_LEN, 7));
    let payload_lens = [0, 1, BLOCK_LEN as u64 - 1, BLOCK_LEN as u64 + 1, 1 << 63, u64::MAX];
    for payload_len in payload_lens {
        for file_len in [0, right.len() as u64, u64::MAX, 4095, 4104] {
            let mut bytes = right.clone();
            bytes[24..32].copy_from_slice(&payload_len.to_le_bytes());
            bytes[32..40].copy_from_slice(&file_len.to_le_bytes());
            reseal_header(&mut bytes);
            let error = accept(bytes).expect_err("another length");
            let fits =
                file_len == right.len() as u64 && (1..BLOCK_LEN as u64).contains(&payload_len);
            // The payload ends elsewhere in the same block, so the bytes after it are not padding.
            let empty = payload_len == 0 && file_len == 4104;
            let code = match (fits, empty) {
                (true, _) => "table.padding",
                (_, true) => "table.length",
                _ => "table.header",
            };
            assert_eq!(error.code(), code, "{payload_len} {file_len}: {error}");
        }
    }
}
