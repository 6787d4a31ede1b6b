//! Properties: written texts are read back, and no input causes a panic.

use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::formats::{
    PuzzleMetadata, digits_to_line, is_line_based, parse_document, parse_line, to_block,
    to_fpuzzles_link, to_line, to_opensudoku, to_pencilmarks, to_sdk,
};
use proptest::prelude::*;

use super::{FPUZZLES, SAMPLE, SDK, SHORTENED, XML, parse_one_line, parse_only};

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

fn puzzles() -> impl Strategy<Value = Grid> {
    (layouts(), any::<u64>(), any::<bool>()).prop_map(|(layout, seed, marked)| {
        let mut random = gordian_core::Random::new(seed);
        let n = layout.n();
        let mut digit = || u8::try_from(random.below(n + 1)).unwrap();
        let givens: Vec<u8> = (0..layout.n_cells()).map(|_| digit() * (digit() % 2)).collect();
        let mut puzzle = Grid::new(layout, givens);
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

proptest! {
    #[test]
    fn lines_are_read_as_written(puzzle in puzzles()) {
        let plain = Grid::new(puzzle.layout.clone(), puzzle.givens.clone());
        let line = to_line(&puzzle);
        prop_assert_eq!(&line, &digits_to_line(puzzle.layout.n(), &puzzle.givens));
        prop_assert_eq!(parse_line(&line, Some(&plain.layout)).map(|read| read.puzzle), Ok(plain));
    }

    #[test]
    fn blocks_are_read_as_written(puzzle in puzzles()) {
        let plain = Grid::new(puzzle.layout.clone(), puzzle.givens.clone());
        let mut entries = parse_document(&to_block(&puzzle), Some(&plain.layout));
        prop_assert_eq!(entries.len(), 1);
        prop_assert_eq!(entries.remove(0).result.map(|read| read.puzzle), Ok(plain));
    }

    #[test]
    fn links_are_read_as_written(puzzle in puzzles(), title in "[ -~äé☃]{0,40}") {
        let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
        let metadata = PuzzleMetadata { title, ..PuzzleMetadata::default() };
        let found = parse_one_line(&to_fpuzzles_link(&puzzle, &metadata).unwrap());
        prop_assert_eq!(&found.unknown_constructs, &Vec::<String>::new());
        prop_assert_eq!((found.puzzle, found.metadata), (puzzle, metadata));
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
        let puzzle = Grid::new(Layout::classic(), givens);
        let mut texts = texts.into_iter();
        let mut next = || texts.next().flatten();
        let metadata = PuzzleMetadata {
            title: None, author: next(), description: next(), comment: next(), source: next(),
            url: next(), date: next(), level: next(),
        };
        let sdk = parse_only(&to_sdk(&puzzle, &metadata).unwrap());
        prop_assert_eq!((&sdk.puzzle, &sdk.metadata), (&puzzle, &metadata));
        let metadata = PuzzleMetadata { title: metadata.author.clone(), ..metadata };
        let xml = to_opensudoku(&[puzzle.clone(), puzzle.clone()], &metadata).unwrap();
        for entry in parse_document(&xml, None) {
            let found = entry.result.unwrap();
            prop_assert_eq!((&found.puzzle, &found.metadata), (&puzzle, &metadata));
        }
    }

    /// No input causes a panic, and a whole text gives at least one entry.
    #[test]
    fn arbitrary_input_does_not_panic(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..400),
            // Characters with a meaning.
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

    /// The same for texts that are almost valid.
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
    /// Damage inside the packing: changes of the unpacked JSON cause no panic.
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
