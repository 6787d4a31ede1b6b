//! Conditions for the cells with a property, and the sizes of groups and blocks.

use std::sync::Arc;

use gordian_model::{Expr, Graph, any_of, regions};
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge};
use gordian_puzzles::rules::{Cells, Near};

use super::super::sketch::Sketch;
use super::Context;
use super::areas::near_pairs;
use crate::kind::to_i64;

/// What connects the cells of a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grouping {
    /// Two cells with the property are beside each other.
    Edges,
    /// The same, and they touch at a corner.
    Corners,
    /// Two cells are beside each other, and both have the property or both do not.
    Same,
}

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
                Cells::Clues => Expr::from(i64::from(board.cells[cell].is_clue())),
            }
        };
        let members = self.members.entry(cells);
        members.or_insert_with(|| CellMap::from_fn(board.size(), condition)).clone()
    }

    /// Returns for each cell how many cells its connected group of cells with a property has; 1 for
    /// a cell of no group.
    pub(super) fn group_sizes(
        &mut self,
        cells: Cells,
        grouping: Grouping,
        sketch: &mut Sketch<'_>,
    ) -> CellMap<Expr> {
        if let Some(sizes) = self.group_sizes.get(&(cells, grouping)) {
            return sizes.clone();
        }
        let size = sketch.size();
        let members = self.members(cells, sketch);
        let n = to_i64(size.n_cells());
        let numbers = CellMap::from_fn(size, |cell| {
            if !self.board.is_cell(cell) {
                return Expr::from(1);
            }
            let group = match grouping {
                // The number of another cell is 1, and means nothing.
                Grouping::Edges => format!("if {cell} is {}, its group", cells.adjective()),
                Grouping::Corners => {
                    format!("if {cell} is {}, its group with corners", cells.adjective())
                }
                Grouping::Same => format!("the group of {cell}"),
            };
            let number = sketch.integer(format!("the number of cells of {group}"), 1..=n);
            let (is, is_not) = (format!("{group} has "), format!("{group} does not have "));
            sketch.say_number(&number, is, is_not, " cells");
            number
        });
        let near: &[Near] = match grouping {
            Grouping::Corners => &[Near::Edge, Near::Corner],
            Grouping::Edges | Grouping::Same => &[Near::Edge],
        };
        let pairs = near_pairs(self.board, near);
        if !sketch.charge_items(pairs.len()) {
            return numbers;
        }
        let joined: Vec<Expr> = pairs
            .iter()
            .map(|&[a, b]| match grouping {
                Grouping::Same => members[a].iff(&members[b]),
                Grouping::Edges | Grouping::Corners => &members[a] & &members[b],
            })
            .collect();
        let number =
            |cell: Cell| u32::try_from(cell.index(size.columns)).expect("boards are small");
        let edges: Vec<[u32; 2]> = pairs.iter().map(|pair| pair.map(number)).collect();
        let n_cells = u32::try_from(size.n_cells()).expect("boards are small");
        let graph = Graph::new(n_cells, edges).expect("each pair of near cells is joined once");
        let graph = Arc::new(graph);
        let name = match grouping {
            Grouping::Edges => format!("the groups of {} have their sizes", cells.plural()),
            Grouping::Corners => {
                format!("the groups of {} with corners have their sizes", cells.plural())
            }
            Grouping::Same => {
                format!("the groups of {} and of other cells have their sizes", cells.plural())
            }
        };
        sketch.define(name, regions(&graph, joined, numbers.values().iter().cloned()));
        self.group_sizes.insert((cells, grouping), numbers.clone());
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
