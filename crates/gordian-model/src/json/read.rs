//! Reading a model from JSON.

use rustc_hash::FxHashSet;

use super::SCHEMA;
use super::error::{JsonError, JsonErrorKind, ReadResult, closest_name};
use super::expression::{Scope, domain, variable};
use super::tree::Value;
use crate::{Goal, Model, maximum, minimum};

impl Model {
    /// Parses a model from a JSON document.
    ///
    /// The format is described in `docs/guides/models.md`. The order of keys does not matter.
    ///
    /// Cost: linear in the length of the text and the size of the model.
    ///
    /// # Errors
    ///
    /// Returns the first error, with the line and column of the invalid value.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::Model;
    ///
    /// let text = r#"{
    ///   "schema": 1,
    ///   "variables": [{"name": "side", "domain": [1, 9]}],
    ///   "constraints": [{"name": "square", "require": ["eq", ["mul", "side", "sid"], 49]}]
    /// }"#;
    /// let error = Model::from_json(text).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown variable `sid` at line 4, column 72");
    /// assert_eq!(error.hint().unwrap(), "did you mean `side`?");
    ///
    /// let model = Model::from_json(&text.replace("\"sid\"", "\"side\"")).unwrap();
    /// assert!(model.check(&[7]).is_ok());
    /// ```
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        Self::from_json_within(text, &JsonLimits::default())
    }

    /// Parses a model as [`Model::from_json`] does, within limits for models from strangers.
    ///
    /// # Errors
    ///
    /// As for [`Model::from_json`], and if a limit is exceeded.
    ///
    /// # Example
    ///
    /// ```
    /// use gordian_model::{JsonLimits, Model};
    ///
    /// let text = r#"{"schema": 1, "variables": [{"name": "height", "domain": [1, 9]}]}"#;
    /// let error = Model::from_json_within(text, &JsonLimits { name_chars: Some(5) }).unwrap_err();
    /// assert_eq!(error.code(), "model-name-length");
    /// assert_eq!(error.path.as_ref(), "variables[0].name");
    /// ```
    pub fn from_json_within(text: &str, limits: &JsonLimits) -> Result<Self, JsonError> {
        let document = Value::parse(text)?;
        model(&document, limits).map_err(|located| located.in_text(text))
    }
}

/// Limits of a model in JSON.
///
/// A document with solutions repeats the names of a model once for each solution, so that long
/// names of a short text can make a huge document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JsonLimits {
    /// The largest number of characters of the title and of the names of variables and constraints;
    /// `None`: unlimited.
    pub name_chars: Option<usize>,
}

impl JsonLimits {
    /// Returns the text of a title or a name; `expected` says which in errors.
    fn name<'v>(self, value: &'v Value<'_>, expected: &'static str) -> ReadResult<&'v str> {
        let text = value.text(expected)?;
        match self.name_chars {
            Some(limit) if text.chars().nth(limit).is_some() => {
                Err(JsonErrorKind::NameTooLong { limit }.at(value.at))
            }
            _ => Ok(text),
        }
    }
}

fn model(document: &Value<'_>, limits: &JsonLimits) -> ReadResult<Model> {
    check_schema(document)?;
    let [_, title, variables, shared, constraints, goal, answer, _] = members(
        document,
        "a model",
        ["schema", "title", "variables", "shared", "constraints", "goal", "answer", "comment"],
    )?;
    let mut scope = Scope::default();
    if let Some(title) = title {
        scope.model.set_title(limits.name(title, "a text as title")?);
    }
    let variables = required(variables, document, "a model", "variables")?;
    read_variables(&mut scope.model, variables, limits)?;
    if let Some(shared) = shared {
        for value in shared.list("a list of expressions")? {
            let expression = scope.expression(value)?;
            scope.shared.push(expression);
        }
    }
    if let Some(constraints) = constraints {
        for (position, value) in constraints.list("a list of constraints")?.iter().enumerate() {
            read_constraint(&mut scope, position, value, limits)?;
        }
    }
    if let Some(goal) = goal {
        let goal = read_goal(&scope, goal)?;
        scope.model.set_goal(goal);
    }
    if let Some(answer) = answer {
        read_answer(&mut scope.model, answer)?;
    }
    Ok(scope.model)
}

/// Checks the schema version first, because the keys of other versions may have other meanings.
fn check_schema(document: &Value<'_>) -> ReadResult<()> {
    let object = document.object("a model: an object with `schema` and `variables`")?;
    let schema = object.iter().find(|(key, _)| key.text == "schema").map(|(_, value)| value);
    let schema = required(schema, document, "a model", "schema")?;
    match schema.integer("an integer as schema")? {
        SCHEMA => Ok(()),
        found => Err(JsonErrorKind::UnsupportedSchema { found }.at(schema.at)),
    }
}

fn read_variables(model: &mut Model, variables: &Value<'_>, limits: &JsonLimits) -> ReadResult<()> {
    for variable in variables.list("a list of variables")? {
        let inside = "a variable";
        let [name, values, _] = members(variable, inside, ["name", "domain", "comment"])?;
        let name = required(name, variable, inside, "name")?;
        let values = required(values, variable, inside, "domain")?;
        let (text, domain) = (limits.name(name, "a text as name")?, domain(values)?);
        if model.find(text).is_some() {
            return Err(JsonErrorKind::DuplicateVariable { name: text.to_owned() }.at(name.at));
        }
        model.add_variable(text, domain);
    }
    Ok(())
}

fn read_constraint(
    scope: &mut Scope,
    position: usize,
    value: &Value<'_>,
    limits: &JsonLimits,
) -> ReadResult<()> {
    let inside = "a constraint";
    let [name, require, _] = members(value, inside, ["name", "require", "comment"])?;
    let name = match name {
        Some(name) => limits.name(name, "a text as name")?.to_owned(),
        None => format!("constraint {}", position + 1),
    };
    let require = required(require, value, inside, "require")?;
    let condition = scope.condition(require, "require")?;
    scope.model.require(name, condition);
    Ok(())
}

fn read_goal(scope: &Scope, value: &Value<'_>) -> ReadResult<Goal> {
    let keys = [
        "minimise",
        "maximise",
        "minimise_maximum",
        "maximise_minimum",
        "maximise_maximum",
        "minimise_minimum",
    ];
    let one = |value: &Value<'_>| scope.expression(value).map(|scoped| scoped.expr);
    let several = |value: &Value<'_>| {
        let items = value.list("a list of expressions")?;
        if items.is_empty() {
            let (expected, found) = ("at least one expression", "an empty list");
            return Err(JsonErrorKind::WrongKind { expected, found }.at(value.at));
        }
        items.iter().map(one).collect::<ReadResult<Vec<_>>>()
    };
    Ok(match members(value, "a goal", keys)? {
        [Some(value), None, None, None, None, None] => Goal::Minimise(one(value)?),
        [None, Some(value), None, None, None, None] => Goal::Maximise(one(value)?),
        [None, None, Some(value), None, None, None] => Goal::Minimise(maximum(several(value)?)),
        [None, None, None, Some(value), None, None] => Goal::Maximise(minimum(several(value)?)),
        [None, None, None, None, Some(value), None] => Goal::Maximise(maximum(several(value)?)),
        [None, None, None, None, None, Some(value)] => Goal::Minimise(minimum(several(value)?)),
        found => {
            let is_empty = found.iter().all(Option::is_none);
            let found = if is_empty { "an empty object" } else { "several" };
            return Err(JsonErrorKind::WrongKind { expected: "one goal", found }.at(value.at));
        }
    })
}

fn read_answer(model: &mut Model, value: &Value<'_>) -> ReadResult<()> {
    let mut answer = Vec::new();
    let mut seen = FxHashSet::default();
    for item in value.list("a list of variable names")? {
        let name = item.text("a variable name")?;
        let var = variable(model, name, item.at)?;
        if !seen.insert(var) {
            return Err(JsonErrorKind::DuplicateAnswer { name: name.to_owned() }.at(item.at));
        }
        answer.push(var);
    }
    model.set_answer_variables(answer);
    Ok(())
}

/// Returns the values of the `known` keys of an object; other keys are errors.
pub(super) fn members<'v, 't, const N: usize>(
    value: &'v Value<'t>,
    inside: &'static str,
    known: [&'static str; N],
) -> ReadResult<[Option<&'v Value<'t>>; N]> {
    let mut found = [None; N];
    for (key, member) in value.object(inside)? {
        let Some(place) = known.iter().position(|&known| known == key.text) else {
            let nearest = closest_name(&key.text, known);
            let (key_text, known) = (key.text.clone(), known.to_vec());
            return Err(
                JsonErrorKind::UnknownKey { inside, key: key_text, known, nearest }.at(key.at)
            );
        };
        if found[place].replace(member).is_some() {
            return Err(JsonErrorKind::DuplicateKey { key: key.text.clone() }.at(key.at));
        }
    }
    Ok(found)
}

/// Returns the value of a key that must be there.
pub(super) fn required<'v, 't>(
    member: Option<&'v Value<'t>>,
    object: &Value<'_>,
    inside: &'static str,
    key: &'static str,
) -> ReadResult<&'v Value<'t>> {
    member.ok_or_else(|| JsonErrorKind::MissingKey { inside, key }.at(object.at))
}
