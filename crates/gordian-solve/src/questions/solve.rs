//! `solve`: any puzzle, any model.

use gordian_atlas::cube3::CentreGoal;
use gordian_core::{Cancel, Limit, Outcome};
use gordian_puzzles::{Puzzle, Solution};
use gordian_sudoku::{Candidates, Finder, LearningFinder, SearchLimits};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::asked::Clock;
use super::{Asked, Fault, Question, Refusal, input, puzzle, schema};
use crate::answer::{Answer, SolutionData};
use crate::grid::Judge;
use crate::solve::conclude;
use crate::{
    ConflictAnswer, Engine, Problem, Request, SolveError, Task, cube3, explain_conflict, solve,
};

pub(super) const QUESTION: Question = Question {
    name: "solve",
    summary: "Solves a puzzle or a model, and goes on to prove that the solution is the only one, or \
              the best. Every solution is checked by the rules.",
    input: schema::of::<Input>,
    output,
    example: || json!({"puzzle": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}),
    answer: |text, asked| answer(text, asked, None),
};

/// What is asked of a problem.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wanted {
    /// A solution, and whether it is the only one.
    #[default]
    Prove,
    /// A solution.
    First,
    /// How many solutions there are.
    Count,
    /// All solutions.
    All,
}

/// What is solved.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// A puzzle file, a model, or a Sudoku in any text format.
    puzzle: String,
    /// What is asked: `prove` if left out.
    #[serde(default)]
    task: Option<Wanted>,
    /// With `count` and `all`: stop at so many solutions.
    limit: Option<u64>,
    /// How long it may take, in seconds; no more than the service allows.
    #[schemars(range(min = 0.001))]
    pub(super) time_limit: Option<f64>,
    /// Who answers: `auto`, `search`, `model`, `batsat` or `cadical`.
    engine: Option<String>,
    /// The seed of everything random.
    #[serde(default)]
    seed: u64,
    /// Of a scrambled 3×3×3 Sudoku Cube: find the turns too.
    #[serde(default)]
    moves: bool,
    /// Say what the compiler made of each rule.
    #[serde(default)]
    report: bool,
    /// Where there is no solution: find rules and givens that exclude each other.
    #[serde(default)]
    conflict: bool,
}

fn output() -> Value {
    let document = schema::document(&[
        ("kind", schema::text("the kind of the puzzle, or `model`")),
        ("title", schema::optional_text("its name")),
        ("outcome", schema::outcome()),
        (
            "unique",
            schema::optional_flag("whether the solution is the only one; null: not decided"),
        ),
        ("count", schema::optional_number("the number of solutions, if it was asked for")),
        (
            "solution",
            json!({"description": "the first solution, in the form of its kind; null if there is none"}),
        ),
        ("checked", schema::flag("whether there is a solution; each was checked by the rules")),
        ("objective", schema::optional_number("the best objective found, where there is a goal")),
        ("bound", schema::optional_number("no solution has a better objective")),
        ("engine", schema::text("who answered")),
        ("seconds", schema::seconds()),
        ("limit", schema::limit()),
    ]);
    schema::with_optional(
        document,
        &[
            (
                "solutions",
                json!({"type": "array", "description": "all that were found, where there are several"}),
            ),
            ("notes", schema::texts("what to know beside")),
            ("moves", json!({"description": "the turns of a Sudoku Cube"})),
            ("report", schema::text("what the compiler did")),
            (
                "conflict",
                schema::texts(
                    "givens and rules that exclude each other; without any one of them, the others can be satisfied",
                ),
            ),
        ],
    )
}

/// Answers; `forced` is what a job of its own kind asks, whatever the input says.
pub(super) fn answer(
    text: &str,
    asked: &Asked<'_>,
    forced: Option<Wanted>,
) -> Result<Value, Refusal> {
    let clock = Clock::start();
    let input: Input = input::read(text)?;
    let puzzle::One { problem, read } = puzzle::one(&input.puzzle)?;
    let most = asked.most_items.min((MOST_VALUES / n_values(&problem)).max(2));
    let mut request = request(&input, asked, forced, most)?;
    if let Problem::Puzzle(Puzzle::Cube3(cube)) = &problem {
        request.scramble = cube3::scramble_in_file(&input.puzzle, &cube.position);
    }
    lend_tables(&problem, &mut request, asked)?;
    let cancel = asked.limited(input.time_limit)?;
    if request.cube3.is_some() && input.time_limit.is_none() {
        // Turns get better as long as there is time: without a wish, the usual second is enough.
        request.time_limit = None;
    }
    let marked = read.filter(|read| read.puzzle.marks.is_some());
    let answer = match &marked {
        Some(read) => with_marks(&problem, &read.puzzle, &request, &cancel, most, asked)?,
        None => solve(&problem, &request, &cancel, asked.progress)?,
    };
    let mut document = answer.to_json(None, clock.seconds());
    if let Some(fields) = document.as_object_mut() {
        // There is no file here.
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

/// Literals in the clauses of a model: some 500 MB here and in the engine.
const MAX_LITERALS: usize = 1 << 25;

/// Numbers in the solutions of one answer, so that a small question has no huge answer.
const MOST_VALUES: usize = 1 << 20;

/// Returns how many numbers a solution has, at least 1.
fn n_values(problem: &Problem) -> usize {
    match problem {
        Problem::Puzzle(Puzzle::Grid(grid)) => grid.n * grid.n,
        Problem::Puzzle(Puzzle::Goishi(board)) => 2 * board.coins.len().max(1),
        Problem::Puzzle(_) => 512,
        Problem::Model(model) => model.variables().len().max(1),
    }
}

fn request(
    input: &Input,
    asked: &Asked<'_>,
    forced: Option<Wanted>,
    most: usize,
) -> Result<Request, Refusal> {
    let wanted = forced.or(input.task).unwrap_or_default();
    if input.limit == Some(0) {
        let fault = Fault::new("request.out-of-range", "`limit` is 0: nothing would be asked");
        return Err(fault.hint("leave it out, or give 1 or more").into());
    }
    let most = u64::try_from(most).unwrap_or(u64::MAX);
    let task = match wanted {
        Wanted::Prove => Task::Prove,
        Wanted::First => Task::First,
        Wanted::Count => Task::Count { limit: input.limit },
        Wanted::All => Task::All { limit: Some(input.limit.map_or(most, |limit| limit.min(most))) },
    };
    if input.limit.is_some() && matches!(task, Task::Prove | Task::First) {
        let fault =
            Fault::new("request.not-applicable", "`limit` means nothing without `count` or `all`");
        return Err(fault.hint("add `\"task\": \"count\"` or `\"task\": \"all\"`").into());
    }
    let engine = input.engine.as_deref().unwrap_or("auto");
    let engine: Engine = engine.parse().map_err(|error: crate::UnknownEngine| {
        let names = Engine::NAMES.join(", ");
        Fault::new("request.out-of-range", error.to_string()).hint(format!("engines are {names}"))
    })?;
    let mut request = Request {
        task,
        engine,
        threads: asked.threads,
        seed: input.seed,
        time_limit: asked.time(input.time_limit)?,
        report: input.report,
        moves: input.moves,
        cache: asked.resources.cache().map(ToOwned::to_owned),
        ..Request::default()
    };
    if let Some(bytes) = asked.most_memory {
        request.limit_memory(bytes);
    }
    let literals = request.max_literals.unwrap_or(MAX_LITERALS);
    request.max_literals = Some(literals.min(MAX_LITERALS));
    Ok(request)
}

/// Lends the tables that are kept between questions. One that is missing is built, which does not count
/// as time of this question.
fn lend_tables(
    problem: &Problem,
    request: &mut Request,
    asked: &Asked<'_>,
) -> Result<(), SolveError> {
    let centres = match problem {
        Problem::Puzzle(Puzzle::Square1(_)) => {
            request.square1 = Some(asked.resources.square1(asked.progress)?);
            return Ok(());
        }
        Problem::Puzzle(Puzzle::Cube3(cube)) => cube.centres,
        Problem::Puzzle(Puzzle::SudokuCube(cube)) if request.moves && cube.size == 3 => {
            cube.centres.iter().any(|centre| centre.direction.is_some())
        }
        _ => return Ok(()),
    };
    let goal = if centres { CentreGoal::Exact } else { CentreGoal::Any };
    let question = cube3::Question { centres: [goal; 6], ..cube3::Question::default() };
    request.cube3 = Some(asked.resources.cube3(&question, asked.progress)?);
    Ok(())
}

/// Answers a grid whose cells are narrowed down by pencil marks, which puzzle files do not know.
fn with_marks(
    problem: &Problem,
    puzzle: &gordian_sudoku::Puzzle,
    request: &Request,
    cancel: &Cancel,
    most: usize,
    asked: &Asked<'_>,
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
    let keep = if matches!(request.task, Task::Count { .. }) { 1 } else { most };
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
        found = finder.find(&start, &query, cancel, asked.progress, &mut each);
    }
    let mut judge = Judge::default();
    for solution in &solutions {
        if let Some(violation) = judge.broken(puzzle, solution) {
            return Err(SolveError::Unsound { engine, violation });
        }
    }
    let mut answer = Answer::new(problem, engine);
    let data = |digits| SolutionData::Puzzle(Solution::Grid(digits));
    answer.solutions = solutions.into_iter().map(data).collect();
    answer.listed = matches!(request.task, Task::All { .. }).then_some(found.n_solutions);
    conclude(&mut answer, request.task, found.n_solutions, found.stopped);
    Ok(answer)
}
