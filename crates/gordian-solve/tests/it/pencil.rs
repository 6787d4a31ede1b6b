//! Published pencil puzzles of every kind with links: solutions, uniqueness, links, files, broken
//! rules.

use std::collections::BTreeSet;

use gordian_puzzles::{Kind, Puzzle, Solution, check, parse, parse_link};
use gordian_solve::{Request, SolutionData};
use serde_json::Value;

use crate::answer;
use crate::pencil_data::{check_each, data, text};

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

/// Returns the puzzle of an instance; `None` for a variant that links cannot select, which is
/// refused by name.
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

/// The solution is the recorded one if that is unique, and as many solutions are found as the
/// record says.
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
