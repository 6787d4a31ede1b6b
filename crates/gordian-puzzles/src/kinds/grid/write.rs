//! Writes grids as puzzle files.

use std::fmt::Write as _;

use gordian_grid::{House, HouseKind};

use super::{Cage, GridPuzzle, Rule};
use crate::board::cell::Cell;
use crate::metadata::toml_text;

impl GridPuzzle {
    /// Returns a puzzle file that is parsed as this puzzle, except for its pencil marks, which
    /// files cannot hold.
    ///
    /// Region names that are not letters and digits are replaced by letters of the alphabet, or
    /// numbers.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_puzzles::{GridPuzzle, parse};
    ///
    /// let puzzle = parse("kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''").unwrap();
    /// let grid = puzzle.as_kind::<GridPuzzle>().unwrap();
    /// assert_eq!(parse(&grid.to_toml()), Ok(puzzle));
    /// ```
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut out = self.metadata.to_toml("grid");
        let _ = writeln!(out, "size = {}", self.n());
        self.write_regions(&mut out);
        let diagonals = self.grid.layout.houses().iter().filter_map(|house| match house.kind {
            HouseKind::MainDiagonal => Some("\"main\""),
            HouseKind::AntiDiagonal => Some("\"anti\""),
            HouseKind::Row | HouseKind::Column | HouseKind::Region | HouseKind::Group => None,
        });
        let diagonals: Vec<&str> = diagonals.collect();
        if !diagonals.is_empty() {
            let _ = writeln!(out, "diagonals = [{}]", diagonals.join(", "));
        }
        let _ = write!(out, "givens = '''\n{}'''\n", self.board(|cell| self.written(cell)));
        for group in self.grid.layout.houses_of(HouseKind::Group) {
            let name = toml_text(&group.name);
            let cells = list(group.cells.iter().map(|&cell| Cell::of_index(cell, self.n())));
            let _ = write!(out, "\n[[group]]\nname = {name}\ncells = {cells}\n");
        }
        for Rule::Cells(Cage { name, cells, sum, distinct }) in &self.rules {
            let (name, cells) = (toml_text(name), list(cells.iter().copied()));
            let _ = write!(out, "\n[[rule]]\ntype = \"cells\"\nname = {name}\nsum = {sum}\n");
            if !distinct {
                out.push_str("different = false\n");
            }
            let _ = writeln!(out, "cells = {cells}");
        }
        out
    }

    fn write_regions(&self, out: &mut String) {
        let layout = &self.grid.layout;
        let regions: Vec<&House> = layout.houses_of(HouseKind::Region).collect();
        if regions.is_empty() {
            out.push_str("regions = \"none\"\n");
            return;
        }
        let is_numbered =
            || (1..).zip(&regions).all(|(number, house)| house.name == format!("box {number}"));
        if let Some((rows, columns)) = layout.box_size().filter(|_| is_numbered()) {
            let _ = writeln!(out, "box = [{rows}, {columns}]");
            return;
        }
        let labels = labels(&regions);
        let mut of_cell = vec![""; layout.n_cells()];
        for (region, label) in regions.iter().zip(&labels) {
            for &cell in &region.cells {
                of_cell[cell] = label;
            }
        }
        let _ = write!(out, "regions = '''\n{}'''\n", self.board(|cell| of_cell[cell].to_owned()));
    }

    /// Returns a board with a word for each cell.
    fn board(&self, word: impl Fn(usize) -> String) -> String {
        let words: Vec<String> = (0..self.grid.layout.n_cells()).map(word).collect();
        let widest = words.iter().map(String::len).max().unwrap_or(1);
        let separator = if widest > 1 { " " } else { "" };
        let mut board = String::new();
        for row in words.chunks(self.n()) {
            let row: Vec<String> = row.iter().map(|word| format!("{word:>widest$}")).collect();
            // A single word of several characters would be parsed as several cells.
            let row = row.join(separator);
            board.push_str(row.trim_start());
            board.push('\n');
        }
        board
    }

    fn written(&self, cell: usize) -> String {
        match self.grid.givens[cell] {
            0 => ".".to_owned(),
            digit => digit.to_string(),
        }
    }
}

/// Returns a label for each region: from its name if possible, else letters or numbers.
fn labels(regions: &[&House]) -> Vec<String> {
    let named: Option<Vec<String>> = regions
        .iter()
        .map(|region| {
            let label = region.name.strip_prefix("region ")?;
            let fits = !label.is_empty() && label.chars().all(char::is_alphanumeric);
            fits.then(|| label.to_owned())
        })
        .collect();
    if let Some(labels) = named {
        return labels;
    }
    let letters = ('A'..='Z').chain('a'..='z').map(String::from);
    if regions.len() <= 52 {
        return letters.take(regions.len()).collect();
    }
    (1..=regions.len()).map(|number| number.to_string()).collect()
}

fn list(cells: impl Iterator<Item = Cell>) -> String {
    let cells = cells.map(|cell| format!("[{}, {}]", cell.row + 1, cell.column + 1));
    format!("[{}]", cells.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use crate::{GridPuzzle, parse};

    #[track_caller]
    fn check(text: &str) {
        let puzzle = parse(text).unwrap();
        let written = puzzle.as_kind::<GridPuzzle>().unwrap().to_toml();
        assert_eq!(parse(&written), Ok(puzzle), "{written}");
    }

    #[test]
    fn written_grids_are_parsed_as_equal_grids() {
        check("kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''");
        check("kind = 'grid'\nsize = 1\nregions = 'none'\ngivens = '1'");
        check("kind = 'grid'\nsize = 12\nbox = [3, 4]\ntitle = 'a \"b\" \\ c'\nauthor = 'é'");
        check("kind = 'grid'\nsize = 5\nregions = 'none'\ndiagonals = ['anti', 'main']");
        check(
            "kind = 'grid'\nregions = '''\nAAAB\nACBB\nCCDB\nCDDD\n'''\n[[group]]\n\
             name = 'corners'\ncells = [[1, 1], [1, 4], [4, 1], [4, 4]]\n[[group]]\ncells = [[2, 2], [3, 3]]",
        );
        check(
            "kind = 'grid'\nsize = 4\n[[rule]]\ntype = 'cells'\nsum = 5\ncells = [[1, 1], [1, 2]]\n\
             [[rule]]\ntype = 'cells'\nsum = 4\ndifferent = false\nname = 'x'\ncells = [[3, 1], [4, 1]]",
        );
        let wide: Vec<String> = (0..11)
            .map(|row| {
                (0..11).map(|i| ((row + i) % 11 + 1).to_string()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        check(&format!("kind = 'grid'\nregions = 'none'\ngivens = '''\n{}\n'''", wide.join("\n")));
    }

    #[test]
    fn examples_survive_writing_and_parsing() {
        for name in ["classic", "horrendum", "killer"] {
            let file = format!("{}/../../puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            check(&fs_err::read_to_string(file).unwrap());
        }
    }
}
