//! The toolkit of which the boards of all kinds are built.
//!
//! It is:
//!
//! - the parts of a board: [`Cell`], [`Size`], [`Edge`], [`Vertex`], [`Direction`], and values for
//!   them ([`CellMap`], [`EdgeMap`]); [`Regions`];
//! - the reading of TOML values and of boards drawn as text, with exact positions of errors;
//! - [`Drawing`], which renders a board as text and as SVG.
//!
//! It is not: rules, or algorithms that rules could share with a solver. A checker walks over cells
//! in its own loops.

pub(crate) mod block;
pub(crate) mod cell;
mod cube_net;
mod direction;
mod drawing;
mod edge;
mod map;
pub(crate) mod reader;
mod regions;
mod size;
pub(crate) mod text_board;

pub use cell::Cell;
pub use direction::Direction;
pub use drawing::{Drawing, Fill, Ink, Shape, Weight};
pub use edge::{Edge, Vertex};
pub use map::{CellMap, EdgeMap};
pub use reader::{MAX_NAME_CHARS, Reader, name_problem, nearest_name};
pub use regions::Regions;
pub use size::Size;
