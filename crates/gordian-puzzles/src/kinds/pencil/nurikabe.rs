//! Nurikabe: shade cells so that each unshaded area belongs to one number.

use crate::pencil::check::{groups, unshaded_clues};
use gordian_core::Random;

use crate::board::{Cell, Size};
use crate::pencil::blank::scattered_clues;
use crate::pencil::variations::moved_clues;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Nurikabe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nurikabe;

impl Rules for Nurikabe {
    const NAME: &'static str = "nurikabe";
    const TITLE: &'static str = "Nurikabe";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["nurikabe"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that the unshaded ones form areas, each with one number.

- Each area of unshaded cells has exactly one clue, which is not shaded. A number is how many cells the area has; `?` is a
  clue of any size.
- All shaded cells are connected.
- No 2×2 area is fully shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a clue is shaded"),
        ("area-without-clue", "an area of unshaded cells has no clue"),
        ("size-of-area", "a number is not how many cells its area has"),
        ("several-clues", "an area has more than one clue"),
        ("shaded-divided", "the shaded cells are not connected"),
        ("shaded-square", "a 2×2 area is fully shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("shaded-divided", Rule::connected(Cells::Shaded)),
            ("shaded-square", Rule::no_square(Cells::Shaded)),
        ]
    }

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(scattered_clues(size, 7, random))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        for area in groups(board.size(), |cell| !solution.is_marked(cell)) {
            let number = u32::try_from(area.len()).ok();
            for cell in area {
                if board.cells[cell].is_clue() {
                    board.cells[cell] = Clue::Number(number);
                }
            }
        }
    }

    /// Clues are moved within their islands; then islands lose cells that are shaded in the other
    /// solution.
    fn variations(
        board: &Board,
        solution: &Solved,
        other: &Solved,
        random: &mut Random,
    ) -> Vec<(Board, Solved)> {
        let islands = |solution: &Solved| groups(board.size(), |cell| !solution.is_marked(cell));
        let boards = moved_clues(board, &islands(solution), &islands(other), random);
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

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        unshaded_clues(board, solution, broken);
        let size = board.size();
        let areas = groups(size, |cell| !solution.is_marked(cell));
        for area in &areas {
            let clues: Vec<_> =
                area.iter().copied().filter(|&cell| board.cells[cell].is_clue()).collect();
            match clues[..] {
                [] => {
                    let message = format!("the unshaded area at {} has no clue", area[0]);
                    broken.add("area-without-clue", message, area.clone());
                }
                [clue] => {
                    if let Some(number) = board.cells[clue].number()
                        && area.len() != number as usize
                    {
                        let n = area.len();
                        let cells = if n == 1 { "cell" } else { "cells" };
                        let message = format!("the {number} at {clue} has an area of {n} {cells}");
                        broken.add("size-of-area", message, area.clone());
                    }
                }
                [first, second, ..] => {
                    let message = format!("the clues at {first} and {second} are in one area");
                    broken.add("several-clues", message, clues);
                }
            }
        }
    }
}
