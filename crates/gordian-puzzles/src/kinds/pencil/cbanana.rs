//! Choco Banana: shade rectangles so that no unshaded group is a rectangle.

use crate::pencil::blank::write_catalogue_clues;
use crate::pencil::{Board, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved};
use crate::pencil_board::rules::{Cells, NoRectangles, Rectangles, Rule, Where};

/// Choco Banana.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cbanana;

impl Rules for Cbanana {
    const NAME: &'static str = "cbanana";
    const TITLE: &'static str = "Choco Banana";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["cbanana"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that the groups of shaded cells are rectangles, and those of unshaded cells are not.

- Each connected group of shaded cells is a rectangle; a square is a rectangle too.
- No connected group of unshaded cells is a rectangle.
- A number is how many cells its group has, shaded or unshaded. `?` says nothing.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-a-rectangle", "a group of shaded cells is not a rectangle"),
        ("rectangle", "a group of unshaded cells is a rectangle"),
        ("size-of-group", "a number is not how many cells its group has"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("not-a-rectangle", Rule::Rectangles(Rectangles { of: Cells::Shaded })),
            ("rectangle", Rule::NoRectangles(NoRectangles { of: Cells::Unshaded })),
            ("size-of-group", Rule::clue(Cells::Shaded, Where::SameGroup)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        write_catalogue_clues(&Self::catalogue(), board, solution);
    }
}
