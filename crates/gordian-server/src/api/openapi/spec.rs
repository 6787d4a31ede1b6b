//! The parts of OpenAPI 3.1 that the description of the service uses.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};

/// Entries by name, in the order of the documentation.
pub(super) type Named<T> = IndexMap<String, T>;

/// Returns these entries.
pub(super) fn named<T, const N: usize>(entries: [(&str, T); N]) -> Named<T> {
    entries.map(|(name, entry)| (name.to_owned(), entry)).into()
}

#[derive(Serialize)]
pub(super) struct Document {
    pub(super) openapi: &'static str,
    pub(super) info: Info,
    pub(super) servers: [Named<&'static str>; 1],
    pub(super) tags: [Tag; 3],
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
    pub(super) license: Named<&'static str>,
}

#[derive(Serialize)]
pub(super) struct Tag {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
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
    #[serde(skip_serializing_if = "Value::is_null")]
    pub(super) schema: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) example: Option<Value>,
}

/// A response, or the reference to one.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Response {
    Reference(Named<&'static str>),
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
    pub(super) security_schemes: Named<Named<&'static str>>,
}
