//! The compiler as its users see it.

mod compiled;
mod random_model;
mod rows;
