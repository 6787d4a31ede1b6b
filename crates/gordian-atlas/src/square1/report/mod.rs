//! What a database says of the puzzle, as pages for people and files for programs.
//!
//! [`Report::new`] collects everything from a [`Database`](super::Database); what comes after turns
//! it into text and asks nobody: [`Report::files`]. The same database gives the same text.
//!
//! | format | files |
//! | --- | --- |
//! | HTML | `index.html`, one page with drawings that needs nothing from elsewhere |
//! | JSON | `report.json`, everything in one document |
//! | XML | `report.xml`, the same as elements |
//! | CSV | `levels.csv`, `shapes.csv`, `farthest.csv`, one row a number |

mod chart;
mod csv;
mod data;
mod format;
mod html;
mod json;
mod shapes;
mod text;
mod xml;

pub use data::{Report, ReportShape};
pub use format::{ReportFile, ReportFormat};
