//! Tests of the engine through its interface.

mod brute_force;
mod linear;
mod optimum;
mod search;
