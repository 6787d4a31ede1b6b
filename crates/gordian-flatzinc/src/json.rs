//! Reads FlatZinc JSON documents.

use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::instance::{
    Annotation, AnnotationArgument, Argument, Constraint, Goal, Instance, Variable, VariableType,
};
use crate::names::{Declarations, array};
use crate::{FlatZincError, FlatZincErrorKind, IntSet};

#[derive(Deserialize)]
struct Document {
    #[serde(default, deserialize_with = "unique_names")]
    variables: IndexMap<String, JsonVariable>,
    #[serde(default, deserialize_with = "unique_names")]
    arrays: IndexMap<String, JsonArray>,
    #[serde(default)]
    constraints: Vec<JsonConstraint>,
    #[serde(default)]
    output: Vec<String>,
    solve: JsonSolve,
}

#[derive(Deserialize)]
struct JsonVariable {
    r#type: String,
    domain: Option<Vec<Value>>,
    rhs: Option<Value>,
}

#[derive(Deserialize)]
struct JsonArray {
    a: Vec<Value>,
}

#[derive(Deserialize)]
struct JsonConstraint {
    id: String,
    #[serde(default)]
    args: Vec<Value>,
    #[serde(default)]
    ann: Vec<Value>,
}

#[derive(Deserialize)]
struct JsonSolve {
    method: String,
    objective: Option<Value>,
    #[serde(default)]
    ann: Vec<Value>,
}

/// Reads an object whose names are different; serde would keep the last of several.
fn unique_names<'de, D, V>(deserializer: D) -> Result<IndexMap<String, V>, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
{
    struct UniqueNames<V>(PhantomData<V>);

    impl<'de, V: Deserialize<'de>> Visitor<'de> for UniqueNames<V> {
        type Value = IndexMap<String, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<Self::Value, M::Error> {
            let mut map = IndexMap::new();
            while let Some(name) = members.next_key::<String>()? {
                if map.contains_key(&name) {
                    return Err(M::Error::custom(format!("the name `{name}` is declared twice")));
                }
                map.insert(name, members.next_value()?);
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(UniqueNames(PhantomData))
}

/// Reads a FlatZinc JSON document.
///
/// # Errors
///
/// The first error. Errors of the JSON have their place; the message of other errors has the path.
pub(crate) fn parse(text: &str) -> Result<Instance, FlatZincError> {
    let document: Document = serde_json::from_str(text).map_err(|error| {
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let at = (start + error.column().saturating_sub(1)).min(text.len());
        let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let message = error.to_string();
        // The position is shown by itself.
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        FlatZincError::new(FlatZincErrorKind::Json { message }, at..at)
    })?;
    let mut reader = Reader { declarations: Declarations::default() };
    reader.read(document)
}

struct Reader {
    declarations: Declarations,
}

impl Reader {
    fn read(&mut self, document: Document) -> Result<Instance, FlatZincError> {
        for (name, variable) in &document.variables {
            self.variable(name, variable)?;
        }
        // The definition of a variable may be one that is declared later.
        for (name, declared) in &document.arrays {
            let items = declared.a.iter().enumerate();
            let items: Result<_, _> = items
                .map(|(i, item)| self.element(item, &format!("arrays.{name}.a[{i}]")))
                .collect();
            self.declarations.declare(name, array(items?), None)?;
        }
        for (name, variable) in &document.variables {
            if let Some(definition) = &variable.rhs {
                let definition = self.basic(definition, &format!("variables.{name}.rhs"))?;
                self.declarations.define(name, definition);
            }
        }
        for (position, constraint) in document.constraints.iter().enumerate() {
            let path = format!("constraints[{position}]");
            let arguments = constraint.args.iter().enumerate();
            let arguments: Result<_, _> = arguments
                .map(|(i, argument)| self.argument(argument, &format!("{path}.args[{i}]")))
                .collect();
            let annotations = self.annotations(&constraint.ann, &path, 0)?;
            self.declarations.add_constraint(Constraint {
                predicate: constraint.id.clone(),
                arguments: arguments?,
                annotations,
                span: None,
            });
        }
        for name in &document.output {
            let value = self.declarations.value(name, None)?;
            self.declarations.add_output(name, value, Vec::new());
        }
        let objective = |reader: &Self| match &document.solve.objective {
            Some(objective) => reader.basic(objective, "solve.objective"),
            None => Err(reader.error("solve", "has no `objective`")),
        };
        let goal = match document.solve.method.as_str() {
            "satisfy" => Goal::Satisfy,
            "minimize" => Goal::Minimise(objective(self)?),
            "maximize" => Goal::Maximise(objective(self)?),
            _ => {
                return Err(
                    self.error("solve.method", "is not `satisfy`, `minimize` or `maximize`")
                );
            }
        };
        let search = self.annotations(&document.solve.ann, "solve", 0)?;
        Ok(std::mem::take(&mut self.declarations).finish(goal, search))
    }

    fn variable(&mut self, name: &str, variable: &JsonVariable) -> Result<(), FlatZincError> {
        let domain = match &variable.domain {
            Some(ranges) => Some(self.ranges(ranges, &format!("variables.{name}.domain"))?),
            None => None,
        };
        let variable_type = match variable.r#type.as_str() {
            "bool" => VariableType::Bool,
            "int" => VariableType::Int(domain),
            "set" | "set of int" => VariableType::Set(domain),
            "float" => return Err(self.float(&format!("the variable `{name}`"))),
            _ => return Err(self.error(&format!("variables.{name}.type"), "is no known type")),
        };
        let variable = Variable { name: name.to_owned(), variable_type, definition: None };
        self.declarations.declare_variable(variable, None)?;
        Ok(())
    }

    fn argument(&self, value: &Value, path: &str) -> Result<Argument, FlatZincError> {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let items: Result<_, _> =
                    items.map(|(i, item)| self.element(item, &format!("{path}[{i}]"))).collect();
                Ok(array(items?))
            }
            _ => self.basic(value, path),
        }
    }

    /// Reads an element of an array.
    fn element(&self, value: &Value, path: &str) -> Result<Argument, FlatZincError> {
        match self.basic(value, path)? {
            Argument::Array(_) => Err(self.error(path, "is an array in an array")),
            value => Ok(value),
        }
    }

    fn basic(&self, value: &Value, path: &str) -> Result<Argument, FlatZincError> {
        match value {
            Value::Bool(value) => Ok(Argument::Bool(*value)),
            Value::Number(number) => match number.as_i64() {
                Some(value) => Ok(Argument::Int(value)),
                None if number.is_f64() => Err(self.float(&format!("`{path}`"))),
                None => Err(self.error(path, "does not fit into 64 bits")),
            },
            Value::String(name) => self.declarations.value(name, None),
            Value::Object(object) => match object.get("set") {
                Some(Value::Array(ranges)) => Ok(Argument::Set(self.ranges(ranges, path)?)),
                _ => Err(self.error(path, "is no value")),
            },
            Value::Array(_) | Value::Null => Err(self.error(path, "is no value")),
        }
    }

    fn ranges(&self, ranges: &[Value], path: &str) -> Result<IntSet, FlatZincError> {
        let range = |range: &Value| {
            let ends = range.as_array().filter(|ends| ends.len() == 2)?;
            Some((ends[0].as_i64()?, ends[1].as_i64()?))
        };
        let ranges: Option<Vec<_>> = ranges.iter().map(range).collect();
        let ranges =
            ranges.ok_or_else(|| self.error(path, "is not a list of ranges of integers"))?;
        Ok(IntSet::from_ranges(ranges))
    }

    fn annotations(
        &self,
        values: &[Value],
        path: &str,
        depth: usize,
    ) -> Result<Vec<Annotation>, FlatZincError> {
        let named = |value: &Value| match self.annotation_argument(value, path, depth)? {
            AnnotationArgument::Annotation(annotation) => Ok(annotation),
            _ => Err(self.error(path, "has an annotation without a name")),
        };
        values.iter().map(named).collect()
    }

    fn annotation_argument(
        &self,
        value: &Value,
        path: &str,
        depth: usize,
    ) -> Result<AnnotationArgument, FlatZincError> {
        // The JSON itself has at most 128 levels.
        match value {
            Value::String(name) => Ok(match self.declarations.find(name) {
                Some(value) if depth > 0 => AnnotationArgument::Value(value.clone()),
                _ => {
                    let annotation = Annotation { name: name.clone(), arguments: Vec::new() };
                    AnnotationArgument::Annotation(annotation)
                }
            }),
            Value::Array(items) => {
                let items = items.iter();
                let items: Result<_, _> =
                    items.map(|item| self.annotation_argument(item, path, depth + 1)).collect();
                Ok(AnnotationArgument::List(items?))
            }
            Value::Number(number) if number.is_f64() => Ok(AnnotationArgument::Float),
            Value::Object(object) => match (object.get("id"), object.get("string")) {
                (Some(Value::String(name)), _) => {
                    let arguments = match object.get("args") {
                        Some(Value::Array(arguments)) => &arguments[..],
                        _ => &[],
                    };
                    let arguments: Result<_, _> = arguments
                        .iter()
                        .map(|argument| self.annotation_argument(argument, path, depth + 1))
                        .collect();
                    let annotation = Annotation { name: name.clone(), arguments: arguments? };
                    Ok(AnnotationArgument::Annotation(annotation))
                }
                (_, Some(Value::String(text))) => Ok(AnnotationArgument::Text(text.clone())),
                _ => Ok(AnnotationArgument::Value(self.basic(value, path)?)),
            },
            _ => Ok(AnnotationArgument::Value(self.basic(value, path)?)),
        }
    }

    fn error(&self, path: &str, what: &str) -> FlatZincError {
        let message = format!("`{path}` {what}");
        FlatZincError::new(FlatZincErrorKind::Json { message }, None)
    }

    fn float(&self, what: &str) -> FlatZincError {
        FlatZincError::new(FlatZincErrorKind::Float { what: what.to_owned() }, None)
    }
}
