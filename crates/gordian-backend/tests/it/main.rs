//! What every engine, and every proof, is held to.

mod conformance;
mod drat;
mod formulas;
mod portfolio;
mod proofs;
