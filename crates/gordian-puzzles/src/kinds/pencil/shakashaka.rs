//! Shakashaka: triangles that leave white rectangles.

use gordian_core::Random;

use crate::board::{Cell, Direction, Size};
use crate::pencil::blank::{count_marks_beside, random_black_cells};
use crate::pencil::check::marks_beside;
use crate::pencil::{Board, Broken, CellForm, CellLayer, Family, Form, Rules, Section, Solved};

/// Shakashaka.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shakashaka;

impl Rules for Shakashaka {
    const NAME: &'static str = "shakashaka";
    const TITLE: &'static str = "Shakashaka";
    const FAMILY: Family = Family::Objects;
    const LINK_NAMES: &'static [&'static str] = &["shakashaka"];
    const FORM: Form = Form {
        cells: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        link: &[Section::FourCell],
        cell_layer: Some(CellLayer::Symbols(&[
            ('.', "no triangle"),
            ('1', "a triangle with its right angle at the lower left"),
            ('2', "a triangle with its right angle at the lower right"),
            ('3', "a triangle with its right angle at the upper right"),
            ('4', "a triangle with its right angle at the upper left"),
        ])),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Put black triangles into some white cells, each filling half of its cell, so that the white areas are rectangles.

- A triangle has its right angle at one of the four corners of its cell. Black cells, with a number or with `?`, hold none.
- Each white area is a rectangle, upright or turned by 45°. White parts of two cells belong to one area if they share an
  edge.
- A number is how many of the (up to four) adjacent cells hold a triangle; `?` says nothing.
- There is at least one triangle.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("triangle-on-black", "a triangle is in a black cell"),
        ("not-a-rectangle", "a white area is not a rectangle"),
        ("number-of-triangles", "a number is not how many adjacent cells hold a triangle"),
        ("no-triangle", "there is no triangle"),
    ];

    fn blank(size: Size, random: &mut Random) -> Option<Board> {
        Some(random_black_cells(size, 6, random))
    }

    fn write_clues(board: &mut Board, solution: &Solved) {
        count_marks_beside(board, solution);
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        marks_beside(board, solution, ("number-of-triangles", "triangles"), broken);
        for (cell, _) in board.clues() {
            if solution.is_marked(cell) {
                let message = format!("there is a triangle in the black cell {cell}");
                broken.add("triangle-on-black", message, vec![cell]);
            }
        }
        if !size.cells().any(|cell| solution.is_marked(cell)) {
            broken.add("no-triangle", "there is no triangle", Vec::new());
        }
        // The diagonals of a cell divide it into four quarters, one at each side.
        let is_white = |cell: Cell, side: Direction| {
            let black = match solution.cells[cell] {
                _ if board.cells[cell].is_clue() => return false,
                1 => [Direction::Left, Direction::Down],
                2 => [Direction::Right, Direction::Down],
                3 => [Direction::Right, Direction::Up],
                4 => [Direction::Left, Direction::Up],
                _ => return true,
            };
            !black.contains(&side)
        };
        let number = |cell: Cell, side: Direction| {
            4 * cell.index(size.columns) + usize::from(side.quarter_turns())
        };
        let mut is_seen = vec![false; 4 * size.n_cells()];
        for first in size.cells() {
            for side in Direction::ALL {
                if is_seen[number(first, side)] || !is_white(first, side) {
                    continue;
                }
                is_seen[number(first, side)] = true;
                let mut area = vec![(first, side)];
                let mut next = 0;
                while let Some(&(cell, side)) = area.get(next) {
                    next += 1;
                    let turns = side.quarter_turns();
                    let beside = [1, 3].map(|n| (cell, Direction::from_quarter_turns(turns + n)));
                    let across = size.neighbour(cell, side).map(|other| (other, side.opposite()));
                    for (cell, side) in beside.into_iter().chain(across) {
                        if is_white(cell, side) && !is_seen[number(cell, side)] {
                            is_seen[number(cell, side)] = true;
                            area.push((cell, side));
                        }
                    }
                }
                if !is_rectangle(&area) {
                    let mut cells: Vec<Cell> = area.iter().map(|&(cell, _)| cell).collect();
                    cells.sort_unstable();
                    cells.dedup();
                    let message = format!("the white area at {} is not a rectangle", cells[0]);
                    broken.add("not-a-rectangle", message, cells);
                }
            }
        }
    }
}

/// Returns whether quarters of cells fill the smallest rectangle around them, upright or turned by
/// 45°.
fn is_rectangle(area: &[(Cell, Direction)]) -> bool {
    // Half a cell is 1: a quarter has the area 1.
    let mut points: Vec<[i64; 2]> = Vec::new();
    for &(Cell { row, column }, side) in area {
        let [row, column] =
            [row, column].map(|at| 2 * i64::try_from(at).expect("boards are small"));
        points.push([row + 1, column + 1]);
        points.extend(match side {
            Direction::Up => [[row, column], [row, column + 2]],
            Direction::Right => [[row, column + 2], [row + 2, column + 2]],
            Direction::Down => [[row + 2, column], [row + 2, column + 2]],
            Direction::Left => [[row, column], [row + 2, column]],
        });
    }
    let extent = |at: &dyn Fn(&[i64; 2]) -> i64| {
        let places = points.iter().map(at);
        places.clone().max().unwrap_or(0) - places.min().unwrap_or(0)
    };
    let upright = extent(&|point| point[0]) * extent(&|point| point[1]);
    // Along the diagonals, areas are twice as large.
    let turned = extent(&|point| point[0] + point[1]) * extent(&|point| point[0] - point[1]);
    let n = i64::try_from(area.len()).expect("boards are small");
    upright == n || turned == 2 * n
}
