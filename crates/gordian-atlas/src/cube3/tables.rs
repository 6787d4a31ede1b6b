//! The tables of the searches: move tables, symmetry classes and pruning tables.
//!
//! | table | states | bound |
//! | --- | --- | --- |
//! | `phase1_distance_mod3` | flip and slice by class × twist | exact distance to phase 2 without centres, modulo 3 |
//! | `filters` | flip and slice by class × twist × sides | whether the distance to phase 2 is at most a given number |
//! | `flip_sides` | flip and slice by class × sides | turns to make them 0 |
//! | `twist_sides` | twist by class × slice and sides | turns to make them 0 |
//! | `corners` | corners by class × slice order and centres | phase 2: turns to make them 0 |
//! | `edges` | U and D edges by class × slice order and centres | phase 2: turns to make them 0 |
//! | `plain_corners`, `plain_edges` | the same without centres | |
//! | `pieces` | corners by class × U and D edges | phase 2: at most 8, 9, 10 turns, or more |
//!
//! In phase 2, quarter turns of U and D change the parity of the corners and turn one of their
//! centres by a quarter; half turns of the sides change the parity of the slice's edges and turn a
//! side's centre by half. So the lowest bit of `centres` is determined by the corners and the other
//! bits, and the highest bit by the slice and the other bits: the tables omit both.

use std::io;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use gordian_core::Cancel;
use gordian_perm::cube3::Metric;
use rayon::prelude::*;

use super::bounds::{NibbleTable, TwoBitBuilder, TwoBitTable};
use super::classes::{Classes, Images, images};
use super::coordinates::{
    Coordinates, N_CENTRES, N_CORNERS, N_FLIPS, N_SIDES, N_SLICE_ORDERS, N_SLICES, N_TWISTS,
    N_UD_EDGES, N_UPPER_CORNERS, to_u16,
};
use super::cubies::{PHASE_2, TURNS, cost};
use super::filter::Filters;
use super::product::ProductGraph;
use crate::map::Buffer;

/// The number of values of `centres` without the two determined bits.
pub(super) const N_FREE_CENTRES: usize = N_CENTRES / 4;

/// The smallest distance that [`Bounds::pieces`] distinguishes, as code 1.
const FIRST_COUNTED_DISTANCE: u8 = 9;

/// The lower bounds of the codes in [`Bounds::pieces`].
pub(super) const PIECES: [u8; 4] =
    [0, FIRST_COUNTED_DISTANCE, FIRST_COUNTED_DISTANCE + 1, FIRST_COUNTED_DISTANCE + 2];

/// The moves and bounds of one metric.
pub(super) struct Tables {
    pub(super) metric: Metric,
    /// The costs of the turns.
    pub(super) costs: [u8; TURNS],
    pub(super) moves: Arc<Coordinates>,
    pub(super) symmetric: Arc<Symmetric>,
    pub(super) bounds: Bounds,
}

/// Returns the move tables, and the classes and images: those that another solver of this process
/// has, or new ones.
///
/// # Errors
///
/// The error of the system if it refuses the memory.
pub(super) fn coordinates() -> io::Result<(Arc<Coordinates>, Arc<Symmetric>)> {
    static IN_USE: Mutex<(Weak<Coordinates>, Weak<Symmetric>)> =
        Mutex::new((Weak::new(), Weak::new()));
    // The values are replaced as a whole.
    let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    if let (Some(moves), Some(symmetric)) = (in_use.0.upgrade(), in_use.1.upgrade()) {
        return Ok((moves, symmetric));
    }
    let moves = Arc::new(Coordinates::new());
    let symmetric = Arc::new(Symmetric::new(&moves)?);
    *in_use = (Arc::downgrade(&moves), Arc::downgrade(&symmetric));
    Ok((moves, symmetric))
}

/// Classes and images of coordinates.
pub(super) struct Symmetric {
    /// Classes of slice · 2048 + flip.
    pub(super) flip_slice: Classes,
    pub(super) twist: Images,
    pub(super) sides: Images,
    pub(super) twist_classes: Classes,
    /// Images of slice · 16 + sides.
    pub(super) slice_sides: Images,
    pub(super) corners: Classes,
    pub(super) upper_corners: Images,
    pub(super) ud_edges: Images,
    pub(super) ud_edge_classes: Classes,
    pub(super) slice_order: Images,
    pub(super) centres: Images,
}

/// The lower bounds.
pub(super) struct Bounds {
    pub(super) phase1_distance_mod3: TwoBitTable,
    pub(super) plain_corners: NibbleTable,
    pub(super) plain_edges: NibbleTable,
    /// Present in solvers without centres.
    pub(super) pieces: Option<TwoBitTable>,
    /// Present in solvers with centres.
    pub(super) centres: Option<CentreBounds>,
}

/// The lower bounds with centres.
pub(super) struct CentreBounds {
    pub(super) filters: Filters,
    pub(super) flip_sides: NibbleTable,
    pub(super) twist_sides: NibbleTable,
    pub(super) corners: NibbleTable,
    pub(super) edges: NibbleTable,
}

const ALL: [usize; TURNS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

/// Returns the costs of the turns.
pub(super) fn costs(metric: Metric) -> [u8; TURNS] {
    ALL.map(|turn| cost(metric, turn))
}

impl Symmetric {
    pub(super) fn new(moves: &Coordinates) -> io::Result<Self> {
        let Coordinates { twist, slice, sides, corners, upper_corners, .. } = moves;
        let Coordinates { ud_edges, slice_order, centres, .. } = moves;
        let of =
            |table: &[[u16; TURNS]], value: usize, turn: usize| usize::from(table[value][turn]);
        let of_2 = |table: &[[u16; 10]], value: usize, k: usize| usize::from(table[value][k]);
        let sides = images(N_SIDES, &ALL, |value, turn| of(sides, value, turn))?;
        let slice = images(N_SLICES, &ALL, |value, turn| of(slice, value, turn))?;
        let (flip_slice, (ud_edges, ud_edge_classes)) = rayon::join(
            || {
                let step = |value, turn| flip_slice_step(moves, value, turn);
                Classes::new(N_SLICES * N_FLIPS, &ALL, step)
            },
            || {
                let step = |value, k| of_2(ud_edges, value, k);
                (images(N_UD_EDGES, &PHASE_2, step), Classes::new(N_UD_EDGES, &PHASE_2, step))
            },
        );
        Ok(Self {
            flip_slice: flip_slice?,
            twist: images(N_TWISTS, &ALL, |value, turn| of(twist, value, turn))?,
            slice_sides: paired(&slice, &sides),
            sides,
            twist_classes: Classes::new(N_TWISTS, &ALL, |value, turn| of(twist, value, turn))?,
            corners: Classes::new(N_CORNERS, &ALL, |value, turn| of(corners, value, turn))?,
            upper_corners: images(N_UPPER_CORNERS, &ALL, |value, turn| {
                of(upper_corners, value, turn)
            })?,
            ud_edges: ud_edges?,
            ud_edge_classes: ud_edge_classes?,
            slice_order: images(N_SLICE_ORDERS, &PHASE_2, |value, k| of_2(slice_order, value, k))?,
            centres: images(N_CENTRES, &PHASE_2, |value, k| of_2(centres, value, k))?,
        })
    }
}

/// Returns slice · 2048 + flip after a turn.
pub(super) fn flip_slice_step(moves: &Coordinates, value: usize, turn: usize) -> usize {
    let slice = usize::from(moves.slice[value / N_FLIPS][turn]);
    slice * N_FLIPS + usize::from(moves.flip[value % N_FLIPS][turn])
}

impl Tables {
    /// Builds all tables in the current thread pool, with or without those for centres.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory; `Interrupted` if cancelled.
    pub(super) fn build(metric: Metric, with_centres: bool, cancel: &Cancel) -> io::Result<Self> {
        let (moves, symmetric) = coordinates()?;
        let costs = costs(metric);
        let bounds = Builder { moves: &moves, symmetric: &symmetric, costs: &costs, cancel };
        let bounds = bounds.build(with_centres)?;
        Ok(Self { metric, costs, moves, symmetric, bounds })
    }
}

/// The data from which the bounds are built.
struct Builder<'a> {
    moves: &'a Coordinates,
    symmetric: &'a Symmetric,
    costs: &'a [u8; TURNS],
    cancel: &'a Cancel,
}

impl Builder<'_> {
    fn build(&self, with_centres: bool) -> io::Result<Bounds> {
        let phase1_distance_mod3 = self.phase1_distances()?;
        let Symmetric { corners, ud_edge_classes, slice_order, .. } = self.symmetric;
        let (plain_corners, plain_edges) = rayon::join(
            || {
                self.phase2_distances(
                    corners,
                    slice_order,
                    |value, k| self.corner(value, k),
                    |value, k| self.slice_order(value, k),
                )
            },
            || {
                self.phase2_distances(
                    ud_edge_classes,
                    slice_order,
                    |value, k| self.ud_edges(value, k),
                    |value, k| self.slice_order(value, k),
                )
            },
        );
        let plain_corners = NibbleTable::pack(&plain_corners?)?;
        let plain_edges = NibbleTable::pack(&plain_edges?)?;
        let pieces = if with_centres { None } else { Some(self.pieces()?) };
        let centres = if with_centres { Some(self.centres()?) } else { None };
        Ok(Bounds { phase1_distance_mod3, plain_corners, plain_edges, pieces, centres })
    }

    fn corner(&self, value: usize, k: usize) -> usize {
        self.moves.corners[value][PHASE_2[k]].into()
    }

    fn ud_edges(&self, value: usize, k: usize) -> usize {
        self.moves.ud_edges[value][k].into()
    }

    fn slice_order(&self, value: usize, k: usize) -> usize {
        self.moves.slice_order[value][k].into()
    }

    /// Returns slice order · 256 + centres after a phase-2 turn.
    fn slice_order_and_centres(&self, value: usize, k: usize) -> usize {
        let centres = usize::from(self.moves.centres[value % N_CENTRES][k]);
        self.slice_order(value / N_CENTRES, k) * N_CENTRES + centres
    }

    /// Returns the turns of cost 1.
    fn single_turns(&self) -> Vec<usize> {
        ALL.into_iter().filter(|&turn| self.costs[turn] == 1).collect()
    }

    /// Returns distances in phase 2.
    fn phase2_distances(
        &self,
        classes: &Classes,
        images: &Images,
        row: impl Fn(usize, usize) -> usize,
        column: impl Fn(usize, usize) -> usize,
    ) -> io::Result<Buffer<u8>> {
        let pairs = ProductGraph::new(classes, images, PHASE_2.len(), row, column)?;
        pairs.distances(&PHASE_2.map(|turn| self.costs[turn]), self.cancel)
    }

    fn centres(&self) -> io::Result<CentreBounds> {
        let Symmetric { corners, ud_edge_classes, slice_order, centres, .. } = self.symmetric;
        let column = |value, k| self.slice_order_and_centres(value, k);
        let flip_slice = |value, turn| flip_slice_step(self.moves, value, turn);
        let sides = |value: usize, turn: usize| usize::from(self.moves.sides[value][turn]);
        let twist = |value: usize, turn: usize| usize::from(self.moves.twist[value][turn]);
        let slice_sides = |value: usize, turn: usize| {
            let slice = usize::from(self.moves.slice[value / N_SIDES][turn]);
            slice * N_SIDES + sides(value % N_SIDES, turn)
        };
        let images = paired(slice_order, centres);
        let (corners, rest) = rayon::join(
            || {
                let corners =
                    self.phase2_distances(corners, &images, |v, k| self.corner(v, k), column);
                without_parities(&corners?)
            },
            || -> io::Result<[NibbleTable; 3]> {
                let edges = self.phase2_distances(
                    ud_edge_classes,
                    &images,
                    |v, k| self.ud_edges(v, k),
                    column,
                )?;
                let edges = without_parities(&edges)?;
                let Symmetric { flip_slice: classes, sides: images, .. } = self.symmetric;
                let pairs = ProductGraph::new(classes, images, TURNS, flip_slice, sides)?;
                let flip_sides = NibbleTable::pack(&pairs.distances(self.costs, self.cancel)?)?;
                let Symmetric { twist_classes: classes, slice_sides: images, .. } = self.symmetric;
                let pairs = ProductGraph::new(classes, images, TURNS, twist, slice_sides)?;
                Ok([
                    edges,
                    flip_sides,
                    NibbleTable::pack(&pairs.distances(self.costs, self.cancel)?)?,
                ])
            },
        );
        let [edges, flip_sides, twist_sides] = rest?;
        // Last, after the temporary memory of the others is free again.
        let filters =
            Filters::build(self.moves, self.symmetric, &self.single_turns(), self.cancel)?;
        Ok(CentreBounds { filters, flip_sides, twist_sides, corners: corners?, edges })
    }

    /// Builds the exact phase-1 distances modulo 3.
    fn phase1_distances(&self) -> io::Result<TwoBitTable> {
        let Symmetric { flip_slice, twist, .. } = self.symmetric;
        let turns = self.single_turns();
        let row = |value, k: usize| flip_slice_step(self.moves, value, turns[k]);
        let column = |value: usize, k: usize| usize::from(self.moves.twist[value][turns[k]]);
        let pairs = ProductGraph::new(flip_slice, twist, turns.len(), row, column)?;
        let mut distances = TwoBitBuilder::new(flip_slice.len(), N_TWISTS)?;
        pairs.set_start(&mut distances, 0);
        let mut code = 0;
        loop {
            let next = (code + 1) % 3;
            if pairs.expand_level(&mut distances, code, next, self.cancel)? == 0 {
                return Ok(distances.finish());
            }
            code = next;
        }
    }

    /// Builds the combined bounds of corners and of U and D edges.
    ///
    /// They count a half turn as 1. Costs in the quarter-turn metric are not lower, so they hold
    /// there too.
    fn pieces(&self) -> io::Result<TwoBitTable> {
        let Symmetric { corners, ud_edges, .. } = self.symmetric;
        let row = |value, k| self.corner(value, k);
        let column = |value, k| self.ud_edges(value, k);
        let pairs = ProductGraph::new(corners, ud_edges, PHASE_2.len(), row, column)?;
        let mut pieces = TwoBitBuilder::new(corners.len(), N_UD_EDGES)?;
        // The last level has code 1, all earlier levels 0; the next level has 2 until it is the
        // last.
        pairs.set_start(&mut pieces, 1);
        for _ in 0..FIRST_COUNTED_DISTANCE {
            pairs.expand_level(&mut pieces, 1, 2, self.cancel)?;
            pieces.words_mut().par_chunks_mut(2).for_each(|pair| {
                let open = pair[0] & pair[1];
                pair[0] = open | (pair[1] & !pair[0]);
                pair[1] = open;
            });
        }
        pairs.expand_level(&mut pieces, 1, 2, self.cancel)?;
        Ok(pieces.finish())
    }
}

/// Omits the lowest and the highest bit of `centres`: of each four values only one is reachable.
fn without_parities(distances: &[u8]) -> io::Result<NibbleTable> {
    let reached = distances.chunks(N_CENTRES).flat_map(|row| {
        let (low, high) = row.split_at(N_CENTRES / 2);
        let pairs = low.chunks(2).zip(high.chunks(2));
        pairs.map(|(low, high)| low[0].min(low[1]).min(high[0]).min(high[1]))
    });
    NibbleTable::pack(&reached.collect::<Vec<u8>>())
}

/// Returns the images of pairs of values.
fn paired(first: &Images, second: &Images) -> Images {
    let n = second.len();
    let pair = |value: usize, symmetry: usize| {
        let first = usize::from(first[value / n][symmetry]);
        to_u16(first * n + usize::from(second[value % n][symmetry]))
    };
    (0..first.len() * n)
        .map(|value| std::array::from_fn(|symmetry| pair(value, symmetry)))
        .collect()
}

impl Symmetric {
    /// Returns the index of a state in [`CentreBounds::corners`] or [`CentreBounds::edges`].
    #[inline]
    pub(super) fn phase2_index(
        &self,
        row: (usize, usize),
        slice_order: usize,
        centres: usize,
    ) -> usize {
        let (class, symmetry) = row;
        let slice_order = usize::from(self.slice_order[slice_order][symmetry]);
        let centres = usize::from(self.centres[centres][symmetry]);
        (class * N_SLICE_ORDERS + slice_order) * N_FREE_CENTRES + centres % (N_CENTRES / 2) / 2
    }
}
