//! The reference: what the program itself knows about its commands, documents, error codes, kinds
//! of puzzles and techniques, as pages of the book.
//!
//! ```text
//! arguments ─► commands        OPERATIONS, JOB_KINDS ─► documents
//! error_codes.toml ─► codes    Kind ─► kinds            Technique ─► techniques
//! RULES ─► rules
//! ```
//!
//! `gordian docs` writes the pages; `gordian kinds` and `gordian explain` print parts of them. To
//! add a page, add its text here and its name to [`pages`].

mod codes;
mod commands;
mod documents;
mod kinds;
mod plain;
mod rules;
mod techniques;

use std::io;
use std::path::Path;

pub(crate) use codes::{ErrorCode, error_codes};
pub(crate) use kinds::{KindSummary, kind_page_of, kind_summaries};
pub(crate) use plain::to_plain_text;

/// A file of the reference.
#[derive(Debug)]
struct Page {
    /// The path below the folder of the reference, with `/`.
    path: String,
    text: String,
}

impl Page {
    fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }
}

/// Returns all files of the reference.
fn pages() -> Vec<Page> {
    let mut pages = commands::pages();
    pages.extend(documents::pages());
    pages.extend(kinds::pages());
    pages.push(codes::page());
    pages.push(rules::page());
    pages.push(techniques::page());
    pages
}

/// Writes the reference to a folder, which is created, and returns the number of its files.
///
/// # Errors
///
/// Fails if a file cannot be written.
pub(crate) fn write(folder: &Path) -> io::Result<usize> {
    let pages = pages();
    for page in &pages {
        let path = folder.join(&page.path);
        if let Some(parent) = path.parent() {
            fs_err::create_dir_all(parent)?;
        }
        fs_err::write(path, &page.text)?;
    }
    Ok(pages.len())
}

/// Returns the known name that is most similar to `name`, if any is similar.
pub(crate) fn closest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_lowercase();
    let similar = known.map(|known| (strsim::jaro_winkler(&name, known), known));
    let best = similar.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(similarity, _)| *similarity > 0.7).map(|(_, known)| known)
}

/// Returns `text` as the content of a cell of a table: on one line, with escaped bars.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closest_names_are_similar() {
        let known = || ["nurikabe", "nurimisaki", "slither"].into_iter();
        assert_eq!(closest("Nurikabi", known()), Some("nurikabe"));
        assert_eq!(closest("xq", known()), None);
    }
}
