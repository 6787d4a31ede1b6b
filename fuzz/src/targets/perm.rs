//! Positions and sequences of Square-1 and the 3×3×3.

use gordian_perm::cube3::{self, LowercaseMeaning};
use gordian_perm::square1::{self, Colours, Notation};
use gordian_puzzles::cube3::{parse_state, state_to_json};
use gordian_solve::cube3::scramble_in_text;

use super::{
    Target, Verdict, assert_diagnostics, assert_message, assert_span, exercise, text, verdict,
};
use crate::Corpus;

fn square1_seeds(corpus: &mut Corpus) {
    corpus.add_lines("crates/gordian-perm/testdata/malformed.txt");
    corpus.add_fenced_blocks("docs/guides/square1.md", &[]);
    for text in [
        "01234567-F89ABCDE,S",
        "34BC70F8-DE129A56,K",
        "+2345670-F89ABCDE,S",
        "01034547-F898BCDC,K",
        "(1,0)/(3,-3)/(0,6)/",
        "/(-3, 0)/(6,6)/(12,-11)/!",
    ] {
        corpus.add_text(text);
    }
}

fn cube3_seeds(corpus: &mut Corpus) {
    corpus.add_lines("crates/gordian-perm/testdata/malformed-cube3.txt");
    corpus.add_fenced_blocks("docs/guides/cube.md", &[]);
    for text in [
        "R U R' U' F2 L2' B3 d Rw2 M E' S2 x y' z2",
        "(R U R' U')3 [R, U] [F: (R U)2]",
        "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB,01?203",
        "UUU\nUUU\nUUU\nLLLFFFRRRBBB\nLLLFFFRRRBBB\nLLLFFFRRRBBB\nDDD\nDDD\nDDD",
        r#"{"facelets": "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", "centres": {"U": 0, "L": 0, "F": 0, "R": 0, "B": 0, "D": 0}}"#,
    ] {
        corpus.add_text(text);
    }
}

pub(super) const SQUARE1_POSITIONS: Target = Target {
    name: "square1-positions",
    summary: "positions of Square-1, or sequences that produce them",
    seeds: square1_seeds,
    read: read_square1_position,
};

pub(super) const SQUARE1_SEQUENCES: Target = Target {
    name: "square1-sequences",
    summary: "sequences of Square-1 in both notations",
    seeds: square1_seeds,
    read: read_square1_sequence,
};

pub(super) const CUBE3_POSITIONS: Target = Target {
    name: "cube3-positions",
    summary: "positions of the 3×3×3: stickers, nets, sequences, JSON",
    seeds: cube3_seeds,
    read: read_cube3_position,
};

pub(super) const CUBE3_SEQUENCES: Target = Target {
    name: "cube3-sequences",
    summary: "sequences of the 3×3×3",
    seeds: cube3_seeds,
    read: read_cube3_sequence,
};

fn assert_square1_error(text: &str, error: &square1::ParseError) {
    assert_span(text, &error.span);
    assert_message(&error.to_string());
    assert_message(error.hint());
}

fn read_square1_position(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let mut accepted = false;
    for (colours, notation) in [(Colours::Six, Notation::Wca), (Colours::Silver, Notation::Cube21)]
    {
        match square1::parse_position_or_sequence(&text, colours, notation) {
            Ok(position) => {
                accepted = true;
                assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
                assert!(!square1::draw(&position).is_empty());
                assert!(square1::svg(&position).contains("<svg"));
                exercise(position.canonical_up_to_flip());
            }
            Err(error) => assert_square1_error(&text, &error),
        }
    }
    verdict(accepted)
}

fn read_square1_sequence(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let mut accepted = false;
    for notation in Notation::ALL {
        match square1::Sequence::parse(&text, notation) {
            Ok(sequence) => {
                accepted = true;
                let written = sequence.write(notation);
                let again = square1::Sequence::parse(&written, notation);
                assert_eq!(again.as_ref(), Ok(&sequence), "read again from {written}");
                let solved = square1::Position::solved(Colours::Six);
                match solved.apply(&sequence) {
                    Ok(position) => assert_eq!(position.apply(&sequence.inverse()), Ok(solved)),
                    Err(error) => assert_message(&error.to_string()),
                }
                exercise(sequence.normalised());
            }
            Err(error) => assert_square1_error(&text, &error),
        }
    }
    verdict(accepted)
}

fn read_cube3_position(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    match parse_state(&text, LowercaseMeaning::default()) {
        Ok(position) => {
            assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
            let written = state_to_json(&position).to_string();
            let again = parse_state(&written, LowercaseMeaning::Face);
            assert_eq!(again.as_ref(), Ok(&position), "read again from {written}");
            assert!(!cube3::draw(&position).is_empty());
            exercise(scramble_in_text(&text, LowercaseMeaning::default(), &position));
            Verdict::Accepted
        }
        Err(diagnostics) => {
            assert_diagnostics(&text, &diagnostics);
            Verdict::Rejected
        }
    }
}

fn read_cube3_sequence(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let mut accepted = false;
    for lower_case in LowercaseMeaning::ALL {
        match cube3::Sequence::parse(&text, lower_case) {
            Ok(sequence) => {
                accepted = true;
                let written = sequence.to_string();
                let again = cube3::Sequence::parse(&written, lower_case);
                assert_eq!(again.as_ref(), Ok(&sequence), "read again from {written}");
                assert_eq!(sequence.inverse().inverse(), sequence);
                exercise(sequence.length(cube3::Metric::QuarterTurn));
                if sequence.moves().len() < 100 {
                    // A position does not store the orientation of the cube, so the inverse is
                    // applied to the cube.
                    let mut cube = cube3::Cube::solved();
                    cube.apply(&sequence);
                    let position = cube3::Position::SOLVED.apply(&sequence);
                    assert_eq!(cube3::Position::from_cube(&cube), position);
                    cube.apply(&sequence.inverse());
                    assert_eq!(cube, cube3::Cube::solved());
                }
            }
            Err(error) => {
                assert_span(&text, &error.span);
                assert_message(&error.to_string());
                assert_message(error.hint());
            }
        }
    }
    verdict(accepted)
}
