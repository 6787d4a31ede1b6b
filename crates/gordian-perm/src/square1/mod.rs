//! The Square-1, also known as Cube 21: positions, moves and notations.
//!
//! # The puzzle
//!
//! The puzzle has three layers. The pieces of the top and of the bottom layer fill a circle of
//! twelve *slots* of 30°: a *small* piece (an edge of the solved cube) fills one slot, a *big*
//! piece (a corner) two. The middle layer consists of two halves and has two states: a square, or a
//! kite after one half was turned over. A plane, the *cut*, divides the puzzle into a left and a
//! right half. The moves are
//!
//! - a [`Turn`] of the top and of the bottom layer, by any number of slots;
//! - the *twist* (slash), written `/`: the right half turns over, by 180°. It exchanges the right
//!   halves of the top and of the bottom layer and toggles the middle layer. It is possible only if
//!   no big piece lies across the cut, so it is a partial move: [`Position::twisted`] returns an
//!   `Option`.
//!
//! A third move, [`Move::Flip`], moves no piece: the puzzle is held upside down, and the top and
//! bottom layers exchange roles.
//!
//! # Slots
//!
//! ```text
//!    top, seen from above          bottom, seen from below
//!
//!            back                           front
//!              6 ╎                         ╎ 5
//!          7     ╎   5                 6   ╎     4
//!        8      ╎      4             7      ╎      3
//!       9       ╎       3           8       ╎       2
//!       10     ╎       2             9       ╎      1
//!         11   ╎    1                 10     ╎   0
//!             ╎ 0                         11 ╎
//!            front                          back
//! ```
//!
//! Slots are numbered anticlockwise as seen from outside their own layer. Slot 0 of the top layer
//! begins at the front end of the cut, slot 0 of the bottom layer at its back end. Both pictures
//! show the right half of the puzzle on the right, which is slots 0 to 5. The twist exchanges slot
//! `s` of the top with slot `s` of the bottom for `s` from 0 to 5. A clockwise turn by `x` moves
//! the content of slot `s + x` to slot `s`.
//!
//! # Text formats
//!
//! Pieces are the digits `0` to `F` (see [`Piece`]); a position is the words of its two layers and
//! the letter of its middle layer, such as `01234567-F89ABCDE,S` (see [`Position`]); there are two
//! notations of move sequences (see [`Notation`]). `docs/guides/square1.md` is the user
//! documentation.
//!
//! # Invariants
//!
//! - The pieces of a [`Layer`] fill its twelve slots exactly.
//! - A [`Position`] consists of the pieces of one of the two [`Colours`], with their
//!   multiplicities.
//! - Every such position is reachable by turns and twists: no further check is needed.

mod canonical;
mod draw;
mod error;
mod layer;
mod notation;
mod piece;
mod position;
mod random;
mod sequence;
mod shape;
mod svg;
mod text;

pub use draw::draw;
pub use error::{ParseError, SquareError};
pub use layer::Layer;
pub use notation::Notation;
pub use piece::{Colours, CutEnd, Middle, Piece, Side};
pub use position::Position;
pub use random::{random_position, random_sequence};
pub use sequence::{Move, Sequence, Turn};
pub use shape::{LayerShape, Shape};
pub use svg::{svg, svg_shape};
pub use text::parse_position_or_sequence;
