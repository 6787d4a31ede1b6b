//! What the death of a child means.

use std::process::ExitStatus;

use crate::Ended;

/// Sentences by which a process without memory is known: Rust's, C++'s, and the system's, which has one
/// for a mapping and one for the stack of a thread.
const NO_MEMORY: [&str; 5] = [
    "memory allocation of ",
    "std::bad_alloc",
    "Cannot allocate memory",
    "Resource temporarily unavailable",
    "out of memory",
];
/// Rust's sentence about a stack without end.
const NO_STACK: &str = "has overflowed its stack";

/// Returns the end of an attempt whose process died without telling one.
pub(super) fn ended(status: ExitStatus, said: &str, memory: Option<u64>) -> Ended {
    if NO_MEMORY.iter().any(|sentence| said.contains(sentence)) {
        return out_of_memory(memory);
    }
    let how = describe(status);
    let (message, hint) = if said.contains(NO_STACK) {
        (format!("the job's process overflowed its stack and {how}"), "submit a smaller problem")
    } else if killed(status) {
        let hint = "another program killed it, most likely the system for want of memory; run fewer \
                    jobs at once or with a lower `--job-memory`";
        (format!("the job's process {how}"), hint)
    } else {
        let hint = "this is a bug in Gordian: please report it with the input of the job";
        (format!("the job's process {how}"), hint)
    };
    failed("job.crashed", message, hint, true)
}

/// Returns the end of a job that needs more memory than it may have.
pub(super) fn out_of_memory(memory: Option<u64>) -> Ended {
    let message = match memory {
        Some(bytes) => format!("the job needs more than its {} MiB of memory", bytes >> 20),
        None => "the job needs more memory than the system gives".to_owned(),
    };
    let hint = "submit a smaller problem; the operator can allow more with `--job-memory`";
    failed("job.memory", message, hint, true)
}

/// Returns whether what a panic says is that there was no memory for another thread or a mapping.
pub(super) fn is_about_memory(message: &str) -> bool {
    NO_MEMORY.iter().any(|sentence| message.contains(sentence))
}

pub(super) fn failed(code: &str, message: String, hint: &str, retry: bool) -> Ended {
    Ended::Failed { code: code.to_owned(), message, hint: hint.to_owned(), retry }
}

#[cfg(unix)]
fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    let Some(signal) = status.signal() else { return exited(status) };
    let name = nix::sys::signal::Signal::try_from(signal);
    name.map_or_else(|_| format!("died of signal {signal}"), |name| format!("died of {name}"))
}

#[cfg(not(unix))]
fn describe(status: ExitStatus) -> String {
    exited(status)
}

fn exited(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exited with {code} instead of an answer"),
        None => "died".to_owned(),
    }
}

#[cfg(unix)]
fn killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(nix::sys::signal::Signal::SIGKILL as i32)
}

#[cfg(not(unix))]
fn killed(_: ExitStatus) -> bool {
    false
}
