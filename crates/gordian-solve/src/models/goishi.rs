//! Golden Waste: when each coin is taken, and by which directions it is reached and left.
//!
//! From a coin that is not the last, the walk looks along the direction in which it leaves: every
//! coin it meets was taken before, up to one that is taken next and entered from there.

use gordian_model::{Assignment, Model, VarId, all_different};
use gordian_puzzles::{Cell, Goishi, Solution};

use super::{name, small};

/// The numbers of the coins, with their places.
#[derive(Debug)]
pub(super) struct Reading {
    coins: Vec<(Cell, VarId)>,
}

impl Reading {
    pub(super) fn solution(&self, values: &Assignment) -> Solution {
        let mut walk: Vec<(i64, Cell)> =
            self.coins.iter().map(|&(cell, number)| (values[number], cell)).collect();
        walk.sort_unstable();
        Solution::Goishi(walk.into_iter().map(|entry| entry.1).collect())
    }
}

/// The four directions: name, and the number of the one back.
const DIRECTIONS: [(&str, i64); 4] = [("up", 2), ("right", 3), ("down", 0), ("left", 1)];

/// What is decided of a coin.
#[derive(Clone, Copy)]
struct Coin {
    cell: Cell,
    /// How many coins are taken before it.
    number: VarId,
    /// The side from which the walk comes.
    enters: VarId,
    /// The direction in which the walk leaves.
    leaves: VarId,
}

pub(super) fn model(board: &Goishi) -> (Model, Reading) {
    let mut model = Model::new();
    let last = small(board.coins.len()) - 1;
    let coins: Vec<Coin> = board
        .coins
        .iter()
        .map(|&cell| Coin {
            cell,
            number: model.int(format!("number of {}", name(cell)), 0..=last),
            enters: model.int(format!("side entered at {}", name(cell)), 0..=3),
            leaves: model.int(format!("direction left at {}", name(cell)), 0..=3),
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
            // Where the walk still goes on in this direction: so far, only taken coins were met.
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
    (model, Reading { coins })
}

/// Returns the coins that lie in a direction, nearest first.
fn line(coins: &[Coin], from: Cell, direction: i64) -> Vec<Coin> {
    let distance = |coin: &Coin| {
        let (rows, columns) =
            (small(coin.cell.row) - small(from.row), small(coin.cell.column) - small(from.column));
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
