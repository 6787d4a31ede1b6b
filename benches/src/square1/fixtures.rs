//! Shared test data: table files, random positions, and the check of solutions.

use std::error::Error;
use std::path::{Path, PathBuf};

use gordian_atlas::square1::{BuildConfig, Database, Model, State, label};
use gordian_bench::log;
use gordian_core::{Cancel, NoProgress, Random};
use gordian_perm::square1::{Colours, Middle, Position, Sequence, random_position};
use gordian_table::Disk;

/// The seed of all random positions.
pub(crate) const POSITION_SEED: u64 = 1;

/// Builds a table file in `folder`.
pub(crate) fn build_table(colours: Colours, folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let file = folder.join(format!("{}.table", label(colours)));
    let config = BuildConfig::default();
    Database::build(colours, &Disk, &file, &config, &Cancel::new(), &NoProgress)?;
    log(&format!("{}: table written", label(colours)));
    Ok(file)
}

/// Returns the first `n` random positions.
pub(crate) fn positions(colours: Colours, n: usize) -> Vec<Position> {
    let mut random = Random::new(POSITION_SEED);
    (0..n).map(|_| random_position(&mut random, colours)).collect()
}

/// Returns the table state of a position and the parity of its distance.
pub(crate) fn table_state(model: &Model, position: &Position) -> (State, usize) {
    (model.state(position), usize::from(position.middle() == Middle::Kite))
}

/// Converts a path to moves and replays them on the simulator.
pub(crate) fn check_path(
    model: &Model,
    position: &Position,
    path: &[State],
) -> Result<(), Box<dyn Error>> {
    let moves = model.to_moves(position, path).ok_or("the path cannot be converted to moves")?;
    check_solution(position, &moves.sequence)
}

/// Replays moves on the simulator, which shares no code with the solvers.
pub(crate) fn check_solution(position: &Position, moves: &Sequence) -> Result<(), Box<dyn Error>> {
    if position.apply(moves)? == Position::solved(position.colours()) {
        Ok(())
    } else {
        Err(format!("the solution found for {position} does not solve it").into())
    }
}

#[cfg(test)]
mod tests {
    use gordian_perm::square1::Notation;

    use super::*;

    #[test]
    fn wrong_solutions_are_rejected() {
        let position: Position = "01034547-F898BCDC,K".parse().expect("a position");
        let check = |moves, expected| {
            let moves = Sequence::parse(moves, Notation::Wca).expect("moves");
            assert_eq!(check_solution(&position, &moves).is_ok(), expected);
        };
        check("/(0,6)/(0,6)/", false);
        check("", false);
        check("/(6,0)/(6,0)/(6,0)", true);
    }
}
