//! The model of the Sudoku Cube: the place and orientation of each piece.
//!
//! The model is the first one of the blog post that introduced the puzzle: a position per piece, a
//! permutation for pieces with several orientations, and for every sticker of the drawn net its
//! value and rotation in the solution. For the 3×3×3, the tables of positions and arrows are those
//! of the post; for other sizes they are derived from the drawn net. Neither uses the geometry by
//! which solutions are checked.
//!
//! The model differs from the post in one point. The post requires that neighbours in a list of
//! stickers can be read in the same direction; a 1, which reads both ways, can then stand between
//! stickers of opposite directions. Here each face has one direction in which all its stickers can
//! be read.
//!
//! **What counts as one solution.** In the 3×3×3, as in the post, the place and orientation of
//! every piece. In other sizes, what the faces show: among 24 pieces with one sticker each, some
//! are nearly always identical, and exchanging them is invisible. A cube of even size has no fixed
//! middles, so one corner piece is fixed; otherwise each solution would appear in 24 positions.
//! (The fixed corner is one without an identical twin. If every corner has a twin, a solution can
//! still appear in several positions.)
//!
//! *Source*: Adam Furmanek's blog, ILP series, part 105.

mod build;
mod decode;
mod moves;
mod net;
mod reachability;
mod search;
