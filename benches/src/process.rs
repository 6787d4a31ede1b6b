//! Cost of another program, from its start to its exit.
//!
//! The system reports the time of exited children as a sum and their memory as a maximum. Each run
//! therefore has a helper process: this program, started with [`HELPER_FLAG`], starts the command,
//! waits for it and reports the usage. If requested, the helper also disables huge pages; the
//! setting is inherited by its children only.

use std::error::Error;
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::{Value, json};

use crate::clock::{self, Cost};

/// The first argument of a helper process; [`run_helper`] takes the others.
pub const HELPER_FLAG: &str = "--measure";

/// The helper argument that disables huge pages.
const NO_HUGE_PAGES: &str = "--no-huge-pages";

/// Result of a program run.
#[derive(Clone, Debug)]
pub struct ProcessRun {
    /// Cost from before the start to the exit.
    pub cost: Cost,
    /// Peak resident memory in bytes.
    pub peak: u64,
    /// Standard output.
    pub output: String,
}

/// Runs a command (program and arguments) and returns its cost and output.
///
/// # Errors
///
/// Returns an error if the command cannot be started, fails, or writes invalid UTF-8.
pub fn run(command: &[String], huge_pages: bool) -> Result<ProcessRun, Box<dyn Error>> {
    let mut helper = Command::new(std::env::current_exe()?);
    helper.arg(HELPER_FLAG);
    if !huge_pages {
        helper.arg(NO_HUGE_PAGES);
    }
    let output = helper.args(command).stdin(Stdio::null()).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().into());
    }
    let reply: Value = serde_json::from_slice(&output.stdout)?;
    let seconds = |key: &str| reply[key].as_f64().ok_or("the helper reports no time");
    Ok(ProcessRun {
        cost: Cost { user: seconds("user")?, system: seconds("system")?, wall: seconds("wall")? },
        peak: reply["peak"].as_u64().ok_or("the helper reports no memory")?,
        output: reply["output"].as_str().ok_or("the helper reports no output")?.to_owned(),
    })
}

/// Runs the command in a helper process and prints its cost as a line of JSON.
///
/// # Errors
///
/// As [`run`].
#[expect(clippy::print_stdout, reason = "the parent process reads the result from standard output")]
pub fn run_helper(words: &[String]) -> Result<(), Box<dyn Error>> {
    let command = match words {
        [first, command @ ..] if first == NO_HUGE_PAGES => {
            deny_huge_pages()?;
            command
        }
        command => command,
    };
    let ProcessRun { cost: Cost { user, system, wall }, peak, output } = run_and_measure(command)?;
    let reply =
        json!({"user": user, "system": system, "wall": wall, "peak": peak, "output": output});
    println!("{reply}");
    Ok(())
}

#[cfg(target_os = "linux")]
fn deny_huge_pages() -> Result<(), Box<dyn Error>> {
    Ok(nix::sys::prctl::set_thp_disable(true)?)
}

#[cfg(not(target_os = "linux"))]
fn deny_huge_pages() -> Result<(), Box<dyn Error>> {
    Err("huge pages can be disabled on Linux only".into())
}

/// Runs a command in a process that has had no other child.
fn run_and_measure(command: &[String]) -> Result<ProcessRun, Box<dyn Error>> {
    let [program, arguments @ ..] = command else { return Err("the command is empty".into()) };
    let command_line = command.join(" ");
    let start = Instant::now();
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("failed to start `{command_line}`: {error}"))?;
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cost = clock::cost_of_usage(used, start);
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{command_line}`: {}: {}", output.status, stderr.trim()).into());
    }
    // Linux reports kilobytes, macOS reports bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let peak = u64::try_from(used.max_rss())? * unit;
    Ok(ProcessRun { cost, peak, output: String::from_utf8(output.stdout)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Vec<String> {
        ["sh", "-c", script].map(str::to_owned).into()
    }

    #[test]
    fn program_output_and_cost_are_measured() {
        let run = run_and_measure(&shell("echo yes; echo no >&2")).expect("it runs");
        assert_eq!(run.output, "yes\n");
        assert!(run.peak > 100_000 && run.cost.wall > 0.0, "{run:?}");
    }

    #[test]
    fn failed_programs_are_reported() {
        let check = |command: &[String], expected: &str| {
            let error = run_and_measure(command).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(&shell("echo broken >&2; exit 3"), "exit status: 3: broken");
        check(&["/nowhere/at-all".to_owned()], "failed to start `/nowhere/at-all`");
        check(&[], "the command is empty");
    }
}
