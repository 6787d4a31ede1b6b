//! Boards that differ a little from a board, for the generator: it takes those that exclude another
//! solution.

use gordian_core::Random;

use super::blank::set_walls;
use super::check::blocks;
use crate::board::{Cell, CellMap, Direction, EdgeMap};
use crate::pencil_board::board::{Board, Clue};
use crate::pencil_board::form::{EdgeLayer, Form, Walls};
use crate::pencil_board::groups::groups;
use crate::pencil_board::marks::Solved;

/// The largest number of variations of a board.
const MAX_VARIATIONS: usize = 24;

/// Returns the variations of boards of a form: walls between rooms are moved, or clues within their
/// blocks.
pub(super) fn variations(
    form: &Form,
    board: &Board,
    solution: &Solved,
    other: &Solved,
    random: &mut Random,
) -> Vec<(Board, Solved)> {
    let boards = if form.walls == Walls::Rooms {
        moved_walls(form, board, solution, other, random)
    } else if form.edge_layer == Some(EdgeLayer::Borders) {
        let areas = [solution, other].map(|solution| blocks(board, solution));
        moved_clues(board, &areas[0], &areas[1], random)
    } else {
        Vec::new()
    };
    boards.into_iter().map(|board| (board, solution.clone())).collect()
}

/// Returns boards whose clues are moved within their areas of unshaded cells; then boards on which
/// areas lose a cell that is shaded in another solution.
#[must_use]
pub fn other_areas(
    board: &Board,
    solution: &Solved,
    other: &Solved,
    random: &mut Random,
) -> Vec<(Board, Solved)> {
    let areas = |solution: &Solved| groups(board.size(), |cell| !solution.is_marked(cell));
    let boards = moved_clues(board, &areas(solution), &areas(other), random);
    let mut variations: Vec<_> =
        boards.into_iter().map(|board| (board, solution.clone())).collect();
    let differs = |cell: &Cell| !solution.is_marked(*cell) && other.is_marked(*cell);
    for cell in board.size().cells().filter(differs) {
        let mut smaller = solution.clone();
        smaller.cells[cell] = 1;
        variations.push((board.clone(), smaller));
    }
    variations
}

/// Returns boards on which cells where two solutions differ are in other rooms, next to them.
///
/// If rooms have numbers, such a cell can become a room of its own: as there are more numbers,
/// there are fewer and fewer solutions. If they have none, cells go to larger rooms only, as long
/// as there are such moves, several at once or single ones: as rooms become more unequal, there are
/// fewer and fewer solutions too.
fn moved_walls(
    form: &Form,
    board: &Board,
    solution: &Solved,
    other: &Solved,
    random: &mut Random,
) -> Vec<Board> {
    let size = board.size();
    let differs = |cell: &Cell| {
        solution.is_marked(*cell) != other.is_marked(*cell)
            || Direction::ALL
                .iter()
                .any(|&side| solution.edge(*cell, side) != other.edge(*cell, side))
    };
    let rooms = board.rooms();
    let n_rooms = rooms.rooms().len();
    let room_of = CellMap::from_fn(size, |cell| rooms.number(cell));
    let mut moves: Vec<(Cell, usize)> = Vec::new();
    for cell in size.cells().filter(differs) {
        let from = room_of[cell];
        let mut beside: Vec<usize> = size
            .neighbours(cell)
            .filter_map(|at| room_of[at])
            .filter(|&to| Some(to) != from)
            .collect();
        beside.sort_unstable();
        beside.dedup();
        if form.room_numbers {
            beside.push(n_rooms);
        }
        moves.extend(beside.into_iter().map(|to| (cell, to)));
    }
    random.shuffle(&mut moves);
    let grows = |&(cell, to): &(Cell, usize)| {
        let n_cells = |room: usize| rooms.rooms().get(room).map_or(0, Vec::len);
        room_of[cell].is_some_and(|from| n_cells(to) >= n_cells(from))
    };
    let mut boards = Vec::new();
    if !form.room_numbers {
        if moves.iter().any(grows) {
            moves.retain(grows);
        }
        // Cells that are marked in the other solution only.
        let excludes =
            |&(cell, _): &(Cell, usize)| other.is_marked(cell) && !solution.is_marked(cell);
        let joint: Vec<_> = moves.iter().copied().filter(grows).filter(excludes).collect();
        for n in [joint.len() / 2, joint.len() / 4] {
            let mut changed = room_of.clone();
            let moved = joint[..n].iter().filter(|&&(cell, to)| move_cell(&mut changed, cell, to));
            let n_moved = moved.count();
            boards.extend((n_moved > 1).then(|| with_rooms(board, &changed)));
        }
    }
    for (cell, to) in moves {
        if boards.len() == MAX_VARIATIONS {
            break;
        }
        let mut changed = room_of.clone();
        if move_cell(&mut changed, cell, to) {
            boards.push(with_rooms(board, &changed));
        }
    }
    boards
}

/// Moves a cell to another room; not if its own room would not be connected, or empty. Returns
/// whether it was moved.
fn move_cell(room_of: &mut CellMap<Option<usize>>, cell: Cell, to: usize) -> bool {
    let (size, from) = (room_of.size(), room_of[cell]);
    if groups(size, |at| at != cell && room_of[at] == from).len() != 1 {
        return false;
    }
    room_of[cell] = Some(to);
    // A room that the cell was moved to before may have gone from beside it.
    let is_joined = groups(size, |at| room_of[at] == Some(to)).len() == 1;
    if !is_joined {
        room_of[cell] = from;
    }
    is_joined
}

fn with_rooms(board: &Board, room_of: &CellMap<Option<usize>>) -> Board {
    let mut board = board.clone();
    set_walls(&mut board, |a, b| room_of[a] != room_of[b]);
    board
}

/// Returns boards on which a clue is in another cell of its area, which another solution has in a
/// different area than the clue.
pub fn moved_clues(
    board: &Board,
    areas: &[Vec<Cell>],
    other_areas: &[Vec<Cell>],
    random: &mut Random,
) -> Vec<Board> {
    let mut area_of: CellMap<Option<usize>> = CellMap::new(board.size(), None);
    for (index, area) in other_areas.iter().enumerate() {
        area.iter().for_each(|&cell| area_of[cell] = Some(index));
    }
    let mut moves: Vec<[Cell; 2]> = Vec::new();
    for area in areas {
        let is_clue = |cell: &&Cell| board.cells[**cell].is_clue();
        for &from in area.iter().filter(is_clue) {
            let is_free = |to: &&Cell| board.cells[**to] == Clue::Empty;
            let differs = |to: &&Cell| area_of[**to] != area_of[from];
            moves.extend(area.iter().filter(is_free).filter(differs).map(|&to| [from, to]));
        }
    }
    random.shuffle(&mut moves);
    let moved = moves.into_iter().map(|[from, to]| {
        let mut moved = board.clone();
        moved.cells[to] = std::mem::take(&mut moved.cells[from]);
        moved
    });
    moved.take(MAX_VARIATIONS).collect()
}

/// Returns a random loop through the centres of cells, as lines across edges: the outline of a
/// random area of vertices without holes. `None` on boards without vertices inside.
pub fn random_loop(board: &Board, random: &mut Random) -> Option<EdgeMap<u32>> {
    let size = board.size();
    if size.rows < 2 || size.columns < 2 {
        return None;
    }
    // The vertices inside the board, each with the four cells around it.
    let inner = crate::board::Size::new(size.rows - 1, size.columns - 1);
    let mut is_inside = CellMap::new(inner, false);
    let first = Cell::new(random.below(inner.rows), random.below(inner.columns));
    is_inside[first] = true;
    let target = inner.n_cells() * 3 / 5;
    let mut n_inside = 1;
    for _ in 0..inner.n_cells() * 40 {
        if n_inside >= target {
            break;
        }
        let vertex = Cell::new(random.below(inner.rows), random.below(inner.columns));
        if !is_inside[vertex] && keeps_one_outline(&is_inside, vertex) {
            is_inside[vertex] = true;
            n_inside += 1;
        }
    }
    let inside = |row: usize, column: usize| {
        let vertex = (row.checked_sub(1), column.checked_sub(1));
        let (Some(row), Some(column)) = vertex else { return false };
        is_inside.get(Cell::new(row, column)).copied().unwrap_or(false)
    };
    // A line between two cells separates the two vertices at the ends of the edge that it crosses.
    let mut lines = EdgeMap::new(size, 0);
    for edge in size.edges().filter(|edge| !edge.is_outer(size)) {
        let [a, b] = edge.ends();
        lines[edge] = u32::from(inside(a.row, a.column) != inside(b.row, b.column));
    }
    Some(lines)
}

/// Returns whether an area of vertices has one outline that does not touch itself, after this
/// vertex is added: the vertices around it change between inside and outside twice, and one of
/// those beside it is inside.
fn keeps_one_outline(is_inside: &CellMap<bool>, vertex: Cell) -> bool {
    const AROUND: [(usize, usize); 8] =
        [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)];
    let around = AROUND.map(|(down, right)| {
        let (row, column) = (vertex.row + down, vertex.column + right);
        let at = (row.checked_sub(1), column.checked_sub(1));
        let (Some(row), Some(column)) = at else { return false };
        is_inside.get(Cell::new(row, column)).copied().unwrap_or(false)
    });
    let n_changes = (0..8).filter(|&at| around[at] != around[(at + 1) % 8]).count();
    n_changes == 2 && [0, 2, 4, 6].iter().any(|&at| around[at])
}

#[cfg(test)]
mod tests {
    use super::super::blank::rooms;
    use super::super::check::{Broken, single_loop};
    use super::*;
    use crate::board::Size;

    #[test]
    fn random_loops_are_one_loop() {
        for (rows, columns) in [(2, 2), (2, 7), (3, 3), (6, 5), (9, 12)] {
            let board = Board::new(Size::new(rows, columns));
            for seed in 0..50 {
                let edges = random_loop(&board, &mut Random::new(seed)).unwrap();
                let solution = Solved { cells: CellMap::new(board.size(), 0), edges };
                let mut broken = Broken::default();
                single_loop(&solution, false, &mut broken);
                assert!(broken.is_empty(), "{rows}x{columns}, {seed}: {broken:?}");
            }
        }
        assert_eq!(random_loop(&Board::new(Size::new(1, 9)), &mut Random::new(1)), None);
    }

    #[test]
    fn walls_are_moved_where_solutions_differ() {
        let size = Size::new(6, 7);
        let other = Solved {
            cells: CellMap::from_fn(size, |Cell { row, column }| {
                u32::from((row + column).is_multiple_of(3))
            }),
            edges: EdgeMap::new(size, 0),
        };
        let solution = Solved { cells: CellMap::new(size, 0), ..other.clone() };
        for room_numbers in [false, true] {
            let form = Form { walls: Walls::Rooms, room_numbers, ..Form::NONE };
            let mut n_split = 0;
            for seed in 0..30 {
                let mut random = Random::new(seed);
                let mut board = Board::new(size);
                rooms(&mut board, 2..=6, &mut random);
                let n_rooms = board.rooms().rooms().len();
                let boards = variations(&form, &board, &solution, &other, &mut random);
                assert!(!boards.is_empty());
                for (moved, _) in boards {
                    let n_moved = moved.rooms().rooms().len();
                    assert!(n_moved == n_rooms || room_numbers && n_moved == n_rooms + 1);
                    n_split += usize::from(n_moved > n_rooms);
                    let changed =
                        size.edges().filter(|&edge| moved.walls[edge] != board.walls[edge]);
                    let changed: Vec<_> = changed.map(|edge| edge.cells(size)).collect();
                    assert!(!changed.is_empty());
                    for cell in changed.into_iter().map(|cells| cells.map(Option::unwrap)) {
                        assert!(cell.iter().any(|&cell| other.is_marked(cell)));
                    }
                }
            }
            assert_eq!(n_split > 0, room_numbers);
        }
    }

    #[test]
    fn clues_are_moved_to_cells_of_other_areas() {
        let mut board = Board::new(Size::new(1, 4));
        let cells = |columns: &[usize]| columns.iter().map(|&at| Cell::new(0, at)).collect();
        board.cells[Cell::new(0, 1)] = Clue::Number(None);
        let areas: [Vec<Cell>; 2] = [cells(&[0, 1, 2]), cells(&[3])];
        let other: [Vec<Cell>; 2] = [cells(&[0]), cells(&[1, 2, 3])];
        let moved = moved_clues(&board, &areas, &other, &mut Random::new(1));
        let [moved] = &moved[..] else { panic!("{moved:?}") };
        assert_eq!(moved.clues().map(|(cell, _)| cell).collect::<Vec<_>>(), [Cell::new(0, 0)]);
    }
}
