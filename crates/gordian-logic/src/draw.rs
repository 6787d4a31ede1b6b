//! Positions and steps as text drawings.
//!
//! ```text
//!     1      2      3       Rows and columns are numbered as in cell names; lines separate
//!   +-------------+------   regions. After a candidate: `*` part of the pattern, `'` second
//! 1 | 5      24*  | 4*8-    colour, `^` fin or extra candidate, `-` eliminated, `=` placed.
//! 2 | 1=8    9    | 26
//! ```

use std::collections::BTreeMap;
use std::fmt;

use gordian_grid::{Candidate, HouseKind};

use crate::Position;
use crate::board::digits;
use crate::step::{Mark, Step};

/// The role of a piece of text in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Lines, blanks, and candidates outside the step.
    Plain,
    /// A given digit.
    Given,
    /// A digit that was placed.
    Placed,
    /// A candidate of the pattern.
    Pattern,
    /// A candidate of the pattern's second colour.
    SecondColour,
    /// A fin or another addition to a simpler pattern.
    Extra,
    /// An eliminated candidate.
    Elimination,
    /// A digit that the step places.
    Placement,
}

impl Role {
    /// Returns the sign after a candidate.
    fn sign(self) -> &'static str {
        match self {
            Self::Plain | Self::Given | Self::Placed => "",
            Self::Pattern => "*",
            Self::SecondColour => "'",
            Self::Extra => "^",
            Self::Elimination => "-",
            Self::Placement => "=",
        }
    }
}

/// A drawing as lines of text pieces. It is displayed without colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The lines, from top to bottom.
    pub lines: Vec<Vec<(String, Role)>>,
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|(text, _)| text.as_str()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

impl Position {
    /// Draws the position with its candidates and, if given, the next step.
    #[must_use]
    pub fn draw(&self, step: Option<&Step>) -> Drawing {
        let roles = step.map(|step| roles(self, step)).unwrap_or_default();
        let cells: Vec<Vec<(String, Role)>> =
            (0..self.layout().n_cells()).map(|cell| self.draw_cell(cell, &roles)).collect();
        Frame::new(self, &cells).lines()
    }

    fn draw_cell(&self, cell: usize, roles: &BTreeMap<Candidate, Role>) -> Vec<(String, Role)> {
        let digit = self.values()[cell];
        if digit != 0 {
            let role = if self.is_given(cell) { Role::Given } else { Role::Placed };
            return vec![(digit.to_string(), role)];
        }
        let mut pieces: Vec<(String, Role)> = Vec::new();
        for (number, digit) in digits(self.mask(cell)).enumerate() {
            if number > 0 && self.layout().n() > 9 {
                pieces.push((",".to_owned(), Role::Plain));
            }
            let role = roles.get(&Candidate::new(cell, digit)).copied().unwrap_or(Role::Plain);
            pieces.push((format!("{digit}{}", role.sign()), role));
        }
        pieces
    }
}

/// Returns the roles of the candidates of a step.
fn roles(position: &Position, step: &Step) -> BTreeMap<Candidate, Role> {
    let pattern = &step.pattern;
    let mut roles = BTreeMap::new();
    let mut set = |cell: usize, mask: u64, role: Role| {
        for digit in digits(mask & position.mask(cell)) {
            roles.insert(Candidate::new(cell, digit), role);
        }
    };
    let mask = |all: &[u8]| all.iter().fold(0_u64, |mask, &digit| mask | 1 << (digit - 1));
    for &cell in &pattern.cells {
        set(cell, mask(&pattern.digits), Role::Pattern);
    }
    for part in &pattern.sets {
        part.cells.iter().for_each(|&cell| set(cell, part.digits, Role::Pattern));
    }
    for node in pattern.links.iter().flat_map(|link| [&link.from, &link.to]) {
        node.cells.iter().for_each(|&cell| set(cell, mask(&[node.digit]), Role::Pattern));
    }
    for &cell in &pattern.fins {
        set(cell, mask(&pattern.digits), Role::Extra);
    }
    for &(at, mark) in &pattern.marks {
        let role = match mark {
            Mark::Pattern | Mark::First => Role::Pattern,
            Mark::Second => Role::SecondColour,
            Mark::Extra => Role::Extra,
        };
        set(at.cell, mask(&[at.digit]), role);
    }
    for at in &step.eliminations {
        set(at.cell, mask(&[at.digit]), Role::Elimination);
    }
    for at in &step.placements {
        set(at.cell, mask(&[at.digit]), Role::Placement);
    }
    roles
}

/// The cells and the lines around them.
struct Frame<'a> {
    n: usize,
    cells: &'a [Vec<(String, Role)>],
    /// The region of each cell; 0 for all in a layout without regions.
    regions: Vec<usize>,
    /// The width of the widest cell plus one, and of a row number.
    width: usize,
    margin: usize,
}

impl<'a> Frame<'a> {
    fn new(position: &Position, cells: &'a [Vec<(String, Role)>]) -> Self {
        let layout = position.layout();
        let mut regions = vec![0; cells.len()];
        for (number, house) in layout.houses().iter().enumerate() {
            if house.kind == HouseKind::Region {
                house.cells.iter().for_each(|&cell| regions[cell] = number);
            }
        }
        let width = cells.iter().map(|cell| width_of(cell)).max().unwrap_or(1) + 1;
        Self { n: layout.n(), cells, regions, width, margin: layout.n().to_string().len() }
    }

    fn lines(&self) -> Drawing {
        let n = self.n;
        let columns = (1..=n).map(|number| format!("  {number:<width$}", width = self.width));
        let head = " ".repeat(self.margin + 1) + &columns.collect::<String>();
        let plain = |text: String| vec![(text.trim_end().to_owned(), Role::Plain)];
        let mut lines = vec![plain(head)];
        for row in 0..=n {
            let rule = self.rule(row);
            if rule.contains('-') {
                lines.push(plain(rule));
            }
            if row < n {
                lines.push(self.row(row));
            }
        }
        Drawing { lines }
    }

    fn row(&self, row: usize) -> Vec<(String, Role)> {
        let mut line = vec![(format!("{:>width$} ", row + 1, width = self.margin), Role::Plain)];
        for column in 0..self.n {
            let cell = &self.cells[row * self.n + column];
            let border = if self.has_line_left(row, column) { "| " } else { "  " };
            line.push((border.to_owned(), Role::Plain));
            line.extend(cell.iter().cloned());
            line.push((" ".repeat(self.width - width_of(cell)), Role::Plain));
        }
        line.push(("|".to_owned(), Role::Plain));
        line
    }

    /// Returns the horizontal line above a row, or below the last row.
    fn rule(&self, row: usize) -> String {
        let mut line = " ".repeat(self.margin + 1);
        for column in 0..=self.n {
            let left = column > 0 && self.has_line_above(row, column - 1);
            let right = column < self.n && self.has_line_above(row, column);
            let up = row > 0 && self.has_line_left(row - 1, column);
            let down = row < self.n && self.has_line_left(row, column);
            line.push(match (left || right, up || down) {
                (false, false) => ' ',
                (true, false) => '-',
                (false, true) => '|',
                (true, true) => '+',
            });
            if column < self.n {
                line.push_str(&if right { "-" } else { " " }.repeat(self.width + 1));
            }
        }
        line
    }

    /// Returns whether there is a line to the left of a cell.
    fn has_line_left(&self, row: usize, column: usize) -> bool {
        let region = |column: usize| self.regions[row * self.n + column];
        column == 0 || column == self.n || region(column - 1) != region(column)
    }

    /// Returns whether there is a line above a cell.
    fn has_line_above(&self, row: usize, column: usize) -> bool {
        let region = |row: usize| self.regions[row * self.n + column];
        row == 0 || row == self.n || region(row - 1) != region(row)
    }
}

fn width_of(cell: &[(String, Role)]) -> usize {
    cell.iter().map(|(text, _)| text.len()).sum()
}
