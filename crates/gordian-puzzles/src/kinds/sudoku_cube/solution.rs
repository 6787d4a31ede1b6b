//! Solutions of Sudoku Cubes as JSON: the rows and the direction of each face.

use serde_json::{Map, Value, json};

use super::{Direction, Face, SolvedNet};
use crate::board::cell::count_noun;
use crate::diagnostic::{Diagnostic, excerpt};
use crate::document::{ShapeError, parse_json};

const HINT: &str = "a solution is {\"U\": {\"rows\": [\"123\", …], \"direction\": \"up\"}, …} for U, L, F, R, B, D; a row with numbers above 9 is a list";

pub(super) fn to_json(net: &SolvedNet) -> Value {
    // Two-digit numbers would be ambiguous in a text, and a parsed net may have them in any size.
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

pub(super) fn parse(text: &str) -> Result<SolvedNet, Vec<Diagnostic>> {
    parse_json(text, |solution, _| read_net(solution))
}

fn read_net(value: &Value) -> Result<SolvedNet, ShapeError> {
    let Value::Object(faces) = value else {
        return Err(ShapeError::new("the solution is not an object of faces", HINT));
    };
    if let Some(other) = faces.keys().find(|key| Face::ALL.iter().all(|f| f.name() != **key)) {
        return Err(ShapeError::new(format!("`{}` is not a face", excerpt(other)), HINT));
    }
    let mut net = SolvedNet { digits: Default::default(), directions: [Direction::Up; 6] };
    for face in Face::ALL {
        let Some(Value::Object(fields)) = faces.get(face.name()) else {
            return Err(ShapeError::new(format!("face {face} is missing or not an object"), HINT));
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
            ShapeError::new(message, HINT)
        })?;
        if net.digits[face.index()].len() != net.size() {
            let message = format!(
                "face {face} has {}, but face U has {}",
                count_noun(net.digits[face.index()].len(), "row"),
                net.size()
            );
            return Err(ShapeError::new(message, HINT));
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
        ShapeError::new(
            format!("face {face} has no `rows`: two to five of them, with as many digits each"),
            HINT,
        )
    })
}
