//! Alternating runs.

use std::error::Error;

use gordian_bench::Instance;
use gordian_bench::clock::{self, Cost};
use gordian_bench::note;

use crate::arguments::Arguments;
use crate::contestant::{Contestant, Question};

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
        clock::median(&self.costs)
    }

    /// Returns the least and the greatest user time.
    pub(crate) fn range(&self) -> (f64, f64) {
        clock::range(&self.costs)
    }
}

impl Samples {
    /// Returns the row of a contestant.
    pub(crate) fn row(&self, contestant: &str, question: Question) -> Option<&Row> {
        self.rows.iter().find(|row| row.contestant == contestant && row.question == question)
    }
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
                        repetitions: clock::repetitions(arguments.batch, warm.cost.wall),
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
