//! Renders a drawing as SVG.
//!
//! The image has no style sheet and no identifiers, so that several can be inlined in one page. Lines and
//! given texts have the colour of the surrounding text (`currentColor`), fills the same colour with
//! an opacity; so the image is readable on light and on dark pages. What was found is blue
//! and not bold, what is given is bold.

use std::fmt::Write;

use super::{Content, Drawing, Fill, Ink, Segment, Weight};
use crate::board::{Cell, Edge, Size};

/// The side of a cell, in the units of the image.
const SIDE: usize = 40;

/// The space around the cells, so that the outline is not cut.
const MARGIN: usize = 4;

/// A blue with sufficient contrast to white and to black.
const FOUND: &str = "#2f7de1";

/// Returns the distance from the left or upper border of the image to a line between cells.
fn line_at(index: usize) -> usize {
    MARGIN + SIDE * index
}

fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Given => "currentColor",
        Ink::Found => FOUND,
    }
}

/// Returns a text as the content of an element or attribute. Characters that XML does not allow are left
/// out.
fn xml_text(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars().filter(|&c| !c.is_control()) {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // The only other characters that XML does not allow.
            '\u{fffe}' | '\u{ffff}' => {}
            other => out.push(other),
        }
    }
    out
}

/// The place, size and looks of a text.
struct Label<'t> {
    text: &'t str,
    /// The centre.
    x: usize,
    y: usize,
    size: usize,
    ink: Ink,
}

impl Drawing {
    /// Renders the drawing as a self-contained SVG element.
    ///
    /// *Shape*: the element has a `viewBox` and the size in pixels at which a cell has 40 pixels; a page
    /// can scale it. The last line ends with a line break.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let Size { rows, columns } = self.size();
        let (width, height) = (line_at(columns) + MARGIN, line_at(rows) + MARGIN);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" fill=\"none\" font-family=\"sans-serif\" \
             text-anchor=\"middle\">\n<title>{}</title>\n",
            xml_text(&self.title)
        );
        self.write_fills(&mut out);
        for (weight, stroke) in [(Weight::Light, 1), (Weight::Heavy, 3)] {
            self.write_borders(&mut out, weight, stroke);
        }
        for ink in [Ink::Given, Ink::Found] {
            self.write_segments(&mut out, ink);
        }
        for cell in self.size().cells() {
            self.write_cell(&mut out, cell);
        }
        out.push_str("</svg>\n");
        out
    }

    /// Writes the backgrounds, those of adjacent cells in a row together.
    fn write_fills(&self, out: &mut String) {
        for (row, cells) in self.cells.rows().enumerate() {
            let mut column = 0;
            for part in cells.chunk_by(|a, b| a.fill == b.fill) {
                let opacity = match part[0].fill {
                    Fill::Outside | Fill::White => None,
                    Fill::Shaded => Some("0.15"),
                    Fill::Black => Some("0.4"),
                };
                if let Some(opacity) = opacity {
                    let (x, y, width) = (line_at(column), line_at(row), SIDE * part.len());
                    writeln!(
                        out,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{SIDE}\" \
                         fill=\"currentColor\" fill-opacity=\"{opacity}\"/>"
                    )
                    .expect("writing to a string cannot fail");
                }
                column += part.len();
            }
        }
    }

    /// Writes all borders of a weight as one path.
    fn write_borders(&self, out: &mut String, weight: Weight, stroke: usize) {
        let Size { rows, columns } = self.size();
        let mut path = String::new();
        for row in 0..=rows {
            let line = |column| self.borders[Edge::Horizontal { row, column }] == weight;
            for (start, end) in runs(columns, line) {
                let (x, y, end) = (line_at(start), line_at(row), line_at(end));
                write!(path, "M{x} {y}H{end}").expect("writing to a string cannot fail");
            }
        }
        for column in 0..=columns {
            let line = |row| self.borders[Edge::Vertical { row, column }] == weight;
            for (start, end) in runs(rows, line) {
                let (x, y, end) = (line_at(column), line_at(start), line_at(end));
                write!(path, "M{x} {y}V{end}").expect("writing to a string cannot fail");
            }
        }
        if !path.is_empty() {
            writeln!(
                out,
                "<path d=\"{path}\" stroke=\"currentColor\" stroke-width=\"{stroke}\" \
                 stroke-linecap=\"square\"/>"
            )
            .expect("writing to a string cannot fail");
        }
    }

    /// Writes all lines between cells in one ink as one path.
    fn write_segments(&self, out: &mut String, ink: Ink) {
        let mut path = String::new();
        for Segment { from, to, .. } in self.segments.iter().filter(|segment| segment.ink == ink) {
            let ((x1, y1), (x2, y2)) = (centre(*from), centre(*to));
            write!(path, "M{x1} {y1}L{x2} {y2}").expect("writing to a string cannot fail");
        }
        if !path.is_empty() {
            writeln!(
                out,
                "<path d=\"{path}\" stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\"/>",
                colour(ink)
            )
            .expect("writing to a string cannot fail");
        }
    }

    /// Writes the circle and the text of a cell.
    fn write_cell(&self, out: &mut String, cell: Cell) {
        let drawn = &self.cells[cell];
        let (x, y) = centre(cell);
        if let Some(ink) = drawn.circle {
            let colour = colour(ink);
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke=\"{colour}\" stroke-width=\"2\" \
                 fill=\"{colour}\" fill-opacity=\"0.25\"/>",
                2 * SIDE / 5
            )
            .expect("writing to a string cannot fail");
        }
        match &drawn.content {
            Some(Content::Text(text, ink)) => {
                let size = match text.chars().count() {
                    0..=2 => SIDE / 2,
                    n => (SIDE * 3 / 2 / n).min(SIDE / 2),
                };
                write_label(out, &Label { text, x, y, size, ink: *ink });
            }
            Some(Content::Clues { lower_left, upper_right }) => {
                let (left, top) = (line_at(cell.column), line_at(cell.row));
                writeln!(
                    out,
                    "<path d=\"M{left} {top}L{} {}\" stroke=\"currentColor\"/>",
                    left + SIDE,
                    top + SIDE
                )
                .expect("writing to a string cannot fail");
                let size = SIDE * 2 / 5;
                let quarter = SIDE / 4 + 1;
                if let Some(text) = lower_left {
                    let (x, y) = (left + quarter, top + SIDE - quarter);
                    write_label(out, &Label { text, x, y, size, ink: Ink::Given });
                }
                if let Some(text) = upper_right {
                    let (x, y) = (left + SIDE - quarter, top + quarter);
                    write_label(out, &Label { text, x, y, size, ink: Ink::Given });
                }
            }
            None => {}
        }
    }
}

fn write_label(out: &mut String, label: &Label<'_>) {
    let Label { text, x, y, size, ink } = label;
    let weight = match ink {
        Ink::Given => " font-weight=\"bold\"",
        Ink::Found => "",
    };
    // The height of capitals and digits is seven tenths of the size in most fonts.
    writeln!(
        out,
        "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" font-size=\"{size}\"{weight} fill=\"{}\">{}</text>",
        colour(*ink),
        xml_text(text)
    )
    .expect("writing to a string cannot fail");
}

fn centre(cell: Cell) -> (usize, usize) {
    (line_at(cell.column) + SIDE / 2, line_at(cell.row) + SIDE / 2)
}

/// Returns the maximal runs of indices below `n` with a property, each with its exclusive end.
fn runs(n: usize, has: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for index in (0..n).filter(|&index| has(index)) {
        match runs.last_mut() {
            Some((_, end)) if *end == index => *end += 1,
            _ => runs.push((index, index + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_written_once() {
        let mut drawing = Drawing::new(Size::new(2, 2), "a <b> & \"c\"\u{1b}");
        drawing.grid_lines();
        drawing.fill(Cell::new(0, 0), Fill::Black);
        drawing.fill(Cell::new(0, 1), Fill::Black);
        drawing.text(Cell::new(0, 0), "2", Ink::Given);
        drawing.circle(Cell::new(1, 0), Ink::Found);
        drawing.fill(Cell::new(0, 1), Fill::Shaded);
        drawing.clues(Cell::new(0, 1), Some("16".to_owned()), Some("7".to_owned()));
        drawing.text(Cell::new(1, 1), "<12>", Ink::Found);
        drawing.segment(Cell::new(1, 0), Cell::new(1, 1), Ink::Found);
        insta::assert_snapshot!(drawing.to_svg());
    }

    #[test]
    fn runs_are_maximal() {
        assert_eq!(runs(6, |i| [0, 1, 3, 5].contains(&i)), [(0, 2), (3, 4), (5, 6)]);
        assert_eq!(runs(3, |_| false), []);
    }
}
