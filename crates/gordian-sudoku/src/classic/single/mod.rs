//! One puzzle alone, as soon as possible.
//!
//! Where [`super::batch`] looks at hundreds of puzzles at a time, one bit of a register each, this
//! engine looks at all 81 cells of one puzzle: three registers of 27 lanes of nine bits, one bit a
//! digit. Each register has one cell of every triad (three cells of a box in one row), and the
//! three are laid along the diagonals of the boxes:
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
//! A row of a box is one lane of the three registers, so what a triad can hold is one OR. A column
//! of a box has one cell in each register too, only in different lanes: two turns of lanes bring
//! them together, and two bring the answer back. (With the columns of a box as registers, turning
//! would need three registers mixed first.) Whether a cell has one digit, and whether a digit has
//! one cell in a box, is counted with ANDs and ORs of the same registers. The rules are described
//! in `rules`, the choice of the cell to guess in `branch`.
//!
//! All this is written once over a small trait, `machine::Machine`, and compiled for three forms:
//! AVX-512, where a register is a register and a turn is one byte permutation; AVX2 with a register
//! for each band; and words of 64 bits for any machine, the oracle of the other two. All forms do
//! the same steps: same solutions in the same order, same guesses.

mod branch;
mod engine;
mod machine;
mod portable;
mod rules;
mod search;
#[cfg(all(target_arch = "x86_64", not(gordian_portable)))]
mod simd;

pub use engine::{InvalidCharacter, SingleSolver};

/// The candidates of all cells in three registers.
type Grid<M> = [<M as machine::Machine>::Lanes; 3];

#[cfg(test)]
mod tests;
