//! Rules about loops.

use gordian_model::{Expr, any_of, single_cycle, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge, EdgeMap};
use gordian_puzzles::pencil::Board;
use gordian_puzzles::rules::{RectangleLoops, SingleLoop, Visits, VisitsRooms};

use super::super::sketch::{Sketch, edge_graph};
use super::members::line_from;
use super::{Context, RuleModel};

impl RuleModel for SingleLoop {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let size = sketch.size();
        let lines = size.edges().filter(|edge| !edge.is_outer(size));
        let (graph, lines) = edge_graph(size, lines.map(|edge| (edge, sketch.edge_value(edge))));
        sketch.require("there is one loop", single_cycle(&graph, lines));
        if self.visits == Some(Visits::All) {
            for cell in context.board.playable_cells() {
                let degree = sum(Direction::ALL.map(|side| line_from(sketch, cell, side)));
                sketch.require(format!("the loop visits {cell}"), degree.eq(2));
            }
        }
    }
}

impl RuleModel for VisitsRooms {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let size = sketch.size();
        let rooms = context.board.rooms();
        let mut crossed = vec![Vec::new(); rooms.rooms().len()];
        for edge in size.edges() {
            let [Some(before), Some(after)] = edge.cells(size) else { continue };
            let ends = [rooms.number(before), rooms.number(after)];
            if ends[0] != ends[1] {
                for room in ends.into_iter().flatten() {
                    crossed[room].push(sketch.edge_value(edge));
                }
            }
        }
        for (room, crossed) in crossed.into_iter().enumerate() {
            let name =
                format!("the loop enters and leaves {} {} times", rooms.name(room), self.times);
            sketch.require(name, sum(crossed).eq(2 * i64::from(self.times)));
        }
    }
}

impl RuleModel for RectangleLoops {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let board = context.board;
        // Two rules may speak of the same rectangles.
        if !std::mem::replace(&mut context.has_rectangles, true) {
            require_rectangles(board, sketch);
        }
        if self.visits == Some(Visits::All) {
            for cell in board.playable_cells() {
                let visited = any_of(Direction::ALL.map(|side| line_from(sketch, cell, side)));
                sketch.require(format!("a line visits {cell}"), visited);
            }
        }
    }
}

/// Requires that the lines are rectangles. A condition for each rectangle says whether it is there.
/// Sides of two rectangles then cross, or do not meet: where a corner is on a side, they have a line in
/// common.
fn require_rectangles(board: &Board, sketch: &mut Sketch<'_>) {
    let size = sketch.size();
    let mut across: EdgeMap<Vec<Expr>> = EdgeMap::new(size, Vec::new());
    let mut corners: CellMap<Vec<Expr>> = CellMap::new(size, Vec::new());
    let mut all = Vec::new();
    for first in size.cells().filter(|&cell| board.is_cell(cell)) {
        for last_row in first.row + 1..size.rows {
            for last_column in first.column + 1..size.columns {
                let (rows, columns) = (first.row..last_row, first.column..last_column);
                if !sketch.check() || !sketch.charge_items(2 * (rows.len() + columns.len())) {
                    return;
                }
                let of_rows = [first.column, last_column].into_iter().flat_map(|column| {
                    rows.clone().map(move |row| Edge::of(Cell::new(row, column), Direction::Down))
                });
                let of_columns = [first.row, last_row].into_iter().flat_map(|row| {
                    columns
                        .clone()
                        .map(move |column| Edge::of(Cell::new(row, column), Direction::Right))
                });
                let edges: Vec<Edge> = of_rows.chain(of_columns).collect();
                let is_free = |edge: &Edge| {
                    edge.cells(size).into_iter().flatten().all(|cell| board.is_cell(cell))
                };
                if !edges.iter().all(is_free) {
                    continue;
                }
                let last = Cell::new(last_row, last_column);
                let yes = format!("there is a rectangle with corners at {first} and {last}");
                let no = format!("there is no rectangle with corners at {first} and {last}");
                let option = sketch.boolean(yes.clone());
                sketch.say_whether(&option, yes, no);
                edges.into_iter().for_each(|edge| across[edge].push(option.clone()));
                for row in [first.row, last_row] {
                    for column in [first.column, last_column] {
                        corners[Cell::new(row, column)].push(option.clone());
                    }
                }
                all.push(option);
            }
        }
    }
    for (edge, options) in across.iter() {
        let [Some(a), Some(b)] = edge.cells(size) else { continue };
        let n = sum(options.iter().cloned());
        let name = format!("a line between {a} and {b} is a part of one rectangle");
        sketch.require(name, n.eq(sketch.edge_value(edge)));
    }
    for (cell, options) in corners.iter().filter(|(_, options)| options.len() > 1) {
        let name = format!("at most one rectangle has a corner at {cell}");
        sketch.require(name, sum(options.iter().cloned()).le(1));
    }
    sketch.require("there is a line", any_of(all));
}
