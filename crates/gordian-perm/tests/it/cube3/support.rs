//! Shared helpers of the tests of the cube.

use gordian_core::Random;
use gordian_perm::cube3::{
    Axis, Face, FaceTurn, LowercaseMeaning, Move, Position, QuarterTurns, Sequence, Slice,
};
use proptest::prelude::*;

pub(crate) fn sequence(text: &str) -> Sequence {
    Sequence::parse(text, LowercaseMeaning::Wide).unwrap()
}

/// Returns the position after a sequence from the solved cube.
pub(crate) fn after(text: &str) -> Position {
    Position::SOLVED.apply(&sequence(text))
}

/// Returns every move.
pub(crate) fn moves() -> Vec<Move> {
    let faces = FaceTurn::ALL.into_iter().flat_map(|turn| [Move::Face(turn), Move::Wide(turn)]);
    let others = QuarterTurns::ALL.into_iter().flat_map(|quarters| {
        let slices = Slice::ALL.map(|slice| Move::Slice(slice, quarters));
        let rotations = Axis::ALL.map(|axis| Move::Rotation(axis, quarters));
        slices.into_iter().chain(rotations)
    });
    faces.chain(others).collect()
}

/// Returns a random sequence of moves of all kinds.
pub(crate) fn random_moves(random: &mut Random, n_moves: usize) -> Sequence {
    let moves = moves();
    (0..n_moves).map(|_| *random.choose(&moves)).collect()
}

/// Generates sequences of moves of all kinds.
pub(crate) fn any_sequence() -> impl Strategy<Value = Sequence> {
    prop::collection::vec(prop::sample::select(moves()), 0..40).prop_map(Sequence::from)
}

/// Returns directions of centres, all solved except these.
pub(crate) fn centres(turned: &[(Face, u8)]) -> [Option<u8>; 6] {
    let mut centres = [Some(0); 6];
    for &(face, quarters) in turned {
        centres[face.index()] = Some(quarters);
    }
    centres
}
