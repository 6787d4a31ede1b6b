//! Rules about loops.

use gordian_model::{single_cycle, sum};
use gordian_puzzles::board::Direction;
use gordian_puzzles::rules::{SingleLoop, Visits, VisitsRooms};

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
