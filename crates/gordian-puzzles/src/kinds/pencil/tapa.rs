//! Tapa: shade cells so that the numbers of each clue are the lengths of the runs around it.

use crate::board::Cell;
use crate::pencil::check::unshaded_clues;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Tapa.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tapa;

impl Rules for Tapa {
    const NAME: &'static str = "tapa";
    const TITLE: &'static str = "Tapa";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["tapa"];
    const FORM: Form = Form {
        cells: Some(CellForm::Several),
        link: &[Section::Several],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that each clue tells the runs of shaded cells around it.

- Clues are not shaded.
- The eight cells around a clue form a ring. The numbers of the clue are, in any order, the lengths of the runs of
  shaded cells in it: each number belongs to one run, and between two runs there is an unshaded cell or the outside.
- A single 0 means that none of the cells around is shaded, and a single 8 that all are.
- `?` is a number from 1; a clue that is a single `?` can also stand for 0.
- No 2×2 area is fully shaded.
- All shaded cells are connected.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("runs-around-clue", "the numbers of a clue are not the runs of shaded cells around it"),
        ("shaded-square", "a 2×2 area is fully shaded"),
        ("shaded-divided", "the shaded cells are not connected"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("shaded-square", Rule::no_square(Cells::Shaded)),
            ("shaded-divided", Rule::connected(Cells::Shaded)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn validate(board: &Board) -> Result<(), String> {
        for (cell, clue) in board.clues() {
            if let Clue::Several(numbers) = clue
                && numbers.len() > 1
                && numbers.contains(&Some(0))
            {
                return Err(format!(
                    "the clue at {cell} has several numbers, and one of them is 0"
                ));
            }
        }
        Ok(())
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for cell in board.size().cells() {
            let shaded = ring(cell).map(|at| at.is_some_and(|at| solution.is_marked(at)));
            let mut numbers: Vec<_> =
                runs(&shaded).into_iter().map(|run| u32::try_from(run).ok()).collect();
            if numbers.is_empty() {
                numbers.push(Some(0));
            }
            let is_shaded = solution.is_marked(cell);
            board.cells[cell] = if is_shaded { Clue::Empty } else { Clue::Several(numbers) };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        unshaded_clues(board, solution, broken);
        for (cell, clue) in board.clues() {
            let Clue::Several(numbers) = clue else { continue };
            let ring = ring(cell)
                .map(|at| at.filter(|&at| solution.is_marked(at) && !board.cells[at].is_clue()));
            let runs = runs(&ring.map(|at| at.is_some()));
            if !fits(numbers, &runs) {
                let message = if runs.is_empty() {
                    format!("no cell around the clue at {cell} is shaded")
                } else {
                    let runs: Vec<String> = runs.iter().map(ToString::to_string).collect();
                    format!("the runs around the clue at {cell} are {}", runs.join(" "))
                };
                broken.add("runs-around-clue", message, ring.into_iter().flatten().collect());
            }
        }
    }
}

/// Returns the places around a cell in a circle; `None` for one before the first row or column.
fn ring(Cell { row, column }: Cell) -> [Option<Cell>; 8] {
    let places = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];
    places.map(|(r, c)| {
        let (row, column) = ((row + r).checked_sub(1)?, (column + c).checked_sub(1)?);
        Some(Cell::new(row, column))
    })
}

/// Returns the lengths of the runs of shaded places in a ring.
fn runs(shaded: &[bool; 8]) -> Vec<usize> {
    let Some(gap) = shaded.iter().position(|&it| !it) else { return vec![8] };
    // Starts after an unshaded place, so that no run goes on at the beginning.
    let mut turned = *shaded;
    turned.rotate_left(gap);
    turned.split(|&it| !it).map(<[bool]>::len).filter(|&n| n > 0).collect()
}

/// Returns whether the runs are those of the numbers, in any order.
fn fits(numbers: &[Option<u32>], runs: &[usize]) -> bool {
    if runs.is_empty() {
        return matches!(numbers, [None | Some(0)]);
    }
    // Every number that is given has its own run; the other runs belong to `?`.
    let mut rest = runs.to_vec();
    for number in numbers.iter().flatten() {
        match rest.iter().position(|&run| run == *number as usize) {
            Some(index) => rest.remove(index),
            None => return false,
        };
    }
    rest.len() == numbers.iter().filter(|number| number.is_none()).count()
}
