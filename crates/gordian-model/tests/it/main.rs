//! What models mean, how they are written and read, and what is said about texts that are no
//! models.

mod composites;
mod deep;
mod documents;
mod goals;
mod json;
mod malformed;
mod models;
mod operations;
mod random;
mod show;
mod support;
