//! The rules, the files and the links of Akari.

use super::Akari;
use crate::board::CellMap;
use crate::kind::PuzzleKind;
use crate::{parse, parse_link};

fn akari(board: &str) -> Akari {
    let text = format!("kind = 'akari'\nboard = '''\n{board}\n'''");
    parse(&text).expect("the board is well formed").as_kind::<Akari>().expect("an akari").clone()
}

/// Returns the broken rules, each with its message.
fn broken(puzzle: &Akari, lights: &str) -> Vec<String> {
    let lights: CellMap<bool> = Akari::parse_solution(lights).expect("rows of lights");
    let broken = puzzle.check(&lights).err().unwrap_or_default();
    broken.iter().map(|violation| format!("{}: {violation}", violation.rule)).collect()
}

const BOARD: &str = "..1\n.#.\n1..";

#[test]
fn every_broken_rule_is_named() {
    let puzzle = akari(BOARD);
    let check = |lights: &str, expected: &[&str]| {
        assert_eq!(broken(&puzzle, lights), expected, "{lights}");
    };
    check(".o.\no..\n..o", &[]);
    check("o..\n..o\n.o.", &[]);
    check(
        "oo.\n...\n.oo",
        &[
            "light-in-sight: the lights at r1c1 and r1c2 light each other",
            "light-in-sight: the lights at r3c2 and r3c3 light each other",
        ],
    );
    check(
        "...\no..\n.o.",
        &[
            "unlit-cell: r1c2 is not lit",
            "number-of-lights: the 1 at r1c3 has 0 lights beside it",
            "unlit-cell: r2c3 is not lit",
            "number-of-lights: the 1 at r3c1 has 2 lights beside it",
        ],
    );
    check(
        ".oo\noo.\n..o",
        &[
            "light-in-black-cell: r1c3 is black and has a light",
            "light-in-black-cell: r2c2 is black and has a light",
        ],
    );
    check(
        ".o.\no..",
        &["wrong-size: the board has 3 rows and 3 columns, the solution 2 rows and 3 columns"],
    );
}

/// A light shines to both sides up to the first black cell, but not through a light.
#[test]
fn light_ends_at_black_cells() {
    let check = |board: &str, lights: &str, expected: &[&str]| {
        assert_eq!(broken(&akari(board), lights), expected, "{board}");
        // The same as a column.
        let column = |row: &str| row.chars().map(|c| format!("{c}\n")).collect::<String>();
        assert_eq!(broken(&akari(&column(board)), &column(lights)).len(), expected.len());
    };
    check("..#..", "o..o.", &[]);
    check("..#..", ".o...", &["unlit-cell: r1c4 is not lit", "unlit-cell: r1c5 is not lit"]);
    check(
        ".....",
        "o.o.o",
        &[
            "light-in-sight: the lights at r1c1 and r1c3 light each other",
            "light-in-sight: the lights at r1c3 and r1c5 light each other",
        ],
    );
    check("###", "...", &[]);
    check("0#4", "...", &["number-of-lights: the 4 at r1c3 has 0 lights beside it"]);
}

#[test]
fn violations_name_their_cells() {
    let lights = Akari::parse_solution("oo.\n...\n...").expect("rows of lights");
    let broken = akari(BOARD).check(&lights).expect_err("it is no solution");
    let cells: Vec<String> = broken[0].cells.iter().map(ToString::to_string).collect();
    assert_eq!(cells, ["r1c1", "r1c2"]);
}

#[test]
fn drawings_show_numbers_and_lights() {
    let puzzle = akari(BOARD);
    let lights = Akari::parse_solution(".o.\no..\n..o").expect("rows of lights");
    insta::assert_snapshot!(puzzle.draw(Some(&lights)), @r"
    ┏━━━┯━━━┯━━━┓
    ┃ · │ o │█1█┃
    ┠───┼───┼───┨
    ┃ o │███│ · ┃
    ┠───┼───┼───┨
    ┃█1█│ · │ o ┃
    ┗━━━┷━━━┷━━━┛
    ");
    // A solution of another size is drawn as far as it fits.
    let other = Akari::parse_solution("ooooo").expect("rows of lights");
    insta::assert_snapshot!(puzzle.draw(Some(&other)), @r"
    ┏━━━┯━━━┯━━━┓
    ┃ o │ o │█1█┃
    ┠───┼───┼───┨
    ┃ · │███│ · ┃
    ┠───┼───┼───┨
    ┃█1█│ · │ · ┃
    ┗━━━┷━━━┷━━━┛
    ");
    let svg = puzzle.svg(Some(&lights));
    assert_eq!(svg.matches("<circle").count(), 3);
    assert!(svg.contains("<title>Akari</title>"), "{svg}");
}

#[test]
fn files_are_written_as_they_are_read() {
    let file =
        "kind = \"akari\"\ntitle = \"A \\\"small\\\" one\"\nboard = '''\n.01\n234\n#..\n'''\n";
    let puzzle = parse(file).expect("the file is well formed");
    assert_eq!(puzzle.to_toml().as_deref(), Some(file));
}

#[test]
fn malformed_boards_are_refused() {
    let check = |board: &str, expected: &[&str]| {
        let errors = parse(&format!("kind = 'akari'\nboard = '''\n{board}\n'''")).expect_err(board);
        assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), expected, "{board}");
    };
    check(".5", &["`5` is not a cell"]);
    check("..\n.", &["row 2 of board has 1 cell, but row 1 has 2"]);
    check(". .", &["a row of board contains blanks"]);
    check("", &["board has 0 rows, not between 1 and 250"]);
    let errors = parse("kind = 'akari'\nbord = ''").expect_err("there is no board");
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(messages, ["there is no `board`", "unknown key `bord` in an akari puzzle"]);
}

#[test]
fn links_are_read_by_each_name_of_the_kind() {
    let puzzle = akari("1.#\n...");
    assert_eq!(
        puzzle.to_link().map(|link| link.to_string()),
        Ok("https://puzz.link/p?akari/3/2/6.i".to_owned())
    );
    for name in ["akari", "lightup", "bijutsukan"] {
        let read = parse_link(&format!("{name}/3/2/6.i")).expect("a puzzle");
        assert_eq!(read.as_kind::<Akari>(), Some(&puzzle), "{name}");
    }
    let check = |link: &str, expected: &str| {
        let error = parse_link(link).expect_err(link);
        assert_eq!(error.to_string(), expected);
    };
    check("akari/r/3/2/6.i", "the flag `r` selects a variant of akari that is not supported");
    check("akari/3/2/6f", "character 12 is `f`, not a clue (0 to 9, a to e, .) or a gap (g to z)");
    check(
        "akari/3/2/z1",
        "character 12 is a clue beyond the last cell of the board (2 rows and 3 columns)",
    );
    check("akarii/3/2/6", "kind `akarii` has no links in this version");
}
