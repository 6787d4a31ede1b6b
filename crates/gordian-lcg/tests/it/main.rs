//! Tests of the engine through its interface.

mod absolute;
mod all_different;
mod brute_force;
mod cardinality;
mod circuit;
mod cumulative;
mod different_sum;
mod disjunctive;
mod division;
mod element;
mod extremum;
mod function;
mod graph;
mod inverse;
mod lexicographic;
mod linear;
mod memory;
mod optimum;
mod power;
mod product;
mod search;
mod table;
