//! Mochikoro: shade cells so that the unshaded ones are rectangles that touch at corners.

use crate::pencil::check::groups;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Connected, Near, Rectangles, Rule, Where};

/// Mochikoro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mochikoro;

impl Rules for Mochikoro {
    const NAME: &'static str = "mochikoro";
    const TITLE: &'static str = "Mochikoro";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["mochikoro"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that the unshaded ones form rectangles that are connected at corners.

- Each connected area of unshaded cells is a rectangle; a square is a rectangle too.
- An area has at most one clue, which is not shaded. A number is how many cells its area has; `?` is in an area of any
  size.
- All unshaded cells are connected by steps over edges and corners.
- No 2×2 area is fully shaded.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("size-of-area", "a number is not how many cells its area has"),
        ("several-clues", "an area has more than one clue"),
        ("not-a-rectangle", "an area of unshaded cells is not a rectangle"),
        ("unshaded-divided", "the unshaded cells are not connected by edges and corners"),
        ("shaded-square", "a 2×2 area is fully shaded"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("clue-shaded", Rule::all(Cells::Clues, Cells::Unshaded)),
            ("size-of-area", Rule::clue(Cells::Unshaded, Where::Group)),
            ("not-a-rectangle", Rule::Rectangles(Rectangles { of: Cells::Unshaded })),
            (
                "unshaded-divided",
                Rule::Connected(Connected {
                    of: Cells::Unshaded,
                    area: None,
                    by: Some(vec![Near::Edge, Near::Corner]),
                }),
            ),
            ("shaded-square", Rule::no_square(Cells::Shaded)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    /// Each area has its number in a middle cell.
    fn write_clues(board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            board.cells[cell] = Clue::Empty;
        }
        for area in groups(board.size(), |cell| !solution.is_marked(cell)) {
            board.cells[area[area.len() / 2]] = Clue::count(area.len());
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        for area in groups(board.size(), |cell| !solution.is_marked(cell)) {
            let clues: Vec<_> =
                area.into_iter().filter(|&cell| board.cells[cell].is_clue()).collect();
            if let [first, second, ..] = clues[..] {
                let message = format!("the clues at {first} and {second} are in one area");
                broken.add("several-clues", message, clues);
            }
        }
    }
}
