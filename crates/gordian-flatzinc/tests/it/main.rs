//! Tests of FlatZinc by its public interface.

mod corpus;
mod errors;
mod meaning;
mod texts;
