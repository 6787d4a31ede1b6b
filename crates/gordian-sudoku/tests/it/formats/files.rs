//! Files: libraries, headers, XML, and reading in constant memory.

use std::io::BufReader;

use gordian_grid::Layout;
use gordian_sudoku::formats::{
    DocumentEntry, Format, FormatError, LineReader, Note, PuzzleMetadata, is_line_based,
    normalise_line_endings, parse_document, parse_document_with_limit, to_block, to_line,
    to_opensudoku,
};

use super::{
    FPUZZLES, SAMPLE, SDK, XML, check_document, parse_one_line, parse_only, parse_to_strings,
};

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

#[test]
fn files_are_read_in_constant_memory() {
    let most = LineReader::<&[u8]>::MAX_LENGTH;
    let long = ".".repeat(3 * most);
    let text = format!("\u{feff}# list\n{SAMPLE}\n{long}\n\n{SAMPLE} # last");
    // Lines that are complete in the reader's buffer, and lines that are not.
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
    // A line of exactly the maximum length is read.
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
fn games_with_copied_metadata_are_limited_by_all_copies() {
    let game = format!("<game data=\"{}\"/>", SAMPLE.replace('.', "0"));
    let text = |n: usize, before: &str, folder: &str| {
        format!(
            "<opensudoku>{before}<folder name=\"{folder}\">{}</folder></opensudoku>",
            game.repeat(n)
        )
    };
    let check = |text: &str, weight: usize| {
        assert_eq!(parse_document_with_limit(text, None, weight), Some(parse_document(text, None)));
        assert_eq!(parse_document_with_limit(text, None, weight - 1), None, "{text}");
    };
    let long = "a".repeat(160);
    check(&text(3, "", ""), 3 * 81);
    check(&text(3, "", &long), 3 * (81 + 10));
    check(&text(3, &format!("<description>{long}</description>"), ""), 3 * (81 + 10));
    check(&text(3, &format!("<author>{long}</author>"), &long), 3 * (81 + 20));
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
    // Small grids and errors count as grids of 16 cells.
    check("1\n", 16);
    check("!\n?\n!\n", 3 * 16);
    check(drawn, 16);
    // A drawn grid is complete when something else follows, or at the end.
    check(&format!("{drawn}\n{line}"), 32);
    check(&format!("{line}\n{drawn}"), 32);
    // 81 cells, two marks in the first and one in each of the others.
    let marks = "12.......".to_owned() + &"1........".repeat(80) + "\n";
    check(&marks, 81 + 82);
    check(&format!("{marks}{line}not a puzzle\n"), 81 + 82 + 16 + 16);
}

#[test]
fn grids_of_one_size_share_their_houses() {
    let drawn = "12|..\n..|3.\n--+--\n.4|..\n..|.1\n";
    let line = "1...............\n";
    let text = format!("{drawn}\n{line}{line}");
    let entries = parse_document(&text, None);
    let houses = |entry: &DocumentEntry| {
        let houses = entry.result.as_ref().unwrap().puzzle.layout.houses();
        (houses.as_ptr(), houses.len())
    };
    let first = houses(&entries[0]);
    assert_eq!(first.1, 12);
    assert_eq!(entries.iter().map(houses).collect::<Vec<_>>(), [first; 3]);
}
