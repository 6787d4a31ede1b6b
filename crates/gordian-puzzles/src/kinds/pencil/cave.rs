//! Cave: shade the cells outside a cave so that each number sees as many cells of it.

use crate::pencil::blank::write_views;
use crate::pencil::check::{groups, unshaded_clues, unshaded_views};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Cave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cave;

impl Rules for Cave {
    const NAME: &'static str = "cave";
    const TITLE: &'static str = "Cave";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["cave", "bag"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade the cells outside a cave.

- All unshaded cells, the cave, are connected.
- Each group of shaded cells reaches the edge of the board.
- Clues are not shaded. A number is how many cells of the cave are seen from it: itself, and in each of the four
  directions the cells up to the first shaded cell or the edge of the board. `?` sees any number of cells.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("shaded-enclosed", "a group of shaded cells does not reach the edge of the board"),
        ("clue-shaded", "a clue is shaded"),
        ("view", "a number is not how many unshaded cells are seen from it"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        write_views(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for group in groups(size, |cell| solution.is_marked(cell)) {
            let reaches_edge = group.iter().any(|cell| {
                cell.row == 0
                    || cell.column == 0
                    || cell.row + 1 == size.rows
                    || cell.column + 1 == size.columns
            });
            if !reaches_edge {
                let message = format!(
                    "the shaded cells at {} are not connected to the edge of the board",
                    group[0]
                );
                broken.add("shaded-enclosed", message, group);
            }
        }
        unshaded_clues(board, solution, broken);
        unshaded_views(board, solution, broken);
    }
}
