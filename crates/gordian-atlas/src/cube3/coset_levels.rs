//! The distances of the cosets of phase 2 in which the U corners are in U, level by level.
//!
//! A *coset* is a state of phase 1 (flip, slice and twist) with the set of the four places of the U
//! corners: 155,196,518,400 of them, 9,863,588,700 up to symmetry. A symmetry maps flip and slice
//! to the representative of their class, which has a row of the table; the twist, mapped too, has a
//! group of 70 bits in two planes, one bit for each set of places:
//!
//! ```text
//! row:    [group of twist 0][group of twist 1] ... [group of twist 2186]      39,366 bytes
//! group:  [low bits of the 70 codes: 9 bytes][high bits: 9 bytes]             18 bytes, the last two bits of each plane are 1
//! ```
//!
//! With N the nearest distance that is told apart, in turns of cost 1, the codes are 0 for
//! distances less than N, 1 for N, 2 for N + 1, and 3 for greater ones, and for unknown ones during
//! the computation. Until the distance N is reached, 1 is the code of the last level.
//!
//! Levels are computed by pulling: a turn leads from the groups of a row to those of one other row,
//! by a map of twists and one map of the 70 bits for all groups, which is looked up seven bits at a
//! time. So no access is random but within rows, which fit into the cache, and each thread writes
//! rows of its own. New states are collected in a plane of their own and merged at the end of a
//! level, so that no thread reads what another one writes. A row has all forms of a state with
//! several forms, because the row that is pulled from has them.

use std::io;

use gordian_core::{Cancel, Limit};
use rayon::prelude::*;

use super::classes::{Classes, Images};
use super::coordinates::N_UPPER_CORNERS;
use super::symmetry::SYMMETRIES;
use crate::map::Buffer;

/// The length of a plane of a group in bytes.
const PLANE: usize = N_UPPER_CORNERS.div_ceil(8);
/// The length of a group in bytes.
const GROUP: usize = 2 * PLANE;
/// All bits of a plane that stand for a set.
const ALL_SETS: u128 = (1 << N_UPPER_CORNERS) - 1;
/// The code of a state whose distance is not known.
const UNKNOWN: u8 = 3;
/// The code of the states of the last level.
const LAST: u8 = 1;

/// The number of bits that are looked up at a time.
const PART: usize = 7;
const N_PARTS: usize = N_UPPER_CORNERS.div_ceil(PART);
const PART_VALUES: usize = 1 << PART;

/// The cosets and the turns between them.
pub(super) struct CosetSpace<'a> {
    rows: &'a Classes,
    n_groups: usize,
    n_turns: usize,
    /// Those of [`Classes::links`].
    links: Buffer<u32>,
    /// By turn and symmetry.
    maps: Vec<GroupMap>,
}

/// The map of the groups of one row to those of another one.
struct GroupMap {
    /// For each group the one that it is mapped to.
    groups: Vec<u16>,
    /// By part and value of the part: the bits that are mapped to bits of it.
    bits: Vec<[u128; PART_VALUES]>,
}

impl GroupMap {
    /// `set_map` maps each set to its image.
    fn new(groups: Vec<u16>, set_map: impl Fn(usize) -> usize) -> Self {
        let mut bits = vec![[0; PART_VALUES]; N_PARTS];
        for set in 0..N_UPPER_CORNERS {
            let image = set_map(set);
            let part = bits[image / PART].iter_mut().enumerate();
            part.filter(|(value, _)| value >> (image % PART) & 1 == 1)
                .for_each(|(_, bits)| *bits |= 1 << set);
        }
        Self { groups, bits }
    }

    /// Returns the sets whose images are in `images`.
    #[inline]
    fn sets_of(&self, images: u128) -> u128 {
        let mut rest = images;
        let mut sets = 0;
        for part in &self.bits {
            sets |= part[usize::from(rest.to_le_bytes()[0]) % PART_VALUES];
            rest >>= PART;
        }
        sets
    }
}

/// Reads a plane.
#[inline]
fn plane(bytes: &[u8]) -> u128 {
    let mut all = [0; size_of::<u128>()];
    all[..PLANE].copy_from_slice(&bytes[..PLANE]);
    u128::from_le_bytes(all)
}

fn write_plane(bytes: &mut [u8], bits: u128) {
    bytes[..PLANE].copy_from_slice(&bits.to_le_bytes()[..PLANE]);
}

/// Returns the sets of a group that have a code.
#[inline]
fn sets_with(group: &[u8], code: u8) -> u128 {
    let of = |bit: u8, plane: u128| if code >> bit & 1 == 1 { plane } else { !plane };
    of(0, plane(group)) & of(1, plane(&group[PLANE..])) & ALL_SETS
}

/// A table of codes that is being computed, level by level.
pub(super) struct CosetLevels<'a> {
    space: &'a CosetSpace<'a>,
    codes: Buffer<u8>,
    /// The states of the next level: one plane for each group.
    new: Buffer<u8>,
    /// For each row whether it may have states of the last level.
    is_open: Vec<bool>,
    /// The number of states at each distance.
    levels: Vec<u64>,
    /// The number of levels when the table is complete.
    n_levels: usize,
}

impl<'a> CosetSpace<'a> {
    /// Returns the space with the rows of `rows`, as many groups as `group_images`, and the images
    /// of the sets under each symmetry. The functions return a value of the rows, a group and a set
    /// after the k-th of `n_turns` turns.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    pub(super) fn new(
        rows: &'a Classes,
        group_images: &Images,
        set_images: &Images,
        n_turns: usize,
        row_step: impl Fn(usize, usize) -> usize,
        group_step: impl Fn(usize, usize) -> usize,
        set_step: impl Fn(usize, usize) -> usize,
    ) -> io::Result<Self> {
        let links = rows.links(n_turns, row_step)?;
        let n_groups = group_images.len();
        let maps = (0..n_turns * SYMMETRIES).map(|number| {
            let (turn, symmetry) = (number / SYMMETRIES, number % SYMMETRIES);
            let groups = (0..n_groups).map(|it| group_images[group_step(it, turn)][symmetry]);
            GroupMap::new(groups.collect(), |set| {
                usize::from(set_images[set_step(set, turn)][symmetry])
            })
        });
        let maps = maps.collect();
        Ok(Self { rows, n_groups, n_turns, links, maps })
    }

    fn row_len(&self) -> usize {
        self.n_groups * GROUP
    }

    /// Returns the length of the table in bytes.
    pub(super) fn table_len(&self) -> usize {
        self.rows.len() * self.row_len()
    }

    /// Collects in `new` the unknown states of a row that have a neighbour in the last level;
    /// returns their number.
    fn pull(&self, codes: &[u8], is_open: &[bool], row: usize, new: &mut [u8]) -> u64 {
        let links = &self.links[row * self.n_turns..][..self.n_turns];
        let is_source = |link: u32| is_open[link as usize / SYMMETRIES];
        if !links.iter().any(|&link| is_source(link)) {
            return 0;
        }
        let own = &codes[row * self.row_len()..][..self.row_len()];
        let mut n_new = 0;
        for (turn, &link) in links.iter().enumerate().filter(|(_, link)| is_source(**link)) {
            let (source, symmetry) = (link as usize / SYMMETRIES, link as usize % SYMMETRIES);
            let source = &codes[source * self.row_len()..][..self.row_len()];
            let map = &self.maps[turn * SYMMETRIES + symmetry];
            let groups = own.chunks_exact(GROUP).zip(new.chunks_exact_mut(PLANE));
            for ((own, new), &from) in groups.zip(&map.groups) {
                let found = plane(new);
                let unknown = sets_with(own, UNKNOWN) & !found;
                if unknown == 0 {
                    continue;
                }
                let near = sets_with(&source[usize::from(from) * GROUP..][..GROUP], LAST);
                if near == 0 {
                    continue;
                }
                let reached = map.sets_of(near) & unknown;
                if reached != 0 {
                    n_new += u64::from(reached.count_ones());
                    write_plane(new, found | reached);
                }
            }
        }
        n_new
    }
}

impl<'a> CosetLevels<'a> {
    /// Returns the table in which only the solved state has a distance. It will tell `nearest`, at
    /// least 1, and `nearest` + 1 apart.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    pub(super) fn new(space: &'a CosetSpace<'a>, nearest: u8) -> io::Result<Self> {
        let mut codes = Buffer::new(space.table_len())?;
        codes.fill(u8::MAX);
        // The code of the solved state is LAST.
        write_plane(&mut codes[PLANE..], u128::MAX - 1);
        Self::resume(space, nearest, vec![1], codes)
    }

    /// Continues from the codes and the numbers of states at the distances so far.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    pub(super) fn resume(
        space: &'a CosetSpace<'a>,
        nearest: u8,
        levels: Vec<u64>,
        codes: Buffer<u8>,
    ) -> io::Result<Self> {
        let new = Buffer::new(codes.len() / 2)?;
        let rows = codes.par_chunks(space.row_len());
        let is_open = rows
            .map(|row| row.chunks_exact(GROUP).any(|group| sets_with(group, LAST) != 0))
            .collect();
        let n_levels = usize::from(nearest) + 2;
        Ok(Self { space, codes, new, is_open, levels, n_levels })
    }

    /// Returns whether the table is complete.
    pub(super) fn is_complete(&self) -> bool {
        self.levels.len() >= self.n_levels
    }

    /// Returns the number of states at each distance.
    pub(super) fn levels(&self) -> &[u64] {
        &self.levels
    }

    /// Returns the codes.
    pub(super) fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// Computes the next level of a table that is not complete. After an error the table must not
    /// be used further.
    ///
    /// # Errors
    ///
    /// The limit that stopped the work.
    pub(super) fn step(&mut self, cancel: &Cancel) -> Result<(), Limit> {
        let Self { space, codes, new, is_open, levels, n_levels } = self;
        let row_len = space.row_len();
        let is_final = levels.len() + 1 == *n_levels;
        let planes = new.par_chunks_mut(row_len / 2).enumerate();
        let n_new: Vec<u64> = planes
            .map(|(row, new)| match cancel.is_stopped() {
                true => 0,
                false => space.pull(codes, is_open, row, new),
            })
            .collect();
        if let Some(limit) = cancel.stopped() {
            return Err(limit);
        }
        let rows = codes.par_chunks_mut(row_len).zip(new.par_chunks_mut(row_len / 2));
        let rows = rows.zip(n_new.par_iter().zip(&*is_open));
        rows.filter(|(_, (n_new, was_open))| **n_new > 0 || **was_open).for_each(
            |((codes, new), _)| {
                for (group, new) in codes.chunks_exact_mut(GROUP).zip(new.chunks_exact_mut(PLANE)) {
                    let (low, high, new_bits) = (plane(group), plane(&group[PLANE..]), plane(new));
                    // UNKNOWN becomes LAST, and LAST becomes 0; at the end UNKNOWN becomes 2.
                    if is_final {
                        write_plane(group, low & !new_bits);
                    } else {
                        write_plane(group, low & !(low & !high));
                        write_plane(&mut group[PLANE..], high & !new_bits);
                    }
                    new.fill(0);
                }
            },
        );
        let weights = space
            .rows
            .stabilisers
            .iter()
            .map(|stabiliser| SYMMETRIES as u64 / u64::from(stabiliser.count_ones()));
        let n_states = n_new.iter().zip(weights).map(|(n, weight)| n * weight).sum::<u64>();
        *is_open = n_new.iter().map(|&n| n > 0).collect();
        levels.push(n_states);
        Ok(())
    }
}

/// The place of a code in a table.
#[derive(Clone, Copy)]
pub(super) struct CosetPlace {
    /// The first byte of the group.
    group: usize,
    set: u8,
}

impl CosetPlace {
    /// Returns the place of a set in a group of a row, in a table whose rows have `n_groups`
    /// groups.
    #[inline]
    pub(super) fn new(n_groups: usize, row: usize, group: usize, set: u8) -> Self {
        Self { group: (row * n_groups + group) * GROUP, set }
    }

    /// Returns the numbers of the two bytes that [`CosetPlace::code`] reads.
    #[inline]
    pub(super) fn bytes(self) -> [usize; 2] {
        let low = self.group + usize::from(self.set / 8);
        [low, low + PLANE]
    }

    /// Returns the numbers of the first and the last byte of the group.
    #[inline]
    pub(super) fn ends_of_group(self) -> [usize; 2] {
        [self.group, self.group + GROUP - 1]
    }

    /// Returns the code at the place.
    #[inline]
    pub(super) fn code(self, codes: &[u8]) -> u8 {
        let [low, high] = self.bytes().map(|byte| codes[byte] >> (self.set % 8) & 1);
        low | high << 1
    }

    /// Returns the sets of the group whose codes are at least `code`, which is 1, 2 or 3.
    #[inline]
    pub(super) fn sets_from(self, code: u8, codes: &[u8]) -> u128 {
        let [low, high] = [0, PLANE].map(|at| plane(&codes[self.group + at..][..PLANE]));
        match code {
            1 => low | high,
            2 => high,
            _ => low & high,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::super::classes::images;
    use super::super::coordinates::{Coordinates, N_SIDES, N_SLICES};
    use super::super::cubies::{TURNS, to_u8};
    use super::*;

    /// Slice, sides and sets in place of flip and slice, twist and sets: 554,400 states, of which
    /// half are reached.
    #[test]
    fn codes_equal_the_distances_of_a_plain_breadth_first_search() {
        let moves = Coordinates::new();
        let turns: Vec<usize> = (0..TURNS).collect();
        let slice = |value: usize, turn: usize| usize::from(moves.slice[value][turn]);
        let sides = |value: usize, turn: usize| usize::from(moves.sides[value][turn]);
        let set = |value: usize, turn: usize| usize::from(moves.upper_corners[value][turn]);
        let rows = Classes::new(N_SLICES, &turns, slice).unwrap();
        let side_images = images(N_SIDES, &turns, sides).unwrap();
        let set_images = images(N_UPPER_CORNERS, &turns, set).unwrap();
        let space =
            CosetSpace::new(&rows, &side_images, &set_images, TURNS, slice, sides, set).unwrap();

        let index = |(slice, sides, set): (usize, usize, usize)| {
            (slice * N_SIDES + sides) * N_UPPER_CORNERS + set
        };
        let mut distances = vec![u8::MAX; N_SLICES * N_SIDES * N_UPPER_CORNERS];
        distances[0] = 0;
        let mut open = VecDeque::from([(0, 0, 0)]);
        while let Some(state) = open.pop_front() {
            for turn in 0..TURNS {
                let next = (slice(state.0, turn), sides(state.1, turn), set(state.2, turn));
                if distances[index(next)] == u8::MAX {
                    distances[index(next)] = distances[index(state)] + 1;
                    open.push_back(next);
                }
            }
        }
        for nearest in 1..6 {
            let mut levels = CosetLevels::new(&space, nearest).unwrap();
            while !levels.is_complete() {
                levels.step(&Cancel::new()).unwrap();
                // A build that is resumed goes on in the same way.
                let CosetLevels { codes, levels: counts, .. } = levels;
                levels = CosetLevels::resume(&space, nearest, counts, codes).unwrap();
            }
            for (distance, &n) in (0_u8..).zip(levels.levels()) {
                assert_eq!(n, distances.iter().filter(|it| **it == distance).count() as u64);
            }
            for slice in 0..N_SLICES {
                let (row, symmetry) = rows.find(slice);
                for sides in 0..N_SIDES {
                    for set in 0..N_UPPER_CORNERS {
                        let distance = distances[index((slice, sides, set))];
                        let expected = distance.saturating_sub(nearest - 1).min(3);
                        let group = usize::from(side_images[sides][symmetry]);
                        let set = to_u8(set_images[set][symmetry].into());
                        let place = CosetPlace::new(N_SIDES, row, group, set);
                        assert_eq!(place.code(levels.codes()), expected);
                        for code in 1..=UNKNOWN {
                            let is_from = place.sets_from(code, levels.codes()) >> set & 1 == 1;
                            assert_eq!(is_from, expected >= code);
                        }
                    }
                }
            }
        }
    }
}
