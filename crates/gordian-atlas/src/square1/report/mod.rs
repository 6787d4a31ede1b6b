//! Reports about a database: its numbers of positions, shapes and farthest positions as data.
//!
//! [`Report::new`] collects the data from a [`Database`](super::Database), and
//! [`ReportDocument::open_or_make`] keeps its document beside the table. What a report looks like
//! as a page or a file is no matter of this crate.

mod data;
mod document;
mod stored;

pub use data::{Report, ReportShape};
pub use document::{FarthestDocument, InNotations, ReportDocument, ShapeDocument};
