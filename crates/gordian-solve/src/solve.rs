//! Chooses an engine, runs it, and checks the solutions it finds.

use std::cell::RefCell;
use std::time::Instant;

use gordian_backend::{Limits, SatSolverKind, Verdict};
use gordian_compile::{CompileOptions, Compiled, Config, NextSolution, Session};
use gordian_core::{Cancel, Limit, Outcome, Progress, ProgressEvent};
use gordian_model::{Assignment, Model};
use gordian_puzzles::cube::{CubeViolation, Unreachable};
use gordian_puzzles::{Cell, Goishi, Puzzle, Solution, SudokuCube};

use crate::answer::{Answer, SolutionCallback, SolutionData};
use crate::models::{PuzzleModel, Reachability};
use crate::request::{Engine, Request, Task};
use crate::{Problem, SolveError, cube3, goishi, grid, square1};

/// The default SAT engine: it starts fastest, and most models of puzzles are decided in a few
/// milliseconds.
pub(crate) const DEFAULT_ENGINE: SatSolverKind = SatSolverKind::Batsat;

/// The largest number of solutions collected if the request has no limit.
const MAX_COLLECTED: u64 = 100_000;

/// The largest number of unreachable solutions of a Sudoku Cube's grid that are examined for obstacles.
const MAX_UNREACHABLE_GRIDS: u64 = 1000;

/// The largest number of solutions of a Sudoku Cube's grid for which turns are searched.
const MAX_GOALS: u64 = 100;

/// The note for a compilation that the memory limit stopped.
const OUT_OF_MEMORY: &str = "the clauses need more memory than is allowed: give the variables smaller \
                             domains, state the model with fewer constraints, or allow more memory";

/// Solves `problem` as `request` says.
///
/// Every solution in the answer was checked by the rules of the puzzle, or by evaluating the model, in
/// code that shares nothing with the engines.
///
/// The solutions of a list ([`Task::All`]) are collected: at most 100 000 unless the request sets a
/// limit. For longer lists use [`solve_each`].
///
/// # Errors
///
/// Fails if a model has a number where a condition is needed, if it cannot be compiled, if the engine
/// does not support the problem, and (a bug) if an engine returns an invalid solution.
pub fn solve(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    let Task::All { limit } = request.task else {
        return solve_each(problem, request, cancel, progress, &mut |_| {});
    };
    let task = Task::All { limit: Some(limit.unwrap_or(MAX_COLLECTED)) };
    let request = Request { task, ..request.clone() };
    let mut solutions = Vec::new();
    let mut on_solution = |solution| solutions.push(solution);
    let mut answer = solve_each(problem, &request, cancel, progress, &mut on_solution)?;
    answer.solutions = solutions;
    Ok(answer)
}

/// Solves `problem` as [`solve`] does, and passes the solutions of a list ([`Task::All`]) to
/// `on_solution` one by one: each is found, checked, passed on and dropped.
///
/// The answer keeps only the first solution of the list and their number, so memory does not grow with
/// the list, except for the blocking clauses of a SAT engine. To end the list early, `on_solution` can
/// cancel.
///
/// # Errors
///
/// As [`solve`]; solutions that were passed on before the error were checked.
///
/// # Example
///
/// ```
/// use gordian_core::{Cancel, NoProgress};
/// use gordian_model::Model;
/// use gordian_solve::{Problem, Request, Task, solve_each};
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=9));
/// model.require("less", x.lt(y));
/// let request = Request { task: Task::All { limit: None }, ..Request::default() };
/// let mut n = 0;
/// let mut each = |_| n += 1;
/// let answer =
///     solve_each(&Problem::Model(model), &request, &Cancel::new(), &NoProgress, &mut each).unwrap();
/// assert_eq!((n, answer.listed, answer.solutions.len()), (45, Some(45), 1));
/// ```
pub fn solve_each(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut (dyn FnMut(SolutionData) + Send),
) -> Result<Answer, SolveError> {
    let cancel = match request.time_limit {
        Some(limit) => cancel.with_time_limit(limit),
        None => cancel.clone(),
    };
    let answer = match dispatch(problem, request, &cancel, progress, on_solution) {
        Err(error) => match error.limit() {
            Some(limit) => Ok(stopped(problem, request, limit)),
            None => Err(error),
        },
        answer => answer,
    };
    answer.map(|mut answer| {
        if let Task::All { .. } = request.task {
            answer.listed.get_or_insert(0);
        }
        answer
    })
}

/// Returns the answer for a model whose compilation was stopped by `limit`.
fn stopped(problem: &Problem, request: &Request, limit: Limit) -> Answer {
    let mut answer = Answer::new(problem, request.engine.name().to_owned());
    answer.outcome = Outcome::Stopped(limit);
    answer.limit = Some(limit);
    answer.notes.push("stopped while compiling the model".to_owned());
    if limit == Limit::Memory {
        answer.notes.push(OUT_OF_MEMORY.to_owned());
    }
    answer.count = matches!(request.task, Task::Count { .. }).then_some(0);
    answer
}

/// Dispatches a request to the engine for the kind of problem.
fn dispatch(
    problem: &Problem,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut SolutionCallback<'_>,
) -> Result<Answer, SolveError> {
    // A proof needs a formula, and only models have one.
    let wants_search = match request.engine {
        Engine::Auto => !request.keep_formula && !request.report && !request.confirm,
        Engine::Search => true,
        Engine::Model | Engine::Sat(_) => false,
    };
    if let (Problem::Puzzle(Puzzle::Grid(puzzle)), true) = (problem, wants_search)
        && let Some(answer) = grid::search(problem, puzzle, request, cancel, progress, on_solution)?
    {
        return Ok(answer);
    }
    match problem {
        Problem::Puzzle(Puzzle::Goishi(board)) if wants_search => {
            solve_goishi(problem, board, request, cancel, on_solution)
        }
        Problem::Puzzle(Puzzle::Square1(puzzle)) => {
            square1::solve_puzzle(problem, puzzle, request, cancel, progress, on_solution)
        }
        Problem::Puzzle(Puzzle::Cube3(puzzle)) => {
            cube3::solve_puzzle(problem, puzzle, request, cancel, progress)
        }
        _ if request.engine == Engine::Search => {
            Err(SolveError::WrongEngine { engine: "search", kind: problem.kind() })
        }
        Problem::Model(model) => {
            model.check_conditions()?;
            let mut search = ModelSearch::new(problem, model, request, cancel, progress)?;
            let check = |values: &Assignment| {
                let names = model.variables().iter().map(|variable| variable.name.clone());
                let values = values.as_slice().iter().copied();
                Ok(SolutionData::Model(names.zip(values).collect()))
            };
            search.run(&check, on_solution)
        }
        Problem::Puzzle(puzzle) => {
            solve_by_model(problem, puzzle, request, cancel, progress, on_solution)
        }
    }
}

/// Solves a puzzle by its model in the catalogue.
fn solve_by_model(
    problem: &Problem,
    puzzle: &Puzzle,
    request: &Request,
    cancel: &Cancel,
    progress: &dyn Progress,
    on_solution: &mut SolutionCallback<'_>,
) -> Result<Answer, SolveError> {
    let began = Instant::now();
    let catalogue = catalogue_model(puzzle, request.reachability)?;
    let every_goal = Request { task: Task::All { limit: Some(MAX_GOALS) }, ..request.clone() };
    let wants_goals = request.moves && request.task == Task::Prove;
    let asked = if wants_goals { &every_goal } else { request };
    let goals = RefCell::new(Vec::new());
    let mut search = ModelSearch::new(problem, catalogue.model(), asked, cancel, progress)?;
    let check = |values: &Assignment| {
        let solution = catalogue.solution(values);
        check_by_rules(puzzle, &catalogue, values, &solution, request.reachability)?;
        if let (true, Some(placement), Solution::SudokuCube(net)) =
            (request.moves, catalogue.placement(values), &solution)
        {
            goals.borrow_mut().push(cube3::Goal { placement, net: net.clone() });
        }
        Ok(SolutionData::Puzzle(solution))
    };
    let mut answer;
    if wants_goals {
        // This list is internal: it is short, and at most two of its solutions are returned.
        let mut solutions = Vec::new();
        answer = search.run(&check, &mut |solution| solutions.push(solution))?;
        answer.solutions = solutions;
        answer.listed = None;
    } else {
        answer = search.run(&check, on_solution)?;
    }
    if let Puzzle::SudokuCube(cube) = puzzle {
        add_unreachable_notes(cube, puzzle, request, cancel, &mut answer)?;
        let complete = wants_goals && answer.limit.is_none();
        let goals = cube3::Goals { goals: goals.into_inner(), complete };
        cube3::add_moves(cube, &goals, request, began, &mut answer, cancel, progress)?;
        if wants_goals {
            // As for other puzzles: the solution, and a second one if it is not unique.
            answer.solutions.truncate(2);
            answer.limit = answer.limit.filter(|limit| *limit != Limit::Solutions);
        }
    }
    Ok(answer)
}

/// Checks a solution by the rules of the puzzle.
fn check_by_rules(
    puzzle: &Puzzle,
    catalogue: &PuzzleModel,
    values: &Assignment,
    solution: &Solution,
    reachability: Reachability,
) -> Result<(), String> {
    let (Puzzle::SudokuCube(cube), Some(placement)) = (puzzle, catalogue.placement(values)) else {
        return gordian_puzzles::check(puzzle, solution).map_err(first);
    };
    let net = cube.check_placement(&placement).map_err(first)?;
    if Solution::SudokuCube(net.clone()) != *solution {
        return Err("the faces do not match the pieces".to_owned());
    }
    if reachability == Reachability::Enforced {
        // In a 3×3×3 each placement is a separate solution; in other sizes, each net.
        if cube.size == 3 {
            cube.reachability(&placement, &net.directions).map_err(first)?;
        }
        gordian_puzzles::check(puzzle, solution).map_err(first)?;
    }
    Ok(())
}

fn first<V: std::fmt::Display>(violations: Vec<V>) -> String {
    violations.into_iter().next().map_or_else(String::new, |violation| violation.to_string())
}

/// A search for solutions of a compiled model.
struct ModelSearch<'a> {
    problem: &'a Problem,
    model: &'a Model,
    session: Session<'a>,
    has_goal: bool,
    request: &'a Request,
    limits: Limits,
    progress: &'a dyn Progress,
    engine: SatSolverKind,
}

/// Converts an assignment to a checked solution, or returns the rule that it breaks.
type CheckSolution<'a> = dyn Fn(&Assignment) -> Result<SolutionData, String> + 'a;

impl<'a> ModelSearch<'a> {
    fn new(
        problem: &'a Problem,
        model: &'a Model,
        request: &'a Request,
        cancel: &Cancel,
        progress: &'a dyn Progress,
    ) -> Result<Self, SolveError> {
        let config = session_config(request, cancel);
        progress.report(&ProgressEvent::Phase { name: "compiling the model" });
        let session = Session::new(model, &config)?;
        Ok(Self {
            problem,
            model,
            session,
            has_goal: model.goal().is_some(),
            request,
            limits: Limits::until(cancel),
            progress,
            engine: config.engine,
        })
    }

    fn run(
        &mut self,
        check: &CheckSolution<'_>,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<Answer, SolveError> {
        let mut answer = Answer::new(self.problem, self.engine_name());
        match self.request.task {
            Task::Prove if self.has_goal => self.optimise(&mut answer, check)?,
            Task::Prove => self.find(&mut answer, check, 2, on_solution)?,
            Task::First => self.find(&mut answer, check, 1, on_solution)?,
            Task::Count { limit } | Task::All { limit } => {
                self.find(&mut answer, check, limit.unwrap_or(u64::MAX), on_solution)?;
            }
        }
        if self.request.report {
            answer.report = Some(self.session.compiled().report().display(self.model).to_string());
        }
        Ok(answer)
    }

    fn engine_name(&self) -> String {
        match self.request.threads.get() {
            1 => format!("model/{}", self.engine.name()),
            threads => format!("model/portfolio of {threads}"),
        }
    }

    /// Finds up to `limit` solutions; if they are only counted, keeps the first.
    fn find(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
        limit: u64,
        on_solution: &mut SolutionCallback<'_>,
    ) -> Result<(), SolveError> {
        let mut n = 0_u64;
        let stopped = loop {
            if n == limit {
                break Some(Limit::Solutions);
            }
            if n == 1 && self.request.task == Task::Prove {
                self.progress.report(&ProgressEvent::Phase { name: "proving uniqueness" });
            }
            match self.session.next_solution(&self.limits) {
                NextSolution::Exhausted => break None,
                NextSolution::Stopped(limit) => break Some(limit),
                NextSolution::Solution(values) => {
                    let solution = check(&values).map_err(|violation| SolveError::Unsound {
                        engine: answer.engine.clone(),
                        violation,
                    })?;
                    if n == 0 || !matches!(self.request.task, Task::Count { .. }) {
                        answer.add_solution(self.request.task, solution, on_solution);
                    }
                    if let (Some(goal), Task::First) = (self.model.goal(), self.request.task) {
                        answer.objective =
                            self.model.evaluate(goal.objective(), values.as_slice()).ok();
                    }
                    n += 1;
                    self.progress.report(&ProgressEvent::Solutions { n });
                    self.session.forbid(&values);
                }
            }
        };
        if stopped.is_none() {
            self.confirm(answer)?;
        }
        conclude(answer, self.request.task, n, stopped);
        Ok(())
    }

    fn optimise(
        &mut self,
        answer: &mut Answer,
        check: &CheckSolution<'_>,
    ) -> Result<(), SolveError> {
        self.progress.report(&ProgressEvent::Phase { name: "optimising" });
        let optimum = self.session.optimise(&self.limits, self.progress);
        if let Some(values) = &optimum.best {
            let solution = check(values).map_err(|violation| SolveError::Unsound {
                engine: answer.engine.clone(),
                violation,
            })?;
            answer.solutions.push(solution);
        }
        answer.outcome = optimum.outcome;
        answer.objective = optimum.objective;
        answer.bound = optimum.bound;
        answer.limit = optimum.outcome.limit();
        if optimum.outcome == Outcome::Infeasible {
            self.confirm(answer)?;
        } else if self.request.confirm || self.request.keep_formula {
            let note = "optimality is neither confirmed nor written as a proof: confirmations and \
                        proofs exist for infeasibility and uniqueness only";
            answer.notes.push(note.to_owned());
        }
        Ok(())
    }

    /// Confirms by the other engine that the formula has no further solution, and keeps the formula,
    /// each if requested.
    fn confirm(&mut self, answer: &mut Answer) -> Result<(), SolveError> {
        if self.request.keep_formula {
            let compiled = self.session.compiled();
            answer.refuted = Some(compiled.cnf().clone());
            answer.legend = compiled.describe_variables(self.model);
        }
        if !self.request.confirm {
            return Ok(());
        }
        self.progress.report(&ProgressEvent::Phase { name: "confirming by the other engine" });
        let other = self.engine.other();
        match self.session.confirm(&self.limits) {
            Verdict::Unsat => answer.confirmed_by = Some(other.name()),
            Verdict::Sat => {
                return Err(SolveError::Unconfirmed {
                    engine: answer.engine.clone(),
                    other: other.name(),
                });
            }
            Verdict::Stopped(limit) => {
                let other = other.name();
                answer.notes.push(format!("not confirmed by `{other}`: stopped ({limit})"));
            }
        }
        Ok(())
    }
}

/// Sets outcome, uniqueness, count and limit of an answer with `n` solutions; `stopped` is the limit that
/// ended the search, if it is incomplete.
pub(crate) fn conclude(answer: &mut Answer, task: Task, n: u64, stopped: Option<Limit>) {
    answer.outcome = match (n, stopped) {
        (0, None) => Outcome::Infeasible,
        (0, Some(limit)) => Outcome::Stopped(limit),
        _ => Outcome::Solved,
    };
    answer.unique = match (n, stopped) {
        (0, _) => None,
        (1, None) => Some(true),
        (1, Some(_)) => None,
        _ => Some(false),
    };
    if matches!(task, Task::Count { .. }) {
        answer.count = Some(n);
    }
    // For `Prove` and `First`, enough solutions is not a limit to report.
    let reached = matches!(task, Task::Prove | Task::First) && stopped == Some(Limit::Solutions);
    answer.limit = stopped.filter(|_| !reached);
}

pub(crate) fn session_config(request: &Request, cancel: &Cancel) -> Config {
    let engine = match request.engine {
        Engine::Sat(kind) => kind,
        Engine::Auto | Engine::Search | Engine::Model => DEFAULT_ENGINE,
    };
    let compile = CompileOptions {
        max_literals: request.max_literals,
        cancel: cancel.clone(),
        ..CompileOptions::default()
    };
    Config { engine, seed: request.seed, threads: request.threads, compile }
}

/// Solves a Golden Waste board by the dedicated search.
fn solve_goishi(
    problem: &Problem,
    puzzle: &Goishi,
    request: &Request,
    cancel: &Cancel,
    on_solution: &mut SolutionCallback<'_>,
) -> Result<Answer, SolveError> {
    let coins = puzzle.coins.iter().map(|cell| (cell.row, cell.column)).collect();
    let board = goishi::Board::new(puzzle.rows, puzzle.columns, coins);
    let board = board.expect("a puzzle's coins lie on its board, in order");
    let start = puzzle.start.map(|cell| {
        board.coin_at(cell.row, cell.column).expect("a puzzle's start is one of its coins")
    });
    let mut answer = Answer::new(problem, "search".to_owned());
    let max_walks = match request.task {
        Task::Prove => 2,
        Task::First | Task::Count { .. } => 1,
        Task::All { limit } => {
            limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX))
        }
    };
    let config = goishi::Config { seed: request.seed, max_walks, max_nodes: None };
    let rules = Puzzle::Goishi(puzzle.clone());
    let mut broken = None;
    let found = goishi::find_each(&board, start, &config, cancel, &mut |walk| {
        let cells = walk.iter().map(|&coin| {
            let (row, column) = board.coins()[coin];
            Cell::new(row, column)
        });
        let solution = Solution::Goishi(cells.collect());
        match gordian_puzzles::check(&rules, &solution) {
            Ok(()) => {
                answer.add_solution(request.task, SolutionData::Puzzle(solution), on_solution)
            }
            Err(violations) => broken = broken.take().or(Some(first(violations))),
        }
    });
    if let Some(violation) = broken {
        return Err(SolveError::Unsound { engine: "search".to_owned(), violation });
    }
    let (n, stopped) = match request.task {
        Task::Count { limit } if found.stopped == Some(Limit::Solutions) => {
            let count = goishi::count(&board, start, limit.unwrap_or(u64::MAX), cancel);
            (count.walks, count.stopped)
        }
        _ => (found.n, found.stopped),
    };
    conclude(&mut answer, request.task, n, stopped);
    Ok(answer)
}

/// Adds notes on why no solution of the grid can be reached by turns.
fn add_unreachable_notes(
    cube: &SudokuCube,
    puzzle: &Puzzle,
    request: &Request,
    cancel: &Cancel,
    answer: &mut Answer,
) -> Result<(), SolveError> {
    if answer.outcome != Outcome::Infeasible || request.reachability == Reachability::Ignored {
        return Ok(());
    }
    let catalogue = catalogue_model(puzzle, Reachability::Ignored)?;
    let mut session = Session::new(catalogue.model(), &session_config(request, cancel))?;
    let mut obstacles: Vec<Vec<Unreachable>> = Vec::new();
    let mut n = 0_u64;
    let stopped = session.for_each_solution(
        MAX_UNREACHABLE_GRIDS,
        &Limits::until(cancel),
        &gordian_core::NoProgress,
        |values| {
            n += 1;
            let Solution::SudokuCube(net) = catalogue.solution(values) else { return };
            let broken = cube.check_net(&net).err().unwrap_or_default();
            let reasons = broken.into_iter().filter_map(|violation| match violation {
                CubeViolation::Unreachable(reason) => Some(reason),
                _ => None,
            });
            obstacles.push(reasons.collect());
        },
    );
    if n == 0 {
        if stopped.is_none() {
            answer
                .notes
                .push("the digits cannot be arranged, even with the cube taken apart".to_owned());
        }
        return Ok(());
    }
    let more = if stopped.is_some() { " or more" } else { "" };
    let ways = if n == 1 { "one way".to_owned() } else { format!("{n}{more} ways") };
    answer
        .notes
        .push(format!("the digits can be arranged in {ways}, but not by turning the faces"));
    obstacles.sort_by_key(Vec::len);
    if let Some(fewest) = obstacles.first() {
        answer.notes.extend(fewest.iter().map(ToString::to_string));
    }
    Ok(())
}

/// Returns the naive model of a puzzle.
pub(crate) fn catalogue_model(
    puzzle: &Puzzle,
    reachability: Reachability,
) -> Result<PuzzleModel, SolveError> {
    let model = PuzzleModel::new(puzzle, reachability);
    model.ok_or(SolveError::NoModel { kind: puzzle.kind().name() })
}

/// Compiles the model of a problem.
pub(crate) fn compiled(model: &Model) -> Result<Compiled, SolveError> {
    Ok(Compiled::new(model, &CompileOptions::default())?)
}
