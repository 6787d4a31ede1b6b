//! Questions about puzzles that are answered by searching, and new puzzles.
//!
//! - What can be said of all solutions: [`true_candidates`].
//! - What each given is good for: [`given_roles`], [`is_minimal`], [`minimise`].
//! - New grids and puzzles: [`random_grid`] (9×9, all equally likely), [`shuffled_grid`] (any boxes),
//!   [`balanced_holes`], [`generate`].
//! - Which puzzles are the same: [`Transformation`], [`canonical`]. Nothing is searched for here.
//!
//! All but the last are made of one question, *is there a solution here?*, asked of a
//! [`Finder`](crate::Finder) about well chosen [`Candidates`](crate::Candidates). To prove a given
//! redundant, for instance, is to ask for a solution that has another digit in its cell: no second
//! solution has to be told from the first one, and the excluded digit makes the search short.
//!
//! Everything that may take long takes a `Cancel`, and says as data what it did not decide. What is
//! random takes a seed or a source; the same seed gives the same result on every machine, with any
//! number of threads.

mod canonical;
mod error;
mod generate;
mod holes;
mod question;
mod redundant;
mod solved;
mod symmetry;
mod transformation;
mod true_candidates;
mod uniform;

pub use canonical::{CanonicalForm, canonical};
pub use error::TaskError;
pub use generate::{ClueCount, GenerateOptions, GenerateReport, GeneratedPuzzle, generate};
pub use holes::{GridWithHoles, balanced_holes};
pub use redundant::{
    GivenRole, GivenRoles, MinimiseOptions, MinimisedPuzzle, given_roles, is_minimal, minimise,
};
pub use solved::shuffled_grid;
pub use symmetry::Symmetry;
pub use transformation::Transformation;
pub use true_candidates::{TrueCandidates, true_candidates};
pub use uniform::random_grid;
