//! The model of Tents: the cells with tents, and the tent of each tree.

use gordian_model::{Expr, sum};
use gordian_puzzles::board::{CellMap, Direction};
use gordian_puzzles::kinds::pencil::tents::Tents;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, touching};

impl PencilModel for Tents {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let is_tree = |cell| board.cells[cell].is_clue();
        // A cell that is not adjacent to a tree has no tent.
        let tents = sketch
            .cell_flags("has a tent", |cell| !is_tree(cell) && size.neighbours(cell).any(is_tree));
        let mut trees: CellMap<Vec<Expr>> = CellMap::new(size, Vec::new());
        for (tree, _) in board.clues() {
            let mut pairs = Vec::new();
            for side in Direction::ALL {
                if let Some(cell) = size.neighbour(tree, side).filter(|&cell| !is_tree(cell)) {
                    let yes = format!("the tree at {tree} has its tent at {cell}");
                    let no = format!("the tree at {tree} does not have its tent at {cell}");
                    let pair =
                        sketch.boolean(format!("the tent at {cell} belongs to the tree at {tree}"));
                    sketch.say_whether(&pair, yes, no);
                    trees[cell].push(pair.clone());
                    pairs.push(pair);
                }
            }
            sketch.require(format!("the tree at {tree} has one tent of its own"), sum(pairs).eq(1));
        }
        for (cell, trees) in trees.iter().filter(|(_, trees)| !trees.is_empty()) {
            let name = format!("a tent at {cell} belongs to one tree");
            sketch.require(name, sum(trees).eq(&tents[cell]));
        }
        let apart = touching(size).into_iter().filter(|_| !board.omits("touching"));
        for [one, other] in apart {
            if !trees[one].is_empty() && !trees[other].is_empty() {
                let name = format!("{one} and {other} do not both have a tent");
                sketch.require(name, !(&tents[one] & &tents[other]));
            }
        }
        for (side, index, clue) in board.outside_clues() {
            if let [Some(number)] = clue[..] {
                let line = side.line(size, index);
                let name = format!("{} has {number} tents", side.line_name(index));
                sketch.require(name, sum(line.iter().map(|&it| &tents[it])).eq(i64::from(number)));
            }
        }
    }
}
