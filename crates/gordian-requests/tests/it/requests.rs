//! Requests as JSON documents: examples, errors and schemas. One file, because all tests share the
//! tables in `RESOURCES`, which take seconds to build.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use gordian_core::{Cancel, NoProgress, Random};
use gordian_perm::cube3::{
    Axis, FaceTurn, LowercaseMeaning, Metric, Move, Position, QuarterTurns, Sequence, Slice,
};
use gordian_puzzles::GridPuzzle;
use gordian_requests::{
    JOB_KINDS, JobFolder, OPERATIONS, RequestContext, RequestError, Resources, ResourcesConfig,
    handle, run_job,
};
use gordian_table::{Disk, FileKind, TableDescription, WorkContext, write};
use serde_json::{Value, json};

use crate::newer_table::newer_table;
use crate::schema::Schema;

/// Tables are built once for all tests, in memory.
static RESOURCES: LazyLock<Resources> = LazyLock::new(|| {
    let threads = NonZeroUsize::new(2).expect("2 is not 0");
    Resources::new(ResourcesConfig { cache: None, threads, seed: 1, ..Default::default() })
});

pub(crate) fn request(name: &str, input: &Value) -> Result<Value, RequestError> {
    let cancel = Cancel::new();
    handle(name, &input.to_string(), &RequestContext::new(&RESOURCES, &cancel, &NoProgress))
}

fn answer(name: &str, input: &Value) -> Value {
    request(name, input).unwrap_or_else(|error| panic!("{name} {input}: {error:?}"))
}

#[test]
fn responses_to_examples_match_their_schemas() {
    for operation in OPERATIONS {
        let example = (operation.example)();
        let (input, output) = (Schema::new((operation.input)()), Schema::new((operation.output)()));
        assert_eq!(input.validation_error(&example), None, "{}: {example}", operation.name);
        let document = answer(operation.name, &example);
        assert_eq!(output.validation_error(&document), None, "{}", operation.name);
        assert_eq!(document["schema"], 1, "{}", operation.name);
        // The schema requires every field: a document without one is invalid.
        let first = document.as_object().unwrap().keys().next().unwrap().clone();
        let mut less = document.clone();
        less.as_object_mut().unwrap().shift_remove(&first);
        assert!(
            output.validation_error(&less).is_some(),
            "{} does not need `{first}`",
            operation.name
        );
    }
}

#[test]
fn links_are_read_and_never_fetched() {
    let code = |link: &str| {
        let error = request("solve", &json!({"puzzle": link})).unwrap_err();
        error.details()[0].code
    };
    assert_eq!(code("https://puzz.link/p?nothing/3/3/a"), "link.unknown-kind");
    assert_eq!(code("https://pzv.jp/p.html?nothing/0/3/a"), "link.invalid-size");
}

const MODEL: &str =
    r#"{"schema": 1, "variables": [{"name": "x", "domain": [1, 9]}], "constraints": []}"#;

#[test]
fn texts_may_begin_with_a_byte_order_mark() {
    let texts = [
        CLASSIC,
        "kind = 'grid'\nsize = 4",
        MODEL,
        "https://puzz.link/p?akari/3/2/6.i",
        "https://example.org/#/sudoku?p=kind+%3D+%22grid%22%0Asize+%3D+4&d=1",
    ];
    for text in texts {
        let kind = |text: &str| answer("solve", &json!({"puzzle": text}))["kind"].take();
        assert_eq!(kind(&format!("\u{feff}{text}")), kind(text), "{text}");
    }
}

#[test]
fn every_engine_answers_a_model() {
    let model = json!({
        "schema": 1,
        "variables": [{"name": "x", "domain": [0, 9]}, {"name": "y", "domain": [0, 9]}],
        "constraints": [{"name": "product", "require": ["eq", ["mul", "x", "y"], 24]}],
        "goal": {"minimise": ["add", "x", "y"]},
    });
    for engine in ["auto", "model", "sat", "lcg", "portfolio", "batsat", "cadical"] {
        let input = json!({"puzzle": model.to_string(), "engine": engine, "report": true});
        let answer = answer("solve", &input);
        assert_eq!((&answer["outcome"], &answer["objective"]), (&json!("optimal"), &json!(10)));
        assert_eq!((&answer["bound"], &answer["gap"]), (&json!(10), &json!(0.0)), "{engine}");
        let report = answer["report"].as_str().unwrap();
        assert!(report.starts_with("engines: ") && report.contains("\nproduct: "), "{report}");
    }
}

#[test]
fn moves_are_refused_for_kinds_without_them() {
    for puzzle in [CLASSIC, "kind = 'goishi'\nstart = 'any'\nboard = '''\noo\n'''", MODEL] {
        let error = request("solve", &json!({"puzzle": puzzle, "moves": true})).unwrap_err();
        let [detail] = error.details() else { panic!("{error:?}") };
        assert_eq!(detail.code, "request.not-applicable", "{detail:?}");
        assert!(detail.message.starts_with("`moves` does not apply"), "{detail:?}");
        answer("solve", &json!({"puzzle": puzzle, "moves": false}));
    }
}

#[test]
fn a_model_is_not_drawn() {
    let error = request("draw", &json!({"puzzle": MODEL})).unwrap_err();
    assert_eq!(error.details()[0].code, "request.not-applicable");
}

#[test]
fn huge_boards_are_not_drawn() {
    let board = |n: usize| {
        let rows = format!("{}\n", "X".repeat(n)).repeat(n);
        format!("kind = 'goishi'\nstart = 'any'\nboard = '''\n{rows}'''")
    };
    answer("draw", &json!({"puzzle": board(20)}));
    let error = request("draw", &json!({"puzzle": board(300)})).unwrap_err();
    assert_eq!(error.details()[0].code, "request.too-large", "{error:?}");
}

#[test]
fn cages_of_links_are_rules() {
    let cells =
        |cell: &str| [cell; 16].chunks(4).map(|row| format!("[{}]", row.join(","))).collect();
    let json = |cell: &str, cages: &str| {
        let rows: Vec<String> = cells(cell);
        format!("{{\"size\":4,\"grid\":[{}],\"killercage\":[{cages}]}}", rows.join(","))
    };
    // The first sum allows 1 4 … and 4 1 … in the first row; the second one decides.
    let cages = "{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":5},{\"cells\":[\"R1C1\",\"R2C1\"],\"value\":\"7\"}";
    let text = json("{}", cages);
    let document = answer("sudoku/read", &json!({"text": text}));
    let puzzle = &document["puzzles"][0];
    assert_eq!(
        puzzle["cages"][1],
        json!({"name": "sum cage 2", "sum": 7, "different": true, "cells": [0, 4]})
    );
    let file = puzzle["puzzle"].as_str().unwrap();
    for text in [text.as_str(), file] {
        let solved = answer("solve", &json!({"puzzle": text}));
        let rows = &solved["solution"];
        assert_eq!(rows[0][0].as_u64().unwrap() + rows[0][1].as_u64().unwrap(), 5, "{solved}");
        assert_eq!(rows[0][0].as_u64().unwrap() + rows[1][0].as_u64().unwrap(), 7, "{solved}");
        // Operations without support for sums reject them instead of ignoring them.
        let error = request("sudoku/hint", &json!({"puzzle": text})).unwrap_err();
        assert_eq!(error.details()[0].code, "request.not-applicable");
    }
    let marked = json("{\"givenPencilMarks\":[1,2]}", cages);
    for name in ["solve", "sudoku/hint"] {
        let error = request(name, &json!({"puzzle": marked})).unwrap_err();
        assert_eq!(error.details()[0].code, "sudoku.not-understood");
    }
    let strange = text.replace("\"value\":5", "\"value\":\"a\"");
    let error = request("sudoku/read", &json!({"text": strange})).unwrap_err();
    assert_eq!(error.details()[0].code, "sudoku.not-understood");
    assert!(error.details()[0].message.contains("killercage"), "{error:?}");
}

#[test]
fn a_link_of_the_page_may_hold_a_puzzle_file() {
    let link = "https://example.org/#/sudoku?p=kind+%3D+%22grid%22%0Asize+%3D+4%0Agivens+%3D+%22%22%22%0A1...%0A....%0A....%0A....%0A%22%22%22&d=1";
    let document = answer("sudoku/read", &json!({"text": link}));
    let puzzle = &document["puzzles"][0];
    assert_eq!((&puzzle["n"], &puzzle["format"]), (&json!(4), &json!("puzzle-file")));
}

#[test]
fn unknown_fields_and_wrong_types_are_rejected() {
    for operation in OPERATIONS {
        let mut example = (operation.example)();
        example["unheard_of"] = json!(1);
        let error = request(operation.name, &example).unwrap_err();
        assert_eq!(error.details()[0].code, "body.shape", "{}", operation.name);
        let input = Schema::new((operation.input)());
        assert!(input.validation_error(&example).is_some(), "{}", operation.name);
        for text in ["", "[]", "null", "{", "{}}", "\u{0}", "{\"a\": \"\\ud800\"}"] {
            let cancel = Cancel::new();
            let ctx = RequestContext::new(&RESOURCES, &cancel, &NoProgress);
            let error = operation.handle(text, &ctx).map(|_| text).unwrap_err();
            let code = error.details()[0].code;
            assert!(code.starts_with("body."), "{} {text:?}: {code}", operation.name);
        }
    }
    assert_eq!(
        request("no/such", &json!({})).unwrap_err().details()[0].code,
        "request.unknown-operation"
    );
    let misspelt = request("sudoku/hnit", &json!({})).unwrap_err();
    assert_eq!(misspelt.details()[0].hint.as_deref(), Some("did you mean `sudoku/hint`?"));
}

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[track_caller]
fn check_error(name: &str, input: &Value, code: &str, place: Option<(usize, usize)>) {
    let error = request(name, input).unwrap_err();
    let detail = &error.details()[0];
    assert_eq!((detail.code, detail.line.zip(detail.column)), (code, place), "{detail:?}");
    assert!(!error.is_internal(), "{detail:?}");
}

#[test]
fn errors_have_codes_and_positions() {
    let puzzle = |text: &str| json!({"puzzle": text});
    check_error("solve", &puzzle(""), "sudoku.empty", Some((1, 1)));
    check_error("solve", &puzzle("12x4.............."), "sudoku.wrong-length", Some((1, 1)));
    check_error(
        "solve",
        &puzzle("kind = 'grid'\nsize = 4\ngivns = ''"),
        "puzzle.unknown-key",
        Some((3, 1)),
    );
    check_error("solve", &puzzle("kind = 'x'"), "puzzle.unknown-kind", Some((1, 8)));
    check_error("solve", &puzzle("{\"variables\": 1}"), "model-missing-key", Some((1, 1)));
    check_error(
        "solve",
        &puzzle(&format!("{CLASSIC}\n{CLASSIC}")),
        "request.several-puzzles",
        None,
    );
    let horrendum = json!({"puzzle": "kind = 'goishi'\nstart = 'any'\nboard = '''\noo\n'''"});
    check_error("sudoku/explain", &horrendum, "request.not-applicable", None);
    check_error(
        "solve",
        &json!({"puzzle": CLASSIC, "time_limit": 0}),
        "request.out-of-range",
        None,
    );
    check_error("solve", &json!({"puzzle": CLASSIC, "limit": 3}), "request.not-applicable", None);
    check_error("solve", &json!({"puzzle": CLASSIC, "engine": "x"}), "request.out-of-range", None);
    check_error(
        "square1/solve",
        &json!({"position": "012"}),
        "square1.missing-separator",
        Some((1, 4)),
    );
    let solved = "01234567-F89ABCDE,S";
    let moves = |moves: &str| json!({"position": solved, "moves": moves});
    check_error("square1/apply", &moves("(1,0)/(1,0)/(3,0)/"), "square1.blocked", Some((1, 12)));
    // The twist is counted in the whole sequence.
    let error = request("square1/apply", &moves("(1,0)/(1,0)/(3,0)/")).unwrap_err();
    let message = &error.details()[0].message;
    assert!(message.starts_with("after 3 steps: twist 2 is blocked: "), "{message}");
    check_error(
        "cube/check",
        &json!({"position": "R U3X"}),
        "cube.unexpected-character",
        Some((1, 5)),
    );
    check_error("sudoku/generate", &json!({"clues": 16}), "sudoku.impossible", None);
    check_error("sudoku/generate", &json!({"level": "x"}), "request.out-of-range", None);
    check_error("sudoku/generate", &json!({"needs": ["x"]}), "logic.unknown-technique", None);
    check_error("sudoku/generate", &json!({"size": 26}), "request.out-of-range", None);
    check_error("sudoku/generate", &json!({"size": 9, "box": [2, 3]}), "sudoku.layout", None);
}

#[test]
fn the_examples_of_the_repository_are_solved() {
    let check = |name: &str, outcome: &str, unique: Value| {
        let text = crate::text(name);
        let document = answer("solve", &json!({"puzzle": text, "time_limit": 1.0}));
        let found = (&document["outcome"], &document["unique"]);
        assert_eq!(found, (&json!(outcome), &unique), "{name}: {document}");
        assert_eq!(document["checked"], true, "{name}");
        // The solution that was found must pass the check.
        if unique == json!(true) {
            let input = json!({"puzzle": text, "solution": document["solution"]});
            assert_eq!(answer("check", &input)["right"], true, "{name}");
        }
    };
    check("classic", "solved", json!(true));
    check("horrendum", "solved", json!(true));
    check("killer", "solved", json!(true));
    check("golden-waste", "solved", json!(true));
    check("sudoku-cube", "solved", json!(true));
    check("square1-silver", "optimal", Value::Null);
    check("cube3", "solved", Value::Null);
}

#[test]
fn broken_rules_are_named() {
    let puzzle = "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''";
    let rows = json!([[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 4, 3]]);
    let document = answer("check", &json!({"puzzle": puzzle, "solution": rows}));
    assert_eq!(document["right"], false);
    assert_eq!(document["broken"][0], "r4c4 holds 3, but 4 is given there");
    let violation = &document["violations"][0];
    assert_eq!(
        (&violation["rule"], &violation["cells"]),
        (&json!("given-changed"), &json!(["r4c4"]))
    );
    assert_eq!(violation["message"], document["broken"][0]);
    let model = r#"{"schema": 1, "variables": [{"name": "x", "domain": [1, 9]}],
        "constraints": [{"name": "four", "require": ["eq", "x", 4]}]}"#;
    let check = |x: i64| answer("check", &json!({"puzzle": model, "solution": {"x": x}}));
    assert_eq!(check(4)["right"], true);
    assert_eq!(check(3)["broken"].as_array().unwrap().len(), 1);
}

#[test]
fn sudoku_texts_are_read_as_data() {
    let document = answer("sudoku/read", &json!({"text": format!("{CLASSIC}\n12..34..2.4..32.")}));
    let puzzles = document["puzzles"].as_array().unwrap();
    assert_eq!((puzzles[0]["n"].clone(), puzzles[1]["n"].clone()), (json!(9), json!(4)));
    assert_eq!(puzzles[0]["givens"][0], 5);
    assert_eq!(puzzles[0]["houses"].as_array().unwrap().len(), 27);
    // The puzzle file in the response is the same puzzle.
    let again = answer("sudoku/read", &json!({"text": puzzles[1]["puzzle"]}));
    for field in ["n", "givens", "houses", "cages"] {
        assert_eq!(again["puzzles"][0][field], puzzles[1][field], "{field}");
    }
    let killer = answer("sudoku/read", &json!({"text": crate::text("killer")}));
    let cages = killer["puzzles"][0]["cages"].as_array().unwrap().len();
    let grid = crate::puzzle("killer").as_kind::<GridPuzzle>().unwrap().clone();
    assert_eq!(cages, grid.rules.len());
}

#[test]
fn candidates_are_those_of_all_solutions() {
    let check = |puzzle: &str, solutions: Value, conflicts: usize| {
        let document = answer("sudoku/candidates", &json!({"puzzle": puzzle}));
        assert_eq!(document["solutions"], solutions, "{puzzle}");
        assert_eq!(document["conflicts"].as_array().unwrap().len(), conflicts, "{puzzle}");
        document
    };
    check(CLASSIC, json!(1), 0);
    check("11..............", json!(0), 2);
    check("12..34..2.4..32.", json!(1), 0);
    let empty = check("................", json!(2), 0);
    assert_eq!(empty["candidates"][5], json!([1, 2, 3, 4]));
    let one = check("1...............", json!(2), 0);
    assert_eq!((&one["basic"][1], &one["candidates"][1]), (&json!([2, 3, 4]), &json!([2, 3, 4])));
    // No digit repeats, but there is no solution.
    check("12....3....3....", json!(0), 0);
}

#[test]
fn steps_lead_from_the_start_to_the_solution() {
    let document = answer("sudoku/explain", &json!({"puzzle": CLASSIC}));
    let mut values: Vec<u64> = document["start"]["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_u64().unwrap())
        .collect();
    for step in document["steps"].as_array().unwrap() {
        for placed in step["placements"].as_array().into_iter().flatten() {
            let name = placed["cell"].as_str().unwrap();
            let (row, column) = name[1..].split_once('c').unwrap();
            let cell =
                9 * (row.parse::<usize>().unwrap() - 1) + column.parse::<usize>().unwrap() - 1;
            values[cell] = placed["digit"].as_u64().unwrap();
        }
        assert!(step["name"].is_string() && step["text"].is_string());
    }
    let line: String = values.iter().map(u64::to_string).collect();
    assert_eq!(document["solution"], line);
    assert_eq!((&document["unique"], &document["checked"]), (&json!(true), &json!(true)));
    // The hint is the first of the steps.
    let hint = answer("sudoku/hint", &json!({"puzzle": CLASSIC}));
    assert_eq!(hint["step"], document["steps"][0]);
    let none = answer("sudoku/hint", &json!({"puzzle": "11.............."}));
    assert_eq!((&none["outcome"], &none["step"]), (&json!("infeasible"), &Value::Null));
}

#[test]
fn ratings_are_those_of_the_scales() {
    let rate = |scale: &str| answer("sudoku/rate", &json!({"puzzle": CLASSIC, "scale": scale}));
    assert_eq!(rate("gordian")["rating"]["technique"], "hidden-single");
    assert_eq!(rate("explainer")["rating"]["er"], 1.2);
    assert_eq!(rate("hodoku")["rating"]["level"], "easy");
    let several = answer("sudoku/rate", &json!({"puzzle": "1..............."}));
    assert_eq!((&several["unique"], &several["rating"]), (&json!(false), &Value::Null));
}

#[test]
fn equal_seeds_generate_equal_puzzles() {
    let make = || answer("sudoku/generate", &json!({"seed": 3, "minimal": true, "level": "easy"}));
    let (first, second) = (make(), make());
    assert_eq!(first["puzzle"], second["puzzle"]);
    assert_eq!(first["rating"]["level"], "easy");
    let found = answer("sudoku/candidates", &json!({"puzzle": first["file"]}));
    assert_eq!(found["solutions"], 1);
    let six = answer("sudoku/generate", &json!({"size": 6, "diagonals": true}));
    assert_ne!(
        six["seed"],
        answer("sudoku/generate", &json!({"size": 6, "diagonals": true}))["seed"]
    );
}

#[test]
fn distances_are_those_of_the_solutions() {
    let positions = ["01034547-F898BCDC,K", "01034547-F898BCDC,S", "x", "(1,0)/(-1,-1)/(0,1)"];
    let input = json!({"positions": positions, "colours": "silver"});
    let document = answer("square1/distances", &input);
    assert_eq!(document["distances"], json!([[3, 0], [0, 0], null, [2, 2]]));
    assert_eq!(document["errors"][0]["index"], 2);
    let mut with = input.clone();
    with["solutions"] = json!(true);
    let document = answer("square1/distances", &with);
    assert_eq!(document["distances"], json!([[3, 0], [0, 0], null, [2, 2]]));
    let moves = &document["solutions"][0];
    let applied = answer("square1/apply", &json!({"position": positions[0], "moves": moves}));
    assert_eq!(applied["position"], positions[1]);
    assert_eq!(applied["positions"].as_array().unwrap().last().unwrap(), positions[1]);
    let listed = answer("square1/solve", &json!({"position": positions[0], "all": 1000}));
    assert_eq!(listed["solutions"].as_array().unwrap().len(), 32);
    assert_eq!(listed["shortest_solutions"], 32);
}

#[test]
fn scrambles_lead_to_their_positions() {
    let check = |operation: &str, input: &Value| {
        let made = answer(&format!("{operation}/scramble"), input);
        let position = if operation == "cube" { "" } else { "01234567-F89ABCDE,S" };
        let again = json!({"position": position, "moves": made["sequence"]});
        assert_eq!(answer(&format!("{operation}/apply"), &again)["position"], made["position"]);
    };
    check("square1", &json!({"seed": 5}));
    check("cube", &json!({"seed": 5, "centres": true}));
}

#[test]
fn reports_are_finished_whatever_the_time_limit() {
    let resources = Resources::new(ResourcesConfig::default());
    let cancel = Cancel::new();
    let ctx = RequestContext {
        max_time: Some(Duration::ZERO),
        ..RequestContext::new(&resources, &cancel, &NoProgress)
    };
    // The report serves all later requests. If it were begun again for each, none would receive it.
    let report = handle("square1/report", r#"{"colours": "silver"}"#, &ctx).unwrap();
    assert_eq!(report["puzzle"], "square1-silver");
}

#[test]
fn long_names_of_strangers_are_refused() {
    let cancel = Cancel::new();
    let unlimited = RequestContext::new(&RESOURCES, &cancel, &NoProgress);
    let limited = RequestContext { max_name_chars: Some(200), ..unlimited };
    let check = |operation: &str, input: &dyn Fn(&str) -> Value, expected: (&str, usize)| {
        let (longest, longer) = ("é".repeat(200), "é".repeat(201));
        let refused = |name: &str, ctx: &RequestContext<'_>| {
            let error = handle(operation, &input(name).to_string(), ctx).err()?;
            let detail = error.details()[0].clone();
            assert!(detail.hint.is_some() && detail.column.is_some(), "{detail:?}");
            Some((detail.code, detail.line.unwrap()))
        };
        assert_eq!(refused(&longest, &limited), None, "{operation}");
        assert_eq!(refused(&longer, &limited), Some(expected), "{operation}");
        assert_eq!(refused(&longer, &unlimited), None, "{operation}");
    };
    let model = |title: &str, variable: &str, constraint: &str| {
        format!(
            "{{\"schema\": 1, \"title\": \"{title}\",\n\
             \"variables\": [{{\"name\": \"{variable}\", \"domain\": [0, 1]}}],\n\
             \"constraints\": [{{\"name\": \"{constraint}\", \"require\": \"{variable}\"}}]}}"
        )
    };
    let too_long = |line| ("model-name-length", line);
    check("solve", &|name| json!({"puzzle": model(name, "x", "c")}), too_long(1));
    check("solve", &|name| json!({"puzzle": model("m", name, "c")}), too_long(2));
    check("solve", &|name| json!({"puzzle": model("m", "x", name)}), too_long(3));
    let broken = |name: &str| json!({"puzzle": model("m", "x", name), "solution": {"x": 0}});
    check("check", &broken, too_long(3));
    let definition = |puzzle: &str, set: &str, turn: &str| {
        format!("Name {puzzle}\nSet {set} 3 1\nSolved\nEnd\nMove {turn}\n{set}\n2 3 1\nEnd\n")
    };
    let too_long = |line| ("definition.name-too-long", line);
    check("perm/read", &|name| json!({"puzzle": definition(name, "A", "R")}), too_long(1));
    check("perm/read", &|name| json!({"puzzle": definition("P", name, "R")}), too_long(2));
    let apply =
        |name: &str| json!({"puzzle": definition("P", "A", name), "moves": format!("({name})9")});
    check("perm/apply", &apply, too_long(5));
}

#[test]
fn titles_that_puzzle_files_cannot_hold_are_refused() {
    let write = |title: &str| {
        let board = json!({"rows": 1, "columns": 2, "cells": [["1", "."]]});
        request("pencil/write", &json!({"kind": "nurikabe", "title": title, "board": board}))
    };
    let longest = "é".repeat(200);
    assert_eq!(write(&longest).unwrap()["title"], longest);
    for title in ["é".repeat(201), " ".to_owned(), "two\nlines".to_owned()] {
        let error = write(&title).unwrap_err();
        assert_eq!(error.details()[0].code, "puzzle.bad-text", "{title:?}");
    }
}

#[test]
fn requests_respect_the_limits_of_the_context() {
    let cancel = Cancel::new();
    let ctx = RequestContext {
        max_time: Some(Duration::from_millis(30)),
        max_items: 3,
        ..RequestContext::new(&RESOURCES, &cancel, &NoProgress)
    };
    let empty = "kind = 'grid'\nsize = 9";
    let input = json!({"puzzle": empty, "task": "count", "time_limit": 1000.0}).to_string();
    let document = handle("solve", &input, &ctx).unwrap();
    assert_eq!(document["limit"], "time");
    assert!(document["count"].as_u64().unwrap() > 0);
    let input = json!({"puzzle": empty, "task": "all"}).to_string();
    let document = handle("solve", &input, &ctx).unwrap();
    assert_eq!(document["solutions"].as_array().unwrap().len(), 3);
    assert_eq!(document["limit"], "solutions");
    // Techniques do not check the time limit on large grids, so only jobs accept them.
    let large = json!({"puzzle": "kind = 'grid'\nsize = 25"}).to_string();
    for operation in ["sudoku/hint", "sudoku/explain", "sudoku/rate"] {
        let error = handle(operation, &large, &ctx).unwrap_err();
        assert_eq!(error.details()[0].code, "request.too-large", "{operation}");
    }
    let input = json!({"positions": ["x", "x", "x", "x"]}).to_string();
    let error = handle("square1/distances", &input, &ctx).unwrap_err();
    assert_eq!(error.details()[0].code, "request.too-many");
    let input = json!({"position": "01234567-F89ABCDE,S", "moves": "////"}).to_string();
    let error = handle("square1/apply", &input, &ctx).unwrap_err();
    assert_eq!(error.details()[0].code, "request.too-many");
    // The time limit covers compilation, which would take minutes here.
    let names: Vec<String> = (0..1000).map(|i| format!("x{i}")).collect();
    let variables: Vec<Value> =
        names.iter().map(|name| json!({"name": name, "domain": [0, 1000]})).collect();
    let median = json!(["eq", ["nth_smallest", names, 500], 7]);
    let model = json!({"schema": 1, "variables": variables, "constraints": [{"require": median}]});
    let input = json!({"puzzle": model.to_string()}).to_string();
    let document = handle("solve", &input, &ctx).unwrap();
    assert_eq!((&document["outcome"], &document["limit"]), (&json!("stopped"), &json!("time")));
}

#[test]
fn oversized_texts_are_rejected() {
    let line = ".".repeat(81) + "\n";
    let read = |n: usize| request("sudoku/read", &json!({"text": line.repeat(n)}));
    assert_eq!(read(1600).unwrap()["puzzles"].as_array().unwrap().len(), 1600);
    assert_eq!(read(1700).unwrap_err().details()[0].code, "request.too-many");
    let group = "[[group]]\ncells = [[1, 1], [2, 2]]\n";
    let file = format!("kind = 'grid'\nsize = 4\n{}", group.repeat(20_000));
    assert_eq!(answer("solve", &json!({"puzzle": file}))["outcome"], "solved");
}

#[test]
fn check_accepts_all_forms_of_solutions() {
    let puzzle = "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''";
    for (solution, right) in [
        (json!([[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]]), true),
        (json!("1243342143122134"), true),
        (json!("1243\n3421\n4312\n2134"), true),
        (json!("1243342143122143"), false),
    ] {
        let checked = answer("check", &json!({"puzzle": puzzle, "solution": solution}));
        assert_eq!(checked["right"], right, "{solution}");
    }
    // A part of a solution, as a text or as rows.
    for (solution, possible) in [
        (json!("13?............."), json!(false)),
        (json!([["?", 2, "?", "?"], [0, 0, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]), json!(true)),
    ] {
        let checked = answer("check", &json!({"puzzle": puzzle, "solution": solution}));
        let (right, complete) = (&checked["right"], &checked["complete"]);
        assert_eq!((right, complete), (&json!(false), &json!(false)), "{solution}");
        assert_eq!(checked["possible"], possible, "{solution}");
        assert_eq!(checked["conflicts"] == json!([]), possible == true, "{solution}");
    }
    for solution in [json!("124334214312213"), json!("")] {
        let error = request("check", &json!({"puzzle": puzzle, "solution": solution}));
        assert_eq!(error.unwrap_err().details()[0].code, "solution.wrong-shape", "{solution}");
    }
}

/// Messages quote the input; what they quote is cut, whatever the operation and the field.
#[test]
fn messages_are_short_for_long_inputs() {
    let long = "x".repeat(100_000);
    let texts = [
        long.clone(),
        format!("kind = '{long}'"),
        format!("kind = 'grid'\n{long} = 1"),
        format!("{{\"schema\": 1, \"variables\": [], \"{long}\": 1}}"),
        format!("https://puzz.link/p?{long}/4/4/a"),
    ];
    for operation in OPERATIONS {
        let (example, schema) = ((operation.example)(), (operation.input)());
        let is_text = |schema: &Value| {
            let kinds = &schema["type"];
            *kinds == "string" || kinds.as_array().is_some_and(|all| all.contains(&json!("string")))
        };
        // An operation without fields has none.
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            for text in &texts {
                let mut input = example.clone();
                input[name] = if is_text(field) {
                    json!(text)
                } else if is_text(&field["items"]) {
                    json!([text])
                } else {
                    json!({text.as_str(): 1})
                };
                let Err(error) = request(operation.name, &input) else { continue };
                for detail in error.details() {
                    let n_chars =
                        detail.message.len() + detail.hint.as_ref().map_or(0, String::len);
                    assert!(n_chars < 2000, "{} {name}: {n_chars}", operation.name);
                    assert!(!detail.message.contains(&long[..100]), "{}", detail.message);
                }
            }
        }
    }
    let cancel = Cancel::new();
    let ctx = RequestContext::new(&RESOURCES, &cancel, &NoProgress);
    for error in [handle(&long, "{}", &ctx).unwrap_err(), run_job(&long, "{}", &ctx).unwrap_err()] {
        assert!(error.details()[0].message.len() < 200);
    }
}

#[test]
fn positions_have_placed_digits_and_marks_as_fields() {
    let n = CLASSIC.len();
    let hint = |fields: Value| {
        let mut input = json!({"puzzle": CLASSIC});
        input.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        request("sudoku/hint", &input)
    };
    let error = |fields: Value| {
        let error = hint(fields).unwrap_err();
        assert_eq!(error.details()[0].code, "request.out-of-range");
        assert!(error.details()[0].hint.is_some());
        error.details()[0].message.clone()
    };
    let digits = |at: usize, digit: u8| {
        let mut digits = vec![0; n];
        digits[at] = digit;
        digits
    };
    // The solution has a 4 in r1c3; `CLASSIC` begins with 53.
    let placed = hint(json!({"placed": digits(2, 4)})).unwrap();
    assert_eq!((&placed["outcome"], &placed["start"]["values"][2]), (&json!("solved"), &json!(4)));
    assert_eq!(hint(json!({"placed": digits(2, 1)})).unwrap()["wrong"], json!(["r1c3"]));
    // A digit at a given is that digit: all digits of a position can be sent.
    let values = hint(json!({})).unwrap()["start"]["values"].clone();
    assert_eq!(hint(json!({"placed": values})).unwrap(), hint(json!({})).unwrap());
    assert_eq!(error(json!({"placed": digits(0, 4)})), "`placed[0]` is 4, but 5 is given at r1c1");
    assert_eq!(
        error(json!({"placed": digits(2, 10)})),
        "`placed[2]` is 10, not a digit from 1 to 9"
    );
    assert_eq!(error(json!({"placed": [1, 2]})), "`placed` is of 2 cells, but the grid has 81");
    let marks = |at: usize, digits: &[u8]| {
        let mut marks = vec![Vec::new(); n];
        marks[at] = digits.to_vec();
        marks
    };
    // Marks that exclude the digit of the solution leave none.
    assert_eq!(hint(json!({"marks": marks(2, &[1, 4])})).unwrap()["outcome"], "solved");
    assert_eq!(hint(json!({"marks": marks(2, &[1, 2])})).unwrap()["outcome"], "infeasible");
    assert_eq!(
        error(json!({"marks": marks(2, &[1, 0])})),
        "`marks[2][1]` is 0, not a digit from 1 to 9"
    );
    assert_eq!(error(json!({"marks": []})), "`marks` is of 0 cells, but the grid has 81");
    // What `sudoku/read` returns is the same position as its text: nine characters for each cell.
    let with_marks = |third: &str| {
        let marks = |(cell, digit): (usize, char)| match digit {
            '.' if cell == 2 => third.to_owned(),
            '.' => "123456789".to_owned(),
            digit => ('1'..='9').map(|it| if it == digit { it } else { '.' }).collect(),
        };
        CLASSIC.chars().enumerate().map(marks).collect::<String>()
    };
    let text = with_marks("1..4.....");
    let read = answer("sudoku/read", &json!({"text": text}));
    let read = &read["puzzles"][0];
    let fields =
        json!({"puzzle": read["puzzle"], "placed": read["placed"], "marks": read["marks"]});
    for operation in ["sudoku/hint", "sudoku/explain"] {
        assert_eq!(answer(operation, &fields), answer(operation, &json!({"puzzle": text})));
    }
    // The fields replace what the text has.
    let outcome = |fields: &Value| answer("sudoku/hint", fields)["outcome"].clone();
    let text = with_marks("12.......");
    assert_eq!(outcome(&json!({"puzzle": text})), "infeasible");
    assert_ne!(outcome(&json!({"puzzle": text, "marks": vec![json!([]); n]})), "infeasible");
}

#[test]
fn distances_of_invalid_positions_need_no_table() {
    let config = ResourcesConfig { only_open: true, ..Default::default() };
    let (resources, cancel) = (Resources::new(config), Cancel::new());
    let ctx = RequestContext::new(&resources, &cancel, &NoProgress);
    let distances = |input: Value| handle("square1/distances", &input.to_string(), &ctx);
    let document = distances(json!({"positions": ["x", "y"]})).unwrap();
    assert_eq!(document["distances"], json!([null, null]));
    assert_eq!((&document["errors"][1]["index"], &document["limit"]), (&json!(1), &Value::Null));
    let error = distances(json!({"positions": ["/"], "time_limit": 0})).unwrap_err();
    assert_eq!(error.details()[0].code, "request.out-of-range");
    let error = distances(json!({"positions": ["x", "/"]})).unwrap_err();
    assert!(error.missing_table().is_some());
}

#[test]
fn lists_instead_of_objects_are_rejected() {
    let cancel = Cancel::new();
    let ctx = RequestContext::new(&RESOURCES, &cancel, &NoProgress);
    let list = r#" ["12..34..2.4..32.", null, null, null, null, 0, false, false, false]"#;
    let error = handle("solve", list, &ctx).unwrap_err();
    assert_eq!(error.details()[0].code, "body.shape");
}

#[test]
fn a_list_of_solutions_is_there_also_with_one_or_none() {
    let list = |puzzle: &str| {
        let document = answer("solve", &json!({"puzzle": puzzle, "task": "all"}));
        let solutions = document["solutions"].as_array().expect("a list").clone();
        assert_eq!(solutions.first().unwrap_or(&Value::Null), &document["solution"]);
        solutions.len()
    };
    assert_eq!(list("1.....2..3.....4"), 1);
    assert_eq!(list("11.............."), 0);
    assert_eq!(list("shikaku/8/8/j3j9j4l4h6h5n9h5h4l6j4j5j"), 1);
    let model =
        r#"{"schema": 1, "variables": [{"name": "x", "domain": [3, 3]}], "constraints": []}"#;
    assert_eq!(list(model), 1);
    let document = answer("solve", &json!({"puzzle": "1.....2..3.....4"}));
    assert_eq!(document.get("solutions"), None);
}

#[test]
fn pencil_marks_restrict_solutions() {
    let text = "1.......9".to_owned() + &"123456789".repeat(80);
    let document = answer("solve", &json!({"puzzle": text, "task": "first"}));
    let first = &document["solution"][0][0];
    assert!(first == 1 || first == 9, "{document}");
    let document = answer("solve", &json!({"puzzle": text, "task": "all", "limit": 5}));
    assert_eq!(document["solutions"].as_array().unwrap().len(), 5);
}

#[test]
fn every_operation_respects_pencil_marks() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let marks = "12345.789".to_owned() + &"123456789".repeat(80);
    let document = answer("check", &json!({"puzzle": marks, "solution": solution}));
    assert_eq!((&document["right"], &document["broken"]), (&json!(true), &json!([])));
    let marks = "1.......9".to_owned() + &"123456789".repeat(80);
    let document = answer("check", &json!({"puzzle": marks, "solution": solution}));
    assert_eq!(document["broken"], json!(["r1c1 holds 5, which its marks exclude"]));
    assert_eq!(document["right"], false);
    // 10 is not a digit of this grid, and not a bit of a pencil mark.
    let mut rows: Vec<Vec<u8>> =
        solution.as_bytes().chunks(9).map(|row| row.iter().map(|c| c - b'0').collect()).collect();
    rows[0][0] = 10;
    let document = answer("check", &json!({"puzzle": marks, "solution": rows}));
    assert_eq!(document["broken"], json!(["r1c1 holds 10, which is not between 1 and 9"]));
    // Puzzle files cannot contain pencil marks: the response has a note and the marks as a separate
    // field.
    let document = answer("sudoku/read", &json!({"text": marks}));
    assert_eq!(document["puzzles"][0]["marks"][0], json!([1, 9]));
    let notes = document["puzzles"][0]["notes"].to_string();
    assert!(notes.contains("pencil marks"), "{notes}");
}

#[test]
fn jobs_give_the_responses_of_operations() {
    let cancel = Cancel::new();
    let ctx = RequestContext::new(&RESOURCES, &cancel, &NoProgress);
    let input = json!({"puzzle": "................"}).to_string();
    let counted = run_job("count", &input, &ctx).unwrap();
    assert_eq!(counted["count"], 288);
    let error = run_job("no-such", "{}", &ctx).unwrap_err();
    assert_eq!(error.details()[0].code, "job.unknown-kind");
    for kind in JOB_KINDS {
        assert!(kind.check_input("[").is_err(), "{}", kind.name);
        let needs = kind.name != "generate";
        assert_eq!(kind.check_input("{}").is_err(), needs, "{}", kind.name);
    }
    // Impossible requests are rejected before the job is queued.
    let check = |kind: &str, input: Value| {
        let kind = JOB_KINDS.iter().find(|known| known.name == kind).unwrap();
        kind.check_input(&input.to_string()).unwrap_err().details()[0].code
    };
    let late = json!({"puzzle": "1", "time_limit": -1});
    for kind in ["solve", "count", "explain", "rate"] {
        assert_eq!(check(kind, late.clone()), "request.out-of-range", "{kind}");
    }
    assert_eq!(check("generate", json!({"time_limit": 0.0005})), "request.out-of-range");
    assert_eq!(check("generate", json!({"size": 26})), "request.out-of-range");
    assert_eq!(check("generate", json!({"clues": 3})), "sudoku.impossible");
    assert_eq!(check("build-table", json!({"puzzle": "cube"})), "job.unknown-table");
    let error = run_job("build-table", r#"{"puzzle": "square1-silver"}"#, &ctx).unwrap_err();
    assert_eq!(error.details()[0].code, "job.no-folder");
}

#[test]
#[ignore = "slow: builds the silver table twice"]
fn table_build_resumes_after_earlier_claims() {
    let folder = gordian_testkit::folder();
    let threads = NonZeroUsize::new(2).unwrap();
    let cache = folder.path().join("tables");
    let resources = Resources::new(ResourcesConfig {
        cache: Some(cache.clone()),
        threads,
        seed: 0,
        ..Default::default()
    });
    let work = folder.path().join("jobs");
    let place = |fence| JobFolder { path: work.clone(), job: "7".to_owned(), fence };
    let build = |fence, cancel: &Cancel| {
        let place = place(fence);
        let ctx = RequestContext {
            threads,
            job_folder: Some(&place),
            ..RequestContext::new(&resources, cancel, &NoProgress)
        };
        run_job("build-table", r#"{"puzzle": "square1-silver"}"#, &ctx)
    };
    // The first build is stopped; its files are named after its claim.
    let stopped = Cancel::new().with_time_limit(Duration::from_millis(200));
    assert!(build(1, &stopped).is_err());
    // An invalid checkpoint of an earlier claim is taken over and ignored.
    fs_err::write(work.join("square1-silver-7-1.table.checkpoint"), b"nonsense").unwrap();
    let document = build(2, &Cancel::new()).unwrap();
    let levels = &document["levels"]["modulo-flip"];
    assert_eq!(levels[0], 1);
    let sum: u64 = levels.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).sum();
    assert_eq!(sum, 13_621_608_000);
    assert!(cache.join("square1-silver.table").exists());
    let left: Vec<_> = fs_err::read_dir(&work).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{left:?}");
    check_kept_report(&cache);
}

/// Checks that the report on a table is kept beside it, and that a report on another table, or a
/// damaged one, is not used.
fn check_kept_report(cache: &Path) {
    let report = || {
        let config = ResourcesConfig { cache: Some(cache.to_owned()), ..Default::default() };
        let (resources, cancel) = (Resources::new(config), Cancel::new());
        handle("square1/report", "{}", &RequestContext::new(&resources, &cancel, &NoProgress))
    };
    let file = cache.join("square1-silver-report.table");
    let made = report().unwrap();
    let kept = fs_err::read(&file).unwrap();
    let written = |file: &Path| fs_err::metadata(file).unwrap().modified().unwrap();
    let first_written = written(&file);
    assert_eq!(report().unwrap(), made);
    assert_eq!(written(&file), first_written, "it is made again");
    let mut damaged = kept.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs_err::write(&file, damaged).unwrap();
    assert_eq!(report().unwrap(), made);
    assert!(fs_err::read(&file).unwrap() == kept, "it is not replaced");
    let mut other = made.clone();
    other["models"]["modulo-flip"][1] = json!(7);
    let other_table = TableDescription {
        kind: FileKind::Table,
        label: "square1-silver-report".to_owned(),
        definition: [1; 32],
        series: Vec::new(),
    };
    let payload = serde_json::to_vec(&other).unwrap();
    let (cancel, payload) = (Cancel::new(), [payload.as_slice()]);
    write(&Disk, &file, &other_table, &payload, &WorkContext::new(&cancel)).unwrap();
    assert_eq!(report().unwrap(), made);
    assert!(fs_err::read(&file).unwrap() == kept, "the other report is not replaced");
}

/// A table written by a newer version is not replaced.
#[test]
fn a_table_of_a_newer_format_is_not_replaced() {
    let folder = gordian_testkit::folder();
    let threads = NonZeroUsize::new(2).unwrap();
    let cache = folder.path().join("tables");
    fs_err::create_dir(&cache).unwrap();
    let table = cache.join("square1-silver.table");
    let bytes = newer_table(&table);
    let resources = Resources::new(ResourcesConfig {
        cache: Some(cache),
        threads,
        seed: 0,
        ..Default::default()
    });
    let place = JobFolder { path: folder.path().join("jobs"), job: "7".to_owned(), fence: 1 };
    let cancel = Cancel::new();
    let ctx = RequestContext {
        threads,
        job_folder: Some(&place),
        ..RequestContext::new(&resources, &cancel, &NoProgress)
    };
    let error = run_job("build-table", r#"{"puzzle": "square1-silver"}"#, &ctx).unwrap_err();
    let [detail] = error.details() else { panic!("{error:?}") };
    assert_eq!(detail.code, "table.version");
    let hint = detail.hint.as_deref().unwrap_or_default();
    assert!(hint.contains("newer version of the program"), "{hint}");
    assert!(fs_err::read(&table).unwrap() == bytes, "the table has changed");
}

/// Returns a random sequence of all kinds of moves, whose length in half turns is `length`.
fn random_moves(random: &mut Random, length: usize) -> Sequence {
    let mut moves = Vec::new();
    let mut n = 0;
    while n < length {
        let quarters = *random.choose(&QuarterTurns::ALL);
        let turn = *random.choose(&FaceTurn::ALL);
        let step = match random.below(8) {
            0 => Move::Wide(turn),
            1 => Move::Slice(*random.choose(&Slice::ALL), quarters),
            2 => Move::Rotation(*random.choose(&Axis::ALL), quarters),
            _ => Move::Face(turn),
        };
        if n + step.length(Metric::HalfTurn) <= length {
            n += step.length(Metric::HalfTurn);
            moves.push(step);
        }
    }
    Sequence::from(moves)
}

/// The inverse of the scramble is a solution, so even without time no solution is longer.
#[test]
fn solutions_are_never_longer_than_the_given_scramble() {
    let mut random = Random::new(5);
    for length in 0..=20 {
        let scramble = random_moves(&mut random, length);
        let start = Position::SOLVED.apply(&scramble);
        for (metric, name) in [(Metric::HalfTurn, "htm"), (Metric::QuarterTurn, "qtm")] {
            // Alternates between goals with and without centres in each metric.
            let centres = (length % 2 == 0) == (metric == Metric::HalfTurn);
            let input = json!({
                "position": scramble.to_string(),
                "metric": name,
                "centres": centres,
                "time_limit": 0.001,
            });
            let document = answer("cube/solve", &input);
            let solution = document["solution"].as_str().unwrap_or_else(|| {
                panic!("{input}: {document}");
            });
            let solution = Sequence::parse(solution, LowercaseMeaning::Wide).unwrap();
            let end = start.apply(&solution);
            assert!(end.is_solved() && (!centres || end.centres_solved()), "{document}");
            let [given, found] = [&scramble, &solution].map(|it| it.length(metric));
            assert!(found <= given, "{found} after {given} ({name}): {input} {document}");
            assert_eq!(document["length"], found);
            // A search for an optimal solution that runs out of time is not longer either.
            if length % 5 == 0 {
                let mut input = input.clone();
                input["optimal"] = json!(true);
                let document = answer("cube/solve", &input);
                let found = document["length"].as_u64().unwrap();
                assert!(found <= given as u64, "{input} {document}");
            }
        }
        for centres in [false, true] {
            let file =
                format!("kind = \"cube3\"\nscramble = \"{scramble}\"\ncentres = {centres}\n");
            let document = answer("solve", &json!({"puzzle": file, "time_limit": 0.001}));
            let found = document["objective"].as_u64().unwrap_or_else(|| {
                panic!("{file}: {document}");
            });
            assert!(found <= length as u64, "{file} {document}");
        }
    }
}

/// With checkpoints of two earlier claims, the later one is taken over, and the other one is left
/// unchanged.
#[test]
fn checkpoints_of_earlier_claims_are_not_replaced() {
    let folder = gordian_testkit::folder();
    let threads = NonZeroUsize::new(2).unwrap();
    let cache = folder.path().join("tables");
    let resources = Resources::new(ResourcesConfig {
        cache: Some(cache),
        threads,
        seed: 0,
        ..Default::default()
    });
    let work = folder.path().join("jobs");
    fs_err::create_dir(&work).unwrap();
    let checkpoint = |fence| work.join(format!("square1-silver-7-{fence}.table.checkpoint"));
    fs_err::write(checkpoint(1), b"the first").unwrap();
    fs_err::write(checkpoint(2), b"the second").unwrap();
    let place = JobFolder { path: work.clone(), job: "7".to_owned(), fence: 3 };
    let cancel = Cancel::new();
    cancel.cancel();
    let ctx = RequestContext {
        threads,
        job_folder: Some(&place),
        ..RequestContext::new(&resources, &cancel, &NoProgress)
    };
    run_job("build-table", r#"{"puzzle": "square1-silver"}"#, &ctx).unwrap_err();
    assert_eq!(fs_err::read(checkpoint(1)).unwrap(), b"the first");
    assert!(!checkpoint(2).exists());
}

/// Boards say which rules of their kind do not hold.
#[test]
fn rules_of_a_kind_are_left_out() {
    let listed = answer("pencil/rules", &json!({"kind": "starbattle"}));
    let names: Vec<&str> = listed["omittable"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["stars-of-line", "stars-of-room", "touching"]);
    assert_eq!(listed["omittable"][2]["broken"], "two stars touch");
    let blank = json!({"kind": "starbattle", "rows": 4, "columns": 4});
    let mut board = answer("pencil/blank", &blank)["board"].clone();
    assert!(board.get("omit").is_none(), "documents are as before");
    board["omit"] = json!(["touching", "touching"]);
    let written = answer("pencil/write", &json!({"kind": "starbattle", "board": board}));
    assert_eq!(written["board"]["omit"], json!(["touching"]));
    assert_eq!(written["link"], Value::Null);
    let text = written["puzzle"].as_str().unwrap();
    assert!(text.contains("omit = [\"touching\"]\n"), "{text}");
    let rules = written["rules"].as_str().unwrap();
    assert!(rules.contains("this is allowed: two stars touch.\n"), "{rules}");
    assert_eq!(answer("pencil/read", &json!({"puzzle": text}))["board"], written["board"]);
    board["omit"] = json!(["touchin"]);
    let error =
        request("pencil/write", &json!({"kind": "starbattle", "board": board})).unwrap_err();
    let detail = &error.details()[0];
    assert!(detail.message.contains("did you mean `touching`?"), "{detail:?}");
    let made = json!({"kind": "norinori", "rows": 4, "columns": 4, "omit": ["adjacent-shaded"]});
    let error = request("pencil/generate", &made).unwrap_err();
    assert_eq!(error.details()[0].code, "puzzle.unknown-rule");
    let made = json!({"kind": "kurodoko", "rows": 4, "columns": 4, "omit": ["adjacent-shaded"]});
    let made = answer("pencil/generate", &made);
    assert_eq!(made["board"]["omit"], json!(["adjacent-shaded"]));
    let solved = answer("solve", &json!({"puzzle": made["puzzle"]}));
    assert_eq!(solved["unique"], true);
}
