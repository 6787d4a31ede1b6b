//! The model of Square Jam: the side of the square of each cell, the place of the cell in it, and
//! the borders.

use std::sync::Arc;

use gordian_model::Expr;
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge};
use gordian_puzzles::kinds::pencil::squarejam::Squarejam;
use gordian_puzzles::pencil::Board;
use rustc_hash::FxHashMap;

use super::PencilModel;
use super::sketch::{Sketch, adjacent};
use crate::kind::{Words, to_i64};

impl PencilModel for Squarejam {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let largest = to_i64(size.rows.min(size.columns));
        let borders = sketch.borders();
        let sides = CellMap::from_fn(size, |cell| {
            let side = sketch.integer(format!("the side of the square of {cell}"), 1..=largest);
            let (is, is_not) = (
                format!("the square of {cell} has side "),
                format!("the square of {cell} does not have side "),
            );
            sketch.say_number(&side, is, is_not, "");
            side
        });
        // The row and the column of each cell in its square.
        let mut places = |what: &str, index: fn(Cell) -> usize, line: usize| {
            CellMap::from_fn(size, |cell| {
                if !sketch.check() {
                    return Expr::from(0);
                }
                let last = to_i64(index(cell)).min(largest - 1);
                let place = sketch.integer(format!("the {what} of {cell} in its square"), 0..=last);
                let rest = to_i64(line - index(cell));
                let names: FxHashMap<i64, String> =
                    (0..largest).map(|place| (place, (place + 1).to_string())).collect();
                let words = Words::Value {
                    is: format!("{cell} is in {what} "),
                    is_not: format!("{cell} is not in {what} "),
                    names: Arc::new(names),
                    after: " of its square",
                };
                sketch.say(&place, words);
                let fits = place.lt(&sides[cell]) & (&sides[cell] - &place).le(rest);
                sketch
                    .require(format!("the {what}s of the square of {cell} are on the board"), fits);
                place
            })
        };
        let rows = places("row", |cell| cell.row, size.rows);
        let columns = places("column", |cell| cell.column, size.columns);
        for [a, b] in adjacent(size) {
            let side = if a.row == b.row { Direction::Right } else { Direction::Down };
            let (along, across) = match side {
                Direction::Right => (&columns, &rows),
                _ => (&rows, &columns),
            };
            let border = borders[Edge::of(a, side)].clone().unwrap_or_else(|| Expr::from(1));
            let is_last = along[a].eq(&sides[a] - 1);
            let name = format!("the border between {a} and {b} is the side of two squares");
            sketch.require(name, border.iff(is_last) & border.iff(along[b].eq(0)));
            let goes_on =
                sides[a].eq(&sides[b]) & (&along[a] + 1).eq(&along[b]) & across[a].eq(&across[b]);
            sketch.require(format!("{a} and {b} have a border or one square"), border | goes_on);
        }
        for (cell, clue) in board.clues() {
            if let Some(number) = clue.number() {
                let name = format!("the {number} at {cell} has a square of side {number}");
                sketch.require(name, sides[cell].eq(i64::from(number)));
            }
        }
        sketch.require_no_crossing_borders(&borders);
    }
}
