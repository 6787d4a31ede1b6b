//! `perm/…`: puzzles by name and by definition, states after moves, scrambles, solutions.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use gordian_core::{Cancel, NoProgress, Random};
use gordian_perm::definition::{Definition, NAMES};
use gordian_requests::{RequestContext, Resources, ResourcesConfig, handle};
use serde_json::{Value, json};

use crate::requests::request;

/// An error: of two identical pieces, the orientation of one is ignored.
const MIXED: &str =
    "Name Small\nSet A 3 2\nSet B 2 1\nSolved\nA\n1 2 2\n0 0 ?\nEnd\nMove R\nA\n2 1 3\n";

fn answer(name: &str, input: &Value) -> Value {
    request(name, input).unwrap_or_else(|error| panic!("{name} {input}: {error:?}"))
}

#[track_caller]
fn check_error(name: &str, input: &Value, code: &str, place: Option<(usize, usize)>) -> String {
    let error = request(name, input).unwrap_err();
    let detail = &error.details()[0];
    assert_eq!((detail.code, detail.line.zip(detail.column)), (code, place), "{detail:?}");
    assert!(!error.is_internal(), "{detail:?}");
    detail.message.clone()
}

/// A puzzle with a move that is forbidden once another one was made.
const FORBIDDEN: &str = "Name Forbidden\nSet A 3 2\nSolved\nEnd\nMove R\nA\n2 3 1\n0 1 1\nEnd\n\
                         Move y\nA\n1 2 3\n1 1 1\nEnd\nMoveAlias Q R2\nIllegal A 1 3\n";

#[test]
fn named_puzzles_are_described() {
    let expected = |name: &str, states: Value| {
        let read = answer("perm/read", &json!({"puzzle": name}));
        assert_eq!((&read["name"], &read["states"]), (&json!(name), &states), "{name}");
        assert_eq!(read["names"], json!(NAMES));
        read
    };
    let cube = expected("3x3x3", json!("43252003274489856000"));
    assert_eq!(
        cube["orbits"][0],
        json!({"name": "CORNER", "positions": 8, "orientations": 3, "labels": 8})
    );
    assert_eq!(cube["moves"][1], json!({"name": "R", "kind": "turn", "order": 4}));
    assert_eq!(cube["solved"][1]["pieces"], json!([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    expected("pyraminx", json!("933120"));
    // With restrictions, the states are fewer than the group.
    let square = expected("square1", Value::Null);
    assert_eq!(square["restrictions"], 4);
    assert!(square["group_order"].is_string());
    for name in NAMES {
        assert!(
            answer("perm/read", &json!({"puzzle": format!(" {name}\n")}))["group_order"]
                .is_string()
        );
    }
}

#[test]
fn definitions_are_described() {
    let read = answer("perm/read", &json!({"puzzle": format!("\u{feff}{FORBIDDEN}")}));
    let kinds: Vec<&Value> =
        read["moves"].as_array().unwrap().iter().map(|it| &it["kind"]).collect();
    assert_eq!(kinds, ["turn", "rotation", "alias"]);
    assert_eq!((&read["name"], &read["group_order"]), (&json!("Forbidden"), &json!("3")));
    assert_eq!((&read["restrictions"], &read["states"]), (&json!(1), &Value::Null));
    let text =
        "Name Small\nSet A 3 2\nSolved\nA\n1 2 2\n0 ? ?\nEnd\nMove R\nA\n2 3 1\n0 1 1\nEnd\n";
    let read = answer("perm/read", &json!({"puzzle": text}));
    assert_eq!(read["orbits"][0]["labels"], 2);
    assert_eq!(
        read["solved"],
        json!([{"orbit": "A", "pieces": [1, 2, 2], "orientations": [0, null, null]}])
    );
}

/// The states are those of the plain simulator, move by move.
#[test]
fn states_are_those_after_each_move() {
    let cube = Definition::named("2x2x2").unwrap();
    let (setup, moves) = ("[R: U2] // setup", "(R U')2\n[R, F]'");
    let applied = answer("perm/apply", &json!({"puzzle": "2x2x2", "setup": setup, "moves": moves}));
    let steps = ["R", "U'", "R", "U'", "F", "R", "F'", "R'"];
    assert_eq!(applied["steps"], json!(steps));
    assert_eq!(applied["setup"], json!(["R", "U2", "R'"]));
    let states = applied["states"].as_array().unwrap();
    assert_eq!(states.len(), steps.len());
    assert_eq!(applied["solved"], false);
    for n in 0..=steps.len() {
        let text = format!("{setup}\n{}", steps[..n].join(" "));
        let sequence = cube.parse_sequence(&text).unwrap();
        let state = cube.apply_sequence(cube.solved(), &sequence).unwrap();
        let pieces: Vec<u8> = state.pieces().iter().map(|label| label + 1).collect();
        let expected =
            json!([{"orbit": "CORNER", "pieces": pieces, "orientations": state.orientations()}]);
        let found = if n == 0 { &applied["start"] } else { &states[n - 1] };
        assert_eq!(found, &expected, "after {n} moves");
    }
    let back = json!({"puzzle": "2x2x2", "setup": "R2 U", "moves": "U' R2"});
    assert_eq!(answer("perm/apply", &back)["solved"], true);
    let none = answer("perm/apply", &json!({"puzzle": "2x2x2", "moves": "// nothing"}));
    assert_eq!((&none["states"], &none["solved"]), (&json!([]), &json!(true)));
}

/// The moves of the Square-1 by its definition are those of its own requests, as links between both
/// scenes of the page need: the same sequences are possible.
#[test]
fn the_square1_has_the_same_legal_moves_as_its_own_requests() {
    let mut random = Random::new(11);
    let mut n_legal = 0;
    for _ in 0..400 {
        let (mut moves, mut own) = (String::new(), String::new());
        for _ in 0..3 {
            let [top, bottom] = [0, 1].map(|_| random.bits() % 12);
            write!(moves, "U{} D{} S ", top + 1, bottom + 1).unwrap();
            write!(own, "({},{})/", top + 1, bottom + 1).unwrap();
        }
        let of_definition = request("perm/apply", &json!({"puzzle": "square1", "moves": moves}));
        let of_itself =
            request("square1/apply", &json!({"position": "01234567-F89ABCDE,S", "moves": own}));
        assert_eq!(of_definition.is_ok(), of_itself.is_ok(), "{own}: {of_definition:?}");
        n_legal += usize::from(of_itself.is_ok());
    }
    assert!(n_legal > 3, "{n_legal}");
}

#[test]
fn errors_name_the_text_and_the_place() {
    let apply =
        |setup: &str, moves: &str| json!({"puzzle": "2x2x2", "setup": setup, "moves": moves});
    let message =
        check_error("perm/apply", &apply("R Q", ""), "sequence.unknown-move", Some((1, 3)));
    assert_eq!(message, "in the setup: unknown move `Q`");
    let message = check_error("perm/apply", &apply("", "R\n(U"), "sequence.unclosed", Some((2, 1)));
    assert_eq!(message, "in the moves: this `(` is never closed");
    check_error("perm/apply", &apply("", "[R U]"), "sequence.not-a-commutator", Some((1, 1)));
    check_error("perm/apply", &apply("", "R0"), "sequence.amount-out-of-range", Some((1, 1)));
    check_error("perm/apply", &apply("", &"(".repeat(200)), "sequence.too-deep", Some((1, 101)));
    check_error("perm/apply", &apply("", "(R)100001"), "sequence.too-long", Some((1, 1)));
    let unknown =
        check_error("perm/read", &json!({"puzzle": "4x4x4"}), "perm.unknown-puzzle", None);
    assert_eq!(unknown, "unknown puzzle `4x4x4`");
    check_error("perm/read", &json!({"puzzle": ""}), "perm.unknown-puzzle", None);
    check_error("perm/solve", &json!({"puzzle": "no", "setup": ""}), "perm.unknown-puzzle", None);
    check_error("perm/scramble", &json!({"puzzle": "no"}), "perm.unknown-puzzle", None);
    check_error("perm/read", &json!({"puzzle": MIXED}), "definition.mixed-ignored", Some((6, 1)));
    check_error(
        "perm/read",
        &json!({"puzzle": "Name A\nBet"}),
        "definition.unknown-keyword",
        Some((2, 1)),
    );
    let illegal = json!({"puzzle": FORBIDDEN, "moves": "y R R"});
    let message = check_error("perm/apply", &illegal, "perm.illegal-move", None);
    assert_eq!(message, "in the moves: move 3, R, is illegal there");
    let illegal = json!({"puzzle": FORBIDDEN, "setup": "R2", "moves": ""});
    check_error("perm/apply", &illegal, "perm.illegal-move", None);
    for length in [0, 101] {
        let input = json!({"puzzle": "ivy", "length": length});
        check_error("perm/scramble", &input, "request.out-of-range", None);
    }
}

#[test]
fn scrambles_are_legal_and_repeatable() {
    for puzzle in NAMES {
        let made = answer("perm/scramble", &json!({"puzzle": puzzle, "length": 20, "seed": 7}));
        let again = answer("perm/scramble", &json!({"puzzle": puzzle, "length": 20, "seed": 7}));
        assert_eq!(made, again, "{puzzle}");
        let applied = answer("perm/apply", &json!({"puzzle": puzzle, "moves": made["sequence"]}));
        assert_eq!(applied["steps"].as_array().unwrap().len(), 20, "{puzzle}");
    }
    check_error("perm/scramble", &json!({"puzzle": "kilominx"}), "perm.no-random-state", None);
    let first = answer("perm/scramble", &json!({"puzzle": "skewb"}));
    assert_ne!(first["sequence"], answer("perm/scramble", &json!({"puzzle": "skewb"}))["sequence"]);
}

#[test]
fn solutions_are_shortest() {
    let check = |puzzle: &str, setup: &str, length: u64| {
        let solved = answer("perm/solve", &json!({"puzzle": puzzle, "setup": setup}));
        assert_eq!(
            (&solved["outcome"], &solved["length"]),
            (&json!("optimal"), &json!(length)),
            "{solved}"
        );
        assert_eq!((&solved["checked"], &solved["lower_bound"]), (&json!(true), &json!(length)));
        let back = json!({"puzzle": puzzle, "setup": setup, "moves": solved["solution"]});
        let applied = answer("perm/apply", &back);
        assert_eq!(
            (&applied["solved"], applied["steps"].as_array().map(Vec::len)),
            (&json!(true), usize::try_from(length).ok())
        );
    };
    check("floppy", "R F L B R", 5);
    check("floppy", "R2", 0);
    // The databases of this puzzle take longer to build than such a search.
    check("3x3x3", "R U F", 3);
    check("ivy", "UFR UFR2 UBL UFR DFL'", 3);
    check(FORBIDDEN, "R", 1);
}

#[test]
fn solving_respects_its_limits() {
    let resources = Resources::new(ResourcesConfig::default());
    let cancel = Cancel::new();
    let ctx = RequestContext {
        max_time: Some(Duration::from_millis(200)),
        max_items: 5,
        ..RequestContext::new(&resources, &cancel, &NoProgress)
    };
    let begin = Instant::now();
    let input = json!({"puzzle": "kilominx", "setup": "U R F L D", "time_limit": 1000.0});
    let stopped = handle("perm/solve", &input.to_string(), &ctx).unwrap();
    assert_eq!((&stopped["outcome"], &stopped["limit"]), (&json!("stopped"), &json!("time")));
    assert_eq!((&stopped["checked"], &stopped["solution"]), (&json!(false), &Value::Null));
    assert!(stopped["lower_bound"].is_u64(), "{stopped}");
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    for input in [
        json!({"puzzle": "ivy", "moves": "UFR6 UFR UFR UFR UFR UFR"}),
        json!({"puzzle": "ivy", "setup": "(UFR)6", "moves": ""}),
    ] {
        let error = handle("perm/apply", &input.to_string(), &ctx).unwrap_err();
        assert_eq!(error.details()[0].code, "request.too-many", "{input}");
    }
    let ignored = "Name S\nSet A 3 2\nSolved\nA\n1 2 3\n? 0 0\nEnd\nMove R\nA\n2 3 1\nEnd\n";
    let input = json!({"puzzle": ignored, "setup": "R"});
    let solved = handle("perm/solve", &input.to_string(), &ctx).unwrap();
    assert_eq!((&solved["solution"], &solved["checked"]), (&json!("R'"), &json!(true)));
}

/// The text of a definition with one orbit of `n` pieces, and these moves.
fn orbit(n: usize, moves: &str) -> String {
    let row: Vec<String> = (2..=n).chain([1]).map(|it| it.to_string()).collect();
    format!("Name Large\nSet A {n} 1\nSolved\nEnd\nMove R\nA\n{}\nEnd\n{moves}", row.join(" "))
}

/// Texts that would take much time or memory are refused, or answered without the group.
#[test]
fn large_definitions_are_bounded() {
    let begin = Instant::now();
    check_error(
        "perm/read",
        &json!({"puzzle": format!("Name A\n#{}", "x".repeat(70_000))}),
        "definition.text-too-long",
        Some((1, 1)),
    );
    let mut many = String::from("Name A\n");
    for n in 0..3 {
        writeln!(many, "Set A{n} 200 1").unwrap();
    }
    check_error("perm/read", &json!({"puzzle": many}), "definition.too-many", Some((4, 1)));
    let mut sequences = String::new();
    for n in 0..51 {
        writeln!(sequences, "MoveSequence S{n}_ R").unwrap();
    }
    check_error(
        "perm/read",
        &json!({"puzzle": orbit(9, &sequences)}),
        "definition.too-many",
        Some((59, 14)),
    );
    // Each sequence is defined by the next one, which repeats long groups.
    let mut chain = String::new();
    for n in 0..49 {
        writeln!(chain, "MoveSequence S{n}_ ((R)10 S{}_)9", n + 1).unwrap();
    }
    let chain = orbit(255, &format!("{chain}MoveSequence S49_ R\n"));
    let read = answer("perm/read", &json!({"puzzle": chain}));
    assert_eq!(read["moves"].as_array().unwrap().len(), 51);
    let long = orbit(9, "MoveSequence S_ (R)101\n");
    check_error("perm/read", &json!({"puzzle": long}), "definition.sequence", Some((9, 17)));
    // The symmetric group of so many pieces takes too much memory for a request.
    let swap = "Move S\nA\n2 1\nEnd\n".replace(
        "2 1",
        &["2 1".to_owned(), (3..=250).map(|it| it.to_string()).collect::<Vec<_>>().join(" ")]
            .join(" "),
    );
    let large = orbit(250, &swap);
    let read = answer("perm/read", &json!({"puzzle": large}));
    assert_eq!((&read["group_order"], &read["states"]), (&Value::Null, &Value::Null));
    check_error("perm/solve", &json!({"puzzle": large, "setup": "S"}), "request.too-large", None);
    check_error(
        "perm/apply",
        &json!({"puzzle": large, "moves": "(R)1000"}),
        "request.too-many",
        None,
    );
    answer("perm/apply", &json!({"puzzle": large, "setup": "(R)1000", "moves": "(R)700"}));
    // Moves of a large order have too many powers.
    let order = "Name O\nSet A 89 1\nSet B 97 1\nSolved\nEnd\nMove R\nA\nB\nEnd\n";
    let row = |n: usize| (2..=n).chain([1]).map(|it| it.to_string()).collect::<Vec<_>>().join(" ");
    let order = order.replace("\nA\nB\nEnd", &format!("\nA\n{}\nB\n{}\nEnd", row(89), row(97)));
    assert_eq!(answer("perm/read", &json!({"puzzle": order}))["group_order"], "8633");
    check_error("perm/solve", &json!({"puzzle": order, "setup": "R"}), "perm.moves", None);
    assert!(begin.elapsed() < Duration::from_secs(120), "{:?}", begin.elapsed());
}
