//! The two notations, and the simplification of sequences.

use gordian_core::Random;
use gordian_perm::square1::{
    Colours, Move, Notation, Position, Sequence, random_position, random_sequence,
};
use proptest::prelude::*;

use crate::support::random_sequence_with_cancellations;

const NOTATIONS: [Notation; 2] = [Notation::Wca, Notation::Cube21];

#[test]
fn sequences_are_read_and_written() {
    let check = |from, text: &str, to, expected: &str| {
        assert_eq!(Sequence::parse(text, from).unwrap().write(to), expected, "{text}");
    };
    let [wca, cube21] = NOTATIONS;
    check(wca, "", wca, "");
    check(wca, " \t\n", cube21, "");
    check(wca, "/", cube21, "/");
    check(wca, "(3,-1)/", wca, "(3,-1)/");
    check(wca, "/(0,6)/ ", wca, "/(0,6)/");
    check(wca, "(1, 0) / (-11,+12)/", wca, "(1,0)/(1,0)/");
    check(wca, "( -3 ,0)", wca, "(-3,0)");
    check(wca, "(3,-1)/(6,5)", cube21, "(-3,1)/(6,-5)");
    check(cube21, "(3,-1)/(6,5)", wca, "(-3,1)/(6,-5)");
    check(cube21, "(0,0)//!!", cube21, "(0,0)//!!");
}

/// The WCA notation expresses flips by turns and twists.
#[test]
fn flips_are_written_without_flips() {
    let check = |text: &str, expected: &str| {
        let sequence = Sequence::parse(text, Notation::Cube21).unwrap();
        assert_eq!(sequence.write(Notation::Wca), expected, "{text}");
    };
    check("(-1,0)/!", "(-5,6)/(6,6)");
    check("/!(-1,-2)", "(6,6)/(-5,-4)");
    check("!/(-3,0)/", "/(6,-3)/(6,6)");
    check("!", "/(6,6)/(6,6)");
    check("(-1,-2)!", "/(6,6)/(-4,-5)");
    check("!(-1,-2)!", "(2,1)");
}

#[test]
fn sequences_are_simplified() {
    let check = |text: &str, expected: &str| {
        let sequence = Sequence::parse(text, Notation::Cube21).unwrap().normalised();
        assert_eq!(sequence.write(Notation::Cube21), expected, "{text}");
    };
    check("(0,0)/(0,0)/(0,0)", "");
    check("(1,2)/(3,4)//(-3,-4)/(2,1)", "(3,3)");
    check("/(12,-11)/", "/(0,1)/");
    check("!(1,2)/!(1,2)/!", "(2,1)/(1,2)/!");
    check("!!", "");
    check("/!/", "!");
}

#[test]
fn twists_are_counted() {
    let check = |text: &str, expected| {
        assert_eq!(Sequence::parse(text, Notation::Cube21).unwrap().twists(), expected);
    };
    check("", 0);
    check("(1,0)!(3,3)", 0);
    check("(1,0)/!(3,3)//", 3);
}

proptest! {
    #[test]
    fn writing_and_reading_changes_nothing(seed: u64, n_steps in 0..40_usize) {
        let mut random = Random::new(seed);
        let start = random_position(&mut random, Colours::Six);
        let sequence = random_sequence_with_cancellations(&mut random, &start, n_steps);
        let text = sequence.write(Notation::Cube21);
        prop_assert_eq!(Sequence::parse(&text, Notation::Cube21), Ok(sequence));
        let n_twists = random.below(20);
        let sequence = random_sequence(&mut random, n_twists);
        prop_assert_eq!(sequence.twists(), n_twists);
        prop_assert_eq!(&sequence.normalised(), &sequence);
        for notation in NOTATIONS {
            let text = sequence.write(notation);
            prop_assert_eq!(Sequence::parse(&text, notation), Ok(sequence.clone()));
        }
    }

    /// A sequence leads to the same position in every notation.
    #[test]
    fn conversions_lead_to_the_same_position(seed: u64, n_steps in 0..40_usize) {
        let mut random = Random::new(seed);
        let start = random_position(&mut random, Colours::Six);
        let sequence = random_sequence_with_cancellations(&mut random, &start, n_steps);
        let end = start.apply(&sequence).unwrap();
        let normalised = sequence.normalised();
        prop_assert_eq!(start.apply(&normalised), Ok(end));
        prop_assert_eq!(&normalised.normalised(), &normalised);
        for notation in NOTATIONS {
            let read = Sequence::parse(&sequence.write(notation), notation).unwrap();
            prop_assert_eq!(start.apply(&read), Ok(end));
        }
        let plain = sequence.without_flips();
        prop_assert!(!plain.moves().contains(&Move::Flip));
        prop_assert!(plain.twists() <= normalised.twists().max(2));
    }

    #[test]
    fn random_sequences_can_be_applied(seed: u64, n_twists in 0..30_usize) {
        let sequence = random_sequence(&mut Random::new(seed), n_twists);
        for colours in [Colours::Silver, Colours::Six] {
            prop_assert!(Position::solved(colours).apply(&sequence).is_ok());
        }
    }

    #[test]
    fn no_text_panics(text: String, tokens in "[(),/!0-9 +-]{0,40}") {
        for notation in NOTATIONS {
            for text in [&text, &tokens] {
                if let Err(error) = Sequence::parse(text, notation) {
                    prop_assert!(text.get(error.span.clone()).is_some());
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }
}
