//! The search for cells that may have as many covers as cells.

use smallvec::SmallVec;

use super::covers::check_cells;
use crate::board::{Board, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, StepSink};

/// The maximum number of digits; larger grids have too many choices of rows and columns.
const MAX_DIGITS: usize = 9;
/// The number of choices of digits that rows cover. The last digit is always covered by columns: if
/// rows covered it, the complementary rows and columns with the other digits are equivalent.
const N_DIGIT_CHOICES: usize = 1 << (MAX_DIGITS - 1);
/// The minimum number of chosen rows.
const MIN_ROWS: u8 = 3;
/// The maximum number of covers that boxes, or rows and columns for the same digit, may save
/// compared with only rows or only columns for each digit. A larger number finds hardly more.
const MAX_SAVED_COVERS: u8 = 1;

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut StepSink<'_>,
) -> Flow {
    let board = context.board;
    if board.topology.n > MAX_DIGITS {
        return Flow::Continue(());
    }
    sk_loops(board, steps)?;
    for rows in (0..1 << board.topology.n).filter(|&rows| n_bits(rows) >= MIN_ROWS) {
        context.continues()?;
        RowChoice::new(board, rows).check_cells(steps)?;
    }
    Flow::Continue(())
}

/// Checks the cells of two rows and two columns in four boxes.
fn sk_loops<const W: usize>(board: &Board<W>, steps: &mut StepSink<'_>) -> Flow {
    let (n, houses) = (board.topology.n, &board.topology.houses);
    let Some((height, width)) = board.layout().box_size() else { return Flow::Continue(()) };
    let pairs = |size: usize| {
        let later = move |first: usize| (first / size + 1) * size;
        (0..n).flat_map(move |first| (later(first)..n).map(move |second| [first, second]))
    };
    let union = |lines: [usize; 2], begin: usize| {
        lines.into_iter().fold(Cells::EMPTY, |all, line| all | houses[begin + line].cells)
    };
    // The cells of the bands or stacks of the lines.
    let whole_bands = |lines: [usize; 2], size: usize, begin: usize| {
        let lines = lines.into_iter().flat_map(|line| line / size * size..(line / size + 1) * size);
        lines.fold(Cells::EMPTY, |all: Cells<W>, line| all | houses[begin + line].cells)
    };
    for rows in pairs(height) {
        let (across, bands) = (union(rows, 0), whole_bands(rows, height, 0));
        for columns in pairs(width) {
            let down = union(columns, n);
            let boxes = bands & whole_bands(columns, width, n);
            let cells = ((across - down) | (down - across)) & boxes & board.open();
            check_cells(board, cells, steps)?;
        }
    }
    Flow::Continue(())
}

/// A choice of rows, with the choices of digits and columns for them.
struct RowChoice<'a, const W: usize> {
    board: &'a Board<W>,
    rows: usize,
    /// For each digit, the number of rows that still need it.
    missing: [u8; MAX_DIGITS],
    /// For each column, the number of its open cells in the rows, and their candidates.
    columns: [(u8, usize); MAX_DIGITS],
}

impl<'a, const W: usize> RowChoice<'a, W> {
    fn new(board: &'a Board<W>, rows: usize) -> Self {
        let n = board.topology.n;
        let mut missing = [0; MAX_DIGITS];
        let mut columns = [(0, 0); MAX_DIGITS];
        for row in (0..n).filter(|row| rows >> row & 1 == 1) {
            let mut all = 0;
            for (column, (n_cells, candidates)) in columns.iter_mut().enumerate().take(n) {
                let mask = board.mask(row * n + column);
                *n_cells += u8::from(mask != 0);
                all |= mask;
                for digit in digits(mask) {
                    *candidates |= 1 << (digit - 1);
                }
            }
            for digit in digits(all) {
                missing[usize::from(digit) - 1] += 1;
            }
        }
        Self { board, rows, missing, columns }
    }

    /// Enumerates the digits that rows cover and takes the columns with more open cells than other
    /// digits.
    fn check_cells(&self, steps: &mut StepSink<'_>) -> Flow {
        let n = self.board.topology.n;
        let covers = subset_sums(0, |digit| i8::try_from(self.missing[digit]).unwrap_or(i8::MAX));
        let mut total = [0_u8; N_DIGIT_CHOICES];
        for &(n_cells, candidates) in self.columns.iter().filter(|(n_cells, _)| *n_cells > 0) {
            // The number of candidates that the column must cover.
            let left =
                subset_sums(n_bits(candidates), |digit| -i8::from(candidates >> digit & 1 == 1));
            for (total, left) in total.iter_mut().zip(left) {
                *total += n_cells.saturating_sub(left);
            }
        }
        let mut checked = SmallVec::<[usize; 8]>::new();
        for by_rows in 0..1 << (n - 1) {
            if total[by_rows] + MAX_SAVED_COVERS < covers[by_rows] || total[by_rows] == 0 {
                continue;
            }
            let columns = self.columns.iter().enumerate();
            let columns = columns.filter(|(_, (n_cells, all))| *n_cells > n_bits(all & !by_rows));
            let columns = columns.fold(0, |columns, (column, _)| columns | 1 << column);
            if !checked.contains(&columns) {
                checked.push(columns);
                check_cells(self.board, self.cells(columns), steps)?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the open cells in the rows and in `columns`.
    fn cells(&self, columns: usize) -> Cells<W> {
        let n = self.board.topology.n;
        let union = |lines: usize, begin: usize| {
            let lines = (0..n).filter(|line| lines >> line & 1 == 1);
            let houses = lines.map(|line| self.board.topology.houses[begin + line].cells);
            houses.fold(Cells::EMPTY, |all, cells| all | cells)
        };
        union(self.rows, 0) & union(columns, n) & self.board.open()
    }
}

/// Returns for each choice of digits `start` plus the summands of its digits.
fn subset_sums(start: u8, add: impl Fn(usize) -> i8) -> [u8; N_DIGIT_CHOICES] {
    let mut subset_sums = [start; N_DIGIT_CHOICES];
    for digit in 0..MAX_DIGITS - 1 {
        let (without, with) = subset_sums[..2 << digit].split_at_mut(1 << digit);
        let more = add(digit);
        for (with, without) in with.iter_mut().zip(without) {
            *with = without.wrapping_add_signed(more);
        }
    }
    subset_sums
}

fn n_bits(bits: usize) -> u8 {
    u8::try_from(bits.count_ones()).unwrap_or(u8::MAX)
}
