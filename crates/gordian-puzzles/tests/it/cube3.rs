//! The 3×3×3 cube: files, rules and solutions.

use gordian_core::Random;
use gordian_perm::cube3::{LowercaseMeaning, Position, Sequence, random_position};
use gordian_puzzles::cube3::{parse_state, state_to_json};
use gordian_puzzles::{Cube3, Kind, Metadata, Puzzle, Solution, check};

use crate::support::{puzzle, render, words};

fn cube3(text: &str) -> Cube3 {
    puzzle(&format!("kind = 'cube3'\n{text}")).as_kind::<Cube3>().unwrap().clone()
}

fn sequence(text: &str) -> Sequence {
    Sequence::parse(text, LowercaseMeaning::Wide).unwrap()
}

fn after(text: &str, centres: bool) -> Cube3 {
    let position = Position::SOLVED.apply(&sequence(text));
    Cube3 { metadata: Metadata::default(), position, centres, scramble: None }
}

#[test]
fn the_scramble_of_a_file_is_kept() {
    let scramble = |text: &str| cube3(text).scramble.map(|scramble| scramble.to_string());
    assert_eq!(scramble("scramble = 'R u'").as_deref(), Some("R Uw"));
    assert_eq!(scramble("scramble = 'R u'\nlower-case = 'face'").as_deref(), Some("R U"));
    let position = Position::SOLVED.apply(&sequence("R U"));
    assert_eq!(scramble(&format!("position = '{position}'")), None);
}

#[test]
fn a_position_has_several_spellings() {
    let check = |text: &str, scramble: &str, centres: bool| {
        let read = Cube3 { scramble: None, ..cube3(text) };
        assert_eq!(read, after(scramble, centres), "{text}");
    };
    let known = after("R", true).position.to_string();
    check(&format!("position = '{known}'"), "R", false);
    check(&format!("position = '{known}'\ncentres = false"), "R", false);
    check(&format!("position = '{known}'\ncentres = true"), "R", true);
    check("scramble = 'R'", "R", false);
    check("scramble = 'R'\ncentres = true", "R", true);
    check("scramble = \"R U\\u0027\"", "R U'", false);
    check("scramble = 'r'", "Rw", false);
    check("scramble = 'r'\nlower-case = 'wide'", "Rw", false);
    check("scramble = 'r'\nlower-case = 'face'", "R", false);
    check("scramble = '''\nR U\n(F B)2\n'''", "R U F B F B", false);
    check("scramble = ''", "", false);
    // Without directions of centres, they are unknown.
    let (stickers, _) = known.split_once(',').unwrap();
    let unknown = cube3(&format!("position = '{stickers}'"));
    assert_eq!(unknown.position.centres(), &[None; 6]);
    assert_eq!(unknown.position.corners(), after("R", false).position.corners());
}

#[test]
fn moves_must_solve_the_cube() {
    let check = |cube: &Cube3, moves: &str, expected: &[&str]| {
        assert_eq!(words(cube.check(&sequence(moves))), expected, "{cube:?} {moves}");
    };
    check(&after("R U F", true), "F' U' R'", &[]);
    check(&after("", true), "", &[]);
    // The final orientation of the whole cube does not matter.
    check(&after("R", true), "x' Lw' y2", &[]);
    check(&after("M", true), "M' x y", &[]);
    check(
        &after("R U", false),
        "U'",
        &[
            "after the moves 4 corners and 4 edges are not in place: DFR, URF, DRB, UBR, FR, BR, DR, \
           UR",
        ],
    );
    check(
        &after("R U R' U' R' F R2 U' R' U' R U R' F'", false),
        "",
        &["after the moves 2 corners and 2 edges are not in place: UBR, URF, UL, UR"],
    );
    // Two corners twisted in place.
    check(
        &after("(R' D' R D)2 U (R' D' R D)4 U'", false),
        "",
        &["after the moves 2 corners are in place, but turned: URF, UBR"],
    );
    check(
        &after("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", false),
        "",
        &[
            "after the moves 12 edges are in place, but turned: UR, UF, UL, UB, DR, DF, DL, DB, FR, \
           FL, BL, BR",
        ],
    );
    let centres = "F B' L R' U D' F' U' D L' R F' B U";
    check(&after(centres, false), "", &[]);
    check(
        &after(centres, true),
        "",
        &["after the moves centres are turned: U (a quarter clockwise), F (a quarter \
           anticlockwise)"],
    );
    check(
        &after("U R L U2 R' L' U R L U2 R' L'", true),
        "",
        &["after the moves centres are turned: U (half)"],
    );
    // Such a puzzle constructed in code has no solution.
    let unknown = Position::SOLVED.with_centres([None, Some(0), None, Some(0), Some(0), Some(0)]);
    check(
        &Cube3 { position: unknown.unwrap(), ..after("", true) },
        "",
        &["after the moves centres are turned: U (not known how), F (not known how)"],
    );
}

#[test]
fn solutions_are_read() {
    let right = Puzzle::new(after("L", true));
    let check = |text: &str, is_right: bool| {
        let solution = Solution::parse(Kind::of::<Cube3>(), text).unwrap();
        assert_eq!(check(&right, &solution).is_ok(), is_right, "{text}");
    };
    check("L'", true);
    check("L", false);
    check("\"L'\"", true);
    check(r#"{"solution": "L'"}"#, true);
    check("r'", true);
    check("l'", false);
    check(r#"{"solution": "r'"}"#, true);
    check(r#"{"solution": "l'", "lower_case": "face"}"#, true);
    check(r#"{"solution": "l'", "lower_case": "wide"}"#, false);
}

#[test]
fn written_solutions_are_parsed_back() {
    let solution = Solution::of::<Cube3>(sequence("R Uw' M2 x"));
    assert_eq!(solution.to_json(), "R Uw' M2 x");
    let text = solution.to_json().to_string();
    assert_eq!(Solution::parse(Kind::of::<Cube3>(), &text), Ok(solution));
}

#[test]
fn positions_are_read_in_every_form() {
    let read = |text: &str| parse_state(text, LowercaseMeaning::Wide);
    let mut random = Random::new(8);
    for number in 0..50 {
        let position = random_position(&mut random, number % 2 == 0);
        assert_eq!(read(&state_to_json(&position).to_string()), Ok(position));
        assert_eq!(read(&position.to_string()), Ok(position));
    }
    assert_eq!(parse_state("r", LowercaseMeaning::Face), read("R"));
    let stickers = Position::SOLVED.facelets();
    let check = |rest: &str, centres: [Option<u8>; 6]| {
        let text = format!("{{\"facelets\": \"{stickers}{rest}");
        assert_eq!(read(&text), Ok(Position::SOLVED.with_centres(centres).unwrap()), "{text}");
    };
    check("\"}", [None; 6]);
    check("\", \"schema\": 1, \"centres\": null}", [None; 6]);
    check(",020000\"}", [Some(0), Some(0), Some(0), Some(2), Some(0), Some(0)]);
    check("\", \"centres\": {\"L\": 3, \"B\": null}}", [None, Some(3), None, None, None, None]);
}

#[test]
fn faulty_positions_say_what_is_wrong() {
    let mut out = String::new();
    let stickers = Position::SOLVED.facelets();
    let mut check = |text: &str| {
        let text = text.replace("SOLVED", &stickers);
        out += &render(&text, &parse_state(&text, LowercaseMeaning::Wide).expect_err(&text));
    };
    check("R U4");
    check("SOLVED,100000");
    check("{\"facelets\": \"SOLVED\"");
    check("{}");
    check("{\"facelets\": 1}");
    check("{\"facelets\": \"SOLVEDé\"}");
    check("{\"facelets\": \"SOLVED,100000\"}");
    check("{\"facelets\": \"SOLVED\", \"centres\": \"100000\"}");
    check("{\"facelets\": \"SOLVED\", \"centres\": {\"X\": 0}}");
    check("{\"facelets\": \"SOLVED\", \"centres\": {\"U\": 4}}");
    check(
        "{\"facelets\": \"SOLVED\", \"centres\": {\"U\": 1, \"L\": 0, \"F\": 0, \"R\": 0, \"B\": 0, \"D\": 0}}",
    );
    check("{\"facelets\": \"SOLVED,000000\", \"centres\": {}}");
    insta::assert_snapshot!(out);
    assert_eq!(
        parse_state(&"R".repeat(3 << 20), LowercaseMeaning::Wide).unwrap_err()[0].code,
        "cube.too-long"
    );
}
