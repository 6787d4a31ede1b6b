//! Exact answers to combinatorial puzzles: one library to embed.
//!
//! Give it a puzzle, or a model of your own written the obvious way; it finds a solution, counts
//! them, proves that one is the only one or the best, or proves that there is none. Every solution
//! was checked by the rules before you see it.
//!
//! This crate only gathers what lives in others: [`solve`] and what belongs to it stand here, and
//! the layers below are modules.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`puzzles`] | puzzle files, their rules as checkers, drawings |
//! | [`model`] | variables, expressions, constraints and goals as data, and their JSON |
//! | [`compile`] | from models to clauses, with a report; sessions that enumerate and optimise |
//! | [`backend`] | clauses and the SAT engines that decide them, proofs |
//! | [`models`] | the catalogue's puzzles as naive models |
//! | [`goishi`] | the search made for Golden Waste |
//! | [`square1`] | shortest solutions of the Square-1: which engine answers, and the answer |
//! | [`export`] | problems for other solvers |
//! | [`requests`] | requests and jobs as JSON documents, for services |
//! | [`sudoku`] | grids of any size: fast searches over many puzzles, counts, generation, text formats |
//! | [`logic`] | how a person solves a grid: techniques that explain each step, ratings |
//! | [`perm`] | permutation puzzles as the hand holds them: positions, moves, notations, drawings |
//! | [`atlas`] | the shortest ways: tables of all positions, queries, searches |
//! | [`table`] | the files that tables are kept in |
//!
//! It prints nothing, reads no environment, and does not know the command line.
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
//! .expect("the file has no faults");
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
//! ```
//! use gordian::model::{Goal, Model, all_different, sum};
//! use gordian::{Cancel, NoProgress, Outcome, Problem, Request, solve};
//!
//! let mut model = Model::new();
//! let weights: Vec<_> = (1..=3).map(|i| model.int(format!("weight {i}"), 1..=20)).collect();
//! model.require("different", all_different(&weights));
//! model.require("total", sum(&weights).eq(24));
//! model.set_goal(Goal::minimise_maximum(&weights));
//!
//! let problem = Problem::Model(model);
//! let answer = solve(&problem, &Request::default(), &Cancel::new(), &NoProgress)?;
//! assert_eq!((answer.outcome, answer.objective), (Outcome::Optimal, Some(9)));
//! # Ok::<(), gordian::SolveError>(())
//! ```
//!
//! # Example: a shortest solution
//!
//! ```
//! use gordian::perm::square1::{Colours, Notation, Position, parse_position_or_sequence};
//! use gordian::square1::{Config, Query, Solver};
//! use gordian::{Cancel, NoProgress};
//!
//! let scramble = "(1,0)/(-1,-1)/(0,1)";
//! let position = parse_position_or_sequence(scramble, Colours::Six, Notation::Wca).unwrap();
//!
//! // With a folder for tables, what is far away is found as fast the next time.
//! let mut solver = Solver::new(Config::default())?;
//! let answer = solver.solve(&position, &Query::default(), &Cancel::new(), &NoProgress)?;
//! assert_eq!((answer.distance, answer.shortest_solutions), (Some(2), Some(2)));
//! let solution = answer.solution.unwrap();
//! assert_eq!(position.apply(&solution), Ok(Position::solved(Colours::Six)));
//! # Ok::<(), gordian::SolveError>(())
//! ```

pub use gordian_atlas as atlas;
pub use gordian_backend as backend;
pub use gordian_compile as compile;
pub use gordian_core::{
    Cancel, Index, Limit, NoProgress, Outcome, Progress, ProgressEvent, Random, SimdLevel,
};
pub use gordian_logic as logic;
pub use gordian_model as model;
pub use gordian_perm as perm;
pub use gordian_puzzles as puzzles;
pub use gordian_solve::{
    Answer, CONFIRMATION_SCOPE, ConflictAnswer, Engine, Problem, Request, Seconds, SolutionData,
    SolveError, Task, UnknownEngine, cube3, explain_conflict, export, goishi, grid, models,
    requests, solve, solve_each, square1,
};
pub use gordian_sudoku as sudoku;
pub use gordian_table as table;

/// The example of the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
