//! The few words in which the databases differ.
//!
//! Every statement is one text for both, with `@word` where they differ:
//!
//! | word | meaning |
//! | --- | --- |
//! | `@now` | the clock of the database, in milliseconds since 1970; within a transaction it goes on |
//! | `@key` | a column that numbers the rows from 1 |
//! | `@bytes` | the type of a column of bytes |
//! | `@least` | the function that returns the least of its arguments |
//! | `@lock` | at the end of a `SELECT`: locks its rows until the end of the transaction |
//! | `@take` | as `@lock`, but leaves out rows that are locked already |
//! | `@no_number(c)`, `@no_text(c)` | whether the column holds no number or no text |

use std::fmt::Write as _;

use crate::JobsError;

/// Which database it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Returns the statement in the words of this database.
    pub(crate) fn words(self, statement: &str) -> String {
        let words = match self {
            // A transaction that writes is the only one: there is nothing to lock. A column takes
            // values of any type.
            Self::Sqlite => [
                ("@now", "CAST(unixepoch('subsec') * 1000 AS INTEGER)"),
                ("@key", "INTEGER PRIMARY KEY AUTOINCREMENT"),
                ("@bytes", "BLOB"),
                ("@least", "min"),
                ("@lock", ""),
                ("@take", ""),
                ("@no_number(", "'integer' <> typeof("),
                ("@no_text(", "'text' <> typeof("),
            ],
            Self::Postgres => [
                ("@now", "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"),
                ("@key", "BIGSERIAL PRIMARY KEY"),
                ("@bytes", "BYTEA"),
                ("@least", "LEAST"),
                ("@lock", "FOR UPDATE"),
                ("@take", "FOR UPDATE SKIP LOCKED"),
                ("@no_number(", "NULL IS NOT DISTINCT FROM ("),
                ("@no_text(", "NULL IS NOT DISTINCT FROM ("),
            ],
        };
        words.into_iter().fold(statement.to_owned(), |text, (word, meaning)| {
            text.replace(word, meaning)
        })
    }
}

/// Where a database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) dialect: Dialect,
    /// For the driver; may hold a password.
    pub(crate) url: String,
    /// For people; holds none.
    pub(crate) shown: String,
    /// Whether it is gone with its only connection.
    pub(crate) in_memory: bool,
}

impl Address {
    /// Reads `sqlite:PATH`, `sqlite::memory:` or `postgres://…`.
    pub(crate) fn parse(text: &str) -> Result<Self, JobsError> {
        if text == "sqlite::memory:" {
            let text = text.to_owned();
            return Ok(Self {
                dialect: Dialect::Sqlite,
                shown: text.clone(),
                url: text,
                in_memory: true,
            });
        }
        let unknown = || JobsError::Url { given: without_secrets(text) };
        if let Some(path) = text.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            let absolute = std::path::absolute(path).map_err(|_| unknown())?;
            let absolute = absolute.to_str().ok_or_else(unknown)?;
            return Ok(Self {
                dialect: Dialect::Sqlite,
                url: format!("sqlite://{}?mode=rwc", escaped(absolute)),
                shown: format!("sqlite:{path}"),
                in_memory: false,
            });
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Self {
                dialect: Dialect::Postgres,
                url: text.to_owned(),
                shown: without_secrets(text),
                in_memory: false,
            });
        }
        Err(unknown())
    }
}

/// Escapes what means something in an address: a path may hold any character.
fn escaped(path: &str) -> String {
    let mut url = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            url.push(char::from(byte));
        } else {
            write!(url, "%{byte:02X}").expect("a text grows");
        }
    }
    url
}

/// Leaves out what may be a password: all between the scheme and the last `@`, and the options.
fn without_secrets(url: &str) -> String {
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
    fn passwords_are_not_shown() {
        fn check(url: &str, shown: &str) {
            assert_eq!(without_secrets(url), shown);
        }
        check("postgres://me:se@cret@host:5/name?password=x", "postgres://host:5/name");
        check("postgres://host/name#x", "postgres://host/name");
        check("mysql://me:secret@host/name", "mysql://host/name");
        check("me:secret@host", "host");
        check("sqlite:jobs.db", "sqlite:jobs.db");
    }

    #[test]
    fn paths_may_hold_any_character() {
        let address = Address::parse("sqlite:/a b/c?d%e#é.db").unwrap();
        assert_eq!(address.url, "sqlite:///a%20b/c%3Fd%25e%23%C3%A9.db?mode=rwc");
        assert_eq!(Address::parse("sqlite:///a").unwrap().url, "sqlite:///a?mode=rwc");
        assert_eq!(Address::parse("mysql://me:secret@host").unwrap_err().code(), "jobs.url");
        assert_eq!(Address::parse("sqlite:").unwrap_err().code(), "jobs.url");
    }
}
