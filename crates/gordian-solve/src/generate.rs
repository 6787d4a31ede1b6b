//! Generates pencil puzzles: a random solution, every clue that it allows, and then as few of them
//! as keep it the only solution.
//!
//! 1. The kind makes a random board without the clues that follow from a solution: rooms, pieces,
//!    places of clues ([`Rules::blank`](gordian_puzzles::pencil::Rules::blank)).
//! 2. Random values are required of some cells and edges, as far as there is a solution with them,
//!    and a solution is found.
//! 3. The kind writes all clues of the solution
//!    ([`Rules::write_clues`](gordian_puzzles::pencil::Rules::write_clues)). If there are other
//!    solutions, the board is changed until there are none (`unique`), or begun again.
//! 4. Clues are removed in random order, in parts that halve, while the solution is unique
//!    (`reduce`).
//! 5. If a level of difficulty is requested, the last clues that were removed are given back until
//!    the puzzle is not more difficult. If it is easier then, the board is begun again.
//!
//! Uniqueness is proved after every change that stays. The same request gives the same puzzle:
//! every choice depends on the seed and on counts of conflicts only, and no step on the time.

mod proof;
mod reduce;
mod unique;

use crate::ErrorDetail;
use gordian_core::{Cancel, Limit, NoProgress, Random};
use gordian_puzzles::board::{Cell, Size};
use gordian_puzzles::pencil::blank::set_rules;
use gordian_puzzles::pencil::{Board, CUSTOM, Clue, Form, Marks, PencilKind, Side};
use gordian_puzzles::rules::Rule;
use gordian_puzzles::{Kind, Metadata, Puzzle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::unique::Intended;
use crate::steps::{Difficulty, Level, Steps, explain_steps};
use crate::{Request, SolutionData, SolveError};

/// The largest number of rows and of columns.
pub const MAX_SIDE: usize = 40;
/// The memory that a model and its clauses may take.
const MAX_BYTES: u64 = 4 << 30;
/// How often a board is begun again, before the size is said to be unsuitable.
const MAX_ATTEMPTS: u64 = 5000;

/// A symmetry of the places of the clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PencilSymmetry")]
pub enum Symmetry {
    /// None.
    #[default]
    None,
    /// A half turn.
    HalfTurn,
    /// A reflection that exchanges left and right.
    LeftRight,
    /// A reflection that exchanges top and bottom.
    TopBottom,
}

impl Symmetry {
    /// Returns the image of a place on a board of places.
    fn image(self, size: Size, place: Cell) -> Cell {
        let (row, column) = (size.rows - 1 - place.row, size.columns - 1 - place.column);
        match self {
            Self::None => place,
            Self::HalfTurn => Cell::new(row, column),
            Self::LeftRight => Cell::new(place.row, column),
            Self::TopBottom => Cell::new(row, place.column),
        }
    }
}

/// What to generate.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// The kind.
    pub kind: Kind,
    /// The size of the board: up to [`MAX_SIDE`] rows and columns.
    pub size: Size,
    /// The seed.
    pub seed: u64,
    /// The symmetry of the places of clues.
    pub symmetry: Symmetry,
    /// The level of difficulty; `None` for any, which is faster.
    pub difficulty: Option<Level>,
    /// Rules of the catalogue: those of a custom puzzle, instead of its example, or others besides
    /// those of the kind.
    pub rules: Vec<Rule>,
    /// The names of the rules of the kind that do not hold.
    pub omitted: Vec<String>,
}

/// A generated puzzle with its solution.
#[derive(Clone, Debug)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: SolutionData,
    /// The number of clues: in cells, at corners, at dots, outside, and cells that are left out; 0
    /// for a kind with rooms only.
    pub n_clues: usize,
    /// The number of clues that the solution allows.
    pub n_possible: usize,
    /// The difficulty, if one was requested.
    pub difficulty: Option<Difficulty>,
}

/// Why no puzzle was generated.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The kind has no generator.
    #[error("puzzles of the kind `{kind}` cannot be generated")]
    NotSupported {
        /// The kind.
        kind: &'static str,
    },
    /// No board of this size was found.
    #[error("no {kind} with {size} was found in {attempts} attempts")]
    NotFound {
        /// The kind.
        kind: &'static str,
        /// The size.
        size: Size,
        /// The number of boards that were tried.
        attempts: u64,
    },
    /// The size is too small or too large.
    #[error("the board has {size}, not between 2 and {MAX_SIDE} of each")]
    OutOfRange {
        /// The size.
        size: Size,
    },
    /// Boards of the kind do not have this size: some are square.
    #[error("boards of the kind `{kind}` cannot have {size}")]
    Size {
        /// The kind.
        kind: &'static str,
        /// The size.
        size: Size,
    },
    /// A limit was reached.
    #[error("stopped by a limit: {0}")]
    Stopped(Limit),
    /// The solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl GenerateError {
    /// Returns a stable code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotSupported { .. } => "generate.not-supported",
            Self::NotFound { .. } => "generate.not-found",
            Self::OutOfRange { .. } | Self::Size { .. } => "generate.size",
            Self::Stopped(_) => "generate.stopped",
            Self::Solve(error) => error.code(),
        }
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::NotSupported { .. } => "every kind of pencil puzzle can be generated",
            Self::NotFound { kind, .. } if kind.starts_with(CUSTOM) => {
                "give it a rule that writes clues, such as `clue`, `given`, `sizes` or `sum`; or try \
                 another size or seed"
            }
            Self::NotFound { .. } => "try another size, another seed or another difficulty",
            Self::OutOfRange { .. } | Self::Size { .. } => "give a size such as 8x8",
            Self::Stopped(Limit::Memory) => "give a smaller size",
            Self::Stopped(_) => "allow more time",
            Self::Solve(error) => error.hint(),
        }
    }
}

/// A place that may have a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ClueSite {
    Cell(Cell),
    Point(Cell),
    Dot(Cell),
    Outside(Side, usize),
}

impl ClueSite {
    fn all(form: &Form, board: &Board) -> Vec<Self> {
        // A cell that is left out is given too, and so is a black one, but that stays.
        let can_be_left_out = |clue: &Clue| match form.has_black_clues() {
            true => *clue != clue.without_numbers(),
            false => *clue != Clue::Empty,
        };
        let cells = board.cells.iter().filter(|(_, clue)| can_be_left_out(clue));
        let cells = cells.map(|(cell, _)| Self::Cell(cell));
        let points = board.points.iter().filter(|(_, clue)| clue.is_clue());
        let points = points.map(|(place, _)| Self::Point(place));
        let dots = board.dots.iter().filter(|(_, clue)| clue.is_clue());
        let dots = dots.map(|(place, _)| Self::Dot(place));
        let outside = board.outside_clues().map(|(side, index, _)| Self::Outside(side, index));
        cells.chain(points).chain(dots).chain(outside).collect()
    }

    fn clear(self, form: &Form, board: &mut Board) {
        match self {
            Self::Cell(cell) if form.has_black_clues() => {
                board.cells[cell] = board.cells[cell].without_numbers();
            }
            Self::Cell(cell) => board.cells[cell] = Clue::Empty,
            Self::Point(place) => board.points[place] = Clue::Empty,
            Self::Dot(place) => board.dots[place] = Clue::Empty,
            Self::Outside(side, index) => board.outside[side as usize][index].clear(),
        }
    }

    fn image(self, symmetry: Symmetry, size: Size) -> Self {
        match self {
            Self::Cell(cell) => Self::Cell(symmetry.image(size, cell)),
            Self::Point(place) => {
                Self::Point(symmetry.image(Size::new(size.rows + 1, size.columns + 1), place))
            }
            Self::Dot(place) => {
                let places = Size::new(2 * size.rows - 1, 2 * size.columns - 1);
                Self::Dot(symmetry.image(places, place))
            }
            // Lines outside are not part of the symmetry.
            outside @ Self::Outside(..) => outside,
        }
    }
}

/// Generates a puzzle.
///
/// # Errors
///
/// [`GenerateError`].
pub fn generate(
    request: &GenerateRequest,
    cancel: &Cancel,
) -> Result<GeneratedPuzzle, GenerateError> {
    let kind = request.kind.name();
    let pencil = request.kind.pencil().ok_or(GenerateError::NotSupported { kind })?;
    let size = request.size;
    if !(2..=MAX_SIDE).contains(&size.rows) || !(2..=MAX_SIDE).contains(&size.columns) {
        return Err(GenerateError::OutOfRange { size });
    }
    let mut random = Random::new(request.seed);
    for _ in 0..MAX_ATTEMPTS {
        if let Some(limit) = cancel.stopped() {
            return Err(GenerateError::Stopped(limit));
        }
        let blank = (pencil.blank)(size, &mut random);
        let mut blank = blank.ok_or(GenerateError::Size { kind, size })?;
        blank.omitted.clone_from(&request.omitted);
        if !request.rules.is_empty() {
            let rules = request.rules.clone();
            match kind.starts_with(CUSTOM) {
                true => set_rules(pencil.form, &mut blank, rules, &mut random),
                false => blank.rules = rules,
            }
        }
        let Some(intended) = random_puzzle(pencil, blank, &mut random, cancel)? else { continue };
        let Some(intended) = unique::make_unique(pencil, intended, &mut random, cancel)? else {
            continue;
        };
        let n_possible = ClueSite::all(pencil.form, &intended.board).len();
        let mut boards = reduce::reduce(pencil, &intended, request.symmetry, &mut random, cancel)?;
        let (puzzle, difficulty) = match request.difficulty {
            None => (puzzle_of(pencil, boards.swap_remove(boards.len() - 1)), None),
            Some(level) => match of_level(pencil, &boards, level, cancel)? {
                Some((puzzle, difficulty)) => (puzzle, Some(difficulty)),
                None => continue,
            },
        };
        let board = puzzle.pencil_board().expect("a pencil puzzle");
        let n_clues = ClueSite::all(pencil.form, board).len();
        let solution = SolutionData::Puzzle(intended.solution(pencil));
        return Ok(GeneratedPuzzle { puzzle, solution, n_clues, n_possible, difficulty });
    }
    Err(GenerateError::NotFound { kind, size, attempts: MAX_ATTEMPTS })
}

fn puzzle_of(pencil: &PencilKind, board: Board) -> Puzzle {
    (pencil.puzzle)(Metadata::default(), board).expect("removing clues is valid")
}

/// Finds a puzzle of a level among boards with fewer and fewer clues, which become more difficult
/// as a rule, by bisection: that with the fewest clues of those before the first that is more
/// difficult.
fn of_level(
    pencil: &PencilKind,
    boards: &[Board],
    level: Level,
    cancel: &Cancel,
) -> Result<Option<(Puzzle, Difficulty)>, GenerateError> {
    let mut found = None;
    // Boards before `first` are not more difficult, those from `end` on are. The one with the
    // fewest clues is tried first: if it is too easy, so are all others.
    let (mut first, mut end) = (0, boards.len());
    let mut at = end - 1;
    while first < end {
        let puzzle = puzzle_of(pencil, boards[at].clone());
        match difficulty_of(&puzzle, cancel)? {
            Some(difficulty) if difficulty.level() <= level => {
                if difficulty.level() == level {
                    found = Some((puzzle, difficulty));
                }
                first = at + 1;
            }
            _ => end = at,
        }
        at = first + (end - first) / 2;
    }
    Ok(found)
}

/// Returns how difficult a puzzle is by its explanation.
fn difficulty_of(puzzle: &Puzzle, cancel: &Cancel) -> Result<Option<Difficulty>, GenerateError> {
    let steps = explain_steps(puzzle, &limited(), cancel, &NoProgress)?;
    match steps {
        Some(Steps { limit: Some(limit), .. }) => Err(GenerateError::Stopped(limit)),
        steps => Ok(steps.and_then(|steps| steps.difficulty())),
    }
}

/// Returns the request for a solution, with the memory that it may take.
fn limited() -> Request {
    let mut request = Request::default();
    request.limit_memory(MAX_BYTES);
    request
}

/// Returns a board with all clues of a random solution; `None` if no solution was found.
fn random_puzzle(
    pencil: &PencilKind,
    blank: Board,
    random: &mut Random,
    cancel: &Cancel,
) -> Result<Option<Intended>, GenerateError> {
    let marks = match (pencil.random_solution)(&blank, random) {
        Some(solved) => {
            let unknown = Marks::unknown(pencil.form, &blank);
            return Ok(Some(Intended::new(pencil, blank, solved, &unknown)));
        }
        None => {
            let puzzle = (pencil.puzzle)(Metadata::default(), blank.clone());
            let Ok(puzzle) = puzzle else { return Ok(None) };
            proof::random_solution(pencil, &puzzle, random, cancel)?
        }
    };
    let Some(marks) = marks else { return Ok(None) };
    let solved = marks.solved();
    Ok(solved.map(|solved| Intended::new(pencil, blank, solved, &marks)))
}

impl From<GenerateError> for ErrorDetail {
    fn from(error: GenerateError) -> Self {
        Self::new(error.code(), error.to_string()).hint(error.hint())
    }
}
