//! Outcomes of child processes that died without reporting one.

use std::process::ExitStatus;

use crate::RunOutcome;

/// Messages of a process that ran out of memory: those of Rust, of C++, and of the system (glibc and
/// musl) for a mapping and for a thread's stack.
const OUT_OF_MEMORY_MESSAGES: [&str; 6] = [
    "memory allocation of ",
    "std::bad_alloc",
    "Cannot allocate memory",
    "Out of memory",
    "Resource temporarily unavailable",
    "out of memory",
];
/// Rust's message about a stack overflow.
const STACK_OVERFLOW_MESSAGE: &str = "has overflowed its stack";

/// Why a child process ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// It needed more memory than it was allowed, or than the system has.
    OutOfMemory,
    /// It overflowed its stack; the text says how it ended, such as "was killed by SIGABRT".
    StackOverflow(String),
    /// It was killed from outside.
    Killed(String),
    /// It crashed.
    Crashed(String),
}

impl Death {
    /// Returns why a process with this exit status and standard error ended.
    #[must_use]
    pub fn of(status: ExitStatus, stderr: &str) -> Self {
        let description = describe_exit(status);
        if is_out_of_memory(stderr) {
            Self::OutOfMemory
        } else if stderr.contains(STACK_OVERFLOW_MESSAGE) {
            Self::StackOverflow(description)
        } else if was_killed(status) {
            Self::Killed(description)
        } else {
            Self::Crashed(description)
        }
    }
}

/// Returns the outcome of an attempt whose process died without reporting one.
pub(super) fn outcome_of_exit(status: ExitStatus, stderr: &str, memory: Option<u64>) -> RunOutcome {
    let (message, hint) = match Death::of(status, stderr) {
        Death::OutOfMemory => return out_of_memory(memory),
        Death::StackOverflow(description) => (
            format!("the job process overflowed its stack and {description}"),
            "submit a smaller problem",
        ),
        Death::Killed(description) => (
            format!("the job process {description}"),
            "it was probably killed by the system because memory ran out; run fewer concurrent jobs, or give \
             each of them less memory",
        ),
        Death::Crashed(description) => (
            format!("the job process {description}"),
            "this is a bug in Gordian: please report it with the input of the job",
        ),
    };
    failed("job.crashed", message, hint, true)
}

/// Returns the outcome of a job that exceeded its memory limit.
pub(super) fn out_of_memory(memory: Option<u64>) -> RunOutcome {
    let message = match memory {
        Some(bytes) => format!("the job exceeded its memory limit of {} MiB", bytes >> 20),
        None => "the job needs more memory than the system has".to_owned(),
    };
    let hint = "submit a smaller problem; the operator can allow jobs more memory";
    failed("job.memory", message, hint, true)
}

/// Returns whether a message reports that memory for a thread or a mapping was not available.
pub(super) fn is_out_of_memory(message: &str) -> bool {
    OUT_OF_MEMORY_MESSAGES.iter().any(|text| message.contains(text))
}

pub(super) fn failed(code: &str, message: String, hint: &str, retry: bool) -> RunOutcome {
    RunOutcome::Failed { code: code.to_owned(), message, hint: hint.to_owned(), retry }
}

#[cfg(unix)]
fn describe_exit(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    let Some(signal) = status.signal() else { return describe_exit_code(status) };
    let name = nix::sys::signal::Signal::try_from(signal);
    name.map_or_else(
        |_| format!("was killed by signal {signal}"),
        |name| format!("was killed by {name}"),
    )
}

#[cfg(not(unix))]
fn describe_exit(status: ExitStatus) -> String {
    describe_exit_code(status)
}

fn describe_exit_code(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with code {code} without an outcome"),
        None => "died".to_owned(),
    }
}

#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(nix::sys::signal::Signal::SIGKILL as i32)
}

#[cfg(not(unix))]
fn was_killed(_: ExitStatus) -> bool {
    false
}
