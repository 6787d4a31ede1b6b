//! From a model to an answer: presolve, lowering to clauses, and the search over them.

pub mod rows;
