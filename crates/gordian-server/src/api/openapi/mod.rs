//! The API description in OpenAPI 3.1, generated from the same lists as the routes and from the
//! types of the documents.

mod docs;
mod document;
mod schemas;
mod spec;

pub(super) use docs::routes;
