//! Pencil puzzles as documents: boards for editors, explanations and new puzzles.

use gordian_puzzles::{Kind, parse, parse_link};
use serde_json::{Value, json};

use crate::pencil_data::check_each;
use crate::requests::request;

fn answer(name: &str, input: &Value) -> Value {
    request(name, input).unwrap_or_else(|error| panic!("{name} {input}: {error:?}"))
}

fn pencil_kinds() -> impl Iterator<Item = &'static Kind> {
    Kind::all().iter().filter(|kind| kind.pencil().is_some())
}

#[test]
fn boards_are_the_same_after_they_were_documents() {
    check_each("instances", |_, _, instance| {
        let url = format!("https://puzz.link/p?{}", instance["url"].as_str().expect("a text"));
        let Ok(puzzle) = parse_link(&url) else { return Ok(()) };
        if puzzle.kind().pencil().is_none() {
            return Ok(());
        }
        let read = answer("pencil/read", &json!({"puzzle": url}));
        let document = json!({"kind": read["kind"], "board": read["board"]});
        let written = answer("pencil/write", &document);
        if written["board"] != read["board"] || written["link"] != read["link"] {
            return Err(format!("{read} is written as {written}"));
        }
        let file = written["puzzle"].as_str().ok_or("it is not written as a file")?;
        match parse(file) {
            Ok(same) if same == puzzle => Ok(()),
            other => Err(format!("{other:?}\n{file}")),
        }
    });
}

#[test]
fn answers_say_what_was_ignored_in_a_link() {
    let note = "ignored what follows the last cell in the link, `&id=259flcep`";
    for begin in ["https://puzz.link/p?", "puzz.link/p?", ""] {
        let link = format!("{begin}shikaku/8/8/j3j9j4l4h6h5n9h5h4l6j4j5j");
        for (end, notes) in [("", json!([])), ("&id=259flcep", json!([note])), ("/", json!([]))] {
            let puzzle = json!({"puzzle": format!("{link}{end}")});
            assert_eq!(answer("pencil/read", &puzzle)["notes"], notes, "{puzzle}");
            let solved = answer("solve", &puzzle);
            let notes_of = |document: &serde_json::Value| {
                document.get("notes").cloned().unwrap_or_else(|| json!([]))
            };
            assert_eq!(notes_of(&answer("draw", &puzzle)), notes, "{puzzle}");
            let solved_notes = notes_of(&solved);
            assert_eq!((&solved_notes, &solved["unique"]), (&notes, &json!(true)), "{puzzle}");
        }
    }
}

#[test]
fn kinds_have_all_their_names() {
    for (operation, rest) in [
        ("pencil/blank", json!({"rows": 3, "columns": 3})),
        ("pencil/generate", json!({"rows": 3, "columns": 3, "seed": 1})),
    ] {
        let [long, short] = ["slitherlink", "slither"].map(|kind| {
            let mut request = rest.clone();
            request["kind"] = json!(kind);
            answer(operation, &request)
        });
        assert_eq!((&long["kind"], &long), (&json!("slither"), &short), "{operation}");
    }
}

#[test]
fn every_kind_has_empty_boards() {
    for kind in pencil_kinds() {
        for (rows, columns) in [(1, 1), (1, 4), (5, 3), (8, 8)] {
            let request = json!({"kind": kind.name(), "rows": rows, "columns": columns});
            let blank = answer("pencil/blank", &request);
            assert_eq!(blank["board"]["rows"], rows);
            assert_eq!(blank["board"]["cells"][0].as_array().map(Vec::len), Some(columns));
            // A board without clues may be no puzzle, and then the reason is given.
            assert_ne!(blank["puzzle"].is_null(), blank["invalid"].is_null(), "{request}");
            let document = json!({"kind": kind.name(), "board": blank["board"]});
            assert_eq!(answer("pencil/write", &document)["board"], blank["board"], "{request}");
        }
    }
}

#[test]
fn wrong_documents_are_refused_with_their_place() {
    let board = |kind: &str| {
        answer("pencil/blank", &json!({"kind": kind, "rows": 2, "columns": 3}))["board"].clone()
    };
    let check = |kind: &str, path: &str, value: Value, words: &str| {
        let mut changed = board(kind);
        *changed.pointer_mut(path).unwrap_or_else(|| panic!("{kind} has {path}")) = value;
        let error = request("pencil/write", &json!({"kind": kind, "board": changed})).unwrap_err();
        let [detail] = error.details() else { panic!("{error:?}") };
        assert_eq!(detail.code, "puzzle.invalid-board");
        assert!(detail.message.contains(words), "{kind}{path}: {}", detail.message);
    };
    check("nurikabe", "/cells/1/2", json!("x"), "r2c3: `x` is not a clue");
    check("nurikabe", "/cells/1", json!(["."]), "`cells` does not have 2 rows and 3 columns");
    check("nurikabe", "/rows", json!(0), "0 rows");
    check("nurikabe", "/columns", json!(251), "251 columns");
    check("nurikabe", "/parameter", json!(1), "no `parameter`");
    check("nurikabe", "/options", json!(["strict"]), "no option `strict`");
    check("nurikabe", "/pieces", json!(["#"]), "no pieces");
    check("nurikabe", "/walls", json!({"right": ["00", "00"], "down": ["000"]}), "no walls");
    check("nurikabe", "/outside/above", json!([".", "1", "."]), "no clues above");
    check("nurikabe", "/points", json!([["1"]]), "`points` does not have 0 rows");
    check("heyawake", "/walls/right", json!(["00", "02"]), "`walls.right` is not 2 rows of 2");
    check("heyawake", "/walls/down", json!([]), "`walls.down` is not 1 rows of 3");
    check("skyscrapers", "/outside/above", json!(["1"]), "has 1 lines, not 3");
    check("skyscrapers", "/outside/left", json!([".", "x"]), "left 2: `x` is not a clue");
    check("starbattle", "/parameter", json!(null), "is not between 1 and");
    check("starbattle", "/parameter", json!(1_000_000), "is not between 1 and");
    check("statuepark", "/pieces", json!(["#.#"]), "`#.#` is not a piece");
    check("statuepark", "/pieces", json!([]), "0 pieces");
    let error = request("pencil/blank", &json!({"kind": "grid", "rows": 2, "columns": 2}));
    assert_eq!(error.unwrap_err().details()[0].code, "request.out-of-range");
    let error = request("pencil/blank", &json!({"kind": "slither", "rows": 200, "columns": 200}));
    assert_eq!(error.unwrap_err().details()[0].code, "request.too-large");
    let error = request("pencil/read", &json!({"puzzle": "12..34..2.4..32."}));
    assert_eq!(error.unwrap_err().details()[0].code, "request.not-applicable");
}

#[test]
fn a_board_that_is_no_puzzle_keeps_its_clues() {
    let request = json!({"kind": "heyawake", "rows": 2, "columns": 2});
    let mut board = answer("pencil/blank", &request)["board"].clone();
    board["cells"] = json!([["1", "."], [".", "2"]]);
    let written = answer("pencil/write", &json!({"kind": "heyawake", "board": board}));
    assert_eq!(written["board"], board);
    assert_eq!(written["puzzle"], Value::Null);
    assert_eq!(written["link"], Value::Null);
    assert_eq!(written["invalid"], "the room at r1c1 has a second number at r2c2");
}

#[test]
fn explanations_lead_to_the_solution() {
    let puzzle = "kind = 'nurikabe'\nboard = '''\n. . 2 .\n. . . .\n4 . . .\n. . . 1\n'''";
    let explained = answer("pencil/explain", &json!({"puzzle": puzzle}));
    assert_eq!(explained["outcome"], "solved");
    let steps = explained["explanation"]["steps"].as_array().expect("a list");
    let solved = answer("solve", &json!({"puzzle": puzzle}));
    assert_eq!(steps.last().expect("a step")["part"], solved["solution"]);
    for step in steps {
        let text = step["text"].as_str().expect("a sentence");
        for list in ["conclusions", "reasons", "known"] {
            for part in step[list].as_array().expect("a list") {
                assert!(text.contains(part.as_str().expect("a text")), "{text}: {part}");
            }
        }
    }
    let none = "kind = 'nurikabe'\nboard = '''\n1 1\n. .\n'''";
    let explained = answer("pencil/explain", &json!({"puzzle": none}));
    assert_eq!(explained["outcome"], "infeasible");
    assert_eq!(explained["explanation"], Value::Null);
}

#[test]
fn generated_puzzles_have_their_solution() {
    for symmetry in ["none", "half-turn", "left-right", "top-bottom"] {
        let request =
            json!({"kind": "tents", "rows": 5, "columns": 5, "seed": 3, "symmetry": symmetry});
        let made = answer("pencil/generate", &request);
        let solved = answer("solve", &json!({"puzzle": made["puzzle"]}));
        assert_eq!(solved["unique"], true, "{request}");
        assert_eq!(solved["solution"], made["solution"], "{request}");
    }
    let error = request("pencil/generate", &json!({"kind": "tents", "rows": 1, "columns": 5}));
    assert_eq!(error.unwrap_err().details()[0].code, "generate.size");
}
