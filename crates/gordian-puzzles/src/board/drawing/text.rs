//! Renders a drawing with box-drawing characters.
//!
//! A drawing with borders has three characters or more for each cell and lines between the cells:
//!
//! ```text
//! ┏━━━┯━━━┳━━━┯━━━┓
//! ┃ 1 │ · ┃ · │ · ┃
//! ```
//!
//! A drawing without borders has one word for each cell.

use std::fmt::Write;

use super::{Content, Drawing, DrawnCell, Fill, Ink, Shape, Weight};
use crate::board::{Cell, CellMap, Direction, Edge, Size, Vertex};

/// The characters for four lines that meet: up, right, down and left, each none, light or heavy.
/// The index of a character is a number in base 3 with these digits.
const CROSSINGS: [&str; 3] =
    [" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳", "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈", "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"];

/// Returns the character for a crossing with lines going up, right, down and left.
fn crossing(lines: [Weight; 4]) -> char {
    let [up, right, down, left] = lines.map(|weight| match weight {
        Weight::None => 0,
        Weight::Light => 1,
        Weight::Heavy => 2,
    });
    let index = 9 * right + 3 * down + left;
    CROSSINGS[up].chars().nth(index).expect("each string has 27 characters")
}

/// Returns the character for lines through the centre of a cell.
fn line_character(arms: [bool; 4]) -> char {
    crossing(arms.map(|arm| if arm { Weight::Light } else { Weight::None }))
}

/// Returns the text of a cell; `None` for an empty one.
fn cell_text(cell: &DrawnCell) -> Option<String> {
    let shape = cell.shape.map(|shape| match shape {
        Shape::Falling => "\\",
        Shape::Rising => "/",
        Shape::BottomLeft => "◣",
        Shape::BottomRight => "◢",
        Shape::TopRight => "◥",
        Shape::TopLeft => "◤",
    });
    if let Some(shape) = shape {
        return Some(shape.to_owned());
    }
    match (&cell.content, cell.circle) {
        (Some(Content::Text(text, _)), _) => match cell.disc {
            Some(is_black) => Some(format!("{}{text}", disc_character(is_black))),
            None => Some(text.clone()),
        },
        (Some(Content::Clues { lower_left, upper_right }), _) => {
            let part = |clue: &Option<String>| clue.clone().unwrap_or_default();
            Some(format!("{}\\{}", part(lower_left), part(upper_right)))
        }
        (Some(Content::Marks { .. }) | None, Some(_)) => Some("o".to_owned()),
        (Some(Content::Marks { .. }) | None, None) => {
            cell.disc.map(|is_black| disc_character(is_black).to_string())
        }
    }
}

fn disc_character(is_black: bool) -> char {
    if is_black { '●' } else { '○' }
}

/// Returns the character with which the rest of a cell is filled.
fn fill_character(cell: &DrawnCell) -> char {
    match cell.fill {
        _ if cell.is_shaded => '▓',
        Fill::Outside | Fill::White => ' ',
        Fill::Shaded => '░',
        Fill::Black => '█',
    }
}

impl Drawing {
    /// Renders the drawing as text.
    ///
    /// An empty white cell is drawn as `·`. Every line ends with a line break. *Cost*: proportional
    /// to the size of the text.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.to_highlighted_text(&String::from)
    }

    /// Renders the drawing as text, and every character of a given text as the result of
    /// `highlight`.
    #[must_use]
    pub fn to_highlighted_text(&self, highlight: &dyn Fn(char) -> String) -> String {
        let arms = self.arms();
        if self.borders.iter().all(|(_, &weight)| weight == Weight::None) {
            self.words(&arms, highlight)
        } else {
            self.boxes(&arms, highlight)
        }
    }

    /// Returns the number of characters of the longest text in a cell.
    fn text_width(&self) -> usize {
        let texts = self.cells.values().iter().filter_map(cell_text);
        texts.map(|text| text.chars().count()).max().unwrap_or(0).max(self.min_width)
    }

    /// Returns the cell in `width` characters, its text on the right.
    fn cell_word(
        &self,
        cell: Cell,
        arms: &CellMap<[bool; 4]>,
        width: usize,
        highlight: &dyn Fn(char) -> String,
    ) -> String {
        let drawn = &self.cells[cell];
        let fill = fill_character(drawn);
        let text = cell_text(drawn).unwrap_or_else(|| {
            if arms[cell].contains(&true) {
                line_character(arms[cell]).to_string()
            } else if drawn.fill == Fill::White && !drawn.is_shaded {
                "·".to_owned()
            } else {
                fill.to_string()
            }
        });
        let pad = if has_arm(arms, cell, Direction::Left) { '─' } else { fill };
        let missing = width.saturating_sub(text.chars().count());
        let mut word = String::from_iter(std::iter::repeat_n(pad, missing));
        match &drawn.content {
            Some(Content::Text(_, Ink::Given)) => word.extend(text.chars().map(highlight)),
            _ => word.push_str(&text),
        }
        word
    }

    /// Renders a drawing without borders: words separated by blanks, which lines replace.
    fn words(&self, arms: &CellMap<[bool; 4]>, highlight: &dyn Fn(char) -> String) -> String {
        let Size { rows, columns } = self.size();
        let width = self.text_width();
        let goes_down = |cell| has_arm(arms, cell, Direction::Down);
        let has_vertical_lines = self.size().cells().any(goes_down);
        let mut out = String::new();
        for row in 0..rows {
            for column in 0..columns {
                let cell = Cell::new(row, column);
                out.push_str(&self.cell_word(cell, arms, width, highlight));
                if column + 1 < columns {
                    out.push(if has_arm(arms, cell, Direction::Right) { '─' } else { ' ' });
                }
            }
            end_line(&mut out);
            if has_vertical_lines && row + 1 < rows {
                for column in 0..columns {
                    let line = if goes_down(Cell::new(row, column)) { '│' } else { ' ' };
                    write!(out, "{line:>width$} ").expect("writing to a string cannot fail");
                }
                end_line(&mut out);
            }
        }
        out
    }

    /// Renders a drawing with borders.
    fn boxes(&self, arms: &CellMap<[bool; 4]>, highlight: &dyn Fn(char) -> String) -> String {
        let Size { rows, columns } = self.size();
        let width = self.text_width();
        let mut out = String::new();
        for row in 0..=rows {
            for column in 0..=columns {
                let edges = Vertex { row, column }.edges(self.size());
                let lines = edges.map(|edge| edge.map_or(Weight::None, |edge| self.weight(edge)));
                out.push(crossing(lines));
                if column < columns {
                    let weight = self.weight(Edge::Horizontal { row, column });
                    let line = crossing([Weight::None, weight, Weight::None, weight]);
                    out.extend(std::iter::repeat_n(line, width + 2));
                }
            }
            end_line(&mut out);
            if row == rows {
                break;
            }
            for column in 0..=columns {
                let weight = self.weight(Edge::Vertical { row, column });
                out.push(crossing([weight, Weight::None, weight, Weight::None]));
                if column < columns {
                    let cell = Cell::new(row, column);
                    let fill = fill_character(&self.cells[cell]);
                    let pad = |side| if has_arm(arms, cell, side) { '─' } else { fill };
                    out.push(pad(Direction::Left));
                    out.push_str(&self.cell_word(cell, arms, width, highlight));
                    out.push(pad(Direction::Right));
                }
            }
            end_line(&mut out);
        }
        self.with_points(&out, width)
    }

    /// Returns the weight of a border, be it given or found.
    fn weight(&self, edge: Edge) -> Weight {
        if self.found_borders[edge] { Weight::Heavy } else { self.borders[edge] }
    }

    /// Writes the points and dots over the lines of a drawing with borders, of which each character
    /// is on a line between cells or in a cell.
    fn with_points(&self, text: &str, width: usize) -> String {
        if self.points.is_empty() {
            return text.to_owned();
        }
        let mut lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        for point in &self.points {
            // The centre of a cell is where its text ends.
            let offset = if point.column % 2 == 0 { 0 } else { width + 1 };
            let at = point.column / 2 * (width + 3) + offset;
            let character = match &point.text {
                Some(text) => text.chars().next().unwrap_or(' '),
                None => disc_character(point.is_black),
            };
            let Some(line) = lines.get_mut(point.row) else { continue };
            line.resize(line.len().max(at + 1), ' ');
            line[at] = character;
        }
        lines.into_iter().map(|line| String::from_iter(line) + "\n").collect()
    }
}

fn has_arm(arms: &CellMap<[bool; 4]>, cell: Cell, direction: Direction) -> bool {
    arms[cell][usize::from(direction.quarter_turns())]
}

/// Ends a line, without blanks before the line break.
fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Regions;

    #[test]
    fn crossings_have_the_lines_of_their_names() {
        use Weight::{Heavy, Light, None};
        assert!(CROSSINGS.iter().all(|part| part.chars().count() == 27));
        let check = |lines, expected| assert_eq!(crossing(lines), expected);
        check([None, None, None, None], ' ');
        check([None, Heavy, Heavy, None], '┏');
        check([Heavy, Light, Heavy, None], '┠');
        check([Light, Heavy, Light, Light], '┾');
        check([Light, Light, Light, Light], '┼');
        check([Heavy, None, None, Light], '┚');
        check([None, Light, None, Heavy], '╾');
        check([Heavy, Heavy, Heavy, Heavy], '╋');
    }

    #[test]
    fn cells_are_as_wide_as_the_longest_text() {
        let mut drawing = Drawing::new(Size::new(2, 2), "");
        drawing.grid_lines();
        drawing.text(Cell::new(0, 0), "12", Ink::Given);
        drawing.fill(Cell::new(0, 1), Fill::Shaded);
        drawing.clues(Cell::new(0, 1), Some("7".to_owned()), Option::None);
        drawing.fill(Cell::new(1, 0), Fill::Black);
        insta::assert_snapshot!(drawing.to_text(), @r"
        ┏━━━━┯━━━━┓
        ┃ 12 │░7\░┃
        ┠────┼────┨
        ┃████│  · ┃
        ┗━━━━┷━━━━┛
        ");
    }

    #[test]
    fn regions_have_heavy_borders_and_outside_cells_none() {
        let size = Size::new(2, 3);
        let labels = CellMap::from_values(Size::new(2, 3), "abbaab".chars().map(Some).collect());
        let mut drawing = Drawing::new(size, "");
        drawing.grid_lines();
        drawing.region_borders(&Regions::from_labels(&labels.unwrap()));
        insta::assert_snapshot!(drawing.to_text(), @r"
        ┏━━━┳━━━┯━━━┓
        ┃ · ┃ · │ · ┃
        ┠───╄━━━╅───┨
        ┃ · │ · ┃ · ┃
        ┗━━━┷━━━┻━━━┛
        ");

        // A clue above and one on the left of a board of one cell.
        let mut drawing = Drawing::new(Size::new(2, 2), "");
        for edge in Direction::ALL.map(|side| Edge::of(Cell::new(1, 1), side)) {
            drawing.border(edge, Weight::Light);
        }
        for (row, column) in [(0, 0), (0, 1), (1, 0)] {
            drawing.fill(Cell::new(row, column), Fill::Outside);
        }
        drawing.text(Cell::new(0, 1), "3", Ink::Given);
        drawing.text(Cell::new(1, 0), "4", Ink::Given);
        assert_eq!(drawing.to_text(), "\n      3\n    ┌───┐\n  4 │ · │\n    └───┘\n");
    }

    #[test]
    fn lines_connect_the_centres_of_cells() {
        let mut drawing = Drawing::new(Size::new(3, 3), "");
        let corners = [(0, 0), (0, 2), (2, 2), (2, 0), (0, 0)].map(|(r, c)| Cell::new(r, c));
        for pair in corners.windows(2) {
            drawing.segment(pair[0], pair[1], Ink::Found);
        }
        drawing.circle(Cell::new(2, 1), Ink::Given);
        insta::assert_snapshot!(drawing.to_text(), @r"
        ┌───┐
        │   │
        │ · │
        │   │
        └─o─┘
        ");
        drawing.grid_lines();
        insta::assert_snapshot!(drawing.to_text(), @r"
        ┏━━━┯━━━┯━━━┓
        ┃ ┌─│───│─┐ ┃
        ┠───┼───┼───┨
        ┃ │ │ · │ │ ┃
        ┠───┼───┼───┨
        ┃ └─│─o─│─┘ ┃
        ┗━━━┷━━━┷━━━┛
        ");
    }

    #[test]
    fn a_drawing_without_cells_is_empty() {
        assert_eq!(Drawing::new(Size::new(0, 0), "").to_text(), "");
    }
}
