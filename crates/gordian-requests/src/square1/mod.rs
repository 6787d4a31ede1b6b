//! `square1/…`: shortest solutions, distances, moves, scrambles and statistics.

mod distances;
mod names;
mod report;
mod scramble;
mod simulate;
mod solve;

pub use distances::{DistancesRequest, DistancesResponse, InvalidPosition};
pub use report::ReportRequest;
pub use scramble::{ScrambleRequest, ScrambleResponse};
pub use simulate::{ApplyRequest, ApplyResponse, CheckRequest, CheckResponse};
pub use solve::{SolveRequest, SolveResponse};
