//! Renders a drawing as SVG.
//!
//! The image has no style sheet and no identifiers, so that several can be inlined in one page.
//! Lines and given texts have the colour of the surrounding text (`currentColor`), fills the same
//! colour with an opacity; so the image is readable on light and on dark pages. What was found is
//! blue and not bold, what is given is bold, except for marks and the labels of cages, which are
//! small.

use std::fmt::Write;

use super::{Cage, Content, Drawing, Fill, Ink, Segment, Shape, Weight};
use crate::board::{Cell, CellMap, Edge, Size, Vertex};

/// The side of a cell, in the units of the image.
const SIDE: usize = 40;

/// The space around the cells, so that the outline is not cut.
const MARGIN: usize = 4;

/// The distance from the border of a cell to the outline of its first cage, and from that to the
/// next.
const CAGE_INSET: usize = 3;

/// The font size of the labels of cages.
const CAGE_LABEL: usize = 10;

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

/// Returns a text as the content of an element or attribute. Characters that XML does not allow are
/// left out.
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
    /// *Shape*: the element has a `viewBox` and the size in pixels at which a cell has 40 pixels; a
    /// page can scale it. The last line ends with a line break.
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
        self.write_shades(&mut out);
        self.write_thin_lines(&mut out);
        for (weight, stroke) in [(Weight::Light, 1), (Weight::Heavy, 3)] {
            self.write_borders(&mut out, weight, stroke);
        }
        self.write_found_borders(&mut out);
        self.write_cages(&mut out);
        for ink in [Ink::Given, Ink::Found] {
            self.write_segments(&mut out, ink);
        }
        for cell in self.size().cells() {
            self.write_cell(&mut out, cell);
        }
        self.write_points(&mut out);
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

    /// Writes the shaded cells and the triangles of the solution as one path.
    fn write_shades(&self, out: &mut String) {
        let mut path = String::new();
        for (cell, drawn) in self.cells.iter() {
            let (left, top) = (line_at(cell.column), line_at(cell.row));
            let (right, bottom) = (left + SIDE, top + SIDE);
            let corners: &[(usize, usize)] = match drawn.shape {
                _ if drawn.is_shaded => {
                    &[(left, top), (right, top), (right, bottom), (left, bottom)]
                }
                Some(Shape::BottomLeft) => &[(left, top), (right, bottom), (left, bottom)],
                Some(Shape::BottomRight) => &[(right, top), (right, bottom), (left, bottom)],
                Some(Shape::TopRight) => &[(left, top), (right, top), (right, bottom)],
                Some(Shape::TopLeft) => &[(left, top), (right, top), (left, bottom)],
                Some(Shape::Falling | Shape::Rising) | None => continue,
            };
            for (index, (x, y)) in corners.iter().enumerate() {
                let command = if index == 0 { 'M' } else { 'L' };
                write!(path, "{command}{x} {y}").expect("writing to a string cannot fail");
            }
            path.push('Z');
        }
        if !path.is_empty() {
            writeln!(out, "<path d=\"{path}\" fill=\"{FOUND}\" fill-opacity=\"0.6\"/>")
                .expect("writing to a string cannot fail");
        }
    }

    /// Writes the borders and the diagonals of the solution as one path.
    fn write_found_borders(&self, out: &mut String) {
        let mut path = String::new();
        for (edge, _) in self.found_borders.iter().filter(|(_, is_found)| **is_found) {
            let [from, to] = edge.ends();
            let [(x1, y1), (x2, y2)] =
                [from, to].map(|Vertex { row, column }| (line_at(column), line_at(row)));
            write!(path, "M{x1} {y1}L{x2} {y2}").expect("writing to a string cannot fail");
        }
        for (cell, drawn) in self.cells.iter() {
            let (left, top) = (line_at(cell.column), line_at(cell.row));
            let (right, bottom) = (left + SIDE, top + SIDE);
            let line = match drawn.shape {
                Some(Shape::Falling) => format!("M{left} {top}L{right} {bottom}"),
                Some(Shape::Rising) => format!("M{left} {bottom}L{right} {top}"),
                _ => continue,
            };
            path.push_str(&line);
        }
        if !path.is_empty() {
            writeln!(
                out,
                "<path d=\"{path}\" stroke=\"{FOUND}\" stroke-width=\"4\" stroke-linecap=\"round\"/>"
            )
            .expect("writing to a string cannot fail");
        }
    }

    /// Writes the points and the dots.
    fn write_points(&self, out: &mut String) {
        for point in &self.points {
            let (x, y) = (MARGIN + SIDE * point.column / 2, MARGIN + SIDE * point.row / 2);
            let (radius, fill) = match (&point.text, point.is_black) {
                (Some(_), _) => (SIDE / 4, "Canvas"),
                (None, false) => (SIDE / 6, "Canvas"),
                (None, true) => (SIDE / 6, "currentColor"),
            };
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" stroke=\"currentColor\" fill=\"{fill}\"/>"
            )
            .expect("writing to a string cannot fail");
            if let Some(text) = &point.text {
                write_label(out, &Label { text, x, y, size: SIDE * 2 / 5, ink: Ink::Given });
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

    /// Writes all thin lines as one path.
    fn write_thin_lines(&self, out: &mut String) {
        let mut path = String::new();
        for [from, to] in &self.thin_lines {
            let [(x1, y1), (x2, y2)] =
                [from, to].map(|&Vertex { row, column }| (line_at(column), line_at(row)));
            write!(path, "M{x1} {y1}L{x2} {y2}").expect("writing to a string cannot fail");
        }
        if !path.is_empty() {
            writeln!(out, "<path d=\"{path}\" stroke=\"currentColor\" stroke-opacity=\"0.5\"/>")
                .expect("writing to a string cannot fail");
        }
    }

    /// Writes the cages, each further inside its cells than the earlier ones that it overlaps.
    fn write_cages(&self, out: &mut String) {
        // For each cell, at which insets an outline was drawn.
        let mut drawn = CellMap::new(self.size(), [false; Self::MAX_CAGES]);
        for cage in &self.cages {
            let is_free = |level: &usize| cage.cells.iter().all(|&cell| !drawn[cell][*level]);
            let Some(level) = (0..Self::MAX_CAGES).find(is_free) else { continue };
            for &cell in &cage.cells {
                drawn[cell][level] = true;
            }
            write_cage(out, cage, level);
        }
    }

    /// Writes all lines between cells in one ink as one path.
    fn write_segments(&self, out: &mut String, ink: Ink) {
        let mut path = String::new();
        for segment in self.segments.iter().filter(|segment| segment.ink == ink) {
            let Segment { from, to, is_double, .. } = *segment;
            let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
            // Two lines are moved to both sides of the centre.
            let (x, y) = if from.row == to.row { (0, SIDE / 10) } else { (SIDE / 10, 0) };
            let lines: &[(usize, usize, usize, usize)] = if is_double {
                &[(x1 - x, y1 - y, x2 - x, y2 - y), (x1 + x, y1 + y, x2 + x, y2 + y)]
            } else {
                &[(x1, y1, x2, y2)]
            };
            for (x1, y1, x2, y2) in lines {
                write!(path, "M{x1} {y1}L{x2} {y2}").expect("writing to a string cannot fail");
            }
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
        if let Some(is_black) = drawn.disc {
            let fill = if is_black { "currentColor" } else { "Canvas" };
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" stroke=\"currentColor\" stroke-width=\"2\" fill=\"{fill}\"/>",
                SIDE / 3
            )
            .expect("writing to a string cannot fail");
        }
        match &drawn.content {
            Some(Content::Text(text, Ink::Given)) if drawn.disc == Some(true) => {
                // On a black circle.
                writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\" font-size=\"{}\" font-weight=\"bold\" fill=\"Canvas\">{}</text>",
                    SIDE * 2 / 5,
                    xml_text(text)
                )
                .expect("writing to a string cannot fail");
            }
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
            Some(Content::Marks { numbers, n }) => self.write_marks(out, cell, numbers, *n),
            None => {}
        }
    }

    /// Writes the marks of a cell, each row of them as one text.
    fn write_marks(&self, out: &mut String, cell: Cell, numbers: &[usize], n: usize) {
        // Cages have their outlines and labels at the borders of the cell.
        let (border, head) = if self.cages.is_empty() { (2, 2) } else { (4, CAGE_LABEL + 1) };
        let per_row = (1..).find(|side| side * side >= n).expect("some square is large enough");
        // The centre of a place among those in `length`, rounded.
        let centre_at =
            |place: usize, length: usize| ((2 * place + 1) * length + per_row) / (2 * per_row);
        let (width, height) = (SIDE - 2 * border, SIDE - border - head);
        let size = 7 * height.min(width) / (10 * per_row);
        let row_of = |number: &usize| (number - 1) / per_row;
        for row in numbers.chunk_by(|a, b| row_of(a) == row_of(b)) {
            let y = line_at(cell.row) + head + centre_at(row_of(&row[0]), height);
            write!(
                out,
                "<text y=\"{y}\" dy=\"0.35em\" font-size=\"{size}\" fill=\"currentColor\">"
            )
            .expect("writing to a string cannot fail");
            for number in row {
                let place = (number - 1) % per_row;
                let x = line_at(cell.column) + border + centre_at(place, width);
                write!(out, "<tspan x=\"{x}\">{number}</tspan>")
                    .expect("writing to a string cannot fail");
            }
            out.push_str("</text>\n");
        }
    }
}

/// Writes the outline of a cage and its label.
fn write_cage(out: &mut String, cage: &Cage, level: usize) {
    let inset = CAGE_INSET * (level + 1);
    // A side of a cell ends before the next side of the cell, goes on in the next cell of the cage,
    // or ends at a side of the diagonal cell:
    //
    //   beside: no       beside: yes, diagonal: no      beside and diagonal: yes
    //
    //     |  ┌╌╌╌            ╌╌╌|╌╌╌╌                        ╎|
    //     |  ╎                  |                            └|╌╌╌╌
    let start = |at: usize, beside: bool, diagonal: bool| match (beside, diagonal) {
        (false, _) => at + inset,
        (true, false) => at,
        (true, true) => at - inset,
    };
    let end = |at: usize, beside: bool, diagonal: bool| match (beside, diagonal) {
        (false, _) => at - inset,
        (true, false) => at,
        (true, true) => at + inset,
    };
    let mut path = String::new();
    for &Cell { row, column } in &cage.cells {
        let has = |rows: isize, columns: isize| {
            let neighbour = row.checked_add_signed(rows).zip(column.checked_add_signed(columns));
            neighbour.is_some_and(|(row, column)| cage.cells.contains(&Cell::new(row, column)))
        };
        let (left, top) = (line_at(column), line_at(row));
        let (right, bottom) = (left + SIDE, top + SIDE);
        for (side, y) in [(-1, top + inset), (1, bottom - inset)] {
            if !has(side, 0) {
                let x1 = start(left, has(0, -1), has(side, -1));
                let x2 = end(right, has(0, 1), has(side, 1));
                write!(path, "M{x1} {y}H{x2}").expect("writing to a string cannot fail");
            }
        }
        for (side, x) in [(-1, left + inset), (1, right - inset)] {
            if !has(0, side) {
                let y1 = start(top, has(-1, 0), has(-1, side));
                let y2 = end(bottom, has(1, 0), has(1, side));
                write!(path, "M{x} {y1}V{y2}").expect("writing to a string cannot fail");
            }
        }
    }
    // A dash and a gap are a fifth of a cell, so that they continue from cell to cell.
    writeln!(
        out,
        "<path d=\"{path}\" stroke=\"currentColor\" stroke-opacity=\"0.7\" stroke-dasharray=\"5 3\"/>"
    )
    .expect("writing to a string cannot fail");
    if let (Some(label), Some(first)) = (&cage.label, cage.cells.first()) {
        let x = line_at(first.column) + CAGE_INSET + 2;
        let y = line_at(first.row) + 2 + CAGE_LABEL * (level + 1);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{CAGE_LABEL}\" text-anchor=\"start\" \
             fill=\"currentColor\">{}</text>",
            xml_text(label)
        )
        .expect("writing to a string cannot fail");
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
    use std::collections::{BTreeMap, BTreeSet};

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
    fn cages_marks_and_thin_lines_are_drawn() {
        let mut drawing = Drawing::new(Size::new(2, 2), "");
        drawing.thin_line(Vertex { row: 0, column: 0 }, Vertex { row: 2, column: 2 });
        // An L with a concave corner, and a cell of it further inside.
        let cells = [(1, 1), (0, 0), (1, 0)].map(|(row, column)| Cell::new(row, column));
        drawing.cage(cells, Some("<12>".to_owned()));
        drawing.cage([Cell::new(0, 0)], None);
        drawing.marks(Cell::new(0, 1), [1, 3, 4], 4);
        insta::assert_snapshot!(drawing.to_svg());
        assert_eq!(drawing.to_text(), "· ·\n· ·\n");
    }

    /// Every corner of the outlines is a point where one horizontal and one vertical line end.
    #[test]
    fn outlines_of_cages_are_closed() {
        // Each pattern of nine cells.
        for pattern in 1..1_u32 << 9 {
            let cells = Size::new(3, 3).cells().enumerate();
            let cells: BTreeSet<Cell> =
                cells.filter(|(i, _)| pattern >> i & 1 == 1).map(|(_, cell)| cell).collect();
            let n_cells = cells.len();
            let mut out = String::new();
            write_cage(&mut out, &Cage { cells, label: None }, 0);
            let path = out.split('"').nth(1).unwrap();
            let mut ends: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            let mut n_lines = 0;
            for line in path.split('M').skip(1) {
                let (start, end) = line.split_once(['H', 'V']).unwrap();
                let (x, y) = start.split_once(' ').unwrap();
                let [x, y, end] = [x, y, end].map(|number| number.parse::<usize>().unwrap());
                *ends.entry((x, y)).or_default() += 1;
                *ends.entry(if line.contains('H') { (end, y) } else { (x, end) }).or_default() += 1;
                n_lines += 1;
            }
            assert!(n_lines <= 4 * n_cells);
            assert!(ends.values().all(|&n| n == 2), "{pattern:b}: {path}");
        }
    }

    #[test]
    fn only_some_overlapping_cages_are_drawn() {
        let mut drawing = Drawing::new(Size::new(1, 2), "");
        for _ in 0..=Drawing::MAX_CAGES {
            drawing.cage([Cell::new(0, 0)], None);
        }
        // One beside them.
        drawing.cage([Cell::new(0, 1)], None);
        let svg = drawing.to_svg();
        assert_eq!(svg.matches("stroke-dasharray").count(), Drawing::MAX_CAGES + 1);
        assert_eq!(svg.matches("M7 7H41").count(), 1);
        assert_eq!(svg.matches("M16 16H32").count(), 1);
    }

    #[test]
    fn runs_are_maximal() {
        assert_eq!(runs(6, |i| [0, 1, 3, 5].contains(&i)), [(0, 2), (3, 4), (5, 6)]);
        assert_eq!(runs(3, |_| false), []);
    }
}
