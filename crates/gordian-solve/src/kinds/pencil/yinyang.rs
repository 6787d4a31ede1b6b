//! The model of Yin-Yang: which cells have a black circle.

use gordian_model::{all_of, any_of, sum};
use gordian_puzzles::board::{Cell, CellMap, Size};
use gordian_puzzles::kinds::pencil::yinyang::{BLACK, Yinyang};
use gordian_puzzles::pencil::{Board, Clue};

use super::PencilModel;
use super::sketch::{Sketch, squares};

impl PencilModel for Yinyang {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let black = sketch.cell_flags("has a black circle", |_| true);
        let white = CellMap::from_fn(size, |cell| !&black[cell]);
        for (cell, clue) in board.clues() {
            let (colour, given) = match *clue {
                Clue::Mark(BLACK) => ("black", &black[cell]),
                _ => ("white", &white[cell]),
            };
            sketch.require(format!("the circle at {cell} is {colour}"), given);
        }
        sketch.require_connected("the black circles are connected", &black);
        sketch.require_connected("the white circles are connected", &white);
        for square in squares(size) {
            let first = square[0];
            let circles = square.map(|cell| black[cell].clone());
            let name = format!("the 2×2 area at {first} does not have four black circles");
            sketch.require(name, !all_of(circles.clone()));
            let name = format!("the 2×2 area at {first} does not have four white circles");
            sketch.require(name, any_of(circles));
            let [a, b, c, d] = square;
            let one = all_of([&black[a], &black[d], &white[b], &white[c]]);
            let other = all_of([&white[a], &white[d], &black[b], &black[c]]);
            let name = format!(
                "the colours of the 2×2 area at {first} do not cross (follows from the connections)"
            );
            sketch.require(name, !one & !other);
        }
        let ring = ring(size);
        let next = ring.iter().skip(1).chain(ring.first());
        let changes = ring.iter().zip(next).map(|(&cell, &next)| &black[cell] ^ &black[next]);
        let name = "the colour changes at most twice along the edge of the board (follows from the connections)";
        sketch.require(name, sum(changes).le(2));
    }
}

/// Returns the cells along the edge of a board, in a circle; none if it has only one row or column.
fn ring(Size { rows, columns }: Size) -> Vec<Cell> {
    if rows == 1 || columns == 1 {
        return Vec::new();
    }
    let above = (0..columns - 1).map(|column| Cell::new(0, column));
    let right = (0..rows - 1).map(|row| Cell::new(row, columns - 1));
    let below = (1..columns).rev().map(|column| Cell::new(rows - 1, column));
    let left = (1..rows).rev().map(|row| Cell::new(row, 0));
    above.chain(right).chain(below).chain(left).collect()
}
