//! What rules speak of: cells with a property, areas of the board, and cells near each other.

use std::collections::BTreeSet;

use crate::board::{Cell, Direction, Size};
use crate::pencil_board::check::arms;
use crate::pencil_board::{Board, CellForm, CellLayer, EdgeLayer, Form, Side, Solved, Walls};

super::parameter::choice! {
    /// Which cells of the board are meant.
    pub enum Cells {
        /// The shaded ones.
        Shaded = "shaded",
        /// Those that are not shaded.
        Unshaded = "unshaded",
        /// Those with an object.
        Objects = "objects",
        /// Those without an object.
        Empty = "empty",
        /// Those that the loop or a line visits.
        Visited = "visited",
        /// Those that no line visits.
        Unvisited = "unvisited",
        /// Those that a line goes straight through.
        Straight = "straight",
        /// Those in which a line turns.
        Turns = "turns",
        /// Those with a given number.
        Numbered = "numbered",
        /// Those without a given number, also those with `?`.
        Unnumbered = "unnumbered",
        /// Those with a clue, also one that is `?`.
        Clues = "clues",
        /// All cells.
        All = "all",
    }
}

super::parameter::choice! {
    /// The areas of the board that a rule holds for, each for itself.
    pub enum Area {
        /// The whole board.
        Board = "board",
        /// Each row.
        Rows = "each-row",
        /// Each column.
        Columns = "each-column",
        /// Each row and each column.
        Lines = "each-line",
        /// Each room; the board, if it has no walls.
        Rooms = "each-room",
    }
}

super::parameter::choice! {
    /// How two cells are near each other.
    pub enum Near {
        /// They share an edge.
        Edge = "edge",
        /// They touch at a corner only.
        Corner = "corner",
        /// A knight's move leads from one to the other.
        Knight = "knight",
    }
}

/// Returns whether cells of the board can hold a number each.
pub(super) fn has_numbers(form: &Form) -> bool {
    matches!(
        form.cells,
        Some(CellForm::Numbers { .. } | CellForm::Circles | CellForm::Arrows { .. })
    )
}

/// Words for the cells with a property.
impl Cells {
    /// Returns the plural, such as `shaded cells`.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Self::All => "cells",
            Self::Shaded => "shaded cells",
            Self::Unshaded => "unshaded cells",
            Self::Objects => "cells with an object",
            Self::Empty => "cells without an object",
            Self::Visited => "cells of the line",
            Self::Unvisited => "cells without a line",
            Self::Straight => "cells with a straight line",
            Self::Turns => "cells in which the line turns",
            Self::Numbered => "cells with a number",
            Self::Unnumbered => "cells without a number",
            Self::Clues => "cells with a clue",
        }
    }

    /// Returns the words for a number of such cells: `shaded cell` for one.
    #[must_use]
    pub fn noun(self, n: usize) -> String {
        // The first word `cells` is the noun.
        if n == 1 { self.plural().replacen("cells", "cell", 1) } else { self.plural().to_owned() }
    }

    /// Returns what a cell with the property is, such as `shaded`; `is` stands before it.
    #[must_use]
    pub fn adjective(self) -> &'static str {
        match self {
            Self::All => "a cell",
            Self::Shaded => "shaded",
            Self::Unshaded => "unshaded",
            Self::Objects => "a cell with an object",
            Self::Empty => "without an object",
            Self::Visited => "on the line",
            Self::Unvisited => "without a line",
            Self::Straight => "crossed by a straight line",
            Self::Turns => "a turn of the line",
            Self::Numbered => "a cell with a number",
            Self::Unnumbered => "without a number",
            Self::Clues => "a cell with a clue",
        }
    }

    /// Returns what two cells with the property are not allowed to be, such as `are not both
    /// shaded`.
    #[must_use]
    pub fn not_both(self) -> &'static str {
        match self {
            Self::All => "are not both on the board",
            Self::Shaded => "are not both shaded",
            Self::Unshaded => "are not both unshaded",
            Self::Objects => "do not both have an object",
            Self::Empty => "are not both without an object",
            Self::Visited => "are not both on the line",
            Self::Unvisited => "are not both without a line",
            Self::Straight => "are not both crossed by a straight line",
            Self::Turns => "are not both turns of the line",
            Self::Numbered => "do not both have a number",
            Self::Unnumbered => "are not both without a number",
            Self::Clues => "do not both have a clue",
        }
    }

    /// Checks that solutions of a form have such cells.
    pub(super) fn validate(self, form: &Form) -> Result<(), String> {
        let is_there = match self {
            Self::All => true,
            Self::Shaded | Self::Unshaded => form.cell_layer == Some(CellLayer::Shade),
            // Where every cell has a symbol, there is no empty one.
            Self::Objects | Self::Empty => {
                matches!(form.cell_layer, Some(CellLayer::Symbols([('.', _), ..])))
            }
            Self::Visited | Self::Unvisited | Self::Straight | Self::Turns => {
                form.edge_layer == Some(EdgeLayer::Links { max: 1 })
            }
            Self::Numbered | Self::Unnumbered => has_numbers(form),
            Self::Clues => form.cells.is_some(),
        };
        match is_there {
            true => Ok(()),
            false => Err(format!("there are no {} in puzzles of this form", self.plural())),
        }
    }

    /// Returns whether a cell of the board has the property.
    pub(crate) fn has(self, board: &Board, solution: &Solved, cell: Cell) -> bool {
        if !board.is_cell(cell) {
            return false;
        }
        let is_marked = || solution.is_marked(cell);
        let is_straight = |arms: &[Direction]| {
            let pair = |a, b| arms.contains(&a) && arms.contains(&b);
            pair(Direction::Up, Direction::Down) || pair(Direction::Left, Direction::Right)
        };
        match self {
            Self::All => true,
            Self::Shaded | Self::Objects => is_marked(),
            Self::Unshaded | Self::Empty => !is_marked(),
            Self::Visited => !arms(solution, cell).is_empty(),
            Self::Unvisited => arms(solution, cell).is_empty(),
            Self::Straight => is_straight(&arms(solution, cell)),
            Self::Turns => {
                let arms = arms(solution, cell);
                arms.len() >= 2 && !is_straight(&arms)
            }
            Self::Numbered => board.cells[cell].number().is_some(),
            Self::Unnumbered => board.cells[cell].number().is_none(),
            Self::Clues => board.cells[cell].is_clue(),
        }
    }
}

impl Area {
    /// Returns words for the areas, such as `in each row`.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Board => "on the board",
            Self::Rows => "in each row",
            Self::Columns => "in each column",
            Self::Lines => "in each row and each column",
            Self::Rooms => "in each room",
        }
    }

    /// Checks that boards of a form have the areas.
    pub(super) fn validate(self, form: &Form) -> Result<(), String> {
        match self {
            Self::Rooms if form.walls != Walls::Rooms => {
                Err("there are no rooms in puzzles of this form".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Returns the areas, each with its name and its cells.
    pub(super) fn list(self, board: &Board) -> Vec<(String, Vec<Cell>)> {
        let on_board = |cells: Vec<Cell>| -> Vec<Cell> {
            cells.into_iter().filter(|&cell| board.is_cell(cell)).collect()
        };
        let size = board.size();
        let lines = |side: Side| {
            (0..side.n_lines(size))
                .map(move |index| (side.line_name(index), on_board(side.line(size, index))))
        };
        match self {
            Self::Board => vec![("the board".to_owned(), board.playable_cells().collect())],
            Self::Rows => lines(Side::Left).collect(),
            Self::Columns => lines(Side::Above).collect(),
            Self::Lines => lines(Side::Left).chain(lines(Side::Above)).collect(),
            Self::Rooms => {
                let rooms = board.rooms();
                let cells = rooms.rooms().iter().cloned().enumerate();
                cells.map(|(index, cells)| (rooms.name(index), cells)).collect()
            }
        }
    }
}

impl Near {
    /// Returns the steps to the near cells that come later, row by row: rows down, columns right.
    pub(super) fn later(self) -> &'static [(usize, isize)] {
        match self {
            Self::Edge => &[(0, 1), (1, 0)],
            Self::Corner => &[(1, -1), (1, 1)],
            Self::Knight => &[(1, -2), (1, 2), (2, -1), (2, 1)],
        }
    }

    /// Returns words, such as `share an edge`.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Edge => "share an edge",
            Self::Corner => "touch at a corner",
            Self::Knight => "are a knight's move apart",
        }
    }
}

/// Returns words for several ways to be near.
pub(super) fn near_phrase(near: &[Near]) -> String {
    near.iter().map(|near| near.phrase()).collect::<Vec<_>>().join(" or ")
}

/// Returns the groups of cells that steps between near cells of a list connect, the group of the
/// first cell first; each group is in the order of the board.
pub(super) fn near_groups(size: Size, near: &[Near], cells: Vec<Cell>) -> Vec<Vec<Cell>> {
    let mut open: BTreeSet<Cell> = cells.into_iter().collect();
    let mut groups = Vec::new();
    while let Some(first) = open.pop_first() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for (rows, columns) in near.iter().flat_map(|near| near.later()).copied() {
                let steps = [
                    Some(cell.row + rows).zip(cell.column.checked_add_signed(columns)),
                    cell.row.checked_sub(rows).zip(cell.column.checked_add_signed(-columns)),
                ];
                let steps = steps.into_iter().flatten().map(|(row, column)| Cell::new(row, column));
                group.extend(steps.filter(|&step| size.contains(step) && open.remove(&step)));
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// Returns the later cells that are near a cell.
pub(super) fn later_cells(size: Size, cell: Cell, near: &[Near]) -> Vec<Cell> {
    let steps = near.iter().flat_map(|near| near.later());
    steps
        .filter_map(|&(rows, columns)| {
            let column = cell.column.checked_add_signed(columns)?;
            let other = Cell::new(cell.row + rows, column);
            size.contains(other).then_some(other)
        })
        .collect()
}
