//! Numberlink: paths between equal numbers.

use gordian_core::Random;

use crate::board::{Cell, Edge, Size};
use crate::pencil::check::{arms, groups_across};
use crate::pencil::{
    Board, Broken, CellForm, Clue, EdgeLayer, Family, Form, MAX_NUMBER, Rules, Section, Solved,
};

/// The largest number of cells of a path of the generator.
const MAX_PATH: usize = 9;

/// Returns the number of pairs of adjacent cells of two paths.
fn n_contacts(one: &[Cell], other: &[Cell]) -> usize {
    let is_adjacent = |a: &Cell, b: &Cell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1;
    one.iter().map(|a| other.iter().filter(|b| is_adjacent(a, b)).count()).sum()
}

/// Numberlink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numlin;

impl Rules for Numlin {
    const NAME: &'static str = "numlin";
    const TITLE: &'static str = "Numberlink";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["numlin", "numberlink"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 1, max: MAX_NUMBER, unknown: false }),
        link: &[Section::Number16],
        edge_layer: Some(EdgeLayer::Links { max: 1 }),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Join the two cells of each number by a path through the centres of cells.

- A path leads from each cell with a number to another cell with the same number. A number that is on the board four times
  has two paths, between any two of its cells each; one that is there once or three times has no solution.
- Paths go horizontally and vertically. They do not branch or cross, and no two of them visit the same cell.
- A path passes no number on its way. It may run beside itself, and cells may stay unvisited.
- There is no line other than the paths, and at least one path.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("loose-end", "a path ends in a cell without number"),
        ("branch", "three lines meet in a cell"),
        ("crossing", "four lines meet in a cell"),
        ("number-passed", "a path goes on at a number"),
        ("number-not-joined", "no path leads to a number"),
        ("different-numbers", "a path joins different numbers"),
        ("line-without-number", "a line has no number"),
        ("no-line", "there is no line"),
    ];

    /// Paths that visit as many cells as possible and do not run beside themselves: those could be
    /// shorter.
    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        let mut board = Board::new(size);
        let mut paths: Vec<Vec<Cell>> = size.cells().map(|cell| vec![cell]).collect();
        // Pairs of cells first, so that few cells are left; then longer paths.
        for max in [2, 3, 5, MAX_PATH] {
            let mut pairs: Vec<[Cell; 2]> = Vec::new();
            for cell in size.cells() {
                pairs.extend(size.neighbours(cell).map(|beside| [cell, beside]));
            }
            random.shuffle(&mut pairs);
            for pair in pairs {
                let ends = pair.map(|cell| {
                    paths
                        .iter()
                        .position(|it| it.first() == Some(&cell) || it.last() == Some(&cell))
                });
                if let [Some(one), Some(other)] = ends
                    && one != other
                    && paths[one].len() + paths[other].len() <= max
                    && n_contacts(&paths[one], &paths[other]) == 1
                {
                    let mut path = paths[one].clone();
                    let mut rest = paths[other].clone();
                    if path.last() != Some(&pair[0]) {
                        path.reverse();
                    }
                    if rest.first() != Some(&pair[1]) {
                        rest.reverse();
                    }
                    path.extend(rest);
                    paths[one] = path;
                    paths.swap_remove(other);
                }
            }
        }
        let ends = paths.iter().filter(|path| path.len() > 1);
        for (number, path) in (1..).zip(ends) {
            for cell in [path.first()?, path.last()?] {
                board.cells[*cell] = Clue::Number(Some(number));
            }
        }
        Some(board)
    }

    /// The numbers of the board are all that it can have.
    fn write_clues(_: &mut Board, _: &Solved) {}

    /// Paths are divided where the other solution has no line.
    fn variations(
        board: &Board,
        solution: &Solved,
        other: &Solved,
        random: &mut Random,
    ) -> Vec<(Board, Solved)> {
        let size = board.size();
        let lines = size.edges().filter(|&edge| solution.edges[edge] > 0);
        let mut divided: Vec<Edge> = lines.filter(|&edge| other.edges[edge] == 0).collect();
        random.shuffle(&mut divided);
        let next = board.clues().filter_map(|(_, clue)| clue.number()).max().map_or(1, |n| n + 1);
        let mut variations = Vec::new();
        for edge in divided {
            let mut parts = solution.clone();
            parts.edges[edge] = 0;
            let [Some(one), Some(another)] = edge.cells(size) else { continue };
            // A part of one cell would be no path.
            if board.cells[one].is_clue() || board.cells[another].is_clue() {
                continue;
            }
            let paths = groups_across(size, |_| true, |edge| parts.edges[edge] > 0);
            let mut board = board.clone();
            for (cell, number) in [(one, None), (another, Some(next))] {
                let Some(path) = paths.iter().find(|path| path.contains(&cell)) else { continue };
                let Some(&end) = path.iter().find(|&&it| board.cells[it].is_clue()) else {
                    continue;
                };
                let number = number.or(board.cells[end].number());
                board.cells[end] = Clue::Number(number);
                board.cells[cell] = Clue::Number(number);
            }
            variations.push((board, parts));
        }
        variations
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
            if let (true, Some(number)) = (arms(solution, cell).is_empty(), clue.number()) {
                let message = format!("no path leads to the {number} at {cell}");
                broken.add("number-not-joined", message, vec![cell]);
            }
        }
    }
}
