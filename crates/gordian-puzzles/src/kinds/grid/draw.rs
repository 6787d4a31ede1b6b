//! Draws a grid, with heavy lines around the regions. As SVG, it has its diagonals, groups, cages
//! and pencil marks; below the text there is a legend.
//!
//! ```text
//! ┏━━━┯━━━┳━━━┯━━━┓
//! ┃ 1 │ · ┃ · │ · ┃
//! ```

use std::fmt::Write;

use gordian_grid::HouseKind;

use super::{GridPuzzle, Rule};
use crate::board::{Cell, CellMap, Drawing, Ink, Regions, Size, Vertex};

impl GridPuzzle {
    /// Draws the grid with the digits of `solution`, or with the givens alone.
    ///
    /// *Shape*: a solution has n·n digits, row by row; missing digits are drawn as empty. Groups,
    /// diagonals and cages are listed below the drawing, one per line. Every line ends with a line
    /// break.
    #[must_use]
    pub fn draw(&self, solution: Option<&[u8]>) -> String {
        self.with_legend(self.drawing(solution).to_text())
    }

    /// Draws the grid with its solution, and every figure of a given as the result of `highlight`.
    pub(super) fn draw_highlighted(
        &self,
        solution: &[u8],
        highlight: &dyn Fn(char) -> String,
    ) -> String {
        self.with_legend(self.drawing(Some(solution)).to_highlighted_text(highlight))
    }

    /// Draws the grid as SVG, with the digits of `solution` or with the givens alone.
    ///
    /// *Shape*: as for [`GridPuzzle::draw`], with the diagonals as thin lines, groups as dashed
    /// outlines, cages as dashed outlines with their sums, and the pencil marks of empty cells as
    /// small digits.
    #[must_use]
    pub fn svg(&self, solution: Option<&[u8]>) -> String {
        self.drawing(solution).to_svg()
    }

    fn drawing(&self, solution: Option<&[u8]>) -> Drawing {
        let n = self.n();
        let size = Size::new(n, n);
        let title = self.metadata.title_or("grid");
        let mut drawing = Drawing::new(size, title);
        drawing.grid_lines();
        let mut regions: CellMap<Option<usize>> = CellMap::new(size, None);
        for (number, region) in self.grid.layout.houses_of(HouseKind::Region).enumerate() {
            for &cell in &region.cells {
                regions[Cell::of_index(cell, n)] = Some(number);
            }
        }
        drawing.region_borders(&Regions::from_labels(&regions));
        let digits = solution.unwrap_or(&self.grid.givens);
        // The digits are as wide as the largest digit of the grid, also where it does not occur.
        let width = n.to_string().len();
        for ((cell, &digit), &given) in size.cells().zip(digits).zip(&self.grid.givens) {
            if digit != 0 {
                let ink = if digit == given { Ink::Given } else { Ink::Found };
                drawing.text(cell, digit.to_string(), ink);
            } else if let Some(marks) = &self.grid.marks {
                drawing.marks(cell, marks.digits(cell.index(n)).map(usize::from), n);
            }
        }
        drawing.min_width(width);
        for diagonal in self.grid.layout.houses().iter().filter(|house| house.kind.is_diagonal()) {
            let (left, right) = match diagonal.kind {
                HouseKind::MainDiagonal => (0, n),
                _ => (n, 0),
            };
            drawing.thin_line(Vertex { row: 0, column: left }, Vertex { row: n, column: right });
        }
        for group in self.grid.layout.houses_of(HouseKind::Group) {
            drawing.cage(group.cells.iter().map(|&cell| Cell::of_index(cell, n)), None);
        }
        for Rule::Cells(cage) in &self.rules {
            drawing.cage(cage.cells.iter().copied(), Some(cage.sum.to_string()));
        }
        drawing
    }

    /// Adds a list of the diagonals, groups and cages, which the text form of the drawing does not
    /// show.
    fn with_legend(&self, mut out: String) -> String {
        let n = self.n();
        let names =
            |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        let layout = &self.grid.layout;
        for diagonal in layout.houses().iter().filter(|house| house.kind.is_diagonal()) {
            writeln!(out, "{}: all different", diagonal.name)
                .expect("writing to a string cannot fail");
        }
        for group in layout.houses_of(HouseKind::Group) {
            let cells: Vec<Cell> =
                group.cells.iter().map(|&cell| Cell::of_index(cell, n)).collect();
            writeln!(out, "{}: all different, {}", group.name, names(&cells))
                .expect("writing to a string cannot fail");
        }
        for Rule::Cells(cage) in &self.rules {
            let repeat = if cage.distinct { "" } else { ", digits may repeat" };
            writeln!(out, "{}: sum {}{repeat}, {}", cage.name, cage.sum, names(&cage.cells))
                .expect("writing to a string cannot fail");
        }
        out
    }
}
