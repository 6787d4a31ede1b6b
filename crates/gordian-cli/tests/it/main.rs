//! The program as people and scripts meet it: the built binary, run.

mod check;
mod documents;
mod export;
mod faults;
mod processes;
mod solve;
mod support;
mod tasks;
mod texts;
