//! Puzzle files and solutions.

use std::sync::OnceLock;

use gordian_perm::cube3::Position;
use gordian_puzzles::{Cube3, Kind, Puzzle, Solution, Square1, check, parse, parse_link};
use gordian_solve::kind_page;

use super::{Target, Verdict, assert_diagnostics, assert_message, text, verdict};
use crate::corpus::{read_folder, repository};

pub(super) const FILES: Target = Target {
    name: "puzzle-files",
    summary: "puzzle files of all kinds",
    seeds: |corpus| {
        corpus.add_folder("puzzles", &["toml"]);
        for folder in ["malformed", "cubes", "grids", "boards"] {
            corpus.add_folder(&format!("crates/gordian-puzzles/testdata/{folder}"), &["toml"]);
        }
        for &kind in Kind::all() {
            corpus.add_fenced_blocks_of(&page(kind), &["toml"]);
        }
    },
    read: read_file,
};

pub(super) const SOLUTIONS: Target = Target {
    name: "solutions",
    summary: "solutions, each parsed as every puzzle kind",
    seeds: |corpus| {
        for &kind in Kind::all() {
            corpus.add_fenced_blocks_of(&page(kind), &["json", "text"]);
        }
        corpus.add_folder("crates/gordian-puzzles/testdata/malformed", &["json", "txt"]);
    },
    read: read_solution,
};

pub(super) const LINKS: Target = Target {
    name: "puzzle-links",
    summary: "links of puzz.link of all kinds",
    seeds: |corpus| {
        for link in examples().iter().filter_map(|puzzle| puzzle.to_link().ok()) {
            corpus.add_text(link.to_string());
        }
        corpus.add_fenced_blocks("docs/formats/links.md", &[]);
    },
    read: read_link,
};

/// Returns the page about a kind.
fn page(kind: Kind) -> String {
    let example = repository().join(format!("puzzles/{kind}.toml"));
    kind_page(kind, &fs_err::read_to_string(example).unwrap_or_default()).text
}

fn read_file(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let puzzle = match parse(&text) {
        Ok(puzzle) => puzzle,
        Err(diagnostics) => {
            assert_diagnostics(&text, &diagnostics);
            return Verdict::Rejected;
        }
    };
    assert!(!puzzle.draw(None).is_empty(), "the drawing is empty");
    assert_written(&puzzle);
    if let Some(puzzle) = puzzle.as_kind::<Square1>() {
        assert_eq!(puzzle.position.to_string().parse().as_ref(), Ok(&puzzle.position));
    }
    if let Some(puzzle) = puzzle.as_kind::<Cube3>() {
        assert_eq!(puzzle.position.to_string().parse().as_ref(), Ok(&puzzle.position));
        let scrambled = puzzle.scramble.as_ref().map(|scramble| Position::SOLVED.apply(scramble));
        assert!(scrambled.is_none_or(|position| position == puzzle.position));
    }
    Verdict::Accepted
}

/// The file that is written for a puzzle is read as this puzzle.
fn assert_written(puzzle: &Puzzle) {
    let Some(written) = puzzle.to_toml() else { return };
    match parse(&written) {
        Ok(again) => assert_eq!(&again, puzzle, "read again from {written}"),
        Err(diagnostics) => panic!("the written text is rejected: {diagnostics:?}\n{written}"),
    }
}

fn read_link(bytes: &[u8]) -> Verdict {
    let puzzle = match parse_link(&text(bytes)) {
        Ok(puzzle) => puzzle,
        Err(error) => {
            assert_message(&error.to_string());
            return Verdict::Rejected;
        }
    };
    assert!(!puzzle.draw(None).is_empty(), "the drawing is empty");
    assert_written(&puzzle);
    let link = puzzle.to_link().expect("a puzzle that was read from a link");
    assert_eq!(parse_link(&link.to_string()).as_ref(), Ok(&puzzle), "read again from {link}");
    Verdict::Accepted
}

/// Returns the puzzles of the folder of examples.
fn examples() -> &'static [Puzzle] {
    static EXAMPLES: OnceLock<Vec<Puzzle>> = OnceLock::new();
    EXAMPLES.get_or_init(|| {
        let files = read_folder(&repository().join("puzzles"), &["toml"]);
        let files = files.expect("the folder of examples exists");
        let puzzle = |bytes: Vec<u8>| parse(&text(&bytes)).expect("the examples are valid");
        files.into_iter().map(|(_, bytes)| puzzle(bytes)).collect()
    })
}

fn read_solution(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let mut accepted = false;
    for &kind in Kind::all() {
        let solution = match Solution::parse(kind, &text) {
            Ok(solution) => solution,
            Err(diagnostics) => {
                assert_diagnostics(&text, &diagnostics);
                continue;
            }
        };
        accepted = true;
        let written = solution.to_json().to_string();
        match Solution::parse(kind, &written) {
            // Flips of Square-1 are not written, so the sequence may differ.
            Ok(again) if kind == Kind::of::<Square1>() => {
                assert_eq!(again.to_json(), solution.to_json(), "written text changes");
            }
            Ok(again) => assert_eq!(again, solution, "read again from {written}"),
            Err(diagnostics) => panic!("the written text is rejected: {diagnostics:?}\n{written}"),
        }
        for puzzle in examples().iter().filter(|puzzle| puzzle.kind() == kind) {
            match check(puzzle, &solution) {
                Ok(()) => drop(puzzle.draw(Some(&solution))),
                Err(broken) => {
                    assert!(!broken.is_empty(), "rejected without a reason");
                    broken.iter().for_each(|rule| assert_message(&rule.to_string()));
                }
            }
        }
    }
    verdict(accepted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Corpus;

    #[test]
    fn every_kind_has_an_example() {
        for &kind in Kind::all() {
            assert!(examples().iter().any(|puzzle| puzzle.kind() == kind), "{kind}");
        }
    }

    #[test]
    fn every_kind_has_a_solution_among_the_seeds() {
        let corpus = Corpus::load(SOLUTIONS.name, SOLUTIONS.seeds).expect("seeds");
        for &kind in Kind::all() {
            let is_read = |text: &str| Solution::parse(kind, text).is_ok();
            assert!(corpus.seeds().iter().any(|seed| is_read(&text(&seed.content))), "{kind}");
        }
    }
}
