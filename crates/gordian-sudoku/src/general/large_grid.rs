//! Larger grids: candidates by cell and by house, updated with each change.

use gordian_grid::{Candidates, Layout};

use super::bits::Bits;
use super::branching::{Weights, choose_candidate};
use super::depth_first::{Candidate, StateSpace};
use super::state::{Contradiction, State};
use super::tables::LayoutTables;

/// Saved states are complete as long as they take less than this many bytes. Beyond that, only the
/// cells are saved, a quarter of the memory, and the rest is recomputed: an empty 64×64 grid has
/// thousands of states of 128 KiB on the path to its first solution.
const MAX_WHOLE_STATE_BYTES: usize = 64 << 20;

/// The state space of larger grids.
#[derive(Debug)]
pub(crate) struct LargeGrid<W> {
    tables: LayoutTables<W>,
    state: State<W>,
    weights: Weights,
    spare: Vec<Vec<W>>,
}

/// A saved state: all words, or only the cells.
#[derive(Clone, Debug)]
pub(crate) struct SavedState<W> {
    words: Vec<W>,
    n_open: usize,
}

impl<W: Bits> LargeGrid<W> {
    pub(super) fn new(layout: &Layout) -> Self {
        let tables = LayoutTables::new(layout);
        let state = State::new(&tables);
        Self { weights: Weights::new(&tables), state, tables, spare: Vec::new() }
    }

    /// Propagates after a change, or records a contradiction.
    fn propagate(&mut self, change: Result<(), Contradiction>, hard: bool) -> bool {
        match change.and_then(|()| self.state.propagate(&self.tables, hard)) {
            Ok(()) => true,
            Err(contradiction) => {
                self.weights.bump(&contradiction);
                self.state.clear_pending();
                false
            }
        }
    }
}

impl<W: Bits> StateSpace for LargeGrid<W> {
    type Snapshot = SavedState<W>;

    fn reset(&mut self, start: &Candidates) -> bool {
        self.weights.reset();
        let change = self.state.begin(&self.tables, start.masks());
        self.propagate(change, true)
    }

    fn is_solved(&self) -> bool {
        self.state.n_open == 0
    }

    fn mask(&self, cell: usize) -> u64 {
        mask(self.state.words[cell])
    }

    fn choose(&self, hard: bool) -> Candidate {
        choose_candidate(&self.tables, &self.state, if hard { Some(&self.weights) } else { None })
    }

    fn assign(&mut self, candidate: Candidate, hard: bool) -> bool {
        let change = self.state.assign(&self.tables, candidate.cell, candidate.digit);
        self.propagate(change, hard)
    }

    fn exclude(&mut self, candidate: Candidate, hard: bool) -> bool {
        let change = self.state.eliminate(&self.tables, candidate.cell, candidate.digit);
        self.propagate(change, hard)
    }

    fn save(&mut self, depth: usize) -> SavedState<W> {
        let whole = depth * self.state.words.len() * (W::WIDTH / 8) < MAX_WHOLE_STATE_BYTES;
        let kept = if whole { self.state.words.len() } else { self.tables.n_cells };
        let mut words = self.spare.pop().unwrap_or_default();
        words.clear();
        words.extend_from_slice(&self.state.words[..kept]);
        SavedState { words, n_open: self.state.n_open }
    }

    fn restore(&mut self, saved: SavedState<W>) {
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

    fn candidates(&self, saved: &SavedState<W>) -> Candidates {
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
    digits.iter().fold(0, |mask, digit| mask | 1 << digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_restored_from_cells_alone() {
        let layout = Layout::boxes(2, 3).expect("6 rows").with_main_diagonal();
        let mut grid = LargeGrid::<u16>::new(&layout);
        assert!(grid.reset(&Candidates::all(&layout)));
        for hard in [true, false, true, false, true] {
            let candidate = grid.choose(hard);
            assert!(
                grid.assign(candidate, hard),
                "an empty grid has no contradiction after few guesses"
            );
            let (words, n_open) = (grid.state.words.clone(), grid.state.n_open);
            let whole = grid.save(0);
            let cells = grid.save(1 << 40);
            assert!(cells.words.len() < whole.words.len());
            for saved in [cells, whole] {
                let candidate = grid.choose(hard);
                grid.assign(candidate, hard);
                grid.restore(saved);
                assert_eq!((&grid.state.words, grid.state.n_open), (&words, n_open));
            }
        }
    }
}
