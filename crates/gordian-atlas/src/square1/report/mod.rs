//! Reports about a database, as a web page and as data files.
//!
//! [`Report::new`] collects the data from a [`Database`](super::Database); [`Report::files`] formats it
//! without further input. Equal databases give equal texts. [`ReportDocument::open_or_make`] keeps one beside
//! its table.
//!
//! | format | files |
//! | --- | --- |
//! | HTML | `index.html`, a self-contained page with drawings |
//! | JSON | `report.json`, everything in one document |
//! | XML | `report.xml`, the same as elements |
//! | CSV | `levels.csv`, `shapes.csv`, `farthest.csv`, one row per number |

mod chart;
mod csv;
mod data;
mod format;
mod html;
mod json;
mod shapes;
mod stored;
mod text;
mod xml;

pub use data::{Report, ReportShape};
pub use format::{ReportFile, ReportFormat};
pub use json::{FarthestDocument, InNotations, ReportDocument, ShapeDocument};
