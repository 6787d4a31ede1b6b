//! Compass: divide the board into blocks, each with one compass that counts its cells by direction.

use gordian_core::Random;

use crate::board::{Cell, Direction, Size};
use crate::pencil::blank::rooms;
use crate::pencil::check::{blocks, borders_separate};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Compass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compass;

impl Rules for Compass {
    const NAME: &'static str = "compass";
    const TITLE: &'static str = "Compass";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["compass"];
    const FORM: Form = Form {
        cells: Some(CellForm::Compass),
        holes: true,
        link: &[Section::Compass],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into blocks, each with one compass.

- Every block has exactly one compass.
- A number of a compass is how many cells of its block lie further in that direction than the compass: for up, the cells
  in all rows above that of the compass, whatever their columns. A direction without number may have any number of cells.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("block-without-compass", "a block has no compass"),
        ("several-compasses", "a block has more than one compass"),
        (
            "cells-in-direction",
            "a number is not how many cells of the block lie further in its direction",
        ),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut divided = Board::new(size);
        rooms(&mut divided, 4..=8, random);
        let mut board = Board::new(size);
        for room in divided.rooms().rooms() {
            board.cells[*random.choose(room)] = Clue::Compass([None; 4]);
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for block in blocks(board, solution) {
            let Some(&compass) = block.iter().find(|&&cell| board.cells[cell].is_clue()) else {
                continue;
            };
            let numbers = Direction::ALL.map(|side| {
                let further = block.iter().filter(|&&cell| is_further(cell, side, compass));
                u32::try_from(further.count()).ok()
            });
            board.cells[compass] = Clue::Compass(numbers);
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        for block in blocks(board, solution) {
            let compasses: Vec<Cell> =
                block.iter().copied().filter(|&cell| board.cells[cell].is_clue()).collect();
            match compasses[..] {
                [] => {
                    let message = format!("the block at {} has no compass", block[0]);
                    broken.add("block-without-compass", message, block);
                }
                [compass] => {
                    let Clue::Compass(numbers) = board.cells[compass] else { continue };
                    for (side, number) in Direction::ALL.into_iter().zip(numbers) {
                        let Some(number) = number else { continue };
                        let cells: Vec<Cell> = block
                            .iter()
                            .copied()
                            .filter(|&cell| is_further(cell, side, compass))
                            .collect();
                        if cells.len() != number as usize {
                            let message = format!(
                                "the block of the compass at {compass} has {} cells further {side}, not {number}",
                                cells.len()
                            );
                            broken.add("cells-in-direction", message, cells);
                        }
                    }
                }
                [one, other, ..] => {
                    let message = format!("the compasses at {one} and {other} are in one block");
                    broken.add("several-compasses", message, compasses);
                }
            }
        }
    }
}

/// Returns whether a cell lies further in a direction than another one.
fn is_further(cell: Cell, side: Direction, other: Cell) -> bool {
    match side {
        Direction::Up => cell.row < other.row,
        Direction::Right => cell.column > other.column,
        Direction::Down => cell.row > other.row,
        Direction::Left => cell.column < other.column,
    }
}
