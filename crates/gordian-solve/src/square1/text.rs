//! Answers and positions in words, and places in the text of a sequence.

use std::ops::Range;

use gordian_core::Outcome;
use gordian_perm::square1::{Middle, Notation, Position};

use super::{Answer, Metric};
use crate::text::{or_dash, with_lower_bound, with_noun};

impl Answer {
    /// Returns the length of the solution with its metric, and its lower bound if that is less.
    #[must_use]
    pub fn length_text(&self) -> Option<String> {
        let length = self.distance?;
        let text = format!("{} (metric: {})", moves(length, self.metric), self.metric.name());
        Some(with_lower_bound(text, length, self.lower_bound.unwrap_or(length)))
    }

    /// Returns the lower bound with its unit.
    #[must_use]
    pub fn lower_bound_text(&self) -> Option<String> {
        self.lower_bound.map(|bound| moves(bound, self.metric))
    }

    /// Returns what is known about distances and the number of solutions, in sentences.
    #[must_use]
    pub fn facts(&self) -> Vec<String> {
        let ignoring_middle = self.distance_ignoring_middle.map(|distance| {
            let (twists, level) = (moves(distance, Metric::Twist), distance + 1);
            format!("{twists} without the middle layer (level {level} of the model of 2007)")
        });
        let count = self.shortest_solutions.map(|n| with_noun(n, "shortest solution"));
        self.length_text().into_iter().chain(ignoring_middle).chain(count).collect()
    }

    /// Returns the answer as one line, with tabs between its fields: the position, its distance,
    /// its distance in the model of 2007, the number of shortest solutions, and one of them. An
    /// unknown field is `-`.
    #[must_use]
    pub fn row(&self, notation: Notation) -> String {
        // The length of a solution is the distance only if it is proved to be shortest.
        let distance = self.distance.filter(|_| self.outcome == Outcome::Optimal);
        let fields = [
            self.position.to_string(),
            or_dash(distance),
            or_dash(self.distance_ignoring_middle),
            or_dash(self.shortest_solutions),
            or_dash(self.solution.as_ref().map(|solution| solution.write(notation))),
        ];
        fields.join("\t")
    }
}

fn moves(n: u32, metric: Metric) -> String {
    with_noun(n.into(), if metric == Metric::Twist { "twist" } else { "move" })
}

/// Returns the properties of a position that need no search: their names and their values in words.
#[must_use]
pub fn facts(position: &Position) -> [(&'static str, String); 4] {
    let middle = match position.middle() {
        Middle::Square => "square",
        Middle::Kite => "kite",
    };
    let twist =
        if position.can_twist() { "possible" } else { "blocked: a big piece lies across the cut" };
    [
        ("colours", position.colours().to_string()),
        ("shape", position.shape().to_string()),
        ("middle", middle.to_owned()),
        ("twist", twist.to_owned()),
    ]
}

/// Returns the place of the twist with the index `nth` in a sequence as it was written, in bytes;
/// the whole text if it has fewer twists.
#[must_use]
pub fn twist_span(sequence: &str, nth: usize) -> Range<usize> {
    let twist = sequence.match_indices('/').nth(nth);
    twist.map_or(0..sequence.len(), |(at, slash)| at..at + slash.len())
}
