//! Solutions of pencil puzzles: values of cells, of edges, or of both.

use std::ops::Range;

use serde_json::{Map, Value};

use super::board::Board;
use super::form::{CellLayer, EdgeLayer, Form};
use super::groups::{group_numbers, groups_across};
use super::words::Place;
use crate::board::block::Block;
use crate::board::{Cell, CellMap, Direction, Edge, EdgeMap, Size};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::document::{parse_document, solution_field};

/// The value of a cell that takes none, such as a clue: written as `#` among numbers.
pub const BLOCKED: u32 = u32::MAX;

/// What is drawn on a board: a solution, or the part of it that is known.
///
/// `None` is a cell or an edge whose value is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// The size of the board.
    pub size: Size,
    /// The values of the cells, in the meaning of the kind's [`CellLayer`].
    pub cells: Option<CellMap<Option<u32>>>,
    /// The values of the edges, in the meaning of the kind's [`EdgeLayer`].
    pub edges: Option<EdgeMap<Option<u32>>>,
    /// The cells that belong to no block, row by row: the holes of a kind with blocks.
    pub holes: Vec<Cell>,
}

/// A complete solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The values of the cells; no cells for a kind without them.
    pub cells: CellMap<u32>,
    /// The values of the edges; 0 for a kind without them.
    pub edges: EdgeMap<u32>,
}

impl Solved {
    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.cells.size()
    }

    /// Returns whether a cell has a value other than 0.
    #[must_use]
    pub fn is_marked(&self, cell: Cell) -> bool {
        self.cells.get(cell).is_some_and(|&value| value != 0)
    }

    /// Returns the value of the edge on one side of a cell.
    #[must_use]
    pub fn edge(&self, cell: Cell, side: Direction) -> u32 {
        self.edges[Edge::of(cell, side)]
    }
}

impl Marks {
    /// Returns marks of which none is known.
    #[must_use]
    pub fn unknown(form: &Form, board: &Board) -> Self {
        let size = board.size();
        let cells = form.cell_layer.map(|_| CellMap::new(size, None));
        let edges = form.edge_layer.map(|layer| {
            let mut edges = EdgeMap::new(size, None);
            if layer != EdgeLayer::Outline {
                let outer = size.edges().filter(|edge| edge.is_outer(size));
                outer.for_each(|edge| edges[edge] = Some(0));
            }
            edges
        });
        let holes = match form.edge_layer {
            Some(EdgeLayer::Borders) => board.holes().collect(),
            _ => Vec::new(),
        };
        Self { size, cells, edges, holes }
    }

    /// Returns the value of a cell, if it is known.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Option<u32> {
        self.cells.as_ref().and_then(|cells| cells.get(cell).copied().flatten())
    }

    /// Returns the value of an edge, if it is known.
    #[must_use]
    pub fn edge(&self, edge: Edge) -> Option<u32> {
        self.edges.as_ref().and_then(|edges| edges[edge])
    }

    /// Sets the value of a place, unless the kind has no values there.
    ///
    /// # Panics
    ///
    /// Panics if the place is not on the board.
    pub fn set(&mut self, place: Place, value: u32) {
        match place {
            Place::Cell(cell) => {
                if let Some(cells) = &mut self.cells {
                    cells[cell] = Some(value);
                }
            }
            Place::Edge(edge) => {
                if let Some(edges) = &mut self.edges {
                    edges[edge] = Some(value);
                }
            }
        }
    }

    /// Returns whether the values of all cells and edges are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let cells = self.cells.iter().flat_map(CellMap::values);
        let edges = self.edges.iter().flat_map(|edges| edges.iter().map(|(_, value)| value));
        cells.chain(edges).all(Option::is_some)
    }

    /// Returns the values if all are known.
    #[must_use]
    pub fn solved(&self) -> Option<Solved> {
        let cells = match &self.cells {
            None => CellMap::new(self.size, 0),
            Some(cells) => {
                let values: Option<Vec<u32>> = cells.values().iter().copied().collect();
                CellMap::from_values(self.size, values?)?
            }
        };
        let mut edges = EdgeMap::new(self.size, 0);
        if let Some(known) = &self.edges {
            for (edge, value) in known.iter() {
                edges[edge] = (*value)?;
            }
        }
        Some(Solved { cells, edges })
    }

    /// Returns the JSON form.
    pub(crate) fn to_json(&self, form: &Form) -> Value {
        let mut layers = Map::new();
        if let (Some(layer), Some(cells)) = (form.cell_layer, &self.cells) {
            layers.insert(cell_key(layer).to_owned(), cell_rows(layer, cells).into());
        }
        if let (Some(layer), Some(edges)) = (form.edge_layer, &self.edges) {
            let key = edge_key(layer).to_owned();
            layers.insert(key, edges_to_json(layer, self.size, edges, &self.holes));
        }
        Value::Object(layers)
    }

    /// Reads a solution: rows of cells for kinds with cells only, or one of the JSON forms.
    pub(crate) fn parse(form: &Form, text: &str) -> Result<Self, Vec<Diagnostic>> {
        let whole = 0..text.len();
        if text.trim_start().starts_with(['{', '[', '"']) {
            let document = parse_document(text)?;
            return parse_json(form, solution_field(&document), &whole);
        }
        let Some(layer) = form.cell_layer.filter(|_| form.edge_layer.is_none()) else {
            let error = Diagnostic::new("solution.wrong-shape", whole, "the solution is not JSON");
            return Err(vec![error.hint(hint(form))]);
        };
        let block = Block::plain(text);
        let rows = block.lines.iter().map(|line| {
            let tokens = line.cells(is_separated(layer)).into_iter();
            tokens.map(|token| (token.text, token.span)).collect()
        });
        let cells = read_rows(form, layer, rows.collect(), &whole)?;
        Ok(Self { size: cells.size(), cells: Some(cells), edges: None, holes: Vec::new() })
    }
}

fn cell_key(layer: CellLayer) -> &'static str {
    match layer {
        CellLayer::Shade => "shade",
        CellLayer::Numbers { .. } => "numbers",
        CellLayer::Symbols(_) => "symbols",
    }
}

fn edge_key(layer: EdgeLayer) -> &'static str {
    match layer {
        EdgeLayer::Links { .. } => "links",
        EdgeLayer::Outline => "edges",
        EdgeLayer::Borders => "regions",
    }
}

fn is_separated(layer: CellLayer) -> bool {
    matches!(layer, CellLayer::Numbers { .. })
}

/// Describes the form of solutions, as a hint for errors.
fn hint(form: &Form) -> String {
    let cells = form.cell_layer.map(|layer| match layer {
        CellLayer::Shade => {
            "`shade`, rows with `#` for a shaded cell and `.` for another".to_owned()
        }
        CellLayer::Numbers { zero } => {
            format!("`numbers`, rows of numbers separated by blanks, `{zero}` for none")
        }
        CellLayer::Symbols(symbols) => {
            let symbols: Vec<String> =
                symbols.iter().map(|(symbol, meaning)| format!("`{symbol}` {meaning}")).collect();
            format!("`symbols`, rows of {}", symbols.join(", "))
        }
    });
    let edges = form.edge_layer.map(|layer| {
        let form = match layer {
            EdgeLayer::Links { .. } => {
                "`links` with `right` and `down`, rows of digits: the lines from each cell to the next one"
            }
            EdgeLayer::Outline => {
                "`edges` with `horizontal` and `vertical`, rows of digits: 1 for a line"
            }
            EdgeLayer::Borders => "`regions`, rows of the numbers of blocks separated by blanks",
        };
        form.to_owned()
    });
    let parts: Vec<String> = cells.into_iter().chain(edges).collect();
    format!("a solution is an object with {}", parts.join(" and "))
}

fn wrong_shape(form: &Form, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("solution.wrong-shape", span, message).hint(hint(form))
}

/// Returns the text of a value; `?` for one that is not known.
pub(crate) fn value_text(layer: CellLayer, value: Option<u32>) -> String {
    match (layer, value) {
        (_, None) => "?".to_owned(),
        (CellLayer::Shade, Some(value)) => (if value == 0 { "." } else { "#" }).to_owned(),
        (CellLayer::Numbers { zero }, Some(0)) => zero.to_string(),
        (CellLayer::Numbers { .. }, Some(BLOCKED)) => "#".to_owned(),
        (CellLayer::Numbers { .. }, Some(number)) => number.to_string(),
        (CellLayer::Symbols(symbols), Some(value)) => {
            let symbol = symbols.get(value as usize).map_or('?', |(symbol, _)| *symbol);
            symbol.to_string()
        }
    }
}

/// Returns the value with this text.
fn read_value(layer: CellLayer, text: &str) -> Option<Option<u32>> {
    let known = |c: char| text.chars().eq([c]);
    if known('?') {
        return Some(None);
    }
    let value = match layer {
        CellLayer::Shade if known('#') => 1,
        CellLayer::Shade if known('.') => 0,
        CellLayer::Shade => return None,
        CellLayer::Numbers { zero } if known(zero) => 0,
        CellLayer::Numbers { .. } if known('#') => BLOCKED,
        CellLayer::Numbers { .. } if known('.') => return Some(None),
        CellLayer::Numbers { .. } => {
            let digits = text.bytes().all(|c| c.is_ascii_digit());
            text.parse().ok().filter(|&value| digits && value != BLOCKED)?
        }
        CellLayer::Symbols(symbols) => {
            let value = symbols.iter().position(|&(symbol, _)| known(symbol))?;
            u32::try_from(value).expect("there are few symbols")
        }
    };
    Some(Some(value))
}

fn cell_rows(layer: CellLayer, cells: &CellMap<Option<u32>>) -> Vec<String> {
    let blank = if is_separated(layer) { " " } else { "" };
    let row = |row: &[Option<u32>]| {
        row.iter().map(|&value| value_text(layer, value)).collect::<Vec<_>>().join(blank)
    };
    cells.rows().map(row).collect()
}

/// The entries of a row, each with its place in the text.
type Row<'t> = Vec<(&'t str, Range<usize>)>;

/// Reads rows of cells.
fn read_rows(
    form: &Form,
    layer: CellLayer,
    rows: Vec<Row<'_>>,
    whole: &Range<usize>,
) -> Result<CellMap<Option<u32>>, Vec<Diagnostic>> {
    let size = Size::new(rows.len(), rows.first().map_or(0, Vec::len));
    check_size(form, size, whole)?;
    let mut values = Vec::with_capacity(size.n_cells());
    for (number, row) in (1..).zip(rows) {
        if row.len() != size.columns {
            let message =
                format!("row {number} has {} cells, but row 1 has {}", row.len(), size.columns);
            return Err(vec![wrong_shape(form, whole.clone(), message)]);
        }
        for (column, (text, span)) in (1..).zip(row) {
            let value = read_value(layer, text).ok_or_else(|| {
                let message = format!("r{number}c{column}: unknown entry `{}`", excerpt(text));
                vec![wrong_shape(form, span, message)]
            })?;
            values.push(value);
        }
    }
    Ok(CellMap::from_values(size, values).expect("each row has as many cells as columns"))
}

fn check_size(form: &Form, size: Size, whole: &Range<usize>) -> Result<(), Vec<Diagnostic>> {
    if size.n_cells() == 0 || size.rows.max(size.columns) > Size::MAX_SIDE {
        let message =
            format!("the solution has {size}, not between 1 and {} of each", Size::MAX_SIDE);
        return Err(vec![wrong_shape(form, whole.clone(), message)]);
    }
    Ok(())
}

/// Returns a list of texts.
fn texts<'v>(value: &'v Value, key: &str) -> Option<Vec<&'v str>> {
    value.get(key)?.as_array()?.iter().map(Value::as_str).collect()
}

fn parse_json(form: &Form, value: &Value, whole: &Range<usize>) -> Result<Marks, Vec<Diagnostic>> {
    let error = |message: String| vec![wrong_shape(form, whole.clone(), message)];
    if !value.is_object() {
        return Err(error("the solution in JSON is not an object".to_owned()));
    }
    let missing = |key: &str| error(format!("the solution has no rows `{key}`"));
    let mut cells = None;
    if let Some(layer) = form.cell_layer {
        let key = cell_key(layer);
        let rows = texts(value, key).ok_or_else(|| missing(key))?;
        let row = |text| -> Row<'_> {
            if is_separated(layer) {
                str::split_whitespace(text).map(|entry| (entry, whole.clone())).collect()
            } else {
                let character =
                    |(at, c): (usize, char)| (&text[at..at + c.len_utf8()], whole.clone());
                text.char_indices().map(character).collect()
            }
        };
        cells = Some(read_rows(form, layer, rows.into_iter().map(row).collect(), whole)?);
    }
    let (mut edges, mut holes) = (None, Vec::new());
    if let Some(layer) = form.edge_layer {
        let key = edge_key(layer);
        let found = match layer {
            EdgeLayer::Borders => match value.get("borders") {
                Some(borders) => inner_from_json(borders).ok_or_else(|| missing("borders"))?,
                None => {
                    let rows = texts(value, key).ok_or_else(|| missing(key))?;
                    let (edges, without) = borders_of_labels(&rows).ok_or_else(|| missing(key))?;
                    holes = without;
                    edges
                }
            },
            EdgeLayer::Links { .. } => {
                let links = value.get(key).ok_or_else(|| missing(key))?;
                inner_from_json(links).ok_or_else(|| missing(key))?
            }
            EdgeLayer::Outline => {
                let edges = value.get(key).ok_or_else(|| missing(key))?;
                let [horizontal, vertical] =
                    ["horizontal", "vertical"].map(|key| digits(edges, key));
                let (Some(horizontal), Some(vertical)) = (horizontal, vertical) else {
                    return Err(missing("horizontal` and `vertical"));
                };
                let size = Size::new(vertical.len(), horizontal.first().map_or(0, Vec::len));
                if horizontal.len() != size.rows + 1 {
                    return Err(missing("horizontal` and `vertical"));
                }
                edge_map(size, &vertical, &horizontal, 0).ok_or_else(|| missing(key))?
            }
        };
        check_size(form, found.0, whole)?;
        edges = Some(found);
    }
    let size = match (&cells, &edges) {
        (Some(cells), Some((size, _))) if cells.size() != *size => {
            let message = format!("the cells have {}, the lines {size}", cells.size());
            return Err(error(message));
        }
        (Some(cells), _) => cells.size(),
        (None, Some((size, _))) => *size,
        (None, None) => unreachable!("each kind has cells or edges"),
    };
    Ok(Marks { size, cells, edges: edges.map(|(_, edges)| edges), holes })
}

/// Values of edges, with the size of the board.
type SizedEdges = (Size, EdgeMap<Option<u32>>);

/// Returns rows of digits; `?` is a value that is not known.
fn digits(value: &Value, key: &str) -> Option<Vec<Vec<Option<u32>>>> {
    let digit = |c: char| if c == '?' { Some(None) } else { c.to_digit(10).map(Some) };
    texts(value, key)?.iter().map(|row| row.chars().map(digit).collect()).collect()
}

/// Reads values of the inner edges from `right` and `down`.
fn inner_from_json(value: &Value) -> Option<SizedEdges> {
    let (right, down) = (digits(value, "right")?, digits(value, "down")?);
    let columns = match (right.first(), down.first()) {
        (Some(row), _) => row.len() + 1,
        (None, _) => return None,
    };
    let size = Size::new(right.len(), columns);
    if down.len() + 1 != size.rows {
        return None;
    }
    edge_map(size, &right, &down, 1)
}

/// Returns the map with these rows of values; `offset` is 1 if there are none for the outline.
fn edge_map(
    size: Size,
    vertical: &[Vec<Option<u32>>],
    horizontal: &[Vec<Option<u32>>],
    offset: usize,
) -> Option<SizedEdges> {
    let mut edges = EdgeMap::new(size, Some(0));
    for (row, values) in vertical.iter().enumerate() {
        if values.len() + 2 * offset != size.columns + 1 {
            return None;
        }
        for (column, &value) in values.iter().enumerate() {
            edges[Edge::Vertical { row, column: column + offset }] = value;
        }
    }
    for (row, values) in horizontal.iter().enumerate() {
        if values.len() != size.columns {
            return None;
        }
        for (column, &value) in values.iter().enumerate() {
            edges[Edge::Horizontal { row: row + offset, column }] = value;
        }
    }
    Some((size, edges))
}

/// Returns the borders between cells with different labels, and the holes: those with the label
/// `.`.
fn borders_of_labels(rows: &[&str]) -> Option<(SizedEdges, Vec<Cell>)> {
    let labels: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    let size = Size::new(labels.len(), labels.first()?.len());
    if size.columns > Size::MAX_SIDE || labels.iter().any(|row| row.len() != size.columns) {
        return None;
    }
    let labels = CellMap::from_values(size, labels.concat())?;
    let mut edges = EdgeMap::new(size, Some(0));
    for edge in size.edges() {
        if let [Some(before), Some(after)] = edge.cells(size) {
            // Between two holes there is no border.
            edges[edge] = Some(u32::from(labels[before] != labels[after]));
        }
    }
    let holes = labels.iter().filter(|(_, label)| **label == ".").map(|(cell, _)| cell).collect();
    Some(((size, edges), holes))
}

fn edges_to_json(
    layer: EdgeLayer,
    size: Size,
    edges: &EdgeMap<Option<u32>>,
    holes: &[Cell],
) -> Value {
    let digit = |edge: Edge| match edges[edge] {
        None => '?',
        Some(value) => char::from_digit(value, 10).unwrap_or('?'),
    };
    let vertical = |row: usize, columns: Range<usize>| -> String {
        columns.map(|column| digit(Edge::Vertical { row, column })).collect()
    };
    let horizontal = |row: usize| -> String {
        (0..size.columns).map(|column| digit(Edge::Horizontal { row, column })).collect()
    };
    let Size { rows, columns } = size;
    let inner = || {
        let right: Vec<String> = (0..rows).map(|row| vertical(row, 1..columns)).collect();
        let down: Vec<String> = (1..rows).map(horizontal).collect();
        serde_json::json!({"right": right, "down": down})
    };
    match layer {
        EdgeLayer::Links { .. } => inner(),
        EdgeLayer::Outline => {
            let vertical: Vec<String> =
                (0..rows).map(|row| vertical(row, 0..columns + 1)).collect();
            let horizontal: Vec<String> = (0..=rows).map(horizontal).collect();
            serde_json::json!({"horizontal": horizontal, "vertical": vertical})
        }
        EdgeLayer::Borders if edges.iter().any(|(_, value)| value.is_none()) => {
            serde_json::json!({"borders": inner()})
        }
        EdgeLayer::Borders => {
            let blocks =
                groups_across(size, |cell| !holes.contains(&cell), |edge| edges[edge] == Some(0));
            let numbers = group_numbers(size, &blocks);
            let labels = CellMap::from_fn(size, |cell| {
                numbers[cell].map_or_else(|| ".".to_owned(), |number| number.to_string())
            });
            labels.rows().map(|row| row.join(" ")).collect::<Vec<String>>().into()
        }
    }
}
