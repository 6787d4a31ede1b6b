//! Solved grids of any layout, in random order but not all equally likely.

use gordian_core::Random;

use super::question::{Answer, Asker};
use super::transformation::line_groups;
use super::{TaskError, Transformation};
use crate::{Candidates, Layout};

/// How often two lines exchange a cycle, per cell of the grid.
const EXCHANGES: usize = 8;

/// Nodes that a search for a solution with one more chosen digit may have.
const CHOICE_NODES: u64 = 200;

/// Returns a solved grid, row by row, of a layout that has nothing but rows, columns and perhaps
/// boxes. *Not* all grids are equally likely; see [`random_grid`](super::random_grid) for 9×9.
///
/// It begins with a cyclic pattern. Then, many times, two rows of a band exchange the digits of a
/// cycle: a set of columns in which both have the same digits. The columns, the boxes and the two
/// rows keep their digits, so the grid stays solved. The same is done with columns, and in the end
/// a random symmetry is applied.
///
/// *Cost*: some milliseconds for 64×64.
///
/// # Errors
///
/// Fails if the layout has other houses.
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
    for _ in 0..EXCHANGES * n * n {
        if random.flip() {
            let (one, other) = two_lines(n, groups.0, random);
            exchange(&mut grid, n * one, n * other, 1, random.below(n));
        } else {
            let (one, other) = two_lines(n, groups.1, random);
            exchange(&mut grid, one, other, n, random.below(n));
        }
    }
    Ok(Transformation::random(layout, random)?.apply(&grid))
}

/// Returns two lines of the same group; the same line twice where groups have only one.
fn two_lines(n: usize, group: usize, random: &mut Random) -> (usize, usize) {
    let first = random.below(n / group) * group;
    (first + random.below(group), first + random.below(group))
}

/// Exchanges, between the lines that begin at two cells and go on in steps of `step`, the cycle
/// that goes through their place `start`.
fn exchange(grid: &mut [u8], one: usize, other: usize, step: usize, start: usize) {
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
        // The digit that came is now twice in the line, until its old place is exchanged too.
        i = place[usize::from(grid[one + step * i])];
        if i == start {
            return;
        }
    }
}

/// Changes a solution of any layout into another one: cell after cell, in random order, takes a
/// digit at random with which there is still a solution. A search that takes long is given up, and
/// the cell keeps its digit.
pub(super) fn vary(
    asker: &mut Asker<'_>,
    layout: &Layout,
    solution: &[u8],
    random: &mut Random,
) -> Vec<u8> {
    asker.max_nodes = Some(CHOICE_NODES);
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
            if let Answer::Solution(other) = asker.ask(&start) {
                solution = other;
                break;
            }
        }
        fix(layout, &mut masks, cell, solution[cell]);
    }
    solution
}

/// Puts a digit into a cell and takes it from the cells that must differ.
fn fix(layout: &Layout, masks: &mut Candidates, cell: usize, digit: u8) {
    for house in layout.houses().iter().filter(|house| house.cells.contains(&cell)) {
        for &peer in house.cells.iter().filter(|&&peer| peer != cell) {
            masks.remove(peer, digit);
        }
    }
    masks.keep_only(cell, digit);
}
