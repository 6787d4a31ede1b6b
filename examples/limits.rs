//! Long work inside a program: progress is reported, another thread can cancel it, and an answer at
//! a time limit says how many solutions were found until then, without a claim about the others.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gordian::model::{Model, all_different};
use gordian::{Cancel, Limit, Outcome, Problem, Progress, ProgressEvent, Request, Task, solve};

/// Keeps the number of solutions of the latest report of progress.
struct Reports(AtomicU64);

impl Progress for Reports {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Solutions { n } = event {
            self.0.store(*n, Ordering::Relaxed);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The permutations of 20 numbers: 20! solutions, too many to count one by one.
    let mut model = Model::new();
    let numbers: Vec<_> = (0..20).map(|i| model.int(format!("x{i}"), 0..=19)).collect();
    model.require("a permutation", all_different(&numbers));
    let problem = Problem::Model(model);
    let count = Request { task: Task::Count { limit: None }, ..Request::default() };

    // A time limit: the answer says what stopped the work, and how many solutions were counted.
    let reports = Reports(AtomicU64::new(0));
    let request = Request { time_limit: Some(Duration::from_millis(300)), ..count.clone() };
    let answer = solve(&problem, &request, &Cancel::new(), &reports)?;
    println!("stopped by {:?} after {:?} solutions", answer.limit, answer.count);
    println!("last report of progress: {} solutions", reports.0.load(Ordering::Relaxed));
    assert_eq!(answer.limit, Some(Limit::Time));
    assert_ne!(answer.outcome, Outcome::Infeasible);

    // Cancelled by another thread.
    let cancel = Cancel::new();
    let answer = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            cancel.cancel();
        });
        solve(&problem, &count, &cancel, &reports)
    })?;
    println!("cancelled after {:?} solutions", answer.count);
    assert_eq!(answer.limit, Some(Limit::Interrupted));
    Ok(())
}
