//! Necessary and redundant givens, and the minimisation of puzzles.

use gordian_core::{Cancel, Limit, Progress, ProgressEvent, Random};
use gordian_grid::{Candidates, Grid};

use super::solution_search::{SearchAnswer, SolutionSearch};
use super::{Symmetry, TaskError};
use crate::Finder;

/// The roles of the givens of a puzzle with one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenRoles {
    /// The solution, row by row.
    pub solution: Vec<u8>,
    /// The cells with a given, in increasing order, and the role of each given.
    pub roles: Vec<(usize, GivenRole)>,
}

/// The role of a given: whether the puzzle needs it for a unique solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenRole {
    /// The solution remains unique without the given: an exhaustive search found no other.
    Redundant {
        /// The number of guesses of that search.
        guesses: u64,
    },
    /// Without the given there is another solution.
    Needed {
        /// Another solution, row by row.
        other: Vec<u8>,
    },
    /// Unknown, because the search was stopped.
    Undecided {
        /// The limit that stopped the search.
        limit: Limit,
    },
}

/// Determines for each given whether the puzzle needs it: whether there are further solutions if
/// this given is removed and all others stay.
///
/// Two redundant givens cannot always be removed together. `progress` receives the number of givens
/// decided.
///
/// # Errors
///
/// Fails if the puzzle has no solution or several, or if `cancel` stopped the search before that
/// was known. A later cancellation leaves givens undecided.
///
/// # Panics
///
/// Panics if the finder is for another layout.
pub fn given_roles(
    finder: &mut Finder,
    puzzle: &Grid,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<GivenRoles, TaskError> {
    let mut search = SolutionSearch { finder, cancel, max_nodes: None };
    let mut remover = ClueRemover::new(&mut search, puzzle)?;
    let cells = remover.given_cells();
    let mut roles = Vec::with_capacity(cells.len());
    for &cell in &cells {
        roles.push((cell, remover.role_of(&mut search, &[cell])));
        let (done, total) = (roles.len() as u64, cells.len() as u64);
        progress.report(&ProgressEvent::Part { done, total });
    }
    Ok(GivenRoles { solution: remover.solution, roles })
}

/// Returns whether the puzzle needs all its givens, or `None` if the search was cancelled.
///
/// # Errors
///
/// Fails as [`given_roles`] does.
///
/// # Panics
///
/// Panics if the finder is for another layout.
pub fn is_minimal(
    finder: &mut Finder,
    puzzle: &Grid,
    cancel: &Cancel,
) -> Result<Option<bool>, TaskError> {
    let mut search = SolutionSearch { finder, cancel, max_nodes: None };
    Ok(ClueRemover::new(&mut search, puzzle)?.is_minimal(&mut search))
}

/// Options of [`minimise`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinimiseOptions {
    /// The seed of the order in which givens are tried.
    pub seed: u64,
    /// The symmetry of the pattern of givens that must be kept: givens of an orbit are removed
    /// together.
    pub symmetry: Symmetry,
}

/// The result of [`minimise`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimisedPuzzle {
    /// The remaining puzzle: the same houses, the pencil marks that [`minimise`] keeps, the same
    /// unique solution.
    pub puzzle: Grid,
    /// The solution, row by row.
    pub solution: Vec<u8>,
    /// The cells whose givens were removed, in increasing order.
    pub removed_cells: Vec<usize>,
    /// The limit that ended the work before all givens were tried. If it is `None`, no remaining
    /// given (with a symmetry: no orbit) can be removed.
    pub stopped: Option<Limit>,
}

/// Removes redundant givens until each remaining given (with a symmetry: each orbit) is necessary.
/// The solution stays unique.
///
/// Pencil marks stay. If the only mark of a cell is its given, the mark is part of the given: both
/// are removed, and the cell can then hold any digit. [`given_roles`] and [`is_minimal`] treat such
/// marks in the same way.
///
/// One pass is enough: a necessary given stays necessary when others are removed. The order, and so
/// the result, depends only on the seed. `progress` receives the number of givens tried.
///
/// # Errors
///
/// Fails if the puzzle has no solution or several, if `cancel` stopped the search before that was
/// known, or if the givens do not have the symmetry.
///
/// # Panics
///
/// Panics if the finder is for another layout.
pub fn minimise(
    finder: &mut Finder,
    puzzle: &Grid,
    options: &MinimiseOptions,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<MinimisedPuzzle, TaskError> {
    let mut sets = Vec::new();
    for set in options.symmetry.orbits(puzzle.layout.n()) {
        let (given, empty): (Vec<usize>, Vec<usize>) =
            set.into_iter().partition(|&cell| puzzle.givens[cell] != 0);
        match (given.first(), empty.first()) {
            (Some(&cell), Some(&image)) => return Err(TaskError::Asymmetric { cell, image }),
            (Some(_), None) => sets.push(given),
            (None, _) => {}
        }
    }
    Random::new(options.seed).shuffle(&mut sets);
    let mut search = SolutionSearch { finder, cancel, max_nodes: None };
    let mut remover = ClueRemover::new(&mut search, puzzle)?;
    let mut stopped = None;
    for (done, set) in (1..).zip(&sets) {
        if let GivenRole::Undecided { limit } = remover.remove_if_redundant(&mut search, set) {
            stopped = Some(limit);
            break;
        }
        progress.report(&ProgressEvent::Part { done, total: sets.len() as u64 });
    }
    let givens = remover.givens();
    let removed = (0..givens.len()).filter(|&cell| givens[cell] != puzzle.givens[cell]).collect();
    let all = puzzle.layout.all_digits();
    let mut open =
        remover.without_given.masks().iter().zip(&givens).filter(|&(_, &given)| given == 0);
    let marks = open.any(|(&mask, _)| mask & all != all).then_some(remover.without_given);
    let puzzle = Grid { layout: puzzle.layout.clone(), givens, marks };
    Ok(MinimisedPuzzle { puzzle, solution: remover.solution, removed_cells: removed, stopped })
}

/// A puzzle with exactly one solution, from which givens are removed.
pub(super) struct ClueRemover {
    pub(super) solution: Vec<u8>,
    is_given: Vec<bool>,
    /// The candidates of each cell without its given: its pencil marks. A single mark equal to the
    /// given is part of the given and removed with it, because a text of pencil marks cannot
    /// distinguish the two.
    without_given: Candidates,
    /// The current candidates.
    candidates: Candidates,
}

impl ClueRemover {
    /// Starts with a puzzle; fails unless it is proved to have exactly one solution.
    fn new(search: &mut SolutionSearch<'_>, puzzle: &Grid) -> Result<Self, TaskError> {
        let masks = Candidates::of(puzzle);
        let mut solutions = search
            .find_up_to_two(&masks)
            .map_err(|limit| TaskError::Undecided { limit })?
            .into_iter();
        let solution = solutions.next().ok_or(TaskError::NoSolution)?;
        if let Some(second) = solutions.next() {
            return Err(TaskError::SeveralSolutions { solutions: [solution, second] });
        }
        let mut free = match &puzzle.marks {
            Some(marks) => marks.clone(),
            None => Candidates::all(&puzzle.layout),
        };
        for (mask, &given) in free.masks_mut().iter_mut().zip(&puzzle.givens) {
            if given != 0 && *mask == 1 << (given - 1) {
                *mask = puzzle.layout.all_digits();
            }
        }
        let given = puzzle.givens.iter().map(|&digit| digit != 0).collect();
        Ok(Self { solution, is_given: given, without_given: free, candidates: masks })
    }

    /// Starts with a solved grid, in which all cells are given.
    pub(super) fn from_solved_grid(free: Candidates, solution: Vec<u8>) -> Self {
        let masks = solution.iter().map(|&digit| 1 << (digit - 1)).collect();
        let given = vec![true; solution.len()];
        Self {
            solution,
            is_given: given,
            without_given: free,
            candidates: Candidates::from_masks(masks),
        }
    }

    fn given_cells(&self) -> Vec<usize> {
        (0..self.is_given.len()).filter(|&cell| self.is_given[cell]).collect()
    }

    /// Returns the givens, 0 for cells without one.
    pub(super) fn givens(&self) -> Vec<u8> {
        let given = self.is_given.iter().zip(&self.solution);
        given.map(|(&given, &digit)| if given { digit } else { 0 }).collect()
    }

    /// Returns whether each given is necessary, or `None` if that remains undecided.
    pub(super) fn is_minimal(&mut self, search: &mut SolutionSearch<'_>) -> Option<bool> {
        for cell in self.given_cells() {
            match self.role_of(search, &[cell]) {
                GivenRole::Redundant { .. } => return Some(false),
                GivenRole::Needed { .. } => {}
                GivenRole::Undecided { .. } => return None,
            }
        }
        Some(true)
    }

    /// Removes the givens of `cells` if they are redundant together.
    pub(super) fn remove_if_redundant(
        &mut self,
        search: &mut SolutionSearch<'_>,
        cells: &[usize],
    ) -> GivenRole {
        let role = self.role_of(search, cells);
        if matches!(role, GivenRole::Redundant { .. }) {
            for &cell in cells {
                self.is_given[cell] = false;
                self.candidates.masks_mut()[cell] = self.without_given.mask(cell);
            }
        }
        role
    }

    /// Returns the role of the givens of `cells`, taken together.
    fn role_of(&mut self, search: &mut SolutionSearch<'_>, cells: &[usize]) -> GivenRole {
        for &cell in cells {
            self.candidates.masks_mut()[cell] = self.without_given.mask(cell);
        }
        let role = self.find_other_solution(search, cells);
        for &cell in cells {
            self.candidates.masks_mut()[cell] = 1 << (self.solution[cell] - 1);
        }
        role
    }

    /// Searches for a solution that differs from the known one in some cell of `cells`.
    ///
    /// Such a solution has a first cell in which it differs. So one search is made per cell, with
    /// the digits of the known solution in the cells before it and with another digit in the cell.
    fn find_other_solution(
        &mut self,
        search: &mut SolutionSearch<'_>,
        cells: &[usize],
    ) -> GivenRole {
        let before: Vec<u64> = cells.iter().map(|&cell| self.candidates.mask(cell)).collect();
        let mut guesses = 0;
        let mut end = None;
        for &cell in cells {
            self.candidates.remove(cell, self.solution[cell]);
            match search.find_one(&self.candidates) {
                SearchAnswer::NoSolution(more) => guesses += more,
                SearchAnswer::Solution(other) => end = Some(GivenRole::Needed { other }),
                SearchAnswer::Undecided(limit) => end = Some(GivenRole::Undecided { limit }),
            }
            if end.is_some() {
                break;
            }
            self.candidates.masks_mut()[cell] = 1 << (self.solution[cell] - 1);
        }
        for (&cell, mask) in cells.iter().zip(before) {
            self.candidates.masks_mut()[cell] = mask;
        }
        end.unwrap_or(GivenRole::Redundant { guesses })
    }
}
