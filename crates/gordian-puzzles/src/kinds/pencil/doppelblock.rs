//! Doppelblock: two shaded cells in each row and column, with the sums between them.

use gordian_core::Random;

use crate::board::{Cell, Size};
use crate::pencil::check::{different_numbers, given_numbers, lines, require_square};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, OutsideForm, Rules,
    Section, Side, Solved,
};

/// Doppelblock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doppelblock;

impl Rules for Doppelblock {
    const NAME: &'static str = "doppelblock";
    const TITLE: &'static str = "Doppelblock";
    const FAMILY: Family = Family::Numbers;
    const LINK_NAMES: &'static [&'static str] = &["doppelblock"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        outside: Some(OutsideForm {
            sides: &[Side::Above, Side::Left],
            is_list: false,
            min: 0,
            is_letter: false,
        }),
        link: &[Section::ExCell, Section::OptionalNumber16],
        cell_layer: Some(CellLayer::Numbers { zero: '#' }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade two cells in each row and column of the square board, and write numbers in the others.

- Each row and each column of N cells has exactly two shaded cells, and every number from 1 to N − 2 once.
- A number outside is the sum of the numbers between the two shaded cells of its row or column; 0 if these are adjacent.
  `?` has no meaning.
- Numbers in cells are given; a cell with `?` is not shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("number-out-of-range", "a number is greater than the length of the rows less two"),
        ("given-number", "a given number is changed"),
        ("clue-shaded", "a cell with `?` is shaded"),
        ("shaded-in-line", "a row or column does not have exactly two shaded cells"),
        ("repeated-number", "a row or column has a number twice"),
        ("sum-between", "a number outside is not the sum between the two shaded cells"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        require_square(board)
    }

    fn blank(size: Size, _: &mut Random) -> Option<Board> {
        (size.rows == size.columns).then(|| Board::new(size))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for (cell, &number) in solution.cells.iter() {
            board.cells[cell] = if number > 0 { Clue::Number(Some(number)) } else { Clue::Empty };
        }
        for side in [Side::Above, Side::Left] {
            for index in 0..side.n_lines(size) {
                let line = side.line(size, index).into_iter().map(|cell| solution.cells[cell]);
                let after = line.skip_while(|&number| number > 0).skip(1);
                let sum = after.take_while(|&number| number > 0).sum();
                board.outside[side as usize][index] = vec![Some(sum)];
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let largest = size.columns.saturating_sub(2);
        for (cell, &number) in solution.cells.iter() {
            if number as usize > largest {
                let message = format!("the number in {cell} is greater than {largest}");
                broken.add("number-out-of-range", message, vec![cell]);
            }
            if board.cells[cell] == Clue::Number(None) && number == 0 {
                broken.add("clue-shaded", format!("{cell} has `?` but is shaded"), vec![cell]);
            }
        }
        given_numbers(board, solution, broken);
        let shaded = |cells: &[Cell]| -> Vec<Cell> {
            cells.iter().copied().filter(|&cell| solution.cells[cell] == 0).collect()
        };
        for (name, cells) in lines(size) {
            let n_shaded = shaded(&cells).len();
            if n_shaded != 2 {
                let message = format!("{name} has {n_shaded} shaded cells, not two");
                broken.add("shaded-in-line", message, cells.clone());
            }
            different_numbers(solution, &cells, &name, "repeated-number", broken);
        }
        for (side, index, clue) in board.outside_clues() {
            let [Some(number)] = clue[..] else { continue };
            let line = side.line(size, index);
            let [first, last] = shaded(&line)[..] else { continue };
            let between: Vec<Cell> =
                line.into_iter().filter(|&cell| first < cell && cell < last).collect();
            let sum: u64 = between.iter().map(|&cell| u64::from(solution.cells[cell])).sum();
            if sum != u64::from(number) {
                let message = format!(
                    "the sum between the shaded cells of {} is {sum}, not {number}",
                    side.line_name(index)
                );
                broken.add("sum-between", message, [vec![first], between, vec![last]].concat());
            }
        }
    }
}
