//! Builds into files: memory limits, interruptions, resumption.

use std::path::Path;

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{BuildConfig, CountModel, Database, count_levels, memory_needed};
use gordian_core::{Cancel, Limit, NoProgress, Progress, ProgressEvent, Random};
use gordian_perm::square1::{Colours, random_position};
use gordian_table::{CheckpointPolicy, Disk};
use gordian_testkit::square1_levels::SILVER;

use crate::oracle::{parity, silver};

/// Cancels the build after a level.
struct StopAfter<'a> {
    level: u64,
    cancel: &'a Cancel,
}

impl Progress for StopAfter<'_> {
    fn report(&self, event: &ProgressEvent) {
        if matches!(event, ProgressEvent::Level { level, .. } if *level == self.level) {
            self.cancel.cancel();
        }
    }
}

fn config(checkpoints: CheckpointPolicy) -> BuildConfig {
    BuildConfig { checkpoints, ..BuildConfig::default() }
}

fn build(file: &Path, checkpoints: CheckpointPolicy) -> (usize, Vec<u64>) {
    let cancel = Cancel::new();
    let config = config(checkpoints);
    let built = Database::build(Colours::Silver, &Disk, file, &config, &cancel, &NoProgress);
    let (start_level, levels) = built.expect("the build succeeds");
    (start_level, levels.levels(CountModel::ModuloFlip))
}

#[test]
#[ignore = "slow: many interrupted builds of the silver table"]
fn interrupted_builds_produce_the_same_file_and_files_agree_with_memory() {
    let folder = gordian_testkit::folder();
    let straight = folder.path().join("straight.atlas");
    assert_eq!(
        build(&straight, CheckpointPolicy::WhenWorthwhile),
        (0, SILVER.modulo_flip.to_vec())
    );

    let database = Database::open(&straight).expect("the table opens");
    database.verify(&Cancel::new()).expect("the table is valid");
    assert_eq!(database.levels(), silver().levels());
    let mut random = Random::new(9);
    for _ in 0..2000 {
        let position = random_position(&mut random, Colours::Silver);
        let (state, parity) = (database.model().state(&position), parity(&position));
        let distances = [&database, silver()]
            .map(|it| it.distance(&state, parity).expect("the table is valid"));
        assert_eq!(distances[0], distances[1], "{position}");
    }

    let resumed = folder.path().join("resumed.atlas");
    for (level, every) in [(2, true), (9, true), (11, true)] {
        let cancel = Cancel::new();
        let stop = StopAfter { level, cancel: &cancel };
        let policy =
            if every { CheckpointPolicy::EveryLevel } else { CheckpointPolicy::WhenWorthwhile };
        let stopped =
            Database::build(Colours::Silver, &Disk, &resumed, &config(policy), &cancel, &stop);
        assert!(
            matches!(
                stopped,
                Err(AtlasError::Stopped { limit: Limit::Interrupted } | AtlasError::Table(_))
            ),
            "{stopped:?}"
        );
        assert!(!resumed.exists());
    }
    let (start_level, levels) = build(&resumed, CheckpointPolicy::EveryLevel);
    assert!(start_level > 0, "the build did not resume from the checkpoint");
    assert_eq!(levels, SILVER.modulo_flip);
    let [straight, resumed] = [straight, resumed].map(|file| fs_err::read(file).expect("a file"));
    assert!(straight == resumed, "the files differ");
}

#[test]
fn builds_are_rejected_before_the_start_if_memory_is_insufficient() {
    let needed = memory_needed(silver().model(), false);
    let check = |allowed| {
        let config = BuildConfig { memory: Some(allowed), ..BuildConfig::default() };
        // Cancelled from the start, so that a build with enough memory stops at once.
        let cancel = Cancel::new();
        cancel.cancel();
        count_levels(Colours::Silver, &config, &cancel, &NoProgress).expect_err("no time")
    };
    let refused = check(needed - 1);
    assert_eq!(
        refused.to_string(),
        format!("the work needs {needed} bytes of memory, {} are allowed", needed - 1)
    );
    assert!(matches!(check(needed), AtlasError::Stopped { .. }));
}

#[test]
fn tables_of_other_puzzles_are_rejected() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("other.atlas");
    let description = gordian_table::TableDescription {
        kind: gordian_table::FileKind::Table,
        label: "pyraminx".to_owned(),
        definition: [1; 32],
        series: Vec::new(),
    };
    let cancel = Cancel::new();
    let work = gordian_table::WorkContext::new(&cancel);
    gordian_table::write(&Disk, &file, &description, &[&[1, 2, 3]], &work).expect("written");
    let refused = Database::open(&file).err().expect("the file is rejected");
    assert_eq!(refused.to_string(), format!("`{}` is a table of `pyraminx`", file.display()));
    let description =
        gordian_table::TableDescription { label: "square1-silver".to_owned(), ..description };
    gordian_table::write(&Disk, &file, &description, &[&[1, 2, 3]], &work).expect("written");
    let refused = Database::open(&file).err().expect("the file is rejected");
    assert!(matches!(refused, AtlasError::Table(_)), "{refused}");
}

#[test]
fn checkpoints_of_other_definitions_are_kept() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("silver.atlas");
    let cancel = Cancel::new();
    let work = gordian_table::WorkContext::new(&cancel);
    let begun = gordian_table::TableBuild::start(&Disk, &file).expect("the lock is free");
    let description = gordian_table::TableDescription {
        kind: gordian_table::FileKind::Checkpoint { step: 2 },
        label: String::new(),
        definition: [1; 32],
        series: Vec::new(),
    };
    begun.write_checkpoint(&description, &[&[1, 2, 3]], &work).expect("the checkpoint is written");
    let checkpoint = begun.checkpoint_path().to_owned();
    drop(begun);
    let config = BuildConfig::default();
    let built = Database::build(Colours::Silver, &Disk, &file, &config, &cancel, &NoProgress);
    let refused = built.expect_err("the checkpoint is not removed");
    assert_eq!(refused.code(), "table.wrong-definition");
    assert!(checkpoint.exists());
    // A checkpoint cannot be opened as a table.
    let refused = Database::open(&checkpoint).err().expect("the file is rejected");
    assert_eq!(refused.code(), "table.wrong-kind");
}

/// The newer program that wrote the checkpoint can still use it.
#[test]
fn checkpoints_of_newer_formats_are_kept() {
    let folder = gordian_testkit::folder();
    let file = folder.path().join("silver.atlas");
    let cancel = Cancel::new();
    let stop = StopAfter { level: 2, cancel: &cancel };
    let every = config(CheckpointPolicy::EveryLevel);
    Database::build(Colours::Silver, &Disk, &file, &every, &cancel, &stop).expect_err("stopped");
    let checkpoint = folder.path().join("silver.atlas.checkpoint");
    let mut bytes = fs_err::read(&checkpoint).expect("the checkpoint");
    // The version, and the checksum of the header (docs/formats/table.md).
    bytes[8..12].copy_from_slice(&2_u32.to_le_bytes());
    let sum = crc32c::crc32c(&bytes[..4092]);
    bytes[4092..4096].copy_from_slice(&sum.to_le_bytes());
    fs_err::write(&checkpoint, &bytes).expect("the write succeeds");

    let cancel = Cancel::new();
    let built = Database::build(Colours::Silver, &Disk, &file, &every, &cancel, &NoProgress);
    let refused = built.expect_err("the checkpoint is not removed");
    assert_eq!(refused.code(), "table.version");
    for advice in ["newer version of the program", "cache folder", "delete the file"] {
        assert!(refused.hint().contains(advice), "{}", refused.hint());
    }
    assert!(
        fs_err::read(&checkpoint).expect("the checkpoint") == bytes,
        "the checkpoint has changed"
    );
}
