//! Nurimisaki: shade cells so that the circles are the ends of the unshaded cells.

use gordian_core::Random;

use crate::board::{Cell, Size};
use crate::pencil::blank::scattered_clues;
use crate::pencil::check::{unshaded_clues, unshaded_views, view};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Nurimisaki.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nurimisaki;

impl Rules for Nurimisaki {
    const NAME: &'static str = "nurimisaki";
    const TITLE: &'static str = "Nurimisaki";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["nurimisaki"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that the circles are the capes: the unshaded cells with exactly one unshaded neighbour.

- Circles are not shaded. An unshaded cell shares an edge with exactly one unshaded cell if it has a circle, and not with
  exactly one if it has none.
- A number is how many unshaded cells there are in a straight line from its circle to the first shaded cell or the edge
  of the board, itself included. `?` is a circle without a number.
- No 2×2 area is fully shaded, and none is fully unshaded.
- All unshaded cells are connected.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a circle is shaded"),
        ("circle-not-a-cape", "a circle does not share an edge with exactly one unshaded cell"),
        ("cape-without-circle", "an unshaded cell without circle has one unshaded neighbour"),
        ("view", "a number is not how many unshaded cells are seen from it"),
        ("shaded-square", "a 2×2 area is fully shaded"),
        ("unshaded-square", "a 2×2 area is fully unshaded"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("shaded-square", Rule::no_square(Cells::Shaded)),
            ("unshaded-square", Rule::no_square(Cells::Unshaded)),
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(scattered_clues(size, 7, random))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for cell in size.cells() {
            if board.cells[cell].is_clue() {
                let n = view(size, cell, |other| !solution.is_marked(other)).len();
                board.cells[cell] = Clue::count(n);
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        unshaded_clues(board, solution, broken);
        let size = board.size();
        for cell in size.cells().filter(|&cell| !solution.is_marked(cell)) {
            let others: Vec<Cell> =
                size.neighbours(cell).filter(|&other| !solution.is_marked(other)).collect();
            let is_circle = board.cells[cell].is_clue();
            if is_circle && others.len() != 1 {
                let message = format!(
                    "the number of unshaded cells next to the circle at {cell} is {}, not 1",
                    others.len()
                );
                broken.add("circle-not-a-cape", message, [&[cell], &others[..]].concat());
            } else if !is_circle && others.len() == 1 {
                let message =
                    format!("{cell} has one unshaded neighbour, {}, but no circle", others[0]);
                broken.add("cape-without-circle", message, vec![cell, others[0]]);
            }
        }
        unshaded_views(board, solution, broken);
    }
}
