//! Every step on the way through very many puzzles is true.

use std::ops::Range;

use gordian_core::{Cancel, NoProgress, Random};
use gordian_logic::{Config, Position, Technique, TrueCandidates};
use gordian_sudoku::tasks::{ClueCount, GenerateOptions, generate};
use gordian_sudoku::{Candidates, Layout, Puzzle};
use rayon::prelude::*;

use crate::sound;

/// Returns a puzzle with one solution.
fn unique(layout: &Layout, seed: u64) -> Puzzle {
    let options = GenerateOptions {
        seed,
        clues: ClueCount::Any,
        attempts: 1000,
        ..GenerateOptions::default()
    };
    let made = generate(layout, &options, &Cancel::new(), &NoProgress).expect("a usual wish");
    made.best.expect("most attempts give a puzzle").puzzle
}

/// Returns pencil marks, with one solution or with several.
fn marked(layout: &Layout, random: &mut Random) -> Puzzle {
    let givens = layout.n_cells() * 3 / 10 + random.below(layout.n_cells() / 8);
    let mut puzzle = sound::random(layout, givens, random);
    let truth = TrueCandidates::find(&puzzle, &[], &Cancel::new()).expect("nobody stops it");
    let mut marks = Candidates::of(&puzzle);
    for cell in 0..layout.n_cells() {
        for digit in marks.digits(cell) {
            let is_true = truth.allows(gordian_logic::Candidate::new(cell, digit));
            if !is_true && random.below(3) == 0 {
                marks.remove(cell, digit);
            }
        }
    }
    puzzle.marks = Some(marks);
    puzzle
}

/// Goes through a solution; returns the number of steps.
fn go_through(puzzle: &Puzzle, config: &Config) -> usize {
    let truth = TrueCandidates::find(puzzle, &[], &Cancel::new()).expect("nobody stops it");
    assert!(truth.is_solvable());
    let solved = Position::new(puzzle, &[]).solve(&config.clone().valid_for(&truth));
    for step in &solved.steps {
        assert_eq!(truth.refutes(step), None, "{step:?} of {puzzle:?}");
    }
    assert!(!solved.end.is_contradictory());
    solved.steps.len()
}

fn check(seeds: Range<u64>) -> usize {
    let classic = Layout::classic();
    let jigsaw = [
        1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 3, 5, 3, 3, 4, 4, 5, 5, 5, 6, 6, 4,
        5, 5, 6, 6, 6, 6,
    ];
    let layouts = [
        Layout::regions(6, &jigsaw).expect("six regions of six cells"),
        Layout::boxes(2, 3).expect("a layout").with_main_diagonal().with_anti_diagonal(),
        Layout::latin(7).expect("a layout"),
    ];
    let config = Config::all().without(&[Technique::BruteForce]);
    let steps = seeds.into_par_iter().map(|seed| {
        let mut random = Random::new(seed);
        let other = &layouts[usize::try_from(seed / 4 % 3).expect("below three")];
        let puzzle = match seed % 4 {
            0 | 1 => unique(&classic, seed),
            2 => marked(&classic, &mut random),
            _ => marked(other, &mut random),
        };
        go_through(&puzzle, &config)
    });
    steps.sum()
}

#[test]
fn steps_of_many_puzzles_are_true() {
    assert!(check(0..400) > 10_000);
}

#[test]
#[ignore = "slow: every step of 10,000 generated puzzles and pencil marks is true; 100,000 in all"]
fn steps_of_very_many_puzzles_are_true() {
    let seeds = gordian_testkit::seeds(10_000, 100_000);
    let n = seeds.end - seeds.start;
    assert!(check(seeds) as u64 > 25 * n);
}
