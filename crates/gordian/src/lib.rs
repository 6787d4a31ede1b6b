//! Exact answers to combinatorial puzzles: one library to embed.
//!
//! Gordian takes a puzzle or a constraint model. It finds a solution, counts solutions, proves that
//! a solution is unique or optimal, or proves that there is none. Every solution is checked against
//! the rules before it is returned.
//!
//! This crate re-exports the others: [`solve`] and its types directly, and the other crates as
//! modules.
//!
//! | module | content |
//! | --- | --- |
//! | [`puzzles`] | puzzle files and links, rule checkers, drawings |
//! | [`model`] | constraint models: variables, expressions, constraints, objectives, JSON |
//! | [`search`] | searches of models: sessions, the choice of engines, portfolios, confirmation, conflicts |
//! | [`compile`] | compilation of models to CNF; enumeration and optimisation |
//! | [`ilp`] | models as integer linear programs; LP, MPS and OPB files |
//! | [`flatzinc`] | FlatZinc of MiniZinc: reading, translation to models, checks, output |
//! | [`lcg`] | the propagators that learn, without models |
//! | [`backend`] | CNF formulas, SAT solvers, proofs |
//! | [`models`] | the naive models of the kinds of puzzles |
//! | [`goishi`] | the search for Golden Waste |
//! | [`square1`] | shortest solutions of the Square-1 |
//! | [`cube3`] | solutions of the 3×3×3, and the turns that solve a Sudoku Cube |
//! | [`permutation_puzzles`] | random states of any permutation puzzle, and which definitions are the 3×3×3 or the Square-1 |
//! | [`generate`] | pencil puzzles with one solution |
//! | [`steps`] | explanations of pencil puzzles in steps |
//! | [`export`] | export of problems to other solvers' formats |
//! | [`plan`] | the work for a file: answer or conflict, explanation, proof |
//! | [`background`] | long work on a thread with a large stack, abandoned if it does not stop in time |
//! | [`requests`] | requests and jobs as JSON documents, for services |
//! | [`tables`] | tables of all positions: building, verifying, looking up; what `gordian atlas` does |
//! | [`grid`] | grids as data: layouts of houses, givens, pencil marks |
//! | [`sudoku`] | Sudoku of any size: the fast searches, counting, generation, text formats |
//! | [`sudoku_batch`] | files of Sudoku puzzles answered in order on several threads; criteria for generation |
//! | [`logic`] | human solving techniques with an explanation of each step, ratings |
//! | [`explainer`] | the ratings of Sudoku Explainer |
//! | [`perm`] | permutation puzzles: positions, moves, notations, drawings |
//! | [`atlas`] | distances and shortest solutions: enumeration of all positions, queries, searches |
//! | [`table`] | the file format of tables |
//!
//! The crate does not print, does not read the environment, and does not depend on the command
//! line.
//!
//! # Example: a puzzle file
//!
//! ```
//! use gordian::{Cancel, NoProgress, Problem, Request, SolutionData, solve};
//!
//! let puzzle = gordian::puzzles::parse(
//!     "kind = 'grid'
//!      givens = '''
//!      1...
//!      ..2.
//!      .3..
//!      ...4
//!      '''",
//! )
//! .expect("the puzzle file is valid");
//! let problem = Problem::Puzzle(puzzle);
//!
//! let answer = solve(&problem, &Request::default(), &Cancel::new(), &NoProgress)?;
//! assert_eq!(answer.unique, Some(true));
//! let SolutionData::Puzzle(solution) = &answer.solutions[0] else { unreachable!() };
//! assert_eq!(solution.to_json()[0].to_string(), "[1,2,4,3]");
//! # Ok::<(), gordian::SolveError>(())
//! ```
//!
//! # Example: a model of your own
//!
//! [`Session`] has more: assumptions, goals in order, all optima.
//!
//! ```
//! use gordian::model::{Goal, Model, all_different, sum};
//! use gordian::{Outcome, Session};
//!
//! let mut model = Model::new();
//! let weights: Vec<_> = (1..=3).map(|i| model.int(format!("weight {i}"), 1..=20)).collect();
//! model.require("different", all_different(&weights));
//! model.require("total", sum(&weights).eq(24));
//! model.set_goal(Goal::minimise_maximum(&weights));
//!
//! let answer = Session::new(model).solve()?;
//! assert_eq!((answer.outcome, answer.objective), (Outcome::Optimal, Some(9)));
//! println!("{:?}", answer.values(&weights));
//! # Ok::<(), gordian::SolveError>(())
//! ```
//!
//! # Example: a shortest solution
//!
//! ```
//! use gordian::square1::{
//!     Colours, Config, Notation, Position, Query, Solver, parse_position_or_sequence,
//! };
//! use gordian::{Cancel, NoProgress};
//!
//! let scramble = "(1,0)/(-1,-1)/(0,1)";
//! let position = parse_position_or_sequence(scramble, Colours::Six, Notation::Wca).unwrap();
//!
//! // With a folder for tables, distant positions are fast from the second call on.
//! let mut solver = Solver::new(Config::default())?;
//! let answer = solver.solve(&position, &Query::default(), &Cancel::new(), &NoProgress)?;
//! assert_eq!((answer.distance, answer.shortest_solutions), (Some(2), Some(2)));
//! let solution = answer.solution.unwrap();
//! assert_eq!(position.apply(&solution), Ok(Position::solved(Colours::Six)));
//! # Ok::<(), gordian::SolveError>(())
//! ```

#[cfg(feature = "permutations")]
pub use gordian_atlas as atlas;
pub use gordian_backend as backend;
pub use gordian_compile as compile;
pub use gordian_core::{
    Cancel, Index, Instant, Limit, Limits, NoProgress, Outcome, Progress, ProgressEvent, Random,
    SimdLevel, background, relative_gap, threads,
};
#[cfg(feature = "puzzles")]
pub use gordian_explainer as explainer;
pub use gordian_flatzinc as flatzinc;
#[cfg(feature = "puzzles")]
pub use gordian_grid as grid;
pub use gordian_ilp as ilp;
pub use gordian_lcg as lcg;
#[cfg(feature = "puzzles")]
pub use gordian_logic as logic;
pub use gordian_model as model;
#[cfg(feature = "permutations")]
pub use gordian_perm as perm;
pub use gordian_propagate::RootBounds;
#[cfg(feature = "puzzles")]
pub use gordian_puzzles as puzzles;
#[cfg(feature = "puzzles")]
pub use gordian_requests as requests;
pub use gordian_search as search;
pub use gordian_search::{
    AssumedAnswer, CONFIRMATION_SCOPE, ConflictAnswer, Engine, ModelSolution, ObjectiveStatus,
    Optima, PROOF_SCOPE, RankedAnswer, Repair, Repairs, SearchError, Session, Task, UNKNOWN_VALUE,
    UnknownEngine,
};
#[cfg(feature = "puzzles")]
pub use gordian_solve::grid::{
    GridEngine, GridQuery, GridSearch, GridSolutions, UsedEngine, true_candidates,
};
#[cfg(feature = "puzzles")]
pub use gordian_solve::perm as permutation_puzzles;
#[cfg(feature = "puzzles")]
pub use gordian_solve::{
    Answer, BrokenRule, Checked, ConflictResponse, CubeMovesResponse, FoundSolution, KindPage,
    Problem, PuzzleOptions, Request, Seconds, SolutionData, SolveError, SolveResponse,
    check_assignment, check_solution, cube3, explain_conflict, export, generate, goishi, kind_page,
    models, plan, solve, solve_each, square1, steps, sudoku_batch, tables,
};
#[cfg(feature = "puzzles")]
pub use gordian_sudoku as sudoku;
#[cfg(feature = "permutations")]
pub use gordian_table as table;

/// Compiles and runs the examples of the front page.
#[cfg(all(doctest, feature = "puzzles"))]
#[doc = include_str!("../README.md")]
struct FrontPage;

/// Compiles and runs the example of `docs/guides/library.md`.
#[cfg(all(doctest, feature = "puzzles"))]
#[doc = include_str!("../../../docs/guides/library.md")]
struct LibraryDocument;

/// Compiles and runs the examples of `docs/guides/models.md`.
#[cfg(all(doctest, feature = "puzzles"))]
#[doc = include_str!("../../../docs/guides/models.md")]
struct ModelsDocument;
