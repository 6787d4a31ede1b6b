//! The model of Creek: which cells are shaded.

use gordian_model::sum;
use gordian_puzzles::board::Cell;
use gordian_puzzles::kinds::pencil::creek::Creek;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Creek {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let shaded = sketch.shade(|_| true);
        for (point, clue) in board.points.iter() {
            let Some(number) = clue.number() else { continue };
            let around = [(1, 1), (1, 0), (0, 1), (0, 0)].map(|(r, c)| {
                let cell = Cell::new(point.row.checked_sub(r)?, point.column.checked_sub(c)?);
                board.size().contains(cell).then_some(cell)
            });
            let around: Vec<Cell> = around.into_iter().flatten().collect();
            let n = sum(around.iter().map(|&cell| shaded[cell].clone()));
            let name = format!(
                "the {number} at the vertex {},{} has {number} shaded cells around it",
                point.row, point.column
            );
            sketch.require(name, n.eq(i64::from(number)));
        }
    }
}
