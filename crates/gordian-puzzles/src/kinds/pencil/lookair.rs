//! Look-Air: shade squares so that no two equal ones see each other.

use crate::pencil::blank::write_catalogue_clues;
use crate::pencil::{Board, CellForm, CellLayer, Family, Form, Rules, Section, Solved};
use crate::pencil_board::rules::{Cells, Rule, Squares, UnequalInView, Where};

/// Look-Air.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookair;

impl Rules for Lookair {
    const NAME: &'static str = "lookair";
    const TITLE: &'static str = "Look-Air";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["lookair"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 5, unknown: true }),
        link: &[Section::Number10],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade squares so that no two squares of one size see each other.

- Each connected group of shaded cells is a square, also a single cell.
- Two squares see each other if there is a row or column with a cell of each and only unshaded cells between them. Squares
  that see each other have different sizes.
- A number is how many shaded cells there are among its own cell and those beside it; `?` says nothing.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("not-a-square", "a group of shaded cells is not a square"),
        ("equal-in-view", "two squares of one size see each other"),
        ("number-beside", "a number is not how many of its cell and those beside it are shaded"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("not-a-square", Rule::Squares(Squares { of: Cells::Shaded })),
            ("equal-in-view", Rule::UnequalInView(UnequalInView { of: Cells::Shaded })),
            ("number-beside", Rule::clue(Cells::Shaded, Where::BesideAndHere)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        write_catalogue_clues(&Self::catalogue(), board, solution);
    }
}
