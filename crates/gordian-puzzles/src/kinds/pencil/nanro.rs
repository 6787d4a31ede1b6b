//! Nanro: numbers in some cells, each room with as many as its number says.

use gordian_core::Random;

use crate::board::Size;
use crate::pencil::blank::rooms;
use crate::pencil::check::{full_squares, given_numbers, groups, square};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section, Solved,
    Walls,
};

/// Nanro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nanro;

impl Rules for Nanro {
    const NAME: &'static str = "nanro";
    const TITLE: &'static str = "Nanro";
    const FAMILY: Family = Family::Numbers;
    const LINK_NAMES: &'static [&'static str] = &["nanro"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Rooms,
        link: &[Section::Border, Section::Number16],
        cell_layer: Some(CellLayer::Numbers { zero: '.' }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Write numbers in some cells; the others stay empty.

- Each room has at least one number. All numbers of a room are equal, and are how many numbers the room has.
- Adjacent cells in different rooms do not have the same number; nor do adjacent cells of a room with a wall between them.
- No 2×2 area is full of numbers.
- All cells with numbers are connected.
- Numbers in cells are given; `?` is a cell with a number that is not known.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("given-number", "a given number is changed"),
        ("empty-clue", "a cell with `?` is empty"),
        ("room-without-number", "a room has no number"),
        ("different-numbers-in-room", "a room has two different numbers"),
        ("count-in-room", "a number is not how many numbers its room has"),
        ("equal-across-border", "adjacent cells in different rooms have the same number"),
        ("filled-square", "a 2×2 area is full of numbers"),
        ("numbers-divided", "the cells with numbers are not connected"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        rooms(&mut board, 3..=6, random);
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for (cell, &number) in solution.cells.iter() {
            board.cells[cell] = if number > 0 { Clue::Number(Some(number)) } else { Clue::Empty };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        given_numbers(board, solution, broken);
        for (cell, clue) in board.clues() {
            if *clue == Clue::Number(None) && solution.cells[cell] == 0 {
                broken.add("empty-clue", format!("{cell} has `?` but is empty"), vec![cell]);
            }
        }
        let rooms = board.rooms();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let name = rooms.name(index);
            let filled: Vec<_> =
                room.iter().copied().filter(|&cell| solution.cells[cell] != 0).collect();
            let Some(&first) = filled.first() else {
                broken.add("room-without-number", format!("{name} has no number"), room.clone());
                continue;
            };
            let number = solution.cells[first];
            if let Some(&other) = filled.iter().find(|&&cell| solution.cells[cell] != number) {
                let message = format!("{name} has different numbers at {first} and {other}");
                broken.add("different-numbers-in-room", message, vec![first, other]);
            }
            let is_wrong = |&&cell: &&_| solution.cells[cell] as usize != filled.len();
            if let Some(&cell) = filled.iter().find(is_wrong) {
                let message =
                    format!("{name} has {} numbers, which is not the one at {cell}", filled.len());
                broken.add("count-in-room", message, filled);
            }
        }
        for [a, b] in board.walled_pairs() {
            if solution.cells[a] != 0 && solution.cells[a] == solution.cells[b] {
                let message = format!("{a} and {b} have the same number, with a wall between them");
                broken.add("equal-across-border", message, vec![a, b]);
            }
        }
        for first in full_squares(size, |cell| solution.is_marked(cell)) {
            let message = format!("the 2×2 area at {first} is full of numbers");
            broken.add("filled-square", message, square(first));
        }
        if let [_, second, ..] = &groups(size, |cell| solution.is_marked(cell))[..] {
            let message = format!("the numbers at {} are cut off from the others", second[0]);
            broken.add("numbers-divided", message, second.clone());
        }
    }
}
