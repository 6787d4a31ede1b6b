//! Integration tests, through the public interface only.

mod catalogue;
mod cross_checks;
mod cube3;
mod cube_sizes;
mod cubes;
#[path = "../../../gordian-backend/tests/it/drat.rs"]
mod drat;
mod engines;
#[path = "../../../gordian-atlas/tests/it/files_of_v0_1_0.rs"]
mod files_of_v0_1_0;
mod generate;
mod goishi;
mod grids;
mod kind_pages;
mod kinds;
mod later_work;
mod listing;
mod pencil;
mod pencil_clues;
mod pencil_limits;
mod pencil_requests;
mod pencil_rules;
mod pencil_steps;
mod pencil_walls;
mod perm_requests;
mod perm_scrambles;
mod proofs;
mod requests;
mod schema;
mod session;
mod square1;
mod upgrade;

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

/// Writes a small table with the next format version to `file` and returns its bytes.
fn newer_table(file: &std::path::Path) -> Vec<u8> {
    let description = gordian_table::TableDescription {
        kind: gordian_table::FileKind::Table,
        label: "square1-silver".to_owned(),
        definition: [1; 32],
        series: Vec::new(),
    };
    let cancel = Cancel::new();
    let work = gordian_table::WorkContext::new(&cancel);
    gordian_table::write(&gordian_table::Disk, file, &description, &[b"distances"], &work)
        .expect("it is written");
    let mut bytes = fs_err::read(file).expect("the table");
    // The version, and the checksum of the header (docs/formats/table.md).
    bytes[8..12].copy_from_slice(&2_u32.to_le_bytes());
    let sum = crc32c::crc32c(&bytes[..4092]);
    bytes[4092..4096].copy_from_slice(&sum.to_le_bytes());
    fs_err::write(file, &bytes).expect("the file can be written");
    bytes
}

fn answer(puzzle: &Puzzle, request: &Request) -> Answer {
    let problem = Problem::Puzzle(puzzle.clone());
    solve(&problem, request, &Cancel::new(), &NoProgress).expect("the puzzle can be worked on")
}
