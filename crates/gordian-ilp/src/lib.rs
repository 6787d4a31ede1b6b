//! Integer linear programs: a model as linear constraints over integer columns, for LP, MPS and OPB
//! files.
//!
//! Clauses are a poor input for an integer programming solver, which looks for bounds, equalities
//! and exactly-one constraints. [`linearise`] therefore starts from the intermediate form after
//! presolve, as the encoding to clauses does, and preserves as much of its structure as rows can
//! express:
//!
//! - a variable that is only added and compared by order remains one integer column;
//! - a variable that is compared with single values (all-different, `x = 3`, an index, a table) is
//!   one-hot encoded: one 0/1 column per value, which add up to one. `x = 3`, `x mod 4` and `2·x +
//!   1` are then expressions over these columns and cost nothing;
//! - a Boolean that is needed in one direction only is bounded in that direction only, with the
//!   smallest big-M constant that the bounds allow;
//! - a value that is given by which of several conditions holds is an expression over the
//!   conditions.
//!
//! *Invariant*: the integer points of the rows, projected to [`IntegerProgram::variables`], are
//! exactly the assignments that satisfy the model, including undefined expressions (an assignment
//! for which a part of a constraint is undefined is not a point). One assignment may have several
//! points, because helper columns may be free where nothing depends on them.
//!
//! Stages: `builder` turns nodes of the intermediate form into terms (`term`, `algebra`,
//! `arithmetic`). `emit` and, by kind of term, `define`, `equality` and `product` turn terms into
//! rows. There are two passes: the first one determines which terms need a one-hot encoding.

mod algebra;
mod arithmetic;
mod builder;
mod define;
mod emit;
mod equality;
mod error;
mod linearise;
mod lp;
mod mps;
mod names;
mod opb;
mod product;
mod program;
mod term;
mod values;

pub use error::LinearisationError;
pub use linearise::linearise;
pub use lp::write_lp;
pub use mps::write_mps;
pub use opb::write_opb;
pub use program::{Column, ColumnId, IntegerProgram, LinearExpr, ModelVariable, Row, Sense};
