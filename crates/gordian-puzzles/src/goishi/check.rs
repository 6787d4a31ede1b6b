//! The rules of Golden Waste, by walking.

use thiserror::Error;

use super::Goishi;
use crate::cell::Cell;

/// A rule that a walk breaks. Steps are counted from 1: step 1 picks up the first coin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WalkViolation {
    /// The walk starts somewhere else.
    #[error("the walk starts at {found} instead of {expected}")]
    WrongStart {
        /// Where the puzzle says it starts.
        expected: Cell,
        /// Where it starts.
        found: Cell,
    },
    /// The walk goes to a place without a coin.
    #[error("step {step}: there is no coin at {cell}")]
    NoCoin {
        /// The step, from 1.
        step: usize,
        /// Where it goes.
        cell: Cell,
    },
    /// The walk goes to a coin that it has picked up before.
    #[error("step {step}: the coin at {cell} was picked up at step {before}")]
    AlreadyTaken {
        /// The step, from 1.
        step: usize,
        /// Where it goes.
        cell: Cell,
        /// The step that picked the coin up.
        before: usize,
    },
    /// Two coins in a row are neither in one row nor in one column.
    #[error("step {step}: {to} is neither in the row nor in the column of {from}")]
    NotInLine {
        /// The step, from 1.
        step: usize,
        /// Where the walk is.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// The walk turns back the way it came.
    #[error("step {step}: the walk turns back at {from} to {to}")]
    TurnsBack {
        /// The step, from 1.
        step: usize,
        /// Where the walk is.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// The walk passes over a coin that still lies there.
    #[error("step {step}: the way from {from} to {to} passes over the coin at {coin}")]
    PassesOver {
        /// The step, from 1.
        step: usize,
        /// Where the walk is.
        from: Cell,
        /// Where it goes.
        to: Cell,
        /// The coin that had to be picked up.
        coin: Cell,
    },
    /// A coin is never picked up.
    #[error("the coin at {coin} is never picked up")]
    CoinLeft {
        /// The coin.
        coin: Cell,
    },
}

impl Goishi {
    /// Checks a walk by the rules of the puzzle.
    ///
    /// *Shape*: the coins in the order in which they are picked up. *Cost*: proportional to the
    /// size of the board and the length of the way.
    ///
    /// # Errors
    ///
    /// Returns the first step that breaks a rule (after it, the walk means nothing), or every coin
    /// that is left over.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_puzzles::{Cell, Puzzle, parse};
    ///
    /// let Puzzle::Goishi(board) = parse("kind = 'goishi'\nboard = '1XX'").unwrap() else {
    ///     unreachable!()
    /// };
    /// let walk = [0, 1, 2].map(|column| Cell::new(0, column));
    /// assert!(board.check(&walk).is_ok());
    /// let broken = board.check(&[walk[0], walk[2], walk[1]]).unwrap_err();
    /// assert_eq!(
    ///     broken[0].to_string(),
    ///     "step 2: the way from r1c1 to r1c3 passes over the coin at r1c2"
    /// );
    /// ```
    pub fn check(&self, walk: &[Cell]) -> Result<(), Vec<WalkViolation>> {
        if let (Some(expected), Some(&found)) = (self.start, walk.first())
            && expected != found
        {
            return Err(vec![WalkViolation::WrongStart { expected, found }]);
        }
        // For every place: `None` without a coin, 0 for a coin that lies there, else its step.
        let mut steps = vec![None; self.rows * self.columns];
        for coin in &self.coins {
            steps[coin.index(self.columns)] = Some(0);
        }
        let mut came = None;
        for (i, &to) in walk.iter().enumerate() {
            let step = i + 1;
            let on_board = to.row < self.rows && to.column < self.columns;
            let mark = if on_board { &mut steps[to.index(self.columns)] } else { &mut None };
            match *mark {
                None => return Err(vec![WalkViolation::NoCoin { step, cell: to }]),
                Some(0) => *mark = Some(step),
                Some(before) => {
                    return Err(vec![WalkViolation::AlreadyTaken { step, cell: to, before }]);
                }
            }
            if i == 0 {
                continue;
            }
            came = Some(self.check_way(walk[i - 1], to, step, came, &steps).map_err(|v| vec![v])?);
        }
        let left = |coin: &&Cell| steps[coin.index(self.columns)] == Some(0);
        let left: Vec<WalkViolation> =
            self.coins.iter().filter(left).map(|&coin| WalkViolation::CoinLeft { coin }).collect();
        if left.is_empty() { Ok(()) } else { Err(left) }
    }

    /// Checks one way between two coins; returns its direction as a step of row and column.
    fn check_way(
        &self,
        from: Cell,
        to: Cell,
        step: usize,
        came: Option<(isize, isize)>,
        steps: &[Option<usize>],
    ) -> Result<(isize, isize), WalkViolation> {
        if from.row != to.row && from.column != to.column {
            return Err(WalkViolation::NotInLine { step, from, to });
        }
        let sign = |from: usize, to: usize| match from.cmp(&to) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => -1,
        };
        let direction = (sign(from.row, to.row), sign(from.column, to.column));
        if came == Some((-direction.0, -direction.1)) {
            return Err(WalkViolation::TurnsBack { step, from, to });
        }
        let mut at = from;
        loop {
            at = Cell::new(
                at.row.checked_add_signed(direction.0).expect("the way ends on the board"),
                at.column.checked_add_signed(direction.1).expect("the way ends on the board"),
            );
            if at == to {
                return Ok(direction);
            }
            if steps[at.index(self.columns)] == Some(0) {
                return Err(WalkViolation::PassesOver { step, from, to, coin: at });
            }
        }
    }
}
