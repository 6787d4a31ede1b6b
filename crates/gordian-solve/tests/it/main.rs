//! Integration tests, through the public interface only.

mod catalogue;
mod cross_checks;
mod cube3;
mod cube_sizes;
mod cubes;
#[path = "../../../gordian-backend/tests/it/drat.rs"]
mod drat;
mod engines;
mod generate;
mod goishi;
mod grids;
mod listing;
mod newer_table;
mod parts;
mod pencil;
mod pencil_clues;
mod pencil_data;
mod pencil_limits;
mod pencil_rules;
mod pencil_steps;
mod pencil_walls;
mod perm_scrambles;
mod proofs;
mod resources;
mod square1;

use gordian_core::{Cancel, NoProgress};
use gordian_puzzles::Puzzle;
use gordian_solve::{Answer, Problem, Request, solve};

/// Reads a file of the folder `puzzles/`.
fn text(name: &str) -> String {
    let path = format!("{}/../../puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    fs_err::read_to_string(path).expect("the puzzle is in the repository")
}

/// Reads a puzzle of the folder `puzzles/`.
fn puzzle(name: &str) -> Puzzle {
    gordian_puzzles::parse(&text(name)).expect("the puzzle is well formed")
}

fn answer(puzzle: &Puzzle, request: &Request) -> Answer {
    let problem = Problem::Puzzle(puzzle.clone());
    solve(&problem, request, &Cancel::new(), &NoProgress).expect("the puzzle can be worked on")
}
