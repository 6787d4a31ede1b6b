//! `solve`: solves any puzzle or model.

use gordian_core::Outcome;
use gordian_puzzles::KindOption;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ErrorDetail, RequestContext, RequestError, RequestKind, puzzle};
use gordian_solve::Clock;
use gordian_solve::{
    ConflictAnswer, Engine, Problem, PuzzleOptions, Request, SolveError, SolveResponse, Task,
    explain_conflict, solve,
};

/// The task of a `solve` request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskName {
    /// A solution, and whether it is unique.
    #[default]
    Prove,
    /// What is the same in all solutions.
    Determined,
    /// A solution.
    First,
    /// The number of solutions.
    Count,
    /// All solutions.
    All,
}

/// A `solve` request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// A puzzle file, a link, a model, or a Sudoku in any text format.
    pub puzzle: String,
    /// The task: `prove` by default.
    #[serde(default)]
    pub task: Option<TaskName>,
    /// With `count` and `all`: stop after this many solutions.
    pub limit: Option<u64>,
    /// The time limit, in seconds; at most the limit of the service.
    #[schemars(range(min = 0.001))]
    pub time_limit: Option<f64>,
    /// The engine: `auto`, `search`, `model`, `sat`, `lcg`, `portfolio`, `batsat` or `cadical`.
    pub engine: Option<String>,
    /// The seed of all random choices.
    #[serde(default)]
    pub seed: u64,
    /// For a scrambled 3×3×3 Sudoku Cube: find the turns too.
    #[serde(default)]
    pub moves: bool,
    /// Report what the compiler made of each rule.
    #[serde(default)]
    pub report: bool,
    /// If there is no solution: find rules and givens that exclude each other.
    #[serde(default)]
    pub conflict: bool,
}

impl RequestKind for SolveRequest {
    const NAME: &'static str = "solve";
    const SUMMARY: &'static str = "Solves a puzzle or a model, and proves that the solution is unique or optimal. Every \
         solution is checked by the rules.";
    type Response = SolveResponse;

    fn example() -> Self {
        let puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        Self { puzzle: puzzle.to_owned(), ..Self::default() }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<SolveResponse, RequestError> {
        let clock = Clock::start();
        let puzzle::SinglePuzzle { problem, notes, .. } = puzzle::parse_single(&self.puzzle, ctx)?;
        if self.moves {
            check_moves_apply(&problem)?;
        }
        let max_solutions = ctx.max_items.min((MAX_VALUES / problem.n_values()).max(2));
        let mut request = request(self, ctx, max_solutions)?;
        // A missing table is built; the time for that does not count against the time limit of the
        // request.
        problem.add_tables(&mut request, ctx.resources, ctx.progress)?;
        let cancel = ctx.cancel_with_time_limit(self.time_limit)?;
        if request.options.cube3.is_some() && self.time_limit.is_none() {
            // Turns improve as long as there is time: without a requested limit, the default of one
            // second is enough.
            request.time_limit = None;
        }
        let mut answer = solve(&problem, &request, &cancel, ctx.progress)?;
        answer.notes.splice(0..0, notes);
        let mut response = SolveResponse::of(&answer, None, clock.seconds());
        if self.conflict && answer.outcome == Outcome::Infeasible {
            add_conflict(&mut response, explain_conflict(&problem, &request, &cancel));
        }
        Ok(response)
    }
}

/// Adds the conflict to the answer that there is no solution, or a note why there is none: the
/// answer stays.
fn add_conflict(response: &mut SolveResponse, found: Result<ConflictAnswer, SolveError>) {
    let note = match found {
        Ok(ConflictAnswer::None) => None,
        Ok(ConflictAnswer::Found { names, limit, .. }) => {
            response.conflict = Some(names);
            limit.map(|limit| format!("the conflict is perhaps not minimal ({limit})"))
        }
        Ok(ConflictAnswer::Stopped(limit)) => Some(format!("no conflict was found ({limit})")),
        Err(error) => Some(format!("no conflict was found: {error}")),
    };
    response.notes.extend(note);
}

/// A request to count the solutions, whatever its task is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CountRequest(pub SolveRequest);

impl RequestKind for CountRequest {
    const NAME: &'static str = "count";
    const SUMMARY: &'static str = "Counts the solutions.";
    type Response = SolveResponse;

    fn example() -> Self {
        Self(SolveRequest { puzzle: "1...............".to_owned(), ..SolveRequest::default() })
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<SolveResponse, RequestError> {
        SolveRequest { task: Some(TaskName::Count), ..self.0.clone() }.run(ctx)
    }
}

/// The largest number of values in all solutions of one response, so that a small request has no
/// huge response.
const MAX_VALUES: usize = 1 << 20;

/// Checks that the kind of the puzzle has the option `moves`.
fn check_moves_apply(problem: &Problem) -> Result<(), ErrorDetail> {
    if let Problem::Puzzle(puzzle) = problem
        && puzzle.with_option(&KindOption::Moves).is_ok()
    {
        return Ok(());
    }
    let message = format!("`moves` does not apply to puzzles of kind `{}`", problem.kind());
    Err(ErrorDetail::new("request.not-applicable", message).hint(KindOption::Moves.applies_to()))
}

fn request(
    input: &SolveRequest,
    ctx: &RequestContext<'_>,
    max_solutions: usize,
) -> Result<Request, RequestError> {
    if input.limit == Some(0) {
        let fault =
            ErrorDetail::new("request.out-of-range", "`limit` is 0: nothing would be asked");
        return Err(fault.hint("leave it out, or give 1 or more").into());
    }
    let max = u64::try_from(max_solutions).unwrap_or(u64::MAX);
    let task = match input.task.unwrap_or_default() {
        TaskName::Prove => Task::Prove,
        TaskName::Determined => Task::Determined,
        TaskName::First => Task::First,
        TaskName::Count => Task::Count { limit: input.limit },
        TaskName::All => Task::All { limit: Some(input.limit.map_or(max, |limit| limit.min(max))) },
    };
    if input.limit.is_some() && matches!(task, Task::Prove | Task::First | Task::Determined) {
        let fault = ErrorDetail::new(
            "request.not-applicable",
            "`limit` means nothing without `count` or `all`",
        );
        return Err(fault.hint("add `\"task\": \"count\"` or `\"task\": \"all\"`").into());
    }
    let engine = input.engine.as_deref().unwrap_or("auto");
    let engine: Engine = engine.parse().map_err(|error: gordian_solve::UnknownEngine| {
        ErrorDetail::new(error.code(), error.to_string()).hint(error.hint())
    })?;
    Ok(Request {
        task,
        engine,
        seed: input.seed,
        report: input.report,
        options: PuzzleOptions {
            moves: input.moves,
            cache: ctx.resources.cache().map(ToOwned::to_owned),
            ..PuzzleOptions::default()
        },
        ..ctx.solver_request(input.time_limit)?
    })
}

#[cfg(test)]
mod tests {
    use gordian_core::Limit;

    use super::*;
    use gordian_solve::Seconds;
    use gordian_solve::document::OutcomeName;

    #[test]
    fn the_answer_stays_if_its_conflict_is_not_found() {
        let with = |found| {
            let mut response = SolveResponse::new("model", "lcg", Seconds::default());
            response.outcome = OutcomeName::Infeasible;
            add_conflict(&mut response, found);
            assert_eq!(response.outcome, OutcomeName::Infeasible);
            (response.conflict, response.notes.join("; "))
        };
        let note = |text: &str| (None, text.to_owned());
        let limit = Limit::Time;
        assert_eq!(with(Ok(ConflictAnswer::Stopped(limit))), note("no conflict was found (time)"));
        let error = SolveError::NoModel { kind: "square1" };
        let expected = format!("no conflict was found: {error}");
        assert_eq!(with(Err(error)), note(&expected));
        let names = vec!["a".to_owned()];
        let found = |limit| {
            let minimal = Option::is_none(&limit);
            ConflictAnswer::Found { names: names.clone(), minimal, limit }
        };
        assert_eq!(with(Ok(found(None))), (Some(names.clone()), String::new()));
        let (conflict, notes) = with(Ok(found(Some(limit))));
        assert_eq!(conflict, Some(names.clone()));
        assert_eq!(notes, "the conflict is perhaps not minimal (time)");
    }
}
