//! Draws a grid as text, with heavy lines around the regions.
//!
//! ```text
//! ┏━━━┯━━━┳━━━┯━━━┓
//! ┃ 1 │ · ┃ · │ · ┃
//! ```

use std::fmt::Write;

use super::{Grid, Rule};
use crate::board::cell::Cell;

/// The weight of a line at a crossing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    None,
    Light,
    Heavy,
}

/// Returns the character for a crossing with lines going up, right, down and left.
///
/// The outline of a grid is heavy, so that the light and missing lines of a crossing cannot meet
/// in more ways than these.
fn crossing(up: Line, right: Line, down: Line, left: Line) -> char {
    use Line::{Heavy, Light, None};
    match (up, right, down, left) {
        (None, Heavy, Heavy, None) => '┏',
        (None, None, Heavy, Heavy) => '┓',
        (Heavy, Heavy, None, None) => '┗',
        (Heavy, None, None, Heavy) => '┛',
        (None, Heavy, Light, Heavy) => '┯',
        (None, Heavy, Heavy, Heavy) => '┳',
        (Light, Heavy, None, Heavy) => '┷',
        (Heavy, Heavy, None, Heavy) => '┻',
        (Heavy, Light, Heavy, None) => '┠',
        (Heavy, Heavy, Heavy, None) => '┣',
        (Heavy, None, Heavy, Light) => '┨',
        (Heavy, None, Heavy, Heavy) => '┫',
        _ => {
            // One bit per heavy line: up 8, right 4, down 2, left 1. A single heavy line never ends at a
            // crossing, because the same region would be on both its sides.
            const CROSSES: [char; 16] =
                ['┼', '┽', '╁', '╅', '┾', '┿', '╆', '╈', '╀', '╃', '╂', '╉', '╄', '╇', '╊', '╋'];
            let bit = |line, value: usize| if line == Heavy { value } else { 0 };
            CROSSES[bit(up, 8) + bit(right, 4) + bit(down, 2) + bit(left, 1)]
        }
    }
}

impl Grid {
    /// Draws the grid with the digits of `solution`, or with the givens alone.
    ///
    /// *Shape*: a solution has n·n digits, row by row; missing digits are drawn as empty. Groups,
    /// diagonals and cages are listed below the drawing, one per line. Every line ends with a line break.
    #[must_use]
    pub fn draw(&self, solution: Option<&[u8]>) -> String {
        let n = self.n;
        let digits = solution.unwrap_or(&self.givens);
        let width = n.to_string().len();
        let mut region = vec![usize::MAX; n * n];
        for (number, cells) in self.regions.iter().map(|region| &region.cells).enumerate() {
            for cell in cells {
                region[cell.index(n)] = number;
            }
        }
        // Lines lie between cells: `across(r, c)` above cell (r, c), `along(r, c)` left of it.
        let weight = |inside: bool, same: bool| match (inside, same) {
            (true, true) => Line::Light,
            _ => Line::Heavy,
        };
        let across = |r: usize, c: usize| {
            let inside = r > 0 && r < n;
            weight(inside, inside && region[(r - 1) * n + c] == region[r * n + c])
        };
        let along = |r: usize, c: usize| {
            let inside = c > 0 && c < n;
            weight(inside, inside && region[r * n + c - 1] == region[r * n + c])
        };
        let mut out = String::new();
        for r in 0..=n {
            for c in 0..=n {
                let up = if r == 0 { Line::None } else { along(r - 1, c) };
                let down = if r == n { Line::None } else { along(r, c) };
                let left = if c == 0 { Line::None } else { across(r, c - 1) };
                let right = if c == n { Line::None } else { across(r, c) };
                out.push(crossing(up, right, down, left));
                if c < n {
                    let line = if right == Line::Heavy { '━' } else { '─' };
                    out.extend(std::iter::repeat_n(line, width + 2));
                }
            }
            out.push('\n');
            if r == n {
                break;
            }
            for c in 0..=n {
                out.push(if along(r, c) == Line::Heavy { '┃' } else { '│' });
                if c < n {
                    let digit = digits.get(r * n + c).filter(|&&digit| digit != 0);
                    let text = digit.map_or("·".to_owned(), u8::to_string);
                    write!(out, " {text:>width$} ").expect("writing to a string cannot fail");
                }
            }
            out.push('\n');
        }
        self.draw_legend(&mut out);
        out
    }

    /// Lists diagonals, groups and cages, which the drawing cannot show.
    fn draw_legend(&self, out: &mut String) {
        let cells =
            |cells: &[Cell]| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
        for diagonal in &self.diagonals {
            writeln!(out, "{}: all different", diagonal.name())
                .expect("writing to a string cannot fail");
        }
        for group in &self.groups {
            writeln!(out, "{}: all different, {}", group.name, cells(&group.cells))
                .expect("writing to a string cannot fail");
        }
        for Rule::Cells(cage) in &self.rules {
            let repeat = if cage.distinct { "" } else { ", digits may repeat" };
            writeln!(out, "{}: sum {}{repeat}, {}", cage.name, cage.sum, cells(&cage.cells))
                .expect("writing to a string cannot fail");
        }
    }
}
