//! Images of a puzzle, built row by row.

/// A puzzle and its transpose, with their empty rows.
pub(super) struct OrientedGrid {
    /// The digits by row and column; index 1 is the transposed grid.
    digits: [[[u8; 9]; 9]; 2],
    /// Bit `r` is set where row `r` is empty, in either orientation.
    empty_rows: [u16; 2],
}

impl OrientedGrid {
    pub(super) fn new(givens: &[u8]) -> Self {
        let mut digits = [[[0; 9]; 9]; 2];
        let mut empty_rows = [0x1ff; 2];
        for (cell, &digit) in givens.iter().enumerate() {
            let (row, column) = (cell / 9, cell % 9);
            digits[0][row][column] = digit;
            digits[1][column][row] = digit;
            if digit != 0 {
                empty_rows[0] &= !(1 << row);
                empty_rows[1] &= !(1 << column);
            }
        }
        Self { digits, empty_rows }
    }

    pub(super) fn row(&self, transposed: bool, row: usize) -> &[u8; 9] {
        &self.digits[usize::from(transposed)][row]
    }

    /// Returns whether every row, column and box holds every digit.
    pub(super) fn is_solved(&self) -> bool {
        let mut houses = [0_u16; 27];
        for (row, digits) in self.digits[0].iter().enumerate() {
            for (column, &digit) in digits.iter().enumerate() {
                for house in [row, 9 + column, 18 + row / 3 * 3 + column / 3] {
                    houses[house] |= 1 << digit;
                }
            }
        }
        houses.iter().all(|&digits| digits == 0x3fe)
    }

    /// Returns the candidates for the row after `taken`: rows of the band in progress, or of any
    /// unused band. Of the empty rows of a band, and of empty bands, only the first is returned.
    pub(super) fn next_rows(&self, transposed: bool, taken: &[u8]) -> impl Iterator<Item = u8> {
        let used = taken.iter().fold(0_u16, |used, &row| used | 1 << row);
        let begun = (!taken.len().is_multiple_of(3)).then(|| taken[taken.len() - 1] / 3);
        let empty = self.empty_rows[usize::from(transposed)] & !used;
        let empty_bands = (0..3_u8).filter(move |&band| empty >> (3 * band) & 7 == 7);
        let first_empty_band = empty_bands.clone().next();
        (0..9_u8).filter(move |&row| {
            let band = row / 3;
            let in_turn = match begun {
                Some(begun) => band == begun,
                None => {
                    (used >> (3 * band)).trailing_zeros() >= 3
                        && (empty >> (3 * band) & 7 != 7 || first_empty_band == Some(band))
                }
            };
            let earlier_empty = empty >> (3 * band) & 7 & ((1 << (row % 3)) - 1);
            used >> row & 1 == 0 && in_turn && (empty >> row & 1 == 0 || earlier_empty == 0)
        })
    }

    /// Returns the number of permutations of empty rows, bands, columns and stacks.
    pub(super) fn n_empty_line_permutations(&self) -> u64 {
        const FACTORIALS: [u64; 4] = [1, 1, 2, 6];
        let mut orders = 1;
        for empty in self.empty_rows {
            let mut bands = 0;
            for band in 0..3 {
                let rows = (empty >> (3 * band) & 7).count_ones() as usize;
                orders *= FACTORIALS[rows];
                bands += usize::from(rows == 3);
            }
            orders *= FACTORIALS[bands];
        }
        orders
    }

    /// Returns the columns of an orientation that are empty, as bits.
    pub(super) fn empty_columns(&self, transposed: bool) -> u16 {
        self.empty_rows[usize::from(!transposed)]
    }
}

/// The first rows of an image: the sources of its lines and the new digits.
#[derive(Clone)]
pub(super) struct Image {
    transposed: bool,
    /// The source row of each row built so far.
    rows: [u8; 9],
    n_rows: usize,
    /// The source column of each column.
    columns: [u8; 9],
    /// The new digit of each digit, 0 if not assigned yet; the first entry is for the empty cell.
    new_digits: [u8; 10],
    n_new_digits: u8,
}

impl Image {
    /// Creates an image without rows, with this orientation and column order.
    pub(super) fn new(transposed: bool, columns: [u8; 9]) -> Self {
        Self { transposed, rows: [0; 9], n_rows: 0, columns, new_digits: [0; 10], n_new_digits: 0 }
    }

    pub(super) fn transposed(&self) -> bool {
        self.transposed
    }

    pub(super) fn rows(&self) -> &[u8; 9] {
        &self.rows
    }

    pub(super) fn n_rows(&self) -> usize {
        self.n_rows
    }

    pub(super) fn columns(&self) -> &[u8; 9] {
        &self.columns
    }

    /// Returns the new digits of the digits 1 to 9. Absent digits get the last ones.
    pub(super) fn new_digits(&self) -> [u8; 9] {
        let mut next = self.n_new_digits;
        std::array::from_fn(|digit| match self.new_digits[digit + 1] {
            0 => {
                next += 1;
                next
            }
            name => name,
        })
    }

    /// Returns the number of absent digits.
    pub(super) fn n_unused(&self) -> u64 {
        u64::from(9 - self.n_new_digits)
    }

    /// Appends a row and returns its text: four bits per digit, the first digit highest.
    pub(super) fn push_row(&mut self, grid: &OrientedGrid, row: u8) -> u64 {
        let digits = grid.row(self.transposed, usize::from(row));
        let mut text = 0;
        for &column in &self.columns {
            let digit = digits[usize::from(column)];
            let name = &mut self.new_digits[usize::from(digit)];
            if *name == 0 && digit != 0 {
                self.n_new_digits += 1;
                *name = self.n_new_digits;
            }
            text = text << 4 | u64::from(*name);
        }
        self.rows[self.n_rows] = row;
        self.n_rows += 1;
        text
    }
}

/// The images with the smallest last row among those added.
#[derive(Default)]
pub(super) struct MinimalImages {
    images: Vec<Image>,
    text: u64,
}

impl MinimalImages {
    /// Adds an image whose last row is `text`, unless a smaller one is known.
    pub(super) fn add(&mut self, image: Image, text: u64) {
        if self.images.is_empty() || text < self.text {
            self.images.clear();
            self.text = text;
        }
        if text == self.text {
            self.images.push(image);
        }
    }

    pub(super) fn into_images(self) -> Vec<Image> {
        self.images
    }
}

/// Extends images by one row in every possible way and returns the smallest.
pub(super) fn append_minimal_row(grid: &OrientedGrid, images: &[Image]) -> Vec<Image> {
    let mut smallest = MinimalImages::default();
    for image in images {
        for row in grid.next_rows(image.transposed, &image.rows[..image.n_rows]) {
            let mut next = image.clone();
            let text = next.push_row(grid, row);
            smallest.add(next, text);
        }
    }
    smallest.into_images()
}
