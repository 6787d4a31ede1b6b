//! Yajisan-Kazusan: shade cells so that the arrows that stay unshaded are right.

use crate::board::{Cell, Direction};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Colour, Family, Form, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Near, Rule};

/// Yajisan-Kazusan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yajikazu;

impl Rules for Yajikazu {
    const NAME: &'static str = "yajikazu";
    const TITLE: &'static str = "Yajisan-Kazusan";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["yajikazu"];
    const FORM: Form = Form {
        cells: Some(CellForm::Arrows { coloured: false }),
        link: &[Section::Arrow],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that every clue that is not shaded is right.

- A number with an arrow in an unshaded cell is how many cells are shaded in the direction of the arrow, up to the edge of
  the board. A clue in a shaded cell says nothing, and neither does a clue with `?` or without an arrow.
- No two shaded cells share an edge.
- All unshaded cells are connected.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("number-of-arrow", "an unshaded number is not how many cells are shaded in its direction"),
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
        for cell in size.cells() {
            // The direction with the most cells; the number in a shaded cell is wrong by one.
            let direction =
                Direction::ALL.into_iter().max_by_key(|&side| size.ray(cell, side).count());
            let seen = direction.into_iter().flat_map(|side| size.ray(cell, side));
            let n = seen.filter(|&cell| solution.is_marked(cell)).count();
            let number = u32::try_from(n + usize::from(solution.is_marked(cell))).ok();
            board.cells[cell] = Clue::Arrow { colour: Colour::Grey, direction, number };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for (cell, clue) in board.clues() {
            let Clue::Arrow { direction: Some(direction), number: Some(number), .. } = *clue else {
                continue;
            };
            let n = size.ray(cell, direction).filter(|&it| solution.is_marked(it)).count();
            if !solution.is_marked(cell) && n != number as usize {
                let message = format!(
                    "the number of shaded cells {direction} of the unshaded {number} at {cell} is {n}"
                );
                let cells: Vec<Cell> =
                    std::iter::once(cell).chain(size.ray(cell, direction)).collect();
                broken.add("number-of-arrow", message, cells);
            }
        }
    }
}
