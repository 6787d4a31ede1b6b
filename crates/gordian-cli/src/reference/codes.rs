//! The error codes: those of the list beside this file, and those of the guards of the service.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use gordian_server::code::CODES;
use serde::{Deserialize, Serialize};

use super::Page;

/// An error code, its meaning, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ErrorCode {
    pub(crate) code: String,
    /// What happened, as sentences.
    pub(crate) meaning: String,
    /// What to do about it, as sentences.
    pub(crate) action: String,
    /// The status of the response, for codes of the guards of the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<u16>,
}

/// An entry of the list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    meaning: String,
    action: String,
}

/// Returns all error codes, sorted.
pub(crate) fn error_codes() -> Vec<ErrorCode> {
    let entries: BTreeMap<String, Entry> =
        toml::from_str(include_str!("error_codes.toml")).expect("the list of codes is valid");
    let listed = entries.into_iter().map(|(code, Entry { meaning, action })| ErrorCode {
        code,
        meaning,
        action,
        status: None,
    });
    let guards = CODES.iter().map(|code| ErrorCode {
        code: code.name.to_owned(),
        meaning: code.meaning.to_owned(),
        action: sentence(code.hint),
        status: Some(code.status.as_u16()),
    });
    let mut codes: Vec<ErrorCode> = listed.chain(guards).collect();
    codes.sort_by(|a, b| a.code.cmp(&b.code));
    codes
}

/// Returns a hint, which is a fragment, as a sentence.
fn sentence(hint: &str) -> String {
    let mut chars = hint.chars();
    let first = chars.next().map(char::to_uppercase).into_iter().flatten();
    let text: String = first.chain(chars).collect();
    if text.ends_with('.') { text } else { text + "." }
}

/// The areas of the codes, the first words of their names, with a title each.
const AREAS: [(&str, &str); 34] = [
    ("puzzle", "Puzzle files"),
    ("solution", "Solutions"),
    ("link", "Links"),
    ("sudoku", "Sudoku"),
    ("logic", "Logic"),
    ("square1", "Square-1"),
    ("cube", "The cube"),
    ("cube3", "The cube in requests"),
    ("perm", "Permutation puzzles"),
    ("definition", "Definitions of permutation puzzles"),
    ("sequence", "Sequences of permutation puzzles"),
    ("model", "Models"),
    ("assignment", "Assignments"),
    ("flatzinc", "FlatZinc"),
    ("minizinc", "MiniZinc"),
    ("solve", "Solving"),
    ("compile", "Compilation to clauses"),
    ("post", "Propagators"),
    ("generate", "Generation"),
    ("export", "Exports"),
    ("atlas", "Distances and their tables"),
    ("table", "Files of tables"),
    ("input", "Input"),
    ("cli", "Options"),
    ("io", "Files and the system"),
    ("internal", "Internal errors"),
    ("recognise", "Texts of any kind"),
    ("request", "Requests"),
    ("body", "Documents of requests"),
    ("client", "Clients of a service"),
    ("quota", "Quotas of a service"),
    ("token", "The token of a service"),
    ("server", "The state of a service"),
    ("serve", "Starting a service"),
];

/// The areas of jobs, whose codes begin with two words.
const JOB_AREAS: [(&str, &str); 2] = [("job", "A job"), ("jobs", "The database of jobs")];

/// Returns the first word of a code.
fn area(code: &str) -> &str {
    code.split(['.', '-']).next().unwrap_or(code)
}

/// Returns the page of all codes.
pub(super) fn page() -> Page {
    let codes = error_codes();
    let mut text = "# Error codes\n\nEvery error has a code for programs, which stays the same from version to \
                    version. `gordian explain CODE` prints its entry. Codes with a status are those of the \
                    [guards](../guides/service.md#guards) of a service.\n"
        .to_owned();
    for (name, title) in AREAS.iter().chain(&JOB_AREAS) {
        let codes: Vec<&ErrorCode> =
            codes.iter().filter(|code| area(&code.code) == *name).collect();
        let _ = write!(text, "\n## {title}\n");
        for ErrorCode { code, meaning, action, status } in codes {
            let status = status.map_or_else(String::new, |status| format!(" ({status})"));
            let anchor = code.replace('.', "-");
            let _ = write!(text, "\n### `{code}`{status} {{ #{anchor} }}\n\n{meaning} {action}\n");
        }
    }
    Page::new("error-codes.md", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_belongs_to_an_area() {
        let codes = error_codes();
        for code in &codes {
            let areas = AREAS.iter().chain(&JOB_AREAS);
            assert_eq!(areas.filter(|(name, _)| *name == area(&code.code)).count(), 1, "{code:?}");
        }
        for (name, _) in AREAS.iter().chain(&JOB_AREAS) {
            assert!(codes.iter().any(|code| area(&code.code) == *name), "{name} has no code");
        }
    }

    #[test]
    fn entries_are_sentences_and_codes_are_unique() {
        let codes = error_codes();
        for text in codes.iter().flat_map(|code| [&code.meaning, &code.action]) {
            assert!(text.ends_with('.') && text.len() > 6, "{text}");
            assert!(text.starts_with(|first: char| !first.is_lowercase()), "{text}");
        }
        for pair in codes.windows(2) {
            assert_ne!(pair[0].code, pair[1].code);
        }
    }
}
