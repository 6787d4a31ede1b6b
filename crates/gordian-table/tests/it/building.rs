//! Tables and checkpoints on the real file system.

use std::io;
use std::path::Path;

use gordian_table::{
    CountSeries, Disk, FileKind, Storage, Table, TableBuild, TableDescription, TableError,
};
use tempfile::tempdir;

use crate::simulated::Simulated;
use crate::{DEFINITION, description, names, noise, payload, with_threads};

fn write_checkpoint(build: &TableBuild<'_>, step: u32, bytes: &[u8]) -> Result<(), TableError> {
    with_threads(2, |work| {
        build.write_checkpoint(&description(FileKind::Checkpoint { step }), &[bytes], work)
    })
}

#[test]
fn disk_and_memory_storage_give_the_same_bytes() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("a.table");
    for len in [0, 1, 100_000, 9_000_000] {
        let bytes = noise(len, 20);
        let table = description(FileKind::Table);
        with_threads(2, |work| gordian_table::write(&Disk, &path, &table, &[&bytes], work))
            .expect("the table is written");
        let written = fs_err::read(&path).expect("the file exists");
        assert!(written == crate::file(&table, &bytes), "{len} bytes");
        let table = Table::open(&path).expect("the table is valid");
        assert!(payload(&table).expect("the table is valid") == bytes, "{len} bytes");
    }
    assert_eq!(names(folder.path()), ["a.table", "a.table.lock"]);
}

#[test]
fn open_tables_stay_readable_after_replacement() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("a.table");
    let write = |seed| {
        let bytes = noise(300_000, seed);
        let table = description(FileKind::Table);
        with_threads(1, |work| gordian_table::write(&Disk, &path, &table, &[&bytes], work))
            .expect("the table is written");
        bytes
    };
    let old = write(1);
    let open = Table::open(&path).expect("the table is valid");
    let new = write(2);
    assert!(payload(&open).expect("the table is valid") == old);
    assert!(payload(&Table::open(&path).expect("the table is valid")).expect("sound") == new);
}

#[test]
fn builds_resume_from_checkpoints_and_remove_them() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("a.table");
    let build = TableBuild::start(&Disk, &path).expect("the lock is free");
    assert!(build.load_checkpoint(&DEFINITION).expect("none").is_none());
    write_checkpoint(&build, 1, b"one").expect("the table is written");
    write_checkpoint(&build, 2, b"two").expect("the table is written");
    assert_eq!(names(folder.path()), ["a.table.checkpoint", "a.table.lock"]);
    drop(build);

    let build = TableBuild::start(&Disk, &path).expect("the lock is free");
    let (table, step) =
        build.load_checkpoint(&DEFINITION).expect("the table is valid").expect("there is one");
    assert_eq!((step, payload(&table).expect("the table is valid")), (2, b"two".to_vec()));
    assert_eq!(table.path(), build.checkpoint_path());
    let error = build.load_checkpoint(&[1; 32]).expect_err("another definition");
    assert_eq!(error.code(), "table.wrong-definition");
    with_threads(1, |work| build.finish(&description(FileKind::Table), &[b"three"], work))
        .expect("the table is written");
    assert_eq!(names(folder.path()), ["a.table", "a.table.lock"]);
    assert_eq!(payload(&Table::open(&path).expect("the table is valid")).expect("sound"), b"three");
}

#[test]
fn checkpoints_are_not_accepted_as_tables() {
    let storage = Simulated::new();
    let build = TableBuild::start(&storage, crate::path()).expect("the lock is free");
    let table = description(FileKind::Table);
    let error =
        with_threads(1, |work| build.write_checkpoint(&table, &[], work)).expect_err("a table");
    assert_eq!(error.code(), "table.wrong-kind");
    let checkpoint = description(FileKind::Checkpoint { step: 1 });
    let error = with_threads(1, |work| build.finish(&checkpoint, &[], work));
    assert_eq!(error.expect_err("a checkpoint").code(), "table.wrong-kind");
    assert!(storage.names().is_empty());
}

#[test]
fn descriptions_that_exceed_the_header_are_rejected() {
    let storage = Simulated::new();
    let check = |change: &dyn Fn(&mut TableDescription), expected: &str| {
        let mut description = description(FileKind::Table);
        change(&mut description);
        let result = with_threads(1, |work| {
            gordian_table::write(&storage, crate::path(), &description, &[], work)
        });
        match result.expect_err("the description is too large") {
            TableError::Description { field, .. } => assert_eq!(field, expected),
            error => panic!("{error}"),
        }
    };
    check(&|description| description.label = "l".repeat(65), "label");
    check(&|description| description.label = "two\nlines".to_owned(), "label");
    check(&|description| description.series[1].name.clear(), "name of a series");
    check(&|description| description.series[1].name = "n".repeat(33), "name of a series");
    check(&|description| description.series[1].name = "corrected".to_owned(), "name of a series");
    check(&|description| description.series[1].counts = vec![0; 65], "length of a series");
    check(&|description| description.series.extend(more_series(3)), "number of series");
    assert!(storage.names().is_empty());
}

fn more_series(n: usize) -> Vec<CountSeries> {
    (0..n).map(|nth| CountSeries { name: format!("more {nth}"), counts: vec![] }).collect()
}

#[test]
fn checkpoints_can_be_removed() {
    let storage = Simulated::new();
    let build = TableBuild::start(&storage, crate::path()).expect("the lock is free");
    build.remove_checkpoint().expect("a missing checkpoint is not an error");
    storage.put(build.checkpoint_path(), b"nonsense".to_vec());
    assert_eq!(
        build.load_checkpoint(&DEFINITION).expect_err("nonsense").code(),
        "table.not-a-table"
    );
    build.remove_checkpoint().expect("there is one");
    assert!(build.load_checkpoint(&DEFINITION).expect("none").is_none());
    assert_eq!(build.target(), crate::path());
}

fn check_locked(storage: &dyn Storage, path: &Path) {
    let first = TableBuild::start(storage, path).expect("the lock is free");
    let busy = |result: Result<(), TableError>| {
        let error = result.expect_err("the lock is held");
        assert_eq!((error.code(), error.path()), ("table.busy", path));
    };
    busy(TableBuild::start(storage, path).map(drop));
    let table = description(FileKind::Table);
    busy(with_threads(1, |work| gordian_table::write(storage, path, &table, &[], work)));
    assert!(!storage.exists(path).expect("it can tell"));
    // The lock of another file is free, and so is this one after the drop.
    TableBuild::start(storage, &path.with_extension("other")).map(drop).expect("another file");
    drop(first);
    TableBuild::start(storage, path).map(drop).expect("free again");
}

#[test]
fn only_one_build_of_a_file_runs_at_a_time() {
    let folder = tempdir().expect("a folder");
    check_locked(&Disk, &folder.path().join("a.table"));
    check_locked(&Simulated::new(), crate::path());
}

#[test]
fn only_temporary_files_are_removed() {
    let folder = tempdir().expect("a folder");
    let put = |name: &str| fs_err::write(folder.path().join(name), name).expect("a folder");
    for name in ["a", "a.tmp", "a.checkpoint", "a.checkpoint.tmp", "a.tmp.tmp", "b.tmp"] {
        put(name);
    }
    let _build = TableBuild::start(&Disk, &folder.path().join("a")).expect("the lock is free");
    assert_eq!(names(folder.path()), ["a", "a.checkpoint", "a.lock", "a.tmp.tmp", "b.tmp"]);
}

#[test]
fn files_that_are_not_tables_are_rejected() {
    let folder = tempdir().expect("a folder");
    let check = |path: &Path, code: &str| {
        let error = Table::open(path).expect_err("not a table");
        assert_eq!((error.code(), error.path()), (code, path), "{error}");
    };
    let path = folder.path().join("a.table");
    check(&path, "table.io");
    check(folder.path(), "table.io");
    for text in ["", "x", "Gordian", &"long ".repeat(2000)] {
        fs_err::write(&path, text).expect("a folder");
        check(&path, "table.not-a-table");
    }
}

#[test]
fn a_missing_folder_is_an_error() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("none").join("a.table");
    let table = description(FileKind::Table);
    let error = with_threads(1, |work| gordian_table::write(&Disk, &path, &table, &[], work));
    let TableError::Io { error, .. } = error.expect_err("no folder") else {
        panic!("another error");
    };
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}
