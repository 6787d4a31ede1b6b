//! Bit sets of states with a layout in which one machine instruction moves hundreds of states.
//!
//! The layout applies to puzzles whose state is shape × permutation × permutation: a shape (in
//! Square-1, the sequence of big and small pieces), an arrangement of eight distinct pieces over
//! the places of the shape (*columns*), and an arrangement of eight further pieces, possibly with
//! equal ones (*rows*). It relies on one fact: **relabelling pieces commutes with moving them**.
//! States that differ by a relabelling are moved together, and of states that differ by a
//! relabelling that fixes the solved puzzle only one is stored.
//!
//! - [`Dihedral`]: the group that relabels four pieces.
//! - [`Columns`]: 40,320 arrangements as 315 blocks of 64 bits.
//! - [`Rows`]: the arrangements of the further pieces as groups of up to eight lanes.
//! - [`Layout`]: the combination of both; the address of a state.
//!
//! To use it for another puzzle, describe the labels and the relabellings that fix its solved state
//! ([`LayoutSpec`]), list its shapes with their moves as permutations of places, and pass both to
//! an [`Enumeration`](crate::Enumeration).

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
