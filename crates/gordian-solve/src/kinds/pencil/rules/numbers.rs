//! Rules about numbers in cells.

use gordian_model::{Expr, all_different, all_of, sum};
use gordian_puzzles::board::Cell;
use gordian_puzzles::rules::{Differ, Different, Given, Sum};

use super::super::sketch::Sketch;
use super::areas::{areas, near_pairs};
use super::counts::require_bounds;
use super::{Context, RuleModel};

impl RuleModel for Different {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        for (area, cells) in areas(context.board, self.area) {
            if !sketch.check() {
                return;
            }
            let name = format!("{area} has different numbers");
            let numbers = || cells.iter().map(|&cell| sketch.cell_value(cell));
            // Cells without a number may be many.
            let may_be_empty = cells.iter().any(|&cell| sketch.may_be_zero(cell));
            let condition = match may_be_empty {
                false => all_different(numbers()),
                true => {
                    let numbers: Vec<Expr> = numbers().collect();
                    let n_pairs = numbers.len() * numbers.len() / 2;
                    if !sketch.charge_items(n_pairs) {
                        return;
                    }
                    let pairs = numbers.iter().enumerate().flat_map(|(index, one)| {
                        numbers[..index].iter().map(move |other| one.ne(other) | one.eq(0))
                    });
                    all_of(pairs)
                }
            };
            sketch.require(name, condition);
        }
    }
}

impl RuleModel for Given {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        for (cell, clue) in context.board.clues() {
            if let Some(number) = clue.number() {
                let holds = sketch.cell_value(cell).eq(i64::from(number));
                sketch.require(format!("the given {number} at {cell}"), holds);
            }
        }
    }
}

impl RuleModel for Differ {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        for [a, b] in near_pairs(context.board, &self.by) {
            let (one, other) = (sketch.cell_value(a), sketch.cell_value(b));
            // Empty cells have no number.
            let open = [a, b].into_iter().filter(|&cell| sketch.may_be_zero(cell));
            let open: Vec<Expr> = open.map(|cell| sketch.cell_value(cell).ne(0)).collect();
            let both = (!open.is_empty()).then(|| all_of(open));
            let difference = (one - other).abs();
            require_bounds(sketch, &difference, self.bounds(), both.as_ref(), |words, _| {
                format!("the numbers in {a} and {b} differ by {words}")
            });
        }
    }
}

impl RuleModel for Sum {
    fn require(&self, context: &mut Context<'_>, sketch: &mut Sketch<'_>) {
        let board = context.board;
        for (side, index, clue) in board.outside_clues() {
            let [Some(number)] = clue[..] else { continue };
            let line: Vec<Cell> = side.line(board.size(), index);
            let cells = line.into_iter().filter(|&cell| board.is_cell(cell));
            let total = sum(cells.map(|cell| sketch.cell_value(cell)));
            let name = format!("the sum of {} is {number}", side.line_name(index));
            sketch.require(name, total.eq(i64::from(number)));
        }
    }
}
