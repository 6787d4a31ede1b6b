//! What another program costs, from its start to its end.
//!
//! The system tells the time of ended children as a sum and their memory as a maximum. So each run
//! has a helper of its own: the program that measures once more, told by [`HELPER`] to start the
//! other one, to wait for it and to tell what it used. The helper also denies it huge pages if it is
//! to do without: that is inherited, and goes no further than the helper's children.

use std::error::Error;
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::{Value, json};

use crate::clock::{self, Cost};

/// The first argument of a helper; [`help`] takes the others.
pub const HELPER: &str = "--measure";

/// The argument of a helper that denies huge pages.
const NO_HUGE_PAGES: &str = "--no-huge-pages";

/// What a program did.
#[derive(Clone, Debug)]
pub struct Ran {
    /// From before its start to its end.
    pub cost: Cost,
    /// The most memory it ever had, in bytes.
    pub peak: u64,
    /// What it wrote to its standard output.
    pub output: String,
}

/// Runs a command, the program and its arguments, and returns what it cost.
///
/// # Errors
///
/// It cannot be started, fails, or writes what is no text.
pub fn run(command: &[String], huge_pages: bool) -> Result<Ran, Box<dyn Error>> {
    let mut helper = Command::new(std::env::current_exe()?);
    helper.arg(HELPER);
    if !huge_pages {
        helper.arg(NO_HUGE_PAGES);
    }
    let told = helper.args(command).stdin(Stdio::null()).output()?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).trim().into());
    }
    let told: Value = serde_json::from_slice(&told.stdout)?;
    let seconds = |key: &str| told[key].as_f64().ok_or("the helper tells no time");
    Ok(Ran {
        cost: Cost { user: seconds("user")?, system: seconds("system")?, wall: seconds("wall")? },
        peak: told["peak"].as_u64().ok_or("the helper tells no memory")?,
        output: told["output"].as_str().ok_or("the helper tells no output")?.to_owned(),
    })
}

/// Does what a helper is for: runs the command, and prints what it cost as a line of JSON.
///
/// # Errors
///
/// As [`run`].
#[expect(clippy::print_stdout, reason = "it answers the program that started it")]
pub fn help(words: &[String]) -> Result<(), Box<dyn Error>> {
    let command = match words {
        [first, command @ ..] if first == NO_HUGE_PAGES => {
            deny_huge_pages()?;
            command
        }
        command => command,
    };
    let Ran { cost: Cost { user, system, wall }, peak, output } = ran(command)?;
    let told =
        json!({"user": user, "system": system, "wall": wall, "peak": peak, "output": output});
    println!("{told}");
    Ok(())
}

#[cfg(target_os = "linux")]
fn deny_huge_pages() -> Result<(), Box<dyn Error>> {
    Ok(nix::sys::prctl::set_thp_disable(true)?)
}

#[cfg(not(target_os = "linux"))]
fn deny_huge_pages() -> Result<(), Box<dyn Error>> {
    Err("only Linux can deny huge pages".into())
}

/// Runs a command in a process that has had no other child.
fn ran(command: &[String]) -> Result<Ran, Box<dyn Error>> {
    let [program, arguments @ ..] = command else { return Err("the command is empty".into()) };
    let told = command.join(" ");
    let start = Instant::now();
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("failed to start `{told}`: {error}"))?;
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let cost = clock::usage(used, start);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{told}`: {}: {}", output.status, said.trim()).into());
    }
    // Linux counts in kilobytes, macOS in bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let peak = u64::try_from(used.max_rss())? * unit;
    Ok(Ran { cost, peak, output: String::from_utf8(output.stdout)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Vec<String> {
        ["sh", "-c", script].map(str::to_owned).into()
    }

    #[test]
    fn a_program_is_run_and_measured() {
        let ran = ran(&shell("echo yes; echo no >&2")).expect("it runs");
        assert_eq!(ran.output, "yes\n");
        assert!(ran.peak > 100_000 && ran.cost.wall > 0.0, "{ran:?}");
    }

    #[test]
    fn a_failure_is_told() {
        let check = |command: &[String], expected: &str| {
            let error = ran(command).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        };
        check(&shell("echo broken >&2; exit 3"), "exit status: 3: broken");
        check(&["/nowhere/at-all".to_owned()], "failed to start `/nowhere/at-all`");
        check(&[], "the command is empty");
    }
}
