//! Searches of models: which engine answers, alone, in turns or at the same time, and what is known
//! then.
//!
//! A model is searched by clauses ([`gordian_compile`]) or by propagators ([`gordian_propagate`]);
//! both are a [`Search`](gordian_model::Search). A [`Choice`] says which of them a [`Request`]
//! gets, a [`Portfolio`] runs them, and a [`ModelSearch`] makes an [`Answer`] of what they find: a
//! solution, whether it is unique or optimal, how many there are, what all of them have in common.
//! A claim is confirmed by the other engine, from the model ([`confirm`]); [`conflict`] names
//! constraints that exclude each other, and [`Repairs`] which of them are best removed. A [`Split`] has
//! the parts of a model for searches that run apart from each other. A [`Session`] is a model that
//! stays open between questions.
//!
//! It is not: puzzles. Their models and special searches are in `gordian-solve`, whose answers are
//! those of this crate with another [`SolutionForm`].
//!
//! # Example
//!
//! ```
//! use gordian_core::{Cancel, NoProgress, Outcome};
//! use gordian_model::{Goal, Model, all_different, sum};
//! use gordian_search::{Request, solve};
//!
//! let mut model = Model::new();
//! let weights = model.ints("weight", 3, 1..=20);
//! model.require("different", all_different(&weights));
//! model.require("total", sum(&weights).eq(24));
//! model.set_goal(Goal::minimise_maximum(&weights));
//! let answer = solve(&model, &Request::default(), &Cancel::new(), &NoProgress)?;
//! assert_eq!((answer.outcome, answer.objective), (Outcome::Optimal, Some(9)));
//! # Ok::<(), gordian_search::SearchError>(())
//! ```

mod answer;
mod choice;
pub mod confirm;
pub mod conflict;
mod engine_search;
mod error;
mod model_search;
mod model_solution;
mod portfolio;
mod repairs;
mod request;
mod session;
mod solve;
mod split;

pub use answer::{
    Answer, CONFIRMATION_SCOPE, CommonValues, Determined, EventCallback, FoundSolution,
    ObjectiveStatus, PROOF_SCOPE, Rest, SolutionForm, SolveEvent,
};
pub use choice::Choice;
pub use conflict::ConflictAnswer;
pub use engine_search::{EngineKind, SearchPlan};
pub use error::SearchError;
pub use model_search::{CheckSolution, ModelSearch};
pub use model_solution::{ModelSolution, UNKNOWN_VALUE};
pub use portfolio::Portfolio;
pub use repairs::{Repair, Repairs};
pub use request::{DEFAULT_SAT_ENGINE, Engine, Request, Task, UnknownEngine};
pub use session::{AssumedAnswer, Optima, RankedAnswer, Session};
pub use solve::{collect, keep_established, solve, solve_each, solve_with_events};
pub use split::{Part, Split};
