//! `gordian square1`, and the kind `square1` of `gordian solve`.

use std::collections::BTreeSet;

use gordian::perm::square1::{Colours, Notation, Position, Sequence};
use serde_json::{Value, json};

use crate::atlas::silver;
use crate::support::{Run, file, folder, gordian, gordian_with, root, run};

const KITE: &str = "01034547-F898BCDC,K";
/// A position at the maximum distance.
const FAR: &str = "CBD4539-E7180F26A,K";

fn square1(args: &[&str]) -> Run {
    run(&[&["square1"], args].concat())
}

/// Applies a sequence to a position with the simulator.
fn applied(position: &str, sequence: &str, notation: Notation) -> Position {
    let sequence = Sequence::parse(sequence, notation).unwrap();
    position.parse::<Position>().unwrap().apply(&sequence).unwrap()
}

#[test]
fn solve_draws_the_position_and_shows_the_solution() {
    let run = square1(&["solve", KITE]).ends_with(0);
    insta::assert_snapshot!(run.timeless());
    assert_eq!(run.stderr, "");
}

#[test]
fn all_lists_every_shortest_solution() {
    let run = square1(&["solve", KITE, "--all"]).ends_with(0);
    let lines: BTreeSet<&str> = run.stdout.lines().collect();
    assert_eq!((run.stdout.lines().count(), lines.len()), (32, 32));
    for line in lines {
        let reached = applied(KITE, line, Notation::Wca);
        assert_eq!(reached, Position::solved(Colours::Silver), "{line}");
    }
    let some = square1(&["solve", KITE, "--all", "--limit", "5"]).ends_with(0);
    let first: Vec<&str> = run.stdout.lines().take(5).collect();
    assert_eq!(some.stdout.lines().collect::<Vec<_>>(), first);
    assert!(some.stderr.starts_with("stopped by --limit after 5 · 3 twists (metric: twist) · "));
    square1(&["solve", KITE, "--limit", "5"]).ends_with(2);
    assert_eq!(square1(&["solve", KITE, "--all", "--quiet"]).ends_with(0).stderr, "");
}

#[test]
fn solve_document_has_all_fields() {
    let args = ["solve", KITE, "--json", "--all", "--limit", "2", "--notation", "cube21"];
    let mut document = square1(&args).ends_with(0).json();
    let seconds = document["seconds"].take();
    assert!(seconds["cpu"].is_number() && seconds["wall"].is_number());
    let expected = json!({
        "schema": 1,
        "position": KITE,
        "metric": "twist",
        "outcome": "optimal",
        "distance": 3,
        "distance_ignoring_middle": 0,
        "lower_bound": 3,
        "shortest_solutions": 32,
        "notation": "cube21",
        "solution": "(0,-2)/(0,6)/(0,6)/(0,-4)",
        "solutions": ["(0,-2)/(0,6)/(0,6)/(0,-4)", "(0,-3)/(6,0)/(6,0)/(6,3)"],
        "flipped": false,
        "checked": true,
        "engine": "meet",
        "seconds": null,
        "limit": "solutions",
    });
    assert_eq!(document, expected);
}

#[test]
fn solve_accepts_scrambles() {
    let check = |args: &[&str], position: &str, distance: u32| {
        let document = square1(&[&["solve", "--json"], args].concat()).ends_with(0).json();
        assert_eq!(document["position"], position, "{args:?}");
        assert_eq!(document["distance"], distance, "{args:?}");
        let solution = document["solution"].as_str().unwrap();
        let notation = if args.contains(&"cube21") { Notation::Cube21 } else { Notation::Wca };
        let reached = applied(position, solution, notation);
        assert_eq!(reached, Position::solved(reached.colours()), "{args:?}");
    };
    check(&["/"], "F89A4567-0123BCDE,K", 1);
    check(&["(-1,0)"], "+01234567-F89ABCDE,S", 0);
    check(&["(0,-1)/(-3,3)/"], "23AB8945-67EFCD01,S", 2);
    check(&["(0,1)/(3,-3)/", "--notation", "cube21"], "23AB8945-67EFCD01,S", 2);
    check(&["/", "--colours", "silver"], "F8984547-0103BCDC,K", 1);
    check(&["/!", "--notation", "cube21"], "0123BCDE-F89A4567,K", 1);
}

#[test]
fn flipped_solved_puzzle_is_reported() {
    let run = square1(&["solve", "F89ABCDE-01234567,S"]).ends_with(0);
    assert!(run.stdout.contains("\n0 twists (metric: twist)\n"), "{}", run.stdout);
    assert!(run.stdout.contains("is upside down"), "{}", run.stdout);
    let document = square1(&["solve", "F89ABCDE-01234567,S", "--json"]).ends_with(0).json();
    assert_eq!((&document["flipped"], &document["solution"]), (&json!(true), &json!("")));
}

#[test]
fn solve_answers_every_line_of_standard_input() {
    let good = format!("{KITE}\n\n/\n");
    let run = gordian_with("square1 solve -", &good).ends_with(0);
    assert_eq!(
        run.stdout,
        format!(
            "{KITE}\t3\t0\t32\t(0,2)/(0,6)/(0,6)/(0,4)\n\
             F89A4567-0123BCDE,K\t1\t1\t1\t/\n"
        )
    );
    assert_eq!(run.stderr, "");

    let bad = format!("x\n{KITE}\n/(1,0)/\n/\n");
    let run = gordian_with("square1 solve -", &bad).ends_with(2);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("error\t1\tsquare1.unexpected-character\tfound `x`"));
    assert!(lines[1].starts_with(KITE) && lines[3].starts_with("F89A4567"));
    assert!(lines[2].starts_with("error\t3\tsquare1.blocked-twist\ttwist 2 is blocked"));
    assert!(run.stderr.contains("[-:1:1]") && run.stderr.contains("[-:3:7]"), "{}", run.stderr);

    let run = gordian_with("square1 solve - --json --all", &bad).ends_with(2);
    let documents: Vec<Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<_> = documents.iter().map(|document| document["line"].as_u64()).collect();
    assert_eq!(lines, [Some(1), Some(2), Some(3), Some(4)]);
    assert_eq!(documents[2]["error"]["code"], "square1.blocked-twist");
    assert_eq!(
        (&documents[2]["error"]["line"], &documents[2]["error"]["column"]),
        (&json!(3), &json!(7))
    );
    assert_eq!(documents[1]["solutions"].as_array().map(Vec::len), Some(32));
    assert_eq!(run.stderr, "");

    let many = "x\n".repeat(14);
    let run = gordian_with("square1 solve -", &many).ends_with(2);
    assert_eq!((run.stdout.lines().count(), run.stderr.matches("[-:").count()), (14, 10));
    assert!(run.stderr.ends_with("4 more invalid lines\n"));
    // Several lines cannot answer one line.
    gordian_with("square1 solve - --all", &good).ends_with(2);
}

#[test]
fn table_is_used_for_far_positions() {
    let table = silver().name();
    let document = square1(&["solve", FAR, "--table", table, "--json"]).ends_with(0).json();
    assert_eq!(
        (&document["distance"], &document["distance_ignoring_middle"]),
        (&json!(13), &json!(12))
    );
    assert_eq!(document["engine"], "search/square1-silver");
    let run = square1(&["solve", FAR, "--table", table, "--metric", "wca"]).ends_with(0);
    assert!(run.stdout.contains("\n26 moves (metric: wca)\n"), "{}", run.stdout);
    square1(&["solve", FAR, "--table", table, "--metric", "wca", "--all"]).ends_with(2);

    // The same from a cache.
    let cache = folder("square1-cache");
    fs_err::hard_link(table, cache.join("square1-silver.table")).unwrap();
    let cache = cache.to_str().unwrap();
    let run = square1(&["solve", FAR, "--cache", cache, "--json"]).ends_with(0);
    assert_eq!(
        (run.json()["engine"].as_str(), run.stderr.as_str()),
        (Some("search/square1-silver"), "")
    );
    let input = format!("{FAR}\n{KITE}\n");
    let run = gordian_with(&format!("square1 solve - --cache {cache}"), &input).ends_with(0);
    let distances: Vec<_> = run.stdout.lines().map(|line| line.split('\t').nth(1)).collect();
    assert_eq!(distances, [Some("13"), Some("3")]);
    let puzzle =
        file(&folder("square1-far"), "far.toml", &format!("kind = 'square1'\nposition = '{FAR}'"));
    let args = ["solve", "--count", "--cache", cache, &puzzle];
    let told = crate::support::run(&args).ends_with(0).stdout;
    assert!(told.contains("13 twists\nsolved · optimal · 3419 solutions · checked"), "{told}");

    let missing = square1(&["solve", KITE, "--table", "missing"]).ends_with(2);
    assert!(missing.stderr.contains("missing"), "{}", missing.stderr);
    let wrong = square1(&["solve", KITE, "--table", "README.md"]).ends_with(2);
    assert!(wrong.stderr.contains("`README.md` is not a table"), "{}", wrong.stderr);
}

#[test]
fn scramble_sequences_lead_to_their_positions() {
    let table = silver().name();
    for (colours, notation) in [("six", Notation::Wca), ("silver", Notation::Cube21)] {
        let name = if notation == Notation::Wca { "wca" } else { "cube21" };
        let args = format!(
            "square1 scramble --seed 3 --count 4 --table {table} --colours {colours} --notation {name}"
        );
        let run = gordian(&args).ends_with(0);
        assert_eq!(run.stdout.lines().count(), 4);
        for line in run.stdout.lines() {
            let (position, sequence) = line.split_once('\t').unwrap();
            let solved = Position::solved(position.parse::<Position>().unwrap().colours());
            let reached = applied(&solved.to_string(), sequence, notation);
            assert_eq!(reached.to_string(), position);
            assert!(reached.can_twist());
        }
        assert_eq!(gordian(&args).stdout, run.stdout);
        assert_eq!(run.stderr, "");
    }
    let told = gordian(&format!("square1 scramble --table {table}")).ends_with(0);
    let seed = told.stderr.split('`').nth(1).unwrap();
    assert_eq!(gordian(&format!("square1 scramble {seed} --table {table}")).stdout, told.stdout);
}

#[test]
fn apply_follows_the_moves() {
    let check = |args: &[&str], expected: &str| {
        let run = square1(&[&["apply"], args].concat()).ends_with(0);
        assert_eq!(run.stdout, format!("{expected}\n"), "{args:?}");
    };
    check(&["(1,0)/(-1,-1)/(0,1)"], "E123A567-F894BCD0,S");
    check(&["(-1,0)"], "+01234567-F89ABCDE,S");
    check(&[""], "01234567-F89ABCDE,S");
    check(&["", "--colours", "silver"], "01034547-F898BCDC,S");
    check(&[KITE, "/(6,0)/(6,0)/(6,0)"], "01034547-F898BCDC,S");
    check(&["/", "/"], "01234567-F89ABCDE,S");
    check(&["/", "!", "--notation", "cube21"], "0123BCDE-F89A4567,K");
    let blocked = square1(&["apply", KITE, "/(1,0)/(1,0)/"]).ends_with(2);
    assert!(blocked.stderr.contains("[SEQUENCE:1:7]"), "{}", blocked.stderr);
}

#[test]
fn check_describes_positions_and_verifies_solutions() {
    let run = square1(&["check", "+23456701-F89ABCDE,S"]).ends_with(0);
    insta::assert_snapshot!(run.stdout, @r#"
    possible: +23456701-F89ABCDE,S
      colours: six colours
      shape: eCeCeCeC/eCeCeCeC
      middle: square
      twist: blocked: a big piece lies across the cut
    "#);
    let check = |args: &[&str], code: i32, said: &str| {
        let run = square1(&[&["check"], args].concat()).ends_with(code);
        assert!(run.stdout.starts_with(said), "{args:?}: {}", run.stdout);
    };
    check(&[KITE, "--solution", "/(6,0)/(6,0)/(6,0)"], 0, "right: solved with 3 twists\n");
    check(&["/", "--solution", "/"], 0, "right: solved with 1 twist\n");
    check(
        &["/", "--solution", "/!", "--notation", "cube21"],
        0,
        "right: solved with 1 twist, and the puzzle lies upside down\n",
    );
    check(&[KITE, "--solution", "/"], 1, "wrong: the moves lead to F8984547-0103BCDC,S");
    check(&[KITE, "--solution", ""], 1, "wrong: the moves lead to 01034547-F898BCDC,K: the layers");
    check(&["(1,0)", "--solution", ""], 1, "wrong: the moves lead to 12345670-F89ABCDE,S: what is");
    check(&["/", "--solution", "(1,0)/(1,0)/"], 1, "wrong: twist 1 is blocked");
    check(&["/", "--solution", "("], 2, "");
    check(&["01034547-F898BCDC,S,", "--solution", "/"], 2, "");
}

#[test]
fn draw_writes_text_and_svg() {
    let text = square1(&["draw", KITE]).ends_with(0).stdout;
    assert!(text.ends_with("middle: kite\n"), "{text}");
    let picture = square1(&["draw", KITE, "--svg", "-"]).ends_with(0).stdout;
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    let path = folder("square1-draw").join("kite.svg");
    let path = path.to_str().unwrap();
    assert_eq!(square1(&["draw", KITE, "--svg", path]).ends_with(0).stdout, "");
    assert_eq!(fs_err::read_to_string(path).unwrap(), picture);
    square1(&["draw", KITE, "--svg", "no/such/folder.svg"]).ends_with(2);
}

/// Every malformed text of the simulator's tests is refused with its code and its place.
#[test]
fn malformed_texts_are_refused_with_their_location() {
    let corpus = root().join("crates/gordian-perm/testdata/malformed.txt");
    let corpus = fs_err::read_to_string(corpus).unwrap();
    let mut n = 0;
    for line in corpus.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (kind, text) = line.split_once(':').unwrap();
        let text = text.strip_prefix(' ').unwrap_or(text);
        // A text that is not a position may still be a sequence.
        if kind == "position" && text.contains(['(', '/', '!']) || text.starts_with('-') {
            continue;
        }
        let notation = if kind == "cube21" { "cube21" } else { "wca" };
        let run = square1(&["solve", "--json", "--notation", notation, text]).ends_with(2);
        let error = run.json()["error"].clone();
        assert!(error["code"].as_str().is_some_and(|code| code.starts_with("square1.")), "{line}");
        assert!(error["hint"].is_string() && error["column"].is_u64(), "{line}");
        let told = square1(&["check", "--notation", notation, text]).ends_with(2).stderr;
        assert!(told.contains("[POSITION:1:") && told.contains("hint: "), "{told}");
        n += 1;
    }
    assert!(n > 40, "{n}");
}

#[test]
fn time_limit_stops_the_search() {
    let args = ["solve", FAR, "--time-limit", "0"];
    let run = square1(&args).ends_with(3);
    assert!(run.stdout.contains("undecided · stopped by the time limit"), "{}", run.stdout);
    let document = square1(&[&args[..], &["--json"]].concat()).ends_with(3).json();
    assert_eq!((&document["outcome"], &document["limit"]), (&json!("stopped"), &json!("time")));
    assert_eq!((&document["solution"], &document["checked"]), (&Value::Null, &json!(false)));
    let run = gordian_with("square1 solve - --time-limit 0", FAR).ends_with(3);
    assert_eq!(run.stdout, format!("{FAR}\t-\t-\t-\t-\n"));
}

#[test]
fn unusable_cache_is_noted() {
    let folder = folder("square1-no-cache");
    let file = file(&folder, "file", "");
    let cache = format!("{file}/cache");
    let args = ["solve", FAR, "--metric", "wca", "--time-limit", "0", "--cache", &cache];
    let run = square1(&args).ends_with(3);
    assert!(run.stderr.contains("note: the table of the silver puzzle is built in memory"));
    assert_eq!(square1(&[&args[..], &["--quiet"]].concat()).ends_with(3).stderr, "");
}

#[test]
fn square1_files_are_solved() {
    let run = gordian("solve --all puzzles/square1-silver.toml").ends_with(0);
    assert_eq!(run.stdout.matches("\nmoves: ").count(), 32);
    assert!(run.stdout.contains("\n3 twists\nsolved · optimal · 32 solutions · checked · "));
    let run = gordian("solve --count --limit 5 puzzles/square1-silver.toml").ends_with(0);
    assert!(run.stdout.contains("at least 5 solutions (stopped by --limit)"), "{}", run.stdout);
    let document = gordian("solve --json puzzles/square1.toml").ends_with(0).json();
    assert_eq!((&document["objective"], &document["unique"]), (&json!(6), &Value::Null));
    let run = gordian("solve --conflict puzzles/square1.toml").ends_with(0);
    assert!(run.stdout.contains("no conflict"), "{}", run.stdout);
    gordian("solve --engine batsat puzzles/square1.toml").ends_with(2);
    gordian("export --format cnf puzzles/square1.toml").ends_with(2);
    // The document of `gordian square1 solve` is accepted as a solution.
    let scramble = "(1,0)/(-1,-1)/(3,0)/(-3,3)/(0,-3)/(1,1)/(-1,0)";
    let found = square1(&["solve", "--json", scramble]).ends_with(0).stdout;
    gordian_with("check puzzles/square1.toml --solution -", &found).ends_with(0);
    let document: Value = serde_json::from_str(&found).unwrap();
    let wrong = document["solution"].as_str().unwrap().replacen('/', "/(1,1)", 1);
    gordian_with("check puzzles/square1.toml --solution -", &wrong).ends_with(1);
}

#[test]
fn upside_down_puzzles_are_noted_with_their_line() {
    let run = gordian_with("square1 solve -", "01234567-F89ABCDE,S\nF89ABCDE-01234567,S\n");
    let run = run.ends_with(0);
    assert!(run.stderr.contains("line 2: "), "{}", run.stderr);
    assert!(run.stderr.contains("upside down"), "{}", run.stderr);
    assert!(!run.stderr.contains("line 1: "), "{}", run.stderr);
}
