//! All completions of boxes 1, 5 and 9 of a solved 9×9 grid, by matrix products.
//!
//! The other six boxes form a cycle in which neighbours share a chute (a band or a stack):
//!
//! ```text
//!   1 2 3        2 ─band 1─ 3 ─stack 3─ 6 ─band 2─ 4 ─stack 1─ 7 ─band 3─ 8 ─stack 2─ 2
//!   4 5 6
//!   7 8 9
//! ```
//!
//! In band 1, whose box 1 is known, box 2 can distribute its digits to the three rows in 56 ways;
//! box 3 gets the remaining digits of each row. So each of the six chutes has 56 states, which
//! define the sets of digits in each line of both boxes. A box with given digit sets for its rows
//! and columns exists if each row has exactly one digit in common with each column, and then it is
//! unique. So the completions are the closed walks of six steps, one per box, over the states: the
//! trace of a product of six 56×56 matrices of zeros and ones.
//!
//! All nine pairs of row and column have exactly one digit in common if and only if no two digits
//! share both a row and a column. So a distribution is stored as the set of the nine pairs of
//! digits that share a line, and two distributions are compatible if the sets are disjoint.

use std::sync::LazyLock;

use super::Completions;

/// The number of states of a chute.
const N_STATES: usize = 56;

/// A distribution of the nine digits (from 0) to three lines: one digit set per line.
type LineDigits = [u16; 3];

/// A row of a matrix of counts, one per state, padded to whole registers.
type CountRow = [u16; 64];

/// A chute (band or stack) with one known box.
struct Chute {
    /// For each state the line digits of the previous and of the next box of the cycle.
    lines: [(LineDigits, LineDigits); N_STATES],
    /// The pairs of digits that share a line in them, one bit per pair.
    pairs: [(u64, u64); N_STATES],
}

/// Compatibility at a box between two chutes: bit `t` of entry `s` is set if state `s` of the chute
/// before it and state `t` of the chute after it are compatible.
type Compatibility = [u64; N_STATES];

/// The completions of three boxes.
pub(super) struct BoxCycle {
    boxes: [[u8; 9]; 3],
    /// Chute `i` lies between box `i - 1` and box `i` of [`CYCLE`].
    chutes: [Chute; 6],
    compatible: [Compatibility; 6],
    /// The numbers of walks through boxes 1 and 2, and 4 and 5, of the cycle.
    two_box_walks: [Box<[CountRow; N_STATES]>; 2],
    /// The numbers of walks through boxes 0 to 2, and 3 to 5.
    three_box_walks: [Box<[CountRow; N_STATES]>; 2],
    n: u64,
}

/// The boxes (from 0) in the order of the cycle; box `i` lies between chute `i` and chute `i + 1`.
const CYCLE: [usize; 6] = [2, 5, 3, 6, 7, 1];

/// For each chute the number (0 to 2) of its known box, and whether it is a stack.
const CHUTES: [(usize, bool); 6] =
    [(0, false), (2, true), (1, false), (0, true), (2, false), (1, true)];

impl BoxCycle {
    /// Creates the cycle for boxes 1, 5 and 9, each with the digits 0 to 8 row by row.
    pub(super) fn new(boxes: &[[u8; 9]; 3]) -> Self {
        let chutes = CHUTES.map(|(number, stack)| Chute::new(&boxes[number], stack));
        let compatible: [Compatibility; 6] =
            std::array::from_fn(|i| compatible_states(&chutes[i], &chutes[(i + 1) % 6]));
        let two_box_walks = [1, 4].map(|i| product(&compatible[i], &to_counts(&compatible[i + 1])));
        let three_box_walks =
            [0, 1].map(|half| product(&compatible[3 * half], &two_box_walks[half]));
        let n_walks = |from: usize, to: usize| {
            u64::from(three_box_walks[0][from][to]) * u64::from(three_box_walks[1][to][from])
        };
        let n =
            (0..N_STATES).map(|from| (0..N_STATES).map(|to| n_walks(from, to)).sum::<u64>()).sum();
        Self { boxes: *boxes, chutes, compatible, two_box_walks, three_box_walks, n }
    }

    /// Returns the states of the six chutes in the closed walk with index `place`.
    fn walk(&self, mut place: u64) -> [usize; 6] {
        for from in 0..N_STATES {
            for to in 0..N_STATES {
                let first = u64::from(self.three_box_walks[0][from][to]);
                let n = first * u64::from(self.three_box_walks[1][to][from]);
                if place < n {
                    let [b, c] = self.half_walk(0, from, to, place % first);
                    let [e, f] = self.half_walk(1, to, from, place / first);
                    return [from, b, c, to, e, f];
                }
                place -= n;
            }
        }
        unreachable!("the index is below the number of completions")
    }

    /// Returns the two states between `from` and `to` in the walk with index `place` through a half
    /// of the cycle.
    fn half_walk(&self, half: usize, from: usize, to: usize, mut place: u64) -> [usize; 2] {
        for first in set_bits(self.compatible[3 * half][from]) {
            let n = u64::from(self.two_box_walks[half][first][to]);
            if place < n {
                let mut seconds = set_bits(self.compatible[3 * half + 1][first])
                    .filter(|&second| self.compatible[3 * half + 2][second] >> to & 1 == 1);
                let place = usize::try_from(place).expect("an index below 56");
                return [first, seconds.nth(place).expect("the index is below the count")];
            }
            place -= n;
        }
        unreachable!("the index is below the number of walks")
    }
}

impl Completions for BoxCycle {
    fn count(&self) -> u64 {
        self.n
    }

    fn nth(&self, place: u64) -> Vec<u8> {
        let mut grid = vec![0; 81];
        let mut put = |number: usize, row: usize, column: usize, digit: u8| {
            grid[27 * (number / 3) + 3 * (number % 3) + 9 * row + column] = digit + 1;
        };
        for (number, digits) in self.boxes.iter().enumerate() {
            for (cell, &digit) in digits.iter().enumerate() {
                put(4 * number, cell / 3, cell % 3, digit);
            }
        }
        let states = self.walk(place);
        for (i, &number) in CYCLE.iter().enumerate() {
            let next = (i + 1) % 6;
            let before = self.chutes[i].lines[states[i]].1;
            let after = self.chutes[next].lines[states[next]].0;
            let (rows, columns) = if CHUTES[i].1 { (after, before) } else { (before, after) };
            for (row, in_row) in rows.iter().enumerate() {
                for (column, in_column) in columns.iter().enumerate() {
                    let digit = (in_row & in_column).trailing_zeros();
                    put(number, row, column, u8::try_from(digit).expect("a digit"));
                }
            }
        }
        grid
    }
}

impl Chute {
    /// Creates the chute with this known box, along its rows or (for a stack) its columns.
    fn new(digits: &[u8; 9], stack: bool) -> Self {
        let along: [u8; 9] = match stack {
            true => [0, 3, 6, 1, 4, 7, 2, 5, 8].map(|cell| digits[cell]),
            false => *digits,
        };
        let named = |places: &[[u8; 3]; 3]| {
            let mut pairs = 0;
            let lines = places.map(|line| {
                let [a, b, c] = line.map(|place| usize::from(along[usize::from(place)]));
                pairs |= PAIR_BITS[a][b] | PAIR_BITS[a][c] | PAIR_BITS[b][c];
                1 << a | 1 << b | 1 << c
            });
            (lines, pairs)
        };
        let mut link = Self { lines: [([0; 3], [0; 3]); N_STATES], pairs: [(0, 0); N_STATES] };
        for (state, (before, after)) in DISTRIBUTIONS.iter().enumerate() {
            let (before, after) = (named(before), named(after));
            link.lines[state] = (before.0, after.0);
            link.pairs[state] = (before.1, after.1);
        }
        link
    }
}

/// A distribution: the cells of the known box, in the order of its lines, whose digits are in each
/// line of the previous and of the next box. A cell is never in its own line.
type Distribution = ([[u8; 3]; 3], [[u8; 3]; 3]);

/// The 56 distributions.
static DISTRIBUTIONS: LazyLock<Vec<Distribution>> = LazyLock::new(|| {
    let places = |set: u16| -> [u8; 3] {
        let mut places = (0..9).filter(|place| set >> place & 1 == 1);
        std::array::from_fn(|_| places.next().expect("the set of a line has three cells"))
    };
    let triples = || (0..0x200_u16).filter(|set| set.count_ones() == 3);
    let known = [0b000_000_111, 0b000_111_000, 0b111_000_000];
    let mut all = Vec::with_capacity(N_STATES);
    for first in triples().filter(|first| first & known[0] == 0) {
        for second in triples().filter(|second| second & (known[1] | first) == 0) {
            let third = 0x1ff & !(first | second);
            if third & known[2] == 0 {
                let before = [first, second, third];
                let after = [0, 1, 2].map(|line| 0x1ff & !(known[line] | before[line]));
                all.push((before.map(places), after.map(places)));
            }
        }
    }
    all
});

/// The bit of each pair of digits.
static PAIR_BITS: [[u64; 9]; 9] = {
    let mut pairs = [[0; 9]; 9];
    let mut bit = 0;
    let mut high = 1;
    while high < 9 {
        let mut low = 0;
        while low < high {
            pairs[high][low] = 1 << bit;
            pairs[low][high] = 1 << bit;
            bit += 1;
            low += 1;
        }
        high += 1;
    }
    pairs
};

/// Returns which states of two chutes are compatible in the box between them.
fn compatible_states(before: &Chute, after: &Chute) -> Compatibility {
    before.pairs.map(|(_, rows)| {
        let mut compatible = 0;
        for (state, (columns, _)) in after.pairs.iter().enumerate() {
            compatible |= u64::from(rows & columns == 0) << state;
        }
        compatible
    })
}

/// Converts a matrix of bits to a matrix of counts.
fn to_counts(compatible: &Compatibility) -> Box<[CountRow; N_STATES]> {
    let mut counts = Box::new([[0; 64]; N_STATES]);
    for (row, &bits) in counts.iter_mut().zip(compatible) {
        for (state, count) in row.iter_mut().enumerate() {
            *count = u16::from(bits >> state & 1 == 1);
        }
    }
    counts
}

/// Returns the product of two matrices: the numbers of walks through one more box.
///
/// Counts cannot overflow: there are at most 56² walks through three boxes.
fn product(
    compatible: &Compatibility,
    n_walks: &[CountRow; N_STATES],
) -> Box<[CountRow; N_STATES]> {
    let mut product = Box::new([[0; 64]; N_STATES]);
    for (row, &states) in product.iter_mut().zip(compatible) {
        for state in set_bits(states) {
            for (sum, count) in row.iter_mut().zip(&n_walks[state]) {
                *sum += count;
            }
        }
    }
    product
}

/// Returns the positions of the set bits.
fn set_bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
