//! From puzzles to answers.
//!
//! It is: the searches made for one puzzle each ([`goishi`]). It is not: the rules of the puzzles,
//! which live in code that shares nothing with this crate, so that every answer found here can be
//! judged from outside.

pub mod goishi;
