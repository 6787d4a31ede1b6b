//! The metadata of puzzles.

use toml::de::DeTable;

use crate::board::Reader;

/// The metadata of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title: one line without control characters.
    pub title: Option<String>,
    /// The author: one line without control characters.
    pub author: Option<String>,
    /// The source: one line without control characters.
    pub source: Option<String>,
}

impl Metadata {
    /// The keys that every kind of puzzle has.
    const KEYS: [&'static str; 4] = ["kind", "title", "author", "source"];

    /// Reads the metadata; reports every key of `table` that is neither one of them nor one of
    /// `keys`. `place` names the table in messages.
    pub(crate) fn read_with_keys(
        reader: &mut Reader<'_>,
        table: &DeTable<'_>,
        place: &str,
        keys: &[&str],
    ) -> Self {
        reader.check_keys(place, table, &[&Self::KEYS[..], keys].concat());
        let mut name = |key: &str| table.get(key).and_then(|value| reader.name(key, value));
        Self { title: name("title"), author: name("author"), source: name("source") }
    }

    /// Returns the title, or `default` for a puzzle without one.
    pub(crate) fn title_or<'t>(&'t self, default: &'t str) -> &'t str {
        self.title.as_deref().unwrap_or(default)
    }

    /// Returns the beginning of a puzzle file.
    pub(crate) fn to_toml(&self, kind: &str) -> String {
        let mut out = format!("kind = \"{kind}\"\n");
        let keys = [("title", &self.title), ("author", &self.author), ("source", &self.source)];
        for (key, value) in keys {
            if let Some(value) = value {
                out.push_str(&format!("{key} = {}\n", toml_text(value)));
            }
        }
        out
    }
}

/// Returns a text as a TOML string.
pub(crate) fn toml_text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
