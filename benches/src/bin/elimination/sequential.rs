//! Sequential elimination on plain masks: by sweeps over all houses, and by changed houses only.

use std::ops::Range;

use gordian_grid::Layout;

use crate::house::{Contradiction, House};

/// The houses of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Houses {
    n: usize,
    /// Small integers, so that the cells of all houses fit in the first-level cache.
    cells: Vec<Vec<u16>>,
    /// The houses of each cell.
    of_cell: Vec<Vec<usize>>,
}

impl Houses {
    /// Returns the houses of a grid that has only rows, columns and boxes.
    pub(crate) fn new(layout: &Layout) -> Self {
        let mut of_cell = vec![Vec::new(); layout.n_cells()];
        for (number, house) in layout.houses().iter().enumerate() {
            house.cells.iter().for_each(|&cell| of_cell[cell].push(number));
        }
        let small = |&cell: &usize| u16::try_from(cell).expect("a grid has at most 4096 cells");
        let cells = layout.houses().iter().map(|house| house.cells.iter().map(small).collect());
        let cells = cells.collect();
        Self { n: layout.n(), cells, of_cell }
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn n_cells(&self) -> usize {
        self.of_cell.len()
    }

    pub(crate) fn cells(&self, house: usize) -> &[u16] {
        &self.cells[house]
    }

    /// Returns the houses of a thread: neighbouring rows, columns and boxes, so that threads rarely
    /// write to the same cache line.
    pub(crate) fn share(
        &self,
        thread: usize,
        threads: usize,
    ) -> impl Iterator<Item = usize> + use<> {
        let n = self.n;
        (0..self.len() / n).flat_map(move |kind| {
            let Range { start, end } = share(n, thread, threads);
            kind * n + start..kind * n + end
        })
    }
}

/// Returns the part of `0..n` that belongs to a thread.
pub(crate) fn share(n: usize, thread: usize, threads: usize) -> Range<usize> {
    n * thread / threads..n * (thread + 1) / threads
}

/// Sweeps over all houses until nothing changes; returns the number of sweeps.
pub(crate) fn eliminate_by_sweeps(
    houses: &Houses,
    masks: &mut [u64],
) -> Result<u32, Contradiction> {
    let mut read = House::EMPTY;
    for sweep in 1.. {
        let mut changed = false;
        for house in 0..houses.len() {
            let cells = houses.cells(house);
            read.read(cells, |cell| masks[cell]).propagate(|place, kept| {
                masks[usize::from(cells[place])] = kept;
                changed = true;
            })?;
        }
        if !changed {
            return Ok(sweep);
        }
    }
    unreachable!("every sweep but the last one removes a candidate")
}

/// Like [`eliminate_by_sweeps`], but processes only houses in which a cell changed. Starts with the
/// houses of `guess` if only that cell changed since the last propagation, else with all houses.
/// `queue` is reused memory.
pub(crate) fn eliminate_by_changes(
    houses: &Houses,
    masks: &mut [u64],
    guess: Option<usize>,
    queue: &mut Queue,
) -> Result<(), Contradiction> {
    let mut read = House::EMPTY;
    queue.clear(houses.len());
    match guess {
        Some(cell) => houses.of_cell[cell].iter().for_each(|&house| queue.push(house)),
        None => (0..houses.len()).rev().for_each(|house| queue.push(house)),
    }
    while let Some(house) = queue.pop() {
        let cells = houses.cells(house);
        read.read(cells, |cell| masks[cell]).propagate(|place, kept| {
            masks[usize::from(cells[place])] = kept;
            for &other in &houses.of_cell[usize::from(cells[place])] {
                queue.push(other);
            }
        })?;
    }
    Ok(())
}

/// A queue of houses without duplicates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    waiting: Vec<bool>,
    houses: Vec<usize>,
}

impl Queue {
    fn clear(&mut self, len: usize) {
        self.waiting.clear();
        self.waiting.resize(len, false);
        self.houses.clear();
    }

    fn push(&mut self, house: usize) {
        if !std::mem::replace(&mut self.waiting[house], true) {
            self.houses.push(house);
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let house = self.houses.pop()?;
        self.waiting[house] = false;
        Some(house)
    }
}
