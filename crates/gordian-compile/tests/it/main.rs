//! The compiler as its users see it.

mod compiled;
mod ilp;
mod magnitude;
mod matrix;
mod random_model;
mod structured_model;
