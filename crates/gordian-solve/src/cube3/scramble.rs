//! Scrambles: sequences that lead to a position. Their inverses are solutions.

use gordian_perm::cube3::space::{Rotation, Vector, normal};
use gordian_perm::cube3::{Face, FaceTurn, LowercaseMeaning, Move, Position, Sequence};

/// Parses `text` as a sequence and returns it if it leads from the solved cube to `position`;
/// `None` for a text that gives the position in another form.
#[must_use]
pub fn scramble_in_text(
    text: &str,
    lower_case: LowercaseMeaning,
    position: &Position,
) -> Option<Sequence> {
    let sequence = Sequence::parse(text, lower_case).ok()?;
    (Position::SOLVED.apply(&sequence) == *position).then_some(sequence)
}

/// Returns the face turns that undo `scramble`, on a cube held with the U centre on top and the F
/// centre in front. In either metric they are not longer than `scramble`.
pub(super) fn inverse(scramble: &Sequence) -> Vec<FaceTurn> {
    face_turns(scramble).into_iter().rev().map(FaceTurn::inverse).collect()
}

/// Converts `sequence` to face turns with the same effect up to the orientation of the whole cube.
/// Turns of a face with only turns of the opposite face between them are merged.
fn face_turns(sequence: &Sequence) -> Vec<FaceTurn> {
    let mut turns = Vec::new();
    // Maps the faces as the sequence names them to the faces of a cube in its initial orientation.
    let mut held = Rotation::IDENTITY;
    for &step in sequence.moves() {
        let (face, amount) = match step {
            Move::Face(turn) | Move::Wide(turn) => (turn.face(), turn.amount()),
            Move::Slice(slice, amount) => (slice.reference_face(), amount),
            Move::Rotation(axis, amount) => (axis.reference_face(), amount),
        };
        let axis = held.apply(normal(face));
        let (own, opposite) = (face_at(axis), face_at(axis.scaled(-1)));
        let turned = match step {
            Move::Face(turn) => {
                push(&mut turns, FaceTurn::from_amount(own, turn.amount()));
                false
            }
            // A wide turn equals a turn of the opposite face and a rotation of the whole cube.
            Move::Wide(_) => {
                push(&mut turns, FaceTurn::from_amount(opposite, amount));
                true
            }
            // A slice turn equals inverse turns of both adjacent faces and a rotation of the whole
            // cube.
            Move::Slice(..) => {
                push(&mut turns, FaceTurn::from_amount(own, amount.inverse()));
                push(&mut turns, FaceTurn::from_amount(opposite, amount));
                true
            }
            Move::Rotation(..) => true,
        };
        if turned {
            // The cube rotates clockwise, so the names of the faces rotate anticlockwise on it.
            for _ in 0..amount.inverse().number() {
                held = held.then_quarter_turn(axis);
            }
        }
    }
    turns
}

/// Returns the face with the given normal.
fn face_at(direction: Vector) -> Face {
    let found = Face::ALL.into_iter().find(|&face| normal(face) == direction);
    found.expect("rotations take faces to faces")
}

/// Appends a turn, merging it with an earlier turn of the same face if possible.
fn push(turns: &mut Vec<FaceTurn>, turn: FaceTurn) {
    let axis = normal(turn.face());
    let is_opposite = |other: &FaceTurn| normal(other.face()) == axis.scaled(-1);
    // Turns of opposite faces commute.
    let before = turns.len() - usize::from(turns.last().is_some_and(is_opposite));
    let Some(at) = before.checked_sub(1).filter(|&at| turns[at].face() == turn.face()) else {
        return turns.push(turn);
    };
    match FaceTurn::new(turn.face(), turns[at].quarters() + turn.quarters()) {
        Some(merged) => turns[at] = merged,
        None => drop(turns.remove(at)),
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Random;
    use gordian_perm::cube3::{Axis, Metric, QuarterTurns, Slice};

    use super::*;

    fn undone(text: &str) -> String {
        let scramble = Sequence::parse(text, LowercaseMeaning::Wide).unwrap();
        Sequence::from(inverse(&scramble)).to_string()
    }

    #[test]
    fn inverse_of_a_sequence_consists_of_face_turns() {
        let check = |text, expected| assert_eq!(undone(text), expected, "{text}");
        check("", "");
        check("R U2 F'", "F U2 R'");
        check("R R", "R2");
        check("R R'", "");
        check("U R L R' U", "U' L' U'");
        check("R L R L'", "R2");
        check("R U U' R", "R2");
        check("R L U U' R' L'", "");
        check("Rw", "L'");
        check("M", "R' L");
        check("x U", "F'");
        check("x y z", "");
        check("Rw2 U", "D' L2");
    }

    #[test]
    fn inverse_solves_the_scramble_and_is_not_longer() {
        let mut random = Random::new(8);
        for _ in 0..500 {
            let moves = (0..random.below(12)).map(|_| {
                let amount = *random.choose(&QuarterTurns::ALL);
                match random.below(4) {
                    0 => Move::Face(*random.choose(&FaceTurn::ALL)),
                    1 => Move::Wide(*random.choose(&FaceTurn::ALL)),
                    2 => Move::Slice(*random.choose(&Slice::ALL), amount),
                    _ => Move::Rotation(*random.choose(&Axis::ALL), amount),
                }
            });
            let scramble: Sequence = moves.collect();
            let solution = Sequence::from(inverse(&scramble));
            let end = Position::SOLVED.apply(&scramble).apply(&solution);
            assert_eq!(end, Position::SOLVED, "{scramble} undone by {solution}");
            for metric in Metric::ALL {
                let [given, found] = [&scramble, &solution].map(|it| it.length(metric));
                assert!(found <= given, "{scramble} undone by {solution}");
            }
        }
    }

    #[test]
    fn scrambles_are_found_in_texts() {
        let position =
            |text| Position::SOLVED.apply(&Sequence::parse(text, LowercaseMeaning::Wide).unwrap());
        let at = position("R U");
        let in_text = |text: &str| scramble_in_text(text, LowercaseMeaning::Wide, &at);
        assert_eq!(in_text("R U").map(|it| it.to_string()).as_deref(), Some("R U"));
        assert_eq!(in_text(&at.to_string()), None);
        assert_eq!(in_text("U R"), None);
    }
}
