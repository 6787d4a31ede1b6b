//! Nonogram: shade cells so that the numbers outside are the runs of each row and column.

use gordian_core::Random;

use crate::board::{Cell, CellMap, EdgeMap};
use crate::pencil::{
    Board, Broken, CellLayer, Family, Form, OutsideForm, Rules, Section, Side, Solved,
};

/// Nonogram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonogram;

impl Rules for Nonogram {
    const NAME: &'static str = "nonogram";
    const TITLE: &'static str = "Nonogram";
    const FAMILY: Family = Family::Pictures;
    const LINK_NAMES: &'static [&'static str] = &["nonogram"];
    const FORM: Form = Form {
        outside: Some(OutsideForm {
            sides: &[Side::Above, Side::Left],
            is_list: true,
            min: 1,
            is_letter: false,
        }),
        link: &[Section::ExCellLists],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that the numbers outside are the runs of shaded cells.

- The numbers of a row are the lengths of its runs of shaded cells, from left to right; those of a column from top to
  bottom. Between two runs there is at least one unshaded cell.
- In a line without numbers no cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] =
        &[("runs-of-line", "the numbers of a row or column are not its runs of shaded cells")];

    fn validate(board: &Board) -> Result<(), String> {
        for (side, index, clue) in board.outside_clues() {
            if clue.contains(&None) {
                let name = side.line_name(index);
                return Err(format!("`?` in the numbers of {name} is not supported"));
            }
        }
        Ok(())
    }

    /// A random picture: without numbers, every cell would be unshaded.
    /// A picture with areas: noise, of which each cell takes the colour of most cells around it.
    fn random_solution(board: &Board, random: &mut Random) -> Option<Solved> {
        let size = board.size();
        let noise = CellMap::from_fn(size, |_| random.below(100) < 55);
        let cells = CellMap::from_fn(size, |cell| {
            let rows = cell.row.saturating_sub(1)..=cell.row + 1;
            let columns = cell.column.saturating_sub(1)..=cell.column + 1;
            let around =
                rows.flat_map(|row| columns.clone().map(move |column| Cell::new(row, column)));
            let around: Vec<bool> = around.filter_map(|cell| noise.get(cell).copied()).collect();
            let n_shaded = around.iter().filter(|is_shaded| **is_shaded).count();
            u32::from(2 * n_shaded > around.len())
        });
        Some(Solved { cells, edges: EdgeMap::new(size, 0) })
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        for side in [Side::Above, Side::Left] {
            for index in 0..side.n_lines(size) {
                let line = side.line(size, index);
                let runs = line.split(|&cell| !solution.is_marked(cell)).map(<[_]>::len);
                let numbers = runs.filter(|&n| n > 0).map(|n| u32::try_from(n).ok());
                board.outside[side as usize][index] = numbers.collect();
            }
        }
    }

    /// The picture changes: cells that are shaded in the other one are shaded too, so that there is
    /// less and less choice.
    fn variations(
        board: &Board,
        solution: &Solved,
        other: &Solved,
        _: &mut Random,
    ) -> Vec<(Board, Solved)> {
        let cells = CellMap::from_fn(board.size(), |cell| {
            u32::from(solution.is_marked(cell) || other.is_marked(cell))
        });
        vec![(board.clone(), Solved { cells, ..solution.clone() })]
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        for side in [Side::Above, Side::Left] {
            for (index, clue) in board.outside[side as usize].iter().enumerate() {
                let line = side.line(board.size(), index);
                let runs: Vec<Option<u32>> = line
                    .split(|&cell| !solution.is_marked(cell))
                    .filter(|run| !run.is_empty())
                    .map(|run| u32::try_from(run.len()).ok())
                    .collect();
                if runs != *clue {
                    let text = |runs: &[Option<u32>]| {
                        let numbers: Vec<String> =
                            runs.iter().flatten().map(ToString::to_string).collect();
                        if numbers.is_empty() { "none".to_owned() } else { numbers.join(" ") }
                    };
                    let message = format!(
                        "the runs of {} are {}, not {}",
                        side.line_name(index),
                        text(&runs),
                        text(clue)
                    );
                    broken.add("runs-of-line", message, line);
                }
            }
        }
    }
}
