//! The result for one file, and its exit code.

use std::sync::Arc;

use gordian::plan::PlanResult;
use gordian::{Answer, ConflictAnswer, Outcome, Problem, Request, Seconds, Task};

use crate::exit::Exit;

/// The result for one file.
#[derive(Debug)]
pub(super) struct FileResult {
    pub(super) file: String,
    pub(super) problem: Arc<Problem>,
    pub(super) result: PlanResult,
    pub(super) seconds: Seconds,
}

impl FileResult {
    /// Returns the exit code for this file.
    pub(super) fn exit(&self, request: &Request) -> Exit {
        match &self.result {
            PlanResult::Conflict(ConflictAnswer::None) => Exit::Answer,
            PlanResult::Conflict(ConflictAnswer::Found { limit, .. }) => {
                limit.map_or(Exit::NoAnswer, Exit::from_limit)
            }
            PlanResult::Conflict(ConflictAnswer::Stopped(limit)) => Exit::from_limit(*limit),
            PlanResult::Answer { answer, .. } => {
                let limits = self.result.not_done().map(|(_, limit)| Exit::from_limit(limit));
                let exit = Exit::from_outcome(answer.outcome, answer.limit);
                let mut exit = limits.fold(exit, Exit::max);
                if lacks_confirmation(answer, request) {
                    exit = exit.max(Exit::Limit);
                }
                exit
            }
        }
    }
}

/// Returns whether a confirmation was requested and possible but not completed in time.
pub(super) fn lacks_confirmation(answer: &Answer, request: &Request) -> bool {
    let decided = match request.task {
        Task::Prove => {
            answer.unique == Some(true)
                || matches!(answer.outcome, Outcome::Infeasible | Outcome::Optimal)
        }
        Task::First => answer.outcome == Outcome::Infeasible,
        Task::Determined => answer
            .determined
            .as_ref()
            .map_or(answer.outcome == Outcome::Infeasible, |it| it.n_common > 0),
        Task::Count { .. } | Task::All { .. } => answer.limit.is_none(),
    };
    request.confirm && decided && answer.confirmed_by.is_none()
}
