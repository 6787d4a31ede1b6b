//! Slant: diagonals without a closed loop.

use crate::board::{Cell, CellMap, Size, Vertex};
use crate::pencil::{
    Board, Broken, CellForm, CellLayer, Clue, Family, Form, Rules, Section, Solved,
};

/// Slant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gokigen;

/// The value of a diagonal from the lower left corner to the upper right one.
pub const RISING: u32 = 0;
/// The value of a diagonal from the upper left corner to the lower right one.
pub const FALLING: u32 = 1;

impl Rules for Gokigen {
    const NAME: &'static str = "gokigen";
    const TITLE: &'static str = "Slant";
    const FAMILY: Family = Family::Lines;
    const LINK_NAMES: &'static [&'static str] = &["gokigen"];
    const FORM: Form = Form {
        points: Some(CellForm::Numbers { min: 0, max: 4, unknown: true }),
        // On other sites, `c` says that the body is not in the old encoding.
        ignored_flags: "c",
        link: &[Section::FourCross],
        cell_layer: Some(CellLayer::Symbols(&[
            ('/', "a diagonal from the lower left corner to the upper right one"),
            ('\\', "a diagonal from the upper left corner to the lower right one"),
        ])),
        ..Form::NONE
    };

    const DESCRIPTION: &'static str = "\
Draw one diagonal in each cell.

- A number at a corner of cells is how many diagonals end there; `?` says nothing.
- The diagonals form no closed loop.
";
    const RULES: &'static [(&'static str, &'static str)] = &[
        ("number-of-diagonals", "a number is not how many diagonals end at its corner"),
        ("closed-loop", "diagonals form a closed loop"),
    ];

    fn write_clues(board: &mut Board, solution: &Solved) {
        let size = board.size();
        let mut n_ends = CellMap::new(board.points.size(), 0);
        for Cell { row, column } in size.cells() {
            let is_falling = solution.is_marked(Cell::new(row, column));
            n_ends[Cell::new(row + usize::from(!is_falling), column)] += 1;
            n_ends[Cell::new(row + usize::from(is_falling), column + 1)] += 1;
        }
        for (place, &n) in n_ends.iter() {
            board.points[place] = Clue::count(n);
        }
    }

    fn check(board: &Board, solution: &Solved, broken: &mut Broken) {
        let size = board.size();
        let ends = |Cell { row, column }: Cell| {
            let [left, right] = if solution.is_marked(Cell::new(row, column)) {
                [row, row + 1]
            } else {
                [row + 1, row]
            };
            [Cell::new(left, column), Cell::new(right, column + 1)]
        };
        let vertices = Size::new(size.rows + 1, size.columns + 1);
        let mut n_ends = vec![0; vertices.n_cells()];
        let number = |vertex: Cell| vertex.index(vertices.columns);
        // For each vertex, one that is connected to it; itself if there is none before it.
        let mut parents: Vec<usize> = (0..vertices.n_cells()).collect();
        let root = |parents: &mut Vec<usize>, mut vertex: usize| {
            while parents[vertex] != vertex {
                parents[vertex] = parents[parents[vertex]];
                vertex = parents[vertex];
            }
            vertex
        };
        for cell in size.cells() {
            let [one, other] = ends(cell).map(number);
            n_ends[one] += 1;
            n_ends[other] += 1;
            let [one, other] = [one, other].map(|vertex| root(&mut parents, vertex));
            if one == other {
                let message = format!("the diagonal at {cell} closes a loop");
                broken.add("closed-loop", message, vec![cell]);
            }
            parents[other] = one;
        }
        for (place, clue) in board.points.iter() {
            let Some(number_given) = clue.number() else { continue };
            let n: u32 = n_ends[number(place)];
            if n != number_given {
                let corner = Vertex { row: place.row, column: place.column }.name(size);
                let message = format!("{n} diagonals instead of {number_given} end at {corner}");
                let cell =
                    Cell::new(place.row.min(size.rows - 1), place.column.min(size.columns - 1));
                broken.add("number-of-diagonals", message, vec![cell]);
            }
        }
    }
}
