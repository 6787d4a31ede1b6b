//! SQL differences between SQLite and PostgreSQL.
//!
//! Each statement has one text for both databases, with `@placeholders` where they differ:
//!
//! | placeholder | meaning |
//! | --- | --- |
//! | `@now` | the database clock in milliseconds since 1970; it advances within a transaction |
//! | `@key` | a column that numbers the rows from 1 |
//! | `@bytes` | the type of a binary column |
//! | `@least` | the function that returns its least argument |
//! | `@first_word(client)` | the client up to its first space: its address |
//! | `@lock` | at the end of a `SELECT`: locks its rows until the end of the transaction |
//! | `@skip_locked` | like `@lock`, but skips rows that are already locked |
//! | `@not_number(c)`, `@not_text(c)` | whether the column's value is not a number, or not a text |

use std::fmt::Write as _;

use crate::JobsError;

/// The database system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Replaces the placeholders of a statement.
    pub(crate) fn translate(self, statement: &str) -> String {
        let words = match self {
            // A writing transaction is the only one, so no row needs a lock. A column accepts
            // values of any type.
            Self::Sqlite => [
                ("@now", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
                ("@key", "INTEGER PRIMARY KEY AUTOINCREMENT"),
                ("@bytes", "BLOB"),
                ("@least", "min"),
                ("@lock", ""),
                ("@skip_locked", ""),
                ("@not_number(", "'integer' <> typeof("),
                ("@not_text(", "'text' <> typeof("),
                ("@first_word(client)", "substr(client, 1, instr(client || ' ', ' ') - 1)"),
            ],
            Self::Postgres => [
                ("@now", "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"),
                ("@key", "BIGSERIAL PRIMARY KEY"),
                ("@bytes", "BYTEA"),
                ("@least", "LEAST"),
                ("@lock", "FOR UPDATE"),
                ("@skip_locked", "FOR UPDATE SKIP LOCKED"),
                ("@not_number(", "NULL IS NOT DISTINCT FROM ("),
                ("@not_text(", "NULL IS NOT DISTINCT FROM ("),
                ("@first_word(client)", "split_part(client, ' ', 1)"),
            ],
        };
        words
            .into_iter()
            .fold(statement.to_owned(), |text, (word, meaning)| text.replace(word, meaning))
    }
}

/// A parsed database URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatabaseUrl {
    pub(crate) dialect: Dialect,
    /// For the driver; may contain a password.
    pub(crate) url: String,
    /// For messages; contains no password.
    pub(crate) redacted: String,
    /// Whether the database exists only in memory, for a single connection.
    pub(crate) in_memory: bool,
}

impl DatabaseUrl {
    /// Parses `sqlite:PATH`, `sqlite::memory:` or `postgres://…`.
    pub(crate) fn parse(text: &str) -> Result<Self, JobsError> {
        if text == "sqlite::memory:" {
            let text = text.to_owned();
            return Ok(Self {
                dialect: Dialect::Sqlite,
                redacted: text.clone(),
                url: text,
                in_memory: true,
            });
        }
        let unknown = || JobsError::InvalidUrl { given: without_password(text) };
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            let absolute = std::path::absolute(path).map_err(|_| unknown())?;
            let absolute = absolute.to_str().ok_or_else(unknown)?;
            return Ok(Self {
                dialect: Dialect::Sqlite,
                url: format!("sqlite://{}?mode=rwc", percent_encoded(absolute)),
                redacted: format!("sqlite:{path}"),
                in_memory: false,
            });
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self {
                dialect: Dialect::Postgres,
                url: text.to_owned(),
                redacted: without_password(text),
                in_memory: false,
            });
        }
        Err(unknown())
    }
}

/// Percent-encodes a path, which may contain any character.
fn percent_encoded(path: &str) -> String {
    let mut url = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            url.push(char::from(byte));
        } else {
            write!(url, "%{byte:02X}").expect("writing to a string cannot fail");
        }
    }
    url
}

/// Removes everything that may be a password: the text between the scheme and the last `@`, and the
/// options.
fn without_password(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if scheme + 3 <= at => {
            format!("{}{}", &url[..scheme + 3], &url[at + 1..])
        }
        (None, Some(at)) => url[at + 1..].to_owned(),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_removed() {
        fn check(url: &str, redacted: &str) {
            assert_eq!(without_password(url), redacted);
        }
        check("postgres://me:se@cret@host:5/name?password=x", "postgres://host:5/name");
        check("postgres://host/name#x", "postgres://host/name");
        check("mysql://me:secret@host/name", "mysql://host/name");
        check("me:secret@host", "host");
        check("sqlite:jobs.db", "sqlite:jobs.db");
    }

    #[test]
    fn path_is_percent_encoded() {
        let address = DatabaseUrl::parse("sqlite:/a b/c?d%e#é.db").unwrap();
        assert_eq!(address.url, "sqlite:///a%20b/c%3Fd%25e%23%C3%A9.db?mode=rwc");
        assert_eq!(DatabaseUrl::parse("sqlite:///a").unwrap().url, "sqlite:///a?mode=rwc");
        assert_eq!(DatabaseUrl::parse("mysql://me:secret@host").unwrap_err().code(), "jobs.url");
        assert_eq!(DatabaseUrl::parse("sqlite:").unwrap_err().code(), "jobs.url");
    }
}
