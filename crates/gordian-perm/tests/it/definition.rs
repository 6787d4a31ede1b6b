//! Definitions of permutation puzzles: files, names, notation, and the groups of their moves.

use std::fmt::Write as _;

use gordian_core::{Cancel, Random};
use gordian_perm::cube3;
use gordian_perm::definition::{
    Definition, DefinitionError, Metric, MoveSet, NAMES, PermutationGroup, ReadLimits, Sequence,
    SequenceError, State, Step, Transformation,
};
use proptest::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::support::text;

/// The definitions of files, which are written independently of the ones by name.
const FILES: [&str; 4] = ["floppy", "ivy", "pyraminx", "tower"];

/// The numbers of states by their distance from the solved one; the last one is not always the
/// largest distance. Source: enumerated with twsearch; the counts of whole puzzles are as
/// published.
const LEVELS: [(&str, &[usize]); 7] = [
    ("floppy", &[1, 4, 10, 24, 53, 64, 31, 4, 1]),
    ("ivy", &[1, 8, 48, 288, 1640, 7582, 15262, 4221, 110]),
    ("pyraminx", &[1, 8, 48, 288, 1728, 9896]),
    ("tower", &[1, 8, 35, 157, 678, 2527, 7442]),
    ("2x2x2", &[1, 9, 54, 321, 1847, 9992]),
    ("skewb", &[1, 8, 48, 288, 1728, 10248]),
    ("square1", &[1, 15, 69, 212, 1141, 3933, 14029]),
];

/// The orders of groups and the numbers of states.
const ORDERS: [(&str, &str); 9] = [
    ("2x2x2", "3674160"),
    ("3x3x3", "43252003274489856000"),
    // 12! / 2: turns are 3-cycles.
    ("dino", "239500800"),
    ("floppy", "192"),
    ("ivy", "29160"),
    // 20! / 2 · 3^19.
    ("kilominx", "1413834128545313800765440000"),
    ("pyraminx", "933120"),
    ("skewb", "3149280"),
    ("tower", "241920"),
];

fn named(name: &str) -> Definition {
    Definition::named(name).unwrap()
}

fn of_file(name: &str) -> Definition {
    Definition::read(&text(&format!("testdata/definitions/{name}.tws"))).unwrap()
}

fn moves(definition: &Definition) -> MoveSet {
    MoveSet::all(definition, Metric::AnyPower).unwrap()
}

fn group(definition: &Definition, moves: &MoveSet) -> PermutationGroup {
    PermutationGroup::generated(definition, moves, &Cancel::new()).unwrap()
}

/// Returns the states at each distance from the solved one, by the plain simulator.
fn levels(definition: &Definition, moves: &MoveSet, n_levels: usize) -> Vec<Vec<State>> {
    let mut seen: FxHashSet<State> = FxHashSet::from_iter([definition.solved().clone()]);
    let mut levels = vec![vec![definition.solved().clone()]];
    while levels.len() < n_levels {
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
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    levels
}

fn counts(definition: &Definition, n_levels: usize) -> Vec<usize> {
    levels(definition, &moves(definition), n_levels).iter().map(Vec::len).collect()
}

#[test]
fn named_puzzles_have_the_known_levels() {
    for (name, known) in LEVELS {
        assert_eq!(counts(&named(name), known.len()), known, "{name}");
    }
    // There are no states beyond the last level of these.
    for (name, known) in &LEVELS[..2] {
        assert_eq!(counts(&named(name), 100), *known, "{name}");
    }
}

#[test]
fn definitions_of_files_have_the_known_levels() {
    for name in FILES {
        let (_, known) = LEVELS.into_iter().find(|it| it.0 == name).unwrap();
        assert_eq!(counts(&of_file(name), known.len()), known, "{name}");
    }
}

#[test]
fn groups_have_the_known_orders() {
    for (name, order) in ORDERS {
        let definition = named(name);
        let group = group(&definition, &moves(&definition));
        assert_eq!(group.order().to_string(), order, "{name}");
        assert_eq!(definition.n_states(&group).unwrap().to_string(), order, "{name}");
    }
    for name in FILES {
        let definition = of_file(name);
        let order = ORDERS.into_iter().find(|it| it.0 == name).unwrap().1;
        assert_eq!(group(&definition, &moves(&definition)).order().to_string(), order, "{name}");
    }
    let named_so: FxHashSet<&str> = ORDERS.into_iter().map(|it| it.0).chain(["square1"]).collect();
    assert_eq!(named_so, NAMES.into_iter().collect());
    assert_eq!(Definition::named("4x4x4"), None);
}

#[test]
fn restricted_moves_generate_subgroups() {
    let cube = named("3x3x3");
    let order = |metric, names: &[&str]| {
        let moves = MoveSet::restricted(&cube, metric, names).unwrap();
        (moves.moves().len(), group(&cube, &moves).order().to_string())
    };
    assert_eq!(order(Metric::AnyPower, &["U", "R"]), (6, "73483200".to_owned()));
    assert_eq!(order(Metric::SinglePower, &["U", "R"]), (4, "73483200".to_owned()));
    let squares = ["U2", "R2", "F2", "D2", "L2", "B2"];
    assert_eq!(order(Metric::AnyPower, &squares), (6, "663552".to_owned()));
    // The group of the second phase of two-phase searches: 8! · 8! · 4! / 2.
    let phase2 = ["U", "D", "R2", "F2", "L2", "B2"];
    assert_eq!(order(Metric::AnyPower, &phase2), (10, "19508428800".to_owned()));
    assert_eq!(order(Metric::AnyPower, &["U"]), (3, "4".to_owned()));
    let error = MoveSet::restricted(&cube, Metric::AnyPower, &["U", "Q"]).unwrap_err();
    assert_eq!(error.to_string(), "unknown move `Q`");
    assert!(!error.hint().is_empty());
}

/// `n_states` counts states of identical pieces, which several elements of the group lead to.
#[test]
fn states_of_identical_pieces_are_counted() {
    let count = |solved: &str| {
        let text = text("testdata/definitions/ivy.tws");
        let colours = text.replace("CORNER\n1 2 3 4\nCENTER\n1 2 3 4 5 6\nEnd", solved);
        assert_ne!(colours, text);
        let definition = Definition::read(&colours).unwrap();
        let moves = moves(&definition);
        let found: usize = levels(&definition, &moves, 100).iter().map(Vec::len).sum();
        let group = group(&definition, &moves);
        assert_eq!(group.order().to_string(), "29160");
        let known = definition.n_states(&group).unwrap().to_string();
        assert_eq!(found.to_string(), known, "{solved}");
        found
    };
    let corners = "CORNER\n1 2 3 4\n";
    // Centres are permuted evenly: with two equal ones, every arrangement is possible once.
    assert_eq!(count(&format!("{corners}CENTER\n1 1 2 2 3 4\nEnd")), 29160 / 2);
    assert_eq!(count(&format!("{corners}CENTER\n1 1 1 1 1 1\nEnd")), 81);
    assert_eq!(count("CORNER\n1 2 3 4\n? ? 0 0\nCENTER\n1 1 2 2 3 4\nEnd"), 29160 / 2 / 9);
}

#[test]
fn a_keyword_before_the_end_is_an_error_of_the_open_block() {
    let head = "Name A\nSet A 3 1\nSet Move 2 1\nSolved\nEnd\nMove R\nA\n2 3 1\n";
    let at = head.find("Move R").unwrap();
    for rest in ["MoveSequence Q R R\n", "Illegal A 1 2\n", "Solved\nEnd\n", ""] {
        let error = Definition::read(&format!("{head}{rest}")).unwrap_err();
        assert_eq!(error.error, DefinitionError::MissingEnd, "{rest}");
        assert_eq!(error.span, at..at + "Move R".len());
    }
    // An orbit may have the name of a keyword.
    Definition::read(&format!("{head}Move\n2 1\nEnd\n")).unwrap();
}

#[test]
fn lower_limits_refuse_larger_definitions() {
    let text = "Name A\nSet A 3 1\nSet B 2 1\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\n\
                MoveSequence Q R R\nMoveAlias T Q\n";
    let exact = ReadLimits {
        text_len: text.len(),
        positions: 5,
        moves: 3,
        sequences: 2,
        sequence_len: 2,
        name_chars: 1,
    };
    assert_eq!(Definition::read_within(text, exact), Definition::read(text));
    let check = |limits, line, error: DefinitionError| {
        let refused = Definition::read_within(text, limits).unwrap_err();
        assert_eq!((refused.line, refused.error), (line, error));
    };
    let limit = text.len() - 1;
    check(ReadLimits { text_len: limit, ..exact }, 1, DefinitionError::TextTooLong { limit });
    let too_many = |what, limit| DefinitionError::TooMany { what, limit };
    check(ReadLimits { positions: 4, ..exact }, 3, too_many("positions", 4));
    check(ReadLimits { moves: 2, ..exact }, 11, too_many("moves", 2));
    let sequences = too_many("moves that are sequences", 1);
    check(ReadLimits { sequences: 1, ..exact }, 11, sequences);
    let error = SequenceError::TooLong { limit: 1 };
    let too_long = DefinitionError::Sequence { name: "Q".to_owned(), error };
    check(ReadLimits { sequence_len: 1, ..exact }, 10, too_long);
    // Names are counted in characters, wherever they are defined.
    for (name, line) in [("Name A", 1), ("Set B 2 1", 3), ("Move R", 6), ("MoveSequence Q", 10)] {
        let of = |letters: &str| {
            let (word, rest) = name.split_once(' ').unwrap();
            let text = text.replace(name, &format!("{word} {letters}{}", &rest[1..]));
            Definition::read_within(&text, ReadLimits { text_len: 1000, ..exact })
        };
        let refused = of("éé").unwrap_err();
        let error = DefinitionError::NameTooLong { name: "éé".to_owned(), limit: 1 };
        assert_eq!((refused.line, refused.error), (line, error));
        // One character in two bytes is not too long. The sequence of another move needs the name
        // `R`.
        assert!(of("é").is_ok() || name == "Move R" || name == "MoveSequence Q", "{name}");
    }
}

#[test]
fn definitions_are_written_as_they_are_read() {
    let files = FILES.into_iter().map(of_file);
    for definition in NAMES.into_iter().map(named).chain(files) {
        let written = definition.to_string();
        assert_eq!(Definition::read(&written).as_ref(), Ok(&definition), "{written}");
    }
    let definition =
        Definition::read("Name Small\nSet A 3 3\nSet B 2 1\nStartState\nA\n0 0 1\n0 ? 2\nEnd\n");
    let error = definition.unwrap_err();
    assert_eq!(error.line, 6, "{error}");
}

#[test]
fn orbits_whose_names_are_rows_are_written() {
    for name in ["253", "?", "1st", "End"] {
        let text = format!(
            "Name N\nSet A 3 2\nSet {name} 3 2\nSet B 2 1\nSolved\nEnd\nMove R\nA\n2 1 3\nEnd\n"
        );
        let definition = Definition::read(&text).unwrap();
        let written = definition.to_string();
        assert_eq!(Definition::read(&written).as_ref(), Ok(&definition), "{written}");
    }
}

#[test]
fn both_numberings_of_a_move_agree() {
    let text = "Name Both\nSet A 3 3\nSolved\nA\n1 2 3\n1 0 2\nEnd\n\
                Move P\nA\n2 3 1\n0 1 2\nEnd\n\
                MoveTransformation Q\nA\n1 2 0\n1 2 0\nEnd\n\
                MoveSequence PQ P Q'\nMoveAlias again P P\n";
    let definition = Definition::read(text).unwrap();
    let moves = definition.base_moves();
    // The piece at position 2 goes to position 1 and is turned by 1, the number at the place that
    // it leaves.
    assert_eq!(moves[0].transformation().sources(), [1, 2, 0]);
    assert_eq!(moves[0].transformation().twists(), [1, 2, 0]);
    assert_eq!(moves[0].transformation(), moves[1].transformation());
    assert!(moves[2].transformation().is_identity());
    let next = definition.apply(definition.solved(), moves[0].transformation()).unwrap();
    assert_eq!((next.pieces(), next.orientations()), (&[1, 2, 0][..], &[1, 1, 1][..]));
}

#[test]
fn errors_tell_what_is_wrong_and_where() {
    let base = "Name X\nSet A 3 2\nSolved\nA\n1 2 3\nEnd\n";
    let cases = [
        "",
        "Set A 3",
        "Set A 300 1",
        "Set A 3 x",
        "Set A 3 1\nSet A 3 1",
        "Solved\nEnd",
        "Set A 3 1\nMove R\nEnd",
        "Set A 3 1\nSolved\nA\n1 2\nEnd",
        "Set A 3 1\nSolved\nB\n1 2 3\nEnd",
        "Set A 3 1\nSolved\nA\nEnd",
        "Set A 3 1\nSolved\nA\n1 2 3\n0 0 1\nEnd",
        "Set A 3 1\nSolved\nA\n1 2 3",
        "Set A 3 1\nSolved\n1 2 3\nEnd",
        "{base}Turn R\n",
        "{base}",
        "{base}Move R\nA\n1 1 2\nEnd\n",
        "{base}Move R\nA\n1 2 4\nEnd\n",
        "{base}Move R\nA\n2 1 3\n0 0 5\nEnd\n",
        "{base}Move R(\nA\n2 1 3\nEnd\n",
        "{base}Move R\nA\n2 1 3\nEnd\nMove R\nEnd\n",
        "{base}Move R\nA\n2 1 3\nEnd\nMoveSequence Q R Z\n",
        "{base}MoveSequence P Q\nMoveSequence Q P\n",
        "{base}Move R\nA\n2 1 3\nEnd\nIllegal A 1 1\n",
        "{base}Move R\nA\n2 1 3\nEnd\nIllegal A 4 1\n",
        "{base}Move R\nA\n2 1 3\nEnd\nIllegal A 1 7\n",
        "{base}Solved\n",
    ];
    let mut out = String::new();
    for case in cases {
        let error = Definition::read(&case.replace("{base}", base)).unwrap_err();
        writeln!(out, "{error}\n  hint: {}", error.error.hint()).unwrap();
    }
    insta::assert_snapshot!(out);
}

#[test]
fn sequences_have_groups_commutators_and_conjugates() {
    let cube = named("3x3x3");
    let written = |text: &str| cube.parse_sequence(text).map(|it| it.write(&cube));
    let cases = [
        ("R U R' U'", "R U R' U'"),
        ("[R, U]", "R U R' U'"),
        ("[R: U2]", "R U2 R'"),
        ("[[R: U], D]'", "D R U R' D' R U' R'"),
        ("(R U)3", "R U R U R U"),
        ("(R U2')2'", "U2 R' U2 R'"),
        ("R’ U2’ // the rest is a comment [\nF", "R' U2' F"),
        ("()5 [R, ] [: U]", "R R' U"),
        ("", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(written(text).as_deref(), Ok(expected), "{text}");
    }
    let mut out = String::new();
    for text in ["R Q", "(R", "[R U]", "R)", "[R, U, F]", "R0", "(R)99999999", "R2000000", "[R"] {
        let error = written(text).unwrap_err();
        writeln!(out, "{text}: {error} at {:?}\n  hint: {}", error.span, error.error.hint())
            .unwrap();
    }
    insta::assert_snapshot!(out);
    // The work is bounded.
    let doubled = |depth| format!("{}R{}", "(".repeat(depth), ")2".repeat(depth));
    assert_eq!(cube.parse_sequence(&doubled(16)).unwrap().steps().len(), 1 << 16);
    assert!(cube.parse_sequence(&doubled(17)).is_err());
    assert!(cube.parse_sequence(&"(".repeat(100_000)).is_err());
    // A number is not looked for in all digits of a word, which would take minutes.
    let digits = "7".repeat(1_000_000);
    for (text, code) in [
        (digits.clone(), "sequence.unknown-move"),
        (format!("R{digits}"), "sequence.amount-out-of-range"),
        (format!("R{}1", "0".repeat(1_000_000)), "sequence.amount-out-of-range"),
        (format!("(R){digits}"), "sequence.amount-out-of-range"),
    ] {
        let error = cube.parse_sequence(&text).unwrap_err();
        assert_eq!((error.error.code(), error.span.end), (code, text.len()));
        // The message has only the beginning.
        assert!(error.to_string().len() < 100, "{error}");
    }
    let step = |text: &str| cube.parse_sequence(text).unwrap().steps()[0].amount;
    assert_eq!((step("R1000000"), step("R0000012'"), step("(R)0000003")), (1_000_000, -12, 1));
    assert!(cube.parse_sequence(&format!("{}R{}", "[".repeat(90), ",U]9".repeat(90))).is_err());
}

/// Returns how often a sequence must be repeated until it has no effect.
fn order(definition: &Definition, text: &str) -> usize {
    let sequence = definition.parse_sequence(text).unwrap();
    let step = |state: &State| definition.apply_sequence(state, &sequence).unwrap();
    let states = std::iter::successors(Some(step(definition.solved())), |state| Some(step(state)));
    1 + states.take_while(|state| state != definition.solved()).count()
}

/// The longest order of all shows that no face turns in the mirrored way.
#[test]
fn known_sequences_have_their_known_orders() {
    let cube = named("3x3x3");
    assert_eq!(order(&cube, "R U"), 105);
    assert_eq!(order(&cube, "R U R' U'"), 6);
    assert_eq!(order(&cube, "R U2 D' B D'"), 1260);
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    assert_eq!(order(&cube, superflip), 2);
    assert_eq!(order(&named("dino"), "UBR UFR"), 5);
    assert_eq!(order(&named("pyraminx"), "R U"), 15);
    // Of the eight corners, seven follow each other and one turns in place.
    assert_eq!(order(&named("kilominx"), "U F"), 21);
}

/// The simulator of the 3×3×3 shares no code with definitions.
#[test]
fn the_cube_turns_as_its_own_simulator() {
    let cube = named("3x3x3");
    let mut random = Random::new(2);
    let faces = ["U", "R", "F", "D", "L", "B"];
    for _ in 0..200 {
        let words: Vec<String> = (0..2 + random.below(8))
            .map(|_| format!("{}{}", random.choose(&faces), random.choose(&["", "'", "2"])))
            .collect();
        let text = words.join(" ");
        let sequence = cube3::Sequence::parse(&text, cube3::LowercaseMeaning::Face).unwrap();
        let step = |mut state: cube3::Cube| {
            state.apply(&sequence);
            cube3::Position::from_cube(&state)
        };
        let solved = cube3::Position::from_cube(&cube3::Cube::solved());
        let pieces = |it: &cube3::Position| (*it.corners(), *it.edges());
        let mut position = step(solved.to_cube());
        let mut n = 1;
        while pieces(&position) != pieces(&solved) {
            position = step(position.to_cube());
            n += 1;
        }
        assert_eq!(order(&cube, &text), n, "{text}");
    }
}

#[test]
fn names_of_powers_are_read_as_these_powers() {
    let text = "Name S\nSet P 6 1\nSolved\nEnd\nMove U\nP\n2 3 4 1 5 6\nEnd\nMove U2\nP\n1 2 3 4 6 5\nEnd\n\
        Move R3\nP\n2 3 4 5 1 6\nEnd\n";
    let definition = Definition::read(text).unwrap();
    let moves = MoveSet::all(&definition, Metric::AnyPower).unwrap();
    let names: Vec<&str> = moves.moves().iter().map(|it| it.name()).collect();
    assert_eq!(names, ["U", "(U)2", "U'", "U2", "R3", "(R3)2", "(R3)2'", "R3'"]);
    for one in moves.moves() {
        let read = definition.parse_sequence(one.name()).unwrap();
        let after =
            |sequence: &Sequence| definition.apply_sequence(definition.solved(), sequence).unwrap();
        assert_eq!(after(&read), one.transformation().apply(definition.solved()));
        let step = definition.find_step(one.name()).unwrap();
        assert_eq!(step, one.step(), "{}", one.name());
        assert_eq!([step].into_iter().collect::<Sequence>().write(&definition), one.name());
    }
    assert_eq!(definition.find_step("(R3)2"), Some(Step { base: 2, amount: 2 }));
    assert_eq!(definition.find_step("(U3)2"), None);
    for name in ["(U)+2", "(U)2''", "(U)0", "(U)1000001", "U+2"] {
        assert_eq!(definition.find_step(name), None, "{name}");
    }
    assert_eq!(definition.find_step("(U)2x"), None);
}

#[test]
fn other_solved_states_have_the_same_pieces() {
    let text = "Name S\nSet A 3 2\nSolved\nA\n1 1 2\n? ? 0\nEnd\nMove R\nA\n2 3 1\n0 0 1\nEnd\n";
    let definition = Definition::read(text).unwrap();
    let turned =
        definition.apply_sequence(definition.solved(), &definition.parse_sequence("R").unwrap());
    let turned = turned.unwrap();
    assert_eq!(definition.with_solved(&turned).unwrap().solved(), &turned);
    let (pieces, orientations) = (turned.pieces(), turned.orientations());
    assert!(definition.has_pieces_of(&State::new(pieces.to_vec(), orientations.to_vec())));
    let other = |pieces: &[u8], orientations: &[u8]| {
        definition.with_solved(&State::new(pieces.to_vec(), orientations.to_vec())).is_some()
    };
    assert!(other(pieces, orientations));
    assert!(!other(&[0, 1, 1], orientations), "a label occurs too often");
    assert!(!other(pieces, &orientations.iter().map(|_| 0).collect::<Vec<_>>()), "not ignored");
    assert!(!other(pieces, &orientations.iter().map(|&it| it.max(2)).collect::<Vec<_>>()));
    assert!(!other(&pieces[..2], &orientations[..2]), "a piece is missing");
}

#[test]
fn random_moves_are_canonical() {
    for name in ["3x3x3", "dino", "floppy", "kilominx", "square1", "tower"] {
        let puzzle = named(name);
        let moves = moves(&puzzle);
        let number = |step: &Step| moves.moves().iter().position(|it| it.step() == *step).unwrap();
        let effect = |number: usize| moves.moves()[number].transformation();
        let is_move = |it: &Transformation| {
            it.is_identity() || moves.moves().iter().any(|known| known.transformation() == it)
        };
        for seed in 0..20 {
            let sequence = puzzle.random_sequence(&moves, 40, &mut Random::new(seed));
            let numbers: Vec<usize> = sequence.steps().iter().map(number).collect();
            // No move could be brought next to one with which it makes one move or none, nor before
            // one with a larger number.
            for (at, &next) in numbers.iter().enumerate() {
                for &before in numbers[..at].iter().rev() {
                    assert!(!is_move(&effect(before).then(effect(next))), "{name} {numbers:?}");
                    if effect(before).then(effect(next)) != effect(next).then(effect(before)) {
                        break;
                    }
                    assert!(before < next, "{name} {numbers:?}");
                }
            }
            let mut state = puzzle.solved().clone();
            for &number in &numbers {
                let after = puzzle.apply(&state, effect(number)).unwrap();
                assert_ne!(after, state);
                state = after;
            }
        }
    }
}

#[test]
fn illegal_moves_are_told_by_their_place() {
    let square1 = named("square1");
    let sequence = square1.parse_sequence("U3 S U S").unwrap();
    assert_eq!(square1.apply_sequence(square1.solved(), &sequence), Err(2));
    let group = group(&square1, &moves(&square1));
    assert_eq!(square1.n_states(&group), None);
    assert_eq!(square1.random_state(&group, &mut Random::new(1)), None);
    let moves = moves(&square1);
    for seed in 0..50 {
        let sequence = square1.random_sequence(&moves, 20, &mut Random::new(seed));
        assert_eq!(sequence.steps().len(), 20);
        assert!(sequence.steps().windows(2).all(|pair| pair[0].base != pair[1].base));
        // Turns of the layers, U before D, and twists alternate: two of three moves at most are
        // turns.
        let names: String =
            sequence.steps().iter().map(|it| square1.base_moves()[it.base].name()).collect();
        assert!(names.split('S').all(|turns| ["", "U", "D", "UD"].contains(&turns)), "{names}");
        assert!(!names.contains("SS") && names.matches('S').count() >= 6, "{names}");
        let state = square1.apply_sequence(square1.solved(), &sequence).unwrap();
        assert!(square1.is_legal(&state));
    }
    let cube = named("3x3x3");
    // There is no second move.
    let one = MoveSet::restricted(&cube, Metric::AnyPower, &["U"]).unwrap();
    assert_eq!(cube.random_sequence(&one, 20, &mut Random::new(1)).steps().len(), 1);
}

#[test]
fn random_states_are_uniform() {
    let floppy = named("floppy");
    let all: FxHashSet<State> =
        levels(&floppy, &moves(&floppy), 100).into_iter().flatten().collect();
    let group = group(&floppy, &moves(&floppy));
    let mut random = Random::new(5);
    let mut n = FxHashMap::default();
    for _ in 0..192 * 100 {
        *n.entry(floppy.random_state(&group, &mut random).unwrap()).or_insert(0) += 1;
    }
    assert_eq!(n.keys().cloned().collect::<FxHashSet<_>>(), all);
    // The standard deviation is 10.
    assert!(n.values().all(|n| (50..150).contains(n)), "{n:?}");
}

/// A definition of one or two orbits with random moves.
fn small_definition() -> impl Strategy<Value = Definition> {
    let orbit = (1..=4_usize, 1..=3_usize);
    (prop::collection::vec(orbit, 1..=2), any::<u64>(), 1..=3_usize).prop_map(
        |(orbits, seed, n_moves)| {
            let mut random = Random::new(seed);
            let mut text = "Name Random\n".to_owned();
            for (number, (n, orientations)) in orbits.iter().enumerate() {
                writeln!(text, "Set O{number} {n} {orientations}").unwrap();
            }
            text.push_str("Solved\nEnd\n");
            for number in 0..n_moves {
                writeln!(text, "Move M{number}m").unwrap();
                for (orbit, &(n, orientations)) in orbits.iter().enumerate() {
                    let mut places: Vec<usize> = (1..=n).collect();
                    random.shuffle(&mut places);
                    let row = |it: Vec<usize>| {
                        it.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
                    };
                    let twists = (0..n).map(|_| random.below(orientations)).collect();
                    writeln!(text, "O{orbit}\n{}\n{}", row(places), row(twists)).unwrap();
                }
                text.push_str("End\n");
            }
            Definition::read(&text).unwrap()
        },
    )
}

/// Returns every element of the group, by multiplication until nothing is new.
fn closure(moves: &MoveSet, identity: &Transformation) -> FxHashSet<Transformation> {
    let mut seen = FxHashSet::from_iter([identity.clone()]);
    let mut open = vec![identity.clone()];
    while let Some(element) = open.pop() {
        for it in moves.moves() {
            let next = element.then(it.transformation());
            if seen.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn groups_equal_their_closure(definition in small_definition(), seed in any::<u64>()) {
        let moves = moves(&definition);
        let identity = definition.base_moves()[0].transformation().power(0);
        prop_assert!(identity.is_identity());
        let elements = closure(&moves, &identity);
        let group = group(&definition, &moves);
        prop_assert_eq!(group.order().to_string(), elements.len().to_string());
        let mut ranks = FxHashSet::default();
        for element in &elements {
            prop_assert!(group.contains(element));
            let rank = group.rank(element).unwrap();
            prop_assert!(rank < u64::try_from(elements.len()).unwrap());
            prop_assert!(ranks.insert(rank));
            prop_assert_eq!(group.unrank(rank), Some(element.clone()));
        }
        prop_assert_eq!(group.unrank(u64::try_from(elements.len()).unwrap()), None);
        let mut random = Random::new(seed);
        for _ in 0..20 {
            prop_assert!(elements.contains(&group.random(&mut random)));
        }
        // Transformations that the moves do not generate.
        for number in 0..definition.n_positions() {
            let mut text = definition.to_string();
            let orbit = definition.orbits().iter().find(|it| it.positions().contains(&number));
            let orbit = orbit.unwrap();
            let row: Vec<String> = (1..=orbit.n_positions()).map(|it| it.to_string()).collect();
            let twist = |place| usize::from(place == number - orbit.positions().start);
            let twists = (0..orbit.n_positions()).map(|it| (twist(it) % usize::from(orbit.orientations())).to_string());
            let twists: Vec<String> = twists.collect();
            let (row, twists) = (row.join(" "), twists.join(" "));
            writeln!(text, "Move T\n{}\n{row}\n{twists}\nEnd", orbit.name()).unwrap();
            let other = Definition::read(&text).unwrap();
            let turned = other.base_moves().last().unwrap().transformation();
            prop_assert_eq!(group.contains(turned), elements.contains(turned));
            prop_assert_eq!(group.rank(turned).is_some(), elements.contains(turned));
        }
    }

    #[test]
    fn transformations_are_a_group_that_acts_on_states(
        definition in small_definition(),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0..5_u64), 3),
    ) {
        let base = definition.base_moves();
        let [a, b, c] = [0, 1, 2].map(|at| {
            let (which, power) = &steps[at];
            base[which.index(base.len())].transformation().power(*power)
        });
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert!(a.then(&a.inverse()).is_identity() && a.inverse().then(&a).is_identity());
        let state = b.apply(definition.solved());
        prop_assert_eq!(a.then(&c).apply(&state), c.apply(&a.apply(&state)));
        let order = a.order().unwrap();
        prop_assert!(a.power(order).is_identity());
        prop_assert!((1..order).all(|n| !a.power(n).is_identity()));
        prop_assert_eq!(a.power(3), a.then(&a).then(&a));
    }

    #[test]
    fn moves_come_with_their_inverses(definition in small_definition(), single in any::<bool>()) {
        let metric = if single { Metric::SinglePower } else { Metric::AnyPower };
        let set = MoveSet::all(&definition, metric).unwrap();
        for it in set.moves() {
            prop_assert!(!it.transformation().is_identity());
            let inverse = &set.moves()[it.inverse()];
            prop_assert!(it.transformation().then(inverse.transformation()).is_identity());
            let read = definition.parse_sequence(it.name()).unwrap();
            let after = definition.apply_sequence(definition.solved(), &read).unwrap();
            prop_assert_eq!(after, it.transformation().apply(definition.solved()));
        }
    }

    #[test]
    fn sequences_are_written_as_they_are_read(
        steps in prop::collection::vec((0..6_usize, -3..=3_i32), 0..20),
    ) {
        let cube = named("3x3x3");
        let step = |&(base, amount): &(usize, i32)| gordian_perm::definition::Step { base, amount };
        let sequence: gordian_perm::definition::Sequence =
            steps.iter().filter(|it| it.1 != 0).map(step).collect();
        let written = sequence.write(&cube);
        prop_assert_eq!(cube.parse_sequence(&written), Ok(sequence.clone()));
        let there = cube.apply_sequence(cube.solved(), &sequence).unwrap();
        let back = cube.apply_sequence(&there, &sequence.inverse()).unwrap();
        prop_assert_eq!(&back, cube.solved());
    }

    #[test]
    fn any_text_is_read_or_refused(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "Name X\n", "Set A 3 2\n", "Set B 2 1\n", "Solved\n", "StartState\n", "A\n", "B\n",
                "1 2 3\n", "3 1 2\n", "0 1 ?\n", "2 1\n", "0 1\n", "End\n", "Move R\n", "Move S2\n",
                "MoveSequence Q R R'\n", "MoveAlias W [R, S2]9\n", "Illegal A 1 2\n", "# note\n", "\r",
                "99999999999999999999 1 1\n", "é\n",
            ]),
            0..40,
        ),
        rest in any::<String>(),
    ) {
        let text = pieces.concat() + &rest;
        if let Err(error) = Definition::read(&text) {
            prop_assert!(text.is_char_boundary(error.span.start) && error.span.end <= text.len());
            prop_assert!(!error.to_string().is_empty());
        }
        let _ = named("floppy").parse_sequence(&rest);
    }
}

#[test]
fn states_are_read_as_solved_states_are() {
    let text = "Name Mixed\nSet A 4 3\nSet B 3 1\nSolved\nA\n2 2 5 9\n0 1 2 ?\nB\n1 2 3\nEnd\n\
                Move M\nA\n2 3 4 1\n1 0 0 2\nB\n2 3 1\nEnd\nIllegal B 1 3\n";
    let definition = Definition::read(text).unwrap();
    let read = |text: &str| definition.read_state(text);
    assert_eq!(read("").as_ref(), Ok(definition.solved()));
    assert_eq!(read("A\n2 2 5 9\n0 1 2 ?\nB\n1 2 3\n").as_ref(), Ok(definition.solved()));
    let after = definition.parse_sequence("M").unwrap();
    let after = definition.apply_sequence(definition.solved(), &after).unwrap();
    // The piece that leaves the first position is turned by one.
    assert_eq!(read("B; 2 3 1; A; 2 5 9 2; 1 2 ? 1").unwrap(), after);
    assert!(definition.is_state("B; 2 3 1") && definition.is_state("A\n1\n"));
    for sequence in ["M", "A", "M\nM2", "", "A; B", "A B; 1 2"] {
        assert!(!definition.is_state(sequence), "{sequence}");
    }
    let orbit = "B".to_owned();
    for (text, error, span) in [
        ("C; 1 2", DefinitionError::UnknownOrbit { name: "C".to_owned() }, 0..1),
        ("B; 1 2 3; B; 1 2 3", DefinitionError::RepeatedOrbit { name: orbit.clone() }, 10..11),
        ("B", DefinitionError::MissingRow { orbit: orbit.clone() }, 0..1),
        ("1 2 3", DefinitionError::UnexpectedRow, 0..5),
        ("B; 1 2 2", DefinitionError::WrongPieces { orbit: orbit.clone() }, 0..1),
        ("A; 2 2 5 9; 0 0 0 0", DefinitionError::WrongPieces { orbit: "A".to_owned() }, 0..1),
        ("B; 3 1 2", DefinitionError::IllegalState, 0..8),
        (
            "B; 1 2",
            DefinitionError::WrongRowLength { orbit: orbit.clone(), expected: 3, found: 2 },
            3..6,
        ),
        (
            "B; 1 2 4",
            DefinitionError::UnknownLabel { orbit: orbit.clone(), label: "4".to_owned() },
            7..8,
        ),
    ] {
        let found = read(text).unwrap_err();
        assert_eq!((found.error, found.span), (error, span), "{text}");
    }
}

#[test]
fn groups_of_defining_sequences_are_limited_before_they_are_written_out() {
    let cube = "Name A\nSet A 3 1\nSolved\nEnd\nMove R\nA\n2 3 1\nEnd\n";
    // Each sequence uses the next one, so that it is parsed again and again, and would copy 100,000
    // moves for each of its groups: half an hour in all.
    let nested = format!("{}(R)99999{}", "(".repeat(90), ")1(R)1".repeat(90));
    let sequences: String =
        (0..200).map(|i| format!("MoveSequence S{i} {nested} S{}\n", i + 1)).collect();
    let error = Definition::read(&format!("{cube}{sequences}MoveAlias S200 R\n")).unwrap_err();
    let too_long = SequenceError::TooLong { limit: 1000 };
    let expected = DefinitionError::Sequence { name: "S0".to_owned(), error: too_long };
    assert_eq!((error.line, error.error), (9, expected));
}
