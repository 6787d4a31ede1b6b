//! Files with faults: each gives messages that a person can act on.

use std::fmt::Write;

use gordian_puzzles::parse;

use crate::support::{files, render};

/// Adding a file to `testdata/malformed` adds a case. The snapshot is the text that people read.
#[test]
fn malformed_files_say_what_is_wrong_and_where() {
    let mut out = String::new();
    let files = files("testdata/malformed");
    assert!(files.len() >= 60, "the corpus is gone");
    for file in files {
        let source = fs_err::read_to_string(&file).unwrap();
        let faults = parse(&source).expect_err(&format!("{} has no fault", file.display()));
        assert!(!faults.is_empty());
        writeln!(out, "# {}", file.file_stem().unwrap().display()).unwrap();
        writeln!(out, "{}", render(&source, &faults)).unwrap();
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_caret_stands_at_the_character() {
    let source = "kind = 'grid'\ngivens = '''\n  1...\n  ..é.\n  .3..\n  ...4\n'''";
    let faults = parse(source).unwrap_err();
    insta::assert_snapshot!(render(source, &faults), @r"
    4:5: `é` is not a digit [puzzle.bad-character]
          ..é.
            ^
      hint: a cell is a number from 1, a letter (A is 10), or `.` for empty
    ");
}

#[test]
fn a_hostile_file_is_refused_in_bounded_work() {
    let long = "#".repeat(5 << 20);
    assert_eq!(parse(&long).unwrap_err()[0].code, "puzzle.too-long");

    let board = format!("kind = 'goishi'\nboard = '''\n{}'''", "?\n".repeat(900));
    assert_eq!(parse(&board).unwrap_err().len(), 100);

    let keys: String = (0..50_000).map(|i| format!("k{i} = 1\n")).collect();
    assert_eq!(parse(&format!("kind = 'grid'\n{keys}")).unwrap_err().len(), 100);

    let deep = format!("kind = {}", "[".repeat(200_000));
    assert_eq!(parse(&deep).unwrap_err()[0].code, "puzzle.syntax");
}

#[test]
fn accepted_spellings_mean_the_same() {
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
