//! Moves as maps of blocks and lanes, which the kernels execute.

use gordian_perm::perm8::Perm8;
use rustc_hash::FxHashMap;

use super::columns::BLOCKS;
use super::layout::LaneAction;
use super::{Columns, Layout};

/// One target block and its source block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The target block.
    pub(crate) target: u16,
    /// The source block.
    pub(crate) source: u16,
    /// The right factor of the bytes, as the index of a symmetry of the square.
    pub(crate) k: u8,
    /// The right factor of the bits.
    pub(crate) n: u8,
}

/// The action of a permutation of the column places on the 315 blocks.
///
/// *Invariant*: each of the 315 blocks is a target exactly once; all indices are within range. The
/// kernels rely on this without checks.
#[derive(Debug)]
pub(crate) struct ColumnMap {
    /// First the entries whose source is not exchanged, then the others.
    entries: Vec<Entry>,
    n_straight: usize,
}

impl ColumnMap {
    fn new(columns: &Columns, places: Perm8) -> Self {
        let mut straight = Vec::with_capacity(BLOCKS);
        let mut exchanged = Vec::new();
        for (target, representative) in columns.representatives().iter().enumerate() {
            let place = columns.place(representative.compose(places));
            let entry = Entry {
                target: u16::try_from(target).expect("315 blocks"),
                source: place.block,
                k: place.x.index(),
                n: place.y.index(),
            };
            if place.exchanged { &mut exchanged } else { &mut straight }.push(entry);
        }
        let n_straight = straight.len();
        straight.append(&mut exchanged);
        Self { entries: straight, n_straight }
    }

    /// Returns the entries whose source is not exchanged.
    pub(crate) fn straight(&self) -> &[Entry] {
        &self.entries[..self.n_straight]
    }

    /// Returns the entries whose source is exchanged.
    pub(crate) fn exchanged(&self) -> &[Entry] {
        &self.entries[self.n_straight..]
    }
}

/// The column maps in use, each stored once.
#[derive(Debug, Default)]
pub(crate) struct ColumnMaps {
    maps: Vec<ColumnMap>,
    numbers: FxHashMap<Perm8, u16>,
}

impl ColumnMaps {
    /// Returns the number of the map of `places`; creates it on first use.
    pub(crate) fn number(&mut self, columns: &Columns, places: Perm8) -> u16 {
        *self.numbers.entry(places).or_insert_with(|| {
            self.maps.push(ColumnMap::new(columns, places));
            u16::try_from(self.maps.len() - 1).expect("few different maps")
        })
    }

    /// Returns the map with this number.
    pub(crate) fn get(&self, number: u16) -> &ColumnMap {
        &self.maps[usize::from(number)]
    }
}

/// The two forms of a lane action: for straight and for exchanged entries.
#[derive(Clone, Debug)]
pub(crate) struct LaneActions {
    pub(crate) straight: LaneAction,
    pub(crate) exchanged: LaneAction,
}

/// Returns the actions of all elements: index `2·s` for the element `s` of S, `2·s + 1` for the
/// same in a mirrored shape.
pub(crate) fn lane_actions(layout: &Layout) -> Vec<LaneActions> {
    let elements = u16::try_from(layout.rows().n_elements()).expect("a small group");
    let steps = (0..elements).flat_map(|step| [(step, false), (step, true)]);
    let actions = steps.map(|(step, mirrored)| LaneActions {
        straight: layout.lane_action(step, mirrored, false),
        exchanged: layout.lane_action(step, mirrored, true),
    });
    actions.collect()
}
