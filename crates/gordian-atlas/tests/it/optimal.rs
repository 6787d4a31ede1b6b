//! Shortest solutions of permutation puzzles from definitions.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gordian_atlas::distances::{DistancesConfig, distances};
use gordian_atlas::optimal::{Solver, SolverConfig};
use gordian_core::{Cancel, Limit, Random};
use gordian_perm::definition::{Definition, Metric, MoveSet, PermutationGroup, State};
use gordian_table::Disk;
use proptest::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::distances::{plain, small_definition};

fn solver<'a>(definition: &'a Definition, moves: &'a MoveSet, max_bytes: u64) -> Solver<'a> {
    built(definition, moves, &config(max_bytes))
}

fn built<'a>(definition: &'a Definition, moves: &'a MoveSet, config: &SolverConfig) -> Solver<'a> {
    let mut solver = Solver::new(definition, moves, &Cancel::new()).unwrap();
    solver.build_databases(&Disk, config, &Cancel::new()).unwrap();
    solver
}

fn config(max_bytes: u64) -> SolverConfig {
    SolverConfig { max_bytes, threads: 2, cache: None }
}

/// Asserts that a state has shortest solutions of this length, and replays them.
fn check(solver: &Solver<'_>, definition: &Definition, state: &State, length: usize) {
    // Wrong estimates can make searches endless.
    let cancel = Cancel::new().with_time_limit(Duration::from_secs(60));
    let solution = solver.solve(state, 5, &cancel);
    assert_eq!(solution.limit, None);
    assert_eq!(solution.lower_bound, Some(u32::try_from(length).unwrap()), "{state:?}");
    assert!((1..=5).contains(&solution.sequences.len()));
    let different: FxHashSet<_> = solution.sequences.iter().collect();
    assert_eq!(different.len(), solution.sequences.len());
    for sequence in &solution.sequences {
        assert_eq!(sequence.steps().len(), length);
        assert_eq!(definition.apply_sequence(state, sequence).as_ref(), Ok(definition.solved()));
    }
}

/// Two moves that are their own inverses, whose product has order 30,030.
fn dihedral() -> Definition {
    let cycles = [2_usize, 3, 5, 7, 11, 13];
    let mut text = String::from("Name Dihedral\n");
    for n in cycles {
        text += &format!("Set C{n} {n} 1\n");
    }
    text += "Solved\nEnd\n";
    for (name, shift) in [("A", 0), ("B", 1)] {
        text += &format!("Move {name}\n");
        for n in cycles {
            let row: Vec<String> = (0..n).map(|i| ((n + shift - i) % n + 1).to_string()).collect();
            text += &format!("C{n}\n{}\n", row.join(" "));
        }
        text += "End\n";
    }
    Definition::read(&text).unwrap()
}

#[test]
fn solutions_that_are_too_long_end_the_search() {
    let definition = dihedral();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let solver = solver(&definition, &moves, 1 << 20);
    let after = |text: &str| {
        let sequence = definition.parse_sequence(text).unwrap();
        definition.apply_sequence(definition.solved(), &sequence).unwrap()
    };
    check(&solver, &definition, &after("(A B)200"), 400);
    let far = solver.solve(&after("(A B)10000"), 1, &Cancel::new());
    assert_eq!((far.limit, far.sequences.len()), (Some(Limit::Effort), 0));
    assert!((500..=20_000).contains(&far.lower_bound.unwrap()), "{far:?}");
}

#[test]
fn large_databases_are_kept() {
    let definition = Definition::named("3x3x3").unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let cancel = Cancel::new();
    let folder = gordian_testkit::folder();
    let cache = folder.path().join("new");
    let kept = SolverConfig { cache: Some(cache.clone()), ..config(5 << 20) };
    let new = || built(&definition, &moves, &kept);
    let scramble = definition.parse_sequence("R U2 F' L D B2 R' U").unwrap();
    let state = definition.apply_sequence(definition.solved(), &scramble).unwrap();
    let first = new();
    let expected = first.solve(&state, 1, &cancel);
    assert_eq!(expected.sequences[0].steps().len(), 8);
    let n_large = first.databases().iter().filter(|&&n| n >= 1 << 20).count();
    assert!(n_large > 0 && n_large < first.databases().len(), "{:?}", first.databases());
    assert_eq!(first.notes().len(), n_large);
    assert!(first.notes()[0].starts_with("built a database of "));
    let read = new();
    assert!(read.notes().is_empty(), "{:?}", read.notes());
    assert_eq!(read.solve(&state, 1, &cancel), expected);
    // A damaged file is reported and replaced.
    let files = fs_err::read_dir(&cache).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|it| it.extension().is_some_and(|it| it == "table")).collect();
    files.sort();
    assert_eq!(files.len(), n_large);
    let bytes = fs_err::read(&files[0]).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs_err::write(&files[0], damaged).unwrap();
    let replaced = new();
    assert!(replaced.notes()[0].starts_with("not used: "), "{:?}", replaced.notes());
    assert_eq!(replaced.solve(&state, 1, &cancel), expected);
    assert!(fs_err::read(&files[0]).unwrap() == bytes);
    // Other moves have other databases.
    let single = MoveSet::all(&definition, Metric::SinglePower).unwrap();
    let other = built(&definition, &single, &kept);
    assert!(other.notes().iter().all(|it| it.starts_with("built")), "{:?}", other.notes());
    let blocked = SolverConfig { cache: Some(files[0].clone()), ..kept.clone() };
    let solver = built(&definition, &moves, &blocked);
    assert!(solver.notes().iter().any(|it| it.starts_with("a database is not kept: ")));
    assert_eq!(solver.solve(&state, 1, &cancel), expected);
}

#[test]
fn random_states_of_named_puzzles_are_solved_with_their_distance() {
    for name in ["floppy", "ivy", "pyraminx"] {
        let definition = Definition::named(name).unwrap();
        let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
        let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
        let order = u64::try_from(group.order()).unwrap();
        // With less memory, databases are smaller, and their estimates are lower.
        let large = solver(&definition, &moves, 1 << 20);
        let small = solver(&definition, &moves, 1 << 13);
        match order <= 1 << 16 {
            true => assert_eq!(large.databases(), [order], "the distances are exact"),
            false => assert!(large.databases().iter().sum::<u64>() <= 256 * order.isqrt()),
        }
        assert!(name == "floppy" || small.databases().len() > 1, "{:?}", small.databases());
        let levels = plain(&definition, &moves);
        let lengths: FxHashMap<State, usize> = (levels.into_iter().enumerate())
            .flat_map(|(length, states)| states.into_iter().map(move |state| (state, length)))
            .collect();
        let mut random = Random::new(3);
        for _ in 0..30 {
            let state = definition.random_state(&group, &mut random).unwrap();
            let length = lengths[&state];
            check(&large, &definition, &state, length);
            check(&small, &definition, &state, length);
        }
    }
}

#[test]
fn databases_are_as_large_as_is_worthwhile() {
    let check = |name: &str, max_bytes: u64, expected: &[u64]| {
        let definition = Definition::named(name).unwrap();
        let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
        assert_eq!(solver(&definition, &moves, max_bytes).databases(), expected, "{name}");
    };
    // Seven corners, of which six tell where the seventh is: the first four, then the other three
    // and the first again.
    check("2x2x2", 1 << 30, &[68_040, 68_040]);
    check("2x2x2", 100, &[21, 21, 21, 21]);
    // The corners and three edges; the edges and a corner.
    check("pyraminx", 1 << 30, &[77_760, 34_560]);
    check("ivy", 1 << 30, &[29_160]);
}

#[test]
fn short_solutions_need_no_databases() {
    let cube = Definition::named("3x3x3").unwrap();
    let moves = MoveSet::all(&cube, Metric::AnyPower).unwrap();
    let mut solver = Solver::new(&cube, &moves, &Cancel::new()).unwrap();
    let after = |text: &str| {
        let sequence = cube.parse_sequence(text).unwrap();
        cube.apply_sequence(cube.solved(), &sequence).unwrap()
    };
    check(&solver, &cube, &after("R U R' U'"), 4);
    let far = after("R U F' L D B2");
    let stopped = solver.solve(&far, 1, &Cancel::new());
    assert_eq!((stopped.limit, stopped.lower_bound), (Some(Limit::Effort), Some(6)));
    let already_stopped = Cancel::new().with_time_limit(Duration::ZERO);
    assert!(solver.build_databases(&Disk, &config(1 << 16), &already_stopped).is_err());
    assert!(solver.databases().is_empty());
    assert_eq!(solver.solve(&far, 1, &Cancel::new()), stopped);
    solver.build_databases(&Disk, &config(1 << 16), &Cancel::new()).unwrap();
    check(&solver, &cube, &far, 6);
}

#[test]
fn databases_are_built_as_they_are_needed() {
    let cube = Definition::named("3x3x3").unwrap();
    let moves = MoveSet::all(&cube, Metric::AnyPower).unwrap();
    let solve = |text: &str, max_bytes: u64, cancel: &Cancel| {
        let sequence = cube.parse_sequence(text).unwrap();
        let state = cube.apply_sequence(cube.solved(), &sequence).unwrap();
        let mut solver = Solver::new(&cube, &moves, &Cancel::new()).unwrap();
        let n_built = AtomicUsize::new(0);
        let on_phase = |name| {
            n_built.fetch_add(usize::from(name != "searching"), Ordering::Relaxed);
        };
        let config = config(max_bytes);
        let found = solver.build_and_solve(&state, 1, &Disk, &config, cancel, &on_phase).unwrap();
        (found, solver.databases().len(), n_built.into_inner())
    };
    let (near, n_databases, n_built) = solve("R U R' U'", 1 << 22, &Cancel::new());
    assert_eq!((near.lower_bound, near.limit, n_databases, n_built), (Some(4), None, 0, 0));
    for max_bytes in [1 << 16, 1 << 22] {
        let (far, n_databases, n_built) = solve("R U2 F' L D B2 R' U", max_bytes, &Cancel::new());
        assert_eq!((far.lower_bound, far.limit), (Some(8), None));
        assert_eq!(far.sequences[0].steps().len(), 8);
        assert!(n_databases > 0 && (1..=2).contains(&n_built));
    }
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let second = Cancel::new().with_time_limit(Duration::from_secs(1));
    let (stopped, ..) = solve(superflip, 1 << 22, &second);
    assert_eq!((stopped.limit, stopped.sequences.len()), (Some(Limit::Time), 0));
    assert!(stopped.lower_bound.is_some_and(|it| (1..=20).contains(&it)), "{stopped:?}");
}

#[test]
fn known_positions_have_their_known_lengths() {
    let cube = Definition::named("3x3x3").unwrap();
    let moves = MoveSet::restricted(&cube, Metric::AnyPower, &["U", "R"]).unwrap();
    let two_faces = solver(&cube, &moves, 1 << 20);
    for (sequence, length) in [("", 0), ("R", 1), ("R U R' U'", 4), ("(R U)6", 12), ("(R U)105", 0)]
    {
        let sequence = cube.parse_sequence(sequence).unwrap();
        let state = cube.apply_sequence(cube.solved(), &sequence).unwrap();
        check(&two_faces, &cube, &state, length);
    }
    let other = cube.apply_sequence(cube.solved(), &cube.parse_sequence("F").unwrap()).unwrap();
    let solution = two_faces.solve(&other, 1, &Cancel::new());
    assert_eq!((solution.lower_bound, solution.sequences.len()), (None, 0));
}

#[test]
fn a_stopped_search_has_a_proved_bound() {
    let cube = Definition::named("3x3x3").unwrap();
    let moves = MoveSet::all(&cube, Metric::AnyPower).unwrap();
    let solver = solver(&cube, &moves, 1 << 16);
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let superflip = cube.parse_sequence(superflip).unwrap();
    let state = cube.apply_sequence(cube.solved(), &superflip).unwrap();
    let cancel = Cancel::new().with_time_limit(Duration::from_millis(300));
    let solution = solver.solve(&state, 1, &cancel);
    assert_eq!((solution.limit, solution.sequences.len()), (Some(Limit::Time), 0));
    assert!(solution.lower_bound.is_some_and(|it| (1..=20).contains(&it)));
}

/// Asserts that one, two and three threads find the same solutions, bound and number of nodes.
/// Returns the number of nodes.
fn check_threads(solvers: &[Solver<'_>; 3], state: &State, n: usize) -> u64 {
    let cancel = Cancel::new().with_time_limit(Duration::from_secs(60));
    let [one, two, three] = solvers.each_ref().map(|it| it.solve(state, n, &cancel));
    assert_eq!(one.limit, None);
    assert_eq!(two, one, "{n} solutions of {state:?}");
    assert_eq!(three, one, "{n} solutions of {state:?}");
    one.n_nodes
}

fn with_threads<'a>(
    definition: &'a Definition,
    moves: &'a MoveSet,
    max_bytes: u64,
) -> [Solver<'a>; 3] {
    [1, 2, 3]
        .map(|threads| built(definition, moves, &SolverConfig { threads, ..config(max_bytes) }))
}

#[test]
fn solutions_of_known_puzzles_do_not_depend_on_threads() {
    // Small databases make long searches.
    for (name, max_bytes, n_states) in
        [("2x2x2", 2_000, 2), ("pyraminx", 300, 3), ("skewb", 2_000, 3)]
    {
        let definition = Definition::named(name).unwrap();
        let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
        let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
        let solvers = with_threads(&definition, &moves, max_bytes);
        let mut random = Random::new(gordian_testkit::seed().wrapping_add(43));
        let mut n_nodes = 0;
        for _ in 0..n_states {
            let state = definition.random_state(&group, &mut random).unwrap();
            n_nodes += [1, 5, 200].map(|n| check_threads(&solvers, &state, n)).iter().sum::<u64>();
        }
        assert!(n_nodes > 10_000, "{name}: {n_nodes} nodes are not much for several threads");
    }
}

#[test]
fn a_stopped_search_of_several_threads_has_a_proved_bound() {
    let definition = Definition::named("2x2x2").unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let group = PermutationGroup::generated(&definition, &moves, &Cancel::new()).unwrap();
    let solvers = with_threads(&definition, &moves, 100);
    let exact = solver(&definition, &moves, 1 << 20);
    let mut random = Random::new(gordian_testkit::seed().wrapping_add(44));
    for number in 0..20 {
        let state = definition.random_state(&group, &mut random).unwrap();
        let shortest = exact.solve(&state, 1, &Cancel::new()).lower_bound.unwrap();
        let already_stopped = Cancel::new();
        already_stopped.cancel();
        let late = Cancel::new().with_time_limit(Duration::from_millis(number));
        for (solver, cancel) in solvers.iter().flat_map(|it| [(it, &already_stopped), (it, &late)])
        {
            let found = solver.solve(&state, 5, cancel);
            let bound = found.lower_bound.unwrap();
            assert!(bound <= shortest && (bound > 0 || shortest == 0), "{found:?}");
            for sequence in &found.sequences {
                assert_eq!(sequence.steps().len(), usize::try_from(shortest).unwrap());
                let end = definition.apply_sequence(&state, sequence);
                assert_eq!(end.as_ref(), Ok(definition.solved()));
            }
            assert!(found.limit.is_some() || bound == shortest && !found.sequences.is_empty());
        }
        // No state as far needs so few nodes that no thread looks.
        if shortest > 7 {
            let found = solvers[2].solve(&state, 5, &already_stopped);
            assert_eq!(found.limit, Some(Limit::Interrupted));
        }
    }
}

/// Three orbits: pairs of identical pieces, pieces without orientations in a restricted orbit, and
/// different ones.
const MIXED: &str = "Name Mixed
Set A 8 1
Set B 6 3
Set C 4 2
Solved
A
1 1 2 2 3 3 4 4
B
1 1 2 2 3 3
0 0 ? ? ? ?
End
Move X
A
2 3 4 1 5 6 7 8
B
2 3 1 4 5 6
1 2 0 0 0 0
End
Move Y
A
1 2 3 5 6 7 8 4
C
2 3 4 1
1 0 1 0
End
Move Z
B
1 2 4 5 6 3
C
2 1 3 4
End
Move W
A
1 2 4 5 3 6 7 8
End
";

#[test]
fn identical_pieces_are_exchanged_at_will() {
    let definition = Definition::read(MIXED).unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    // 2520 · 90 · 3² states of A and B, as the sum of the orientations is not kept, and 24 · 2³ of
    // C.
    let n_states = 2520 * 90 * 9 * 192_u64;
    let root = n_states.isqrt();
    let large = solver(&definition, &moves, 1 << 30);
    let small = solver(&definition, &moves, 1 << 12);
    assert!(large.databases().iter().sum::<u64>() <= 256 * root);
    assert!(small.databases().iter().sum::<u64>() <= 1 << 12);
    assert!(small.databases().len() >= 3, "{:?}", small.databases());
    let mut random = Random::new(5);
    for length in 0..9 {
        let mut state = definition.solved().clone();
        for _ in 0..length {
            let next = random.below(moves.moves().len());
            state = definition.apply(&state, moves.moves()[next].transformation()).unwrap();
        }
        let found = large.solve(&state, 1, &Cancel::new());
        let shortest = found.sequences[0].steps().len();
        assert!(shortest <= length);
        check(&large, &definition, &state, shortest);
        check(&small, &definition, &state, shortest);
        // From there to the solved state.
        let away = definition.with_solved(&state).unwrap();
        let back = solver(&away, &moves, 1 << 16);
        check(&back, &away, definition.solved(), shortest);
    }
    // X and W leave the orbit C as it is.
    let only = MoveSet::restricted(&definition, Metric::AnyPower, &["X", "W"]).unwrap();
    let only = solver(&definition, &only, 1 << 16);
    let y = definition.parse_sequence("Y").unwrap();
    let unreached = definition.apply_sequence(definition.solved(), &y).unwrap();
    let cancel = Cancel::new().with_time_limit(Duration::from_secs(60));
    let solution = only.solve(&unreached, 1, &cancel);
    assert_eq!((solution.lower_bound, solution.limit), (None, None));
    assert!(solution.sequences.is_empty());
}

#[test]
fn sums_of_orientations_are_those_of_the_target() {
    let text = "Name Turned\nSet P 3 2\nSolved\nP\n1 1 1\n0 0 1\nEnd\n\
        Move A\nP\n2 3 1\nEnd\nMove x\nP\n1 2 3\n1 0 0\nEnd\n";
    let definition = Definition::read(text).unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let after = |text: &str| {
        let sequence = definition.parse_sequence(text).unwrap();
        definition.apply_sequence(definition.solved(), &sequence).unwrap()
    };
    check(&solver(&definition, &moves, 1 << 10), &definition, &after("A"), 1);
    // The rotation turns a piece, which no move does.
    let turned = definition.with_solved(&after("x")).unwrap();
    let to_turned = solver(&turned, &moves, 1 << 10);
    check(&to_turned, &turned, &after("x A"), 1);
    let solution = to_turned.solve(&after("A"), 1, &Cancel::new());
    assert_eq!((solution.lower_bound, solution.limit), (None, None));
}

/// Returns the definition with three more orbits of 255 pieces with 127 orientations, of which a
/// move turns one.
fn with_many_orientations(definition: &Definition) -> Definition {
    let text = definition.to_string();
    let orbits = "Set BIG1 255 127\nSet BIG2 255 127\nSet BIG3 255 127\n\nSolved\n";
    let row =
        |numbers: Vec<usize>| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let mut turns = vec![0; 255];
    turns[4] = 1;
    let turn = format!("Move Bm\nBIG2\n{}\n{}\nEnd\n", row((1..=255).collect()), row(turns));
    let ends = text.replacen("Solved\n", orbits, 1);
    let (first, restrictions) = ends.split_at(ends.find("Illegal").unwrap_or(ends.len()));
    Definition::read(&format!("{first}\n{turn}{restrictions}")).unwrap()
}

#[test]
fn definitions_with_more_orientations_than_slots_have_numbers_are_solved() {
    for (name, [a, b]) in [("floppy", ["R", "F"]), ("ivy", ["UFR", "UBL"])] {
        let definition = with_many_orientations(&Definition::named(name).unwrap());
        let all = MoveSet::all(&definition, Metric::AnyPower).unwrap();
        let cancel = Cancel::new();
        let group = PermutationGroup::generated(&definition, &all, &cancel).unwrap();
        let to_two = DistancesConfig { max_level: Some(2), ..crate::distances::config() };
        let found =
            distances(&definition, &all, &group, &Disk, &to_two, &cancel, &|_, _| {}).unwrap();
        // The turn of the large piece is one of 126 more moves, and independent of the others.
        let of_name = crate::distances::levels_of(name);
        let expected = [1, of_name[1] + 126, of_name[2] + 126 * of_name[1]];
        assert_eq!(found.levels, expected);
        let solver = solver(&definition, &all, 1 << 10);
        let state = |text: &str| {
            let sequence = definition.parse_sequence(text).unwrap();
            definition.apply_sequence(definition.solved(), &sequence).unwrap()
        };
        check(&solver, &definition, &state("Bm5"), 1);
        check(&solver, &definition, &state(&format!("{a} Bm2 {b} Bm")), 3);
        // Moves without the large piece do not solve it.
        let fewer = MoveSet::restricted(&definition, Metric::AnyPower, &[a, b]).unwrap();
        let solver = built(&definition, &fewer, &config(1 << 10));
        let solution = solver.solve(&state(&format!("{a} Bm")), 1, &cancel);
        assert_eq!((solution.lower_bound, solution.limit), (None, None));
    }
}

#[test]
fn maps_of_many_orientations_do_not_fill_the_memory() {
    // The maps of all levels would take 464 MB; the chain of stabilisers takes 3 MB.
    let n = 24;
    let row = |number: &dyn Fn(usize) -> usize| {
        (0..n).map(|at| number(at).to_string()).collect::<Vec<_>>().join(" ")
    };
    let (cycle, keep) = (row(&|at| (at + 1) % n + 1), row(&|at| at + 1));
    let (none, twist) = (row(&|_| 0), row(&|at| usize::from(at == 0)));
    let text = format!(
        "Name Many\nSet O {n} 127\nSolved\nEnd\nMove C\nO\n{cycle}\n{none}\nEnd\n\
         Move T\nO\n{keep}\n{twist}\nEnd\n"
    );
    let definition = Definition::read(&text).unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let solver = solver(&definition, &moves, 1 << 12);
    let sequence = definition.parse_sequence("C5 T3").unwrap();
    let state = definition.apply_sequence(definition.solved(), &sequence).unwrap();
    check(&solver, &definition, &state, 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn solutions_are_as_short_as_the_plain_simulator_says(
        definition in small_definition(),
        single in any::<bool>(),
        max_bytes in prop::sample::select(vec![1_u64, 30, 100_000]),
    ) {
        let metric = if single { Metric::SinglePower } else { Metric::AnyPower };
        let moves = MoveSet::all(&definition, metric).unwrap();
        let solver = solver(&definition, &moves, max_bytes);
        prop_assert!(solver.databases().iter().sum::<u64>() <= max_bytes.max(1));
        let without = Solver::new(&definition, &moves, &Cancel::new()).unwrap();
        for (length, states) in plain(&definition, &moves).iter().enumerate().take(8) {
            for state in states.iter().take(4) {
                check(&solver, &definition, state, length);
                let found = without.solve(state, 5, &Cancel::new());
                if found.limit.is_none() {
                    let expected = solver.solve(state, 5, &Cancel::new());
                    prop_assert_eq!(found.sequences, expected.sequences);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn solutions_do_not_depend_on_threads(
        definition in small_definition(),
        single in any::<bool>(),
        max_bytes in prop::sample::select(vec![1_u64, 30]),
        n in prop::sample::select(vec![1_usize, 5, 40]),
    ) {
        let metric = if single { Metric::SinglePower } else { Metric::AnyPower };
        let moves = MoveSet::all(&definition, metric).unwrap();
        let solvers = with_threads(&definition, &moves, max_bytes);
        let without = Solver::new(&definition, &moves, &Cancel::new()).unwrap();
        for states in plain(&definition, &moves).iter().take(7).skip(3) {
            for state in states.iter().take(3) {
                // Searches for many solutions that a state does not have can be long.
                let first = without.solve(state, n, &Cancel::new());
                if first.limit.is_some() || first.n_nodes > 100_000 {
                    return Ok(());
                }
                check_threads(&solvers, state, n);
            }
        }
    }
}
