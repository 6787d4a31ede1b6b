//! The Sudoku Cube: which piece goes where, and how it is turned there.
//!
//! The model is the first one of the post that posed the puzzle: a position per piece, a permutation
//! for those that can lie at a place in more than one way, and for every sticker of the drawn net
//! the value and the rotation that end up there. For the 3×3×3, the tables of positions and arrows
//! are the post's; for other sizes they are counted off the drawn net. Neither is the geometry by
//! which answers are judged.
//!
//! One thing differs. The post demands that neighbours in a list of stickers can look the same way;
//! a 1, which reads both ways, can then stand between stickers that look opposite ways. Here each
//! face has a direction that all its stickers can be read in.
//!
//! **What counts as one answer.** In the 3×3×3, as in the post, the place and turn of every piece.
//! In cubes of other sizes, what the faces show: among two dozen pieces with one sticker each there
//! nearly always are some that look the same, and nobody wants to be shown what they could not see.
//! A cube of even size has no middle that holds it, so one corner piece stays where it is; then the
//! same answer does not come in 24 positions. (It is a corner that no other one looks like. If each
//! corner has its like, the same answer can still come in more than one position.)
//!
//! *Source*: Adam Furmanek's blog, ILP series, part 105.

mod build;
mod reach;
mod read;
mod table;

pub(super) use build::model;
pub use reach::Reachability;
pub(super) use read::Reading;
