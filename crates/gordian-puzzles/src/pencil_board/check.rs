//! What checkers share: collecting broken rules, and plain walks over a board.
//!
//! Models do not use anything here.

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Clue};
pub use super::groups::{group_numbers, groups, groups_across};
use super::marks::{BLOCKED, Solved};
use crate::board::{Cell, CellMap, Direction, Edge, Size};
use crate::violation::Violation;

/// The largest number of broken rules that are listed.
const MAX_VIOLATIONS: usize = 1000;

/// The number of cells of all listed rules after which none is added. A board can break a rule at
/// each of its cells, and each time show a group that is as large as the board: 60 gigabytes on the
/// largest boards.
const MAX_CELLS: usize = 1 << 17;

/// Collects the rules that a solution breaks: at most a thousand of them, and fewer if they show
/// very many cells.
#[derive(Debug, Default)]
pub struct Broken {
    violations: Vec<Violation>,
    /// The number of cells of all violations.
    n_cells: usize,
    /// The names of rules that do not hold.
    ignored: Vec<String>,
}

impl Broken {
    /// Adds a broken rule: its stable name, a sentence, and the cells that show it.
    pub fn add(&mut self, rule: &'static str, message: impl Into<String>, cells: Vec<Cell>) {
        if self.is_full() || self.ignored.iter().any(|name| name == rule) {
            return;
        }
        self.n_cells += cells.len();
        self.violations.push(Violation::new(rule, message, cells));
    }

    /// Ignores rules by name from here on: those that a puzzle does without.
    pub(crate) fn ignore(&mut self, rules: &[String]) {
        self.ignored.extend_from_slice(rules);
    }

    /// Adds what another list has, all under the name of one rule.
    pub(crate) fn add_as(&mut self, rule: &'static str, other: Self) {
        for Violation { message, cells, .. } in other.violations {
            self.add(rule, message, cells);
        }
    }

    /// Returns whether no more broken rules are listed, so that a checker need not collect their
    /// cells.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.violations.len() >= MAX_VIOLATIONS || self.n_cells >= MAX_CELLS
    }

    /// Returns the broken rules.
    pub(crate) fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// Returns the broken rules, if there are any, as an error.
    pub(crate) fn into_result(self) -> Result<(), Vec<Violation>> {
        if self.is_empty() { Ok(()) } else { Err(self.violations) }
    }

    /// Returns whether no rule is broken so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.violations.is_empty()
    }
}

/// Returns the upper left cells of the 2×2 areas whose four cells have a property.
#[must_use]
pub fn full_squares(size: Size, is_member: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let is_full = |&Cell { row, column }: &Cell| {
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let mut cells = cells.map(|(r, c)| Cell::new(row + r, column + c)).into_iter();
        cells.all(|cell| size.contains(cell) && is_member(cell))
    };
    size.cells().filter(is_full).collect()
}

/// Returns the four cells of the 2×2 area with this upper left cell.
#[must_use]
pub fn square(Cell { row, column }: Cell) -> Vec<Cell> {
    [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| Cell::new(row + r, column + c)).to_vec()
}

/// Returns the cells that `cell` sees: itself, and the cells up to the first one in each direction
/// without the property.
#[must_use]
pub fn view(size: Size, cell: Cell, is_open: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let rays = Direction::ALL
        .into_iter()
        .flat_map(|direction| size.ray(cell, direction).take_while(|&cell| is_open(cell)));
    std::iter::once(cell).chain(rays).collect()
}

/// Checks that no two adjacent cells are shaded.
pub fn no_adjacent_shaded(solution: &Solved, broken: &mut Broken) {
    let size = solution.size();
    for cell in size.cells().filter(|&cell| solution.is_marked(cell)) {
        for side in [Direction::Right, Direction::Down] {
            if let Some(other) = size.neighbour(cell, side)
                && solution.is_marked(other)
            {
                let message = format!("the shaded cells {cell} and {other} are adjacent");
                broken.add("adjacent-shaded", message, vec![cell, other]);
            }
        }
    }
}

/// Checks that the unshaded cells are connected.
#[deprecated(since = "0.3.0", note = "give `rules::Rule::connected` in `Rules::catalogue`")]
pub fn connected_unshaded(board: &Board, solution: &Solved, broken: &mut Broken) {
    let is_member = |cell| board.is_cell(cell) && !solution.is_marked(cell);
    if let [_, second, ..] = &groups(solution.size(), is_member)[..] {
        let message = format!("the unshaded cells at {} are cut off from the others", second[0]);
        broken.add("unshaded-divided", message, second.clone());
    }
}

/// Checks that the shaded cells are connected.
#[deprecated(since = "0.3.0", note = "give `rules::Rule::connected` in `Rules::catalogue`")]
pub fn connected_shaded(solution: &Solved, broken: &mut Broken) {
    if let [_, second, ..] = &groups(solution.size(), |cell| solution.is_marked(cell))[..] {
        let message = format!("the shaded cells at {} are cut off from the others", second[0]);
        broken.add("shaded-divided", message, second.clone());
    }
}

/// Checks that no 2×2 area is fully shaded.
#[deprecated(since = "0.3.0", note = "give `rules::Rule::no_square` in `Rules::catalogue`")]
pub fn no_shaded_square(solution: &Solved, broken: &mut Broken) {
    for first in full_squares(solution.size(), |cell| solution.is_marked(cell)) {
        broken.add(
            "shaded-square",
            format!("the 2×2 area at {first} is fully shaded"),
            square(first),
        );
    }
}

/// Checks that some cell is shaded.
#[deprecated(since = "0.3.0", note = "give `rules::Rule::some` in `Rules::catalogue`")]
pub fn some_shaded(solution: &Solved, broken: &mut Broken) {
    if !solution.size().cells().any(|cell| solution.is_marked(cell)) {
        broken.add("nothing-shaded", "no cell is shaded", Vec::new());
    }
}

/// Checks that no cell is shaded that holds a clue, or is not on the board.
pub fn unshaded_clues(board: &Board, solution: &Solved, broken: &mut Broken) {
    for (cell, clue) in board.cells.iter() {
        if *clue != Clue::Empty && solution.is_marked(cell) {
            broken.add("clue-shaded", format!("the clue at {cell} is shaded"), vec![cell]);
        }
    }
}

/// Checks that clues are unshaded, that each area of unshaded cells has exactly one clue, and that a
/// number is how many cells the area has.
pub fn areas_of_clues(board: &Board, solution: &Solved, broken: &mut Broken) {
    unshaded_clues(board, solution, broken);
    for area in groups(board.size(), |cell| !solution.is_marked(cell)) {
        let clues: Vec<_> =
            area.iter().copied().filter(|&cell| board.cells[cell].is_clue()).collect();
        match clues[..] {
            [] => {
                let message = format!("the unshaded area at {} has no clue", area[0]);
                broken.add("area-without-clue", message, area);
            }
            [clue] => {
                if let Some(number) = board.cells[clue].number()
                    && area.len() != number as usize
                {
                    let n = area.len();
                    let cells = if n == 1 { "cell" } else { "cells" };
                    let message = format!("the {number} at {clue} has an area of {n} {cells}");
                    broken.add("size-of-area", message, area);
                }
            }
            [first, second, ..] => {
                let message = format!("the clues at {first} and {second} are in one area");
                broken.add("several-clues", message, clues);
            }
        }
    }
}

/// Checks that no line visits a hole.
pub fn holes_without_lines(board: &Board, solution: &Solved, broken: &mut Broken) {
    for hole in board.holes() {
        if !arms(solution, hole).is_empty() {
            broken.add("hole-visited", format!("a line visits the hole {hole}"), vec![hole]);
        }
    }
}

/// Checks that the blocks are rectangles, each with exactly one clue; `of_number` adds what is wrong
/// with the block of a number, of which it gets the cell and the block.
pub fn rectangles_of_clues(
    board: &Board,
    solution: &Solved,
    of_number: impl Fn(Cell, &[Cell], &mut Broken),
    broken: &mut Broken,
) {
    for block in blocks(board, solution) {
        let first = block[0];
        if bounding_size(&block).n_cells() != block.len() {
            let message = format!("the block at {first} is not a rectangle");
            broken.add("not-a-rectangle", message, block.clone());
        }
        let clues: Vec<_> =
            block.iter().copied().filter(|&cell| board.cells[cell].is_clue()).collect();
        match clues[..] {
            [] => {
                let message = format!("the block at {first} has no number");
                broken.add("block-without-number", message, block);
            }
            [clue] => of_number(clue, &block, broken),
            [one, other, ..] => {
                let message = format!("the numbers at {one} and {other} are in one block");
                broken.add("several-numbers", message, clues);
            }
        }
    }
}

/// Checks that no two marked cells touch, at edges or corners; `what` names them.
pub fn touching_marks(solution: &Solved, what: &str, broken: &mut Broken) {
    let size = solution.size();
    for cell @ Cell { row, column } in size.cells().filter(|&cell| solution.is_marked(cell)) {
        // The touching cells that come later.
        let right = Cell::new(row, column + 1);
        let below =
            (column.saturating_sub(1)..=column + 1).map(|column| Cell::new(row + 1, column));
        for other in std::iter::once(right).chain(below) {
            if solution.is_marked(other) {
                let message = format!("the {what} at {cell} and {other} touch");
                broken.add("touching", message, vec![cell, other]);
            }
        }
    }
}

/// Returns the directions in which lines leave a cell, in links.
#[must_use]
pub fn arms(solution: &Solved, cell: Cell) -> Vec<Direction> {
    let size = solution.size();
    let has_line =
        |&side: &Direction| size.neighbour(cell, side).is_some() && solution.edge(cell, side) > 0;
    Direction::ALL.into_iter().filter(has_line).collect()
}

/// Returns the number of steps of the straight line that leaves a cell in a direction.
#[must_use]
pub fn straight_length(solution: &Solved, cell: Cell, direction: Direction) -> usize {
    let size = solution.size();
    let mut at = cell;
    let mut n = 0;
    while size.neighbour(at, direction).is_some() && solution.edge(at, direction) > 0 {
        n += 1;
        at = size.neighbour(at, direction).expect("it was checked");
    }
    n
}

/// Checks that the lines between cells are one closed loop: no branch, crossing or loose end, and
/// not two loops. With `may_be_empty`, there may be no line at all.
pub fn single_loop(solution: &Solved, may_be_empty: bool, broken: &mut Broken) {
    let size = solution.size();
    for cell in size.cells() {
        match arms(solution, cell).len() {
            0 | 2 => {}
            1 => broken.add("loose-end", format!("the line ends at {cell}"), vec![cell]),
            3 => broken.add("branch", format!("the line branches at {cell}"), vec![cell]),
            _ => broken.add("crossing", format!("the line crosses itself at {cell}"), vec![cell]),
        }
    }
    let lines = groups_across(
        size,
        |cell| !arms(solution, cell).is_empty(),
        |edge| solution.edges[edge] > 0,
    );
    if let [_, second, ..] = &lines[..] {
        let message = format!("the line at {} is not part of the same loop", second[0]);
        broken.add("several-loops", message, second.clone());
    }
    if lines.is_empty() && !may_be_empty {
        broken.add("no-loop", "there is no loop", Vec::new());
    }
}

/// Returns for each vertex whether it lies inside the loop: the number of lines between it and the
/// left side of the board is odd.
#[must_use]
pub fn inside(solution: &Solved) -> CellMap<bool> {
    let size = solution.size();
    let vertices = Size::new(size.rows + 1, size.columns + 1);
    CellMap::from_fn(vertices, |Cell { row, column }| {
        let crossed = (0..column).filter(|&column| {
            let edge = Edge::Horizontal { row, column };
            !edge.is_outer(size) && solution.edges[edge] > 0
        });
        crossed.count() % 2 == 1
    })
}

/// Checks that the cells without clue are each shaded or visited by the loop, and the others
/// neither; that no two shaded cells are adjacent; and that there is one loop, or none.
pub fn shaded_or_visited(is_clue: impl Fn(Cell) -> bool, solution: &Solved, broken: &mut Broken) {
    no_adjacent_shaded(solution, broken);
    single_loop(solution, true, broken);
    for cell in solution.size().cells() {
        let (is_shaded, is_visited) = (solution.is_marked(cell), !arms(solution, cell).is_empty());
        if is_clue(cell) {
            if is_shaded {
                broken.add("clue-shaded", format!("the clue at {cell} is shaded"), vec![cell]);
            }
            if is_visited {
                let message = format!("the loop passes the clue at {cell}");
                broken.add("clue-visited", message, vec![cell]);
            }
        } else if is_shaded && is_visited {
            let message = format!("the loop passes the shaded cell {cell}");
            broken.add("shaded-visited", message, vec![cell]);
        } else if !is_shaded && !is_visited {
            let message = format!("{cell} is neither shaded nor visited by the loop");
            broken.add("cell-empty", message, vec![cell]);
        }
    }
}

/// Checks that the shaded cells are outside the loop.
pub fn shaded_outside(solution: &Solved, broken: &mut Broken) {
    let inside = inside(solution);
    for cell in solution.size().cells() {
        if solution.is_marked(cell) && inside[cell] {
            let message = format!("the shaded cell {cell} is inside the loop");
            broken.add("shaded-inside", message, vec![cell]);
        }
    }
}

/// Checks that the loop enters and leaves each room once, and crosses no wall inside a room. With
/// `may_stay`, it need not leave the only room of a board.
pub fn rooms_once(board: &Board, solution: &Solved, may_stay: bool, broken: &mut Broken) {
    let size = solution.size();
    let rooms = board.rooms();
    let mut n_crossed = vec![0; rooms.rooms().len()];
    for (edge, &line) in solution.edges.iter() {
        let [Some(before), Some(after)] = edge.cells(size) else { continue };
        if line == 0 {
            continue;
        }
        let [one, other] =
            [before, after].map(|cell| rooms.number(cell).expect("no cell is missing"));
        if one != other {
            n_crossed[one] += 1;
            n_crossed[other] += 1;
        } else if board.walls[edge] {
            let message = format!("the loop crosses the wall between {before} and {after}");
            broken.add("wall-crossed", message, vec![before, after]);
        }
    }
    for (number, room) in rooms.rooms().iter().enumerate() {
        let name = rooms.name(number);
        let is_visited = room.iter().any(|&cell| !arms(solution, cell).is_empty());
        match n_crossed[number] {
            2 => {}
            0 if !is_visited => {
                let message = format!("the loop does not visit {name}");
                broken.add("room-not-visited", message, room.clone());
            }
            0 if may_stay && rooms.rooms().len() == 1 => {}
            0 => {
                let message = format!("the loop does not leave {name}");
                broken.add("room-not-left", message, room.clone());
            }
            n => {
                let message = format!("the loop crosses the border of {name} {n} times");
                broken.add("room-twice", message, room.clone());
            }
        }
    }
}

/// Returns the blocks between borders, each row by row, without holes.
#[must_use]
pub fn blocks(board: &Board, solution: &Solved) -> Vec<Vec<Cell>> {
    groups_across(solution.size(), |cell| board.is_cell(cell), |edge| solution.edges[edge] == 0)
}

/// Checks that every border separates two blocks, and that the borders that are given are there.
pub fn borders_separate(board: &Board, solution: &Solved, broken: &mut Broken) {
    let size = solution.size();
    let numbers = group_numbers(size, &blocks(board, solution));
    for edge in size.edges() {
        let [Some(before), Some(after)] = edge.cells(size) else { continue };
        let is_border = solution.edges[edge] > 0;
        if is_border && numbers[before].is_some() && numbers[before] == numbers[after] {
            let message = format!("the border between {before} and {after} ends inside a block");
            broken.add("border-ends", message, vec![before, after]);
        }
        // Between two holes there is no border.
        let is_given = board.walls[edge] && board.is_cell(before) && board.is_cell(after);
        if is_given && !is_border {
            let message =
                format!("there is no border between {before} and {after}, but one is given");
            broken.add("given-border", message, vec![before, after]);
        }
    }
}

/// Checks that four blocks never meet in a point.
pub fn no_crossing_borders(solution: &Solved, broken: &mut Broken) {
    let size = solution.size();
    for vertex in size.vertices() {
        let edges = vertex.edges(size);
        if edges.iter().all(|edge| edge.is_some_and(|edge| solution.edges[edge] > 0)) {
            let first = Cell::new(vertex.row - 1, vertex.column - 1);
            let message = format!("four blocks meet at the lower right corner of {first}");
            broken.add("four-blocks-meet", message, square(first));
        }
    }
}

/// Returns the rows and then the columns of a board, each with its name and its cells.
#[must_use]
pub fn lines(size: Size) -> Vec<(String, Vec<Cell>)> {
    let rows = (0..size.rows).map(|row| {
        let cells = (0..size.columns).map(|column| Cell::new(row, column)).collect();
        (format!("row {}", row + 1), cells)
    });
    let columns = (0..size.columns).map(|column| {
        let cells = (0..size.rows).map(|row| Cell::new(row, column)).collect();
        (format!("column {}", column + 1), cells)
    });
    rows.chain(columns).collect()
}

/// Checks that a board has as many rows as columns.
///
/// # Errors
///
/// Returns a message if it has not.
pub fn require_square(board: &Board) -> Result<(), String> {
    let Size { rows, columns } = board.size();
    if rows == columns {
        return Ok(());
    }
    Err(format!("the board has {rows} rows but {columns} columns"))
}

/// Checks that every block has a number of cells.
pub fn equal_blocks(board: &Board, solution: &Solved, n: usize, broken: &mut Broken) {
    for block in blocks(board, solution).into_iter().filter(|block| block.len() != n) {
        let message = format!("the block at {} has {} cells, not {n}", block[0], block.len());
        broken.add("size-of-block", message, block);
    }
}

/// Checks that each number is how many edges of its cell are borders, those of the outline and of
/// holes included.
pub fn border_counts(board: &Board, solution: &Solved, broken: &mut Broken) {
    let size = board.size();
    for (cell, clue) in board.clues() {
        let Some(number) = clue.number() else { continue };
        let is_border = |&side: &Direction| match size.neighbour(cell, side) {
            Some(beside) if board.is_cell(beside) => solution.edge(cell, side) > 0,
            _ => true,
        };
        let n_borders = Direction::ALL.iter().filter(|side| is_border(side)).count();
        if n_borders != number as usize {
            let message = format!("the {number} at {cell} has {n_borders} borders");
            broken.add("number-of-borders", message, vec![cell]);
        }
    }
}

/// Checks that the numbers of each room are different, and none is larger than the room.
pub fn numbers_in_rooms(board: &Board, solution: &Solved, broken: &mut Broken) {
    let rooms = board.rooms();
    for (index, room) in rooms.rooms().iter().enumerate() {
        let name = rooms.name(index);
        for &cell in room {
            if solution.cells[cell] as usize > room.len() {
                let message =
                    format!("{name} has {} cells, fewer than the number in {cell}", room.len());
                broken.add("number-out-of-range", message, vec![cell]);
            }
        }
        different_numbers(solution, room, &name, "repeated-in-room", broken);
    }
}

/// Returns the rows and the columns of the smallest rectangle around cells.
///
/// # Panics
///
/// Panics if there is no cell.
#[must_use]
pub fn bounding_size(cells: &[Cell]) -> Size {
    let span = |part: fn(&Cell) -> usize| {
        let parts: BTreeSet<usize> = cells.iter().map(part).collect();
        parts.last().expect("there is a cell") - parts.first().expect("there is a cell") + 1
    };
    Size::new(span(|cell| cell.row), span(|cell| cell.column))
}

/// Checks that each line of cells has no number twice; `what` names the line.
pub fn different_numbers(
    solution: &Solved,
    cells: &[Cell],
    what: &str,
    rule: &'static str,
    broken: &mut Broken,
) {
    // The first cell of each number: a room can be the whole board, with as many different numbers
    // as cells.
    let mut first = BTreeMap::new();
    for &cell in cells {
        let number = solution.cells[cell];
        if number == 0 || number == BLOCKED {
            continue;
        }
        let other = *first.entry(number).or_insert(cell);
        if other != cell {
            let message = format!("{what} has the {number} at {other} and {cell}");
            broken.add(rule, message, vec![other, cell]);
        }
    }
}

/// Checks that the given numbers are those of the solution.
pub fn given_numbers(board: &Board, solution: &Solved, broken: &mut Broken) {
    for (cell, clue) in board.cells.iter() {
        if let Some(number) = clue.number()
            && solution.cells[cell] != number
        {
            let message = format!("{cell} does not hold the given {number}");
            broken.add("given-number", message, vec![cell]);
        }
    }
}

/// Returns the shape of cells: their places relative to the smallest rectangle around them, in the
/// least of the eight orientations.
#[must_use]
pub fn shape(cells: &[Cell]) -> Vec<(usize, usize)> {
    // Each orientation counts rows and columns from one of the sides of a square around the cells.
    let far = cells.iter().map(|cell| cell.row.max(cell.column)).max().unwrap_or(0);
    let orient = |turn: usize| {
        let turned: Vec<(usize, usize)> = cells
            .iter()
            .map(|&Cell { row, column }| {
                let (row, column) = if turn & 1 == 1 { (column, row) } else { (row, column) };
                let row = if turn & 2 == 2 { far - row } else { row };
                let column = if turn & 4 == 4 { far - column } else { column };
                (row, column)
            })
            .collect();
        let top = turned.iter().map(|place| place.0).min().unwrap_or(0);
        let left = turned.iter().map(|place| place.1).min().unwrap_or(0);
        let mut places: Vec<(usize, usize)> =
            turned.into_iter().map(|(row, column)| (row - top, column - left)).collect();
        places.sort_unstable();
        places
    };
    (0..8).map(orient).min().expect("there are eight orientations")
}

/// Checks that each room with a number has as many shaded cells.
pub fn shaded_in_rooms(board: &Board, solution: &Solved, broken: &mut Broken) {
    let rooms = board.rooms();
    for (index, room) in rooms.rooms().iter().enumerate() {
        let n = room.iter().filter(|&&cell| solution.is_marked(cell)).count();
        if let Some(number) = rooms.clue(board, index)
            && n != number as usize
        {
            let message =
                format!("the number of shaded cells in {} is {n}, not {number}", rooms.name(index));
            broken.add("number-of-room", message, room.clone());
        }
    }
}

/// Checks that each row and column with a number outside has as many shaded cells.
#[deprecated(since = "0.3.0", note = "give `rules::Rule::clue` in `Rules::catalogue`")]
pub fn shaded_in_lines(board: &Board, solution: &Solved, broken: &mut Broken) {
    for (side, index, clue) in board.outside_clues() {
        let line = side.line(board.size(), index);
        let n = line.iter().filter(|&&cell| solution.is_marked(cell)).count();
        if let [Some(number)] = clue[..]
            && n != number as usize
        {
            let name = side.line_name(index);
            let message = format!("the number of shaded cells in {name} is {n}, not {number}");
            broken.add("number-of-line", message, line);
        }
    }
}

/// Checks that each unshaded cell with a number sees as many unshaded cells, itself included.
pub fn unshaded_views(board: &Board, solution: &Solved, broken: &mut Broken) {
    for (cell, clue) in board.clues() {
        let Some(number) = clue.number().filter(|_| !solution.is_marked(cell)) else { continue };
        let seen = view(board.size(), cell, |it| !solution.is_marked(it));
        if seen.len() != number as usize {
            let message =
                format!("the number of cells that the {number} at {cell} sees is {}", seen.len());
            broken.add("view", message, seen);
        }
    }
}

/// The groups of shaded cells of a shape, and how many pieces of the bank have it.
#[derive(Default)]
struct Uses {
    groups: Vec<Vec<Cell>>,
    n_pieces: usize,
}

/// Checks that the groups of shaded cells are the pieces of the bank, each used once, rotated and
/// mirrored freely.
pub fn shaded_pieces(board: &Board, solution: &Solved, broken: &mut Broken) {
    let mut shapes: BTreeMap<Vec<(usize, usize)>, Uses> = BTreeMap::new();
    for group in groups(solution.size(), |cell| solution.is_marked(cell)) {
        shapes.entry(shape(&group)).or_default().groups.push(group);
    }
    for piece in &board.pieces {
        let cells: Vec<Cell> = piece.cells().collect();
        shapes.entry(shape(&cells)).or_default().n_pieces += 1;
    }
    for (places, Uses { groups, n_pieces }) in shapes {
        let n_cells = places.len();
        if n_pieces == 0 {
            for group in groups {
                let message = format!(
                    "the shaded cells at {} are not a piece of the bank: {n_cells} cells",
                    group[0]
                );
                broken.add("not-a-piece", message, group);
            }
        } else if groups.len() > n_pieces {
            let cells = groups.concat();
            let message = format!(
                "the piece of {n_cells} cells at {} is used {} times, but is {n_pieces} times in the bank",
                groups[0][0],
                groups.len()
            );
            broken.add("piece-too-often", message, cells);
        } else if groups.len() < n_pieces {
            let message = format!(
                "a piece of {n_cells} cells is used {} times, but is {n_pieces} times in the bank",
                groups.len()
            );
            broken.add("piece-missing", message, groups.concat());
        }
    }
}

/// Returns the shaded cells of each room, and checks that they are connected within it, without
/// crossing a wall.
pub fn connected_in_rooms(board: &Board, solution: &Solved, broken: &mut Broken) -> Vec<Vec<Cell>> {
    let size = board.size();
    let rooms = board.rooms();
    let mut parts: Vec<Vec<Vec<Cell>>> = vec![Vec::new(); rooms.rooms().len()];
    for group in groups_across(size, |cell| solution.is_marked(cell), |edge| !board.walls[edge]) {
        if let Some(room) = rooms.number(group[0]) {
            parts[room].push(group);
        }
    }
    for (index, parts) in parts.iter().enumerate() {
        if let [_, second, ..] = &parts[..] {
            let message = format!(
                "the shaded cells at {} are cut off from the others of {}",
                second[0],
                rooms.name(index)
            );
            broken.add("room-divided", message, second.clone());
        }
    }
    parts.into_iter().map(|parts| parts.concat()).collect()
}

/// Checks that each number is how many adjacent cells are marked; `words` are the rule and the
/// plural of a mark.
pub fn marks_beside(
    board: &Board,
    solution: &Solved,
    words: (&'static str, &str),
    broken: &mut Broken,
) {
    let (rule, marks) = words;
    for (cell, clue) in board.clues() {
        let Some(number) = clue.number() else { continue };
        let beside: Vec<Cell> =
            board.size().neighbours(cell).filter(|&it| solution.is_marked(it)).collect();
        if beside.len() != number as usize {
            let n = beside.len();
            let message = format!("the {number} at {cell} has {n} {marks} beside it");
            broken.add(rule, message, [vec![cell], beside].concat());
        }
    }
}
