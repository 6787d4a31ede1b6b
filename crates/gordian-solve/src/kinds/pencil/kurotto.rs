//! The model of Kurotto: which cells are shaded, which of them belong to the groups next to each
//! circle, and the sizes of the groups.

use std::collections::{BTreeSet, VecDeque};

use gordian_model::{Expr, any_of, conditional, regions, sum};
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::kurotto::Kurotto;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, adjacent};
use crate::kind::to_i64;

impl PencilModel for Kurotto {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|cell| !board.cells[cell].is_clue());
        let limits = limits(board);
        let mut groups = Vec::new();
        for (circle, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            let what = format!("the {number} at {circle}");
            if !sketch.check() {
                return;
            }
            let reached = reached(board, circle, number, &limits);
            // The circle and the groups next to it: as many steps away as they have cells at most.
            let belongs: CellMap<Expr> = CellMap::from_fn(size, |cell| {
                let steps = cell.row.abs_diff(circle.row) + cell.column.abs_diff(circle.column);
                if cell == circle {
                    Expr::from(1)
                } else if board.cells[cell].is_clue() || steps > number as usize {
                    Expr::from(0)
                } else {
                    let belongs =
                        sketch.boolean(format!("{cell} belongs to a group next to {what}"));
                    if !reached[cell] {
                        let name = format!(
                            "{cell} is too far from {what} (follows from the numbers on the way)"
                        );
                        sketch.require(name, !&belongs);
                    }
                    belongs
                }
            });
            let is_possible = |cell| belongs[cell] != Expr::from(0);
            for cell in size.cells().filter(|&cell| cell != circle && is_possible(cell)) {
                let name = format!("{cell} is shaded if it belongs to a group next to {what}");
                sketch.define(name, belongs[cell].implies(&shaded[cell]));
            }
            for [a, b] in adjacent(size) {
                for [from, to] in [[a, b], [b, a]] {
                    if is_possible(from) && to != circle && !board.cells[to].is_clue() {
                        let name = format!(
                            "if {from} belongs to {what} or its groups and {to} is shaded, {to} belongs to them"
                        );
                        let reaches = &belongs[from] & &shaded[to];
                        sketch.define(name, reaches.implies(&belongs[to]));
                    }
                }
            }
            let name = format!("the groups next to {what} are connected to it");
            sketch.require_connected(name, &belongs);
            let n_cells = sum(belongs.values().iter().cloned());
            let name = format!("the groups next to {what} have {number} cells");
            sketch.require(name, n_cells.eq(i64::from(number) + 1));
            groups.push((belongs, number, what));
        }
        let sizes = require_sizes(board, sketch, &shaded);
        // It follows from the sums, and tells the sizes far from a circle what it allows.
        for (belongs, number, what) in groups {
            if !sketch.check() {
                return;
            }
            let can_belong =
                |cell: &Cell| !board.cells[*cell].is_clue() && belongs[*cell] != Expr::from(0);
            for cell in size.cells().filter(can_belong) {
                let name = format!(
                    "the group of {cell} is not larger than {what} if it is next to it (follows from the sum)"
                );
                let is_small = sizes[cell].le(i64::from(number));
                sketch.require(name, belongs[cell].implies(is_small));
            }
        }
    }
}

/// Requires what follows for the sizes of the single groups; returns the sizes.
fn require_sizes(board: &Board, sketch: &mut Sketch<'_>, shaded: &CellMap<Expr>) -> CellMap<Expr> {
    let size = board.size();
    let sizes = CellMap::from_fn(size, |cell| {
        let what = format!("the size of the group of {cell}, or 1 if it is not shaded");
        sketch.integer(what, 1..=to_i64(size.n_cells()))
    });
    let graph = sketch.grid();
    let shaded_at = |index: u32| &shaded.values()[index as usize];
    let joined: Vec<Expr> =
        graph.edges().iter().map(|&[a, b]| shaded_at(a) & shaded_at(b)).collect();
    let name = "the sizes of the groups are those of the shaded cells";
    sketch.define(name, regions(&graph, joined, sizes.values().iter().cloned()));
    for (circle, clue) in board.clues() {
        let Some(number) = clue.number() else { continue };
        let what = format!("next to the {number} at {circle}");
        let number = i64::from(number);
        let beside: Vec<Cell> =
            size.neighbours(circle).filter(|&cell| !board.cells[cell].is_clue()).collect();
        for &cell in &beside {
            let others = beside.iter().filter(|&&it| it != cell).map(|&it| shaded[it].clone());
            let name =
                format!("the group of {cell} {what} is not too large (follows from the sum)");
            sketch.require(name, !&shaded[cell] | sizes[cell].le(number));
            let is_only = !any_of(others) & &shaded[cell];
            let name = format!(
                "if only {cell} is shaded {what}, its group has {number} cells (follows from the sum)"
            );
            sketch.require(name, is_only.implies(sizes[cell].eq(number)));
        }
        let total = sum(beside.iter().map(|&cell| conditional(&shaded[cell], &sizes[cell], 0)));
        let name = format!("the groups {what} are large enough (follows from the sum)");
        sketch.require(name, total.ge(number));
    }
    sizes
}

/// Returns the largest size of the group of each cell, by the numbers next to it; 0 for a circle.
fn limits(board: &Board) -> CellMap<usize> {
    let size = board.size();
    CellMap::from_fn(size, |cell| {
        if board.cells[cell].is_clue() {
            return 0;
        }
        let numbers = size.neighbours(cell).filter_map(|it| board.cells[it].number());
        numbers.min().map_or(usize::MAX, |number| number as usize)
    })
}

/// Returns whether a cell can belong to a group next to a circle: the way has as many cells as the
/// limit of each of its cells at most.
fn reached(board: &Board, circle: Cell, number: u32, limits: &CellMap<usize>) -> CellMap<bool> {
    let size = board.size();
    let number = number as usize;
    let mut reached = CellMap::new(size, false);
    let mut longest: BTreeSet<usize> =
        limits.values().iter().copied().filter(|&limit| limit < number).collect();
    longest.insert(number);
    for n_steps in longest {
        // The cells that are reached in this many steps through cells whose groups can have as many
        // cells.
        let mut steps = CellMap::new(size, None);
        steps[circle] = Some(0);
        let mut queue = VecDeque::from([circle]);
        while let Some(cell) = queue.pop_front() {
            let next = steps[cell].expect("it was reached") + 1;
            for beside in size.neighbours(cell) {
                if next <= n_steps && limits[beside] >= n_steps && steps[beside].is_none() {
                    steps[beside] = Some(next);
                    reached[beside] = true;
                    queue.push_back(beside);
                }
            }
        }
    }
    reached
}
