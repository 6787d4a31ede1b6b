//! Heyawake: shade cells in rooms so that no straight run of unshaded cells reaches into three
//! rooms.

use crate::board::{Cell, Edge};
use crate::pencil::blank::number_rooms;
use crate::pencil::check::lines;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved, Walls,
};
use crate::pencil_board::rules::{Cells, Near, Rule, Where};

/// Heyawake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heyawake;

impl Rules for Heyawake {
    const NAME: &'static str = "heyawake";
    const TITLE: &'static str = "Heyawake";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["heyawake", "heyawacky"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        room_numbers: true,
        link: &[Section::Border, Section::RoomNumber16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells of a board that is divided into rooms.

- No two shaded cells share an edge.
- All unshaded cells are connected.
- A number is how many cells of its room are shaded. A room without a number, or with `?`, has any number of them.
- A straight run of unshaded cells, horizontal or vertical, crosses at most one wall: it does not reach into three rooms.
  A wall that ends inside a room counts as well.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("adjacent-shaded", "two shaded cells share an edge"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("number-of-room", "a number is not how many cells of its room are shaded"),
        ("run-in-three-rooms", "a straight run of unshaded cells crosses two walls"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("adjacent-shaded", Rule::apart(Cells::Shaded, &[Near::Edge])),
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
            ("number-of-room", Rule::clue(Cells::Shaded, Where::Room)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        number_rooms(board, |cell| solution.is_marked(cell));
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        runs_in_three_rooms(board, solution, broken);
    }
}

/// Checks that no straight run of unshaded cells crosses two walls.
pub(super) fn runs_in_three_rooms(board: &Board, solution: &Solved, broken: &mut Broken) {
    for (name, line) in lines(board.size()) {
        for run in line.split(|&cell| solution.is_marked(cell)) {
            let n_walls = run.windows(2).filter(|pair| is_wall(board, pair)).count();
            if n_walls >= 2 {
                let message = format!(
                    "the run of unshaded cells at {} in {name} crosses {n_walls} walls",
                    run[0]
                );
                broken.add("run-in-three-rooms", message, run.to_vec());
            }
        }
    }
}

/// Returns whether there is a wall between two cells of a line, the first one further up or left.
fn is_wall(board: &Board, pair: &[Cell]) -> bool {
    let Cell { row, column } = pair[1];
    let edge = if pair[0].row == row {
        Edge::Vertical { row, column }
    } else {
        Edge::Horizontal { row, column }
    };
    board.walls[edge]
}
