//! A table of a later version of the program.

use gordian_core::Cancel;

/// Writes a small table with the next format version to `file` and returns its bytes.
pub(crate) fn newer_table(file: &std::path::Path) -> Vec<u8> {
    let description = gordian_table::TableDescription {
        kind: gordian_table::FileKind::Table,
        label: "square1-silver".to_owned(),
        definition: [1; 32],
        series: Vec::new(),
    };
    let cancel = Cancel::new();
    let work = gordian_table::WorkContext::new(&cancel);
    gordian_table::write(&gordian_table::Disk, file, &description, &[b"distances"], &work)
        .expect("it is written");
    let mut bytes = fs_err::read(file).expect("the table");
    // The version, and the checksum of the header (docs/formats/table.md).
    bytes[8..12].copy_from_slice(&2_u32.to_le_bytes());
    let sum = crc32c::crc32c(&bytes[..4092]);
    bytes[4092..4096].copy_from_slice(&sum.to_le_bytes());
    fs_err::write(file, &bytes).expect("the file can be written");
    bytes
}
