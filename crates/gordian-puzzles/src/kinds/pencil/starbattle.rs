//! Star Battle: the same number of stars in each row, column and room.

use crate::pencil::check::touching_marks;
use crate::pencil::{Board, Broken, CellLayer, Form, Rules, Section, Side, Solved, Walls};

/// Star Battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starbattle;

impl Rules for Starbattle {
    const NAME: &'static str = "starbattle";
    const TITLE: &'static str = "Star Battle";
    const LINK_NAMES: &'static [&'static str] = &["starbattle"];
    const FORM: Form = Form {
        walls: Walls::Rooms,
        parameter: Some(("stars", 125)),
        link: &[Section::Parameter, Section::Border],
        cell_layer: Some(CellLayer::Symbols(&[('.', "no star"), ('*', "a star")])),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Put stars into cells.

- Each row, each column and each room has exactly as many stars as `stars` says.
- No two stars touch, not even at corners.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("stars-of-line", "a row or column has another number of stars"),
        ("stars-of-room", "a room has another number of stars"),
        ("touching", "two stars touch"),
    ];

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let number = board.parameter.unwrap_or(1) as usize;
        for side in [Side::Left, Side::Above] {
            for index in 0..side.n_lines(size) {
                let line = side.line(size, index);
                let n = line.iter().filter(|&&cell| solution.is_marked(cell)).count();
                if n != number {
                    let name = side.line_name(index);
                    let message = format!("{name} has {n} stars instead of {number}");
                    broken.add("stars-of-line", message, line);
                }
            }
        }
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let n = room.iter().filter(|&&cell| solution.is_marked(cell)).count();
            if n != number {
                let message = format!("{} has {n} stars instead of {number}", rooms.name(index));
                broken.add("stars-of-room", message, room.clone());
            }
        }
        touching_marks(solution, "stars", broken);
    }
}
