//! Random boards without the clues that follow from a solution, for the generator.

use gordian_core::Random;

use super::check::{groups, view};
use crate::board::{Cell, CellMap, Direction, Size};
use crate::pencil_board::board::{Board, Clue, Piece, Side};
use crate::pencil_board::form::{Form, Walls};
use crate::pencil_board::marks::Solved;
use crate::pencil_board::piece::MAX_PIECES;
use crate::pencil_board::rules::Rule;

/// Returns an empty board; with random rooms if the kind has rooms.
pub(super) fn blank(form: &Form, size: Size, random: &mut Random) -> Option<Board> {
    let mut board = Board::empty(form, size);
    if form.walls == Walls::Rooms {
        rooms(&mut board, 2..=6, random);
    }
    Some(board)
}

/// Gives a blank board the rules of the catalogue instead of those that it has, with random rooms if
/// one of them speaks of rooms, and otherwise without rooms.
pub fn set_rules(form: &Form, board: &mut Board, rules: Vec<Rule>, random: &mut Random) {
    if form.walls == Walls::Rooms {
        if rules.iter().any(Rule::speaks_of_rooms) {
            rooms(board, 2..=6, random);
        } else {
            set_walls(board, |_, _| false);
        }
    }
    board.rules = rules;
}

/// Divides a board into random rooms with numbers of cells in a range; a room that has no space to
/// grow is joined to a neighbour, which can be larger then.
pub fn rooms(board: &mut Board, sizes: std::ops::RangeInclusive<usize>, random: &mut Random) {
    let size = board.size();
    let mut room_of: CellMap<Option<usize>> = CellMap::new(size, None);
    let mut order: Vec<Cell> = size.cells().collect();
    random.shuffle(&mut order);
    let mut n_rooms = 0;
    for first in order {
        if room_of[first].is_some() {
            continue;
        }
        let target = sizes.start() + random.below(sizes.end() - sizes.start() + 1);
        let mut room = vec![first];
        room_of[first] = Some(n_rooms);
        while room.len() < target {
            let free: Vec<Cell> = room
                .iter()
                .flat_map(|&cell| size.neighbours(cell))
                .filter(|&cell| room_of[cell].is_none())
                .collect();
            let Some(&next) = (!free.is_empty()).then(|| random.choose(&free)) else { break };
            room_of[next] = Some(n_rooms);
            room.push(next);
        }
        let beside: Vec<usize> = room
            .iter()
            .flat_map(|&cell| size.neighbours(cell))
            .filter_map(|cell| room_of[cell].filter(|&room| room != n_rooms))
            .collect();
        if room.len() < *sizes.start() && !beside.is_empty() {
            let other = *random.choose(&beside);
            room.iter().for_each(|&cell| room_of[cell] = Some(other));
        }
        n_rooms += 1;
    }
    set_walls(board, |a, b| room_of[a] != room_of[b]);
}

/// Sets the walls between adjacent cells.
pub fn set_walls(board: &mut Board, is_wall: impl Fn(Cell, Cell) -> bool) {
    let size = board.size();
    for edge in size.edges() {
        if let [Some(before), Some(after)] = edge.cells(size) {
            board.walls[edge] = is_wall(before, after);
        }
    }
}

/// Writes the number of unshaded cells that each unshaded cell sees, itself included.
pub fn write_views(board: &mut Board, solution: &Solved) {
    let size = board.size();
    for cell in size.cells() {
        let n = view(size, cell, |other| !solution.is_marked(other)).len();
        board.cells[cell] = if solution.is_marked(cell) { Clue::Empty } else { Clue::count(n) };
    }
}

/// Writes every clue that rules of the catalogue allow with a solution, in place of the clues of the
/// board.
pub fn write_catalogue_clues(rules: &[(&'static str, Rule)], board: &mut Board, solution: &Solved) {
    let cells: Vec<Cell> = board.playable_cells().collect();
    cells.into_iter().for_each(|cell| board.cells[cell] = Clue::Empty);
    rules.iter().for_each(|(_, rule)| rule.write_clues(board, solution));
    rules.iter().for_each(|(_, rule)| rule.remove_clues(board, solution));
}

/// Writes how many cells the area of each clue has, an area of unshaded cells.
pub fn number_areas(board: &mut Board, solution: &Solved) {
    for area in groups(board.size(), |cell| !solution.is_marked(cell)) {
        let number = u32::try_from(area.len()).ok();
        for cell in area {
            if board.cells[cell].is_clue() {
                board.cells[cell] = Clue::Number(number);
            }
        }
    }
}

/// Divides a board into random rectangles of at most `max` cells; returns the cells of each.
pub fn rectangles(size: Size, max: usize, random: &mut Random) -> Vec<Vec<Cell>> {
    let mut is_free = CellMap::new(size, true);
    let mut rectangles = Vec::new();
    // The first free cell is the upper left one of the next rectangle.
    for first in size.cells() {
        if !is_free[first] {
            continue;
        }
        let width = size.ray(first, Direction::Right).take_while(|&cell| is_free[cell]).count() + 1;
        let columns = 1 + random.below(width.min(max).min(5));
        let height = (max / columns).min(size.rows - first.row).min(5);
        let rows = 1 + random.below(height);
        let cells: Vec<Cell> = Size::new(rows, columns)
            .cells()
            .map(|cell| Cell::new(first.row + cell.row, first.column + cell.column))
            .collect();
        cells.iter().for_each(|&cell| is_free[cell] = false);
        rectangles.push(cells);
    }
    rectangles
}

/// Returns a board with `?` in random cells of which no two are adjacent, about one in `sparsity`.
pub fn scattered_clues(size: Size, sparsity: usize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    for cell in scattered(size, sparsity, random) {
        board.cells[cell] = Clue::Number(None);
    }
    board
}

/// Returns the places of clues: random cells of which no two are adjacent, about one in `sparsity`.
pub fn scattered(size: Size, sparsity: usize, random: &mut Random) -> Vec<Cell> {
    let mut order: Vec<Cell> = size.cells().collect();
    random.shuffle(&mut order);
    let mut chosen: Vec<Cell> = Vec::new();
    for cell in order {
        let is_apart = chosen.iter().all(|&other| !size.neighbours(cell).any(|it| it == other));
        if is_apart {
            chosen.push(cell);
        }
        if chosen.len() * sparsity >= size.n_cells() {
            break;
        }
    }
    chosen
}

/// Writes how many cells of each room have a property into its first cell, in place of the numbers
/// of the rooms.
pub fn number_rooms(board: &mut Board, has_property: impl Fn(Cell) -> bool) {
    for room in board.rooms().rooms() {
        room.iter().for_each(|&cell| board.cells[cell] = Clue::Empty);
        board.cells[room[0]] = Clue::count(room.iter().filter(|&&it| has_property(it)).count());
    }
}

/// Writes how many cells of each row and column are marked, above and left.
pub fn count_shaded_lines(board: &mut Board, solution: &Solved) {
    let size = board.size();
    for side in [Side::Above, Side::Left] {
        for index in 0..side.n_lines(size) {
            let line = side.line(size, index).into_iter();
            let n = line.filter(|&cell| solution.is_marked(cell)).count();
            board.outside[side as usize][index] = vec![u32::try_from(n).ok()];
        }
    }
}

/// Writes into each cell with a clue how many adjacent cells are marked.
pub fn count_marks_beside(board: &mut Board, solution: &Solved) {
    let size = board.size();
    let clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
    for cell in clues {
        let n = size.neighbours(cell).filter(|&it| solution.is_marked(it)).count();
        board.cells[cell] = Clue::count(n);
    }
}

/// Returns a board on which about one cell in `sparsity` is black, without a number.
pub fn random_black_cells(size: Size, sparsity: usize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    for cell in size.cells() {
        if random.below(sparsity) == 0 {
            board.cells[cell] = Clue::Number(None);
        }
    }
    board
}

/// Returns a board without clues that can be divided into blocks of `n` cells: random cells are
/// left out, fewer than `n`. `None` if a board has fewer cells than that.
pub fn divisible_board(size: Size, n: usize, random: &mut Random) -> Option<Board> {
    if size.n_cells() < n {
        return None;
    }
    let mut cells: Vec<Cell> = size.cells().collect();
    random.shuffle(&mut cells);
    let mut board = Board::new(size);
    for cell in cells.into_iter().take(size.n_cells() % n) {
        board.cells[cell] = Clue::Hole;
    }
    Some(board)
}

/// Writes into each cell how many of its edges are borders, those of the outline and of holes
/// included.
pub fn count_borders(board: &mut Board, solution: &Solved) {
    let size = board.size();
    let cells: Vec<Cell> = board.playable_cells().collect();
    for cell in cells {
        let is_border = |&side: &Direction| match size.neighbour(cell, side) {
            Some(beside) => !board.is_cell(beside) || solution.edge(cell, side) > 0,
            None => true,
        };
        board.cells[cell] = Clue::count(Direction::ALL.into_iter().filter(is_border).count());
    }
}

/// Returns pieces of which a board has space for, given as text: the first ones of `texts`, again
/// and again, with up to `n_cells` cells in total, and at least one piece.
pub fn bank(texts: &[&str], n_cells: usize) -> Vec<Piece> {
    let pieces = texts.iter().map(|text| text.parse().expect("the sets of pieces are valid"));
    let pieces: Vec<Piece> = pieces.collect();
    let mut bank = Vec::new();
    let mut n = 0;
    for piece in pieces.iter().cycle() {
        n += piece.cells().count();
        if n > n_cells && !bank.is_empty() || bank.len() == MAX_PIECES {
            break;
        }
        bank.push(piece.clone());
    }
    bank
}
