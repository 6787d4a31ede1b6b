//! Solutions: writing, parsing, drawing and checking.
//!
//! A solution is parsed from the output of `gordian solve --json`, or from its field `solution` alone;
//! a grid also from rows of digits, and moves also as plain text. The formats are described in
//! `docs/formats/solution-json.md`.

use gordian_perm::cube3::{self, LowercaseMeaning};
use gordian_perm::square1::{Notation, Sequence};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::board::block::Block;
use crate::board::cell::{Cell, count_noun};
use crate::cube::{CubeViolation, Direction, Face, SolvedNet};
use crate::cube3::{TurnsViolation, lower_case_of};
use crate::diagnostic::{Diagnostic, escaped};
use crate::goishi::{Goishi, WalkViolation};
use crate::grid::{Grid, GridViolation, digit};
use crate::puzzle::{Kind, MAX_FILE_BYTES, Puzzle};
use crate::schema::check_schema;
use crate::square1::{MovesViolation, notation_of};

/// A solution of a puzzle, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The digits of a grid, row by row: n·n numbers.
    Grid(Vec<u8>),
    /// The coins of a board in the order in which they are picked up.
    Goishi(Vec<Cell>),
    /// The solved faces of a cube.
    SudokuCube(SolvedNet),
    /// The moves that solve a Square-1.
    Square1(Sequence),
    /// The moves that solve a 3×3×3 cube.
    Cube3(cube3::Sequence),
}

/// A rule that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Violation {
    /// The solution is for another kind of puzzle.
    #[error("the puzzle is a {puzzle}, the solution that of a {solution}")]
    OtherKind {
        /// The kind of the puzzle.
        puzzle: Kind,
        /// The kind of the solution.
        solution: Kind,
    },
    /// A rule of a grid.
    #[error(transparent)]
    Grid(#[from] GridViolation),
    /// A rule of Golden Waste.
    #[error(transparent)]
    Goishi(#[from] WalkViolation),
    /// A rule of the Sudoku Cube.
    #[error(transparent)]
    SudokuCube(#[from] CubeViolation),
    /// The rule of the Square-1.
    #[error(transparent)]
    Square1(#[from] MovesViolation),
    /// The rule of the 3×3×3 cube.
    #[error(transparent)]
    Cube3(#[from] TurnsViolation),
}

/// Checks a solution by the rules of the puzzle.
///
/// For a Sudoku Cube, reachability by turns is one of the rules; see [`crate::SudokuCube::check_net`] for
/// how to distinguish its violations.
///
/// # Errors
///
/// Returns the rules that the solution breaks.
pub fn check(puzzle: &Puzzle, solution: &Solution) -> Result<(), Vec<Violation>> {
    fn wrapped<V: Into<Violation>>(violations: Vec<V>) -> Vec<Violation> {
        violations.into_iter().map(Into::into).collect()
    }
    match (puzzle, solution) {
        (Puzzle::Grid(grid), Solution::Grid(digits)) => grid.check(digits).map_err(wrapped),
        (Puzzle::Goishi(board), Solution::Goishi(walk)) => board.check(walk).map_err(wrapped),
        (Puzzle::SudokuCube(cube), Solution::SudokuCube(net)) => {
            cube.check_net(net).map(|_| ()).map_err(wrapped)
        }
        (Puzzle::Square1(puzzle), Solution::Square1(moves)) => puzzle.check(moves).map_err(wrapped),
        (Puzzle::Cube3(puzzle), Solution::Cube3(moves)) => puzzle.check(moves).map_err(wrapped),
        _ => Err(vec![Violation::OtherKind { puzzle: puzzle.kind(), solution: solution.kind() }]),
    }
}

impl Puzzle {
    /// Draws the puzzle, with its solution if there is one.
    ///
    /// A solution of another kind is ignored. Every line ends with a line break.
    #[must_use]
    pub fn draw(&self, solution: Option<&Solution>) -> String {
        match (self, solution) {
            (Self::Grid(grid), Some(Solution::Grid(digits))) => grid.draw(Some(digits)),
            (Self::Grid(grid), _) => grid.draw(None),
            (Self::Goishi(board), Some(Solution::Goishi(walk))) => board.draw(Some(walk)),
            (Self::Goishi(board), _) => board.draw(None),
            (Self::SudokuCube(cube), Some(Solution::SudokuCube(net))) => cube.draw(Some(net)),
            (Self::SudokuCube(cube), _) => cube.draw(None),
            (Self::Square1(puzzle), Some(Solution::Square1(moves))) => puzzle.draw(Some(moves)),
            (Self::Square1(puzzle), _) => puzzle.draw(None),
            (Self::Cube3(puzzle), Some(Solution::Cube3(moves))) => puzzle.draw(Some(moves)),
            (Self::Cube3(puzzle), _) => puzzle.draw(None),
        }
    }
}

impl Solution {
    /// Returns the kind of puzzle that the solution belongs to.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Grid(_) => Kind::Grid,
            Self::Goishi(_) => Kind::Goishi,
            Self::SudokuCube(_) => Kind::SudokuCube,
            Self::Square1(_) => Kind::Square1,
            Self::Cube3(_) => Kind::Cube3,
        }
    }

    /// Returns the solution in the shape of the field `solution` of an answer.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Grid(digits) => {
                let n = digits.len().isqrt().max(1);
                digits.chunks(n).map(|row| json!(row)).collect()
            }
            Self::Goishi(walk) => {
                walk.iter().map(|cell| json!([cell.row + 1, cell.column + 1])).collect()
            }
            Self::SudokuCube(net) => {
                // Two-digit numbers would be ambiguous in a text, and a parsed net may have them in any
                // size.
                let row = |row: &Vec<u8>| match net.size() {
                    0..=3 if row.iter().all(|digit| *digit <= 9) => {
                        row.iter().map(u8::to_string).collect::<String>().into()
                    }
                    _ => json!(row),
                };
                let face = |face: Face| {
                    let rows: Vec<Value> = net.digits[face.index()].iter().map(row).collect();
                    let direction = net.directions[face.index()].name();
                    (face.name().to_owned(), json!({ "rows": rows, "direction": direction }))
                };
                Value::Object(Face::ALL.into_iter().map(face).collect())
            }
            Self::Square1(moves) => moves.write(Notation::Wca).into(),
            Self::Cube3(moves) => moves.to_string().into(),
        }
    }

    /// Reads a solution of a puzzle of the given kind.
    ///
    /// # Errors
    ///
    /// Returns the errors of the text. Whether the solution keeps the rules is checked by [`check`].
    pub fn parse(kind: Kind, text: &str) -> Result<Self, Vec<Diagnostic>> {
        if text.len() > MAX_FILE_BYTES {
            let message = format!("the file has {} bytes, more than {MAX_FILE_BYTES}", text.len());
            return Err(vec![Diagnostic::new("solution.too-long", 0..0, message)]);
        }
        if kind == Kind::Grid && !text.trim_start().starts_with(['{', '[']) {
            return read_rows(text).map(Self::Grid);
        }
        if kind == Kind::Square1 && !text.trim_start().starts_with(['{', '"']) {
            return Sequence::parse(text, Notation::Wca).map(Self::Square1).map_err(|error| {
                let message = error.to_string();
                vec![Diagnostic::new(error.code(), error.span.clone(), message).hint(error.hint())]
            });
        }
        if kind == Kind::Cube3 && !text.trim_start().starts_with(['{', '"']) {
            return cube3::Sequence::parse(text, LowercaseMeaning::Wide).map(Self::Cube3).map_err(
                |error| {
                    let message = error.to_string();
                    vec![
                        Diagnostic::new(error.code(), error.span.clone(), message)
                            .hint(error.hint()),
                    ]
                },
            );
        }
        let value: Value = serde_json::from_str(text)
            .map_err(|error| vec![syntax_diagnostic("solution.syntax", text, &error)])?;
        let solution = match &value {
            Value::Object(fields) if fields.contains_key("solution") => {
                check_schema(&value, "solution.schema").map_err(|diagnostic| vec![diagnostic])?;
                &fields["solution"]
            }
            _ => &value,
        };
        let read = match kind {
            Kind::Grid => read_grid(solution).map(Self::Grid),
            Kind::Goishi => read_walk(solution).map(Self::Goishi),
            Kind::SudokuCube => read_net(solution).map(Self::SudokuCube),
            Kind::Square1 => read_moves(solution, &value).map(Self::Square1),
            Kind::Cube3 => read_turns(solution, &value).map(Self::Cube3),
        };
        // The JSON parser does not keep positions, so the message names the place and the span is the
        // whole file.
        read.map_err(|ShapeError { message, hint }| {
            vec![Diagnostic::new("solution.wrong-shape", 0..text.len(), message).hint(hint)]
        })
    }
}

/// A JSON value of the wrong shape.
struct ShapeError {
    message: String,
    hint: &'static str,
}

/// Returns the diagnostic for invalid JSON, with its position.
pub(crate) fn syntax_diagnostic(
    code: &'static str,
    text: &str,
    error: &serde_json::Error,
) -> Diagnostic {
    let at = offset(text, error.line(), error.column());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Diagnostic::new(code, at..at, message)
}

/// Returns the byte offset of a line and a column as `serde_json` counts them: bytes, from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    crate::diagnostic::floor_boundary(text, start + column.saturating_sub(1))
}

/// Parses rows of digits.
fn read_rows(text: &str) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let block = Block::plain(text);
    let board = block.board();
    let n = match &board[..] {
        // All rows in one line, a common format of solutions.
        [line] => line.len().isqrt(),
        rows => rows.len(),
    };
    let one_line = board.len() == 1 && n > 1 && board[0].len() == n * n;
    let wrong_shape = |span, message: String, hint: &str| {
        Err(vec![Diagnostic::new("solution.wrong-shape", span, message).hint(hint)])
    };
    if !(1..=Grid::MAX_SIZE).contains(&n) {
        let message = format!("the solution has {n} rows, not between 1 and {}", Grid::MAX_SIZE);
        return wrong_shape(0..text.len(), message, GRID_HINT);
    }
    let mut digits = Vec::with_capacity(n * n);
    for (number, (row, line)) in board.iter().zip(&block.lines).enumerate() {
        if row.len() != n && !one_line {
            let message = format!(
                "row {} has {}, but there {}",
                number + 1,
                count_noun(row.len(), "cell"),
                if board.len() == 1 { "is 1 row".to_owned() } else { format!("are {n} rows") },
            );
            return wrong_shape(line.span.clone(), message, GRID_HINT);
        }
        for piece in row {
            match digit(piece.text).map(u8::try_from) {
                Some(Ok(digit)) if digit != 0 => digits.push(digit),
                _ => {
                    let message = format!("`{}` is not a digit", escaped(piece.text));
                    return wrong_shape(piece.span.clone(), message, GRID_HINT);
                }
            }
        }
    }
    Ok(digits)
}

const GRID_HINT: &str = "a solution has a row of numbers from 1 for each row of the grid";
const WALK_HINT: &str = "a solution is a list of [row, column], counted from 1";
const NET_HINT: &str = "a solution is {\"U\": {\"rows\": [\"123\", …], \"direction\": \"up\"}, …} for U, L, F, R, B, D; a row with numbers above 9 is a list";

const TURNS_HINT: &str = "a solution is a string of moves, such as \"R U2 F'\"";

const MOVES_HINT: &str =
    "a solution is a string of moves in the WCA notation, such as \"(1,0)/(3,-3)/\"";

fn shape_error(message: impl Into<String>, hint: &'static str) -> ShapeError {
    ShapeError { message: message.into(), hint }
}

fn list<'v>(value: &'v Value, what: &str, hint: &'static str) -> Result<&'v [Value], ShapeError> {
    match value {
        Value::Array(items) => Ok(items),
        _ => Err(shape_error(format!("{what} is not a list"), hint)),
    }
}

fn read_grid(value: &Value) -> Result<Vec<u8>, ShapeError> {
    let rows = list(value, "the solution", GRID_HINT)?;
    let n = rows.len();
    if !(1..=Grid::MAX_SIZE).contains(&n) {
        let message = format!("the solution has {n} rows, not between 1 and {}", Grid::MAX_SIZE);
        return Err(shape_error(message, GRID_HINT));
    }
    let mut digits = Vec::with_capacity(n * n);
    for (number, row) in (1..).zip(rows) {
        let cells = list(row, &format!("row {number}"), GRID_HINT)?;
        if cells.len() != n {
            let message = format!(
                "row {number} has {}, but there are {n} rows",
                count_noun(cells.len(), "cell")
            );
            return Err(shape_error(message, GRID_HINT));
        }
        for (column, cell) in (1..).zip(cells) {
            let digit = cell.as_u64().and_then(|digit| u8::try_from(digit).ok());
            let message = || format!("r{number}c{column} is not a number from 1 to 64");
            digits.push(digit.ok_or_else(|| shape_error(message(), GRID_HINT))?);
        }
    }
    Ok(digits)
}

fn read_walk(value: &Value) -> Result<Vec<Cell>, ShapeError> {
    let steps = list(value, "the solution", WALK_HINT)?;
    let read = |(number, step): (usize, &Value)| {
        let place = list(step, &format!("step {number}"), WALK_HINT)?;
        let coordinate = |value: &Value| {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.filter(|number| (1..=Goishi::MAX_SIDE).contains(number))
        };
        match place {
            [row, column] => match (coordinate(row), coordinate(column)) {
                (Some(row), Some(column)) => Ok(Cell::new(row - 1, column - 1)),
                _ => Err(shape_error(format!("step {number} is not on any board"), WALK_HINT)),
            },
            _ => Err(shape_error(format!("step {number} is not [row, column]"), WALK_HINT)),
        }
    };
    (1..).zip(steps).map(read).collect()
}

/// Parses Square-1 moves, in the notation that the document names.
fn read_moves(value: &Value, document: &Value) -> Result<Sequence, ShapeError> {
    let Value::String(text) = value else {
        return Err(shape_error("the solution is not a text of moves", MOVES_HINT));
    };
    let notation = match document.get("notation") {
        None => Notation::Wca,
        Some(name) => name.as_str().and_then(notation_of).ok_or_else(|| {
            shape_error("`notation` is neither \"wca\" nor \"cube21\"", MOVES_HINT)
        })?,
    };
    Sequence::parse(text, notation).map_err(|error| {
        let column = text[..error.span.start].chars().count() + 1;
        shape_error(format!("the moves, character {column}: {error}"), MOVES_HINT)
    })
}

/// Parses the moves of a 3×3×3 cube; the field `lower_case` of the document defines lower-case letters.
fn read_turns(value: &Value, document: &Value) -> Result<cube3::Sequence, ShapeError> {
    let Value::String(text) = value else {
        return Err(shape_error("the solution is not a text of moves", TURNS_HINT));
    };
    let lower_case = match document.get("lower_case") {
        None => LowercaseMeaning::default(),
        Some(name) => name.as_str().and_then(lower_case_of).ok_or_else(|| {
            shape_error("`lower_case` is neither \"wide\" nor \"face\"", TURNS_HINT)
        })?,
    };
    cube3::Sequence::parse(text, lower_case).map_err(|error| {
        let column = text[..error.span.start].chars().count() + 1;
        shape_error(format!("the moves, character {column}: {error}"), TURNS_HINT)
    })
}

fn read_net(value: &Value) -> Result<SolvedNet, ShapeError> {
    let Value::Object(faces) = value else {
        return Err(shape_error("the solution is not an object of faces", NET_HINT));
    };
    if let Some(other) = faces.keys().find(|key| Face::ALL.iter().all(|f| f.name() != **key)) {
        return Err(shape_error(format!("`{}` is not a face", escaped(other)), NET_HINT));
    }
    let mut net = SolvedNet { digits: Default::default(), directions: [Direction::Up; 6] };
    for face in Face::ALL {
        let Some(Value::Object(fields)) = faces.get(face.name()) else {
            return Err(shape_error(format!("face {face} is missing or not an object"), NET_HINT));
        };
        net.digits[face.index()] = read_face(face, fields)?;
        net.directions[face.index()] = match fields.get("direction") {
            Some(Value::String(name)) => {
                Direction::ALL.into_iter().find(|direction| direction.name() == name)
            }
            Some(Value::Number(turns)) => {
                let turns = turns.as_u64().and_then(|turns| u8::try_from(turns).ok());
                turns.filter(|&turns| turns < 4).map(Direction::from_quarter_turns)
            }
            _ => None,
        }
        .ok_or_else(|| {
            let message = format!("the direction of face {face} is not up, right, down or left");
            shape_error(message, NET_HINT)
        })?;
        if net.digits[face.index()].len() != net.size() {
            let message = format!(
                "face {face} has {}, but face U has {}",
                count_noun(net.digits[face.index()].len(), "row"),
                net.size()
            );
            return Err(shape_error(message, NET_HINT));
        }
    }
    Ok(net)
}

/// Parses the rows of a face, which form a square; each row is a string or a list of digits.
fn read_face(face: Face, fields: &Map<String, Value>) -> Result<Vec<Vec<u8>>, ShapeError> {
    let row = |row: &Value| -> Option<Vec<u8>> {
        let digits: Option<Vec<u64>> = match row {
            Value::String(row) => row.chars().map(|c| c.to_digit(10).map(u64::from)).collect(),
            Value::Array(row) => row.iter().map(Value::as_u64).collect(),
            _ => None,
        };
        digits?.into_iter().map(|digit| u8::try_from(digit).ok()).collect()
    };
    let rows = fields.get("rows").and_then(Value::as_array);
    let rows: Option<Vec<Vec<u8>>> = rows.and_then(|rows| rows.iter().map(row).collect());
    let is_square = |rows: &Vec<Vec<u8>>| {
        (2..=5).contains(&rows.len()) && rows.iter().all(|row| row.len() == rows.len())
    };
    rows.filter(is_square).ok_or_else(|| {
        shape_error(
            format!("face {face} has no `rows`: two to five of them, with as many digits each"),
            NET_HINT,
        )
    })
}
