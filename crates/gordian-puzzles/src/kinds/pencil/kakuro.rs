//! Kakuro, also known as Cross Sums: a number crossword in which the clues are the sums of runs of
//! digits.

use gordian_core::Random;

use crate::board::{Cell, Direction, Size};
use crate::pencil::{
    BLOCKED, Board, Broken, CellForm, CellLayer, Clue, Family, Form, OutsideForm, Rules, Section,
    Side, Solved,
};

/// Kakuro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kakuro;

/// The largest number of cells of a run.
const LONGEST: usize = 9;

impl Rules for Kakuro {
    const NAME: &'static str = "kakuro";
    const TITLE: &'static str = "Kakuro (Cross Sums)";
    const FAMILY: Family = Family::Numbers;
    const LINK_NAMES: &'static [&'static str] = &["kakuro"];
    const FORM: Form = Form {
        cells: Some(CellForm::Sums),
        outside: Some(OutsideForm {
            sides: &[Side::Above, Side::Left],
            is_list: false,
            min: 1,
            is_letter: false,
        }),
        link: &[Section::Sums],
        cell_layer: Some(CellLayer::Numbers { zero: '.' }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Put a digit from 1 to 9 into each white cell. A run is a longest sequence of white cells in a row or in a column.

- No digit occurs twice in a run.
- The digits of a run add up to its clue, if it has one: the number before it, in the black cell to its left or above it, or
  outside the board. A clue without a run says nothing.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("missing-digit", "a white cell has no digit"),
        ("out-of-range", "a number is not between 1 and 9"),
        ("digit-in-clue-cell", "a black cell has a digit, or is empty instead of `#`"),
        ("repeated-digit", "a run has a digit twice"),
        ("wrong-sum", "the digits of a run do not add up to its clue"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        match board.outside_clues().find(|(_, _, clue)| clue.contains(&None)) {
            None => Ok(()),
            Some((side, index, _)) => {
                Err(format!("the clue of {} is `?`, not a sum", side.line_name(index)))
            }
        }
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        let black = Clue::Sums { down: None, right: None };
        for cell in size.cells() {
            let white = |direction| {
                size.ray(cell, direction).take_while(|&it| !board.cells[it].is_clue()).count()
            };
            let is_long = white(Direction::Left).max(white(Direction::Up)) >= LONGEST;
            if is_long || random.below(4) == 0 {
                board.cells[cell] = black.clone();
            }
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for cell in size.cells() {
            if board.cells[cell].is_clue() {
                let total = |direction| {
                    let run = run(board, size.ray(cell, direction));
                    let total = run.iter().map(|&it| solution.cells[it]).sum();
                    (!run.is_empty()).then_some(total)
                };
                let clue =
                    Clue::Sums { down: total(Direction::Down), right: total(Direction::Right) };
                board.cells[cell] = clue;
            }
        }
        for side in [Side::Above, Side::Left] {
            for index in 0..side.n_lines(size) {
                let run = run(board, side.line(size, index).into_iter());
                let total: u32 = run.iter().map(|&it| solution.cells[it]).sum();
                board.outside[side as usize][index] =
                    if run.is_empty() { Vec::new() } else { vec![Some(total)] };
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for (cell, &digit) in solution.cells.iter() {
            let is_white = !board.cells[cell].is_clue();
            match (is_white, digit) {
                (true, 0) => {
                    broken.add("missing-digit", format!("{cell} has no digit"), vec![cell]);
                }
                (true, 1..=9) | (false, BLOCKED) => {}
                (true, _) => {
                    let message = format!("{cell} holds {digit}, which is not between 1 and 9");
                    broken.add("out-of-range", message, vec![cell]);
                }
                (false, _) => {
                    let message = format!("{cell} is black, but it is not `#`");
                    broken.add("digit-in-clue-cell", message, vec![cell]);
                }
            }
        }
        for side in [Side::Above, Side::Left] {
            for index in 0..side.n_lines(size) {
                let line = side.line(size, index);
                let mut clue = match board.outside[side as usize][index][..] {
                    [clue] => clue,
                    _ => None,
                };
                let mut current: Vec<Cell> = Vec::new();
                for cell in line {
                    match board.cells[cell] {
                        Clue::Sums { down, right } => {
                            check_run(solution, &current, clue, broken);
                            current.clear();
                            clue = if side == Side::Above { down } else { right };
                        }
                        _ => current.push(cell),
                    }
                }
                check_run(solution, &current, clue, broken);
            }
        }
    }
}

/// Returns the white cells at the start of a line.
fn run(board: &Board, line: impl Iterator<Item = Cell>) -> Vec<Cell> {
    line.take_while(|&cell| !board.cells[cell].is_clue()).collect()
}

/// Checks the digits of a run, and their sum.
fn check_run(solution: &Solved, run: &[Cell], clue: Option<u32>, broken: &mut Broken) {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
    let name = match run {
        [cell] => format!("the cell {cell}"),
        _ => format!("the run {first} to {last}"),
    };
    let holders = |digit: u32| -> Vec<Cell> {
        run.iter().copied().filter(|&cell| solution.cells[cell] == digit).collect()
    };
    for digit in 1..=9 {
        let cells = holders(digit);
        if cells.len() > 1 {
            let message = format!("{name} has {digit} {} times", cells.len());
            broken.add("repeated-digit", message, cells);
        }
    }
    let digits: Vec<u32> = run.iter().map(|&cell| solution.cells[cell]).collect();
    // Other numbers are reported already; the sum is not known then.
    if let Some(clue) = clue
        && digits.iter().all(|digit| (1..=9).contains(digit))
    {
        let total: u32 = digits.iter().sum();
        if total != clue {
            let message = format!("{name} adds up to {total} instead of {clue}");
            broken.add("wrong-sum", message, run.to_vec());
        }
    }
}
