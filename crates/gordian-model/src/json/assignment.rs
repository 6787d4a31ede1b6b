//! Assignments as JSON objects from variable names to values.

use gordian_core::Index;

use super::error::{JsonError, JsonErrorKind, ReadResult};
use super::expression::variable;
use super::tree::Value;
use super::write::quoted;
use crate::{Assignment, Model, VarId};

impl Model {
    /// Parses an assignment from an object such as `{"x": 3, "y": 5}`.
    ///
    /// The object has a value for every variable, in any order. The values are not checked against
    /// the constraints; see [`Model::check`].
    ///
    /// # Errors
    ///
    /// Returns the first error, with its line and column: an unknown or duplicate name, a value
    /// that is not an integer, or a variable without a value.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
    /// let values = model.assignment_from_json(r#"{"y": 5, "x": 3}"#)?;
    /// assert_eq!((values[x], values[y]), (3, 5));
    /// # Ok::<(), gordian_model::JsonError>(())
    /// ```
    pub fn assignment_from_json(&self, text: &str) -> Result<Assignment, JsonError> {
        let document = Value::parse(text)?;
        read(self, &document).map_err(|located| located.in_text(text))
    }

    /// Parses values of some variables from an object as [`Model::assignment_from_json`] does;
    /// variables that the object does not name, or that are `null`, are left out.
    ///
    /// # Errors
    ///
    /// Returns the first error: an unknown or duplicate name, or a value that is not an integer.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, _, _] = ["x", "y", "z"].map(|name| model.int(name, 0..=9));
    /// assert_eq!(model.partial_assignment_from_json(r#"{"x": 3, "y": null}"#)?, [(x, 3)]);
    /// # Ok::<(), gordian_model::JsonError>(())
    /// ```
    pub fn partial_assignment_from_json(&self, text: &str) -> Result<Vec<(VarId, i64)>, JsonError> {
        let document = Value::parse(text)?;
        let values = read_some(self, &document).map_err(|located| located.in_text(text))?;
        let values = values.into_iter().enumerate();
        Ok(values.filter_map(|(var, value)| Some((VarId::from_usize(var), value?))).collect())
    }

    /// Returns `values`, one per variable, as an object from names to values.
    ///
    /// Each line is one variable, in the order of the variables.
    ///
    /// # Panics
    ///
    /// Panics if the number of values differs from the number of variables.
    #[must_use]
    pub fn assignment_to_json(&self, values: &[i64]) -> String {
        assert_eq!(values.len(), self.variables().len(), "one value per variable");
        let members = self.variables().iter().zip(values);
        let lines: Vec<String> = members
            .map(|(variable, value)| format!("  {}: {value}", quoted(&variable.name)))
            .collect();
        if lines.is_empty() {
            "{}\n".to_owned()
        } else {
            format!("{{\n{}\n}}\n", lines.join(",\n"))
        }
    }
}

/// Reads the values of the variables that have one.
fn read_some(model: &Model, document: &Value<'_>) -> ReadResult<Vec<Option<i64>>> {
    let mut values: Vec<Option<i64>> = vec![None; model.variables().len()];
    for (key, value) in document.object("an assignment: an object from names to integers")? {
        let var = variable(model, &key.text, key.at)?;
        if value.is_null() {
            continue;
        }
        if values[var.index()].replace(value.integer("an integer")?).is_some() {
            return Err(JsonErrorKind::DuplicateKey { key: key.text.clone() }.at(key.at));
        }
    }
    Ok(values)
}

fn read(model: &Model, document: &Value<'_>) -> ReadResult<Assignment> {
    let values = read_some(model, document)?;
    let missing = values.iter().position(Option::is_none).map(VarId::from_usize);
    if let Some(var) = missing {
        let name = model.variables()[var].name.clone();
        return Err(JsonErrorKind::MissingValue { name }.at(document.at));
    }
    Ok(values.into_iter().flatten().collect())
}
