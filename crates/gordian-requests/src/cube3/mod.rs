//! `cube/…`: the 3×3×3 cube, with or without centres.

mod position;
mod scramble;
mod simulate;
mod solve;
mod sudoku;

pub use position::{Centres, Stickers};
pub use scramble::{ScrambleRequest, ScrambleResponse};
pub use simulate::{ApplyRequest, ApplyResponse, CheckRequest, CheckResponse};
pub use solve::{SolveRequest, SolveResponse};
pub use sudoku::SudokuCubeResponse;
