//! The 3×3×3 cube, with or without the directions of its centres: good solutions at once, and shortest
//! ones for those who wait.
//!
//! [`Solver`] cuts a solution in two. The first phase brings the cube to where turns of U and D by any
//! angle and half turns of the other faces are enough: corners not twisted, edges not flipped, the
//! middle slice's edges in it, and the centres of the four sides an even number of quarters away. The
//! second phase does the rest. All first phases are tried, shortest first, in six views of the cube
//! (three axes, and the inverse position), so that the whole gets shorter and shorter; shortest
//! solutions of near positions, and lower bounds for all, come from iterative deepening with the first
//! phase's bound along all three axes.
//!
//! *States.* 43,252,003,274,489,856,000 without centres, 2,048 times as many with them; the first
//! phase has 2,217,093,120 and 35,473,489,920.
//!
//! *Symmetry.* Flip and slice are kept by 64,430 classes under the sixteen symmetries that keep the
//! axis, so that the exact distances of the first phase without centres take 36 MB; with the centres
//! there are sets of the states within eight turns (`filter.rs`).
//!
//! What is not here: a cube one could turn. Positions come from [`gordian_perm::cube3`], which shares no
//! code with this module and replays every solution.

mod bounds;
mod classes;
mod coordinates;
mod cubies;
mod deepening;
mod filter;
mod phase1;
mod product;
mod solve;
mod symmetry;
mod tables;
#[cfg(test)]
mod tests;
mod two_phase;

pub use solve::{CentreGoal, MAX_LENGTH, SolveOptions, SolveResult, Solver, TABLE_BYTES};
