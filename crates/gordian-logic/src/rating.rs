//! Difficulty ratings of solutions by logic.

use gordian_explainer::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Technique;
use crate::solver::SolutionPath;
use crate::technique::Level;

/// A rating on Gordian's own scale, for a solution with all techniques ([`crate::Config::all`]).
///
/// Each step has a weight ([`crate::Step::weight`]), from 1.0 for the last cell of a house to 12.0
/// for brute force, and the solver always takes an easiest step. The rating is the weight of the
/// hardest step; the effort is the sum of all weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rating {
    /// The weight of the hardest step.
    pub hardest: Tenths,
    /// The sum of the weights of all steps.
    pub effort: Tenths,
    /// The technique of the first step of that weight.
    pub technique: Technique,
}

/// A rating on HoDoKu's scale (version 2.2, its own defaults).
///
/// Each step adds the score of its technique. The level is the lowest that is not below the hardest
/// step and whose limit the score does not exceed: very many easy steps do not make an easy puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HodokuRating {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The level.
    pub level: Level,
}

/// The maximum score of each level; the last level has none.
const LIMITS: [(Level, u32); 4] =
    [(Level::Easy, 800), (Level::Medium, 1000), (Level::Hard, 1600), (Level::Unfair, 1800)];

impl SolutionPath {
    /// Rates the solution on Gordian's own scale; `None` if the grid is not solved or there are no
    /// steps.
    #[must_use]
    pub fn rating(&self) -> Option<Rating> {
        if !self.end.is_solved() || self.end.is_contradictory() {
            return None;
        }
        let layout = self.end.layout();
        let mut rating: Option<Rating> = None;
        for step in &self.steps {
            let weight = step.weight(layout);
            let effort = Tenths(rating.map_or(0, |rating| rating.effort.0) + weight.0);
            let harder = rating.is_none_or(|rating| weight > rating.hardest);
            let (hardest, technique) = match rating {
                Some(rating) if !harder => (rating.hardest, rating.technique),
                _ => (weight, step.technique),
            };
            rating = Some(Rating { hardest, effort, technique });
        }
        rating
    }

    /// Rates a solution that was found with HoDoKu's techniques ([`crate::Config::hodoku`]); `None`
    /// if the grid is not solved or a step uses a technique that HoDoKu does not have.
    #[must_use]
    pub fn hodoku_rating(&self) -> Option<HodokuRating> {
        if !self.end.is_solved() || self.end.is_contradictory() {
            return None;
        }
        let mut score = 0;
        let mut hardest = Level::Easy;
        for step in &self.steps {
            let entry = step.technique.hodoku()?;
            score += entry.score;
            hardest = hardest.max(entry.level);
        }
        let fits = |&&(level, limit): &&(Level, u32)| level >= hardest && score <= limit;
        let level = LIMITS.iter().find(fits).map_or(Level::Extreme, |&(level, _)| level);
        Some(HodokuRating { score, level })
    }
}
