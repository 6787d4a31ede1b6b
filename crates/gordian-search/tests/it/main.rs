//! Tests of the searches of models.

mod session;
