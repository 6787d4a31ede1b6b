//! The simulator: turns, twists, flips.

use gordian_core::Random;
use gordian_perm::square1::{
    Colours, Layer, Move, Notation, Piece, Position, Sequence, SquareError, Turn, random_position,
};
use proptest::prelude::*;

use crate::support::{position, random_sequence_with_cancellations, turns};

/// Applies a sequence of the WCA notation to the solved puzzle of six colours.
fn check(sequence: &str, expected: &str) {
    let sequence = Sequence::parse(sequence, Notation::Wca).unwrap();
    let reached = Position::solved(Colours::Six).apply(&sequence).unwrap();
    assert_eq!(reached.to_string(), expected);
}

#[test]
fn moves_lead_to_the_expected_positions() {
    check("", "01234567-F89ABCDE,S");
    check("/", "F89A4567-0123BCDE,K");
    check("(3,0)", "23456701-F89ABCDE,S");
    check("(0,3)", "01234567-9ABCDEF8,S");
    check("(1,-1)", "12345670-EF89ABCD,S");
    check("(2,0)", "+23456701-F89ABCDE,S");
    check("(0,1)", "01234567-+89ABCDEF,S");
    check("(1,0)/(3,-3)/(0,6)/", "34BC70F8-DE129A56,K");
    check("1,0/3,-3 / (0,6)/", "34BC70F8-DE129A56,K");
}

/// Sequences that players use: a wrong sign or a mirrored layer would block them or change their
/// effect.
#[test]
fn known_sequences_have_their_known_effects() {
    // "M2", named after the half turn of the middle slice of a 3×3×3: front edges move to the back
    // of the other layer, 0 to the place of E and 4 to that of A, and vice versa.
    check("(1,0)/(-1,-1)/(0,1)", "E123A567-F894BCD0,S");
    // Flips the whole puzzle, one half at a time.
    check("/(6,6)/(6,6)", "F89ABCDE-01234567,S");
}

#[test]
fn blocked_twists_are_named() {
    let check = |start: &str, expected: &str| {
        let start = position(start);
        assert_eq!(start.twisted(), None);
        assert!(!start.can_twist());
        let sequence = Sequence::from(vec![Move::Flip, Move::Flip, Move::Twist]);
        let error = start.apply(&sequence).unwrap_err();
        assert!(matches!(
            error,
            SquareError::BlockedTwist { move_index: 2, n_twists_before: 0, .. }
        ));
        let message = format!("twist 1 is blocked: {expected} end of the cut");
        assert_eq!(error.to_string(), message);
    };
    check("+23456701-F89ABCDE,S", "piece 1 of the top layer lies across the front");
    check("10243567-F89ABCDE,S", "piece 3 of the top layer lies across the back");
    check("01234567-+89BADCEF,K", "piece F of the bottom layer lies across the back");
    check("01234567-F98BADCE,S", "piece B of the bottom layer lies across the front");
}

#[test]
fn turns_are_reduced_modulo_twelve() {
    let check = |top, bottom, expected: (i32, i32)| {
        let turn = Turn::new(top, bottom);
        assert_eq!((turn.top(), turn.bottom()), expected);
        assert!(turn.then(turn.inverse()).is_identity());
    };
    check(0, 12, (0, 0));
    check(7, -6, (-5, 6));
    check(-5, 6, (-5, 6));
    check(i32::MAX, i32::MIN, (-5, 4));
}

#[test]
fn cut_turns_of_layers_are_listed() {
    let check = |text: &str, begins: u16, expected: &[i32]| {
        let top = *position(text).top();
        assert_eq!(top.piece_starts(), begins);
        assert_eq!(top.cut_turns().collect::<Vec<_>>(), expected);
        for clockwise in 0..12 {
            assert_eq!(top.turned(clockwise).can_cut(), expected.contains(&clockwise));
        }
    };
    check("01234567-F89ABCDE,S", 0b0110_1101_1011, &[0, 1, 3, 4, 6, 7, 9, 10]);
    check("+23456701-F89ABCDE,S", 0b1101_1011_0110, &[1, 2, 4, 5, 7, 8, 10, 11]);
    check("13579B-02468ACEDF,S", 0b0101_0101_0101, &[0, 2, 4, 6, 8, 10]);
    check("02468ACEDF-13579B,S", 0b0101_1111_1111, &[0, 1, 2, 4, 6, 7, 8, 10]);
}

#[test]
fn every_slot_is_filled() {
    let layer = *position("+23456701-F89ABCDE,S").top();
    let filled: String = (0..12).map(|slot| layer.piece_at(slot).digit()).collect();
    assert_eq!(filled, "123345567701");
    assert_eq!(layer.pieces().map(Piece::digit).collect::<String>(), "23456701");
    let pieces: Vec<Piece> = layer.pieces().collect();
    assert_eq!(Layer::from_pieces(&pieces, 1), Ok(layer));
    assert_eq!(Layer::from_pieces(&pieces, 13), Ok(layer));
    let error = Layer::from_pieces(&pieces[1..], 0).unwrap_err();
    assert_eq!(error.to_string(), "the layer fills 11 of 12 slots");
}

proptest! {
    #[test]
    fn turns_add_up(seed: u64, a in 0..144_usize, b in 0..144_usize) {
        let start = random_position(&mut Random::new(seed), Colours::Six);
        let [a, b] = [a, b].map(|n| turns().nth(n).unwrap());
        prop_assert_eq!(start.turned(a).turned(b), start.turned(a.then(b)));
        prop_assert_eq!(start.turned(a).turned(a.inverse()), start);
        prop_assert_eq!(start.turned(a).flipped(), start.flipped().turned(a.swapped()));
    }

    #[test]
    fn a_twist_undoes_itself(seed: u64) {
        let start = random_position(&mut Random::new(seed), Colours::Silver);
        let twisted = start.twisted().unwrap();
        prop_assert_ne!(twisted.middle(), start.middle());
        prop_assert_eq!(twisted.twisted(), Some(start));
    }

    /// After a twist, a flip equals turns of the layers.
    #[test]
    fn a_flip_after_a_twist_is_a_twist_of_the_left_half(seed: u64) {
        let start = random_position(&mut Random::new(seed), Colours::Six);
        let half = Turn::new(6, 6);
        let other = start.turned(half).twisted().unwrap();
        prop_assert_eq!(start.twisted().unwrap().flipped(), other.turned(half));
        prop_assert_eq!(start.twisted().unwrap().flipped().canonical(), other.canonical());
    }

    /// One twist equals two twists up to turns and the middle layer. So two neighbouring positions
    /// have a common neighbour, and a path can be extended by one twist to correct the middle
    /// layer.
    #[test]
    fn one_twist_equals_two_twists(seed: u64) {
        let start = random_position(&mut Random::new(seed), Colours::Six);
        let half = Turn::new(0, 6);
        let one = start.twisted().unwrap();
        let two = start.turned(half).twisted().unwrap().turned(half).twisted().unwrap();
        let layers = |position: Position| (*position.top(), *position.bottom());
        prop_assert_eq!(layers(one.canonical()), layers(two.canonical()));
        prop_assert_ne!(one.middle(), two.middle());
    }

    #[test]
    fn inverses_lead_back(seed: u64, n_steps in 0..40_usize) {
        let mut random = Random::new(seed);
        let start = random_position(&mut random, Colours::Six);
        let sequence = random_sequence_with_cancellations(&mut random, &start, n_steps);
        let end = start.apply(&sequence).unwrap();
        prop_assert_eq!(end.apply(&sequence.inverse()), Ok(start));
        let passed = sequence.replay(&start).unwrap();
        prop_assert_eq!(passed.len(), n_steps + 1);
        prop_assert_eq!(passed[0], start);
        prop_assert_eq!(passed[n_steps], end);
    }

    #[test]
    fn silver_positions_are_recoloured_six_colour_positions(seed: u64, n_steps in 0..40_usize) {
        let mut random = Random::new(seed);
        let start = random_position(&mut random, Colours::Six);
        let sequence = random_sequence_with_cancellations(&mut random, &start, n_steps);
        let end = start.apply(&sequence).unwrap();
        prop_assert_eq!(start.to_silver().apply(&sequence), Ok(end.to_silver()));
        prop_assert_eq!(end.colours(), Colours::Six);
        prop_assert_eq!(end.to_silver().colours(), Colours::Silver);
    }
}
