//! Kurochute: shade cells so that one cell at each number's distance is shaded.

use crate::board::{Cell, Direction};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Near, Rule};

/// Kurochute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kurochute;

impl Rules for Kurochute {
    const NAME: &'static str = "kurochute";
    const TITLE: &'static str = "Kurochute";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["kurochute"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that each number has one shaded cell at its distance.

- Clues are not shaded.
- Of the up to four cells that are as many steps away from a number as it says, straight up, right, down and left, exactly
  one is shaded. `?` says nothing.
- No two shaded cells share an edge.
- All unshaded cells are connected.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("cells-at-distance", "not exactly one of the cells at the distance of a number is shaded"),
        ("adjacent-shaded", "two shaded cells share an edge"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("clue-shaded", Rule::all(Cells::Clues, Cells::Unshaded)),
            ("adjacent-shaded", Rule::apart(Cells::Shaded, &[Near::Edge])),
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    /// Each cell has the smallest number that fits.
    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for cell in size.cells() {
            let fits = |n: &usize| shaded_at_distance(board, solution, cell, *n).len() == 1;
            let number = (1..size.rows.max(size.columns)).find(fits);
            board.cells[cell] = match number {
                Some(number) if !solution.is_marked(cell) => Clue::count(number),
                _ => Clue::Empty,
            };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            let mut shaded = shaded_at_distance(board, solution, cell, number as usize);
            let n = shaded.len();
            if n != 1 {
                let cells = Cells::Shaded.noun(n);
                let message = format!("the {number} at {cell} has {n} {cells} at its distance");
                shaded.insert(0, cell);
                broken.add("cells-at-distance", message, shaded);
            }
        }
    }
}

/// Returns the shaded cells that are `n` straight steps away from a cell; `n` is at least 1.
fn shaded_at_distance(board: &Board, solution: &Solved, cell: Cell, n: usize) -> Vec<Cell> {
    let at = |side| board.size().ray(cell, side).nth(n - 1);
    let cells = Direction::ALL.into_iter().filter_map(at);
    cells.filter(|&cell| solution.is_marked(cell)).collect()
}
