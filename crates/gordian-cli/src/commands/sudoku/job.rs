//! What is asked of every puzzle, and what came of some of them.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gordian::logic::Config;
use gordian::sudoku::tasks::MinimiseOptions;
use gordian::{Cancel, SimdLevel};
use serde_json::{Value, json};

use super::source::Reading;
use crate::args::{SudokuEngine, SudokuOutput, SudokuRunningArgs, SudokuScale};
use crate::commands::threads;
use crate::console::harmless;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::progress::Notes;

/// So many faults of a piece are kept to be told on standard error; no more of a whole run are.
pub(super) const TOLD: usize = 10;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    /// A solution, and perhaps whether it is the only one.
    Solve { prove: bool },
    /// How many solutions there are.
    Count { limit: Option<u64> },
    /// About how many solutions there are.
    Estimate { probes: u64, seed: u64 },
    /// Whether there is one solution, and perhaps whether each given is needed.
    Check { minimal: bool },
    /// Which digits occur in solutions.
    Candidates,
    /// Which givens are not needed.
    Redundant,
    /// The puzzle without givens that are not needed.
    Minimise(MinimiseOptions),
    /// The canonical form.
    Canonical,
    /// The next step by logic.
    Hint,
    /// All steps by logic.
    Steps { eureka: bool },
    /// The whole solution by logic.
    Explain { draw: bool, eureka: bool },
    /// How hard it is.
    Rate(SudokuScale),
}

impl Question {
    /// Returns after how many solutions the search may stop, if that answers the question.
    pub(super) fn limit(self) -> Option<u64> {
        match self {
            Self::Solve { prove: false } => Some(1),
            Self::Solve { prove: true } | Self::Check { minimal: false } => Some(2),
            Self::Count { limit } => Some(limit.unwrap_or(u64::MAX)),
            _ => None,
        }
    }
}

/// All that a worker must know.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) question: Question,
    pub(super) reading: Reading,
    pub(super) engine: SudokuEngine,
    /// The form of the inner loops.
    pub(super) kernel: SimdLevel,
    pub(super) output: SudokuOutput,
    pub(super) json: bool,
    /// Whether drawings are coloured.
    pub(super) colour: bool,
    /// What is known, for questions that logic answers.
    pub(super) techniques: Config,
    /// Threads that work on puzzles.
    pub(super) threads: NonZeroUsize,
    /// Threads that are busy now.
    pub(super) busy: AtomicUsize,
    /// For each puzzle.
    pub(super) time_limit: Option<Duration>,
    pub(super) cancel: Cancel,
    pub(super) notes: Arc<Notes>,
    /// The name of the file.
    pub(super) file: String,
}

impl Job {
    pub(super) fn new(
        question: Question,
        reading: Reading,
        running: &SudokuRunningArgs,
        file: &std::path::Path,
        cancel: Cancel,
    ) -> Result<Self, Fault> {
        Ok(Self {
            question,
            reading,
            engine: SudokuEngine::Auto,
            kernel: super::layout::kernel(running.kernel)?,
            output: SudokuOutput::Line,
            json: running.json,
            colour: false,
            techniques: Config { techniques: Vec::new() },
            threads: threads(running.threads),
            busy: AtomicUsize::new(0),
            time_limit: running.time_limit,
            cancel,
            notes: Arc::new(Notes::new()),
            file: file.display().to_string(),
        })
    }

    /// Returns how many threads may work on one puzzle: those that nobody else needs.
    pub(super) fn threads_for_one(&self) -> usize {
        (self.threads.get() / self.busy.load(Ordering::Relaxed).max(1)).max(1)
    }

    /// Returns the request to stop with the time limit of one puzzle from now on.
    pub(super) fn limited(&self) -> Cancel {
        match self.time_limit {
            Some(limit) => self.cancel.with_time_limit(limit),
            None => self.cancel.clone(),
        }
    }
}

/// What there is to say of a puzzle.
#[derive(Debug)]
pub(super) struct Reply {
    /// The answer as text, with the end of its line; or as a document.
    pub(super) body: Body,
    /// How the run ends if this is the only puzzle.
    pub(super) exit: Exit,
    /// Whether a solution was found.
    pub(super) solved: bool,
}

/// How an answer is told.
#[derive(Debug)]
pub(super) enum Body {
    Text(String),
    Document(Value),
}

/// The answers to some puzzles, one after another.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// Bytes for standard output.
    pub(super) out: Vec<u8>,
    /// The first faults.
    pub(super) faults: Vec<Fault>,
    pub(super) n_faults: u64,
    /// Puzzles that were answered, and those with a solution.
    pub(super) n_puzzles: u64,
    pub(super) n_solved: u64,
    pub(super) guesses: u64,
    /// Who answered.
    pub(super) engines: BTreeSet<String>,
    /// What a person should know, each once.
    pub(super) notes: BTreeSet<String>,
    /// Bytes of the input.
    pub(super) n_bytes: u64,
    /// How the last puzzle ended.
    pub(super) last: Exit,
    /// A limit left a question open.
    pub(super) limited: bool,
    /// Ctrl-C left puzzles of this piece without answer, or the last one with part of it: nothing
    /// that comes after this piece is shown.
    pub(super) interrupted: bool,
}

impl Piece {
    /// Notes the answer to a puzzle of line `line`.
    pub(super) fn reply(&mut self, line: u64, reply: Reply) {
        match reply.body {
            Body::Text(text) => self.out.extend_from_slice(text.as_bytes()),
            Body::Document(document) => self.document(line, document),
        }
        self.count(reply.solved, reply.exit);
    }

    /// Counts a puzzle that was answered.
    pub(super) fn count(&mut self, solved: bool, exit: Exit) {
        self.n_puzzles += 1;
        self.n_solved += u64::from(solved);
        self.last = exit;
        self.limited |= exit == Exit::Limit;
        self.interrupted |= exit == Exit::Interrupted;
    }

    /// Notes what is wrong with the puzzle of a line.
    pub(super) fn fault(&mut self, line: u64, fault: Fault, as_json: bool) {
        let document = fault.to_json();
        if as_json {
            self.document(line, json!({"error": document}));
        } else {
            self.out.extend_from_slice(error_line(line, &document).as_bytes());
        }
        self.n_faults += 1;
        self.last = Exit::Error;
        if self.faults.len() < TOLD {
            self.faults.push(fault);
        }
    }

    /// Writes a document, with its first fields before it.
    fn document(&mut self, line: u64, fields: Value) {
        let mut document = json!({"schema": 1, "line": line});
        if let (Value::Object(document), Value::Object(fields)) = (&mut document, fields) {
            document.extend(fields);
        }
        self.out.extend_from_slice(document.to_string().as_bytes());
        self.out.push(b'\n');
    }
}

/// Returns the line that answers a puzzle with a fault, which is told as a document.
pub(super) fn error_line(line: u64, fault: &Value) -> String {
    let [code, message] = ["code", "message"].map(|key| fault[key].as_str().unwrap_or(""));
    format!("error\t{line}\t{code}\t{}\n", harmless(message))
}
