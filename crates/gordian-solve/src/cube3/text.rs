//! Answers and positions in words.

use gordian_perm::cube3::{Face, Metric, OrientedPiece, Position};

use super::{Answer, CubeMoves};
use crate::text::{or_dash, with_lower_bound, with_noun};

impl Answer {
    /// Returns the length of the solution, and its lower bound if that is less.
    #[must_use]
    pub fn length_text(&self) -> Option<String> {
        let length = self.length?;
        Some(with_lower_bound(turns(length, self.metric), length, self.lower_bound))
    }

    /// Returns the lower bound with its unit.
    #[must_use]
    pub fn lower_bound_text(&self) -> String {
        turns(self.lower_bound, self.metric)
    }

    /// Returns the answer as one line, with tabs between its fields: the position, the length of
    /// the solution, a lower bound of the length, and the solution. An unknown field is `-`.
    #[must_use]
    pub fn row(&self) -> String {
        let (length, solution) = (or_dash(self.length), or_dash(self.solution.as_ref()));
        format!("{}\t{length}\t{}\t{solution}", self.position, self.lower_bound)
    }
}

impl CubeMoves {
    /// Returns what is known about the length of the turns and about the centres, in sentences.
    #[must_use]
    pub fn facts(&self) -> [String; 2] {
        let length = turns(self.length, Metric::HalfTurn);
        let bound = self.lower_bound.unwrap_or(self.length);
        let length = with_lower_bound(length, self.length, bound);
        let length = match (self.n_goals, self.all_goals) {
            (1, true) => length,
            (n, true) => format!("{length}; the shortest found for {n} solutions"),
            (n, false) => format!(
                "{length}; the shortest found for the first {n} solutions, others may be shorter"
            ),
        };
        if self.unknown_centres.is_empty() {
            return [length, "the centres are oriented like their faces".to_owned()];
        }
        let faces: Vec<&str> = self.unknown_centres.iter().map(|face| face.name()).collect();
        let faces = faces.join(" ");
        let centres = format!(
            "these centres had unknown orientations and may end in any orientation: {faces}"
        );
        [length, centres]
    }
}

fn turns(n: usize, metric: Metric) -> String {
    let noun = match metric {
        Metric::HalfTurn => "turn",
        Metric::QuarterTurn => "quarter turn",
    };
    with_noun(n as u64, noun)
}

/// Returns the properties of a position that need no search: their names and their values in words.
#[must_use]
pub fn facts(position: &Position) -> [(&'static str, String); 3] {
    [
        ("corners", pieces_in_place(position.corners())),
        ("edges", pieces_in_place(position.edges())),
        ("centres", centres(position)),
    ]
}

/// Returns how many pieces are in place and correctly oriented.
fn pieces_in_place(placed: &[OrientedPiece]) -> String {
    let is_right = |(place, it): &(usize, &OrientedPiece)| {
        usize::from(it.piece) == *place && it.orientation == 0
    };
    let n = placed.iter().enumerate().filter(is_right).count();
    format!("{n} of {} in place", placed.len())
}

/// Describes the orientations of the centres.
fn centres(position: &Position) -> String {
    let known = position.centres().iter().flatten().count();
    let is_turned =
        |face: &Face| position.centres()[face.index()].is_some_and(|quarters| quarters != 0);
    let turned: Vec<&str> = Face::ALL.into_iter().filter(is_turned).map(Face::name).collect();
    let turned = turned.join(", ");
    match (known, turned.is_empty()) {
        (0, _) => "orientations unknown".to_owned(),
        (6, true) => "all as on the solved cube".to_owned(),
        (6, false) => format!("turned: {turned}"),
        (_, true) => format!("{known} known, as on the solved cube"),
        (_, false) => format!("{known} known, of which turned: {turned}"),
    }
}

/// Returns the length of a sequence in both metrics.
#[must_use]
pub fn lengths_text(moves: &gordian_perm::cube3::Sequence) -> String {
    let length = |metric| turns(moves.length(metric), metric);
    format!("{} ({})", length(Metric::HalfTurn), length(Metric::QuarterTurn))
}

/// Returns whether the orientations of all centres are known.
#[must_use]
pub fn knows_all_centres(position: &Position) -> bool {
    position.centres().iter().all(Option::is_some)
}
