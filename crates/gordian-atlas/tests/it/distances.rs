//! Distances of permutation puzzles from definitions.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};

use gordian_atlas::AtlasError;
use gordian_atlas::distances::{
    Distances, DistancesConfig, DistancesIndex, Exchange, Message, OneProcess, distances,
};
use gordian_core::{Cancel, Limit, Random};
use gordian_perm::definition::{Definition, Metric, MoveSet, PermutationGroup, State};
use gordian_table::{
    CheckpointPolicy, Disk, FileContents, LockGuard, Storage, Table, WorkContext, WritableFile,
};
use proptest::prelude::*;
use rustc_hash::FxHashSet;

/// The numbers of states at each distance, in the metric of any number of turns.
/// Source: enumerated with twsearch; they are the published ones.
const LEVELS: [(&str, &[u64]); 6] = [
    ("floppy", &[1, 4, 10, 24, 53, 64, 31, 4, 1]),
    ("ivy", &[1, 8, 48, 288, 1640, 7582, 15262, 4221, 110]),
    (
        "tower",
        &[1, 8, 35, 157, 678, 2527, 7442, 17088, 31568, 44704, 47216, 49792, 29024, 11104, 576],
    ),
    ("pyraminx", &[1, 8, 48, 288, 1728, 9896, 51808, 220_111, 480_467, 166_276, 2457, 32]),
    ("skewb", &[1, 8, 48, 288, 1728, 10248, 59304, 315_198, 1_225_483, 1_455_856, 81028, 90]),
    ("2x2x2", &[1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]),
];

/// Returns the known numbers of states of a puzzle.
pub(crate) fn levels_of(name: &str) -> &'static [u64] {
    LEVELS.iter().find(|it| it.0 == name).unwrap().1
}

pub(crate) fn config() -> DistancesConfig<'static> {
    DistancesConfig {
        threads: 2,
        max_bytes: 1 << 30,
        antipodes: 3,
        max_level: None,
        file: None,
        checkpoints: CheckpointPolicy::default(),
        exchange: &OneProcess,
    }
}

fn enumerated(
    definition: &Definition,
    moves: &MoveSet,
    config: &DistancesConfig<'_>,
) -> Result<Distances, AtlasError> {
    let group = PermutationGroup::generated(definition, moves, &Cancel::new()).unwrap();
    distances(definition, moves, &group, &HastyDisk::new(), config, &Cancel::new(), &|_, _| {})
}

/// Returns the states at each distance, by the plain simulator.
pub(crate) fn plain(definition: &Definition, moves: &MoveSet) -> Vec<Vec<State>> {
    plain_to(definition, moves, usize::MAX)
}

/// Returns the states at each distance up to a last one, by the plain simulator.
pub(crate) fn plain_to(definition: &Definition, moves: &MoveSet, max: usize) -> Vec<Vec<State>> {
    let mut seen = FxHashSet::from_iter([definition.solved().clone()]);
    let mut levels = vec![vec![definition.solved().clone()]];
    loop {
        let mut next = Vec::new();
        for state in levels.last().unwrap() {
            for it in moves.moves() {
                if let Some(state) = definition.apply(state, it.transformation())
                    && seen.insert(state.clone())
                {
                    next.push(state);
                }
            }
        }
        if next.is_empty() || levels.len() > max {
            return levels;
        }
        levels.push(next);
    }
}

#[test]
fn named_puzzles_have_the_known_distances() {
    let n_symmetries = [8, 24, 4, 24, 6, 6];
    for ((name, known), n_symmetries) in LEVELS.into_iter().zip(n_symmetries) {
        let definition = Definition::named(name).unwrap();
        let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
        let found = enumerated(&definition, &moves, &config()).unwrap();
        assert_eq!((&found.levels[..], found.limit), (known, None), "{name}");
        assert_eq!((found.index, found.n_symmetries), (DistancesIndex::Symmetric, n_symmetries));
        let n = known.iter().sum::<u64>();
        // Small puzzles do not save memory.
        assert!(found.bytes < n.div_ceil(4).max(1 << 13), "{name}: {}", found.bytes);
        assert_eq!(found.antipodes.len(), 3.min(usize::try_from(*known.last().unwrap()).unwrap()));
    }
}

/// The 3×3 loopover: rows and columns of nine tiles move in circles.
#[test]
fn loopover_has_the_known_distances() {
    let mut text = "Name Loopover\nSet T 9 1\nSolved\nEnd\n".to_owned();
    for (line, [a, b, c]) in
        [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9]].iter().enumerate()
    {
        let mut row: Vec<usize> = (1..=9).collect();
        (row[a - 1], row[b - 1], row[c - 1]) = (*b, *c, *a);
        let row: Vec<String> = row.iter().map(usize::to_string).collect();
        writeln!(text, "Move L{line}m\nT\n{}\nEnd", row.join(" ")).unwrap();
    }
    let definition = Definition::read(&text).unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let found = enumerated(&definition, &moves, &config()).unwrap();
    // Source: enumerated with twsearch.
    assert_eq!(found.levels, [1, 12, 96, 736, 5208, 28674, 89497, 54741, 2475]);
}

#[test]
fn the_square1_is_enumerated_by_states() {
    let definition = Definition::named("square1").unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let found =
        enumerated(&definition, &moves, &DistancesConfig { max_bytes: 1 << 22, ..config() });
    let found = found.unwrap();
    assert_eq!((found.index, found.limit), (DistancesIndex::States, Some(Limit::Memory)));
    assert_eq!(found.levels[..7], [1, 15, 69, 212, 1141, 3933, 14029]);
}

#[test]
fn limits_are_kept() {
    let definition = Definition::named("2x2x2").unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let quarter = MoveSet::all(&definition, Metric::SinglePower).unwrap();
    for moves in [&moves, &quarter] {
        let small = DistancesConfig { max_bytes: 196_137, ..config() };
        let error = enumerated(&definition, moves, &small).unwrap_err();
        let AtlasError::MemoryLimit { needed, allowed } = error else { panic!("{error}") };
        assert_eq!((needed, allowed), (196_138, 196_137));
    }
    let cube = Definition::named("3x3x3").unwrap();
    let all = MoveSet::all(&cube, Metric::AnyPower).unwrap();
    let error = enumerated(&cube, &all, &config()).unwrap_err();
    let message = "the puzzle has 43252003274489856000 states, too many to enumerate";
    assert_eq!(error.to_string(), message);
    let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
    let cancel = Cancel::new();
    let stop = |level: usize, _| {
        if level == 4 {
            cancel.cancel();
        }
    };
    let found = distances(&definition, &moves, &group, &Disk, &config(), &cancel, &stop).unwrap();
    assert_eq!(
        (&found.levels[..], found.limit),
        (&[1, 9, 54, 321, 1847][..], Some(Limit::Interrupted))
    );
    assert_eq!(found.antipodes.len(), 3);
}

/// A puzzle whose distances are written to files.
struct Tabulated {
    definition: Definition,
    moves: MoveSet,
    group: PermutationGroup,
    folder: tempfile::TempDir,
}

impl Tabulated {
    fn new(name: &str) -> Self {
        let definition = Definition::named(name).unwrap();
        let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
        Self::of(definition, moves)
    }

    fn of(definition: Definition, moves: MoveSet) -> Self {
        let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
        Self { definition, moves, group, folder: gordian_testkit::folder() }
    }

    /// Returns the bytes of the codes of all states.
    fn needed(&self) -> u64 {
        u64::try_from(self.group.order()).unwrap().div_ceil(4)
    }

    /// Writes the distances to a file in `storage`.
    fn write(
        &self,
        name: &str,
        storage: &dyn Storage,
        config: DistancesConfig<'_>,
        cancel: &Cancel,
        on_level: &(dyn Fn(usize, u64) + Sync),
    ) -> Result<Distances, AtlasError> {
        let config = DistancesConfig { file: Some(self.folder.path().join(name)), ..config };
        let Self { definition, moves, group, .. } = self;
        distances(definition, moves, group, storage, &config, cancel, on_level)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs_err::read(self.folder.path().join(name)).unwrap()
    }
}

#[test]
fn tables_have_the_distances_of_the_plain_simulator() {
    let ivy = Tabulated::new("ivy");
    let cancel = Cancel::new();
    let found = ivy.write("table", &Disk, config(), &cancel, &|_, _| {}).unwrap();
    assert_eq!((found.index, found.n_symmetries), (DistancesIndex::Group, 1));
    let table = Table::open(&ivy.folder.path().join("table")).unwrap();
    table.verify(&WorkContext::new(&cancel)).unwrap();
    assert_eq!(table.counts("states"), Some(&found.levels[..]));
    for (at, &n) in found.levels.iter().enumerate() {
        let offset = ivy.needed() + 8 * u64::try_from(at).unwrap();
        assert_eq!(table.u64_at(offset).unwrap(), n);
    }
    let ranks: rustc_hash::FxHashMap<State, u64> = (0..u64::try_from(ivy.group.order()).unwrap())
        .map(|rank| (ivy.group.unrank(rank).unwrap().apply(ivy.definition.solved()), rank))
        .collect();
    for (distance, states) in plain(&ivy.definition, &ivy.moves).iter().enumerate() {
        for state in states {
            let rank = ranks[state];
            let code = table.byte(rank / 4).unwrap() >> (2 * (rank % 4)) & 3;
            assert_eq!(usize::from(code), distance % 3);
        }
    }
}

#[test]
fn tables_do_not_depend_on_threads_or_memory() {
    for (name, threads, share) in [("ivy", 1, 10), ("ivy", 3, 40), ("pyraminx", 2, 10)] {
        let puzzle = Tabulated::new(name);
        let cancel = Cancel::new();
        let whole =
            puzzle.write("memory", &HastyDisk::new(), config(), &cancel, &|_, _| {}).unwrap();
        assert_eq!((whole.n_buckets, whole.limit), (0, None));
        let max_bytes = (puzzle.needed() / share).max(1 << 9);
        let config = DistancesConfig { threads, max_bytes, ..config() };
        let disk = HastyDisk::new();
        let found = puzzle.write("disk", &disk, config, &cancel, &|_, _| {}).unwrap();
        assert!(found.n_buckets > 1, "{name}");
        // With little memory, what waits for many buckets takes more.
        let waiting = 64 * u64::try_from(found.n_buckets).unwrap();
        assert!(found.bytes <= max_bytes + waiting, "{} of {max_bytes}", found.bytes);
        assert_eq!(found.levels, whole.levels);
        assert_eq!(found.antipodes, whole.antipodes, "{name}, {threads} threads");
        assert!(puzzle.bytes("disk") == puzzle.bytes("memory"), "{name}");
        assert!(!puzzle.folder.path().join("disk.buckets").exists());
    }
}

/// A disk that never waits until files are durable, which takes most of the time of small ones, and
/// that fails after a number of operations, as if the process was killed then.
pub(crate) struct HastyDisk {
    n_left: AtomicUsize,
}

impl HastyDisk {
    pub(crate) fn new() -> Self {
        Self { n_left: AtomicUsize::new(usize::MAX) }
    }

    fn count(&self) -> io::Result<()> {
        let left = self
            .n_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| Some(n.saturating_sub(1)));
        if left == Ok(0) { Err(io::Error::other("killed")) } else { Ok(()) }
    }
}

/// A file that is not made durable.
struct HastyFile(Box<dyn WritableFile>);

impl WritableFile for HastyFile {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.0.write_at(offset, bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Storage for HastyDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        self.count()?;
        Ok(Box::new(HastyFile(Disk.create(path)?)))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn WritableFile>> {
        self.count()?;
        Ok(Box::new(HastyFile(Disk.open(path)?)))
    }

    fn read(&self, path: &Path) -> io::Result<FileContents> {
        self.count().and_then(|()| Disk.read(path))
    }

    fn exists(&self, path: &Path) -> io::Result<bool> {
        self.count().and_then(|()| Disk.exists(path))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.count().and_then(|()| Disk.rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.count().and_then(|()| Disk.remove(path))
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        self.count()
    }

    fn lock(&self, path: &Path) -> io::Result<Option<LockGuard>> {
        self.count().and_then(|()| Disk.lock(path))
    }
}

#[test]
fn killed_builds_are_continued_and_give_the_same_table() {
    let puzzle = Tabulated::new("tower");
    let cancel = Cancel::new();
    let whole = puzzle.write("whole", &Disk, config(), &cancel, &|_, _| {}).unwrap();
    let mut random = Random::new(gordian_testkit::seed().wrapping_add(5));
    let on_disk = DistancesConfig { max_bytes: puzzle.needed() / 10, ..config() };
    let in_memory = DistancesConfig { checkpoints: CheckpointPolicy::EveryLevel, ..config() };
    for (name, config, most) in [("disk", on_disk, 2000), ("memory", in_memory, 16)] {
        let (mut n_killed, mut furthest) = (0, 0);
        let found = loop {
            let disk = HastyDisk { n_left: AtomicUsize::new(1 + random.below(most)) };
            match puzzle.write(name, &disk, config.clone(), &cancel, &|_, _| {}) {
                Ok(found) => break found,
                Err(AtlasError::Table(_)) => n_killed += 1,
                Err(error) => panic!("{error}"),
            }
            // Work that was done is not lost, unless the table is complete and only other files
            // remained to be removed.
            if puzzle.folder.path().join(name).exists() {
                furthest = 0;
            }
            let disk = HastyDisk::new();
            let stopped = Cancel::new();
            let stop = |_, _| stopped.cancel();
            let seen = puzzle.write(name, &disk, config.clone(), &stopped, &stop).unwrap();
            assert_eq!(seen.levels, whole.levels[..seen.levels.len()]);
            assert!(seen.first_level >= furthest);
            furthest = seen.first_level;
        };
        assert!(n_killed > 3, "{name}: killed {n_killed} times only");
        assert_eq!(
            (found.levels, found.antipodes),
            (whole.levels.clone(), whole.antipodes.clone())
        );
        assert!(puzzle.bytes(name) == puzzle.bytes("whole"), "{name}");
    }
}

#[test]
fn remains_of_completed_work_are_not_used() {
    let cancel = Cancel::new();
    let puzzle = Tabulated::new("tower");
    let small = DistancesConfig { max_bytes: puzzle.needed() / 10, ..config() };
    let stop = Cancel::new();
    let stop_at_9 = |level: usize, _| {
        if level == 9 {
            stop.cancel();
        }
    };
    puzzle.write("table", &HastyDisk::new(), small.clone(), &stop, &stop_at_9).unwrap();
    // As if the work was completed and killed while it removed the folder.
    fs_err::remove_file(puzzle.folder.path().join("table.buckets").join("state")).unwrap();
    puzzle.write("table", &HastyDisk::new(), small, &cancel, &|_, _| {}).unwrap();
    puzzle.write("whole", &HastyDisk::new(), config(), &cancel, &|_, _| {}).unwrap();
    assert!(puzzle.bytes("table") == puzzle.bytes("whole"));
}

#[test]
fn files_of_other_work_are_not_used() {
    let cancel = Cancel::new();
    let puzzle = Tabulated::new("tower");
    let small = DistancesConfig { max_bytes: puzzle.needed() / 10, ..config() };
    let stop = Cancel::new();
    let stop_at_4 = |level: usize, _| {
        if level == 4 {
            stop.cancel();
        }
    };
    let stopped = puzzle.write("table", &Disk, small.clone(), &stop, &stop_at_4).unwrap();
    assert_eq!((stopped.levels.len(), stopped.limit), (5, Some(Limit::Interrupted)));
    // Other moves have other distances.
    let single = MoveSet::all(&puzzle.definition, Metric::SinglePower).unwrap();
    let config =
        DistancesConfig { file: Some(puzzle.folder.path().join("table")), ..small.clone() };
    let other =
        distances(&puzzle.definition, &single, &puzzle.group, &Disk, &config, &cancel, &|_, _| {});
    assert_eq!(other.unwrap_err().code(), "table.wrong-definition");
    // Damaged buckets are named.
    let bucket = puzzle.folder.path().join("table.buckets").join("0");
    let mut bytes = fs_err::read(&bucket).unwrap();
    let at = bytes.len() - 100;
    bytes[at] ^= 1;
    fs_err::write(&bucket, &bytes).unwrap();
    let error = puzzle.write("table", &Disk, small.clone(), &cancel, &|_, _| {}).unwrap_err();
    assert!(error.is_damage() && error.to_string().contains("buckets"), "{error}");
    fs_err::remove_file(&bucket).unwrap();
    let error = puzzle.write("table", &Disk, small, &cancel, &|_, _| {}).unwrap_err();
    assert!(error.to_string().ends_with("it is missing"), "{error}");
    // Too little memory for any buckets.
    let tiny = DistancesConfig { max_bytes: 10, ..self::config() };
    let error = puzzle.write("other", &Disk, tiny, &cancel, &|_, _| {}).unwrap_err();
    assert_eq!(error.code(), "atlas.memory-limit");
}

/// A puzzle whose first levels are lists of ranks, and the last level.
fn listed_puzzles() -> Vec<(Tabulated, usize)> {
    let of_text = |text: &str, names: Option<&[&str]>| {
        let definition = Definition::named(text).unwrap_or_else(|| Definition::read(text).unwrap());
        let moves = match names {
            Some(names) => MoveSet::restricted(&definition, Metric::AnyPower, names),
            None => MoveSet::all(&definition, Metric::SinglePower),
        };
        Tabulated::of(definition, moves.unwrap())
    };
    // 170,659,735,142,400 states.
    let mut puzzles = vec![(of_text("3x3x3", Some(&["U", "R", "F"])), 3)];
    // Random moves of an orbit of 12 different pieces; of pairs; and of pairs with an illegal
    // place.
    let mut random = Random::new(gordian_testkit::seed().wrapping_add(16));
    for special in 0..3 {
        let n = 12;
        let row = |it: Vec<usize>| it.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let label = |it: usize| if special > 0 { it / 2 + 1 } else { it + 1 };
        let mut text = format!("Name Random\nSet O {n} 2\nSolved\nO\n");
        writeln!(text, "{}\nEnd", row((0..n).map(label).collect())).unwrap();
        for number in 0..3 {
            let mut places: Vec<usize> = (1..=n).collect();
            random.shuffle(&mut places);
            let twists = row((0..n).map(|_| random.below(2)).collect());
            writeln!(text, "Move M{number}m\nO\n{}\n{twists}\nEnd", row(places)).unwrap();
        }
        if special == 2 {
            text.push_str("Illegal O 3 1\n");
        }
        puzzles.push((of_text(&text, None), 4));
    }
    puzzles
}

#[test]
fn first_levels_of_large_puzzles_have_tables_of_lists() {
    for (puzzle, max) in listed_puzzles() {
        let cancel = Cancel::new();
        let expected = plain_to(&puzzle.definition, &puzzle.moves, max);
        let counts: Vec<u64> = expected.iter().map(|it| u64::try_from(it.len()).unwrap()).collect();
        let first = DistancesConfig { max_level: Some(max), antipodes: 5, ..config() };
        let mut antipodes = Vec::new();
        for (name, threads, max_bytes) in
            [("a", 2, 900_000 << 20), ("b", 1, 1 << 16), ("c", 3, 1 << 20)]
        {
            let config = DistancesConfig { threads, max_bytes, ..first.clone() };
            let found = puzzle.write(name, &HastyDisk::new(), config, &cancel, &|_, _| {}).unwrap();
            assert_eq!((&found.levels, found.limit, found.n_buckets), (&counts, None, 256));
            assert!(!found.is_complete);
            assert!(found.antipodes.iter().all(|it| expected[max].contains(it)));
            antipodes.push(found.antipodes);
            assert!(puzzle.bytes(name) == puzzle.bytes("a"), "{threads} threads");
        }
        assert!(antipodes.iter().all(|it| *it == antipodes[0]));
        // The ranks of elements are those of the chain of stabilisers.
        let has_states = puzzle.definition.has_identical_pieces()
            || !puzzle.definition.restrictions().is_empty();
        if !has_states {
            let mut levels = vec![FxHashSet::default(); max + 1];
            for (level, number) in numbers_of_lists(&puzzle, "a", max + 1, 8) {
                let element = puzzle.group.unrank(u64::try_from(number).unwrap()).unwrap();
                assert!(levels[level].insert(element.apply(puzzle.definition.solved())));
            }
            assert!(
                levels
                    .iter()
                    .zip(&expected)
                    .all(|(a, b)| a.len() == b.len() && b.iter().all(|it| a.contains(it)))
            );
        }
    }
}

#[test]
fn memory_that_is_needed_suffices() {
    let cube = Definition::named("3x3x3").unwrap();
    let moves = MoveSet::restricted(&cube, Metric::AnyPower, &["U", "R", "F"]).unwrap();
    let puzzle = Tabulated::of(cube, moves);
    let stop = Cancel::new();
    // Without a last level, there are 43 TB of codes in buckets of one gigabyte.
    let write = |max_bytes| {
        let config = DistancesConfig { max_bytes, ..config() };
        puzzle.write("all", &HastyDisk::new(), config, &stop, &|_, _| stop.cancel())
    };
    let AtlasError::MemoryLimit { needed, allowed } = write((2 << 30) - 1).unwrap_err() else {
        panic!("the memory suffices")
    };
    assert_eq!((needed, allowed), (2 << 30, (2 << 30) - 1));
}

/// Returns the numbers in the lists of a table, of this size in bytes, each with its distance. The
/// layout is that of the documentation.
fn numbers_of_lists(
    puzzle: &Tabulated,
    name: &str,
    n_levels: usize,
    size: usize,
) -> Vec<(usize, u128)> {
    const N_BUCKETS: usize = 256;
    let table = Table::open(&puzzle.folder.path().join(name)).unwrap();
    table.verify(&WorkContext::new(&Cancel::new())).unwrap();
    let mut at = 0;
    let mut number = |size: usize| {
        let start = at;
        at += u64::try_from(size).unwrap();
        let bytes = table.bytes(start..at).unwrap();
        bytes.iter().rev().fold(0_u128, |number, &byte| number << 8 | u128::from(byte))
    };
    let lengths: Vec<Vec<u128>> =
        (0..N_BUCKETS).map(|_| (0..n_levels).map(|_| number(8)).collect()).collect();
    let mut numbers = Vec::new();
    for lengths in lengths {
        for (level, n) in lengths.into_iter().enumerate() {
            let mut last = None;
            for _ in 0..n {
                let next = number(size);
                assert!(last < Some(next), "numbers are sorted");
                last = Some(next);
                numbers.push((level, next));
            }
        }
    }
    for level in 0..n_levels {
        let n = numbers.iter().filter(|it| it.0 == level).count();
        assert_eq!(number(8), u128::try_from(n).unwrap());
    }
    assert_eq!(table.payload_len(), at);
    numbers
}

/// Returns the states of a table of keys by their distance. The layout is that of the
/// documentation.
fn states_of_keys(puzzle: &Tabulated, name: &str, n_levels: usize) -> Vec<FxHashSet<State>> {
    let mut levels = vec![FxHashSet::default(); n_levels];
    for (level, mut key) in numbers_of_lists(puzzle, name, n_levels, 16) {
        // The last position has the lowest bits: its label, then its orientation.
        let (mut pieces, mut orientations) = (Vec::new(), Vec::new());
        for orbit in puzzle.definition.orbits().iter().rev() {
            let labels = &puzzle.definition.solved().pieces()[orbit.positions()];
            let n_labels = u128::from(*labels.iter().max().unwrap()) + 1;
            for _ in orbit.positions() {
                for (n, list) in
                    [(u128::from(orbit.orientations()), &mut orientations), (n_labels, &mut pieces)]
                {
                    let n = n.next_power_of_two();
                    list.push(u8::try_from(key % n).unwrap());
                    key /= n;
                }
            }
        }
        assert_eq!(key, 0);
        pieces.reverse();
        orientations.reverse();
        assert!(levels[level].insert(State::new(pieces, orientations)), "keys are different");
    }
    levels
}

#[test]
fn states_without_ranks_have_a_table_of_keys() {
    let square1 = Tabulated::new("square1");
    let cancel = Cancel::new();
    let first = |n| DistancesConfig { max_level: Some(n), ..config() };
    let found = square1.write("table", &HastyDisk::new(), first(5), &cancel, &|_, _| {}).unwrap();
    assert_eq!(
        (&found.levels[..], found.limit, found.is_complete),
        (&[1, 15, 69, 212, 1141, 3933][..], None, false)
    );
    assert_eq!((found.index, found.n_buckets), (DistancesIndex::States, 256));
    let levels = states_of_keys(&square1, "table", 6);
    let (moves, definition) = (&square1.moves, &square1.definition);
    let mut seen = FxHashSet::default();
    let mut expected = FxHashSet::from_iter([definition.solved().clone()]);
    for level in &levels {
        assert_eq!(level, &expected);
        seen.extend(level.iter().cloned());
        let next = level.iter().flat_map(|state| {
            moves.moves().iter().filter_map(|it| definition.apply(state, it.transformation()))
        });
        expected = next.filter(|it| !seen.contains(it)).collect();
    }
    assert!(found.antipodes.iter().all(|state| levels[5].contains(state)));
    assert_eq!(found.antipodes.len(), 3);
    // Interrupted at any level, and with more rounds because of little memory.
    let stop = Cancel::new();
    let stop_at_3 = |level: usize, _| {
        if level == 3 {
            stop.cancel();
        }
    };
    let small = DistancesConfig { max_bytes: 1 << 14, threads: 1, ..first(5) };
    square1.write("small", &HastyDisk::new(), small, &stop, &stop_at_3).unwrap();
    let tiny = DistancesConfig { max_bytes: 1 << 8, ..first(5) };
    let stopped = square1.write("small", &HastyDisk::new(), tiny, &cancel, &|_, _| {}).unwrap();
    assert_eq!((stopped.first_level, stopped.limit), (2, Some(Limit::Memory)));
    let again = DistancesConfig { max_bytes: 1 << 15, ..first(5) };
    let again = square1.write("small", &HastyDisk::new(), again, &cancel, &|_, _| {}).unwrap();
    assert_eq!((again.first_level, again.antipodes), (2, found.antipodes));
    assert!(square1.bytes("small") == square1.bytes("table"));
}

#[test]
fn levels_end_at_the_last_one_wanted() {
    let puzzle = Tabulated::new("ivy");
    let cancel = Cancel::new();
    for (name, max_bytes) in [("memory", 1 << 20), ("disk", 1 << 9)] {
        for max in [0, 3, 8, 9] {
            let config = DistancesConfig { max_level: Some(max), max_bytes, ..config() };
            let found = puzzle.write(name, &HastyDisk::new(), config, &cancel, &|_, _| {}).unwrap();
            let all = LEVELS.iter().find(|it| it.0 == "ivy").unwrap().1;
            let expected = &all[..all.len().min(max + 1)];
            assert_eq!((&found.levels[..], found.limit), (expected, None));
            assert_eq!(found.is_complete, max >= 8, "{name}, {max}");
            assert_eq!(found.n_buckets > 0, name == "disk");
        }
    }
    // All states are counted, but the file is not written.
    for (name, max_bytes) in [("memory-stopped", 1 << 20), ("disk-stopped", 1 << 9)] {
        let config = DistancesConfig { max_bytes, ..config() };
        let stop = Cancel::new();
        let stop_at_8 = |level: usize, _| {
            if level == 8 {
                stop.cancel();
            }
        };
        let found = puzzle.write(name, &HastyDisk::new(), config, &stop, &stop_at_8).unwrap();
        assert_eq!((found.levels.len(), found.limit), (9, Some(Limit::Interrupted)), "{name}");
        assert!(!found.is_complete && !puzzle.folder.path().join(name).exists(), "{name}");
    }
    let square1 = Definition::named("square1").unwrap();
    let moves = MoveSet::all(&square1, Metric::AnyPower).unwrap();
    let first = DistancesConfig { max_level: Some(2), ..config() };
    let found = enumerated(&square1, &moves, &first).unwrap();
    assert_eq!((&found.levels[..], found.is_complete), (&[1, 15, 69][..], false));
}

/// The exchange of threads that stand for processes.
#[derive(Debug)]
struct Threads {
    process: usize,
    /// For each process the messages that arrived there, with whether they end a phase.
    all: Arc<Vec<Mutex<VecDeque<Option<Message>>>>>,
    n_ended: AtomicUsize,
    gathered: Arc<Gathered>,
}

/// What the processes gather.
#[derive(Debug)]
struct Gathered {
    barrier: Barrier,
    messages: Mutex<Vec<Message>>,
}

impl Threads {
    /// Returns the exchanges of `n` processes.
    fn new(n: usize) -> Vec<Self> {
        let all = Arc::new((0..n).map(|_| Mutex::new(VecDeque::new())).collect::<Vec<_>>());
        let messages = Mutex::new(vec![Vec::new(); n]);
        let gathered = Arc::new(Gathered { barrier: Barrier::new(n), messages });
        let exchange = |process| Self {
            process,
            all: Arc::clone(&all),
            n_ended: AtomicUsize::new(0),
            gathered: Arc::clone(&gathered),
        };
        (0..n).map(exchange).collect()
    }
}

impl Exchange for Threads {
    fn n_processes(&self) -> usize {
        self.all.len()
    }

    fn process(&self) -> usize {
        self.process
    }

    fn send(&self, to: usize, message: Message) -> Result<(), Message> {
        assert_ne!(to, self.process);
        let mut waiting = self.all[to].lock().unwrap();
        // Few may wait, so that processes have to receive in between.
        if waiting.len() > 4 {
            return Err(message);
        }
        waiting.push_back(Some(message));
        Ok(())
    }

    fn receive(&self) -> Option<Message> {
        let mut waiting = self.all[self.process].lock().unwrap();
        while let Some(message) = waiting.pop_front() {
            if message.is_some() {
                return message;
            }
            self.n_ended.fetch_add(1, Ordering::Relaxed);
        }
        None
    }

    fn end_sending(&self) {
        for (number, other) in self.all.iter().enumerate() {
            if number != self.process {
                other.lock().unwrap().push_back(None);
            }
        }
    }

    fn has_ended(&self) -> bool {
        let waiting = self.all[self.process].lock().unwrap();
        waiting.is_empty() && self.n_ended.load(Ordering::Relaxed) == self.all.len() - 1
    }

    fn gather(&self, message: Message) -> Vec<Message> {
        assert!(self.all[self.process].lock().unwrap().is_empty());
        self.n_ended.store(0, Ordering::Relaxed);
        self.gathered.messages.lock().unwrap()[self.process] = message;
        self.gathered.barrier.wait();
        let all = self.gathered.messages.lock().unwrap().clone();
        self.gathered.barrier.wait();
        all
    }
}

/// Writes the distances with several processes, of which process k has the k-th storage; returns
/// what each returned.
fn write_together(
    puzzle: &Tabulated,
    name: &str,
    storages: &[HastyDisk],
    config: &DistancesConfig<'_>,
    cancel: &Cancel,
    on_level: &(dyn Fn(usize, u64) + Sync),
) -> Vec<Result<Distances, AtlasError>> {
    let exchanges = Threads::new(storages.len());
    std::thread::scope(|scope| {
        let processes = storages.iter().zip(&exchanges).map(|(storage, exchange)| {
            let config = DistancesConfig { exchange, ..config.clone() };
            scope.spawn(move || puzzle.write(name, storage, config, cancel, on_level))
        });
        let processes: Vec<_> = processes.collect();
        processes.into_iter().map(|it| it.join().unwrap()).collect()
    })
}

#[test]
#[ignore = "slow: three puzzles on up to eight processes"]
fn tables_do_not_depend_on_processes() {
    let cancel = Cancel::new();
    for (name, max_level, max_bytes) in
        [("ivy", None, 1 << 11), ("tower", None, 1 << 14), ("square1", Some(4), 1 << 18)]
    {
        let puzzle = Tabulated::new(name);
        let config = DistancesConfig { max_level, max_bytes, ..config() };
        let alone = DistancesConfig { max_bytes: 1 << 20, ..config.clone() };
        let alone = puzzle.write("alone", &HastyDisk::new(), alone, &cancel, &|_, _| {}).unwrap();
        for n in 2..=4 {
            let disks: Vec<HastyDisk> = (0..n).map(|_| HastyDisk::new()).collect();
            for found in write_together(&puzzle, "table", &disks, &config, &cancel, &|_, _| {}) {
                let found = found.unwrap();
                assert_eq!((found.levels, found.limit), (alone.levels.clone(), None));
                assert_eq!(found.is_complete, max_level.is_none());
                assert_eq!(found.antipodes, alone.antipodes, "{name}, {n} processes");
                assert!(found.n_buckets > n);
            }
            assert!(puzzle.bytes("table") == puzzle.bytes("alone"), "{name}, {n} processes");
            assert!(!puzzle.folder.path().join("table.buckets").exists());
        }
    }
}

#[test]
#[ignore = "slow: builds that are interrupted at many places"]
fn work_of_failed_processes_is_continued_by_fewer_or_more() {
    let cancel = Cancel::new();
    for (name, max_level, most) in [("tower", None, 60), ("square1", Some(4), 200)] {
        let puzzle = Tabulated::new(name);
        let config = DistancesConfig { max_level, threads: 1, max_bytes: 1 << 14, ..config() };
        let whole =
            puzzle.write("whole", &HastyDisk::new(), config.clone(), &cancel, &|_, _| {}).unwrap();
        let mut random = Random::new(gordian_testkit::seed().wrapping_add(7));
        let mut n_failed = 0;
        let found = loop {
            let n = 1 + random.below(4);
            let failing = random.below(n);
            let n_left = if n_failed < 12 { 1 + random.below(most) } else { usize::MAX };
            let disk = |process| HastyDisk {
                n_left: AtomicUsize::new(if process == failing { n_left } else { usize::MAX }),
            };
            let disks: Vec<HastyDisk> = (0..n).map(disk).collect();
            let results = write_together(&puzzle, "table", &disks, &config, &cancel, &|_, _| {});
            if results.iter().all(Result::is_ok) {
                break results.into_iter().next().unwrap().unwrap();
            }
            n_failed += 1;
            // An error in one process is one in all of them.
            for (process, result) in results.into_iter().enumerate() {
                match result {
                    Err(AtlasError::Table(_)) if process == failing => {}
                    Err(AtlasError::OtherProcess { process: other }) => assert_eq!(other, failing),
                    other => panic!("process {process} of {n}, {failing} failed: {other:?}"),
                }
            }
        };
        assert!(n_failed > 3, "{name}: {n_failed}");
        assert_eq!((found.levels, found.antipodes), (whole.levels, whole.antipodes));
        assert!(puzzle.bytes("table") == puzzle.bytes("whole"), "{name}");
    }
}

#[test]
fn processes_stop_together_and_need_the_same_puzzle() {
    let puzzle = Tabulated::new("tower");
    let small = DistancesConfig { max_bytes: 1 << 14, ..config() };
    let stop = Cancel::new();
    let stop_at_5 = |level: usize, _| {
        if level == 5 {
            stop.cancel();
        }
    };
    let disks = || [HastyDisk::new(), HastyDisk::new(), HastyDisk::new()];
    for found in write_together(&puzzle, "table", &disks(), &small, &stop, &stop_at_5) {
        let found = found.unwrap();
        assert_eq!((found.levels.len(), found.limit), (6, Some(Limit::Interrupted)));
    }
    let error = write_together(
        &puzzle,
        "table",
        &[HastyDisk::new(), HastyDisk::new()],
        &DistancesConfig { file: None, ..small.clone() },
        &Cancel::new(),
        &|_, _| {},
    );
    assert!(error.into_iter().all(|it| it.is_ok()), "the file of the puzzle is used");
    let other = MoveSet::all(&puzzle.definition, Metric::SinglePower).unwrap();
    let exchanges = Threads::new(2);
    let run = |process: usize, file: bool| {
        let config = DistancesConfig {
            file: file.then(|| puzzle.folder.path().join("other")),
            exchange: &exchanges[process],
            ..small.clone()
        };
        let Tabulated { definition, moves, group, .. } = &puzzle;
        let moves = if process == 0 { moves } else { &other };
        distances(definition, moves, group, &Disk, &config, &Cancel::new(), &|_, _| {})
    };
    assert_eq!(run(0, false).unwrap_err().code(), "atlas.no-file");
    std::thread::scope(|scope| {
        let processes = [0, 1].map(|process| scope.spawn(move || run(process, true)));
        for process in processes {
            let error = process.join().unwrap().unwrap_err();
            assert!(matches!(error, AtlasError::OtherPuzzle { process: 1 }), "{error}");
        }
    });
}

/// The name of the variable by which a process of `mpirun` is told what to do.
#[cfg(feature = "mpi")]
const MPI_FILE: &str = "GORDIAN_TEST_MPI_FILE";

/// What a process of `mpirun` does; nothing if the test is run on its own.
#[cfg(feature = "mpi")]
#[test]
fn process_of_mpirun() {
    let Some(file) = std::env::var_os(MPI_FILE) else { return };
    let exchange = gordian_atlas::distances::MpiExchange::start().unwrap();
    let puzzle = Tabulated::new("tower");
    let config = DistancesConfig {
        file: Some(file.into()),
        exchange: &exchange,
        max_bytes: 1 << 14,
        ..config()
    };
    let Tabulated { definition, moves, group, .. } = &puzzle;
    let found =
        distances(definition, moves, group, &Disk, &config, &Cancel::new(), &|_, _| {}).unwrap();
    assert!(found.is_complete && exchange.n_processes() > 1);
}

/// Runs the test [`process_of_mpirun`] in several processes. It needs Open MPI.
#[cfg(feature = "mpi")]
#[test]
fn processes_of_mpirun_write_the_same_table() {
    let puzzle = Tabulated::new("tower");
    let whole = puzzle.write("whole", &HastyDisk::new(), config(), &Cancel::new(), &|_, _| {});
    assert!(whole.unwrap().is_complete);
    for n in ["2", "3", "4"] {
        let status = std::process::Command::new("mpirun")
            .args(["--allow-run-as-root", "--oversubscribe", "-n", n])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", "distances::process_of_mpirun", "--nocapture"])
            .env(MPI_FILE, puzzle.folder.path().join("table"))
            .status()
            .unwrap();
        assert!(status.success(), "{n} processes");
        assert!(puzzle.bytes("table") == puzzle.bytes("whole"), "{n} processes");
        fs_err::remove_file(puzzle.folder.path().join("table")).unwrap();
    }
}

/// A definition of one or two orbits with random moves, with or without identical pieces, ignored
/// orientations and restrictions.
pub(crate) fn small_definition() -> impl Strategy<Value = Definition> {
    let orbit = (1..=4_usize, 1..=3_usize);
    (prop::collection::vec(orbit, 1..=2), any::<u64>(), 1..=3_usize, 0..5_usize).prop_map(
        |(orbits, seed, n_moves, special)| {
            let mut random = Random::new(seed);
            let mut text = "Name Random\n".to_owned();
            for (number, (n, orientations)) in orbits.iter().enumerate() {
                writeln!(text, "Set O{number} {n} {orientations}").unwrap();
            }
            text.push_str("Solved\n");
            let row =
                |it: Vec<usize>| it.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
            let is_alike = matches!(special, 1 | 3 | 4);
            let (n, orientations) = orbits[0];
            let labels: Vec<usize> =
                (0..n).map(|it| if is_alike { it / 2 } else { it } + 1).collect();
            let solved = labels.iter().map(|&label| match random.below(orientations) {
                _ if special == 4 && label == 2 => "?".to_owned(),
                orientation => orientation.to_string(),
            });
            let solved: Vec<String> = solved.collect();
            writeln!(text, "O0\n{}\n{}", row(labels), solved.join(" ")).unwrap();
            text.push_str("End\n");
            for number in 0..n_moves {
                writeln!(text, "Move M{number}m").unwrap();
                for (orbit, &(n, orientations)) in orbits.iter().enumerate() {
                    let mut places: Vec<usize> = (1..=n).collect();
                    random.shuffle(&mut places);
                    let twists = (0..n).map(|_| random.below(orientations)).collect();
                    writeln!(text, "O{orbit}\n{}\n{}", row(places), row(twists)).unwrap();
                }
                text.push_str("End\n");
            }
            let n_labels = if special == 3 { orbits[0].0.div_ceil(2) } else { orbits[0].0 };
            if matches!(special, 2 | 3) && n_labels > 1 {
                text.push_str("Illegal O0 1 2\n");
            }
            Definition::read(&text).unwrap()
        },
    )
}

/// A definition of one orbit, or two equal ones, with a random move and those that a random
/// symmetry makes of it: a permutation of the positions that changes orientations and may negate
/// them and exchange the orbits.
fn symmetric_definition() -> impl Strategy<Value = Definition> {
    let orbits = prop_oneof![
        (2..=5_usize, 1..=2_usize, Just(1)),
        (2..=4_usize, Just(3), Just(1)),
        (2..=3_usize, 1..=3_usize, Just(2)),
    ];
    (orbits, any::<u64>(), any::<bool>()).prop_map(
        |((n, orientations, n_orbits), seed, negates)| {
            let mut random = Random::new(seed);
            let n_positions = n * n_orbits;
            let mut shuffled = |of: usize| {
                let mut it: Vec<usize> = (0..of).collect();
                random.shuffle(&mut it);
                it
            };
            // The symmetry, on positions and on orientations.
            let orbits = shuffled(n_orbits);
            let within: Vec<Vec<usize>> = (0..n_orbits).map(|_| shuffled(n)).collect();
            let image = |at: usize| orbits[at / n] * n + within[at / n][at % n];
            let mut targets: Vec<usize> = (0..n_orbits)
                .flat_map(|it| shuffled(n).into_iter().map(move |at| it * n + at))
                .collect();
            let added: Vec<usize> = (0..n_positions).map(|_| random.below(orientations)).collect();
            let mut turns: Vec<usize> =
                (0..n_positions).map(|_| random.below(orientations)).collect();
            let sign = |it: usize| if negates { (orientations - it) % orientations } else { it };
            let mut text = "Name Symmetric\n".to_owned();
            for orbit in 0..n_orbits {
                writeln!(text, "Set O{orbit} {n} {orientations}").unwrap();
            }
            text.push_str("Solved\nEnd\n");
            for number in 0..3 {
                // The piece at `from` goes to `targets[from]` and is turned by `turns[from]`.
                writeln!(text, "Move M{number}m").unwrap();
                for orbit in 0..n_orbits {
                    let (mut sources, mut twists) = (vec![0; n], vec![0; n]);
                    for from in orbit * n..(orbit + 1) * n {
                        sources[targets[from] - orbit * n] = from - orbit * n + 1;
                        twists[targets[from] - orbit * n] = turns[from];
                    }
                    let row = |it: &[usize]| {
                        it.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
                    };
                    writeln!(text, "O{orbit}\n{}\n{}", row(&sources), row(&twists)).unwrap();
                }
                text.push_str("End\n");
                // The conjugate.
                let (mut next, mut next_turns) = (vec![0; n_positions], vec![0; n_positions]);
                for (from, &to) in targets.iter().enumerate() {
                    let turn = orientations - added[from] + sign(turns[from]) + added[to];
                    next[image(from)] = image(to);
                    next_turns[image(from)] = turn % orientations;
                }
                (targets, turns) = (next, next_turns);
            }
            Definition::read(&text).unwrap()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn all_indexes_agree_with_the_plain_simulator(
        definition in small_definition(),
        single in any::<bool>(),
        threads in 1..=3_usize,
    ) {
        let metric = if single { Metric::SinglePower } else { Metric::AnyPower };
        let moves = MoveSet::all(&definition, metric).unwrap();
        let levels = plain(&definition, &moves);
        let config = DistancesConfig { threads, antipodes: usize::MAX, ..config() };
        let found = enumerated(&definition, &moves, &config).unwrap();
        let counts: Vec<usize> = levels.iter().map(Vec::len).collect();
        let counted: Vec<usize> =
            found.levels.iter().map(|&it| usize::try_from(it).unwrap()).collect();
        prop_assert_eq!(counted, counts);
        let antipodes: FxHashSet<State> = found.antipodes.into_iter().collect();
        let last: FxHashSet<State> = levels.into_iter().next_back().unwrap().into_iter().collect();
        prop_assert_eq!(&antipodes, &last);
        let has_states = definition.has_identical_pieces() || !definition.restrictions().is_empty();
        let is_group =
            matches!(found.index, DistancesIndex::Group | DistancesIndex::Symmetric);
        prop_assert_eq!(!is_group, has_states);
        let is_symmetric = found.index == DistancesIndex::Symmetric;
        prop_assert_eq!(is_symmetric, found.n_symmetries > 1);
        // Many files take long.
        if found.index == DistancesIndex::States && threads == 2 {
            let folder = gordian_testkit::folder();
            let file = Some(folder.path().join("table"));
            let with_file = DistancesConfig { file, ..config.clone() };
            let keys = enumerated(&definition, &moves, &with_file).unwrap();
            prop_assert_eq!(keys.levels, found.levels.clone());
            prop_assert_eq!(keys.antipodes.into_iter().collect::<FxHashSet<_>>(), antipodes.clone());
        }
        // More buckets take long, as each is a file.
        let bytes = if is_group { found.levels.iter().sum::<u64>().div_ceil(4) } else { found.bytes };
        if found.index != DistancesIndex::States && (129..2048).contains(&bytes) {
            let folder = gordian_testkit::folder();
            let file = Some(folder.path().join("table"));
            let max_bytes = (bytes / 4).max(128);
            let on_disk = DistancesConfig { max_bytes, file, ..config };
            let buckets = enumerated(&definition, &moves, &on_disk).unwrap();
            prop_assert!(buckets.n_buckets > 1);
            prop_assert_eq!(buckets.levels, found.levels);
            prop_assert_eq!(buckets.antipodes.into_iter().collect::<FxHashSet<_>>(), antipodes);
        }
    }
    #[test]
    fn symmetric_moves_give_the_levels_of_the_plain_simulator(
        definition in symmetric_definition(),
        single in any::<bool>(),
    ) {
        let metric = if single { Metric::SinglePower } else { Metric::AnyPower };
        let moves = MoveSet::all(&definition, metric).unwrap();
        let levels = plain(&definition, &moves);
        let n_last = levels.last().unwrap().len();
        for antipodes in [usize::MAX, n_last - 1] {
            let found = enumerated(&definition, &moves, &DistancesConfig { antipodes, ..config() });
            let found = found.unwrap();
            let counted = levels.iter().map(|it| u64::try_from(it.len()).unwrap());
            prop_assert_eq!(&found.levels, &counted.collect::<Vec<u64>>());
            prop_assert!(found.is_complete);
            prop_assert_eq!(found.antipodes.len(), antipodes.min(n_last));
            let antipodes: FxHashSet<&State> = found.antipodes.iter().collect();
            prop_assert_eq!(antipodes.len(), found.antipodes.len());
            prop_assert!(antipodes.iter().all(|&it| levels.last().unwrap().contains(it)));
        }
    }
}
