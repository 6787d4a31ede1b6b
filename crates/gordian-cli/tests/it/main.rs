//! Integration tests that run the built binary.

mod atlas;
#[cfg(unix)]
mod atlas_interrupt;
mod atlas_report;
mod book;
mod check;
mod codes;
mod compatibility;
mod cube;
mod documents;
mod export;
mod invalid_input;
#[cfg(unix)]
mod minizinc;
mod pencil;
mod perm;
mod reference;
#[cfg(unix)]
mod serve;
mod signals;
mod solve;
mod solve_options;
mod square1;
mod sudoku;
mod sudoku_files;
mod sudoku_logic;
mod support;
mod texts;
