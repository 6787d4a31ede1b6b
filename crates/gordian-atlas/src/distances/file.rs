//! The file of all distances.
//!
//! The payload consists of the codes of all ranks ([`super::codes`]), four in a byte, or of the
//! keys of all states ([`super::keys`]), and of the number of states at each distance as
//! little-endian numbers of 64 bits. It depends neither on threads or processes nor on where the
//! codes were during the work.

use std::path::Path;

use gordian_core::numbers::to_u64;
use gordian_perm::definition::{Definition, MoveSet};
use gordian_table::{
    CountSeries, FileKind, MAX_COUNTS, MAX_LABEL_LEN, Storage, TableDescription, TableError,
};

use crate::AtlasError;
use crate::chain::ChainIndex;
use crate::checkpoint::expect_table_or_none;

/// The layout of the file.
pub(super) const TABLE: &str = "table 1";
/// The size of a number in bytes.
const NUMBER: usize = size_of::<u64>();

/// What the ranks of a file mean.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    label: String,
    hash: [u8; 32],
    /// The hash of the same distances in the other of two forms, codes and lists.
    other: Option<[u8; 32]>,
}

impl Meaning {
    /// Returns the meaning of ranks in a chain of stabilisers, and of distances by its moves.
    pub(super) fn of_elements(definition: &Definition, chain: &ChainIndex) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(definition.moduli()).update(chain.hash("distances").as_bytes());
        Self::of_codes(definition, hasher.finalize().into())
    }

    /// Returns the meaning of ranks in mixed radix, and of distances by `moves`.
    pub(super) fn of_states(definition: &Definition, moves: &MoveSet) -> Self {
        Self::of_codes(definition, Self::hash_of_pieces(definition, moves, "mixed radix"))
    }

    fn of_codes(definition: &Definition, hash: [u8; 32]) -> Self {
        Self { label: label(definition), hash, other: Some(hash_in_lists(&hash)) }
    }

    /// Returns the meaning of sorted lists of these ranks.
    pub(super) fn in_lists(&self) -> Self {
        let Self { label, hash, .. } = self;
        Self { label: label.clone(), hash: hash_in_lists(hash), other: Some(*hash) }
    }

    /// Returns the meaning of keys, and of distances by `moves`.
    pub(super) fn of_keys(definition: &Definition, moves: &MoveSet) -> Self {
        let hash = Self::hash_of_pieces(definition, moves, "keys");
        Self { label: label(definition), hash, other: None }
    }

    fn hash_of_pieces(definition: &Definition, moves: &MoveSet, numbering: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        let mut add_numbers = |numbers: [usize; 2]| {
            for number in numbers {
                hasher.update(&to_u64(number).to_le_bytes());
            }
        };
        add_numbers([definition.n_positions(), moves.moves().len()]);
        for orbit in definition.orbits() {
            add_numbers([orbit.n_positions(), orbit.orientations().into()]);
        }
        for restriction in definition.restrictions() {
            add_numbers([restriction.position, restriction.labels.len()]);
        }
        for it in moves.moves().iter().map(|it| it.transformation()) {
            for source in it.sources() {
                hasher.update(&source.to_le_bytes());
            }
            hasher.update(it.twists());
        }
        for restriction in definition.restrictions() {
            hasher.update(&restriction.labels);
        }
        let solved = definition.solved();
        hasher.update(numbering.as_bytes()).update(solved.pieces()).update(solved.orientations());
        hasher.finalize().into()
    }

    /// Returns the hash for files of a kind; `kind` also names the layout.
    pub(super) fn hash(&self, kind: &str) -> [u8; 32] {
        hash_of(&self.hash, kind)
    }

    /// Fails if the file that a table will replace is not a table of the same distances, in either
    /// form.
    pub(super) fn expect_own(&self, storage: &dyn Storage, file: &Path) -> Result<(), AtlasError> {
        let found = expect_table_or_none(storage, file, &self.hash(TABLE));
        let other = self.other.map(|other| hash_of(&other, TABLE));
        match (found, other) {
            (Err(error @ TableError::WrongDefinition { .. }), Some(other)) => {
                Ok(expect_table_or_none(storage, file, &other).map_err(|_| error)?)
            }
            (found, _) => Ok(found?),
        }
    }

    /// Returns the description of a table; its label tells whether it has all states.
    pub(super) fn table(&self, levels: &[u64], is_complete: bool) -> TableDescription {
        let description = self.description(FileKind::Table, TABLE, levels);
        if is_complete {
            return description;
        }
        let mut label = description.label;
        let end = format!(" to distance {}", levels.len().saturating_sub(1));
        while label.len() + end.len() > MAX_LABEL_LEN {
            label.pop();
        }
        TableDescription { label: label + &end, ..description }
    }

    /// Returns the description of a file.
    pub(super) fn description(
        &self,
        kind: FileKind,
        layout: &str,
        levels: &[u64],
    ) -> TableDescription {
        // A search has more levels than a header can hold only for puzzles of few moves; the
        // payload has all of them.
        let series = CountSeries { name: "states".to_owned(), counts: levels.to_vec() };
        TableDescription {
            kind,
            label: self.label.clone(),
            definition: self.hash(layout),
            series: if levels.len() <= MAX_COUNTS { vec![series] } else { Vec::new() },
        }
    }
}

/// Returns a hash for files of a kind.
fn hash_of(hash: &[u8; 32], kind: &str) -> [u8; 32] {
    *blake3::Hasher::new().update(hash).update(kind.as_bytes()).finalize().as_bytes()
}

/// Returns the hash of sorted lists of the ranks that have this hash.
fn hash_in_lists(hash: &[u8; 32]) -> [u8; 32] {
    hash_of(hash, "lists")
}

/// Returns the label of files about a puzzle.
fn label(definition: &Definition) -> String {
    let mut label = String::from("perm ");
    for letter in definition.name().chars().filter(|it| !it.is_control()) {
        if label.len() + letter.len_utf8() > MAX_LABEL_LEN {
            break;
        }
        label.push(letter);
    }
    label
}

/// Returns numbers as bytes.
pub(super) fn to_bytes(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Returns the numbers in bytes, or an error about `file` if there is a rest.
pub(super) fn to_numbers(bytes: &[u8], file: &Path) -> Result<Vec<u64>, AtlasError> {
    let (numbers, rest) = bytes.as_chunks::<NUMBER>();
    if !rest.is_empty() {
        return Err(invalid(file, "its length is wrong"));
    }
    Ok(numbers.iter().map(|&number| u64::from_le_bytes(number)).collect())
}

/// Returns an error about the contents of a file.
pub(super) fn invalid(file: &Path, what: &'static str) -> AtlasError {
    AtlasError::Contents { file: file.to_owned(), what }
}
