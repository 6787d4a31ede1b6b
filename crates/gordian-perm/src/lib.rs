//! Simulators of permutation puzzles: states, moves and notations.
//!
//! The crate contains:
//!
//! - [`perm8`] and [`rank`]: permutations of eight elements, and ranks of permutations;
//! - [`square1`]: the Square-1: pieces, layers, positions, the twist (a partial move), two
//!   notations, drawings;
//! - [`cube3`]: the 3×3×3: pieces in space, positions with the orientations of the centres, the
//!   notation of moves, stickers, and the reasons why a position is unsolvable;
//! - [`definition`]: any other puzzle as data, read from a file or taken by name, with the order of
//!   its group.
//!
//! It does not search for solutions. A position is an array of pieces and a move permutes it; there
//! are no tables. The simulators are slow compared with a solver, and they check one: they share no
//! code with it.
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
pub mod definition;
pub mod perm8;
pub mod rank;
pub mod square1;
