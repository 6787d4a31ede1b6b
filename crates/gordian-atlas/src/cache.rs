//! Tables that are built once and kept in a folder.

use std::io;
use std::path::Path;

use gordian_table::TableError;

use crate::AtlasError;

/// The words of the notes about a table.
pub struct CacheNotes<'a> {
    /// What is noted of a table that was kept, before the name of its file: `built the table, kept
    /// in`.
    pub kept: &'a str,
    /// What is noted of one that could not be kept, before the error: `the table is not kept`.
    pub not_kept: &'a str,
}

/// Returns the table in `file`, or builds it and keeps it there. The folder of the file is created
/// if necessary.
///
/// A file that cannot be used, and a table that cannot be kept, are notes for the user and no
/// errors.
///
/// # Errors
///
/// Those of `build`, and those of `open` that are about the machine and not about the file.
pub fn open_or_build<T>(
    file: &Path,
    words: &CacheNotes<'_>,
    notes: &mut Vec<String>,
    open: impl FnOnce() -> Result<T, AtlasError>,
    build: impl FnOnce() -> Result<T, AtlasError>,
    write: impl FnOnce(&T) -> Result<(), AtlasError>,
) -> Result<T, AtlasError> {
    match open() {
        Ok(table) => return Ok(table),
        Err(AtlasError::Table(TableError::Io { error, .. }))
            if error.kind() == io::ErrorKind::NotFound => {}
        Err(error @ (AtlasError::Table(_) | AtlasError::Contents { .. })) => {
            notes.push(format!("not used: {error}"));
        }
        Err(error) => return Err(error),
    }
    let table = build()?;
    let created = file.parent().map_or(Ok(()), fs_err::create_dir_all);
    let written = created.map_err(|error| error.to_string()).and_then(|()| match write(&table) {
        // Another process is keeping the same table.
        Err(AtlasError::Table(TableError::Locked { .. })) => Ok(None),
        Err(error) => Err(error.to_string()),
        Ok(()) => Ok(fs_err::metadata(file).ok()),
    });
    match written {
        Ok(None) => {}
        Ok(Some(kept)) => {
            let megabytes = kept.len().div_ceil(1_000_000);
            notes.push(format!("{} `{}` ({megabytes} MB)", words.kept, file.display()));
        }
        Err(error) => notes.push(format!("{}: {error}", words.not_kept)),
    }
    Ok(table)
}
