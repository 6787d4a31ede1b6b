//! The description of a file: the part of the header that the caller provides.

use std::fmt;

use crate::layout::{MAX_COUNTS, MAX_LABEL_LEN, MAX_NAME_LEN, MAX_SERIES};

/// The kind of a file: a finished table or a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A finished table.
    Table,
    /// The state of unfinished work.
    Checkpoint {
        /// The last completed step of the caller (the level of a search, from 0).
        step: u32,
    },
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table => f.write_str("table"),
            Self::Checkpoint { step } => write!(f, "checkpoint of step {step}"),
        }
    }
}

/// A named series of numbers, such as the number of positions at each distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountSeries {
    /// The name: 1 to [`MAX_NAME_LEN`] bytes of UTF-8 without control characters, different
    /// from the names of the other series.
    pub name: String,
    /// The numbers, index 0 first; at most [`MAX_COUNTS`] of them.
    pub counts: Vec<u64>,
}

/// The description of a payload.
///
/// It contains no time and no machine name, so equal content gives equal files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDescription {
    /// A finished table or a checkpoint.
    pub kind: FileKind,
    /// A human-readable name, such as `square1-silver`: at most [`MAX_LABEL_LEN`] bytes of UTF-8
    /// without control characters.
    pub label: String,
    /// The machine-readable meaning of the payload: a hash that changes whenever the meaning of the
    /// bytes changes.
    pub definition: [u8; 32],
    /// Summary numbers that can be read without the payload: at most [`MAX_SERIES`] series.
    pub series: Vec<CountSeries>,
}

impl TableDescription {
    /// Returns the first field that a header cannot hold, or `None` if all fit.
    pub(crate) fn invalid_field(&self) -> Option<&'static str> {
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
}
