//! Spiral Galaxies: divide the board into symmetric blocks with a star in the middle of each.

use gordian_core::Random;

use crate::board::{Cell, CellMap, Size};
use crate::pencil::blank::rectangles;
use crate::pencil::check::{blocks, borders_separate, group_numbers};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, Rules, Section, Solved,
};

/// Spiral Galaxies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tentaisho;

impl Rules for Tentaisho {
    const NAME: &'static str = "tentaisho";
    const TITLE: &'static str = "Spiral Galaxies";
    const FAMILY: Family = Family::Division;
    const LINK_NAMES: &'static [&'static str] = &["tentaisho"];
    const FORM: Form = Form {
        holes: true,
        dots: Some(CellForm::Marks(&[('o', "a white star"), ('*', "a black star")])),
        link: &[Section::Dots, Section::OptionalHoles],
        edge_layer: Some(EdgeLayer::Borders),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Divide the board into blocks, each with a star in its middle.

- Every block has exactly one star. No border goes through a star.
- A block looks the same after a half turn about its star.
- The colours of the stars have no meaning for the division.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("border-ends", "a border ends inside a block"),
        ("border-through-star", "a border goes through a star"),
        ("block-without-star", "a block has no star"),
        ("several-stars", "a block has more than one star"),
        ("not-symmetric", "a half turn about its star changes a block"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        let places = Size::new(2 * size.rows - 1, 2 * size.columns - 1);
        board.dots = CellMap::new(places, Clue::Empty);
        for cells in rectangles(size, 8, random) {
            let [first, last] = [cells[0], cells[cells.len() - 1]];
            let middle = Cell::new(first.row + last.row, first.column + last.column);
            board.dots[middle] = Clue::Mark(0);
        }
        Some(board)
    }

    fn write_clues(_: &mut Board, _: &Solved) {}

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        borders_separate(board, solution, broken);
        let size = board.size();
        let blocks = blocks(board, solution);
        let numbers = group_numbers(size, &blocks);
        // The places of the stars of each block.
        let mut stars: Vec<Vec<Cell>> = vec![Vec::new(); blocks.len()];
        for (place, _) in board.dots.iter().filter(|(_, clue)| clue.is_clue()) {
            let cells = cells_at(place);
            let first = numbers[cells[0]];
            match first {
                Some(block) if cells.iter().all(|&cell| numbers[cell] == first) => {
                    stars[block].push(place);
                }
                _ => {
                    let message = format!("a border goes through the star at {}", name(place));
                    broken.add("border-through-star", message, cells);
                }
            }
        }
        for (block, stars) in blocks.into_iter().zip(stars) {
            match stars[..] {
                [] => {
                    let message = format!("the block at {} has no star", block[0]);
                    broken.add("block-without-star", message, block);
                }
                [star] => {
                    let mut is_part = CellMap::new(size, false);
                    block.iter().for_each(|&cell| is_part[cell] = true);
                    // The cell opposite (row, column) is (star.row − row, star.column − column).
                    let is_alone = |&cell: &Cell| {
                        let row = star.row.checked_sub(cell.row);
                        let column = star.column.checked_sub(cell.column);
                        let opposite = row.zip(column).map(|(row, column)| Cell::new(row, column));
                        opposite.is_none_or(|it| is_part.get(it) != Some(&true))
                    };
                    let alone: Vec<Cell> = block.iter().copied().filter(is_alone).collect();
                    if let Some(&cell) = alone.first() {
                        let message = format!(
                            "the block of the star at {} has no cell opposite {cell}",
                            name(star)
                        );
                        broken.add("not-symmetric", message, alone);
                    }
                }
                [one, other, ..] => {
                    let message =
                        format!("the stars at {} and {} are in one block", name(one), name(other));
                    broken.add("several-stars", message, block);
                }
            }
        }
    }
}

/// Returns the cells that touch a place of a star: one, two or four.
fn cells_at(place: Cell) -> Vec<Cell> {
    let mut cells = Vec::new();
    for row in place.row / 2..=place.row.div_ceil(2) {
        for column in place.column / 2..=place.column.div_ceil(2) {
            cells.push(Cell::new(row, column));
        }
    }
    cells
}

/// Returns words for the place of a star: its cells.
fn name(place: Cell) -> String {
    let cells = cells_at(place);
    match cells[..] {
        [cell] => cell.to_string(),
        [.., last] => format!("{}/{last}", cells[0]),
        [] => unreachable!("each place touches a cell"),
    }
}
