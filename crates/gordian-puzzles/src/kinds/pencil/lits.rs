//! LITS: shade a tetromino in each room.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::rooms;
use std::collections::BTreeSet;

use crate::pencil::check::{connected_in_rooms, shape};
use crate::pencil::{Board, Broken, CellLayer, Family, Form, Rules, Section, Solved, Walls};
use crate::pencil_board::rules::{Cells, Rule};

/// LITS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lits;

impl Rules for Lits {
    const NAME: &'static str = "lits";
    const TITLE: &'static str = "LITS";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["lits"];
    const FORM: Form = Form {
        walls: Walls::Rooms,
        // On other sites, `c` says that the body is not in the old encoding.
        ignored_flags: "c",
        link: &[Section::Border],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade a tetromino in each room.

- In each room exactly four cells are shaded, and they are connected within the room. A wall that ends inside a room
  separates the cells on its two sides.
- Two tetrominoes of different rooms that share an edge do not have the same shape; rotations and mirror images are the
  same shape.
- All shaded cells are connected.
- No 2×2 area is fully shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("too-few-shaded", "a room has fewer than four shaded cells"),
        ("too-many-shaded", "a room has more than four shaded cells"),
        ("room-divided", "the shaded cells of a room are not connected within it"),
        ("same-shape", "two tetrominoes of the same shape share an edge"),
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
        let mut board = Board::new(size);
        rooms(&mut board, 5..=9, random);
        Some(board)
    }

    fn write_clues(_: &mut Board, _: &Solved) {}

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let rooms = board.rooms();
        let parts = connected_in_rooms(board, solution, broken);
        for (index, part) in parts.iter().enumerate() {
            let rule = match part.len() {
                0..4 => Some("too-few-shaded"),
                4 => None,
                _ => Some("too-many-shaded"),
            };
            if let Some(rule) = rule {
                let name = rooms.name(index);
                let message =
                    format!("the number of shaded cells in {name} is {}, not 4", part.len());
                broken.add(rule, message, rooms.rooms()[index].clone());
            }
        }
        let mut seen = BTreeSet::new();
        for [before, after] in rooms.borders() {
            if !solution.is_marked(before) || !solution.is_marked(after) {
                continue;
            }
            let (Some(a), Some(b)) = (rooms.number(before), rooms.number(after)) else { continue };
            let is_tetromino = parts[a].len() == 4 && parts[b].len() == 4;
            if is_tetromino && shape(&parts[a]) == shape(&parts[b]) {
                let pair = (a.min(b), a.max(b));
                if seen.insert(pair) {
                    let message = format!(
                        "the tetrominoes at {before} and {after} have the same shape and share an edge"
                    );
                    broken.add("same-shape", message, [&parts[a][..], &parts[b][..]].concat());
                }
            }
        }
    }
}
