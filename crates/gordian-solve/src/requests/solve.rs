//! `solve`: solves any puzzle or model.

use gordian_core::{Cancel, Limit, Outcome};
use gordian_grid::Candidates;
use gordian_puzzles::{Grid, Solution};
use gordian_sudoku::{Finder, LearningFinder, SearchLimits};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::context::Clock;
use super::{ErrorDetail, Operation, RequestContext, RequestError, input, puzzle, schema};
use crate::answer::{Answer, SolutionData};
use crate::grid::SolutionChecker;
use crate::solve::conclude;
use crate::{
    ConflictAnswer, Engine, Problem, Request, SolveError, Task, explain_conflict, kind, solve,
};

pub(super) const OPERATION: Operation = Operation {
    name: "solve",
    summary: "Solves a puzzle or a model, and proves that the solution is unique or optimal. Every \
              solution is checked by the rules.",
    input: schema::of_request::<Input>,
    output,
    example: || json!({"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}),
    handler: |text, ctx| handle(text, ctx, None),
};

/// The task of a `solve` request.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum TaskName {
    /// A solution, and whether it is unique.
    #[default]
    Prove,
    /// A solution.
    First,
    /// The number of solutions.
    Count,
    /// All solutions.
    All,
}

/// A `solve` request.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// A puzzle file, a model, or a Sudoku in any text format.
    puzzle: String,
    /// The task: `prove` by default.
    #[serde(default)]
    task: Option<TaskName>,
    /// With `count` and `all`: stop after this many solutions.
    limit: Option<u64>,
    /// The time limit, in seconds; at most the limit of the service.
    #[schemars(range(min = 0.001))]
    pub(super) time_limit: Option<f64>,
    /// The engine: `auto`, `search`, `model`, `batsat` or `cadical`.
    engine: Option<String>,
    /// The seed of all random choices.
    #[serde(default)]
    seed: u64,
    /// For a scrambled 3×3×3 Sudoku Cube: find the turns too.
    #[serde(default)]
    moves: bool,
    /// Report what the compiler made of each rule.
    #[serde(default)]
    report: bool,
    /// If there is no solution: find rules and givens that exclude each other.
    #[serde(default)]
    conflict: bool,
}

fn output() -> Value {
    let document = schema::document(&[
        ("kind", schema::text("the kind of the puzzle, or `model`")),
        ("title", schema::optional_text("the title")),
        ("outcome", schema::outcome()),
        ("unique", schema::optional_flag("whether the solution is unique; null: not decided")),
        ("count", schema::optional_number("the number of solutions, with the task `count`")),
        (
            "solution",
            json!({"description": "the first solution, in the form of the puzzle's kind; null if none was found"}),
        ),
        ("checked", schema::flag("whether there is a solution; each was checked by the rules")),
        ("objective", schema::optional_number("the best objective found, if there is a goal")),
        ("bound", schema::optional_number("no solution has a better objective than this")),
        ("engine", schema::text("the engine that answered")),
        ("seconds", schema::seconds()),
        ("limit", schema::limit()),
    ]);
    schema::with_optional(
        document,
        &[
            (
                "solutions",
                json!({"type": "array", "description": "all solutions found, if there are several"}),
            ),
            ("notes", schema::texts("further remarks")),
            ("moves", json!({"description": "the turns of a Sudoku Cube"})),
            ("report", schema::text("what the compiler did")),
            (
                "conflict",
                schema::texts(
                    "givens and rules that exclude each other; if any one of them is removed, the others can be satisfied",
                ),
            ),
        ],
    )
}

/// Handles a `solve` request; `forced` overrides the task of the input, for jobs of the kind `count`.
pub(super) fn handle(
    text: &str,
    ctx: &RequestContext<'_>,
    forced: Option<TaskName>,
) -> Result<Value, RequestError> {
    let clock = Clock::start();
    let input: Input = input::read(text)?;
    let puzzle::SinglePuzzle { problem, read } = puzzle::parse_single(&input.puzzle)?;
    let max_solutions = ctx.max_items.min((MAX_VALUES / n_values(&problem)).max(2));
    let mut request = request(&input, ctx, forced, max_solutions)?;
    if let Problem::Puzzle(puzzle) = &problem {
        // A missing table is built; the time for that does not count against the time limit of the request.
        kind::of(puzzle).add_tables(puzzle, &mut request, ctx.resources, ctx.progress)?;
    }
    let cancel = ctx.cancel_with_time_limit(input.time_limit)?;
    if request.cube3.is_some() && input.time_limit.is_none() {
        // Turns improve as long as there is time: without a requested limit, the default of one second is
        // enough.
        request.time_limit = None;
    }
    let marked = read.filter(|read| read.puzzle.marks.is_some());
    let answer = match &marked {
        Some(read) => {
            solve_with_marks(&problem, &read.puzzle, &request, &cancel, max_solutions, ctx)?
        }
        None => solve(&problem, &request, &cancel, ctx.progress)?,
    };
    let mut document = answer.to_json(None, clock.seconds());
    if let Some(fields) = document.as_object_mut() {
        // A request has no file.
        fields.shift_remove("file");
    }
    if input.conflict && answer.outcome == Outcome::Infeasible && marked.is_none() {
        let found = explain_conflict(&problem, &request, &cancel)?;
        if let ConflictAnswer::Found { names, .. } = found {
            document["conflict"] = json!(names);
        }
    }
    Ok(document)
}

/// The largest number of literals in the clauses of a model: about 500 MB here and in the engine.
const MAX_LITERALS: usize = 1 << 25;

/// The largest number of values in all solutions of one response, so that a small request has no huge
/// response.
const MAX_VALUES: usize = 1 << 20;

/// Returns the number of values in a solution, at least 1.
fn n_values(problem: &Problem) -> usize {
    match problem {
        Problem::Puzzle(puzzle) => kind::of(puzzle).n_values(puzzle),
        Problem::Model(model) => model.variables().len().max(1),
    }
}

fn request(
    input: &Input,
    ctx: &RequestContext<'_>,
    forced: Option<TaskName>,
    max_solutions: usize,
) -> Result<Request, RequestError> {
    let task = forced.or(input.task).unwrap_or_default();
    if input.limit == Some(0) {
        let fault =
            ErrorDetail::new("request.out-of-range", "`limit` is 0: nothing would be asked");
        return Err(fault.hint("leave it out, or give 1 or more").into());
    }
    let max = u64::try_from(max_solutions).unwrap_or(u64::MAX);
    let task = match task {
        TaskName::Prove => Task::Prove,
        TaskName::First => Task::First,
        TaskName::Count => Task::Count { limit: input.limit },
        TaskName::All => Task::All { limit: Some(input.limit.map_or(max, |limit| limit.min(max))) },
    };
    if input.limit.is_some() && matches!(task, Task::Prove | Task::First) {
        let fault = ErrorDetail::new(
            "request.not-applicable",
            "`limit` means nothing without `count` or `all`",
        );
        return Err(fault.hint("add `\"task\": \"count\"` or `\"task\": \"all\"`").into());
    }
    let engine = input.engine.as_deref().unwrap_or("auto");
    let engine: Engine = engine.parse().map_err(|error: crate::UnknownEngine| {
        let names = Engine::NAMES.join(", ");
        ErrorDetail::new("request.out-of-range", error.to_string())
            .hint(format!("engines are {names}"))
    })?;
    let mut request = Request {
        task,
        engine,
        threads: ctx.threads,
        seed: input.seed,
        time_limit: ctx.time_limit(input.time_limit)?,
        report: input.report,
        moves: input.moves,
        cache: ctx.resources.cache().map(ToOwned::to_owned),
        ..Request::default()
    };
    if let Some(bytes) = ctx.max_memory {
        request.limit_memory(bytes);
    }
    let literals = request.max_literals.unwrap_or(MAX_LITERALS);
    request.max_literals = Some(literals.min(MAX_LITERALS));
    Ok(request)
}

/// Solves a grid whose candidates are restricted by pencil marks, which puzzle files do not support.
fn solve_with_marks(
    problem: &Problem,
    puzzle: &gordian_grid::Grid,
    request: &Request,
    cancel: &Cancel,
    max_solutions: usize,
    ctx: &RequestContext<'_>,
) -> Result<Answer, SolveError> {
    if !matches!(request.engine, Engine::Auto | Engine::Search) {
        let kind = "grid with pencil marks";
        return Err(SolveError::WrongEngine { engine: request.engine.name(), kind });
    }
    let limit = match request.task {
        Task::First => 1,
        Task::Prove => 2,
        Task::Count { limit } | Task::All { limit } => limit.unwrap_or(u64::MAX),
    };
    let mut finder = Finder::new(&puzzle.layout);
    let mut engine = format!("search/{}", finder.engine());
    let start = Candidates::of(puzzle);
    let mut solutions = Vec::new();
    let keep = if matches!(request.task, Task::Count { .. }) { 1 } else { max_solutions };
    let mut each = |digits: &[u8]| {
        if solutions.len() < keep {
            solutions.push(digits.to_vec());
        }
    };
    let max_nodes = (limit <= 2).then(|| Finder::default_budget(&puzzle.layout));
    let mut found =
        finder.find(&start, &SearchLimits { max_solutions: limit, max_nodes }, cancel, &mut each);
    if found.stopped == Some(Limit::Effort) {
        "learning".clone_into(&mut engine);
        solutions.clear();
        let mut each = |digits: &[u8]| solutions.push(digits.to_vec());
        let finder = LearningFinder::new(&puzzle.layout, request.threads.get(), request.seed);
        let query = SearchLimits { max_solutions: limit, max_nodes: None };
        found = finder.find(&start, &query, cancel, ctx.progress, &mut each);
    }
    let mut checker = SolutionChecker::default();
    for solution in &solutions {
        if let Some(violation) = checker.first_violation(puzzle, solution) {
            return Err(SolveError::Unsound { engine, violation });
        }
    }
    let mut answer = Answer::new(problem, engine);
    let data = |digits| SolutionData::Puzzle(Solution::of::<Grid>(digits));
    answer.solutions = solutions.into_iter().map(data).collect();
    answer.listed = matches!(request.task, Task::All { .. }).then_some(found.n_solutions);
    conclude(&mut answer, request.task, found.n_solutions, found.stopped);
    Ok(answer)
}
