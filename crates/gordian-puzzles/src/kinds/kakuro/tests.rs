//! The rules, the files and the links of Kakuro.

use super::Kakuro;
use crate::board::Cell;
use crate::kind::PuzzleKind;
use crate::{parse, parse_link};

fn kakuro(board: &str) -> Kakuro {
    let text = format!("kind = 'kakuro'\nboard = '''\n{board}\n'''");
    parse(&text).expect("the board is well formed").as_kind::<Kakuro>().expect("a kakuro").clone()
}

/// Returns the broken rules, each with its message.
fn broken(puzzle: &Kakuro, digits: &str) -> Vec<String> {
    let digits = Kakuro::parse_solution(digits).expect("rows of digits");
    let broken = puzzle.check(&digits).err().unwrap_or_default();
    broken.iter().map(|violation| format!("{}: {violation}", violation.rule)).collect()
}

#[test]
fn every_broken_rule_is_named() {
    let puzzle = kakuro("# 10\\ 6\\ 8\\\n\\3 . . \\\n# . . 3\\\n\\6 . # .\n# # \\1 .");
    let check = |digits: &str, expected: &[&str]| {
        assert_eq!(broken(&puzzle, digits), expected, "{digits}");
    };
    check("1 2 #\n3 4 #\n6 # 2\n# # 1", &[]);
    check("1 2 #\n3 4 #\n. # 2\n# # 1", &["missing-digit: r3c1 has no digit"]);
    check(
        "3 2 #\n1 4 #\n6 # 1\n# # 2",
        &[
            "wrong-sum: the run r1c1 to r1c2 adds up to 5 instead of 3",
            "wrong-sum: the cell r4c3 holds 2 instead of 1",
        ],
    );
    check(
        "1 2 #\n2 4 #\n1 # 2\n# # 2",
        &[
            "wrong-sum: the cell r3c1 holds 1 instead of 6",
            "wrong-sum: the cell r4c3 holds 2 instead of 1",
            "repeated-digit: the run r1c1 to r3c1 has 1 twice, at r1c1 and r3c1",
            "wrong-sum: the run r1c1 to r3c1 adds up to 4 instead of 10",
            "repeated-digit: the run r3c3 to r4c3 has 2 twice, at r3c3 and r4c3",
            "wrong-sum: the run r3c3 to r4c3 adds up to 4 instead of 3",
        ],
    );
    check(
        "0 10 5\n# 4 #\n3 # 2\n# # 1",
        &[
            "out-of-range: r1c1 holds 0, which is not between 1 and 9",
            "out-of-range: r1c2 holds 10, which is not between 1 and 9",
            "digit-in-clue-cell: r1c3 holds 5, but it is not a white cell",
            "missing-digit: r2c1 has no digit",
            "wrong-sum: the cell r3c1 holds 3 instead of 6",
        ],
    );
    check(
        "1",
        &["wrong-size: the board has 4 rows and 3 columns, the solution 1 row and 1 column"],
    );
}

#[test]
fn runs_without_clue_have_any_sum() {
    let puzzle = kakuro("# # #\n# . .\n# # .");
    assert_eq!(broken(&puzzle, "9 8\n# 7"), [""; 0]);
    assert_eq!(
        broken(&puzzle, "9 9\n# 7"),
        ["repeated-digit: the run r1c1 to r1c2 has 9 twice, at r1c1 and r1c2"]
    );
    // Clues without a run state nothing.
    let puzzle = kakuro("# # 7\\\n# . \\5\n\\9 \\8 3\\4");
    assert_eq!(broken(&puzzle, "1 #\n# #"), [""; 0]);
}

#[test]
fn clues_are_those_of_the_cell_before_the_run() {
    let puzzle = kakuro("# 1\\ 2\\ 3\\\n\\1 . \\2 .\n# 4\\ # #\n# . # #");
    assert_eq!(
        broken(&puzzle, "1 # 2\n# # #\n4 # #"),
        ["wrong-sum: the cell r1c3 holds 2 instead of 3"]
    );
    assert_eq!(puzzle.outside.above, [Some(1), Some(2), Some(3)]);
    assert_eq!(puzzle.outside.left, [Some(1), None, None]);
    let violation = &puzzle
        .check(&Kakuro::parse_solution("1 # 2\n# # #\n4 # #").expect("rows of digits"))
        .expect_err("it is no solution")[0];
    assert_eq!(violation.cells, [Cell::new(0, 2)]);
}

#[test]
fn drawings_show_clues_and_digits() {
    let puzzle = kakuro("# 16\\ 4\\\n\\12 . .\n\\8 . .");
    let digits = Kakuro::parse_solution("9 3\n7 1").expect("rows of digits");
    insta::assert_snapshot!(puzzle.draw(Some(&digits)), @r"
    ┏━━━━━┯━━━━━┯━━━━━┓
    ┃░░░░░│░16\░│░░4\░┃
    ┠─────┼─────┼─────┨
    ┃░\12░│   9 │   3 ┃
    ┠─────┼─────┼─────┨
    ┃░░\8░│   7 │   1 ┃
    ┗━━━━━┷━━━━━┷━━━━━┛
    ");
    // A solution of another size is drawn as far as it fits.
    let other = Kakuro::parse_solution("1 2 3 4").expect("rows of digits");
    insta::assert_snapshot!(puzzle.draw(Some(&other)), @r"
    ┏━━━━━┯━━━━━┯━━━━━┓
    ┃░░░░░│░16\░│░░4\░┃
    ┠─────┼─────┼─────┨
    ┃░\12░│   1 │   2 ┃
    ┠─────┼─────┼─────┨
    ┃░░\8░│   · │   · ┃
    ┗━━━━━┷━━━━━┷━━━━━┛
    ");
    let svg = puzzle.svg(None);
    assert!(svg.contains(">16</text>") && svg.contains("<title>Kakuro</title>"), "{svg}");
}

#[test]
fn files_are_written_as_they_are_read() {
    let file = "kind = \"kakuro\"\nboard = '''\n#     999\\  #\n\\23   .     .\n3\\    16\\23 #\n\\9    .     .\n'''\n";
    let puzzle = parse(file);
    assert_eq!(
        puzzle.map_err(|errors| errors[0].to_string()),
        Err("the clue 3 has no cells below it".to_owned())
    );
    let file = file.replace("\n3\\ ", "\n#  ");
    let puzzle = parse(&file).expect("the file is well formed");
    assert_eq!(puzzle.to_toml(), Some(file));
}

#[test]
fn malformed_boards_are_refused() {
    let check = |board: &str, expected: &[&str]| {
        let errors =
            parse(&format!("kind = 'kakuro'\nboard = '''\n{board}\n'''")).expect_err(board);
        assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), expected, "{board}");
    };
    check("# #\n# 5", &["`5` is not a cell"]);
    check("# #\n# x\\5", &["`x` is not a clue"]);
    check("# #\n# 5\\6\\7", &["`6\\7` is not a clue"]);
    check("# #\n# +5\\", &["`+5` is not a clue"]);
    check("# #\n# 0\\", &["the clue 0 is not between 1 and 999"]);
    check("# #\n# 1000\\", &["the clue 1000 is not between 1 and 999"]);
    check("# #\n# 99999\\", &["the clue 99999 is not between 1 and 999"]);
    check("# .\n. .", &["a white cell in the first row", "a white cell in the first column"]);
    check("# \\5\n# .", &["the clue 5 has no cells to its right"]);
    check("# #\n# . .", &["row 2 of board has 3 cells, but row 1 has 2"]);
    check("# #", &["board has 1 row and 2 columns, but at least 2 of each are necessary"]);
    check("#\n#", &["board has 2 rows and 1 column, but at least 2 of each are necessary"]);
}

/// Between double quotation marks, a backslash begins an escape.
#[test]
fn boards_with_escapes_have_a_hint() {
    let check = |board: &str, code: &str, hint: &str| {
        let file = format!("kind = 'kakuro'\nboard = \"\"\"\n{board}\n\"\"\"");
        let errors = parse(&file).expect_err(board);
        assert_eq!(errors[0].code, code, "{board}: {}", errors[0]);
        let found = errors[0].hint.as_deref().unwrap_or_default();
        assert!(found.starts_with(hint), "{board}: {found}");
    };
    check("# 16\\ 4\\\n\\12 . .", "puzzle.syntax", "write the text between `'''`");
    check("# #\n\\12 .", "puzzle.syntax", "write the text between `'''`");
    // The line break is part of an escape.
    check("# 5\\\n# .", "puzzle.bad-character", "write the text between `'''`");
    check("# # #\n# . 5\\\n# . .", "puzzle.wrong-shape", "write the text between `'''`");
    // Other errors of syntax have nothing to do with it.
    assert_eq!(parse("kind = ").expect_err("no value")[0].hint, None);
}

#[test]
fn links_of_both_spellings_are_read() {
    let puzzle = kakuro("# 4\\ 45\\ #\n\\19 . . 3\\20\n# . # .");
    let written = puzzle.to_link().expect("it can be written").to_string();
    assert_eq!(written, "https://puzz.link/p?kakuro/3/2/l3Ak.k4Zj-");
    let read = parse_link;
    let check = |link: &str| {
        let read = read(link).unwrap_or_else(|error| panic!("{link}: {error}"));
        assert_eq!(read.as_kind::<Kakuro>(), Some(&puzzle), "{link}");
    };
    check(&written);
    // Clues that are not there may be 0, and what is missing at the end is blank.
    check("kakuro/3/2/l3Ak00k4Zj0");
    check("kakuro/3/2/l3Ak.k4Zj");
    check("kakuro/3/2/kk3Ak.z4Zj");
    let check = |link: &str, expected: &str| {
        assert_eq!(read(link).unwrap_err().to_string(), expected, "{link}")
    };
    check(
        "kakuro/b/3/2/l3Ak.k4Zj-",
        "the flag `b` selects a variant of kakuro that is not supported",
    );
    check(
        "kakuro/3/2/l3",
        "the address ends after character 13, before a clue (1 to 9, a to j, A to Z, or - for none)",
    );
    check(
        "kakuro/3/2/l3_",
        "character 14 is `_`, not a clue (1 to 9, a to j, A to Z, or - for none)",
    );
    check("kakuro/3/2/l3Ak.k4Zj--", "character 22 is `-`, not the end of the address");
    check(
        "kakuro/3/2/_",
        "character 12 is `_`, not a gap (k to z), a cell without clues (.) or a clue (1 to 9, a to j, A to Z, or - for none)",
    );
}

#[test]
fn links_express_clues_up_to_45_beside_white_cells() {
    let check = |board: &str, expected: &str| {
        assert_eq!(kakuro(board).to_link().unwrap_err().to_string(), expected, "{board}");
    };
    check("# 46\\\n# .", "links cannot express the clue 46: clues are 1 to 45");
    check("# 5\\\n# #", "links cannot express the clue 5 above r1c1, which is not white");
    check("# #\n\\5 #", "links cannot express the clue 5 left of r1c1, which is not white");
}
