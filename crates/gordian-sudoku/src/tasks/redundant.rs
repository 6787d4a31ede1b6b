//! Givens that a puzzle does not need.

use gordian_core::{Cancel, Limit, Progress, ProgressEvent, Random};

use super::question::{Answer, Asker};
use super::{Symmetry, TaskError};
use crate::{Candidates, Finder, Puzzle};

/// What a puzzle with one solution owes to each of its givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenRoles {
    /// The solution, row by row.
    pub solution: Vec<u8>,
    /// The cells with a given, in increasing order, and what each given is for.
    pub roles: Vec<(usize, GivenRole)>,
}

/// What becomes of a puzzle without one of its givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenRole {
    /// The solution stays the only one: a search that looked at everything found no other.
    Redundant {
        /// The guesses of that search.
        guesses: u64,
    },
    /// There is another solution.
    Needed {
        /// One, row by row.
        other: Vec<u8>,
    },
    /// Not known: the search was stopped.
    Undecided {
        /// What stopped it.
        limit: Limit,
    },
}

/// Finds out for each given whether the puzzle needs it: whether there are other solutions without
/// it, all other givens staying.
///
/// Two redundant givens cannot always be removed together. `progress` is told how many givens are
/// settled.
///
/// # Errors
///
/// Fails if the puzzle has no solution or several, or if `cancel` stopped the search before that
/// was known. Later than that it only leaves givens undecided.
///
/// # Panics
///
/// Panics if the finder is for another layout.
pub fn given_roles(
    finder: &mut Finder,
    puzzle: &Puzzle,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<GivenRoles, TaskError> {
    let mut asker = Asker { finder, cancel, max_nodes: None };
    let mut digger = Digger::new(&mut asker, puzzle)?;
    let cells = digger.given_cells();
    let mut roles = Vec::with_capacity(cells.len());
    for &cell in &cells {
        roles.push((cell, digger.role(&mut asker, &[cell])));
        let (done, total) = (roles.len() as u64, cells.len() as u64);
        progress.report(&ProgressEvent::Part { done, total });
    }
    Ok(GivenRoles { solution: digger.solution, roles })
}

/// Returns whether the puzzle needs all its givens; `None` if `cancel` came first.
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
    puzzle: &Puzzle,
    cancel: &Cancel,
) -> Result<Option<bool>, TaskError> {
    let mut asker = Asker { finder, cancel, max_nodes: None };
    Ok(Digger::new(&mut asker, puzzle)?.is_minimal(&mut asker))
}

/// How to minimise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinimiseOptions {
    /// The order in which givens are tried.
    pub seed: u64,
    /// The symmetry of the pattern of givens that is to be kept: givens go together.
    pub symmetry: Symmetry,
}

/// A puzzle from which givens were removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimisedPuzzle {
    /// What is left: the same houses, the pencil marks that [`minimise`] keeps, the same one solution.
    pub puzzle: Puzzle,
    /// The solution, row by row.
    pub solution: Vec<u8>,
    /// The cells whose givens were removed, in increasing order.
    pub removed_cells: Vec<usize>,
    /// What ended the work before all givens were tried. Without it, none of those that are left
    /// (none of the sets of them that go together) can be removed.
    pub stopped: Option<Limit>,
}

/// Removes givens that are not needed until each is (or each set that the symmetry keeps
/// together). The solution stays the only one.
///
/// Pencil marks stay. Where a cell has a given and no other mark, the mark is part of the given: both
/// are removed, and the cell may hold any digit then. `given_roles` and `is_minimal` take givens in the
/// same sense.
///
/// One pass is enough: a given that was needed once is needed when others have gone. The order,
/// and with it the result, depends on the seed alone. `progress` is told how many givens were
/// tried.
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
    puzzle: &Puzzle,
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
    let mut asker = Asker { finder, cancel, max_nodes: None };
    let mut digger = Digger::new(&mut asker, puzzle)?;
    let mut stopped = None;
    for (done, set) in (1..).zip(&sets) {
        if let GivenRole::Undecided { limit } = digger.dig(&mut asker, set) {
            stopped = Some(limit);
            break;
        }
        progress.report(&ProgressEvent::Part { done, total: sets.len() as u64 });
    }
    let givens = digger.givens();
    let removed = (0..givens.len()).filter(|&cell| givens[cell] != puzzle.givens[cell]).collect();
    let all = puzzle.layout.all_digits();
    let mut open = digger.free.masks().iter().zip(&givens).filter(|&(_, &given)| given == 0);
    let marks = open.any(|(&mask, _)| mask & all != all).then_some(digger.free);
    let puzzle = Puzzle { layout: puzzle.layout.clone(), givens, marks };
    Ok(MinimisedPuzzle { puzzle, solution: digger.solution, removed_cells: removed, stopped })
}

/// A puzzle with exactly one solution, from which givens are removed.
pub(super) struct Digger {
    pub(super) solution: Vec<u8>,
    given: Vec<bool>,
    /// What a cell may hold when it has no given: its pencil marks. A single mark that repeats the given
    /// is part of the given and goes with it: a text of pencil marks cannot tell the two apart.
    free: Candidates,
    /// What the cells may hold.
    masks: Candidates,
}

impl Digger {
    /// Begins with a puzzle, once it is proved that it has one solution.
    fn new(asker: &mut Asker<'_>, puzzle: &Puzzle) -> Result<Self, TaskError> {
        let masks = Candidates::of(puzzle);
        let mut solutions =
            asker.two(&masks).map_err(|limit| TaskError::Undecided { limit })?.into_iter();
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
        Ok(Self { solution, given, free, masks })
    }

    /// Begins with all cells given.
    pub(super) fn full(free: Candidates, solution: Vec<u8>) -> Self {
        let masks = solution.iter().map(|&digit| 1 << (digit - 1)).collect();
        let given = vec![true; solution.len()];
        Self { solution, given, free, masks: Candidates::from_masks(masks) }
    }

    fn given_cells(&self) -> Vec<usize> {
        (0..self.given.len()).filter(|&cell| self.given[cell]).collect()
    }

    /// Returns the givens, 0 where there is none.
    pub(super) fn givens(&self) -> Vec<u8> {
        let given = self.given.iter().zip(&self.solution);
        given.map(|(&given, &digit)| if given { digit } else { 0 }).collect()
    }

    /// Returns whether each given is needed; `None` if that was not found out.
    pub(super) fn is_minimal(&mut self, asker: &mut Asker<'_>) -> Option<bool> {
        for cell in self.given_cells() {
            match self.role(asker, &[cell]) {
                GivenRole::Redundant { .. } => return Some(false),
                GivenRole::Needed { .. } => {}
                GivenRole::Undecided { .. } => return None,
            }
        }
        Some(true)
    }

    /// Removes the givens of `cells` if they are not needed.
    pub(super) fn dig(&mut self, asker: &mut Asker<'_>, cells: &[usize]) -> GivenRole {
        let role = self.role(asker, cells);
        if matches!(role, GivenRole::Redundant { .. }) {
            for &cell in cells {
                self.given[cell] = false;
                self.masks.masks_mut()[cell] = self.free.mask(cell);
            }
        }
        role
    }

    /// Returns what the givens of `cells` are for, taken together.
    fn role(&mut self, asker: &mut Asker<'_>, cells: &[usize]) -> GivenRole {
        for &cell in cells {
            self.masks.masks_mut()[cell] = self.free.mask(cell);
        }
        let role = self.other(asker, cells);
        for &cell in cells {
            self.masks.masks_mut()[cell] = 1 << (self.solution[cell] - 1);
        }
        role
    }

    /// Looks for a solution that differs from the known one in some cell of `cells`.
    ///
    /// Such a one differs in a first cell of them. So it is asked for each cell, with the digits
    /// of the solution in the cells before it, whether there is one that differs there.
    fn other(&mut self, asker: &mut Asker<'_>, cells: &[usize]) -> GivenRole {
        let before: Vec<u64> = cells.iter().map(|&cell| self.masks.mask(cell)).collect();
        let mut guesses = 0;
        let mut end = None;
        for &cell in cells {
            self.masks.remove(cell, self.solution[cell]);
            match asker.ask(&self.masks) {
                Answer::None(more) => guesses += more,
                Answer::Solution(other) => end = Some(GivenRole::Needed { other }),
                Answer::Undecided(limit) => end = Some(GivenRole::Undecided { limit }),
            }
            if end.is_some() {
                break;
            }
            self.masks.masks_mut()[cell] = 1 << (self.solution[cell] - 1);
        }
        for (&cell, mask) in cells.iter().zip(before) {
            self.masks.masks_mut()[cell] = mask;
        }
        end.unwrap_or(GivenRole::Redundant { guesses })
    }
}
