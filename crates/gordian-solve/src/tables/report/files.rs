//! The formats of a report and the files they consist of.

use gordian_atlas::square1::report::Report;

use super::{csv, html, xml};

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

/// Returns the files of `report` in `format`.
#[must_use]
pub fn report_files(report: &Report, format: ReportFormat) -> Vec<ReportFile> {
    let file = |name, text| ReportFile { name, text };
    match format {
        ReportFormat::Html => vec![file("index.html", html::page(report))],
        ReportFormat::Json => vec![file("report.json", json(report))],
        ReportFormat::Xml => vec![file("report.xml", xml::document(report))],
        ReportFormat::Csv => vec![
            file("levels.csv", csv::levels(report)),
            file("shapes.csv", csv::shapes(report)),
            file("farthest.csv", csv::farthest(report)),
        ],
    }
}

/// Returns the document of the report with line breaks.
fn json(report: &Report) -> String {
    let text = serde_json::to_string_pretty(&report.to_document());
    text.expect("the names of all fields are strings") + "\n"
}
