//! Numberlink: paths between equal numbers.

use std::collections::BTreeMap;

use crate::board::Cell;
use crate::pencil::check::{arms, groups_across};
use crate::pencil::{Board, Broken, CellForm, EdgeLayer, Family, Form, Rules, Section, Solved};

/// Numberlink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numlin;

impl Rules for Numlin {
    const NAME: &'static str = "numlin";
    const TITLE: &'static str = "Numberlink";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["numlin"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: 62_500, unknown: false }),
        link: &[Section::Number16],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Join the two cells of each number by a path through the centres of cells.

- Each number is on the board twice, and a path leads from the one cell to the other.
- Paths go horizontally and vertically. They do not branch or cross, and no two of them visit the same cell.
- A path passes no number on its way. It may run beside itself, and cells may stay unvisited.
- There is no line other than the paths, and at least one path.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "a path ends in a cell without number"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("number-passed", "a path goes on at a number"),
        ("number-not-joined", "no path leads from one cell of a number to the other"),
        ("different-numbers", "a path joins different numbers"),
        ("line-without-number", "a line has no number"),
        ("no-line", "there is no line"),
    ];

    fn validate(board: &Board) -> Result<(), String> {
        let mut places: BTreeMap<u32, Vec<Cell>> = BTreeMap::new();
        for (cell, clue) in board.clues() {
            places.entry(clue.number().unwrap_or(0)).or_default().push(cell);
        }
        for (number, cells) in places {
            if cells.len() != 2 {
                let message = "is not on the board exactly twice";
                return Err(format!("the {number} at {} {message}", cells[0]));
            }
        }
        Ok(())
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        for cell in size.cells() {
            let is_clue = board.cells[cell].is_clue();
            let (rule, message) = match arms(solution, cell).len() {
                0 => continue,
                1 if is_clue => continue,
                1 => ("loose-end", format!("the path ends at {cell}")),
                2 if !is_clue => continue,
                _ if is_clue => {
                    ("number-passed", format!("more than one line leaves the number at {cell}"))
                }
                3 => ("branch", format!("the path branches at {cell}")),
                _ => ("crossing", format!("paths cross at {cell}")),
            };
            broken.add(rule, message, vec![cell]);
        }
        let paths = groups_across(
            size,
            |cell| !arms(solution, cell).is_empty(),
            |edge| solution.edges[edge] > 0,
        );
        if paths.is_empty() {
            broken.add("no-line", "there is no line", Vec::new());
        }
        for path in &paths {
            let clues: Vec<Cell> =
                path.iter().copied().filter(|&cell| board.cells[cell].is_clue()).collect();
            if clues.is_empty() {
                let message = format!("the line at {} has no number", path[0]);
                broken.add("line-without-number", message, path.clone());
            }
            if let Some(&other) = clues.iter().find(|&&it| board.cells[it] != board.cells[clues[0]])
            {
                let message =
                    format!("a path joins the different numbers at {} and {other}", clues[0]);
                broken.add("different-numbers", message, path.clone());
            }
        }
        for (cell, clue) in board.clues() {
            let partner = board.clues().find(|&(it, other)| it != cell && other == clue);
            let Some((partner, _)) = partner.filter(|(it, _)| *it > cell) else { continue };
            if !paths.iter().any(|path| path.contains(&cell) && path.contains(&partner)) {
                let message = format!("no path joins the numbers at {cell} and {partner}");
                broken.add("number-not-joined", message, vec![cell, partner]);
            }
        }
    }
}
