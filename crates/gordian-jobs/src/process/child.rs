//! The child: one job, done by any runner, told to the parent.

use std::io::{self, Write as _};
use std::process::exit;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use gordian_core::Cancel;
use tokio::time::{Instant, sleep_until};

use super::fate::failed;
use super::frame::{FromChild, HELLO, Task, ToChild};
use crate::attend::{STACK_BYTES, start, unread};
use crate::runner::Save;
use crate::{Context, Ended, Runner, Saved};

/// At most so often a report goes to the parent, which passes on fewer.
const REPORT_EVERY: Duration = Duration::from_millis(50);
/// The exit code of a child whose parent is gone or says what cannot be read; nobody looks at it.
const NO_PARENT: i32 = 70;

/// Does the one job that comes on standard input, as the child of a [`Processes`](super::Processes), and
/// returns when its end is told. `make` makes the runner from what the parent set up.
///
/// To be called first in a process that was started for it: limits hold for the whole process, and
/// standard input and output are taken.
///
/// # Errors
///
/// What the system says about pipes, limits and threads; the parent sees it as a crash.
pub fn run_child<R: Runner>(make: impl FnOnce(&str) -> R) -> io::Result<()> {
    limit::prepare()?;
    let mut output = io::stdout();
    output.write_all(HELLO)?;
    output.flush()?;
    let mut input = io::stdin().lock();
    let Some(ToChild::Task(task)) = ToChild::read(&mut input)? else { exit(NO_PARENT) };
    drop(input);
    let Task { job, fence, checkpoint, memory, setup } = *task;
    if let Some(memory) = memory {
        // The stack of the thread that works is reserved as a whole.
        let stack = u64::try_from(STACK_BYTES).unwrap_or(u64::MAX);
        limit::memory(memory.saturating_add(stack))?;
    }
    let cancel = Cancel::new();
    let (saved, answers) = channel();
    listen(cancel.clone(), saved)?;
    let (context, saves, news) = Context::new(cancel, fence, checkpoint);
    let runner = std::sync::Arc::new(make(&setup));
    let end = start(runner, job, context)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    runtime.block_on(tell(end, saves, news, &answers, &mut output))
}

/// Hears what the parent says. When it is gone, this process has nothing to do any more.
fn listen(cancel: Cancel, saved: Sender<Saved>) -> io::Result<()> {
    let hear = move || {
        let mut input = io::stdin().lock();
        loop {
            match ToChild::read(&mut input) {
                Ok(Some(ToChild::Stop)) => cancel.cancel(),
                // If nobody waits for it, the work has ended.
                Ok(Some(ToChild::Saved(answer))) => drop(saved.send(answer)),
                Ok(Some(ToChild::Task(_)) | None) | Err(_) => exit(NO_PARENT),
            }
        }
    };
    thread::Builder::new().name("parent".to_owned()).stack_size(256 << 10).spawn(hear)?;
    Ok(())
}

/// Tells the parent what the work does, until its end.
async fn tell(
    mut end: tokio::sync::oneshot::Receiver<Ended>,
    mut saves: tokio::sync::mpsc::Receiver<Save>,
    mut news: tokio::sync::watch::Receiver<Option<String>>,
    answers: &Receiver<Saved>,
    output: &mut io::Stdout,
) -> io::Result<()> {
    let mut next_report = Instant::now();
    loop {
        tokio::select! {
            biased;
            ended = &mut end => {
                if let Some(progress) = unread(&mut news) {
                    FromChild::Report(progress).write(output)?;
                }
                let silent = || failed("job.stopped", "the work said nothing".to_owned(), "", false);
                let ended = ended.unwrap_or_else(|_| silent());
                return FromChild::Ended(ended).write(output);
            }
            Some(Save { checkpoint, progress, reply }) = saves.recv() => {
                if progress.is_some() {
                    // An earlier report would come too late now.
                    news.borrow_and_update();
                }
                FromChild::Save { checkpoint, progress }.write(output)?;
                // The thread that hears the parent ends the process if no answer can come.
                let saved = answers.recv().unwrap_or(Saved::Lost);
                let _ = reply.send(saved);
            }
            () = sleep_until(next_report), if news.has_changed().unwrap_or(false) => {
                let progress = news.borrow_and_update().clone();
                if let Some(progress) = progress {
                    FromChild::Report(progress).write(output)?;
                }
                next_report = Instant::now() + REPORT_EVERY;
            }
            // Woken by the first news; the branch above waits for their turn.
            Ok(()) = changed(&news) => {}
        }
    }
}

/// Waits for news without marking them as seen.
async fn changed(
    news: &tokio::sync::watch::Receiver<Option<String>>,
) -> Result<(), tokio::sync::watch::error::RecvError> {
    if news.has_changed().unwrap_or(false) {
        // They are known, and wait for their turn.
        std::future::pending::<()>().await;
    }
    let mut other = news.clone();
    let changed = other.changed().await;
    if changed.is_err() {
        // The thread has ended: its end is the next thing to happen.
        std::future::pending::<()>().await;
    }
    changed
}

/// What the process may take of the system.
#[cfg(unix)]
mod limit {
    use std::io;

    use nix::sys::resource::{Resource, setrlimit};

    #[cfg(target_os = "linux")]
    const MEMORY: Resource = Resource::RLIMIT_DATA;
    #[cfg(not(target_os = "linux"))]
    const MEMORY: Resource = Resource::RLIMIT_AS;

    /// No file as large as the memory is left by a crash, and no process that nobody waits for.
    pub(super) fn prepare() -> io::Result<()> {
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        #[cfg(target_os = "linux")]
        nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)?;
        Ok(())
    }

    pub(super) fn memory(bytes: u64) -> io::Result<()> {
        Ok(setrlimit(MEMORY, bytes, bytes)?)
    }
}

/// What the process may take of the system: here it cannot be limited.
#[cfg(not(unix))]
mod limit {
    use std::io;

    pub(super) fn prepare() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn memory(_: u64) -> io::Result<()> {
        Ok(())
    }
}
