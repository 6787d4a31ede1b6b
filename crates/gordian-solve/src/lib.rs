//! Chooses an engine for each puzzle, solves it, and returns the answer as data.
//!
//! It is: the catalogue of naive [`models`], one for each kind of puzzle; special searches, such as
//! those for Golden Waste ([`goishi`]), grids ([`grid`]), the Square-1 ([`square1`]) and the 3×3×3
//! ([`cube3`]); batches of Sudoku texts ([`sudoku_batch`]); the work for a file ([`plan`]);
//! [`solve`], which picks one of them and checks what it finds; [`Answer`], with its JSON form; and
//! work with [`tables`]. It is not: requests as JSON documents (`gordian-requests`), and the rules
//! of the puzzles, which live in `gordian-puzzles` and share no code with the engines, so that
//! every answer is checked independently before it is returned.
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress};
//! use gordian_solve::{Problem, Request, solve};
//!
//! let puzzle = gordian_puzzles::parse(
//!     "kind = 'grid'
//!      givens = '''
//!      1...
//!      ..2.
//!      .3..
//!      ...4
//!      '''",
//! )
//! .unwrap();
//! let answer =
//!     solve(&Problem::Puzzle(puzzle), &Request::default(), &Cancel::new(), &NoProgress).unwrap();
//! assert_eq!(answer.unique, Some(true));
//! ```

mod answer;
mod check;
mod clock;
mod conflict;
pub mod cube3;
pub mod document;
mod error;
mod error_detail;
pub mod export;
pub mod generate;
pub mod goishi;
pub mod grid;
mod kind;
mod kind_page;
mod kinds;
mod model_budget;
pub mod models;
mod part;
pub mod perm;
pub mod plan;
mod problem;
mod request;
mod resources;
mod response;
mod seconds;
mod solve;
pub mod square1;
pub mod steps;
mod structure;
pub mod sudoku_batch;
pub mod tables;
mod text;

pub use answer::{Answer, Determined, FoundSolution, PuzzleDetails, SolutionData};
pub use check::{BrokenRule, Checked, PartConflictDocument, check_assignment, check_solution};
pub use clock::Clock;
pub use conflict::explain_conflict;
pub use error::SolveError;
pub use error_detail::ErrorDetail;
pub use gordian_propagate::RootBounds;
pub use gordian_search::{
    AssumedAnswer, CONFIRMATION_SCOPE, CommonValues, ConflictAnswer, Engine, ModelSolution,
    ObjectiveStatus, Optima, PROOF_SCOPE, RankedAnswer, SearchError, Session, Task, UNKNOWN_VALUE,
    UnknownEngine,
};
pub use kind_page::{KindPage, kind_page};
pub use part::{PartConflict, PartVerdict, check_part, check_partial_assignment};
pub use problem::Problem;
pub use request::{PuzzleOptions, Request};
pub use resources::{Resources, ResourcesConfig, USUAL_TABLES};
pub use response::{ConflictResponse, CubeMovesFacts, CubeMovesResponse, SolveResponse};
pub use seconds::Seconds;
pub use solve::{solve, solve_each};
