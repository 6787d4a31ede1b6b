//! One worker process, as the service sees it.

use std::io;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use gordian_jobs::Program;
use tokio::io::{AsyncReadExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::frame::{ReplyKind, Setup, TaskHeader, ToWorker, read_handshake, read_reply_head};

/// How long a worker may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a killed or ended process may take to be gone.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum bytes of standard error that are kept, the last ones.
const MAX_LOG_BYTES: usize = 4 << 10;

/// How an exchange with a worker ended.
#[derive(Debug)]
pub(super) enum Exchange {
    Reply(ReplyKind, Vec<u8>),
    /// The answer was not accepted.
    Refused,
    /// There was no reply in time.
    TimedOut,
    /// The worker has ended.
    Broken,
}

/// A worker process. Dropping it kills it.
#[derive(Debug)]
pub(super) struct WorkerProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    log: JoinHandle<String>,
    /// The number of tasks that it was given.
    pub(super) n_tasks: usize,
}

impl WorkerProcess {
    /// Starts a process and waits until it is ready.
    pub(super) async fn start(program: &Program, setup: &Setup) -> io::Result<Self> {
        let mut child = Command::new(&program.path)
            .args(&program.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(error)) = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let log = tokio::spawn(last_bytes(error));
        let output = BufReader::new(output);
        let mut this = Self { child, input, output, log, n_tasks: 0 };
        let ready = async {
            ToWorker::Setup(setup.clone()).write(&mut this.input).await?;
            read_handshake(&mut this.output).await
        };
        match timeout(START_TIMEOUT, ready).await {
            Ok(Ok(())) => Ok(this),
            Ok(Err(error)) => {
                let (status, log) = this.end().await;
                let status = status.map_or_else(|| "still runs".to_owned(), |it| it.to_string());
                Err(io::Error::other(format!("the worker did not start: {error}; {status}; {log}")))
            }
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    /// Returns whether the process still runs.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Sends a task and returns the reply, which must come within `kill_delay` after the time
    /// limit. `stop` asks the worker to stop. `accepts` tells whether an answer of this many bytes
    /// may be read.
    pub(super) async fn exchange(
        &mut self,
        header: TaskHeader,
        text: &str,
        stop: &CancellationToken,
        kill_delay: Duration,
        accepts: impl Fn(u64) -> bool,
    ) -> Exchange {
        self.n_tasks += 1;
        let Self { input, output, .. } = self;
        let deadline = Instant::now() + header.time_limit + kill_delay;
        let sent = timeout_at(deadline, ToWorker::Task(header, text).write(input)).await;
        match sent {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Exchange::Broken,
            Err(_) => return Exchange::TimedOut,
        }
        let mut read = pin!(async {
            let (kind, length) = read_reply_head(output).await?;
            if !accepts(length) {
                tokio::io::copy(&mut output.take(length), &mut tokio::io::sink()).await?;
                return Ok(None);
            }
            let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
            output.take(length).read_to_end(&mut bytes).await?;
            if u64::try_from(bytes.len()) != Ok(length) {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
            }
            Ok(Some((kind, bytes)))
        });
        let mut is_stopped = false;
        loop {
            tokio::select! {
                reply = &mut read => {
                    return match reply {
                        Ok(Some((kind, bytes))) => Exchange::Reply(kind, bytes),
                        Ok(None) => Exchange::Refused,
                        Err(_) => Exchange::Broken,
                    };
                }
                () = stop.cancelled(), if !is_stopped => {
                    is_stopped = true;
                    // If the worker does not read it, it is killed at the deadline.
                    let _ = timeout_at(deadline, ToWorker::Stop.write(input)).await;
                }
                () = sleep_until(deadline) => return Exchange::TimedOut,
            }
        }
    }

    /// Kills the process, and returns its exit status and the end of its standard error.
    pub(super) async fn kill(mut self) -> (Option<ExitStatus>, String) {
        // It may have ended by itself.
        let _ = self.child.start_kill();
        self.end().await
    }

    /// Waits for the end of a process whose output has ended, and kills it if it goes on.
    pub(super) async fn end(mut self) -> (Option<ExitStatus>, String) {
        let status = match timeout(EXIT_TIMEOUT, self.child.wait()).await {
            Ok(status) => status.ok(),
            Err(_) => {
                let _ = self.child.start_kill();
                timeout(EXIT_TIMEOUT, self.child.wait()).await.ok().and_then(Result::ok)
            }
        };
        let log = timeout(EXIT_TIMEOUT, self.log).await;
        (status, log.ok().and_then(Result::ok).unwrap_or_default())
    }

    /// Returns the processor time of all threads of the process since its start.
    #[cfg(unix)]
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        use nix::time::{clock_getcpuclockid, clock_gettime};
        use nix::unistd::Pid;
        let id = Pid::from_raw(i32::try_from(self.id()?).ok()?);
        let clock = clock_getcpuclockid(id).ok()?;
        clock_gettime(clock).ok().map(Duration::from)
    }

    /// Not known on this platform.
    #[cfg(not(unix))]
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// Returns the private memory of the process in bytes, where the system tells it.
    pub(super) fn private_bytes(&self) -> Option<u64> {
        let text = fs_err::read_to_string(format!("/proc/{}/statm", self.id()?)).ok()?;
        let mut pages = text.split(' ').skip(1).map(|it| it.parse::<u64>().ok());
        let (resident, shared) = (pages.next()??, pages.next()??);
        Some(resident.saturating_sub(shared) * page_bytes())
    }
}

#[cfg(unix)]
fn page_bytes() -> u64 {
    use nix::unistd::{SysconfVar, sysconf};
    let bytes = sysconf(SysconfVar::PAGE_SIZE).ok().flatten();
    bytes.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(4096)
}

#[cfg(not(unix))]
fn page_bytes() -> u64 {
    4096
}

/// Reads to the end, and returns the last bytes as text.
async fn last_bytes(mut from: ChildStderr) -> String {
    let mut kept = Vec::new();
    let mut buffer = [0; 1024];
    while let Ok(n @ 1..) = from.read(&mut buffer).await {
        kept.extend_from_slice(&buffer[..n]);
        if kept.len() > 2 * MAX_LOG_BYTES {
            kept.drain(..kept.len() - MAX_LOG_BYTES);
        }
    }
    let begin = kept.len().saturating_sub(MAX_LOG_BYTES);
    String::from_utf8_lossy(&kept[begin..]).into_owned()
}
