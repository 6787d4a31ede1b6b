//! The settings of a batch, and the answers to its puzzles.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gordian::logic::Config;
use gordian::sudoku::tasks::MinimiseOptions;
use gordian::{Cancel, SimdLevel};
use serde_json::{Value, json};

use super::source::InputOptions;
use crate::args::{SudokuEngine, SudokuOutput, SudokuRunArgs, SudokuScale};
use crate::commands::thread_count;
use crate::console::escape_control;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::ProgressTracker;

/// The number of faults that a run shows on standard error.
pub(super) const MAX_SHOWN_FAULTS: usize = 10;

/// The operation on every puzzle of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    /// Find a solution, and optionally prove that it is unique.
    Solve { prove: bool },
    /// Count the solutions.
    Count { limit: Option<u64> },
    /// Estimate the number of solutions.
    Estimate { probes: u64, seed: u64 },
    /// Check uniqueness, and optionally minimality.
    Check { minimal: bool },
    /// Find the true candidates.
    Candidates,
    /// List the redundant givens.
    Redundant,
    /// Remove redundant givens.
    Minimise(MinimiseOptions),
    /// Compute the canonical form.
    Canonical,
    /// Find the next logical step.
    Hint,
    /// List all logical steps.
    Steps { eureka: bool },
    /// Explain the whole solution.
    Explain { draw: bool, eureka: bool },
    /// Rate the difficulty.
    Rate(SudokuScale),
}

impl Operation {
    /// Returns the number of solutions after which the search may stop, or `None` if the operation is not a
    /// search for solutions.
    pub(super) fn limit(self) -> Option<u64> {
        match self {
            Self::Solve { prove: false } => Some(1),
            Self::Solve { prove: true } | Self::Check { minimal: false } => Some(2),
            Self::Count { limit } => Some(limit.unwrap_or(u64::MAX)),
            _ => None,
        }
    }
}

/// The settings and shared state of a batch.
#[derive(Debug)]
pub(super) struct BatchContext {
    pub(super) operation: Operation,
    pub(super) reading: InputOptions,
    pub(super) engine: SudokuEngine,
    /// The implementation of the inner loops.
    pub(super) kernel: SimdLevel,
    pub(super) output: SudokuOutput,
    pub(super) json: bool,
    /// Whether drawings are coloured.
    pub(super) colour: bool,
    /// The techniques for operations by logic.
    pub(super) techniques: Config,
    /// The number of threads.
    pub(super) threads: NonZeroUsize,
    /// The number of threads that are working.
    pub(super) busy: AtomicUsize,
    /// The time limit per puzzle.
    pub(super) time_limit: Option<Duration>,
    pub(super) cancel: Cancel,
    pub(super) progress: Arc<ProgressTracker>,
    /// The name of the input file.
    pub(super) file: String,
}

impl BatchContext {
    pub(super) fn new(
        operation: Operation,
        reading: InputOptions,
        run: &SudokuRunArgs,
        file: &std::path::Path,
        cancel: Cancel,
    ) -> Result<Self, Fault> {
        Ok(Self {
            operation,
            reading,
            engine: SudokuEngine::Auto,
            kernel: super::layout::kernel(run.kernel)?,
            output: SudokuOutput::Line,
            json: run.json,
            colour: false,
            techniques: Config { techniques: Vec::new() },
            threads: thread_count(run.threads),
            busy: AtomicUsize::new(0),
            time_limit: run.time_limit,
            cancel,
            progress: Arc::new(ProgressTracker::new()),
            file: file.display().to_string(),
        })
    }

    /// Returns the number of threads for one puzzle: its share of all threads.
    pub(super) fn threads_per_puzzle(&self) -> usize {
        (self.threads.get() / self.busy.load(Ordering::Relaxed).max(1)).max(1)
    }

    /// Returns the cancellation token with the time limit per puzzle, starting now.
    pub(super) fn puzzle_cancel(&self) -> Cancel {
        match self.time_limit {
            Some(limit) => self.cancel.with_time_limit(limit),
            None => self.cancel.clone(),
        }
    }
}

/// The answer to a puzzle.
#[derive(Debug)]
pub(super) struct PuzzleAnswer {
    /// The answer as text with line endings, or as a document.
    pub(super) body: AnswerBody,
    /// The exit code if this is the only puzzle.
    pub(super) exit: Exit,
    /// Whether a solution was found.
    pub(super) solved: bool,
}

/// The form of an answer.
#[derive(Debug)]
pub(super) enum AnswerBody {
    Text(String),
    Document(Value),
}

/// The answers to a chunk of puzzles.
#[derive(Debug, Default)]
pub(super) struct ChunkResult {
    /// The bytes for standard output.
    pub(super) out: Vec<u8>,
    /// The first faults, at most [`MAX_SHOWN_FAULTS`].
    pub(super) faults: Vec<Fault>,
    pub(super) n_faults: u64,
    /// The number of answered puzzles.
    pub(super) n_puzzles: u64,
    /// The number of puzzles with a solution.
    pub(super) n_solved: u64,
    pub(super) guesses: u64,
    /// The engines that answered.
    pub(super) engines: BTreeSet<String>,
    /// Notes for the user, without repetitions.
    pub(super) notes: BTreeSet<String>,
    /// The number of input bytes.
    pub(super) n_bytes: u64,
    /// The exit code of the last puzzle.
    pub(super) last: Exit,
    /// Whether a limit left an answer undecided.
    pub(super) limited: bool,
    /// Whether Ctrl-C left puzzles of this chunk unanswered or the last answer incomplete. Later chunks are
    /// not shown.
    pub(super) interrupted: bool,
}

impl ChunkResult {
    /// Adds the answer to the puzzle in line `line`.
    pub(super) fn push_answer(&mut self, line: u64, answer: PuzzleAnswer) {
        match answer.body {
            AnswerBody::Text(text) => self.out.extend_from_slice(text.as_bytes()),
            AnswerBody::Document(document) => self.push_document(line, document),
        }
        self.count_puzzle(answer.solved, answer.exit);
    }

    /// Counts an answered puzzle.
    pub(super) fn count_puzzle(&mut self, solved: bool, exit: Exit) {
        self.n_puzzles += 1;
        self.n_solved += u64::from(solved);
        self.last = exit;
        self.limited |= exit == Exit::Limit;
        self.interrupted |= exit == Exit::Interrupted;
    }

    /// Adds the fault of the puzzle in line `line`.
    pub(super) fn push_fault(&mut self, line: u64, fault: Fault, as_json: bool) {
        let document = fault.to_json();
        if as_json {
            self.push_document(line, json!({"error": document}));
        } else {
            self.out.extend_from_slice(error_line(line, &document).as_bytes());
        }
        self.n_faults += 1;
        self.last = Exit::Error;
        if self.faults.len() < MAX_SHOWN_FAULTS {
            self.faults.push(fault);
        }
    }

    /// Writes a document with the common first fields.
    fn push_document(&mut self, line: u64, fields: Value) {
        let mut document = json!({"schema": 1, "line": line});
        if let (Value::Object(document), Value::Object(fields)) = (&mut document, fields) {
            document.extend(fields);
        }
        self.out.extend_from_slice(document.to_string().as_bytes());
        self.out.push(b'\n');
    }
}

/// Returns the output line for an invalid puzzle, given its fault as JSON.
pub(super) fn error_line(line: u64, fault: &Value) -> String {
    let [code, message] = ["code", "message"].map(|key| fault[key].as_str().unwrap_or(""));
    format!("error\t{line}\t{code}\t{}\n", escape_control(message))
}
