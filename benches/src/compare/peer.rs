//! A peer solver in its own process, which answers requests line by line.
//!
//! The process runs for the whole comparison, so its start is not measured. It measures itself with
//! the same clock (`getrusage`), around the search only; see `benches/README.md`.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gordian_bench::Instance;
use gordian_bench::clock::Cost;
use gordian_puzzles::Solution;
use serde_json::{Value, json};

use crate::compare::solver::Task;

/// A running peer process.
pub(crate) struct Peer {
    process: Child,
    /// Closed to end the process.
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

/// A naive model as a file for the peer; deleted on drop.
pub(crate) struct PeerModel {
    path: PathBuf,
}

impl PeerModel {
    pub(crate) fn new(instance: &Instance) -> Result<Self, Box<dyn Error>> {
        let file = format!("gordian-bench-{}-{}.json", std::process::id(), instance.name);
        let path = std::env::temp_dir().join(file);
        fs_err::write(&path, instance.naive.model().to_json())?;
        Ok(Self { path })
    }
}

impl Drop for PeerModel {
    fn drop(&mut self) {
        // An error is harmless: the file is in the temporary folder.
        let _ = fs_err::remove_file(&self.path);
    }
}

impl Peer {
    /// Starts the peer `command`, split at whitespace, with `--serve`.
    pub(crate) fn start(command: &str) -> Result<Self, Box<dyn Error>> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("the command of the peer is empty")?;
        let mut process = Command::new(program)
            .args(words)
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("failed to start `{command}`: {error}"))?;
        let requests = process.stdin.take();
        let replies = BufReader::new(process.stdout.take().ok_or("the peer has no output")?);
        Ok(Self { process, requests, replies })
    }

    fn request(&mut self, request: &Value) -> Result<Value, Box<dyn Error>> {
        let requests = self.requests.as_mut().ok_or("the peer has exited")?;
        writeln!(requests, "{request}")?;
        requests.flush()?;
        let mut reply = String::new();
        if self.replies.read_line(&mut reply)? == 0 {
            return Err(format!("the peer exited without an answer to {request}").into());
        }
        Ok(serde_json::from_str(&reply)?)
    }

    /// Returns the peer's description: name, version, settings.
    pub(crate) fn describe(&mut self) -> Result<String, Box<dyn Error>> {
        let reply = self.request(&json!({"task": "about"}))?;
        Ok(reply["about"].as_str().ok_or("the peer does not describe itself")?.to_owned())
    }

    /// Lets the peer solve the naive model.
    pub(crate) fn solve(
        &mut self,
        instance: &Instance,
        model: &PeerModel,
        task: Task,
        repetitions: u32,
        seed: u64,
    ) -> Result<(Cost, Solution), Box<dyn Error>> {
        let reply = self.request(&json!({
            "task": task.name(),
            "model": model.path,
            "repetitions": repetitions,
            "seed": seed,
        }))?;
        let seconds = |key: &str| {
            reply[key].as_f64().ok_or_else(|| format!("the peer does not report its {key} time"))
        };
        let cost =
            Cost { user: seconds("user")?, system: seconds("system")?, wall: seconds("wall")? };
        if task != Task::First && reply["unique"] != true {
            return Err(format!("the peer: {} has several solutions", instance.name).into());
        }
        let naive = instance.naive.model();
        let values = naive.assignment_from_json(&reply["values"].to_string())?;
        naive.check(values.as_slice()).map_err(|broken| format!("the peer: {broken}"))?;
        Ok((cost, instance.naive.solution(&values)))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        drop(self.requests.take());
        // The process exits when its input is closed; its exit status is irrelevant.
        let _ = self.process.wait();
    }
}
