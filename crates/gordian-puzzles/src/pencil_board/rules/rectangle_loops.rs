//! The lines are rectangles, which can cross.

use super::{CatalogueRule, Visits, parameter};
use crate::board::{Cell, Direction, Edge, EdgeMap};
use crate::pencil_board::check::{Broken, arms};
use crate::pencil_board::{Board, EdgeLayer, Form, Solved};

parameter::rule! {
    /// The lines are one or more rectangles, which can cross each other. They have no corner in
    /// common, and no part of a side.
    "rectangle-loops" = pub struct RectangleLoops {
        /// Which cells they visit together; any, if it is left out.
        "visits" = visits: Option<Visits>,
    }
}

impl CatalogueRule for RectangleLoops {
    const BROKEN: &'static str = "the lines are not rectangles";

    fn sentence(&self) -> String {
        let all =
            if self.visits == Some(Visits::All) { ", through all cells together" } else { "" };
        format!("The lines are rectangles{all}. They can cross, but do not overlap.")
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        match form.edge_layer {
            Some(EdgeLayer::Links { max: 1 }) => Ok(()),
            _ => Err("there are no such lines in puzzles of this form".to_owned()),
        }
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let n_arms = |cell| arms(solution, cell).len();
        let mut is_open = false;
        for cell in size.cells().filter(|&cell| n_arms(cell) % 2 == 1) {
            is_open = true;
            let does = if n_arms(cell) == 1 { "ends" } else { "branches" };
            broken.add("rectangle-loops", format!("a line {does} at {cell}"), vec![cell]);
        }
        if solution.edges.iter().all(|(_, &line)| line == 0) {
            broken.add("rectangle-loops", "there is no line", Vec::new());
        }
        if !is_open {
            let mut seen = EdgeMap::new(size, false);
            for first in size.cells() {
                for side in [Direction::Right, Direction::Down] {
                    let edge = Edge::of(first, side);
                    if solution.edges[edge] > 0 && !seen[edge] {
                        let (cells, n_turns) = trace(solution, first, side, &mut seen);
                        if n_turns != 4 {
                            let message =
                                format!("the line at {first} has {n_turns} turns, a rectangle 4");
                            broken.add("rectangle-loops", message, cells);
                        }
                    }
                }
            }
        }
        if self.visits == Some(Visits::All) {
            for cell in board.playable_cells().filter(|&cell| n_arms(cell) == 0) {
                broken.add("rectangle-loops", format!("no line visits {cell}"), vec![cell]);
            }
        }
    }
}

/// Follows a closed line from a cell, straight on where lines cross; returns its cells and how often
/// it turns.
fn trace(
    solution: &Solved,
    first: Cell,
    side: Direction,
    seen: &mut EdgeMap<bool>,
) -> (Vec<Cell>, usize) {
    let (mut cells, mut n_turns) = (Vec::new(), 0);
    let (mut cell, mut side) = (first, side);
    loop {
        seen[Edge::of(cell, side)] = true;
        cells.push(cell);
        cell = solution.size().neighbour(cell, side).expect("lines stay on the board");
        let arms = arms(solution, cell);
        let next = match arms.len() {
            2 => {
                let back = side.opposite();
                arms.into_iter().find(|&arm| arm != back).expect("another arm leads on")
            }
            _ => side,
        };
        n_turns += usize::from(next != side);
        side = next;
        // A closed line comes back to its first edge, in the same direction.
        if seen[Edge::of(cell, side)] {
            return (cells, n_turns);
        }
    }
}
