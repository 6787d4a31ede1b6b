//! The parts of OpenAPI 3.1 that the description of the service uses.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// Entries with names, written as an object in this order.
pub(super) struct Named<T>(Vec<(String, T)>);

/// An object whose values are texts, such as a tag or a license.
pub(super) type Texts = Named<&'static str>;

impl<T> Named<T> {
    pub(super) fn new<const N: usize>(entries: [(&str, T); N]) -> Self {
        Self(entries.into_iter().map(|(name, entry)| (name.to_owned(), entry)).collect())
    }

    /// Adds an entry, unless there is one of this name.
    pub(super) fn add(&mut self, name: &str, entry: T) {
        if self.0.iter().all(|(known, _)| *known != name) {
            self.0.push((name.to_owned(), entry));
        }
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, entry)| (name, entry)))
    }
}

#[derive(Serialize)]
pub(super) struct Document {
    pub(super) openapi: &'static str,
    pub(super) info: Info,
    pub(super) servers: [Texts; 1],
    pub(super) tags: [Texts; 3],
    /// The operations of each path, by method.
    pub(super) paths: Named<Named<Operation>>,
    pub(super) components: Components,
}

#[derive(Serialize)]
pub(super) struct Info {
    pub(super) title: &'static str,
    pub(super) version: &'static str,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
    pub(super) license: Texts,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Operation {
    pub(super) operation_id: String,
    pub(super) tags: [&'static str; 1],
    pub(super) summary: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) description: String,
    /// Any of these is enough; the empty one means that none is required.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) security: Vec<Named<[&'static str; 0]>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) parameters: Vec<Parameter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) request_body: Option<RequestBody>,
    pub(super) responses: Named<Response>,
}

#[derive(Serialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) r#in: &'static str,
    pub(super) description: String,
    pub(super) required: bool,
    pub(super) schema: Value,
}

#[derive(Serialize)]
pub(super) struct RequestBody {
    pub(super) required: bool,
    pub(super) content: Named<MediaType>,
}

#[derive(Default, Serialize)]
pub(super) struct MediaType {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) schema: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) example: Option<Value>,
}

/// A response, or the reference to one.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Response {
    Reference(Texts),
    Inline { description: &'static str, headers: Named<Header>, content: Named<MediaType> },
}

#[derive(Serialize)]
pub(super) struct Header {
    pub(super) description: &'static str,
    pub(super) schema: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Components {
    pub(super) schemas: Map<String, Value>,
    pub(super) responses: Named<Response>,
    pub(super) security_schemes: Named<Texts>,
}
