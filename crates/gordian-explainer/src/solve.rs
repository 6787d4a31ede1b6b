//! The solution path and its rating.

use gordian_core::Cancel;
use gordian_grid::{Candidate, Candidates};
use gordian_sudoku::{Finder, SearchLimits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::forcing::Engine;
use crate::grid::{Grid, bits};
use crate::mode::Mode;
use crate::step::{ExplainerStep, FoundStep};
use crate::tenths::Tenths;
use crate::{aligned, bug, cycles, direct, sets, unique_loops, wings};

/// The difficulty of a puzzle on Sudoku Explainer's scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplainerRating {
    /// The rating of the hardest step.
    pub er: Tenths,
    /// The "pearl" rating: that of the hardest step up to the first digit placed, its own
    /// included.
    pub ep: Tenths,
    /// The "diamond" rating: that of the first step.
    pub ed: Tenths,
    /// All steps in order; documents do not contain them.
    #[serde(skip)]
    pub steps: Vec<ExplainerStep>,
}

/// Rates a puzzle as Sudoku Explainer 1.2.1 does.
///
/// Returns `None` for a layout other than the classic 9×9 grid, for a puzzle without exactly one
/// solution, for a puzzle that the rules do not solve (none is known; the program rates them 20.0),
/// and if cancelled. Pencil marks are used.
///
/// *Cost*: below a millisecond up to 6.2, about 10 ms up to 8, 100 ms up to 9.5; then from a second
/// to a minute.
///
/// # Example
///
/// ```
/// use gordian_core::Cancel;
/// use gordian_explainer::explainer_rating;
/// use gordian_grid::{Grid, Layout};
///
/// let text = "12.....8......9.....9.2.4....4..7..6.....1.4..7....35..4..6.5....2374.1....2..9..";
/// let givens = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
/// let puzzle = Grid::new(Layout::classic(), givens);
/// let rating = explainer_rating(&puzzle, &Cancel::new()).expect("a proper puzzle");
/// assert_eq!(rating.er.to_string(), "2.0");
/// ```
#[must_use]
pub fn explainer_rating(puzzle: &gordian_grid::Grid, cancel: &Cancel) -> Option<ExplainerRating> {
    if !puzzle.layout.is_classic() || !has_one_solution(puzzle, cancel) {
        return None;
    }
    let mut grid = Grid::new(puzzle);
    let mut engine = Engine::new(cancel);
    let mut rating =
        ExplainerRating { er: Tenths(0), ep: Tenths(0), ed: Tenths(0), steps: Vec::new() };
    while !grid.is_solved() {
        let found = next_step(&grid, &mut engine)?;
        apply(&mut grid, &found);
        engine.clear_cache();
        rating.add(&found);
    }
    Some(rating)
}

/// Returns whether the puzzle has exactly one solution. Uniqueness rules are invalid for other
/// puzzles, and with no solution or very many the chains would take hours.
fn has_one_solution(puzzle: &gordian_grid::Grid, cancel: &Cancel) -> bool {
    let query = SearchLimits { max_solutions: 2, max_nodes: None };
    let mut finder = Finder::new(&puzzle.layout);
    let found = finder.find(&Candidates::of(puzzle), &query, cancel, &mut |_| {});
    found.n_solutions == 1 && found.stopped.is_none()
}

impl ExplainerRating {
    fn add(&mut self, found: &FoundStep) {
        let own = Tenths(u32::from(found.rating));
        if self.steps.is_empty() {
            self.ed = own;
        }
        let no_digit_yet = self.steps.iter().all(|step| step.placement.is_none());
        self.er = self.er.max(own);
        if no_digit_yet {
            self.ep = self.er;
        }
        let eliminations = found
            .removals
            .iter()
            .flat_map(|&(cell, digits)| bits(digits).map(move |digit| candidate(cell, digit)))
            .collect();
        let placement = found.placement.map(|(cell, digit)| candidate(cell, digit));
        self.steps.push(ExplainerStep { rule: found.rule, rating: own, eliminations, placement });
    }
}

fn candidate(cell: usize, digit: usize) -> Candidate {
    Candidate::new(cell, u8::try_from(digit + 1).expect("up to nine"))
}

fn apply(grid: &mut Grid, found: &FoundStep) {
    for &(cell, digits) in &found.removals {
        grid.remove_all(cell, digits);
    }
    if let Some((cell, digit)) = found.placement {
        grid.place(cell, digit);
    }
}

/// Returns the first step of the first rule that has one; `None` if no rule has one or the search
/// was cancelled.
fn next_step(grid: &Grid, engine: &mut Engine<'_>) -> Option<FoundStep> {
    if let Some(found) = direct::find(grid).or_else(|| rule_without_chains(grid)) {
        return Some(found);
    }
    if let Some(found) = cycles::find(grid).or_else(|| aligned::triplet(grid)) {
        return Some(found);
    }
    let modes = [Mode::NISHIO, Mode::MULTIPLE].into_iter().chain((0..=5).map(Mode::dynamic));
    for mode in modes {
        let found = engine.find(grid, mode);
        if found.is_some() || engine.is_stopped {
            return found.filter(|_| !engine.is_stopped);
        }
    }
    None
}

/// Returns the first step of the rules without chains, except direct steps.
fn rule_without_chains(grid: &Grid) -> Option<FoundStep> {
    sets::first(|take| sets::locking(grid, take))
        .or_else(|| sets::first(|take| sets::naked(grid, 2, take)))
        .or_else(|| sets::first(|take| sets::fish(grid, 2, take)))
        .or_else(|| sets::first(|take| sets::hidden(grid, 2, take)))
        .or_else(|| sets::first(|take| sets::naked(grid, 3, take)))
        .or_else(|| sets::first(|take| sets::fish(grid, 3, take)))
        .or_else(|| sets::first(|take| sets::hidden(grid, 3, take)))
        .or_else(|| wings::find(grid, false))
        .or_else(|| wings::find(grid, true))
        .or_else(|| unique_loops::find(grid))
        .or_else(|| sets::first(|take| sets::naked(grid, 4, take)))
        .or_else(|| sets::first(|take| sets::fish(grid, 4, take)))
        .or_else(|| sets::first(|take| sets::hidden(grid, 4, take)))
        .or_else(|| bug::find(grid))
        .or_else(|| aligned::pair(grid))
}
