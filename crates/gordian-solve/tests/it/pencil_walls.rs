//! Walls that end inside a room: both sides belong to the same room. What they separate is that of
//! puzz.link's checkers.

use gordian_puzzles::{Puzzle, parse, parse_link};
use gordian_solve::{Request, Task};

use crate::answer;

/// Returns the number of solutions, which both roads agree on.
fn count(puzzle: &Puzzle) -> Option<u64> {
    let counts = ["sat", "lcg"].map(|engine| {
        let engine = engine.parse().unwrap();
        let request = Request { task: Task::Count { limit: None }, engine, ..Request::default() };
        answer(puzzle, &request).count
    });
    assert_eq!(counts[0], counts[1]);
    counts[0]
}

/// Returns the number of solutions of a board with one room and these walls in it.
fn count_with_walls(kind: &str, rooms: &str, walls: &str, rest: &str) -> Option<u64> {
    let text = format!("kind = '{kind}'\nrooms = '''\n{rooms}\n'''\nwalls = '{walls}'\n{rest}\n");
    count(&parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}")))
}

/// Of the five boards that satisfy the other rules, one has no wall through a tetromino.
#[test]
fn a_published_lits_with_walls_inside_rooms_has_one_solution() {
    let link = "https://puzz.link/p?lits/10/10/4bksdvle6f22qclugjlgcom81n0opcdj4iq4";
    let puzzle = parse_link(link).unwrap();
    assert_eq!(answer(&puzzle, &Request::default()).unique, Some(true));
    // Files and links keep the walls.
    let file = puzzle.to_toml().unwrap();
    assert_eq!(parse(&file).as_ref(), Ok(&puzzle));
    assert_eq!(puzzle.to_link().unwrap().to_string(), link);
}

#[test]
fn a_tetromino_does_not_cross_a_wall() {
    // Two times four L, T twice and S twice, without the boards with a 2×2 area.
    assert_eq!(count_with_walls("lits", "aaa\naaa", "", ""), Some(8));
    // Those with both upper left cells: two L with the upper row, the T below it, an S, and an L
    // with the lower row have the upper left cell or not.
    assert_eq!(count_with_walls("lits", "aaa\naaa", "r1c1-r1c2", ""), Some(4));
}

#[test]
fn an_island_does_not_touch_itself_across_a_wall() {
    let two = "board = '''\n2 .\n. .\n'''";
    assert_eq!(count_with_walls("shimaguni", "aa\naa", "", two), Some(4));
    assert_eq!(count_with_walls("shimaguni", "aa\naa", "r1c1-r1c2", two), Some(3));
    // A ring around the wall would touch itself, too.
    let four = "board = '''\n4 .\n. .\n'''";
    assert_eq!(count_with_walls("shimaguni", "aa\naa", "", four), Some(1));
    assert_eq!(count_with_walls("shimaguni", "aa\naa", "r1c1-r1c2", four), Some(0));
}

#[test]
fn equal_numbers_are_not_adjacent_across_a_wall() {
    // One number, two next to each other, three.
    assert_eq!(count_with_walls("nanro", "aa\naa", "", ""), Some(4 + 4 + 4));
    assert_eq!(count_with_walls("nanro", "aa\naa", "r1c1-r1c2", ""), Some(4 + 3 + 2));
}

#[test]
fn water_has_its_own_level_on_each_side_of_a_wall() {
    assert_eq!(count_with_walls("aquarium", "aa\naa", "", ""), Some(2));
    // The lower cells are connected only through the upper row.
    assert_eq!(count_with_walls("aquarium", "aa\naa", "r2c1-r2c2", ""), Some(4));
    // The upper left cell may have water above an empty cell, but then the whole upper row has.
    assert_eq!(count_with_walls("aquarium", "aa\naa", "r1c1-r2c1", ""), Some(2));
    assert_eq!(count_with_walls("aquarium", "a\na", "r1c1-r2c1", ""), Some(3));
    // With whole rows, the walls do not divide a row.
    assert_eq!(count_with_walls("aquarium", "aa\naa", "r2c1-r2c2", "whole_rows = true"), Some(2));
}

/// In these kinds, puzz.link's checkers look at the rooms only.
#[test]
fn walls_inside_rooms_have_no_meaning_in_other_kinds() {
    let check = |kind: &str, rooms: &str, wall: &str, rest: &str| {
        let without = count_with_walls(kind, rooms, "", rest);
        assert!(without.is_some_and(|count| count > 0), "{kind}: {without:?}");
        assert_eq!(count_with_walls(kind, rooms, wall, rest), without, "{kind}");
    };
    check("norinori", "aab\naab", "r1c1-r1c2", "");
    check("aqre", "aaa\naaa", "r1c1-r1c2 r2c2-r2c3", "");
    check("ripple", "aaa\naab", "r1c1-r1c2", "");
    check("cojun", "aab\naab", "r1c1-r2c1", "");
    check("starbattle", "aabb\naabb\nccdd\nccdd", "r1c1-r1c2", "stars = 1");
    check("yajilin-regions", "aab\naab", "r1c1-r1c2", "");
}
