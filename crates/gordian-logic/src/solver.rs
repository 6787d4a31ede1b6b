//! Positions and the solver that applies techniques in order.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use gordian_core::{Cancel, Limit};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::{Finder, SearchLimits};

use crate::board::Board;
use crate::context::{Context, Memo, StepLimits, StepSink};
use crate::step::Step;
use crate::topology::Topology;
use crate::true_candidates::TrueCandidates;
use crate::{Technique, techniques};

/// The techniques of a solver and their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The techniques, in the order in which they are tried.
    pub techniques: Vec<Technique>,
}

impl Config {
    /// Returns the techniques that HoDoKu uses by default, in HoDoKu's order.
    #[must_use]
    pub fn hodoku() -> Self {
        let known = Technique::all().filter_map(|technique| Some((technique.hodoku()?, technique)));
        let mut known: Vec<_> = known.filter(|(entry, _)| entry.is_default).collect();
        known.sort_by_key(|(entry, technique)| (entry.order, *technique));
        Self { techniques: known.into_iter().map(|(_, technique)| technique).collect() }
    }

    /// Returns all techniques, easiest first on Gordian's own scale ([`crate::Rating`]).
    #[must_use]
    pub fn all() -> Self {
        let mut techniques: Vec<Technique> = Technique::all().collect();
        techniques.sort_by_key(|technique| technique.weight());
        Self { techniques }
    }

    /// Returns the techniques of [`hodoku`](Self::hodoku) and these techniques, in HoDoKu's order.
    /// A technique that HoDoKu does not have comes after the last of HoDoKu's that weighs no more.
    #[must_use]
    pub fn hodoku_with(techniques: &[Technique]) -> Self {
        let order = |technique: Technique| technique.hodoku().map(|entry| entry.order);
        let place = |&technique: &Technique| {
            let lighter = |other: &Technique| other.weight() <= technique.weight();
            let known = || Technique::all().filter(lighter).filter_map(order).max();
            order(technique).or_else(known)
        };
        let mut config = Self::hodoku();
        for &technique in techniques {
            if !config.techniques.contains(&technique) {
                config.techniques.push(technique);
            }
        }
        config.techniques.sort_by_key(place);
        config
    }

    /// Removes techniques.
    #[must_use]
    pub fn without(mut self, techniques: &[Technique]) -> Self {
        self.techniques.retain(|technique| !techniques.contains(technique));
        self
    }

    /// Keeps only these techniques.
    #[must_use]
    pub fn only(mut self, techniques: &[Technique]) -> Self {
        self.techniques.retain(|technique| techniques.contains(technique));
        self
    }

    /// Removes the techniques after `last`, if `last` is one of them.
    #[must_use]
    pub fn until(mut self, last: Technique) -> Self {
        if let Some(at) = self.techniques.iter().position(|&technique| technique == last) {
            self.techniques.truncate(at + 1);
        }
        self
    }

    /// Removes the techniques that assume exactly one solution.
    #[must_use]
    pub fn without_uniqueness(mut self) -> Self {
        self.techniques.retain(|technique| !technique.needs_uniqueness());
        self
    }

    /// Removes the techniques that are invalid for a puzzle: with several solutions, those that
    /// assume exactly one.
    #[must_use]
    pub fn valid_for(self, truth: &TrueCandidates) -> Self {
        if truth.is_unique() { self } else { self.without_uniqueness() }
    }
}

/// A position: placed digits and remaining candidates.
#[derive(Clone, Debug)]
pub struct Position(Size);

/// Boards for grids of up to 11, 16 and 64 rows.
#[derive(Clone, Debug)]
enum Size {
    Small(Board<2>),
    Medium(Board<4>),
    Large(Box<Board<64>>),
}

/// Evaluates an expression with the board, whatever its size.
macro_rules! with_board {
    ($size:expr, $board:ident => $body:expr) => {
        match $size {
            Size::Small($board) => $body,
            Size::Medium($board) => $body,
            Size::Large($board) => $body,
        }
    };
}

impl Position {
    /// Returns the position of a puzzle with its pencil marks and the digits that a player has
    /// placed, as (cell, digit).
    ///
    /// Marks and placed digits are conditions like the givens: techniques that assume exactly one
    /// solution assume it of the position.
    #[must_use]
    pub fn new(puzzle: &Grid, placed: &[(usize, u8)]) -> Self {
        Self(match puzzle.layout.n_cells() {
            0..=128 => Size::Small(small_board(puzzle, placed)),
            129..=256 => Size::Medium(board(puzzle, placed)),
            _ => Size::Large(Box::new(board(puzzle, placed))),
        })
    }

    /// As [`new`](Self::new), but if the givens alone have exactly one solution, techniques that
    /// assume exactly one solution assume it of the givens: marks and placed digits are conclusions
    /// from them, which do not restrict deadly patterns.
    ///
    /// *Cost*: with marks or placed digits, a search for a second solution of the givens, which is
    /// given up after some ten thousand nodes or when cancelled.
    #[must_use]
    pub fn of_player(puzzle: &Grid, placed: &[(usize, u8)], cancel: &Cancel) -> Self {
        let mut position = Self::new(puzzle, placed);
        let has_conditions = puzzle.marks.is_some() || !placed.is_empty();
        if has_conditions && givens_have_one_solution(puzzle, cancel) {
            with_board!(&mut position.0, board => board.lift_conditions());
        }
        position
    }

    /// Returns the layout of the grid.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        with_board!(&self.0, board => board.layout())
    }

    /// Returns the digits, row by row; 0 for an open cell.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        with_board!(&self.0, board => board.values())
    }

    /// Returns the candidates of a cell as bits, digit d is bit d − 1; 0 for a filled cell.
    #[must_use]
    pub fn mask(&self, cell: usize) -> u64 {
        with_board!(&self.0, board => board.mask(cell))
    }

    /// Returns whether the digit of a cell is given.
    #[must_use]
    pub fn is_given(&self, cell: usize) -> bool {
        with_board!(&self.0, board => board.givens().has(cell))
    }

    /// Returns whether every cell has a digit.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        with_board!(&self.0, board => board.is_solved())
    }

    /// Returns whether the position is obviously contradictory: a cell without candidates, or a
    /// digit without a place in a full house or twice in a house.
    #[must_use]
    pub fn is_contradictory(&self) -> bool {
        with_board!(&self.0, board => is_contradictory_board(board))
    }

    /// Applies the eliminations and placements of a step.
    pub fn apply(&mut self, step: &Step) {
        with_board!(&mut self.0, board => board.apply(step));
    }

    /// Returns the first step of the first technique that has one.
    #[must_use]
    pub fn next_step(&self, config: &Config) -> Option<Step> {
        // A new token is never cancelled.
        self.next_step_until(config, &Cancel::new()).ok().flatten()
    }

    /// As [`next_step`](Self::next_step), until `cancel`.
    ///
    /// # Errors
    ///
    /// Fails with the limit that stopped the search before a step was found.
    pub fn next_step_until(&self, config: &Config, cancel: &Cancel) -> Result<Option<Step>, Limit> {
        with_board!(&self.0, board => first_step(board, &config.techniques, &Memo::new(), cancel))
    }

    /// Returns all steps of a technique, each conclusion once, in a fixed order.
    ///
    /// This includes steps that [`next_step`](Self::next_step) leaves to later techniques: grouped
    /// chains through almost locked sets, and overlapping almost locked sets.
    #[must_use]
    pub fn steps(&self, technique: Technique) -> Vec<Step> {
        let limits = StepLimits { max_steps: usize::MAX, max_patterns: usize::MAX };
        self.steps_within(technique, limits, &Cancel::new()).steps
    }

    /// As [`steps`](Self::steps), within limits and until `cancel`.
    #[must_use]
    pub fn steps_within(
        &self,
        technique: Technique,
        limits: StepLimits,
        cancel: &Cancel,
    ) -> StepList {
        self.all_steps(technique, limits, cancel, false)
    }

    /// As [`steps_within`](Self::steps_within), including Siamese fish.
    pub(crate) fn steps_of_cases(&self, technique: Technique, cancel: &Cancel) -> StepList {
        self.all_steps(technique, StepLimits::default(), cancel, true)
    }

    fn all_steps(
        &self,
        technique: Technique,
        limits: StepLimits,
        cancel: &Cancel,
        pairs_siamese: bool,
    ) -> StepList {
        let mut steps = Vec::new();
        let mut take = |step| {
            steps.push(step);
            ControlFlow::Continue(())
        };
        let mut sink = StepSink::thorough(technique, limits, &mut take);
        sink.pairs_siamese = pairs_siamese;
        with_board!(&self.0, board => {
            // A search that ends early keeps the steps found so far.
            let _ = techniques::find(&Context::new(board, &Memo::new(), cancel), &mut sink);
        });
        let is_limited = sink.is_limited();
        StepList { steps, is_limited }
    }

    /// Applies steps until the grid is solved or no technique has a step.
    ///
    /// Also ends when a cell of a contradictory position has no candidate left.
    #[must_use]
    pub fn solve(self, config: &Config) -> SolutionPath {
        self.solve_until(config, &Cancel::new())
    }

    /// As [`solve`](Self::solve), until `cancel`.
    #[must_use]
    pub fn solve_until(mut self, config: &Config, cancel: &Cancel) -> SolutionPath {
        let (steps, stopped) =
            with_board!(&mut self.0, board => solve(board, &config.techniques, cancel));
        SolutionPath { steps, end: self, stopped }
    }
}

/// Steps of a technique.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepList {
    /// The steps, each conclusion once.
    pub steps: Vec<Step>,
    /// Whether there may be more, because [`StepLimits`] ended the search.
    pub is_limited: bool,
}

/// The steps of a solution by logic and the position they lead to.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The position after the last step.
    pub end: Position,
    /// The limit that stopped the solver early, if any.
    pub stopped: Option<Limit>,
}

/// The maximum number of nodes of the search for a second solution of the givens.
const MAX_NODES: u64 = 10_000;

/// Returns whether the givens of a puzzle, without its pencil marks, are known to have exactly one
/// solution.
fn givens_have_one_solution(puzzle: &Grid, cancel: &Cancel) -> bool {
    let givens = Grid::new(puzzle.layout.clone(), puzzle.givens.clone());
    let limits = SearchLimits { max_solutions: 2, max_nodes: Some(MAX_NODES) };
    let mut finder = Finder::new(&givens.layout);
    let found = finder.find(&Candidates::of(&givens), &limits, cancel, &mut |_| {});
    found.n_solutions == 1 && found.stopped.is_none()
}

fn board<const W: usize>(puzzle: &Grid, placed: &[(usize, u8)]) -> Board<W> {
    Board::new(&Arc::new(Topology::new(&puzzle.layout)), puzzle, placed)
}

/// Returns the board of a small grid; the topology of the classic grid is built only once.
fn small_board(puzzle: &Grid, placed: &[(usize, u8)]) -> Board<2> {
    static CLASSIC: LazyLock<Arc<Topology<2>>> =
        LazyLock::new(|| Arc::new(Topology::new(&Layout::classic())));
    if puzzle.layout == CLASSIC.layout {
        return Board::new(&CLASSIC, puzzle, placed);
    }
    board(puzzle, placed)
}

fn solve<const W: usize>(
    board: &mut Board<W>,
    techniques: &[Technique],
    cancel: &Cancel,
) -> (Vec<Step>, Option<Limit>) {
    let mut steps = Vec::with_capacity(board.open().len());
    let memo = Memo::new();
    while !board.is_solved() && !board.has_cell_without_candidates() {
        if let Some(limit) = cancel.stopped() {
            return (steps, Some(limit));
        }
        let step = match first_step(board, techniques, &memo, cancel) {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(limit) => return (steps, Some(limit)),
        };
        board.apply(&step);
        steps.push(step);
    }
    (steps, None)
}

fn first_step<const W: usize>(
    board: &Board<W>,
    techniques: &[Technique],
    memo: &Memo<W>,
    cancel: &Cancel,
) -> Result<Option<Step>, Limit> {
    let context = Context::new(board, memo, cancel);
    for &technique in techniques {
        let mut found = None;
        let mut take = |step| {
            found = Some(step);
            ControlFlow::Break(())
        };
        let flow = techniques::find(&context, &mut StepSink::new(technique, &mut take));
        match (found, flow) {
            (found @ Some(_), _) => return Ok(found),
            // No step was found, so it was the context that ended the search.
            (None, ControlFlow::Break(())) => {
                return Err(cancel.stopped().unwrap_or(Limit::Interrupted));
            }
            (None, ControlFlow::Continue(())) => {}
        }
        if context.is_stopped() {
            return Err(cancel.stopped().unwrap_or(Limit::Interrupted));
        }
    }
    Ok(None)
}

fn is_contradictory_board<const W: usize>(board: &Board<W>) -> bool {
    if board.open().iter().any(|cell| board.mask(cell) == 0) {
        return true;
    }
    board.topology.houses.iter().any(|house| {
        let mut placed = 0;
        for cell in house.cells.iter() {
            let digit = board.value(cell);
            if digit != 0 {
                let bit = crate::board::bit(digit);
                if placed & bit != 0 {
                    return true;
                }
                placed |= bit;
            }
        }
        let missing = board.layout().all_digits() & !placed;
        house.full
            && crate::board::digits(missing)
                .any(|digit| !board.places(digit).intersects(&house.cells))
    })
}
