//! Positions of the 9×9 grid, optimised for frequent changes and copies.

/// The number of cells.
pub(crate) const CELLS: usize = 81;

/// The number of regions, in Sudoku Explainer's order for chains: blocks are 0 to 8, rows 9 to 17,
/// columns 18 to 26.
pub(crate) const REGIONS: usize = 27;

/// The first number of each kind of region.
pub(crate) const BLOCKS: usize = 0;
pub(crate) const ROWS: usize = 9;
pub(crate) const COLUMNS: usize = 18;

/// The order of the kinds of regions in all rules except chains.
pub(crate) const KINDS: [usize; 3] = [BLOCKS, COLUMNS, ROWS];

/// Constant tables of the grid.
pub(crate) struct Tables {
    /// The cells of each region, in order.
    pub(crate) cells: [[usize; 9]; REGIONS],
    /// The block, the row and the column of each cell.
    pub(crate) region: [[usize; 3]; CELLS],
    /// The place of each cell in its block, row and column.
    pub(crate) index: [[usize; 3]; CELLS],
    /// The peers of each cell: those in the block, then in the row, then in the column.
    pub(crate) peers: [[usize; 20]; CELLS],
    /// The peers of each cell as a set.
    pub(crate) sees: [u128; CELLS],
}

/// The tables.
pub(crate) static GRID: Tables = tables();

const fn tables() -> Tables {
    let mut t = Tables {
        cells: [[0; 9]; REGIONS],
        region: [[0; 3]; CELLS],
        index: [[0; 3]; CELLS],
        peers: [[0; 20]; CELLS],
        sees: [0; CELLS],
    };
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        t.region[cell] = [row / 3 * 3 + column / 3, ROWS + row, COLUMNS + column];
        t.index[cell] = [row % 3 * 3 + column % 3, column, row];
        let mut kind = 0;
        while kind < 3 {
            t.cells[t.region[cell][kind]][t.index[cell][kind]] = cell;
            kind += 1;
        }
        cell += 1;
    }
    cell = 0;
    while cell < CELLS {
        let mut n = 0;
        let mut kind = 0;
        while kind < 3 {
            let mut place = 0;
            while place < 9 {
                let other = t.cells[t.region[cell][kind]][place];
                if other != cell && t.sees[cell] >> other & 1 == 0 {
                    t.peers[cell][n] = other;
                    t.sees[cell] |= 1 << other;
                    n += 1;
                }
                place += 1;
            }
            kind += 1;
        }
        cell += 1;
    }
    t
}

/// A position. Digits count from 0 here.
///
/// Invariant: bit `i` of `places[r][d]` is set if and only if bit `d` of the mask of cell `i` of
/// region `r` is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Grid {
    /// Candidates of each cell, none where a digit is placed.
    masks: [u16; CELLS],
    /// For each region and digit, the places of the region with the candidate.
    places: [[u16; 9]; REGIONS],
    /// Cells of each region without a digit.
    open: [u8; REGIONS],
    /// How often each digit is placed.
    placed: [u8; 9],
    /// Cells without a digit.
    empty: u128,
}

impl Grid {
    /// Returns the position of a puzzle.
    pub(crate) fn new(puzzle: &gordian_grid::Grid) -> Self {
        let all = 0x1ff;
        let mut grid = Self {
            masks: [all; CELLS],
            places: [[all; 9]; REGIONS],
            open: [9; REGIONS],
            placed: [0; 9],
            empty: (1 << CELLS) - 1,
        };
        for (cell, &digit) in puzzle.givens.iter().enumerate() {
            if digit != 0 {
                grid.place(cell, usize::from(digit) - 1);
            }
        }
        if let Some(marks) = &puzzle.marks {
            for cell in 0..CELLS {
                for digit in 0..9 {
                    if marks.mask(cell) >> digit & 1 == 0 {
                        grid.remove(cell, digit);
                    }
                }
            }
        }
        grid
    }

    /// Eliminates a candidate, if present.
    #[inline]
    pub(crate) fn remove(&mut self, cell: usize, digit: usize) {
        self.masks[cell] &= !(1 << digit);
        for kind in 0..3 {
            self.places[GRID.region[cell][kind]][digit] &= !(1 << GRID.index[cell][kind]);
        }
    }

    /// Eliminates several candidates of a cell.
    pub(crate) fn remove_all(&mut self, cell: usize, digits: u16) {
        for digit in bits(digits & self.masks[cell]) {
            self.remove(cell, digit);
        }
    }

    /// Places a digit and eliminates it from the peers.
    pub(crate) fn place(&mut self, cell: usize, digit: usize) {
        self.remove_all(cell, 0x1ff);
        for &other in &GRID.peers[cell] {
            self.remove(other, digit);
        }
        if self.empty >> cell & 1 == 1 {
            self.empty &= !(1 << cell);
            self.placed[digit] += 1;
            for region in GRID.region[cell] {
                self.open[region] -= 1;
            }
        }
    }

    /// Returns the candidates of a cell.
    #[inline]
    pub(crate) fn mask(&self, cell: usize) -> u16 {
        self.masks[cell]
    }

    /// Returns the number of candidates of a cell.
    #[inline]
    pub(crate) fn count(&self, cell: usize) -> u32 {
        self.masks[cell].count_ones()
    }

    /// Returns whether a cell has a candidate.
    #[inline]
    pub(crate) fn has(&self, cell: usize, digit: usize) -> bool {
        self.masks[cell] >> digit & 1 == 1
    }

    /// Returns the places of a region with a candidate.
    #[inline]
    pub(crate) fn places(&self, region: usize, digit: usize) -> u16 {
        self.places[region][digit]
    }

    /// Returns the number of cells of a region without a digit.
    #[inline]
    pub(crate) fn open(&self, region: usize) -> usize {
        usize::from(self.open[region])
    }

    /// Returns how often a digit is placed.
    #[inline]
    pub(crate) fn placed(&self, digit: usize) -> usize {
        usize::from(self.placed[digit])
    }

    /// Returns whether a cell has no digit yet.
    #[inline]
    pub(crate) fn is_empty(&self, cell: usize) -> bool {
        self.empty >> cell & 1 == 1
    }

    /// Returns whether every cell has a digit.
    pub(crate) fn is_solved(&self) -> bool {
        self.empty == 0
    }

    /// Returns all candidates as one key, for tables of positions that share their digits.
    pub(crate) fn key(&self) -> [u16; CELLS] {
        self.masks
    }
}

/// Returns the members of a set of digits or places, in increasing order.
#[inline]
pub(crate) fn bits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors(Some(mask), |mask| Some(mask & mask.wrapping_sub(1)))
        .take_while(|&mask| mask != 0)
        .map(|mask| mask.trailing_zeros() as usize)
}

/// Returns the members of a set of cells, in increasing order.
pub(crate) fn cells(set: u128) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)))
        .take_while(|&set| set != 0)
        .map(|set| set.trailing_zeros() as usize)
}

/// Returns all sets of `size` numbers below `n`, in the numeric order of their bit masks:
/// `{0 1} {0 2} {1 2} {0 3} …`.
pub(crate) fn choices(size: u32, n: u32) -> impl Iterator<Item = u64> {
    let first = (1_u64 << size) - 1;
    std::iter::successors(Some(first), |&set| {
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        (set != 0).then(|| ripple | (((set ^ ripple) >> 2) / low))
    })
    .take_while(move |&set| set >> n == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_in_numeric_order() {
        let pairs: Vec<u64> = choices(2, 4).collect();
        assert_eq!(pairs, [0b11, 0b101, 0b110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(choices(4, 9).count(), 126);
        assert_eq!(choices(3, 2).count(), 0);
    }

    #[test]
    fn every_cell_has_twenty_peers() {
        assert_eq!(GRID.peers[0][..3], [1, 2, 9]);
        assert!((0..CELLS).all(|cell| GRID.sees[cell].count_ones() == 20));
        assert_eq!(GRID.cells[COLUMNS + 3][2], 21);
    }
}
