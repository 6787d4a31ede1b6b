//! The model of Hashiwokakero: the number of bridges between islands.

use std::sync::Arc;

use gordian_model::{Expr, Graph, any_of, connected_edges, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge};
use gordian_puzzles::kinds::pencil::hashi::Hashi;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;

impl PencilModel for Hashi {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let islands: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
        let number = |cell: Cell| {
            let index = islands.binary_search(&cell).expect("it is an island");
            u32::try_from(index).expect("boards are small")
        };
        // The bridges of each island, and those over each other cell.
        let mut over: CellMap<Vec<Expr>> = CellMap::new(size, Vec::new());
        let (mut ends, mut has_bridge) = (Vec::new(), Vec::new());
        for &island in &islands {
            for side in [Direction::Right, Direction::Down] {
                let mut ray = size.ray(island, side);
                let Some(other) = ray.find(|&cell| board.cells[cell].is_clue()) else { continue };
                let between: Vec<Cell> =
                    size.ray(island, side).take_while(|&cell| cell != other).collect();
                let cells = std::iter::once(&island).chain(&between);
                let edges = cells.map(|&cell| Edge::of(cell, side));
                let name = format!("the bridges from {island} to {other}");
                let bridges = sketch.joint_link(name, 2, edges);
                for &cell in between.iter().chain([&island, &other]) {
                    over[cell].push(bridges.clone());
                }
                ends.push([number(island), number(other)]);
                has_bridge.push(bridges.ge(1));
            }
        }
        for (cell, bridges) in over.iter() {
            if let (false, [one, other]) = (board.cells[cell].is_clue(), &bridges[..]) {
                let name = format!("no two bridges cross at {cell}");
                sketch.require(name, one.eq(0) | other.eq(0));
            }
        }
        for (cell, clue) in board.clues() {
            if let Some(number) = clue.number() {
                let name = format!("the {number} at {cell} has {number} bridges");
                sketch.require(name, sum(&over[cell]).eq(i64::from(number)));
            }
            // Connected edges leave islands without bridges out.
            let name = format!("the island at {cell} has a bridge");
            sketch.require(name, any_of(over[cell].iter().map(|bridges| bridges.ge(1))));
        }
        sketch.require("there is a bridge", any_of(&has_bridge));
        let n = u32::try_from(islands.len()).expect("boards are small");
        let graph = Graph::new(n, ends).expect("islands are joined at most once");
        let connected = connected_edges(&Arc::new(graph), has_bridge);
        sketch.require("all islands are connected by bridges", connected);
    }
}
