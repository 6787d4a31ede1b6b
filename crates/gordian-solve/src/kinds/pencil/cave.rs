//! The model of Cave: which cells are shaded, the ones outside the cave.

use std::sync::Arc;

use gordian_model::{Expr, Graph, all_of, connected};
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::cave::Cave;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, adjacent, squares};

impl PencilModel for Cave {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|cell| !board.cells[cell].is_clue());
        let unshaded = CellMap::from_fn(size, |cell| !&shaded[cell]);
        // The outside of the board is one more vertex, next to the cells at its edge.
        let number =
            |cell: Cell| u32::try_from(cell.index(size.columns)).expect("boards are small");
        let outside = u32::try_from(size.n_cells()).expect("boards are small");
        let is_at_edge = |cell: &Cell| size.neighbours(*cell).count() < 4;
        let inner = adjacent(size).into_iter().map(|pair| pair.map(number));
        let outer = size.cells().filter(is_at_edge).map(|cell| [number(cell), outside]);
        let graph = Graph::new(outside + 1, inner.chain(outer));
        let graph = Arc::new(graph.expect("each pair of adjacent cells is joined once"));
        let members = shaded.values().iter().cloned().chain([Expr::from(1)]);
        let name = "the shaded cells are connected to the edge of the board";
        sketch.require(name, connected(&graph, members));
        // It follows from both connections.
        let squares = squares(size).into_iter().filter(|_| !board.omits("unshaded-divided"));
        for square in squares {
            let [a, b, c, d] = square;
            let one = all_of([&shaded[a], &shaded[d], &unshaded[b], &unshaded[c]]);
            let other = all_of([&unshaded[a], &unshaded[d], &shaded[b], &shaded[c]]);
            let name = format!(
                "the shaded and the unshaded cells of the 2×2 area at {a} do not cross (follows from the connections)"
            );
            sketch.require(name, !one & !other);
        }
        for (cell, clue) in board.clues() {
            if let Some(number) = clue.number() {
                sketch.require_view(cell, number, &unshaded);
            }
        }
    }
}
