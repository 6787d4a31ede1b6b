//! The model of Numberlink: the lines of the paths, and the number that each cell belongs to.

use std::sync::Arc;

use gordian_model::{Expr, Graph, any_of, connected_edges};
use gordian_puzzles::board::CellMap;
use gordian_puzzles::kinds::pencil::numlin::Numlin;
use gordian_puzzles::pencil::Board;
use rustc_hash::FxHashMap;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::{Words, to_i64};

impl PencilModel for Numlin {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let links = sketch.links(|_| true);
        let mut numbers: Vec<u32> = board.clues().filter_map(|(_, clue)| clue.number()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let paths = (1..).zip(numbers.iter().map(|number| format!("by the path of the {number}")));
        let paths: Arc<FxHashMap<i64, String>> =
            Arc::new(paths.chain([(0, "by a path".to_owned())]).collect());
        // The place of the number among all numbers from 1, or 0 for a cell that is not visited.
        let owners: CellMap<Expr> =
            CellMap::from_fn(size, |cell| match board.cells[cell].number() {
                Some(number) => {
                    let index = numbers.iter().position(|&it| it == number);
                    Expr::from(to_i64(1 + index.expect("it is one of the numbers")))
                }
                None => {
                    let name = format!("the number whose path visits {cell}");
                    let owner = sketch.integer(name, 0..=to_i64(numbers.len()));
                    let words = Words::Value {
                        is: format!("{cell} is visited "),
                        is_not: format!("{cell} is not visited "),
                        names: Arc::clone(&paths),
                        after: "",
                    };
                    sketch.say(&owner, words);
                    owner
                }
            });
        for cell in size.cells() {
            let degree = links.degree(cell);
            if let Some(number) = board.cells[cell].number() {
                let name = format!("a path ends at the {number} at {cell}");
                sketch.require(name, degree.eq(1));
            } else {
                let is_visited = owners[cell].ne(0);
                let name = format!("the path neither ends nor branches at {cell}");
                sketch.require(name, degree.eq(is_visited * 2));
            }
        }
        for (edge, link) in links.iter() {
            if let [Some(before), Some(after)] = edge.cells(size) {
                let name = format!("a line from {before} to {after} belongs to one number");
                sketch.require(name, link.implies(owners[before].eq(&owners[after])));
            }
        }
        // Each line has a number: with the numbers joined by a vertex of their own, all lines are
        // connected.
        let (graph, mut exprs) = links.graph();
        let mut edges = graph.edges().to_vec();
        for (cell, _) in board.clues() {
            let cell = u32::try_from(cell.index(size.columns)).expect("boards are small");
            edges.push([cell, graph.n_vertices()]);
            exprs.push(Expr::from(1));
        }
        let joined = Graph::new(graph.n_vertices() + 1, edges).expect("each edge is there once");
        sketch.require("each line has a number", connected_edges(&Arc::new(joined), exprs));
        if numbers.is_empty() {
            let lines = any_of(links.iter().map(|(_, link)| link));
            sketch.require("there is a line", lines);
        }
    }
}
