//! Tests of the searches of models.

mod repairs;
mod session;
mod split;
