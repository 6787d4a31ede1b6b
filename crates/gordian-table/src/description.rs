//! What a file says of itself: the part of the header that belongs to the caller.

use std::fmt;
use std::path::Path;

use crate::TableError;
use crate::layout::{MAX_COUNTS, MAX_LABEL_LEN, MAX_NAME_LEN, MAX_SERIES};

/// Whether the bytes are a result or the state of work that is not done yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A finished table.
    Table,
    /// Work that can be taken up again.
    Checkpoint {
        /// How far it had come, in steps of the caller (levels of a search, counted from 0).
        step: u32,
    },
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table => f.write_str("table"),
            Self::Checkpoint { step } => write!(f, "checkpoint of step {step}"),
        }
    }
}

/// A named row of numbers, such as how many positions there are at each distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// What is counted: 1 to [`MAX_NAME_LEN`] bytes of UTF-8 without control characters, different
    /// from the names of the other series.
    pub name: String,
    /// The numbers, index 0 first; at most [`MAX_COUNTS`] of them.
    pub counts: Vec<u64>,
}

/// What a file says of its payload.
///
/// There is no place for a time or the name of a machine: the same content gives the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// A finished table or a checkpoint.
    pub kind: Kind,
    /// A name for people, such as `square1-silver`: at most [`MAX_LABEL_LEN`] bytes of UTF-8 without
    /// control characters.
    pub label: String,
    /// What the payload is, for programs: a hash of whatever fixes the meaning of the bytes. It
    /// must change when their meaning changes.
    pub definition: [u8; 32],
    /// Numbers that people want to see without reading the payload: at most [`MAX_SERIES`] rows.
    pub series: Vec<Series>,
}

impl Description {
    /// Returns the first part that a header cannot hold, or `None` if it can hold all.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        if self.label.len() > MAX_LABEL_LEN || self.label.contains(char::is_control) {
            return Some("label");
        }
        if self.series.len() > MAX_SERIES {
            return Some("number of series");
        }
        for (at, series) in self.series.iter().enumerate() {
            let name = &series.name;
            if name.is_empty() || name.len() > MAX_NAME_LEN || name.contains(char::is_control) {
                return Some("name of a series");
            }
            if self.series[..at].iter().any(|earlier| earlier.name == *name) {
                return Some("name of a series");
            }
            if series.counts.len() > MAX_COUNTS {
                return Some("length of a series");
            }
        }
        None
    }

    /// Returns an error about the file at `path` unless a header can hold the description.
    pub(crate) fn check(&self, path: &Path) -> Result<(), TableError> {
        match self.fault() {
            None => Ok(()),
            Some(field) => Err(TableError::Description { path: path.to_owned(), field }),
        }
    }
}
