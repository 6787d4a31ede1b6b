//! The bounds of a solver in a file, so that they are built once.
//!
//! The payload consists of the tables one after another. Its words are in native byte order, so the byte order is
//! part of the definition: a machine of the other order builds its own file.

use std::path::Path;

use gordian_core::Cancel;
use gordian_perm::cube3::Metric;
use gordian_table::{CountSeries, FileKind, Storage, Table, TableDescription, WorkContext, write};

use super::bounds::{NibbleTable, TwoBitTable};
use super::coordinates::{Coordinates, N_SIDES, N_SLICE_ORDERS, N_SLICES, N_TWISTS, N_UD_EDGES};
use super::coset_table::label;
use super::filter::Filters;
use super::solve::TABLE_BYTES;
use super::tables::{Bounds, CentreBounds, N_FREE_CENTRES, Symmetric, Tables, costs};
use crate::AtlasError;

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

    /// Returns [`Self::parts`], mutable.
    fn parts_mut(&mut self) -> Vec<&mut [u8]> {
        let Self { phase1_distance_mod3, plain_corners, plain_edges, pieces, centres } = self;
        let mut parts = vec![
            phase1_distance_mod3.bytes_mut(),
            plain_corners.bytes_mut(),
            plain_edges.bytes_mut(),
        ];
        parts.extend(pieces.iter_mut().map(TwoBitTable::bytes_mut));
        if let Some(CentreBounds { filters, flip_sides, twist_sides, corners, edges }) = centres {
            parts.extend([flip_sides, twist_sides, corners, edges].map(NibbleTable::bytes_mut));
            parts.extend(filters.bytes_mut());
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

    /// Reads the bounds from a file of [`Tables::write`] and verifies all of it; computes the rest.
    ///
    /// # Errors
    ///
    /// [`AtlasError::Table`] if the file cannot be read, is damaged, or is another table; [`AtlasError::Contents`],
    /// [`AtlasError::Memory`].
    pub(super) fn open(
        file: &Path,
        metric: Metric,
        with_centres: bool,
        cancel: &Cancel,
    ) -> Result<Self, AtlasError> {
        let table = Table::open(file)?;
        table.expect_table(&definition(metric, with_centres))?;
        let invalid = |what| AtlasError::Contents { file: file.to_owned(), what };
        let no_memory = AtlasError::memory(TABLE_BYTES);
        let moves = Coordinates::new();
        let symmetric = Symmetric::new(&moves).map_err(&no_memory)?;
        let filters = if with_centres {
            let words = table.counts(FILTER_WORDS).and_then(Filters::with_words);
            let filters = words.ok_or_else(|| invalid("the sizes of its filters are wrong"))?;
            Some(filters.map_err(&no_memory)?)
        } else {
            None
        };
        let mut bounds = empty(&symmetric, filters).map_err(&no_memory)?;
        let mut parts = bounds.parts_mut();
        if parts.iter().map(|part| part.len() as u64).sum::<u64>() != table.payload_len() {
            return Err(invalid("its length is wrong"));
        }
        let threads = rayon::current_num_threads();
        table
            .read_payload_into(&mut parts, &WorkContext { threads, ..WorkContext::new(cancel) })?;
        Ok(Self { metric, costs: costs(metric), moves, symmetric, bounds })
    }
}

/// Returns bounds of the sizes in a file, all unset.
fn empty(symmetric: &Symmetric, filters: Option<Filters>) -> std::io::Result<Bounds> {
    let Symmetric { flip_slice, twist_classes, corners, ud_edge_classes, .. } = symmetric;
    let orders = |rows: usize| NibbleTable::zeros(rows * N_SLICE_ORDERS);
    let centres_and_orders =
        |rows: usize| NibbleTable::zeros(rows * N_SLICE_ORDERS * N_FREE_CENTRES);
    let pieces = match filters {
        Some(_) => None,
        None => Some(TwoBitTable::new(corners.len(), N_UD_EDGES)?),
    };
    Ok(Bounds {
        phase1_distance_mod3: TwoBitTable::new(flip_slice.len(), N_TWISTS)?,
        plain_corners: orders(corners.len()),
        plain_edges: orders(ud_edge_classes.len()),
        pieces,
        centres: filters.map(|filters| CentreBounds {
            filters,
            flip_sides: NibbleTable::zeros(flip_slice.len() * N_SIDES),
            twist_sides: NibbleTable::zeros(twist_classes.len() * N_SLICES * N_SIDES),
            corners: centres_and_orders(corners.len()),
            edges: centres_and_orders(ud_edge_classes.len()),
        }),
    })
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
        assert!(Filters::with_words(&valid).is_some());
        assert!(Filters::with_words(&valid[1..]).is_none());
        for wrong in [0, 63, 65, 1 << 30, u64::MAX] {
            let mut words = valid;
            words[3] = wrong;
            assert!(Filters::with_words(&words).is_none(), "{wrong}");
        }
    }
}
