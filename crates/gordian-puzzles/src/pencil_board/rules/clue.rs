//! Numbers on the board and outside count cells with a property.

use super::cells::{has_numbers, near_groups};
use super::{Area, CatalogueRule, Cells, Near, parameter};
use crate::board::{Cell, CellMap, Direction, Edge};
use crate::pencil_board::board::Rooms;
use crate::pencil_board::check::{Broken, group_numbers, groups, groups_across};
use crate::pencil_board::{Board, Clue, Form, Side, Solved};

parameter::choice! {
    /// Where the cells are that a number counts.
    pub enum Where {
        /// The cells that share an edge with it.
        Beside = "beside",
        /// The cells that share an edge with it, and its own cell.
        BesideAndHere = "beside-and-here",
        /// The cells that touch it, also at corners.
        Around = "around",
        /// The cells that touch it, also at corners, and its own cell.
        AroundAndHere = "around-and-here",
        /// Those of its room.
        Room = "room",
        /// Those that it sees: its own cell, and in each direction the cells up to the first one
        /// without the property.
        View = "view",
        /// The connected cells with the property that its own cell is one of.
        Group = "group",
        /// The cells with the property that are connected with its own cell, also at corners.
        CornerGroup = "group-with-corners",
        /// The connected cells that have the property if its own cell has it, and those that do not
        /// if it does not.
        SameGroup = "same-group",
        /// Those of the row or column, for numbers outside.
        Line = "line",
    }
}

parameter::rule! {
    /// Each number is how many cells with a property there are somewhere. `?` says nothing.
    "clue" = pub struct ClueCounts {
        /// Which cells are counted.
        "counts" = counts: Cells,
        /// Where they are.
        "where" = place: Where,
    }
}

/// Counts for many cells of a board.
struct Counter<'a> {
    rule: ClueCounts,
    board: &'a Board,
    solution: &'a Solved,
    /// The rooms, and how many cells each counts.
    rooms: Option<(Rooms, Vec<usize>)>,
    /// The connected groups of counted cells, and the number of the group of each cell.
    groups: Vec<Vec<Cell>>,
    group_of: CellMap<Option<usize>>,
}

impl<'a> Counter<'a> {
    fn new(rule: &ClueCounts, board: &'a Board, solution: &'a Solved) -> Self {
        let size = board.size();
        let has = |cell: Cell| rule.counts.has(board, solution, cell);
        let groups = match rule.place {
            Where::Group => groups(size, has),
            Where::CornerGroup => {
                let cells = size.cells().filter(|&cell| has(cell)).collect();
                near_groups(size, &[Near::Edge, Near::Corner], cells)
            }
            Where::SameGroup => {
                let is_open = |edge: Edge| match edge.cells(size) {
                    [Some(a), Some(b)] => has(a) == has(b),
                    _ => false,
                };
                groups_across(size, |cell| board.is_cell(cell), is_open)
            }
            _ => Vec::new(),
        };
        let group_of = group_numbers(size, &groups);
        let rooms = (rule.place == Where::Room).then(|| {
            let rooms = board.rooms();
            let has = |cell: &&Cell| rule.counts.has(board, solution, **cell);
            let n_counted = rooms.rooms().iter().map(|room| room.iter().filter(has).count());
            let n_counted = n_counted.collect();
            (rooms, n_counted)
        });
        Self { rule: rule.clone(), board, solution, rooms, groups, group_of }
    }

    /// Returns the cells that a number in a cell counts.
    fn counted(&self, cell: Cell) -> Vec<Cell> {
        let size = self.board.size();
        let has = |cell: &Cell| self.rule.counts.has(self.board, self.solution, *cell);
        let around = || {
            let rows = cell.row.saturating_sub(1)..=cell.row + 1;
            let columns = cell.column.saturating_sub(1)..=cell.column + 1;
            rows.flat_map(move |row| columns.clone().map(move |column| Cell::new(row, column)))
                .filter(|&it| size.contains(it))
        };
        match self.rule.place {
            Where::Beside => size.neighbours(cell).filter(has).collect(),
            Where::BesideAndHere => {
                std::iter::once(cell).chain(size.neighbours(cell)).filter(has).collect()
            }
            Where::Around => around().filter(|&it| it != cell).filter(has).collect(),
            Where::AroundAndHere => around().filter(has).collect(),
            Where::Room => {
                let (rooms, _) = self.rooms.as_ref().expect("they were found");
                let room = rooms.number(cell).map_or(&[][..], |room| &rooms.rooms()[room]);
                room.iter().copied().filter(has).collect()
            }
            Where::View => {
                let rays = Direction::ALL
                    .into_iter()
                    .flat_map(|direction| size.ray(cell, direction).take_while(|it| has(it)));
                Some(cell).filter(has).into_iter().chain(rays).collect()
            }
            Where::Group | Where::CornerGroup | Where::SameGroup => {
                self.group_of[cell].map_or_else(Vec::new, |group| self.groups[group].clone())
            }
            Where::Line => Vec::new(),
        }
    }

    /// Returns how many cells a number in a cell counts.
    fn count(&self, cell: Cell) -> usize {
        match (self.rule.place, &self.rooms) {
            (Where::Group | Where::CornerGroup | Where::SameGroup, _) => {
                self.group_of[cell].map_or(0, |group| self.groups[group].len())
            }
            (_, Some((rooms, n_counted))) => rooms.number(cell).map_or(0, |room| n_counted[room]),
            _ => self.counted(cell).len(),
        }
    }
}

impl CatalogueRule for ClueCounts {
    const BROKEN: &'static str = "a number does not count such cells";

    fn speaks_of_rooms(&self) -> bool {
        self.place == Where::Room
    }

    fn sentence(&self) -> String {
        let plural = self.counts.plural();
        match self.place {
            Where::Beside => {
                format!("A number is how many {plural} share an edge with its cell.")
            }
            Where::BesideAndHere => format!(
                "A number is how many {plural} share an edge with its cell, which is counted too if it \
                 is one."
            ),
            Where::Around => {
                format!("A number is how many {plural} touch its cell, also at corners.")
            }
            Where::AroundAndHere => format!(
                "A number is how many {plural} there are in the area of 3×3 around its cell, which \
                 is counted too."
            ),
            Where::Room => format!("A number is how many {plural} there are in its room."),
            Where::View => format!(
                "A number is how many {plural} its cell sees in the four directions, up to the \
                 first other one; its own is counted too, if it is one."
            ),
            Where::Group => {
                format!("A number is in a connected group of as many {plural}.")
            }
            Where::CornerGroup => {
                format!("A number is in a group of as many {plural}, connected also at corners.")
            }
            Where::SameGroup => format!(
                "A number is how many cells are connected with its own cell by steps between {plural} \
                 only, or between other cells only."
            ),
            Where::Line => {
                format!("A number outside is how many {plural} there are in its row or column.")
            }
        }
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        self.counts.validate(form)?;
        let is_there = match self.place {
            Where::Line => form.outside.is_some_and(|it| !it.is_list && !it.is_letter),
            _ => has_numbers(form),
        };
        if self.place == Where::Room {
            Area::Rooms.validate(form)?;
        }
        match is_there {
            true => Ok(()),
            false => Err("there are no such numbers in puzzles of this form".to_owned()),
        }
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        if self.place == Where::Line {
            for (side, index, clue) in board.outside_clues() {
                let [Some(number)] = clue[..] else { continue };
                let mut line = side.line(board.size(), index);
                line.retain(|&cell| self.counts.has(board, solution, cell));
                if line.len() != number as usize {
                    let (name, n) = (side.line_name(index), line.len());
                    let message = format!("{name} has {n} {}, not {number}", self.counts.noun(n));
                    broken.add("clue", message, line);
                }
            }
            return;
        }
        let counter = Counter::new(self, board, solution);
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            if broken.is_full() {
                return;
            }
            let n = counter.count(cell);
            if n != number as usize {
                let mut counted = counter.counted(cell);
                counted.retain(|&it| it != cell);
                counted.insert(0, cell);
                let counted_cells = match self.place {
                    Where::SameGroup => Cells::All,
                    _ => self.counts,
                };
                let message =
                    format!("the {number} at {cell} counts {n} {}", counted_cells.noun(n));
                broken.add("clue", message, counted);
            }
        }
    }

    fn write_clues(&self, board: &mut Board, solution: &Solved) {
        if self.place == Where::Line {
            for side in [Side::Above, Side::Left] {
                for index in 0..side.n_lines(board.size()) {
                    let line = side.line(board.size(), index);
                    let n = line.iter().filter(|&&it| self.counts.has(board, solution, it)).count();
                    board.outside[side as usize][index] = vec![u32::try_from(n).ok()];
                }
            }
            return;
        }
        let printed = board.clone();
        let counter = Counter::new(self, &printed, solution);
        for cell in printed.size().cells().filter(|&cell| printed.cells[cell] == Clue::Empty) {
            let n = counter.count(cell);
            // A group has a number in each of its cells, and other cells have none.
            if !matches!(self.place, Where::Group | Where::CornerGroup) || n > 0 {
                board.cells[cell] = Clue::count(n);
            }
        }
    }
}
