//! The named schemas of the document.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// Where the generator puts the schemas of the types within a schema, and where the document has them.
const DEFINITIONS: &str = "#/$defs/";
const COMPONENTS: &str = "#/components/schemas/";

/// Schemas by name: those of the documents, and those of the types within them.
#[derive(Default)]
pub(super) struct Schemas(Map<String, Value>);

impl Schemas {
    /// Adds the schema of a document under `name`, and returns the reference to it.
    ///
    /// A type within it keeps its name; if another type already has that name, `name` is put in front.
    pub(super) fn add(&mut self, name: &str, mut schema: Value) -> Value {
        let definitions = schema.as_object_mut().and_then(|schema| {
            schema.shift_remove("title");
            schema.shift_remove("$defs")
        });
        let Some(Value::Object(definitions)) = definitions else {
            return self.insert(name, schema);
        };
        // The definitions refer to each other, so all names are chosen first.
        let names: Vec<(String, String)> = definitions
            .iter()
            .map(|(known, definition)| {
                let mut definition = definition.clone();
                rename(&mut definition, &|name| name.to_owned());
                let is_free = self.0.get(known).is_none_or(|other| *other == definition);
                (known.clone(), if is_free { known.clone() } else { format!("{name}{known}") })
            })
            .collect();
        let new_name = |known: &str| {
            let found = names.iter().find(|(old, _)| old == known);
            found.map_or_else(|| known.to_owned(), |(_, new)| new.clone())
        };
        for (known, mut definition) in definitions {
            rename(&mut definition, &new_name);
            self.0.insert(new_name(&known), definition);
        }
        rename(&mut schema, &new_name);
        self.insert(name, schema)
    }

    /// Adds the schema of a response, under the name of its type.
    pub(super) fn add_response<T: JsonSchema>(&mut self) -> Value {
        let schema = response_schema::<T>();
        self.add(&T::schema_name(), schema)
    }

    pub(super) fn into_map(self) -> Map<String, Value> {
        self.0
    }

    /// Returns the reference to a schema that is equal to `schema`; adds it as [`Self::add`] if there is none.
    pub(super) fn find_or_add(&mut self, name: &str, schema: Value) -> Value {
        let mut other = Self(self.0.clone());
        let added = other.add(name, schema);
        let equal = |(known, schema): &(&String, &Value)| {
            *known != name && Some(*schema) == other.0.get(name)
        };
        match self.0.iter().find(equal) {
            Some((known, _)) => reference(known),
            None => {
                *self = other;
                added
            }
        }
    }

    fn insert(&mut self, name: &str, schema: Value) -> Value {
        let known = self.0.insert(name.to_owned(), schema.clone());
        assert!(known.is_none_or(|known| known == schema), "two schemas have the name `{name}`");
        reference(name)
    }
}

fn reference(name: &str) -> Value {
    Value::from_iter([("$ref", format!("{COMPONENTS}{name}"))])
}

/// Returns the schema of a request or of query parameters, without references.
pub(super) fn request_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn response_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with(|settings| settings.meta_schema = None);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Replaces the references to definitions by references to components.
fn rename(schema: &mut Value, new_name: &dyn Fn(&str) -> String) {
    match schema {
        Value::Object(fields) => {
            for (field, value) in fields {
                match value {
                    Value::String(text) if field == "$ref" => {
                        if let Some(name) = text.strip_prefix(DEFINITIONS) {
                            *text = format!("{COMPONENTS}{}", new_name(name));
                        }
                    }
                    value => rename(value, new_name),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, new_name)),
        _ => {}
    }
}
