//! The database: one bit per position and middle layer, which determines all distances.
//!
//! Bit 0 of a distance is the middle layer (square even, kite odd), bit 1 is stored, and neighbours
//! differ by exactly one, so the bits of a position's neighbours tell which of them are nearer. The
//! distance is the number of steps to the solved position. The payload of the
//! [table](gordian_table):
//!
//! ```text
//!  [middle: square, kite][shape of the graph: 65][row group][block: 315][lane][8 bytes]   the bits
//!  [shape: 90][distance][ignoring the middle, modulo flip]  8 bytes each                  the levels
//! ```
//!
//! Unused lanes are omitted, so silver takes 65 · 105 · 315 · 6 words twice, 206 MB,
//! and six colours 65 · 315 · 315 · 8 words twice, 826 MB.

use std::path::Path;

use gordian_core::Cancel;
use gordian_perm::square1::Colours;
use gordian_table::{CountSeries, FileKind, Table, TableDescription, TableError, WorkContext};

use super::levels::{CountModel, LevelTable};
use super::model::{Model, State};
use crate::AtlasError;
use crate::map::Plane;
use crate::orbit::{BLOCKS, LANES};

/// The version of the meaning of the bytes; part of the definition.
const VERSION: &str = "gordian square-1 distances 1";

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// The storage of the bits.
enum BitSource {
    File(Table),
    /// Both planes, packed as in the file, and the number of bytes in use in each.
    Memory {
        planes: [Plane; 2],
        len: usize,
    },
}

/// The distances of all positions.
pub struct Database {
    model: Model,
    source: BitSource,
    levels: LevelTable,
}

/// Returns the name of the puzzle in table labels, file names and on the command line.
#[must_use]
pub fn label(colours: Colours) -> &'static str {
    match colours {
        Colours::Silver => "square1-silver",
        Colours::Six => "square1",
    }
}

/// Returns the hash of everything that determines the meaning of the bits of a table.
pub(crate) fn definition(model: &Model) -> [u8; 32] {
    let mut hash = blake3::Hasher::new();
    hash.update(VERSION.as_bytes());
    hash.update(label(model.colours()).as_bytes());
    for shape in model.kept_shapes() {
        hash.update(model.shapes()[usize::from(*shape)].name().as_bytes());
    }
    let layout = model.layout();
    for representative in layout.columns().representatives() {
        hash.update(&representative.images());
    }
    for representative in layout.rows().representatives() {
        hash.update(representative);
    }
    // The lanes: the labels of the first state of each.
    for lane in 0..layout.n_lanes() {
        let lane = u8::try_from(lane).expect("eight lanes");
        let (big, small) =
            layout.state(crate::orbit::StateAddress { group: 0, block: 0, lane, bit: 0 });
        hash.update(&big.images());
        hash.update(&small);
    }
    *hash.finalize().as_bytes()
}

/// Returns the number of bytes per middle layer in a table.
pub(crate) fn plane_len(model: &Model) -> usize {
    let layout = model.layout();
    model.kept_shapes().len() * layout.n_groups() * BLOCKS * layout.n_lanes() * WORD
}

/// Packs the lanes in use and converts every word to the byte order of tables.
pub(crate) fn pack(plane: &mut Plane, n_lanes: usize) {
    let n_blocks = plane.groups().len() * BLOCKS;
    let bytes = plane.bytes_mut();
    if n_lanes < LANES {
        for block in 1..n_blocks {
            let from = block * LANES * WORD;
            bytes.copy_within(from..from + n_lanes * WORD, block * n_lanes * WORD);
        }
    }
    if cfg!(target_endian = "big") {
        for word in bytes.chunks_exact_mut(WORD) {
            word.reverse();
        }
    }
}

/// Returns the description of a table.
pub(crate) fn description(model: &Model, levels: &LevelTable) -> TableDescription {
    let series = CountModel::ALL.map(|count_model| CountSeries {
        name: count_model.name().to_owned(),
        counts: levels.levels(count_model),
    });
    TableDescription {
        kind: FileKind::Table,
        label: label(model.colours()).to_owned(),
        definition: definition(model),
        series: series.into(),
    }
}

impl Database {
    /// Opens the table `file` of either colouring. Each block of bits is verified when it is first
    /// read.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`], [`AtlasError::UnknownTable`] if it is a table of another puzzle, and
    /// [`AtlasError::Contents`] if its contents are inconsistent.
    pub fn open(file: &Path) -> Result<Self, AtlasError> {
        let table = Table::open(file)?;
        if let found @ FileKind::Checkpoint { .. } = table.description().kind {
            let path = file.to_owned();
            return Err(TableError::WrongKind { path, expected: "table", found }.into());
        }
        let found = table.description().label.clone();
        let colours = [Colours::Silver, Colours::Six].into_iter().find(|&it| label(it) == found);
        let colours = colours
            .ok_or_else(|| AtlasError::UnknownTable { file: file.to_owned(), label: found })?;
        let model = Model::new(colours);
        table.expect_table(&definition(&model))?;
        let contents = |what| AtlasError::Contents { file: file.to_owned(), what };
        let start = 2 * plane_len(&model) as u64;
        let len = table.payload_len();
        if len <= start || !(len - start).is_multiple_of(WORD as u64) {
            return Err(contents("its payload has an unexpected length"));
        }
        let words: Vec<u64> = table
            .bytes(start..len)?
            .chunks_exact(WORD)
            .map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
            .collect();
        let levels = LevelTable::from_words(&model, &words);
        let levels = levels.ok_or_else(|| contents("unexpected number of levels"))?;
        for count_model in CountModel::ALL {
            if table.counts(count_model.name()) != Some(&levels.levels(count_model)) {
                return Err(contents("the counts of its header and of its shapes differ"));
            }
        }
        Ok(Self { model, source: BitSource::File(table), levels })
    }

    /// Returns a database in memory with packed planes.
    pub(crate) fn in_memory(model: Model, planes: [Plane; 2], levels: LevelTable) -> Self {
        let len = plane_len(&model);
        Self { model, source: BitSource::Memory { planes, len }, levels }
    }

    /// Reads the whole table and compares it with its checksums and its hash.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`].
    pub fn verify(&self, cancel: &Cancel) -> Result<(), AtlasError> {
        match &self.source {
            BitSource::File(table) => Ok(table.verify(&WorkContext::new(cancel))?),
            BitSource::Memory { .. } => Ok(()),
        }
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the BLAKE3 hash of the contents of the table's file; `None` for a database in
    /// memory.
    pub(super) fn content_hash(&self) -> Option<&[u8; 32]> {
        match &self.source {
            BitSource::File(table) => Some(table.content_hash()),
            BitSource::Memory { .. } => None,
        }
    }

    /// Returns the number of positions at each distance.
    #[must_use]
    pub fn levels(&self) -> &LevelTable {
        &self.levels
    }

    /// Returns the distance of `state` with the middle layer `parity`, modulo 4.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] if the block of the state is damaged.
    pub(crate) fn distance_mod4(&self, state: &State, parity: usize) -> Result<u8, AtlasError> {
        let layout = self.model.layout();
        let (shape, address) = self.model.locate(state);
        let group = usize::from(shape) * layout.n_groups() + usize::from(address.group);
        let block = group * BLOCKS + usize::from(address.block);
        let word = block * layout.n_lanes() + usize::from(address.lane);
        let at = word * WORD + usize::from(address.bit / 8);
        let byte = match &self.source {
            BitSource::Memory { planes, len } => planes[parity].bytes()[..*len][at],
            BitSource::File(table) => table.byte((parity * plane_len(&self.model) + at) as u64)?,
        };
        let half = byte >> (address.bit % 8) & 1;
        Ok(2 * half + u8::from(parity == 1))
    }

    /// Returns the error of a table with inconsistent distances.
    pub(crate) fn contradiction(&self) -> AtlasError {
        let file = match &self.source {
            BitSource::File(table) => table.path().to_owned(),
            BitSource::Memory { .. } => "(memory)".into(),
        };
        AtlasError::Contents { file, what: "its distances are inconsistent" }
    }
}
