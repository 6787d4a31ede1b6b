//! Integration tests, through the public interface only.

#[path = "../../../gordian-atlas/tests/it/files_of_v0_1_0.rs"]
mod files_of_v0_1_0;
mod kind_pages;
mod kinds;
mod later_work;
#[path = "../../../gordian-solve/tests/it/newer_table.rs"]
mod newer_table;
#[path = "../../../gordian-solve/tests/it/pencil_data.rs"]
mod pencil_data;
mod pencil_requests;
mod perm_requests;
mod recognise;
mod requests;
mod schema;
mod square1;
mod upgrade;

use gordian_puzzles::Puzzle;

/// Reads a file of the folder `puzzles/`.
fn text(name: &str) -> String {
    let path = format!("{}/../../puzzles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    fs_err::read_to_string(path).expect("the puzzle is in the repository")
}

/// Reads a puzzle of the folder `puzzles/`.
fn puzzle(name: &str) -> Puzzle {
    gordian_puzzles::parse(&text(name)).expect("the puzzle is well formed")
}
