//! Documents name only files and folders that exist, and every error code of the command line.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::{files, folders, root};

/// A name in backticks that begins with one of these and has a `/` is a path from the root of the
/// repository or from `crates/`.
const FOLDERS: [&str; 9] =
    ["crates/", "docs/", "puzzles/", "benches/", "examples/", "fuzz/", "web/", ".ci/", "gordian-"];

/// A name in backticks that ends with one of these is the name of a file.
const FILE_ENDINGS: [&str; 8] = [".rs", ".md", ".ts", ".tsx", ".css", ".py", ".sql", ".yaml"];

/// Folders that runs of the program write and the repository does not hold.
const WRITTEN: [&str; 1] = ["fuzz/found"];

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

/// Returns the folders that `name`, a path in `document`, may be relative to. A name that begins with
/// one of [`FOLDERS`] is relative to the root or to `crates/`; another one may also be relative to the
/// folder of the document and to the sources of the crate that `heading` is about.
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
                if is_path && !is_pattern && !WRITTEN.contains(&name) {
                    n_paths += 1;
                    let exists =
                        bases(&document, heading, name).iter().any(|base| base.join(name).exists());
                    assert!(exists, "{} names `{name}`, which does not exist", document.display());
                }
            }
            for name in linked.filter(|name| !name.is_empty() && !name.contains("://")) {
                n_paths += 1;
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

#[test]
fn the_architecture_is_short() {
    let text = fs_err::read_to_string(root().join("ARCHITECTURE.md")).expect("a document");
    assert!(text.lines().count() < 300);
}

/// Documents that list error codes, besides those in `docs/formats/`.
const CODE_DOCUMENTS: [&str; 6] = [
    "docs/guides/command-line.md",
    "docs/guides/minizinc.md",
    "docs/guides/service.md",
    "docs/guides/square1.md",
    "docs/guides/cube.md",
    "docs/guides/perm.md",
];

/// Returns whether `text` has the shape of an error code, such as `cli.out-of-range`.
fn is_code(text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split_once('.').is_some_and(|(area, name)| is_word(area) && name.split('-').all(is_word))
}

/// Returns the error codes in a source of the command line: the first arguments of constructors
/// (`Fault::new`), the fields `code`, and the arms of matches. Tests are not read.
fn codes_of_faults(source: &str) -> Vec<&str> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let pieces: Vec<&str> = source.split('"').collect();
    let follows = |before: &str| {
        let before = before.trim_end();
        ["::new(", "code:", "=>"].iter().any(|end| before.ends_with(end))
    };
    let literals = pieces.windows(2).filter(|pair| follows(pair[0]) && is_code(pair[1]));
    literals.map(|pair| pair[1]).collect()
}

/// Returns the error codes in the methods `code` of a source of a library.
fn codes_of_methods(source: &str) -> Vec<&str> {
    let bodies = source.split("fn code(&self) -> &'static str {").skip(1);
    let bodies = bodies.filter_map(|rest| rest.split("\n    }\n").next());
    bodies
        .flat_map(|body| body.split('"').skip(1).step_by(2))
        .filter(|text| is_code(text))
        .collect()
}

#[test]
fn error_codes_of_the_command_line_are_documented() {
    let read = |path: &Path| fs_err::read_to_string(path).expect("a file of the repository");
    let mut documents: Vec<PathBuf> = CODE_DOCUMENTS.iter().map(|name| root().join(name)).collect();
    documents.extend(files(&root().join("docs/formats"), ".md"));
    let documents: String = documents.iter().map(|path| read(path)).collect();
    let mut codes = BTreeSet::new();
    for path in files(&root().join("crates"), ".rs") {
        let source = read(&path);
        let owned = |codes: Vec<&str>| codes.into_iter().map(str::to_owned).collect::<Vec<_>>();
        // The command line reports errors of the libraries with their codes.
        codes.extend(owned(codes_of_methods(&source)));
        if path.starts_with(root().join("crates/gordian-cli/src")) {
            codes.extend(owned(codes_of_faults(&source)));
        }
    }
    assert!(codes.len() > 100, "only {} error codes were found in the sources", codes.len());
    let is_documented = |code: &&String| documents.contains(&format!("`{code}`"));
    let missing: Vec<&String> = codes.iter().filter(|code| !is_documented(code)).collect();
    assert!(missing.is_empty(), "docs/guides/command-line.md lacks the error codes {missing:?}");
}

#[test]
fn error_codes_are_found_in_sources() {
    let source = r#"Fault::new("a.b-c", "x.y"); Fault::new(
        "a.d", m); let code = match e { E => "a.e" }; Self { code: "a.f" }; in_file("a.toml");
        #[cfg(test)] Fault::new("a.test", "")"#;
    assert_eq!(codes_of_faults(source), ["a.b-c", "a.d", "a.e", "a.f"]);
    assert!(!["a", "a.", ".a", "a.b-", "A.b", "a.b c", "model-key"].into_iter().any(is_code));
}
