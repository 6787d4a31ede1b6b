//! Aquarium: fill tanks with water.

use crate::board::{Cell, Direction, Edge};
use crate::pencil::blank::count_shaded_lines;
use crate::pencil::check::groups_across;
use crate::pencil::{
    Board, Broken, CellLayer, Family, Form, OutsideForm, Rules, Section, Side, Solved, Walls,
};
use crate::pencil_board::rules::{Cells, Rule, Where};

/// Aquarium.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aquarium;

/// The letter of the option that each row of a tank is all water or all empty.
pub const WHOLE_ROWS: char = 'r';

impl Rules for Aquarium {
    const NAME: &'static str = "aquarium";
    const TITLE: &'static str = "Aquarium";
    const FAMILY: Family = Family::Pictures;
    const LINK_NAMES: &'static [&'static str] = &["aquarium"];
    const FORM: Form = Form {
        walls: Walls::Rooms,
        outside: Some(OutsideForm {
            sides: &[Side::Above, Side::Left],
            is_list: false,
            min: 0,
            is_letter: false,
        }),
        options: &[(WHOLE_ROWS, "whole_rows")],
        link: &[Section::Border, Section::Slash, Section::ExCell],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade the cells with water. The rooms are tanks.

- Below a cell with water there is water, or the border of its tank, or a wall inside it.
- Water that is connected has one level: cells in the same row of a tank are all water or all empty if they are
  connected through cells of the tank in that row or below it, without crossing a wall.
- A number outside is how many cells of its column or row are water; a line without a number, or with `?`, has any number
  of them.
- At least one cell is water. A tank can be empty or full.
- With the option `whole_rows`, all cells in the same row of a tank are water or all are empty, whether they are connected
  below or not.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("water-on-empty-cell", "below a cell with water there is an empty cell of its tank"),
        ("uneven-level", "connected water of a tank has two levels"),
        ("number-of-line", "a number is not how many cells of its column or row are water"),
        ("nothing-shaded", "no cell is water"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("number-of-line", Rule::clue(Cells::Shaded, Where::Line)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        count_shaded_lines(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let rooms = board.rooms();
        for cell in size.cells().filter(|&cell| solution.is_marked(cell)) {
            if let Some(below) = size.neighbour(cell, Direction::Down)
                && !board.walls[Edge::of(cell, Direction::Down)]
                && !solution.is_marked(below)
            {
                let message = format!("there is water at {cell}, but {below} below is empty");
                broken.add("water-on-empty-cell", message, vec![cell, below]);
            }
        }
        for row in 0..size.rows {
            // The parts of tanks that are connected in this row and below it.
            let parts = if board.has_option(WHOLE_ROWS) {
                rooms.rooms().to_vec()
            } else {
                groups_across(size, |cell| cell.row >= row, |edge| !board.walls[edge])
            };
            for part in parts {
                let level: Vec<Cell> = part.into_iter().filter(|it| it.row == row).collect();
                let water = level.iter().find(|&&cell| solution.is_marked(cell));
                let empty = level.iter().find(|&&cell| !solution.is_marked(cell));
                if let (Some(water), Some(empty)) = (water, empty) {
                    let message = format!(
                        "there is water at {water}, but not at {empty}, which has the same level"
                    );
                    broken.add("uneven-level", message, level);
                }
            }
        }
    }
}
