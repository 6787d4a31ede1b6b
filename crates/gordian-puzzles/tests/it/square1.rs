//! The Square-1: files, rules and solutions.

use gordian_perm::square1::{Notation, Sequence};
use gordian_puzzles::{Kind, Metadata, Puzzle, Solution, Square1, check};

use crate::support::{puzzle, words};

fn square1(text: &str) -> Square1 {
    puzzle(&format!("kind = 'square1'\n{text}")).as_kind::<Square1>().unwrap().clone()
}

fn at(position: &str) -> Square1 {
    Square1 { metadata: Metadata::default(), position: position.parse().unwrap() }
}

#[test]
fn a_position_has_several_spellings() {
    let check = |text: &str, position: &str| assert_eq!(square1(text), at(position), "{text}");
    check("position = '01034547-F898BCDC,K'", "01034547-F898BCDC,K");
    check("position = ' 01034547 - f898bcdc , k '", "01034547-F898BCDC,K");
    check("position = \"0103\\u0034547-F898BCDC,K\"", "01034547-F898BCDC,K");
    check("scramble = '/'", "F89A4567-0123BCDE,K");
    check("scramble = '/'\ncolours = 'six'", "F89A4567-0123BCDE,K");
    check("scramble = '/'\ncolours = 'silver'", "F8984547-0103BCDC,K");
    check("scramble = '(1,0)'\nnotation = 'wca'", "12345670-F89ABCDE,S");
    check("scramble = '(-1,0)'\nnotation = 'cube21'", "12345670-F89ABCDE,S");
    check("scramble = '/!'\nnotation = 'cube21'", "0123BCDE-F89A4567,K");
    check("scramble = '''\n/ (3,0)\n/\n'''", "012367F8-9A45BCDE,S");
    check("scramble = ''", "01234567-F89ABCDE,S");
}

#[test]
fn moves_must_lead_to_the_solved_puzzle() {
    let check = |position: &str, moves: &str, expected: &[&str]| {
        let moves = Sequence::parse(moves, Notation::Cube21).unwrap();
        assert_eq!(words(at(position).check(&moves)), expected, "{position} {moves:?}");
    };
    check("01034547-F898BCDC,K", "/(6,0)/(6,0)/(6,0)", &[]);
    check("01234567-F89ABCDE,S", "", &[]);
    check("F89A4567-0123BCDE,K", "/", &[]);
    // Solutions of any length are accepted.
    check("F89A4567-0123BCDE,K", "////(0,0)/", &[]);
    // Upside down counts as solved, with and without a flip at the end.
    check("F89ABCDE-01234567,S", "", &[]);
    check("F89A4567-0123BCDE,K", "/!", &[]);
    check(
        "F89A4567-0123BCDE,K",
        "/(3,-1)",
        &["the moves lead to 67012345-+89ABCDEF,S: what is missing is the turn (3,-1) in the WCA \
           notation"],
    );
    check(
        "01034547-F898BCDC,K",
        "(3,0)",
        &["the moves lead to 47010345-F898BCDC,K: the layers are solved, but the middle is a kite"],
    );
    check(
        "01034547-F898BCDC,K",
        "/",
        &["the moves lead to F8984547-0103BCDC,S, which is not solved"],
    );
    check(
        "01234567-F89ABCDE,S",
        "/(0,-1)/",
        &["twist 2 is blocked: piece B of the bottom layer lies across the front end of the cut"],
    );
}

#[test]
fn solutions_are_read_in_their_notation() {
    let right = at("12345670-F89ABCDE,S");
    let check = |text: &str, is_right: bool| {
        let solution = Solution::parse(Kind::of::<Square1>(), text).unwrap();
        assert_eq!(check(&Puzzle::new(right.clone()), &solution).is_ok(), is_right, "{text}");
    };
    check("(-1,0)", true);
    check("(1,0)", false);
    check("\"(-1,0)\"", true);
    check(r#"{"solution": "(-1,0)"}"#, true);
    check(r#"{"notation": "wca", "solution": "(-1,0)"}"#, true);
    check(r#"{"notation": "cube21", "solution": "(1,0)"}"#, true);
    check(r#"{"notation": "cube21", "solution": "(-1,0)"}"#, false);
}

#[test]
fn written_solutions_are_parsed_back() {
    let moves = Sequence::parse("(1,0)/(3,-3)/", Notation::Wca).unwrap();
    let solution = Solution::of::<Square1>(moves);
    assert_eq!(solution.to_json(), "(1,0)/(3,-3)/");
    let text = solution.to_json().to_string();
    assert_eq!(Solution::parse(Kind::of::<Square1>(), &text), Ok(solution));
}
