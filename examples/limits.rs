//! Long work inside a program: progress is reported, another thread can cancel, a limit of time
//! keeps what was found, and no claim is made that was not proved.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gordian::model::{Model, all_different};
use gordian::{Cancel, Limit, Outcome, Problem, Progress, ProgressEvent, Request, Task, solve};

/// Counts the reports of progress.
struct Reports(AtomicU64);

impl Progress for Reports {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Solutions { n } = event {
            self.0.store(*n, Ordering::Relaxed);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Far more solutions than can be counted one by one.
    let mut model = Model::new();
    let numbers: Vec<_> = (0..20).map(|i| model.int(format!("x{i}"), 0..=19)).collect();
    model.require("a permutation", all_different(&numbers));
    let problem = Problem::Model(model);
    let count = Request { task: Task::Count { limit: None }, ..Request::default() };

    // A limit of time: the answer says what stopped it, and how many were counted until then.
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
