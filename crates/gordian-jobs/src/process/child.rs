//! The child process: runs one job and reports to the parent.

use std::io::{self, Write as _};
use std::process::exit;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use gordian_core::Cancel;
use tokio::time::{Instant, sleep_until};

use super::exit::failed;
use super::frame::{FromChild, HANDSHAKE, Task, ToChild};
use super::limits;
use crate::attempt::{STACK_BYTES, spawn_runner, take_unread_progress};
use crate::runner::SaveRequest;
use crate::{JobContext, RunOutcome, Runner, SaveOutcome};

/// The minimum interval between progress reports to the parent, which forwards fewer.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);
/// The exit code if the parent is gone or sends an invalid frame; it is never read.
const EXIT_PARENT_GONE: i32 = 70;

/// Runs the job that arrives on standard input, as the child of a
/// [`ProcessRunner`](super::ProcessRunner), and returns when its outcome is sent. `make_runner`
/// creates the runner from the parent's `setup`.
///
/// Must be called first in a process that was started for the job: the limits apply to the whole
/// process, and standard input and output are used for frames.
///
/// # Errors
///
/// Errors of pipes, limits and threads; the parent sees them as a crash.
pub fn run_child<R: Runner>(make_runner: impl FnOnce(&str) -> R) -> io::Result<()> {
    limits::restrict_process()?;
    let mut output = io::stdout();
    output.write_all(HANDSHAKE)?;
    output.flush()?;
    let mut input = io::stdin().lock();
    let Some(ToChild::Task(task)) = ToChild::read(&mut input)? else { exit(EXIT_PARENT_GONE) };
    drop(input);
    let Task { job, fence, checkpoint, memory, setup } = *task;
    if let Some(memory) = memory {
        // The stack of the runner's thread is reserved as a whole.
        let stack = u64::try_from(STACK_BYTES).unwrap_or(u64::MAX);
        limits::limit_memory(memory.saturating_add(stack))?;
    }
    let cancel = Cancel::new();
    let (outcomes, save_outcomes) = channel();
    spawn_parent_reader(cancel.clone(), outcomes)?;
    let (context, saves, progress_updates) = JobContext::new(cancel, fence, checkpoint);
    let runner = std::sync::Arc::new(make_runner(&setup));
    let end = spawn_runner(runner, job, context)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(forward_to_parent(end, saves, progress_updates, &save_outcomes, &mut output))
}

/// Starts a thread that reads the frames of the parent, and exits the process when the parent is
/// gone.
fn spawn_parent_reader(cancel: Cancel, outcomes: Sender<SaveOutcome>) -> io::Result<()> {
    let read = move || {
        let mut input = io::stdin().lock();
        loop {
            match ToChild::read(&mut input) {
                Ok(Some(ToChild::Stop)) => cancel.cancel(),
                // If the receiver is gone, the work has ended.
                Ok(Some(ToChild::Saved(outcome))) => drop(outcomes.send(outcome)),
                Ok(Some(ToChild::Task(_)) | None) | Err(_) => exit(EXIT_PARENT_GONE),
            }
        }
    };
    thread::Builder::new().name("parent".to_owned()).stack_size(256 << 10).spawn(read)?;
    Ok(())
}

/// Sends checkpoints and progress to the parent until the outcome is sent.
async fn forward_to_parent(
    mut end: tokio::sync::oneshot::Receiver<RunOutcome>,
    mut saves: tokio::sync::mpsc::Receiver<SaveRequest>,
    mut progress_updates: tokio::sync::watch::Receiver<Option<String>>,
    save_outcomes: &Receiver<SaveOutcome>,
    output: &mut io::Stdout,
) -> io::Result<()> {
    let mut next_progress = Instant::now();
    loop {
        tokio::select! {
            biased;
            ended = &mut end => {
                if let Some(progress) = take_unread_progress(&mut progress_updates) {
                    FromChild::Report(progress).write(output)?;
                }
                let no_outcome = || failed("job.stopped", "the work ended without an outcome".to_owned(), "", false);
                let ended = ended.unwrap_or_else(|_| no_outcome());
                return FromChild::Finished(ended).write(output);
            }
            Some(SaveRequest { checkpoint, progress, reply }) = saves.recv() => {
                if progress.is_some() {
                    // An earlier report is obsolete now.
                    progress_updates.borrow_and_update();
                }
                FromChild::Save { checkpoint, progress }.write(output)?;
                // If no reply can come, the thread that reads the parent's frames exits the
                // process.
                let saved = save_outcomes.recv().unwrap_or(SaveOutcome::LeaseLost);
                let _ = reply.send(saved);
            }
            () = sleep_until(next_progress), if progress_updates.has_changed().unwrap_or(false) => {
                let progress = progress_updates.borrow_and_update().clone();
                if let Some(progress) = progress {
                    FromChild::Report(progress).write(output)?;
                }
                next_progress = Instant::now() + PROGRESS_INTERVAL;
            }
            // Woken by the first report; the branch above waits until it is due.
            Ok(()) = wait_for_progress(&progress_updates) => {}
        }
    }
}

/// Waits for progress without marking it as read.
async fn wait_for_progress(
    progress_updates: &tokio::sync::watch::Receiver<Option<String>>,
) -> Result<(), tokio::sync::watch::error::RecvError> {
    if progress_updates.has_changed().unwrap_or(false) {
        // There is unread progress, which waits until it is due.
        std::future::pending::<()>().await;
    }
    let mut other = progress_updates.clone();
    let changed = other.changed().await;
    if changed.is_err() {
        // The thread has ended; its outcome arrives next.
        std::future::pending::<()>().await;
    }
    changed
}
