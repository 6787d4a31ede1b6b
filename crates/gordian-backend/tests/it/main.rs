//! Integration tests of solvers and proofs.

mod conformance;
mod drat;
mod formulas;
mod portfolio;
mod proofs;
