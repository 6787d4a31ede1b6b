//! Pencil marks and placed digits as conditions: no step contradicts the only solution that they
//! leave.
//!
//! The solutions come from a plain backtracking search here, which shares nothing with the crate.

use gordian_core::{Cancel, Random};
use gordian_explainer::explainer_rating;
use gordian_grid::{Candidates, Grid, Layout};
use gordian_logic::{Config, Position, Step, Technique};
use rayon::prelude::*;

/// Collects up to two solutions of candidate masks of a grid with `n` rows and boxes of `rows`
/// rows; returns false if the search takes too long.
fn solutions(
    n: usize,
    rows: usize,
    masks: &mut [u64],
    found: &mut Vec<Vec<u64>>,
    nodes: &mut u32,
) -> bool {
    *nodes -= 1;
    let open = (0..n * n).filter(|&cell| masks[cell].count_ones() > 1);
    let Some(cell) = open.min_by_key(|&cell| masks[cell].count_ones()) else {
        if !masks.contains(&0) && (0..n * n).all(|cell| is_consistent(n, rows, masks, cell)) {
            found.push(masks.to_vec());
        }
        return true;
    };
    for digit in (0..n).filter(|digit| masks[cell] >> digit & 1 == 1) {
        let mut next = masks.to_vec();
        next[cell] = 1 << digit;
        let sees = |&other: &usize| other != cell && see(n, rows, cell, other);
        (0..n * n).filter(sees).for_each(|other| next[other] &= !(1 << digit));
        if next.contains(&0) {
            continue;
        }
        if *nodes == 0 || !solutions(n, rows, &mut next, found, nodes) {
            return false;
        }
        if found.len() > 1 {
            break;
        }
    }
    true
}

fn is_consistent(n: usize, rows: usize, masks: &[u64], cell: usize) -> bool {
    let differs = |other: usize| masks[other] != masks[cell];
    (0..n * n).all(|other| other == cell || !see(n, rows, cell, other) || differs(other))
}

fn see(n: usize, rows: usize, one: usize, other: usize) -> bool {
    let columns = n / rows;
    let in_box = |cell: usize| (cell / n / rows, cell % n / columns);
    one / n == other / n || one % n == other % n || in_box(one) == in_box(other)
}

/// Returns the only solution, as masks.
fn only_solution(n: usize, rows: usize, masks: &[u64]) -> Option<Vec<u64>> {
    let mut found = Vec::new();
    let is_complete = solutions(n, rows, &mut masks.to_vec(), &mut found, &mut 20_000);
    (is_complete && found.len() == 1).then(|| found.remove(0))
}

/// Returns a random solved grid, as masks: a cyclic one with shuffled digits, rows and columns.
fn solved(n: usize, rows: usize, random: &mut Random) -> Vec<u64> {
    let columns = n / rows;
    let mut lines = |size: usize| -> Vec<usize> {
        let mut bands: Vec<usize> = (0..n / size).collect();
        random.shuffle(&mut bands);
        let band = |band: usize| {
            let mut lines: Vec<usize> = (band * size..(band + 1) * size).collect();
            random.shuffle(&mut lines);
            lines
        };
        bands.into_iter().flat_map(band).collect()
    };
    let (order, across) = (lines(rows), lines(columns));
    let mut digits: Vec<usize> = (0..n).collect();
    random.shuffle(&mut digits);
    let digit = |row: usize, column: usize| (row % rows * columns + row / rows + column) % n;
    let cells = order.iter().flat_map(|&row| across.iter().map(move |&column| (row, column)));
    cells.map(|(row, column)| 1 << digits[digit(row, column)]).collect()
}

/// Returns candidate masks with exactly one solution, and the solution.
fn masks_with_one_solution(n: usize, rows: usize, random: &mut Random) -> (Vec<u64>, Vec<u64>) {
    loop {
        let solution = solved(n, rows, random);
        let share = 15 + random.below(45);
        let mut add = |&mask: &u64| {
            (0..n).fold(mask, |mask, digit| mask | u64::from(random.below(100) < share) << digit)
        };
        let masks: Vec<u64> = solution.iter().map(&mut add).collect();
        if let Some(found) = only_solution(n, rows, &masks) {
            assert_eq!(found, solution);
            return (masks, solution);
        }
    }
}

fn check(step: &Step, solution: &[u64], puzzle: &Grid) {
    let is_true = |at: &gordian_grid::Candidate| solution[at.cell] == 1 << (at.digit - 1);
    assert!(!step.eliminations.iter().any(is_true), "{step:?} of {puzzle:?}");
    assert!(step.placements.iter().all(is_true), "{step:?} of {puzzle:?}");
}

/// Follows the solution path and checks all steps of the techniques at every position; returns the
/// number of those that assume one solution.
fn check_path(
    mut position: Position,
    puzzle: &Grid,
    solution: &[u64],
    techniques: &[Technique],
) -> usize {
    let mut n = 0;
    while let Some(step) = position.next_step(&Config::all()) {
        for &technique in techniques {
            for step in position.steps(technique) {
                check(&step, solution, puzzle);
                n += usize::from(technique.needs_uniqueness());
            }
        }
        check(&step, solution, puzzle);
        position.apply(&step);
    }
    assert!(position.is_solved());
    n
}

/// Returns the techniques that assume one solution.
fn exchanging() -> Vec<Technique> {
    Technique::all().filter(|technique| technique.needs_uniqueness()).collect()
}

fn with_marks(layout: &Layout, masks: Vec<u64>) -> Grid {
    let givens = vec![0; layout.n_cells()];
    Grid { layout: layout.clone(), givens, marks: Some(Candidates::from_masks(masks)) }
}

#[test]
fn steps_keep_the_only_solution_of_4x4_pencil_marks() {
    let layout = Layout::boxes(2, 2).expect("a layout");
    let exchanging = exchanging();
    let n: usize = (0..200_u64)
        .into_par_iter()
        .map(|seed| {
            let (masks, solution) = masks_with_one_solution(4, 2, &mut Random::new(seed));
            let puzzle = with_marks(&layout, masks);
            check_path(Position::new(&puzzle, &[]), &puzzle, &solution, &exchanging)
        })
        .sum();
    assert!(n > 100, "{n} steps that assume one solution");
}

#[test]
#[ignore = "slow: every step of every technique on 300 sets of 4×4 pencil marks"]
fn all_steps_keep_the_only_solution_of_4x4_pencil_marks() {
    let layout = Layout::boxes(2, 2).expect("a layout");
    let all: Vec<Technique> = Technique::all().collect();
    gordian_testkit::seeds(300, 10_000).into_par_iter().for_each(|seed| {
        let (masks, solution) = masks_with_one_solution(4, 2, &mut Random::new(seed));
        let puzzle = with_marks(&layout, masks);
        check_path(Position::new(&puzzle, &[]), &puzzle, &solution, &all);
    });
}

#[test]
fn steps_keep_the_only_solution_of_9x9_pencil_marks() {
    let layout = Layout::classic();
    let exchanging = exchanging();
    let n: usize = (0..60_u64)
        .into_par_iter()
        .map(|seed| {
            let (masks, solution) = masks_with_one_solution(9, 3, &mut Random::new(seed));
            let puzzle = with_marks(&layout, masks);
            if let Some(rating) = explainer_rating(&puzzle, &Cancel::new()) {
                for step in &rating.steps {
                    let is_true =
                        |at: &gordian_grid::Candidate| solution[at.cell] == 1 << (at.digit - 1);
                    assert!(!step.eliminations.iter().any(is_true), "{step:?} of {puzzle:?}");
                    assert!(step.placement.iter().all(is_true), "{step:?} of {puzzle:?}");
                }
            }
            check_path(
                Position::of_player(&puzzle, &[], &Cancel::new()),
                &puzzle,
                &solution,
                &exchanging,
            )
        })
        .sum();
    assert!(n > 100, "{n} steps that assume one solution");
}

/// The digits that a player placed decide between the solutions of the givens.
#[test]
fn steps_keep_the_only_solution_of_placed_digits() {
    let layout = Layout::boxes(2, 2).expect("a layout");
    let exchanging = exchanging();
    let n: usize = (0..200_u64)
        .into_par_iter()
        .map(|seed| {
            let mut random = Random::new(seed);
            let solution = solved(4, 2, &mut random);
            let mut puzzle = Grid::new(layout.clone(), vec![0; 16]);
            let mut placed = Vec::new();
            let mut masks = vec![0b1111; 16];
            let mut cells: Vec<usize> = (0..16).collect();
            random.shuffle(&mut cells);
            for cell in cells {
                if only_solution(4, 2, &masks).is_some() {
                    break;
                }
                let digit = u8::try_from(solution[cell].trailing_zeros() + 1).expect("small");
                masks[cell] = solution[cell];
                match random.below(2) {
                    0 => puzzle.givens[cell] = digit,
                    _ => placed.push((cell, digit)),
                }
            }
            let position = Position::of_player(&puzzle, &placed, &Cancel::new());
            check_path(position, &puzzle, &solution, &exchanging)
        })
        .sum();
    assert!(n > 50, "{n} steps that assume one solution");
}

/// Marks that are conclusions from givens with one solution do not restrict deadly patterns; the
/// same marks as conditions do.
#[test]
fn marks_of_proper_givens_are_conclusions() {
    let text = Technique::AvoidableRectangle1.example().position;
    let read = gordian_sudoku::formats::parse_line(text, None).expect("a position");
    let steps = |position: Position| position.steps(Technique::AvoidableRectangle1).len();
    assert!(steps(Position::of_player(&read.puzzle, &read.placed, &Cancel::new())) > 0);
    assert_eq!(steps(Position::new(&read.puzzle, &read.placed)), 0);
}
