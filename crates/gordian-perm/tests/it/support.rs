//! Shared helpers of the tests.

use std::path::PathBuf;

use gordian_core::Random;
use gordian_perm::square1::{Move, Position, Sequence, Turn};

/// Returns the text of a file below the crate's folder.
pub(crate) fn text(below: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(below);
    fs_err::read_to_string(path).unwrap()
}

pub(crate) fn position(text: &str) -> Position {
    text.parse().unwrap()
}

/// Returns every turn of both layers.
pub(crate) fn turns() -> impl Iterator<Item = Turn> {
    (0..12).flat_map(|top| (0..12).map(move |bottom| Turn::new(top, bottom)))
}

/// Returns a sequence that can be applied to `start`, with flips and with turns and twists that
/// cancel.
pub(crate) fn random_sequence_with_cancellations(
    random: &mut Random,
    start: &Position,
    n_steps: usize,
) -> Sequence {
    let turns: Vec<Turn> = turns().collect();
    let mut position = *start;
    let mut moves = Vec::new();
    for _ in 0..n_steps {
        let next = match random.below(8) {
            0 => Move::Flip,
            1..=3 => Move::Turn(*random.choose(&turns)),
            _ if position.can_twist() => Move::Twist,
            _ => {
                let cut = |turn: &&Turn| position.turned(**turn).can_twist();
                let cutting: Vec<&Turn> = turns.iter().filter(cut).collect();
                Move::Turn(**random.choose(&cutting))
            }
        };
        position = position.after(next).unwrap();
        moves.push(next);
    }
    moves.into()
}
