//! Files of immutable bytes with checksums: a table is either complete and correct, or rejected.
//!
//! A *table* is one file: a header that describes the payload, the payload in blocks of 64 KiB, and
//! a checksum per block. It is written once under a temporary name and then renamed, so its name
//! never refers to an incomplete file. A *checkpoint* is a file of the same format with the state
//! of unfinished work.
//!
//! The crate contains the file format ([`TableDescription`], with the layout in
//! `docs/formats/table.md`), the writer ([`write()`]), the reader ([`Table`]), and the support for
//! long computations that survive a kill at any instant ([`TableBuild`], [`CheckpointPolicy`]). It
//! does not interpret the payload, and tables cannot be modified, only replaced.
//!
//! # Guarantees
//!
//! - **No wrong byte is returned.** [`Table::bytes`] and the other accessors verify the checksum of
//!   a block before they return its first byte; [`Table::verify`] reads everything and compares the
//!   content with its BLAKE3 hash too. CRC-32C finds every error of up to 32 neighbouring bits in a
//!   block and misses one in 2³² of the others; the hash detects even constructed errors.
//! - **A name never refers to a partial file.** It refers to the old file or to the new one, even
//!   after a crash, if the disk satisfies the assumptions (`docs/formats/table.md`, "Assumptions
//!   about the disk").
//! - **Equal content gives equal bytes**, independent of the number of threads, the time and the
//!   machine.
//!
//! # Example
//!
//! ```
//! use gordian_core::Cancel;
//! use gordian_table::{CountSeries, Disk, FileKind, Table, TableDescription, WorkContext, write};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("squares.table");
//! let description = TableDescription {
//!     kind: FileKind::Table,
//!     label: "squares".to_owned(),
//!     definition: [7; 32],
//!     series: vec![CountSeries { name: "even and odd".to_owned(), counts: vec![2, 2] }],
//! };
//! let cancel = Cancel::new();
//! write(&Disk, &path, &description, &[&[0, 1], &[4, 9]], &WorkContext::new(&cancel))?;
//!
//! let table = Table::open(&path)?;
//! table.expect_table(&[7; 32])?;
//! assert_eq!(table.byte(3)?, 9);
//! table.verify(&WorkContext::new(&cancel))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod checkpoint;
mod checksum;
mod description;
mod disk;
mod error;
mod header;
mod layout;
mod map;
mod paths;
mod storage;
mod table;
mod work;
mod write;

pub use build::{TableBuild, write};
pub use checkpoint::CheckpointPolicy;
pub use description::{CountSeries, FileKind, TableDescription};
pub use disk::Disk;
pub use error::TableError;
pub use layout::{BLOCK_LEN, MAX_COUNTS, MAX_LABEL_LEN, MAX_NAME_LEN, MAX_SERIES, VERSION};
pub use paths::sibling_path;
pub use storage::{FileContents, LockGuard, Storage, WritableFile};
pub use table::{Payload, Table};
pub use work::{ThreadPool, WorkContext};
