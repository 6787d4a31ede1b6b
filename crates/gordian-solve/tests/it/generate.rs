//! Generated pencil puzzles: one solution on both roads.

use std::path::Path;
use std::time::Duration;

use gordian_core::{Cancel, NoProgress};
use gordian_puzzles::board::Size;
use gordian_puzzles::rules::Rule;
use gordian_puzzles::{Kind, Puzzle, check, parse, parse_link};
use gordian_solve::generate::{
    GenerateError, GenerateRequest, GeneratedPuzzle, Symmetry, generate,
};
use gordian_solve::steps::{Level, explain_steps};
use gordian_solve::{Engine, Request, SolutionData};

use crate::answer;

fn generated(
    kind: Kind,
    side: usize,
    seed: u64,
    symmetry: Symmetry,
) -> Result<GeneratedPuzzle, GenerateError> {
    let size = Size::new(side, side + 1);
    let size = if kind.name() == "skyscrapers" || kind.name() == "easyasabc" {
        Size::new(side, side)
    } else {
        size
    };
    let request = GenerateRequest {
        kind,
        size,
        seed,
        symmetry,
        difficulty: None,
        rules: Vec::new(),
        omitted: Vec::new(),
    };
    // Some kinds are not found at every size.
    generate(&request, &Cancel::new().within(Some(Duration::from_secs(5))))
}

/// Checks that files and links of a puzzle are read as the puzzle.
fn check_forms(puzzle: &Puzzle) {
    let file = puzzle.to_toml().expect("pencil puzzles are written");
    assert_eq!(parse(&file).as_ref(), Ok(puzzle), "{file}");
    if let Ok(link) = puzzle.to_link() {
        assert_eq!(parse_link(&link.to_string()).as_ref(), Ok(puzzle), "{link}");
    }
}

/// A cave of one cell would have the number 1, which no cave may have.
#[test]
fn generated_clues_are_in_the_range_of_the_kind() {
    let kind = Kind::named("cave").unwrap();
    let mut n_found = 0;
    for seed in 0..60 {
        if let Ok(found) = generated(kind, 4, seed, Symmetry::None) {
            check_forms(&found.puzzle);
            n_found += 1;
        }
    }
    assert!(n_found >= 30, "{n_found} were found");
}

#[test]
fn generated_puzzles_have_one_solution_on_both_roads() {
    let mut n_kinds = 0;
    for &kind in Kind::all() {
        if kind.pencil().is_none() {
            let error = generated(kind, 5, 1, Symmetry::None).unwrap_err();
            assert_eq!(error.code(), "generate.not-supported", "{kind}");
            continue;
        }
        let Ok(found) = generated(kind, 5, 7, Symmetry::None) else { continue };
        n_kinds += 1;
        assert!(found.n_clues <= found.n_possible, "{kind}");
        check_forms(&found.puzzle);
        // Where only rooms are given, there is no clue.
        let form = kind.pencil().unwrap().form;
        let has_clues = form.cells.is_some()
            || form.points.is_some()
            || form.dots.is_some()
            || form.outside.is_some()
            || found.puzzle.pencil_board().expect("a pencil puzzle").holes().next().is_some();
        assert_eq!(found.n_possible > 0, has_clues, "{kind}");
        for engine in ["sat", "lcg"] {
            let engine: Engine = engine.parse().unwrap();
            let answer = answer(&found.puzzle, &Request { engine, ..Request::default() });
            assert_eq!(answer.unique, Some(true), "{kind} by {engine:?}");
            assert_eq!(answer.solutions.first(), Some(&found.solution), "{kind} by {engine:?}");
        }
    }
    assert!(n_kinds >= 35, "{n_kinds} kinds were generated");
}

/// Boards of rooms alone, and of numbers whose places matter, are almost never unique at random.
#[test]
fn boards_are_changed_until_they_are_unique() {
    let sizes =
        [("starbattle", 14), ("norinori", 6), ("nonogram", 15), ("shikaku", 14), ("nurikabe", 8)];
    for (name, side) in sizes {
        let request = GenerateRequest {
            kind: Kind::named(name).unwrap(),
            size: Size::new(side, side),
            seed: 1,
            symmetry: Symmetry::None,
            difficulty: None,
            rules: Vec::new(),
            omitted: Vec::new(),
        };
        let found = generate(&request, &Cancel::new().within(Some(Duration::from_secs(120))));
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        let engine: Engine = "cadical".parse().unwrap();
        let answer = answer(&found.puzzle, &Request { engine, ..Request::default() });
        assert_eq!(answer.unique, Some(true), "{name}");
        assert_eq!(answer.solutions.first(), Some(&found.solution), "{name}");
    }
}

#[test]
fn boards_of_impossible_sizes_are_refused() {
    for (name, rows, columns) in [("starbattle", 5, 6), ("skyscrapers", 4, 5), ("slither", 1, 5)] {
        let request = GenerateRequest {
            kind: Kind::named(name).unwrap(),
            size: Size::new(rows, columns),
            seed: 1,
            symmetry: Symmetry::None,
            difficulty: None,
            rules: Vec::new(),
            omitted: Vec::new(),
        };
        let error = generate(&request, &Cancel::new()).unwrap_err();
        assert_eq!(error.code(), "generate.size", "{name}: {error}");
    }
}

#[test]
fn puzzles_of_each_level_are_generated() {
    for name in ["heyawake", "tents"] {
        for level in [Level::Easy, Level::Medium, Level::Hard, Level::Expert] {
            let request = GenerateRequest {
                kind: Kind::named(name).unwrap(),
                size: Size::new(5, 5),
                seed: 1,
                symmetry: Symmetry::None,
                difficulty: Some(level),
                rules: Vec::new(),
                omitted: Vec::new(),
            };
            let found =
                match generate(&request, &Cancel::new().within(Some(Duration::from_secs(600)))) {
                    Ok(found) => found,
                    Err(error) => panic!("{name} {level:?}: {error}"),
                };
            assert_eq!(found.difficulty.map(|it| it.level()), Some(level), "{name}");
            let steps =
                explain_steps(&found.puzzle, &Request::default(), &Cancel::new(), &NoProgress);
            let steps = steps.unwrap().expect("there is a solution");
            assert_eq!(steps.difficulty(), found.difficulty, "{name} {level:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    for name in ["slither", "kurodoko", "nurikabe", "moonsun", "numlin", "battleship"] {
        let kind = Kind::named(name).unwrap();
        let [a, b] = [(); 2].map(|()| generated(kind, 5, 3, Symmetry::HalfTurn).unwrap().puzzle);
        assert_eq!(a, b, "{name}");
        let board = a.pencil_board().unwrap();
        let (rows, columns) = (board.size().rows, board.size().columns);
        if name == "slither" {
            for (cell, _) in board.clues() {
                let image =
                    gordian_puzzles::Cell::new(rows - 1 - cell.row, columns - 1 - cell.column);
                assert!(board.cells[image].is_clue(), "{cell} has a clue, but not {image}");
            }
        }
    }
}

/// The files of `examples/rules`, each with its kind.
const GENRES: [(&str, &str); 10] = [
    ("corner-hitori", "hitori"),
    ("corner-stars", "starbattle"),
    ("minesweeper", "custom-objects"),
    ("mosaic", "custom-shading"),
    ("non-consecutive", "custom-numbers"),
    ("open-kurodoko", "kurodoko"),
    ("rooms-twice", "custom-loop"),
    ("small-areas", "custom-blocks"),
    ("straight-loop", "custom-loop"),
    ("tilepaint", "custom-shading"),
];

/// Genres that no code names are generated, proved unique on both roads, and explained.
#[test]
fn genres_are_files_of_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules");
    assert_eq!(fs_err::read_dir(&folder).unwrap().count(), GENRES.len());
    for (name, kind) in GENRES {
        let text = fs_err::read_to_string(folder.join(format!("{name}.toml"))).unwrap();
        assert!(text.contains(&format!("with `{kind}`")), "{name} says its kind");
        let kind = Kind::named(kind).unwrap();
        let pencil = kind.pencil().unwrap();
        let (rules, omitted) = Rule::parse_all(&text, pencil.form, &(pencil.omittable)()).unwrap();
        let request = GenerateRequest {
            kind,
            size: Size::new(5, 5),
            seed: 1,
            symmetry: Symmetry::None,
            difficulty: None,
            rules: rules.clone(),
            omitted,
        };
        let found = generate(&request, &Cancel::new().within(Some(Duration::from_secs(120))));
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        let board = found.puzzle.pencil_board().unwrap();
        assert_eq!(board.rules, rules, "{name}");
        let SolutionData::Puzzle(solution) = &found.solution else { panic!("{name}") };
        assert_eq!(check(&found.puzzle, solution), Ok(()), "{name}");
        let numbers: Vec<u32> = board.clues().filter_map(|(_, clue)| clue.number()).collect();
        let is_trivial = !numbers.is_empty() && numbers.iter().all(|&number| number == 0);
        assert!(!is_trivial, "{name}: {board:?}");
        for engine in ["sat", "lcg"] {
            let engine: Engine = engine.parse().unwrap();
            let answer = answer(&found.puzzle, &Request { engine, ..Request::default() });
            assert_eq!(answer.unique, Some(true), "{name} by {engine:?}");
            assert_eq!(answer.solutions.first(), Some(&found.solution), "{name} by {engine:?}");
        }
        let steps = explain_steps(&found.puzzle, &Request::default(), &Cancel::new(), &NoProgress);
        let steps = steps.unwrap().expect("there is a solution");
        let last = steps.steps.last().expect("there is a step");
        assert_eq!(SolutionData::Puzzle(last.part.clone()), found.solution, "{name}");
    }
}
