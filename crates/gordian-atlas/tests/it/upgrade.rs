//! Files of released versions: tables, and checkpoints of builds that were killed.

use std::io::{Read as _, Write as _};
use std::path::Path;

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{BuildConfig, CountModel, Database};
use gordian_core::{Cancel, NoProgress};
use gordian_perm::square1::Colours;
use gordian_table::{Disk, FileKind, Table, TableDescription, WorkContext};
use gordian_testkit::square1_levels::{SILVER, SIX_COLOURS};

use crate::files_of_v0_1_0::{read_fixture, write_checkpoint};
use crate::levels;

const HEADER_LEN: usize = 4096;

fn build(colours: Colours, file: &Path) -> Result<(usize, Vec<u64>), AtlasError> {
    let config = BuildConfig::default();
    let cancel = Cancel::new();
    let built = Database::build(colours, &Disk, file, &config, &cancel, &NoProgress)?;
    Ok((built.0, built.1.levels(CountModel::ModuloFlip)))
}

/// Returns the header of a file and the length of the file.
fn read_header(file: &Path) -> (Vec<u8>, u64) {
    let mut open = fs_err::File::open(file).expect("the file exists");
    let mut bytes = vec![0; HEADER_LEN];
    open.read_exact(&mut bytes).expect("a header");
    (bytes, open.metadata().expect("a file").len())
}

/// The header contains the hash of the payload, so equal headers mean equal tables.
#[test]
fn builds_of_0_1_0_resume_to_the_same_table() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("silver.table");
    let checkpoint = folder.path().join("silver.table.checkpoint");
    write_checkpoint(&checkpoint);
    let found = Table::open(&checkpoint).expect("the file is read");
    found.verify(&WorkContext::new(&Cancel::new())).expect("it is as it was written");
    drop(found);

    let (start_level, levels) = build(Colours::Silver, &file).expect("the build resumes");
    assert_eq!((start_level, levels), (2, SILVER.modulo_flip.to_vec()));
    assert!(!checkpoint.exists());
    let (header, _) = read_header(&file);
    assert!(header == read_fixture("silver.table.header"), "the table differs from that of 0.1.0");
    Database::open(&file)
        .expect("the table opens")
        .verify(&Cancel::new())
        .expect("the table is valid");
}

#[test]
#[ignore = "slow: the six-colour table equals that of 0.1.0 and has the known levels; 826 MB on disk"]
fn six_colour_tables_equal_those_of_0_1_0() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("square1.table");
    build(Colours::Six, &file).expect("it is built");
    assert!(
        read_header(&file).0 == read_fixture("square1.table.header"),
        "the table differs from that of 0.1.0"
    );
    levels::check(Database::open(&file).expect("the table is valid").levels(), &SIX_COLOURS);
}

/// Tables of 0.1.0 have the definition of this version; the test above reads a complete one.
#[test]
fn tables_of_0_1_0_have_the_expected_definition() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("other.table");
    for (name, label) in
        [("silver.table.header", "square1-silver"), ("square1.table.header", "square1")]
    {
        let definition = read_fixture(name)[40..72].try_into().expect("32 bytes");
        let description = TableDescription {
            kind: FileKind::Table,
            label: label.to_owned(),
            definition,
            series: Vec::new(),
        };
        let cancel = Cancel::new();
        gordian_table::write(&Disk, &file, &description, &[b"short"], &WorkContext::new(&cancel))
            .expect("the table is written");
        let refused = Database::open(&file).map(drop).expect_err("the table is too short");
        assert!(
            refused.to_string().contains("its payload has an unexpected length"),
            "{name}: {refused}"
        );
    }
}

/// Changes the version of a file.
fn set_version(file: &Path, version: u32) {
    let (mut header, _) = read_header(file);
    header[8..12].copy_from_slice(&version.to_le_bytes());
    let sum = crc32c::crc32c(&header[..HEADER_LEN - 4]);
    header[HEADER_LEN - 4..].copy_from_slice(&sum.to_le_bytes());
    let mut open = fs_err::OpenOptions::new().write(true).open(file).expect("the file exists");
    open.write_all(&header).expect("the write succeeds");
}

#[test]
fn checkpoints_of_other_versions_stop_the_build_and_are_kept() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("silver.table");
    let checkpoint = folder.path().join("silver.table.checkpoint");
    write_checkpoint(&checkpoint);
    for (version, hint) in
        [(0, "delete the file and build it again"), (2, "use a newer version of the program")]
    {
        set_version(&checkpoint, version);
        let before = read_header(&checkpoint);
        let refused = build(Colours::Silver, &file).expect_err("the build does not resume");
        assert_eq!(refused.code(), "table.version");
        let name = checkpoint.display();
        let message = format!("table `{name}` has format {version}, this build reads 1");
        assert_eq!(refused.to_string(), message);
        assert!(refused.hint().starts_with(hint), "{}", refused.hint());
        assert!(read_header(&checkpoint) == before, "the checkpoint of version {version} changed");
        assert!(!file.exists());
    }
}

#[test]
fn tables_of_other_versions_are_neither_read_nor_replaced() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("silver.table");
    for version in [0, 2] {
        // The header suffices, because the version is checked first.
        fs_err::write(&file, read_fixture("silver.table.header")).expect("the write succeeds");
        set_version(&file, version);
        let before = read_header(&file);
        let refused = [
            Database::open(&file).map(drop).expect_err("the table is rejected"),
            Database::check_replaceable(&Disk, &file, Colours::Silver)
                .expect_err("the table is not replaced"),
        ];
        for refused in refused {
            assert_eq!(refused.code(), "table.version", "{refused}");
            assert!(
                refused.to_string().ends_with(&format!("format {version}, this build reads 1"))
            );
        }
        assert!(read_header(&file) == before, "the table of version {version} changed");
    }
}
