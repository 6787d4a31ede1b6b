//! Types that documents share.

use gordian_core::Outcome;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of a document's format: the number 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SchemaVersion;

impl SchemaVersion {
    /// The version as it is written.
    pub const NUMBER: u64 = 1;
}

impl Serialize for SchemaVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(Self::NUMBER)
    }
}

impl<'de> Deserialize<'de> for SchemaVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            Self::NUMBER => Ok(Self),
            other => Err(D::Error::invalid_value(Unexpected::Unsigned(other), &"1")),
        }
    }
}

impl JsonSchema for SchemaVersion {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SchemaVersion".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "const": Self::NUMBER,
            "description": "the version of this document format",
        })
    }
}

/// What was established.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeName {
    /// A solution that is proved to be optimal.
    Optimal,
    /// A solution.
    Solved,
    /// A solution that may not be optimal.
    Feasible,
    /// It is proved that no solution exists.
    Infeasible,
    /// Nothing, because a limit was reached.
    Stopped,
}

impl From<Outcome> for OutcomeName {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Optimal => Self::Optimal,
            Outcome::Solved => Self::Solved,
            Outcome::Feasible(_) => Self::Feasible,
            Outcome::Infeasible => Self::Infeasible,
            Outcome::Stopped(_) => Self::Stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Limit;
    use serde_json::to_value;

    use super::*;

    #[test]
    fn names_are_those_of_the_text_output() {
        let stop = Limit::Time;
        let outcomes = [
            Outcome::Optimal,
            Outcome::Solved,
            Outcome::Feasible(stop),
            Outcome::Infeasible,
            Outcome::Stopped(stop),
        ];
        for outcome in outcomes {
            assert_eq!(to_value(OutcomeName::from(outcome)).unwrap(), outcome.name());
        }
    }

    #[test]
    fn other_versions_are_refused() {
        assert_eq!(to_value(SchemaVersion).unwrap(), 1);
        assert!(serde_json::from_str::<SchemaVersion>("1").is_ok());
        assert!(serde_json::from_str::<SchemaVersion>("2").is_err());
    }
}
