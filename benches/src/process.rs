//! Cost of another program, from its start to its exit.
//!
//! The system reports the time of exited children as a sum and their memory as a maximum. Each run
//! therefore has a helper process: this program, started with [`HELPER_COMMAND`], starts the command,
//! waits for it and reports the usage. If requested, the helper also disables huge pages; the
//! setting is inherited by its children only.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use clap::Args;
use nix::sys::resource::{UsageWho, getrusage};
use serde_json::{Value, json};

use crate::clock::{self, Cost};

/// The command of a helper process; [`run_helper`] takes its options.
pub const HELPER_COMMAND: &str = "measure";

/// The options of a helper process.
#[derive(Debug, Args)]
pub struct HelperOptions {
    /// Disable huge pages
    #[arg(long)]
    no_huge_pages: bool,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

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
    helper.arg(HELPER_COMMAND);
    if !huge_pages {
        helper.arg("--no-huge-pages");
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
pub fn run_helper(options: &HelperOptions) -> Result<(), Box<dyn Error>> {
    if options.no_huge_pages {
        deny_huge_pages()?;
    }
    let ProcessRun { cost: Cost { user, system, wall }, peak, output } =
        run_and_measure(&options.command)?;
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

/// Returns the path of the program `gordian`: the one that was named, or the one beside this program.
///
/// # Errors
///
/// Returns an error with a hint if there is no such file.
pub fn gordian(named: Option<&Path>) -> Result<PathBuf, Box<dyn Error>> {
    let program = match named {
        Some(program) => program.to_owned(),
        None => std::env::current_exe()?
            .with_file_name(format!("gordian{}", std::env::consts::EXE_SUFFIX)),
    };
    if program.is_file() {
        return Ok(program);
    }
    let hint = "build it: cargo build --release -p gordian-cli";
    Err(format!("{} does not exist; {hint}", program.display()).into())
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
