//! The first row, or the first two, of a canonical form.

use super::rows::{Grid, Image, Smallest};

/// The orders of three things.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the images with one row whose row is smallest, of a puzzle.
///
/// Empty cells come first: the row to take is one with the smallest pattern, after stacks with
/// fewer givens have been put before the others and empty cells first in each.
pub(super) fn puzzles(grid: &Grid) -> Vec<Image> {
    let mut lines = Vec::new();
    for transposed in [false, true] {
        for row in grid.next_rows(transposed, &[]) {
            let mut counts = counts(grid.row(transposed, usize::from(row)));
            counts.sort_unstable();
            lines.push((counts, transposed, row));
        }
    }
    let fewest = lines.iter().map(|&(counts, ..)| counts).min();
    let mut smallest = Smallest::default();
    for (_, transposed, row) in lines.into_iter().filter(|&(counts, ..)| Some(counts) == fewest) {
        for columns in orders(grid, transposed, row) {
            let mut image = Image::new(transposed, columns);
            let text = image.push(grid, row);
            smallest.offer(image, text);
        }
    }
    smallest.into_images()
}

/// Returns the number of givens of a row in each stack.
///
/// Two rows in their best order compare as their sorted counts do: in the first stack in which
/// they differ, the row with fewer givens begins with more empty cells.
fn counts(row: &[u8; 9]) -> [usize; 3] {
    [0, 3, 6].map(|first| row[first..first + 3].iter().filter(|&&digit| digit != 0).count())
}

/// Returns the orders of columns that put the empty cells of a row as far to the front as
/// possible. Of empty columns in a stack, and of empty stacks, only their own order.
fn orders(grid: &Grid, transposed: bool, row: u8) -> Vec<[u8; 9]> {
    let row = grid.row(transposed, usize::from(row));
    let counts = counts(row);
    let empty = grid.empty_columns(transposed);
    let stack_empty = |stack: u8| empty >> (3 * stack) & 7 == 7;
    let column_empty = |column: u8| empty >> column & 1 == 1;
    let within = [0_u8, 1, 2].map(|stack| {
        let columns = ORDERS.map(|order| order.map(|column| 3 * stack + column));
        let given = |column: u8| row[usize::from(column)] != 0;
        let front = |order: &[u8; 3]| order.is_sorted_by_key(|&column| given(column));
        let fits = move |order: &[u8; 3]| front(order) && in_order(order, column_empty);
        columns.into_iter().filter(fits).collect::<Vec<_>>()
    });
    let mut all = Vec::new();
    for stacks in ORDERS {
        let sorted = stacks.is_sorted_by_key(|&stack| counts[usize::from(stack)]);
        if !sorted || !in_order(&stacks, stack_empty) {
            continue;
        }
        let [first, second, third] = stacks.map(|stack| &within[usize::from(stack)]);
        for a in first {
            for b in second {
                for c in third {
                    all.push(joined(*a, *b, *c));
                }
            }
        }
    }
    all
}

/// Returns whether those of three things that are interchangeable stand in increasing order.
fn in_order(order: &[u8; 3], interchangeable: impl Fn(u8) -> bool) -> bool {
    let kept = order.iter().filter(|&&item| interchangeable(item));
    kept.is_sorted()
}

/// Returns the images with two rows whose second row is smallest, of a solved grid. Their first
/// row is `123456789`.
pub(super) fn solved(grid: &Grid) -> Vec<Image> {
    let mut pairs = Vec::with_capacity(36);
    for transposed in [false, true] {
        for first in 0..9 {
            for second in (first / 3 * 3..first / 3 * 3 + 3).filter(|&second| second != first) {
                pairs.push(Pair::new(grid, transposed, first, second));
            }
        }
    }
    // The digits below a box come from one other box in the first row, or from both. The first
    // kind gives `456` and wins, where it exists.
    let cyclic = pairs.iter().any(Pair::is_cyclic);
    let mut smallest = Smallest::default();
    for pair in pairs.iter().filter(|pair| pair.is_cyclic() == cyclic) {
        pair.for_each_order(&mut |columns| {
            let mut image = Image::new(pair.transposed, columns);
            image.push(grid, pair.first);
            let text = image.push(grid, pair.second);
            smallest.offer(image, text);
        });
    }
    smallest.into_images()
}

/// Two rows of a band of a solved grid.
struct Pair {
    transposed: bool,
    first: u8,
    second: u8,
    /// For each column, the column in which the first row has the digit of the second row.
    above: [u8; 9],
}

impl Pair {
    fn new(grid: &Grid, transposed: bool, first: u8, second: u8) -> Self {
        let mut place = [0; 10];
        for (column, &digit) in (0..).zip(grid.row(transposed, usize::from(first))) {
            place[usize::from(digit)] = column;
        }
        let digits = grid.row(transposed, usize::from(second));
        Self { transposed, first, second, above: digits.map(|digit| place[usize::from(digit)]) }
    }

    /// Returns the stack in which the first row has the digit of the second row.
    fn stack_above(&self, column: u8) -> u8 {
        self.above[usize::from(column)] / 3
    }

    /// Returns whether the digits below each box all come from one box.
    fn is_cyclic(&self) -> bool {
        let stacks = [0, 1, 2].map(|column| self.stack_above(column));
        stacks[0] == stacks[1] && stacks[1] == stacks[2]
    }

    /// Calls `each` with the orders of columns among which those are that make the second row
    /// smallest: it begins with `456` if the pair is cyclic, else with `457`.
    fn for_each_order(&self, each: &mut dyn FnMut([u8; 9])) {
        for stack in 0..3_u8 {
            for order in ORDERS {
                let a = order.map(|column| 3 * stack + column);
                let above = a.map(|column| self.above[usize::from(column)]);
                if self.is_cyclic() {
                    let next = above.map(|column| self.above[usize::from(column)]);
                    each(joined(a, above, next));
                } else {
                    self.for_each_mixed(a, above, each);
                }
            }
        }
    }

    /// Calls `each` with the orders that begin with the columns `a` and put `457` below them.
    /// `above` is where the digits below them stand in the first row.
    fn for_each_mixed(&self, a: [u8; 3], above: [u8; 3], each: &mut dyn FnMut([u8; 9])) {
        let [b, same, c] = above.map(|column| column / 3);
        if b != same || b == c {
            return;
        }
        // The third column of stack b, and the two others of stack c in either order.
        let last = 9 * b + 3 - above[0] - above[1];
        let [d, e] = [1, 2].map(|step| 3 * c + (above[2] + step) % 3);
        for rest in [[above[2], d, e], [above[2], e, d]] {
            each(joined(a, [above[0], above[1], last], rest));
        }
    }
}

fn joined(a: [u8; 3], b: [u8; 3], c: [u8; 3]) -> [u8; 9] {
    [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]
}
