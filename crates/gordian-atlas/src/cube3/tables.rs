//! Everything the searches look up: moves of coordinates, and lower bounds on what is left to do.
//!
//! | table | states | bound |
//! | --- | --- | --- |
//! | `near` | flip and slice by class × twist | exact turns to the second phase, without centres, modulo 3 |
//! | `filters` | flip and slice by class × twist × sides | whether the second phase is within so many turns |
//! | `flip_sides` | flip and slice by class × sides | turns to make them 0 |
//! | `twist_sides` | twist by class × slice and sides | turns to make them 0 |
//! | `corners` | corners by class × middle and centres | second phase: turns to make them 0 |
//! | `edges` | eight by class × middle and centres | second phase: turns to make them 0 |
//! | `plain_corners`, `plain_edges` | the same without centres | |
//! | `pieces` | corners by class × eight | second phase: at most 8, 9, 10 turns, or more |
//!
//! In the second phase, turns of U and D change the parity of the corners and turn one of their centres
//! by a quarter; the others change the parity of the slice's edges and turn a side's centre by half. So
//! the lowest bit of `centres` follows from the corners and the others, and the highest from the slice
//! and the others: both are left out.

use std::io;

use gordian_core::Cancel;
use gordian_perm::cube3::Metric;
use rayon::prelude::*;

use super::bounds::{Nibbles, Quads};
use super::classes::{Classes, Images, images};
use super::coordinates::{
    Coordinates, N_CENTRES, N_CORNERS, N_EIGHTS, N_FLIPS, N_MIDDLES, N_SIDES, N_SLICES, N_TWISTS,
    short,
};
use super::cubies::{PHASE_2, TURNS, cost};
use super::filter::Filters;
use super::product::Product;
use crate::map::Buffer;

/// How many values `centres` has without the bits that follow from the rest.
const N_FREE_CENTRES: usize = N_CENTRES / 4;

/// The number of turns that is the first one to be told apart by [`Bounds::pieces`]: as 1.
const PIECES_FROM: u8 = 9;

/// What the numbers in [`Bounds::pieces`] mean.
pub(super) const PIECES: [u8; 4] = [0, PIECES_FROM, PIECES_FROM + 1, PIECES_FROM + 2];

/// The moves and bounds of one metric.
pub(super) struct Tables {
    pub(super) metric: Metric,
    /// By turn: what it counts.
    pub(super) costs: [u8; TURNS],
    pub(super) moves: Coordinates,
    pub(super) symmetric: Symmetric,
    pub(super) bounds: Bounds,
}

/// Classes and images of coordinates.
pub(super) struct Symmetric {
    /// Of slice · 2048 + flip.
    pub(super) flip_slice: Classes,
    pub(super) twist: Images,
    pub(super) sides: Images,
    pub(super) twists: Classes,
    /// Of slice · 16 + sides.
    pub(super) slice_sides: Images,
    pub(super) corners: Classes,
    pub(super) eight: Images,
    pub(super) eights: Classes,
    pub(super) middle: Images,
    pub(super) centres: Images,
}

/// The lower bounds.
pub(super) struct Bounds {
    pub(super) near: Quads,
    pub(super) plain_corners: Nibbles,
    pub(super) plain_edges: Nibbles,
    /// For cubes whose centres do not matter.
    pub(super) pieces: Option<Quads>,
    /// For cubes whose centres matter.
    pub(super) centres: Option<CentreBounds>,
}

/// The lower bounds with centres.
pub(super) struct CentreBounds {
    pub(super) filters: Filters,
    pub(super) flip_sides: Nibbles,
    pub(super) twist_sides: Nibbles,
    pub(super) corners: Nibbles,
    pub(super) edges: Nibbles,
}

const ALL: [usize; TURNS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

impl Symmetric {
    fn new(moves: &Coordinates) -> io::Result<Self> {
        let Coordinates { twist, slice, sides, corners, eight, middle, centres, .. } = moves;
        let of =
            |table: &[[u16; TURNS]], value: usize, turn: usize| usize::from(table[value][turn]);
        let of_2 = |table: &[[u16; 10]], value: usize, k: usize| usize::from(table[value][k]);
        let sides = images(N_SIDES, &ALL, |value, turn| of(sides, value, turn))?;
        let slice = images(N_SLICES, &ALL, |value, turn| of(slice, value, turn))?;
        let (flip_slice, (eight, eights)) = rayon::join(
            || {
                let step = |value, turn| flip_slice_step(moves, value, turn);
                Classes::new(N_SLICES * N_FLIPS, &ALL, step)
            },
            || {
                let step = |value, k| of_2(eight, value, k);
                (images(N_EIGHTS, &PHASE_2, step), Classes::new(N_EIGHTS, &PHASE_2, step))
            },
        );
        Ok(Self {
            flip_slice: flip_slice?,
            twist: images(N_TWISTS, &ALL, |value, turn| of(twist, value, turn))?,
            slice_sides: paired(&slice, &sides),
            sides,
            twists: Classes::new(N_TWISTS, &ALL, |value, turn| of(twist, value, turn))?,
            corners: Classes::new(N_CORNERS, &ALL, |value, turn| of(corners, value, turn))?,
            eight: eight?,
            eights: eights?,
            middle: images(N_MIDDLES, &PHASE_2, |value, k| of_2(middle, value, k))?,
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
    /// Builds all tables in the current pool of threads; those with centres or those without.
    ///
    /// # Errors
    ///
    /// What the system says when it refuses the memory; `Interrupted` if `cancel` says to stop.
    pub(super) fn build(metric: Metric, with_centres: bool, cancel: &Cancel) -> io::Result<Self> {
        let moves = Coordinates::new();
        let symmetric = Symmetric::new(&moves)?;
        let costs = ALL.map(|turn| cost(metric, turn));
        let bounds = Builder { moves: &moves, symmetric: &symmetric, costs: &costs, cancel };
        let bounds = bounds.build(with_centres)?;
        Ok(Self { metric, costs, moves, symmetric, bounds })
    }
}

/// What bounds are built from.
struct Builder<'a> {
    moves: &'a Coordinates,
    symmetric: &'a Symmetric,
    costs: &'a [u8; TURNS],
    cancel: &'a Cancel,
}

impl Builder<'_> {
    fn build(&self, with_centres: bool) -> io::Result<Bounds> {
        let near = self.near()?;
        let Symmetric { corners, eights, middle, .. } = self.symmetric;
        let (plain_corners, plain_edges) = rayon::join(
            || {
                self.second(
                    corners,
                    middle,
                    |value, k| self.corner(value, k),
                    |value, k| self.middle(value, k),
                )
            },
            || {
                self.second(
                    eights,
                    middle,
                    |value, k| self.eight(value, k),
                    |value, k| self.middle(value, k),
                )
            },
        );
        let plain_corners = Nibbles::pack(&plain_corners?);
        let plain_edges = Nibbles::pack(&plain_edges?);
        let pieces = if with_centres { None } else { Some(self.pieces()?) };
        let centres = if with_centres { Some(self.centres()?) } else { None };
        Ok(Bounds { near, plain_corners, plain_edges, pieces, centres })
    }

    fn corner(&self, value: usize, k: usize) -> usize {
        self.moves.corners[value][PHASE_2[k]].into()
    }

    fn eight(&self, value: usize, k: usize) -> usize {
        self.moves.eight[value][k].into()
    }

    fn middle(&self, value: usize, k: usize) -> usize {
        self.moves.middle[value][k].into()
    }

    /// Returns middle · 256 + centres after a turn of the second phase.
    fn inner(&self, value: usize, k: usize) -> usize {
        let centres = usize::from(self.moves.centres[value % N_CENTRES][k]);
        self.middle(value / N_CENTRES, k) * N_CENTRES + centres
    }

    /// Returns the turns that count one.
    fn single_turns(&self) -> Vec<usize> {
        ALL.into_iter().filter(|&turn| self.costs[turn] == 1).collect()
    }

    /// Returns distances in the second phase.
    fn second(
        &self,
        classes: &Classes,
        images: &Images,
        row: impl Fn(usize, usize) -> usize,
        column: impl Fn(usize, usize) -> usize,
    ) -> io::Result<Buffer<u8>> {
        let pairs = Product::new(classes, images, PHASE_2.len(), row, column)?;
        pairs.distances(&PHASE_2.map(|turn| self.costs[turn]), self.cancel)
    }

    fn centres(&self) -> io::Result<CentreBounds> {
        let Symmetric { corners, eights, middle, centres, .. } = self.symmetric;
        let inner = |value, k| self.inner(value, k);
        let flip_slice = |value, turn| flip_slice_step(self.moves, value, turn);
        let sides = |value: usize, turn: usize| usize::from(self.moves.sides[value][turn]);
        let twist = |value: usize, turn: usize| usize::from(self.moves.twist[value][turn]);
        let slice_sides = |value: usize, turn: usize| {
            let slice = usize::from(self.moves.slice[value / N_SIDES][turn]);
            slice * N_SIDES + sides(value % N_SIDES, turn)
        };
        let images = paired(middle, centres);
        let (corners, rest) = rayon::join(
            || {
                let corners = self.second(corners, &images, |v, k| self.corner(v, k), inner);
                corners.map(|distances| without_parities(&distances))
            },
            || -> io::Result<[Nibbles; 3]> {
                let edges = self.second(eights, &images, |v, k| self.eight(v, k), inner)?;
                let edges = without_parities(&edges);
                let Symmetric { flip_slice: classes, sides: images, .. } = self.symmetric;
                let pairs = Product::new(classes, images, TURNS, flip_slice, sides)?;
                let flip_sides = Nibbles::pack(&pairs.distances(self.costs, self.cancel)?);
                let Symmetric { twists: classes, slice_sides: images, .. } = self.symmetric;
                let pairs = Product::new(classes, images, TURNS, twist, slice_sides)?;
                Ok([edges, flip_sides, Nibbles::pack(&pairs.distances(self.costs, self.cancel)?)])
            },
        );
        let [edges, flip_sides, twist_sides] = rest?;
        // Last, when the memory of the others is free again.
        let filters =
            Filters::build(self.moves, self.symmetric, &self.single_turns(), self.cancel)?;
        Ok(CentreBounds { filters, flip_sides, twist_sides, corners: corners?, edges })
    }

    /// Builds the exact distances of the first phase, modulo 3.
    fn near(&self) -> io::Result<Quads> {
        let Symmetric { flip_slice, twist, .. } = self.symmetric;
        let turns = self.single_turns();
        let row = |value, k: usize| flip_slice_step(self.moves, value, turns[k]);
        let column = |value: usize, k: usize| usize::from(self.moves.twist[value][turns[k]]);
        let pairs = Product::new(flip_slice, twist, turns.len(), row, column)?;
        let mut near = Quads::new(flip_slice.len(), N_TWISTS)?;
        pairs.start(&mut near, 0);
        let mut code = 0;
        loop {
            let next = (code + 1) % 3;
            if pairs.level(&mut near, code, next, self.cancel)? == 0 {
                return Ok(near);
            }
            code = next;
        }
    }

    /// Builds the bounds of corners and edges of U and D together.
    ///
    /// They count half turns. In the quarter metric nothing takes fewer turns, so they hold there too.
    fn pieces(&self) -> io::Result<Quads> {
        let Symmetric { corners, eight, .. } = self.symmetric;
        let row = |value, k| self.corner(value, k);
        let column = |value, k| self.eight(value, k);
        let pairs = Product::new(corners, eight, PHASE_2.len(), row, column)?;
        let mut pieces = Quads::new(corners.len(), N_EIGHTS)?;
        // The last level is 1 and all before it 0; the next one is 2 until it is the last.
        pairs.start(&mut pieces, 1);
        for _ in 0..PIECES_FROM {
            pairs.level(&mut pieces, 1, 2, self.cancel)?;
            pieces.words_mut().par_chunks_mut(2).for_each(|pair| {
                let open = pair[0] & pair[1];
                pair[0] = open | (pair[1] & !pair[0]);
                pair[1] = open;
            });
        }
        pairs.level(&mut pieces, 1, 2, self.cancel)?;
        Ok(pieces)
    }
}

/// Leaves out the lowest and the highest bit of `centres`: of four values one is within reach.
fn without_parities(distances: &[u8]) -> Nibbles {
    let reached = distances.chunks(N_CENTRES).flat_map(|row| {
        let (low, high) = row.split_at(N_CENTRES / 2);
        let pairs = low.chunks(2).zip(high.chunks(2));
        pairs.map(|(low, high)| low[0].min(low[1]).min(high[0]).min(high[1]))
    });
    Nibbles::pack(&reached.collect::<Vec<u8>>())
}

/// Returns the images of pairs of values, from those of both.
fn paired(first: &Images, second: &Images) -> Images {
    let n = second.len();
    let pair = |value: usize, symmetry: usize| {
        let first = usize::from(first[value / n][symmetry]);
        short(first * n + usize::from(second[value % n][symmetry]))
    };
    (0..first.len() * n)
        .map(|value| std::array::from_fn(|symmetry| pair(value, symmetry)))
        .collect()
}

impl Symmetric {
    /// Returns the place of a state in [`CentreBounds::corners`] or [`CentreBounds::edges`].
    #[inline]
    pub(super) fn inner(&self, row: (usize, usize), middle: usize, centres: usize) -> usize {
        let (class, symmetry) = row;
        let middle = usize::from(self.middle[middle][symmetry]);
        let centres = usize::from(self.centres[centres][symmetry]);
        (class * N_MIDDLES + middle) * N_FREE_CENTRES + centres % (N_CENTRES / 2) / 2
    }
}
