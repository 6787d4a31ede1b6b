//! The rules of the pencil puzzles, a module for each kind.

pub mod mashu;
pub mod nurikabe;
pub mod shikaku;
