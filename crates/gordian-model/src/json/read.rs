//! Reading a model.

use rustc_hash::FxHashSet;

use super::SCHEMA;
use super::error::{JsonError, JsonErrorKind, Read, nearest};
use super::expression::{Scope, domain, variable};
use super::tree::Value;
use crate::{Goal, Model, maximum, minimum};

impl Model {
    /// Returns the model that a JSON document describes.
    ///
    /// The format is described in `docs/models.md`. The order of keys does not matter.
    ///
    /// Cost: linear in the length of the text and the size of the model.
    ///
    /// # Errors
    ///
    /// Names the first fault, with the line and column of the value at fault.
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
        let document = Value::parse(text)?;
        model(&document).map_err(|located| located.in_text(text))
    }
}

fn model(document: &Value<'_>) -> Read<Model> {
    check_schema(document)?;
    let [_, title, variables, shared, constraints, goal, answer, _] = members(
        document,
        "a model",
        ["schema", "title", "variables", "shared", "constraints", "goal", "answer", "comment"],
    )?;
    let mut scope = Scope::default();
    if let Some(title) = title {
        scope.model.set_title(title.text("a text as title")?);
    }
    let variables = needed(variables, document, "a model", "variables")?;
    read_variables(&mut scope.model, variables)?;
    if let Some(shared) = shared {
        for value in shared.list("a list of expressions")? {
            let expression = scope.expression(value)?;
            scope.shared.push(expression);
        }
    }
    if let Some(constraints) = constraints {
        for (position, value) in constraints.list("a list of constraints")?.iter().enumerate() {
            read_constraint(&mut scope, position, value)?;
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

/// Refuses other versions before anything else: what they mean by a key is not known here.
fn check_schema(document: &Value<'_>) -> Read<()> {
    let object = document.object("a model: an object with `schema` and `variables`")?;
    let schema = object.iter().find(|(key, _)| key.text == "schema").map(|(_, value)| value);
    let schema = needed(schema, document, "a model", "schema")?;
    match schema.integer("an integer as schema")? {
        SCHEMA => Ok(()),
        found => Err(JsonErrorKind::UnsupportedSchema { found }.at(schema.at)),
    }
}

fn read_variables(model: &mut Model, variables: &Value<'_>) -> Read<()> {
    for variable in variables.list("a list of variables")? {
        let inside = "a variable";
        let [name, values, _] = members(variable, inside, ["name", "domain", "comment"])?;
        let name = needed(name, variable, inside, "name")?;
        let values = needed(values, variable, inside, "domain")?;
        let (text, domain) = (name.text("a text as name")?, domain(values)?);
        if model.find(text).is_some() {
            return Err(JsonErrorKind::DuplicateVariable { name: text.to_owned() }.at(name.at));
        }
        model.add_variable(text, domain);
    }
    Ok(())
}

fn read_constraint(scope: &mut Scope, position: usize, value: &Value<'_>) -> Read<()> {
    let inside = "a constraint";
    let [name, require, _] = members(value, inside, ["name", "require", "comment"])?;
    let name = match name {
        Some(name) => name.text("a text as name")?.to_owned(),
        None => format!("constraint {}", position + 1),
    };
    let require = needed(require, value, inside, "require")?;
    let condition = scope.condition(require, "require")?;
    scope.model.require(name, condition);
    Ok(())
}

fn read_goal(scope: &Scope, value: &Value<'_>) -> Read<Goal> {
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
        items.iter().map(one).collect::<Read<Vec<_>>>()
    };
    Ok(match members(value, "a goal", keys)? {
        [Some(value), None, None, None, None, None] => Goal::Minimise(one(value)?),
        [None, Some(value), None, None, None, None] => Goal::Maximise(one(value)?),
        [None, None, Some(value), None, None, None] => Goal::Minimise(maximum(several(value)?)),
        [None, None, None, Some(value), None, None] => Goal::Maximise(minimum(several(value)?)),
        [None, None, None, None, Some(value), None] => Goal::Maximise(maximum(several(value)?)),
        [None, None, None, None, None, Some(value)] => Goal::Minimise(minimum(several(value)?)),
        _ => return Err(value.not("one goal, such as `{\"minimise\": …}`")),
    })
}

fn read_answer(model: &mut Model, value: &Value<'_>) -> Read<()> {
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

/// Returns the values of the `known` keys of an object that has no others.
pub(super) fn members<'v, 't, const N: usize>(
    value: &'v Value<'t>,
    inside: &'static str,
    known: [&'static str; N],
) -> Read<[Option<&'v Value<'t>>; N]> {
    let mut found = [None; N];
    for (key, member) in value.object(inside)? {
        let Some(place) = known.iter().position(|&known| known == key.text) else {
            let nearest = nearest(&key.text, known);
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

fn needed<'v, 't>(
    member: Option<&'v Value<'t>>,
    object: &Value<'_>,
    inside: &'static str,
    key: &'static str,
) -> Read<&'v Value<'t>> {
    member.ok_or_else(|| JsonErrorKind::MissingKey { inside, key }.at(object.at))
}
