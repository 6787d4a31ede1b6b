//! Every format is read, written and refused as `docs/formats/sudoku-text.md` says.

use std::fmt::Write as _;
use std::io::BufReader;

use gordian_sudoku::formats::{
    DocumentEntry, Format, FormatError, LineReader, MAX_UNPACKED_UNITS, Note, ParsedPuzzle,
    PuzzleMetadata, digits_to_line, is_line_based, normalise_line_endings, parse_classic_line,
    parse_document, parse_document_with_limit, parse_line, to_block, to_fpuzzles_link, to_line,
    to_opensudoku, to_pencilmarks, to_sdk,
};
use gordian_sudoku::{Candidates, HouseKind, Layout, Puzzle};
use proptest::prelude::*;

const SAMPLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SDK: &str = include_str!("../../testdata/formats/sample.sdk");
const XML: &str = include_str!("../../testdata/formats/sample.opensudoku");

/// Packed by the JavaScript library lz-string 1.5.0 from JSON of our own.
const FPUZZLES: &str = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QGUBDAWwAccRVCBXNACwHsAnBEAcWYBMJCA7SkE2o4wMNKwByzYoSwACISIB0AgOZMInBAG1toAG6zquAKypVEfTH7w0QmAF9kBo7gDM5y9YR3jTl1jGCAAsqADG1mgwTAAK1mEQWACyhEwA1mA6AIzIAEwAuv4gFla8cbwJyakZOrnIAGyFziCGgbgA7J6lPvb+fc59+ch6La4I9V3etr0DswFB8DnFXja+js2tCyjL3dN+G2PwZjtTa/3Ag8MXB20I2yWnM/O4AByTq0/n56O38BMnH32FyGI02r3ePSBXxuC3+D0B62uSKKYIQHgBkMcIOeIQhe0R31R8DeGPxhMO6PhmOhOMWeLO2J+C06pLOc3JvzqrM+7JhuDhK2p2JRhwFuzZyN5tK5VLJfIQJNlEocwqlTNwoW5QPVCCWSqeOqQ9J5SMNx31flVktNRMVgrl1sNLItiMN93tDKGIG4hFUDF4sgA1JjUDAAB52VIwCz+nSgCJYLCZeDaEAAJSyAGEsgI07lM7lc25M24QIUvWlEjgmGFfbgRgmkzp0yZs7n6m2vUSQFkcyrUPRosQGMQxNE4yAsBBeDBk7p04g26g04vC/ly1ReBg0rwIKo6OJ8aheP6wv7RGFaF4EAAzWSiVBgBiBDCxlNZQpAA==";
/// Shortened as SudokuPad does it, then packed by the same library.
const SHORTENED: &str = "https://sudokupad.app/sclN4YwzgXArADANCAphA2i4A3CBGAvnAgXThQMwgCZ9jTyBmfOURAOwBcAnRAWwEMOA1pBTY4FQrhoE4hYl1Rp4MGvGw1RykqLU0U8cSXh11Yk8d0U4mlJbUk6Vmg50kbpkpeP33KB+eIgvKjkAORsAJZsADbIAAQAygD23IgARokAJgCeADohYLEALCH4obwArmwAFokcELEAsoglTFj5iVGV4Yks9dgUdMWl5SzhAI7lyGwIyIqOWnA6pWDl3NBwI+OTENNICg7WzrJwWFCScFHBIBCDAEK3AKIAbHDVlHAA7gAOCko0hXBCrJzokrhAAMTwOrTNjIEIlCRAA===";
const SUDOKUPAD: &str = "https://sudokupad.app/sudoku/ctcN4IgxgpgNlDOIC4DaTQDcCGUCuFEEYBfAGmBLNMIF1jVzyRMc8EAmemu0xrXREAMwh63SADsALgCcIAWwxSA1vGT5irKtVoUdHGiBkBzAJYB7MSpRIADMWudb+Tmvu01TzjfUPiA597dfKk9WO05Qp1oBMKjiD1okUI1aUL9Y5KRov2DiEFkICQwAEwxCxFAJYwkoFhAAFRBcjEljRTFjQwALCURpXEJCIA=";

fn parse_one_line(line: &str) -> ParsedPuzzle {
    parse_line(line, None).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn parse_only(text: &str) -> ParsedPuzzle {
    let mut entries = parse_document(text, None);
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0).result.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check_line(line: &str, format: Format, digits: &str) {
    let found = parse_one_line(line);
    assert_eq!((found.format, to_line(&found.puzzle).as_str()), (format, digits), "{line}");
    assert_eq!(found.unknown_constructs, [""; 0], "{line}");
}

#[test]
fn line_grids_are_read() {
    check_line(SAMPLE, Format::Line, SAMPLE);
    check_line(&SAMPLE.replace('.', "0"), Format::Line, SAMPLE);
    for blank in ["_", "-", "*", "?", "x", "X"] {
        check_line(&SAMPLE.replace('.', blank), Format::Line, SAMPLE);
    }
    check_line(&format!("\u{feff}  {SAMPLE}\r\n"), Format::Line, SAMPLE);
    check_line("1...|..2.|.3..|...4", Format::Line, "1.....2..3.....4");
    check_line("12 .. .. 3. .4 .. .. .1", Format::Line, "12....3..4.....1");
    check_line("1 . 0 2, 3 - * 4 . . . . . . . 1", Format::Numbers, "1..23..4.......1");
    check_line(&format!("{}g{}", ".".repeat(100), ".".repeat(155)), Format::Line, &{
        format!("{}G{}", ".".repeat(100), ".".repeat(155))
    });
    check_line("1", Format::Line, "1");
}

#[test]
fn large_grids_are_read_as_numbers() {
    let line = |n: usize| {
        let mut line = format!("{n}");
        for cell in 1..n * n {
            write!(line, " {}", if cell == 5 { "7" } else { "." }).unwrap();
        }
        line
    };
    for n in [16, 25, 36, 64] {
        let found = parse_one_line(&line(n));
        assert_eq!(found.format, Format::Numbers);
        assert_eq!((usize::from(found.puzzle.givens[0]), found.puzzle.givens[5]), (n, 7));
        assert_eq!(found.puzzle.layout.box_size(), Some((n.isqrt(), n.isqrt())));
    }
}

#[test]
fn boxes_are_default_or_given() {
    let six = parse_one_line(&".".repeat(36));
    assert_eq!(six.puzzle.layout, Layout::boxes(2, 3).unwrap());
    assert_eq!(six.notes, [Note::AssumedBoxes { height: 2, width: 3 }]);
    let tall = Layout::boxes(3, 2).unwrap();
    let found = parse_line(&".".repeat(36), Some(&tall)).unwrap();
    assert_eq!((&found.puzzle.layout, found.notes.len()), (&tall, 0));
    let seven = Layout::latin(7).unwrap();
    assert_eq!(parse_line(&"7......".repeat(7), Some(&seven)).unwrap().puzzle.layout, seven);
    let diagonal = Layout::classic().with_main_diagonal();
    assert_eq!(parse_line(SAMPLE, Some(&diagonal)).unwrap().puzzle.layout, diagonal);
}

#[test]
fn trailing_text_is_noted() {
    let check = |line: &str, text: &str| {
        let found = parse_one_line(line);
        assert_eq!(to_line(&found.puzzle), SAMPLE, "{line}");
        assert_eq!(found.notes, [Note::TrailingText { text: text.to_owned() }], "{line}");
    };
    check(&format!("{SAMPLE} # easy, 30 clues"), "easy, 30 clues");
    check(&format!("{SAMPLE};11.9;name"), "11.9;name");
    check(&format!("{SAMPLE},{SAMPLE}"), SAMPLE);
}

#[test]
fn pencil_marks_are_read() {
    let puzzle = parse_one_line(SAMPLE).puzzle;
    let marks = to_pencilmarks(&puzzle).unwrap();
    assert_eq!(&marks[..18], "....5......3......");
    let found = parse_one_line(&marks);
    assert_eq!((found.format, found.puzzle), (Format::PencilMarks, puzzle));
    // Marks that exclude something; and a cell that is left nothing, which is no fault of a text.
    let found = parse_one_line(&format!("12.......{}{}", "123456789".repeat(79), ".".repeat(9)));
    let marks = found.puzzle.marks.unwrap();
    assert_eq!((marks.mask(0), marks.mask(1), marks.mask(80)), (0b11, 0b1_1111_1111, 0));
    // A grid of that many cells is read where it is asked for.
    let large = Layout::boxes(3, 9).unwrap();
    assert_eq!(parse_line(&".".repeat(729), Some(&large)).unwrap().puzzle.layout.n(), 27);
}

#[test]
fn library_lines_are_read() {
    let grid = SAMPLE.replacen("..", "+4.", 1);
    let found = parse_one_line(&format!(":0110-1:1:{grid}:612 714:123 456:999:7"));
    assert_eq!((found.format, to_line(&found.puzzle).as_str()), (Format::Hodoku, SAMPLE));
    assert_eq!(found.placed, [(2, 4)]);
    assert_eq!(found.with_placed_digits().givens[2], 4);
    let marks = found.puzzle.marks.as_ref().unwrap();
    // 612: digit 6 in row 1, column 2. 714: digit 7 in row 1, column 4.
    assert_eq!((marks.mask(1), marks.mask(3), marks.mask(0)), (0x1df, 0x1bf, 0x1ff));
    let case = found.library_case.unwrap();
    assert_eq!((case.technique.as_str(), case.digits.as_str()), ("0110-1", "1"));
    assert_eq!((case.eliminations, case.placements), (vec![(11, 1), (41, 4)], vec![(80, 9)]));
    assert_eq!(case.extra, "7");
    assert_eq!(parse_one_line(&format!(":0000:x:{SAMPLE}:::")).puzzle.marks, None);
}

#[test]
fn fpuzzles_links_are_read() {
    let found = parse_one_line(FPUZZLES);
    assert_eq!((found.format, to_line(&found.puzzle).as_str()), (Format::FPuzzles, SAMPLE));
    assert_eq!(found.unknown_constructs, ["thermometer", "antiknight"]);
    assert_eq!(found.missing_rules(), ["killercage", "thermometer", "antiknight"]);
    assert_eq!(found.placed, [(2, 4)]);
    let ignored = |what: &str| Note::Ignored { what: what.to_owned() };
    assert_eq!(found.notes, [ignored("grid.centerPencilMarks"), ignored("solution")]);
    assert_eq!(found.metadata.title.as_deref(), Some("Sample"));
    assert_eq!(found.metadata.author.as_deref(), Some("Gordian"));
    assert_eq!(found.metadata.description.as_deref(), Some("Normal rules."));
    assert_eq!(found.puzzle.marks.unwrap().digits(3).collect::<Vec<_>>(), [2, 6]);
    let layout = Layout::classic().with_anti_diagonal();
    assert_eq!(found.puzzle.layout, layout.with_group("extra region 1", vec![0, 10, 20]).unwrap());
    // The same data in other links.
    let data = FPUZZLES.split_once("load=").unwrap().1;
    for link in [
        format!("f-puzzles.com/?x=1&load={}", data.replace('+', "%2B").replace('=', "%3D")),
        format!("https://f-puzzles.com/?load={}", data.replace('+', " ")),
        format!("https://sudokupad.app/fpuzzles{data}"),
        format!("https://beta.sudokupad.app/sudoku/fpuz{data}?setting-nogrid=1"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuz{data}"),
        format!("fpuz{data}"),
    ] {
        assert_eq!(parse_line(&link, None), Ok(parse_one_line(FPUZZLES)), "{link}");
    }
}

#[test]
fn regions_of_links_are_read() {
    let json = |region: &dyn Fn(usize, usize) -> String, more: &str| {
        let cell = |row, column| format!("{{\"region\": {}}}", region(row, column));
        let row = |row| (0..4).map(|column| cell(row, column)).collect::<Vec<_>>().join(",");
        let rows = (0..4).map(|at| format!("[{}]", row(at))).collect::<Vec<_>>().join(",");
        parse_one_line(&format!("{{\"size\": 4, \"grid\": [{rows}]{more}}}"))
    };
    let irregular = |row: usize, column: usize| (row / 2 * 2 + (column + row % 2) % 4 / 2) % 4;
    let found = json(&|row, column| irregular(row, column).to_string(), "");
    let labels: Vec<_> = (0..16).map(|cell| irregular(cell / 4, cell % 4)).collect();
    assert_eq!(found.puzzle.layout, Layout::regions(4, &labels).unwrap());
    assert_eq!(json(&|_, _| "null".to_owned(), "").puzzle.layout, Layout::latin(4).unwrap());
    // A part of the grid in a region: its cells differ, whatever else there is.
    let found = json(&|row, _| if row == 0 { "7".to_owned() } else { "null".to_owned() }, "");
    let group = &found.puzzle.layout.houses()[8];
    assert_eq!(
        (group.kind, &group.cells, found.unknown_constructs.len()),
        (HouseKind::Group, &vec![0, 1, 2, 3], 0)
    );
    // More cells than digits cannot differ, so that something else must be meant.
    assert_eq!(json(&|_, _| "1".to_owned(), "").unknown_constructs, ["region of 16 cells"]);
    let boxes = |row: usize, column: usize| (row / 2 * 2 + column / 2).to_string();
    let found = json(&boxes, ", \"disjointgroups\": true");
    let group = found.puzzle.layout.houses().last().unwrap();
    assert_eq!(
        (group.name.as_str(), group.cells.as_slice()),
        ("disjoint group 4", &[5, 7, 13, 15][..])
    );
    let irregular = |row: usize, column: usize| irregular(row, column).to_string();
    assert_eq!(
        json(&irregular, ", \"disjointgroups\": true").unknown_constructs,
        ["disjointgroups"]
    );
}

#[test]
fn sudokupad_links_are_read() {
    let found = parse_one_line(SHORTENED);
    assert_eq!(
        (found.format, to_line(&found.puzzle).as_str()),
        (Format::SudokuPad, "1.....2..3......")
    );
    assert_eq!(found.metadata.title.as_deref(), Some("Somebody's 4"));
    assert_eq!(found.metadata.author.as_deref(), Some("Me"));
    assert_eq!(found.missing_rules(), ["cages", "lines", "overlays"]);
    let layout = Layout::boxes(2, 2).unwrap().with_group("cage 4", vec![0, 5]).unwrap();
    assert_eq!(found.puzzle.layout, layout);
    let found = parse_one_line(SUDOKUPAD);
    assert_eq!(found.unknown_constructs, ["metadata.antiknight"]);
    assert_eq!(
        (found.metadata.title.as_deref(), found.puzzle.layout.box_size()),
        (Some("T"), Some((2, 2)))
    );
    let bare = parse_one_line("scl{ce:[[{v:1}]],title:'See http://a.b/c'}");
    assert_eq!(bare.metadata.title.as_deref(), Some("See http://a.b/c"));
    let short = "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79";
    assert_eq!(to_line(&parse_one_line(short).puzzle), SAMPLE);
    let found = parse_one_line(&format!("https://sudokupad.app/{short}xwq"));
    let names: Vec<_> =
        found.puzzle.layout.houses()[27..].iter().map(|house| house.name.as_str()).collect();
    assert_eq!(
        names,
        ["main diagonal", "anti-diagonal", "window 1", "window 2", "window 3", "window 4"]
    );
    assert_eq!(found.puzzle.layout.houses()[29].cells, [10, 11, 12, 19, 20, 21, 28, 29, 30]);
    assert_eq!(found.unknown_constructs, ["scf.q"]);
}

#[test]
fn files_with_headers_are_read() {
    let found = parse_only(SDK);
    assert_eq!((found.format, to_line(&found.puzzle).as_str()), (Format::Sdk, SAMPLE));
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        found.metadata,
        PuzzleMetadata {
            title: None,
            author: text("Gordian"),
            description: text("A puzzle with headers"),
            comment: text("Nine lines, then what a player did"),
            source: text("Own"),
            url: text("https://example.org/"),
            date: text("2025-03-01"),
            level: text("Easy"),
        }
    );
    assert_eq!(found.notes, [Note::Ignored { what: "State".to_owned() }]);
    let strange = parse_only(&SDK.replace("[State]", "[Cages]"));
    assert_eq!(strange.unknown_constructs, ["Cages"]);
}

#[test]
fn xml_is_read() {
    let entries = parse_document(XML, None);
    let [first, second, third] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((first.line, second.line, third.line), (6, 8, 9));
    let first = first.result.as_ref().unwrap();
    assert_eq!((first.format, to_line(&first.puzzle).as_str()), (Format::OpenSudoku, SAMPLE));
    assert_eq!(first.metadata.title.as_deref(), Some("Own puzzles"));
    let second = second.result.as_ref().unwrap();
    assert_eq!((to_line(&second.puzzle).as_str(), &second.placed), (SAMPLE, &vec![(2, 4)]));
    assert_eq!(second.metadata.title.as_deref(), Some("In progress"));
    assert_eq!(second.metadata.comment.as_deref(), Some("halfway"));
    assert_eq!(second.notes.len(), 3, "{:?}", second.notes);
    assert_eq!(third.result.as_ref().unwrap_err().code(), "sudoku.bad-xml");
    let strange = parse_only(
        &to_opensudoku(&[parse_one_line(SAMPLE).puzzle], &PuzzleMetadata::default())
            .unwrap()
            .replace("<game", "<cage/><game"),
    );
    assert_eq!(strange.unknown_constructs, ["<cage>"]);
}

/// Reads a text and shows for each entry its line and digits, or the code of its error.
fn parse_to_strings(text: &str) -> Vec<(u64, String)> {
    let show = |entry: DocumentEntry| match entry.result {
        Ok(read) => (entry.line, to_line(&read.puzzle)),
        Err(error) => (entry.line, error.code().to_owned()),
    };
    parse_document(text, None).into_iter().map(show).collect()
}

fn check_document(text: &str, expected: &[(u64, &str)]) {
    let expected: Vec<_> = expected.iter().map(|&(line, text)| (line, text.to_owned())).collect();
    assert_eq!(parse_to_strings(text), expected, "{text}");
}

#[test]
fn drawn_grids_are_read() {
    let rows: Vec<&str> = (0..9).map(|row| &SAMPLE[9 * row..9 * row + 9]).collect();
    let lines = rows.join("\n");
    check_document(&lines, &[(1, SAMPLE)]);
    check_document(&format!("# one\n{lines}\n\n# two\n{lines}\n"), &[(2, SAMPLE), (13, SAMPLE)]);
    check_document(&format!("{lines}\n{lines}"), &[(1, SAMPLE), (10, SAMPLE)]);
    // Boxes apart, by a blank line or by borders.
    let spaced = |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let boxed = |row: &&str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let bands = |rows: Vec<String>, border: &str| {
        rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join(border)
    };
    let plain = |row: &&str| (*row).to_owned();
    check_document(&bands(rows.iter().map(plain).collect(), "\n\n"), &[(1, SAMPLE)]);
    check_document(&bands(rows.iter().map(boxed).collect(), "\n|---+---+---|\n"), &[(1, SAMPLE)]);
    check_document(&bands(rows.iter().map(boxed).collect(), "\n-----------\n"), &[(1, SAMPLE)]);
    check_document(
        &bands(rows.iter().map(spaced).collect(), "\n------+-------+------\n"),
        &[(1, SAMPLE)],
    );
    let framed = bands(rows.iter().map(boxed).collect(), "\n|-----------|\n");
    check_document(&format!("*-----------*\n{framed}\n*-----------*"), &[(2, SAMPLE)]);
    check_document(
        &format!("┌───┬───┐\n{}\n└───┴───┘", lines.replace('.', " · ").replace(" · ", ".")),
        &[(2, SAMPLE)],
    );
    // Dashes are blanks where that makes a grid.
    check_document("1---\n----\n--2-\n----", &[(1, "1.........2.....")]);
    check_document("12..\n..3.\n----\n.4..\n...1", &[(1, "12....3..4.....1")]);
    // Numbers.
    let large: String =
        (0..16).map(|row| format!("{:2} {}\n", row + 1, " . ".repeat(15))).collect();
    let found = parse_only(&format!("# header\n{large}"));
    assert_eq!((found.format, found.puzzle.givens[240]), (Format::Block, 16));
    assert_eq!(to_block(&found.puzzle).lines().count(), 16);
}

#[test]
fn lists_are_read_line_by_line() {
    check_document(
        &format!("{SAMPLE}\nno puzzle\n\n# c\n{SAMPLE}7\n{SAMPLE}\n"),
        &[(1, SAMPLE), (2, "sudoku.wrong-length"), (5, "sudoku.wrong-length"), (6, SAMPLE)],
    );
    let list = format!("{SAMPLE}\n").repeat(81);
    assert_eq!(parse_to_strings(&list).len(), 81);
    // Lines of 16 cells: small grids, or one large one.
    let small = "1.....2..3.....4\n".repeat(16);
    assert_eq!(parse_to_strings(&small).len(), 16);
    let large = "g.....2..3.....4\n".repeat(16);
    assert_eq!(parse_to_strings(&large).len(), 1);
    assert_eq!(parse_document(&small, Some(&Layout::boxes(4, 4).unwrap())).len(), 1);
    assert_eq!(parse_document(&large, Some(&Layout::boxes(2, 2).unwrap())).len(), 16);
    check_document(&format!("{FPUZZLES}\n:0000:x:{SAMPLE}:::\n"), &[(1, SAMPLE), (2, SAMPLE)]);
}

#[test]
fn contradictory_givens_are_read() {
    for line in ["11..............", &"9".repeat(81)] {
        assert_eq!(to_line(&parse_one_line(line).puzzle), line);
    }
}

/// Inputs that are refused, with the code of the fault and its column (0 for none).
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
    // The rest of a text is read all the same.
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
fn unpacked_size_of_links_is_bounded() {
    // A title of three times what is unpacked makes a link of a few kilobytes.
    let title = Some("a".repeat(3 * MAX_UNPACKED_UNITS));
    let link = to_fpuzzles_link(
        &parse_one_line(SAMPLE).puzzle,
        &PuzzleMetadata { title, ..PuzzleMetadata::default() },
    )
    .unwrap();
    assert!(link.len() < 10_000, "{}", link.len());
    assert_eq!(
        parse_line(&link, None),
        Err(FormatError::UnpackedTooLong { limit: MAX_UNPACKED_UNITS })
    );
    // Just below the bound all is well.
    let title = Some("a".repeat(MAX_UNPACKED_UNITS - 10_000));
    let link = to_fpuzzles_link(
        &parse_one_line(SAMPLE).puzzle,
        &PuzzleMetadata { title: title.clone(), ..PuzzleMetadata::default() },
    );
    assert_eq!(parse_one_line(&link.unwrap()).metadata.title, title);
}

#[test]
fn files_are_read_in_constant_memory() {
    let most = LineReader::<&[u8]>::MAX_LENGTH;
    let long = ".".repeat(3 * most);
    let text = format!("\u{feff}# list\n{SAMPLE}\n{long}\n\n{SAMPLE} # last");
    // Lines that lie whole in the reader's buffer, and lines that do not.
    for capacity in [16, 100, 8192, 4 * most] {
        let mut lines = LineReader::new(BufReader::with_capacity(capacity, text.as_bytes()));
        let mut seen = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            let code = line.parse(None).err().map_or("", |error| error.code());
            seen.push((line.number(), code, line.parse_classic().is_some()));
        }
        let expected = [(2, "", true), (3, "sudoku.line-too-long", false), (5, "", false)];
        assert_eq!(seen, expected, "{capacity}");
    }
    let mut lines = LineReader::new(&b"12\xff.\n"[..]);
    let error = lines.next_line().unwrap().unwrap().parse(None).unwrap_err();
    assert_eq!(error, FormatError::NotText { byte: 3, column: 3 });
    let mut lines = LineReader::new(&"1ä".as_bytes()[..2]);
    let error = lines.next_line().unwrap().unwrap().parse(None).unwrap_err();
    assert_eq!((error.code(), error.column()), ("sudoku.not-text", Some(2)));
    let mut lines = LineReader::new(&b"\xff\xfe1\0"[..]);
    let error = lines.next_line().unwrap().unwrap().parse(None).unwrap_err();
    assert_eq!(error, FormatError::Utf16);
    // A line of exactly the bound is read to its end.
    let text = format!("{}\n{SAMPLE}\n", " ".repeat(most - 1) + "1");
    for capacity in [100, 4 * most] {
        let mut lines = LineReader::new(BufReader::with_capacity(capacity, text.as_bytes()));
        assert!(lines.next_line().unwrap().unwrap().parse(None).is_ok());
        assert!(lines.next_line().unwrap().unwrap().parse_classic().is_some());
    }
}

#[test]
fn all_line_endings_are_read() {
    let longest = " ".repeat(LineReader::<&[u8]>::MAX_LENGTH);
    for (end, text) in [("\r", "\r"), ("\r\n", "\n"), ("\n", "\r\n")] {
        let first = format!("# list{end}{SAMPLE}{end}{end}{longest}.{end}{SAMPLE}{text}");
        for capacity in [1, 7, 8, 89, 90, 8192, 4 << 20] {
            let reader = BufReader::with_capacity(capacity, first.as_bytes());
            let mut lines = LineReader::new(reader);
            let mut seen = Vec::new();
            while let Some(line) = lines.next_line().unwrap() {
                seen.push((line.number(), line.parse_classic().is_some()));
            }
            assert_eq!(seen, [(2, true), (4, false), (5, true)], "{end:?}, {capacity}");
        }
        assert_eq!(parse_to_strings(&first.replace(&longest, "1")).len(), 3, "{end:?}");
        assert!(is_line_based(first.as_bytes(), None));
        let rows = format!("12..{end}..34{end}34..{end}..12{end}");
        check_document(&rows, &[(1, "12....3434....12")]);
    }
    let check = |text: &str, expected: &str| {
        let mut bytes = text.as_bytes().to_vec();
        normalise_line_endings(&mut bytes);
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    };
    check("", "");
    check("a\rb\r\rc\r\nd\r", "a\nb\n\nc\r\nd\r");
    check("\n\r\n\n\ra", "\n\r\n\n\na");
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
    check(&SAMPLE.repeat(2), "162 cells do not make a square grid", "one puzzle a line");
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
    check(&game("version: 9 0|"), "no data that can be read", "OpenSudoku");
    check("<opensudoku/>", "no game", "<game");
}

#[test]
fn json_may_have_several_lines() {
    let row = "[{\"value\": 1, \"given\": true},\n{},\n{},\n{}\n]".to_owned();
    let rows =
        format!("{row},\n[{{}},\n{{}}, {{}}, {{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}]");
    let json = format!("{{\n\"size\": 4,\n\"grid\": [{rows}]\n}}\n");
    assert!(!is_line_based(json.as_bytes(), None));
    assert_eq!(to_line(&parse_only(&json).puzzle), format!("1{}", ".".repeat(15)));
    check_document(&json.replacen("{}", "{", 1), &[(1, "sudoku.bad-json")]);
    let one = json.replace('\n', "");
    assert!(is_line_based(format!("{one}\n").as_bytes(), None));
    assert_eq!(parse_to_strings(&format!("{one}\n{one}\n")).len(), 2);
}

#[test]
fn line_based_files_are_detected() {
    let check = |text: &str, expected: bool| {
        assert_eq!(is_line_based(text.as_bytes(), None), expected, "{text}");
    };
    check(SAMPLE, true);
    check(&format!("title\n\n{SAMPLE}\n{}", &SAMPLE[..40]), true);
    check(&format!(":0000:x:{SAMPLE}:::\n"), true);
    check(FPUZZLES, true);
    check(SDK, false);
    check(XML, false);
    check(&to_block(&parse_one_line(SAMPLE).puzzle), false);
    check(&". ".repeat(256), true);
    let small = "1.....2..3.....4\n".repeat(40);
    check(&small, false);
    assert!(is_line_based(small.as_bytes(), Some(&Layout::boxes(2, 2).unwrap())));
}

#[test]
fn parse_classic_line_agrees_with_parse_line() {
    let zeros = SAMPLE.replace('.', "0");
    for line in [SAMPLE, &zeros] {
        let digits = parse_classic_line(format!("{line}\r\n").as_bytes()).unwrap();
        assert_eq!(parse_one_line(line).puzzle.givens, digits);
    }
    for line in [&SAMPLE[1..], &SAMPLE.replacen('.', "/", 1), &SAMPLE.replacen('.', ":", 1)] {
        assert_eq!(parse_classic_line(line.as_bytes()), None);
    }
}

#[test]
fn formats_refuse_what_they_cannot_hold() {
    let classic = parse_one_line(SAMPLE).puzzle;
    let small = parse_one_line("1.....2..3.....4").puzzle;
    let mut marked = classic.clone();
    marked.marks = Some(Candidates::all(&classic.layout));
    let diagonal = Puzzle::new(classic.layout.with_main_diagonal(), classic.givens.clone());
    let about = PuzzleMetadata::default();
    for puzzle in [&small, &marked, &diagonal] {
        assert_eq!(to_sdk(puzzle, &about).unwrap_err().code(), "sudoku.unwritable");
        let error = to_opensudoku(std::slice::from_ref(puzzle), &about).unwrap_err();
        assert_eq!(error.code(), "sudoku.unwritable");
    }
    assert_eq!(to_pencilmarks(&small).unwrap_err().code(), "sudoku.unwritable");
    marked.marks.as_mut().unwrap().masks_mut()[7] = 0;
    assert_eq!(to_fpuzzles_link(&marked, &about).unwrap_err().code(), "sudoku.unwritable");
}

fn layouts() -> impl Strategy<Value = Layout> {
    let sizes = [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (5, 7), (6, 6), (8, 8)];
    let base = prop_oneof![
        proptest::sample::select(sizes.to_vec())
            .prop_map(|(height, width)| Layout::boxes(height, width).unwrap()),
        (1_usize..20).prop_map(|n| Layout::latin(n).unwrap()),
        any::<u64>().prop_map(|seed| {
            let mut labels: Vec<u8> = (0..36).map(|cell| cell / 6).collect();
            gordian_core::Random::new(seed).shuffle(&mut labels);
            Layout::regions(6, &labels).unwrap()
        }),
    ];
    (base, any::<bool>(), any::<bool>(), proptest::collection::btree_set(0_usize..4096, 0..9))
        .prop_map(|(base, main, anti, group)| {
            let base = if main { base.with_main_diagonal() } else { base };
            let base = if anti && base.n() > 1 { base.with_anti_diagonal() } else { base };
            let mut cells: Vec<_> = group.iter().map(|cell| cell % base.n_cells()).collect();
            cells.sort_unstable();
            cells.dedup();
            match cells.is_empty() {
                true => base,
                false => base.with_group("extra region 1", cells).unwrap(),
            }
        })
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    (layouts(), any::<u64>(), any::<bool>()).prop_map(|(layout, seed, marked)| {
        let mut random = gordian_core::Random::new(seed);
        let n = layout.n();
        let mut digit = || u8::try_from(random.below(n + 1)).unwrap();
        let givens: Vec<u8> = (0..layout.n_cells()).map(|_| digit() * (digit() % 2)).collect();
        let mut puzzle = Puzzle::new(layout, givens);
        if marked {
            let mut marks = Candidates::all(&puzzle.layout);
            for cell in 0..puzzle.givens.len() {
                let digit = digit();
                if digit > 0 && digit != puzzle.givens[cell] && puzzle.layout.n() > 1 {
                    marks.remove(cell, digit);
                }
            }
            let all = Candidates::all(&puzzle.layout);
            puzzle.marks = (marks != all).then_some(marks);
        }
        puzzle
    })
}

#[test]
fn documents_are_limited_by_cells_and_marks() {
    let check = |text: &str, weight: usize| {
        assert_eq!(parse_document_with_limit(text, None, weight), Some(parse_document(text, None)));
        assert_eq!(parse_document_with_limit(text, None, weight - 1), None, "{text}");
    };
    let drawn = "12|..\n..|3.\n--+--\n.4|..\n..|.1\n";
    let line = "1...............\n";
    check(line, 16);
    check(drawn, 16);
    // Grids that are drawn are whole when something else follows, or at the end.
    check(&format!("{drawn}\n{line}"), 32);
    check(&format!("{line}\n{drawn}"), 32);
    // 81 cells, two marks in the first and one in each of the others.
    let marks = "12.......".to_owned() + &"1........".repeat(80) + "\n";
    check(&marks, 81 + 82);
    check(&format!("{marks}{line}not a puzzle\n"), 81 + 82 + 16 + 1);
}

proptest! {
    #[test]
    fn lines_are_read_as_written(puzzle in puzzles()) {
        let plain = Puzzle::new(puzzle.layout.clone(), puzzle.givens.clone());
        let line = to_line(&puzzle);
        prop_assert_eq!(&line, &digits_to_line(puzzle.layout.n(), &puzzle.givens));
        prop_assert_eq!(parse_line(&line, Some(&plain.layout)).map(|read| read.puzzle), Ok(plain));
    }

    #[test]
    fn blocks_are_read_as_written(puzzle in puzzles()) {
        let plain = Puzzle::new(puzzle.layout.clone(), puzzle.givens.clone());
        let mut entries = parse_document(&to_block(&puzzle), Some(&plain.layout));
        prop_assert_eq!(entries.len(), 1);
        prop_assert_eq!(entries.remove(0).result.map(|read| read.puzzle), Ok(plain));
    }

    #[test]
    fn links_are_read_as_written(puzzle in puzzles(), title in "[ -~äé☃]{0,40}") {
        let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
        let about = PuzzleMetadata { title, ..PuzzleMetadata::default() };
        let found = parse_one_line(&to_fpuzzles_link(&puzzle, &about).unwrap());
        prop_assert_eq!(&found.unknown_constructs, &Vec::<String>::new());
        prop_assert_eq!((found.puzzle, found.metadata), (puzzle, about));
    }

    #[test]
    fn marks_are_read_as_written(masks in proptest::collection::vec(0_u64..512, 81)) {
        let mut puzzle = parse_one_line(&".".repeat(81)).puzzle;
        puzzle.marks = Some(Candidates::from_masks(masks));
        let found = parse_one_line(&to_pencilmarks(&puzzle).unwrap()).puzzle;
        prop_assert_eq!(Candidates::of(&found), Candidates::of(&puzzle));
    }

    #[test]
    fn files_are_read_as_written(
        givens in proptest::collection::vec(0_u8..10, 81),
        texts in proptest::collection::vec(proptest::option::of("[!-~ä]( ?[!-~ä]){0,20}"), 7),
    ) {
        let puzzle = Puzzle::new(Layout::classic(), givens);
        let mut texts = texts.into_iter();
        let mut next = || texts.next().flatten();
        let about = PuzzleMetadata {
            title: None, author: next(), description: next(), comment: next(), source: next(),
            url: next(), date: next(), level: next(),
        };
        let sdk = parse_only(&to_sdk(&puzzle, &about).unwrap());
        prop_assert_eq!((&sdk.puzzle, &sdk.metadata), (&puzzle, &about));
        let about = PuzzleMetadata { title: about.author.clone(), ..about };
        let xml = to_opensudoku(&[puzzle.clone(), puzzle.clone()], &about).unwrap();
        for entry in parse_document(&xml, None) {
            let found = entry.result.unwrap();
            prop_assert_eq!((&found.puzzle, &found.metadata), (&puzzle, &about));
        }
    }

    /// Nothing that is fed in panics, and a whole text gives at least one entry.
    #[test]
    fn arbitrary_input_does_not_panic(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..400),
            // Signs that mean something.
            "([0-9A-Gx._*#,;:|+=\\-'\\[\\]{}<> \n]|\n\n){0,400}".prop_map(String::into_bytes),
            "([1-4.|\\-]{4}|[1-4.] [1-4.] [1-4.] [1-4.]|----|[\n,#]|\n\n){0,40}"
                .prop_map(String::into_bytes),
        ],
    ) {
        let text = String::from_utf8_lossy(&bytes);
        let small = Layout::boxes(2, 2).unwrap();
        for layout in [None, Some(&small)] {
            for line in text.lines() {
                let _ = parse_line(line, layout);
            }
            prop_assert!(!parse_document(&text, layout).is_empty());
            let _ = is_line_based(&bytes, layout);
        }
    }

    /// The same for texts that are almost right.
    #[test]
    fn damaged_texts_do_not_panic(
        seed in 0_usize..8,
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>(), 0..4_u8), 1..6),
    ) {
        let seeds = [
            SAMPLE.to_owned(), SDK.to_owned(), XML.to_owned(), FPUZZLES.to_owned(),
            SHORTENED.to_owned(), format!(":0110-1:1:{SAMPLE}:612 714:123::"),
            "1 2 . | . .\n--+--\n".repeat(4), "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79x".to_owned(),
        ];
        let mut bytes = seeds[seed].clone().into_bytes();
        for (at, byte, kind) in edits {
            let at = at.index(bytes.len() + 1);
            match kind {
                0 => bytes.insert(at, byte),
                1 => bytes.truncate(at.max(1)),
                2 if at < bytes.len() => bytes[at] = byte,
                _ if at < bytes.len() => drop(bytes.remove(at)),
                _ => {}
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(!parse_document(&text, None).is_empty());
        for line in text.lines() {
            let _ = parse_line(line, None);
        }
    }
}

proptest! {
    /// Damage behind the packing: any change of the unpacked JSON is read or refused.
    #[test]
    fn damaged_json_does_not_panic(
        edits in proptest::collection::vec((any::<proptest::sample::Index>(), "[ -~]"), 1..4),
    ) {
        let json = r#"{cs:50,ce:[[{v:1},,,],[,,{v:2},],[,{v:3},,{centremarks:[1,2]}],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]]],ca:[{v:'title: It\'s'},{unique:t,ce:[[0,0],[1,1]]}],l:[{c:34BBE6,th:2}]}"#;
        let mut text: Vec<char> = json.chars().collect();
        for (at, with) in edits {
            let at = at.index(text.len());
            text.splice(at..=at, with.chars());
        }
        let text: String = text.into_iter().collect();
        let _ = parse_line(&format!("scl{}", text.replace('%', "%25")), None);
        let _ = parse_line(&text, None);
    }
}
