//! Nuribou: shade strips so that each unshaded area belongs to one number.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{number_areas, scattered_clues};
use crate::pencil::check::areas_of_clues;
use crate::pencil::variations::other_areas;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule, Strips, UnequalAtCorners};

/// Nuribou.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nuribou;

impl Rules for Nuribou {
    const NAME: &'static str = "nuribou";
    const TITLE: &'static str = "Nuribou";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["nuribou"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells in straight strips so that the unshaded ones form areas, each with one number.

- Each area of unshaded cells has exactly one clue, which is not shaded. A number is how many cells the area has; `?` is a
  clue of any size.
- Each connected group of shaded cells is a straight strip, one cell wide.
- Strips that touch at a corner have different numbers of cells.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("area-without-clue", "an area of unshaded cells has no clue"),
        ("size-of-area", "a number is not how many cells its area has"),
        ("several-clues", "an area has more than one clue"),
        ("not-a-strip", "a group of shaded cells is not a straight strip"),
        ("equal-at-corner", "strips that touch at a corner have equal numbers of cells"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("not-a-strip", Rule::Strips(Strips { of: Cells::Shaded })),
            ("equal-at-corner", Rule::UnequalAtCorners(UnequalAtCorners { of: Cells::Shaded })),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(scattered_clues(size, 6, random))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_areas(board, solution);
    }

    fn variations(
        board: &Board,
        solution: &Solved,
        other: &Solved,
        random: &mut Random,
    ) -> Vec<(Board, Solved)> {
        other_areas(board, solution, other, random)
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        areas_of_clues(board, solution, broken);
    }
}
