//! Creek: shade cells so that each number at a vertex counts the shaded cells around it.

use crate::board::{Cell, CellMap};
use crate::pencil::check::square;
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, Rules, Section, Solved,
};
use crate::pencil_board::rules::{Cells, Rule};

/// Creek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creek;

impl Rules for Creek {
    const NAME: &'static str = "creek";
    const TITLE: &'static str = "Creek";
    const FAMILY: Family = Family::Shading;
    const LINK_NAMES: &'static [&'static str] = &["creek"];
    const FORM: Form = Form {
        points: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        // On other sites, `c` says that the body is not in the old encoding.
        ignored_flags: "c",
        link: &[Section::FourCross],
        cell_layer: Some(CellLayer::Shade),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Shade some cells so that each number counts the shaded cells around it.

- A number at a vertex is how many of the cells around it, up to four, are shaded; `?` is any number.
- All unshaded cells are connected.
- At least one cell is shaded.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("shaded-around-number", "a number is not how many cells around its vertex are shaded"),
        ("unshaded-divided", "the unshaded cells are not connected"),
        ("nothing-shaded", "no cell is shaded"),
    ];

    fn catalogue() -> Vec<(&'static str, Rule)> {
        vec![
            ("unshaded-divided", Rule::connected(Cells::Unshaded)),
            ("nothing-shaded", Rule::some(Cells::Shaded)),
        ]
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        let mut n_shaded = CellMap::new(board.points.size(), 0);
        for cell in board.size().cells().filter(|&cell| solution.is_marked(cell)) {
            square(cell).into_iter().for_each(|place| n_shaded[place] += 1);
        }
        for (place, &n) in n_shaded.iter() {
            board.points[place] = Clue::count(n);
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        for (point, clue) in board.points.iter() {
            let Some(number) = clue.number() else { continue };
            let mut around: Vec<Cell> = Vec::new();
            for row in point.row.saturating_sub(1)..=point.row {
                for column in point.column.saturating_sub(1)..=point.column {
                    if board.size().contains(Cell::new(row, column)) {
                        around.push(Cell::new(row, column));
                    }
                }
            }
            let n = around.iter().filter(|&&cell| solution.is_marked(cell)).count();
            if n != number as usize {
                let message = format!(
                    "the number of shaded cells around the {number} at a corner of {} is {n}",
                    around[0]
                );
                broken.add("shaded-around-number", message, around);
            }
        }
    }
}
