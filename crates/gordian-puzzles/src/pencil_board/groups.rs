//! Connected groups of cells, by plain traversal: rooms and blocks of boards, and groups that
//! checkers look at.

use crate::board::{Cell, CellMap, Direction, Edge, Size};

/// Returns the connected groups of the cells with a property, each row by row.
#[must_use]
pub fn groups(size: Size, is_member: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    groups_across(size, is_member, |_| true)
}

/// Returns the connected groups of the cells with a property; a step goes across the edges that are
/// open.
#[must_use]
pub fn groups_across(
    size: Size,
    is_member: impl Fn(Cell) -> bool,
    is_open: impl Fn(Edge) -> bool,
) -> Vec<Vec<Cell>> {
    let mut seen = CellMap::new(size, false);
    let mut groups = Vec::new();
    for first in size.cells() {
        if seen[first] || !is_member(first) {
            continue;
        }
        seen[first] = true;
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for side in Direction::ALL {
                if let Some(beside) = size.neighbour(cell, side)
                    && is_open(Edge::of(cell, side))
                    && is_member(beside)
                    && !seen[beside]
                {
                    seen[beside] = true;
                    group.push(beside);
                }
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// Returns the number of the group of each cell, from 0 in the order of `groups`; `None` for a cell
/// of no group.
#[must_use]
pub fn group_numbers(size: Size, groups: &[Vec<Cell>]) -> CellMap<Option<usize>> {
    let mut numbers = CellMap::new(size, None);
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|&cell| numbers[cell] = Some(number));
    }
    numbers
}
