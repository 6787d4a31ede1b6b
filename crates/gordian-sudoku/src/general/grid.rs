//! Larger grids: candidates by cell and by house, brought up to date with each change.

use super::bits::Bits;
use super::choose::{Weights, choose};
use super::depth::{Choice, Space};
use super::state::{Contradiction, State};
use super::tables::Tables;
use crate::{Candidates, Layout};

/// While the states that are kept take less memory than this (in bytes), they are kept whole.
/// Those beyond keep the cells alone, a quarter, and the rest is worked out again: an empty 64×64
/// grid has thousands of states of 128 KiB on the way to its first solution.
const WHOLE_STATES: usize = 64 << 20;

/// The state space of larger grids.
#[derive(Debug)]
pub(crate) struct Grid<W> {
    tables: Tables<W>,
    state: State<W>,
    weights: Weights,
    spare: Vec<Vec<W>>,
}

/// A state that is kept: all words, or the cells alone.
#[derive(Clone, Debug)]
pub(crate) struct Saved<W> {
    words: Vec<W>,
    n_open: usize,
}

impl<W: Bits> Grid<W> {
    pub(super) fn new(layout: &Layout) -> Self {
        let tables = Tables::new(layout);
        let state = State::new(&tables);
        Self { weights: Weights::new(&tables), state, tables, spare: Vec::new() }
    }

    /// Draws conclusions after a change, or takes note of a contradiction.
    fn conclude(&mut self, change: Result<(), Contradiction>, hard: bool) -> bool {
        match change.and_then(|()| self.state.conclude(&self.tables, hard)) {
            Ok(()) => true,
            Err(contradiction) => {
                self.weights.blame(&contradiction);
                self.state.forget();
                false
            }
        }
    }
}

impl<W: Bits> Space for Grid<W> {
    type Saved = Saved<W>;

    fn begin(&mut self, start: &Candidates) -> bool {
        self.weights.reset();
        let change = self.state.begin(&self.tables, start.masks());
        self.conclude(change, true)
    }

    fn is_solved(&self) -> bool {
        self.state.n_open == 0
    }

    fn mask(&self, cell: usize) -> u64 {
        mask(self.state.words[cell])
    }

    fn choose(&self, hard: bool) -> Choice {
        choose(&self.tables, &self.state, if hard { Some(&self.weights) } else { None })
    }

    fn take(&mut self, choice: Choice, hard: bool) -> bool {
        let change = self.state.place(&self.tables, choice.cell, choice.digit);
        self.conclude(change, hard)
    }

    fn refuse(&mut self, choice: Choice, hard: bool) -> bool {
        let change = self.state.remove(&self.tables, choice.cell, choice.digit);
        self.conclude(change, hard)
    }

    fn save(&mut self, depth: usize) -> Saved<W> {
        let whole = depth * self.state.words.len() * (W::WIDTH / 8) < WHOLE_STATES;
        let kept = if whole { self.state.words.len() } else { self.tables.n_cells };
        let mut words = self.spare.pop().unwrap_or_default();
        words.clear();
        words.extend_from_slice(&self.state.words[..kept]);
        Saved { words, n_open: self.state.n_open }
    }

    fn restore(&mut self, saved: Saved<W>) {
        if saved.words.len() == self.state.words.len() {
            let old = std::mem::replace(&mut self.state.words, saved.words);
            self.state.n_open = saved.n_open;
            self.spare.push(old);
        } else {
            self.state.words[..saved.words.len()].copy_from_slice(&saved.words);
            self.state.rebuild(&self.tables);
            self.spare.push(saved.words);
        }
    }

    fn candidates(&self, saved: &Saved<W>) -> Candidates {
        let cells = &saved.words[..self.tables.n_cells];
        Candidates::from_masks(cells.iter().map(|&digits| mask(digits)).collect())
    }

    fn solution(&self, digits: &mut [u8]) {
        for (digit, mask) in digits.iter_mut().zip(&self.state.words) {
            *digit = u8::try_from(mask.first() + 1).expect("digits up to 64");
        }
    }
}

fn mask<W: Bits>(digits: W) -> u64 {
    digits.each().fold(0, |mask, digit| mask | 1 << digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_alone_are_enough_to_come_back() {
        let layout = Layout::boxes(2, 3).expect("6 rows").with_main_diagonal();
        let mut grid = Grid::<u16>::new(&layout);
        assert!(grid.begin(&Candidates::all(&layout)));
        for hard in [true, false, true, false, true] {
            let choice = grid.choose(hard);
            assert!(grid.take(choice, hard), "an empty grid has no contradictions so soon");
            let (words, n_open) = (grid.state.words.clone(), grid.state.n_open);
            let whole = grid.save(0);
            let cells = grid.save(1 << 40);
            assert!(cells.words.len() < whole.words.len());
            for saved in [cells, whole] {
                let choice = grid.choose(hard);
                grid.take(choice, hard);
                grid.restore(saved);
                assert_eq!((&grid.state.words, grid.state.n_open), (&words, n_open));
            }
        }
    }
}
