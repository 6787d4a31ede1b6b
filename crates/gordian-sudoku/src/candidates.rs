//! What a cell can still be.

use crate::{Layout, Puzzle};

/// For every cell of a grid the digits that it may still hold: a state of a search, or the pencil
/// marks of a person.
///
/// *Shape*: one mask per cell, row by row; bit `d - 1` of a mask stands for the digit `d`, so that
/// 64 digits fit. *Memory*: 8 bytes a cell.
///
/// # Example
///
/// ```
/// use gordian_sudoku::{Candidates, Layout};
///
/// let mut candidates = Candidates::all(&Layout::classic());
/// candidates.keep_only(0, 5);
/// assert_eq!(candidates.mask(0), 0b1_0000);
/// assert_eq!(candidates.digits(0).collect::<Vec<_>>(), [5]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    masks: Vec<u64>,
}

impl Candidates {
    /// Returns the state in which every cell may hold every digit.
    #[must_use]
    pub fn all(layout: &Layout) -> Self {
        Self { masks: vec![layout.all_digits(); layout.n_cells()] }
    }

    /// Returns the state in which a puzzle begins: its pencil marks where it has some, and nothing
    /// but the given digit in the cells that have one. Nothing is concluded from the givens.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut candidates = match &puzzle.marks {
            Some(marks) => marks.clone(),
            None => Self::all(&puzzle.layout),
        };
        for (cell, &digit) in puzzle.givens.iter().enumerate() {
            if digit != 0 {
                candidates.masks[cell] &= 1 << (digit - 1);
            }
        }
        candidates
    }

    /// Returns the state with these masks, one a cell.
    #[must_use]
    pub fn from_masks(masks: Vec<u64>) -> Self {
        Self { masks }
    }

    /// Returns the masks, one a cell.
    #[must_use]
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Returns the masks, one a cell.
    pub fn masks_mut(&mut self) -> &mut [u64] {
        &mut self.masks
    }

    /// Returns the mask of `cell`.
    #[must_use]
    pub fn mask(&self, cell: usize) -> u64 {
        self.masks[cell]
    }

    /// Returns the digits (from 1) that `cell` may hold, in increasing order.
    pub fn digits(&self, cell: usize) -> impl Iterator<Item = u8> + use<> {
        let mask = self.masks[cell];
        (0_u8..64).filter(move |&digit| mask >> digit & 1 == 1).map(|digit| digit + 1)
    }

    /// Takes every digit but `digit` (from 1) from `cell`.
    pub fn keep_only(&mut self, cell: usize, digit: u8) {
        self.masks[cell] &= 1 << (digit - 1);
    }

    /// Takes `digit` (from 1) from `cell`.
    pub fn remove(&mut self, cell: usize, digit: u8) {
        self.masks[cell] &= !(1 << (digit - 1));
    }
}
