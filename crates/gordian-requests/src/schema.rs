//! JSON schemas of inputs and outputs, for authors of clients. The types within a document are in
//! `$defs`.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// Returns the schema of a request document: what may be left out is not required.
pub(super) fn request_schema<T: JsonSchema>() -> Value {
    of::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// Returns the schema of a response document: what is always written is required. The types within
/// it are in `$defs`.
#[must_use]
pub fn response_schema<T: JsonSchema>() -> Value {
    of::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn of<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| settings.meta_schema = None);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}
