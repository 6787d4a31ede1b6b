//! Files of released versions: they are read correctly, or rejected and left unchanged.

use std::path::{Path, PathBuf};

use gordian_table::{CountSeries, Disk, FileKind, Table, TableBuild, TableError};
use tempfile::{TempDir, tempdir};

use crate::format::reseal_header;
use crate::{names, payload, with_threads};

/// The definition of the files of 0.1.0, see their README.
const SQUARES: [u8; 32] = [7; 32];

/// Returns a temporary folder with the table and the checkpoint of 0.1.0, and the path of the
/// table.
fn copy() -> (TempDir, PathBuf) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/v0.1.0");
    let folder = tempdir().expect("a folder");
    for name in ["squares.table", "squares.table.checkpoint"] {
        fs_err::copy(from.join(name), folder.path().join(name)).expect("the fixture exists");
    }
    let table = folder.path().join("squares.table");
    (folder, table)
}

fn series() -> Vec<CountSeries> {
    vec![CountSeries { name: "even and odd".to_owned(), counts: vec![5000, 5000] }]
}

#[test]
fn a_table_of_0_1_0_is_read() {
    let (_folder, path) = copy();
    let table = Table::open(&path).expect("the file is read");
    table.expect_table(&SQUARES).expect("its definition");
    with_threads(2, |work| table.verify(work)).expect("the table is valid");
    assert_eq!(table.description().label, "squares");
    assert_eq!(table.description().series, series());
    let squares: Vec<u8> = (0..10_000_u32).flat_map(|n| (n * n).to_le_bytes()).collect();
    assert!(payload(&table).expect("the table is valid") == squares);
}

#[test]
fn builds_of_0_1_0_resume() {
    let (folder, path) = copy();
    let build = TableBuild::start(&Disk, &path).expect("the lock is free");
    let (table, step) =
        build.load_checkpoint(&SQUARES).expect("the file is read").expect("the file exists");
    assert_eq!((step, table.description().kind), (3, FileKind::Checkpoint { step: 3 }));
    assert_eq!((table.description().series.clone(), table.payload_len()), (series(), 0));
    drop(table);
    let again = gordian_table::TableDescription {
        kind: FileKind::Table,
        label: "squares".to_owned(),
        definition: SQUARES,
        series: series(),
    };
    with_threads(1, |work| build.finish(&again, &[b"four"], work)).expect("the table is written");
    assert_eq!(names(folder.path()), ["squares.table", "squares.table.lock"]);
}

/// Returns the errors and the messages for the table and the checkpoint with version `version`,
/// after checking that the files are unchanged.
fn refused(version: u32) -> [(TableError, String); 2] {
    let (folder, table) = copy();
    let checkpoint = folder.path().join("squares.table.checkpoint");
    let files = [table.clone(), checkpoint];
    let written = files.clone().map(|file| {
        let mut bytes = fs_err::read(&file).expect("the copy");
        bytes[8..12].copy_from_slice(&version.to_le_bytes());
        reseal_header(&mut bytes);
        fs_err::write(&file, &bytes).expect("the write succeeds");
        bytes
    });
    let build = TableBuild::start(&Disk, &table).expect("the lock is free");
    let errors = [
        Table::open(&table).map(drop).expect_err("another version"),
        build.load_checkpoint(&SQUARES).map(drop).expect_err("another version"),
    ];
    for (file, bytes) in files.iter().zip(&written) {
        assert!(
            fs_err::read(file).expect("the file exists") == *bytes,
            "{} changed",
            file.display()
        );
    }
    let message = |error: TableError| {
        let folder = format!("{}/", folder.path().display());
        assert!(!error.is_damage(), "{error} would allow to replace the file");
        let message = error.to_string().replace(&folder, "");
        (error, message)
    };
    errors.map(message)
}

#[test]
fn files_of_other_versions_are_rejected_and_kept() {
    for version in [0, 2, 3, u32::MAX] {
        let hint = if version > 1 {
            "use a newer version of the program; or give another file or cache folder, or delete the \
             file"
        } else {
            "delete the file and build it again"
        };
        for ((error, message), name) in
            refused(version).into_iter().zip(["squares.table", "squares.table.checkpoint"])
        {
            let expected = format!("table `{name}` has format {version}, this build reads 1");
            assert_eq!((message, error.code()), (expected, "table.version"));
            assert_eq!(error.hint(), hint);
        }
    }
}
