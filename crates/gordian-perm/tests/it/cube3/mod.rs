//! The 3×3×3.

mod corpus;
mod document;
mod moves;
mod notations;
mod positions;
mod support;
mod texts;
