//! The model of Shimaguni: which cells are shaded.

use std::collections::BTreeSet;

use gordian_model::{Expr, sum};
use gordian_puzzles::kinds::pencil::shimaguni::Shimaguni;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

impl PencilModel for Shimaguni {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let rooms = board.rooms();
        let shaded = sketch.shade(|_| true);
        let mut sizes: Vec<Expr> = Vec::new();
        for (index, room) in rooms.rooms().iter().enumerate() {
            let name = rooms.name(index);
            let what = format!("the number of shaded cells in {name}");
            let n_cells = sketch.integer(what.clone(), 0..=to_i64(room.len()));
            let (is, is_not) = (format!("{name} has "), format!("{name} does not have "));
            sketch.say_number(&n_cells, is, is_not, " shaded cells");
            let n_shaded = sum(room.iter().map(|&cell| shaded[cell].clone()));
            sketch.define(what, n_shaded.eq(&n_cells));
            sketch.require(format!("{name} has a shaded cell"), n_cells.ge(1));
            sizes.push(n_cells);
        }
        let mut pairs = BTreeSet::new();
        for [a, b] in rooms.borders() {
            let [a, b] = [a, b].map(|cell| rooms.number(cell).expect("every cell is in a room"));
            pairs.insert((a.min(b), a.max(b)));
        }
        for (a, b) in pairs {
            let name = format!(
                "{} and {} have different numbers of shaded cells",
                rooms.name(a),
                rooms.name(b)
            );
            sketch.require(name, sizes[a].ne(&sizes[b]));
        }
    }
}
