//! A candidate, and the candidates of every cell.

use crate::Layout;

/// A digit in a cell.
///
/// *Ranges*: cells are numbered row by row from 0; digits start at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: usize,
    /// The digit.
    pub digit: u8,
}

impl Candidate {
    /// Returns the candidate `digit` in `cell`.
    #[must_use]
    pub fn new(cell: usize, digit: u8) -> Self {
        Self { cell, digit }
    }
}

/// The remaining candidates of every cell: a state of a search, or pencil marks.
///
/// *Shape*: one mask per cell, row by row. Bit `d - 1` of a mask stands for the digit `d`, so grids
/// have up to 64 digits. *Memory*: 8 bytes per cell.
///
/// # Example
///
/// ```
/// use gordian_grid::{Candidates, Layout};
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
    /// Returns the state in which every cell has all candidates.
    #[must_use]
    pub fn all(layout: &Layout) -> Self {
        Self { masks: vec![layout.all_digits(); layout.n_cells()] }
    }

    /// Creates a state from masks, one per cell.
    #[must_use]
    pub fn from_masks(masks: Vec<u64>) -> Self {
        Self { masks }
    }

    /// Returns the masks, one per cell.
    #[inline]
    #[must_use]
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Returns the masks, one per cell.
    #[inline]
    pub fn masks_mut(&mut self) -> &mut [u64] {
        &mut self.masks
    }

    /// Returns the mask of `cell`.
    #[inline]
    #[must_use]
    pub fn mask(&self, cell: usize) -> u64 {
        self.masks[cell]
    }

    /// Returns the candidates of `cell` (digits from 1), in increasing order.
    #[inline]
    pub fn digits(&self, cell: usize) -> impl Iterator<Item = u8> + use<> {
        let mask = self.masks[cell];
        (0_u8..64).filter(move |&digit| mask >> digit & 1 == 1).map(|digit| digit + 1)
    }

    /// Removes every candidate of `cell` except `digit` (from 1).
    #[inline]
    pub fn keep_only(&mut self, cell: usize, digit: u8) {
        self.masks[cell] &= 1 << (digit - 1);
    }

    /// Removes the candidate `digit` (from 1) from `cell`.
    #[inline]
    pub fn remove(&mut self, cell: usize, digit: u8) {
        self.masks[cell] &= !(1 << (digit - 1));
    }
}
