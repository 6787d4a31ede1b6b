//! Norinori: shade two cells in each room so that the shaded cells form dominoes.

use gordian_core::Random;

use crate::board::{Cell, Size};
use crate::pencil::blank::rooms;
use crate::pencil::{Board, Broken, CellLayer, Family, Form, Rules, Section, Solved, Walls};

/// Norinori.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Norinori;

impl Rules for Norinori {
    const NAME: &'static str = "norinori";
    const TITLE: &'static str = "Norinori";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["norinori"];
    const FORM: Form = Form {
        walls: Walls::Rooms,
        link: &[Section::Border],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade dominoes so that each room has two shaded cells.

- Each room has exactly two shaded cells.
- Each shaded cell shares an edge with exactly one other shaded cell, in the same room or in another one.
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("too-few-shaded", "a room has fewer than two shaded cells"),
        ("too-many-shaded", "a room has more than two shaded cells"),
        ("no-shaded-neighbour", "a shaded cell shares no edge with another one"),
        ("several-shaded-neighbours", "a shaded cell shares edges with several others"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 3..=7, random);
        Some(board)
    }

    fn write_clues(_: &mut Board, _: &Solved) {}

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let n = room.iter().filter(|&&cell| solution.is_marked(cell)).count();
            let rule = match n {
                0..2 => "too-few-shaded",
                2 => continue,
                _ => "too-many-shaded",
            };
            let message =
                format!("the number of shaded cells in {} is {n}, not 2", rooms.name(index));
            broken.add(rule, message, room.clone());
        }
        let size = board.size();
        for cell in size.cells().filter(|&cell| solution.is_marked(cell)) {
            let others: Vec<Cell> =
                size.neighbours(cell).filter(|&other| solution.is_marked(other)).collect();
            if others.is_empty() {
                let message = format!("the shaded cell {cell} shares no edge with another one");
                broken.add("no-shaded-neighbour", message, vec![cell]);
            } else if others.len() > 1 {
                let message =
                    format!("the shaded cell {cell} shares edges with {} others", others.len());
                broken.add("several-shaded-neighbours", message, [&[cell], &others[..]].concat());
            }
        }
    }
}
