//! The rules of Sudoku, for all cells and digits at once.
//!
//! A *triad* is three cells of a box in one line. The triad rule concerns one digit and the three
//! boxes of a band: the digit is in one row of each box, and in three different rows, so it follows
//! one of six patterns. A triad can hold the digit only if the two other triads of some pattern
//! can. Of the six patterns, two contain a given triad, here the one marked `x`:
//!
//! ```text
//!     x . .     x . .        b = the triad one row and one box further, c = two and two
//!     . b .     . . d        d = one row and two boxes further,         e = two and one
//!     . . c     . e .        x stays if b & c | d & e
//! ```
//!
//! Pointing, claiming, hidden singles of rows (through the boxes) and the elimination of a placed
//! digit from the rest of its row follow from it, and likewise for columns. The remaining rules are
//! applied box by box: a digit with one cell (hidden single), a cell with one digit (naked single).
//! Together they find every single and every locked candidate.

use super::Grid;
use super::machine::Machine;

/// The result of propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no solution.
    Contradiction,
    /// Every cell has one digit, and every house has all digits.
    Solved,
    /// Some cells have several candidates.
    Open,
}

/// The result of the box rules.
enum BoxResult<M: Machine> {
    /// A digit has no cell, or a cell has no candidate.
    Contradiction,
    /// Every cell has one digit.
    AllSingle,
    /// The remaining candidates.
    Open(Grid<M>),
}

/// Applies all rules to a fixed point.
///
/// The box rules come first: after a change in one cell, the triad rule has no effect before the
/// box has settled.
#[inline(always)]
pub(super) fn propagate<M: Machine>(m: M, grid: &mut Grid<M>) -> Verdict {
    loop {
        let before = *grid;
        match apply_box_rules(m, before) {
            BoxResult::Contradiction => return Verdict::Contradiction,
            BoxResult::AllSingle => {
                // The boxes are valid; the lines are valid if the triad rule eliminates nothing.
                let right = are_equal(m, &apply_triad_rule(m, before), &before);
                return if right { Verdict::Solved } else { Verdict::Contradiction };
            }
            BoxResult::Open(left) => *grid = apply_triad_rule(m, left),
        }
        if are_equal(m, grid, &before) {
            return Verdict::Open;
        }
    }
}

#[inline(always)]
fn are_equal<M: Machine>(m: M, a: &Grid<M>, b: &Grid<M>) -> bool {
    let difference = m.or_xor(m.xor(a[0], b[0]), a[1], b[1]);
    m.is_zero(m.or_xor(difference, a[2], b[2]))
}

/// Returns the candidates of the row triads, in the lane of band, row and box.
#[inline(always)]
pub(super) fn row_triad_digits<M: Machine>(m: M, [x, y, z]: Grid<M>) -> M::Lanes {
    m.or3(x, y, z)
}

/// Aligns the cells of each column triad in one lane: that of band and box, with the column within
/// the box in the place of the row.
#[inline(always)]
pub(super) fn align_columns<M: Machine>(m: M, [x, y, z]: Grid<M>) -> Grid<M> {
    [x, m.rotate::<0, 2, 0>(y), m.rotate::<0, 1, 0>(z)]
}

/// Moves results for column triads back to their cells.
#[inline(always)]
pub(super) fn columns_to_cells<M: Machine>(m: M, columns: M::Lanes) -> Grid<M> {
    [columns, m.rotate::<0, 1, 0>(columns), m.rotate::<0, 2, 0>(columns)]
}

/// Removes every candidate that the triad rule excludes.
#[inline(always)]
fn apply_triad_rule<M: Machine>(m: M, grid: Grid<M>) -> Grid<M> {
    let [x, y, z] = align_columns(m, grid);
    let t = m.or3(x, y, z);
    let columns = m.and(m.rotate::<1, 1, 0>(t), m.rotate::<2, 2, 0>(t));
    let columns = m.or_and(columns, m.rotate::<1, 2, 0>(t), m.rotate::<2, 1, 0>(t));
    let t = row_triad_digits(m, grid);
    let rows = m.and(m.rotate::<0, 1, 1>(t), m.rotate::<0, 2, 2>(t));
    let rows = m.or_and(rows, m.rotate::<0, 1, 2>(t), m.rotate::<0, 2, 1>(t));
    let columns = columns_to_cells(m, columns);
    [
        m.and3(grid[0], rows, columns[0]),
        m.and3(grid[1], rows, columns[1]),
        m.and3(grid[2], rows, columns[2]),
    ]
}

/// Returns for every box the digits that occur in its cells, and those that occur at least twice.
#[inline(always)]
pub(super) fn count_in_boxes<M: Machine>(m: M, [x, y, z]: Grid<M>) -> (M::Lanes, M::Lanes) {
    let (one, two) = (m.or3(x, y, z), m.majority(x, y, z));
    let (one_b, one_c) = (m.rotate::<0, 1, 0>(one), m.rotate::<0, 2, 0>(one));
    let two = m.or3(two, m.rotate::<0, 1, 0>(two), m.rotate::<0, 2, 0>(two));
    (m.or3(one, one_b, one_c), m.or(two, m.majority(one, one_b, one_c)))
}

/// Applies hidden and naked singles, box by box.
#[inline(always)]
fn apply_box_rules<M: Machine>(m: M, grid: Grid<M>) -> BoxResult<M> {
    let [x, y, z] = grid;
    let (once, twice) = count_in_boxes(m, grid);
    if m.is_contradictory(once, grid) {
        return BoxResult::Contradiction;
    }
    let several = [m.drop_lowest(x), m.drop_lowest(y), m.drop_lowest(z)];
    if m.is_zero(m.or3(several[0], several[1], several[2])) {
        return BoxResult::AllSingle;
    }
    let naked =
        [m.where_zero(several[0], x), m.where_zero(several[1], y), m.where_zero(several[2], z)];
    let placed = m.or3(naked[0], naked[1], naked[2]);
    let placed = m.or3(placed, m.rotate::<0, 1, 0>(placed), m.rotate::<0, 2, 0>(placed));
    BoxResult::Open([
        apply_singles(m, x, naked[0], twice, placed),
        apply_singles(m, y, naked[1], twice, placed),
        apply_singles(m, z, naked[2], twice, placed),
    ])
}

/// Applies singles to a register: a cell with a single keeps it; any other cell loses the digits
/// `placed` in its box.
#[inline(always)]
fn apply_singles<M: Machine>(
    m: M,
    cell: M::Lanes,
    naked: M::Lanes,
    twice: M::Lanes,
    placed: M::Lanes,
) -> M::Lanes {
    let settled = m.or_without(naked, cell, twice);
    m.or_without(settled, m.where_zero(settled, cell), placed)
}
