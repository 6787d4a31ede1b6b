//! The examples of the technique pages: the page draws them, and the solver must find them.
//!
//! `web/src/techniques/techniques.json` holds what the solver knows about each technique: names,
//! ratings, and the example of the table of techniques with its step. The definitions beside it, in
//! TypeScript, are written by hand. The ignored test writes the file; it also searches for a
//! position for each technique whose row has an empty example, and prints it for the table:
//!
//! ```text
//! cargo test -p gordian-logic --test it -- --ignored examples_are_written
//! ```

use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gordian_core::{Cancel, NoProgress};
use gordian_grid::{Grid, Layout};
use gordian_logic::{Config, Example, Link, Position, Step, Technique};
use gordian_sudoku::formats::parse_line;
use gordian_sudoku::tasks::{GenerateOptions, generate};
use rayon::prelude::*;
use serde_json::{Value, json};

const PAGES: &str = include_str!("../../../../web/src/techniques/techniques.json");

/// Puzzles with steps that are rare in generated puzzles.
const HARD: [&str; 14] = [
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
    "002080067670000800000670000006000780020016054005000612061000405008050106457361298",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ".2.3.....4...5......6..17..5..2......3.....4...1..68....9......7..1..9.......9.68",
    "98.76....7.....9...54......6...3.8....5....2......4.1..7.38.......9..3.......1..2",
    "98.7.....7..86......5..4...3..6..9....2.............51.7..8.3.......67.......1.42",
    "5.......9.2.1...7...8...3...4...2.......5.......7.6.1...3...8...6...4.2.9.......5",
    "1.....9...3...7.4...5.....2.....6.7.....1.....4.3.8...9.......5.7.8...3...2...1..",
    ".......89.5.1.....6....31...7...16......9..2...8.....4..4.2....7..5..3...6...7...",
    "...........1...8.34...7..6....1.82....8.....17...5..........3.2.6..9..4..5.....9.",
    "98.7..6..5...9.......3.8...7...6.9...4.....1...2..........1.3.8.1.....4...95.....",
];

/// Parses a position from a line of HoDoKu's library.
fn read(line: &str) -> (Grid, Vec<(usize, u8)>) {
    let read = parse_line(line, None).expect("a position");
    (read.puzzle, read.placed)
}

/// Formats a position of the classic grid as a line of HoDoKu's library.
fn line(position: &Position) -> String {
    let mut grid = String::new();
    let mut placed = Vec::new();
    let mut givens = vec![0; 81];
    for (cell, &digit) in position.values().iter().enumerate() {
        match (digit, position.is_given(cell)) {
            (0, _) => grid.push('.'),
            (_, true) => {
                givens[cell] = digit;
                let _ = write!(grid, "{digit}");
            }
            (_, false) => {
                placed.push((cell, digit));
                let _ = write!(grid, "+{digit}");
            }
        }
    }
    let basic = Position::new(&Grid::new(Layout::classic(), givens), &placed);
    let eliminated = (0..81).flat_map(|cell| {
        let mask = basic.mask(cell) & !position.mask(cell);
        let digits = (1..=9).filter(move |digit| mask >> (digit - 1) & 1 == 1);
        digits.map(move |digit| format!("{digit}{}{}", cell / 9 + 1, cell % 9 + 1))
    });
    format!(":0000:x:{grid}:{}:::", eliminated.collect::<Vec<_>>().join(" "))
}

/// Returns the entry of a technique with the step of its example.
fn entry(technique: Technique, line: &str, step: &Step) -> Value {
    let (puzzle, placed) = read(line);
    let position = Position::of_player(&puzzle, &placed, &Cancel::new());
    let candidates = (0..81).map(|cell| -> String {
        let mask = position.mask(cell);
        (1..=9).filter(|digit| mask >> (digit - 1) & 1 == 1).map(|d: u8| d.to_string()).collect()
    });
    let digits = |all: &[u8]| -> String { all.iter().map(u8::to_string).collect() };
    let mut document = json!(step.document(position.layout()));
    document["name"] = json!(technique.name());
    json!({
        "technique": technique.slug(),
        "name": technique.name(),
        "aliases": technique.aliases(),
        "weight": f64::from(technique.weight().0) / 10.0,
        "hodoku": technique.hodoku().map(|about| json!({
            "score": about.score,
            "level": about.level.name(),
            "default": about.is_default,
        })),
        "assumes_unique": technique.needs_uniqueness(),
        "example": {
            "position": line,
            "givens": digits(&puzzle.givens),
            "values": digits(position.values()),
            "candidates": candidates.collect::<Vec<_>>(),
            "step": document,
        },
    })
}

/// Returns the conclusion of a step in Eureka notation.
fn conclusion(step: &Step, layout: &Layout) -> String {
    let eureka = step.eureka(layout);
    eureka.rsplit(" => ").next().expect("a conclusion").to_owned()
}

/// Returns the step of a technique in a position with this conclusion.
fn step_with_conclusion(technique: Technique, line: &str, expected: &str) -> Option<Step> {
    let (puzzle, placed) = read(line);
    let position = Position::of_player(&puzzle, &placed, &Cancel::new());
    let steps = position.steps(technique).into_iter();
    { steps }.find(|step| conclusion(step, position.layout()) == expected)
}

/// Returns the example of each technique with the step that the solver finds.
pub(crate) fn examples() -> Vec<(Technique, Position, Step)> {
    let examples = Technique::all().map(|technique| {
        let Example { position, conclusion } = technique.example();
        let (puzzle, placed) = read(position);
        let step = step_with_conclusion(technique, position, conclusion).expect("a step");
        (technique, Position::of_player(&puzzle, &placed, &Cancel::new()), step)
    });
    examples.collect()
}

#[test]
fn every_technique_has_a_page_whose_example_the_solver_finds() {
    let pages: Value = serde_json::from_str(PAGES).expect("JSON");
    let entries = pages.as_array().expect("a list");
    assert_eq!(entries.len(), Technique::all().count());
    let failures: Mutex<Vec<String>> = Mutex::default();
    let mut order: Vec<Technique> = Technique::all().collect();
    order.sort_by_key(|technique| technique.weight());
    let numbered: Vec<(usize, Technique)> = order.into_iter().enumerate().collect();
    numbered.par_iter().for_each(|&(number, technique)| {
        let fail =
            |why: &str| failures.lock().expect("no panic").push(format!("{technique}: {why}"));
        let Example { position: line, conclusion } = technique.example();
        let (puzzle, placed) = read(line);
        let candidates = crate::true_candidates(&puzzle, &placed);
        if !candidates.is_unique() {
            return fail("the puzzle does not have exactly one solution");
        }
        let Some(step) = step_with_conclusion(technique, line, conclusion) else {
            return fail("the solver does not find the step");
        };
        if candidates.refutes(&step).is_some() || !candidates.confirms(&step) {
            return fail("the step is wrong");
        }
        if entries[number] != entry(technique, line, &step) {
            fail("the page differs; run `examples_are_written`");
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the size of a step for the reader; of several examples the smallest is the best.
fn size(step: &Step) -> usize {
    let pattern = &step.pattern;
    // A set of one cell is a bivalue cell, which simpler chains use as well.
    let of_sets =
        pattern.sets.iter().map(|set| if set.cells.len() == 1 { 6 } else { set.cells.len() });
    let of_sets: usize = of_sets.sum();
    let mut cells: Vec<usize> = pattern.sets.iter().flat_map(|set| set.cells.clone()).collect();
    let n_cells = cells.len();
    cells.sort_unstable();
    cells.dedup();
    let n_common = n_cells - cells.len();
    // Prefer typical steps: several cases, and in a net several premises.
    let is_net = step.technique.slug().starts_with("forcing-net");
    let joins = |link: &Link| {
        let same = pattern.links.iter().filter(|other| other.strong && other.to == link.to);
        link.strong && same.count() > 1
    };
    let plain = usize::from(is_net && !pattern.links.iter().any(joins));
    let two_cases = usize::from(pattern.branches.len() == 2);
    let n_gone = step.eliminations.len().min(3) + 3 * step.placements.len().min(1);
    // A chain of two or three links is also another technique.
    let links = pattern.links.len();
    let short = if links > 0 && links < 5 { 3 * (5 - links) } else { 0 };
    4 * links + short + 2 * of_sets + pattern.cells.len() + 2 * pattern.fins.len() + 6 - n_gone
        + 10 * n_common
        + 40 * plain
        + 16 * two_cases
}

/// Searches for an example of a technique in positions where lighter techniques than `limit` have
/// no step.
fn search(
    technique: Technique,
    puzzles: &[Grid],
    limit: u32,
    time: Duration,
) -> Option<(String, Step)> {
    const ENOUGH: usize = 16;
    let begin = Instant::now();
    let mut config = Config::all();
    config.techniques.retain(|other| *other != technique && other.weight().0 < 90);
    let mut best: Option<(usize, String, Step)> = None;
    let mut n_found = 0;
    for puzzle in puzzles {
        let mut position = Position::new(puzzle, &[]);
        while let Some(step) = position.next_step(&config) {
            if step.technique.weight().0 >= limit {
                let found = position.steps(technique);
                if let Some(step) = found.into_iter().min_by_key(size) {
                    n_found += 1;
                    if best.as_ref().is_none_or(|(smallest, ..)| size(&step) < *smallest) {
                        best = Some((size(&step), line(&position), step));
                    }
                }
            }
            let time = if best.is_some() { time / 4 } else { time };
            if n_found >= ENOUGH || begin.elapsed() > time {
                return best.map(|(_, line, step)| (line, step));
            }
            position.apply(&step);
        }
    }
    best.map(|(_, line, step)| (line, step))
}

#[test]
#[ignore = "writes the examples of the technique pages"]
fn examples_are_written() {
    let layout = Layout::classic();
    let hard = HARD.iter().map(|line| parse_line(line, None).expect("a puzzle").puzzle);
    let is_missing = |technique: Technique| technique.example().position.is_empty();
    let n_puzzles = if Technique::all().any(is_missing) { 400 } else { 0 };
    let generated = (0..n_puzzles).map(|seed| {
        let options =
            GenerateOptions { seed, minimal: seed % 4 != 0, ..GenerateOptions::default() };
        let made = generate(&layout, &options, &Cancel::new(), &NoProgress);
        made.expect("a usual request").best.expect("most attempts give a puzzle").puzzle
    });
    let generated: Vec<Grid> = generated.collect();
    let is_unique = |puzzle: &Grid| crate::true_candidates(puzzle, &[]).is_unique();
    let hard: Vec<Grid> = hard.filter(is_unique).collect();
    let all: Vec<Grid> = hard.iter().chain(&generated).cloned().collect();
    let easy_first: Vec<Grid> = generated.iter().chain(&hard).cloned().collect();
    let mut order: Vec<Technique> = Technique::all().collect();
    order.sort_by_key(|technique| technique.weight());
    let entries: Vec<Option<Value>> = order
        .par_iter()
        .map(|&technique| {
            let Example { position: line, conclusion: expected } = technique.example();
            if !line.is_empty() {
                let step = step_with_conclusion(technique, line, expected);
                return Some(entry(technique, line, &step.expect("the step of the example")));
            }
            let weight = technique.weight().0;
            let puzzles = if weight > 80 { &all } else { &easy_first };
            let limits = [weight.min(45), 30.min(weight), 0];
            let found = limits
                .iter()
                .find_map(|&limit| search(technique, puzzles, limit, Duration::from_secs(40)));
            let Some((line, step)) = found else {
                eprintln!("{technique}: no example found");
                return None;
            };
            eprintln!("{technique}: \"{line}\" => \"{}\"", conclusion(&step, &layout));
            Some(entry(technique, &line, &step))
        })
        .collect();
    let mut text = String::from("[\n");
    let entries: Vec<Value> = entries.into_iter().flatten().collect();
    for (number, entry) in entries.iter().enumerate() {
        let comma = if number + 1 < entries.len() { "," } else { "" };
        let _ = writeln!(text, "{entry}{comma}");
    }
    text.push_str("]\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/techniques/techniques.json");
    fs_err::write(path, text).expect("the file can be written");
}
