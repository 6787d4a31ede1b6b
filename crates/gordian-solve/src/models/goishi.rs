//! The model of Golden Waste: when each coin is taken, and in which directions it is entered and left.
//!
//! Along the direction in which the walk leaves a coin that is not the last, every coin was taken
//! before, up to the one that is taken next and entered from there.

use gordian_model::{Assignment, Model, VarId, all_different};
use gordian_puzzles::{Cell, Goishi, Solution};

use super::{cell_name, to_i64};

/// The cells of the coins, with the variables of their numbers.
#[derive(Debug)]
pub(super) struct SolutionDecoder {
    coins: Vec<(Cell, VarId)>,
}

impl SolutionDecoder {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        let mut walk: Vec<(i64, Cell)> =
            self.coins.iter().map(|&(cell, number)| (values[number], cell)).collect();
        walk.sort_unstable();
        Solution::Goishi(walk.into_iter().map(|entry| entry.1).collect())
    }
}

/// The four directions: the name, and the number of the opposite direction.
const DIRECTIONS: [(&str, i64); 4] = [("up", 2), ("right", 3), ("down", 0), ("left", 1)];

/// The variables of a coin.
#[derive(Clone, Copy)]
struct Coin {
    cell: Cell,
    /// The number of coins taken before it.
    number: VarId,
    /// The side from which the walk enters.
    enters: VarId,
    /// The direction in which the walk leaves.
    leaves: VarId,
}

pub(super) fn model(board: &Goishi) -> (Model, SolutionDecoder) {
    let mut model = Model::new();
    let last = to_i64(board.coins.len()) - 1;
    let coins: Vec<Coin> = board
        .coins
        .iter()
        .map(|&cell| Coin {
            cell,
            number: model.int(format!("number of {}", cell_name(cell)), 0..=last),
            enters: model.int(format!("side entered at {}", cell_name(cell)), 0..=3),
            leaves: model.int(format!("direction left at {}", cell_name(cell)), 0..=3),
        })
        .collect();
    model.set_answer_variables(coins.iter().map(|coin| coin.number));
    if let Some(start) = board.start {
        let coin = coins.iter().find(|coin| coin.cell == start).expect("the start is a coin");
        model.require(format!("the walk starts at {start}"), coin.number.eq(0));
    }
    model.require(
        "every coin is taken at its own time",
        all_different(coins.iter().map(|coin| coin.number)),
    );
    for coin in &coins {
        model.require(format!("no turning back at {}", coin.cell), coin.enters.ne(coin.leaves));
        for (direction, &(word, back)) in (0_i64..).zip(&DIRECTIONS) {
            // Whether the walk continues in this direction: all coins so far were taken before.
            let mut goes_on = coin.leaves.eq(direction) & coin.number.ne(last);
            let rule = format!("going {word} from {}", coin.cell);
            for met in line(&coins, coin.cell, direction) {
                let taken = met.number.le(coin.number);
                let next = (coin.number + 1).eq(met.number) & met.enters.eq(back);
                model.require(rule.as_str(), goes_on.implies(&taken | next));
                goes_on &= taken;
            }
            model.require(rule.as_str(), !goes_on);
        }
    }
    let coins = coins.iter().map(|coin| (coin.cell, coin.number)).collect();
    (model, SolutionDecoder { coins })
}

/// Returns the coins in a direction, nearest first.
fn line(coins: &[Coin], from: Cell, direction: i64) -> Vec<Coin> {
    let distance = |coin: &Coin| {
        let (rows, columns) = (
            to_i64(coin.cell.row) - to_i64(from.row),
            to_i64(coin.cell.column) - to_i64(from.column),
        );
        match direction {
            0 if columns == 0 => -rows,
            1 if rows == 0 => columns,
            2 if columns == 0 => rows,
            3 if rows == 0 => -columns,
            _ => 0,
        }
    };
    let mut line: Vec<Coin> = coins.iter().filter(|coin| distance(coin) > 0).copied().collect();
    line.sort_by_key(distance);
    line
}
