//! The model of Araf: one of the two clues of the block of each cell, the sizes of the blocks, and
//! the borders.

use gordian_model::{Expr, sum};
use gordian_puzzles::board::{Cell, CellMap};
use gordian_puzzles::kinds::pencil::araf::Araf;
use gordian_puzzles::pencil::Board;

use super::PencilModel;
use super::sketch::Sketch;
use crate::kind::to_i64;

/// A clue that can be the first one of a block.
struct First {
    /// The other clues that can be in its block, with the sizes that the block can then have.
    partners: Vec<(usize, Sizes)>,
    /// The cells that its block can have.
    area: Vec<Cell>,
}

/// The sizes that a block with two clues can have.
#[derive(Clone, Copy)]
struct Sizes {
    min: usize,
    max: usize,
    /// A size between them that is not possible.
    except: Option<usize>,
}

impl PencilModel for Araf {
    fn model(board: &Board, sketch: &mut Sketch<'_>) {
        let size = board.size();
        let borders = sketch.borders();
        let clues: Vec<Cell> = board.clues().map(|(cell, _)| cell).collect();
        let numbers: Vec<Option<usize>> =
            clues.iter().map(|&clue| board.cells[clue].number().map(|it| it as usize)).collect();
        let mut candidates: CellMap<Vec<usize>> = CellMap::new(size, Vec::new());
        let mut firsts: Vec<First> = Vec::new();
        for (first, &cell) in clues.iter().enumerate() {
            let mut partners = Vec::new();
            for (other, &clue) in clues.iter().enumerate() {
                if let Some(sizes) = sizes(&numbers, first, other, size.n_cells())
                    && span([cell, clue, clue]) <= sizes.max
                {
                    partners.push((other, sizes));
                }
            }
            if !sketch.charge_items(6 * partners.len()) {
                return;
            }
            let is_near = |it: Cell| {
                partners.iter().any(|&(other, sizes)| span([cell, clues[other], it]) <= sizes.max)
            };
            let is_partner = |it: Cell| partners.iter().any(|&(other, _)| clues[other] == it);
            let is_open = |it| is_near(it) && (!board.cells[it].is_clue() || is_partner(it));
            let area = match partners.is_empty() {
                true => Vec::new(),
                false => sketch.reachable(&[cell], is_open),
            };
            area.iter().for_each(|&it| candidates[it].push(first));
            firsts.push(First { partners, area });
        }
        let blocks = {
            let names = clues.iter().map(|clue| format!("the block whose first clue is at {clue}"));
            sketch.block_numbers("the first clue of the block", &candidates, names)
        };
        let largest =
            to_i64(firsts.iter().flat_map(|it| &it.partners).map(|it| it.1.max).max().unwrap_or(1));
        let n_cells = CellMap::from_fn(size, |cell| {
            let n_cells = sketch.integer(format!("the size of the block of {cell}"), 1..=largest);
            let (is, is_not) = (
                format!("the block of {cell} has "),
                format!("the block of {cell} does not have "),
            );
            sketch.say_number(&n_cells, is, is_not, " cells");
            n_cells
        });
        sketch.require_borders_between(&borders, &blocks);
        for (first, First { partners, area }) in firsts.iter().enumerate() {
            if partners.is_empty() {
                continue;
            }
            let cell = clues[first];
            let is_part = |cell: Cell| blocks[cell].eq(to_i64(first));
            let is_first = is_part(cell);
            let n_partners: Expr = sum(partners.iter().map(|&(other, _)| is_part(clues[other])));
            let name = format!("the block whose first clue is at {cell} has one other clue");
            sketch.require(name, n_partners.eq(is_first.clone()));
            for &(other, Sizes { min, max, except }) in partners {
                let mut fits = n_cells[cell].ge(to_i64(min)) & n_cells[cell].le(to_i64(max));
                if let Some(size) = except {
                    fits &= n_cells[cell].ne(to_i64(size));
                }
                let name = format!(
                    "the size of a block with the clues at {cell} and {} is between their numbers",
                    clues[other]
                );
                sketch.require(name, is_part(clues[other]).implies(fits));
            }
            let members: Vec<(Cell, Expr)> =
                area.iter().map(|&cell| (cell, is_part(cell))).collect();
            for (it, member) in members.iter().filter(|(it, _)| *it != cell) {
                let name =
                    format!("{it} is in the block whose first clue is at {cell} if there is one");
                sketch.require(name, member.clone().implies(is_first.clone()));
            }
            let name = format!("the block whose first clue is at {cell} is connected");
            sketch.require_connected_among(name, &members);
        }
        sketch.require_blocks("each block has its size", &borders, &n_cells);
    }
}

/// Returns the sizes of a block with two clues of which this is the first one: the one with the
/// larger number, or that with the smaller index if a number is not known.
fn sizes(numbers: &[Option<usize>], first: usize, other: usize, n_cells: usize) -> Option<Sizes> {
    let between = match (numbers[first], numbers[other]) {
        (Some(a), Some(b)) => {
            (b + 1 < a).then(|| Sizes { min: b + 1, max: (a - 1).min(n_cells), except: None })?
        }
        (a, b) => (first < other).then(|| Sizes { min: 2, max: n_cells, except: a.or(b) })?,
    };
    (between.min.max(2) <= between.max).then_some(between)
}

/// Returns the least number of cells of a connected area with three cells.
fn span(cells: [Cell; 3]) -> usize {
    let length = |part: fn(Cell) -> usize| {
        let parts = cells.map(part);
        let [low, high] = [parts.iter().min(), parts.iter().max()].map(|it| *it.expect("three"));
        high - low
    };
    length(|cell| cell.row) + length(|cell| cell.column) + 1
}
