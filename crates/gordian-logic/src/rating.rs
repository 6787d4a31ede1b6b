//! Ratings: how hard a solution by logic was.

use crate::Technique;
use crate::explainer::Tenths;
use crate::solver::SolutionPath;
use crate::technique::Level;

/// A rating on Gordian's own scale, of a solution with all techniques ([`crate::Config::all`]).
///
/// Every step weighs what [`crate::Step::weight`] says, from 1.0 for the last cell of a house to 12.0
/// for a digit that was found by trying; the easiest step that there is is always taken. The
/// puzzle's rating is the weight of its hardest step, and its effort the sum of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The weight of the hardest step.
    pub hardest: Tenths,
    /// The technique of the first step of that weight.
    pub technique: Technique,
    /// The sum of the weights of all steps, in tenths.
    pub effort: u32,
}

/// A rating on HoDoKu's scale (version 2.2, its own defaults).
///
/// Each step adds the score of its technique. The level is that of the hardest step, or the first
/// above it whose limit the score keeps: a puzzle of easy steps only, but very many of them, is not
/// easy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HodokuRating {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The level.
    pub level: Level,
}

/// The highest score of each level but the last, which has none.
const LIMITS: [(Level, u32); 4] =
    [(Level::Easy, 800), (Level::Medium, 1000), (Level::Hard, 1600), (Level::Unfair, 1800)];

impl SolutionPath {
    /// Rates a solution on Gordian's own scale; `None` if the grid is not full, or was full from the
    /// beginning.
    #[must_use]
    pub fn rating(&self) -> Option<Rating> {
        if !self.end.is_solved() || self.end.is_contradictory() {
            return None;
        }
        let layout = self.end.layout();
        let mut rating: Option<Rating> = None;
        for step in &self.steps {
            let weight = step.weight(layout);
            let effort = rating.map_or(0, |rating| rating.effort) + u32::from(weight.0);
            let harder = rating.is_none_or(|rating| weight > rating.hardest);
            let (hardest, technique) = match rating {
                Some(rating) if !harder => (rating.hardest, rating.technique),
                _ => (weight, step.technique),
            };
            rating = Some(Rating { hardest, technique, effort });
        }
        rating
    }

    /// Rates a solution that was found with HoDoKu's techniques ([`crate::Config::hodoku`]); `None`
    /// if the grid is not full, or if a step is of a technique that HoDoKu does not know.
    #[must_use]
    pub fn hodoku_rating(&self) -> Option<HodokuRating> {
        if !self.end.is_solved() || self.end.is_contradictory() {
            return None;
        }
        let mut score = 0;
        let mut hardest = Level::Easy;
        for step in &self.steps {
            let about = step.technique.hodoku()?;
            score += about.score;
            hardest = hardest.max(about.level);
        }
        let fits = |&&(level, limit): &&(Level, u32)| level >= hardest && score <= limit;
        let level = LIMITS.iter().find(fits).map_or(Level::Extreme, |&(level, _)| level);
        Some(HodokuRating { score, level })
    }
}
