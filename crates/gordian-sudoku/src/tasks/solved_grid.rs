//! Random solved grids of any layout, not uniformly distributed.

use gordian_core::Random;
use gordian_grid::{Candidates, Layout};

use super::solution_search::{SearchAnswer, SolutionSearch};
use super::transformation::line_groups;
use super::{TaskError, Transformation};

/// Cycle swaps per cell of the grid.
const SWAPS_PER_CELL: usize = 8;

/// The node limit of the search for a solution with one more fixed digit.
const VARY_MAX_NODES: u64 = 200;

/// Returns a random solved grid, row by row, of a layout with only rows, columns and possibly
/// boxes. The distribution is *not* uniform; see [`random_grid`](super::random_grid) for 9×9.
///
/// The grid starts as a cyclic pattern. Then, many times, two rows of a band swap the digits of a
/// cycle: a set of columns in which both rows have the same set of digits. Columns, boxes and rows
/// keep their digits, so the grid stays solved. Columns are treated in the same way, and finally a
/// random symmetry is applied.
///
/// *Cost*: a few milliseconds for 64×64.
///
/// # Errors
///
/// Fails if the layout has houses other than rows, columns and boxes.
pub fn shuffled_grid(layout: &Layout, random: &mut Random) -> Result<Vec<u8>, TaskError> {
    let groups = line_groups(layout)?;
    let n = layout.n();
    let (height, width) = layout.box_size().unwrap_or((1, n));
    let digits: Vec<u8> = (1..=64).take(n).collect();
    let pattern = |cell: usize| {
        let (row, column) = (cell / n, cell % n);
        digits[(width * (row % height) + row / height + column) % n]
    };
    let mut grid: Vec<u8> = (0..n * n).map(pattern).collect();
    for _ in 0..SWAPS_PER_CELL * n * n {
        if random.flip() {
            let (one, other) = random_line_pair(n, groups.0, random);
            swap_cycle(&mut grid, n * one, n * other, 1, random.below(n));
        } else {
            let (one, other) = random_line_pair(n, groups.1, random);
            swap_cycle(&mut grid, one, other, n, random.below(n));
        }
    }
    Ok(Transformation::random(layout, random)?.apply(&grid))
}

/// Returns two random lines of the same group; the same line twice if groups have only one.
fn random_line_pair(n: usize, group: usize, random: &mut Random) -> (usize, usize) {
    let first = random.below(n / group) * group;
    (first + random.below(group), first + random.below(group))
}

/// Swaps the cycle through position `start` between two lines, given by their first cells and the
/// distance `step` of their cells.
fn swap_cycle(grid: &mut [u8], one: usize, other: usize, step: usize, start: usize) {
    if one == other {
        return;
    }
    let n = grid.len().isqrt();
    let mut place = [0; 65];
    for i in 0..n {
        place[usize::from(grid[one + step * i])] = i;
    }
    let mut i = start;
    loop {
        grid.swap(one + step * i, other + step * i);
        // The new digit is now twice in the line, until its old position is swapped too.
        i = place[usize::from(grid[one + step * i])];
        if i == start {
            return;
        }
    }
}

/// Returns another solution of any layout: each cell, in random order, takes a random digit with
/// which a solution exists. If the search for a solution exceeds its limit, the cell keeps its
/// digit.
pub(super) fn vary_solution(
    search: &mut SolutionSearch<'_>,
    layout: &Layout,
    solution: &[u8],
    random: &mut Random,
) -> Vec<u8> {
    search.max_nodes = Some(VARY_MAX_NODES);
    let mut solution = solution.to_vec();
    let mut masks = Candidates::all(layout);
    let mut cells: Vec<usize> = (0..layout.n_cells()).collect();
    random.shuffle(&mut cells);
    for cell in cells {
        let mut digits: Vec<u8> = masks.digits(cell).collect();
        random.shuffle(&mut digits);
        for digit in digits {
            if digit == solution[cell] {
                break;
            }
            let mut start = masks.clone();
            start.keep_only(cell, digit);
            if let SearchAnswer::Solution(other) = search.find_one(&start) {
                solution = other;
                break;
            }
        }
        place_digit(layout, &mut masks, cell, solution[cell]);
    }
    solution
}

/// Places a digit and removes it from the peers of the cell.
fn place_digit(layout: &Layout, masks: &mut Candidates, cell: usize, digit: u8) {
    for house in layout.houses().iter().filter(|house| house.cells.contains(&cell)) {
        for &peer in house.cells.iter().filter(|&&peer| peer != cell) {
            masks.remove(peer, digit);
        }
    }
    masks.keep_only(cell, digit);
}
