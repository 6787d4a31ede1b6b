//! The public type of the engine, which selects a form at run time.

use gordian_core::{SimdLevel, match_simd_level, simd_levels};
use gordian_grid::Candidates;
use thiserror::Error;

use super::machine::DIGITS;
use super::portable::Portable;
use super::search::SearchStack;
#[cfg(gordian_simd)]
use super::simd::{Avx2, Avx512};
use crate::engine::{Search, Step};

/// Solves 9×9 puzzles one at a time, with the lowest latency.
///
/// One value solves any number of puzzles; see [`super`] for the method. For many puzzles at once,
/// the batch engine takes less time per puzzle.
///
/// *Cost*: about 20 kB. From text to proved answer, on one core at 3 GHz with AVX-512: 0.12 µs for
/// an easy puzzle, 0.4 µs for a random one, 14 µs for one of the hardest known.
///
/// # Example
///
/// ```
/// use gordian_sudoku::classic::single::SingleSolver;
///
/// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let mut solution = [0; 81];
/// assert_eq!(SingleSolver::best().solve_line(text, 2, &mut solution), Ok(1));
/// assert!(solution.starts_with(b"534678912672195348"));
/// ```
#[derive(Clone, Debug)]
pub struct SingleSolver {
    form: Form,
}

simd_levels! {
    #[derive(Clone, Debug)]
    enum Form {
        Avx512(SearchStack<Avx512>) => Avx512::new().map(SearchStack::new),
        Avx2(SearchStack<Avx2>) => Avx2::new().map(SearchStack::new),
        Portable(SearchStack<Portable>) => Some(SearchStack::new(Portable)),
    }
    fn new();
}

/// An invalid character of a puzzle text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("character {} of 81 is not `1` to `9`, `.` or `0`", position + 1)]
pub struct InvalidCharacter {
    /// The position of the first invalid character, from 0.
    pub position: usize,
}

impl SingleSolver {
    /// Creates the engine in the form of `simd_level`, or returns `None` if the machine does not
    /// support it.
    ///
    /// All forms find the same solutions in the same order with the same guesses.
    #[must_use]
    pub fn new(simd_level: SimdLevel) -> Option<Self> {
        Form::new(simd_level).map(|form| Self { form })
    }

    /// Creates the engine in the fastest form that the machine supports.
    #[must_use]
    pub fn best() -> Self {
        SimdLevel::ALL
            .into_iter()
            .find_map(Self::new)
            .expect("the portable form is always available")
    }

    /// Counts the solutions of a puzzle up to `limit` and writes the first one to `solution`.
    ///
    /// The first solution is the first in search order, not the lexicographically smallest. With a
    /// limit of 2, the answer 1 proves uniqueness.
    ///
    /// *Shape*: 81 characters row by row, `1` to `9` for a given, `.` or `0` for a blank.
    /// `solution` receives 81 characters from `1` to `9`, and is unchanged if there is no solution.
    ///
    /// *Cost*: the search cannot be cancelled. Each solution takes about 0.13 µs more, so for
    /// limits beyond some hundred thousands use [`crate::Finder`].
    ///
    /// # Errors
    ///
    /// Fails if a character is invalid.
    pub fn solve_line(
        &mut self,
        text: &[u8; 81],
        limit: u32,
        solution: &mut [u8; 81],
    ) -> Result<u32, InvalidCharacter> {
        match_simd_level!(Form, &mut self.form, stack => stack.dispatch_solve_line(text, limit, solution))
    }

    /// Returns the number of guesses since the engine was created.
    #[must_use]
    pub fn guesses(&self) -> u64 {
        match_simd_level!(Form, &self.form, stack => stack.guesses())
    }
}

impl Search for SingleSolver {
    fn start(&mut self, start: &Candidates) {
        let mut cells = [0; 81];
        for (cell, &mask) in cells.iter_mut().zip(start.masks()) {
            *cell = u16::try_from(mask & u64::from(DIGITS)).expect("nine bits");
        }
        match_simd_level!(Form, &mut self.form, stack => stack.start(&cells));
    }

    fn advance(&mut self, nodes: u64) -> Step {
        match_simd_level!(Form, &mut self.form, stack => stack.dispatch_advance(nodes))
    }

    fn solution(&self, digits: &mut [u8]) {
        let cells = match_simd_level!(Form, &self.form, stack => stack.solution());
        for (digit, cell) in digits.iter_mut().zip(cells) {
            *digit = u8::try_from(cell.trailing_zeros() + 1).expect("a digit");
        }
    }

    fn donate(&mut self) -> Option<Candidates> {
        let cells = match_simd_level!(Form, &mut self.form, stack => stack.donate())?;
        Some(Candidates::from_masks(cells.iter().map(|&cell| u64::from(cell)).collect()))
    }

    fn guesses(&self) -> u64 {
        Self::guesses(self)
    }
}
