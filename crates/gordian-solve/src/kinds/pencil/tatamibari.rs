//! The model of Tatamibari: the sides of the rectangle of each mark, and the borders between the
//! rectangles.

use std::sync::Arc;

use gordian_model::all_of;
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::tatamibari::{SQUARE, TALL, Tatamibari, WIDE};
use gordian_puzzles::pencil::{Board, Clue};
use rustc_hash::FxHashMap;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::{Words, to_i64};

impl PencilModel for Tatamibari {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let borders = sketch.borders();
        let marks: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
        // The marks whose rectangles can reach each cell: no other mark is between them.
        let mut candidates: CellMap<Vec<usize>> = CellMap::new(size, Vec::new());
        // The marks that no other mark separates from a mark.
        let mut visible: Vec<Vec<Cell>> = vec![Vec::new(); marks.len()];
        for (index, &mark) in marks.iter().enumerate() {
            for cell in size.cells() {
                if !sketch.check() {
                    return;
                }
                let between = |it: &Cell| is_between(mark, *it, cell);
                let n_others = marks.iter().filter(|&it| *it != mark && between(it)).count();
                if n_others == 0 {
                    if sketch.charge_items(1) {
                        candidates[cell].push(index);
                    }
                } else if n_others == 1 && board.cells[cell].is_clue() && sketch.charge_items(2) {
                    visible[index].push(cell);
                }
            }
        }
        let blocks = {
            let names = marks.iter().map(|mark| format!("the rectangle of the mark at {mark}"));
            sketch.block_numbers("the mark", &candidates, names)
        };
        let lines = (0..to_i64(size.rows.max(size.columns))).map(|it| (it, (it + 1).to_string()));
        let lines: Arc<FxHashMap<i64, String>> = Arc::new(lines.collect());
        for (index, &mark) in marks.iter().enumerate() {
            let name = |side: &str| format!("the {side} of the rectangle of {mark}");
            let top = sketch.integer(name("first row"), 0..=to_i64(mark.row));
            let bottom = sketch.integer(name("last row"), to_i64(mark.row)..=to_i64(size.rows - 1));
            let left = sketch.integer(name("first column"), 0..=to_i64(mark.column));
            let right =
                sketch.integer(name("last column"), to_i64(mark.column)..=to_i64(size.columns - 1));
            let sides = [
                (&top, "begins", "begin", "row"),
                (&bottom, "ends", "end", "row"),
                (&left, "begins", "begin", "column"),
                (&right, "ends", "end", "column"),
            ];
            for (side, does, do_not, line) in sides {
                let words = Words::Value {
                    is: format!("the rectangle of the mark at {mark} {does} in {line} "),
                    is_not: format!(
                        "the rectangle of the mark at {mark} does not {do_not} in {line} "
                    ),
                    names: Arc::clone(&lines),
                    after: "",
                };
                sketch.say(side, words);
            }
            let covers = |cell: Cell| {
                let (row, column) = (to_i64(cell.row), to_i64(cell.column));
                all_of([top.le(row), bottom.ge(row), left.le(column), right.ge(column)])
            };
            for cell in size.cells().filter(|&cell| candidates[cell].contains(&index)) {
                let name =
                    format!("{cell} belongs to the mark at {mark} or is not in its rectangle");
                sketch.require(name, blocks[cell].eq(to_i64(index)).iff(covers(cell)));
            }
            for &other in &visible[index] {
                let name = format!("the marks at {mark} and {other} are in two rectangles");
                sketch.require(name, !covers(other));
            }
            let (height, width) = (&bottom - &top, &right - &left);
            let what = format!("the rectangle of the mark at {mark}");
            match board.cells[mark] {
                Clue::Mark(TALL) => {
                    sketch.require(format!("{what} is higher than wide"), height.gt(width));
                }
                Clue::Mark(WIDE) => {
                    sketch.require(format!("{what} is wider than high"), height.lt(width));
                }
                Clue::Mark(SQUARE) => {
                    sketch.require(format!("{what} is a square"), height.eq(width));
                }
                _ => {}
            }
        }
        sketch.require_borders_between(&borders, &blocks);
        sketch.require_no_crossing_borders(&borders);
    }
}

/// Returns whether a cell is in the smallest rectangle around two others.
fn is_between(one: Cell, cell: Cell, other: Cell) -> bool {
    let within = |a: usize, it: usize, b: usize| (a.min(b)..=a.max(b)).contains(&it);
    within(one.row, cell.row, other.row) && within(one.column, cell.column, other.column)
}
