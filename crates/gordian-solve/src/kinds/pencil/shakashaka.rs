//! The model of Shakashaka: the triangle of each cell, and the white angles at each corner.

use gordian_model::{Expr, all_of, any_of, sum};
use gordian_puzzles::board::{Cell, Vertex};
use gordian_puzzles::kinds::pencil::shakashaka::Shakashaka;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Shakashaka {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let is_white = |cell: Cell| size.contains(cell) && !board.cells[cell].is_clue();
        let triangles = sketch.numbers(|cell| is_white(cell).then_some(0..=4));
        for (cell, clue) in board.clues() {
            if let Some(number) = clue.number() {
                let beside = size.neighbours(cell).filter_map(|it| triangles[it].as_ref());
                let name = format!("the {number} at {cell} has {number} triangles beside it");
                sketch.require(name, sum(beside.map(|it| it.ne(0))).eq(i64::from(number)));
            }
        }
        for vertex in size.vertices() {
            if !sketch.check() {
                return;
            }
            // The cells around the vertex, clockwise from the upper left one; for each, the
            // triangle whose right angle is opposite to the vertex, the one whose black part is
            // next to the following cell, and the one whose black part is next to the cell before.
            let Vertex { row, column } = vertex;
            let around = [
                (row.checked_sub(1), column.checked_sub(1), 4, 3, 1),
                (row.checked_sub(1), Some(column), 3, 2, 4),
                (Some(row), Some(column), 2, 1, 3),
                (Some(row), column.checked_sub(1), 1, 4, 2),
            ];
            let mut whole = Vec::new();
            let mut first_half = Vec::new();
            let mut second_half = Vec::new();
            for (row, column, opposite, black_after, black_before) in around {
                let cell = row.zip(column).map(|(row, column)| Cell::new(row, column));
                let triangle = cell.and_then(|cell| triangles.get(cell).cloned().flatten());
                let is = |values: &[i64]| match &triangle {
                    Some(triangle) => any_of(values.iter().map(|&value| triangle.eq(value))),
                    None => Expr::from(0),
                };
                whole.push(is(&[0, opposite]));
                first_half.push(is(&[black_after]));
                second_half.push(is(&[black_before]));
            }
            // A white angle that begins or ends with half a cell has two halves, with at most one
            // whole cell between them; other angles have one, two or four whole cells.
            let mut conditions = vec![sum(whole.iter()).ne(3)];
            for at in 0..4 {
                let [next, second, last] = [1, 2, 3].map(|n| (at + n) % 4);
                let closed = &first_half[next] | (&whole[next] & &first_half[second]);
                conditions.push(second_half[at].implies(closed));
                let opened = &second_half[last] | (&whole[last] & &second_half[second]);
                conditions.push(first_half[at].implies(opened));
            }
            let name = format!("white angles at {} are right or straight", vertex.name(size));
            sketch.require(name, all_of(conditions));
        }
        let some = any_of(triangles.values().iter().flatten().map(|triangle| triangle.ne(0)));
        sketch.require("there is a triangle", some);
    }
}
