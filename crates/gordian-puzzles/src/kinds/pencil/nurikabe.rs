//! Nurikabe: shade cells so that each unshaded area belongs to one number.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::{number_areas, scattered_clues};
use crate::pencil::check::areas_of_clues;
use crate::pencil::variations::other_areas;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Nurikabe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nurikabe;

impl Rules for Nurikabe {
    const NAME: &'static str = "nurikabe";
    const TITLE: &'static str = "Nurikabe";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["nurikabe"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that the unshaded ones form areas, each with one number.

- Each area of unshaded cells has exactly one clue, which is not shaded. A number is how many cells the area has; `?` is a
  clue of any size.
- All shaded cells are connected.
- No 2×2 area is fully shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("area-without-clue", "an area of unshaded cells has no clue"),
        ("size-of-area", "a number is not how many cells its area has"),
        ("several-clues", "an area has more than one clue"),
        ("shaded-divided", "the shaded cells are not connected"),
        ("shaded-square", "a 2×2 area is fully shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("shaded-divided", Rule::connected(Cells::Shaded)),
            ("shaded-square", Rule::no_square(Cells::Shaded)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(scattered_clues(size, 7, random))
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
