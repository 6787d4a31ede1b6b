//! Kurotto: shade cells so that each number is the size of the groups next to it.

use std::collections::BTreeSet;

use crate::board::Cell;
use crate::pencil::check::{group_numbers, groups, unshaded_clues};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Kurotto.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kurotto;

impl Rules for Kurotto {
    const NAME: &'static str = "kurotto";
    const TITLE: &'static str = "Kurotto";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["kurotto"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: MAX_NUMBER, unknown: true }),
        link: &[Section::Number16],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that each number is the total size of the groups of shaded cells next to it.

- Circles, with or without a number, are not shaded.
- A group is a set of connected shaded cells. A number is the sum of the sizes of the groups that share an edge with its
  circle; a group that shares several edges with it counts once. Next to a 0 no cell is shaded. `?` is a circle without a
  number.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("clue-shaded", "a circle is shaded"),
        ("sum-of-groups", "a number is not the sum of the sizes of the groups next to it"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![("nothing-shaded", Rule::some(Cells::Shaded))]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        let groups = groups(size, |cell| solution.is_marked(cell));
        for cell in size.cells() {
            let is_beside =
                |group: &&Vec<Cell>| size.neighbours(cell).any(|it| group.contains(&it));
            let n = groups.iter().filter(is_beside).map(Vec::len).sum();
            board.cells[cell] = if solution.is_marked(cell) { Clue::Empty } else { Clue::count(n) };
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        unshaded_clues(board, solution, broken);
        let size = board.size();
        let groups = groups(size, |cell| solution.is_marked(cell));
        let numbers = group_numbers(size, &groups);
        for (cell, clue) in board.clues() {
            let Some(number) = clue.number() else { continue };
            // The different groups beside the circle.
            let beside: BTreeSet<usize> =
                size.neighbours(cell).filter_map(|it| numbers[it]).collect();
            let n_cells: usize = beside.iter().map(|&it| groups[it].len()).sum();
            if n_cells != number as usize && !broken.is_full() {
                let message = format!(
                    "the groups next to the {number} at {cell} have {n_cells} cells together"
                );
                let cells = beside.iter().flat_map(|&it| &groups[it]).copied();
                broken.add("sum-of-groups", message, std::iter::once(cell).chain(cells).collect());
            }
        }
    }
}
