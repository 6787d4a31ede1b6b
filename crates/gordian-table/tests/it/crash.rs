//! A kill at any operation leaves the old file or the new one, and never loses a checkpoint.

use std::path::Path;
use std::sync::LazyLock;

use gordian_core::Random;
use gordian_table::{FileKind, Storage, Table, TableBuild, TableError};

use crate::simulated::{Mishap, Simulated, SyncFault};
use crate::{description, noise, path, payload, with_threads};

/// Steps with a checkpoint before the table is done.
const STEPS: u32 = 3;
/// Lengths of payloads: none, one block and a bit, three blocks less a bit.
const LENGTHS: [usize; 3] = [0, 70_000, 190_000];

/// What a crash must not leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Violation {
    /// A file under its name is refused.
    Refused,
    /// A file that was durable is not there any more.
    Lost,
    /// A file was accepted that was never written.
    Wrong,
    /// A checkpoint is still there after the build was said to be finished.
    Stale,
}

/// Returns the payload after `step` steps, which are made once.
fn state(len: usize, step: u32) -> &'static [u8] {
    static STATES: LazyLock<Vec<Vec<u8>>> =
        LazyLock::new(|| (0..=STEPS + 1).map(|step| noise(190_000, u64::from(step))).collect());
    &STATES[usize::try_from(step).expect("a small number")][..len]
}

fn read(storage: &Simulated, path: &Path) -> Result<Option<(Table, Vec<u8>)>, Violation> {
    if !storage.exists(path).expect("it can always tell") {
        return Ok(None);
    }
    let read = || {
        let table = Table::open_in(storage, path)?;
        let bytes = payload(&table)?;
        Ok::<_, TableError>((table, bytes))
    };
    read().map(Some).map_err(|_| Violation::Refused)
}

/// Something that is done until it is killed, and what must be true after.
trait Scenario {
    /// Does it; returns how much of it is said to be done.
    fn run(&self, storage: &Simulated) -> u32;
    /// Looks at what a crash has left when `done` was said to be done.
    fn judge(&self, storage: &Simulated, done: u32) -> Result<(), Violation>;
}

/// A file is written where there was none, or where there was an older one.
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

    fn judge(&self, storage: &Simulated, done: u32) -> Result<(), Violation> {
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

/// A computation with checkpoints, from wherever the last one left it.
struct Steps {
    len: usize,
}

impl Steps {
    /// Goes on with the work; `done` is the last step that is durable.
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

impl Scenario for Steps {
    fn run(&self, storage: &Simulated) -> u32 {
        let mut done = 0;
        // Where it was killed is what `done` says.
        drop(self.build(storage, &mut done));
        done
    }

    fn judge(&self, storage: &Simulated, done: u32) -> Result<(), Violation> {
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

/// Kills `scenario` at each of its operations, and after the last one, and lets the machine crash in
/// `crashes` ways each time; returns what went wrong.
fn violations(
    scenario: &dyn Scenario,
    before: &dyn Fn() -> Simulated,
    fault: Option<SyncFault>,
    crashes: usize,
    random: &mut Random,
) -> Vec<Violation> {
    let whole = before();
    whole.set_sync_fault(fault);
    let start = whole.operations();
    scenario.run(&whole);
    let operations = whole.operations() - start;
    assert!(operations > 5, "{operations} operations: something did not run");
    let mut violations = Vec::new();
    for at in 0..=operations {
        let storage = before();
        storage.set_sync_fault(fault);
        storage.mishap(at, Mishap::Kill);
        let done = scenario.run(&storage);
        for _ in 0..crashes {
            violations.extend(scenario.judge(&storage.crash(random), done).err());
        }
    }
    violations
}

/// An older file, durably there.
fn older(len: usize) -> Simulated {
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
        let old = older(len).read(path()).expect("it was written").to_vec();
        let before = || Simulated::with(path(), old.clone());
        all.extend(violations(&Write { len, over: true }, &before, fault, crashes, &mut random));
        all.extend(violations(&Steps { len }, &Simulated::new, fault, crashes, &mut random));
    }
    all
}

#[test]
fn a_kill_at_any_operation_leaves_the_old_or_the_new() {
    assert_eq!(check_all(None, 15), []);
}

#[test]
#[ignore = "slow: a kill at any operation, with many more ways to crash"]
fn a_kill_at_any_operation_leaves_the_old_or_the_new_in_many_ways() {
    assert_eq!(check_all(None, 150), []);
}

/// On a disk that does not keep its promises, files are lost or refused; that these tests see it
/// shows that they would see a writer who does not ask for the promises. Even there, what is
/// accepted is right.
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

/// Kills a build again and again, at random operations, and takes it up again each time.
fn check_resumed(seed: u64) {
    let scenario = Steps { len: 70_000 };
    let mut random = Random::new(seed);
    let mut storage = Simulated::new();
    let mut kills = 0;
    while storage.names().iter().all(|name| name != path()) {
        storage.mishap(random.below(30), Mishap::Kill);
        scenario.run(&storage);
        storage = storage.crash(&mut random);
        kills += 1;
        assert!(kills < 10_000, "the work never ends");
    }
    let expected = crate::file(&description(FileKind::Table), state(70_000, STEPS + 1));
    let found = storage.read(path()).expect("it is there").to_vec();
    assert!(found == expected, "after {kills} kills with seed {seed} the file is another one");
}

#[test]
fn a_build_that_is_killed_and_resumed_gives_the_same_file() {
    for seed in 0..25 {
        check_resumed(seed);
    }
}

#[test]
fn the_next_start_removes_what_a_kill_left_half_written() {
    let mut leftovers = 0;
    for at in 0..30 {
        let storage = Simulated::new();
        storage.mishap(at, Mishap::Kill);
        Steps { len: 100 }.run(&storage);
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
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    let (len, whole) = (70_000, older(70_000));
    Write { len, over: true }.run(&whole);
    let mut failed = 0;
    for at in 0..whole.operations() {
        let storage = older(len);
        storage.mishap(at, Mishap::Refuse);
        let done = Write { len, over: true }.run(&storage);
        failed += usize::from(done == 0);
        let (_, bytes) = read(&storage, path()).expect("it is sound").expect("it is there");
        // The last operation makes the name durable: the new file is there when it fails.
        let new = at + 1 >= whole.operations();
        assert!(bytes == state(len, u32::from(new)), "operation {at} of the writer");
        assert_eq!(storage.names(), [path()], "operation {at} of the writer");
    }
    assert_eq!(failed, whole.operations());
}
