//! Random states of permutation puzzles, and definitions that are the 3×3×3 or the Square-1.

use std::fmt::Write as _;

use gordian_atlas::optimal::SolverConfig;
use gordian_core::{Cancel, NoProgress, Random};
use gordian_perm::cube3::{FaceTurn, Position, Sequence as Turns};
use gordian_perm::definition::{Definition, Metric, MoveKind, MoveSet, State};
use gordian_perm::square1;
use gordian_solve::perm::{CubeMap, KnownPuzzle, Scrambler, SquareMap};
use rustc_hash::FxHashMap;

fn named(name: &str) -> Definition {
    Definition::named(name).unwrap()
}

fn all_moves(definition: &Definition) -> MoveSet {
    MoveSet::all(definition, Metric::AnyPower).unwrap()
}

/// Counts how often each of all states is drawn, after enumerating them by the plain simulator.
fn check_is_uniform(definition: &Definition, moves: &MoveSet, n_states: usize, per_state: usize) {
    let mut counts: FxHashMap<State, usize> = FxHashMap::default();
    let mut open = vec![definition.solved().clone()];
    while let Some(state) = open.pop() {
        if counts.insert(state.clone(), 0).is_none() {
            let next =
                moves.moves().iter().filter_map(|it| definition.apply(&state, it.transformation()));
            open.extend(next);
        }
    }
    assert_eq!(counts.len(), n_states);
    let config = SolverConfig { max_bytes: 1 << 20, threads: 1, cache: None };
    let cancel = Cancel::new();
    let mut scrambler = Scrambler::any(definition, moves, config, &cancel).unwrap();
    let mut random = Random::new(17);
    for _ in 0..n_states * per_state {
        let drawn = scrambler.draw(&mut random, &cancel, &NoProgress).unwrap();
        let sequence = drawn.sequence.unwrap();
        let end = definition.apply_sequence(definition.solved(), &sequence);
        assert_eq!(end.as_ref(), Ok(&drawn.state));
        *counts.get_mut(&drawn.state).unwrap() += 1;
    }
    let expected = per_state as f64;
    let chi_square: f64 = counts.values().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    let freedom = (n_states - 1) as f64;
    // Six standard deviations on either side.
    let bound = 6.0 * (2.0 * freedom).sqrt();
    assert!((chi_square - freedom).abs() < bound, "{chi_square} for {freedom}");
}

#[test]
fn random_states_are_equally_likely() {
    let floppy = named("floppy");
    check_is_uniform(&floppy, &all_moves(&floppy), 192, 20);
    let dino = named("dino");
    let moves = MoveSet::restricted(&dino, Metric::AnyPower, &["UFR", "UFL", "UBR"]).unwrap();
    check_is_uniform(&dino, &moves, 2520, 4);
    // Two pairs of identical pieces: 4!/2! · 2² = 48 states.
    let text = "Name Alike\nSet A 4 1\nSet B 2 2\nSolved\nA\n1 2 3 3\nB\n1 1\nEnd\nMove R\nA\n2 3 4 1\nB\n2 1\n1 0\nEnd\n\
                Move L\nA\n2 1 3 4\nEnd\n";
    let alike = Definition::read(text).unwrap();
    let moves = all_moves(&alike);
    check_is_uniform(&alike, &moves, 48, 40);
    // Illegal states lie between the legal ones; enumerated by `perm distances`, too.
    let square1 = named("square1");
    let moves = MoveSet::restricted(&square1, Metric::AnyPower, &["S", "U3"]).unwrap();
    check_is_uniform(&square1, &moves, 240, 20);
}

#[test]
fn square1_is_scrambled_by_twists() {
    let definition = named("square1");
    let Some(KnownPuzzle::Square1(map)) = KnownPuzzle::of(&definition, &all_moves(&definition))
    else {
        panic!("it is the Square-1");
    };
    let solver = gordian_solve::square1::Solver::new(Default::default()).unwrap();
    let mut scrambler = Scrambler::square1(&definition, map, solver);
    let twist = definition.find_base_move("S").unwrap();
    let mut random = Random::new(5);
    for _ in 0..6 {
        let drawn = scrambler.draw(&mut random, &Cancel::new(), &NoProgress).unwrap();
        let sequence = drawn.sequence.unwrap();
        let end = definition.apply_sequence(definition.solved(), &sequence);
        assert_eq!(end.as_ref(), Ok(&drawn.state));
        let n_twists = sequence.steps().iter().filter(|it| it.base == twist).count();
        // 99.99 % of all positions are this far away: data/square1/levels.json.
        assert!(n_twists >= 8, "{}", sequence.write(&definition));
    }
}

#[test]
fn states_of_the_square1_are_its_positions() {
    let definition = named("square1");
    let map = SquareMap::new(&definition, &all_moves(&definition)).unwrap();
    let solved = square1::Position::solved(square1::Colours::Six);
    assert_eq!(&map.state(&solved), definition.solved());
    let mut random = Random::new(3);
    for n_twists in 0..60 {
        let moves = square1::random_sequence(&mut random, n_twists);
        let end =
            definition.apply_sequence(definition.solved(), &map.sequence(&moves).unwrap()).unwrap();
        assert_eq!(end, map.state(&solved.apply(&moves).unwrap()), "{n_twists}");
    }
    let some = MoveSet::restricted(&definition, Metric::AnyPower, &["S", "U3", "D3"]).unwrap();
    assert!(SquareMap::new(&definition, &some).is_none());
}

/// Returns the 3×3×3 with other names, with positions and orientations numbered at random, with
/// turns of some faces anticlockwise, and, if wanted, with centres. `wrong` turns the corners of
/// this face the other way.
fn other_cube(random: &mut Random, has_centres: bool, wrong: Option<usize>) -> String {
    let cube = named("3x3x3");
    let mut text =
        "Name Other\nSet EDGE 12 2\nSet CORNER 8 3\nSet MID 6 4\nSolved\nEnd\n".to_owned();
    let (corner, edge) = (&cube.orbits()[0], &cube.orbits()[1]);
    let mut numbering = |n: usize, modulus: u8| {
        let mut places: Vec<usize> = (0..n).collect();
        random.shuffle(&mut places);
        let offsets: Vec<u8> =
            (0..n).map(|_| u8::try_from(random.below(usize::from(modulus))).unwrap()).collect();
        (places, offsets)
    };
    let numberings = [numbering(12, 2), numbering(8, 3)];
    for (number, base) in
        cube.base_moves().iter().filter(|it| it.kind() == MoveKind::Turn).enumerate()
    {
        let turn = base.transformation();
        let turn = if random.flip() { turn.inverse() } else { turn.clone() };
        writeln!(text, "Move M{number}").unwrap();
        for ((name, orbit), (places, offsets)) in
            [("EDGE", edge), ("CORNER", corner)].into_iter().zip(&numberings)
        {
            let n = orbit.n_positions();
            let m = orbit.orientations();
            let turn = if name == "CORNER" && wrong == Some(number) {
                turn.inverse()
            } else {
                turn.clone()
            };
            let (mut sources, mut leaving) = (vec![0; n], vec![0; n]);
            for to in 0..n {
                let at = orbit.positions().start + to;
                let from = usize::from(turn.sources()[at]) - orbit.positions().start;
                sources[places[to]] = places[from] + 1;
                // An orientation k at p is k + offset there.
                leaving[places[from]] = (turn.twists()[at] + offsets[to] + m - offsets[from]) % m;
            }
            let row =
                |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
            let twists: Vec<usize> = leaving.iter().map(|&it| usize::from(it)).collect();
            writeln!(text, "{name}\n{}\n{}", row(&sources), row(&twists)).unwrap();
        }
        if has_centres {
            let twist = if random.flip() { 1 } else { 3 };
            let twists: Vec<String> =
                (0..6).map(|it| if it == 5 - number { twist } else { 0 }.to_string()).collect();
            writeln!(text, "MID\n1 2 3 4 5 6\n{}", twists.join(" ")).unwrap();
        }
        text += "End\n";
    }
    text
}

#[test]
fn the_3x3x3_is_recognised_by_its_moves() {
    let mut random = Random::new(8);
    for round in 0..12 {
        let has_centres = round % 2 == 1;
        let definition = Definition::read(&other_cube(&mut random, has_centres, None)).unwrap();
        let metric = if round % 3 == 0 { Metric::SinglePower } else { Metric::AnyPower };
        let moves = MoveSet::all(&definition, metric).unwrap();
        let map = CubeMap::new(&definition, &moves).expect("it is the cube");
        assert_eq!(map.has_centres(), has_centres);
        for n in 0..20 {
            let turns: Vec<FaceTurn> = (0..n).map(|_| *random.choose(&FaceTurn::ALL)).collect();
            let turns = Turns::from(turns);
            let sequence = map.sequence(&turns).unwrap();
            let state = definition.apply_sequence(definition.solved(), &sequence).unwrap();
            let position = Position::SOLVED.apply(&turns);
            let position =
                if has_centres { position } else { position.with_centres([None; 6]).unwrap() };
            assert_eq!(map.position(&definition, &state), Some(position), "{turns}");
        }
    }
}

#[test]
fn other_puzzles_are_not_the_3x3x3() {
    for name in
        ["2x2x2", "dino", "floppy", "ivy", "kilominx", "pyraminx", "skewb", "square1", "tower"]
    {
        let definition = named(name);
        assert!(CubeMap::new(&definition, &all_moves(&definition)).is_none(), "{name}");
    }
    let cube = named("3x3x3");
    for names in [&["U", "R", "F", "D", "L"][..], &["U", "R", "F", "D", "L", "B2"]] {
        let moves = MoveSet::restricted(&cube, Metric::AnyPower, names).unwrap();
        assert!(CubeMap::new(&cube, &moves).is_none(), "{names:?}");
    }
    let mut random = Random::new(9);
    for face in 0..6 {
        let definition = Definition::read(&other_cube(&mut random, false, Some(face))).unwrap();
        assert!(CubeMap::new(&definition, &all_moves(&definition)).is_none(), "{face}");
    }
}

#[test]
fn unsolvable_states_of_the_3x3x3_have_no_position() {
    let cube = named("3x3x3");
    let map = CubeMap::new(&cube, &all_moves(&cube)).unwrap();
    let (pieces, mut orientations) =
        (cube.solved().pieces().to_vec(), cube.solved().orientations().to_vec());
    orientations[0] = 1;
    let twisted = State::new(pieces, orientations);
    assert_eq!(map.position(&cube, &twisted), None);
}
