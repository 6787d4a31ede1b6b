//! The compiler as its users see it.

mod compiled;
mod magnitude;
mod matrix;
mod random_model;
mod rows;
mod structured_model;
