//! The model of Nurikabe: which cells are shaded, and the clue that each unshaded cell belongs to.

use std::sync::Arc;

use gordian_model::{Domain, Expr, sum};
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::nurikabe::Nurikabe;
use gordian_puzzles::pencil::Board;
use rustc_hash::FxHashMap;

use super::PencilModel;
use super::sketch::{Sketch, adjacent};
use crate::kind::to_i64;

impl PencilModel for Nurikabe {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        require_areas(board, sketch);
    }
}

/// Adds the shaded cells, none of which is a clue, and requires that each area of unshaded cells has
/// exactly one clue, and as many cells as its number.
pub(super) fn require_areas(board: &Board, sketch: &mut Sketch<'_>) {
    let size = board.size();
    let shaded = sketch.shade(|cell| !board.cells[cell].is_clue());
    let clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
    let what = |clue: Cell| match board.cells[clue].number() {
        Some(number) => format!("the {number} at {clue}"),
        None => format!("the clue at {clue}"),
    };
    let names = (1..).zip(clues.iter().map(|&clue| format!("the area of {}", what(clue))));
    let names: Arc<FxHashMap<i64, String>> =
        Arc::new(names.chain([(0, "the shaded area".to_owned())]).collect());
    // The number of the clue from 1, or 0 for a shaded cell.
    let owners: CellMap<Expr> = CellMap::from_fn(size, |cell| {
        if !sketch.check() {
            return Expr::from(0);
        }
        if let Some(index) = clues.iter().position(|&clue| clue == cell) {
            return Expr::from(to_i64(index + 1));
        }
        // The path from a clue to the cell has at most as many cells as the number says.
        let reaches = |(index, &clue): (usize, &Cell)| {
            let distance = cell.row.abs_diff(clue.row) + cell.column.abs_diff(clue.column);
            let number = board.cells[clue].number().map_or(usize::MAX, |number| number as usize);
            (distance < number).then(|| to_i64(index + 1))
        };
        let reached = clues.iter().enumerate().filter_map(reaches);
        let domain = Domain::from_values(std::iter::once(0).chain(reached));
        let domain = domain.expect("0 is a value");
        let owner = sketch.variable(format!("the clue of {cell}"), domain);
        sketch.say_member(&owner, cell, &names);
        owner
    });
    for cell in size.cells().filter(|&cell| !board.cells[cell].is_clue()) {
        let is_shaded = shaded[cell].iff(owners[cell].eq(0));
        sketch.define(format!("{cell} is shaded or belongs to a clue"), is_shaded);
    }
    for (index, &clue) in clues.iter().enumerate() {
        if !sketch.check() {
            return;
        }
        let area = CellMap::from_fn(size, |cell| owners[cell].eq(to_i64(index + 1)));
        let what = what(clue);
        if let Some(number) = board.cells[clue].number() {
            let n_cells = sum(area.values().iter().cloned()).eq(i64::from(number));
            sketch.require(format!("{what} has an area of {number} cells"), n_cells);
        }
        sketch.require_connected(format!("the area of {what} is connected"), &area);
    }
    for [a, b] in adjacent(size) {
        let (one, other) = (&owners[a], &owners[b]);
        let together = one.eq(0) | other.eq(0) | one.eq(other);
        sketch.require(format!("{a} and {b} do not belong to two clues"), together);
    }
}
