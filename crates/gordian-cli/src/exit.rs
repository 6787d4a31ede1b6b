//! Exit codes of the process.

use std::process::ExitCode;

use gordian::sudoku_batch::Status;
use gordian::{Limit, Outcome};

/// The outcome of a run, in order of increasing severity.
///
/// The codes are part of the documented interface (`docs/guides/solving.md`). With several files,
/// the most severe outcome determines the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: the task was completed; an answer was found.
    #[default]
    Answer,
    /// 1: it is proved that there is no solution, or a checked solution is wrong.
    NoAnswer,
    /// 3: a limit of time, effort or memory stopped the work.
    Limit,
    /// 2: an error in the input, the arguments or the system.
    Error,
    /// 130: interrupted by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Returns the exit code of the process.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Answer => 0,
            Self::NoAnswer => 1,
            Self::Error => 2,
            Self::Limit => 3,
            Self::Interrupted => 130,
        }
    }

    /// Returns the exit code of work that was stopped by `limit`.
    ///
    /// Reaching the requested number of solutions counts as an answer.
    pub(crate) fn from_limit(limit: Limit) -> Self {
        match limit {
            Limit::Solutions => Self::Answer,
            Limit::Time | Limit::Effort | Limit::Memory => Self::Limit,
            Limit::Interrupted => Self::Interrupted,
            Limit::Techniques => Self::NoAnswer,
        }
    }

    /// Returns the exit code for the status of a puzzle of a batch.
    pub(crate) fn from_status(status: Status) -> Self {
        match status {
            Status::Found => Self::Answer,
            Status::None => Self::NoAnswer,
            Status::Stopped(limit) => Self::from_limit(limit),
        }
    }

    /// Returns the exit code for `outcome`; `limit` is the limit that stopped the work, if any.
    pub(crate) fn from_outcome(outcome: Outcome, limit: Option<Limit>) -> Self {
        match limit.or(outcome.limit()) {
            Some(limit) => Self::from_limit(limit),
            None if outcome == Outcome::Infeasible => Self::NoAnswer,
            None => Self::Answer,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_severe_exit_is_the_maximum() {
        let most_severe = |exits: &[Exit]| exits.iter().max().unwrap().code();
        assert_eq!(most_severe(&[Exit::Answer, Exit::NoAnswer]), 1);
        assert_eq!(most_severe(&[Exit::Limit, Exit::NoAnswer]), 3);
        assert_eq!(most_severe(&[Exit::Limit, Exit::Error, Exit::Answer]), 2);
        assert_eq!(most_severe(&[Exit::Error, Exit::Interrupted]), 130);
    }

    #[test]
    fn each_outcome_has_its_exit_code() {
        let check = |outcome, limit, code| {
            assert_eq!(Exit::from_outcome(outcome, limit).code(), code, "{outcome:?}, {limit:?}");
        };
        check(Outcome::Solved, None, 0);
        check(Outcome::Optimal, None, 0);
        check(Outcome::Infeasible, None, 1);
        check(Outcome::Solved, Some(Limit::Solutions), 0);
        check(Outcome::Solved, Some(Limit::Time), 3);
        check(Outcome::Feasible(Limit::Effort), None, 3);
        check(Outcome::Stopped(Limit::Memory), None, 3);
        check(Outcome::Stopped(Limit::Time), None, 3);
        check(Outcome::Stopped(Limit::Interrupted), Some(Limit::Interrupted), 130);
    }
}
