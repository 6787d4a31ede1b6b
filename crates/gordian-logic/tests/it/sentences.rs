//! The sentences and Eureka notation of common techniques.

use std::fmt::Write as _;

use gordian_core::{Cancel, NoProgress};
use gordian_grid::{Grid, Layout};
use gordian_logic::{Config, Position, Step, Technique};
use gordian_sudoku::tasks::{GenerateOptions, generate};

/// Returns the first step of a technique in solutions that prefer it to all but the simplest
/// techniques.
fn example(technique: Technique, puzzles: &[Grid]) -> Option<Step> {
    let order = |other: &Technique| match other.weight().0 {
        _ if *other == technique => 30,
        weight @ 0..30 => weight,
        weight => weight + 1,
    };
    let mut config = Config::all().without(&[Technique::BruteForce]);
    config.techniques.sort_by_key(order);
    puzzles.iter().find_map(|puzzle| {
        let solved = Position::new(puzzle, &[]).solve(&config);
        solved.steps.into_iter().find(|step| step.technique == technique)
    })
}

#[test]
fn common_techniques_have_sentences() {
    let layout = Layout::classic();
    let puzzles: Vec<Grid> = (0..40)
        .map(|seed| {
            let options = GenerateOptions { seed, minimal: true, ..GenerateOptions::default() };
            let made = generate(&layout, &options, &Cancel::new(), &NoProgress);
            made.expect("valid options").best.expect("most attempts give a puzzle").puzzle
        })
        .collect();
    let mut text = String::new();
    for technique in Technique::all().filter(|technique| technique.weight().0 < 100) {
        if let Some(step) = example(technique, &puzzles) {
            let _ = writeln!(text, "{}\n    {}", step.sentence(&layout), step.eureka(&layout));
        }
    }
    insta::assert_snapshot!(text);
}
