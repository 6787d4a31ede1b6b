//! The model of Shikaku: which rectangle each number has, and the borders between the rectangles.

use gordian_model::{Expr, any_of, sum};
use gordian_puzzles::board::{Cell, CellMap, EdgeMap, Size};
use gordian_puzzles::kinds::pencil::shikaku::Shikaku;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::{Sketch, rectangles};

impl PencilModel for Shikaku {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let number = |clue: Cell| board.cells[clue].number();
        let what = |clue| match number(clue) {
            Some(number) => format!("the {number} at {clue} has a rectangle of {number} cells"),
            None => format!("the clue at {clue} has a rectangle"),
        };
        let fits =
            |clue, size: Size| number(clue).is_none_or(|number| size.n_cells() == number as usize);
        require_rectangles(board, sketch, what, fits);
    }
}

/// Adds the borders, and requires that the blocks are rectangles, each with exactly one clue, of the
/// sizes that fit a clue; `what` names that for a clue.
pub(super) fn require_rectangles(
    board: &Board,
    sketch: &mut Sketch<'_>,
    what: impl Fn(Cell) -> String,
    fits: impl Fn(Cell, Size) -> bool,
) -> EdgeMap<Option<Expr>> {
    let size = board.size();
    let borders = sketch.borders();
    let clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
    // The rectangles that contain each cell, with the clue that they belong to.
    let mut over: CellMap<Vec<Expr>> = CellMap::new(size, Vec::new());
    let mut across: EdgeMap<Vec<Expr>> = EdgeMap::new(size, Vec::new());
    for &clue in &clues {
        let mut options = Vec::new();
        for rectangle in rectangles(size, clue, |size| fits(clue, size)) {
            if !sketch.check() {
                return borders;
            }
            if clues.iter().filter(|&&cell| rectangle.contains(cell)).count() == 1 {
                let yes = format!("the clue at {clue} has {rectangle}");
                let no = format!("the clue at {clue} does not have {rectangle}");
                let option = sketch.boolean(yes.clone());
                sketch.say_whether(&option, yes, no);
                // Its cells, and about twice as many edges.
                if !sketch.charge_items(3 * rectangle.size().n_cells() + 1) {
                    return borders;
                }
                for cell in rectangle.cells() {
                    over[cell].push(option.clone());
                }
                for edge in rectangle.inner_edges() {
                    across[edge].push(option.clone());
                }
                options.push(option);
            }
        }
        sketch.require(what(clue), sum(options).eq(1));
    }
    for (cell, options) in over.iter() {
        sketch.require(format!("{cell} is in one rectangle"), sum(options.iter().cloned()).eq(1));
    }
    for (edge, border) in borders.iter() {
        if let (Some(border), [Some(a), Some(b)]) = (border, edge.cells(size)) {
            let joined = any_of(across[edge].iter().cloned());
            let name = format!("the border between {a} and {b} separates two rectangles");
            sketch.define(name, border.iff(!joined));
        }
    }
    borders
}
