//! Faults of the whole database: a full disk, a read-only or damaged file, no connection.

/// Why a database rejects operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DatabaseFault {
    /// The disk is full, or the database has reached its maximum size.
    Full,
    /// The database cannot be written.
    ReadOnly,
    /// The file is damaged, or not a database.
    Damaged,
    /// The database cannot be reached or does not answer in time.
    Unavailable,
}

impl DatabaseFault {
    /// Returns the code of errors with this cause.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Full => "jobs.disk-full",
            Self::ReadOnly => "jobs.read-only",
            Self::Damaged => "jobs.damaged",
            Self::Unavailable => "jobs.unavailable",
        }
    }

    /// Returns what is wrong with the database, as the end of a sentence that begins with it.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Full => "has no free disk space",
            Self::ReadOnly => "is read-only",
            Self::Damaged => "is damaged",
            Self::Unavailable => "is unavailable",
        }
    }

    /// Returns the fault that caused an error of the driver.
    pub(crate) fn of(error: &sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code());
        let Some(code) = code else { return Self::Unavailable };
        if let Some(code) = sqlite_code(&code) {
            return match (code, code & 0xff) {
                // `SQLITE_FULL`, and no space for the shared memory of the write-ahead log.
                (_, 13) | (4874, _) => Self::Full,
                (_, 8) => Self::ReadOnly,
                // `SQLITE_CORRUPT`, `SQLITE_NOTADB`.
                (_, 11 | 26) => Self::Damaged,
                _ => Self::Unavailable,
            };
        }
        match &*code {
            "53100" => Self::Full,
            "25006" => Self::ReadOnly,
            "XX001" | "XX002" => Self::Damaged,
            _ => Self::Unavailable,
        }
    }
}

/// Parses a result code of SQLite. Codes of PostgreSQL have five characters.
pub(crate) fn sqlite_code(code: &str) -> Option<u32> {
    code.parse().ok().filter(|_| code.len() < 5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_is_found_by_the_result_code() {
        for (code, expected) in [
            ("13", Some(13)),
            ("4874", Some(4874)),
            ("53100", None),
            ("XX001", None),
            ("25006", None),
        ] {
            assert_eq!(sqlite_code(code), expected);
        }
        assert_eq!(DatabaseFault::of(&sqlx::Error::PoolTimedOut), DatabaseFault::Unavailable);
    }
}
