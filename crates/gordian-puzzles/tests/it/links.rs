//! The document about links.

use gordian_puzzles::board::Size;
use gordian_puzzles::link::LinkError;
use gordian_puzzles::parse_link;

use crate::support::text;

/// The errors of links and their codes are listed in the document, in the order of the type.
#[test]
fn every_code_of_a_link_is_documented() {
    let position = 1;
    let size = Size::new(1, 1);
    let errors = [
        LinkError::UnknownHost { host: String::new() },
        LinkError::NoKind,
        LinkError::UnknownKind { kind: String::new() },
        LinkError::InvalidSize { what: "rows", found: String::new() },
        LinkError::UnsupportedFlag { kind: String::new(), flag: 'b' },
        LinkError::UnexpectedCharacter { position, found: 'f', expected: "a clue" },
        LinkError::UnexpectedEnd { position, expected: "a clue" },
        LinkError::BeyondBoard { position, size },
        LinkError::OutOfRange { position, what: "number", min: 1, max: 2 },
        LinkError::NotSupported { position, what: "a piece" },
        LinkError::Invalid { message: String::new() },
        LinkError::NotExpressible { what: String::new() },
    ];
    let document = text("../../docs/formats/links.md");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `link."));
    let documented: Vec<String> =
        rows.map(|row| format!("link.{}", row.split('`').next().unwrap())).collect();
    assert_eq!(documented, errors.map(|error| error.code().to_owned()));
}

#[test]
fn errors_say_what_to_do() {
    let check = |link: &str, expected: &str| {
        assert_eq!(parse_link(link).unwrap_err().hint(), expected, "{link}");
    };
    let sites = "links of puzz.link, pzv.jp, pzplus.tck.mn are read";
    check("https://example.org/p?akari/3/2/k", sites);
    let form = "https://puzz.link/p?kind/columns/rows/clues";
    check("https://puzz.link/db/", &format!("a link has the form {form}"));
    check("akarii/3/2/k", "did you mean `akari`?");
    check("akari", &format!("the columns and the rows follow the kind: {form}"));
    check("akari/b/3/2/k", &format!("without a variant, a link has the form {form}"));
    let copied = "check that the whole link was copied, and nothing else";
    for link in ["akari/3/2/é", "akari/1/1/00", "kakuro/2/2/l1"] {
        check(link, copied);
    }
    // The hint lists the kinds with links, whichever there are.
    let hint = parse_link("zzzzzzzzzz/3/2/k").unwrap_err().hint();
    assert!(hint.starts_with("kinds in links are ") && hint.contains("kakuro"), "{hint}");
    let goishi = gordian_puzzles::parse("kind = 'goishi'\nboard = '1X'").unwrap();
    let error = goishi.to_link().unwrap_err();
    assert_eq!(error.hint(), "write the puzzle as a file instead");
}
