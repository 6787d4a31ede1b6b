//! Every kind: its name, its page, its examples and its drawings. No kind is named here.

use std::collections::BTreeSet;

use gordian_puzzles::{Kind, KindOption, OptionError, Puzzle, parse, parse_link};
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::support::{files, path, puzzle, text};

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

/// Returns the text literal at the beginning of `source`.
fn literal(source: &str) -> Option<&str> {
    source.trim_start().strip_prefix('"')?.split('"').next()
}

/// Returns the names of the rules in a source of a kind: those of new violations, and all texts
/// where the violations of the kind are converted. `shared` is the source of `Violation`, whose
/// functions may also create violations.
fn rules_in(source: &str, shared: &str) -> BTreeSet<String> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut rules = BTreeSet::new();
    let mut calls = source.split("Violation::");
    let mut before = calls.next().unwrap_or_default();
    for call in calls {
        let (function, arguments) = call.split_once('(').unwrap_or_default();
        let is_function = function.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if is_function && !before.ends_with(char::is_alphanumeric) {
            let arguments = if function == "new" {
                arguments
            } else {
                let body = shared.split_once(&format!("fn {function}(")).expect("a function").1;
                body.split_once("Self::new(").expect("a new violation").1
            };
            let rule = literal(arguments);
            rules.insert(rule.expect("a text, so that this test finds the rule").to_owned());
        }
        before = call;
    }
    for conversion in source.split(" for Violation {\n").skip(1) {
        let body = conversion.split("\n}\n").next().unwrap_or_default();
        rules.extend(body.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    rules
}

#[test]
fn rules_are_found_in_sources() {
    let source = r#"Violation::new("a", m); KindViolation::new("no"); Violation::new(
            "b", m); return Err(vec![Violation::other(1)]);
impl From<KindViolation> for Violation {
    fn from() { match it { KindViolation::C(_) => "c", KindViolation::D => ("d", cells) } }
}
const E: &str = "e";
#[cfg(test)]
mod tests { Violation::new("f", m); }"#;
    let shared =
        r#"fn other(size: Size) -> Self { let m = format!("size"); Self::new("other", m) }"#;
    let rules: Vec<String> = rules_in(source, shared).into_iter().collect();
    assert_eq!(rules, ["a", "b", "c", "d", "other"]);
}

/// The tables of rules on the page of a kind have exactly the rules in its sources. Pages of pencil
/// puzzles have the rules that the kind declares, and a checker that names another rule panics in
/// tests; see `pencil::check`.
#[test]
fn every_rule_is_on_the_page_of_its_kind() {
    let shared = text("src/violation.rs");
    for &kind in Kind::all().iter().filter(|kind| kind.pencil().is_none()) {
        let page = kind.page().unwrap_or_else(|| panic!("{kind} has no page"));
        let module = format!("src/kinds/{}", kind.name().replace('-', "_"));
        let mut files = if path(&module).is_dir() { files(&module) } else { Vec::new() };
        files.extend(Some(path(&format!("{module}.rs"))).filter(|file| file.is_file()));
        let sources = files.iter().filter(|file| !file.ends_with("tests.rs"));
        let rules: BTreeSet<String> = sources
            .flat_map(|file| rules_in(&fs_err::read_to_string(file).unwrap(), &shared))
            .collect();
        assert!(
            !rules.is_empty(),
            "{kind}: no `Violation::new(\"…\", …)` in {module}.rs or {module}/"
        );
        let tables = page.split("\n| rule | broken if |\n").skip(1);
        let rows = tables.flat_map(|table| table.lines().take_while(|line| line.starts_with('|')));
        let names = rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next());
        let documented: BTreeSet<String> = names.map(str::to_owned).collect();
        assert_eq!(documented, rules, "{module}/page.md");
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

/// Checks that a text is one well-formed SVG element with a title, and that it has no style sheet,
/// which would apply to the rest of a page.
fn check_svg(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.contains("<title>"), "{svg}");
    assert!(!svg.contains("style") && !svg.contains("class="), "{svg}");
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
fn names_are_unique_and_find_their_kinds() {
    let mut seen = BTreeSet::new();
    for &kind in Kind::all() {
        assert_eq!(kind.names().next(), Some(kind.name()));
        for name in kind.names() {
            assert!(seen.insert(name), "{name}");
            assert_eq!(Kind::named(name), Some(kind), "{name}");
        }
        assert!(kind.link_names().iter().all(|name| seen.contains(name)), "{kind}");
    }
    assert_eq!(Kind::named("nothing"), None);
    assert_eq!(Kind::nearest_name("Slitherlnk"), Some("slitherlink"));
    assert_eq!(Kind::nearest_name("zzzzzzzzzz"), None);
    let text = "kind = 'slitherlink'\nboard = '''\n3.\n..\n'''";
    assert_eq!(parse(text), parse(&text.replace("slitherlink", "slither")));
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

/// Every kind has a name for players, which differs from those of the others.
#[test]
fn every_kind_has_a_title() {
    let titles: BTreeSet<&str> = Kind::all().iter().map(|kind| kind.title()).collect();
    assert_eq!(titles.len(), Kind::all().len());
    let square1 = Kind::named("square1").map(Kind::title);
    assert_eq!(square1, Some("the Square-1"));
}
