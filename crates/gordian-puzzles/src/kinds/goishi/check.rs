//! Checks a solution of Golden Waste by following its walk.

use thiserror::Error;

use super::Goishi;
use crate::board::cell::Cell;

/// A rule that a walk breaks. Steps are counted from 1: step 1 picks up the first coin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WalkViolation {
    /// The walk does not begin at the start of the puzzle.
    #[error("the walk starts at {found} instead of {expected}")]
    WrongStart {
        /// The start that the puzzle requires.
        expected: Cell,
        /// The first place of the walk.
        found: Cell,
    },
    /// The walk goes to a place without a coin.
    #[error("step {step}: there is no coin at {cell}")]
    NoCoin {
        /// The step, from 1.
        step: usize,
        /// The place after the step.
        cell: Cell,
    },
    /// The walk goes to a coin that it has picked up before.
    #[error("step {step}: the coin at {cell} was picked up at step {before}")]
    AlreadyTaken {
        /// The step, from 1.
        step: usize,
        /// The place after the step.
        cell: Cell,
        /// The step that picked the coin up.
        before: usize,
    },
    /// Two successive coins are neither in the same row nor in the same column.
    #[error("step {step}: {to} is neither in the row nor in the column of {from}")]
    NotInLine {
        /// The step, from 1.
        step: usize,
        /// The place before the step.
        from: Cell,
        /// The place after the step.
        to: Cell,
    },
    /// The walk reverses its direction.
    #[error("step {step}: the walk turns back at {from} to {to}")]
    TurnsBack {
        /// The step, from 1.
        step: usize,
        /// The place before the step.
        from: Cell,
        /// The place after the step.
        to: Cell,
    },
    /// The walk passes over a coin that it has not picked up.
    #[error("step {step}: the path from {from} to {to} passes over the coin at {coin}")]
    PassesOver {
        /// The step, from 1.
        step: usize,
        /// The place before the step.
        from: Cell,
        /// The place after the step.
        to: Cell,
        /// The coin that should have been picked up first.
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
    /// size of the board and the length of the walk.
    ///
    /// # Errors
    ///
    /// Returns the first step that breaks a rule (later steps are not checked), or every coin that
    /// is never picked up.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_puzzles::{Cell, Goishi, parse};
    ///
    /// let puzzle = parse("kind = 'goishi'\nboard = '1XX'").unwrap();
    /// let board = puzzle.as_kind::<Goishi>().unwrap();
    /// let walk = [0, 1, 2].map(|column| Cell::new(0, column));
    /// assert!(board.check(&walk).is_ok());
    /// let broken = board.check(&[walk[0], walk[2], walk[1]]).unwrap_err();
    /// assert_eq!(
    ///     broken[0].to_string(),
    ///     "step 2: the path from r1c1 to r1c3 passes over the coin at r1c2"
    /// );
    /// ```
    pub fn check(&self, walk: &[Cell]) -> Result<(), Vec<WalkViolation>> {
        if let (Some(expected), Some(&found)) = (self.start, walk.first())
            && expected != found
        {
            return Err(vec![WalkViolation::WrongStart { expected, found }]);
        }
        // For each place: `None` without a coin, 0 for a coin not yet picked up, otherwise its
        // step.
        let mut steps = vec![None; self.rows * self.columns];
        for coin in &self.coins {
            steps[coin.index(self.columns)] = Some(0);
        }
        let mut previous = None;
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
            previous = Some(
                self.check_path(walk[i - 1], to, step, previous, &steps).map_err(|v| vec![v])?,
            );
        }
        let left = |coin: &&Cell| steps[coin.index(self.columns)] == Some(0);
        let left: Vec<WalkViolation> =
            self.coins.iter().filter(left).map(|&coin| WalkViolation::CoinLeft { coin }).collect();
        if left.is_empty() { Ok(()) } else { Err(left) }
    }

    /// Checks the path between two successive coins; returns its direction as a step of row and
    /// column.
    fn check_path(
        &self,
        from: Cell,
        to: Cell,
        step: usize,
        previous: Option<(isize, isize)>,
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
        if previous == Some((-direction.0, -direction.1)) {
            return Err(WalkViolation::TurnsBack { step, from, to });
        }
        let mut at = from;
        loop {
            at = Cell::new(
                at.row.checked_add_signed(direction.0).expect("the path ends on the board"),
                at.column.checked_add_signed(direction.1).expect("the path ends on the board"),
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
