//! `perm/…`: any permutation puzzle, by its name or by the text of its definition.

mod puzzle;
mod scramble;
mod simulate;
mod solve;

pub use puzzle::{
    MoveKindName, OrbitDescription, OrbitState, ReadRequest, ReadResponse, TurnDescription,
};
pub use scramble::{RandomPart, ScrambleRequest, ScrambleResponse};
pub use simulate::{ApplyRequest, ApplyResponse};
pub use solve::{SolveRequest, SolveResponse};
