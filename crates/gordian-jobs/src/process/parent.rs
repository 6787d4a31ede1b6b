//! The parent: a runner that starts a process for each job and looks after it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use super::fate::{self, failed};
use super::frame::{FromChild, Task, ToChild, read_hello};
use crate::{ClaimedJob, Context, Ended, JobId, Runner};

/// How often the request to stop and the clock are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long a process whose output has ended may take to end.
const EXIT: Duration = Duration::from_secs(5);
/// Lines of standard error that the log of a crash repeats, and bytes of one line.
const LINES: usize = 20;
const LINE: usize = 500;

/// The program of a child: it calls [`run_child`](super::run_child).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

impl Program {
    /// Returns the program that is running now, with these arguments: on Linux also after its file was
    /// replaced by another version.
    ///
    /// # Errors
    ///
    /// The system does not say which file it is.
    pub fn this(args: impl IntoIterator<Item = impl Into<OsString>>) -> io::Result<Self> {
        let this = PathBuf::from("/proc/self/exe");
        let path = if this.exists() { this } else { std::env::current_exe()? };
        Ok(Self { path, args: args.into_iter().map(Into::into).collect() })
    }
}

/// Does each job in a process of its own.
#[derive(Clone, Debug)]
pub struct Processes {
    /// What is started.
    pub program: Program,
    /// The kinds of jobs that the program knows.
    pub kinds: Vec<String>,
    /// What the program gets beside the job.
    pub setup: String,
    /// Bytes of memory that a job may take for itself; `None` is no limit.
    pub memory: Option<u64>,
    /// How long a job may take; then its process is killed.
    pub deadline: Duration,
    /// How long a process may take to stop when it is asked to; then it is killed. Less than the
    /// worker's [`grace`](crate::Settings::grace), so that the worker hears of it.
    pub stop: Duration,
    /// The longest result, in bytes.
    pub max_result: u64,
}

impl Runner for Processes {
    fn kinds(&self) -> Vec<String> {
        self.kinds.clone()
    }

    fn run(&self, job: &ClaimedJob, context: &Context) -> Ended {
        self.run_within(job, context, self.deadline)
    }
}

impl Processes {
    /// As [`Runner::run`], with another deadline.
    pub fn run_within(&self, job: &ClaimedJob, context: &Context, deadline: Duration) -> Ended {
        let process = match Process::start(&self.program, job.id, self.max_result) {
            Ok(process) => process,
            Err(error) => {
                let message = format!("no process can be started for the job: {error}");
                return failed("job.process", message, "run fewer jobs at once", true);
            }
        };
        let task = Task {
            job: job.clone(),
            fence: context.fence(),
            checkpoint: context.checkpoint().map(<[u8]>::to_vec),
            memory: self.memory,
            setup: self.setup.clone(),
        };
        process.send(ToChild::Task(Box::new(task)));
        let verdict = self.attend(&process, context, deadline);
        let (status, said) = process.end(matches!(verdict, Verdict::Silent));
        match verdict {
            Verdict::Ended(Ended::Failed { message, .. }) if fate::is_about_memory(&message) => {
                fate::out_of_memory(self.memory)
            }
            Verdict::Ended(ended) => ended,
            Verdict::Silent => {
                let ended = fate::ended(status, &said, self.memory);
                if let Ended::Failed { code, message, .. } = &ended {
                    tracing::error!(job = %job.id, code, message, %status, said, "a job's process died");
                }
                ended
            }
        }
    }

    /// Hears the process until there is a verdict; the process may still live then.
    fn attend(&self, process: &Process, context: &Context, deadline: Duration) -> Verdict {
        let since = Instant::now();
        let mut stopped: Option<Instant> = None;
        loop {
            match process.heard.recv_timeout(LOOK) {
                Ok(Ok(FromChild::Report(progress))) => context.report(&progress),
                Ok(Ok(FromChild::Save { checkpoint, progress })) => {
                    let saved = match progress {
                        Some(progress) => context.save_and_report(&checkpoint, &progress),
                        None => context.save(&checkpoint),
                    };
                    process.send(ToChild::Saved(saved));
                }
                Ok(Ok(FromChild::Ended(ended))) => return Verdict::Ended(ended),
                Ok(Err(error)) if error.kind() == io::ErrorKind::FileTooLarge => {
                    let most = self.max_result >> 20;
                    let message = format!("the result is longer than {most} MiB");
                    let hint = "ask for less in one job";
                    return Verdict::Ended(failed("job.result-too-large", message, hint, false));
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Verdict::Silent,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stopped.is_none() && context.cancel().is_stopped() {
                process.send(ToChild::Stop);
                stopped = Some(Instant::now());
            }
            if stopped.is_some_and(|since| since.elapsed() >= self.stop) {
                return Verdict::Ended(Ended::Stopped);
            }
            if since.elapsed() >= deadline {
                let message = format!("the job took longer than {deadline:?} and was ended");
                let hint = "submit a smaller problem, or one with a time limit of its own; the operator \
                            can allow more with `--job-time-limit`";
                return Verdict::Ended(failed("job.deadline", message, hint, false));
            }
        }
    }
}

/// How the time with a process ended.
enum Verdict {
    /// It told its end, or was given one.
    Ended(Ended),
    /// It said nothing, or what cannot be read.
    Silent,
}

/// A process and those who listen to it. Dropping it kills it.
struct Process {
    child: Child,
    say: Option<Sender<ToChild>>,
    heard: Receiver<io::Result<FromChild>>,
    /// Collects what it says when it dies.
    errors: Option<JoinHandle<String>>,
}

impl Process {
    fn start(program: &Program, job: JobId, longest: u64) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command
            .args(&program.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // Ctrl-C in a terminal is for the worker, which asks its jobs to stop; and a kill reaches
            // whatever the process started.
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let taken = "a pipe that was asked for";
        let (mut input, output) = (child.stdin.take().expect(taken), child.stdout.take().expect(taken));
        let errors = child.stderr.take().expect(taken);
        let (say, to_say) = channel::<ToChild>();
        let (hear, heard) = channel();
        // From here on an error is followed by a kill.
        let mut process = Self { child, say: Some(say), heard, errors: None };
        // A process that does not read must keep nobody waiting.
        small_thread("job input", move || {
            for frame in to_say {
                if frame.write(&mut input).is_err() {
                    return;
                }
            }
        })?;
        small_thread("job output", move || listen(output, longest, &hear))?;
        process.errors = Some(small_thread("job errors", move || collect(errors, job))?);
        Ok(process)
    }

    fn send(&self, frame: ToChild) {
        if let Some(say) = &self.say {
            // A process that is gone is noticed by its silence.
            let _ = say.send(frame);
        }
    }

    /// Ends the process, which may have a moment to do so by itself; returns how it ended and what it
    /// said.
    fn end(mut self, wait: bool) -> (ExitStatus, String) {
        let since = Instant::now();
        while wait && since.elapsed() < EXIT && matches!(self.child.try_wait(), Ok(None)) {
            sleep(Duration::from_millis(5));
        }
        let status = self.kill();
        let said = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        (status, said)
    }

    fn kill(&mut self) -> ExitStatus {
        self.say = None;
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id())
            && matches!(self.child.try_wait(), Ok(None))
        {
            // If the group is gone, there is nothing to kill.
            let group = nix::unistd::Pid::from_raw(id);
            let _ = nix::sys::signal::killpg(group, nix::sys::signal::Signal::SIGKILL);
        }
        let _ = self.child.kill();
        self.child.wait().unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn small_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    thread::Builder::new().name(name.to_owned()).stack_size(256 << 10).spawn(work)
}

fn listen(output: ChildStdout, longest: u64, hear: &Sender<io::Result<FromChild>>) {
    let mut output = BufReader::new(output);
    if !matches!(read_hello(&mut output), Ok(true)) {
        return;
    }
    loop {
        let frame = match FromChild::read(&mut output, longest) {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        let last = frame.is_err();
        if hear.send(frame).is_err() || last {
            return;
        }
    }
}

/// Logs what the process says on standard error, and returns its last lines.
fn collect(errors: ChildStderr, job: JobId) -> String {
    let mut last = VecDeque::new();
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    loop {
        line.clear();
        // A line without end is read in pieces.
        let read = io::Read::take(&mut errors, LINE as u64).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return Vec::from(last).join("\n");
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        if text.is_empty() {
            continue;
        }
        tracing::warn!(%job, text, "a job's process says");
        if last.len() == LINES {
            last.pop_front();
        }
        last.push_back(text);
    }
}
