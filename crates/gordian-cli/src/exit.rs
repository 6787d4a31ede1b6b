//! Exit codes: what the process tells the one who started it.

use std::process::ExitCode;

use gordian::{Limit, Outcome};

/// How a run ended, from the least grave to the gravest.
///
/// The codes are part of the documented interface (`docs/cli.md`); of several files, the gravest
/// counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// 0: an answer was found; what was asked for was done.
    #[default]
    Answer,
    /// 1: it is proved that there is none; a solution that was checked is wrong.
    NoAnswer,
    /// 3: a limit of time, effort or memory stopped the work before it was done.
    Limit,
    /// 2: the input, the arguments or the system are at fault.
    Error,
    /// 130: somebody pressed Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Returns the number that the shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Answer => 0,
            Self::NoAnswer => 1,
            Self::Error => 2,
            Self::Limit => 3,
            Self::Interrupted => 130,
        }
    }

    /// Returns how a run ends whose work `limit` cut short.
    ///
    /// Enough solutions are an answer: their number was asked for.
    pub(crate) fn of_limit(limit: Limit) -> Self {
        match limit {
            Limit::Solutions => Self::Answer,
            Limit::Time | Limit::Effort | Limit::Memory => Self::Limit,
            Limit::Interrupted => Self::Interrupted,
        }
    }

    /// Returns how a run ends that established `outcome`, perhaps cut short by `limit`.
    pub(crate) fn of_outcome(outcome: Outcome, limit: Option<Limit>) -> Self {
        match limit.or(outcome.limit()) {
            Some(limit) => Self::of_limit(limit),
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
    fn the_gravest_of_several_counts() {
        let gravest = |exits: &[Exit]| exits.iter().max().unwrap().code();
        assert_eq!(gravest(&[Exit::Answer, Exit::NoAnswer]), 1);
        assert_eq!(gravest(&[Exit::Limit, Exit::NoAnswer]), 3);
        assert_eq!(gravest(&[Exit::Limit, Exit::Error, Exit::Answer]), 2);
        assert_eq!(gravest(&[Exit::Error, Exit::Interrupted]), 130);
    }

    #[test]
    fn outcomes_have_codes() {
        let check = |outcome, limit, code| {
            assert_eq!(Exit::of_outcome(outcome, limit).code(), code, "{outcome:?}, {limit:?}");
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
