//! Rules about the cells with a property in rooms and other areas.

use std::collections::BTreeSet;

use gordian_puzzles::board::Cell;
use gordian_puzzles::rules::{Area, Symmetric, WholeRooms};

use super::super::sketch::Sketch;
use super::areas::areas;
use super::{Context, RuleModel};

impl RuleModel for WholeRooms {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        for (room, cells) in areas(context.board, Area::Rooms) {
            for pair in cells.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                let of = self.of.adjective();
                let name = format!("{a} and {b} of {room} are both {of}, or both not");
                sketch.require(name, members[a].iff(&members[b]));
            }
        }
    }
}

impl RuleModel for Symmetric {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let members = context.members(self.of, sketch);
        for (area, cells) in areas(context.board, self.area) {
            let cells: BTreeSet<Cell> = cells.into_iter().collect();
            if !sketch.check() || !sketch.charge_items(cells.len()) {
                return;
            }
            let columns: BTreeSet<usize> = cells.iter().map(|cell| cell.column).collect();
            // The first cell is in the first row, the last one in the last row.
            let (Some(top), Some(bottom)) = (cells.first(), cells.last()) else { continue };
            let (Some(left), Some(right)) = (columns.first(), columns.last()) else { continue };
            let (rows, columns) = (top.row + bottom.row, left + right);
            let of = self.of.adjective();
            for &cell in &cells {
                let turned = Cell::new(rows - cell.row, columns - cell.column);
                if !cells.contains(&turned) {
                    let name =
                        format!("{cell}, from which half a turn leads out of {area}, is not {of}");
                    sketch.require(name, !&members[cell]);
                } else if cell < turned {
                    let name = format!("{cell} and {turned} are both {of}, or both not");
                    sketch.require(name, members[cell].iff(&members[turned]));
                }
            }
        }
    }
}
