//! `recognise`: texts of all kinds, as people have them.

use gordian_core::{Cancel, NoProgress};
use gordian_requests::{ErrorDetail, RequestContext, Resources, ResourcesConfig, handle};
use serde_json::{Value, json};

const SUDOKU: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn recognise(text: &str) -> Result<Value, Vec<ErrorDetail>> {
    let resources = Resources::new(ResourcesConfig::default());
    let cancel = Cancel::new();
    let ctx = RequestContext::new(&resources, &cancel, &NoProgress);
    let answer = handle("recognise", &json!({"text": text}).to_string(), &ctx);
    answer.map(|answer| answer["readings"].clone()).map_err(|error| error.details().to_vec())
}

/// Returns content and kind of the readings.
fn kinds(text: &str) -> Vec<(String, String)> {
    let readings = recognise(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let field = |reading: &Value, name: &str| reading[name].as_str().expect("text").to_owned();
    let readings = readings.as_array().expect("a list");
    readings.iter().map(|it| (field(it, "content"), field(it, "kind"))).collect()
}

#[test]
fn texts_of_all_kinds_are_recognised() {
    let cube = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    for (text, content, kind) in [
        (SUDOKU, "puzzle", "grid"),
        ("https://puzz.link/p?nurikabe/6/6/g2i2m2h3hw", "puzzle", "nurikabe"),
        ("nurikabe/6/6/g2i2m2h3hw", "puzzle", "nurikabe"),
        ("https://pzv.jp/p.html?nurikabe/6/6/g2i2m2h3hw/", "puzzle", "nurikabe"),
        ("https://pzprxs.vercel.app/p?nurikabe/6/6/g2i2m2h3hw", "puzzle", "nurikabe"),
        ("kind = 'goishi'\nboard = '''\n.X.\n1XX\n.XX\n'''", "puzzle", "goishi"),
        ("{\"schema\": 1, \"variables\": [], \"constraints\": []}", "model", "model"),
        ("(1,0)/(-1,-1)/", "position", "square1"),
        ("1,0/-1,-1/", "position", "square1"),
        ("01234567-F89ABCDE,S", "position", "square1"),
        ("R U R' U'", "position", "cube3"),
        (cube, "position", "cube3"),
        ("pyraminx", "permutations", "pyraminx"),
    ] {
        let expected = (content.to_owned(), kind.to_owned());
        assert_eq!(kinds(text).first(), Some(&expected), "{text}");
    }
}

#[test]
fn several_sudokus_are_counted() {
    let readings = recognise(&format!("{SUDOKU}\n{SUDOKU}\n")).expect("two puzzles");
    assert_eq!(readings[0]["puzzles"], 2);
}

#[test]
fn what_is_not_known_says_so() {
    let code = |text: &str| {
        let errors = recognise(text).expect_err(text);
        errors.first().expect("at least one").code
    };
    assert_eq!(code("  \n"), "recognise.unknown");
    assert_eq!(code("buy milk"), "recognise.unknown");
    assert_eq!(code("var 1..9: x;\nconstraint x > 3;\nsolve satisfy;\n"), "recognise.minizinc");
    assert_eq!(code("var 1..9: x; solve :: int_search([x]) maximize x;"), "recognise.minizinc");
    // Of a form that is known: its own error.
    assert_eq!(code("https://puzz.link/p?nothing/6/6/g2"), "link.unknown-kind");
    assert_eq!(code("kind = 'goishi'"), "puzzle.missing-key");
}
