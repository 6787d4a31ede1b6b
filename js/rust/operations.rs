//! The operations of each part.
//!
//! The list of all, `gordian::requests::OPERATIONS`, is not used, because it reaches everything:
//! the linker leaves out only what none of the selected operations reaches. The tests compare the
//! two.

use gordian::requests::Operation;
#[cfg(feature = "sudoku")]
use gordian::requests::sudoku;
#[cfg(feature = "puzzles")]
use gordian::requests::{RecogniseRequest, SolveRequest, check, draw, pencil};
#[cfg(feature = "permutations")]
use gordian::requests::{cube3, perm, square1};

/// The operations of the parts in this module.
pub(crate) const OPERATIONS: &[Operation] = &[
    #[cfg(feature = "puzzles")]
    Operation::of::<SolveRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<check::CheckRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<draw::DrawRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<RecogniseRequest>(),
    #[cfg(feature = "sudoku")]
    Operation::of::<sudoku::ReadRequest>(),
    #[cfg(feature = "sudoku")]
    Operation::of::<sudoku::CandidatesRequest>(),
    #[cfg(feature = "sudoku")]
    Operation::of::<sudoku::HintRequest>(),
    #[cfg(feature = "sudoku")]
    Operation::of::<sudoku::ExplainRequest>(),
    #[cfg(feature = "sudoku")]
    Operation::of::<sudoku::RateRequest>(),
    #[cfg(feature = "sudoku")]
    Operation::of::<sudoku::GenerateRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<pencil::KindsRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<pencil::ReadRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<pencil::BlankRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<pencil::RulesRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<pencil::WriteRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<pencil::ExplainRequest>(),
    #[cfg(feature = "puzzles")]
    Operation::of::<pencil::GenerateRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<square1::SolveRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<square1::DistancesRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<square1::ApplyRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<square1::ScrambleRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<square1::CheckRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<square1::ReportRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<cube3::SolveRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<cube3::ApplyRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<cube3::ScrambleRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<cube3::CheckRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<perm::ReadRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<perm::ApplyRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<perm::ScrambleRequest>(),
    #[cfg(feature = "permutations")]
    Operation::of::<perm::SolveRequest>(),
];
