//! Clues at the ends of their ranges, and clues that contradict the rules: the puzzle is read, and
//! has the solutions that the rules leave, often none.

use gordian_core::Outcome;
use gordian_puzzles::{Puzzle, parse, parse_link};
use gordian_solve::{Request, Task};

use crate::answer;

/// Checks the number of solutions, which both roads agree on; no solution is proved, and is no
/// error.
fn check(puzzle: &Puzzle, expected: u64) {
    for engine in ["sat", "lcg"] {
        let engine = engine.parse().unwrap();
        let request = Request { task: Task::Count { limit: None }, engine, ..Request::default() };
        let answer = answer(puzzle, &request);
        assert_eq!(answer.count, Some(expected), "{}", puzzle.to_toml().unwrap());
        assert_eq!(answer.outcome == Outcome::Infeasible, expected == 0);
    }
    // Files keep the clues.
    assert_eq!(parse(&puzzle.to_toml().unwrap()).as_ref(), Ok(puzzle));
}

fn file(text: &str) -> Puzzle {
    parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

fn board(kind: &str, rows: &str) -> Puzzle {
    file(&format!("kind = '{kind}'\nboard = '''\n{rows}\n'''"))
}

fn link(link: &str) -> Puzzle {
    parse_link(link).unwrap_or_else(|error| panic!("{link}: {error}"))
}

#[test]
fn a_cave_of_one_cell_sees_itself() {
    check(&board("cave", "1 . ."), 1);
    check(&link("cave/3/1/1h"), 1);
    // The cave is one cell: there is no second clue in it.
    check(&board("cave", "1 . ?"), 0);
    check(&board("cave", ". 1 ."), 1);
}

#[test]
fn a_view_without_the_cell_itself_is_a_contradiction() {
    check(&board("cave", "0 . ."), 0);
    check(&board("kurodoko", "0 . ."), 0);
    check(&board("nurimisaki", "0 . ."), 0);
    // A circle sees its only neighbour.
    check(&board("nurimisaki", "1 . .\n. . ."), 0);
    check(&link("nurimisaki/3/1/1h"), 0);
    check(&board("nurimisaki", "2 ? ."), 1);
}

#[test]
fn a_room_of_shimaguni_without_island_is_a_contradiction() {
    let rooms = "kind = 'shimaguni'\nrooms = '''\nab\nab\n'''\n";
    check(&file(&format!("{rooms}board = '''\n0 .\n. .\n'''")), 0);
    check(&link("shimaguni/2/2/o00g"), 0);
    check(&file(&format!("{rooms}board = '''\n2 .\n. .\n'''")), 0);
}

#[test]
fn numbers_of_blocks_may_be_too_small_or_too_large() {
    // A block of two cells is between 0 and 3.
    check(&board("araf", "0 3"), 1);
    check(&link("araf/2/1/03"), 1);
    check(&board("araf", "0 2"), 0);
    check(&board("fillomino", "0 ."), 0);
    check(&link("fillomino/2/1/0g"), 0);
    for number in [3, 70_000, 1_126_351] {
        for kind in ["fillomino", "shikaku", "squarejam", "nurikabe", "cave", "kurodoko"] {
            check(&board(kind, &format!("{number} .")), 0);
        }
    }
    check(&link("shikaku/2/1/$fffffg"), 0);
    // All four edges are borders only around a block of one cell.
    check(&board("fourcells", "4.\n.."), 0);
    check(&link("fourcells/2/2/4c"), 0);
    check(&board("fivecells", "9...."), 0);
}

#[test]
fn numbers_of_lines_may_be_too_small_or_too_large() {
    check(&board("hashi", "0.1"), 0);
    check(&link("hashi/3/1/0g1"), 0);
    check(&board("hashi", "9.1"), 0);
    check(&board("geradeweg", "250 .\n. ."), 0);
    check(&link("geradeweg/2/2/-fai"), 0);
}

#[test]
fn a_number_that_is_not_there_in_pairs_has_no_path() {
    check(&board("numlin", "1 ."), 0);
    check(&link("numlin/3/1/111"), 0);
    check(&board("numlin", "1 1"), 1);
    // Four cells in a row are joined side by side; in a square, also one above the other.
    check(&board("numlin", "1 1 1 1"), 1);
    check(&board("numlin", "1 1\n1 1"), 2);
    check(&board("numlin", "1 2\n1 1"), 0);
}

#[test]
fn clues_outside_may_be_impossible() {
    check(&file("kind = 'skyscrapers'\nsize = [2, 2]\nabove = '0 .'"), 0);
    check(&link("skyscrapers/2/2/0m"), 0);
    check(&file("kind = 'skyscrapers'\nsize = [2, 2]\nabove = '3 .'"), 0);
    check(&file("kind = 'skyscrapers'\nboard = '''\n3 .\n. .\n'''"), 0);
    check(&file("kind = 'easyasabc'\nletters = 2\nsize = [2, 2]\nabove = 'C .'"), 0);
    check(&file("kind = 'easyasabc'\nletters = 2\nboard = '''\n3 .\n. .\n'''"), 0);
    check(&file("kind = 'doppelblock'\nsize = [3, 3]\nabove = '5 . .'"), 0);
    check(&file("kind = 'doppelblock'\nboard = '''\n300 . .\n. . .\n. . .\n'''"), 0);
    check(&file("kind = 'nonogram'\nsize = [2, 2]\nabove = '3 .'\nleft = '. .'"), 0);
    check(&file("kind = 'kakuro'\nsize = [1, 2]\nleft = '2'"), 0);
    check(&file("kind = 'tents'\nboard = '''\no.\n'''\nabove = '. 7'"), 0);
}

/// Numbers that have no meaning: 0 is no size of a rectangle, and puzz.link does not look at it.
#[test]
fn clues_without_meaning_are_errors() {
    for kind in ["shikaku", "nurikabe", "squarejam", "ripple", "cojun", "nanro"] {
        let errors = parse(&format!("kind = '{kind}'\nboard = '0 .'")).unwrap_err();
        assert_eq!(errors[0].code, "puzzle.out-of-range", "{kind}");
    }
    assert_eq!(parse_link("shikaku/2/1/0g").unwrap_err().code(), "link.out-of-range");
    // A number of an arrow needs the arrow.
    assert_eq!(parse_link("yajilin/2/1/01a").unwrap_err().code(), "link.invalid");
}
