//! One puzzle at a time, with the lowest latency.
//!
//! While [`super::batch`] processes hundreds of puzzles at a time, one bit of a register each, this
//! engine processes all 81 cells of one puzzle: three registers of 27 lanes of nine bits, one bit
//! per digit. Each register has one cell of every triad (three cells of a box in one row), and the
//! three are arranged along the diagonals of the boxes:
//!
//! ```text
//! one box, with the registers of its cells       lanes of a register: 9 · band + 3 · row + box
//!
//!    0 1 2     row 0                                 0  1  2     band 0, row 0
//!    2 0 1     row 1                                 3  4  5             row 1
//!    1 2 0     row 2                                 6  7  8             row 2
//!                                                    9 10 11     band 1, row 0     and so on
//! ```
//!
//! A row of a box is the same lane of the three registers, so the candidates of a triad are one OR.
//! A column of a box also has one cell in each register, but in different lanes: two lane rotations
//! align them, and two move the result back. (With the columns of a box as registers, rotations
//! would require mixing three registers first.) Cells with one candidate, and digits with one cell
//! in a box, are counted with ANDs and ORs of the same registers. `rules` describes the rules, and
//! `branch` the choice of the branching cell.
//!
//! The algorithm is written once over a small trait, `machine::Machine`, and compiled for three
//! forms: AVX-512, with one register and one byte permutation per rotation; AVX2, with a register
//! for each band; and words of 64 bits for any machine, the reference for the other two. All forms
//! take the same steps: the same solutions in the same order, the same guesses.

mod branch;
mod engine;
mod machine;
mod portable;
mod rules;
mod search;
#[cfg(gordian_simd)]
mod simd;

pub use engine::{InvalidCharacter, SingleSolver};

/// The candidates of all cells in three registers.
type Grid<M> = [<M as machine::Machine>::Lanes; 3];

#[cfg(test)]
mod tests;
