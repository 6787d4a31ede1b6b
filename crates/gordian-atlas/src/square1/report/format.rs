//! The formats of a report and the files they consist of.

use super::data::Report;
use super::{csv, html, json, xml};

/// A format of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportFormat {
    /// A web page.
    #[default]
    Html,
    /// One JSON document.
    Json,
    /// One XML document.
    Xml,
    /// CSV tables.
    Csv,
}

impl ReportFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Html, Self::Json, Self::Xml, Self::Csv];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Json => "json",
            Self::Xml => "xml",
            Self::Csv => "csv",
        }
    }
}

/// One file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    /// The name, without a folder.
    pub name: &'static str,
    /// The contents.
    pub text: String,
}

impl Report {
    /// Returns the files of the report in `format`.
    #[must_use]
    pub fn files(&self, format: ReportFormat) -> Vec<ReportFile> {
        let file = |name, text| ReportFile { name, text };
        match format {
            ReportFormat::Html => vec![file("index.html", html::page(self))],
            ReportFormat::Json => vec![file("report.json", json::text(self))],
            ReportFormat::Xml => vec![file("report.xml", xml::document(self))],
            ReportFormat::Csv => vec![
                file("levels.csv", csv::levels(self)),
                file("shapes.csv", csv::shapes(self)),
                file("farthest.csv", csv::farthest(self)),
            ],
        }
    }
}
