//! The list of error codes has every code of the sources, and no other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{gordian, root};

/// Texts in the sources that look like codes and are names of files, hosts or settings.
const OTHER_TEXTS: [&str; 27] = [
    "crackingthecryptic.com",
    "cube3-qtm.table",
    "cube3.table",
    "docs.css",
    "f-puzzles.com",
    "farthest.csv",
    "fzn-gordian.bat",
    "gordian.msc",
    "index.html",
    "jobs.sqlite",
    "levels.csv",
    "memory.max",
    "p.html",
    "puzz.link",
    "pzv.jp",
    "report.json",
    "report.xml",
    "shapes.csv",
    "solve.method",
    "solve.objective",
    "style.css",
    "sudoku.asp",
    "sudoku.htm",
    "sudokupad.app",
    "sudokuwiki.org",
    "svencodes.com",
    "third-party.txt",
];

/// Returns whether `text` has the shape of an error code, such as `cli.out-of-range` or
/// `model-domain`.
fn is_code(text: &str) -> bool {
    let is_name = |name: &str| {
        let is_word = |word: &str| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.split('-').all(is_word)
    };
    let of_model = ["model-", "assignment-"].iter().any(|start| text.starts_with(start));
    of_model && is_name(text)
        || text.split_once('.').is_some_and(|(area, name)| is_name(area) && is_name(name))
}

/// Returns the texts of a source that look like codes. Comments and tests are not read.
fn codes_in(source: &str) -> Vec<&str> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let texts = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    texts.filter(|text| is_code(text) && !text.ends_with(".md")).collect()
}

/// Adds the sources of a folder: `.rs` files, without those of tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs_err::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_list_has_the_codes_of_the_sources() {
    let mut files = Vec::new();
    for folder in fs_err::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        // Those of the kit of the tests are no part of the program.
        if !folder.ends_with("gordian-testkit") {
            sources(&folder.join("src"), &mut files);
        }
    }
    let texts: Vec<String> =
        files.iter().map(|file| fs_err::read_to_string(file).unwrap()).collect();
    let mut found: BTreeSet<&str> = texts.iter().flat_map(|text| codes_in(text)).collect();
    for other in OTHER_TEXTS {
        assert!(found.remove(other), "no source has `{other}`: remove it here");
    }
    let list = gordian("explain --json").ends_with(0).json();
    let list = list["codes"].as_array().unwrap();
    let listed: BTreeSet<&str> = list.iter().map(|code| code["code"].as_str().unwrap()).collect();
    let missing: Vec<&&str> = found.difference(&listed).collect();
    let stale: Vec<&&str> = listed.difference(&found).collect();
    let file = "crates/gordian-cli/src/reference/error_codes.toml";
    assert!(missing.is_empty(), "{file} lacks the codes {missing:?}");
    assert!(stale.is_empty(), "{file} has codes that no source has: {stale:?}");
    assert!(listed.len() > 300, "only {} codes", listed.len());
}

#[test]
fn codes_are_found_in_sources() {
    let source = r#"Fault::new("a.b-c", "x y"); match e { E => "model-e" }; in_file("a.Toml");
        // "a.comment"
        #[cfg(test)] Fault::new("a.test", "")"#;
    assert_eq!(codes_in(source), ["a.b-c", "model-e"]);
    assert!(!["a", "a.", ".a", "a.b-", "A.b", "a.b c", "other-key"].into_iter().any(is_code));
}

#[test]
fn codes_are_explained() {
    let text = gordian("explain cube.twisted-corner").ends_with(0).stdout;
    insta::assert_snapshot!(text, @r"
    cube.twisted-corner

    One corner is twisted, so that turns cannot solve the cube.

    What to do: Compare the stickers with the cube. If they are right, the cube was assembled wrongly.
    ");
    let text = gordian("explain quota.requests").ends_with(0).stdout;
    assert!(text.contains("A service answers with the status 429."), "{text}");
    let document = gordian("explain --json token.wrong").ends_with(0).json();
    assert_eq!((&document["status"], &document["schema"]), (&Value::from(401), &Value::from(1)));
    let list = gordian("explain").ends_with(0).stdout;
    assert!(list.lines().any(|line| line.starts_with("puzzle.syntax ")), "{list}");
}

#[test]
fn unknown_codes_are_errors_with_hints() {
    let check = |name: &str, hint: &str| {
        let error = gordian(&format!("explain {name}")).ends_with(2).stderr;
        assert!(error.contains("there is no error code") && error.contains(hint), "{error}");
    };
    check("cube.twisted-corners", "did you mean `cube.twisted-corner`?");
    check("x-wing", "this is a technique");
    check("nurikabe", "`gordian kinds nurikabe`");
    check("q", "`gordian explain` lists all codes");
    let document = gordian("explain --json x-wing").ends_with(2).json();
    assert_eq!(document["error"]["code"], "cli.unknown-code");
}

#[test]
fn kinds_are_listed_and_shown() {
    let list = gordian("kinds").ends_with(0).stdout;
    assert!(list.lines().count() > 50 && list.contains("\nnurikabe "), "{list}");
    let page = gordian("kinds nurikabe").ends_with(0).stdout;
    assert!(
        page.contains("No 2×2 area is fully shaded.") && page.contains("    kind = \"nurikabe\"")
    );
    assert!(!page.contains("](") && !page.contains("```"), "{page}");
    let documents = gordian("kinds --json").ends_with(0).json();
    assert_eq!(documents["kinds"].as_array().unwrap().len(), list.lines().count());
    let document = gordian("kinds --json cube3").ends_with(0).json();
    assert_eq!((&document["kind"], &document["title"]), (&"cube3".into(), &"the 3×3×3".into()));
    assert!(document["page"].as_str().unwrap().starts_with("# `cube3`"));
    // Other names of the kind, such as those in links.
    assert_eq!(gordian("kinds slitherlink").stdout, gordian("kinds slither").stdout);
    let error = gordian("kinds nurikabi").ends_with(2).stderr;
    assert!(error.contains("did you mean `nurikabe`?"), "{error}");
    // The suggestions are those of puzzle files: another word that begins alike is none.
    let error = gordian("kinds shading").ends_with(2).stderr;
    assert!(!error.contains("did you mean"), "{error}");
    let document = gordian("kinds --json nothing").ends_with(2).json();
    assert_eq!(document["error"]["code"], "cli.unknown-kind");
}
