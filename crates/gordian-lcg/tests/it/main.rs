//! Tests of the engine through its interface.

mod all_different;
mod brute_force;
mod function;
mod linear;
mod optimum;
mod product;
mod search;
