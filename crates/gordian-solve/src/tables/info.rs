//! Describes a table from its header.

use std::fmt::Write as _;

use gordian_table::{FileKind, Table, VERSION};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::SchemaVersion;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableKind {
    /// A complete table.
    Table,
    /// A checkpoint of a build.
    Checkpoint,
}

/// The description of a table or of a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TableInfoResponse")]
pub struct InfoResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The file.
    pub file: String,
    /// The label, such as `square1-silver`; may be empty.
    pub label: String,
    /// The kind of the file.
    pub kind: TableKind,
    /// The level of a checkpoint.
    pub level: Option<u32>,
    /// The version of the file format.
    pub format: u32,
    /// The length of the contents, in bytes.
    pub payload_bytes: u64,
    /// The number of blocks.
    pub blocks: u64,
    /// The hash of the definition that the contents follow from.
    pub definition: String,
    /// The hash of the contents.
    pub content: String,
    /// The number of positions at each distance, in each model.
    pub models: Map<String, Value>,
}

impl InfoResponse {
    /// Returns the description of `table`.
    #[must_use]
    pub fn new(table: &Table) -> Self {
        let description = table.description();
        let (kind, level) = match description.kind {
            FileKind::Table => (TableKind::Table, None),
            FileKind::Checkpoint { step } => (TableKind::Checkpoint, Some(step)),
        };
        let models = description.series.iter();
        let models = models.map(|series| (series.name.clone(), series.counts.clone().into()));
        Self {
            schema: SchemaVersion,
            file: table.path().display().to_string(),
            label: description.label.clone(),
            kind,
            level,
            format: VERSION,
            payload_bytes: table.payload_len(),
            blocks: table.blocks(),
            definition: hex(&description.definition),
            content: hex(table.content_hash()),
            models: models.collect(),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("writing to a string cannot fail");
        out
    })
}
