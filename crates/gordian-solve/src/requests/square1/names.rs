//! Values that requests about the Square-1 give by name.

use gordian_atlas::square1::Metric;
use gordian_perm::square1::{Colours, Notation, Position, parse_position_or_sequence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::requests::ErrorDetail;

/// The colours of the puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColoursName {
    /// All pieces differ.
    #[default]
    Six,
    /// Small pieces are equal in pairs.
    Silver,
}

impl From<ColoursName> for Colours {
    fn from(colours: ColoursName) -> Self {
        match colours {
            ColoursName::Six => Self::Six,
            ColoursName::Silver => Self::Silver,
        }
    }
}

impl From<Colours> for ColoursName {
    fn from(colours: Colours) -> Self {
        match colours {
            Colours::Six => Self::Six,
            Colours::Silver => Self::Silver,
        }
    }
}

/// The notation of sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotationName {
    /// `(x,y)/`, clockwise as seen from outside.
    #[default]
    Wca,
    /// The notation of 2007: positive is anticlockwise, `!` flips the whole puzzle over.
    Cube21,
}

impl From<NotationName> for Notation {
    fn from(notation: NotationName) -> Self {
        match notation {
            NotationName::Wca => Self::Wca,
            NotationName::Cube21 => Self::Cube21,
        }
    }
}

impl From<Notation> for NotationName {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Wca => Self::Wca,
            Notation::Cube21 => Self::Cube21,
        }
    }
}

/// The metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MetricName {
    /// `/` counts as one move, turns are free.
    #[default]
    Twist,
    /// `/` and `(x,y)` count as one move each.
    Wca,
    /// `/`, `(x,0)` and `(0,y)` count as one move each.
    Face,
}

impl From<MetricName> for Metric {
    fn from(metric: MetricName) -> Self {
        match metric {
            MetricName::Twist => Self::Twist,
            MetricName::Wca => Self::Wca,
            MetricName::Face => Self::Face,
        }
    }
}

impl From<Metric> for MetricName {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Twist => Self::Twist,
            Metric::Wca => Self::Wca,
            Metric::Face => Self::Face,
        }
    }
}

/// Reads a position, or the sequence that leads to it.
pub(super) fn read(
    text: &str,
    colours: ColoursName,
    notation: NotationName,
) -> Result<Position, ErrorDetail> {
    parse_position_or_sequence(text, colours.into(), notation.into())
        .map_err(|error| ErrorDetail::of_square1(&error, text))
}
