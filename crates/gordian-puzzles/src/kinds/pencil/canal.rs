//! Canal View: shade connected cells so that each number sees as many of them.

use crate::pencil::blank::write_catalogue_clues;
use crate::pencil::{Board, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved};
use crate::pencil_board::rules::{Cells, Rule, Where};

/// Canal View.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canal;

impl Rules for Canal {
    const NAME: &'static str = "canal";
    const TITLE: &'static str = "Canal View";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["canal"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that each number sees as many shaded cells.

- Clues are not shaded.
- A number is how many shaded cells are seen from it: in each of the four directions the cells up to the first unshaded
  one or the edge of the board. `?` sees any number of cells.
- All shaded cells are connected.
- No 2×2 area is fully shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("view", "a number is not how many shaded cells are seen from it"),
        ("shaded-divided", "the shaded cells are not connected"),
        ("shaded-square", "a 2×2 area is fully shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("clue-shaded", Rule::all(Cells::Clues, Cells::Unshaded)),
            ("view", Rule::clue(Cells::Shaded, Where::View)),
            ("shaded-divided", Rule::connected(Cells::Shaded)),
            ("shaded-square", Rule::no_square(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        write_catalogue_clues(&Self::catalogue(), board, solution);
    }
}
