//! The time that work took, as documents have it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// The time that a piece of work took, in seconds.
///
/// Documents round them to microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seconds {
    /// The CPU time of all threads together.
    #[serde(serialize_with = "serialize_rounded")]
    #[schemars(with = "f64")]
    pub cpu: f64,
    /// The elapsed time.
    #[serde(serialize_with = "serialize_rounded")]
    #[schemars(with = "f64")]
    pub wall: f64,
}

impl Seconds {
    /// Returns an equal share of the time for each of `n` answers.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "numbers of puzzles are small")]
    pub fn share(self, n: usize) -> Self {
        let n = n.max(1) as f64;
        Self { cpu: self.cpu / n, wall: self.wall / n }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
fn serialize_rounded<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(round_to_micros(*seconds))
}

/// Rounds seconds to microseconds.
pub(crate) fn round_to_micros(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
