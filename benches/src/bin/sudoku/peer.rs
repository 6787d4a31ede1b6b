//! The program that is measured beside ours: `benches/peers/sudoku-crate`.
//!
//! Each run is a process of its own, which times itself by the same clocks: starting it is not
//! measured.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use gordian_bench::clock::Cost;
use gordian_sudoku::classic::batch::SolveResult;
use serde_json::Value;

/// The program.
pub(crate) struct Peer {
    program: PathBuf,
    /// What it says of itself.
    pub(crate) about: String,
}

impl Peer {
    pub(crate) fn new(program: &Path) -> Result<Self, Box<dyn Error>> {
        let mut peer = Self { program: program.to_owned(), about: String::new() };
        peer.about = peer.output(&["about".to_owned()])?.trim().to_owned();
        Ok(peer)
    }

    fn output(&self, words: &[String]) -> Result<String, Box<dyn Error>> {
        let told = format!("`{} {}`", self.program.display(), words.join(" "));
        let output = Command::new(&self.program)
            .args(words)
            .output()
            .map_err(|error| format!("failed to start {told}: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{told}: {}: {}", output.status, said.trim()).into());
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    fn ask(
        &self,
        mode: &str,
        file: &Path,
        limit: u32,
        last: &str,
    ) -> Result<Value, Box<dyn Error>> {
        let words = [mode, &file.display().to_string(), &limit.to_string(), last];
        Ok(serde_json::from_str(&self.output(&words.map(str::to_owned))?)?)
    }

    /// Solves a whole file again and again, for some seconds at least; returns the cost of one pass
    /// over the file and the solutions in it.
    pub(crate) fn whole(
        &self,
        file: &Path,
        limit: u32,
        seconds: f64,
    ) -> Result<(Cost, u64), Box<dyn Error>> {
        let told = self.ask("whole", file, limit, &seconds.to_string())?;
        let number = |key: &str| told[key].as_f64().ok_or("the peer tells no time");
        let puzzles = number("puzzles")?;
        let seconds = |key: &str| Ok::<_, Box<dyn Error>>(number(key)? * puzzles / 1e9);
        let cost = Cost {
            user: seconds("user_ns")?,
            system: seconds("system_ns")?,
            wall: seconds("wall_ns")?,
        };
        Ok((cost, told["solutions"].as_u64().ok_or("the peer tells no solutions")?))
    }

    /// Solves each puzzle of a file once; returns their nanoseconds.
    pub(crate) fn single(&self, file: &Path, limit: u32) -> Result<Vec<u64>, Box<dyn Error>> {
        let told = self.ask("single", file, limit, "1")?;
        let times = told["ns"].as_array().ok_or("the peer tells no times")?;
        let times: Option<Vec<u64>> = times.iter().map(Value::as_u64).collect();
        Ok(times.ok_or("the peer tells no times")?)
    }

    /// Returns what the peer finds for each puzzle of a file.
    pub(crate) fn answers(
        &self,
        file: &Path,
        limit: u32,
    ) -> Result<Vec<SolveResult>, Box<dyn Error>> {
        let words = ["answers", &file.display().to_string(), &limit.to_string()];
        let told = self.output(&words.map(str::to_owned))?;
        let answers: Option<Vec<SolveResult>> = told.lines().map(answer).collect();
        Ok(answers.ok_or("the peer's answers cannot be read")?)
    }
}

/// Reads `!`, `0`, or a number of solutions and a solution.
fn answer(line: &str) -> Option<SolveResult> {
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
    fn answers_are_read() {
        let check = |line: &str, expected| assert_eq!(answer(line), expected, "{line}");
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
