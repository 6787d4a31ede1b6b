//! Boards of pencil puzzles as documents, in the texts of puzzle files.

use gordian_core::excerpt;
use gordian_puzzles::board::{CellMap, Edge, Size};
use gordian_puzzles::pencil::{
    Board, CellForm, Clue, Form, MAX_PIECES, OutsideForm, PencilKind, Piece, Side, Walls,
    clue_text, outside_clue_text, parse_clue, parse_outside_clue,
};
use gordian_puzzles::rules::{MAX_RULES, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Values of the edges between cells: `right` has a row for each row of cells, with a digit for
/// each edge between a cell and the next one to its right; `down` has a row for each pair of rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeRows {
    /// The edges between cells of a row.
    pub right: Vec<String>,
    /// The edges between rows.
    pub down: Vec<String>,
}

/// The clues outside, by side, with a text for each line; empty for sides without clues.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OutsideDocument {
    /// Above the columns.
    pub above: Vec<String>,
    /// Below the columns.
    pub below: Vec<String>,
    /// Left of the rows.
    pub left: Vec<String>,
    /// Right of the rows.
    pub right: Vec<String>,
}

impl OutsideDocument {
    fn side(&self, side: Side) -> &Vec<String> {
        match side {
            Side::Above => &self.above,
            Side::Below => &self.below,
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }
}

/// What is printed on a board. The form of the kind says which parts there are; the others are
/// empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardDocument {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The clues of the cells, as in puzzle files: `.` is none, `#` a missing cell.
    pub cells: Vec<Vec<String>>,
    /// The walls: `1`, or `0` for none.
    #[serde(default)]
    pub walls: EdgeRows,
    /// The clues at vertices: one row and one column more than the cells have.
    #[serde(default)]
    pub points: Vec<Vec<String>>,
    /// The dots: at 2 · rows − 1 by 2 · columns − 1 places.
    #[serde(default)]
    pub dots: Vec<Vec<String>>,
    /// The clues outside.
    #[serde(default)]
    pub outside: OutsideDocument,
    /// The pieces: rows of `#` and `.`, separated by slashes.
    #[serde(default)]
    pub pieces: Vec<String>,
    /// The number of the puzzle.
    #[serde(default)]
    pub parameter: Option<u32>,
    /// The options that hold.
    #[serde(default)]
    pub options: Vec<String>,
    /// The rules of the catalogue that hold besides those of the kind: objects with the `name` of
    /// the rule and its parameters, as in puzzle files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleDocument>,
    /// The names of the rules of the kind that do not hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omit: Vec<String>,
}

/// A rule of the catalogue: its `name` and its parameters.
pub type RuleDocument = Map<String, Value>;

/// Returns the document of a rule.
fn rule_document(rule: &Rule) -> RuleDocument {
    match rule.to_json() {
        Value::Object(object) => object,
        other => unreachable!("rules are objects, not {other}"),
    }
}

/// Reads rules of puzzles of a form.
///
/// # Errors
///
/// Returns what is wrong, as a lower-case fragment.
pub(super) fn read_rules(form: &Form, rules: &[RuleDocument]) -> Result<Vec<Rule>, String> {
    if rules.len() > MAX_RULES {
        return Err(format!("there are {} rules; at most {MAX_RULES} are read", rules.len()));
    }
    let read = |rule: &RuleDocument| Rule::from_json(&Value::Object(rule.clone()), form);
    rules.iter().map(read).collect()
}

/// Returns the names of the rules of a kind that do not hold.
///
/// # Errors
///
/// Returns what is wrong, as a lower-case fragment.
pub(super) fn read_omitted(pencil: &PencilKind, names: &[String]) -> Result<Vec<String>, String> {
    names.iter().try_for_each(|name| pencil.check_omitted(name))?;
    let mut omitted = names.to_vec();
    omitted.sort_unstable();
    omitted.dedup();
    Ok(omitted)
}

impl BoardDocument {
    /// Returns the document of a board.
    pub(super) fn new(form: &Form, board: &Board) -> Self {
        let size = board.size();
        let texts = |map: &CellMap<Clue>, cells: Option<CellForm>| -> Vec<Vec<String>> {
            map.rows().map(|row| row.iter().map(|clue| clue_text(cells, clue)).collect()).collect()
        };
        let digit = |edge: Edge| if board.walls[edge] { '1' } else { '0' };
        let right = |row: usize| {
            (1..size.columns).map(|column| digit(Edge::Vertical { row, column })).collect()
        };
        let down = |row: usize| {
            (0..size.columns).map(|column| digit(Edge::Horizontal { row, column })).collect()
        };
        let walls = match form.walls {
            Walls::None => EdgeRows::default(),
            Walls::Rooms | Walls::Borders => EdgeRows {
                right: (0..size.rows).map(right).collect(),
                down: (1..size.rows).map(down).collect(),
            },
        };
        let side = |side: Side| match form.outside {
            Some(outside) if outside.sides.contains(&side) => {
                let lines = &board.outside[side as usize];
                lines.iter().map(|clue| outside_clue_text(outside, clue)).collect()
            }
            _ => Vec::new(),
        };
        let [above, below, left, right] = Side::ALL.map(side);
        let options = form.options.iter().filter(|(letter, _)| board.has_option(*letter));
        Self {
            rows: size.rows,
            columns: size.columns,
            cells: texts(&board.cells, form.cells),
            walls,
            points: texts(&board.points, form.points),
            dots: texts(&board.dots, form.dots),
            outside: OutsideDocument { above, below, left, right },
            pieces: board.pieces.iter().map(ToString::to_string).collect(),
            parameter: board.parameter,
            options: options.map(|(_, key)| (*key).to_owned()).collect(),
            rules: board.rules.iter().map(rule_document).collect(),
            omit: board.omitted.clone(),
        }
    }

    /// Returns the board of a kind.
    ///
    /// # Errors
    ///
    /// Returns what is wrong, as a lower-case fragment.
    pub(super) fn board(&self, pencil: &PencilKind) -> Result<Board, String> {
        let form = pencil.form;
        let size = size_of(self.rows, self.columns)?;
        let mut board = Board::empty(form, size);
        board.cells = clues("cells", &self.cells, size, form.cells, form.holes)?;
        self.read_walls(form, &mut board)?;
        board.points = clues("points", &self.points, board.points.size(), form.points, false)?;
        board.dots = clues("dots", &self.dots, board.dots.size(), form.dots, false)?;
        for side in Side::ALL {
            let lines = self.outside.side(side);
            board.outside[side as usize] = match form.outside {
                Some(outside) if outside.sides.contains(&side) => {
                    outside_clues(outside, side, lines, size)?
                }
                _ if lines.is_empty() => continue,
                _ => return Err(format!("the kind has no clues {}", side.key())),
            };
        }
        self.read_pieces(form, &mut board)?;
        board.parameter = match (form.parameter, self.parameter) {
            (None, None) => None,
            (Some((_, max)), Some(number)) if (1..=max).contains(&number) => Some(number),
            (Some((key, max)), _) => return Err(format!("`{key}` is not between 1 and {max}")),
            (None, Some(_)) => return Err("the kind has no `parameter`".to_owned()),
        };
        for key in &self.options {
            let option = form.options.iter().find(|(_, name)| name == key);
            let (letter, _) =
                option.ok_or_else(|| format!("the kind has no option `{}`", excerpt(key)))?;
            board.options.push(*letter);
        }
        board.rules = read_rules(form, &self.rules)?;
        board.omitted = read_omitted(pencil, &self.omit)?;
        Ok(board)
    }

    fn read_walls(&self, form: &Form, board: &mut Board) -> Result<(), String> {
        let Size { rows, columns } = board.size();
        let EdgeRows { right, down } = &self.walls;
        if form.walls == Walls::None {
            let is_empty = right.is_empty() && down.is_empty();
            return if is_empty { Ok(()) } else { Err("the kind has no walls".to_owned()) };
        }
        let rows_of = |what: &str, lines: &[String], n_lines: usize, length: usize| {
            let is_row =
                |line: &String| line.len() == length && line.bytes().all(|c| b"01".contains(&c));
            if lines.len() == n_lines && lines.iter().all(is_row) {
                return Ok(());
            }
            Err(format!("`walls.{what}` is not {n_lines} rows of {length} digits 0 and 1"))
        };
        rows_of("right", right, rows, columns - 1)?;
        rows_of("down", down, rows - 1, columns)?;
        for (row, line) in right.iter().enumerate() {
            for (column, wall) in (1..).zip(line.bytes()) {
                board.walls[Edge::Vertical { row, column }] = wall == b'1';
            }
        }
        for (row, line) in (1..).zip(down) {
            for (column, wall) in line.bytes().enumerate() {
                board.walls[Edge::Horizontal { row, column }] = wall == b'1';
            }
        }
        Ok(())
    }

    fn read_pieces(&self, form: &Form, board: &mut Board) -> Result<(), String> {
        let n_pieces = self.pieces.len();
        if !form.pieces {
            return if n_pieces == 0 { Ok(()) } else { Err("the kind has no pieces".to_owned()) };
        }
        if !(1..=MAX_PIECES).contains(&n_pieces) {
            return Err(format!("there are {n_pieces} pieces, not 1 to {MAX_PIECES}"));
        }
        let pieces = self.pieces.iter().map(|text| text.parse::<Piece>());
        board.pieces = pieces.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        Ok(())
    }
}

/// Returns the size of a board that is not too large.
///
/// # Errors
///
/// Returns what is wrong, as a lower-case fragment.
pub(super) fn size_of(rows: usize, columns: usize) -> Result<Size, String> {
    let sides = 1..=Size::MAX_SIDE;
    if sides.contains(&rows) && sides.contains(&columns) {
        return Ok(Size::new(rows, columns));
    }
    let max = Size::MAX_SIDE;
    Err(format!("the board has {rows} rows and {columns} columns, not 1 to {max} of each"))
}

/// Reads rows of clues. Without any row, every place is empty.
fn clues(
    what: &str,
    rows: &[Vec<String>],
    size: Size,
    form: Option<CellForm>,
    holes: bool,
) -> Result<CellMap<Clue>, String> {
    if rows.is_empty() {
        return Ok(CellMap::new(size, Clue::Empty));
    }
    if rows.len() != size.rows || rows.iter().any(|row| row.len() != size.columns) {
        return Err(format!("`{what}` does not have {size}"));
    }
    let mut clues = CellMap::new(size, Clue::Empty);
    for cell in size.cells() {
        let clue = parse_clue(form, holes, &rows[cell.row][cell.column]);
        clues[cell] = clue.map_err(|error| format!("{what}, {cell}: {error}"))?;
    }
    Ok(clues)
}

/// Reads the clues of one side. Without any line, there is none.
fn outside_clues(
    form: OutsideForm,
    side: Side,
    lines: &[String],
    size: Size,
) -> Result<Vec<Vec<Option<u32>>>, String> {
    let n_lines = side.n_lines(size);
    if lines.is_empty() {
        return Ok(vec![Vec::new(); n_lines]);
    }
    if lines.len() != n_lines {
        return Err(format!("`outside.{}` has {} lines, not {n_lines}", side.key(), lines.len()));
    }
    let clue = |(index, text): (usize, &String)| {
        parse_outside_clue(form, text).ok_or_else(|| {
            format!("{} {}: `{}` is not a clue", side.key(), index + 1, excerpt(text))
        })
    };
    lines.iter().enumerate().map(clue).collect()
}
