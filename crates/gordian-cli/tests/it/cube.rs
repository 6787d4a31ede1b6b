//! `gordian cube`, and the kind `cube3`.

use gordian::perm::cube3::{LowerCase, Position, Sequence, is_stickers};
use gordian::puzzles::cube3::parse_state;
use serde_json::{Value, json};

use crate::support::{Run, gordian, gordian_with, root, run};

const CENTRES: &str = "F B' L R' U D' F' U' D L' R F' B U";

fn cube(args: &[&str]) -> Run {
    run(&[&["cube"], args].concat())
}

/// Returns where a sequence leads from the solved cube, on the plain simulator.
fn after(sequence: &str) -> Position {
    Position::SOLVED.after(&Sequence::parse(sequence, LowerCase::Wide).unwrap())
}

#[test]
fn moves_are_applied() {
    let check = |args: &[&str], expected: &str| {
        let run = cube(&[&["apply"], args].concat()).ends_with(0);
        assert_eq!(run.stdout, format!("{}\n", after(expected)), "{args:?}");
        assert_eq!(run.stderr, "");
    };
    check(&["R U R' U'"], "R U R' U'");
    check(&[""], "");
    check(&["R U", "R'"], "R U R'");
    // Between the two, the cube is held as always: one `r` has turned all of it.
    check(&["r u"], "Rw Uw");
    check(&["r", "u"], "L D");
    check(&["r", "u’", "--lower-case", "face"], "R U'");
    check(&[&after("R").to_string(), "(U F)2"], "R U F U F");
    check(
        &["{\"facelets\": \"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB,000000\"}", "M"],
        "M",
    );
    let unknown = cube(&["apply", &after("R").facelets(), "U"]).ends_with(0).stdout;
    assert_eq!(unknown, format!("{}\n", after("R U").facelets()));
}

#[test]
fn positions_come_from_standard_input() {
    let expected = format!("{}\n", after("R U"));
    let check = |input: &str| {
        assert_eq!(gordian_with("cube apply - U", input).ends_with(0).stdout, expected, "{input}");
    };
    check("R");
    check(&after("R").to_string());
    check(&format!("{}\tR and more\n", after("R")));
    let document = cube(&["apply", "R", "--json"]).ends_with(0);
    assert_eq!(
        document.json(),
        json!({
            "schema": 1,
            "facelets": after("R").facelets(),
            "centres": {"U": 0, "L": 0, "F": 0, "R": 1, "B": 0, "D": 0},
        })
    );
    check(&document.stdout);
    let net = cube(&["apply", "--net", &after("R").facelets()]).ends_with(0).stdout;
    assert_eq!(net.lines().count(), 9);
    let run = gordian_with("cube apply - U", &net).ends_with(0);
    assert_eq!(run.stdout, format!("{}\n", after("R U").facelets()));
    assert!(cube(&["apply", "--net", CENTRES]).ends_with(0).stdout.contains("U → U"));
}

#[test]
fn positions_are_scrambled() {
    let run = gordian("cube scramble --seed 3 --count 4").ends_with(0);
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (4, ""));
    for line in run.stdout.lines() {
        let position: Position = line.split('\t').next().unwrap().parse().unwrap();
        assert_eq!(position.centres(), &[None; 6]);
    }
    assert_eq!(gordian("cube scramble --seed 3 --count 4").stdout, run.stdout);
    let run = gordian("cube scramble --seed 3 --centres --json").ends_with(0);
    let position = parse_state(&run.stdout, LowerCase::Wide).unwrap();
    assert!(position.centres().iter().all(Option::is_some));
    gordian_with("cube check -", &run.stdout).ends_with(0);
    let told = gordian("cube scramble").ends_with(0);
    let seed = told.stderr.split('`').nth(1).unwrap();
    assert_eq!(gordian(&format!("cube scramble {seed}")).stdout, told.stdout);
    gordian("cube scramble --count 0").ends_with(2);
}

#[test]
fn positions_and_solutions_are_checked() {
    insta::assert_snapshot!(cube(&["check", "R U"]).ends_with(0).stdout, @r"
    possible: UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB,110000
           U U U
           U → U
           F F F
    F F D  R R R  U B B  L L L
    L ↑ L  F ↑ D  R → R  U ↑ B
    L L L  F F D  R R R  U B B
           D D B
           D ↑ B
           D D B
      corners: 2 of 8 in place
      edges: 5 of 12 in place
      centres: turned: U, R
    ");
    let check = |args: &[&str], code: i32, said: &str| {
        let run = cube(&[&["check"], args].concat()).ends_with(code);
        assert_eq!(run.stdout, said, "{args:?}");
    };
    check(&["R U", "--solution", "U' R'"], 0, "right: solved with 2 turns (2 quarter turns)\n");
    check(&["R2", "--solution", "R2"], 0, "right: solved with 1 turn (2 quarter turns)\n");
    check(
        &["M", "--solution", "x M'", "--centres"],
        0,
        "right: solved with 2 turns (2 quarter turns)\n",
    );
    check(
        &["R", "--solution", ""],
        1,
        "wrong: after the moves 4 corners and 4 edges are not in place: DFR, URF, DRB, UBR, FR, BR, \
         DR, UR\n",
    );
    check(&[CENTRES, "--solution", ""], 0, "right: solved with 0 turns (0 quarter turns)\n");
    check(
        &[CENTRES, "--solution", "", "--centres"],
        1,
        "wrong: after the moves centres are turned: U (a quarter clockwise), F (a quarter \
         anticlockwise)\n",
    );
    let undone = format!("({CENTRES})'");
    check(
        &[CENTRES, "--centres", "--solution", &undone],
        0,
        "right: solved with 14 turns (14 quarter turns)\n",
    );
    check(
        &["r", "--solution", "R'", "--lower-case", "face"],
        0,
        "right: solved with 1 turn (1 quarter turn)\n",
    );
    let facts = |position: &str, said: &str| {
        let run = cube(&["check", position]).ends_with(0);
        assert!(run.stdout.ends_with(&format!("  centres: {said}\n")), "{}", run.stdout);
    };
    let solved = Position::SOLVED.facelets();
    facts("", "all as on the solved cube");
    facts(CENTRES, "turned: U, F");
    facts(&solved, "directions not known");
    facts(&format!("{solved},0???00"), "3 known, as on the solved cube");
    facts(&format!("{solved},1??200"), "4 known, of which turned: U, D");
}

#[test]
fn faults_are_told() {
    let check = |args: &[&str], said: &[&str]| {
        let run = cube(args).ends_with(2);
        assert_eq!(run.stdout, "");
        for part in said {
            assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
        }
    };
    let solved = Position::SOLVED.facelets();
    check(&["apply", "R", "U4"], &["[SEQUENCE:1:2]", "cannot be made 4 times", "hint: "]);
    check(&["apply", "R", &solved], &["these are stickers", "hint: the position comes first"]);
    check(&["check", "R", "--solution", "(R"], &["[--solution:1:1]", "never closed"]);
    check(&["check", "R", "--centres"], &["--solution"]);
    check(
        &["check", &solved, "--solution", "", "--centres"],
        &["does not say how all centres", "hint: end it with `,`"],
    );
    // A corner twisted, an edge flipped, two edges exchanged: all of it is told.
    let broken = "UUUUUUURFUFRRRRRRRFURFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let said = ["two pieces are swapped", "twisted by a third clockwise", "one edge is flipped"];
    check(&["check", broken], &said);
    check(&["check", "missing.txt"], &["[POSITION:1:1]", "found `m`"]);
    let told = gordian_with("cube check -", "R\nQ").ends_with(2).stderr;
    assert!(told.contains("[-:2:1]"), "{told}");
}

/// Every malformed text of the simulator's tests is refused with its place.
#[test]
fn malformed_texts_are_refused() {
    let corpus = root().join("crates/gordian-perm/testdata/malformed-cube3.txt");
    let corpus = fs_err::read_to_string(corpus).unwrap();
    let mut n = 0;
    for line in corpus.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (kind, text) = line.split_once(':').unwrap();
        let text = text.trim().replace("\\n", "\n");
        // What are no stickers may still be a sequence, and the other way round.
        if (kind == "position") != is_stickers(&text) || text.starts_with('-') {
            continue;
        }
        let lower_case = if kind == "face" { "face" } else { "wide" };
        let told = cube(&["check", "--lower-case", lower_case, &text]).ends_with(2).stderr;
        assert!(told.contains("[POSITION:") && told.contains("hint: "), "{told}");
        n += 1;
    }
    assert!(n > 55, "{n}");
}

#[test]
fn puzzle_files_are_checked() {
    let solution = "L' U2 F R2 D' B2 L U' R F2 D B' R2 U L2 F U2 R' B D2";
    gordian_with("check puzzles/cube3.toml --solution -", solution).ends_with(0);
    let document = json!({ "schema": 1, "solution": solution }).to_string();
    gordian_with("check puzzles/cube3.toml --solution -", &document).ends_with(0);
    let run =
        gordian_with("check puzzles/cube3.toml --solution -", &format!("{solution} {CENTRES}"));
    assert!(run.ends_with(1).stdout.contains("centres are turned: U"));
    gordian("export --format cnf puzzles/cube3.toml").ends_with(2);
    let run = gordian("solve --conflict puzzles/cube3.toml").ends_with(0);
    assert!(run.stdout.contains("no conflict"), "{}", run.stdout);
    let document: Value = gordian("solve --conflict --json puzzles/cube3.toml").ends_with(0).json();
    assert_eq!(document["kind"], "cube3");
}
