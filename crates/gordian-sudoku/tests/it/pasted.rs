//! Texts copied from forums, solvers, spreadsheets and web pages, as described in
//! `docs/formats/sudoku-text.md`.

use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::formats::{
    Cage, DocumentEntry, Format, FormatError, Note, ParsedPuzzle, is_line_based, parse_document,
    parse_line, puzzle_text_from_link, to_line,
};

const SAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// `SAMPLE` with basic candidates, as drawn by HoDoKu.
const DRAWN_CANDIDATES: &str = "\
.-------------------.-------------------.--------------------.
| 5     3     124   | 26    7     2468  | 1489  1249   248   |
| 6     247   247   | 1     9     5     | 3478  234    2478  |
| 12    9     8     | 23    34    24    | 13457 6      247   |
:-------------------+-------------------+--------------------:
| 8     125   1259  | 579   6     147   | 4579  2459   3     |
| 4     25    2569  | 8     5     3     | 579   259    1     |
| 7     15    1359  | 59    2     14    | 4589  459    6     |
:-------------------+-------------------+--------------------:
| 139   6     134579| 357   35    7     | 2     8      4     |
| 23    278   237   | 4     1     9     | 36    3      5     |
| 123   1245  12345 | 2356  8     26    | 1346  7      9     |
'-------------------'-------------------'--------------------'
";

fn parse_only(text: &str) -> ParsedPuzzle {
    let mut entries = parse_document(text, None);
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0).result.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the candidates of a cell of a puzzle with marks.
fn marks_of_cell(puzzle: &Grid, cell: usize) -> Vec<u8> {
    puzzle.marks.as_ref().unwrap().digits(cell).collect()
}

fn check_refused(text: &str, line: u64, code: &str) {
    let entries = parse_document(text, None);
    let [DocumentEntry { line: at, result: Err(error) }] = entries.as_slice() else {
        panic!("{text}: {entries:?}")
    };
    assert_eq!((*at, error.code()), (line, code), "{text}");
    assert!(!error.hint().is_empty());
}

#[test]
fn grids_of_candidates_are_read() {
    let found = parse_only(DRAWN_CANDIDATES);
    assert_eq!(
        (found.format, &found.unknown_constructs, &found.placed),
        (Format::Candidates, &vec![], &vec![])
    );
    let mut digits = SAMPLE.to_owned();
    // Cells with one candidate count as given.
    for (cell, digit) in [(40, "5"), (59, "7"), (62, "4"), (70, "3")] {
        digits.replace_range(cell..=cell, digit);
    }
    assert_eq!(to_line(&found.puzzle), digits);
    assert_eq!(marks_of_cell(&found.puzzle, 2), [1, 2, 4]);
    assert_eq!(marks_of_cell(&found.puzzle, 56), [1, 3, 4, 5, 7, 9]);
}

#[test]
fn candidate_grids_are_read_in_every_drawing_style() {
    let wanted = parse_only(DRAWN_CANDIDATES).puzzle;
    let without = |signs: &[char]| DRAWN_CANDIDATES.replace(signs, " ");
    for text in [
        without(&['|', '.', ':', '\'', '+', '-']),
        DRAWN_CANDIDATES.replace('|', "│").replace(['.', ':', '\''], "+"),
        DRAWN_CANDIDATES.replace(['.', ':', '\''], "*").replace('\n', "\r\n"),
        format!("\u{feff}# from a forum\n{DRAWN_CANDIDATES}\n"),
        // A blank line between the boxes.
        DRAWN_CANDIDATES.replace(":-", "\n:-"),
        // Highlighting signs: candidates of a step, and those that it removes.
        DRAWN_CANDIDATES
            .replace(" 124 ", " 1(24)")
            .replace("2468", "24-68")
            .replace(" 2459 ", " 24*59*"),
    ] {
        assert_eq!(parse_only(&text).puzzle, wanted, "{text}");
        assert!(!is_line_based(text.as_bytes(), None), "{text}");
    }
    // Placed digits, and cells with all candidates.
    let found =
        parse_only(&DRAWN_CANDIDATES.replacen(" 6 ", " +6 ", 1).replacen(" 124 ", " .   ", 1));
    assert_eq!(
        (found.placed.as_slice(), marks_of_cell(&found.puzzle, 2).len()),
        (&[(9, 6)][..], 9)
    );
    // A small grid; and two grids, one of them without candidates.
    let small = "12 3 4 12\n3 4 12 12\n4 12 3 12\n12 12 12 34\n";
    let found = parse_only(small);
    assert_eq!(
        (to_line(&found.puzzle).as_str(), marks_of_cell(&found.puzzle, 15)),
        (".34.34..4.3.....", vec![3, 4])
    );
    let both = format!(
        "{}\n{DRAWN_CANDIDATES}",
        SAMPLE
            .as_bytes()
            .chunks(9)
            .map(|row| { format!("{}\n", std::str::from_utf8(row).unwrap()) })
            .collect::<String>()
    );
    let formats: Vec<_> =
        parse_document(&both, None).into_iter().map(|entry| entry.result.unwrap().format).collect();
    assert_eq!(formats, [Format::Block, Format::Candidates]);
}

#[test]
fn other_formats_are_not_read_as_candidate_grids() {
    // Grids in groups, on separate lines.
    let lines = "1234 3412 2143 4321\n1234 1234 1234 1234\n";
    let formats: Vec<_> =
        parse_document(lines, None).into_iter().map(|entry| entry.result.unwrap().format).collect();
    assert_eq!(formats, [Format::Line, Format::Line]);
    let full = "534 678 912 672 195 348 198 342 567 859 761 423 426 853 791 713 924 856 961 537 284 287 419 635 345 286 179";
    assert_eq!(parse_only(full).format, Format::Line);
    let row = |line: &str| {
        line.as_bytes()
            .chunks(3)
            .map(|part| format!("{} ", std::str::from_utf8(part).unwrap()))
            .collect::<String>()
    };
    let block: String = full
        .replace(' ', "")
        .as_bytes()
        .chunks(9)
        .map(|line| format!("{}\n", row(std::str::from_utf8(line).unwrap())))
        .collect();
    assert_eq!(parse_only(&block).format, Format::Block);
}

#[test]
fn malformed_candidates_are_refused() {
    let line = |number: usize| DRAWN_CANDIDATES.lines().nth(number - 1).unwrap();
    check_refused(
        &DRAWN_CANDIDATES.replace(&format!("{}\n", line(7)), ""),
        2,
        "sudoku.wrong-shape",
    );
    check_refused(&DRAWN_CANDIDATES.replace("| 12    9 ", "| 129 "), 4, "sudoku.wrong-shape");
    // A digit twice in a cell, and one that the grid does not have.
    check_refused(&DRAWN_CANDIDATES.replacen("2468", "2462", 1), 2, "sudoku.bad-character");
    check_refused(&DRAWN_CANDIDATES.replacen("2468", "24x8", 1), 2, "sudoku.bad-character");
    check_refused("12 3 4 12\n3 4 12 12\n4 12 3 12\n12 12 12 35\n", 4, "sudoku.bad-character");
    let entries = parse_document(&DRAWN_CANDIDATES.replacen("2468", "2462", 1), None);
    let Err(FormatError::InvalidNumber { found, column }) = &entries[0].result else {
        panic!("{entries:?}")
    };
    assert_eq!((found.as_str(), *column), ("2462", 35));
}

/// `SAMPLE` with separators between cells and empty blanks.
fn sample_spreadsheet(separator: &str) -> String {
    let rows = SAMPLE.as_bytes().chunks(9).map(|row| {
        let cell =
            |&byte: &u8| if byte == b'.' { String::new() } else { char::from(byte).to_string() };
        row.iter().map(cell).collect::<Vec<_>>().join(separator) + "\n"
    });
    rows.collect()
}

#[test]
fn spreadsheets_are_read() {
    for separator in ["\t", ",", ";"] {
        let text = sample_spreadsheet(separator);
        for text in [
            text.clone(),
            text.replace('\n', "\r\n"),
            format!("\n\n{text}\n"),
            text.replace('\n', &format!("{separator}\n")),
            text.replace('5', "\"5\""),
            text.trim_end_matches('\n').to_owned(),
        ] {
            let found = parse_only(&text);
            assert_eq!(
                (found.format, to_line(&found.puzzle).as_str()),
                (Format::Block, SAMPLE),
                "{text:?}"
            );
            assert!(!is_line_based(text.as_bytes(), None));
        }
    }
    // A row without digits consists of tabs.
    let empty = "1\t\t\t\n\t\t\t\n\t\t\t\n\t\t\t4\n";
    assert_eq!(to_line(&parse_only(empty).puzzle), "1..............4");
    // Candidates in a cell, together or apart.
    let lists = "\"1, 2\",3,4,12\n3,4,,12\n4,\"1 2\",3,12\n12,12,12,34\n";
    let found = parse_only(lists);
    assert_eq!(found.format, Format::Candidates);
    assert_eq!(
        (marks_of_cell(&found.puzzle, 0), marks_of_cell(&found.puzzle, 6).len()),
        (vec![1, 2], 4)
    );
    // Numbers of two figures in a large grid.
    let large: String = (0..16)
        .map(|row| format!("{}{}\n", if row == 3 { "16" } else { "" }, ",".repeat(15)))
        .collect();
    assert_eq!(parse_only(&large).puzzle.givens[48], 16);
}

/// A table drawing of `SAMPLE` with empty blank cells: the text before, between and after cells.
fn sample_table(row: impl Fn(&[String]) -> String) -> String {
    let rows = SAMPLE.as_bytes().chunks(9).map(|digits| {
        let cell = |&byte: &u8| char::from(byte).to_string().replace('.', " ");
        row(&digits.iter().map(cell).collect::<Vec<_>>()) + "\n"
    });
    rows.collect()
}

#[test]
fn spaces_in_tables_are_blank_cells() {
    let cells = sample_table(|row| format!("| {} |", row.join(" | ")));
    let parts = |join: &str, around: &str| {
        sample_table(|row| {
            let parts: Vec<_> =
                row.chunks(3).map(|part| format!("{around}{}{around}", part.join(join))).collect();
            format!("|{}|", parts.join("|"))
        })
    };
    let bordered = |text: &str| {
        let border = "+-----+-----+-----+\n";
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        lines.chunks(3).map(|band| format!("{border}{}", band.concat())).collect::<String>()
            + border
    };
    for text in [
        cells.clone(),
        cells.replace(" | ", "|").replace("| ", "|").replace(" |", "|"),
        cells.replace('|', "│"),
        cells.replacen('\n', "\n|---|---|---|---|---|---|---|---|---|\n", 1),
        parts("", ""),
        parts(" ", ""),
        parts(" ", " "),
        bordered(&parts(" ", "")).replace('\n', "\r\n"),
        bordered(&parts(" ", " ")).lines().map(|line| format!("    {line}\n")).collect(),
    ] {
        let found = parse_only(&text);
        assert_eq!(
            (found.format, to_line(&found.puzzle).as_str()),
            (Format::Block, SAMPLE),
            "{text}"
        );
    }
    let blank = "|1| | | |\n| | | | |\n| | | | |\n| | | |4|\n";
    assert_eq!(to_line(&parse_only(blank).puzzle), "1..............4");
    // With blank signs, a table is read like any drawn grid.
    assert_eq!(to_line(&parse_only(&cells.replace("   ", " . ")).puzzle), SAMPLE);
    check_refused(&blank.replace('4', "5"), 4, "sudoku.out-of-range");
    let entries = parse_document(&blank.replace('4', "x!"), None);
    assert_eq!(entries[0].result.as_ref().unwrap_err().column(), Some(8));
    // The cells of a longer line cannot be determined.
    assert!(
        parse_document(&parts(" ", "").replacen("5 3", "5  3", 1), None)
            .iter()
            .all(|entry| entry.result.is_err())
    );
}

#[test]
fn malformed_spreadsheets_are_refused() {
    check_refused(&sample_spreadsheet(",").replacen(",7,", ",x7,", 1), 1, "sudoku.bad-character");
    check_refused(
        &sample_spreadsheet("\t").replacen("\t7\t", "\t0.7\t", 1),
        1,
        "sudoku.bad-character",
    );
    check_refused("1,,,\n,,,\n,\"7\",,\n,,,4\n", 3, "sudoku.out-of-range");
    // A missing row, and an extra field.
    let (_, short) = sample_spreadsheet("\t")
        .split_once('\n')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    assert!(parse_document(&short, None).iter().all(|entry| entry.result.is_err()));
    let wide = sample_spreadsheet("\t").replacen('\n', "\t\t1\n", 1);
    assert!(parse_document(&wide, None).iter().all(|entry| entry.result.is_err()));
}

const BOARD_IN_PROGRESS: &str = "S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6020eb707bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi";

#[test]
fn links_of_sudokuwiki_are_read() {
    let zeros = SAMPLE.replace('.', "0");
    for link in [
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
        format!("http://sudokuwiki.org/Sudoku.htm?bd={SAMPLE}&n=1"),
        format!("www.sudokuwiki.org/sudoku.htm?n=1&bd={zeros}#top"),
    ] {
        let found = parse_line(&link, None).unwrap();
        assert_eq!((found.format, to_line(&found.puzzle).as_str()), (Format::SudokuWiki, SAMPLE));
    }
    let found =
        parse_line(&format!("https://www.sudokuwiki.org/sudoku.htm?bd={BOARD_IN_PROGRESS}"), None);
    let found = found.unwrap();
    assert_eq!(
        to_line(&found.puzzle),
        ".1.9.36......8....9.....5.7..2.1.43....4.2....64.7.2..7.1.....5....3......56.1.2."
    );
    // 4s is 172: above 18 the mask 154 of 2, 4, 5 and 8. 0g is 16: 7 was placed.
    assert_eq!((marks_of_cell(&found.puzzle, 0), found.placed[0]), (vec![2, 4, 5, 8], (2, 7)));
    assert_eq!(parse_line(BOARD_IN_PROGRESS, None).unwrap().puzzle, found.puzzle);
    // The marks do not contradict the digits of the grid.
    let position = found.with_placed_digits();
    let left = Candidates::of(&Grid { marks: None, ..position.clone() });
    for cell in (0..81).filter(|&cell| position.givens[cell] == 0) {
        let mask = found.puzzle.marks.as_ref().unwrap().mask(cell);
        assert_eq!(mask & !left.mask(cell), 0, "cell {cell}");
    }
}

#[test]
fn other_boards_of_sudokuwiki_are_refused() {
    let check = |link: &str, code: &str| {
        let error = parse_line(link, None).unwrap_err();
        assert_eq!((error.code(), error.hint().is_empty()), (code, false), "{link}: {error}");
    };
    let site = "https://www.sudokuwiki.org";
    check(&format!("{site}/killersudoku.htm?bd={SAMPLE}"), "sudoku.unknown-link");
    check(&format!("{site}/sudokux.htm?bd={SAMPLE}"), "sudoku.unknown-link");
    check(&format!("{site}/jigsaw.asp?bd={SAMPLE}"), "sudoku.unknown-link");
    check(&format!("{site}/sudoku.htm"), "sudoku.unknown-link");
    check(&format!("{site}/X_Wing_Strategy"), "sudoku.unknown-link");
    check(&format!("{site}/sudoku.htm?bd={}", &SAMPLE[1..]), "sudoku.wrong-length");
    check(&format!("{site}/sudoku.htm?bd=S9C{}", &BOARD_IN_PROGRESS[3..]), "sudoku.unknown-link");
    check(&format!("{site}/sudoku.htm?bd={}", &BOARD_IN_PROGRESS[..100]), "sudoku.damaged-link");
    check(&BOARD_IN_PROGRESS.replacen("4s", "00", 1), "sudoku.damaged-link");
    check(&BOARD_IN_PROGRESS.replacen("4s", "zz", 1), "sudoku.damaged-link");
    let error = parse_line(&format!("{site}/killersudoku.htm?bd=1"), None).unwrap_err();
    assert!(error.to_string().contains("killersudoku.htm"), "{error}");
}

#[test]
fn gordian_links_are_read() {
    let link = format!("http://127.0.0.1:8080/#/sudoku?p={SAMPLE}&d=..4{}&k=-2", ".".repeat(78));
    let found = parse_line(&link, None).unwrap();
    assert_eq!((to_line(&found.puzzle).as_str(), found.placed.as_slice()), (SAMPLE, &[(2, 4)][..]));
    assert_eq!(found.notes, [Note::Ignored { what: "corner marks".to_owned() }]);
    // A drawn grid in a link, on any page; the hash alone.
    for link in [
        "https://a.example/b/#/sudoku?p=12..%0A..3.%0A.4..%0A...1",
        "#/sudoku?p=12..+..3.+.4..+...1",
    ] {
        assert_eq!(to_line(&parse_line(link, None).unwrap().puzzle), "12....3..4.....1", "{link}");
    }
    let check = |link: &str, code: &str| {
        assert_eq!(parse_line(link, None).unwrap_err().code(), code, "{link}");
    };
    let file = "https://a.example/#/sudoku?p=kind+%3D+%22grid%22%0Asize+%3D+4";
    check(file, "sudoku.unknown-link");
    assert_eq!(puzzle_text_from_link(file).as_deref(), Some("kind = \"grid\"\nsize = 4"));
    check("#/sudoku?d=1", "sudoku.unknown-link");
    check("#/sudoku?p=12345", "sudoku.wrong-length");
    // Nested links could nest without bound.
    check(&"#/sudoku?p=".repeat(50_000), "sudoku.unknown-link");
}

fn with_cages(cages: &str) -> ParsedPuzzle {
    let row = "[{},{},{},{}]";
    let grid = [row; 4].join(",");
    parse_line(&format!("{{\"size\":4,\"grid\":[{grid}],\"killercage\":[{cages}]}}"), None).unwrap()
}

#[test]
fn cages_of_fpuzzles_are_read() {
    let found = with_cages(
        "{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"5\",\"outlineC\":\"#f00\"},{\"cells\":[\"R4C4\",\"R3C4\"]}",
    );
    assert_eq!(found.cages, [Cage { cells: vec![0, 1], sum: 5, distinct: true }]);
    assert_eq!(
        (found.unknown_constructs.len(), found.missing_rules()),
        (0, vec!["killercage".to_owned()])
    );
    // A cage without a sum is a group.
    let group = found.puzzle.layout.houses().last().unwrap();
    assert_eq!((group.name.as_str(), group.cells.as_slice()), ("cage 2", &[11, 15][..]));
    for value in ["\"<9\"", "\"?\"", "\"65\"", "-3", "1.5"] {
        let found = with_cages(&format!("{{\"cells\":[\"R1C1\"],\"value\":{value}}}"));
        assert_eq!(
            (found.cages.len(), found.unknown_constructs),
            (0, vec!["killercage".to_owned()]),
            "{value}"
        );
    }
    let found = with_cages("{\"cells\":[\"R1C1\"],\"value\":1,\"cloneOf\":2}");
    assert_eq!(found.missing_rules(), ["killercage", "killercage.cloneOf"]);
    let twice = "{\"grid\":[[{}]],\"killercage\":[{\"cells\":[\"R1C1\",\"R1C1\"],\"value\":1}]}";
    assert_eq!(parse_line(twice, None).unwrap_err().code(), "sudoku.bad-value");
    let empty = "{\"grid\":[[{}]],\"killercage\":[{\"cells\":[],\"value\":1}]}";
    assert_eq!(parse_line(empty, None).unwrap_err().code(), "sudoku.bad-value");
}

#[test]
fn complete_cages_of_sudokupad_are_read() {
    let cages = |cage: &str| {
        let text = format!("{{\"cells\":[[{{}},{{}}],[{{}},{{}}]],\"cages\":[{cage}]}}");
        parse_line(&text, None).unwrap()
    };
    let cells = "\"cells\":[[0,0],[0,1]]";
    let found = cages(&format!("{{{cells},\"value\":\"3\",\"unique\":true,\"sum\":3}}"));
    assert_eq!(found.cages, [Cage { cells: vec![0, 1], sum: 3, distinct: true }]);
    assert_eq!(found.unknown_constructs, [""; 0]);
    let found = cages(&format!("{{{cells},\"value\":\"4\",\"unique\":false}}"));
    assert_eq!(found.cages, [Cage { cells: vec![0, 1], sum: 4, distinct: false }]);
    // Whether digits repeat is undefined; or the label differs from the sum.
    for cage in [
        "\"value\":\"3\"",
        "\"value\":\"a\",\"unique\":true",
        "\"value\":\"4\",\"sum\":3,\"unique\":true",
    ] {
        let found = cages(&format!("{{{cells},{cage}}}"));
        assert_eq!(
            (found.cages.len(), found.unknown_constructs),
            (0, vec!["cages".to_owned()]),
            "{cage}"
        );
    }
}

#[test]
fn candidate_grids_take_the_given_layout() {
    let latin = Layout::latin(4).unwrap();
    let text = "12 3 4 12\n3 4 12 12\n4 12 3 12\n12 12 12 34\n";
    let entries = parse_document(text, Some(&latin));
    assert_eq!(entries[0].result.as_ref().unwrap().puzzle.layout, latin);
    let entries = parse_document(DRAWN_CANDIDATES, Some(&latin));
    assert_eq!(entries[0].result.as_ref().unwrap_err().code(), "sudoku.wrong-length");
}
