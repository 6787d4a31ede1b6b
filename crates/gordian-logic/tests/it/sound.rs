//! No step contradicts a solution.

use gordian_core::{Cancel, Random};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_logic::{Config, Position, Step, Technique};
use gordian_sudoku::{Finder, SearchLimits};
use rayon::prelude::*;

/// Returns for each cell the digits that occur in some solution; `None` with more than 200
/// solutions.
fn occurring_digits(puzzle: &Grid) -> Option<Vec<u64>> {
    let mut occurring = vec![0_u64; puzzle.layout.n_cells()];
    let mut finder = Finder::new(&puzzle.layout);
    let query = SearchLimits { max_solutions: 201, max_nodes: None };
    let found = finder.find(&Candidates::of(puzzle), &query, &Cancel::new(), &mut |digits| {
        for (cell, digit) in digits.iter().enumerate() {
            occurring[cell] |= 1 << (digit - 1);
        }
    });
    (found.n_solutions > 0 && found.stopped.is_none()).then_some(occurring)
}

fn check(step: &Step, occurring: &[u64], puzzle: &Grid) {
    for candidate in &step.eliminations {
        let bit = 1 << (candidate.digit - 1);
        assert!(occurring[candidate.cell] & bit == 0, "{step:?} of {:?}", puzzle.givens);
    }
    for candidate in &step.placements {
        let bit = 1 << (candidate.digit - 1);
        assert!(occurring[candidate.cell] == bit, "{step:?} of {:?}", puzzle.givens);
    }
}

/// Follows a solution path and checks all steps of all techniques at every position.
fn check_all_steps(puzzle: &Grid, config: &Config) -> usize {
    let Some(occurring) = occurring_digits(puzzle) else { return 0 };
    let unique = occurring.iter().all(|mask| mask.count_ones() == 1);
    let config = if unique { config.clone() } else { config.clone().without_uniqueness() };
    let mut position = Position::new(puzzle, &[]);
    let mut n = 0;
    while let Some(step) = position.next_step(&config) {
        for &technique in &config.techniques {
            for step in position.steps(technique) {
                check(&step, &occurring, puzzle);
                n += 1;
            }
        }
        position.apply(&step);
    }
    n
}

fn all() -> Config {
    Config { techniques: Technique::all().collect() }
}

/// Returns a solution of the empty grid with some digits of the first row in random order.
fn solved(layout: &Layout, random: &mut Random) -> Vec<u8> {
    let n = layout.n();
    loop {
        let mut row: Vec<u8> = (1..).take(n).collect();
        random.shuffle(&mut row);
        let mut givens = vec![0; layout.n_cells()];
        givens[..n].copy_from_slice(&row);
        let mut found = None;
        let puzzle = Grid::new(layout.clone(), givens);
        let query = SearchLimits { max_solutions: 1, max_nodes: None };
        Finder::new(layout).find(&Candidates::of(&puzzle), &query, &Cancel::new(), &mut |digits| {
            found = Some(digits.to_vec());
        });
        if let Some(digits) = found {
            return digits;
        }
    }
}

/// Returns a puzzle made from a solved grid by removing digits at random.
pub(crate) fn random(layout: &Layout, givens: usize, random: &mut Random) -> Grid {
    let mut digits = solved(layout, random);
    let mut cells: Vec<usize> = (0..layout.n_cells()).collect();
    random.shuffle(&mut cells);
    for &cell in &cells[givens..] {
        digits[cell] = 0;
    }
    Grid::new(layout.clone(), digits)
}

#[test]
fn no_step_contradicts_a_solution() {
    let mut source = Random::new(7);
    let classic = Layout::classic();
    let jigsaw = Layout::latin(6).expect("a layout").with_main_diagonal();
    let mut puzzles = Vec::new();
    for _ in 0..16 {
        let givens = 24 + source.below(6);
        puzzles.push(random(&classic, givens, &mut source));
        puzzles.push(random(&jigsaw, 14, &mut source));
    }
    let n: usize = puzzles.par_iter().map(|puzzle| check_all_steps(puzzle, &all())).sum();
    assert!(n > 400, "{n} steps");
}

/// Tests uniqueness techniques and exocets with few techniques before them.
#[test]
fn uniqueness_steps_are_valid_in_variants() {
    let mut source = Random::new(11);
    let latin_square = Layout::latin(6).expect("a layout");
    let six_by_six = Layout::boxes(2, 3).expect("a layout");
    let layouts = [
        latin_square.with_main_diagonal(),
        latin_square.with_group("group", vec![0, 1, 9, 10]).expect("a layout"),
        six_by_six.with_main_diagonal().with_anti_diagonal(),
        six_by_six.with_group("group", vec![0, 7, 9, 20, 28, 35]).expect("a layout"),
        Layout::regions(6, b"aaabbbaacbbdaccbddecccdeffedffeeefdf").expect("a layout"),
    ];
    let rare = [Technique::JuniorExocet, Technique::SeniorExocet];
    let singles = [Technique::NakedSingle, Technique::HiddenSingle, Technique::Pointing];
    let exchanging = Technique::all().filter(|technique| technique.needs_uniqueness());
    let config = Config { techniques: singles.into_iter().chain(exchanging).chain(rare).collect() };
    let mut puzzles = Vec::new();
    for _ in 0..24 {
        for layout in &layouts {
            let givens = 12 + source.below(6);
            puzzles.push(random(layout, givens, &mut source));
        }
    }
    let n: usize = puzzles.par_iter().map(|puzzle| check_all_steps(puzzle, &config)).sum();
    assert!(n > 400, "{n} steps");
}
