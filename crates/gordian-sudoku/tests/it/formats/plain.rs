//! Plain grids: lines, blocks, lists and pencil marks.

use std::fmt::Write as _;

use gordian_grid::Layout;
use gordian_sudoku::formats::{
    Format, Note, parse_classic_line, parse_document, parse_line, to_block, to_line, to_pencilmarks,
};

use super::{
    FPUZZLES, SAMPLE, check_document, check_line, parse_one_line, parse_only, parse_to_strings,
};

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
    // Marks that exclude something, and a cell without marks, which is not an error.
    let found = parse_one_line(&format!("12.......{}{}", "123456789".repeat(79), ".".repeat(9)));
    let marks = found.puzzle.marks.unwrap();
    assert_eq!((marks.mask(0), marks.mask(1), marks.mask(80)), (0b11, 0b1_1111_1111, 0));
    // A grid of 729 cells is read if the layout has that size.
    let large = Layout::boxes(3, 9).unwrap();
    assert_eq!(parse_line(&".".repeat(729), Some(&large)).unwrap().puzzle.layout.n(), 27);
}

#[test]
fn drawn_grids_are_read() {
    let rows: Vec<&str> = (0..9).map(|row| &SAMPLE[9 * row..9 * row + 9]).collect();
    let lines = rows.join("\n");
    check_document(&lines, &[(1, SAMPLE)]);
    check_document(&format!("# one\n{lines}\n\n# two\n{lines}\n"), &[(2, SAMPLE), (13, SAMPLE)]);
    check_document(&format!("{lines}\n{lines}"), &[(1, SAMPLE), (10, SAMPLE)]);
    // Boxes separated by blank lines or borders.
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
    // Dashes are blanks if that completes a grid.
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
