//! Permutation puzzles as they are in the hand: states, moves and the ways to write them.
//!
//! It is: permutations of eight things with their ranks ([`perm8`]); the Square-1 ([`square1`]):
//! pieces, layers, positions, the twist that some positions do not allow, two notations, drawings;
//! and the 3×3×3 ([`cube3`]): pieces in space, positions with the directions of the centres, the
//! notation of moves, stickers, and why a position is impossible.
//!
//! It is not: anything that finds solutions. A position is the plain array of what lies where and
//! a move does what the hand does; there is no table. That makes this crate slow beside a search,
//! and fit to check one: nothing here shares code with a finder.
//!
//! # Example
//!
//! ```
//! use gordian_perm::square1::{Colours, Notation, Position, Sequence};
//!
//! let scramble = Sequence::parse("(1,0)/(3,-3)/(0,6)/", Notation::Wca).unwrap();
//! let position = Position::solved(Colours::Six).apply(&scramble).unwrap();
//! assert_eq!(position.to_string(), "34BC70F8-DE129A56,K");
//! assert_eq!(position.apply(&scramble.inverse()), Ok(Position::solved(Colours::Six)));
//! ```

pub mod cube3;
pub mod perm8;
pub mod rank;
pub mod square1;
