//! Tests of the crate through its public interface.

mod corpus;
mod counts;
mod cube3;
mod definition;
mod document;
mod drawings;
mod moves;
mod notations;
mod perm8;
mod positions;
mod support;
