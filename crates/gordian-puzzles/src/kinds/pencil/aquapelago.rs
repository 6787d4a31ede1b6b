//! Aquapelago: shade cells that touch at corners only, in groups of given sizes.

use crate::pencil::blank::write_catalogue_clues;
use crate::pencil::{Board, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved};
use crate::pencil_board::rules::{Cells, Near, Rule, Where};

/// Aquapelago.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aquapelago;

impl Rules for Aquapelago {
    const NAME: &'static str = "aquapelago";
    const TITLE: &'static str = "Aquapelago";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["aquapelago"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells, which touch at corners only.

- Clues are shaded.
- A number is how many shaded cells are in its group. A group is a set of shaded cells that are connected at corners. `?`
  is in a group of any size.
- No two shaded cells share an edge.
- All unshaded cells are connected.
- No 2×2 area is fully unshaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-unshaded", "a clue is not shaded"),
        ("size-of-group", "a number is not how many cells are in its group"),
        ("adjacent-shaded", "two shaded cells share an edge"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("unshaded-square", "a 2×2 area is fully unshaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("clue-unshaded", Rule::all(Cells::Clues, Cells::Shaded)),
            ("size-of-group", Rule::clue(Cells::Shaded, Where::CornerGroup)),
            ("adjacent-shaded", Rule::apart(Cells::Shaded, &[Near::Edge])),
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
            ("unshaded-square", Rule::no_square(Cells::Unshaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        write_catalogue_clues(&Self::catalogue(), board, solution);
    }
}
