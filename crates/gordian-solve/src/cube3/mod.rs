//! The 3×3×3: solutions of positions, and of scrambled Sudoku Cubes.
//!
//! [`Solver`] keeps the tables of `gordian-atlas` and answers queries ([`Query`]). Every solution
//! is replayed on the simulator of `gordian-perm`, which shares no code with the search, before it
//! is returned. [`find_moves`] finds turns that solve a Sudoku Cube.

mod scramble;
mod solver;
mod steps;
mod sudoku_cube;
mod text;

pub use gordian_atlas::cube3::{CentreGoal, MAX_LENGTH};
pub use gordian_perm::cube3::{LowercaseMeaning, Metric, Position, Sequence};
pub use scramble::scramble_in_text;
pub use solver::{Answer, DEFAULT_TIME_LIMIT, Query, Solver};
pub use steps::{find_steps, next_subgroups, smallest_subgroup};
pub use sudoku_cube::{CubeMoves, Goal, Goals, find_moves};
pub use text::{facts, knows_all_centres, lengths_text};
