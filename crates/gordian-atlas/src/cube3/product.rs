//! Breadth-first search over pairs of a class and a column, a whole row of columns at a time.
//!
//! A state is a value of one coordinate and a value of another, its *column*. A symmetry maps the
//! first value to the representative of its class, and the column to its image; the state is stored
//! in the row of the class, at the image of the column. A turn maps all columns of a row to one
//! other row, by a permutation of columns that depends on the turn and on the symmetry of the
//! target. So random accesses stay within two rows, which fit into the fastest cache.
//!
//! Levels are computed by pushing (every state of the last level sets its neighbours) while they
//! are small, and by pulling (every open state searches a neighbour in the last level, and mostly
//! finds one soon) when most states are set. Threads share the rows that are written, never one
//! row.

use std::io;

use gordian_core::Cancel;
use rayon::prelude::*;

use super::bounds::{TwoBitBuilder, assign_unset, set_if_unset};
use super::classes::{Classes, Images};
use super::coordinates::to_u16;
use super::symmetry::SYMMETRIES;
use crate::map::Buffer;

/// The graph of pairs of a class and a column.
pub(super) struct ProductGraph<'a> {
    pub(super) classes: &'a Classes,
    /// Those of [`Classes::links`].
    links: Buffer<u32>,
    /// By turn, symmetry and column: the target column.
    columns: Buffer<u16>,
    images: &'a Images,
    n_turns: usize,
    n_columns: usize,
}

impl<'a> ProductGraph<'a> {
    /// Returns the graph for `n_turns` turns: `row_step` and `column_step` map a value of the first
    /// coordinate and a column by a turn.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory.
    pub(super) fn new(
        classes: &'a Classes,
        images: &'a Images,
        n_turns: usize,
        row_step: impl Fn(usize, usize) -> usize,
        column_step: impl Fn(usize, usize) -> usize,
    ) -> io::Result<Self> {
        let n_columns = images.len();
        let links = classes.links(n_turns, row_step)?;
        let mut columns = Buffer::new(n_turns * SYMMETRIES * n_columns)?;
        for (number, map) in columns.chunks_exact_mut(n_columns).enumerate() {
            let (turn, symmetry) = (number / SYMMETRIES, number % SYMMETRIES);
            for (column, image) in map.iter_mut().enumerate() {
                *image = images[column_step(column, turn)][symmetry];
            }
        }
        Ok(Self { classes, links, columns, images, n_turns, n_columns })
    }

    fn link(&self, row: usize, turn: usize) -> (usize, &[u16]) {
        let link = self.links[row * self.n_turns + turn] as usize;
        let from = (turn * SYMMETRIES + link % SYMMETRIES) * self.n_columns;
        (link / SYMMETRIES, &self.columns[from..][..self.n_columns])
    }

    /// Sets column 0 of row 0, and its images, to `code`.
    pub(super) fn set_start(&self, table: &mut TwoBitBuilder, code: u8) {
        let words = table.words_per_row();
        self.set_images_if_unset(&mut table.words_mut()[..words], 0, 0, code);
    }

    fn set_images_if_unset(&self, row: &mut [u64], class: usize, column: usize, code: u8) -> usize {
        let stabiliser = self.classes.stabilisers[class];
        let mut n_set = usize::from(set_if_unset(row, column, code));
        if stabiliser != 1 {
            for (number, &image) in self.images[column].iter().enumerate() {
                if stabiliser >> number & 1 == 1 {
                    n_set += usize::from(set_if_unset(row, usize::from(image), code));
                }
            }
        }
        n_set
    }

    /// Sets every open neighbour of the states with code `from` to `code`, and returns their
    /// number.
    ///
    /// The states with code `from` are those of the last level, and possibly of earlier levels,
    /// which have no open neighbours and are few.
    pub(super) fn expand_level(
        &self,
        table: &mut TwoBitBuilder,
        from: u8,
        code: u8,
        cancel: &Cancel,
    ) -> io::Result<usize> {
        check_cancel(cancel)?;
        let plane = |bit: u8, word: u64| if from >> bit & 1 == 1 { word } else { !word };
        let mut frontier: Buffer<u64> = Buffer::new(table.words().len() / 2)?;
        let pairs = table.words().par_chunks(2);
        let words = frontier.par_iter_mut().zip(pairs);
        words.for_each(|(word, pair)| *word = plane(0, pair[0]) & plane(1, pair[1]));
        let frontier = &*frontier;
        let count = |words: &[u64]| words.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        let n_frontier = frontier.par_chunks(1 << 16).map(count).sum::<usize>();
        let open = |words: &[u64]| -> usize {
            words.chunks(2).map(|w| (w[0] & w[1]).count_ones() as usize).sum()
        };
        let n_open = table.words().par_chunks(1 << 16).map(open).sum::<usize>();
        // A push costs one access per turn; a pull stops at the first neighbour found.
        Ok(if n_frontier < n_open / 4 {
            self.push(table, frontier, code)
        } else {
            self.pull(table, frontier, code)
        })
    }

    /// Returns the distances of all states from column 0 of row 0, row by row; `costs` are the
    /// costs of the turns, 1 or 2. Unreachable states have `u8::MAX`.
    ///
    /// # Errors
    ///
    /// The error of the system if it refuses the memory; `Interrupted` if cancelled.
    pub(super) fn distances(&self, costs: &[u8], cancel: &Cancel) -> io::Result<Buffer<u8>> {
        let n = self.n_columns;
        let mut distances = Buffer::new(self.classes.len() * n)?;
        distances.fill(u8::MAX);
        distances[0] = 0;
        let mut columns = Vec::new();
        for distance in 0..u8::MAX {
            check_cancel(cancel)?;
            // With turns of cost 2, one level can be empty, but not two consecutive levels.
            let mut found = false;
            for row in 0..self.classes.len() {
                columns.clear();
                let own = &distances[row * n..][..n];
                for (at, part) in own.chunks(64).enumerate() {
                    // Most parts contain no state at this distance; test each part as a whole
                    // first.
                    if part.contains(&distance) {
                        let here = (0..part.len()).filter(|&i| part[i] == distance);
                        columns.extend(here.map(|i| 64 * at + i));
                    }
                }
                found |= !columns.is_empty();
                if columns.is_empty() {
                    continue;
                }
                for (turn, &cost) in costs.iter().enumerate() {
                    let (to, map) = self.link(row, turn);
                    let target = &mut distances[to * n..][..n];
                    for &column in &columns {
                        self.lower_distance(target, to, usize::from(map[column]), distance + cost);
                    }
                }
            }
            if !found && distance > 0 {
                break;
            }
        }
        Ok(distances)
    }

    /// Lowers the distance of a state and its images to `distance` if it is greater.
    fn lower_distance(&self, row: &mut [u8], class: usize, column: usize, distance: u8) {
        if row[column] <= distance {
            return;
        }
        row[column] = distance;
        let stabiliser = self.classes.stabilisers[class];
        if stabiliser != 1 {
            for (number, &image) in self.images[column].iter().enumerate() {
                if stabiliser >> number & 1 == 1 {
                    row[usize::from(image)] = distance;
                }
            }
        }
    }

    fn push(&self, table: &mut TwoBitBuilder, frontier: &[u64], code: u8) -> usize {
        let words = table.words_per_row();
        let n_rows = self.classes.len();
        // Every thread reads the whole frontier and writes to its own rows.
        let share = n_rows.div_ceil(rayon::current_num_threads()).max(1);
        let parts = table.words_mut().par_chunks_mut(share * words).enumerate();
        parts
            .map(|(part, own)| {
                let rows = part * share..part * share + own.len() / words;
                let mut n_set = 0;
                let mut columns = Vec::new();
                for (row, frontier) in frontier.chunks(words / 2).enumerate() {
                    columns.clear();
                    columns.extend(bits(frontier));
                    if columns.is_empty() {
                        continue;
                    }
                    for turn in 0..self.n_turns {
                        let (to, map) = self.link(row, turn);
                        if !rows.contains(&to) {
                            continue;
                        }
                        let target = &mut own[(to - rows.start) * words..][..words];
                        if self.classes.stabilisers[to] == 1 {
                            for &column in &columns {
                                n_set += usize::from(set_if_unset(
                                    target,
                                    usize::from(map[column]),
                                    code,
                                ));
                            }
                        } else {
                            for &column in &columns {
                                let column = usize::from(map[column]);
                                n_set += self.set_images_if_unset(target, to, column, code);
                            }
                        }
                    }
                }
                n_set
            })
            .sum()
    }

    fn pull(&self, table: &mut TwoBitBuilder, frontier: &[u64], code: u8) -> usize {
        let words = table.words_per_row();
        let rows = table.words_mut().par_chunks_mut(words).enumerate();
        let buffers = || (Vec::with_capacity(self.n_columns), vec![0; words / 2]);
        rows.map_init(buffers, |(open, still): &mut (Vec<u16>, Vec<u64>), (row, own)| {
            for (word, pair) in still.iter_mut().zip(own.chunks(2)) {
                *word = pair[0] & pair[1];
            }
            open.clear();
            open.extend(bits(still).take_while(|&column| column < self.n_columns).map(to_u16));
            for turn in 0..self.n_turns {
                if open.is_empty() {
                    break;
                }
                let (from, map) = self.link(row, turn);
                let source = &frontier[from * (words / 2)..][..words / 2];
                // Branch-free, because the outcome is unpredictable.
                let mut left = 0;
                for i in 0..open.len() {
                    let column = open[i];
                    let at = usize::from(map[usize::from(column)]);
                    open[left] = column;
                    left += usize::from(source[at / 64] >> (at % 64) & 1 == 0);
                }
                open.truncate(left);
            }
            still.fill(0);
            for &column in &*open {
                still[usize::from(column) / 64] |= 1 << (column % 64);
            }
            let mut n_set = 0;
            for (at, pair) in own.as_chunks_mut().0.iter_mut().enumerate() {
                let within = (self.n_columns - 64 * at).min(64);
                let found = pair[0] & pair[1] & !still[at] & u64::MAX >> (64 - within);
                assign_unset(pair, found, code);
                n_set += found.count_ones() as usize;
            }
            n_set
        })
        .sum()
    }
}

/// Returns the indices of the set bits.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = (word != 0).then_some(word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(64 * at + bit)
        })
    })
}

/// Returns an error if `cancel` is set; called between levels.
pub(super) fn check_cancel(cancel: &Cancel) -> io::Result<()> {
    if cancel.is_stopped() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
}
