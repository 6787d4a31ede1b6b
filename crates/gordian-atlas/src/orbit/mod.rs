//! Sets of states as bits, laid out so that one machine operation moves hundreds of them.
//!
//! For puzzles whose state is shape × permutation × permutation: a shape (how big and small pieces
//! follow each other, say), an arrangement of eight distinct pieces over the places that the shape
//! has for them (*columns*), and one of eight further pieces, some perhaps equal (*rows*). The idea
//! in one sentence: **relabelling pieces commutes with moving them**, so states that differ by a
//! relabelling can be moved together, and states that differ by a relabelling that fixes the solved
//! puzzle need not be told apart at all.
//!
//! - [`Dihedral`]: the group that relabels four pieces.
//! - [`Columns`]: 40,320 arrangements as 315 blocks of 64 bits.
//! - [`Rows`]: the other arrangements as groups of up to eight lanes.
//! - [`Layout`]: both together; where a state is.
//!
//! To use it for another puzzle: describe the labels and the relabellings that fix its solved state
//! ([`LayoutSpec`]), list its shapes with their moves as permutations of places, and hand both to an
//! [`Enumeration`](crate::Enumeration).

mod columns;
mod dihedral;
mod layout;
mod maps;
mod rows;

pub use columns::{
    BLOCKS, ColumnPlace, Columns, label_set_exchange, relabelling_of, to_dihedral_pair,
};
pub use dihedral::Dihedral;
pub(crate) use layout::LaneAction;
pub use layout::{Layout, LayoutSpec, Relabelling, StateAddress};
pub(crate) use maps::{ColumnMap, ColumnMaps, Entry, LaneActions, lane_actions};
pub use rows::{GroupElement, LANES, RowPlace, Rows};
