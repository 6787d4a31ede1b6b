//! Assignments as objects from names to values.

use gordian_core::Index;

use super::error::{JsonError, JsonErrorKind, Read};
use super::expression::variable;
use super::tree::Value;
use super::write::quoted;
use crate::{Assignment, Model, VarId};

impl Model {
    /// Returns the assignment that an object such as `{"x": 3, "y": 5}` describes.
    ///
    /// Every variable has a value, in any order. Whether the values are an answer is for
    /// [`Model::check`] to say.
    ///
    /// # Errors
    ///
    /// Names the first fault, with the line and column of the value at fault: a name that is no
    /// variable or comes twice, a value that is no integer, a variable without value.
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

    /// Returns `values`, one per variable, as an object from names to values.
    ///
    /// One variable a line, in the order of the variables.
    ///
    /// # Panics
    ///
    /// Panics if there are more or fewer values than variables.
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

fn read(model: &Model, document: &Value<'_>) -> Read<Assignment> {
    let mut values: Vec<Option<i64>> = vec![None; model.variables().len()];
    for (key, value) in document.object("an assignment: an object from names to integers")? {
        let var = variable(model, &key.text, key.at)?;
        if values[var.index()].replace(value.integer("an integer")?).is_some() {
            return Err(JsonErrorKind::DuplicateKey { key: key.text.clone() }.at(key.at));
        }
    }
    let missing = values.iter().position(Option::is_none).map(VarId::from_usize);
    if let Some(var) = missing {
        let name = model.variables()[var].name.clone();
        return Err(JsonErrorKind::MissingValue { name }.at(document.at));
    }
    Ok(values.into_iter().flatten().collect())
}
