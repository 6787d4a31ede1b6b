//! The single-puzzle engine: every form compared with plain backtracking.

use gordian_core::{Random, SimdLevel};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::classic::single::{InvalidCharacter, SingleSolver};

use crate::support::plain;

const EASY: &[u8; 81] =
    b"...498.1..9..25.6..82..7..33....6847.7.8....6..6..4....5.....3...894......36..982";

fn forms() -> impl Iterator<Item = SingleSolver> {
    SimdLevel::available().filter_map(SingleSolver::new)
}

/// Checks the number of solutions and the first solution in every form, with `.` and `0`.
fn check(text: &[u8; 81], limit: u32, expected: u64) {
    let layout = Layout::classic();
    let givens = text.map(|character| character.saturating_sub(b'0')).to_vec();
    let start = Candidates::of(&Grid::new(layout.clone(), givens));
    let zeros = text.map(|character| if character == b'.' { b'0' } else { character });
    let mut first = None;
    for mut form in forms() {
        for text in [text, &zeros] {
            let mut solution = [b'?'; 81];
            let found = form.solve_line(text, limit, &mut solution);
            assert_eq!(found.map(u64::from), Ok(expected), "{}", text.escape_ascii());
            if expected == 0 {
                assert_eq!(solution, [b'?'; 81]);
            } else {
                assert!(solution.iter().all(u8::is_ascii_digit));
                assert!(plain::is_solution(&layout, &start, &solution.map(|digit| digit - b'0')));
            }
            assert_eq!(*first.get_or_insert(solution), solution, "the forms differ");
        }
    }
}

/// Compares with plain backtracking.
fn check_plain(text: &[u8; 81], limit: u32) -> u64 {
    let givens = text.map(|character| character.saturating_sub(b'0')).to_vec();
    let expected = plain::count(&Grid::new(Layout::classic(), givens), u64::from(limit));
    check(text, limit, expected);
    expected
}

#[test]
fn known_puzzles_have_the_known_number_of_solutions() {
    check(EASY, 2, 1);
    check(EASY, 1, 1);
    check(EASY, 0, 0);
    let mut text = *EASY;
    text[3] = b'.';
    text[4] = b'.';
    check_plain(&text, 1000);
    // The same digit twice in a row, a column and a box.
    for [a, b] in [[0, 8], [0, 72], [0, 20], [60, 80]] {
        let mut text = [b'.'; 81];
        (text[a], text[b]) = (b'5', b'5');
        check(&text, 2, 0);
    }
    // Solved grids with two cells of a box swapped: rows, columns or both are invalid.
    let mut solved = [0; 81];
    assert_eq!(SingleSolver::best().solve_line(EASY, 2, &mut solved), Ok(1));
    check(&solved, 2, 1);
    for [a, b] in [[0, 1], [0, 9], [40, 50], [78, 80]] {
        let mut text = solved;
        text.swap(a, b);
        check(&text, 2, 0);
    }
    check(&[b'.'; 81], 1000, 1000);
    check(&[b'5'; 81], 2, 0);
}

#[test]
fn random_puzzles_match_plain_backtracking() {
    let mut random = Random::new(11);
    let mut n_by_count = [0; 3];
    let mut solution = [0; 81];
    for round in 0..600 {
        let mut text = [b'.'; 81];
        // Some cells of a solved grid with a random first row, sometimes with one digit changed.
        let mut row = *b"123456789";
        random.shuffle(&mut row);
        text[..9].copy_from_slice(&row);
        text[9 + random.below(9)] = *random.choose(b"123456789");
        if SingleSolver::best().solve_line(&text, 1, &mut solution) != Ok(1) {
            continue;
        }
        let n_givens = 22 + round % 20;
        for (character, digit) in text.iter_mut().zip(solution) {
            *character = if random.below(81) < n_givens { digit } else { b'.' };
        }
        if round % 3 == 0 {
            text[random.below(81)] = *random.choose(b"123456789");
        }
        let n = check_plain(&text, if round % 10 == 1 { 1000 } else { 2 });
        n_by_count[usize::try_from(n.min(2)).unwrap()] += 1;
    }
    assert!(n_by_count.iter().all(|&n| n > 20), "{n_by_count:?}");
}

#[test]
fn first_invalid_character_is_reported() {
    for mut form in forms() {
        for position in 0..81 {
            for bad in [b'a', b' ', b'/', b':', b'-', 0, b'0' + 0x80, b'.' + 0x20, 255] {
                let mut text = *EASY;
                text[position] = bad;
                let mut solution = [0; 81];
                let error = Err(InvalidCharacter { position });
                assert_eq!(form.solve_line(&text, 2, &mut solution), error);
                text[80] = b'x';
                assert_eq!(form.solve_line(&text, 2, &mut solution), error);
            }
        }
    }
    assert_eq!(
        InvalidCharacter { position: 4 }.to_string(),
        "character 5 of 81 is not `1` to `9`, `.` or `0`"
    );
}

#[test]
fn only_eleven_characters_are_valid() {
    for mut form in forms() {
        for character in 0..=u8::MAX {
            let mut text = [b'.'; 81];
            text[40] = character;
            let good = b"123456789.0".contains(&character);
            assert_eq!(form.solve_line(&text, 1, &mut [0; 81]).is_ok(), good, "{character}");
        }
    }
}
