//! `--all` and `--improvements`: writes the solutions of one file as they are found, without
//! storing them.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use gordian::requests::SchemaVersion;
use gordian::{FoundSolution, ObjectiveStatus, Problem, Seconds, SolutionData};
use serde::Serialize;
use serde_json::{Map, Value};

use super::show;
use crate::console::Console;

/// The maximum time between flushes.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// The first keys of a document; the list of solutions follows.
const HEADER_KEYS: [&str; 4] = ["schema", "file", "kind", "title"];

/// The fields of these keys.
#[derive(Serialize)]
struct ListHead<'a> {
    schema: SchemaVersion,
    file: &'a str,
    kind: &'a str,
    title: Option<&'a str>,
}

/// The document of a better solution.
#[derive(Serialize)]
struct ImprovementDocument<'a> {
    schema: SchemaVersion,
    file: &'a str,
    kind: &'a str,
    /// The number of the improvement, from 1.
    improvement: u64,
    solution: Value,
    objective: i64,
    bound: Option<i64>,
    gap: Option<f64>,
    seconds: Seconds,
}

/// Writes the list of solutions of one file, or the improvements of its solution, to standard
/// output.
#[derive(Debug)]
pub(super) struct SolutionWriter {
    json: bool,
    /// Whether improvements are shown.
    improvements: bool,
    n_listed: u64,
    n_improvements: u64,
    /// The first solution of a list, or the last improvement.
    kept: Option<SolutionData>,
    last_flush: Instant,
}

impl SolutionWriter {
    pub(super) fn new(json: bool, improvements: bool) -> Self {
        let (n_listed, n_improvements, kept) = (0, 0, None);
        Self { json, improvements, n_listed, n_improvements, kept, last_flush: Instant::now() }
    }

    /// Returns the number of listed solutions so far.
    pub(super) fn n_listed(&self) -> u64 {
        self.n_listed
    }

    /// Returns the first solution of a list, or the last improvement.
    pub(super) fn kept(&self) -> Option<&SolutionData> {
        self.kept.as_ref()
    }

    /// Returns whether the document or the list has been started.
    pub(super) fn has_started(&self) -> bool {
        // In JSON, a single solution is not written as a list.
        self.n_listed > u64::from(self.json)
    }

    /// Returns whether the best solution has been shown as text.
    pub(super) fn has_shown_best(&self) -> bool {
        self.improvements && self.n_improvements > 0 && !self.json
    }

    /// Returns whether a solution is shown as it is found.
    pub(super) fn is_shown(&self, found: &FoundSolution) -> bool {
        found.status.is_none() || self.improvements
    }

    /// Receives a solution of `problem`, and shows it if it is one of a list or improvements are
    /// shown.
    pub(super) fn receive(
        &mut self,
        file: &str,
        problem: &Problem,
        found: FoundSolution,
        seconds: Seconds,
        console: &mut Console,
    ) -> io::Result<()> {
        let FoundSolution { solution, status } = found;
        if let Some(status) = status {
            if self.improvements {
                self.n_improvements += 1;
                self.show_improvement(file, problem, &solution, status, seconds, console)?;
                self.flush(console)?;
            }
            self.kept = Some(solution);
            return Ok(());
        }
        self.n_listed += 1;
        if self.json {
            self.write_json(file, problem, &solution, console)?;
        } else {
            if self.n_listed == 1 {
                show::show_header(file, problem, console)?;
            }
            show::show_listed(self.n_listed, &solution, problem, console)?;
        }
        if self.kept.is_none() {
            self.kept = Some(solution);
        }
        if self.last_flush.elapsed() >= FLUSH_INTERVAL { self.flush(console) } else { Ok(()) }
    }

    fn show_improvement(
        &self,
        file: &str,
        problem: &Problem,
        solution: &SolutionData,
        status: ObjectiveStatus,
        seconds: Seconds,
        console: &mut Console,
    ) -> io::Result<()> {
        if self.json {
            let document = ImprovementDocument {
                schema: SchemaVersion,
                file,
                kind: problem.kind(),
                improvement: self.n_improvements,
                solution: solution.to_json(),
                objective: status.objective,
                bound: status.bound,
                gap: status.gap(),
                seconds,
            };
            return writeln!(console.out(), "{}", serde_json::to_string(&document)?);
        }
        if self.n_improvements == 1 {
            show::show_header(file, problem, console)?;
        }
        show::show_listed(self.n_improvements, solution, problem, console)?;
        show::show_status(status, seconds, console)
    }

    /// Flushes the output.
    pub(super) fn flush(&mut self, console: &mut Console) -> io::Result<()> {
        self.last_flush = Instant::now();
        console.flush()
    }

    /// Writes a solution to the list of the document, which is started at the second solution.
    fn write_json(
        &self,
        file: &str,
        problem: &Problem,
        solution: &SolutionData,
        console: &mut Console,
    ) -> io::Result<()> {
        let out = console.out();
        match &self.kept {
            None => return Ok(()),
            Some(first) if self.n_listed == 2 => {
                let title = problem.title();
                let head = ListHead { schema: SchemaVersion, file, kind: problem.kind(), title };
                let head = serde_json::to_string(&head)?;
                let head = head.trim_end_matches('}');
                write!(out, "{head},\"solutions\":[{}", first.to_json())?;
            }
            Some(_) => {}
        }
        write!(out, ",{}", solution.to_json())
    }

    /// Completes the document with the fields of `document` that are not yet written.
    pub(super) fn finish(&self, document: &Value, console: &mut Console) -> io::Result<()> {
        let is_new = |key: &&String| !HEADER_KEYS.contains(&key.as_str()) && *key != "solutions";
        let fields = document.as_object().into_iter().flatten();
        let rest: Map<String, Value> = fields
            .filter(|(key, _)| is_new(key))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let rest = Value::Object(rest).to_string();
        let rest = rest.trim_start_matches('{');
        writeln!(console.out(), "],{rest}")?;
        console.flush()
    }
}
