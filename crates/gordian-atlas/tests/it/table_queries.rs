//! Questions to tables of distances, compared with the plain simulator.

use std::path::{Path, PathBuf};

use gordian_atlas::AtlasError;
use gordian_atlas::distances::{DistanceTable, DistancesConfig, TableDistance, distances};
use gordian_atlas::optimal::{Solver, SolverConfig};
use gordian_core::{Cancel, Random};
use gordian_perm::definition::{Definition, Metric, MoveSet, Orbit, PermutationGroup, State};
use gordian_table::Disk;
use proptest::prelude::*;
use rustc_hash::FxHashSet;

use crate::distances::{HastyDisk, config, plain, plain_to, small_definition};

/// A puzzle with a table of it in a folder.
struct Puzzle {
    definition: Definition,
    moves: MoveSet,
    group: PermutationGroup,
    folder: tempfile::TempDir,
}

impl Puzzle {
    fn new(definition: Definition, moves: MoveSet) -> Self {
        let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
        Self { definition, moves, group, folder: gordian_testkit::folder() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("table")
    }

    fn write(&self, max_level: Option<usize>) {
        let config = DistancesConfig { file: Some(self.file()), max_level, ..config() };
        let Self { definition, moves, group, .. } = self;
        let cancel = Cancel::new();
        let disk = HastyDisk::new();
        distances(definition, moves, group, &disk, &config, &cancel, &|_, _| {}).unwrap();
    }

    fn open(&self, file: &Path) -> Result<DistanceTable<'_>, AtlasError> {
        DistanceTable::open(&self.definition, &self.moves, &self.group, &Disk, file)
    }

    /// Asserts that a table tells the distances of states, with solutions that lead home.
    fn check<'a>(
        &self,
        table: &DistanceTable<'_>,
        levels: impl IntoIterator<Item = (usize, &'a State)>,
    ) {
        let cancel = Cancel::new();
        for (distance, state) in levels {
            assert_eq!(table.distance(state).unwrap(), TableDistance::Moves(distance));
            for solution in table.solutions(state, 3, &cancel).unwrap() {
                assert_eq!(solution.steps().len(), distance);
                let end = self.definition.apply_sequence(state, &solution);
                assert_eq!(end.as_ref(), Ok(self.definition.solved()));
            }
        }
    }
}

fn named(name: &str) -> Puzzle {
    let definition = Definition::named(name).unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    Puzzle::new(definition, moves)
}

/// Returns each state with its level.
fn numbered(levels: &[Vec<State>]) -> impl Iterator<Item = (usize, &State)> {
    levels.iter().enumerate().flat_map(|(level, states)| states.iter().map(move |it| (level, it)))
}

#[test]
fn every_state_of_small_puzzles_has_its_distance() {
    for name in ["floppy", "ivy"] {
        let puzzle = named(name);
        puzzle.write(None);
        let table = puzzle.open(&puzzle.file()).unwrap();
        assert!(table.is_complete());
        puzzle.check(&table, numbered(&plain(&puzzle.definition, &puzzle.moves)));
    }
}

#[test]
#[ignore = "slow: every state of a puzzle with a million of them"]
fn states_of_known_puzzles_have_their_distances() {
    // All states of the first puzzle, and those of the others within six moves.
    for (name, last) in [("pyraminx", 11), ("2x2x2", 6), ("skewb", 6)] {
        let puzzle = named(name);
        puzzle.write(None);
        let table = puzzle.open(&puzzle.file()).unwrap();
        let levels = plain_to(&puzzle.definition, &puzzle.moves, last);
        for (distance, state) in numbered(&levels) {
            assert_eq!(table.distance(state).unwrap(), TableDistance::Moves(distance));
        }
        puzzle.check(&table, numbered(&levels).step_by(997));
    }
}

#[test]
fn random_states_of_known_puzzles_have_the_distance_of_the_search() {
    let puzzle = named("pyraminx");
    puzzle.write(None);
    let table = puzzle.open(&puzzle.file()).unwrap();
    let cancel = Cancel::new();
    let mut solver = Solver::new(&puzzle.definition, &puzzle.moves, &cancel).unwrap();
    let large = SolverConfig { max_bytes: 1 << 20, threads: 2, cache: None };
    solver.build_databases(&Disk, &large, &cancel).unwrap();
    let mut random = Random::new(gordian_testkit::seed().wrapping_add(20));
    for _ in 0..200 {
        let state = puzzle.group.random(&mut random).apply(puzzle.definition.solved());
        let expected = solver.solve(&state, 4, &cancel).sequences;
        assert_eq!(table.solutions(&state, 4, &cancel).unwrap(), expected);
    }
    let antipodes = table.antipodes(usize::MAX, &cancel).unwrap();
    assert_eq!(antipodes.len(), 32);
    puzzle.check(&table, antipodes.iter().map(|it| (11, it)));
    // Turns permute the edges evenly.
    let odd = puzzle.definition.read_state("EDGE; 2 1 3 4 5 6").unwrap();
    assert_eq!(table.distance(&odd).unwrap(), TableDistance::Unreached);
    assert_eq!(table.solutions(&odd, 1, &cancel).unwrap(), []);
}

#[test]
fn lists_tell_distances_and_where_they_end() {
    // 170,659,735,142,400 states in lists of ranks, and more than 2^64 in lists of keys.
    let cube = Definition::named("3x3x3").unwrap();
    let three = MoveSet::restricted(&cube, Metric::AnyPower, &["U", "R", "F"]).unwrap();
    for (puzzle, last) in
        [(Puzzle::new(cube, three), 3), (named("3x3x3"), 2), (named("square1"), 4)]
    {
        puzzle.write(Some(last));
        let table = puzzle.open(&puzzle.file()).unwrap();
        assert!(!table.is_complete());
        let levels = plain_to(&puzzle.definition, &puzzle.moves, last + 1);
        puzzle.check(&table, numbered(&levels[..=last]));
        for state in levels[last + 1].iter().take(50) {
            assert_eq!(table.distance(state).unwrap(), TableDistance::AtLeast(last + 1));
        }
        let cancel = Cancel::new();
        let all: FxHashSet<State> =
            table.antipodes(usize::MAX, &cancel).unwrap().into_iter().collect();
        assert_eq!(all, levels[last].iter().cloned().collect());
        assert_eq!(table.antipodes(7, &cancel).unwrap().len(), 7);
    }
}

#[test]
fn other_tables_and_damaged_ones_are_refused() {
    let puzzle = named("ivy");
    puzzle.write(None);
    let other = named("floppy");
    let error = other.open(&puzzle.file()).unwrap_err();
    assert_eq!(error.code(), "atlas.other-distances");
    assert!(error.to_string().contains("`perm ivy`"), "{error}");
    // Other moves of the same puzzle.
    let few = MoveSet::restricted(&puzzle.definition, Metric::AnyPower, &["UFR", "UBL"]).unwrap();
    let few = Puzzle::new(puzzle.definition.clone(), few);
    assert_eq!(few.open(&puzzle.file()).unwrap_err().code(), "atlas.other-distances");
    let tower = named("tower");
    tower.write(None);
    let quarter = MoveSet::all(&tower.definition, Metric::SinglePower).unwrap();
    let quarter = Puzzle::new(tower.definition.clone(), quarter);
    assert_eq!(quarter.open(&tower.file()).unwrap_err().code(), "atlas.other-distances");
    let bytes = fs_err::read(puzzle.file()).unwrap();
    let damaged = puzzle.folder.path().join("damaged");
    let states = plain(&puzzle.definition, &puzzle.moves).concat();
    let mut random = Random::new(gordian_testkit::seed().wrapping_add(21));
    for _ in 0..20 {
        let mut wrong = bytes.clone();
        let at = random.below(wrong.len());
        wrong[at] ^= 1 << random.below(8);
        fs_err::write(&damaged, &wrong).unwrap();
        let asked = puzzle.open(&damaged).and_then(|table| table.distance(random.choose(&states)));
        let error = asked.unwrap_err();
        assert!(error.code().starts_with("table."), "{at}: {error}");
    }
    fs_err::write(&damaged, &bytes[..bytes.len() / 2]).unwrap();
    assert!(puzzle.open(&damaged).is_err());
}

/// Returns the number of arrangements and orientations of all pieces, if each piece were different.
fn max_states(definition: &Definition) -> usize {
    let of_orbit = |orbit: &Orbit| {
        let n = orbit.n_positions();
        (1..=n).product::<usize>()
            * usize::from(orbit.orientations()).pow(u32::try_from(n).unwrap())
    };
    definition.orbits().iter().map(of_orbit).product()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_state_of_random_puzzles_has_its_distance(
        definition in small_definition(),
        single in any::<bool>(),
        depth in prop::option::of(0..4_usize),
    ) {
        // All states are listed by the plain simulator, which takes minutes for millions.
        prop_assume!(max_states(&definition) <= 100_000);
        let metric = if single { Metric::SinglePower } else { Metric::AnyPower };
        let moves = MoveSet::all(&definition, metric).unwrap();
        let puzzle = Puzzle::new(definition, moves);
        puzzle.write(depth);
        let table = puzzle.open(&puzzle.file()).unwrap();
        let levels = plain(&puzzle.definition, &puzzle.moves);
        let n = depth.map_or(levels.len(), |depth| levels.len().min(depth + 1));
        let counts: Vec<u64> = levels[..n].iter().map(|it| u64::try_from(it.len()).unwrap()).collect();
        prop_assert_eq!(table.levels(), &counts[..]);
        if table.is_complete() {
            prop_assert_eq!(n, levels.len());
        }
        puzzle.check(&table, numbered(&levels[..n]));
        for (_, state) in numbered(&levels[n..]).map(|(level, it)| (level + n, it)) {
            prop_assert_eq!(table.distance(state).unwrap(), TableDistance::AtLeast(n));
        }
        let cancel = Cancel::new();
        let solver = Solver::new(&puzzle.definition, &puzzle.moves, &cancel).unwrap();
        for (_, state) in numbered(&levels[..n]).step_by(7).take(20) {
            let found = solver.solve(state, 3, &cancel);
            if found.limit.is_none() {
                prop_assert_eq!(table.solutions(state, 3, &cancel).unwrap(), found.sequences);
            }
        }
        let last: FxHashSet<&State> = levels[n - 1].iter().collect();
        let antipodes = table.antipodes(usize::MAX, &cancel).unwrap();
        prop_assert_eq!(antipodes.iter().collect::<FxHashSet<_>>(), last);
    }
}
