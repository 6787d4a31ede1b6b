//! Integration tests of models: semantics, JSON reading and writing, and error messages.

mod composites;
mod deep;
mod documents;
mod globals;
mod goals;
mod json;
mod malformed;
mod models;
mod operations;
mod random;
mod show;
mod support;
