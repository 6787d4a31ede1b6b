//! Outcomes of child processes that died without reporting one.

use std::process::ExitStatus;

use crate::RunOutcome;

/// Messages of a process that ran out of memory: those of Rust, of C++, and of the system for a
/// mapping and for a thread's stack.
const OUT_OF_MEMORY_MESSAGES: [&str; 5] = [
    "memory allocation of ",
    "std::bad_alloc",
    "Cannot allocate memory",
    "Resource temporarily unavailable",
    "out of memory",
];
/// Rust's message about a stack overflow.
const STACK_OVERFLOW_MESSAGE: &str = "has overflowed its stack";

/// Returns the outcome of an attempt whose process died without reporting one.
pub(super) fn outcome_of_exit(status: ExitStatus, stderr: &str, memory: Option<u64>) -> RunOutcome {
    if OUT_OF_MEMORY_MESSAGES.iter().any(|text| stderr.contains(text)) {
        return out_of_memory(memory);
    }
    let description = describe_exit(status);
    let (message, hint) = if stderr.contains(STACK_OVERFLOW_MESSAGE) {
        (
            format!("the job process overflowed its stack and {description}"),
            "submit a smaller problem",
        )
    } else if was_killed(status) {
        let hint = "it was probably killed by the system because memory ran out; run fewer concurrent \
                    jobs, or give each of them less memory";
        (format!("the job process {description}"), hint)
    } else {
        let hint = "this is a bug in Gordian: please report it with the input of the job";
        (format!("the job process {description}"), hint)
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
