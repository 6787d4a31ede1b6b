//! The format documents: their examples are valid, and their lists of error codes are complete.

use std::collections::BTreeSet;

use gordian_perm::cube3::LowercaseMeaning;
use gordian_puzzles::cube3::parse_state;
use gordian_puzzles::{Kind, Solution, SudokuCube, check, parse};

use crate::support::{cube, files, puzzle, text};

const PUZZLE_FILES: &str = "../../docs/formats/puzzle-files.md";
const SOLUTION_JSON: &str = "../../docs/formats/solution-json.md";
const SQUARE1: &str = "../../docs/square1.md";
const CUBE: &str = "../../docs/cube.md";

/// Returns the fenced code blocks of a document in `language`.
pub(crate) fn blocks(document: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let starts = document.split(&fence).skip(1);
    starts.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Returns the pages of all kinds.
fn pages() -> String {
    Kind::all().iter().map(|kind| text(&format!("../../docs/kinds/{kind}.md"))).collect()
}

#[test]
fn examples_of_puzzles_are_valid() {
    let examples = blocks(&pages(), "toml");
    assert!(examples.len() >= 12, "{}", examples.len());
    for example in examples {
        puzzle(&example);
    }
}

#[test]
fn examples_of_solutions_solve_their_puzzles() {
    let document = text(SOLUTION_JSON);
    let solutions = blocks(&document, "json");
    let puzzles = blocks(&pages(), "toml");
    let solve = |puzzle: &str, solution: &str| {
        let puzzle = parse(puzzle).unwrap();
        let solution = Solution::parse(puzzle.kind(), solution).unwrap();
        assert_eq!(check(&puzzle, &solution), Ok(()));
    };
    solve(&puzzles[0], &solutions[0]);
    solve(&puzzles[0], &blocks(&document, "text")[0]);
    solve(&puzzles[4], &solutions[1]);
    solve(&puzzles[5], &solutions[2]);
    solve(&puzzles[6], &solutions[2]);
    solve(&puzzles[7], &solutions[3]);
    solve(&puzzles[8], &solutions[4]);
    solve(&puzzles[10], &solutions[5]);
    assert_eq!(cube(&puzzles[5]), cube(&puzzles[6]));
}

/// Exactly the error codes that the tests can cause are documented.
#[test]
fn every_code_is_documented() {
    let mut codes = BTreeSet::from(["puzzle.too-long".to_owned(), "solution.too-long".to_owned()]);
    for file in files("testdata/malformed") {
        let diagnostics = parse(&fs_err::read_to_string(file).unwrap()).unwrap_err();
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code.to_owned()));
    }
    for malformed in ["{", "[]", "null", r#"{"schema": 2, "solution": {}}"#] {
        let diagnostics = Solution::parse(Kind::of::<SudokuCube>(), malformed).unwrap_err();
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code.to_owned()));
    }
    for malformed in ["{", "{}", r#"{"schema": 2}"#] {
        let diagnostics = parse_state(malformed, LowercaseMeaning::Wide).unwrap_err();
        codes.extend(diagnostics.iter().map(|diagnostic| diagnostic.code.to_owned()));
    }
    // Invalid piece numbers occur only in positions constructed in code.
    codes.insert("cube.no-such-piece".to_owned());
    let documents = [PUZZLE_FILES, SOLUTION_JSON, SQUARE1, CUBE].map(text).concat() + &pages();
    let rows = documents.lines().filter_map(|line| line.strip_prefix("| `"));
    let documented: BTreeSet<String> = rows
        .filter_map(|row| row.split('`').next())
        .filter(|name| name.contains('.'))
        .map(str::to_owned)
        .collect();
    assert_eq!(codes, documented);
}

#[test]
fn the_example_position_is_valid() {
    let example = &blocks(&text(CUBE), "json")[0];
    assert_eq!(
        parse_state(example, LowercaseMeaning::Wide),
        parse_state("R", LowercaseMeaning::Wide)
    );
}
