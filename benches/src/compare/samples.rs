//! Alternating runs.

use std::error::Error;

use gordian_bench::Instance;
use gordian_bench::clock::{self, Cost};
use gordian_bench::log;

use crate::compare::CompareOptions;
use crate::compare::solver::{Solver, Task};

/// The measurements of one puzzle.
pub(crate) struct Samples {
    pub(crate) puzzle: &'static str,
    pub(crate) rows: Vec<Row>,
}

/// The runs of one solver on one task.
pub(crate) struct Row {
    pub(crate) solver: String,
    pub(crate) task: Task,
    pub(crate) repetitions: u32,
    /// One mean cost per run.
    pub(crate) costs: Vec<Cost>,
    pub(crate) work: Option<String>,
}

impl Row {
    /// Returns the run with the median user time.
    pub(crate) fn median(&self) -> Cost {
        clock::median(&self.costs)
    }

    /// Returns the least and the greatest user time.
    pub(crate) fn range(&self) -> (f64, f64) {
        clock::range(&self.costs)
    }
}

impl Samples {
    /// Returns the row of a solver.
    pub(crate) fn row(&self, solver: &str, task: Task) -> Option<&Row> {
        self.rows.iter().find(|row| row.solver == solver && row.task == task)
    }
}

/// Measures all solvers in alternating runs, after a warm-up run.
pub(crate) fn measure(
    instance: &Instance,
    solvers: &mut [Solver<'_>],
    options: &CompareOptions,
) -> Result<Samples, Box<dyn Error>> {
    let mut rows = Vec::new();
    for run in 0..=options.rounds() {
        let mut index = 0;
        for solver in &mut *solvers {
            for task in Task::ALL {
                if !solver.supports(task) {
                    continue;
                }
                if run == 0 {
                    // Twice: the first run also pays for memory and caches.
                    solver.solve(instance, task, 1, 0)?;
                    let warm = solver.solve(instance, task, 1, 0)?;
                    rows.push(Row {
                        solver: solver.name(),
                        task,
                        repetitions: clock::repetitions(options.batch, warm.cost.wall),
                        costs: Vec::new(),
                        work: warm.work,
                    });
                } else {
                    let row: &mut Row = &mut rows[index];
                    let seed = options.seed(run);
                    let measurement = solver.solve(instance, task, row.repetitions, seed)?;
                    row.costs.push(measurement.cost);
                }
                index += 1;
            }
        }
        log(&format!("{}: run {run} of {}", instance.name, options.rounds()));
    }
    Ok(Samples { puzzle: instance.name, rows })
}
