//! Drawings of pencil puzzles.

use super::board::{Board, Clue, Side};
use super::file::{clue_text, outside_text};
use super::form::{CellForm, CellLayer, EdgeLayer, Form, Walls};
use super::marks::{BLOCKED, Marks, value_text};
use crate::board::{Cell, Direction, Drawing, Edge, Fill, Ink, Shape, Size, Weight};

/// Returns the drawing of a board, with what is known of its solution. Marks of another size are
/// left out.
pub(crate) fn drawing(form: &Form, board: &Board, marks: Option<&Marks>, title: &str) -> Drawing {
    let size = board.size();
    let marks = marks.filter(|marks| marks.size == size);
    let depth = |side: Side| board.outside[side as usize].iter().map(Vec::len).max().unwrap_or(0);
    let [above, below, left, right] = Side::ALL.map(depth);
    let whole = Size::new(above + size.rows + below, left + size.columns + right);
    let mut canvas = Canvas { drawing: Drawing::new(whole, title), size, above, left };
    for cell in whole.cells() {
        if !canvas.is_inside(cell) {
            canvas.drawing.fill(cell, Fill::Outside);
        }
    }
    canvas.lines(form, board);
    for (cell, clue) in board.cells.iter() {
        canvas.clue(form, cell, clue);
    }
    canvas.outside(form, board);
    for (place, clue) in board.points.iter().filter(|(_, clue)| clue.is_clue()) {
        let (row, column) = (2 * (place.row + above), 2 * (place.column + left));
        canvas.drawing.point(row, column, clue_text(form.points, clue));
    }
    for (place, clue) in board.dots.iter() {
        if let Clue::Mark(mark) = clue {
            let (row, column) = (place.row + 1 + 2 * above, place.column + 1 + 2 * left);
            canvas.drawing.dot(row, column, *mark == 1);
        }
    }
    if let Some(marks) = marks {
        canvas.marks(form, board, marks);
    }
    canvas.drawing
}

/// A drawing with room outside the board.
struct Canvas {
    drawing: Drawing,
    size: Size,
    /// The rows above the board, and the columns left of it.
    above: usize,
    left: usize,
}

impl Canvas {
    fn is_inside(&self, cell: Cell) -> bool {
        let inside = cell.row.checked_sub(self.above).zip(cell.column.checked_sub(self.left));
        inside.is_some_and(|(row, column)| self.size.contains(Cell::new(row, column)))
    }

    /// Returns the place of a cell of the board.
    fn cell(&self, cell: Cell) -> Cell {
        Cell::new(cell.row + self.above, cell.column + self.left)
    }

    fn edge(&self, edge: Edge) -> Edge {
        match edge {
            Edge::Horizontal { row, column } => {
                Edge::Horizontal { row: row + self.above, column: column + self.left }
            }
            Edge::Vertical { row, column } => {
                Edge::Vertical { row: row + self.above, column: column + self.left }
            }
        }
    }

    fn lines(&mut self, form: &Form, board: &Board) {
        let is_slither = form.edge_layer == Some(EdgeLayer::Outline);
        for edge in self.size.edges() {
            let cells = edge.cells(self.size);
            let is_outer = edge.is_outer(self.size);
            let is_part = cells.iter().flatten().any(|&cell| board.is_cell(cell));
            let is_wall = board.walls[edge];
            let hole_beside = cells.iter().flatten().any(|&cell| !board.is_cell(cell));
            let is_blocked_cell =
                form.walls == Walls::None && form.edge_layer != Some(EdgeLayer::Borders);
            let weight = if !is_part && !is_blocked_cell {
                Weight::None
            } else if is_slither {
                Weight::Light
            } else if is_outer || is_wall || hole_beside && !is_blocked_cell {
                Weight::Heavy
            } else {
                Weight::Light
            };
            let edge = self.edge(edge);
            self.drawing.border(edge, weight);
        }
    }

    fn clue(&mut self, form: &Form, cell: Cell, clue: &Clue) {
        let at = self.cell(cell);
        let is_black = form.has_black_clues() && clue.is_clue();
        if let Clue::Sums { down, right } = clue {
            self.drawing.fill(at, Fill::Shaded);
            if down.or(*right).is_some() {
                let text = |sum: &Option<u32>| sum.map(|sum| sum.to_string());
                self.drawing.clues(at, text(down), text(right));
            }
            return;
        }
        if is_black {
            self.drawing.fill(at, Fill::Black);
        }
        match clue {
            Clue::Empty => {}
            Clue::Hole => {
                let is_blocked =
                    form.walls == Walls::None && form.edge_layer != Some(EdgeLayer::Borders);
                self.drawing.fill(at, if is_blocked { Fill::Black } else { Fill::Outside });
            }
            Clue::Number(None) if is_black => {}
            Clue::Circle { black, number } => {
                self.drawing.disc(at, *black);
                if let Some(number) = number {
                    self.drawing.text(at, number.to_string(), Ink::Given);
                }
            }
            Clue::Mark(mark) => {
                let Some(CellForm::Marks(marks)) = form.cells else { return };
                match marks[*mark].0 {
                    'o' => self.drawing.disc(at, false),
                    '*' => self.drawing.disc(at, true),
                    't' => self.drawing.text(at, "♣", Ink::Given),
                    'm' => self.drawing.text(at, "☾", Ink::Given),
                    's' => self.drawing.text(at, "☼", Ink::Given),
                    'v' => self.drawing.text(at, "|", Ink::Given),
                    'h' => self.drawing.text(at, "-", Ink::Given),
                    symbol => self.drawing.text(at, symbol, Ink::Given),
                }
            }
            Clue::Arrow { colour, direction, number } => {
                match colour {
                    super::Colour::Grey => {}
                    super::Colour::White => self.drawing.fill(at, Fill::White),
                    super::Colour::Black => self.drawing.fill(at, Fill::Black),
                }
                let number = number.map_or_else(
                    || if direction.is_some() { String::new() } else { "?".to_owned() },
                    |number| number.to_string(),
                );
                let arrow = direction.map_or_else(String::new, |it| it.arrow().to_string());
                self.drawing.text(at, format!("{number}{arrow}"), Ink::Given);
            }
            Clue::Compass(numbers) => {
                let text = |direction: Direction| {
                    let number = numbers[usize::from(direction.quarter_turns())];
                    number.map(|number| format!("{}{number}", direction.arrow()))
                };
                let texts: Vec<String> = Direction::ALL.into_iter().filter_map(text).collect();
                let text = if texts.is_empty() { "+".to_owned() } else { texts.concat() };
                self.drawing.text(at, text, Ink::Given);
            }
            clue => self.drawing.text(at, clue_text(form.cells, clue), Ink::Given),
        }
    }

    fn outside(&mut self, form: &Form, board: &Board) {
        let Some(outside) = form.outside else { return };
        for (side, index, clue) in board.outside_clues() {
            for (place, &number) in clue.iter().enumerate() {
                // Lists are written towards the board.
                let distance = clue.len() - place;
                let at = match side {
                    Side::Above => Cell::new(self.above - distance, self.left + index),
                    Side::Left => Cell::new(self.above + index, self.left - distance),
                    Side::Below => {
                        Cell::new(self.above + self.size.rows + place, self.left + index)
                    }
                    Side::Right => {
                        Cell::new(self.above + index, self.left + self.size.columns + place)
                    }
                };
                self.drawing.text(at, outside_text(outside, number), Ink::Given);
            }
        }
    }

    fn marks(&mut self, form: &Form, board: &Board, marks: &Marks) {
        if let Some(layer) = form.cell_layer {
            for cell in self.size.cells() {
                self.cell_mark(layer, board, cell, marks.cell(cell));
            }
        }
        let Some(layer) = form.edge_layer else { return };
        for edge in self.size.edges() {
            let value = marks.edge(edge).unwrap_or(0);
            if value == 0 {
                continue;
            }
            match (layer, edge.cells(self.size)) {
                (EdgeLayer::Outline, _) | (EdgeLayer::Borders, [Some(_), Some(_)]) => {
                    let edge = self.edge(edge);
                    self.drawing.found_border(edge);
                }
                (EdgeLayer::Links { .. }, [Some(before), Some(after)]) => {
                    let (before, after) = (self.cell(before), self.cell(after));
                    match value {
                        1 => self.drawing.segment(before, after, Ink::Found),
                        _ => self.drawing.double_segment(before, after, Ink::Found),
                    }
                }
                _ => {}
            }
        }
    }

    fn cell_mark(&mut self, layer: CellLayer, board: &Board, cell: Cell, value: Option<u32>) {
        let at = self.cell(cell);
        let Some(value) = value else {
            if !board.cells[cell].is_clue() {
                self.drawing.text(at, "?", Ink::Found);
            }
            return;
        };
        match layer {
            CellLayer::Shade if value == 1 => self.drawing.shade(at),
            CellLayer::Numbers { zero: '#' } if value == 0 => self.drawing.shade(at),
            CellLayer::Shade => {}
            CellLayer::Numbers { .. } if value == 0 || value == BLOCKED => {}
            CellLayer::Numbers { .. } => {
                if !board.cells[cell].is_clue() {
                    self.drawing.text(at, value_text(layer, Some(value)), Ink::Found);
                }
            }
            CellLayer::Symbols(symbols) => {
                let Some((symbol, _)) = symbols.get(value as usize) else { return };
                match symbol {
                    '.' => {}
                    '/' => self.drawing.shape(at, Shape::Rising),
                    '\\' => self.drawing.shape(at, Shape::Falling),
                    '1' => self.drawing.shape(at, Shape::BottomLeft),
                    '2' => self.drawing.shape(at, Shape::BottomRight),
                    '3' => self.drawing.shape(at, Shape::TopRight),
                    '4' => self.drawing.shape(at, Shape::TopLeft),
                    'o' => self.drawing.circle(at, Ink::Found),
                    '*' => self.drawing.text(at, "★", Ink::Found),
                    symbol => self.drawing.text(at, *symbol, Ink::Found),
                }
            }
        }
    }
}
