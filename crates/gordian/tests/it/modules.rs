//! Tests of the dependencies between the top modules of each crate: they form no circle.
//!
//! A module depends on another one if its code names it or a name that the root of the crate
//! imports from it. The test reads the paths from the sources, without tests, comments and
//! literals.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{files, root};

/// Crates whose top modules form circles.
const EXEMPT: [&str; 0] = [];

/// A source file: its path below `src`, and its text.
type Source = (String, String);

/// For each module, the modules that it depends on, each with one place in the sources.
type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// A word, `::` or a single character of code.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

/// A path that code names, from the root of the crate.
struct NamedPath<'a> {
    first: Token<'a>,
    /// What a `use` of the path binds.
    binds: &'a str,
}

/// Returns the length of the literal, comment, word or sign at the beginning of `rest`, and whether
/// it is code.
fn token_len(rest: &str) -> (usize, bool) {
    let until = |from: usize, end: &str| {
        rest[from..].find(end).map_or(rest.len(), |found| from + found + end.len())
    };
    let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let hashes = rest[word..].bytes().take_while(|&byte| byte == b'#').count();
    let mut chars = rest.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some('/'), Some('/'), _) => (until(0, "\n"), false),
        (Some('/'), Some('*'), _) => (until(0, "*/"), false),
        (Some('"'), ..) => {
            let mut escaped = false;
            let end = rest.bytes().skip(1).position(|byte| {
                let is_end = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                is_end
            });
            (end.map_or(rest.len(), |end| end + 2), false)
        }
        (Some('\''), Some('\\'), _) => (until(3, "'"), false),
        (Some('\''), Some(_), Some('\'')) => (until(1, "'"), false),
        (Some('r'), ..) if word == 1 && rest[1 + hashes..].starts_with('"') => {
            (until(2 + hashes, &format!("\"{}", "#".repeat(hashes))), false)
        }
        (Some(':'), Some(':'), _) => (2, true),
        (Some(first), ..) if word == 0 => (first.len_utf8(), !first.is_whitespace()),
        _ => (word, true),
    }
}

/// Splits a source text into the tokens of its code.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut found, mut rest, mut line) = (Vec::new(), text, 1);
    while !rest.is_empty() {
        let (len, is_code) = token_len(rest);
        if is_code {
            found.push(Token { text: &rest[..len], line });
        }
        line += rest[..len].matches('\n').count();
        rest = &rest[len..];
    }
    found
}

/// Returns the tokens without the items that only tests have.
fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let begins = |words: &[&str]| {
            words.iter().zip(&tokens[at..]).filter(|(word, token)| **word == token.text).count()
                == words.len()
        };
        if begins(&["#", "[", "cfg", "(", "test", ")", "]"])
            || begins(&["#", "[", "cfg", "(", "all", "(", "test"])
        {
            at = item_end(tokens, at);
        } else {
            kept.push(tokens[at]);
            at += 1;
        }
    }
    kept
}

/// Returns the end of the item at `at`: its first `;`, or the end of its first block that is not
/// the tree of a `use`.
fn item_end(tokens: &[Token<'_>], mut at: usize) -> usize {
    let mut depth = 0;
    let mut is_use = false;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.text {
            "use" if depth == 0 => is_use = true,
            "{" | "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth == 0 && !is_use {
                    return at;
                }
            }
            ";" if depth == 0 => return at,
            _ => {}
        }
    }
    at
}

/// Adds the paths of the tree at `at`, such as `a::{b, c::d as e}`, and returns the tree's end.
/// `parents` are the words before the tree.
fn read_tree<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    parents: &[Token<'a>],
    found: &mut Vec<NamedPath<'a>>,
) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    if text(at) == "{" {
        at += 1;
        while !["}", ""].contains(&text(at)) {
            at = read_tree(tokens, at, parents, found);
            at += usize::from(text(at) == ",");
        }
        return at + 1;
    }
    let Some(&word) = tokens.get(at) else { return at };
    let path = [parents, &[word]].concat();
    if text(at + 1) == "::" && text(at + 2) != "<" {
        return read_tree(tokens, at + 2, &path, found);
    }
    let binds = match (text(at + 1), word.text, parents.last()) {
        ("as", ..) => text(at + 2),
        (_, "self", Some(parent)) => parent.text,
        _ => word.text,
    };
    found.push(NamedPath { first: path[0], binds });
    at + if text(at + 1) == "as" { 3 } else { 1 }
}

/// Returns the paths from the root of the crate in the file `name`, whose tokens are `tokens`:
/// after `crate`, after `super` as often as the module is deep, and in the root after `use`.
fn root_paths<'a>(name: &str, tokens: &[Token<'a>]) -> Vec<NamedPath<'a>> {
    let is_root = ["lib.rs", "main.rs"].contains(&name);
    let depth = name.matches('/').count() + usize::from(!is_root && !name.ends_with("/mod.rs"));
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let is_first = at == 0 || text(at - 1) != "::";
        let supers = (0..).take_while(|n| text(at + 2 * n) == "super").count();
        if text(at) == "crate" && text(at + 1) == "::" {
            read_tree(tokens, at + 2, &[], &mut found);
        } else if is_first && supers > 0 && supers == depth {
            read_tree(tokens, at + 2 * supers, &[], &mut found);
        } else if is_root && text(at) == "use" && text(at + 1) != "crate" {
            let start = at + if text(at + 1) == "self" { 3 } else { 1 };
            read_tree(tokens, start, &[], &mut found);
        }
    }
    found
}

/// Returns the arrows between the top modules of a crate.
fn arrows(sources: &[Source]) -> Arrows {
    let module = |name: &str| name.split('/').next().unwrap_or(name).replace(".rs", "");
    let is_test = |name: &str| name.ends_with("tests.rs") || name.contains("tests/");
    let (roots, others): (Vec<&Source>, Vec<&Source>) = sources
        .iter()
        .filter(|(name, _)| !is_test(name) && !name.starts_with("bin/"))
        .partition(|(name, _)| ["lib.rs", "main.rs"].contains(&name.as_str()));
    let modules: BTreeSet<String> = others.iter().map(|(name, _)| module(name)).collect();
    let mut imports = BTreeMap::new();
    for (name, text) in roots {
        for path in root_paths(name, &without_tests(&tokens(text))) {
            if modules.contains(path.first.text) {
                assert_ne!(path.binds, "*", "{name}:{}: import names", path.first.line);
                imports.insert(path.binds.to_owned(), path.first.text.to_owned());
            }
        }
    }
    let mut arrows = Arrows::new();
    for (name, text) in others {
        let from = module(name);
        for NamedPath { first, .. } in root_paths(name, &without_tests(&tokens(text))) {
            assert_ne!(first.text, "*", "{name}:{}: import names", first.line);
            let to = if modules.contains(first.text) { Some(first.text) } else { None };
            let to = to.or(imports.get(first.text).map(String::as_str));
            if let Some(to) = to.filter(|to| *to != from) {
                let place = format!("{name}:{}", first.line);
                arrows.entry(from.clone()).or_default().entry(to.to_owned()).or_insert(place);
            }
        }
    }
    arrows
}

/// Returns the arrows of the shortest circle.
fn shortest_circle(arrows: &Arrows) -> Option<Vec<String>> {
    let circle_from = |start: &String| {
        let mut before: BTreeMap<&String, &String> = BTreeMap::new();
        let mut open = VecDeque::from([start]);
        while let Some(from) = open.pop_front() {
            for to in arrows.get(from).into_iter().flat_map(BTreeMap::keys) {
                if !before.contains_key(to) {
                    before.insert(to, from);
                    open.push_back(to);
                }
            }
        }
        let (mut circle, mut to) = (Vec::new(), start);
        loop {
            let from = *before.get(to)?;
            circle.push(format!("{from} -> {to} ({})", arrows[from][to]));
            to = from;
            if to == start {
                circle.reverse();
                return Some(circle);
            }
        }
    };
    arrows.keys().filter_map(circle_from).min_by_key(Vec::len)
}

#[test]
fn top_modules_form_no_circle() {
    let mut circles = Vec::new();
    for entry in fs_err::read_dir(root().join("crates")).expect("the folder of the crates") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        let folder = entry.path().join("src");
        let mut sources = Vec::new();
        for path in files(&folder, ".rs") {
            let below = path.strip_prefix(&folder).expect("a path below the folder");
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            sources.push((parts.join("/"), fs_err::read_to_string(&path).expect("a source file")));
        }
        match (shortest_circle(&arrows(&sources)), EXEMPT.contains(&name.as_str())) {
            (Some(circle), false) => circles.push(format!("{name}:\n  {}", circle.join("\n  "))),
            (None, true) => circles.push(format!("{name}: no circle; remove it from EXEMPT")),
            _ => {}
        }
    }
    assert!(
        circles.is_empty(),
        "modules at the top of a crate form circles\n{}",
        circles.join("\n")
    );
}

/// Returns the arrows of a sample as `from -> to place`.
fn sample_arrows(sources: &[(&str, &str)]) -> Vec<String> {
    let owned = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let mut found = Vec::new();
    for (from, targets) in arrows(&sources.iter().map(owned).collect::<Vec<_>>()) {
        for (to, place) in targets {
            found.push(format!("{from} -> {to} {place}"));
        }
    }
    found
}

#[test]
fn paths_are_read_from_sources() {
    let lib = "pub use b::{Name, deep::{self as alias}};\nmod a;";
    let a = r##"//! crate::no::comment
        use crate::{
            c::{One, d::Two},
            Name,
        };
        /* crate::no */ fn f<'a>(_: &'a str) -> char { g("\"crate::no", r#""crate::no"#); '\'' }
        macro_rules! m { () => { $crate::e::f() } }
        #[cfg(test)]
        use crate::no::{Test, Other};
        #[cfg(test)]
        mod tests { use crate::no::Test; }
        fn h() { super::f::g::<crate::h::T>() }"##;
    let nested = "use super::no;\nuse super::super::a::X;\nuse crate::alias::Y;";
    let empty = ["b.rs", "c.rs", "d.rs", "e.rs", "f.rs", "h.rs", "no.rs"].map(|name| (name, ""));
    let mut sources = vec![("lib.rs", lib), ("a.rs", a), ("g/nested.rs", nested)];
    sources.extend(empty);
    let expected = [
        "a -> b a.rs:4",
        "a -> c a.rs:3",
        "a -> e a.rs:7",
        "a -> f a.rs:12",
        "a -> h a.rs:12",
        "g -> a g/nested.rs:2",
        "g -> b g/nested.rs:3",
    ];
    assert_eq!(sample_arrows(&sources), expected);
}

#[test]
fn the_shortest_circle_is_found() {
    let circle = |sources: &[(&str, &str)]| {
        let owned = sources.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        shortest_circle(&arrows(&owned.collect::<Vec<_>>()))
    };
    let a = ("a.rs", "use crate::b::B;");
    let b = ("b/mod.rs", "use crate::c;");
    assert_eq!(circle(&[a, b, ("c.rs", "")]), None);
    let expected = ["a -> b (a.rs:1)", "b -> c (b/mod.rs:1)", "c -> a (c.rs:2)"];
    assert_eq!(
        circle(&[a, b, ("c.rs", "\nuse super::a;")]),
        Some(expected.map(str::to_owned).into())
    );
}
