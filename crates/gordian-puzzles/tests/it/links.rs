//! The document about links.

use gordian_puzzles::board::Size;
use gordian_puzzles::link::LinkError;

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
        LinkError::NotExpressible { what: String::new() },
    ];
    let document = text("../../docs/formats/links.md");
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `link."));
    let documented: Vec<String> =
        rows.map(|row| format!("link.{}", row.split('`').next().unwrap())).collect();
    assert_eq!(documented, errors.map(|error| error.code().to_owned()));
}
