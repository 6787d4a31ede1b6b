//! Links of f-puzzles and SudokuPad, and the JSON in them.

use gordian_grid::{HouseKind, Layout};
use gordian_sudoku::formats::{
    Format, FormatError, MAX_UNPACKED_UNITS, MAX_UNPACKED_UNITS_OF_TEXT, Note, PuzzleMetadata,
    is_line_based, parse_document, parse_document_with_limit, parse_line, to_fpuzzles_link,
    to_line,
};

use super::{
    FPUZZLES, SAMPLE, SHORTENED, SUDOKUPAD, check_document, parse_one_line, parse_only,
    parse_to_strings,
};

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
    // A region that covers a part of the grid: its cells must differ.
    let found = json(&|row, _| if row == 0 { "7".to_owned() } else { "null".to_owned() }, "");
    let group = &found.puzzle.layout.houses()[8];
    assert_eq!(
        (group.kind, &group.cells, found.unknown_constructs.len()),
        (HouseKind::Group, &vec![0, 1, 2, 3], 0)
    );
    // A region with more cells than digits is an unknown construct.
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
    assert_eq!(found.metadata.title.as_deref(), Some("Gordian's 4"));
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
    let repeated = parse_one_line(&format!("https://sudokupad.app/{short}xwwxqwx"));
    assert_eq!(repeated.puzzle, found.puzzle);
    for link in
        [format!("https://sudokupad.app/{short}/"), format!("https://sudokupad.app/{short}x/?a=1")]
    {
        assert!(parse_one_line(&link).unknown_constructs.is_empty(), "{link}");
    }
}

#[test]
fn unpacked_size_of_all_links_of_a_text_is_bounded() {
    // Each link is small, and within the limit of one link.
    let puzzle = parse_one_line(SAMPLE).puzzle;
    let title = Some("a".repeat(MAX_UNPACKED_UNITS - 10_000));
    let long = to_fpuzzles_link(&puzzle, &PuzzleMetadata { title, ..PuzzleMetadata::default() });
    let lines = |n: usize| vec![long.as_deref().unwrap(); n].join("\n");
    let n = MAX_UNPACKED_UNITS_OF_TEXT / MAX_UNPACKED_UNITS;
    let read = |text: &str| parse_document_with_limit(text, None, usize::MAX);
    assert_eq!(read(&lines(n)).map(|entries| entries.len()), Some(n));
    assert_eq!(read(&lines(n + 1)), None);
    // Links in links of the page are charged to the same budget.
    let page = |link: &str| format!("https://example.org/#/sudoku?p={}", link.replace('=', "%3D"));
    let in_page = lines(n).lines().map(page).collect::<Vec<_>>().join("\n");
    assert!(read(&in_page).is_some_and(|entries| entries.iter().all(|it| it.result.is_ok())));
    assert_eq!(read(&format!("{in_page}\n{}", page(&lines(1)))), None);
    // Without a limit, the whole text is read.
    assert_eq!(parse_document(&lines(n + 1), None).len(), n + 1);
}

#[test]
fn unpacked_size_of_links_is_bounded() {
    // A title of three times the maximum makes a link of a few kilobytes.
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
    // Just below the bound, the link is read.
    let title = Some("a".repeat(MAX_UNPACKED_UNITS - 10_000));
    let link = to_fpuzzles_link(
        &parse_one_line(SAMPLE).puzzle,
        &PuzzleMetadata { title: title.clone(), ..PuzzleMetadata::default() },
    );
    assert_eq!(parse_one_line(&link.unwrap()).metadata.title, title);
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
