//! The kinds of puzzles: their naive models, and the special searches of some. To add one, add its
//! module; [`every_kind`](gordian_puzzles::every_kind) lists them, and `CONTRIBUTING.md` has the
//! recipe.

mod cube3;
mod goishi;
mod grid;
mod pencil;
mod registry;
mod square1;
mod sudoku_cube;

use registry::Entry;
pub(crate) use registry::of;

/// Every kind of `gordian-puzzles`, in the same order.
pub(crate) static KINDS: &[Entry] = gordian_puzzles::every_kind!(Entry);
