//! Positions as texts.

use gordian_core::Random;
use gordian_perm::cube3::{
    Face, LowercaseMeaning, Position, draw, parse_position_or_sequence, random_position,
};
use proptest::prelude::*;

use super::support::{after, centres};

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

/// Returns the stickers as a drawn net, without the arrows of centres.
fn net(position: &Position) -> String {
    draw(&position.with_centres([None; 6]).unwrap())
}

#[test]
fn positions_round_trip() {
    let mut random = Random::new(9);
    for number in 0..300 {
        let mut position = random_position(&mut random, number % 2 == 0);
        if number % 3 == 0 {
            let mut centres = *position.centres();
            centres[random.below(6)] = None;
            position = position.with_centres(centres).unwrap();
        }
        assert_eq!(position.to_string().parse(), Ok(position));
        let unmarked = position.with_centres([None; 6]).unwrap();
        assert_eq!(position.facelets().parse(), Ok(unmarked));
        assert_eq!(net(&position).parse(), Ok(unmarked));
    }
}

#[test]
fn texts_look_as_documented() {
    assert_eq!(Position::SOLVED.to_string(), format!("{SOLVED},000000"));
    assert_eq!(Position::SOLVED.with_centres([None; 6]).unwrap().to_string(), SOLVED);
    // The order of the text is not that of arrays.
    let expected = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB,010000";
    assert_eq!(after("R").to_string(), expected);
    let partly = after("R L2").with_centres([None, Some(2), None, Some(1), Some(0), None]).unwrap();
    assert_eq!(partly.to_string().split_once(',').unwrap().1, "?1??20");
}

#[test]
fn positions_are_read_in_many_forms() {
    let expected = after("R U' F2");
    let text = expected.to_string();
    let check = |text: &str| assert_eq!(text.parse(), Ok(expected), "{text}");
    check(&text);
    check(&text.to_lowercase());
    check(&format!("\n {}  ", text.replace(',', "\r\n , ")));
    let (stickers, directions) = text.split_once(',').unwrap();
    let spaced: Vec<String> = stickers.chars().map(String::from).collect();
    check(&format!("{},{directions}", spaced.join(" ")));
    let rows: Vec<&str> = (0..18).map(|row| &stickers[3 * row..3 * row + 3]).collect();
    check(&format!("{},{directions}", rows.join("\n")));
    let faces: Vec<&str> = (0..6).map(|face| &stickers[9 * face..9 * face + 9]).collect();
    check(&format!("{}\n,{directions}", faces.join("\n\n")));
    check(&format!("{},{directions}", net(&expected)));
    check(&format!("{},{directions}", net(&expected).replace(' ', "")));
    // Any six colours, here white on top and green in front.
    let painted: String = text
        .chars()
        .map(|it| match it {
            'U' => 'W',
            'R' => 'R',
            'F' => 'G',
            'D' => 'Y',
            'L' => 'O',
            'B' => 'B',
            other => other,
        })
        .collect();
    assert!(painted.contains("W") && !painted.contains('U'));
    check(&painted);
    // Letters of other faces serve as plain colours.
    let swapped = text.replace('U', "x").replace('F', "U").replace('x', "F");
    check(&swapped);
}

#[test]
fn stickers_and_sequences_are_told_apart() {
    let read = |text: &str| parse_position_or_sequence(text, LowercaseMeaning::Wide);
    assert_eq!(read(""), Ok(Position::SOLVED));
    assert_eq!(read("R U R' U'"), Ok(after("R U R' U'")));
    assert_eq!(read("r"), Ok(after("L")));
    assert_eq!(parse_position_or_sequence("r", LowercaseMeaning::Face), Ok(after("R")));
    assert_eq!(read(&after("R").to_string()), Ok(after("R")));
    assert_eq!(read(SOLVED), Ok(Position::SOLVED.with_centres([None; 6]).unwrap()));
    assert_eq!(read(&SOLVED[1..]).unwrap_err().code(), "cube.wrong-length");
    assert_eq!(read(&SOLVED.replace("RRR", "RR3")).unwrap_err().span, 11..12);
    assert_eq!(read(&"R2 U2 F2".repeat(20)), Ok(after("(R2 U2 F2)20")));
    assert_eq!(read(&"R U R' U'".repeat(20)), Ok(after("(R U R' U')20")));
    assert_eq!(read("UUU,000000").unwrap_err().code(), "cube.wrong-length");
    assert_eq!(read("RUQ").unwrap_err().span, 2..3);
}

#[test]
fn nets_are_drawn() {
    insta::assert_snapshot!(draw(&after("R U F").with_centres([None; 6]).unwrap()), @r"
           U U U
           U U U
           L L D
    F F D  F F R  F B B  L L L
    L L D  F F R  F R R  U B B
    L L B  D D R  F R R  U B B
           R R U
           D D B
           D D B
    ");
    let partly =
        centres(&[(Face::U, 1), (Face::R, 2), (Face::D, 3)]).map(|quarters| match quarters {
            Some(0) => None,
            other => other,
        });
    insta::assert_snapshot!(draw(&Position::SOLVED.with_centres(partly).unwrap()), @r"
           U U U
           U → U
           U U U
    L L L  F F F  R R R  B B B
    L L L  F F F  R ↓ R  B B B
    L L L  F F F  R R R  B B B
           D D D
           D ← D
           D D D
    ");
}

proptest! {
    /// Any text gives a result or an error with a span within the text.
    #[test]
    fn any_text_is_answered(text in "[URFDLB\n ]{0,70}(,[0-4?é ]{0,8})?") {
        if let Err(fault) = text.parse::<Position>() {
            prop_assert!(text.get(fault.span).is_some());
        }
    }

    /// Exchanged stickers give a solvable cube or an error with the reason.
    #[test]
    fn exchanged_stickers_are_answered(seed in 0_u64..1000, a in 0_usize..54, b in 0_usize..54) {
        let position = random_position(&mut Random::new(seed), false);
        let mut letters: Vec<char> = position.facelets().chars().collect();
        letters.swap(a, b);
        let text: String = letters.iter().collect();
        match text.parse::<Position>() {
            Ok(read) => prop_assert_eq!(read.facelets(), text),
            Err(fault) => prop_assert!(fault.code().starts_with("cube.")),
        }
    }
}
