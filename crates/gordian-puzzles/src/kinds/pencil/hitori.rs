//! Hitori: shade cells so that no number is repeated in a row or column.

use crate::board::{Cell, Direction};
use crate::pencil::check::lines;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Near, Rule};

/// Hitori.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hitori;

impl Rules for Hitori {
    const NAME: &'static str = "hitori";
    const TITLE: &'static str = "Hitori";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["hitori"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 1295, unknown: true }),
        link: &[Section::Number36],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that no number is repeated.

- No row and no column has the same number in two unshaded cells. Cells without a number, or with `?`, are equal to no
  other cell.
- No two shaded cells share an edge.
- All unshaded cells are connected.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("repeated-number", "a row or column has a number in two unshaded cells"),
        ("adjacent-shaded", "two shaded cells share an edge"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("adjacent-shaded", Rule::apart(Cells::Shaded, &[Near::Edge])),
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        let n = size.rows.max(size.columns);
        // Different numbers in each line; a shaded cell repeats that of an unshaded cell in its row
        // or column.
        let number = |Cell { row, column }: Cell| (row + column) % n + 1;
        for cell in size.cells() {
            let mut at = cell;
            if solution.is_marked(cell) {
                let others: Vec<Cell> = Direction::ALL
                    .into_iter()
                    .flat_map(|side| size.ray(cell, side))
                    .filter(|&other| !solution.is_marked(other))
                    .collect();
                at = others[(7 * cell.row + 11 * cell.column) % others.len()];
            }
            board.cells[cell] = Clue::count(number(at));
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        for (name, line) in lines(board.size()) {
            for (index, &cell) in line.iter().enumerate() {
                let Some(number) = board.cells[cell].number() else { continue };
                if solution.is_marked(cell) {
                    continue;
                }
                // The next unshaded cell with the number.
                let other = line[index + 1..].iter().find(|&&other| {
                    board.cells[other].number() == Some(number) && !solution.is_marked(other)
                });
                if let Some(&other) = other {
                    let message = format!("{name} has the unshaded {number} at {cell} and {other}");
                    broken.add("repeated-number", message, vec![cell, other]);
                }
            }
        }
    }
}
