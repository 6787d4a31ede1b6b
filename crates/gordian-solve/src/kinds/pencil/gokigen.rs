//! The model of Slant: the diagonal of each cell.

use std::sync::Arc;

use gordian_model::{Expr, Graph, any_of, connected_edges, sum};
use gordian_puzzles::board::{Cell, CellMap, Size, Vertex};
use gordian_puzzles::kinds::pencil::gokigen::Gokigen;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Gokigen {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let falls = sketch.cell_flags("has a diagonal from the upper left corner", |_| true);
        let vertices = Size::new(size.rows + 1, size.columns + 1);
        // The diagonals that end at each vertex.
        let mut at: CellMap<Vec<Expr>> = CellMap::new(vertices, Vec::new());
        // The ends of the diagonals between even vertices, and between odd ones.
        let mut diagonals: [(Vec<[u32; 2]>, Vec<Expr>); 2] = Default::default();
        let number =
            |vertex: Cell| u32::try_from(vertex.index(vertices.columns)).expect("boards are small");
        for (cell @ Cell { row, column }, falls) in falls.iter() {
            let rising = [Cell::new(row + 1, column), Cell::new(row, column + 1)];
            for (ends, diagonal) in
                [([cell, Cell::new(row + 1, column + 1)], falls.clone()), (rising, !falls)]
            {
                for end in ends {
                    at[end].push(diagonal.clone());
                }
                let (edges, exprs) = &mut diagonals[(ends[0].row + ends[0].column) % 2];
                edges.push(ends.map(number));
                exprs.push(diagonal);
            }
        }
        for (place, clue) in board.points.iter() {
            if let Some(number) = clue.number() {
                let corner = Vertex { row: place.row, column: place.column }.name(size);
                let name = format!("{number} diagonals end at {corner}");
                sketch.require(name, sum(&at[place]).eq(i64::from(number)));
            }
        }
        // A loop through even vertices is around odd ones, and cuts them off from the sides of the
        // board; and vice versa. So there is no loop if every vertex is connected with a side.
        let outside = u32::try_from(vertices.n_cells()).expect("boards are small");
        let is_side = |vertex: Cell| {
            vertex.row.is_multiple_of(size.rows) || vertex.column.is_multiple_of(size.columns)
        };
        for (parity, (mut edges, mut exprs)) in diagonals.into_iter().enumerate() {
            let of_parity = |&vertex: &Cell| (vertex.row + vertex.column) % 2 == parity;
            for vertex in vertices.cells().filter(of_parity) {
                if is_side(vertex) {
                    edges.push([number(vertex), outside]);
                    exprs.push(Expr::from(1));
                } else {
                    let name = Vertex { row: vertex.row, column: vertex.column }.name(size);
                    let name = format!("four diagonals do not form a loop around {name}");
                    sketch.require(name, any_of(&at[vertex]));
                }
            }
            let graph = Graph::new(outside + 1, edges).expect("each edge is there once");
            let which = if parity == 0 { "odd" } else { "even" };
            let name = format!("diagonals through {which} corners form no closed loop");
            sketch.require(name, connected_edges(&Arc::new(graph), exprs));
        }
    }
}
