//! The model of Kurotto: which cells are shaded, and which of them belong to the groups next to each circle.

use gordian_model::{Expr, sum};
use gordian_puzzles::board::CellMap;
use gordian_puzzles::kinds::pencil::kurotto::Kurotto;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, adjacent};

impl PencilModel for Kurotto {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|cell| !board.cells[cell].is_clue());
        for (circle, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            let what = format!("the {number} at {circle}");
            // The circle and the groups next to it: as many steps away as they have cells at most.
            let belongs: CellMap<Expr> = CellMap::from_fn(size, |cell| {
                let steps = cell.row.abs_diff(circle.row) + cell.column.abs_diff(circle.column);
                if cell == circle {
                    Expr::from(1)
                } else if board.cells[cell].is_clue() || steps > number as usize {
                    Expr::from(0)
                } else {
                    sketch.boolean(format!("{cell} belongs to a group next to {what}"))
                }
            });
            let is_possible = |cell| belongs[cell] != Expr::from(0);
            for cell in size.cells().filter(|&cell| cell != circle) {
                if is_possible(cell) {
                    let name = format!("{cell} is shaded if it belongs to a group next to {what}");
                    sketch.require(name, belongs[cell].implies(&shaded[cell]));
                }
            }
            for [a, b] in adjacent(size) {
                for [from, to] in [[a, b], [b, a]] {
                    if is_possible(from) && to != circle && !board.cells[to].is_clue() {
                        let name = format!(
                            "if {from} belongs to {what} or its groups and {to} is shaded, {to} belongs to them"
                        );
                        let reached = &belongs[from] & &shaded[to];
                        sketch.require(name, reached.implies(&belongs[to]));
                    }
                }
            }
            let name = format!("the groups next to {what} are connected to it");
            sketch.require_connected(name, &belongs);
            let n_cells = sum(belongs.values().iter().cloned());
            let name = format!("the groups next to {what} have {number} cells");
            sketch.require(name, n_cells.eq(i64::from(number) + 1));
        }
        sketch.require_some_shaded(&shaded);
    }
}
