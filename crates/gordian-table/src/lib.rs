//! Tables of immutable bytes on disk, which are either there and right, or refused.
//!
//! A *table* is one file: a header that says what the bytes are, the bytes themselves in blocks of
//! 64 KiB, and a checksum for each block. It is written once, under a temporary name, and appears
//! under its own name complete or not at all. A *checkpoint* is the same thing for work that is not
//! done yet.
//!
//! It is: the file format ([`Description`], with the layout in `docs/formats/table.md`), the writer
//! ([`write()`]), the reader ([`Table`]), and what a long computation needs to survive a kill at any
//! instant ([`Build`], [`CheckpointPolicy`]). It is not: anything that knows what the bytes mean, and
//! not a store one can change: to change a table is to write another one.
//!
//! # What is promised
//!
//! - **No wrong byte is handed out.** [`Table::bytes`] and its kin compare a block with its checksum
//!   before they give away the first byte of it; [`Table::verify`] reads everything and compares the
//!   content with its BLAKE3 hash too. CRC-32C finds every error of up to 32 neighbouring bits in a
//!   block and misses one in 2³² of the others; the hash misses none that anybody could construct.
//! - **A name is never half a file.** Under its name stands the old file or the new one, whatever
//!   happens between, if the disk keeps what it promises (`docs/formats/table.md`, "What is assumed
//!   of the disk").
//! - **The same content gives the same bytes**, however many threads wrote it, whenever and wherever.
//!
//! # Example
//!
//! ```
//! use gordian_core::Cancel;
//! use gordian_table::{Description, Disk, Kind, Series, Table, Work, write};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("squares.table");
//! let description = Description {
//!     kind: Kind::Table,
//!     label: "squares".to_owned(),
//!     definition: [7; 32],
//!     series: vec![Series { name: "even and odd".to_owned(), counts: vec![2, 2] }],
//! };
//! let cancel = Cancel::new();
//! write(&Disk, &path, &description, &[&[0, 1], &[4, 9]], &Work::new(&cancel))?;
//!
//! let table = Table::open(&path)?;
//! table.expect_table(&[7; 32])?;
//! assert_eq!(table.byte(3)?, 9);
//! table.verify(&Work::new(&cancel))?;
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
mod storage;
mod table;
mod work;
mod write;

pub use build::Build;
pub use checkpoint::CheckpointPolicy;
pub use description::{Description, Kind, Series};
pub use disk::Disk;
pub use error::TableError;
pub use layout::{BLOCK_LEN, MAX_COUNTS, MAX_LABEL_LEN, MAX_NAME_LEN, MAX_SERIES, VERSION};
pub use storage::{Contents, Guard, NewFile, Storage};
pub use table::Table;
pub use work::Work;
pub use write::write;
