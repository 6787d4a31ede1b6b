//! Files written by version 0.1.0; the tests of other crates use this module too.

use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// Returns the bytes of a file in `testdata/v0.1.0`.
pub(crate) fn read_fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gordian-atlas/testdata/v0.1.0");
    fs_err::read(folder.join(name)).expect("the fixture exists")
}

/// Writes the checkpoint of 0.1.0. Almost all of its bytes are zeros, which the fixture omits.
pub(crate) fn write_checkpoint(file: &Path) {
    let sparse = read_fixture("silver.table.checkpoint.sparse");
    let number = |at: usize, len: usize| {
        let mut bytes = [0; 8];
        bytes[..len].copy_from_slice(&sparse[at..at + len]);
        u64::from_le_bytes(bytes)
    };
    let mut out = fs_err::File::create(file).expect("a folder");
    // Bytes that are never written read as zeros.
    out.set_len(number(0, 8)).expect("the write succeeds");
    let mut at = 8;
    while at < sparse.len() {
        let len = usize::try_from(number(at + 8, 4)).expect("a small number");
        out.seek(SeekFrom::Start(number(at, 8))).expect("a place");
        out.write_all(&sparse[at + 12..][..len]).expect("the write succeeds");
        at += 12 + len;
    }
}
