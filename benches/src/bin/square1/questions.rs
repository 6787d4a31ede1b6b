//! What all questions need: tables on disk, random positions, and a judge of solutions.

use std::error::Error;
use std::path::{Path, PathBuf};

use gordian_atlas::square1::{BuildConfig, Database, Model, State, label};
use gordian_bench::note;
use gordian_core::{Cancel, NoProgress, Random};
use gordian_perm::square1::{Colours, Middle, Position, Sequence, random_position};
use gordian_table::Disk;

/// The seed of all random positions.
pub(crate) const SEED: u64 = 1;

/// Builds a table in `folder`.
pub(crate) fn table(colours: Colours, folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let file = folder.join(format!("{}.table", label(colours)));
    let config = BuildConfig::default();
    Database::build(colours, &Disk, &file, &config, &Cancel::new(), &NoProgress)?;
    note(&format!("{}: table written", label(colours)));
    Ok(file)
}

/// Returns the first `n` random positions.
pub(crate) fn positions(colours: Colours, n: usize) -> Vec<Position> {
    let mut random = Random::new(SEED);
    (0..n).map(|_| random_position(&mut random, colours)).collect()
}

/// Returns what a position is to the tables: its state, and the parity of its distance.
pub(crate) fn place(model: &Model, position: &Position) -> (State, usize) {
    (model.state(position), usize::from(position.middle() == Middle::Kite))
}

/// Makes moves of a way and replays them on the simulator.
pub(crate) fn replay(
    model: &Model,
    position: &Position,
    way: &[State],
) -> Result<(), Box<dyn Error>> {
    let realised = model.to_moves(position, way).ok_or("a way that cannot be walked")?;
    judge(position, &realised.sequence)
}

/// Replays moves on the simulator, which shares no code with what found them.
pub(crate) fn judge(position: &Position, moves: &Sequence) -> Result<(), Box<dyn Error>> {
    if position.apply(moves)? == Position::solved(position.colours()) {
        Ok(())
    } else {
        Err(format!("what was found for {position} does not solve it").into())
    }
}

#[cfg(test)]
mod tests {
    use gordian_perm::square1::Notation;

    use super::*;

    #[test]
    fn solutions_are_judged() {
        let position: Position = "01034547-F898BCDC,K".parse().expect("a position");
        let check = |moves, expected| {
            let moves = Sequence::parse(moves, Notation::Wca).expect("moves");
            assert_eq!(judge(&position, &moves).is_ok(), expected);
        };
        check("/(0,6)/(0,6)/", false);
        check("", false);
        check("/(6,0)/(6,0)/(6,0)", true);
    }
}
