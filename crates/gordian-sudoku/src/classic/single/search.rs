//! Depth first over one form: a stack of pending nodes instead of recursion.

use super::portable::Cells;
use crate::engine::Step;

/// What propagation came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no solution below.
    Dead,
    /// Every cell has one digit, and they obey the rules.
    Solved,
    /// Some cells have several candidates left.
    Open,
}

/// What a form of the engine can do with one grid.
pub(super) trait Form: Copy {
    /// The candidates of one grid, as the form keeps them.
    type Grid: Copy;

    /// Takes candidates in.
    fn load(self, cells: &Cells) -> Self::Grid;

    /// Gives candidates out.
    fn store(self, grid: &Self::Grid) -> Cells;

    /// Applies the rules until nothing changes.
    fn propagate(self, grid: &mut Self::Grid) -> Verdict;

    /// Splits an open grid in two: returns the part to look at first, leaves the other.
    fn split(self, grid: &mut Self::Grid) -> Self::Grid;
}

/// The state of a search.
#[derive(Clone, Debug)]
pub(super) struct Stack<F: Form> {
    form: F,
    /// Grids that nobody looked at yet; the next one is the last.
    pending: Vec<F::Grid>,
    /// The last solution.
    solution: Option<F::Grid>,
    guesses: u64,
}

impl<F: Form> Stack<F> {
    pub(super) fn new(form: F) -> Self {
        Self { form, pending: Vec::with_capacity(96), solution: None, guesses: 0 }
    }

    pub(super) fn start(&mut self, cells: &Cells) {
        self.pending.clear();
        self.pending.push(self.form.load(cells));
        self.solution = None;
    }

    pub(super) fn advance(&mut self, nodes: u64) -> Step {
        let end = self.guesses.saturating_add(nodes);
        while let Some(mut grid) = self.pending.pop() {
            loop {
                match self.form.propagate(&mut grid) {
                    Verdict::Dead => break,
                    Verdict::Solved => {
                        self.solution = Some(grid);
                        return Step::Solution;
                    }
                    Verdict::Open => {
                        if self.guesses >= end {
                            self.pending.push(grid);
                            return Step::Paused;
                        }
                        self.guesses += 1;
                        let first = self.form.split(&mut grid);
                        self.pending.push(grid);
                        grid = first;
                    }
                }
            }
        }
        Step::Exhausted
    }

    pub(super) fn solution(&self) -> Cells {
        self.form.store(self.solution.as_ref().expect("a search that stands at a solution"))
    }

    pub(super) fn donate(&mut self) -> Option<Cells> {
        (!self.pending.is_empty()).then(|| self.form.store(&self.pending.remove(0)))
    }

    pub(super) fn guesses(&self) -> u64 {
        self.guesses
    }
}
