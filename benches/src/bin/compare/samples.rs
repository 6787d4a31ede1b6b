//! Alternating runs.

use std::error::Error;

use gordian_bench::Instance;

use crate::arguments::Arguments;
use crate::clock::Cost;
use crate::contestant::{Contestant, Question};
use crate::note;

/// What was measured on one puzzle.
pub(crate) struct Samples {
    pub(crate) puzzle: &'static str,
    pub(crate) rows: Vec<Row>,
}

/// The runs of one contestant at one question.
pub(crate) struct Row {
    pub(crate) contestant: String,
    pub(crate) question: Question,
    pub(crate) repetitions: u32,
    /// One mean cost for each run.
    pub(crate) costs: Vec<Cost>,
    pub(crate) work: Option<String>,
}

impl Row {
    /// Returns the run that is the median by user time.
    pub(crate) fn median(&self) -> Cost {
        median(&self.costs)
    }

    /// Returns the least and the greatest user time.
    pub(crate) fn range(&self) -> (f64, f64) {
        let users = self.costs.iter().map(|cost| cost.user);
        (users.clone().fold(f64::INFINITY, f64::min), users.fold(0.0, f64::max))
    }
}

impl Samples {
    /// Returns the row of a contestant.
    pub(crate) fn row(&self, contestant: &str, question: Question) -> Option<&Row> {
        self.rows.iter().find(|row| row.contestant == contestant && row.question == question)
    }
}

/// Returns the median by user time.
pub(crate) fn median(costs: &[Cost]) -> Cost {
    let mut sorted = costs.to_vec();
    sorted.sort_by(|a, b| a.user.total_cmp(&b.user));
    sorted[sorted.len() / 2]
}

/// Returns how often to repeat what lasts `wall` seconds for a run of `batch` seconds.
pub(crate) fn repetitions(batch: f64, wall: f64) -> u32 {
    (1..1000).find(|&n| f64::from(n) * wall >= batch).unwrap_or(1000)
}

/// Asks all contestants in turn, run after run, after a run for warming up.
pub(crate) fn collect(
    instance: &Instance,
    contestants: &mut [Contestant<'_>],
    arguments: &Arguments,
) -> Result<Samples, Box<dyn Error>> {
    let mut rows = Vec::new();
    for run in 0..=arguments.runs {
        let mut place = 0;
        for contestant in &mut *contestants {
            for question in Question::ALL {
                if !contestant.understands(question) {
                    continue;
                }
                if run == 0 {
                    // Twice: the first time also pays for memory and caches.
                    contestant.ask(instance, question, 1, 0)?;
                    let warm = contestant.ask(instance, question, 1, 0)?;
                    rows.push(Row {
                        contestant: contestant.name(),
                        question,
                        repetitions: repetitions(arguments.batch, warm.cost.wall),
                        costs: Vec::new(),
                        work: warm.work,
                    });
                } else {
                    let row: &mut Row = &mut rows[place];
                    let seed = arguments.seed(run);
                    let answered = contestant.ask(instance, question, row.repetitions, seed)?;
                    row.costs.push(answered.cost);
                }
                place += 1;
            }
        }
        note(&format!("{}: run {run} of {}", instance.name, arguments.runs));
    }
    Ok(Samples { puzzle: instance.name, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_repetitions() {
        let cost = |user| Cost { user, system: 0.0, wall: user };
        let costs = [3.0, 1.0, 2.0].map(cost);
        assert!((median(&costs).user - 2.0).abs() < 1e-9);
        assert_eq!(repetitions(0.2, 0.1), 2);
        assert_eq!(repetitions(0.2, 1.0), 1);
        assert_eq!(repetitions(0.2, 0.0), 1000);
    }
}
