//! Malformed files and their messages.

use std::fmt::Write;

use gordian_puzzles::{Kind, parse};

use crate::support::{files, render};

/// Each file in `testdata/malformed` is a case. The snapshot contains the messages as they are
/// displayed.
#[test]
fn malformed_files_say_what_is_wrong_and_where() {
    let mut out = String::new();
    let files = files("testdata/malformed");
    assert!(files.len() >= 60, "the corpus is gone");
    for file in files {
        let source = fs_err::read_to_string(&file).unwrap();
        let diagnostics = parse(&source).expect_err(&format!("{} has no error", file.display()));
        assert!(!diagnostics.is_empty());
        writeln!(out, "# {}", file.file_stem().unwrap().display()).unwrap();
        writeln!(out, "{}", render(&source, &diagnostics)).unwrap();
    }
    // New kinds do not change the messages.
    let kinds: Vec<&str> = Kind::all().iter().map(|kind| kind.name()).collect();
    insta::assert_snapshot!(out.replace(&kinds.join(", "), "[all kinds]"));
}

#[test]
fn the_caret_marks_the_character() {
    let source = "kind = 'grid'\ngivens = '''\n  1...\n  ..é.\n  .3..\n  ...4\n'''";
    let diagnostics = parse(source).unwrap_err();
    insta::assert_snapshot!(render(source, &diagnostics), @r"
    4:5: `é` is not a digit [puzzle.bad-character]
          ..é.
            ^
      hint: a cell is a number from 1, a letter (A is 10), or `.` for empty
    ");
}

#[test]
fn hostile_files_are_rejected_with_bounded_work() {
    let long = "#".repeat(5 << 20);
    assert_eq!(parse(&long).unwrap_err()[0].code, "puzzle.too-long");

    let board = format!("kind = 'goishi'\nboard = '''\n{}'''", "?\n".repeat(900));
    assert_eq!(parse(&board).unwrap_err().len(), 100);

    let keys: String = (0..50_000).map(|i| format!("k{i} = 1\n")).collect();
    assert_eq!(parse(&format!("kind = 'grid'\n{keys}")).unwrap_err().len(), 100);

    // Of a large file, only the first syntax error is reported: the parser would keep every one.
    let errors = |n: usize| parse(&format!("kind = 'grid'\n{}", "=\n".repeat(n))).unwrap_err();
    assert_eq!(errors(30_000).len(), 100);
    assert_eq!(errors(40_000), errors(1)[..1]);

    let deep = format!("kind = {}", "[".repeat(200_000));
    assert_eq!(parse(&deep).unwrap_err()[0].code, "puzzle.syntax");
}

#[test]
fn equivalent_spellings_are_parsed_equal() {
    let plain = parse("kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''").unwrap();
    let check = |givens: &str| {
        assert_eq!(parse(&format!("kind = 'grid'\ngivens = {givens}")), Ok(plain.clone()));
    };
    check("'''\r\n1...\r\n..2.\r\n.3..\r\n...4\r\n'''");
    check("'''\n1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n'''");
    check("'''\n  10|00\n  00|20\n\n  03|00\n  00|04\n'''");
    check("\"1...\\n..2.\\n.3..\\n...4\"");
    check("'''\n1...\n..2.\n.3..\n...4'''\nsize = 4\nbox = [2, 2]");
}
