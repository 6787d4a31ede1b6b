//! Solutions of Golden Waste as JSON: the coins in the order in which they are picked up.

use serde_json::{Value, json};

use super::{Goishi, Walk};
use crate::board::Cell;
use crate::diagnostic::Diagnostic;
use crate::document::{ShapeError, list, parse_json};

const HINT: &str =
    "a solution is a list of [row, column], counted from 1, or null where a step is not known";

pub(super) fn to_json(walk: &[Option<Cell>]) -> Value {
    walk.iter().map(|step| json!(step.map(|cell| [cell.row + 1, cell.column + 1]))).collect()
}

pub(super) fn parse(text: &str) -> Result<Walk, Vec<Diagnostic>> {
    parse_json(text, |solution, _| read_walk(solution))
}

fn read_walk(value: &Value) -> Result<Walk, ShapeError> {
    let steps = list(value, "the solution", HINT)?;
    let read = |(number, step): (usize, &Value)| {
        if step.is_null() {
            return Ok(None);
        }
        let place = list(step, &format!("step {number}"), HINT)?;
        let coordinate = |value: &Value| {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.filter(|number| (1..=Goishi::MAX_SIDE).contains(number))
        };
        match place {
            [row, column] => match (coordinate(row), coordinate(column)) {
                (Some(row), Some(column)) => Ok(Some(Cell::new(row - 1, column - 1))),
                _ => Err(ShapeError::new(format!("step {number} is not on any board"), HINT)),
            },
            _ => Err(ShapeError::new(format!("step {number} is not [row, column]"), HINT)),
        }
    };
    (1..).zip(steps).map(read).collect()
}
