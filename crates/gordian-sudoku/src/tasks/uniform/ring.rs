//! All ways to complete boxes 1, 5 and 9 of a solved 9×9 grid, by multiplying matrices.
//!
//! The other six boxes form a ring in which neighbours share a band or a stack:
//!
//! ```text
//!   1 2 3        2 ─band 1─ 3 ─stack 3─ 6 ─band 2─ 4 ─stack 1─ 7 ─band 3─ 8 ─stack 2─ 2
//!   4 5 6
//!   7 8 9
//! ```
//!
//! In band 1, whose box 1 is known, box 2 can distribute its digits to the three rows in 56 ways;
//! box 3 then gets what is left for each row. So each of the six links has 56 states, and a state
//! says which digits are in which line of both of its boxes. A box with given digits for its rows
//! and for its columns exists if each row has exactly one digit in common with each column, and
//! then it is the only one. The completions are thus the closed walks of six steps, one at each
//! box, over the states: the trace of a product of six 56×56 matrices of zeros and ones.
//!
//! Row and column have one digit in common, for all nine pairs, exactly if no two digits stand
//! together in a row and in a column. So a distribution is stored as the set of the nine pairs of
//! digits that stand together, and two fit together if the sets are disjoint.

use std::sync::LazyLock;

use super::Completions;

/// States of a link.
const STATES: usize = 56;

/// A distribution of the nine digits (from 0) to three lines: a set for each.
type Lines = [u16; 3];

/// A line of a matrix of counts, one a state; filled up to whole registers.
type Counts = [u16; 64];

/// A band or stack with one known box.
struct Link {
    /// For each state the lines of the box before and of the box after it on the ring.
    lines: [(Lines, Lines); STATES],
    /// The pairs of digits that stand together in them, one bit a pair.
    pairs: [(u64, u64); STATES],
}

/// A box between two links: bit `t` of entry `s` is set where state `s` of the link before it and
/// state `t` of the link after it fit together.
type Fits = [u64; STATES];

/// The completions of three boxes.
pub(super) struct Ring {
    boxes: [[u8; 9]; 3],
    /// Link `i` lies between box `i - 1` and box `i` of [`RING`].
    links: [Link; 6],
    fits: [Fits; 6],
    /// The ways through boxes 1 and 2, and 4 and 5, of the ring.
    two: [Box<[Counts; STATES]>; 2],
    /// The ways through its boxes 0 to 2, and 3 to 5.
    three: [Box<[Counts; STATES]>; 2],
    n: u64,
}

/// The boxes in the order of the ring, from 0; box `i` lies between link `i` and link `i + 1`.
const RING: [usize; 6] = [2, 5, 3, 6, 7, 1];

/// For each link the number (0 to 2) of the known box in it, and whether it is a stack.
const LINKS: [(usize, bool); 6] =
    [(0, false), (2, true), (1, false), (0, true), (2, false), (1, true)];

impl Ring {
    /// Returns the ring for boxes 1, 5 and 9, each with the digits 0 to 8 row by row.
    pub(super) fn new(boxes: &[[u8; 9]; 3]) -> Self {
        let links = LINKS.map(|(number, stack)| Link::new(&boxes[number], stack));
        let fits: [Fits; 6] = std::array::from_fn(|i| fits(&links[i], &links[(i + 1) % 6]));
        let two = [1, 4].map(|i| product(&fits[i], &counts(&fits[i + 1])));
        let three = [0, 1].map(|half| product(&fits[3 * half], &two[half]));
        let ways =
            |from: usize, to: usize| u64::from(three[0][from][to]) * u64::from(three[1][to][from]);
        let n = (0..STATES).map(|from| (0..STATES).map(|to| ways(from, to)).sum::<u64>()).sum();
        Self { boxes: *boxes, links, fits, two, three, n }
    }

    /// Returns the states of the six links in the closed walk at `place`.
    fn walk(&self, mut place: u64) -> [usize; 6] {
        for from in 0..STATES {
            for to in 0..STATES {
                let first = u64::from(self.three[0][from][to]);
                let n = first * u64::from(self.three[1][to][from]);
                if place < n {
                    let [b, c] = self.half(0, from, to, place % first);
                    let [e, f] = self.half(1, to, from, place / first);
                    return [from, b, c, to, e, f];
                }
                place -= n;
            }
        }
        unreachable!("a place below the number of completions")
    }

    /// Returns the two states between `from` and `to` in the way at `place` through a half.
    fn half(&self, half: usize, from: usize, to: usize, mut place: u64) -> [usize; 2] {
        for first in bits(self.fits[3 * half][from]) {
            let n = u64::from(self.two[half][first][to]);
            if place < n {
                let mut seconds = bits(self.fits[3 * half + 1][first])
                    .filter(|&second| self.fits[3 * half + 2][second] >> to & 1 == 1);
                let place = usize::try_from(place).expect("a place below 56");
                return [first, seconds.nth(place).expect("as many as were counted")];
            }
            place -= n;
        }
        unreachable!("a place below the number of ways")
    }
}

impl Completions for Ring {
    fn n(&self) -> u64 {
        self.n
    }

    fn at(&self, place: u64) -> Vec<u8> {
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
        for (i, &number) in RING.iter().enumerate() {
            let next = (i + 1) % 6;
            let before = self.links[i].lines[states[i]].1;
            let after = self.links[next].lines[states[next]].0;
            let (rows, columns) = if LINKS[i].1 { (after, before) } else { (before, after) };
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

impl Link {
    /// Returns the link with this known box, along its rows or (a stack) its columns.
    fn new(digits: &[u8; 9], stack: bool) -> Self {
        let along: [u8; 9] = match stack {
            true => [0, 3, 6, 1, 4, 7, 2, 5, 8].map(|cell| digits[cell]),
            false => *digits,
        };
        let named = |places: &[[u8; 3]; 3]| {
            let mut pairs = 0;
            let lines = places.map(|line| {
                let [a, b, c] = line.map(|place| usize::from(along[usize::from(place)]));
                pairs |= PAIRS[a][b] | PAIRS[a][c] | PAIRS[b][c];
                1 << a | 1 << b | 1 << c
            });
            (lines, pairs)
        };
        let mut link = Self { lines: [([0; 3], [0; 3]); STATES], pairs: [(0, 0); STATES] };
        for (state, (before, after)) in DISTRIBUTIONS.iter().enumerate() {
            let (before, after) = (named(before), named(after));
            link.lines[state] = (before.0, after.0);
            link.pairs[state] = (before.1, after.1);
        }
        link
    }
}

/// The places of the known box, in the order of its lines, whose digits are in each line of the
/// box before and of the box after it: a place is never in its own line.
type Distribution = ([[u8; 3]; 3], [[u8; 3]; 3]);

/// The 56 distributions.
static DISTRIBUTIONS: LazyLock<Vec<Distribution>> = LazyLock::new(|| {
    let places = |set: u16| -> [u8; 3] {
        let mut places = (0..9).filter(|place| set >> place & 1 == 1);
        std::array::from_fn(|_| places.next().expect("three places"))
    };
    let triples = || (0..0x200_u16).filter(|set| set.count_ones() == 3);
    let known = [0b000_000_111, 0b000_111_000, 0b111_000_000];
    let mut all = Vec::with_capacity(STATES);
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

/// The bit that stands for each pair of digits.
static PAIRS: [[u64; 9]; 9] = {
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

/// Returns which states of two links fit together in the box between them.
fn fits(before: &Link, after: &Link) -> Fits {
    before.pairs.map(|(_, rows)| {
        let mut fits = 0;
        for (state, (columns, _)) in after.pairs.iter().enumerate() {
            fits |= u64::from(rows & columns == 0) << state;
        }
        fits
    })
}

/// Returns a matrix of bits as one of counts.
fn counts(fits: &Fits) -> Box<[Counts; STATES]> {
    let mut counts = Box::new([[0; 64]; STATES]);
    for (row, &bits) in counts.iter_mut().zip(fits) {
        for (state, count) in row.iter_mut().enumerate() {
            *count = u16::from(bits >> state & 1 == 1);
        }
    }
    counts
}

/// Returns the product of two matrices: the ways through one box more.
///
/// No count can overflow: there are at most 56² ways through three boxes.
fn product(fits: &Fits, ways: &[Counts; STATES]) -> Box<[Counts; STATES]> {
    let mut product = Box::new([[0; 64]; STATES]);
    for (row, &states) in product.iter_mut().zip(fits) {
        for state in bits(states) {
            for (sum, count) in row.iter_mut().zip(&ways[state]) {
                *sum += count;
            }
        }
    }
    product
}

/// Returns the places of the bits that are set.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
