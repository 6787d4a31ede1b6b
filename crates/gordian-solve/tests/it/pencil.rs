//! Published pencil puzzles of every kind with links: solutions, uniqueness, links, files, broken rules.
//!
//! Each file of `testdata/pencil/` belongs to the kind of its name; its README describes the form.

use std::collections::BTreeSet;

use gordian_puzzles::{Kind, Puzzle, Solution, check, parse, parse_link};
use gordian_solve::{Request, SolutionData};
use serde_json::Value;

use crate::answer;

/// Returns the data of each kind, by its name.
pub(crate) fn data() -> Vec<(String, Value)> {
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
pub(crate) fn records<'d>(data: &'d Value, list: &str) -> &'d [Value] {
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

/// Returns the puzzle of an instance; `None` for a variant that links cannot select, which is refused by name.
pub(crate) fn instance_puzzle(instance: &Value) -> Option<Puzzle> {
    let url = text(instance, "url");
    match parse_link(url) {
        Ok(puzzle) => Some(puzzle),
        Err(error)
            if instance["variant"].is_string() && error.code() == "link.unsupported-flag" =>
        {
            None
        }
        Err(error) => panic!("{url}: {error}"),
    }
}

/// Runs a check for each record of a list, and reports all that fail.
pub(crate) fn check_each(list: &str, check: impl Fn(&str, &Value, &Value) -> Result<(), String>) {
    let mut failures = Vec::new();
    let mut n = 0;
    for (kind, data) in data() {
        for record in records(&data, list) {
            n += 1;
            if let Err(message) = check(&kind, &data, record) {
                failures.push(format!("{}: {message}", text(record, "url")));
            }
        }
    }
    assert!(n > 0, "no {list}");
    assert!(failures.is_empty(), "{} of {n} failed:\n{}", failures.len(), failures.join("\n"));
}

/// The solution is the recorded one if that is unique, and as many solutions are found as the record says.
#[test]
fn instances_have_their_recorded_solutions() {
    check_each("instances", |kind, data, instance| {
        assert_eq!(text(data, "kind"), kind);
        let Some(puzzle) = instance_puzzle(instance) else { return Ok(()) };
        let recorded = instance.get("solution").map(|json| solution(&puzzle, json));
        if let Some(recorded) = &recorded {
            if let Err(broken) = check(&puzzle, recorded) {
                return Err(format!("the checker refuses the solution: {broken:?}"));
            }
            if recorded.to_json() != instance["solution"] {
                return Err(format!("the solution is written as {}", recorded.to_json()));
            }
        }
        let answer = answer(&puzzle, &Request::default());
        if let Some(unique) = instance["unique"].as_bool()
            && answer.is_checked()
            && answer.unique != Some(unique)
        {
            return Err(format!("unique is {:?}", answer.unique));
        }
        match (&recorded, answer.solutions.first()) {
            (Some(_), None) => Err("no solution was found".to_owned()),
            (Some(recorded), Some(SolutionData::Puzzle(first)))
                if instance["unique"] == true && first != recorded =>
            {
                Err(format!("another solution was found: {}", first.to_json()))
            }
            _ => Ok(()),
        }
    });
}

#[test]
fn instances_are_written_as_links_and_files() {
    check_each("instances", |_, _, instance| {
        let Some(puzzle) = instance_puzzle(instance) else { return Ok(()) };
        let link = puzzle.to_link().map_err(|error| error.to_string())?;
        let written = link.to_string();
        let expected = instance["written"].as_str().unwrap_or_else(|| text(instance, "url"));
        let expected = format!("https://puzz.link/p?{expected}");
        if written != expected {
            return Err(format!("it is written as {written}"));
        }
        if parse_link(&written).as_ref() != Ok(&puzzle) {
            return Err("the link is read as another puzzle".to_owned());
        }
        let file = puzzle.to_toml().ok_or("it is not written as a file")?;
        match parse(&file) {
            Ok(read) if read == puzzle => Ok(()),
            Ok(_) => Err(format!("the file is read as another puzzle:\n{file}")),
            Err(errors) => Err(format!("the file is not read: {errors:?}\n{file}")),
        }
    });
}

/// A board whose answer is wrong by a rule of pzprjs breaks the corresponding rule of ours.
#[test]
fn wrong_boards_break_the_recorded_rule() {
    check_each("wrong", |_, data, wrong| {
        let (url, code) = (text(wrong, "url"), text(wrong, "code"));
        let puzzle = puzzle(url);
        // The first rule that pzprjs names can be another one than those of ours.
        let rule = wrong["rule"].as_str().unwrap_or_else(|| text(&data["rules"], code));
        match check(&puzzle, &solution(&puzzle, &wrong["answer"])) {
            Ok(()) => Err(format!("it is accepted, although {code} ({rule})")),
            Err(broken) if broken.iter().any(|violation| violation.rule == rule) => Ok(()),
            Err(broken) => {
                let names: Vec<&str> = broken.iter().map(|violation| violation.rule).collect();
                Err(format!("{code}: {names:?} instead of {rule}"))
            }
        }
    });
}

/// Drawings of the puzzle and of the solution have the size of the board, and are not empty.
#[test]
fn instances_are_drawn() {
    check_each("instances", |_, _, instance| {
        let (Some(puzzle), Some(json)) = (instance_puzzle(instance), instance.get("solution"))
        else {
            return Ok(());
        };
        let solution = solution(&puzzle, json);
        let [empty, solved] = [None, Some(&solution)].map(|solution| puzzle.svg(solution));
        if empty == solved || puzzle.draw(None) == puzzle.draw(Some(&solution)) {
            return Err("the solution is not drawn".to_owned());
        }
        assert!(empty.starts_with("<svg ") && empty.ends_with("</svg>\n"));
        Ok(())
    });
}
