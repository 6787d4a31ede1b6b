//! Published pencil puzzles of every kind with links: solutions, uniqueness, links, files, broken rules.
//!
//! Each file of `testdata/pencil/` belongs to the kind of its name; its README describes the form.

use std::collections::BTreeSet;

use gordian_puzzles::{Kind, Puzzle, Solution, check, parse, parse_link};
use gordian_solve::{Request, SolutionData};
use serde_json::Value;

use crate::answer;

/// Returns the data of each kind, by its name.
fn data() -> Vec<(String, Value)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/pencil");
    let entries = fs_err::read_dir(folder).expect("the folder of the instances");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut data: Vec<(String, Value)> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = fs_err::read_to_string(&path).expect("a file that can be read");
            (name, serde_json::from_str(&text).expect("the file is JSON"))
        })
        .collect();
    data.sort_by(|a, b| a.0.cmp(&b.0));
    data
}

/// Returns the records of a list; checks that none is lost.
fn records<'d>(data: &'d Value, list: &str) -> &'d [Value] {
    let records = data[list].as_array().expect("a list");
    assert_eq!(data["counts"][list], records.len(), "{list}");
    records
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{value} has a text `{key}`"))
}

fn puzzle(url: &str) -> Puzzle {
    parse_link(url).unwrap_or_else(|error| panic!("{url}: {error}"))
}

fn solution(puzzle: &Puzzle, json: &Value) -> Solution {
    Solution::parse(puzzle.kind(), &json.to_string())
        .unwrap_or_else(|errors| panic!("{json}: {errors:?}"))
}

#[test]
fn every_kind_with_links_has_a_file() {
    let files: BTreeSet<String> = data().into_iter().map(|(name, _)| name).collect();
    let with_links = Kind::all().iter().filter(|kind| !kind.link_names().is_empty());
    let kinds: BTreeSet<String> = with_links.map(|kind| kind.name().to_owned()).collect();
    assert_eq!(files, kinds);
}

/// The solution is the recorded one if that is unique, and as many solutions are found as the record says.
#[test]
fn instances_have_their_recorded_solutions() {
    for (kind, data) in data() {
        assert_eq!(text(&data, "kind"), kind);
        for instance in records(&data, "instances") {
            let url = text(instance, "url");
            let puzzle = puzzle(url);
            assert_eq!(puzzle.kind().name(), kind, "{url}");
            let recorded = solution(&puzzle, &instance["solution"]);
            assert_eq!(check(&puzzle, &recorded), Ok(()), "{url}");
            assert_eq!(recorded.to_json(), instance["solution"], "{url}");
            let answer = answer(&puzzle, &Request::default());
            assert!(answer.is_checked(), "{url}");
            if let Some(unique) = instance["unique"].as_bool() {
                assert_eq!(answer.unique, Some(unique), "{url}");
            }
            let first = answer.solutions.first();
            if instance["unique"] == true {
                assert_eq!(first, Some(&SolutionData::Puzzle(recorded)), "{url}");
            }
        }
    }
}

#[test]
fn instances_are_written_as_links_and_files() {
    for (_, data) in data() {
        for instance in records(&data, "instances") {
            let url = text(instance, "url");
            let puzzle = puzzle(url);
            let link = puzzle.to_link().unwrap_or_else(|error| panic!("{url}: {error}"));
            let written = link.to_string();
            assert_eq!(parse_link(&written).as_ref(), Ok(&puzzle), "{url}");
            assert_eq!(written, format!("https://puzz.link/p?{url}"));
            let file = puzzle.to_toml().unwrap_or_else(|| panic!("{url} can be written as a file"));
            assert_eq!(parse(&file).as_ref(), Ok(&puzzle), "{file}");
        }
    }
}

/// A board whose answer is wrong by a rule of pzprjs breaks the corresponding rule of ours.
#[test]
fn wrong_boards_break_the_recorded_rule() {
    for (_, data) in data() {
        for wrong in records(&data, "wrong") {
            let (url, code) = (text(wrong, "url"), text(wrong, "code"));
            let puzzle = puzzle(url);
            let rule = text(&data["rules"], code);
            let broken = check(&puzzle, &solution(&puzzle, &wrong["answer"])).expect_err(url);
            let names: Vec<&str> = broken.iter().map(|violation| violation.rule).collect();
            assert!(names.contains(&rule), "{url}: {names:?} instead of {rule}");
        }
    }
}

/// Drawings of the puzzle and of the solution have the size of the board, and are not empty.
#[test]
fn instances_are_drawn() {
    for (_, data) in data() {
        for instance in records(&data, "instances") {
            let url = text(instance, "url");
            let puzzle = puzzle(url);
            let solution = solution(&puzzle, &instance["solution"]);
            assert_ne!(puzzle.draw(None), puzzle.draw(Some(&solution)), "{url}");
            let [empty, solved] = [None, Some(&solution)].map(|solution| puzzle.svg(solution));
            assert_ne!(empty, solved, "{url}");
            assert!(empty.starts_with("<svg ") && empty.ends_with("</svg>\n"), "{url}");
        }
    }
}
