//! Tasks that build on the searches: true candidates, minimal puzzles, generation, canonical forms.
//!
//! - Digits that occur in some solution: [`true_candidates()`].
//! - Necessary and redundant givens: [`given_roles`], [`is_minimal`], [`minimise`].
//! - New grids and puzzles: [`random_grid`] (9×9, uniform), [`shuffled_grid`] (any boxes),
//!   [`balanced_holes`], [`generate()`].
//! - Equivalent puzzles: [`Transformation`], [`canonical()`]. These make no search.
//!
//! All but the last repeatedly ask a [`Finder`](crate::Finder) whether suitable
//! [`Candidates`](gordian_grid::Candidates) have a solution. For example, to prove a given
//! redundant is to prove that there is no solution with another digit in its cell: the known
//! solution need not be excluded otherwise, and the eliminated digit makes the search short.
//!
//! Every task that may take long takes a `Cancel` and reports what remains undecided as data.
//! Random tasks take a seed or a random source; the same seed gives the same result on every
//! machine, with any number of threads.

mod canonical;
mod error;
mod generate;
mod givens;
mod holes;
mod solution_search;
mod solved_grid;
mod symmetry;
mod transformation;
mod true_candidates;
mod uniform;

pub use canonical::{CanonicalForm, canonical};
pub use error::TaskError;
pub use generate::{ClueCount, GenerateOptions, GenerateReport, GeneratedPuzzle, generate};
pub use givens::{
    GivenRole, GivenRoles, MinimiseOptions, MinimisedPuzzle, given_roles, is_minimal, minimise,
};
pub use holes::{GridWithHoles, balanced_holes};
pub use solved_grid::shuffled_grid;
pub use symmetry::{Symmetry, UnknownSymmetry};
pub use transformation::Transformation;
pub use true_candidates::{TrueCandidates, true_candidates};
pub use uniform::random_grid;
