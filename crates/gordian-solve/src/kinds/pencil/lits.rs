//! The model of LITS: which tetromino each room has.

use gordian_model::{Expr, all_of, any_of, sum};
use gordian_puzzles::board::{Cell, CellMap, Direction, Edge};
use gordian_puzzles::kinds::pencil::lits::Lits;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, names, orientations, placements};

/// The tetrominoes by name; the square is only allowed where the rule against it is left out.
const TETROMINOES: [(char, [(usize, usize); 4]); 5] = [
    ('L', [(0, 0), (1, 0), (2, 0), (2, 1)]),
    ('I', [(0, 0), (1, 0), (2, 0), (3, 0)]),
    ('T', [(0, 0), (0, 1), (0, 2), (1, 1)]),
    ('S', [(0, 1), (0, 2), (1, 0), (1, 1)]),
    ('O', [(0, 0), (0, 1), (1, 0), (1, 1)]),
];

impl PencilModel for Lits {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let rooms = board.rooms();
        let shaded = sketch.shade(|_| true);
        let mut options: Vec<Vec<Expr>> = vec![Vec::new(); rooms.rooms().len()];
        // For each tetromino, whether each cell belongs to one.
        let mut belongs: Vec<CellMap<Expr>> = Vec::new();
        let has_square = board.omits("shaded-square");
        let tetrominoes =
            TETROMINOES.into_iter().filter(|(letter, _)| *letter != 'O' || has_square);
        for (letter, cells) in tetrominoes {
            let mut over: CellMap<Vec<Expr>> = CellMap::new(size, Vec::new());
            let shapes = orientations(cells.into_iter());
            for cells in shapes.iter().flat_map(|shape| placements(size, shape)) {
                let room = rooms.number(cells[0]);
                // Without any one of its inner edges, a tetromino is not connected; without any two
                // of four, if it is the square.
                let walled = |cell: &Cell| {
                    let is_walled = |side: &Direction| {
                        let beside = size.neighbour(*cell, *side);
                        let is_inner = beside.is_some_and(|beside| cells.contains(&beside));
                        is_inner && board.walls[Edge::of(*cell, *side)]
                    };
                    [Direction::Right, Direction::Down].into_iter().filter(is_walled).count()
                };
                let n_walls: usize = cells.iter().map(walled).sum();
                let is_cut = n_walls > usize::from(letter == 'O');
                let is_outside = |&cell: &Cell| rooms.number(cell) != room;
                if is_cut || cells.iter().any(is_outside) {
                    continue;
                }
                let option = sketch.boolean(format!("there is an {letter} at {}", names(&cells)));
                if !sketch.charge_items(cells.len() + 1) {
                    return;
                }
                cells.iter().for_each(|&cell| over[cell].push(option.clone()));
                options[room.expect("every cell is in a room")].push(option);
            }
            belongs.push(CellMap::from_fn(size, |cell| {
                let yes = format!("{cell} belongs to an {letter}");
                let belongs = sketch.boolean(yes.clone());
                sketch.say_whether(&belongs, yes, format!("{cell} does not belong to an {letter}"));
                let is_covered = any_of(over[cell].iter().cloned());
                let name = format!("{cell} belongs to an {letter} if there is one at it");
                sketch.define(name, belongs.iff(is_covered));
                belongs
            }));
        }
        for (index, options) in options.into_iter().enumerate() {
            let name = format!("{} has a tetromino", rooms.name(index));
            sketch.require(name, sum(options).eq(1));
        }
        for cell in size.cells() {
            let covered = sum(belongs.iter().map(|it| it[cell].clone()));
            let name = format!("{cell} is shaded if it belongs to a tetromino, otherwise not");
            sketch.define(name, covered.eq(&shaded[cell]));
        }
        for [a, b] in rooms.borders() {
            let different = all_of(belongs.iter().map(|it| !(&it[a] & &it[b])));
            let name = format!("{a} and {b} do not belong to tetrominoes of the same shape");
            sketch.require(name, different);
        }
    }
}
