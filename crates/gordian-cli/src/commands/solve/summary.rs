//! The summary line for several files.

use gordian::plan::PlanResult;
use gordian::{ConflictAnswer, Outcome, Request};

use super::result::FileResult;
use crate::exit::Exit;

/// The number of files by outcome.
#[derive(Debug, Default)]
pub(super) struct Summary {
    n_solved: usize,
    n_unique: usize,
    n_not_unique: usize,
    n_optimal: usize,
    n_infeasible: usize,
    n_stopped: usize,
    n_errors: usize,
    exit: Exit,
}

impl Summary {
    pub(super) fn count(&mut self, found: &FileResult, request: &Request) {
        self.exit = self.exit.max(found.exit(request));
        match &found.result {
            PlanResult::Answer { answer, .. } => {
                match answer.outcome {
                    Outcome::Infeasible => self.n_infeasible += 1,
                    Outcome::Stopped(_) => self.n_stopped += 1,
                    Outcome::Optimal | Outcome::Solved | Outcome::Feasible(_) => self.n_solved += 1,
                }
                match answer.unique {
                    Some(true) => self.n_unique += 1,
                    Some(false) => self.n_not_unique += 1,
                    None => {}
                }
                if answer.outcome == Outcome::Optimal {
                    self.n_optimal += 1;
                }
            }
            PlanResult::Conflict(ConflictAnswer::None) => self.n_solved += 1,
            PlanResult::Conflict(ConflictAnswer::Found { .. }) => self.n_infeasible += 1,
            PlanResult::Conflict(ConflictAnswer::Stopped(_)) => self.n_stopped += 1,
        }
    }

    pub(super) fn count_error(&mut self) {
        self.n_errors += 1;
        self.exit = self.exit.max(Exit::Error);
    }

    /// Returns the exit code of the run.
    pub(super) fn exit(&self) -> Exit {
        self.exit
    }

    /// Returns the summary line for `n` input files.
    pub(super) fn to_line(&self, n: usize) -> String {
        let mut qualities = Vec::new();
        for (count, quality) in [
            (self.n_unique, "unique"),
            (self.n_not_unique, "not unique"),
            (self.n_optimal, "optimal"),
        ] {
            match count {
                0 => {}
                count if count == self.n_solved => qualities.push(format!("all {quality}")),
                count => qualities.push(format!("{count} {quality}")),
            }
        }
        let mut solved = format!("{} solved", self.n_solved);
        for quality in qualities {
            solved = format!("{solved}, {quality}");
        }
        let n_done = self.n_solved + self.n_infeasible + self.n_stopped + self.n_errors;
        let others = [
            (self.n_infeasible, "without solution"),
            (self.n_stopped, "undecided"),
            (self.n_errors, "with errors"),
            (n - n_done, "not tried"),
        ];
        let others = others.iter().filter(|(count, _)| *count > 0);
        let others = others.map(|(count, what)| format!("; {count} {what}"));
        format!("{n} files: {solved}{}", others.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_line_counts_files_by_outcome() {
        let check = |summary: Summary, n, expected| assert_eq!(summary.to_line(n), expected);
        let all = Summary { n_solved: 5, n_unique: 5, ..Summary::default() };
        check(all, 5, "5 files: 5 solved, all unique");
        let mixed = Summary {
            n_solved: 3,
            n_unique: 1,
            n_not_unique: 1,
            n_infeasible: 2,
            n_errors: 1,
            ..Summary::default()
        };
        let expected = "7 files: 3 solved, 1 unique, 1 not unique; 2 without solution; \
                        1 with errors; 1 not tried";
        check(mixed, 7, expected);
        check(Summary { n_stopped: 2, ..Summary::default() }, 2, "2 files: 0 solved; 2 undecided");
    }
}
