//! Every kind: its name, its page, its examples and its drawings. No kind is named here.

use std::collections::BTreeSet;

use gordian_puzzles::{Kind, KindOption, OptionError, Puzzle, parse_link};
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::support::{files, path, puzzle};

/// Returns the puzzles of the folder of examples.
fn examples() -> Vec<Puzzle> {
    let files = files("../../puzzles");
    let puzzles = files.iter().filter(|file| file.extension().is_some_and(|it| it == "toml"));
    puzzles.map(|file| puzzle(&fs_err::read_to_string(file).unwrap())).collect()
}

#[test]
fn names_are_unique_words() {
    let names: BTreeSet<&str> = Kind::all().iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), Kind::all().len());
    for &kind in Kind::all() {
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(kind.name().chars().all(is_word), "{kind}");
        assert_eq!(Kind::named(kind.name()), Some(kind));
    }
}

#[test]
fn every_kind_has_a_page_with_an_example_of_its_files() {
    for kind in Kind::all() {
        let page = fs_err::read_to_string(path(&format!("../../docs/kinds/{kind}.md"))).unwrap();
        let examples: Vec<Puzzle> = crate::docs::blocks(&page, "toml")
            .iter()
            .map(|text| gordian_puzzles::parse(text).unwrap_or_else(|it| panic!("{kind}: {it:?}")))
            .collect();
        assert!(!examples.is_empty(), "docs/kinds/{kind}.md has no example");
        assert!(examples.iter().all(|puzzle| puzzle.kind() == *kind), "{kind}");
    }
}

#[test]
fn every_kind_has_an_example_in_the_folder() {
    let examples = examples();
    for &kind in Kind::all() {
        let example = examples.iter().find(|puzzle| puzzle.kind() == kind);
        let example = example.unwrap_or_else(|| panic!("`puzzles` has no example of {kind}"));
        assert!(example.title().is_some(), "{kind}");
    }
}

/// Checks that a text is one well-formed SVG element with a title.
fn check_svg(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.contains("<title>"), "{svg}");
    let mut reader = Reader::from_str(svg);
    let (mut depth, mut n_roots) = (0, 0);
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}: {svg}")) {
            Event::Start(_) => {
                n_roots += usize::from(depth == 0);
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!((depth, n_roots), (0, 1), "{svg}");
}

/// A link that a kind writes is read as the same puzzle, apart from title, author and source.
#[test]
fn links_are_read_back() {
    for puzzle in examples() {
        let Ok(link) = puzzle.to_link() else { continue };
        assert!(puzzle.kind().link_names().contains(&link.kind.as_str()), "{link}");
        let read = parse_link(&link.to_string()).unwrap_or_else(|error| panic!("{link}: {error}"));
        assert_eq!(read.kind(), puzzle.kind());
        assert_eq!(read.draw(None), puzzle.draw(None), "{link}");
        assert_eq!(read.to_link(), Ok(link));
    }
}

#[test]
fn written_files_are_read_back() {
    let examples = examples();
    let written = examples.iter().filter_map(|puzzle| Some((puzzle, puzzle.to_toml()?)));
    let mut kinds = BTreeSet::new();
    for (example, file) in written {
        assert_eq!(&puzzle(&file), example, "{file}");
        kinds.insert(example.kind());
    }
    assert!(kinds.len() >= 2, "{kinds:?}");
}

#[test]
fn names_in_links_are_unique() {
    let names = Kind::all().iter().flat_map(|kind| kind.link_names());
    let mut seen = BTreeSet::new();
    assert!(names.into_iter().all(|name| seen.insert(name)));
}

#[test]
fn unknown_links_are_refused_by_name() {
    let check = |link: &str, expected: &str| {
        assert_eq!(parse_link(link).unwrap_err().to_string(), expected);
    };
    check("https://puzz.link/p?nothing/3/3/a", "kind `nothing` has no links in this version");
    check("https://example.org/p?akari/3/3/a", "`example.org` is not a known site of puzzles");
}

/// Drawings have lines without blanks at their ends, and no control characters.
#[test]
fn every_example_is_drawn() {
    for puzzle in examples() {
        let drawn = puzzle.draw(None);
        assert!(drawn.ends_with('\n') && !drawn.trim().is_empty(), "{}", puzzle.kind());
        for line in drawn.lines() {
            assert!(!line.contains(char::is_control), "{}: {line:?}", puzzle.kind());
        }
        check_svg(&puzzle.svg(None));
    }
}

/// An option changes the puzzle, or is refused as a whole.
#[test]
fn every_kind_accepts_or_refuses_options() {
    for puzzle in examples() {
        for option in [KindOption::Start(None), KindOption::IgnoreReachability, KindOption::Moves] {
            match puzzle.with_option(&option) {
                Ok(changed) => assert_eq!(changed.kind(), puzzle.kind()),
                Err(error) => assert_eq!(error, OptionError::NotApplicable),
            }
        }
    }
}
