//! Runs operations on single puzzles.

use std::num::NonZeroUsize;
use std::sync::Arc;

use gordian::grid::{Candidates, Grid};
use gordian::puzzles::{Cell, GridPuzzle, Puzzle};
use gordian::sudoku::formats::{ParsedPuzzle, digits_to_line};
use gordian::sudoku::tasks::{self, GivenRole, MinimiseOptions, TaskError, TrueCandidates};
use gordian::sudoku::{Estimate, estimate};
use gordian::{
    Cancel, Engine, GridEngine, GridQuery, GridSearch, Limit, Problem, Request, SimdLevel,
    SolutionData, Task, UsedEngine,
};
use serde_json::{Value, json};

use super::context::{AnswerBody, BatchContext, ChunkResult, Operation, PuzzleAnswer};
use super::fast_path::MAX_FAST_COUNT;
use super::logic;
use super::output::{format_candidates, format_grid, format_puzzle};
use super::search_result::{SearchResult, check};
use crate::args::{SudokuEngine, SudokuOutput};
use crate::background::{BackgroundResult, run_part_in_background};
use crate::exit::Exit;
use crate::fault::Fault;

/// Runs the operation of a batch on one puzzle at a time.
pub(super) struct PuzzleWorker {
    context: Arc<BatchContext>,
    search: GridSearch,
}

impl PuzzleWorker {
    pub(super) fn new(context: &Arc<BatchContext>) -> Self {
        Self { context: Arc::clone(context), search: GridSearch::default() }
    }

    pub(super) fn answer(
        &mut self,
        read: &ParsedPuzzle,
        chunk_result: &mut ChunkResult,
    ) -> Result<PuzzleAnswer, Fault> {
        let puzzle = &read.puzzle;
        match self.context.operation {
            Operation::Solve { prove: false } => self.search(puzzle, 1, chunk_result),
            Operation::Solve { prove: true } | Operation::Check { minimal: false } => {
                self.search(puzzle, 2, chunk_result)
            }
            Operation::Count { limit } => {
                self.search(puzzle, limit.unwrap_or(u64::MAX), chunk_result)
            }
            Operation::Estimate { probes, seed } => {
                Ok(self.estimate(puzzle, probes, seed, chunk_result))
            }
            Operation::Check { minimal: true } => self.check_minimality(puzzle, chunk_result),
            Operation::Candidates => self.candidates(puzzle, chunk_result),
            Operation::Redundant => self.redundant(puzzle, chunk_result),
            Operation::Minimise(options) => self.minimise(puzzle, &options, chunk_result),
            Operation::Canonical => self.canonical(puzzle),
            Operation::Hint
            | Operation::Steps { .. }
            | Operation::Explain { .. }
            | Operation::Rate(_) => logic::answer(&self.context, read, chunk_result),
        }
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        chunk_result: &mut ChunkResult,
    ) -> Result<PuzzleAnswer, Fault> {
        let result = self.find(puzzle, limit, chunk_result)?;
        Ok(result.to_answer(&self.context, puzzle.layout.n()))
    }

    /// Finds up to `limit` solutions and checks the first.
    fn find(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        chunk_result: &mut ChunkResult,
    ) -> Result<SearchResult, Fault> {
        let cancel = self.context.puzzle_cancel();
        let engine = match self.context.engine {
            SudokuEngine::Auto => GridEngine::Auto,
            SudokuEngine::Single => GridEngine::DepthFirst,
            SudokuEngine::Learning => GridEngine::Learning,
            SudokuEngine::Model => {
                let result = self.find_by_model(puzzle, limit, &cancel)?;
                return self.checked(result, puzzle, chunk_result);
            }
            // The batch engine has counted up to its maximum; the search counts the rest.
            SudokuEngine::Batch
                if limit > MAX_FAST_COUNT
                    && puzzle.layout.is_classic()
                    && puzzle.marks.is_none() =>
            {
                GridEngine::DepthFirst
            }
            SudokuEngine::Batch => {
                let message = "the engine `batch` supports plain 9×9 lines only";
                return Err(Fault::new("solve.wrong-engine", message)
                    .hint("omit `--engine` to have one chosen"));
            }
        };
        let threads =
            NonZeroUsize::new(self.context.threads_per_puzzle()).unwrap_or(NonZeroUsize::MIN);
        let query = GridQuery { engine, max_solutions: limit, threads, seed: 0 };
        let mut first = None;
        let mut each = |digits: &[u8]| {
            first.get_or_insert_with(|| digits.to_vec());
        };
        let progress = Arc::clone(&self.context.progress);
        let found = self.search.count(puzzle, &query, &cancel, &*progress, &mut each);
        chunk_result.guesses += found.guesses;
        let engine = engine_name(found.engine);
        let (n, stopped) = (found.n_solutions, found.stopped);
        self.checked(SearchResult { n, first, stopped, engine }, puzzle, chunk_result)
    }

    /// Checks the first solution of a result.
    fn checked(
        &mut self,
        result: SearchResult,
        puzzle: &Grid,
        chunk_result: &mut ChunkResult,
    ) -> Result<SearchResult, Fault> {
        if let Some(first) = &result.first {
            check(puzzle, first, &result.engine)?;
        }
        chunk_result.engines.insert(result.engine.clone());
        Ok(result)
    }

    /// Solves the naive model of the puzzle.
    fn find_by_model(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        cancel: &Cancel,
    ) -> Result<SearchResult, Fault> {
        if puzzle.marks.is_some() {
            let message = "the engine `model` does not support pencil marks";
            return Err(Fault::new("solve.wrong-engine", message)
                .hint("omit `--engine` to have one chosen"));
        }
        let rules = GridPuzzle::new(puzzle.clone());
        let task = match limit {
            1 => Task::First,
            2 => Task::Prove,
            u64::MAX => Task::Count { limit: None },
            n => Task::Count { limit: Some(n) },
        };
        let threads =
            NonZeroUsize::new(self.context.threads_per_puzzle()).unwrap_or(NonZeroUsize::MIN);
        let request = Request { task, engine: Engine::Model, threads, ..Request::default() };
        let problem = Problem::Puzzle(Puzzle::new(rules));
        let (shared_cancel, progress) = (cancel.clone(), Arc::clone(&self.context.progress));
        let work = move || gordian::solve(&problem, &request, &shared_cancel, &*progress);
        let answer = match run_part_in_background(cancel, work)? {
            BackgroundResult::Done(answer) => answer,
            BackgroundResult::Abandoned(limit) => {
                let engine = "model".to_owned();
                return Ok(SearchResult { n: 0, first: None, stopped: Some(limit), engine });
            }
        };
        let answer = answer.map_err(|error| Fault::from_solve_error(&error, &self.context.file))?;
        let mut solutions = answer.solutions.iter().filter_map(|solution| match solution {
            SolutionData::Puzzle(solution) => solution.as_kind::<GridPuzzle>().cloned(),
            SolutionData::Model(_) => None,
        });
        let first = solutions.next();
        let seen = u64::from(first.is_some()) + solutions.count() as u64;
        let n = answer.count.unwrap_or(seen);
        let found_enough = (n == limit).then_some(Limit::Solutions);
        let stopped = answer.limit.or(answer.outcome.limit()).or(found_enough);
        Ok(SearchResult { n, first, stopped, engine: answer.engine })
    }

    /// Estimates the number of solutions.
    fn estimate(
        &self,
        puzzle: &Grid,
        probes: u64,
        seed: u64,
        chunk_result: &mut ChunkResult,
    ) -> PuzzleAnswer {
        let start = Candidates::of(puzzle);
        let found = estimate(&puzzle.layout, &start, probes, seed, &self.context.puzzle_cancel());
        chunk_result.engines.insert("estimate".to_owned());
        let exit = found.stopped.map_or(Exit::Answer, Exit::from_limit);
        // Without any probe there is no estimate.
        let known = |number: f64| (found.probes > 0).then_some(number);
        let body = if self.context.json {
            // Numbers that are not finite become null in JSON.
            AnswerBody::Document(json!({
                "estimate": known(found.mean),
                "standard_error": known(found.standard_error),
                "log10": known(found.log10_mean),
                "probes": found.probes,
                "limit": found.stopped.map(Limit::name),
            }))
        } else {
            AnswerBody::Text(match (found.probes, found.stopped) {
                (0, _) => "-\tundecided\n".to_owned(),
                (probes_done, Some(_)) => {
                    format!("{}\t{probes_done} of {probes} probes\n", format_estimate(&found))
                }
                (_, None) => format_estimate(&found) + "\n",
            })
        };
        PuzzleAnswer { body, exit, solved: found.mean > 0.0 }
    }

    fn check_minimality(
        &mut self,
        puzzle: &Grid,
        chunk_result: &mut ChunkResult,
    ) -> Result<PuzzleAnswer, Fault> {
        let result = self.find(puzzle, 2, chunk_result)?;
        let mut answer = result.to_answer(&self.context, puzzle.layout.n());
        let mut minimal = None;
        if result.verdict() == "unique" {
            let cancel = self.context.puzzle_cancel();
            let found = tasks::is_minimal(self.search.finder(&puzzle.layout), puzzle, &cancel);
            minimal = found.unwrap_or(None);
            if minimal.is_none() {
                answer.exit = Exit::from_limit(cancel.stopped().unwrap_or(Limit::Time));
            }
            if let AnswerBody::Text(text) = &mut answer.body {
                *text = match minimal {
                    Some(true) => "unique\tminimal\n",
                    Some(false) => "unique\tredundant\n",
                    None => "unique\tundecided\n",
                }
                .to_owned();
            }
        }
        if let AnswerBody::Document(document) = &mut answer.body {
            document["minimal"] = json!(minimal);
        }
        Ok(answer)
    }

    fn candidates(
        &mut self,
        puzzle: &Grid,
        chunk_result: &mut ChunkResult,
    ) -> Result<PuzzleAnswer, Fault> {
        let (cancel, context) = (self.context.puzzle_cancel(), Arc::clone(&self.context));
        let finder = self.search.finder(&puzzle.layout);
        chunk_result.engines.insert(engine_name(UsedEngine::DepthFirst(finder.engine())));
        let TrueCandidates { proven, stopped, .. } =
            tasks::true_candidates(finder, puzzle, &cancel, &*context.progress);
        let none = proven.masks().iter().all(|&mask| mask == 0);
        let word = match (none, stopped) {
            (true, None) => Some("none"),
            (_, Some(_)) => Some("undecided"),
            (false, None) => None,
        };
        let text = (!none).then(|| format_candidates(context.output, &puzzle.layout, &proven));
        Ok(self.answer_with_word(
            text,
            word,
            context.output,
            stopped,
            !none,
            |text| json!({"candidates": text, "outcome": outcome_name(none, stopped)}),
        ))
    }

    fn redundant(
        &mut self,
        puzzle: &Grid,
        chunk_result: &mut ChunkResult,
    ) -> Result<PuzzleAnswer, Fault> {
        let (cancel, context) = (self.context.puzzle_cancel(), Arc::clone(&self.context));
        let finder = self.search.finder(&puzzle.layout);
        chunk_result.engines.insert(engine_name(UsedEngine::DepthFirst(finder.engine())));
        let found = match tasks::given_roles(finder, puzzle, &cancel, &*context.progress) {
            Ok(found) => found,
            Err(error) => return self.no_unique_solution(error, puzzle),
        };
        check(puzzle, &found.solution, "single")?;
        let n = puzzle.layout.n();
        let mut stopped = None;
        let mut cells = Vec::new();
        for (cell, role) in &found.roles {
            match role {
                GivenRole::Redundant { .. } => cells.push(cell_name(*cell, n)),
                GivenRole::Needed { .. } => {}
                GivenRole::Undecided { limit } => stopped = Some(*limit),
            }
        }
        let text = if cells.is_empty() { "-".to_owned() } else { cells.join(" ") };
        let word = stopped.map(|_| "undecided");
        Ok(self.answer_with_word(
            Some(text),
            word,
            SudokuOutput::Line,
            stopped,
            true,
            |_| json!({"redundant": cells, "outcome": outcome_name(false, None), "unique": true}),
        ))
    }

    fn minimise(
        &mut self,
        puzzle: &Grid,
        options: &MinimiseOptions,
        chunk_result: &mut ChunkResult,
    ) -> Result<PuzzleAnswer, Fault> {
        let (cancel, context) = (self.context.puzzle_cancel(), Arc::clone(&self.context));
        let finder = self.search.finder(&puzzle.layout);
        chunk_result.engines.insert(engine_name(UsedEngine::DepthFirst(finder.engine())));
        let minimised = match tasks::minimise(finder, puzzle, options, &cancel, &*context.progress)
        {
            Ok(minimised) => minimised,
            Err(error) => return self.no_unique_solution(error, puzzle),
        };
        check(&minimised.puzzle, &minimised.solution, "single")?;
        let n = puzzle.layout.n();
        let text = format_puzzle(context.output, &context.reading, &minimised.puzzle)?;
        let word = minimised.stopped.map(|_| "undecided");
        Ok(self.answer_with_word(Some(text), word, context.output, minimised.stopped, true, |text| {
            json!({
                "puzzle": text,
                "solution": digits_to_line(n, &minimised.solution),
                "checked": true,
                "removed": minimised.removed_cells.iter().map(|&cell| cell_name(cell, n)).collect::<Vec<_>>(),
                "outcome": outcome_name(false, None),
                "unique": true,
            })
        }))
    }

    fn canonical(&mut self, puzzle: &Grid) -> Result<PuzzleAnswer, Fault> {
        let found = tasks::canonical(puzzle).map_err(|error| task_fault(&error, 9))?;
        let text = format_grid(self.context.output, 9, &found.digits);
        let output = self.context.output;
        let solved = puzzle.givens.iter().all(|&digit| digit != 0);
        Ok(self.answer_with_word(Some(text), None, output, None, solved, |_| {
            json!({
                "puzzle": digits_to_line(9, &found.digits),
                "automorphisms": found.automorphisms,
                "outcome": outcome_name(false, None),
            })
        }))
    }

    /// Returns the answer of an operation that requires a unique solution, for a puzzle without one.
    fn no_unique_solution(
        &mut self,
        error: TaskError,
        puzzle: &Grid,
    ) -> Result<PuzzleAnswer, Fault> {
        let (word, stopped, solved) = match &error {
            TaskError::NoSolution => ("none", None, false),
            TaskError::SeveralSolutions { solutions: two } => {
                for solution in two {
                    check(puzzle, solution, "single")?;
                }
                ("several", None, true)
            }
            TaskError::Undecided { limit } => ("undecided", Some(*limit), false),
            _ => return Err(task_fault(&error, puzzle.layout.n())),
        };
        let mut answer =
            self.answer_with_word(None, Some(word), SudokuOutput::Line, stopped, solved, |_| {
                let mut document = match self.context.operation {
                    Operation::Minimise(_) => {
                        json!({"puzzle": null, "solution": null, "checked": false, "removed": null})
                    }
                    _ => json!({"redundant": null}),
                };
                document["outcome"] = json!(outcome_name(!solved, stopped));
                // Without a solution, uniqueness is null.
                document["unique"] = json!(solved.then_some(false));
                document
            });
        if stopped.is_none() {
            answer.exit = Exit::NoAnswer;
        }
        Ok(answer)
    }

    /// Returns an answer of a text, or `-`, and an optional word after it.
    fn answer_with_word(
        &self,
        text: Option<String>,
        word: Option<&str>,
        output: SudokuOutput,
        stopped: Option<Limit>,
        solved: bool,
        document: impl FnOnce(Option<&str>) -> Value,
    ) -> PuzzleAnswer {
        let exit = match stopped {
            Some(limit) => Exit::from_limit(limit),
            None if text.is_none() => Exit::NoAnswer,
            None => Exit::Answer,
        };
        if self.context.json {
            let mut document = document(text.as_deref());
            document["limit"] = json!(stopped.map(Limit::name));
            return PuzzleAnswer { body: AnswerBody::Document(document), exit, solved };
        }
        let is_block = output == SudokuOutput::Block;
        let separator = if is_block && text.is_some() { '\n' } else { '\t' };
        let mut line = text.unwrap_or_else(|| "-".to_owned());
        if let Some(word) = word {
            line.push(separator);
            line.push_str(word);
        }
        line.push_str(if is_block { "\n\n" } else { "\n" });
        PuzzleAnswer { body: AnswerBody::Text(line), exit, solved }
    }
}

/// Returns the name of the engine, with its SIMD level if it has one.
fn engine_name(engine: UsedEngine) -> String {
    match engine {
        UsedEngine::DepthFirst("single") => format!("single/{}", SimdLevel::best().name()),
        engine => engine.to_string(),
    }
}

/// Formats an estimate: large numbers as powers of ten, the standard error in percent.
fn format_estimate(estimate: &Estimate) -> String {
    let number = if estimate.mean < 1e6 {
        format!("{:.0}", estimate.mean)
    } else {
        let exponent = estimate.log10_mean.floor();
        format!("{:.3}e{exponent:.0}", 10_f64.powf(estimate.log10_mean - exponent))
    };
    let percent = 100.0 * estimate.standard_error / estimate.mean;
    let error = match percent.is_finite() {
        true => format!("{percent:.1} %"),
        false if estimate.standard_error == 0.0 => "0.0 %".to_owned(),
        false => "?".to_owned(),
    };
    format!("about {number}\t± {error}")
}

fn outcome_name(none: bool, stopped: Option<Limit>) -> &'static str {
    match (none, stopped) {
        (_, Some(_)) => "stopped",
        (true, None) => "infeasible",
        (false, None) => "solved",
    }
}

fn cell_name(cell: usize, n: usize) -> String {
    Cell::new(cell / n, cell % n).to_string()
}

/// Converts an error of an operation on a grid of `n` rows.
pub(super) fn task_fault(error: &TaskError, n: usize) -> Fault {
    let message = error.to_string();
    match *error {
        TaskError::NotClassic => Fault::new("sudoku.not-classic", message),
        TaskError::PencilMarks => {
            Fault::new("sudoku.marks", message).hint("write the puzzle as givens only")
        }
        TaskError::Asymmetric { cell, image } => {
            let (cell, image) = (cell_name(cell, n), cell_name(image, n));
            let message =
                format!("the givens are not symmetric: {cell} is a given, {image} is not");
            Fault::new("sudoku.asymmetric", message).hint("use `--symmetry none`")
        }
        TaskError::NoSolution => {
            Fault::new("sudoku.no-grid", "a grid with this layout has no solution")
        }
        _ => Fault::new("sudoku.impossible", message),
    }
}
