//! `perm/…`: any permutation puzzle, by its name or by the text of its definition.

mod distances;
mod puzzle;
mod scramble;
mod simulate;
mod solve;

pub use distances::{DistancesResponse, QueryResponse, StateInTable};
pub(super) use puzzle::is_definition;
pub use puzzle::{OrbitDescription, OrbitState, ReadRequest, ReadResponse, TurnDescription};
pub use scramble::{RandomPart, ScrambleRequest, ScrambleResponse};
pub use simulate::{ApplyRequest, ApplyResponse};
pub use solve::{SolveRequest, SolveResponse};
