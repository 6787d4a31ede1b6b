//! Golden Waste: flags for the number of each coin, the side from which it is entered, and the
//! direction in which it is left.
//!
//! Numbers are compared by weighted sums of the flags, the "number hash" of the post.

use gordian_model::{Assignment, Expr, Model, VarId, all_of, any_of, sum};
use gordian_puzzles::{Cell, Goishi, Solution};

use super::{add_flags, exactly_one, selected_index, to_i64};

/// The number flags of each coin, with its cell.
#[derive(Debug)]
pub(super) struct SolutionDecoder {
    coins: Vec<(Cell, Vec<VarId>)>,
}

impl SolutionDecoder {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        let mut walk: Vec<(usize, Cell)> = self
            .coins
            .iter()
            .map(|(cell, number)| (selected_index(number, values), *cell))
            .collect();
        walk.sort_unstable();
        Solution::of::<Goishi>(walk.into_iter().map(|entry| Some(entry.1)).collect())
    }
}

/// The directions in the order of the flags: 0 up, 1 right, 2 down, 3 left.
const WORDS: [&str; 4] = ["up", "right", "down", "left"];

/// The directions in the order of the post, each with the side from which the next coin is entered.
const DIRECTIONS: [(usize, usize); 4] = [(0, 2), (2, 0), (3, 1), (1, 3)];

/// The flags of a coin.
#[derive(Debug)]
struct Field {
    cell: Cell,
    direction_in: Vec<VarId>,
    direction_out: Vec<VarId>,
    number: Vec<VarId>,
}

impl Field {
    fn new(model: &mut Model, cell: Cell, n_coins: usize) -> Self {
        Self {
            cell,
            direction_in: add_flags(model, WORDS, |side| format!("{cell} entered from {side}")),
            direction_out: add_flags(model, WORDS, |way| format!("{cell} left going {way}")),
            number: add_flags(model, 1..=n_coins, |number| format!("{cell} is coin {number}")),
        }
    }

    /// Returns the number, from 0, as a weighted sum of the flags.
    fn number_hash(&self) -> Expr {
        sum(self.number.iter().enumerate().map(|(place, &flag)| flag * to_i64(place)))
    }
}

pub(super) fn model(board: &Goishi) -> (Model, SolutionDecoder) {
    let mut model = Model::new();
    let n_coins = board.coins.len();
    let fields: Vec<Field> =
        board.coins.iter().map(|&cell| Field::new(&mut model, cell, n_coins)).collect();
    model.set_answer_variables(fields.iter().flat_map(|field| field.number.iter().copied()));
    for field in &fields {
        let cell = field.cell;
        if board.start == Some(cell) {
            model.require(format!("the walk starts at {cell}"), field.number[0].eq(1));
        }
        model.require(format!("one number at {cell}"), exactly_one(&field.number));
        for direction in 0..4 {
            let both = field.direction_in[direction] + field.direction_out[direction];
            model.require(format!("no turning back at {cell}"), both.le(1));
        }
        model.require(format!("one way in at {cell}"), exactly_one(&field.direction_in));
        model.require(format!("one way out at {cell}"), exactly_one(&field.direction_out));
        for (direction, side) in DIRECTIONS {
            require_next_coin(&mut model, &fields, field, direction, side);
        }
    }
    for number in 0..n_coins {
        model.require(
            format!("one coin of number {}", number + 1),
            exactly_one(fields.iter().map(|field| field.number[number])),
        );
    }
    let coins = fields.into_iter().map(|field| (field.cell, field.number)).collect();
    (model, SolutionDecoder { coins })
}

/// Requires that, in the direction in which a coin other than the last is left, only coins of lower
/// numbers lie before the coin of the next number, which is entered from `side`.
fn require_next_coin(
    model: &mut Model,
    fields: &[Field],
    this: &Field,
    direction: usize,
    side: usize,
) {
    let rule = format!("going {} from {}", WORDS[direction], this.cell);
    let last = this.number.last().expect("a board has coins");
    let is_not_last = !last;
    let mut should_continue = this.direction_out[direction] & is_not_last;
    for that in coins_in_direction(fields, this.cell, direction) {
        let is_lower = that.number_hash().le(this.number_hash());
        let is_next = (1 + this.number_hash()).eq(that.number_hash());
        let enters_here = Expr::from(that.direction_in[side]);
        model.require(
            rule.as_str(),
            all_of([&should_continue])
                .implies(any_of([is_lower.clone(), all_of([is_next, enters_here])])),
        );
        let carry_on = all_of([should_continue.clone(), is_lower]);
        should_continue = all_of([should_continue, carry_on]);
    }
    model.require(rule, should_continue.eq(0));
}

/// Returns the coins in a direction, nearest first.
fn coins_in_direction(fields: &[Field], from: Cell, direction: usize) -> Vec<&Field> {
    let mut line: Vec<&Field> = fields
        .iter()
        .filter(|field| {
            let Cell { row, column } = field.cell;
            match direction {
                0 => column == from.column && row < from.row,
                1 => row == from.row && column > from.column,
                2 => column == from.column && row > from.row,
                _ => row == from.row && column < from.column,
            }
        })
        .collect();
    line.sort_by_key(|field| {
        field.cell.row.abs_diff(from.row) + field.cell.column.abs_diff(from.column)
    });
    line
}
