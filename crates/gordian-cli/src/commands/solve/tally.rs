//! What came of several files, in one line.

use gordian::{ConflictAnswer, Outcome};

use super::find::{Finding, Found};
use super::plan::Plan;
use crate::exit::Exit;

/// Counts of files by what came of them.
#[derive(Debug, Default)]
pub(super) struct Tally {
    n_solved: usize,
    n_unique: usize,
    n_not_unique: usize,
    n_optimal: usize,
    n_without: usize,
    n_stopped: usize,
    n_faulty: usize,
    exit: Exit,
}

impl Tally {
    pub(super) fn count(&mut self, found: &Found, plan: &Plan) {
        self.exit = self.exit.max(found.exit(plan));
        match &found.finding {
            Finding::Answer(answer, _) => {
                match answer.outcome {
                    Outcome::Infeasible => self.n_without += 1,
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
            Finding::Conflict(ConflictAnswer::None) => self.n_solved += 1,
            Finding::Conflict(ConflictAnswer::Found { .. }) => self.n_without += 1,
            Finding::Conflict(ConflictAnswer::Stopped(_)) => self.n_stopped += 1,
        }
    }

    pub(super) fn count_faulty(&mut self) {
        self.n_faulty += 1;
        self.exit = self.exit.max(Exit::Error);
    }

    /// Returns how the run ends.
    pub(super) fn exit(&self) -> Exit {
        self.exit
    }

    /// Returns the line; `n` files were to be answered.
    pub(super) fn summary(&self, n: usize) -> String {
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
        let n_done = self.n_solved + self.n_without + self.n_stopped + self.n_faulty;
        let others = [
            (self.n_without, "without solution"),
            (self.n_stopped, "undecided"),
            (self.n_faulty, "with errors"),
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
    fn summaries_say_what_came_of_the_files() {
        let check = |tally: Tally, n, expected| assert_eq!(tally.summary(n), expected);
        let all = Tally { n_solved: 5, n_unique: 5, ..Tally::default() };
        check(all, 5, "5 files: 5 solved, all unique");
        let mixed = Tally {
            n_solved: 3,
            n_unique: 1,
            n_not_unique: 1,
            n_without: 2,
            n_faulty: 1,
            ..Tally::default()
        };
        let expected = "7 files: 3 solved, 1 unique, 1 not unique; 2 without solution; \
                        1 with errors; 1 not tried";
        check(mixed, 7, expected);
        check(Tally { n_stopped: 2, ..Tally::default() }, 2, "2 files: 0 solved; 2 undecided");
    }
}
