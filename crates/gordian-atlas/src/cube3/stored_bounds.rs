//! The bounds of a solver in a file, so that they are built once.
//!
//! The payload consists of the tables one after another. Its words are in native byte order, so the
//! byte order is part of the definition: a machine of the other order builds its own file.

use std::path::Path;
use std::sync::Arc;

use gordian_core::Cancel;
use gordian_perm::cube3::Metric;
use gordian_table::{
    CountSeries, FileKind, Payload, Storage, Table, TableDescription, WorkContext, write,
};

use super::bounds::{NibbleTable, TwoBitTable};
use super::coordinates::{N_SIDES, N_SLICE_ORDERS, N_SLICES, N_TWISTS, N_UD_EDGES};
use super::coset_table::label;
use super::filter::Filters;
use super::solve::TABLE_BYTES;
use super::tables::{Bounds, CentreBounds, N_FREE_CENTRES, Symmetric, Tables, coordinates, costs};
use crate::AtlasError;
use crate::map::{Numbers, Plain};

/// The name of the series with the numbers of words of the filters.
const FILTER_WORDS: &str = "filter words";

/// Returns the definition of the file, which changes with the meaning of its bytes.
fn definition(metric: Metric, with_centres: bool) -> [u8; 32] {
    let centres = if with_centres { "with" } else { "without" };
    let order = if cfg!(target_endian = "big") { "big" } else { "little" };
    let text = format!("{}: bounds {centres} centres; {order} endian; 1", label(metric));
    *blake3::hash(text.as_bytes()).as_bytes()
}

impl Bounds {
    /// Returns the tables as bytes, in the order of the file.
    fn parts(&self) -> Vec<&[u8]> {
        let Self { phase1_distance_mod3, plain_corners, plain_edges, pieces, centres } = self;
        let mut parts =
            vec![phase1_distance_mod3.bytes(), plain_corners.bytes(), plain_edges.bytes()];
        parts.extend(pieces.iter().map(TwoBitTable::bytes));
        if let Some(CentreBounds { filters, flip_sides, twist_sides, corners, edges }) = centres {
            parts.extend([flip_sides, twist_sides, corners, edges].map(NibbleTable::bytes));
            parts.extend(filters.bytes());
        }
        parts
    }
}

impl Tables {
    /// Writes the bounds to `file`, atomically.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`].
    pub(super) fn write(
        &self,
        storage: &dyn Storage,
        file: &Path,
        work: &WorkContext<'_>,
    ) -> Result<(), AtlasError> {
        let centres = self.bounds.centres.as_ref();
        let words = centres
            .map(|it| CountSeries { name: FILTER_WORDS.to_owned(), counts: it.filters.n_words() });
        let description = TableDescription {
            kind: FileKind::Table,
            label: label(self.metric).to_owned(),
            definition: definition(self.metric, centres.is_some()),
            series: words.into_iter().collect(),
        };
        Ok(write(storage, file, &description, &self.bounds.parts(), work)?)
    }

    /// Opens a file of [`Tables::write`], verifies all of it, and computes the rest. The bounds
    /// stay in the mapped file, so processes share them.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] if the file cannot be read, is damaged, or is another table;
    /// [`AtlasError::Contents`], [`AtlasError::Memory`].
    pub(super) fn open(
        file: &Path,
        metric: Metric,
        with_centres: bool,
        cancel: &Cancel,
    ) -> Result<Self, AtlasError> {
        let table = Table::open(file)?;
        table.expect_table(&definition(metric, with_centres))?;
        let (moves, symmetric) = coordinates().map_err(AtlasError::memory(TABLE_BYTES))?;
        let filter_words = table.counts(FILTER_WORDS).map(<[u64]>::to_vec);
        let threads = rayon::current_num_threads();
        let payload = table.into_payload(&WorkContext { threads, ..WorkContext::new(cancel) })?;
        let parts = Parts { file, payload: Arc::new(payload), begin: 0 };
        let bounds = parts.bounds(&symmetric, with_centres, filter_words.as_deref())?;
        Ok(Self { metric, costs: costs(metric), moves, symmetric, bounds })
    }
}

/// The parts of a file, in the order of [`Bounds::parts`].
struct Parts<'a> {
    file: &'a Path,
    payload: Arc<Payload>,
    /// The begin of the next part.
    begin: usize,
}

impl Parts<'_> {
    fn bounds(
        mut self,
        symmetric: &Symmetric,
        with_centres: bool,
        filter_words: Option<&[u64]>,
    ) -> Result<Bounds, AtlasError> {
        let Symmetric { flip_slice, twist_classes, corners, ud_edge_classes, .. } = symmetric;
        let [corner_orders, edge_orders] =
            [corners, ud_edge_classes].map(|it| it.len() * N_SLICE_ORDERS);
        let phase1_distance_mod3 = self.two_bit(flip_slice.len(), N_TWISTS)?;
        let plain_corners = self.nibbles(corner_orders)?;
        let plain_edges = self.nibbles(edge_orders)?;
        let (pieces, centres) = if with_centres {
            let flip_sides = self.nibbles(flip_slice.len() * N_SIDES)?;
            let twist_sides = self.nibbles(twist_classes.len() * N_SLICES * N_SIDES)?;
            let corners = self.nibbles(corner_orders * N_FREE_CENTRES)?;
            let edges = self.nibbles(edge_orders * N_FREE_CENTRES)?;
            let n_bytes = filter_words.and_then(Filters::n_bytes);
            let n_bytes =
                n_bytes.ok_or_else(|| self.invalid("the sizes of its filters are wrong"))?;
            let words: Result<_, _> = n_bytes.into_iter().map(|n| self.next(n)).collect();
            let filters = Filters::of_words(words?);
            (None, Some(CentreBounds { filters, flip_sides, twist_sides, corners, edges }))
        } else {
            (Some(self.two_bit(corners.len(), N_UD_EDGES)?), None)
        };
        if self.begin != self.payload.len() {
            return Err(self.invalid("its length is wrong"));
        }
        Ok(Bounds { phase1_distance_mod3, plain_corners, plain_edges, pieces, centres })
    }

    fn nibbles(&mut self, n: usize) -> Result<NibbleTable, AtlasError> {
        self.next(NibbleTable::n_bytes(n)).map(NibbleTable::of_bytes)
    }

    fn two_bit(&mut self, rows: usize, columns: usize) -> Result<TwoBitTable, AtlasError> {
        let words = self.next(TwoBitTable::n_bytes(rows, columns))?;
        Ok(TwoBitTable::of_words(words, columns))
    }

    /// Returns the numbers in the next bytes.
    fn next<T: Plain>(&mut self, n_bytes: usize) -> Result<Numbers<T>, AtlasError> {
        let part = self.begin..self.begin + n_bytes;
        if part.end > self.payload.len() {
            return Err(self.invalid("its length is wrong"));
        }
        self.begin = part.end;
        Numbers::in_file(&self.payload, part).map_err(AtlasError::memory(TABLE_BYTES))
    }

    fn invalid(&self, what: &'static str) -> AtlasError {
        AtlasError::Contents { file: self.file.to_owned(), what }
    }
}

#[cfg(test)]
mod tests {
    use gordian_table::Disk;

    use super::*;

    #[test]
    fn read_bounds_equal_written_ones() {
        let folder = tempfile::tempdir().unwrap();
        let cancel = Cancel::new();
        let metric = Metric::HalfTurn;
        for with_centres in [false, true] {
            let file = folder.path().join(if with_centres { "centres" } else { "plain" });
            let built = Tables::build(metric, with_centres, &cancel).unwrap();
            built.write(&Disk, &file, &WorkContext::new(&cancel)).unwrap();
            let read = Tables::open(&file, metric, with_centres, &cancel).unwrap();
            assert!(read.bounds.parts() == built.bounds.parts(), "with centres: {with_centres}");
            // A file for another metric, or for the other kind of bounds, is never used.
            let others = [(Metric::QuarterTurn, with_centres), (metric, !with_centres)];
            for (metric, with_centres) in others {
                let opened = Tables::open(&file, metric, with_centres, &cancel);
                assert!(matches!(opened, Err(AtlasError::Table(_))));
            }
            // Every byte counts.
            let mut bytes = fs_err::read(&file).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            fs_err::write(&file, bytes).unwrap();
            let damaged = Tables::open(&file, metric, with_centres, &cancel);
            assert!(damaged.is_err_and(|error| error.is_damage()));
        }
    }

    #[test]
    fn filters_of_other_sizes_are_rejected() {
        let valid = [64_u64, 64, 128, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];
        assert!(Filters::n_bytes(&valid).is_some());
        assert!(Filters::n_bytes(&valid[1..]).is_none());
        for wrong in [0, 63, 65, 1 << 30, u64::MAX] {
            let mut words = valid;
            words[3] = wrong;
            assert!(Filters::n_bytes(&words).is_none(), "{wrong}");
        }
    }
}
