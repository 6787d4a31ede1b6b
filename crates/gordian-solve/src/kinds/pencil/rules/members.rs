//! Conditions for the cells with a property, and the sizes of groups and blocks.

use gordian_model::{Expr, any_of, regions};
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge};
use gordian_puzzles::rules::Cells;

use super::super::sketch::{Sketch, edge_graph};
use super::Context;
use crate::kind::to_i64;

impl Context<'_> {
    /// Returns for each cell the condition that it has a property; never true for a hole.
    pub(super) fn members(&mut self, cells: Cells, sketch: &Sketch<'_>) -> CellMap<Expr> {
        let board = self.board;
        let condition = |cell: Cell| {
            if !board.is_cell(cell) {
                return Expr::from(0);
            }
            let line = |side| line_from(sketch, cell, side);
            let visited = || any_of(Direction::ALL.map(line));
            let straight = || {
                (line(Direction::Up) & line(Direction::Down))
                    | (line(Direction::Left) & line(Direction::Right))
            };
            let turns = || {
                (line(Direction::Up) | line(Direction::Down))
                    & (line(Direction::Left) | line(Direction::Right))
                    & !straight()
            };
            match cells {
                Cells::All => Expr::from(1),
                Cells::Shaded | Cells::Objects => sketch.is_marked(cell),
                Cells::Unshaded | Cells::Empty => !sketch.is_marked(cell),
                Cells::Visited => visited(),
                Cells::Unvisited => !visited(),
                Cells::Straight => straight(),
                Cells::Turns => turns(),
                Cells::Numbered => Expr::from(i64::from(board.cells[cell].number().is_some())),
                Cells::Unnumbered => Expr::from(i64::from(board.cells[cell].number().is_none())),
            }
        };
        let members = self.members.entry(cells);
        members.or_insert_with(|| CellMap::from_fn(board.size(), condition)).clone()
    }

    /// Returns for each cell how many cells its connected group of cells with a property has; 1 for
    /// other cells.
    pub(super) fn group_sizes(&mut self, cells: Cells, sketch: &mut Sketch<'_>) -> CellMap<Expr> {
        if let Some(sizes) = self.group_sizes.get(&cells) {
            return sizes.clone();
        }
        let size = sketch.size();
        let members = self.members(cells, sketch);
        let n = to_i64(size.n_cells());
        let numbers = CellMap::from_fn(size, |cell| {
            if !self.board.is_cell(cell) {
                return Expr::from(1);
            }
            let what = format!("the number of cells of the group of {} of {cell}", cells.plural());
            let number = sketch.integer(what, 1..=n);
            // The number of another cell is 1, and means nothing.
            let group = format!("if {cell} is {}, its group", cells.adjective());
            let (is, is_not) = (format!("{group} has "), format!("{group} does not have "));
            sketch.say_number(&number, is, is_not, " cells");
            number
        });
        let joined = size.edges().filter_map(|edge| match edge.cells(size) {
            [Some(a), Some(b)] => Some((edge, &members[a] & &members[b])),
            _ => None,
        });
        let (graph, joined) = edge_graph(size, joined);
        let name = format!("the groups of {} have their sizes", cells.plural());
        sketch.define(name, regions(&graph, joined, numbers.values().iter().cloned()));
        self.group_sizes.insert(cells, numbers.clone());
        numbers
    }
}

/// Returns the condition that a line leaves a cell on a side.
pub(super) fn line_from(sketch: &Sketch<'_>, cell: Cell, side: Direction) -> Expr {
    match sketch.size().neighbour(cell, side) {
        Some(_) => sketch.edge_value(Edge::of(cell, side)),
        None => Expr::from(0),
    }
}
