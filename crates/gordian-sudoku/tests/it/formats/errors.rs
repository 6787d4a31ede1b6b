//! Malformed input, messages and hints.

use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::formats::{
    PuzzleMetadata, parse_document, parse_line, to_fpuzzles_link, to_opensudoku, to_pencilmarks,
    to_sdk,
};

use super::{SAMPLE, check_document, parse_one_line};

/// Inputs that are rejected, with the code of the error and its column (0 for none).
#[test]
fn malformed_lines_are_refused() {
    let check = |line: &str, code: &str, column: usize| match parse_line(line, None) {
        Ok(read) => panic!("{line}: read as {}", read.format.name()),
        Err(error) => {
            assert_eq!(
                (error.code(), error.column().unwrap_or(0)),
                (code, column),
                "{line}: {error}"
            );
            assert!(!error.hint().is_empty());
        }
    };
    check("", "sudoku.empty", 0);
    check("  \t ", "sudoku.empty", 0);
    check("# comment", "sudoku.empty", 0);
    check(", ;", "sudoku.empty", 0);
    check(&SAMPLE[1..], "sudoku.wrong-length", 0);
    check(&format!("{SAMPLE}."), "sudoku.wrong-length", 0);
    check("hello world", "sudoku.wrong-length", 0);
    check(&SAMPLE.replacen('5', "a", 1), "sudoku.out-of-range", 1);
    check(&SAMPLE.replacen("53", "5!", 1), "sudoku.bad-character", 2);
    check(&SAMPLE.replacen("53", "5é", 1), "sudoku.bad-character", 2);
    check("1... ..2. .3.. ...5", "sudoku.out-of-range", 19);
    check("1 . . . . . 2 . . 3 . . . . . 5", "sudoku.out-of-range", 31);
    check("1 . . . . . 2 . . 3 . . . . . q!", "sudoku.wrong-length", 0);
    check(&format!("{} 1z", ". ".repeat(255)), "sudoku.bad-character", 512);
    check(&format!("{} 17", ". ".repeat(255)), "sudoku.out-of-range", 512);
    check(&format!("0.{}", "g".repeat(254)), "sudoku.mixed-blanks", 2);
    check(&format!("h{}", ".".repeat(255)), "sudoku.out-of-range", 1);
    check(&".".repeat(25), "sudoku.no-boxes", 0);
    check("....", "sudoku.no-boxes", 0);
    check(&". ".repeat(65 * 65), "sudoku.too-large", 0);
    check(&".".repeat(1 << 18), "sudoku.too-large", 0);
    check(&"2........".repeat(81), "sudoku.wrong-mark", 1);
    check(&"1.......!".repeat(81), "sudoku.bad-character", 9);
    // Library lines.
    check(":", "sudoku.bad-library-line", 0);
    check(&format!(":0000:1:{SAMPLE}"), "sudoku.bad-library-line", 0);
    check(&format!(":0000:1:{SAMPLE}:::::"), "sudoku.bad-library-line", 0);
    check(&format!(":0000:1:{}:::", &SAMPLE[1..]), "sudoku.wrong-length", 0);
    check(&format!(":0000:1:+{SAMPLE}+:::"), "sudoku.wrong-length", 0);
    check(&format!(":0000:1:+{}:::", &SAMPLE[2..]), "sudoku.bad-character", 10);
    check(&format!(":0000:1:{SAMPLE}:::99"), "sudoku.bad-library-line", 93);
    check(&format!(":0000:1:{SAMPLE}:123 120::"), "sudoku.bad-library-line", 95);
    // Links.
    check("https://example.org/?load=N4Ig", "sudoku.unknown-link", 0);
    check("https://evilf-puzzles.com/?load=N4Ig", "sudoku.unknown-link", 0);
    check("https://f-puzzles.com/", "sudoku.unknown-link", 0);
    check("https://f-puzzles.com/?id=yhkyz63b", "sudoku.remote-link", 0);
    check("https://sudokupad.app/", "sudoku.unknown-link", 0);
    check("https://sudokupad.app/4FN8RN9LfN", "sudoku.remote-link", 0);
    check("https://f-puzzles.com/?load=N4!g", "sudoku.damaged-link", 0);
    check("https://f-puzzles.com/?load=N4Ig", "sudoku.damaged-link", 0);
    check("https://f-puzzles.com/?load=", "sudoku.damaged-link", 0);
    check("https://f-puzzles.com/?load=%ff", "sudoku.damaged-link", 0);
    check("https://f-puzzles.com/?load=IZA=", "sudoku.bad-json", 0);
    check("https://sudokupad.app/sclIZA=", "sudoku.bad-json", 0);
    check("https://sudokupad.app/scf5", "sudoku.damaged-link", 0);
    check("https://sudokupad.app/scf5!", "sudoku.damaged-link", 0);
    check(&format!("scf{}", "Y".repeat(33)), "sudoku.damaged-link", 0);
    // JSON.
    check("{", "sudoku.bad-json", 0);
    check(&"{\"a\":".repeat(100_000), "sudoku.bad-json", 0);
    check(&format!("scl{{a:{}", "[".repeat(100_000)), "sudoku.bad-json", 0);
    check("{}", "sudoku.bad-value", 0);
    check("{\"grid\": 1}", "sudoku.bad-value", 0);
    check("{\"grid\": []}", "sudoku.bad-value", 0);
    check("{\"grid\": [[{}, {}], [{}]]}", "sudoku.wrong-shape", 0);
    check(&format!("{{\"grid\": [{}[]]}}", "[],".repeat(64)), "sudoku.too-large", 0);
    check("{\"grid\": [[1]]}", "sudoku.bad-value", 0);
    check("{\"size\": 2, \"grid\": [[{}]]}", "sudoku.bad-value", 0);
    check("{\"grid\": [[{\"value\": 2, \"given\": true}]]}", "sudoku.bad-value", 0);
    check("{\"grid\": [[{\"value\": -1}]]}", "sudoku.bad-value", 0);
    check("{\"grid\": [[{\"givenPencilMarks\": [0]}]]}", "sudoku.bad-value", 0);
    check("{\"grid\": [[{\"region\": \"a\"}]]}", "sudoku.bad-value", 0);
    check("{\"grid\": [[{}]], \"extraregion\": [{\"cells\": [\"R0C1\"]}]}", "sudoku.bad-value", 0);
    check(
        "{\"grid\": [[{}]], \"extraregion\": [{\"cells\": [\"R1C1\", \"R1C1\"]}]}",
        "sudoku.wrong-houses",
        0,
    );
    let region = "{\"cells\":[\"R1C1\"]}";
    check(
        &format!(
            "{{\"grid\": [[{{}}]], \"extraregion\": [{}{region}]}}",
            format!("{region},").repeat(1000)
        ),
        "sudoku.too-much",
        0,
    );
    check("{\"cells\": [[{}]], \"regions\": [[[0, 1]]]}", "sudoku.bad-value", 0);
    check("{\"cells\": [[{}]], \"cages\": [{\"cells\": [[0]]}]}", "sudoku.bad-value", 0);
}

#[test]
fn malformed_texts_are_refused() {
    check_document("", &[(1, "sudoku.empty")]);
    check_document("\n# nothing\n----\n", &[(1, "sudoku.empty")]);
    check_document("\n,\n", &[(2, "sudoku.empty")]);
    check_document("53..7....\n6..195...\n", &[(1, "sudoku.wrong-shape")]);
    check_document("\n12..\n..3.\n.4.\n...1\n", &[(4, "sudoku.wrong-shape")]);
    check_document("12..\n..3.\n.4..\n...5\n", &[(4, "sudoku.out-of-range")]);
    check_document("1....\n.2...\n..3..\n...4.\n....5\n", &[(1, "sudoku.no-boxes")]);
    // The rest of the text is still read.
    check_document(
        "12..\n..3.\n\n12..\n..3.\n.4..\n...1\n",
        &[(1, "sudoku.wrong-shape"), (4, "12....3..4.....1")],
    );
    check_document("<opensudoku>\n<name></opensudoku>", &[(2, "sudoku.bad-xml")]);
    check_document("<html></html>", &[(1, "sudoku.bad-xml")]);
    check_document("<opensudoku>\n<author>Me", &[(2, "sudoku.bad-xml")]);
    check_document("<opensudoku/>", &[(1, "sudoku.empty")]);
    check_document("<opensudoku><game/></opensudoku>", &[(1, "sudoku.bad-xml")]);
    check_document(
        "<opensudoku><game data=\"version: 9 0|\"/></opensudoku>",
        &[(1, "sudoku.bad-xml")],
    );
    let bomb = "<!DOCTYPE a [<!ENTITY b \"bbbb\">]><opensudoku><name>&b;</name></opensudoku>";
    check_document(bomb, &[(1, "sudoku.bad-xml")]);
    check_document(&bomb.replace("&b;", "b"), &[(1, "sudoku.bad-xml")]);
    check_document(&"<a>".repeat(100_000), &[(1, "sudoku.bad-xml")]);
}

#[test]
fn messages_and_hints_match_the_error() {
    let check = |line: &str, message: &str, hint: &str| {
        let error = parse_line(line, None).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(error.hint().contains(hint), "{}", error.hint());
    };
    check(&SAMPLE.replacen('5', "z", 1), "`z` is not a digit of a 9×9 grid", "A is 10");
    check("5...............", "5 is not between 1 and 4", "A is 10");
    check(&SAMPLE.replacen('5', "\0", 1), "a NUL is not a digit", "`.` for blank");
    check("53..7....", "a grid with 3 rows cannot be cut into boxes", "drawn grid");
    check(&SAMPLE.repeat(2), "162 cells do not make a square grid", "one puzzle per line");
    check(&SAMPLE.repeat(9)[1..], "728 cells do not make a square grid", "729");
    check(&SAMPLE[1..], "80 cells do not make a square grid", "81");
    check("{\"size\":65}", "`size` is not a number from 1 to 64", "");
    check("{\"size\":0, \"grid\": []}", "`size` is not a number from 1 to 64", "");
    let error = parse_line(&SAMPLE[..9], Some(&Layout::classic())).unwrap_err();
    assert!(error.hint().contains("drawn grid"));
    let check = |text: &str, message: &str, hint: &str| {
        let error = parse_document(text, None).remove(0).result.unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert!(error.hint().contains(hint), "{}", error.hint());
    };
    check("<opensudoku></x>", "`</x>`", "OpenSudoku");
    check("<opensudoku><name>", "not closed", "OpenSudoku");
    let game = |data: &str| format!("<opensudoku><game data=\"{data}\"/></opensudoku>");
    check(&game(&"0".repeat(79)), "79 cells instead of 81", "81 digits");
    check(&game("version: 9 0|"), "no readable data", "OpenSudoku");
    check("<opensudoku/>", "no game", "<game");
}

#[test]
fn formats_refuse_what_they_cannot_hold() {
    let classic = parse_one_line(SAMPLE).puzzle;
    let small = parse_one_line("1.....2..3.....4").puzzle;
    let mut marked = classic.clone();
    marked.marks = Some(Candidates::all(&classic.layout));
    let diagonal = Grid::new(classic.layout.with_main_diagonal(), classic.givens.clone());
    let metadata = PuzzleMetadata::default();
    for puzzle in [&small, &marked, &diagonal] {
        assert_eq!(to_sdk(puzzle, &metadata).unwrap_err().code(), "sudoku.unwritable");
        let error = to_opensudoku(std::slice::from_ref(puzzle), &metadata).unwrap_err();
        assert_eq!(error.code(), "sudoku.unwritable");
    }
    assert_eq!(to_pencilmarks(&small).unwrap_err().code(), "sudoku.unwritable");
    marked.marks.as_mut().unwrap().masks_mut()[7] = 0;
    assert_eq!(to_fpuzzles_link(&marked, &metadata).unwrap_err().code(), "sudoku.unwritable");
}
