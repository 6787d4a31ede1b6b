//! Tests of the tables on disk through the public API.

mod building;
mod corrupt;
mod crash;
mod errors;
mod format;
mod hostile;
mod reading;
mod simulated;
mod upgrade;

use std::io;
use std::path::Path;

use gordian_core::{Cancel, Random};
use gordian_table::{
    CountSeries, FileKind, Storage, Table, TableDescription, TableError, WorkContext,
};

use crate::simulated::Simulated;

/// The name of the file in most tests.
const NAME: &str = "folder/squares.table";

/// The definition of the tables in the tests.
const DEFINITION: [u8; 32] = [0xD5; 32];

fn path() -> &'static Path {
    Path::new(NAME)
}

fn description(kind: FileKind) -> TableDescription {
    let series =
        |name: &str, counts: &[u64]| CountSeries { name: name.to_owned(), counts: counts.into() };
    TableDescription {
        kind,
        label: "squares".to_owned(),
        definition: DEFINITION,
        series: vec![series("corrected", &[1, 2, u64::MAX]), series("ignoring the middle", &[3])],
    }
}

/// Returns the names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs_err::read_dir(folder).expect("a folder");
    let name = |entry: io::Result<fs_err::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// Returns random bytes.
fn noise(len: usize, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = vec![0; len];
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&random.bits().to_le_bytes()[..chunk.len()]);
    }
    bytes
}

/// Calls `job` with a context of `threads` threads without cancellation and progress.
fn with_threads<T>(threads: usize, job: impl FnOnce(&WorkContext<'_>) -> T) -> T {
    let cancel = Cancel::new();
    job(&WorkContext { threads, ..WorkContext::new(&cancel) })
}

/// Returns the bytes of the file with this description and payload.
fn file(description: &TableDescription, payload: &[u8]) -> Vec<u8> {
    let storage = Simulated::new();
    with_threads(1, |work| gordian_table::write(&storage, path(), description, &[payload], work))
        .expect("a file that can be written");
    storage.read(path()).expect("a file that was written").to_vec()
}

/// Opens a file with these bytes.
fn open(bytes: Vec<u8>) -> Result<Table, TableError> {
    Table::open_in(&Simulated::with(path(), bytes), path())
}

/// Opens and verifies a file with these bytes.
fn accept(bytes: Vec<u8>) -> Result<Table, TableError> {
    let table = open(bytes)?;
    with_threads(1, |work| table.verify(work))?;
    Ok(table)
}

/// Returns the whole payload.
fn payload(table: &Table) -> Result<Vec<u8>, TableError> {
    let len = usize::try_from(table.payload_len()).expect("a payload in memory");
    let mut bytes = vec![0; len];
    with_threads(1, |work| table.read_payload_into(&mut [&mut bytes], work))?;
    Ok(bytes)
}
