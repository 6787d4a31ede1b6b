//! Reports about tables of the Square-1, as a web page and as data files.
//!
//! [`report_files`] formats the data of a [`Report`] without further input. Equal reports give
//! equal texts.
//!
//! | format | files |
//! | --- | --- |
//! | HTML | `index.html`, a self-contained page with drawings |
//! | JSON | `report.json`, everything in one document |
//! | XML | `report.xml`, the same as elements |
//! | CSV | `levels.csv`, `shapes.csv`, `farthest.csv`, one row per number |

mod chart;
mod csv;
mod files;
mod html;
mod shapes;
mod text;
mod xml;

pub use files::{ReportFile, ReportFormat, report_files};
