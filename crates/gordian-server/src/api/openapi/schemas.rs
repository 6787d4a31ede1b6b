//! The named schemas of the document.

use gordian_requests::response_schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// Where the generator puts the schemas of the types within a schema, and where the document has
/// them.
const DEFINITIONS: &str = "#/$defs/";
const COMPONENTS: &str = "#/components/schemas/";

/// Schemas by name: those of the documents, and those of the types within them.
#[derive(Default)]
pub(super) struct Schemas(Map<String, Value>);

impl Schemas {
    /// Adds the schema of a document under `name`, and returns the reference to it.
    ///
    /// A type within it keeps its name; if another type already has that name, `name` is put in
    /// front.
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

/// Replaces the references to definitions by references to components.
fn rename(schema: &mut Value, new_name: &dyn Fn(&str) -> String) {
    let rename = |schema: &mut Schema| {
        if let Some(Value::String(text)) = schema.get_mut("$ref")
            && let Some(name) = text.strip_prefix(DEFINITIONS)
        {
            *text = format!("{COMPONENTS}{}", new_name(name));
        }
    };
    let schema = schema.try_into().expect("a schema is an object");
    RecursiveTransform(rename).transform(schema);
}
