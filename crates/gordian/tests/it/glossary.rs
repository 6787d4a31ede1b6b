//! The items that the glossary names exist.

use std::collections::BTreeMap;

use crate::{files, root};

/// The keywords that declare an item.
const DECLARATIONS: [&str; 9] =
    ["struct", "enum", "union", "trait", "fn", "type", "const", "static", "mod"];

/// The sources of one crate, one string per file.
type Sources = Vec<String>;

fn sources(crate_name: &str) -> Sources {
    let folder = root().join("crates").join(crate_name.replace('_', "-")).join("src");
    if !folder.exists() {
        return Vec::new();
    }
    let read = |path| fs_err::read_to_string(path).expect("a source file can be read");
    files(&folder, ".rs").into_iter().map(read).collect()
}

/// Returns the words of a line: names and keywords without punctuation.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// Returns whether a line declares the public item `name`, or re-exports it.
fn declares_public(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    if line.starts_with("macro_rules!") {
        return words(line).nth(1) == Some(name);
    }
    // The sources of a macro write `$vis` or `pub`; `pub(crate)` is public enough for a binary.
    if !line.starts_with("pub") {
        return false;
    }
    if words(line).nth(1) == Some("use") {
        let words: Vec<&str> = words(line).collect();
        return words.windows(2).any(|pair| pair == ["as", name]);
    }
    let mut previous = "";
    words(line).any(|word| {
        let declares = word == name && DECLARATIONS.contains(&previous);
        previous = word;
        declares
    })
}

/// Returns whether a line declares `name` as a method, a variant or a field.
fn declares_member(line: &str, name: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix("pub ").unwrap_or(line);
    if ["fn ", "const fn ", "async fn ", "unsafe fn ", "const ", "type "]
        .iter()
        .any(|keyword| line.strip_prefix(keyword).and_then(|rest| words(rest).next()) == Some(name))
    {
        return true;
    }
    line.strip_prefix(name).is_some_and(|rest| {
        rest.starts_with([',', '(', ':']) || rest.starts_with(" {") || rest.starts_with(" = ")
    })
}

/// Returns why the item at `path`, such as `gordian_core::Outcome::name`, cannot be found.
fn missing(path: &str, crates: &mut BTreeMap<String, Sources>) -> Option<String> {
    let mut segments = path.split("::");
    let crate_name = segments.next().expect("a path has a first segment");
    let sources = crates.entry(crate_name.to_owned()).or_insert_with(|| sources(crate_name));
    if sources.is_empty() {
        return Some(format!("`{path}`: no crate has the name `{crate_name}`"));
    }
    let mut parent_is_type = false;
    for segment in segments {
        let has = |declares: fn(&str, &str) -> bool| {
            sources.iter().flat_map(|text| text.lines()).any(|line| declares(line, segment))
        };
        let exists = has(declares_public) || (parent_is_type && has(declares_member));
        if !exists {
            return Some(format!("`{path}`: no public item has the name `{segment}`"));
        }
        parent_is_type = segment.starts_with(char::is_uppercase);
    }
    None
}

#[test]
fn glossary_names_existing_public_items() {
    let text =
        fs_err::read_to_string(root().join("docs/reference/glossary.md")).expect("the glossary");
    let mut crates = BTreeMap::new();
    let mut problems = Vec::new();
    let mut n_items = 0;
    let rows = text.lines().filter(|line| line.starts_with('|'));
    for row in rows.filter(|row| *row != "| term | meaning | item |" && !row.starts_with("| ---")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [term, meaning, items] = cells[..] else {
            problems.push(format!("{row}: a row has three cells"));
            continue;
        };
        if term.is_empty() || meaning.is_empty() || items.is_empty() {
            problems.push(format!("{row}: a cell is empty"));
        }
        // Every second piece is between backticks; paths of files are checked with the documents.
        let named = items.split('`').skip(1).step_by(2).filter(|name| name.starts_with("gordian_"));
        for path in named {
            n_items += 1;
            problems.extend(missing(path, &mut crates));
        }
    }
    assert!(problems.is_empty(), "docs/reference/glossary.md:\n{}", problems.join("\n"));
    assert!(n_items > 10, "only {n_items} items were found in the glossary");
}

#[test]
fn unknown_items_are_reported() {
    let mut crates = BTreeMap::new();
    for known in ["gordian_core::Outcome", "gordian_core::Outcome::Optimal", "gordian_core::index"]
    {
        assert_eq!(missing(known, &mut crates), None);
    }
    for unknown in ["gordian_none::Outcome", "gordian_core::Nothing", "gordian_core::Outcome::Best"]
    {
        assert!(missing(unknown, &mut crates).is_some(), "{unknown}");
    }
}
