//! Verifies a table.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use gordian_atlas::AtlasError;
use gordian_atlas::square1::Database;
use gordian_core::{Cancel, Limit, Outcome};
use gordian_table::{FileKind, Table, WorkContext};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Seconds;
use crate::document::{OutcomeName, SchemaVersion};

/// A request to verify the checksums and the hash of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TableVerifyRequest")]
pub struct VerifyRequest {
    /// The table, or a checkpoint.
    pub file: PathBuf,
    /// The number of threads; one per processor by default.
    #[serde(default)]
    pub threads: Option<NonZeroUsize>,
}

impl VerifyRequest {
    /// Reads the whole file; calls `on_bytes` with the number of bytes read and their total. The
    /// times of the response are left out.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] if the file is damaged or of another version of the program.
    pub fn run(
        &self,
        cancel: &Cancel,
        on_bytes: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<VerifyResponse, AtlasError> {
        let table = Table::open(&self.file)?;
        let work = WorkContext::new(cancel);
        let threads = self.threads.map_or(work.threads, NonZeroUsize::get);
        table.verify(&WorkContext { threads, progress: on_bytes, ..work })?;
        // An intact file may still belong to another version of the program. Of other tables that
        // is not known.
        if table.description().kind == FileKind::Table {
            match Database::open(&self.file) {
                Ok(_) | Err(AtlasError::UnknownTable { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(VerifyResponse {
            label: Some(table.description().label.clone()),
            payload_bytes: Some(table.payload_len()),
            blocks: Some(table.blocks()),
            ..VerifyResponse::new(self, Outcome::Solved)
        })
    }
}

/// The response to a [`VerifyRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TableVerifyResponse")]
pub struct VerifyResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The file.
    pub file: String,
    /// The label of the table; left out if a limit was reached, as the next fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// `solved`: every byte is intact; or `stopped`.
    pub outcome: OutcomeName,
    /// The length of the contents, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload_bytes: Option<u64>,
    /// The number of blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<u64>,
    /// The time that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
    /// The limit that stopped it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

impl VerifyResponse {
    /// Returns the response if `limit` was reached before the whole file was read.
    #[must_use]
    pub fn stopped(request: &VerifyRequest, limit: Limit) -> Self {
        Self { limit: Some(limit), ..Self::new(request, Outcome::Stopped(limit)) }
    }

    fn new(request: &VerifyRequest, outcome: Outcome) -> Self {
        Self {
            schema: SchemaVersion,
            file: request.file.display().to_string(),
            label: None,
            outcome: outcome.into(),
            payload_bytes: None,
            blocks: None,
            seconds: None,
            limit: None,
        }
    }
}
