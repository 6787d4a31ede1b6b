//! The peer program `benches/peers/sudoku-crate`.
//!
//! Each run is a process that times itself with the same clocks, so its start is not measured.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use gordian_bench::clock::Cost;
use gordian_sudoku::classic::batch::SolveResult;
use serde_json::Value;

/// The peer program.
pub(crate) struct Peer {
    program: PathBuf,
    /// Its own description.
    pub(crate) about: String,
}

impl Peer {
    pub(crate) fn new(program: &Path) -> Result<Self, Box<dyn Error>> {
        let mut peer = Self { program: program.to_owned(), about: String::new() };
        peer.about = peer.output(&["about".to_owned()])?.trim().to_owned();
        Ok(peer)
    }

    fn output(&self, words: &[String]) -> Result<String, Box<dyn Error>> {
        let command = format!("`{} {}`", self.program.display(), words.join(" "));
        let output = Command::new(&self.program)
            .args(words)
            .output()
            .map_err(|error| format!("failed to start {command}: {error}"))?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{command}: {}: {}", output.status, stderr.trim()).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    fn request(
        &self,
        mode: &str,
        file: &Path,
        limit: u32,
        last: &str,
    ) -> Result<Value, Box<dyn Error>> {
        let words = [mode, &file.display().to_string(), &limit.to_string(), last];
        Ok(serde_json::from_str(&self.output(&words.map(str::to_owned))?)?)
    }

    /// Solves a whole file repeatedly for at least `seconds`; returns the cost of one pass and the
    /// number of solutions.
    pub(crate) fn time_file(
        &self,
        file: &Path,
        limit: u32,
        seconds: f64,
    ) -> Result<(Cost, u64), Box<dyn Error>> {
        let reply = self.request("whole", file, limit, &seconds.to_string())?;
        let number = |key: &str| reply[key].as_f64().ok_or("the peer reports no time");
        let puzzles = number("puzzles")?;
        let seconds = |key: &str| Ok::<_, Box<dyn Error>>(number(key)? * puzzles / 1e9);
        let cost = Cost {
            user: seconds("user_ns")?,
            system: seconds("system_ns")?,
            wall: seconds("wall_ns")?,
        };
        Ok((cost, reply["solutions"].as_u64().ok_or("the peer reports no solutions")?))
    }

    /// Solves each puzzle of a file once; returns the nanoseconds per puzzle.
    pub(crate) fn time_puzzles(&self, file: &Path, limit: u32) -> Result<Vec<u64>, Box<dyn Error>> {
        let reply = self.request("single", file, limit, "1")?;
        let times = reply["ns"].as_array().ok_or("the peer reports no times")?;
        let times: Option<Vec<u64>> = times.iter().map(Value::as_u64).collect();
        Ok(times.ok_or("the peer reports no times")?)
    }

    /// Returns the peer's answer to each puzzle of a file.
    pub(crate) fn answers(
        &self,
        file: &Path,
        limit: u32,
    ) -> Result<Vec<SolveResult>, Box<dyn Error>> {
        let words = ["answers", &file.display().to_string(), &limit.to_string()];
        let reply = self.output(&words.map(str::to_owned))?;
        let answers: Option<Vec<SolveResult>> = reply.lines().map(parse_answer).collect();
        Ok(answers.ok_or("the peer's answers are malformed")?)
    }
}

/// Parses `!`, `0`, or a number of solutions and a solution.
fn parse_answer(line: &str) -> Option<SolveResult> {
    if line == "!" {
        return Some(SolveResult { n_solutions: SolveResult::INVALID, ..SolveResult::NO_SOLUTION });
    }
    let Some((count, grid)) = line.split_once(' ') else {
        return (line == "0").then_some(SolveResult::NO_SOLUTION);
    };
    Some(SolveResult {
        n_solutions: count.parse().ok()?,
        solution: grid.as_bytes().try_into().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_parsed() {
        let check = |line: &str, expected| assert_eq!(parse_answer(line), expected, "{line}");
        check(
            "!",
            Some(SolveResult { n_solutions: SolveResult::INVALID, ..SolveResult::NO_SOLUTION }),
        );
        check("0", Some(SolveResult::NO_SOLUTION));
        let grid = "7".repeat(81);
        check(&format!("2 {grid}"), Some(SolveResult { n_solutions: 2, solution: [b'7'; 81] }));
        check(&format!("2 {grid}7"), None);
        check("1", None);
        check("many 7", None);
    }
}
