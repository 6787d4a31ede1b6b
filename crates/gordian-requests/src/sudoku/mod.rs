//! `sudoku/…`: operations on grids.

mod batch;
mod candidates;
mod generate;
mod logic;
mod position;
mod read;

pub use batch::{
    CanonicalResponse, CheckResponse, EstimateResponse, MinimiseResponse, PuzzleDocument,
    RedundantResponse,
};
pub use candidates::{CandidatesRequest, CandidatesResponse, Conflict};
pub use generate::{GenerateRequest, GenerateResponse};
pub use logic::{
    ExplainRequest, ExplainResponse, HintRequest, HintResponse, LogicPosition, LogicStatus,
    PositionDocument, RateRequest, RateResponse, StepsResponse,
};
pub use read::{CageDocument, ReadPuzzle, ReadRequest, ReadResponse};

use gordian_grid::{Candidates, Layout};

/// Returns the candidates of each cell.
fn candidate_lists(candidates: &Candidates, layout: &Layout) -> Vec<Vec<u8>> {
    (0..layout.n_cells()).map(|cell| candidates.digits(cell).collect()).collect()
}

/// Returns placed digits as a grid; 0: none.
fn placed_grid(placed: &[(usize, u8)], n_cells: usize) -> Vec<u8> {
    let mut grid = vec![0; n_cells];
    for &(cell, digit) in placed {
        grid[cell] = digit;
    }
    grid
}
