//! Star Battle: the same number of stars in each row, column and room.

use gordian_core::Random;

use crate::board::{Cell, CellMap, Direction, Size};
use crate::pencil::blank::set_walls;
use crate::pencil::check::touching_marks;
use crate::pencil::{Board, Broken, CellLayer, Family, Form, Rules, Section, Side, Solved, Walls};

/// Star Battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starbattle;

impl Rules for Starbattle {
    const NAME: &'static str = "starbattle";
    const TITLE: &'static str = "Star Battle";
    const FAMILY: Family = Family::Objects;
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
- A wall that ends inside a room has no meaning.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("stars-of-line", "a row or column has another number of stars"),
        ("stars-of-room", "a room has another number of stars"),
        ("touching", "two stars touch"),
    ];
    const OMITTABLE: &'static [&'static str] = &["stars-of-line", "stars-of-room", "touching"];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        // One star in each row and column, at random, and rooms that grow from them.
        if size.rows != size.columns {
            return None;
        }
        let mut columns: Vec<usize> = (0..size.columns).collect();
        for _ in 0..10_000 {
            random.shuffle(&mut columns);
            if columns.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1) {
                break;
            }
        }
        let mut room_of = CellMap::new(size, None);
        for (row, &column) in columns.iter().enumerate() {
            room_of[Cell::new(row, column)] = Some(row);
        }
        // Rooms grow at very different speeds: small ones make other solutions rare.
        let weights: Vec<usize> = columns.iter().map(|_| 1 + random.below(7).pow(3)).collect();
        while size.cells().any(|cell| room_of[cell].is_none()) {
            let at = Cell::new(random.below(size.rows), random.below(size.columns));
            let Some(room) = room_of[at] else { continue };
            let Some(next) = size.neighbour(at, *random.choose(&Direction::ALL)) else { continue };
            if room_of[next].is_none() && random.below(217) < weights[room] {
                room_of[next] = Some(room);
            }
        }
        let mut board = Board::new(size);
        set_walls(&mut board, |a, b| room_of[a] != room_of[b]);
        board.parameter = Some(1);
        Some(board)
    }

    fn write_clues(_: &mut Board, _: &Solved) {}

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
