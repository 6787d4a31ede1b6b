//! Sudoku in all text formats, links, library lines, transformations.

use std::collections::BTreeSet;

use gordian_grid::{Candidates, Layout};
use gordian_logic::Technique;
use gordian_sudoku::formats::{
    FormatError, LineReader, ParsedPuzzle, PuzzleMetadata, is_line_based, normalise_line_endings,
    parse_classic_line, parse_document, parse_document_with_limit, parse_line, to_block,
    to_fpuzzles_link, to_line, to_opensudoku, to_pencilmarks, to_sdk,
};
use gordian_sudoku::tasks::Transformation;

use super::{Target, Verdict, assert_message, exercise, text, verdict};
use crate::{Corpus, Wrap};

/// The maximum number of cells and marks, as in the service.
const MAX_MARKS: usize = 1 << 17;

fn document_seeds(corpus: &mut Corpus) {
    corpus.add_folder("crates/gordian-sudoku/testdata/formats", &[]);
    corpus.add_fenced_blocks("docs/formats/sudoku-text.md", &[]);
    for (_, bytes) in corpus.read_files("puzzles", &["toml"]) {
        // Their boards are drawn grids.
        let text = text(&bytes).into_owned();
        text.split("'''").skip(1).step_by(2).for_each(|board| corpus.add_text(board));
    }
}

pub(super) const LINES: Target = Target {
    name: "sudoku-lines",
    summary: "Sudoku in single lines, as bytes",
    seeds: document_seeds,
    read: read_lines,
};

pub(super) const DOCUMENTS: Target = Target {
    name: "sudoku-documents",
    summary: "Sudoku documents: grids, headers, XML, JSON",
    seeds: document_seeds,
    read: read_document,
};

pub(super) const LINKS: Target = Target {
    name: "sudoku-links",
    summary: "links to Sudoku: mutated, then compressed",
    seeds: link_seeds,
    read: |bytes| {
        let text = text(bytes);
        match parse_line(&text, None) {
            Ok(read) => {
                assert_round_trips(&read);
                Verdict::Accepted
            }
            Err(error) => assert_error(&error),
        }
    },
};

pub(super) const CASES: Target = Target {
    name: "technique-cases",
    summary: "lines of technique libraries",
    seeds: |_| (),
    read: read_case,
};

pub(super) const TRANSFORMATIONS: Target = Target {
    name: "transformations",
    summary: "permutations of rows, columns and digits",
    seeds: |corpus| {
        for text in [
            "0 1/1 0/2 1",
            "t 0 1 2 3/3 2 1 0/4 1 2 3",
            "0 1 2 3 4 5 6 7 8/8 7 6 5 4 3 2 1 0/1 2 3 4 5 6 7 8 9",
            "//",
        ] {
            corpus.add_text(text);
        }
    },
    read: read_transformation,
};

/// A board of Penpa+: boxes, a given, a cage with its sum, a thermometer, and a digit of the player.
pub(crate) const PENPA: &str = "\
sudoku,4,4,38,0,1,1,228,228,84,84,0,0,0,0,Title: Small,Author: ,,,OFF,false
[0,0,0,0]
{z9:zQ}
{zR:{z_:[]},zN:{\"18\":[\"1\",1,\"1\"]},z1:{\"332\":[\"5\",1]},\
zE:{\"75,83\":2,\"83,91\":2,\"91,99\":2,\"99,107\":2,\"89,90\":2,\"90,91\":2,\"91,92\":2,\"92,93\":2},\
z6:[[19,20]],zT:[[26,27,28]]}
{zN:{\"20\":[\"3\",2,\"1\"]}}
[18,1,1,1]
";

fn link_seeds(corpus: &mut Corpus) {
    let blocks = corpus.fenced_blocks("docs/formats/sudoku-text.md", &[]);
    let files = corpus.read_files("fuzz/corpus/sudoku-documents", &["json"]);
    let jsons = blocks.into_iter().map(String::into_bytes).chain(files.into_iter().map(|it| it.1));
    for json in jsons.filter(|json| json.trim_ascii_start().starts_with(b"{")) {
        for before in ["https://www.f-puzzles.com/?load=", "https://sudokupad.app/scl", "fpuzzles"]
        {
            corpus.add(json.clone(), Wrap::Link { before });
        }
        corpus.add_text([b"sudokupad.app/sudoku/scl", &json[..]].concat());
    }
    corpus.add(
        PENPA,
        Wrap::Deflated { before: "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" },
    );
    let digits =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for grid in [digits, "1... ..2. .3.. ...4", "."] {
        let puzzle = parse_line(grid, None).expect("the grid is valid").puzzle;
        let link =
            to_fpuzzles_link(&puzzle, &PuzzleMetadata::default()).expect("the puzzle has no marks");
        corpus.add_text(link);
    }
}

fn assert_error(error: &FormatError) -> Verdict {
    assert_message(&error.to_string());
    assert_message(error.hint());
    assert!(!error.code().is_empty() && error.column() != Some(0), "{error:?}");
    Verdict::Rejected
}

/// Returns a layout for some inputs, determined by the last byte.
fn layout_for(bytes: &[u8]) -> Option<Layout> {
    let all = [
        Layout::classic(),
        Layout::boxes(2, 2).ok()?,
        Layout::latin(5).ok()?,
        Layout::boxes(2, 3).ok()?.with_main_diagonal(),
    ];
    let last = usize::from(*bytes.last()?);
    all.into_iter().nth(last / 3).filter(|_| last < 12)
}

/// Asserts that a puzzle is valid and does not change when it is written and parsed again.
fn assert_round_trips(read: &ParsedPuzzle) {
    let puzzle = &read.puzzle;
    let layout = &puzzle.layout;
    let (n, n_cells) = (layout.n(), layout.n_cells());
    assert_eq!(puzzle.givens.len(), n_cells, "one given per cell");
    assert!(puzzle.givens.iter().all(|&digit| usize::from(digit) <= n), "a given is too large");
    for &(cell, digit) in &read.placed {
        assert!(cell < n_cells && (1..=n).contains(&usize::from(digit)), "{cell} {digit}");
    }
    if let Some(marks) = &puzzle.marks {
        assert_eq!(marks.masks().len(), n_cells);
        assert!(marks.masks().iter().all(|mask| mask & !layout.all_digits() == 0));
    }
    assert_eq!(read.with_placed_digits().givens.len(), n_cells);
    for cage in &read.cages {
        let cells: BTreeSet<_> = cage.cells.iter().collect();
        assert!(cells.len() == cage.cells.len() && cells.iter().all(|&&cell| cell < n_cells));
        assert!(cage.sum > 0 && !cells.is_empty() && !read.missing_rules().is_empty());
    }
    // Large grids take long to write, so only some of them are written.
    if n > 16 && puzzle.givens.iter().map(|&it| u32::from(it)).sum::<u32>() % 8 != 0 {
        return;
    }
    let line = to_line(puzzle);
    match parse_line(&line, Some(layout)) {
        Ok(again) => assert_eq!(again.puzzle.givens, puzzle.givens, "read again from {line}"),
        Err(error) => panic!("the written text is rejected: {error}\n{line}"),
    }
    let block = to_block(puzzle);
    match &parse_document(&block, Some(layout))[..] {
        [entry] => match &entry.result {
            Ok(again) => assert_eq!(again.puzzle.givens, puzzle.givens, "read again from {block}"),
            Err(error) => panic!("the written text is rejected: {error}\n{block}"),
        },
        entries => panic!("{} puzzles in {block}", entries.len()),
    }
    match to_pencilmarks(puzzle) {
        Ok(marks) => {
            let again =
                parse_line(&marks, Some(layout)).expect("written pencil marks are accepted").puzzle;
            assert_eq!(Candidates::of(&again), Candidates::of(puzzle), "read again from {marks}");
        }
        Err(error) => _ = assert_error(&error),
    }
    for written in [
        to_sdk(puzzle, &read.metadata),
        to_opensudoku(std::slice::from_ref(puzzle), &read.metadata),
    ] {
        match written {
            Ok(written) => match &parse_document(&written, None)[..] {
                [entry] => {
                    let again = entry.result.as_ref();
                    let again = again.unwrap_or_else(|error| panic!("{error}\n{written}"));
                    assert_eq!(again.puzzle, *puzzle, "read again from {written}");
                }
                entries => panic!("{} puzzles in {written}", entries.len()),
            },
            Err(error) => _ = assert_error(&error),
        }
    }
    match to_fpuzzles_link(puzzle, &read.metadata) {
        Ok(link) => {
            let again = parse_line(&link, None).expect("the written link is accepted");
            // Groups may have other names and another order.
            let houses = |layout: &Layout| -> BTreeSet<(u8, Vec<usize>)> {
                let houses = layout.houses().iter();
                houses.map(|house| (house.kind as u8, house.cells.clone())).collect()
            };
            let again = again.puzzle;
            assert_eq!(houses(&again.layout), houses(layout), "read again from {link}");
            assert_eq!(again.givens, puzzle.givens, "read again from {link}");
            assert_eq!(again.marks, puzzle.marks, "read again from {link}");
        }
        Err(error) => _ = assert_error(&error),
    }
}

fn read_lines(bytes: &[u8]) -> Verdict {
    let layout = layout_for(bytes);
    exercise(is_line_based(bytes, layout.as_ref()));
    let mut accepted = false;
    let mut lines = LineReader::new(bytes);
    while let Some(line) = lines.next_line().expect("reading from memory succeeds") {
        assert!(line.number() > 0);
        match line.parse(layout.as_ref()) {
            Ok(read) => {
                accepted = true;
                if let Some(digits) = line.parse_classic().filter(|_| layout.is_none()) {
                    assert_eq!(
                        read.puzzle.givens, digits,
                        "the fast parser differs from the general one"
                    );
                }
                assert_round_trips(&read);
            }
            Err(error) => _ = assert_error(&error),
        }
    }
    if bytes.contains(&b'\r') {
        let mut unified = bytes.to_vec();
        normalise_line_endings(&mut unified);
        assert_eq!(unified.len(), bytes.len());
    }
    exercise(parse_classic_line(bytes));
    verdict(accepted)
}

fn read_document(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let layout = layout_for(bytes);
    let Some(entries) = parse_document_with_limit(&text, layout.as_ref(), MAX_MARKS) else {
        return Verdict::Rejected;
    };
    assert!(!entries.is_empty(), "every text has an entry or an error");
    let n_lines = text.matches(['\n', '\r']).count() as u64 + 1;
    let mut accepted = false;
    for entry in &entries {
        assert!((1..=n_lines).contains(&entry.line), "line {} of {n_lines}", entry.line);
        match &entry.result {
            Ok(read) => {
                accepted = true;
                assert_round_trips(read);
            }
            Err(error) => _ = assert_error(error),
        }
    }
    verdict(accepted)
}

fn read_case(bytes: &[u8]) -> Verdict {
    match parse_line(&text(bytes), None) {
        Ok(read) => {
            if let Some(case) = &read.library_case {
                exercise(Technique::from_hodoku_code(&case.technique));
                let candidates = case.eliminations.iter().chain(&case.placements);
                for &(cell, digit) in candidates {
                    assert!(cell < 81 && (1..=9).contains(&digit), "{cell} {digit}");
                }
            }
            assert_round_trips(&read);
            Verdict::Accepted
        }
        Err(error) => assert_error(&error),
    }
}

fn read_transformation(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let (transpose, text) = match text.strip_prefix('t') {
        Some(rest) => (true, rest),
        None => (false, &*text),
    };
    let numbers = |text: Option<&str>| -> Vec<usize> {
        let words = text.unwrap_or_default().split_whitespace();
        words.map(|word| word.parse().unwrap_or(usize::MAX)).take(64).collect()
    };
    let mut parts = text.split('/');
    let (rows, columns) = (numbers(parts.next()), numbers(parts.next()));
    let digits: Vec<u8> =
        numbers(parts.next()).iter().map(|&digit| u8::try_from(digit).unwrap_or(255)).collect();
    match Transformation::from_lines(transpose, &rows, &columns, &digits) {
        Ok(transformation) => {
            let grid = vec![u8::from(!digits.is_empty()); rows.len() * columns.len()];
            let inverse = transformation.inverse();
            assert_eq!(inverse.apply(&transformation.apply(&grid)), grid);
            assert_eq!(inverse.inverse(), transformation);
            let identity = transformation.then(&inverse);
            for cell in 0..grid.len() {
                assert_eq!(identity.source(cell), cell);
            }
            Verdict::Accepted
        }
        Err(error) => {
            assert_message(&error.to_string());
            Verdict::Rejected
        }
    }
}
