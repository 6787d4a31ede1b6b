//! Tests of puzzle files, of the rules and of the drawings, by the public interface.

mod classic;
mod cube;
mod cube3;
mod docs;
mod examples;
mod files;
mod goishi;
mod grid;
mod kinds;
mod links;
mod properties;
mod rules;
mod sizes;
mod solutions;
mod square1;
mod support;
