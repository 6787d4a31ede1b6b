//! Ratings compared with published ratings of Sudoku Explainer 1.2.1.
//!
//! Sources: [cb] Denis Berthier's controlled-bias collection with its list of ratings (file 001; ER
//! alone); [hardest] "The hardest sudokus" threads of the players' forum; [em] the thread "Easter
//! Monster derivatives" there, Mike Metcalf, 2017; [te2] Berthier's list of exceptions among
//! Paquita's puzzles of 2023.

use std::time::Duration;

use gordian_core::Cancel;
use gordian_explainer::{ExplainerRating, ExplainerRule, Tenths, explainer_rating};
use gordian_grid::{Grid, Layout};

fn puzzle(text: &str) -> Grid {
    let digit = |c: u8| if c.is_ascii_digit() { c - b'0' } else { 0 };
    Grid::new(Layout::classic(), text.bytes().map(digit).collect())
}

fn rate(text: &str) -> ExplainerRating {
    explainer_rating(&puzzle(text), &Cancel::new()).expect("one solution")
}

/// Compares the rating with the published ER, or ER/EP/ED.
fn check(text: &str, published: &str) {
    let ExplainerRating { er, ep, ed, .. } = rate(text);
    let found = match published.matches('/').count() {
        0 => format!("{er}"),
        _ => format!("{er}/{ep}/{ed}"),
    };
    assert_eq!(found, published, "{text}");
}

#[test]
fn ratings_without_chains_are_those_published() {
    // [cb]
    check(
        ".2.4.67.9..........8..2.4.....6....8....7.236..42....73.........91..785.8.2...39.",
        "1.2",
    );
    check(
        ".23.5.7...5..........1..46.......9.7..5.7..18....3.....4.6.23..6..5....4.....8..6",
        "1.5",
    );
    check(
        ".2.4....945.7......89..3.65....9....39.....72.....7.41.78........2......94....837",
        "1.7",
    );
    check(
        "12.....8......9.....9.2.4....4..7..6.....1.4..7....35..4..6.5....2374.1....2..9..",
        "2.0",
    );
    check(
        "1....67.9.5..8....7.....56...7..5.4.......2..9....2.51.9.3.....634.1..92..1......",
        "2.3",
    );
    check(
        "..3.....9..678....78.1.3.6.21.......3...4........91.42......3.......7...9.15..8.4",
        "2.5",
    );
    check(
        "..3.567....6....2..8.1............58.9..32..486.91.....1.29.8.....3.........6.2..",
        "2.6",
    );
    check(
        "..3...7..45...9.2..........2..5.........3.84......76.13...1..9..94...5.88..6..3..",
        "2.8",
    );
    check(
        "...4....9.5...9.2.7......6..1.93........6.4....45....2..1......638....7......18.5",
        "3.4",
    );
    check(
        "1.3.5..8...6....2.......4.5.1.5.......82..34...789.5.23....2..18......3..41......",
        "4.2",
    );
    check(
        "1...5.78..5...91.3...1..4...1..7.3.63....4.5....2.1...5.2....4.69......8......9..",
        "4.5",
    );
    check(
        "1.3....8.4...8.1..7....3.6..41.6....39......2.6....37.6...1.........49.1.....8...",
        "5.6",
    );
}

#[test]
fn ratings_of_cycles_and_chains_are_those_published() {
    // [cb]
    check(
        "....5.7.9..6.8..2.7.91....62.........37..2..4..8..7....6..91......6..5..9.1.7..38",
        "6.6",
    );
    check(
        "1.3..67...5...........2.4.....9.....5..37...1897..43.63...9.....1......2948...5..",
        "6.7",
    );
    check(
        "1..45..8...6..9.2.7....35..2..8.4.3..67.....2.3.2.....3..9....6..8.4.3......1..48",
        "6.9",
    );
    check(
        "1...56......7...2...9.2.......5.8.76..8..4..19...6...........9.6.......7.713...54",
        "7.1",
    );
    check(
        "..3....8..5.78.1....91....52.......6..7....3.6...1.......2..9....16..3..9725...1.",
        "7.2",
    );
    check(
        ".23.5.7.9.....91..7..........46.....3......1..9.241.3.5....2.76...8..9.........51",
        "7.3",
    );
}

#[test]
fn ratings_of_multiple_and_dynamic_chains_are_those_published() {
    // [cb]
    check(
        "1....6....567..1...89.....52.8..7....9...1.......4.93..6.87.39...2.3.6.....6.48..",
        "7.6",
    );
    check(
        ".23..6...4.......3...1..46...58....1..7.3..428.........4....2......1..7.9..2.8.3.",
        "8.3",
    );
    check(
        "..34...8....7.9.23..9.2.4...15.7.9.........4..6....5...9.......6..8....28.25..6.1",
        "8.4",
    );
    check(
        ".2....7.9..67....37..12.4....8.4.39..67..8.4.............8..95.6..3....2.912....4",
        "8.8",
    );
}

#[test]
#[ignore = "slow: ratings with nested chains, up to the hardest known puzzles"]
fn ratings_of_nested_chains_are_those_published() {
    // AI Escargot and a puzzle of 2012, both Arto Inkala's; Platinum Blonde; Easter Monster;
    // Golden Nugget. [hardest]
    check(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        "10.5",
    );
    check(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "10.7",
    );
    check(
        ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
        "10.6",
    );
    check(
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        "11.6",
    );
    check(
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "11.9/11.9/11.3",
    );
    // [em]
    check(
        ".2.3.....4...5......6..17..5..2......3.....4...1..68....9......7..1..9.......9.68",
        "10.8/10.8/2.6",
    );
    // [te2]
    check(
        "98.76....7.....9...54......6...3.8....5....2......4.1..7.38.......9..3.......1..2",
        "11.7/11.7/2.6",
    );
    check(
        "98.7.....7..86......5..4...3..6..9....2.............51.7..8.3.......67.......1.42",
        "11.6/1.2/1.2",
    );
}

#[test]
fn rated_steps_lead_to_the_solution() {
    let text = ".2....7.9..67....37..12.4....8.4.39..67..8.4.............8..95.6..3....2.912....4";
    let rating = rate(text);
    let hardest = rating.steps.iter().max_by_key(|step| step.rating).expect("steps");
    assert_eq!((hardest.rule, hardest.rating), (ExplainerRule::DynamicForcingChain, rating.er));
    assert_eq!((rating.ep, rating.ed), (Tenths(12), rating.steps[0].rating));
    let mut digits = puzzle(text).givens;
    for placed in rating.steps.iter().filter_map(|step| step.placement) {
        assert_eq!(std::mem::replace(&mut digits[placed.cell], placed.digit), 0);
        for eliminated in rating.steps.iter().flat_map(|step| &step.eliminations) {
            assert!(*eliminated != placed, "{placed:?} was taken away");
        }
    }
    assert!(!digits.contains(&0), "{digits:?}");
    for house in Layout::classic().houses() {
        let held = house.cells.iter().fold(0_u16, |set, &cell| set | 1 << digits[cell]);
        assert_eq!(held, 0b11_1111_1110, "{:?}", house.cells);
    }
}

#[test]
fn unsupported_puzzles_have_no_rating() {
    let rate = |puzzle: &Grid, cancel: &Cancel| explainer_rating(puzzle, cancel);
    let cancel = Cancel::new();
    let none = Grid::new(Layout::classic(), vec![0; 81]);
    assert_eq!(rate(&none, &cancel), None, "many solutions");
    let mut twice = none.clone();
    twice.givens[..2].copy_from_slice(&[1, 1]);
    assert_eq!(rate(&twice, &cancel), None, "no solution");
    let easy = "12.....8......9.....9.2.4....4..7..6.....1.4..7....35..4..6.5....2374.1....2..9..";
    let mut grouped = puzzle(easy);
    grouped.layout = grouped.layout.with_group("first row", (0..9).collect()).expect("a layout");
    assert_eq!(rate(&grouped, &cancel), None, "another layout");

    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
    let soon = cancel.with_time_limit(Duration::from_millis(20));
    assert_eq!(rate(&puzzle(hard), &soon), None, "stopped");
}
