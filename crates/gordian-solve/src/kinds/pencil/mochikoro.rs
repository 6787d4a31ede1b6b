//! The model of Mochikoro: which cells are shaded, and the clue of the area of each unshaded cell.

use std::sync::Arc;

use gordian_model::{Domain, Expr};
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::mochikoro::Mochikoro;
use gordian_puzzles::pencil::Board;
use rustc_hash::FxHashMap;

use super::PencilModel;
use super::sketch::{Sketch, adjacent};
use crate::kind::to_i64;

impl PencilModel for Mochikoro {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let shaded = sketch.shade(|_| true);
        let clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
        if clues.len() < 2 {
            return;
        }
        let names = (1..).zip(clues.iter().map(|clue| format!("the area of the clue at {clue}")));
        let names: Arc<FxHashMap<i64, String>> =
            Arc::new(names.chain([(0, "no area of a clue".to_owned())]).collect());
        // The number of the clue from 1; 0 for a shaded cell, and in an area without a clue.
        let owners: CellMap<Expr> = CellMap::from_fn(size, |cell| {
            if !sketch.check() || !sketch.charge_items(clues.len()) {
                return Expr::from(0);
            }
            if let Some(index) = clues.iter().position(|&clue| clue == cell) {
                return Expr::from(to_i64(index + 1));
            }
            let domain = Domain::from_values(0..=to_i64(clues.len())).expect("0 is a value");
            let owner = sketch.variable(format!("the clue of the area of {cell}"), domain);
            sketch.say_member(&owner, cell, &names);
            owner
        });
        for cell in size.cells().filter(|&cell| !board.cells[cell].is_clue()) {
            let name = format!("{cell} is in no area if it is shaded");
            sketch.define(name, shaded[cell].implies(owners[cell].eq(0)));
        }
        for [a, b] in adjacent(size) {
            let together = &shaded[a] | &shaded[b] | owners[a].eq(&owners[b]);
            let name = format!("{a} and {b} are not in the areas of two clues");
            sketch.require(name, together);
        }
    }
}
