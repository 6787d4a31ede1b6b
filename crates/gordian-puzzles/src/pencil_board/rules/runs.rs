//! Runs of cells with a property in rows and columns are short.

use super::{Area, CatalogueRule, Cells, parameter};
use crate::board::Cell;
use crate::pencil_board::check::Broken;
use crate::pencil_board::{Board, Form, Side, Solved};

parameter::rule! {
    /// No row or column has more than a number of consecutive cells with a property.
    "runs" = pub struct Runs {
        /// Which cells.
        "of" = of: Cells,
        /// The largest number of consecutive cells.
        "at-most" = at_most: u32,
        /// Only in rows or only in columns; in both, if it is left out.
        "in" = area: Option<Area>,
    }
}

/// Returns the runs of cells with a property in rows and columns, each with the name of its line.
pub(super) fn runs(
    board: &Board,
    area: Area,
    has: impl Fn(Cell) -> bool,
) -> Vec<(String, Vec<Cell>)> {
    let sides: &[Side] = match area {
        Area::Rows => &[Side::Left],
        Area::Columns => &[Side::Above],
        _ => &[Side::Left, Side::Above],
    };
    let mut found = Vec::new();
    for &side in sides {
        for index in 0..side.n_lines(board.size()) {
            let line = side.line(board.size(), index);
            for run in line.split(|&cell| !has(cell)).filter(|run| !run.is_empty()) {
                found.push((side.line_name(index), run.to_vec()));
            }
        }
    }
    found
}

impl Runs {
    /// Returns where runs are looked at.
    #[must_use]
    pub fn area(&self) -> Area {
        self.area.unwrap_or(Area::Lines)
    }
}

impl CatalogueRule for Runs {
    const BROKEN: &'static str = "a row or column has too many consecutive cells of this kind";

    fn sentence(&self) -> String {
        format!(
            "There are never more than {} consecutive {} {}.",
            self.at_most,
            self.of.plural(),
            self.area().phrase()
        )
    }

    fn validate(&self, form: &Form) -> Result<(), String> {
        if matches!(self.area, Some(Area::Board | Area::Rooms)) {
            return Err("`in` is `each-row`, `each-column` or `each-line`".to_owned());
        }
        self.of.validate(form)
    }

    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
        for (name, run) in runs(board, self.area(), |cell| self.of.has(board, solution, cell)) {
            if run.len() > self.at_most as usize {
                let (n, of) = (run.len(), self.of.plural());
                let message = format!("{name} has {n} consecutive {of} at {}", run[0]);
                broken.add("runs", message, run);
            }
        }
    }
}
