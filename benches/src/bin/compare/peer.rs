//! A foreign engine in a process of its own, which answers questions line by line.
//!
//! It stays alive for the whole comparison, so that starting it is not measured. It measures itself
//! by the same clock (`getrusage`), around the search only; see `benches/README.md`.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use gordian_bench::Instance;
use gordian_bench::clock::Cost;
use gordian_puzzles::Solution;
use serde_json::{Value, json};

use crate::contestant::Question;

/// A running engine.
pub(crate) struct Peer {
    process: Child,
    /// Closed to tell the process to end.
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

/// A naive model as a file that the peer reads; deleted with this.
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
        // Nothing depends on it: a file that stays behind is in the folder for temporary ones.
        let _ = fs_err::remove_file(&self.path);
    }
}

impl Peer {
    /// Starts a peer by its command, words separated by blanks, with `--serve`.
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
        let requests = self.requests.as_mut().ok_or("the peer has ended")?;
        writeln!(requests, "{request}")?;
        requests.flush()?;
        let mut reply = String::new();
        if self.replies.read_line(&mut reply)? == 0 {
            return Err(format!("the peer ended without an answer to {request}").into());
        }
        Ok(serde_json::from_str(&reply)?)
    }

    /// Returns what the peer says of itself: name, version, settings.
    pub(crate) fn about(&mut self) -> Result<String, Box<dyn Error>> {
        let reply = self.request(&json!({"task": "about"}))?;
        Ok(reply["about"].as_str().ok_or("the peer does not say who it is")?.to_owned())
    }

    /// Asks for the answer of the naive model.
    pub(crate) fn ask(
        &mut self,
        instance: &Instance,
        model: &PeerModel,
        question: Question,
        repetitions: u32,
        seed: u64,
    ) -> Result<(Cost, Solution), Box<dyn Error>> {
        let reply = self.request(&json!({
            "task": question.name(),
            "model": model.path,
            "repetitions": repetitions,
            "seed": seed,
        }))?;
        let seconds = |key: &str| {
            reply[key].as_f64().ok_or_else(|| format!("the peer does not tell its {key} time"))
        };
        let cost =
            Cost { user: seconds("user")?, system: seconds("system")?, wall: seconds("wall")? };
        if question != Question::First && reply["unique"] != true {
            return Err(format!("the peer: {} has several answers", instance.name).into());
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
        // It ends when its input does; how is of no interest any more.
        let _ = self.process.wait();
    }
}
