//! The first one or two rows of canonical forms.

use super::rows::{Image, MinimalImages, OrientedGrid};

/// The permutations of three items.
const PERMUTATIONS_OF_THREE: [[u8; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Returns the images of a puzzle with one row, the smallest possible.
///
/// Empty cells come first: the row is one with the smallest pattern after its stacks are sorted by
/// number of givens and the empty cells come first in each stack.
pub(super) fn first_row_of_puzzle(grid: &OrientedGrid) -> Vec<Image> {
    let mut lines = Vec::new();
    for transposed in [false, true] {
        for row in grid.next_rows(transposed, &[]) {
            let mut counts = givens_per_stack(grid.row(transposed, usize::from(row)));
            counts.sort_unstable();
            lines.push((counts, transposed, row));
        }
    }
    let fewest = lines.iter().map(|&(counts, ..)| counts).min();
    let mut smallest = MinimalImages::default();
    for (_, transposed, row) in lines.into_iter().filter(|&(counts, ..)| Some(counts) == fewest) {
        for columns in column_orders(grid, transposed, row) {
            let mut image = Image::new(transposed, columns);
            let text = image.push_row(grid, row);
            smallest.add(image, text);
        }
    }
    smallest.into_images()
}

/// Returns the number of givens of a row in each stack.
///
/// Two rows in their best order compare like their sorted counts: in the first stack in which they
/// differ, the row with fewer givens begins with more empty cells.
fn givens_per_stack(row: &[u8; 9]) -> [usize; 3] {
    [0, 3, 6].map(|first| row[first..first + 3].iter().filter(|&&digit| digit != 0).count())
}

/// Returns the column orders that put the empty cells of a row as far to the front as possible.
/// Empty columns of a stack, and empty stacks, stay in their own order.
fn column_orders(grid: &OrientedGrid, transposed: bool, row: u8) -> Vec<[u8; 9]> {
    let row = grid.row(transposed, usize::from(row));
    let counts = givens_per_stack(row);
    let empty = grid.empty_columns(transposed);
    let stack_empty = |stack: u8| empty >> (3 * stack) & 7 == 7;
    let column_empty = |column: u8| empty >> column & 1 == 1;
    let within = [0_u8, 1, 2].map(|stack| {
        let columns = PERMUTATIONS_OF_THREE.map(|order| order.map(|column| 3 * stack + column));
        let given = |column: u8| row[usize::from(column)] != 0;
        let front = |order: &[u8; 3]| order.is_sorted_by_key(|&column| given(column));
        let fits = move |order: &[u8; 3]| front(order) && in_order(order, column_empty);
        columns.into_iter().filter(fits).collect::<Vec<_>>()
    });
    let mut all = Vec::new();
    for stacks in PERMUTATIONS_OF_THREE {
        let sorted = stacks.is_sorted_by_key(|&stack| counts[usize::from(stack)]);
        if !sorted || !in_order(&stacks, stack_empty) {
            continue;
        }
        let [first, second, third] = stacks.map(|stack| &within[usize::from(stack)]);
        for a in first {
            for b in second {
                for c in third {
                    all.push(concat_stacks(*a, *b, *c));
                }
            }
        }
    }
    all
}

/// Returns whether the interchangeable ones of three items are in increasing order.
fn in_order(order: &[u8; 3], interchangeable: impl Fn(u8) -> bool) -> bool {
    let kept = order.iter().filter(|&&item| interchangeable(item));
    kept.is_sorted()
}

/// Returns the images of a solved grid with two rows, the smallest possible. The first row is
/// `123456789`.
pub(super) fn first_rows_of_solved_grid(grid: &OrientedGrid) -> Vec<Image> {
    let mut pairs = Vec::with_capacity(36);
    for transposed in [false, true] {
        for first in 0..9 {
            for second in (first / 3 * 3..first / 3 * 3 + 3).filter(|&second| second != first) {
                pairs.push(RowPair::new(grid, transposed, first, second));
            }
        }
    }
    // In the second row, the digits below a box come from one other box of the first row, or from
    // both. The first kind gives `456` and is smaller, if it exists.
    let cyclic = pairs.iter().any(RowPair::is_cyclic);
    let mut smallest = MinimalImages::default();
    for pair in pairs.iter().filter(|pair| pair.is_cyclic() == cyclic) {
        pair.for_each_order(&mut |columns| {
            let mut image = Image::new(pair.transposed, columns);
            image.push_row(grid, pair.first);
            let text = image.push_row(grid, pair.second);
            smallest.add(image, text);
        });
    }
    smallest.into_images()
}

/// Two rows of a band of a solved grid.
struct RowPair {
    transposed: bool,
    first: u8,
    second: u8,
    /// For each column, the column in which the first row has the digit of the second row.
    above: [u8; 9],
}

impl RowPair {
    fn new(grid: &OrientedGrid, transposed: bool, first: u8, second: u8) -> Self {
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

    /// Returns whether the digits below each box come from a single box.
    fn is_cyclic(&self) -> bool {
        let stacks = [0, 1, 2].map(|column| self.stack_above(column));
        stacks[0] == stacks[1] && stacks[1] == stacks[2]
    }

    /// Calls `each` with a superset of the column orders that minimise the second row: it begins
    /// with `456` if the pair is cyclic, else with `457`.
    fn for_each_order(&self, each: &mut dyn FnMut([u8; 9])) {
        for stack in 0..3_u8 {
            for order in PERMUTATIONS_OF_THREE {
                let a = order.map(|column| 3 * stack + column);
                let above = a.map(|column| self.above[usize::from(column)]);
                if self.is_cyclic() {
                    let next = above.map(|column| self.above[usize::from(column)]);
                    each(concat_stacks(a, above, next));
                } else {
                    self.for_each_non_cyclic_order(a, above, each);
                }
            }
        }
    }

    /// Calls `each` with the orders that begin with the columns `a` and put `457` below them.
    /// `above` has the columns of the first row that have these digits.
    fn for_each_non_cyclic_order(&self, a: [u8; 3], above: [u8; 3], each: &mut dyn FnMut([u8; 9])) {
        let [b, same, c] = above.map(|column| column / 3);
        if b != same || b == c {
            return;
        }
        // The third column of stack b, and the two others of stack c in either order.
        let last = 9 * b + 3 - above[0] - above[1];
        let [d, e] = [1, 2].map(|step| 3 * c + (above[2] + step) % 3);
        for rest in [[above[2], d, e], [above[2], e, d]] {
            each(concat_stacks(a, [above[0], above[1], last], rest));
        }
    }
}

fn concat_stacks(a: [u8; 3], b: [u8; 3], c: [u8; 3]) -> [u8; 9] {
    [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]
}
