//! Positions, and how techniques follow one another.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use gordian_core::{Cancel, Limit};
use gordian_sudoku::{Layout, Puzzle};

use crate::board::Board;
use crate::context::{Context, Memo, Steps};
use crate::step::Step;
use crate::topology::Topology;
use crate::true_candidates::TrueCandidates;
use crate::{Technique, techniques};

/// Which techniques are used, in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The techniques, the first to be tried first.
    pub techniques: Vec<Technique>,
}

impl Config {
    /// Returns HoDoKu's techniques in HoDoKu's order, those that it uses unless told otherwise.
    #[must_use]
    pub fn hodoku() -> Self {
        let known = Technique::all().filter_map(|technique| Some((technique.hodoku()?, technique)));
        let mut known: Vec<_> = known.filter(|(about, _)| about.is_default).collect();
        known.sort_by_key(|(about, technique)| (about.order, *technique));
        Self { techniques: known.into_iter().map(|(_, technique)| technique).collect() }
    }

    /// Returns all techniques, the easiest first on Gordian's own scale ([`crate::Rating`]).
    #[must_use]
    pub fn all() -> Self {
        let mut techniques: Vec<Technique> = Technique::all().collect();
        techniques.sort_by_key(|technique| technique.weight());
        Self { techniques }
    }

    /// Returns what [`hodoku`](Self::hodoku) does, and these techniques, in HoDoKu's order; those that it
    /// does not know where our own scale has them, behind the last of HoDoKu's that weighs no more.
    #[must_use]
    pub fn hodoku_with(techniques: &[Technique]) -> Self {
        let order = |technique: Technique| technique.hodoku().map(|about| about.order);
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

    /// Leaves out techniques.
    #[must_use]
    pub fn without(mut self, techniques: &[Technique]) -> Self {
        self.techniques.retain(|technique| !techniques.contains(technique));
        self
    }

    /// Leaves out the techniques that take it for granted that there is only one solution.
    #[must_use]
    pub fn without_uniqueness(mut self) -> Self {
        self.techniques.retain(|technique| !technique.needs_uniqueness());
        self
    }

    /// Leaves out what does not hold for a puzzle: with several solutions, the techniques that take
    /// it for granted that there is only one.
    #[must_use]
    pub fn valid_for(self, truth: &TrueCandidates) -> Self {
        if truth.is_unique() { self } else { self.without_uniqueness() }
    }
}

/// A position: digits that are placed and candidates that are left.
#[derive(Clone, Debug)]
pub struct Position(Size);

/// Boards for grids of up to 11, 16 and 64 rows.
#[derive(Clone, Debug)]
enum Size {
    Small(Board<2>),
    Medium(Board<4>),
    Large(Box<Board<64>>),
}

/// Does the same with a board of any size.
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
    /// Returns the position of a puzzle, with its pencil marks and with the digits that a player
    /// has placed, as (cell, digit).
    #[must_use]
    pub fn new(puzzle: &Puzzle, placed: &[(usize, u8)]) -> Self {
        Self(match puzzle.layout.n_cells() {
            0..=128 => Size::Small(small_board(puzzle, placed)),
            129..=256 => Size::Medium(board(puzzle, placed)),
            _ => Size::Large(Box::new(board(puzzle, placed))),
        })
    }

    /// Returns the layout of the grid.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        with_board!(&self.0, board => board.layout())
    }

    /// Returns the digits, row by row, 0 where a cell is open.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        with_board!(&self.0, board => board.values())
    }

    /// Returns the candidates of a cell as bits, digit d is bit d − 1; none for a cell with a digit.
    #[must_use]
    pub fn mask(&self, cell: usize) -> u64 {
        with_board!(&self.0, board => board.mask(cell))
    }

    /// Returns whether the digit of a cell is printed.
    #[must_use]
    pub fn is_given(&self, cell: usize) -> bool {
        with_board!(&self.0, board => board.givens().has(cell))
    }

    /// Returns whether every cell has a digit.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        with_board!(&self.0, board => board.is_solved())
    }

    /// Returns whether the position cannot be completed for a reason that is plain to see: a cell
    /// without candidates, a digit without a place in a house, or twice in it.
    #[must_use]
    pub fn is_contradictory(&self) -> bool {
        with_board!(&self.0, board => contradicts(board))
    }

    /// Does what a step says.
    pub fn apply(&mut self, step: &Step) {
        with_board!(&mut self.0, board => board.apply(step));
    }

    /// Returns the first step of the first technique that has one.
    #[must_use]
    pub fn next_step(&self, config: &Config) -> Option<Step> {
        with_board!(&self.0, board => first(board, &config.techniques, &Memo::new()))
    }

    /// Returns all steps of a technique, each conclusion once, in a fixed order.
    ///
    /// Some of them [`next_step`](Self::next_step) leaves to techniques that come later: grouped
    /// chains through almost locked sets, and techniques with such sets that have common cells.
    #[must_use]
    pub fn steps(&self, technique: Technique) -> Vec<Step> {
        self.steps_until(technique, &Cancel::new())
    }

    /// As [`steps`](Self::steps); looks after each step whether it is to stop.
    #[must_use]
    pub fn steps_until(&self, technique: Technique, cancel: &Cancel) -> Vec<Step> {
        self.all_steps(technique, cancel, false)
    }

    /// As [`steps`](Self::steps), with pairs of fish that have the same base among them.
    pub(crate) fn steps_of_cases(&self, technique: Technique) -> Vec<Step> {
        self.all_steps(technique, &Cancel::new(), true)
    }

    fn all_steps(&self, technique: Technique, cancel: &Cancel, joined: bool) -> Vec<Step> {
        let mut all = Vec::new();
        let mut take = |step| {
            all.push(step);
            if cancel.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        with_board!(&self.0, board => {
            let mut steps = Steps::thorough(technique, &mut take);
            steps.joined = joined;
            // What was found before it was stopped is known.
            let _ = techniques::find(&Context::new(board, &Memo::new()), &mut steps);
        });
        let mut seen = rustc_hash::FxHashSet::default();
        all.retain(|step: &Step| seen.insert((step.placements.clone(), step.eliminations.clone())));
        all
    }

    /// Takes step after step until the grid is full or nothing more is found.
    ///
    /// A contradictory position ends when a cell has no candidate left, or nothing more is found.
    #[must_use]
    pub fn solve(self, config: &Config) -> SolutionPath {
        self.solve_until(config, &Cancel::new())
    }

    /// As [`solve`](Self::solve); looks before each step whether it is to stop.
    #[must_use]
    pub fn solve_until(mut self, config: &Config, cancel: &Cancel) -> SolutionPath {
        let (steps, stopped) =
            with_board!(&mut self.0, board => solve(board, &config.techniques, cancel));
        SolutionPath { steps, end: self, stopped }
    }
}

/// How far logic came.
#[derive(Clone, Debug)]
pub struct SolutionPath {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The position behind the last of them.
    pub end: Position,
    /// What ended it before a technique failed.
    pub stopped: Option<Limit>,
}

fn board<const W: usize>(puzzle: &Puzzle, placed: &[(usize, u8)]) -> Board<W> {
    Board::new(&Arc::new(Topology::new(&puzzle.layout)), puzzle, placed)
}

/// Returns the board of a small grid; the usual one's topology is made only once.
fn small_board(puzzle: &Puzzle, placed: &[(usize, u8)]) -> Board<2> {
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
    while !board.is_solved() && !board.has_dead_cell() {
        if let Some(limit) = cancel.stopped() {
            return (steps, Some(limit));
        }
        let Some(step) = first(board, techniques, &memo) else { break };
        board.apply(&step);
        steps.push(step);
    }
    (steps, None)
}

fn first<const W: usize>(
    board: &Board<W>,
    techniques: &[Technique],
    memo: &Memo<W>,
) -> Option<Step> {
    let context = Context::new(board, memo);
    let mut found = None;
    for &technique in techniques {
        let mut take = |step| {
            found = Some(step);
            ControlFlow::Break(())
        };
        if techniques::find(&context, &mut Steps::new(technique, &mut take)).is_break() {
            break;
        }
    }
    found
}

fn contradicts<const W: usize>(board: &Board<W>) -> bool {
    if board.open().each().any(|cell| board.mask(cell) == 0) {
        return true;
    }
    board.topology.houses.iter().any(|house| {
        let mut placed = 0;
        for cell in house.cells.each() {
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
            && crate::board::digits(missing).any(|digit| !board.places(digit).meets(&house.cells))
    })
}
