//! The answers to all questions about one puzzle.

use std::num::NonZeroUsize;
use std::sync::Arc;

use gordian::grid::SolutionChecker;
use gordian::puzzles::{Cell, Solution};
use gordian::sudoku::formats::{ParsedPuzzle, digits_to_line};
use gordian::sudoku::tasks::{self, GivenRole, MinimiseOptions, TaskError, TrueCandidates};
use gordian::sudoku::{
    Candidates, Estimate, Finder, Layout, LearningFinder, ParallelFinder, Puzzle, SearchLimits,
    estimate,
};
use gordian::{Cancel, Engine, Limit, Problem, Request, SimdLevel, SolutionData, Task};
use serde_json::{Value, json};

use super::fast::MANY;
use super::finding::{Finding, grid};
use super::job::{Body, Job, Piece, Question, Reply};
use super::rules::check;
use super::{logic, marks, written};
use crate::args::{SudokuEngine, SudokuOutput};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::work::{Work, watched_part};

/// Answers what is asked of one puzzle after the other.
pub(super) struct Replier {
    job: Arc<Job>,
    /// The search for the layout of the last puzzle.
    finder: Option<(Layout, Finder)>,
    checker: SolutionChecker,
}

impl Replier {
    pub(super) fn new(job: &Arc<Job>) -> Self {
        Self { job: Arc::clone(job), finder: None, checker: SolutionChecker::default() }
    }

    pub(super) fn reply(&mut self, read: &ParsedPuzzle, piece: &mut Piece) -> Result<Reply, Fault> {
        let puzzle = &read.puzzle;
        match self.job.question {
            Question::Solve { prove: false } => self.search(puzzle, 1, piece),
            Question::Solve { prove: true } | Question::Check { minimal: false } => {
                self.search(puzzle, 2, piece)
            }
            Question::Count { limit } => self.search(puzzle, limit.unwrap_or(u64::MAX), piece),
            Question::Estimate { probes, seed } => Ok(self.estimate(puzzle, probes, seed, piece)),
            Question::Check { minimal: true } => self.check_minimal(puzzle, piece),
            Question::Candidates => self.candidates(puzzle, piece),
            Question::Redundant => self.redundant(puzzle, piece),
            Question::Minimise(options) => self.minimise(puzzle, &options, piece),
            Question::Canonical => self.canonical(puzzle),
            Question::Hint
            | Question::Steps { .. }
            | Question::Explain { .. }
            | Question::Rate(_) => logic::reply(&self.job, read, piece),
        }
    }

    fn search(&mut self, puzzle: &Puzzle, limit: u64, piece: &mut Piece) -> Result<Reply, Fault> {
        let finding = self.find(puzzle, limit, piece)?;
        Ok(finding.reply(&self.job, puzzle.layout.n()))
    }

    /// Looks for up to `limit` solutions and checks the first.
    fn find(&mut self, puzzle: &Puzzle, limit: u64, piece: &mut Piece) -> Result<Finding, Fault> {
        let cancel = self.job.limited();
        let finding = match self.job.engine {
            SudokuEngine::Auto => {
                let found = self.find_by_search(puzzle, limit, &cancel, piece);
                match found.stopped {
                    Some(Limit::Effort) => self.find_by_learning(puzzle, limit, &cancel, piece),
                    _ => found,
                }
            }
            SudokuEngine::Single => self.find_by_search(puzzle, limit, &cancel, piece),
            SudokuEngine::Learning => self.find_by_learning(puzzle, limit, &cancel, piece),
            SudokuEngine::Model => self.find_by_model(puzzle, limit, &cancel)?,
            // It has counted so many and leaves the rest to the search.
            SudokuEngine::Batch
                if limit > MANY && puzzle.layout.is_classic() && puzzle.marks.is_none() =>
            {
                self.find_by_search(puzzle, limit, &cancel, piece)
            }
            SudokuEngine::Batch => {
                let message = "the engine `batch` answers plain 9×9 lines only";
                return Err(Fault::new("solve.wrong-engine", message)
                    .hint("leave the engine out to have one chosen"));
            }
        };
        if let Some(first) = &finding.first {
            check(&mut self.checker, puzzle, first, &finding.engine)?;
        }
        piece.engines.insert(finding.engine.clone());
        Ok(finding)
    }

    /// Searches depth first; gives up after some effort if learning may do better.
    fn find_by_search(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        cancel: &Cancel,
        piece: &mut Piece,
    ) -> Finding {
        let job = Arc::clone(&self.job);
        let threads = job.threads_for_one();
        let start = Candidates::of(puzzle);
        let may_give_up = job.engine == SudokuEngine::Auto && limit <= 2;
        let budget = may_give_up.then(|| Finder::default_budget(&puzzle.layout));
        let finder = self.finder(&puzzle.layout);
        let engine = engine_name(finder);
        // To count many, one solution is found before, so that it can be checked.
        let is_count = limit > 2;
        let mut first = None;
        let mut each = |digits: &[u8]| {
            first.get_or_insert_with(|| digits.to_vec());
        };
        let query =
            SearchLimits { max_solutions: if is_count { 1 } else { limit }, max_nodes: budget };
        let mut found = if threads == 1 || is_count {
            finder.find(&start, &query, cancel, &mut each)
        } else {
            let finder = ParallelFinder::new(&puzzle.layout, threads);
            finder.find(&start, &query, cancel, &*job.notes, &mut each)
        };
        piece.guesses += found.guesses;
        if is_count && found.stopped == Some(Limit::Solutions) {
            let finder = ParallelFinder::new(&puzzle.layout, threads);
            found = finder.count(&start, limit, cancel, &*job.notes);
            piece.guesses += found.guesses;
            // Nothing was counted yet, but this one was seen.
            found.n_solutions = found.n_solutions.max(1);
        }
        Finding { n: found.n_solutions, first, stopped: found.stopped, engine }
    }

    /// Searches with learning from dead ends.
    fn find_by_learning(
        &self,
        puzzle: &Puzzle,
        limit: u64,
        cancel: &Cancel,
        piece: &mut Piece,
    ) -> Finding {
        let threads = self.job.threads_for_one();
        let engine = match threads {
            1 => "learning".to_owned(),
            threads => format!("learning/{threads} threads"),
        };
        let mut first = None;
        let mut each = |digits: &[u8]| {
            first.get_or_insert_with(|| digits.to_vec());
        };
        let finder = LearningFinder::new(&puzzle.layout, threads, 0);
        let query = SearchLimits { max_solutions: limit, max_nodes: None };
        let start = Candidates::of(puzzle);
        let found = finder.find(&start, &query, cancel, &*self.job.notes, &mut each);
        piece.guesses += found.guesses;
        Finding { n: found.n_solutions, first, stopped: found.stopped, engine }
    }

    /// Has the naive model of the puzzle solved.
    fn find_by_model(
        &mut self,
        puzzle: &Puzzle,
        limit: u64,
        cancel: &Cancel,
    ) -> Result<Finding, Fault> {
        if puzzle.marks.is_some() {
            let message = "the engine `model` does not know pencil marks";
            return Err(Fault::new("solve.wrong-engine", message)
                .hint("leave the engine out to have one chosen"));
        }
        let rules = self.checker.rules(puzzle).clone();
        let task = match limit {
            1 => Task::First,
            2 => Task::Prove,
            u64::MAX => Task::Count { limit: None },
            n => Task::Count { limit: Some(n) },
        };
        let threads = NonZeroUsize::new(self.job.threads_for_one()).unwrap_or(NonZeroUsize::MIN);
        let request = Request { task, engine: Engine::Model, threads, ..Request::default() };
        let problem = Problem::Puzzle(gordian::puzzles::Puzzle::Grid(rules));
        let (asked, notes) = (cancel.clone(), Arc::clone(&self.job.notes));
        let work = move || gordian::solve(&problem, &request, &asked, &*notes);
        let answer = match watched_part(cancel, work)? {
            Work::Done(answer) => answer,
            Work::LeftBehind(limit) => {
                let engine = "model".to_owned();
                return Ok(Finding { n: 0, first: None, stopped: Some(limit), engine });
            }
        };
        let answer = answer.map_err(|error| Fault::of_solve(&error, &self.job.file))?;
        let mut solutions = answer.solutions.into_iter().filter_map(|solution| match solution {
            SolutionData::Puzzle(Solution::Grid(digits)) => Some(digits),
            _ => None,
        });
        let first = solutions.next();
        let seen = u64::from(first.is_some()) + solutions.count() as u64;
        let n = answer.count.unwrap_or(seen);
        let found_enough = (n == limit).then_some(Limit::Solutions);
        let stopped = answer.limit.or(answer.outcome.limit()).or(found_enough);
        Ok(Finding { n, first, stopped, engine: answer.engine })
    }

    /// Estimates how many solutions there are.
    fn estimate(&self, puzzle: &Puzzle, probes: u64, seed: u64, piece: &mut Piece) -> Reply {
        let start = Candidates::of(puzzle);
        let found = estimate(&puzzle.layout, &start, probes, seed, &self.job.limited());
        piece.engines.insert("estimate".to_owned());
        let exit = found.stopped.map_or(Exit::Answer, Exit::of_limit);
        // Without a probe nothing is known.
        let known = |number: f64| (found.probes > 0).then_some(number);
        let body = if self.job.json {
            // What is not finite has no number in JSON.
            Body::Document(json!({
                "estimate": known(found.mean),
                "standard_error": known(found.standard_error),
                "log10": known(found.log10_mean),
                "probes": found.probes,
                "limit": found.stopped.map(Limit::name),
            }))
        } else {
            Body::Text(match (found.probes, found.stopped) {
                (0, _) => "-\tundecided\n".to_owned(),
                (made, Some(_)) => {
                    format!("{}\t{made} of {probes} probes\n", told_estimate(&found))
                }
                (_, None) => told_estimate(&found) + "\n",
            })
        };
        Reply { body, exit, solved: found.mean > 0.0 }
    }

    /// Returns a search for a layout.
    fn finder(&mut self, layout: &Layout) -> &mut Finder {
        let known = self.finder.take().filter(|(known, _)| known == layout);
        let known = known.unwrap_or_else(|| (layout.clone(), Finder::new(layout)));
        &mut self.finder.insert(known).1
    }

    fn check_minimal(&mut self, puzzle: &Puzzle, piece: &mut Piece) -> Result<Reply, Fault> {
        let finding = self.find(puzzle, 2, piece)?;
        let mut reply = finding.reply(&self.job, puzzle.layout.n());
        let mut minimal = None;
        if finding.verdict() == "unique" {
            let cancel = self.job.limited();
            let found = tasks::is_minimal(self.finder(&puzzle.layout), puzzle, &cancel);
            minimal = found.unwrap_or(None);
            if minimal.is_none() {
                reply.exit = Exit::of_limit(cancel.stopped().unwrap_or(Limit::Time));
            }
            if let Body::Text(text) = &mut reply.body {
                *text = match minimal {
                    Some(true) => "unique\tminimal\n",
                    Some(false) => "unique\tredundant\n",
                    None => "unique\tundecided\n",
                }
                .to_owned();
            }
        }
        if let Body::Document(document) = &mut reply.body {
            document["minimal"] = json!(minimal);
        }
        Ok(reply)
    }

    fn candidates(&mut self, puzzle: &Puzzle, piece: &mut Piece) -> Result<Reply, Fault> {
        let (cancel, job) = (self.job.limited(), Arc::clone(&self.job));
        let finder = self.finder(&puzzle.layout);
        piece.engines.insert(engine_name(finder));
        let TrueCandidates { proven, stopped, .. } =
            tasks::true_candidates(finder, puzzle, &cancel, &*job.notes);
        let none = proven.masks().iter().all(|&mask| mask == 0);
        let word = match (none, stopped) {
            (true, None) => Some("none"),
            (_, Some(_)) => Some("undecided"),
            (false, None) => None,
        };
        let text = (!none).then(|| marks::written(job.output, &puzzle.layout, &proven));
        Ok(self.told(
            text,
            word,
            job.output,
            stopped,
            !none,
            |text| json!({"candidates": text, "outcome": outcome(none, stopped)}),
        ))
    }

    fn redundant(&mut self, puzzle: &Puzzle, piece: &mut Piece) -> Result<Reply, Fault> {
        let (cancel, job) = (self.job.limited(), Arc::clone(&self.job));
        let finder = self.finder(&puzzle.layout);
        piece.engines.insert(engine_name(finder));
        let found = match tasks::given_roles(finder, puzzle, &cancel, &*job.notes) {
            Ok(found) => found,
            Err(error) => return self.not_unique(error, puzzle),
        };
        check(&mut self.checker, puzzle, &found.solution, "single")?;
        let n = puzzle.layout.n();
        let mut stopped = None;
        let mut cells = Vec::new();
        for (cell, role) in &found.roles {
            match role {
                GivenRole::Redundant { .. } => cells.push(name(*cell, n)),
                GivenRole::Needed { .. } => {}
                GivenRole::Undecided { limit } => stopped = Some(*limit),
            }
        }
        let text = if cells.is_empty() { "-".to_owned() } else { cells.join(" ") };
        let word = stopped.map(|_| "undecided");
        Ok(self.told(
            Some(text),
            word,
            SudokuOutput::Line,
            stopped,
            true,
            |_| json!({"redundant": cells, "outcome": outcome(false, None), "unique": true}),
        ))
    }

    fn minimise(
        &mut self,
        puzzle: &Puzzle,
        options: &MinimiseOptions,
        piece: &mut Piece,
    ) -> Result<Reply, Fault> {
        let (cancel, job) = (self.job.limited(), Arc::clone(&self.job));
        let finder = self.finder(&puzzle.layout);
        piece.engines.insert(engine_name(finder));
        let left = match tasks::minimise(finder, puzzle, options, &cancel, &*job.notes) {
            Ok(left) => left,
            Err(error) => return self.not_unique(error, puzzle),
        };
        check(&mut self.checker, &left.puzzle, &left.solution, "single")?;
        let n = puzzle.layout.n();
        let text = written::puzzle(job.output, &job.reading, &left.puzzle)?;
        let word = left.stopped.map(|_| "undecided");
        Ok(self.told(Some(text), word, job.output, left.stopped, true, |text| {
            json!({
                "puzzle": text,
                "solution": digits_to_line(n, &left.solution),
                "checked": true,
                "removed": left.removed_cells.iter().map(|&cell| name(cell, n)).collect::<Vec<_>>(),
                "outcome": outcome(false, None),
                "unique": true,
            })
        }))
    }

    fn canonical(&mut self, puzzle: &Puzzle) -> Result<Reply, Fault> {
        let found = tasks::canonical(puzzle).map_err(|error| task_fault(&error, 9))?;
        let text = grid(self.job.output, 9, &found.digits);
        let output = self.job.output;
        let solved = puzzle.givens.iter().all(|&digit| digit != 0);
        Ok(self.told(Some(text), None, output, None, solved, |_| {
            json!({
                "puzzle": digits_to_line(9, &found.digits),
                "automorphisms": found.automorphisms,
                "outcome": outcome(false, None),
            })
        }))
    }

    /// Tells why a question that only puzzles with one solution can be asked has no answer.
    fn not_unique(&mut self, error: TaskError, puzzle: &Puzzle) -> Result<Reply, Fault> {
        let (word, stopped, solved) = match &error {
            TaskError::NoSolution => ("none", None, false),
            TaskError::SeveralSolutions { solutions: two } => {
                for solution in two {
                    check(&mut self.checker, puzzle, solution, "single")?;
                }
                ("several", None, true)
            }
            TaskError::Undecided { limit } => ("undecided", Some(*limit), false),
            _ => return Err(task_fault(&error, puzzle.layout.n())),
        };
        let mut reply = self.told(None, Some(word), SudokuOutput::Line, stopped, solved, |_| {
            let mut document = match self.job.question {
                Question::Minimise(_) => {
                    json!({"puzzle": null, "solution": null, "checked": false, "removed": null})
                }
                _ => json!({"redundant": null}),
            };
            document["outcome"] = json!(outcome(!solved, stopped));
            // Where there is no solution there is none to be the only one.
            document["unique"] = json!(solved.then_some(false));
            document
        });
        if stopped.is_none() {
            reply.exit = Exit::NoAnswer;
        }
        Ok(reply)
    }

    /// Makes an answer of a text, or `-`, and a word that follows it.
    fn told(
        &self,
        text: Option<String>,
        word: Option<&str>,
        output: SudokuOutput,
        stopped: Option<Limit>,
        solved: bool,
        document: impl FnOnce(Option<&str>) -> Value,
    ) -> Reply {
        let exit = match stopped {
            Some(limit) => Exit::of_limit(limit),
            None if text.is_none() => Exit::NoAnswer,
            None => Exit::Answer,
        };
        if self.job.json {
            let mut document = document(text.as_deref());
            document["limit"] = json!(stopped.map(Limit::name));
            return Reply { body: Body::Document(document), exit, solved };
        }
        let is_block = output == SudokuOutput::Block;
        let separator = if is_block && text.is_some() { '\n' } else { '\t' };
        let mut line = text.unwrap_or_else(|| "-".to_owned());
        if let Some(word) = word {
            line.push(separator);
            line.push_str(word);
        }
        line.push_str(if is_block { "\n\n" } else { "\n" });
        Reply { body: Body::Text(line), exit, solved }
    }
}

/// Returns the name of an engine that is one form of several.
fn engine_name(finder: &Finder) -> String {
    match finder.engine() {
        "single" => format!("single/{}", SimdLevel::best().name()),
        name => name.to_owned(),
    }
}

/// Returns an estimate in words: large numbers in powers of ten, the standard error in percent.
fn told_estimate(estimate: &Estimate) -> String {
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

fn outcome(none: bool, stopped: Option<Limit>) -> &'static str {
    match (none, stopped) {
        (_, Some(_)) => "stopped",
        (true, None) => "infeasible",
        (false, None) => "solved",
    }
}

fn name(cell: usize, n: usize) -> String {
    Cell::new(cell / n, cell % n).to_string()
}

/// Returns the fault of a question that cannot be asked of a grid of `n` rows.
pub(super) fn task_fault(error: &TaskError, n: usize) -> Fault {
    let message = error.to_string();
    match *error {
        TaskError::NotClassic => Fault::new("sudoku.not-classic", message),
        TaskError::PencilMarks => {
            Fault::new("sudoku.marks", message).hint("write the puzzle as its givens alone")
        }
        TaskError::Asymmetric { cell, image } => {
            let (cell, image) = (name(cell, n), name(image, n));
            let message = format!("the givens are not symmetric: {cell} is one, {image} is none");
            Fault::new("sudoku.asymmetric", message).hint("`--symmetry none` keeps no symmetry")
        }
        TaskError::NoSolution => Fault::new("sudoku.no-grid", "such a grid has no solution"),
        _ => Fault::new("sudoku.impossible", message),
    }
}
