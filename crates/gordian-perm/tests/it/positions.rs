//! Positions as texts, normal forms, random positions.

use std::collections::BTreeMap;

use gordian_core::Random;
use gordian_perm::square1::{
    Colours, Layer, Middle, Notation, Piece, Position, SquareError, parse_position_or_sequence,
    random_position,
};
use proptest::prelude::*;

use crate::support::{position, turns};

#[test]
fn positions_are_read_and_written() {
    let check = |text: &str, expected: &str, colours| {
        let position = position(text);
        assert_eq!(position.to_string(), expected);
        assert_eq!(position.colours(), colours);
    };
    check("01234567-F89ABCDE,S", "01234567-F89ABCDE,S", Colours::Six);
    check("01034547-F898BCDC,S", "01034547-F898BCDC,S", Colours::Silver);
    check(" cbd 4539 - e7180f26a , k ", "CBD4539-E7180F26A,K", Colours::Six);
    check("+23456701-+89ABCDEF,K", "+23456701-+89ABCDEF,K", Colours::Six);
    check("+3579B1-02468ACEDF,S", "+3579B1-02468ACEDF,S", Colours::Six);
}

#[test]
fn solved_puzzles() {
    let check = |colours, expected: &str| {
        let solved = Position::solved(colours);
        assert_eq!(solved.to_string(), expected);
        assert_eq!(position(expected), solved);
        assert_eq!(solved.middle(), Middle::Square);
        assert_eq!(solved.colours(), colours);
    };
    check(Colours::Six, "01234567-F89ABCDE,S");
    check(Colours::Silver, "01034547-F898BCDC,S");
}

#[test]
fn texts_are_positions_or_sequences() {
    let check = |text: &str, colours, notation, expected: &str| {
        let read = parse_position_or_sequence(text, colours, notation).unwrap();
        assert_eq!(read, position(expected), "{text}");
    };
    let (silver, six) = (Colours::Silver, Colours::Six);
    let (wca, cube21) = (Notation::Wca, Notation::Cube21);
    check("/", six, wca, "F89A4567-0123BCDE,K");
    check("/", silver, wca, "F8984547-0103BCDC,K");
    check("(1,0)", six, wca, "12345670-F89ABCDE,S");
    check("(1,0)", six, cube21, "+01234567-F89ABCDE,S");
    check("!", six, cube21, "F89ABCDE-01234567,S");
    check("01234567-F89ABCDE,K", silver, wca, "01234567-F89ABCDE,K");
}

#[test]
fn pieces_have_digits_and_sizes() {
    for (index, piece) in (0..16).zip(Piece::ALL) {
        assert_eq!(piece.index(), index);
        assert_eq!(Piece::from_digit(piece.digit()), Some(piece));
        assert_eq!(Piece::from_digit(piece.digit().to_ascii_lowercase()), Some(piece));
        assert_eq!(piece.is_big(), index % 2 == 1);
        assert_eq!(piece.slots(), if piece.is_big() { 2 } else { 1 });
    }
    let silver: String = Piece::ALL.map(|piece| piece.to_silver().digit()).iter().collect();
    assert_eq!(silver, "01034547898BCDCF");
    for other in ['G', 'g', '٣', ' ', '-'] {
        assert_eq!(Piece::from_digit(other), None);
    }
}

/// Positions from pieces are checked like positions from texts.
#[test]
fn impossible_positions_are_refused() {
    let solved = Position::solved(Colours::Six);
    let error = Position::new(*solved.top(), *solved.top(), Middle::Kite).unwrap_err();
    let message = "these are not the sixteen pieces of a puzzle: for six colours 8, 9, A, B, C, D, \
                   E, F are missing and 0, 1, 2, 3, 4, 5, 6, 7 occur too often";
    assert_eq!(error.to_string(), message);
    let small = Layer::from_pieces(&[Piece::ALL[0]; 12], 0).unwrap();
    let error = Position::new(small, small, Middle::Kite).unwrap_err();
    let SquareError::WrongPieces { colours, missing, surplus } = error else { panic!("{error}") };
    assert_eq!((colours, missing.len(), surplus.len()), (Colours::Silver, 14, 1));
}

/// All outlines with a possible twist are about equally frequent, and so are the pieces in them.
#[test]
fn random_positions_are_uniform() {
    const N_OUTLINES: usize = 3678;
    const MEAN: u32 = 20;
    let mut random = Random::new(2007);
    let mut outlines = BTreeMap::new();
    let mut first = [0_u32; 16];
    let mut kites = 0;
    for _ in 0..N_OUTLINES * 20 {
        let position = random_position(&mut random, Colours::Six);
        assert!(position.can_twist());
        let outline = (position.top().piece_starts(), position.bottom().piece_starts());
        *outlines.entry(outline).or_insert(0) += 1;
        first[usize::from(position.top().piece_at(0).index())] += 1;
        kites += usize::from(position.middle() == Middle::Kite);
    }
    assert_eq!(outlines.len(), N_OUTLINES);
    assert!(outlines.values().all(|&n: &u32| n > 0 && n < 3 * MEAN));
    assert!((36_000..37_500).contains(&kites), "{kites}");
    for sizes in [0, 1] {
        let counts: Vec<u32> = first.iter().copied().skip(sizes).step_by(2).collect();
        let mean = counts.iter().sum::<u32>() / 8;
        assert!(counts.iter().all(|n| n.abs_diff(mean) < mean / 10), "{counts:?}");
    }
}

proptest! {
    #[test]
    fn writing_and_reading_changes_nothing(seed: u64, turn in 0..144_usize, silver: bool) {
        let colours = if silver { Colours::Silver } else { Colours::Six };
        let position = random_position(&mut Random::new(seed), colours);
        let position = position.turned(turns().nth(turn).unwrap());
        prop_assert_eq!(position.to_string().parse(), Ok(position));
        prop_assert_eq!(position.to_string().to_lowercase().parse(), Ok(position));
        prop_assert_eq!(position.colours(), colours);
        prop_assert_eq!(Position::new(*position.top(), *position.bottom(), position.middle()), Ok(position));
    }

    #[test]
    fn normal_forms_are_the_same_for_all_turns(seed: u64, turn in 0..144_usize) {
        let position = random_position(&mut Random::new(seed), Colours::Six);
        let turned = position.turned(turns().nth(turn).unwrap());
        let normal = position.canonical();
        prop_assert_eq!(turned.canonical(), normal);
        prop_assert_eq!(normal.canonical(), normal);
        prop_assert_eq!(turns().filter(|&turn| position.turned(turn) == normal).count(), 1);
        let flipped = position.canonical_up_to_flip();
        prop_assert_eq!(turned.flipped().canonical_up_to_flip(), flipped);
        prop_assert!(flipped == normal || flipped == normal.flipped());
        // The sequences of piece sizes equal those of the shape.
        let sizes = |layer: &Layer| -> String {
            layer.pieces().map(|piece| if piece.is_big() { 'C' } else { 'e' }).collect()
        };
        let shape = format!("{}/{}", sizes(flipped.top()), sizes(flipped.bottom()));
        prop_assert_eq!(position.shape().to_string(), shape);
        prop_assert_eq!(turned.flipped().shape(), position.shape());
    }

    #[test]
    fn no_text_panics(text: String, tokens in "[+,SK0-9A-F-]{0,40}", cut in 0..20_usize) {
        let solved = "+23456701-F89ABCDE,S";
        let spoilt = format!("{}{text}{}", &solved[..cut], &solved[cut..]);
        for text in [&text, &tokens, &spoilt] {
            if let Err(error) = text.parse::<Position>() {
                prop_assert!(text.get(error.span.clone()).is_some());
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
