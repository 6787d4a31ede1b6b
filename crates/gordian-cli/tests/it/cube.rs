//! `gordian cube`, and the kind `cube3`.

use gordian::perm::cube3::{
    Axis, LowercaseMeaning, Metric, Position, Sequence, Subgroup, is_stickers,
};
use gordian::puzzles::cube3::parse_state;
use serde_json::{Value, json};

use crate::support::{Run, gordian, gordian_with, root, run};

const CENTRES: &str = "F B' L R' U D' F' U' D L' R F' B U";

fn cube(args: &[&str]) -> Run {
    run(&[&["cube"], args].concat())
}

/// Applies a sequence to the solved cube with the simulator.
fn after(sequence: &str) -> Position {
    Position::SOLVED.apply(&Sequence::parse(sequence, LowercaseMeaning::Wide).unwrap())
}

#[test]
fn apply_follows_the_moves() {
    let check = |args: &[&str], expected: &str| {
        let run = cube(&[&["apply"], args].concat()).ends_with(0);
        assert_eq!(run.stdout, format!("{}\n", after(expected)), "{args:?}");
        assert_eq!(run.stderr, "");
    };
    check(&["R U R' U'"], "R U R' U'");
    check(&[""], "");
    check(&["R U", "R'"], "R U R'");
    // Between the two arguments the cube returns to the standard orientation, which `r` had
    // changed.
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
fn apply_reads_every_position_format_from_standard_input() {
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
            "position": after("R").to_string(),
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
fn scramble_is_reproducible_from_its_seed() {
    let told = gordian("cube scramble --count 4").ends_with(0);
    assert_eq!(told.stdout.lines().count(), 4);
    for line in told.stdout.lines() {
        let position: Position = line.split('\t').next().unwrap().parse().unwrap();
        assert_eq!(position.centres(), &[None; 6]);
    }
    // The printed seed repeats the positions and is not printed again.
    let seed = told.stderr.split('`').nth(1).unwrap();
    let run = gordian(&format!("cube scramble --count 4 {seed}")).ends_with(0);
    assert_eq!((run.stdout, run.stderr.as_str()), (told.stdout, ""));
    let run = gordian("cube scramble --seed 3 --centres --json").ends_with(0);
    let position = parse_state(&run.stdout, LowercaseMeaning::Wide).unwrap();
    assert!(position.centres().iter().all(Option::is_some));
    gordian_with("cube check -", &run.stdout).ends_with(0);
    gordian("cube scramble --count 0").ends_with(2);
}

#[test]
fn check_describes_positions_and_verifies_solutions() {
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
    facts(&solved, "orientations unknown");
    facts(&format!("{solved},0???00"), "3 known, as on the solved cube");
    facts(&format!("{solved},1??200"), "4 known, of which turned: U, D");
}

#[test]
fn invalid_arguments_are_reported_with_their_location() {
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
        &["the orientation of some centres is unknown", "hint: end it with `,`"],
    );
    // All three problems are listed: a twisted corner, a flipped edge, two swapped edges.
    let broken = "UUUUUUURFUFRRRRRRRFURFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let said = ["two pieces are swapped", "twisted by a third clockwise", "one edge is flipped"];
    check(&["check", broken], &said);
    check(&["check", "missing.txt"], &["[POSITION:1:1]", "found `m`"]);
    let told = gordian_with("cube check -", "R\nQ").ends_with(2).stderr;
    assert!(told.contains("[-:2:1]"), "{told}");
}

/// Every malformed text of the simulator's tests is refused with its place.
#[test]
fn malformed_texts_are_refused_with_their_location() {
    let corpus = root().join("crates/gordian-perm/testdata/malformed-cube3.txt");
    let corpus = fs_err::read_to_string(corpus).unwrap();
    let mut n = 0;
    for line in corpus.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (kind, text) = line.split_once(':').unwrap();
        let text = text.trim().replace("\\n", "\n");
        // A text that is not stickers may still be a sequence, and the other way round.
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
fn cube3_files_are_checked() {
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

/// A short scramble.
const SCRAMBLE: &str = "R U F' D2 L B";

#[test]
fn solve_draws_the_position_and_shows_the_solution() {
    let run = cube(&["solve", SCRAMBLE]).ends_with(0);
    insta::assert_snapshot!(run.timeless());
    assert_eq!(run.stderr, "");
}

#[test]
fn solve_document_has_all_fields() {
    let args = ["solve", SCRAMBLE, "--centres", "--json", "--metric", "qtm"];
    let mut document = cube(&args).ends_with(0).json();
    let seconds = document["seconds"].take();
    assert!(seconds["cpu"].is_number() && seconds["wall"].is_number());
    let expected = json!({
        "schema": 1,
        "position": after(SCRAMBLE).to_string(),
        "metric": "qtm",
        "outcome": "optimal",
        "solution": "B' L' D2 F U' R'",
        "length": 7,
        "lower_bound": 7,
        "checked": true,
        "seconds": null,
        "limit": null,
    });
    assert_eq!(document, expected);
}

#[test]
fn solve_answers_every_line_of_standard_input() {
    let far = "R U F2 D L' B R2 U' F D2 L B' R U2 F' D L2 B";
    let input = format!("{SCRAMBLE}\n\n{}\trest\nR2 X\n{far}\n", after("L2"));
    let run = gordian_with("cube solve - --centres --max-length 25 --time-limit 60", &input);
    let run = run.ends_with(2);
    let lines: Vec<Vec<&str>> = run.stdout.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), 4, "{}", run.stdout);
    assert_eq!(lines[0], [&after(SCRAMBLE).to_string(), "6", "6", "B' L' D2 F U' R'"]);
    assert_eq!(lines[1], [&after("L2").to_string(), "1", "1", "L2"]);
    assert_eq!(&lines[2][..2], ["error", "4"]);
    let solution = Sequence::parse(lines[3][3], LowercaseMeaning::Wide).unwrap();
    assert!(after(far).apply(&solution).is_solved());
    assert!(after(far).apply(&solution).centres_solved());
    assert!(lines[3][1].parse::<usize>().unwrap() <= 25);
    let run = gordian_with("cube solve - --json", "R\nnonsense\n").ends_with(2);
    let documents: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&documents[0]["line"], &documents[0]["solution"]), (&json!(1), &json!("R'")));
    assert_eq!(documents[1]["line"], 2);
    assert!(documents[1]["error"]["code"].is_string());
}

#[test]
fn limits_are_reported() {
    let far = "R U F2 D L' B R2 U' F D2 L B' R U2 F' D L2 B";
    let run = cube(&["solve", far, "--max-length", "5", "--time-limit", "1"]).ends_with(3);
    assert!(
        run.stdout.contains("longer than requested (stopped by the time limit)"),
        "{}",
        run.stdout
    );
    for memory in ["1", "1MB", "80MiB"] {
        let run = cube(&["solve", far, "--memory", memory]).ends_with(2);
        assert!(run.stderr.contains("the work needs 88080384 bytes of memory"), "{}", run.stderr);
    }
    cube(&["solve", "R", "--memory", "90MiB"]).ends_with(0);
    let run = cube(&["solve", "R U F' D2 L B R'", "--optimal", "--centres"]).ends_with(0);
    assert!(run.stdout.contains("solved · optimal · checked"), "{}", run.stdout);
    cube(&["solve", far, "--optimal", "--max-length", "20"]).ends_with(2);
}

#[test]
fn solve_accepts_puzzle_files() {
    let file = root().join("puzzles/cube3.toml");
    let run = cube(&["solve", file.to_str().unwrap(), "--time-limit", "0.5"]).ends_with(0);
    assert!(run.stdout.contains("no fewer than"), "{}", run.stdout);
    let file = root().join("puzzles/sudoku-cube.toml");
    let file = file.to_str().unwrap();
    let document = cube(&["solve", file, "--json"]).ends_with(0).json();
    let expected = (&json!("solved"), &json!("htm"), &json!(true));
    assert_eq!((&document["outcome"], &document["metric"], &document["checked"]), expected);
    assert!(document["length"].as_u64().unwrap() <= 24, "{document}");
    let run = cube(&["solve", file]).ends_with(0);
    assert!(run.stdout.starts_with("turns: "), "{}", run.stdout);
    cube(&["solve", file, "--optimal"]).ends_with(2);
    let other = root().join("puzzles/classic.toml");
    cube(&["solve", other.to_str().unwrap()]).ends_with(2);
}

#[test]
fn sudoku_cube_solution_includes_turns() {
    let file = root().join("puzzles/sudoku-cube.toml");
    let file = file.to_str().unwrap();
    let document = run(&["solve", "--moves", "--json", file]).ends_with(0).json();
    let moves = &document["moves"];
    assert_eq!((&moves["checked"], &moves["goals"]), (&json!(true), &json!(1)));
    assert_eq!(moves["unknown_centres"], json!(["U", "L", "F", "R", "B", "D"]));
    assert!(moves["length"].as_u64().unwrap() <= 24);
    assert_eq!((&document["unique"], &document["limit"]), (&json!(true), &Value::Null));
    let run_ = run(&["solve", "--moves", file]).ends_with(0);
    assert!(run_.stdout.contains("turns: "), "{}", run_.stdout);
    assert!(run_.stdout.contains("may end in any orientation: U L F R B D"), "{}", run_.stdout);
    let four = root().join("puzzles/sudoku-cube-4.toml");
    let run_ = run(&["solve", "--moves", four.to_str().unwrap()]).ends_with(0);
    assert!(run_.stdout.contains("turns are supported for the 3×3×3 only"), "{}", run_.stdout);
    let other = root().join("puzzles/classic.toml");
    run(&["solve", "--moves", other.to_str().unwrap()]).ends_with(2);
}

/// Returns the length that a sequence has when turns of any face count one.
fn length(sequence: &str) -> u64 {
    let sequence = Sequence::parse(sequence, LowercaseMeaning::Wide).unwrap();
    sequence.length(Metric::HalfTurn).try_into().unwrap()
}

/// The inverse of the given scramble is a solution, so even a tiny time limit finds nothing longer.
#[test]
fn solution_is_never_longer_than_the_given_scramble() {
    let far = "R U F2 D L' B R2 U' F D2 L B' R U2 F'";
    let wide = "r U2 M x F D' B2 y' Lw U S R'";
    let in_no_time = ["--time-limit", "0.001", "--centres"];
    let found = |run: Run| run.ends_with(0).json()["length"].as_u64().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cube.toml");
    fs_err::write(&file, format!("kind = \"cube3\"\nscramble = \"{far}\"\n")).unwrap();
    let run = cube(&[&["solve", file.to_str().unwrap(), "--json"], &in_no_time[..]].concat());
    assert!(found(run) <= length(far));
    let first = crate::support::run(&["solve", "--first", "--json", file.to_str().unwrap()])
        .ends_with(0)
        .json();
    assert!(first["objective"].as_u64().unwrap() <= length(far), "{first}");

    let lines = format!("{far}\n{wide}\nR L R'\n");
    let run = gordian_with("cube solve - --time-limit 0.001 --centres", &lines).ends_with(0);
    for (given, answer) in lines.lines().zip(run.stdout.lines()) {
        let fields: Vec<&str> = answer.split('\t').collect();
        assert!(fields[1].parse::<u64>().unwrap() <= length(given), "{given}: {answer}");
        let solution = Sequence::parse(fields[3], LowercaseMeaning::Wide).unwrap();
        assert_eq!(after(given).apply(&solution), Position::SOLVED, "{given}: {answer}");
    }
}

#[test]
fn table_needs_memory_and_an_intact_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cube3.table");
    let name = file.to_str().unwrap();
    let few = cube(&["table", "--out", name, "--memory", "1GiB"]).ends_with(2);
    assert!(few.stderr.contains("3850000000"), "{}", few.stderr);
    assert!(!file.exists());
    let missing = cube(&["solve", "R", "--optimal", "--table", name]).ends_with(2);
    assert!(missing.stderr.contains(name), "{}", missing.stderr);
    fs_err::write(&file, "no table").unwrap();
    let other = cube(&["solve", "R", "--optimal", "--table", name]).ends_with(2);
    assert!(other.stderr.contains("is not a table"), "{}", other.stderr);
    // Without a table in the cache, the search goes without.
    let cache = folder.path().join("cache");
    let without = cube(&["solve", "R", "--optimal", "--cache", cache.to_str().unwrap()]);
    assert!(without.ends_with(0).stdout.contains("R'"));
}

const LONG_SCRAMBLE: &str = "R' U' F L2 D B' R2 U F2 D' L B2 U2 R D2 F R' U' F";

#[test]
fn steps_lead_through_the_subgroups() {
    insta::assert_snapshot!(cube(&["step", LONG_SCRAMBLE, "--solutions", "2"]).ends_with(0).stdout);
    // Each step begins where the last one ended, and the last one solves the cube.
    let mut sequence = LONG_SCRAMBLE.to_owned();
    for to in ["eo", "dr", "htr", "solved"] {
        let document = cube(&["step", &sequence, "--json"]).ends_with(0).json();
        assert_eq!(document["checked"], true);
        let steps = document["steps"].as_array().unwrap();
        let ways = steps.iter().flat_map(|step| {
            assert!(step["to"].as_str().unwrap().starts_with(to), "{step}");
            step["ways"].as_array().unwrap()
        });
        let way = ways.min_by_key(|way| way["length"].as_u64()).unwrap();
        assert_eq!(way["inverse"], "");
        sequence = format!("{sequence} {}", way["normal"].as_str().unwrap());
    }
    assert!(after(&sequence).is_solved(), "{sequence}");
}

#[test]
fn steps_are_divided_between_the_scramble_and_its_inverse() {
    let args = ["step", LONG_SCRAMBLE, "--to", "eo-fb", "--side", "both", "--max-length", "5"];
    let document =
        cube(&[&args[..], &["--solutions", "1000", "--json"]].concat()).ends_with(0).json();
    let ways = document["steps"][0]["ways"].as_array().unwrap();
    let parts = |way: &Value| ["normal", "inverse"].map(|it| way[it].as_str().unwrap().to_owned());
    assert!(
        ways.iter().map(parts).any(|[normal, inverse]| !normal.is_empty() && !inverse.is_empty())
    );
    for way in ways {
        let [normal, inverse] = parts(way);
        let check = format!("({inverse})' {LONG_SCRAMBLE} {normal}");
        let position = after(&check);
        assert!(Subgroup::OrientedEdges(Axis::Z).contains(&position), "{check}");
    }
    let text = cube(&args).ends_with(0).stdout;
    assert!(text.contains("; more with a larger `--solutions` · checked"), "{text}");
}

#[test]
fn one_line_stands_for_the_variants_of_a_way() {
    let lines = |args: &[&str]| {
        let out = cube(&[&["step"], args].concat()).ends_with(0).stdout;
        let ways = out.lines().filter(|line| line.starts_with("  "));
        ways.map(|line| line.split("  ").last().unwrap().trim().to_owned()).collect::<Vec<_>>()
    };
    let eo = ["U B", "--to", "eo-fb", "--max-length", "2"];
    assert_eq!(lines(&eo), ["B"]);
    assert_eq!(lines(&[&eo[..], &["--variants"]].concat()), ["B", "B'", "F2 B", "F2 B'"]);
    let htr = ["F B R2", "--to", "htr", "--max-length", "2"];
    assert_eq!(lines(&htr), ["F B"]);
    assert_eq!(lines(&[&htr[..], &["--variants"]].concat()), ["F B", "F B'", "F' B", "F' B'"]);
    let document = cube(&[&["step"], &htr[..], &["--json"]].concat()).ends_with(0).json();
    assert_eq!(document["steps"][0]["ways"][0]["variants"], 4);
}

#[test]
fn steps_that_cannot_be_searched_are_refused() {
    let check = |args: &[&str], code: i32, part: &str| {
        let run = cube(&[&["step"], args].concat()).ends_with(code);
        assert!(run.stderr.contains(part), "{}", run.stderr);
    };
    check(&[LONG_SCRAMBLE, "--to", "hrt"], 2, "unknown subgroup `hrt`");
    check(
        &[LONG_SCRAMBLE, "--to", "solved"],
        2,
        "any position is solved at once (`gordian cube solve`)",
    );
    check(&[LONG_SCRAMBLE, "--from", "htr"], 2, "the position does not belong to `htr`");
    check(&[LONG_SCRAMBLE, "--to", "eo-fb", "--max-length", "3"], 1, "");
    let solved = cube(&["step", "", "--to", "htr"]).ends_with(0).stdout;
    assert!(solved.contains("(no moves)"), "{solved}");
}
