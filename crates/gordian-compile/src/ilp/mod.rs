//! Integer rows: a model as linear inequalities over integer columns, for LP, MPS and OPB files.
//!
//! Clauses are a poor gift to an integer-programming solver: it looks for bounds, equalities and
//! "exactly one of". [`linearise`] therefore goes from the model, not from its clauses, and keeps
//! as much of its shape as rows can carry:
//!
//! - a variable that is only added up and compared by size stays one integer column;
//! - a variable that is asked for single values (all-different, `x = 3`, an index, a table) becomes
//!   one 0/1 column per value that add up to one; `x = 3`, `x mod 4`, `2·x + 1` are then read off
//!   these columns and cost nothing;
//! - a truth value that is needed in one direction only is bound in that direction only, with the
//!   smallest big constant that the bounds allow;
//! - equal parts are lowered once, whether they share a tree or are merely written alike.
//!
//! *Invariant*: the integer points of the rows, seen through [`IntegerProgram::variables`], are exactly the
//! assignments that satisfy the model, undefined parts included (an assignment for which a part of
//! a constraint has no value is no point). One assignment may have several points: helper columns
//! that nothing depends on may be free.
//!
//! The way there: `read` turns expressions into terms (`term`, `algebra`), collecting on the way
//! what must hold for every part to have a value; `emit` and, by kind of term, `define`, `equal` and
//! `product` turn terms into rows. They go round twice: the second round knows from the first
//! which terms are asked for single values.

mod algebra;
mod arithmetic;
mod build;
mod data;
mod define;
mod emit;
mod equal;
mod error;
mod lp;
mod mps;
mod names;
mod opb;
mod product;
mod read;
mod term;
mod values;

pub use build::linearise;
pub use data::{Column, ColumnId, IntegerProgram, LinearExpr, ModelVariable, Row, Sense};
pub use error::LinearisationError;
pub use lp::write_lp;
pub use mps::write_mps;
pub use opb::write_opb;
