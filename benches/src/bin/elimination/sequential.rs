//! Elimination by one thread on plain masks: sweep after sweep, and only where something changed.

use std::ops::Range;

use gordian_sudoku::Layout;

use crate::house::{House, Impossible};

/// The houses of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Houses {
    n: usize,
    /// Small numbers, so that those of all houses stay in the nearest cache.
    cells: Vec<Vec<u16>>,
    /// The houses of each cell.
    of_cell: Vec<Vec<usize>>,
}

impl Houses {
    /// Returns the houses of a grid with rows, columns and boxes only.
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

    /// Returns the share of a thread: of rows, columns and boxes, neighbours each, so that threads
    /// seldom write to the same cache line.
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

/// Returns the share of a thread in `n` things.
pub(crate) fn share(n: usize, thread: usize, threads: usize) -> Range<usize> {
    n * thread / threads..n * (thread + 1) / threads
}

/// Looks at all houses, again and again until nothing changes; returns the number of sweeps.
pub(crate) fn sweeps(houses: &Houses, masks: &mut [u64]) -> Result<u32, Impossible> {
    let mut read = House::EMPTY;
    for sweep in 1.. {
        let mut changed = false;
        for house in 0..houses.len() {
            let cells = houses.cells(house);
            read.read(cells, |cell| masks[cell]).conclude(|place, kept| {
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

/// Does the same, but looks only at houses in which something changed: first those of the cell
/// `guess` if only that one changed since the last time, else all. `queue` is memory that is used
/// again and again.
pub(crate) fn changes(
    houses: &Houses,
    masks: &mut [u64],
    guess: Option<usize>,
    queue: &mut Queue,
) -> Result<(), Impossible> {
    let mut read = House::EMPTY;
    queue.clear(houses.len());
    match guess {
        Some(cell) => houses.of_cell[cell].iter().for_each(|&house| queue.push(house)),
        None => (0..houses.len()).rev().for_each(|house| queue.push(house)),
    }
    while let Some(house) = queue.pop() {
        let cells = houses.cells(house);
        read.read(cells, |cell| masks[cell]).conclude(|place, kept| {
            masks[usize::from(cells[place])] = kept;
            for &other in &houses.of_cell[usize::from(cells[place])] {
                queue.push(other);
            }
        })?;
    }
    Ok(())
}

/// Houses to look at, each once.
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
