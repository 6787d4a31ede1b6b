//! The toolkit of which the boards of all kinds are built.
//!
//! It is: [`Cell`]; the reading of TOML values and of boards drawn as text. It is not: rules or any other
//! algorithm; those of a kind live in the module of the kind.

pub(crate) mod block;
pub(crate) mod cell;
pub(crate) mod reader;

pub use cell::Cell;
