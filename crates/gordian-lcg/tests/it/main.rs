//! Tests of the engine through its interface.

mod all_different;
mod brute_force;
mod linear;
mod optimum;
mod product;
mod search;
