//! A kill at any operation leaves the old or the new file, and never loses a checkpoint.

use std::path::Path;
use std::sync::LazyLock;

use gordian_core::Random;
use gordian_table::{FileKind, Storage, Table, TableBuild, TableError};

use crate::simulated::{OperationFault, Simulated, SyncFault};
use crate::{description, noise, path, payload, with_threads};

/// The number of checkpoints before the table is complete.
const STEPS: u32 = 3;
/// Lengths of payloads: empty, slightly more than one block, slightly less than three blocks.
const LENGTHS: [usize; 3] = [0, 70_000, 190_000];

/// A violated guarantee after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Violation {
    /// A file is rejected.
    Refused,
    /// A durable file is missing.
    Lost,
    /// A file with contents that were never written is accepted.
    Wrong,
    /// A checkpoint exists after the build was reported as finished.
    Stale,
}

/// Returns the payload after `step` steps; payloads are generated once.
fn state(len: usize, step: u32) -> &'static [u8] {
    static STATES: LazyLock<Vec<Vec<u8>>> =
        LazyLock::new(|| (0..=STEPS + 1).map(|step| noise(190_000, u64::from(step))).collect());
    &STATES[usize::try_from(step).expect("a small number")][..len]
}

fn read(storage: &Simulated, path: &Path) -> Result<Option<(Table, Vec<u8>)>, Violation> {
    if !storage.exists(path).expect("this check never fails") {
        return Ok(None);
    }
    let read = || {
        let table = Table::open_in(storage, path)?;
        let bytes = payload(&table)?;
        Ok::<_, TableError>((table, bytes))
    };
    read().map(Some).map_err(|_| Violation::Refused)
}

/// An operation that can be killed, and its guarantees.
trait Scenario {
    /// Runs the operation; returns the number of steps that it reported as done.
    fn run(&self, storage: &Simulated) -> u32;
    /// Checks the state after a crash when `done` steps were reported as done.
    fn check_state(&self, storage: &Simulated, done: u32) -> Result<(), Violation>;
}

/// Writes a new file, or replaces an older one.
struct Write {
    len: usize,
    over: bool,
}

impl Scenario for Write {
    fn run(&self, storage: &Simulated) -> u32 {
        let bytes = state(self.len, 1);
        let write = with_threads(1, |work| {
            gordian_table::write(storage, path(), &description(FileKind::Table), &[bytes], work)
        });
        u32::from(write.is_ok())
    }

    fn check_state(&self, storage: &Simulated, done: u32) -> Result<(), Violation> {
        let (old, new) = (state(self.len, 0), state(self.len, 1));
        match read(storage, path())? {
            None if done == 1 || self.over => Err(Violation::Lost),
            None => Ok(()),
            Some((_, bytes)) if bytes == new => Ok(()),
            Some((_, bytes)) if bytes == old && self.over && done == 0 => Ok(()),
            Some((_, bytes)) if bytes == old && self.over => Err(Violation::Lost),
            Some(_) => Err(Violation::Wrong),
        }
    }
}

/// A build with checkpoints, which resumes from the last one.
struct CheckpointedBuild {
    len: usize,
}

impl CheckpointedBuild {
    /// Starts or resumes the build; `done` is the last durable step.
    fn build(&self, storage: &Simulated, done: &mut u32) -> Result<(), TableError> {
        let build = TableBuild::start(storage, path())?;
        let mut step = match build.load_checkpoint(&crate::DEFINITION)? {
            None => 0,
            Some((table, step)) => {
                assert_eq!(payload(&table)?, state(self.len, step), "a wrong checkpoint");
                step
            }
        };
        while step < STEPS {
            step += 1;
            let bytes = state(self.len, step);
            let checkpoint = description(FileKind::Checkpoint { step });
            with_threads(1, |work| build.write_checkpoint(&checkpoint, &[bytes], work))?;
            *done = step;
        }
        let bytes = state(self.len, STEPS + 1);
        with_threads(1, |work| build.finish(&description(FileKind::Table), &[bytes], work))?;
        *done = STEPS + 1;
        Ok(())
    }
}

impl Scenario for CheckpointedBuild {
    fn run(&self, storage: &Simulated) -> u32 {
        let mut done = 0;
        // An error means that the build was killed; `done` has its last durable step.
        drop(self.build(storage, &mut done));
        done
    }

    fn check_state(&self, storage: &Simulated, done: u32) -> Result<(), Violation> {
        let checkpoint = read(storage, Path::new("folder/squares.table.checkpoint"))?;
        if let Some((_, bytes)) = read(storage, path())? {
            return match checkpoint {
                _ if bytes != state(self.len, STEPS + 1) => Err(Violation::Wrong),
                Some(_) if done > STEPS => Err(Violation::Stale),
                _ => Ok(()),
            };
        }
        match checkpoint {
            None if done == 0 => Ok(()),
            None => Err(Violation::Lost),
            Some((table, bytes)) => {
                match table.description().kind {
                    FileKind::Checkpoint { step } if bytes == state(self.len, step) => {
                        if step >= done { Ok(()) } else { Err(Violation::Lost) }
                    }
                    _ => Err(Violation::Wrong),
                }
            }
        }
    }
}

/// Kills `scenario` at each of its operations and after the last one, with `crashes` random crashes
/// of the machine each time; returns the violations.
fn violations(
    scenario: &dyn Scenario,
    before: &dyn Fn() -> Simulated,
    fault: Option<SyncFault>,
    crashes: usize,
    random: &mut Random,
) -> Vec<Violation> {
    let reference = before();
    reference.set_sync_fault(fault);
    let start = reference.operations();
    scenario.run(&reference);
    let operations = reference.operations() - start;
    assert!(operations > 5, "{operations} operations: something did not run");
    let mut violations = Vec::new();
    for at in 0..=operations {
        let storage = before();
        storage.set_sync_fault(fault);
        storage.set_operation_fault(at, OperationFault::Kill);
        let done = scenario.run(&storage);
        for _ in 0..crashes {
            violations.extend(scenario.check_state(&storage.crash(random), done).err());
        }
    }
    violations
}

/// Returns a file system with a durable older file.
fn durable_file(len: usize) -> Simulated {
    let bytes = crate::file(&description(FileKind::Table), state(len, 0));
    Simulated::with(path(), bytes)
}

fn check_all(fault: Option<SyncFault>, crashes: usize) -> Vec<Violation> {
    let mut random = Random::new(1);
    let mut all = Vec::new();
    for len in LENGTHS {
        all.extend(violations(
            &Write { len, over: false },
            &Simulated::new,
            fault,
            crashes,
            &mut random,
        ));
        let old = durable_file(len).read(path()).expect("the file exists").to_vec();
        let before = || Simulated::with(path(), old.clone());
        all.extend(violations(&Write { len, over: true }, &before, fault, crashes, &mut random));
        all.extend(violations(
            &CheckpointedBuild { len },
            &Simulated::new,
            fault,
            crashes,
            &mut random,
        ));
    }
    all
}

#[test]
fn a_kill_at_any_operation_leaves_the_old_or_the_new_file() {
    assert_eq!(check_all(None, 15), []);
}

#[test]
#[ignore = "slow: a kill at any operation, with many more crashes"]
fn more_kills_at_any_operation_leave_the_old_or_the_new_file() {
    assert_eq!(check_all(None, 150), []);
}

/// On a disk with sync faults, files are lost or rejected. That these tests detect it shows that
/// they would also detect a writer that omits a sync. Even then, accepted files are correct.
fn check_sync_fault(fault: SyncFault, expected: &[Violation]) {
    let violations = check_all(Some(fault), 8);
    for violation in expected {
        assert!(violations.contains(violation), "{fault:?} never leaves a file {violation:?}");
    }
    assert!(!violations.contains(&Violation::Wrong), "{fault:?} makes a wrong file acceptable");
}

#[test]
fn sync_faults_are_detected_by_these_tests() {
    check_sync_fault(SyncFault::FilesNotSynced, &[Violation::Refused]);
    check_sync_fault(SyncFault::NamesNotSynced, &[Violation::Lost]);
    check_sync_fault(SyncFault::LateSync, &[Violation::Refused]);
}

/// Kills a build repeatedly at random operations, and resumes it each time.
fn check_resumed(seed: u64) {
    let scenario = CheckpointedBuild { len: 70_000 };
    let mut random = Random::new(seed);
    let mut storage = Simulated::new();
    let mut kills = 0;
    while storage.names().iter().all(|name| name != path()) {
        storage.set_operation_fault(random.below(30), OperationFault::Kill);
        scenario.run(&storage);
        storage = storage.crash(&mut random);
        kills += 1;
        assert!(kills < 10_000, "the work never ends");
    }
    let expected = crate::file(&description(FileKind::Table), state(70_000, STEPS + 1));
    let found = storage.read(path()).expect("the file exists").to_vec();
    assert!(found == expected, "after {kills} kills with seed {seed} the file differs");
}

#[test]
fn killed_and_resumed_builds_give_the_same_file() {
    for seed in 0..25 {
        check_resumed(seed);
    }
}

#[test]
fn the_next_build_removes_incomplete_files() {
    let mut leftovers = 0;
    for at in 0..30 {
        let storage = Simulated::new();
        storage.set_operation_fault(at, OperationFault::Kill);
        CheckpointedBuild { len: 100 }.run(&storage);
        let next = storage.crash(&mut Random::new(1));
        let temporary = |storage: &Simulated| {
            let names = storage.names();
            names.iter().filter(|name| name.extension().is_some_and(|end| end == "tmp")).count()
        };
        leftovers += temporary(&next);
        let _build = TableBuild::start(&next, path()).expect("the lock is free");
        assert_eq!(temporary(&next), 0, "killed at operation {at}");
    }
    assert!(leftovers > 0, "no kill ever left anything");
}

#[test]
fn a_full_disk_keeps_only_the_old_file() {
    let (len, reference) = (70_000, durable_file(70_000));
    Write { len, over: true }.run(&reference);
    let mut failed = 0;
    for at in 0..reference.operations() {
        let storage = durable_file(len);
        storage.set_operation_fault(at, OperationFault::Refuse);
        let done = Write { len, over: true }.run(&storage);
        failed += usize::from(done == 0);
        let (_, bytes) =
            read(&storage, path()).expect("the table is valid").expect("the file exists");
        // The last operation makes the name durable: if it fails, the new file already exists.
        let new = at + 1 >= reference.operations();
        assert!(bytes == state(len, u32::from(new)), "operation {at} of the writer");
        assert_eq!(storage.names(), [path()], "operation {at} of the writer");
    }
    assert_eq!(failed, reference.operations());
}
