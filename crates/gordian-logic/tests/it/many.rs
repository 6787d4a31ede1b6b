//! Every step of the solution paths of very many puzzles is valid.

use std::ops::Range;

use gordian_core::{Cancel, NoProgress, Random};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_logic::{Config, Position, Technique};
use gordian_sudoku::tasks::{ClueCount, GenerateOptions, generate};
use rayon::prelude::*;

use crate::sound;

/// Returns a puzzle with one solution.
fn unique_puzzle(layout: &Layout, seed: u64) -> Grid {
    let options = GenerateOptions {
        seed,
        clues: ClueCount::Any,
        attempts: 1000,
        ..GenerateOptions::default()
    };
    let made = generate(layout, &options, &Cancel::new(), &NoProgress).expect("valid options");
    made.best.expect("most attempts give a puzzle").puzzle
}

/// Returns pencil marks, with one solution or with several.
fn puzzle_with_marks(layout: &Layout, random: &mut Random) -> Grid {
    let givens = layout.n_cells() * 3 / 10 + random.below(layout.n_cells() / 8);
    let mut puzzle = sound::random(layout, givens, random);
    let candidates = crate::true_candidates(&puzzle, &[]);
    let mut marks = Candidates::of(&puzzle);
    for cell in 0..layout.n_cells() {
        for digit in marks.digits(cell) {
            let is_true = candidates.allows(gordian_grid::Candidate::new(cell, digit));
            if !is_true && random.below(3) == 0 {
                marks.remove(cell, digit);
            }
        }
    }
    puzzle.marks = Some(marks);
    puzzle
}

/// Checks all steps of a solution path; returns their number.
fn check_solution_path(puzzle: &Grid, config: &Config) -> usize {
    let candidates = crate::true_candidates(puzzle, &[]);
    assert!(candidates.is_solvable());
    let path = Position::new(puzzle, &[]).solve(&config.clone().valid_for(&candidates));
    for step in &path.steps {
        assert_eq!(candidates.refutes(step), None, "{step:?} of {puzzle:?}");
    }
    assert!(!path.end.is_contradictory());
    path.steps.len()
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
            0 | 1 => unique_puzzle(&classic, seed),
            2 => puzzle_with_marks(&classic, &mut random),
            _ => puzzle_with_marks(other, &mut random),
        };
        check_solution_path(&puzzle, &config)
    });
    steps.sum()
}

#[test]
fn steps_of_many_puzzles_are_valid() {
    assert!(check(0..400) > 10_000);
}

#[test]
#[ignore = "slow: every step of 10,000 generated puzzles and pencil marks is valid; 100,000 in all"]
fn steps_of_very_many_puzzles_are_valid() {
    let seeds = gordian_testkit::seeds(10_000, 100_000);
    let n = seeds.end - seeds.start;
    assert!(check(seeds) as u64 > 25 * n);
}
