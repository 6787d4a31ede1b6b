//! Documents name only files and folders that exist, and none is empty.

use std::path::{Path, PathBuf};

use crate::{files, folders, root};

/// A name in backticks that begins with one of these and has a `/` is a path from the root of the
/// repository or from `crates/`.
const FOLDERS: [&str; 11] = [
    "crates/",
    "docs/",
    "puzzles/",
    "benches/",
    "examples/",
    "fuzz/",
    "js/",
    "python/",
    "web/",
    ".ci/",
    "gordian-",
];

/// A name in backticks that ends with one of these is the name of a file.
const FILE_ENDINGS: [&str; 8] = [".rs", ".md", ".ts", ".tsx", ".css", ".py", ".sql", ".yaml"];

/// Folders that runs of the program and builds write, and the repository does not hold.
const WRITTEN: [&str; 2] = ["fuzz/found", "js/dist"];

/// Pages of the book that the program writes: the tests of the command line check links to them.
const GENERATED: [&str; 6] = [
    "reference/commands/",
    "reference/documents/",
    "reference/error-codes.md",
    "reference/kinds/",
    "reference/rules.md",
    "reference/techniques.md",
];

/// Returns the documents whose paths must exist.
fn documents() -> Vec<PathBuf> {
    let mut documents = Vec::new();
    for folder in ["docs", "benches", "fuzz", "examples"] {
        documents.extend(files(&root().join(folder), ".md"));
    }
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        documents.push(root().join(name));
    }
    documents
}

/// Returns the folders that `name`, a path in `document`, may be relative to. A name that begins
/// with one of [`FOLDERS`] is relative to the root or to `crates/`; another one may also be
/// relative to the folder of the document and to the sources of the crate that `heading` is about.
fn bases(document: &Path, heading: &str, name: &str) -> Vec<PathBuf> {
    let crates = root().join("crates");
    let mut bases = vec![root(), crates.clone()];
    if begins_with_folder(name) {
        return bases;
    }
    bases.extend(document.parent().map(Path::to_path_buf));
    if let Some(name) = heading.split('`').nth(1) {
        let name = name.split("::").next().unwrap_or(name);
        let sources = crates.join(name).join("src");
        bases.extend([sources.clone(), crates.join(name)]);
        // Names in a sentence about a module, such as `square1/`: the folders of the crate.
        if sources.is_dir() {
            bases.extend(folders(&sources));
        }
    }
    bases
}

fn begins_with_folder(name: &str) -> bool {
    name.contains('/') && FOLDERS.iter().any(|folder| name.starts_with(folder))
}

#[test]
fn paths_in_documents_exist() {
    let mut n_paths = 0;
    for document in documents() {
        let text = fs_err::read_to_string(&document).expect("a document");
        let (mut heading, mut in_block) = ("", false);
        for line in text.lines() {
            if line.starts_with("```") {
                in_block = !in_block;
            }
            if in_block {
                continue;
            }
            if line.starts_with('#') {
                heading = line;
            }
            let quoted = line.split('`').skip(1).step_by(2);
            let linked = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
            for name in quoted {
                let is_path = begins_with_folder(name)
                    || FILE_ENDINGS.iter().any(|ending| name.ends_with(ending));
                let is_pattern = name.starts_with('.') && !name.contains('/')
                    || name.contains(|c: char| c.is_whitespace() || "<>*{}$:=".contains(c))
                    || name.contains("MACHINE");
                // The folder of a pattern such as `gordian-puzzles/src/kinds/<name>.rs`.
                let name = match name.split_once('<') {
                    Some((folder, _)) if is_path && folder.ends_with('/') => folder,
                    _ if is_pattern => continue,
                    _ => name,
                };
                if is_path && !WRITTEN.contains(&name.trim_end_matches('/')) {
                    n_paths += 1;
                    let exists =
                        bases(&document, heading, name).iter().any(|base| base.join(name).exists());
                    assert!(exists, "{} names `{name}`, which does not exist", document.display());
                }
            }
            for name in linked.filter(|name| !name.is_empty() && !name.contains("://")) {
                n_paths += 1;
                if GENERATED.iter().any(|page| name.contains(page.trim_start_matches("reference/")))
                {
                    continue;
                }
                let folder = document.parent().expect("a document lies in a folder");
                assert!(
                    folder.join(name).exists(),
                    "{} links to {name}, which does not exist",
                    document.display()
                );
            }
        }
    }
    assert!(n_paths > 200, "only {n_paths} paths were found in the documents");
}

/// Pages of the book that comments and messages of the sources name exist.
#[test]
fn documents_in_sources_exist() {
    let mut n_paths = 0;
    for source in files(&root().join("crates"), ".rs") {
        let text = fs_err::read_to_string(&source).expect("a source");
        for (before, _) in text.match_indices("docs/") {
            let is_path =
                !text[..before].ends_with(|c: char| c.is_alphanumeric() || "/.".contains(c));
            let rest = &text[before..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && !"/.-_".contains(c));
            let name = rest[..end.unwrap_or(rest.len())].trim_end_matches('.');
            if is_path && name != "docs/" {
                n_paths += 1;
                let exists = root().join(name).exists();
                assert!(exists, "{} names {name}, which does not exist", source.display());
            }
        }
    }
    assert!(n_paths > 20, "only {n_paths} documents were found in the sources");
}

#[test]
fn the_architecture_is_short() {
    let text = fs_err::read_to_string(root().join("ARCHITECTURE.md")).expect("a document");
    assert!(text.lines().count() < 300);
}

/// Every document says something: a title, and text below it.
#[test]
fn no_document_is_empty() {
    for path in documents() {
        let text = fs_err::read_to_string(&path).expect("a document");
        let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
        assert!(title.starts_with("# "), "{} has no title", path.display());
        assert!(rest.trim().len() > 40, "{} is empty", path.display());
    }
}
