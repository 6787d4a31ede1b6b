//! Every kind: its examples are solved, checked, drawn, exported and read back. No kind is named
//! here.

use std::collections::BTreeSet;

use gordian_core::{Cancel, NoProgress};
use gordian_puzzles::{Kind, Solution};
use gordian_solve::export::{Format, export};
use gordian_solve::{Engine, Problem, Request, SearchError, SolveError, solve};
use serde_json::json;

use crate::requests::request;

/// Returns the names and texts of the examples.
fn examples() -> Vec<(String, String)> {
    let folder = fs_err::read_dir("../../puzzles").expect("the folder of examples");
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "toml"));
    files.sort();
    let read = |file: std::path::PathBuf| {
        (file.display().to_string(), fs_err::read_to_string(&file).unwrap())
    };
    files.into_iter().map(read).collect()
}

/// Every example has a solution. It keeps the rules, is drawn, and is read back as it was written;
/// the operations `solve`, `check` and `draw` agree.
#[test]
fn solutions_of_examples_are_right_and_read_back() {
    let mut seen = BTreeSet::new();
    for (name, text) in examples() {
        let puzzle = gordian_puzzles::parse(&text).unwrap();
        let answer = request("solve", &json!({"puzzle": text, "task": "first"})).unwrap();
        let solution = Solution::parse(puzzle.kind(), &answer["solution"].to_string()).unwrap();
        assert_eq!(puzzle.check(&solution), Ok(()), "{name}");
        assert_eq!(solution.to_json(), answer["solution"], "{name}");
        assert_eq!(Solution::parse(puzzle.kind(), &answer.to_string()), Ok(solution.clone()));
        let drawn = puzzle.draw(Some(&solution));
        assert_ne!(drawn, puzzle.draw(None), "{name}: the drawing shows the solution");
        assert_eq!(puzzle.draw_highlighted(&solution, &String::from), drawn, "{name}");
        assert!(!solution.to_line().contains('\n'), "{name}");

        let solved = json!({"puzzle": text, "solution": answer["solution"]});
        let checked = request("check", &solved).unwrap();
        assert_eq!((&checked["right"], &checked["broken"]), (&json!(true), &json!([])), "{name}");
        let document = request("draw", &solved).unwrap();
        let svg = puzzle.svg(Some(&solution));
        let title = puzzle.title();
        let kind = puzzle.kind().name();
        let expected =
            json!({"schema": 1, "kind": kind, "title": title, "text": drawn, "svg": svg});
        assert_eq!(document, expected, "{name}");
        seen.insert(puzzle.kind());
    }
    assert!(Kind::all().iter().all(|kind| seen.contains(kind)), "{seen:?}");
}

/// A kind without a model says so, and so does a model with a graph constraint, which is added
/// lazily; every other one is exported.
#[test]
fn models_of_examples_are_exported() {
    for (name, text) in examples() {
        let problem = Problem::Puzzle(gordian_puzzles::parse(&text).unwrap());
        let mut out = Vec::new();
        match export(&problem, Format::Cnf, &mut out) {
            Ok(()) => assert!(out.windows(6).any(|it| it == b"p cnf "), "{name}"),
            Err(error) if error.to_string().contains("has the graph constraint `") => {
                assert!(problem.kind() != "akari" && problem.kind() != "grid", "{name}: {error}");
            }
            Err(error) => {
                assert!(
                    error.to_string().starts_with("there is no model of the kind `"),
                    "{name}: {error}"
                );
                let request = Request { engine: Engine::Model, ..Request::default() };
                let solved = solve(&problem, &request, &Cancel::new(), &NoProgress);
                assert!(
                    matches!(solved, Err(SolveError::Search(SearchError::WrongEngine { .. }))),
                    "{name}"
                );
            }
        }
    }
}
