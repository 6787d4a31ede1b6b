//! JSON schemas of inputs and outputs, for authors of clients. The types within a document are in `$defs`.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// Returns the schema of a request document: what may be left out is not required.
pub(super) fn of_request<T: JsonSchema>() -> Value {
    of::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// Returns the schema of a response document: what is always written is required.
pub(super) fn of_response<T: JsonSchema>() -> Value {
    of::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn of<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| settings.meta_schema = None);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Returns the schema of a document with these required fields and a field `schema`.
pub(super) fn document(fields: &[(&str, Value)]) -> Value {
    let mut all =
        vec![("schema", json!({"const": 1, "description": "the version of this document format"}))];
    all.extend_from_slice(fields);
    object(&all)
}

/// Returns the schema of an object with these required fields.
pub(super) fn object(fields: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

/// Adds optional fields to the schema of an object.
pub(super) fn with_optional(mut schema: Value, fields: &[(&str, Value)]) -> Value {
    for (name, field) in fields {
        schema["properties"][*name] = field.clone();
    }
    schema
}

pub(super) fn text(description: &str) -> Value {
    json!({"type": "string", "description": description})
}

pub(super) fn optional_text(description: &str) -> Value {
    json!({"type": ["string", "null"], "description": description})
}

pub(super) fn flag(description: &str) -> Value {
    json!({"type": "boolean", "description": description})
}

pub(super) fn optional_flag(description: &str) -> Value {
    json!({"type": ["boolean", "null"], "description": description})
}

pub(super) fn number(description: &str) -> Value {
    json!({"type": "integer", "description": description})
}

pub(super) fn optional_number(description: &str) -> Value {
    json!({"type": ["integer", "null"], "description": description})
}

pub(super) fn list(items: &Value, description: &str) -> Value {
    json!({"type": "array", "items": items, "description": description})
}

pub(super) fn texts(description: &str) -> Value {
    list(&json!({"type": "string"}), description)
}

/// Returns the schema of the field `outcome`.
pub(super) fn outcome() -> Value {
    json!({
        "enum": ["optimal", "solved", "feasible", "infeasible", "stopped"],
        "description": "what was established: an optimal solution, a solution, a solution that may not \
                        be optimal, that no solution exists, or nothing because a limit was reached",
    })
}

/// Returns the schema of the field `limit`.
pub(super) fn limit() -> Value {
    optional_text(
        "the limit that stopped the work early: `time`, `interrupted`, `solutions`, `effort`, \
                   `memory`, `techniques`; null if none did",
    )
}

/// Returns the schema of a list of candidates for each cell.
pub(super) fn candidates(description: &str) -> Value {
    list(&list(&json!({"type": "integer"}), "digits"), description)
}
