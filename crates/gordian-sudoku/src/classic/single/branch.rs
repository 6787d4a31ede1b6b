//! The branching heuristic.
//!
//! Splitting a bivalue cell makes progress in both branches if its digits have many other places
//! around: placing a digit eliminates it there, and excluding it forces them. So each digit of such
//! a cell scores up to seven points,
//!
//! ```text
//! row outside the box       column outside the box       box
//!   1 a cell has it           1 a cell has it
//!   1 another one, too        1 another one, too
//!   1 one of two digits       1 one of two digits          1 another of two digits
//! ```
//!
//! ("Another one" is counted within a triad or across two.) The cell with the most points for both
//! digits is taken, the first one in a tie. Without bivalue cells, the first cell with the fewest
//! candidates is taken. The points are computed for all digits at once, as three bit planes.

use super::Grid;
use super::machine::{LaneWords, Machine, lane_of_cell, load_cells, store_cells};
use super::rules::{align_columns, columns_to_cells, count_in_boxes};

/// Greater than every key of a bivalue cell.
const NO_PAIR_KEY: u16 = u16::MAX;

/// The first key: more than 14 points of 128 each. The keys of different cells differ by less than
/// one point.
const FIRST_KEY: u64 = 0x4000;

/// The keys of cells without points, in the lanes of the three registers.
static CELL_KEYS: [LaneWords; 3] = {
    let mut keys = [LaneWords::SPARE; 3];
    let (mut cell, mut key) = (0, FIRST_KEY);
    while cell < 81 {
        let (register, lane) = lane_of_cell(cell);
        let word = &mut keys[register].0[lane / 9][lane / 3 % 3];
        let shift = 16 * (lane % 3);
        *word = *word & !(0xFFFF << shift) | key << shift;
        cell += 1;
        key += 1;
    }
    keys
};

/// Splits an open grid at one cell: returns the branch with its lowest candidate, and keeps the
/// branch with the others.
#[inline(always)]
pub(super) fn split<M: Machine>(m: M, grid: &mut Grid<M>) -> Grid<M> {
    let g = *grid;
    let rest = [m.drop_lowest(g[0]), m.drop_lowest(g[1]), m.drop_lowest(g[2])];
    let pairs =
        [pair_cells(m, g[0], rest[0]), pair_cells(m, g[1], rest[1]), pair_cells(m, g[2], rest[2])];
    let points = candidate_points(m, g, pairs);
    let keys = [
        branch_keys(m, 0, pairs[0], points[0]),
        branch_keys(m, 1, pairs[1], points[1]),
        branch_keys(m, 2, pairs[2], points[2]),
    ];
    let best = m.min_lane(keys);
    if best == NO_PAIR_KEY {
        return split_fewest(m, grid);
    }
    let lowest = [m.xor(g[0], rest[0]), m.xor(g[1], rest[1]), m.xor(g[2], rest[2])];
    *grid = [
        m.where_equal(keys[0], best, g[0], rest[0]),
        m.where_equal(keys[1], best, g[1], rest[1]),
        m.where_equal(keys[2], best, g[2], rest[2]),
    ];
    [
        m.where_equal(keys[0], best, g[0], lowest[0]),
        m.where_equal(keys[1], best, g[1], lowest[1]),
        m.where_equal(keys[2], best, g[2], lowest[2]),
    ]
}

/// Returns the bivalue cells, and zero in the other lanes. `rest` lacks the lowest candidate.
#[inline(always)]
fn pair_cells<M: Machine>(m: M, cells: M::Lanes, rest: M::Lanes) -> M::Lanes {
    let up_to_two = m.where_zero(m.drop_lowest(rest), cells);
    m.without(up_to_two, m.where_zero(rest, cells))
}

/// Returns the points of every digit at every cell as three bit planes, the lowest first.
#[inline(always)]
fn candidate_points<M: Machine>(m: M, grid: Grid<M>, pairs: Grid<M>) -> [[M::Lanes; 3]; 3] {
    let [x, y, z] = grid;
    let (once, twice) = (m.or3(x, y, z), m.majority(x, y, z));
    let paired = m.or3(pairs[0], pairs[1], pairs[2]);
    let rows = line_candidate_points(
        m,
        [m.rotate::<0, 0, 1>(once), m.rotate::<0, 0, 2>(once)],
        [m.rotate::<0, 0, 1>(twice), m.rotate::<0, 0, 2>(twice)],
        [m.rotate::<0, 0, 1>(paired), m.rotate::<0, 0, 2>(paired)],
    );
    let [x, y, z] = align_columns(m, grid);
    let (once, twice) = (m.or3(x, y, z), m.majority(x, y, z));
    let [x, y, z] = align_columns(m, pairs);
    let paired = m.or3(x, y, z);
    let columns = line_candidate_points(
        m,
        [m.rotate::<1, 0, 0>(once), m.rotate::<2, 0, 0>(once)],
        [m.rotate::<1, 0, 0>(twice), m.rotate::<2, 0, 0>(twice)],
        [m.rotate::<1, 0, 0>(paired), m.rotate::<2, 0, 0>(paired)],
    );
    let (ones, twos) = (columns_to_cells(m, columns.0), columns_to_cells(m, columns.1));
    let (_, paired) = count_in_boxes(m, pairs);
    let mut points = [[x; 3]; 3];
    for (points, (&one, &two)) in points.iter_mut().zip(ones.iter().zip(&twos)) {
        let carry = m.majority(rows.0, one, paired);
        *points = [
            m.xor3(rows.0, one, paired),
            m.xor3(rows.1, two, carry),
            m.majority(rows.1, two, carry),
        ];
    }
    points
}

/// Returns the points (bit planes of 1 and 2) for the two other triads of a line: for digits that
/// occur in them, that occur twice, and that occur in one of their bivalue cells.
#[inline(always)]
fn line_candidate_points<M: Machine>(
    m: M,
    once: [M::Lanes; 2],
    twice: [M::Lanes; 2],
    paired: [M::Lanes; 2],
) -> (M::Lanes, M::Lanes) {
    let some = m.or(once[0], once[1]);
    let several = m.or_and(m.or(twice[0], twice[1]), once[0], once[1]);
    let paired = m.or(paired[0], paired[1]);
    (m.xor3(some, several, paired), m.majority(some, several, paired))
}

/// Returns keys whose minimum is that of the chosen cell: less for more points, then by cell
/// number.
#[inline(always)]
fn branch_keys<M: Machine>(
    m: M,
    register: usize,
    pairs: M::Lanes,
    [ones, twos, fours]: [M::Lanes; 3],
) -> M::Lanes {
    let sum = m.count_bits(m.and(fours, pairs));
    let sum = m.add(m.add(sum, sum), m.count_bits(m.and(twos, pairs)));
    let sum = m.add(m.add(sum, sum), m.count_bits(m.and(ones, pairs)));
    let key = m.sub(m.load(&CELL_KEYS[register]), m.times_128(sum));
    m.or(key, m.where_zero(pairs, m.splat(NO_PAIR_KEY)))
}

/// Splits like [`split`], without bivalue cells; that is rare.
#[cold]
#[inline(never)]
fn split_fewest<M: Machine>(m: M, grid: &mut Grid<M>) -> Grid<M> {
    let mut rest = store_cells(m, grid);
    let open = (0..81).filter(|&cell| rest[cell].count_ones() > 1);
    let cell = open.min_by_key(|&cell| rest[cell].count_ones()).expect("an open grid");
    let mut first = rest;
    first[cell] &= first[cell].wrapping_neg();
    rest[cell] ^= first[cell];
    *grid = load_cells(m, &rest);
    load_cells(m, &first)
}
