//! The pages of all kinds, and the examples of pencil puzzles, `puzzles/KIND.toml`.
//!
//! `GORDIAN_UPDATE=1 cargo test -p gordian-requests --test it -- kind_pages` writes the examples
//! that are missing, from the published puzzles in `gordian-solve/testdata/pencil/`.

use std::path::PathBuf;

use gordian_puzzles::pencil::PencilKind;
use gordian_puzzles::{Kind, Puzzle, Solution, parse, parse_link};
use gordian_solve::{KindPage, kind_page};
use serde_json::{Value, json};

use crate::requests::request;

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Returns the page of a kind. The example of a kind of pencil puzzle is written if it is missing
/// and files are to be written.
fn page(kind: Kind) -> KindPage {
    let Some(pencil) = kind.pencil() else { return kind_page(kind, "") };
    let path = repository(&format!("puzzles/{kind}.toml"));
    if std::env::var_os("GORDIAN_UPDATE").is_some() && !path.exists() {
        fs_err::write(&path, published_example(kind, pencil)).unwrap();
    }
    kind_page(kind, &fs_err::read_to_string(&path).unwrap())
}

/// Returns the smallest published puzzle of a kind with one solution, as a file with its source.
fn published_example(kind: Kind, pencil: &PencilKind) -> String {
    let path = format!("../gordian-solve/testdata/pencil/{kind}.json");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    let data: Value = serde_json::from_str(&fs_err::read_to_string(path).unwrap()).unwrap();
    let instances = data["instances"].as_array().unwrap().iter();
    let unique = instances.filter(|it| it["unique"] == true && it["variant"].is_null());
    let size = |it: &&Value| it["rows"].as_u64().unwrap() * it["cols"].as_u64().unwrap();
    let example = unique.min_by_key(size).expect("a puzzle with one solution");
    let puzzle = parse_link(example["url"].as_str().unwrap()).expect("the link is read");
    let file = puzzle.to_toml().expect("it is written as a file");
    let (source, licence) =
        (example["source"].as_str().unwrap(), example["licence"].as_str().unwrap());
    let project = source.split(':').next().unwrap();
    let rest = file.strip_prefix(&format!("kind = \"{kind}\"\n")).expect("the kind is first");
    let first = pencil.description.split("\n\n").next().expect("a sentence");
    let comment = first.replace('\n', "\n# ");
    format!(
        "# {comment}\nkind = \"{kind}\"\ntitle = \"{}\"\nsource = \"{project}, {licence}\"\n{rest}",
        pencil.title
    )
}

/// Returns the fenced blocks of a page in a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let starts = page.split(&fence).skip(1);
    starts.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Returns the section of a page with this title.
fn section<'p>(page: &'p str, title: &str) -> &'p str {
    let section = page.split("\n## ").find(|section| section.lines().next() == Some(title));
    section.unwrap_or_else(|| panic!("no section `{title}` in {page}"))
}

#[test]
fn every_kind_has_a_page_with_an_example_of_its_files() {
    for &kind in Kind::all() {
        let KindPage { text, example, solution } = page(kind);
        assert!(text.starts_with(&format!("# `{kind}`")), "{kind}");
        let examples = blocks(&text, "toml").into_iter().map(|file| parse(&file).unwrap());
        let examples: Vec<Puzzle> = examples.collect();
        assert!(examples.contains(&example), "{kind}");
        assert!(examples.iter().all(|puzzle| puzzle.kind() == kind), "{kind}");
        let solution = solution.unwrap_or_else(|| panic!("{kind}: no solution of an example"));
        assert_eq!(example.check(&solution), Ok(()), "{kind}");
    }
}

/// Every solution on a page solves an example of the page.
#[test]
fn every_kind_has_a_page_with_a_solution_of_an_example() {
    for &kind in Kind::all() {
        let page = page(kind).text;
        let examples = blocks(&page, "toml").into_iter().map(|file| parse(&file).unwrap());
        let examples: Vec<Puzzle> = examples.collect();
        let solutions = section(&page, "Solutions");
        let json = blocks(solutions, "json");
        assert!(!json.is_empty(), "the page of {kind} shows no solution");
        assert_eq!(json.len(), blocks(&page, "json").len(), "{kind}: solutions elsewhere");
        for text in json.into_iter().chain(blocks(solutions, "text")) {
            let solution = Solution::parse(kind, &text);
            let solution = solution.unwrap_or_else(|errors| panic!("{kind}: {errors:?}: {text}"));
            assert!(examples.iter().any(|it| it.check(&solution).is_ok()), "{kind}: {text}");
        }
    }
}

/// A reader who copies an example of a page gets an answer.
#[test]
fn examples_of_kind_pages_have_solutions() {
    let mut n = 0;
    for &kind in Kind::all() {
        for text in blocks(&page(kind).text, "toml") {
            let answer = request("solve", &json!({"puzzle": text, "task": "first"})).unwrap();
            assert!(!answer["solution"].is_null(), "{kind}: {text}");
            n += 1;
        }
    }
    assert!(n >= Kind::all().len(), "only {n} examples");
}
