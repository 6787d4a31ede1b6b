//! The fast check of 9×9 grids agrees with the check that reports violations.

use gordian_puzzles::grid::is_classic_solution;
use proptest::prelude::*;

use crate::support::grid;

const SOLVED: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A change to a grid; indices of rows and columns are taken modulo 9.
#[derive(Clone, Copy, Debug)]
enum Change {
    Cell(usize, u8),
    SwapCells(usize, usize),
    SwapRows(usize, usize),
    SwapColumns(usize, usize),
    SwapDigits(u8, u8),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let place = || 0..81_usize;
    let digit = || b'1'..=b'9';
    let change = prop_oneof![
        (place(), prop_oneof![4 => digit(), 1 => any::<u8>()])
            .prop_map(|(at, d)| Change::Cell(at, d)),
        (place(), place()).prop_map(|(a, b)| Change::SwapCells(a, b)),
        (place(), place()).prop_map(|(a, b)| Change::SwapRows(a, b)),
        (place(), place()).prop_map(|(a, b)| Change::SwapColumns(a, b)),
        (digit(), digit()).prop_map(|(a, b)| Change::SwapDigits(a, b)),
    ];
    prop::collection::vec(change, 0..4)
}

fn apply_changes(mut grid: [u8; 81], changes: &[Change]) -> [u8; 81] {
    for &change in changes {
        match change {
            Change::Cell(at, digit) => grid[at] = digit,
            Change::SwapCells(a, b) => grid.swap(a, b),
            Change::SwapRows(a, b) => (0..9).for_each(|i| grid.swap(a % 9 * 9 + i, b % 9 * 9 + i)),
            Change::SwapColumns(a, b) => {
                (0..9).for_each(|i| grid.swap(i * 9 + a % 9, i * 9 + b % 9));
            }
            Change::SwapDigits(a, b) => grid.iter_mut().for_each(|digit| {
                *digit = match *digit {
                    d if d == a => b,
                    d if d == b => a,
                    d => d,
                }
            }),
        }
    }
    grid
}

fn passes_detailed_check(puzzle: &[u8; 81], solution: &[u8; 81]) -> bool {
    let mut rules = grid("size = 9");
    rules.grid.givens = puzzle.iter().map(|&c| if c == b'.' { 0 } else { c - b'0' }).collect();
    let digits = solution.map(|c| c.wrapping_sub(b'0'));
    rules.check(&digits).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_checks_agree(
        of_solution in changes(),
        of_puzzle in changes(),
        blanks in prop::collection::vec(prop::option::weighted(0.7, Just(b'.')), 81),
    ) {
        let solution = apply_changes(*SOLVED, &of_solution);
        let mut puzzle = apply_changes(solution, &of_puzzle);
        for (given, blank) in puzzle.iter_mut().zip(&blanks) {
            *given = blank.unwrap_or(*given);
        }
        // The next test covers other characters than digits.
        puzzle.iter_mut().filter(|given| !given.is_ascii_digit()).for_each(|given| *given = b'.');
        prop_assert_eq!(is_classic_solution(&puzzle, &solution), passes_detailed_check(&puzzle, &solution));
    }
}

#[test]
fn single_errors_are_detected() {
    let blank = &[b'.'; 81];
    assert!(is_classic_solution(blank, SOLVED));
    assert!(is_classic_solution(&[b'0'; 81], SOLVED));
    assert!(is_classic_solution(SOLVED, SOLVED));
    for cell in 0..81 {
        for character in 0..=u8::MAX {
            let mut other = *SOLVED;
            other[cell] = character;
            let same = character == SOLVED[cell];
            assert_eq!(is_classic_solution(blank, &other), same, "{cell}: {character}");
            let given = same || character == b'.' || character == b'0';
            assert_eq!(is_classic_solution(&other, SOLVED), given, "{cell}: {character}");
        }
    }
}

#[test]
fn rows_columns_and_boxes_are_checked() {
    let cyclic = |shift: fn(usize) -> usize| -> [u8; 81] {
        std::array::from_fn(|i| b"123456789"[(shift(i / 9) + i % 9) % 9])
    };
    let blank = &[b'.'; 81];
    assert!(is_classic_solution(blank, &cyclic(|row| 3 * (row % 3) + row / 3)));
    // Rows and columns are valid, boxes are not.
    assert!(!is_classic_solution(blank, &cyclic(|row| row)));
    // Rows and boxes are valid, columns are not.
    assert!(!is_classic_solution(blank, &cyclic(|row| 3 * (row % 3))));
    // Columns and boxes are valid, rows are not.
    let turned = cyclic(|row| 3 * (row % 3));
    let turned = std::array::from_fn(|i| turned[i % 9 * 9 + i / 9]);
    assert!(!is_classic_solution(blank, &turned));
}
