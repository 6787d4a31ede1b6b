//! The parent: a runner that starts a child process for each job and supervises it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use super::exit::{self, failed};
use super::frame::{FromChild, Task, ToChild, read_handshake};
use crate::{ClaimedJob, JobContext, JobId, RunOutcome, Runner};

/// The interval at which the stop request and the clock are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How long a process may take to exit after it has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of lines of standard error in the log of a crash, and the maximum bytes per
/// line.
const MAX_LOG_LINES: usize = 20;
const MAX_LINE_BYTES: usize = 500;

/// The program of a child process; it calls [`run_child`](super::run_child).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The path of the executable.
    pub path: PathBuf,
    /// The arguments.
    pub args: Vec<OsString>,
}

impl Program {
    /// Returns the currently running program with these arguments. On Linux this works even after
    /// its file was replaced by another version.
    ///
    /// # Errors
    ///
    /// The system does not report the path of the executable.
    pub fn current_exe(args: impl IntoIterator<Item = impl Into<OsString>>) -> io::Result<Self> {
        let this = PathBuf::from("/proc/self/exe");
        let path = if this.exists() { this } else { std::env::current_exe()? };
        Ok(Self { path, args: args.into_iter().map(Into::into).collect() })
    }
}

/// Runs each job in a child process.
#[derive(Clone, Debug)]
pub struct ProcessRunner {
    /// The program to start.
    pub program: Program,
    /// The kinds of jobs that the program supports.
    pub kinds: Vec<String>,
    /// Setup for the program, sent with each job.
    pub setup: String,
    /// Memory limit of a job in bytes; `None` is no limit.
    pub memory_limit: Option<u64>,
    /// The time limit of a job, after which its process is killed.
    pub time_limit: Duration,
    /// How long a process may take to stop when asked, after which it is killed. Must be less than
    /// the worker's [`grace_period`](crate::WorkerSettings::grace_period), so that the worker
    /// receives the outcome.
    pub stop_timeout: Duration,
    /// The maximum size of a result, in bytes.
    pub max_result_bytes: u64,
}

impl Runner for ProcessRunner {
    fn kinds(&self) -> Vec<String> {
        self.kinds.clone()
    }

    fn run(&self, job: &ClaimedJob, context: &JobContext) -> RunOutcome {
        self.run_with_time_limit(job, context, self.time_limit)
    }
}

impl ProcessRunner {
    /// Like [`Runner::run`], with another time limit.
    pub fn run_with_time_limit(
        &self,
        job: &ClaimedJob,
        context: &JobContext,
        time_limit: Duration,
    ) -> RunOutcome {
        let process = match Process::start(&self.program, job.id, self.max_result_bytes) {
            Ok(process) => process,
            Err(error) => {
                let message = format!("could not start a process for the job: {error}");
                return failed("job.process", message, "run fewer concurrent jobs", true);
            }
        };
        let task = Task {
            job: job.clone(),
            fence: context.fence(),
            checkpoint: context.checkpoint().map(<[u8]>::to_vec),
            memory: self.memory_limit,
            setup: self.setup.clone(),
        };
        process.send(ToChild::Task(Box::new(task)));
        let supervision = self.supervise(&process, context, time_limit);
        let (status, stderr) = process.wait_or_kill(matches!(supervision, Supervision::NoOutcome));
        match supervision {
            Supervision::Finished(RunOutcome::Failed { message, .. })
                if exit::is_out_of_memory(&message) =>
            {
                exit::out_of_memory(self.memory_limit)
            }
            Supervision::Finished(ended) => ended,
            Supervision::NoOutcome => {
                let ended = exit::outcome_of_exit(status, &stderr, self.memory_limit);
                if let RunOutcome::Failed { code, message, .. } = &ended {
                    tracing::error!(job = %job.id, code, message, %status, stderr, "job process died");
                }
                ended
            }
        }
    }

    /// Processes the frames of the child until its outcome is known; the process may still be
    /// running then.
    fn supervise(
        &self,
        process: &Process,
        context: &JobContext,
        time_limit: Duration,
    ) -> Supervision {
        let since = Instant::now();
        let mut stopped: Option<Instant> = None;
        loop {
            match process.from_child.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(FromChild::Report(progress))) => context.report_progress(&progress),
                Ok(Ok(FromChild::Save { checkpoint, progress })) => {
                    let saved = match progress {
                        Some(progress) => {
                            context.save_checkpoint_with_progress(&checkpoint, &progress)
                        }
                        None => context.save_checkpoint(&checkpoint),
                    };
                    process.send(ToChild::Saved(saved));
                }
                Ok(Ok(FromChild::Finished(ended))) => return Supervision::Finished(ended),
                Ok(Err(error)) if error.kind() == io::ErrorKind::FileTooLarge => {
                    let mebibytes = self.max_result_bytes >> 20;
                    let message = format!("the result is longer than {mebibytes} MiB");
                    let hint = "split the work into several jobs";
                    return Supervision::Finished(failed(
                        "job.result-too-large",
                        message,
                        hint,
                        false,
                    ));
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Supervision::NoOutcome,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stopped.is_none() && context.cancel().is_stopped() {
                process.send(ToChild::Stop);
                stopped = Some(Instant::now());
            }
            if stopped.is_some_and(|since| since.elapsed() >= self.stop_timeout) {
                return Supervision::Finished(RunOutcome::Stopped);
            }
            if since.elapsed() >= time_limit {
                let message = format!("the job exceeded its time limit of {time_limit:?}");
                let hint = "submit a smaller problem, or set a time limit in its input; the operator \
                            can allow jobs more time";
                return Supervision::Finished(failed("job.deadline", message, hint, false));
            }
        }
    }
}

/// The result of supervising a process.
enum Supervision {
    /// The outcome was reported, or set by the parent.
    Finished(RunOutcome),
    /// The process closed its output or sent an invalid frame.
    NoOutcome,
}

/// A child process and the threads for its pipes. Dropping it kills the process.
struct Process {
    child: Child,
    to_child: Option<Sender<ToChild>>,
    from_child: Receiver<io::Result<FromChild>>,
    /// Returns the last lines of standard error.
    stderr_tail: Option<JoinHandle<String>>,
}

impl Process {
    fn start(program: &Program, job: JobId, max_part_bytes: u64) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command
            .args(&program.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // Ctrl-C in a terminal reaches only the worker, which asks its jobs to stop. A kill
            // reaches all processes that the child started.
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let taken = "the pipe was requested";
        let (mut input, output) =
            (child.stdin.take().expect(taken), child.stdout.take().expect(taken));
        let errors = child.stderr.take().expect(taken);
        let (frames, frames_to_send) = channel::<ToChild>();
        let (received_frames, from_child) = channel();
        // From here on, an error drops the process, which kills it.
        let mut process = Self { child, to_child: Some(frames), from_child, stderr_tail: None };
        // Writing in a separate thread: a process that does not read must not block the worker.
        spawn_small_thread("job input", move || {
            for frame in frames_to_send {
                if frame.write(&mut input).is_err() {
                    return;
                }
            }
        })?;
        spawn_small_thread("job output", move || {
            read_frames(output, max_part_bytes, &received_frames)
        })?;
        process.stderr_tail =
            Some(spawn_small_thread("job errors", move || collect_stderr(errors, job))?);
        Ok(process)
    }

    fn send(&self, frame: ToChild) {
        if let Some(frames) = &self.to_child {
            // If the process is gone, its output ends, which is noticed there.
            let _ = frames.send(frame);
        }
    }

    /// Waits a moment for the process to exit if `wait` is set, and then kills it. Returns its exit
    /// status and the end of its standard error.
    fn wait_or_kill(mut self, wait: bool) -> (ExitStatus, String) {
        let since = Instant::now();
        while wait && since.elapsed() < EXIT_TIMEOUT && matches!(self.child.try_wait(), Ok(None)) {
            sleep(Duration::from_millis(5));
        }
        let status = self.kill();
        let stderr =
            self.stderr_tail.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        (status, stderr)
    }

    fn kill(&mut self) -> ExitStatus {
        self.to_child = None;
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

fn spawn_small_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    thread::Builder::new().name(name.to_owned()).stack_size(256 << 10).spawn(work)
}

fn read_frames(output: ChildStdout, max_part_bytes: u64, frames: &Sender<io::Result<FromChild>>) {
    let mut output = BufReader::new(output);
    if !matches!(read_handshake(&mut output), Ok(true)) {
        return;
    }
    loop {
        let frame = match FromChild::read(&mut output, max_part_bytes) {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        let last = frame.is_err();
        if frames.send(frame).is_err() || last {
            return;
        }
    }
}

/// Logs standard error of the process, and returns its last lines.
fn collect_stderr(errors: ChildStderr, job: JobId) -> String {
    let mut last = VecDeque::new();
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    loop {
        line.clear();
        // Overlong lines are read in pieces.
        let read = io::Read::take(&mut errors, MAX_LINE_BYTES as u64).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return Vec::from(last).join("\n");
        }
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        if text.is_empty() {
            continue;
        }
        tracing::warn!(%job, text, "standard error of a job process");
        if last.len() == MAX_LOG_LINES {
            last.pop_front();
        }
        last.push_back(text);
    }
}
