//! The program as people and scripts meet it: the built binary, run.

mod atlas;
mod atlas_prove;
mod atlas_report;
#[cfg(unix)]
mod atlas_stops;
mod check;
mod cube;
mod documents;
mod export;
mod faults;
mod processes;
#[cfg(unix)]
mod serve;
mod solve;
mod square1;
mod sudoku;
mod sudoku_files;
mod sudoku_logic;
mod support;
mod tasks;
mod texts;
mod upgrade;
