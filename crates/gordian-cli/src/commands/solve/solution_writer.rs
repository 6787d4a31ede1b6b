//! `--all`: writes the solutions of one file as they are found, without storing them.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use gordian::requests::SchemaVersion;
use gordian::{Problem, SolutionData};
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

/// Writes the list of solutions of one file to standard output.
#[derive(Debug)]
pub(super) struct SolutionWriter {
    json: bool,
    n: u64,
    first: Option<SolutionData>,
    last_flush: Instant,
}

impl SolutionWriter {
    pub(super) fn new(json: bool) -> Self {
        Self { json, n: 0, first: None, last_flush: Instant::now() }
    }

    /// Returns the number of solutions so far.
    pub(super) fn n(&self) -> u64 {
        self.n
    }

    /// Returns the first solution.
    pub(super) fn first(&self) -> Option<&SolutionData> {
        self.first.as_ref()
    }

    /// Returns whether the document or the list has been started.
    pub(super) fn has_started(&self) -> bool {
        // In JSON, a single solution is not written as a list.
        self.n > u64::from(self.json)
    }

    /// Shows a solution of `problem`.
    pub(super) fn show(
        &mut self,
        file: &str,
        problem: &Problem,
        solution: SolutionData,
        console: &mut Console,
    ) -> io::Result<()> {
        self.n += 1;
        if self.json {
            self.write_json(file, problem, &solution, console)?;
        } else {
            if self.n == 1 {
                show::show_header(file, problem, console)?;
            }
            show::show_listed(self.n, &solution, problem, console)?;
        }
        if self.first.is_none() {
            self.first = Some(solution);
        }
        if self.last_flush.elapsed() >= FLUSH_INTERVAL { self.flush(console) } else { Ok(()) }
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
        match &self.first {
            None => return Ok(()),
            Some(first) if self.n == 2 => {
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
