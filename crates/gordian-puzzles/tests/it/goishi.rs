//! The rules of Golden Waste and its drawing.

use gordian_puzzles::link::LinkError;
use gordian_puzzles::{Cell, Goishi, Puzzle, Solution, Walk, check, parse, parse_link};

use crate::support::{files, goishi, json, words};

/// Parses a walk of places such as `11 13`: row and column, counted from 1.
fn walk(places: &str) -> Vec<Cell> {
    let place = |text: &str| {
        let number: usize = text.parse().unwrap();
        Cell::new(number / 10 - 1, number % 10 - 1)
    };
    places.split_whitespace().map(place).collect()
}

/// The same as the steps of a solution.
fn known_steps(places: &str) -> Walk {
    walk(places).into_iter().map(Some).collect()
}

#[test]
fn each_broken_rule_is_named() {
    let board = goishi("board = '''\n1.X\n.X.\nXXX\n'''");
    let check = |places: &str, expected: &[&str]| {
        assert_eq!(words(board.check(&walk(places))), expected, "{places}");
    };
    check("11 13 33 32 31", &["the coin at r2c2 is never picked up"]);
    check(
        "",
        &[
            "the coin at r1c1 is never picked up",
            "the coin at r1c3 is never picked up",
            "the coin at r2c2 is never picked up",
            "the coin at r3c1 is never picked up",
            "the coin at r3c2 is never picked up",
            "the coin at r3c3 is never picked up",
        ],
    );
    check("13 11", &["the walk starts at r1c3 instead of r1c1"]);
    check("11 12", &["step 2: there is no coin at r1c2"]);
    check("11 91", &["step 2: there is no coin at r9c1"]);
    check("11 13 11", &["step 3: the coin at r1c1 was picked up at step 1"]);
    check("11 11", &["step 2: the coin at r1c1 was picked up at step 1"]);
    check("11 22", &["step 2: r2c2 is neither in the row nor in the column of r1c1"]);
    check("11 31 33", &["step 3: the path from r3c1 to r3c3 passes over the coin at r3c2"]);
    check("11 31 32 22 33", &["step 5: r3c3 is neither in the row nor in the column of r2c2"]);
}

#[test]
fn walks_pass_over_picked_up_coins_but_never_reverse() {
    let line = goishi("board = 'XXXX'\nstart = [1, 2]");
    assert_eq!(
        words(line.check(&walk("12 13 11"))),
        ["step 3: the walk turns back at r1c3 to r1c1"]
    );
    let board = goishi("board = '''\nXXX\nX.X\n'''\nstart = [1, 2]");
    assert_eq!(board.check(&walk("12 13 23 21 11")), Ok(()));
    let cross = goishi("board = '''\n.1.\nXXX\n.X.\n'''");
    assert_eq!(
        words(cross.check(&walk("12 22 32 21"))),
        ["step 4: r2c1 is neither in the row nor in the column of r3c2"]
    );
    let over = goishi("board = '''\n1XX\n..X\nX.X\n.X.\n'''");
    assert_eq!(
        words(over.check(&walk("11 12 13 23 33 31"))),
        ["the coin at r4c2 is never picked up"]
    );
    let over = goishi("board = '''\n.X.\n1XX\n.XX\n'''");
    // r2c2 was picked up at step 2; the last step passes over it.
    assert_eq!(over.check(&walk("21 22 23 33 32 12")), Ok(()));
}

#[test]
fn start_any_allows_every_start() {
    let board = goishi("board = 'X.X'\nstart = 'any'");
    assert_eq!(board.start, None);
    assert_eq!(board.check(&walk("11 13")), Ok(()));
    assert_eq!(board.check(&walk("13 11")), Ok(()));
}

/// Returns a generated board, the walk that solves it, and whether the walk is unique.
fn known(file: &str) -> (Goishi, Vec<Cell>, bool) {
    let data = json(&format!("testdata/boards/{file}"));
    let rows: Vec<String> = serde_json::from_value(data["board"].clone()).unwrap();
    let start: [usize; 2] = serde_json::from_value(data["start"].clone()).unwrap();
    let steps: Vec<[usize; 2]> = serde_json::from_value(data["solution"].clone()).unwrap();
    let board = goishi(&format!(
        "start = [{}, {}]\nboard = '''\n{}\n'''",
        start[0] + 1,
        start[1] + 1,
        rows.join("\n").replace('1', "X")
    ));
    let walk = steps.into_iter().map(|[row, column]| Cell::new(row, column)).collect();
    (board, walk, data["n_solutions"] == 1)
}

/// On a board with a unique solution, every other order of the coins is rejected.
#[test]
fn known_walks_are_accepted_and_reordered_ones_rejected() {
    let mut unique_boards = 0;
    for file in files("testdata/boards") {
        let name = file.file_name().unwrap().display().to_string();
        let (board, walk, unique) = known(&name);
        assert_eq!(board.check(&walk), Ok(()), "{name}");
        assert!(board.check(&walk[..walk.len() - 1]).is_err(), "{name}");
        if !unique {
            continue;
        }
        unique_boards += 1;
        for second in 0..walk.len() {
            for first in 0..second {
                let mut other = walk.clone();
                other.swap(first, second);
                assert!(board.check(&other).is_err(), "{name}: steps {first} and {second}");
            }
        }
    }
    assert!(unique_boards >= 2);
}

#[test]
fn the_walk_is_numbered_on_the_board() {
    let board = goishi("board = '''\n.X.\n1XX\n.XX\n'''");
    insta::assert_snapshot!(board.draw(None), @r"
    · o ·
    1 o o
    · o o
    ");
    let mut steps = known_steps("21 22 23 33 32 12");
    insta::assert_snapshot!(board.draw(Some(&steps)), @r"
    · 6 ·
    1 2 3
    · 5 4
    ");
    steps[1] = None;
    insta::assert_snapshot!(board.draw(Some(&steps)), @r"
    · 6 ·
    1 o 3
    · 5 4
    ");
}

#[test]
fn boards_are_written_as_files() {
    for board in [
        "board = '''\n.X.\n1XX\n'''",
        "start = 'any'\nboard = 'X.X'",
        "title = 'a \"b\"'\nstart = [1, 2]\nboard = 'XX'",
    ] {
        let board = goishi(board);
        let file = Puzzle::new(board.clone()).to_toml().unwrap();
        assert_eq!(parse(&file).unwrap().as_kind::<Goishi>(), Some(&board), "{file}");
    }
}

#[test]
fn the_walk_is_drawn_as_svg() {
    let board = goishi("title = 'three'\nboard = '1XX'");
    let svg = board.svg(Some(&known_steps("11 12 13")));
    assert!(
        svg.contains("<title>three</title>") && svg.contains("M24 24L64 24M64 24L104 24"),
        "{svg}"
    );
    assert_eq!(svg.matches("<circle").count(), 3);
    assert!(!board.svg(None).contains("M24 24"));
}

#[test]
fn boards_are_written_as_links() {
    let board = Puzzle::new(goishi("start = 'any'\nboard = '''\n.X.\nXXX\n.XX\n'''"));
    // 10100 01000: an empty place is 1, and the last digit is filled with zeros.
    assert_eq!(board.to_link().unwrap().to_string(), "https://puzz.link/p?goishi/3/3/k8");
    for link in ["goishi/3/3/k8", "http://pzv.jp/p.html?goishi/3/3/k8/"] {
        assert_eq!(parse_link(link).as_ref(), Ok(&board), "{link}");
    }
    let error = |link: &str| parse_link(link).unwrap_err();
    assert_eq!(
        error("goishi/2/2/w").to_string(),
        "character 12 is `w`, not five places (0 to 9, a to v)"
    );
    assert_eq!(error("goishi/2/2/u").to_string(), "the board has no coin");
    assert_eq!(parse_link("goishi/2/2/00"), parse_link("goishi/2/2/0"));
    assert_eq!(error("goishi/b/2/2/0").code(), "link.unsupported-flag");
    let refuses = |text: &str, what: &str| {
        let error = Puzzle::new(goishi(text)).to_link().unwrap_err();
        assert_eq!(error, LinkError::NotExpressible { what: what.to_owned() });
    };
    refuses("board = '1X'", "the start of a walk");
    let wide = format!("start = 'any'\nboard = '{}'", "X".repeat(251));
    refuses(&wide, "boards with more than 250 rows or columns");
}

#[test]
fn a_solution_with_an_unknown_step_is_not_complete() {
    let puzzle = Puzzle::new(goishi("board = '1XX'"));
    let solution = Solution::parse(puzzle.kind(), "[[1,1],null,[1,3]]").unwrap();
    assert_eq!(solution.to_json().to_string(), "[[1,1],null,[1,3]]");
    let broken = check(&puzzle, &solution).unwrap_err();
    assert_eq!(
        (broken[0].rule, broken[0].message.as_str()),
        ("not-complete", "step 2 is not known")
    );
}
