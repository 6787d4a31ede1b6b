//! Kurodoko: shade cells so that each number sees as many unshaded cells.

use crate::pencil::blank::write_views;
use crate::pencil::check::{unshaded_clues, unshaded_views};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Near, Rule};

/// Kurodoko.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kurodoko;

impl Rules for Kurodoko {
    const NAME: &'static str = "kurodoko";
    const TITLE: &'static str = "Kurodoko";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["kurodoko"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that each number sees as many unshaded cells.

- Clues are not shaded.
- A number is how many unshaded cells are seen from it: itself, and in each of the four directions the cells up to the
  first shaded cell or the edge of the board. `?` sees any number of cells.
- No two shaded cells share an edge.
- All unshaded cells are connected.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("view", "a number is not how many unshaded cells are seen from it"),
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
        write_views(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        unshaded_clues(board, solution, broken);
        unshaded_views(board, solution, broken);
    }
}
