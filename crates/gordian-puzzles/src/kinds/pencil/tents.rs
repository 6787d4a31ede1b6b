//! Tents: a tent next to each tree.

use gordian_core::Random;

use crate::board::{Cell, CellMap, Direction, Size};
use crate::pencil::blank::count_shaded_lines;
use crate::pencil::check::touching_marks;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, OutsideForm, Rules, Section, Side,
    Solved,
};

/// Tents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tents;

impl Rules for Tents {
    const NAME: &'static str = "tents";
    const TITLE: &'static str = "Tents";
    const FAMILY: Family = Family::Objects;
    const LINK_NAMES: &'static [&'static str] = &["tents"];
    const FORM: Form = Form {
        cells: Some(CellForm::Marks(&[('o', "a tree")])),
        outside: Some(OutsideForm {
            sides: &[Side::Above, Side::Left],
            is_list: false,
            min: 0,
            is_letter: false,
        }),
        link: &[Section::ExCell, Section::OneCell],
        cell_layer: Some(CellLayer::Symbols(&[('.', "no tent"), ('T', "a tent")])),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Put tents into cells without a tree, one for each tree.

- Each tree has one tent of its own, in an adjacent cell, and each tent belongs to one tree. A tent may also be adjacent
  to trees of other tents.
- No two tents touch, not even at corners.
- A number above a column or left of a row is how many tents are there; a line without number or with `?` has any number of
  tents.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("tent-on-tree", "a tent is on a tree"),
        ("tree-without-tent", "there is no tent that only belongs to a tree"),
        ("tent-without-tree", "there is no tree that only belongs to a tent"),
        ("touching", "two tents touch"),
        ("number-of-tents", "a number outside is not how many tents its line has"),
    ];
    const OMITTABLE: &'static [&'static str] = &["touching"];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        let mut tents: Vec<Cell> = Vec::new();
        let mut order: Vec<Cell> = size.cells().collect();
        random.shuffle(&mut order);
        for cell in order {
            let touches = |tent: &Cell| {
                tent.row.abs_diff(cell.row) <= 1 && tent.column.abs_diff(cell.column) <= 1
            };
            if board.cells[cell].is_clue() || tents.iter().any(touches) {
                continue;
            }
            let beside = size.neighbours(cell);
            let free: Vec<Cell> = beside.filter(|&it| !board.cells[it].is_clue()).collect();
            if !free.is_empty() && tents.len() * 5 < size.n_cells() {
                board.cells[*random.choose(&free)] = Clue::Mark(0);
                tents.push(cell);
            }
        }
        Some(board)
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        count_shaded_lines(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let is_tree = |cell: Cell| board.cells[cell].is_clue();
        for cell in size.cells().filter(|&cell| is_tree(cell) && solution.is_marked(cell)) {
            broken.add("tent-on-tree", format!("the tent at {cell} is on a tree"), vec![cell]);
        }
        // Pair as many trees and tents as possible. The tents are seen as the trees in turn, so
        // that those left over are named on both sides.
        let is_tent = |cell: Cell| solution.is_marked(cell) && !is_tree(cell);
        for tree in without_partner(size, is_tree, is_tent) {
            let message = format!("there is no tent for the tree at {tree}");
            broken.add("tree-without-tent", message, vec![tree]);
        }
        for tent in without_partner(size, is_tent, is_tree) {
            let message = format!("there is no tree for the tent at {tent}");
            broken.add("tent-without-tree", message, vec![tent]);
        }
        touching_marks(solution, "tents", broken);
        for (side, index, clue) in board.outside_clues() {
            let line = side.line(size, index);
            let n = line.iter().filter(|&&cell| solution.is_marked(cell)).count();
            if let [Some(number)] = clue[..]
                && n != number as usize
            {
                let name = side.line_name(index);
                let message = format!("{name} has {n} tents instead of {number}");
                broken.add("number-of-tents", message, line);
            }
        }
    }
}

/// Pairs as many cells of one kind as possible with adjacent cells of another kind, and returns
/// those that are left.
fn without_partner(
    size: Size,
    is_one: impl Fn(Cell) -> bool,
    is_other: impl Fn(Cell) -> bool,
) -> Vec<Cell> {
    let mut partner_of = CellMap::new(size, None);
    let mut left = Vec::new();
    // The cell that would take a partner.
    let mut from = CellMap::new(size, None);
    for first in size.cells().filter(|&cell| is_one(cell)) {
        // Search for a free partner, through cells whose partner can be given to another one.
        let mut reached = Vec::new();
        let mut queue = vec![first];
        let mut free = None;
        let mut next = 0;
        while let (None, Some(&cell)) = (free, queue.get(next)) {
            next += 1;
            for side in Direction::ALL {
                let Some(other) = size.neighbour(cell, side) else { continue };
                if !is_other(other) || from[other].is_some() {
                    continue;
                }
                from[other] = Some(cell);
                reached.push(other);
                match partner_of[other] {
                    None => {
                        free = Some(other);
                        break;
                    }
                    Some(taken) => queue.push(taken),
                }
            }
        }
        if free.is_none() {
            // From the cells that were reached, no free partner is reached later either: no new
            // path leads out of them. They keep their entries in `from`, so that further searches
            // skip them.
            left.push(first);
            continue;
        }
        // Each cell on the way gets the partner it reached, and gives up the one it had.
        while let Some(other) = free {
            let cell = from[other].expect("it was reached");
            let before = size
                .neighbours(cell)
                .find(|&it| cell != first && it != other && partner_of[it] == Some(cell));
            partner_of[other] = Some(cell);
            free = before;
        }
        reached.into_iter().for_each(|cell| from[cell] = None);
    }
    left
}
