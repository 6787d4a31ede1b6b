//! Messages and hints of rejected files.

use std::fmt::Write as _;

use gordian_core::Limit;
use gordian_table::{FileKind, TableError};

#[test]
fn messages_and_hints() {
    let path = || "x.table".into();
    let errors = [
        TableError::NotATable { path: path() },
        TableError::Version { path: path(), found: 2, known: 1 },
        TableError::HeaderChecksum { path: path() },
        TableError::Header { path: path(), field: "kind" },
        TableError::Length { path: path(), expected: 4104, found: 4103 },
        TableError::EndMark { path: path() },
        TableError::Checksums { path: path() },
        TableError::Block { path: path(), index: 17 },
        TableError::Padding { path: path(), index: 17 },
        TableError::Content { path: path() },
        TableError::WrongDefinition {
            path: path(),
            label: "square1-silver".to_owned(),
            expected: Box::new([1; 32]),
            found: Box::new([2; 32]),
        },
        TableError::WrongKind {
            path: path(),
            expected: "table",
            found: FileKind::Checkpoint { step: 5 },
        },
        TableError::OutOfRange { path: path(), start: 5, end: 9, payload_len: 7 },
        TableError::Buffers { path: path(), expected: 10, found: 9 },
        TableError::Description { path: path(), field: "label" },
        TableError::Locked { path: path() },
        TableError::Stopped { path: path(), limit: Limit::Time },
        TableError::Io { path: path(), error: std::io::ErrorKind::StorageFull.into() },
    ];
    let mut text = String::new();
    for error in &errors {
        writeln!(text, "{}: {error}\n    {}", error.code(), error.hint()).expect("a string");
    }
    insta::assert_snapshot!(text, @r"
    table.not-a-table: `x.table` is not a table
        give a table that Gordian has written, or a new file
    table.version: table `x.table` has format 2, this build reads 1
        use a newer version of the program; or give another file or cache folder, or delete the file
    table.header-checksum: the header of table `x.table` is damaged: its checksum is wrong
        the file cannot be repaired: delete it and build it again
    table.header: the header of table `x.table` is not valid: kind
        the file cannot be repaired: delete it and build it again
    table.length: table `x.table` has 4103 bytes instead of 4104
        the file cannot be repaired: delete it and build it again
    table.end-mark: the end mark of table `x.table` is damaged
        the file cannot be repaired: delete it and build it again
    table.checksums: the block checksums of table `x.table` are damaged
        the file cannot be repaired: delete it and build it again
    table.block: block 17 of table `x.table` is damaged: its checksum is wrong
        the file cannot be repaired: delete it and build it again
    table.padding: block 17 of table `x.table` is not valid: its padding is not zero
        the file cannot be repaired: delete it and build it again
    table.content: the content of table `x.table` is damaged: its hash is wrong
        the file cannot be repaired: delete it and build it again
    table.wrong-definition: `x.table` holds `square1-silver` with another definition than expected
        the file is for another puzzle, metric or version: give another file, or delete it and build it again
    table.wrong-kind: `x.table` is a checkpoint of step 5, not a table
        build the table again to resume from a checkpoint
    table.out-of-range: bytes 5 to 9 were requested from table `x.table`, which has 7
        this is a bug in Gordian: please report it
    table.buffers: the buffers have 9 bytes for the 10 bytes of table `x.table`
        this is a bug in Gordian: please report it
    table.description: the header of table `x.table` cannot hold the given label
        this is a bug in Gordian: please report it
    table.busy: `x.table` is being built by another process
        wait for the other process, or choose another file
    table.stopped: stopped while working on table `x.table`
        raise the limit
    table.io: table `x.table`: no storage space
        check the path, the permissions and the free space of the disk
    ");
}
