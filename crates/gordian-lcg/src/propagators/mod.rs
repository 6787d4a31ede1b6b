//! The constraints.

mod absolute;
mod all_different;
mod cardinality;
mod circuit;
mod cumulative;
mod disjunctive;
mod element;
mod extremum;
mod function;
pub mod graph;
mod inverse;
mod lexicographic;
mod linear;
mod narrowing;
mod power;
mod product;
mod quotient;
mod remainder;
mod table;

pub use absolute::Absolute;
pub use all_different::AllDifferent;
pub use cardinality::Cardinality;
pub use circuit::{Circuit, Subcircuit};
pub use cumulative::{Cumulative, Task};
pub use disjunctive::Disjunctive;
pub use element::{Element, ElementOfConstants, ElementOfVars};
pub use extremum::{Extremum, Maximum, Minimum};
pub use function::Function;
pub use inverse::Inverse;
pub use lexicographic::Lexicographic;
pub use linear::{Linear, LinearNotEqual, Term};
pub use power::Power;
pub use product::Product;
pub use quotient::Quotient;
pub use remainder::Remainder;
pub use table::Table;
