//! A report that is kept beside the table that it is about.

use std::path::Path;

use gordian_core::Cancel;
use gordian_table::{Disk, FileKind, Table, TableDescription, WorkContext, write};

use super::{Report, ReportDocument};
use crate::AtlasError;
use crate::cache::{CacheNotes, open_or_build};
use crate::square1::{Database, label};

/// The version of the contents; part of the definition.
const VERSION: &str = "gordian square-1 report 1";

const WORDS: CacheNotes<'_> =
    CacheNotes { kept: "made the report, kept in", not_kept: "the report is not kept" };

impl ReportDocument {
    /// Returns the report on `database`: the one in `folder` if it is about this database, or a new
    /// one, which is kept there. The report on a database in memory is not kept. Adds notes for the
    /// operator about files.
    ///
    /// Cost: a second or two for a new one.
    ///
    /// # Errors
    ///
    /// Those of [`Report::new`].
    pub fn open_or_make(
        folder: Option<&Path>,
        database: &Database,
        notes: &mut Vec<String>,
        cancel: &Cancel,
    ) -> Result<Self, AtlasError> {
        let make = || Ok(Report::new(database, cancel)?.to_document());
        let (Some(folder), Some(content)) = (folder, database.content_hash()) else {
            return make();
        };
        let name = format!("{}-report", label(database.model().colours()));
        let file = folder.join(format!("{name}.table"));
        let definition = {
            let mut hash = blake3::Hasher::new();
            hash.update(VERSION.as_bytes()).update(content);
            *hash.finalize().as_bytes()
        };
        let work = WorkContext::new(cancel);
        let open = || {
            let table = Table::open(&file)?;
            table.expect_table(&definition)?;
            let invalid = AtlasError::Contents { file: file.clone(), what: "it is no report" };
            serde_json::from_slice(table.bytes(0..table.payload_len())?).map_err(|_| invalid)
        };
        let keep = |report: &Self| {
            let payload = serde_json::to_vec(report).expect("the names of all fields are strings");
            let kind = FileKind::Table;
            let description =
                TableDescription { kind, label: name, definition, series: Vec::new() };
            Ok(write(&Disk, &file, &description, &[&payload], &work)?)
        };
        open_or_build(&file, &WORDS, notes, open, make, keep)
    }
}
