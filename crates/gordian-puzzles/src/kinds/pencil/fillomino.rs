//! Fillomino: divide the board into blocks, so that blocks of equal size are not adjacent.

use std::collections::BTreeSet;

use crate::board::{Cell, Direction};
use crate::pencil::check::{blocks, borders_separate, group_numbers};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
    Walls,
};

/// Fillomino.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fillomino;

impl Rules for Fillomino {
    const NAME: &'static str = "fillomino";
    const TITLE: &'static str = "Fillomino";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["fillomino", "fillomino01"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        walls: Walls::Borders,
        link: &[Section::Number16, Section::OptionalBorder],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into blocks, so that blocks of equal size never share an edge.

- A number is how many cells its block has. `?` has no meaning.
- A block may have several numbers, which are then equal, or none; a block without numbers may have any size.
- Given borders are borders between two blocks.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("given-border", "a given border is missing"),
        ("different-numbers", "a block has two different numbers"),
        ("size-of-block", "a number is not how many cells its block has"),
        ("equal-blocks-adjacent", "two blocks of the same size share an edge"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        for block in blocks(board, solution) {
            for &cell in &block {
                board.cells[cell] = Clue::count(block.len());
            }
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        let size = board.size();
        let blocks = blocks(board, solution);
        for block in &blocks {
            let mut first: Option<(Cell, u32)> = None;
            for &cell in block {
                let Some(number) = board.cells[cell].number() else { continue };
                match first {
                    Some((one, other)) if other != number => {
                        let message = format!(
                            "the {other} at {one} and the {number} at {cell} are in one block"
                        );
                        broken.add("different-numbers", message, vec![one, cell]);
                    }
                    Some(_) => {}
                    None => first = Some((cell, number)),
                }
                if block.len() != number as usize && !broken.is_full() {
                    let message =
                        format!("the {number} at {cell} has a block of {} cells", block.len());
                    broken.add("size-of-block", message, block.clone());
                }
            }
        }
        let numbers = group_numbers(size, &blocks);
        let mut reported = BTreeSet::new();
        for cell in size.cells() {
            for side in [Direction::Right, Direction::Down] {
                let Some(beside) = size.neighbour(cell, side) else { continue };
                let (Some(a), Some(b)) = (numbers[cell], numbers[beside]) else { continue };
                let pair = [a.min(b), a.max(b)];
                let are_equal = a != b && blocks[a].len() == blocks[b].len();
                if are_equal && reported.insert(pair) && !broken.is_full() {
                    let message = format!(
                        "the blocks at {cell} and {beside} are adjacent, and both have {} cells",
                        blocks[a].len()
                    );
                    let cells = blocks[a].iter().chain(&blocks[b]).copied().collect();
                    broken.add("equal-blocks-adjacent", message, cells);
                }
            }
        }
    }
}
