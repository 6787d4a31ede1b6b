//! `--all`: the solutions of one file, shown as they are found and forgotten.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use gordian::{Problem, SolutionData};
use serde_json::{Map, Value, json};

use super::show;
use crate::console::Console;

/// What was written is sent off after this time at the latest, where solutions come slowly.
const FLUSH_EVERY: Duration = Duration::from_millis(100);

/// The keys with which a document begins; the list of solutions comes next.
const HEAD: [&str; 4] = ["schema", "file", "kind", "title"];

/// The list of one file's solutions, on its way to standard output.
#[derive(Debug)]
pub(super) struct Listing {
    json: bool,
    n: u64,
    first: Option<SolutionData>,
    flushed: Instant,
}

impl Listing {
    pub(super) fn new(json: bool) -> Self {
        Self { json, n: 0, first: None, flushed: Instant::now() }
    }

    /// Returns how many solutions there were.
    pub(super) fn n(&self) -> u64 {
        self.n
    }

    /// Returns the first solution.
    pub(super) fn first(&self) -> Option<&SolutionData> {
        self.first.as_ref()
    }

    /// Returns whether anything was written.
    pub(super) fn has_begun(&self) -> bool {
        // One solution makes no list in JSON.
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
            self.write(file, problem, &solution, console)?;
        } else {
            if self.n == 1 {
                show::begin(file, problem, console)?;
            }
            show::listed(self.n, &solution, problem, console)?;
        }
        if self.first.is_none() {
            self.first = Some(solution);
        }
        if self.flushed.elapsed() >= FLUSH_EVERY { self.flush(console) } else { Ok(()) }
    }

    /// Sends off what was written.
    pub(super) fn flush(&mut self, console: &mut Console) -> io::Result<()> {
        self.flushed = Instant::now();
        console.flush()
    }

    /// Writes a solution into the list of the document, which begins with the second solution.
    fn write(
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
                let [schema, file_key, kind, title] = HEAD;
                let head = json!({
                    schema: 1,
                    file_key: file,
                    kind: problem.kind(),
                    title: problem.title(),
                });
                let head = head.to_string();
                let head = head.trim_end_matches('}');
                write!(out, "{head},\"solutions\":[{}", first.to_json())?;
            }
            Some(_) => {}
        }
        write!(out, ",{}", solution.to_json())
    }

    /// Ends the document that was begun with the fields of `document` that are not written yet.
    pub(super) fn end(&self, document: &Value, console: &mut Console) -> io::Result<()> {
        let is_new = |key: &&String| !HEAD.contains(&key.as_str()) && *key != "solutions";
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
