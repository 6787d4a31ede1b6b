//! Encoding and decoding of the header, the first 4096 bytes of a file.
//!
//! Decoding treats the bytes as untrusted. It accepts a header only if it equals the
//! [`Header::encode`] of its fields, byte for byte; this comparison also covers all unused bytes.

use std::path::Path;

use crate::layout::{
    BLOCK_LEN, BLOCK_LEN_AT, CONTENT_AT, COUNTS_IN_SERIES, COUNTS_LEN_IN_SERIES, DEFINITION_AT,
    FILE_LEN_AT, HASH_LEN, HEADER_LEN, HEADER_SUM_AT, KIND_AT, LABEL_AT, LABEL_LEN_AT, MAGIC,
    MAX_COUNTS, MAX_LABEL_LEN, MAX_NAME_LEN, MAX_SERIES, MIN_FILE_LEN, NAME_IN_SERIES,
    PAYLOAD_LEN_AT, SERIES_AT, SERIES_LEN_AT, SERIES_SIZE, STEP_AT, SUMS_SUM_AT, VERSION,
    VERSION_AT, file_len,
};
use crate::{CountSeries, FileKind, TableDescription, TableError, checksum};

const KIND_TABLE: u32 = 1;
const KIND_CHECKPOINT: u32 = 2;

/// The fields of a header, except the lengths that are derived from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The description provided by the caller.
    pub(crate) description: TableDescription,
    /// The length of the payload in bytes.
    pub(crate) payload_len: u64,
    /// The BLAKE3 hash of the payload.
    pub(crate) content: [u8; HASH_LEN],
    /// The checksum of the checksums. Its place in the header binds the header to the checksums and
    /// through them to the blocks.
    pub(crate) sums_sum: u32,
}

impl Header {
    /// Returns the encoded header.
    ///
    /// The description must fit ([`TableDescription::check`]) and the file length must be valid
    /// ([`file_len`]).
    pub(crate) fn encode(&self) -> [u8; HEADER_LEN] {
        let mut bytes = [0; HEADER_LEN];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        let (kind, step) = match self.description.kind {
            FileKind::Table => (KIND_TABLE, 0),
            FileKind::Checkpoint { step } => (KIND_CHECKPOINT, step),
        };
        let file_len = file_len(self.payload_len).expect("the length was checked before");
        put(0, &MAGIC);
        put(VERSION_AT, &VERSION.to_le_bytes());
        put(KIND_AT, &kind.to_le_bytes());
        put(STEP_AT, &step.to_le_bytes());
        put(BLOCK_LEN_AT, &encode_len(BLOCK_LEN));
        put(PAYLOAD_LEN_AT, &self.payload_len.to_le_bytes());
        put(FILE_LEN_AT, &file_len.to_le_bytes());
        put(DEFINITION_AT, &self.description.definition);
        put(CONTENT_AT, &self.content);
        put(SUMS_SUM_AT, &self.sums_sum.to_le_bytes());
        put(SERIES_LEN_AT, &encode_len(self.description.series.len()));
        put(LABEL_LEN_AT, &encode_len(self.description.label.len()));
        put(LABEL_AT, self.description.label.as_bytes());
        for (at, series) in self.description.series.iter().enumerate() {
            let at = SERIES_AT + at * SERIES_SIZE;
            put(at, &encode_len(series.name.len()));
            put(at + COUNTS_LEN_IN_SERIES, &encode_len(series.counts.len()));
            put(at + NAME_IN_SERIES, series.name.as_bytes());
            for (nth, count) in series.counts.iter().enumerate() {
                put(at + COUNTS_IN_SERIES + nth * size_of::<u64>(), &count.to_le_bytes());
            }
        }
        let sum = checksum::of_header(&bytes[..HEADER_SUM_AT]);
        bytes[HEADER_SUM_AT..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Decodes the header of `file`, which is the whole file or at least its beginning; does not
    /// check the length of the file.
    ///
    /// # Errors
    ///
    /// `NotATable`, `Length` (shorter than a header), `Version`, `HeaderChecksum`, `Header`, in
    /// this order.
    pub(crate) fn decode(file: &[u8], path: &Path) -> Result<Self, TableError> {
        let path_buf = || path.to_owned();
        if !file.starts_with(&MAGIC) {
            return Err(TableError::NotATable { path: path_buf() });
        }
        let Some(bytes) = file.first_chunk::<HEADER_LEN>() else {
            let found = file.len() as u64;
            return Err(TableError::Length { path: path_buf(), expected: MIN_FILE_LEN, found });
        };
        let version = u32_at(bytes, VERSION_AT);
        if version != VERSION {
            return Err(TableError::Version { path: path_buf(), found: version, known: VERSION });
        }
        if checksum::of_header(&bytes[..HEADER_SUM_AT]) != u32_at(bytes, HEADER_SUM_AT) {
            return Err(TableError::HeaderChecksum { path: path_buf() });
        }
        Self::fields(bytes).map_err(|field| TableError::Header { path: path_buf(), field })
    }

    /// Decodes the fields; the error is the name of the first invalid field.
    fn fields(bytes: &[u8; HEADER_LEN]) -> Result<Self, &'static str> {
        let kind = match (u32_at(bytes, KIND_AT), u32_at(bytes, STEP_AT)) {
            (KIND_TABLE, 0) => FileKind::Table,
            (KIND_TABLE, _) => return Err("step of a table"),
            (KIND_CHECKPOINT, step) => FileKind::Checkpoint { step },
            _ => return Err("kind"),
        };
        if bytes[BLOCK_LEN_AT..PAYLOAD_LEN_AT] != encode_len(BLOCK_LEN) {
            return Err("length of a block");
        }
        let payload_len = u64_at(bytes, PAYLOAD_LEN_AT);
        if file_len(payload_len) != Some(u64_at(bytes, FILE_LEN_AT)) {
            return Err("lengths of payload and file");
        }
        let n_series = length(bytes, SERIES_LEN_AT, MAX_SERIES).ok_or("number of series")?;
        let description = TableDescription {
            kind,
            label: text(bytes, LABEL_LEN_AT, LABEL_AT, MAX_LABEL_LEN).ok_or("label")?,
            definition: hash_at(bytes, DEFINITION_AT),
            series: (0..n_series)
                .map(|at| series(bytes, SERIES_AT + at * SERIES_SIZE))
                .collect::<Result<_, _>>()?,
        };
        if let Some(field) = description.invalid_field() {
            return Err(field);
        }
        let header = Self {
            description,
            payload_len,
            content: hash_at(bytes, CONTENT_AT),
            sums_sum: u32_at(bytes, SUMS_SUM_AT),
        };
        if header.encode() != *bytes {
            return Err("bytes that no field uses");
        }
        Ok(header)
    }
}

/// Decodes the series at offset `at`.
fn series(bytes: &[u8; HEADER_LEN], at: usize) -> Result<CountSeries, &'static str> {
    let name = text(bytes, at, at + NAME_IN_SERIES, MAX_NAME_LEN).ok_or("name of a series")?;
    let n_counts =
        length(bytes, at + COUNTS_LEN_IN_SERIES, MAX_COUNTS).ok_or("length of a series")?;
    let count = |nth: usize| u64_at(bytes, at + COUNTS_IN_SERIES + nth * size_of::<u64>());
    Ok(CountSeries { name, counts: (0..n_counts).map(count).collect() })
}

/// Encodes a length.
fn encode_len(len: usize) -> [u8; 4] {
    u32::try_from(len).expect("lengths in a header are small").to_le_bytes()
}

/// Decodes the length at `at` if it is at most `max`.
fn length(bytes: &[u8; HEADER_LEN], at: usize, max: usize) -> Option<usize> {
    usize::try_from(u32_at(bytes, at)).ok().filter(|&len| len <= max)
}

/// Decodes the text at `at` whose length is at `len_at`, if valid.
fn text(bytes: &[u8; HEADER_LEN], len_at: usize, at: usize, max: usize) -> Option<String> {
    let len = length(bytes, len_at, max)?;
    str::from_utf8(&bytes[at..at + len]).ok().map(str::to_owned)
}

fn u32_at(bytes: &[u8; HEADER_LEN], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + size_of::<u32>()].try_into().expect("four bytes"))
}

fn u64_at(bytes: &[u8; HEADER_LEN], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + size_of::<u64>()].try_into().expect("eight bytes"))
}

fn hash_at(bytes: &[u8; HEADER_LEN], at: usize) -> [u8; HASH_LEN] {
    bytes[at..at + HASH_LEN].try_into().expect("32 bytes")
}
