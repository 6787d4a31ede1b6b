//! `pencil/rules`: the catalogue of rules that puzzles combine, for editors.

use gordian_puzzles::pencil::Form;
use gordian_puzzles::rules::{MAX_PARAMETER, ParameterForm, RULES, Rule, RuleForm, Values};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::board::RuleDocument;
use super::kind_named;
use crate::{RequestContext, RequestError, RequestKind, SchemaVersion};

/// Asks for the rules of the catalogue that puzzles of a kind can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// The kind.
    pub kind: String,
}

/// The rules of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RulesResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The rules, in the order of their names.
    pub rules: Vec<CatalogueRule>,
    /// The rules of the kind that puzzles can do without: their names are for `omit`.
    #[serde(default)]
    pub omittable: Vec<OmittableRule>,
}

/// A rule of a kind that puzzles can do without.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OmittableRule {
    /// The name.
    pub name: String,
    /// When it is broken, which is allowed without it.
    pub broken: String,
}

/// A rule of the catalogue, with the values that its parameters can have in a puzzle of the kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CatalogueRule {
    /// The name.
    pub name: String,
    /// What it says.
    pub description: String,
    /// The parameters.
    pub parameters: Vec<RuleParameter>,
    /// A rule of this name that a puzzle of the kind can have.
    pub example: RuleDocument,
}

/// A parameter of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleParameter {
    /// The key.
    pub key: String,
    /// What it says.
    pub description: String,
    /// Whether it can be left out.
    pub optional: bool,
    /// The names that it can be; empty for a number.
    pub names: Vec<String>,
    /// Whether it can be a list of several names.
    pub several: bool,
    /// The largest number; null for names.
    pub max: Option<u32>,
}

impl RequestKind for RulesRequest {
    const NAME: &'static str = "pencil/rules";
    const SUMMARY: &'static str =
        "Lists the rules of the catalogue that puzzles of a kind can have, with their parameters.";
    type Response = RulesResponse;

    fn example() -> Self {
        Self { kind: "custom-shading".to_owned() }
    }

    fn run(&self, _ctx: &RequestContext<'_>) -> Result<RulesResponse, RequestError> {
        let (_, pencil) = kind_named(&self.kind)?;
        let rules = RULES.iter().filter_map(|rule| rule_for(rule, pencil.form)).collect();
        let omittable = (pencil.omittable)();
        let omittable = pencil.rules.iter().filter(|(name, _)| omittable.contains(name));
        let omittable = omittable
            .map(|&(name, broken)| OmittableRule {
                name: name.to_owned(),
                broken: broken.to_owned(),
            })
            .collect();
        Ok(RulesResponse { schema: SchemaVersion, rules, omittable })
    }
}

/// Returns a rule with the values that its parameters can have in puzzles of a form; `None` if
/// there is no such puzzle.
fn rule_for(rule: &RuleForm, form: &Form) -> Option<CatalogueRule> {
    let valid: Vec<Map<String, Value>> = candidates(rule)
        .into_iter()
        .filter(|it| Rule::from_json(&Value::Object(it.clone()), form).is_ok())
        .collect();
    let parameter = |parameter: &ParameterForm| {
        let ParameterForm { key, description, values, is_optional } = *parameter;
        let names = match values {
            Values::One(names) | Values::Several(names) => names,
            Values::Number => &[],
        };
        let is_valid =
            |name: &&&str| valid.iter().any(|it| it.get(key) == Some(&Value::from(**name)));
        RuleParameter {
            key: key.to_owned(),
            description: description.trim().to_owned(),
            optional: is_optional,
            names: names.iter().filter(is_valid).map(|name| (*name).to_owned()).collect(),
            several: matches!(values, Values::Several(_)),
            max: (values == Values::Number).then_some(MAX_PARAMETER),
        }
    };
    let example = valid.first()?.clone();
    Some(CatalogueRule {
        name: rule.name.to_owned(),
        description: rule.description.trim().to_owned(),
        parameters: rule.parameters.iter().map(parameter).collect(),
        example,
    })
}

/// Returns rules with every combination of names, and of parameters that are left out.
fn candidates(rule: &RuleForm) -> Vec<Map<String, Value>> {
    let mut found = vec![Map::from_iter([("name".to_owned(), rule.name.into())])];
    for ParameterForm { key, values, is_optional, .. } in rule.parameters {
        let names: Vec<Value> = match values {
            Values::One(names) | Values::Several(names) => {
                names.iter().map(|name| (*name).into()).collect()
            }
            Values::Number => vec![1.into()],
        };
        let mut next = if *is_optional { found.clone() } else { Vec::new() };
        for object in &found {
            for name in &names {
                let mut object = object.clone();
                object.insert((*key).to_owned(), name.clone());
                next.push(object);
            }
        }
        found = next;
    }
    found
}
