//! The worker process: handles one task after another.

use std::any::Any;
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use gordian_core::Cancel;
use gordian_jobs::{limit_memory, restrict_process};
use serde_json::Value;

use super::frame::{HANDSHAKE, ReplyKind, TaskHeader, ToWorker, write_reply};
use super::sandbox::restrict_files_and_calls;
use crate::compression::gzip;
use crate::{Problem, code};

/// How long a worker waits for a task before it prepares for later ones: when many workers are
/// started at once, the processors are needed for tasks.
const PREPARE_DELAY: Duration = Duration::from_secs(1);
/// The exit code if the parent is gone or sends an invalid frame; it is never read.
const EXIT_PARENT_GONE: i32 = 70;

/// What a task may use.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TaskContext<'a> {
    /// Cancels the task: at its time limit, or because its client is gone.
    pub cancel: &'a Cancel,
    /// The time limit of the task.
    pub time_limit: Duration,
}

/// Computes the answers of tasks.
pub trait Handler {
    /// Returns the answer to the task with this name and text.
    ///
    /// # Errors
    ///
    /// A problem, which is sent to the client.
    fn handle(&self, name: &str, text: &str, ctx: TaskContext<'_>) -> Result<Value, Problem>;

    /// Does what later tasks would have to wait for, such as opening files. Called once, when no
    /// task has come for a second.
    fn prepare(&self) {}
}

/// Handles the tasks of the service that started this process, and returns when the service is
/// gone. `make_handler` creates the handler from the setup of the
/// [`WorkerProgram`](super::WorkerProgram), after the limits of the process are set.
///
/// Must be called first in a process that was started for it: the limits apply to the whole
/// process, and standard input and output are used for frames.
///
/// # Errors
///
/// Errors of pipes, limits and threads; the service sees them as a crash.
pub fn serve_tasks<H: Handler>(
    make_handler: impl FnOnce(&str) -> H + Send + 'static,
) -> io::Result<()> {
    restrict_process()?;
    let Some(ToWorker::Setup(setup)) = ToWorker::read(&mut io::stdin().lock())? else {
        exit(EXIT_PARENT_GONE)
    };
    restrict_files_and_calls(&setup.readable, &setup.writable)?;
    if let Some(memory) = setup.memory_bytes {
        // The stack of the computing thread is reserved as a whole.
        let stack = u64::try_from(setup.stack_bytes).unwrap_or(u64::MAX);
        limit_memory(memory.saturating_add(stack))?;
    }
    let (tasks, received) = channel();
    let handler_setup = setup.handler;
    let compute = move || {
        let handler = make_handler(&handler_setup);
        if handle_tasks(&handler, &received).is_err() {
            exit(EXIT_PARENT_GONE);
        }
    };
    thread::Builder::new()
        .name("compute".to_owned())
        .stack_size(setup.stack_bytes)
        .spawn(compute)?;
    let mut input = io::stdin().lock();
    let mut current: Option<Cancel> = None;
    loop {
        match ToWorker::read(&mut input) {
            Ok(Some(ToWorker::Task(header, text))) => {
                let cancel = Cancel::new().with_time_limit(header.time_limit);
                current = Some(cancel.clone());
                if tasks.send((header, text, cancel)).is_err() {
                    return Ok(());
                }
            }
            // It belongs to the last task: a later one has not been sent yet.
            Ok(Some(ToWorker::Stop)) => current.iter().for_each(Cancel::cancel),
            Ok(None) => exit(0),
            Ok(Some(ToWorker::Setup(_))) | Err(_) => exit(EXIT_PARENT_GONE),
        }
    }
}

fn handle_tasks(
    handler: &impl Handler,
    tasks: &Receiver<(TaskHeader, String, Cancel)>,
) -> io::Result<()> {
    let mut output = take_stdout()?;
    output.write_all(HANDSHAKE)?;
    output.flush()?;
    let mut is_prepared = false;
    let mut next_task = || match tasks.recv_timeout(PREPARE_DELAY) {
        Err(RecvTimeoutError::Timeout) => {
            if !std::mem::replace(&mut is_prepared, true) {
                // If it panics, so will a task.
                let _ = catch_unwind(AssertUnwindSafe(|| handler.prepare()));
            }
            tasks.recv().ok()
        }
        task => task.ok(),
    };
    while let Some((header, text, cancel)) = next_task() {
        let ctx = TaskContext { cancel: &cancel, time_limit: header.time_limit };
        // The values that the handler owned are dropped, and the process ends after its report.
        let handled = catch_unwind(AssertUnwindSafe(|| {
            let answer = handler.handle(&header.name, &text, ctx)?;
            write_answer(&answer, &header)
        }));
        drop(text);
        match handled {
            Ok(Ok((bytes, is_compressed))) => {
                write_reply(&mut output, ReplyKind::Answer { is_compressed }, &bytes)?;
            }
            Ok(Err(problem)) => {
                let kind = ReplyKind::Problem { is_last: false };
                write_reply(&mut output, kind, &problem.to_bytes())?;
            }
            Err(panic) => {
                let detail = "internal error: the computation panicked";
                let problem = Problem::from_code(code::INTERNAL_PANIC, detail)
                    .with_log_detail(panic_message(&*panic));
                let kind = ReplyKind::Problem { is_last: true };
                write_reply(&mut output, kind, &problem.to_bytes())?;
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Returns standard output, to which other code of this process, such as a solver that prints, no
/// longer writes: its output goes to standard error.
#[cfg(unix)]
fn take_stdout() -> io::Result<std::fs::File> {
    let output = nix::unistd::dup(io::stdout())?;
    nix::unistd::dup2_stdout(io::stderr())?;
    Ok(output.into())
}

/// Returns standard output.
#[cfg(not(unix))]
fn take_stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Writes an answer as JSON, compressed if it is long enough and the client accepts gzip.
fn write_answer(answer: &Value, header: &TaskHeader) -> Result<(Vec<u8>, bool), Problem> {
    let mut plain = LimitedBuffer { bytes: Vec::new(), max: header.max_answer_bytes };
    if serde_json::to_writer(&mut plain, answer).is_err() {
        let detail = format!("the answer is longer than {} bytes", header.max_answer_bytes);
        return Err(Problem::from_code(code::ANSWER_TOO_LARGE, detail));
    }
    let compressed = if header.accept_gzip { gzip(&plain.bytes) } else { None };
    Ok(compressed.map_or((plain.bytes, false), |compressed| (compressed, true)))
}

/// A buffer that refuses more bytes than its maximum.
struct LimitedBuffer {
    bytes: Vec<u8>,
    max: usize,
}

impl io::Write for LimitedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.max - self.bytes.len() {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn header(max_answer_bytes: usize, accept_gzip: bool) -> TaskHeader {
        let time_limit = Duration::from_secs(1);
        TaskHeader { name: String::new(), time_limit, max_answer_bytes, accept_gzip }
    }

    #[test]
    fn long_answers_are_compressed_and_limited() {
        let answer = json!({"a": "b".repeat(2000)});
        let text = answer.to_string();
        let (plain, is_compressed) = write_answer(&answer, &header(text.len(), false)).unwrap();
        assert!(!is_compressed && plain == text.as_bytes());
        let (compressed, is_compressed) = write_answer(&answer, &header(text.len(), true)).unwrap();
        assert!(is_compressed && compressed.len() < text.len() / 4);
        assert!(!write_answer(&json!({}), &header(9, true)).unwrap().1);
        let problem = write_answer(&answer, &header(text.len() - 1, true)).unwrap_err();
        assert_eq!(problem.code(), code::ANSWER_TOO_LARGE.name);
    }
}
