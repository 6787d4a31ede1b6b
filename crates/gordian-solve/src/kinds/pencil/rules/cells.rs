//! Rules about the places of cells with a property: what they are, which are near, which are
//! connected.

use gordian_model::{all_of, connected};
use gordian_puzzles::board::Cell;
use gordian_puzzles::rules::{
    All, Apart, ApartByWalls, Area, Connected, Near, NoSquare, RoomsInLine, Runs,
};

use super::super::sketch::Sketch;
use super::areas::{areas, near_graph, near_pairs};
use super::{Context, RuleModel};

impl RuleModel for All {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let cells = context.members(self.cells, sketch);
        let are = context.members(self.are, sketch);
        for cell in context.board.playable_cells() {
            let name =
                format!("{cell} is {} if it is {}", self.are.adjective(), self.cells.adjective());
            sketch.require(name, cells[cell].implies(&are[cell]));
        }
    }
}

impl RuleModel for Apart {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        for [a, b] in near_pairs(context.board, &self.by) {
            let name = format!("{a} and {b} {}", self.of.not_both());
            sketch.require(name, !(&members[a] & &members[b]));
        }
    }
}

impl RuleModel for ApartByWalls {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        for edge in sketch.size().edges().filter(|&edge| context.board.walls[edge]) {
            if let [Some(a), Some(b)] = edge.cells(sketch.size()) {
                let name = format!("{a} and {b}, with a wall between them, {}", self.of.not_both());
                sketch.require(name, !(&members[a] & &members[b]));
            }
        }
    }
}

impl RuleModel for Connected {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        if self.area.is_none() && self.near() == [Near::Edge] {
            sketch.require_connected(format!("the {} are connected", self.of.plural()), &members);
            return;
        }
        for (name, mut cells) in areas(context.board, self.area.unwrap_or(Area::Board)) {
            if !sketch.check() || !sketch.charge_items(cells.len()) {
                return;
            }
            let name = match self.area {
                Some(_) => format!("the {} of {name} are connected", self.of.plural()),
                None => format!("the {} are connected", self.of.plural()),
            };
            cells.sort_unstable();
            let graph = near_graph(context.board, &cells, self.near());
            let conditions = cells.iter().map(|&cell| members[cell].clone());
            sketch.require(name, connected(&graph, conditions));
        }
    }
}

impl RuleModel for NoSquare {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        let side = self.side();
        for first in sketch.size().cells() {
            let last = (first.row + side - 1, first.column + side - 1);
            if !sketch.size().contains(Cell::new(last.0, last.1)) {
                continue;
            }
            if !sketch.check() || !sketch.charge_items(side * side) {
                return;
            }
            let rows = first.row..=last.0;
            let square = rows
                .flat_map(|row| (first.column..=last.1).map(move |column| Cell::new(row, column)));
            let full = all_of(square.map(|cell| members[cell].clone()));
            let name = format!("the {side}×{side} area at {first} is not {}", self.full());
            sketch.require(name, !full);
        }
    }
}

impl RuleModel for Runs {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        let n = self.at_most as usize + 1;
        let size = sketch.size();
        for first in size.cells() {
            for (is_row, wanted) in [(true, Area::Columns), (false, Area::Rows)] {
                let room = if is_row { size.columns - first.column } else { size.rows - first.row };
                if self.area() == wanted || room < n {
                    continue;
                }
                if !sketch.check() || !sketch.charge_items(n) {
                    return;
                }
                let at = |step: usize| match is_row {
                    true => Cell::new(first.row, first.column + step),
                    false => Cell::new(first.row + step, first.column),
                };
                let full = all_of((0..n).map(|step| members[at(step)].clone()));
                let name = format!("{first} to {} are not all {}", at(n - 1), self.of.plural());
                sketch.require(name, !full);
            }
        }
    }
}

impl RuleModel for RoomsInLine {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        let rooms = context.board.rooms();
        for (_, line) in areas(context.board, Area::Lines) {
            // The shortest runs that reach through one room more: from the last cell of a room to
            // the first one of another.
            let border = |at: usize| rooms.number(line[at]) != rooms.number(line[at + 1]);
            let borders: Vec<usize> =
                (0..line.len().saturating_sub(1)).filter(|&it| border(it)).collect();
            for part in borders.windows(self.at_most as usize) {
                if !sketch.check() {
                    return;
                }
                let (first, last) = (part[0], part[part.len() - 1] + 1);
                let run = &line[first..=last];
                // Holes are left out of the line, but they end runs.
                let is_whole = run.windows(2).all(|pair| {
                    pair[0].row.abs_diff(pair[1].row) + pair[0].column.abs_diff(pair[1].column) == 1
                });
                if is_whole && sketch.charge_items(run.len()) {
                    let full = all_of(run.iter().map(|&cell| members[cell].clone()));
                    let name = format!(
                        "{} to {} are not all {}",
                        line[first],
                        line[last],
                        self.of.plural()
                    );
                    sketch.require(name, !full);
                }
            }
        }
    }
}
