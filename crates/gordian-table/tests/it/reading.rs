//! All functions for reading return the written bytes.

use gordian_core::{Cancel, Limit, Random};
use gordian_table::{BLOCK_LEN, FileKind, Storage, Table, TableError, WorkContext};
use proptest::prelude::*;

use crate::simulated::Simulated;
use crate::{description, file, noise, open, path, with_threads};

/// Splits `bytes` at random places.
fn slices<'a>(bytes: &'a [u8], n: usize, random: &mut Random) -> Vec<&'a [u8]> {
    let mut cuts: Vec<usize> = (1..n).map(|_| random.below(bytes.len() + 1)).collect();
    cuts.extend([0, bytes.len()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

fn write_slices(slices: &[&[u8]], threads: usize) -> Vec<u8> {
    let storage = Simulated::new();
    let table = description(FileKind::Table);
    with_threads(threads, |work| gordian_table::write(&storage, path(), &table, slices, work))
        .expect("the table is written");
    storage.read(path()).expect("the file exists").to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn ranges_equal_those_of_the_payload(
        len in 1..200_000_u64,
        ranges in proptest::collection::vec((any::<u64>(), 0..140_000_u64), 20),
    ) {
        let payload = noise(usize::try_from(len).expect("small"), len);
        let table = open(file(&description(FileKind::Table), &payload)).expect("the table is valid");
        for (start, width) in ranges {
            let start = start % len;
            let end = (start + width).min(len);
            let at = |n: u64| usize::try_from(n).expect("small");
            let naive = &payload[at(start)..at(end)];
            prop_assert_eq!(table.bytes(start..end).expect("in range"), naive);
            prop_assert_eq!(table.byte(start).expect("in range"), payload[at(start)]);
            match payload[at(start)..].first_chunk::<8>() {
                Some(word) => {
                    let word = u64::from_le_bytes(*word);
                    prop_assert_eq!(table.u64_at(start).expect("in range"), word);
                }
                None => prop_assert_eq!(table.u64_at(start).expect_err("beyond").code(), "table.out-of-range"),
            }
        }
    }

    #[test]
    fn results_do_not_depend_on_slices_and_buffers(len in 0..150_000_usize, n in 1..9_usize, seed: u64) {
        let mut random = Random::new(seed);
        let payload = noise(len, seed);
        let whole = file(&description(FileKind::Table), &payload);
        prop_assert!(write_slices(&slices(&payload, n, &mut random), 2) == whole);
        let table = open(whole).expect("the table is valid");
        let mut into = vec![0; len];
        let mut rest = &mut into[..];
        let mut buffers = Vec::new();
        for slice in slices(&payload, n, &mut random) {
            let (buffer, tail) = rest.split_at_mut(slice.len());
            buffers.push(buffer);
            rest = tail;
        }
        with_threads(2, |work| table.read_payload_into(&mut buffers, work)).expect("the table is valid");
        prop_assert!(into == payload);
    }
}

/// A payload of several chunks, which end within slices and between them.
#[test]
fn files_do_not_depend_on_the_number_of_threads() {
    let payload = noise(20_000_003, 8);
    let whole = write_slices(&[&payload], 1);
    let mut random = Random::new(8);
    for threads in [0, 2, 3, 8] {
        let slices = slices(&payload, threads + 1, &mut random);
        assert!(write_slices(&slices, threads) == whole, "{threads} threads write another file");
    }
    let table = open(whole).expect("the table is valid");
    for threads in [1, 3] {
        with_threads(threads, |work| table.verify(work)).expect("the table is valid");
        let (mut a, mut b) = (vec![0; 9_000_001], vec![0; 11_000_002]);
        with_threads(threads, |work| table.read_payload_into(&mut [&mut a, &mut [], &mut b], work))
            .expect("the table is valid");
        assert!([a, b].concat() == payload, "{threads} threads read other bytes");
    }
}

#[test]
fn the_first_damaged_block_is_reported_for_any_number_of_threads() {
    let mut bytes = write_slices(&[&noise(20_000_000, 9)], 2);
    for block in [7, 200, 8, 290] {
        bytes[4096 + block * BLOCK_LEN + 5] ^= 4;
    }
    let table = open(bytes).expect("the payload is not read");
    for threads in [1, 2, 8] {
        let error = with_threads(threads, |work| table.verify(work)).expect_err("it is damaged");
        assert!(matches!(error, TableError::Block { index: 7, .. }), "{error}");
    }
    // Each damaged block is rejected every time; the others can be read.
    for _ in 0..2 {
        for block in 0..table.blocks() {
            assert_eq!(table.block(block).is_err(), [7, 8, 200, 290].contains(&block), "{block}");
        }
    }
}

/// Every function for reading verifies exactly the blocks that it accesses.
#[test]
fn bytes_of_damaged_blocks_are_never_returned() {
    let mut bytes = file(&description(FileKind::Table), &noise(4 * BLOCK_LEN, 15));
    bytes[4096 + 2 * BLOCK_LEN + 100] ^= 1;
    let (start, end) = (2 * BLOCK_LEN as u64, 3 * BLOCK_LEN as u64);
    // A new reader each time, without verified blocks.
    let check = |read: &dyn Fn(&Table) -> Result<(), TableError>, refused: bool| {
        let table = open(bytes.clone()).expect("the payload is not read");
        match read(&table) {
            Ok(()) => assert!(!refused, "a damaged block was handed out"),
            Err(TableError::Block { index: 2, .. }) => {
                assert!(refused, "a sound block was refused")
            }
            Err(error) => panic!("{error}"),
        }
    };
    for (offset, refused) in
        [(start - 1, false), (start, true), (start + 9, true), (end - 1, true), (end, false)]
    {
        check(&|table| table.byte(offset).map(drop), refused);
    }
    for (offset, refused) in
        [(start - 8, false), (start - 7, true), (start, true), (end - 1, true), (end, false)]
    {
        check(&|table| table.u64_at(offset).map(drop), refused);
    }
    let ranges =
        [(0, start, false), (0, start + 1, true), (start, start, false), (end, end + 9, false)];
    for (from, to, refused) in ranges {
        check(&|table| table.bytes(from..to).map(drop), refused);
    }
    check(&|table| table.bytes(end - 1..end).map(drop), true);
    check(&|table| table.bytes(0..table.payload_len()).map(drop), true);
    for block in 0..4 {
        check(&|table| table.block(block).map(drop), block == 2);
    }
    check(&|table| crate::payload(table).map(drop), true);
}

#[test]
fn blocks_end_where_the_payload_ends() {
    let payload = noise(BLOCK_LEN + 10, 10);
    let table = open(file(&description(FileKind::Table), &payload)).expect("the table is valid");
    assert_eq!((table.blocks(), table.payload_len()), (2, payload.len() as u64));
    assert_eq!(table.block(0).expect("a block"), &payload[..BLOCK_LEN]);
    assert_eq!(table.block(1).expect("a block"), &payload[BLOCK_LEN..]);
    assert_eq!(table.bytes(5..5).expect("no bytes"), [0_u8; 0]);
    assert_eq!(table.content_hash(), blake3::hash(&payload).as_bytes());
}

#[test]
fn bytes_beyond_the_payload_are_errors() {
    let table =
        open(file(&description(FileKind::Table), &noise(100, 11))).expect("the table is valid");
    let empty = open(file(&description(FileKind::Table), &[])).expect("the table is valid");
    let check = |result: Result<(), TableError>| {
        assert_eq!(result.expect_err("beyond").code(), "table.out-of-range");
    };
    check(table.byte(100).map(drop));
    check(table.byte(u64::MAX).map(drop));
    check(table.u64_at(93).map(drop));
    check(table.u64_at(u64::MAX - 3).map(drop));
    check(table.bytes(0..101).map(drop));
    let (start, end) = (7, 6);
    check(table.bytes(start..end).map(drop));
    check(table.block(1).map(drop));
    check(table.block(u64::MAX).map(drop));
    check(empty.block(0).map(drop));
    check(empty.byte(0).map(drop));
    assert!(table.byte(99).is_ok() && table.u64_at(92).is_ok() && empty.bytes(0..0).is_ok());
}

#[test]
fn buffers_must_be_as_long_as_the_payload() {
    let table =
        open(file(&description(FileKind::Table), &noise(100, 12))).expect("the table is valid");
    for len in [0, 99, 101] {
        let mut bytes = vec![0; len];
        let error = with_threads(1, |work| table.read_payload_into(&mut [&mut bytes], work));
        let TableError::Buffers { expected: 100, found, .. } = error.expect_err("too many") else {
            panic!("another error");
        };
        assert_eq!(found, len as u64);
    }
}

#[test]
fn kinds_and_definitions_are_compared() {
    let other = [9; 32];
    let table = open(file(&description(FileKind::Table), &[])).expect("the table is valid");
    let checkpoint = open(file(&description(FileKind::Checkpoint { step: 3 }), &[]))
        .expect("the table is valid");
    table.expect_table(&crate::DEFINITION).expect("the kind and the definition match");
    assert_eq!(
        checkpoint
            .expect_checkpoint(&crate::DEFINITION)
            .expect("the kind and the definition match"),
        3
    );
    let code = |result: Result<(), TableError>| result.expect_err("another").code();
    assert_eq!(code(table.expect_table(&other)), "table.wrong-definition");
    assert_eq!(code(checkpoint.expect_checkpoint(&other).map(drop)), "table.wrong-definition");
    assert_eq!(code(checkpoint.expect_table(&crate::DEFINITION)), "table.wrong-kind");
    assert_eq!(code(table.expect_checkpoint(&crate::DEFINITION).map(drop)), "table.wrong-kind");
    assert_eq!(table.counts("corrected"), Some(&[1, 2, u64::MAX][..]));
    assert_eq!(table.counts("wrong"), None);
}

#[test]
fn cancelled_writes_leave_no_file() {
    let storage = Simulated::new();
    let cancel = Cancel::new();
    // Cancelled after the first of three chunks.
    let progress = |_, _| cancel.cancel();
    let work = WorkContext { threads: 1, cancel: &cancel, progress: &progress };
    let payload = noise(20_000_000, 13);
    let write = || {
        gordian_table::write(&storage, path(), &description(FileKind::Table), &[&payload], &work)
    };
    let error = write().expect_err("the work was cancelled");
    assert!(matches!(error, TableError::Stopped { limit: Limit::Interrupted, .. }), "{error}");
    assert!(storage.names().is_empty());
    let table = open(file(&description(FileKind::Table), &payload)).expect("the table is valid");
    assert_eq!(table.verify(&work).expect_err("the work was cancelled").code(), "table.stopped");
}

#[test]
fn progress_ends_at_the_total() {
    let seen = std::sync::Mutex::new(Vec::new());
    let progress = |done, of| seen.lock().expect("one thread").push((done, of));
    let cancel = Cancel::new();
    let work = WorkContext { threads: 2, cancel: &cancel, progress: &progress };
    let payload = noise(20_000_000, 14);
    let storage = Simulated::new();
    gordian_table::write(&storage, path(), &description(FileKind::Table), &[&payload], &work)
        .expect("the table is written");
    Table::open_in(&storage, path()).expect("the table is valid").verify(&work).expect("sound");
    let chunk = 8 << 20;
    let pass = [(chunk, 20_000_000), (2 * chunk, 20_000_000), (20_000_000, 20_000_000)];
    assert_eq!(*seen.lock().expect("one thread"), [pass, pass].concat());
}
