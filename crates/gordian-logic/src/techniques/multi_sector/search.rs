//! The search for cells that may have just as many covers as there are of them.

use smallvec::SmallVec;

use super::covers::judge;
use crate::board::{Board, digits};
use crate::cells::Cells;
use crate::context::{Context, Flow, Steps};

/// Larger grids have too many rows and columns for all choices of them.
const MOST_DIGITS: usize = 9;
/// Choices of digits. The last digit is left to the columns: where rows cover it, the other rows and
/// columns say the same with the other digits.
const CHOICES: usize = 1 << (MOST_DIGITS - 1);
/// How many rows are chosen at least.
const FEWEST_ROWS: u8 = 3;
/// How many covers may be saved at most by boxes, and by rows and columns for the same digit, as
/// against rows only or columns only for each digit. With more, hardly more is found.
const MOST_SAVED: u8 = 1;

pub(in crate::techniques) fn find<const W: usize>(
    context: &Context<'_, W>,
    steps: &mut Steps<'_>,
) -> Flow {
    let board = context.board;
    if board.topology.n > MOST_DIGITS {
        return Flow::Continue(());
    }
    loops(board, steps)?;
    for rows in (0..1 << board.topology.n).filter(|&rows| ones(rows) >= FEWEST_ROWS) {
        Rectangles::new(board, rows).judge(steps)?;
    }
    Flow::Continue(())
}

/// Goes through the cells of two rows and two columns in four boxes.
fn loops<const W: usize>(board: &Board<W>, steps: &mut Steps<'_>) -> Flow {
    let (n, houses) = (board.topology.n, &board.topology.houses);
    let Some((height, width)) = board.layout().box_size() else { return Flow::Continue(()) };
    let pairs = |size: usize| {
        let later = move |first: usize| (first / size + 1) * size;
        (0..n).flat_map(move |first| (later(first)..n).map(move |second| [first, second]))
    };
    let union = |lines: [usize; 2], begin: usize| {
        lines.into_iter().fold(Cells::EMPTY, |all, line| all | houses[begin + line].cells)
    };
    // The cells of whole bands and stacks.
    let thick = |lines: [usize; 2], size: usize, begin: usize| {
        let lines = lines.into_iter().flat_map(|line| line / size * size..(line / size + 1) * size);
        lines.fold(Cells::EMPTY, |all: Cells<W>, line| all | houses[begin + line].cells)
    };
    for rows in pairs(height) {
        let (across, bands) = (union(rows, 0), thick(rows, height, 0));
        for columns in pairs(width) {
            let down = union(columns, n);
            let boxes = bands & thick(columns, width, n);
            let cells = ((across - down) | (down - across)) & boxes & board.open();
            judge(board, cells, steps)?;
        }
    }
    Flow::Continue(())
}

/// The choices of digits and columns for some rows.
struct Rectangles<'a, const W: usize> {
    board: &'a Board<W>,
    rows: usize,
    /// For each digit in how many of the rows it is missing.
    missing: [u8; MOST_DIGITS],
    /// For each column how many of its cells in the rows are open, and their candidates.
    columns: [(u8, usize); MOST_DIGITS],
}

impl<'a, const W: usize> Rectangles<'a, W> {
    fn new(board: &'a Board<W>, rows: usize) -> Self {
        let n = board.topology.n;
        let mut missing = [0; MOST_DIGITS];
        let mut columns = [(0, 0); MOST_DIGITS];
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

    /// Goes through the digits that rows may cover, and takes for each choice the columns that have
    /// more open cells than other digits.
    fn judge(&self, steps: &mut Steps<'_>) -> Flow {
        let n = self.board.topology.n;
        let covers = sums(0, |digit| i8::try_from(self.missing[digit]).unwrap_or(i8::MAX));
        let mut total = [0_u8; CHOICES];
        for &(n_cells, candidates) in self.columns.iter().filter(|(n_cells, _)| *n_cells > 0) {
            // How many candidates are left to the column.
            let left = sums(ones(candidates), |digit| -i8::from(candidates >> digit & 1 == 1));
            for (total, left) in total.iter_mut().zip(left) {
                *total += n_cells.saturating_sub(left);
            }
        }
        let mut judged = SmallVec::<[usize; 8]>::new();
        for by_rows in 0..1 << (n - 1) {
            if total[by_rows] + MOST_SAVED < covers[by_rows] || total[by_rows] == 0 {
                continue;
            }
            let columns = self.columns.iter().enumerate();
            let columns = columns.filter(|(_, (n_cells, all))| *n_cells > ones(all & !by_rows));
            let columns = columns.fold(0, |columns, (column, _)| columns | 1 << column);
            if !judged.contains(&columns) {
                judged.push(columns);
                judge(self.board, self.cells(columns), steps)?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the open cells where the rows cross `columns`.
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

/// Returns for each choice of digits `start` plus what each of them adds.
fn sums(start: u8, add: impl Fn(usize) -> i8) -> [u8; CHOICES] {
    let mut sums = [start; CHOICES];
    for digit in 0..MOST_DIGITS - 1 {
        let (without, with) = sums[..2 << digit].split_at_mut(1 << digit);
        let more = add(digit);
        for (with, without) in with.iter_mut().zip(without) {
            *with = without.wrapping_add_signed(more);
        }
    }
    sums
}

fn ones(bits: usize) -> u8 {
    u8::try_from(bits.count_ones()).unwrap_or(u8::MAX)
}
