//! Jobs in child processes: a failure of one does not affect the worker and the other jobs.
//!
//! The program of the processes is this test executable, started to run the single test
//! [`job_process`].

#![cfg(unix)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use gordian_jobs::{
    CancelOutcome, ClaimedJob, EventKind, EventRelay, Failure, JobContext, JobId, JobState,
    ProcessRunner, Program, RunOutcome, Runner, SaveOutcome, Store, Submission, Worker,
    WorkerSettings, run_child,
};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::support::{EXPECT_TIMEOUT, TestDatabase, events, get, test_on_both};

test_on_both!(
    good_jobs_complete_beside_failing_ones,
    each_process_failure_has_its_code,
    checkpoints_and_progress_reach_the_store,
    cancelling_stops_the_process,
    result_ready_during_shutdown_is_stored,
    stopped_jobs_are_handed_back,
);

const CHILD_ENV: &str = "GORDIAN_TEST_JOB";
const PARENT_ENV: &str = "GORDIAN_TEST_PARENT";
const MEMORY_LIMIT: u64 = 256 << 20;

/// Behaves as the payload says. The folder is for files that show what has run.
struct MisbehavingRunner {
    folder: PathBuf,
}

impl Runner for MisbehavingRunner {
    fn kinds(&self) -> Vec<String> {
        vec!["work".to_owned()]
    }

    fn run(&self, job: &ClaimedJob, context: &JobContext) -> RunOutcome {
        fs_err::write(self.folder.join(format!("{}.pid", job.id)), std::process::id().to_string())
            .expect("the file is written");
        match job.payload.as_str() {
            "abort" => std::process::abort(),
            "exit" => std::process::exit(3),
            "panic" => panic!("a bad day"),
            "kill" => kill(Pid::this(), Signal::SIGKILL).expect("it ends in time"),
            "memory" => {
                // Unlimited, except that a broken memory limit must not harm the machine.
                let mut all = Vec::new();
                while all.len() < 1024 {
                    all.push(vec![1_u8; 1 << 20]);
                    std::hint::black_box(&all);
                }
            }
            "map" => {
                // Stacks use memory too.
                let builder = || thread::Builder::new().stack_size(1 << 30);
                builder().spawn(|| ()).expect("a thread").join().expect("it ends in time");
            }
            "stack" => drop(recurse(u64::MAX)),
            "endless" => loop {
                thread::sleep(Duration::from_millis(5));
            },
            "long" => return RunOutcome::Done(format!("\"{}\"", "x".repeat(3 << 20))),
            "refuse" => {
                return RunOutcome::Failed {
                    code: "test.bad".to_owned(),
                    message: "it is bad".to_owned(),
                    hint: "do better".to_owned(),
                    retry: false,
                };
            }
            "until stopped" => {
                wait_for_stop(context);
                return RunOutcome::Stopped;
            }
            "late" => {
                wait_for_stop(context);
                thread::sleep(Duration::from_millis(300));
            }
            "units" => {
                let begin = context.checkpoint().map_or(0, |bytes| bytes[0]);
                for unit in begin..4 {
                    let saved =
                        context.save_checkpoint_with_progress(&[unit + 1], &(unit + 1).to_string());
                    assert_eq!(saved, SaveOutcome::Stored);
                    if unit == 1 {
                        std::process::abort();
                    }
                }
                context.report_progress("\"last\"");
            }
            good => {
                let mut file = fs_err::OpenOptions::new();
                let mut file = file.append(true).create(true).open(self.folder.join("done"));
                let line = format!("{good}\n");
                file.as_mut().expect("a file").write_all(line.as_bytes()).expect("a line");
            }
        }
        RunOutcome::Done(format!("[{:?}, {}]", job.payload, context.fence()))
    }
}

fn wait_for_stop(context: &JobContext) {
    while !context.cancel().is_stopped() {
        thread::sleep(Duration::from_millis(5));
    }
}

fn recurse(n: u64) -> u64 {
    if n == 0 { 0 } else { std::hint::black_box(recurse(n - 1)) + 1 }
}

/// Not a test, but the main function of a job process, which is selected by the environment.
#[test]
fn job_process() {
    if std::env::var_os(CHILD_ENV).is_some() {
        run_child(|setup| MisbehavingRunner { folder: setup.into() }).expect("pipes");
        std::process::exit(0);
    }
}

fn program() -> Program {
    let this = std::env::current_exe().expect("the path of this executable");
    let args = ["--exact", "process_runner::job_process", "--nocapture"].map(Into::into);
    let set = [format!("{CHILD_ENV}=1").into(), this.into_os_string()];
    Program { path: "/usr/bin/env".into(), args: set.into_iter().chain(args).collect() }
}

fn processes(folder: &Path) -> ProcessRunner {
    ProcessRunner {
        program: program(),
        kinds: vec!["work".to_owned()],
        setup: folder.display().to_string(),
        memory_limit: Some(MEMORY_LIMIT),
        time_limit: EXPECT_TIMEOUT,
        stop_timeout: EXPECT_TIMEOUT,
        max_result_bytes: 1 << 20,
    }
}

struct RunningWorker {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl RunningWorker {
    fn start(store: &Store, processes: ProcessRunner, concurrency: usize) -> Self {
        let name = "tester".to_owned();
        let (poll_interval, grace_period) = (Duration::from_millis(20), EXPECT_TIMEOUT);
        let settings = WorkerSettings {
            name,
            concurrency,
            poll_interval,
            grace_period,
            ..WorkerSettings::default()
        };
        let worker = Worker::new(store, processes, settings).expect("good settings");
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(worker.run(async move { drop(stopped.await) }));
        Self { stop, task }
    }

    async fn stop(self) {
        drop(self.stop);
        let stopped = tokio::time::timeout(2 * EXPECT_TIMEOUT, self.task).await;
        stopped.expect("the worker stops").expect("the worker succeeds");
    }
}

async fn open(database: &TestDatabase) -> Store {
    database.open().await.with_backoff(Duration::from_millis(10), Duration::from_millis(10))
}

async fn submit(store: &Store, payload: &str) -> JobId {
    store.submit(&Submission::new("work", payload)).await.expect("a job").job
}

/// Waits for the first event of this kind.
async fn wait_for_event(store: &Store, job: JobId, kind: EventKind) {
    let mut following = EventRelay::new(store).follow(job, 0);
    let wait = async {
        while let Some(event) = following.next().await.expect("the operation succeeds") {
            if event.kind == kind {
                return;
            }
        }
        panic!("job {job} ended without {kind:?}");
    };
    tokio::time::timeout(2 * EXPECT_TIMEOUT, wait).await.expect("the event in time");
}

async fn failure(store: &Store, job: JobId) -> (u32, Failure) {
    wait_for_event(store, job, EventKind::Failed).await;
    let seen = get(store, job).await;
    assert_eq!(seen.state, JobState::Failed);
    (seen.attempt, seen.failure.expect("a reason"))
}

async fn good_jobs_complete_beside_failing_ones(database: TestDatabase) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&database).await;
    let mut good = Vec::new();
    let mut bad = Vec::new();
    for number in 0..50 {
        good.push(submit(&store, &format!("good {number}")).await);
        let payload = match number {
            5 => "memory",
            10 => "endless",
            15 => "abort",
            20 => "unreadable",
            _ => continue,
        };
        bad.push(submit(&store, payload).await);
    }
    let bytes = if database.url.starts_with("sqlite") { "x'ff'" } else { "'\\xff'::bytea" };
    let row = get(&store, bad[3]).await.number;
    let fault = format!("UPDATE job_content SET bytes = {bytes} WHERE job = {row}");
    database.execute(&fault).await;

    let time_limit = Duration::from_secs(3);
    let worker =
        RunningWorker::start(&store, ProcessRunner { time_limit, ..processes(folder.path()) }, 4);
    let mut reasons = Vec::new();
    for &job in &bad {
        let (attempt, failure) = failure(&store, job).await;
        reasons.push((attempt, failure.code));
    }
    let reasons: Vec<_> = reasons.iter().map(|(attempt, code)| (*attempt, code.as_str())).collect();
    let expected =
        [(3, "job.memory"), (1, "job.deadline"), (3, "job.crashed"), (0, "job.unreadable")];
    assert_eq!(reasons, expected);
    for &job in &good {
        wait_for_event(&store, job, EventKind::Done).await;
        assert_eq!(events(&store, job).await.len(), 3, "started once and completed once");
    }
    worker.stop().await;
    // Each unit was not only reported once, but run once.
    let done = fs_err::read_to_string(folder.path().join("done")).unwrap();
    let mut done: Vec<&str> = done.lines().collect();
    done.sort_unstable();
    let mut expected: Vec<String> = (0..50).map(|number| format!("good {number}")).collect();
    expected.sort_unstable();
    assert_eq!(done, expected);
}

async fn each_process_failure_has_its_code(database: TestDatabase) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&database).await;
    let worker = RunningWorker::start(&store, processes(folder.path()), 3);
    let check = async |payload: &str, attempts: u32, code: &str, message: &str| {
        let job = submit(&store, payload).await;
        let (attempt, failure) = failure(&store, job).await;
        assert_eq!((attempt, failure.code.as_str()), (attempts, code), "{payload}: {failure:?}");
        assert!(failure.message.contains(message), "{payload}: {failure:?}");
        assert!(!failure.hint.is_empty(), "{payload}: {failure:?}");
        // Standard error is for the operator only.
        assert!(!failure.message.contains("process_runner.rs"), "{payload}: {failure:?}");
    };
    tokio::join!(
        check("memory", 3, "job.memory", "memory limit of 256 MiB"),
        check("map", 3, "job.memory", "memory limit of 256 MiB"),
        check("stack", 3, "job.crashed", "overflowed its stack and was killed by SIGABRT"),
        check("abort", 3, "job.crashed", "was killed by SIGABRT"),
        check("kill", 3, "job.crashed", "was killed by SIGKILL"),
        check("exit", 3, "job.crashed", "exited with code 3"),
        check("panic", 3, "job.panic", "a bad day"),
        check("long", 1, "job.result-too-large", "longer than 1 MiB"),
        check("refuse", 1, "test.bad", "it is bad"),
    );
    let job = submit(&store, "good").await;
    wait_for_event(&store, job, EventKind::Done).await;
    worker.stop().await;

    // A program that does not exist, and one that writes nothing.
    for (path, code) in [("/no/such/program", "job.process"), ("/bin/true", "job.crashed")] {
        let program = Program { path: path.into(), args: Vec::new() };
        let worker =
            RunningWorker::start(&store, ProcessRunner { program, ..processes(folder.path()) }, 1);
        let job = submit(&store, "good").await;
        assert_eq!(failure(&store, job).await.1.code, code);
        worker.stop().await;
    }
}

async fn checkpoints_and_progress_reach_the_store(database: TestDatabase) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&database).await;
    let worker = RunningWorker::start(&store, processes(folder.path()), 1);
    let job = submit(&store, "units").await;
    wait_for_event(&store, job, EventKind::Done).await;
    worker.stop().await;
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("[\"units\", 2]"));
    let reported: Vec<String> =
        events(&store, job).await.iter().map(|event| event.chars().take(11).collect()).collect();
    let expected = [
        "1 queued",
        "2 started {",
        "3 progress ",
        "4 progress ",
        "5 queued {\"",
        "6 started {",
        "7 progress ",
        "8 progress ",
        "9 progress ",
        "10 done",
    ];
    assert_eq!(reported, expected);
    let all = events(&store, job).await;
    assert!(all[3].ends_with(" 2") && all[6].ends_with(" 3"), "it resumes from its checkpoint");
    assert_eq!(all[8], "9 progress \"last\"");
}

/// Waits until the job process has started to work, and returns it.
async fn process_of(folder: &Path, job: JobId) -> PathBuf {
    let since = Instant::now();
    loop {
        let id = fs_err::read_to_string(folder.join(format!("{job}.pid"))).unwrap_or_default();
        if !id.is_empty() {
            return format!("/proc/{id}").into();
        }
        assert!(since.elapsed() < EXPECT_TIMEOUT, "no process of job {job}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until a process has exited, even if it has not been reaped.
async fn wait_until_gone(process: &Path) {
    let since = Instant::now();
    let lives = || {
        let stat = fs_err::read_to_string(process.join("stat")).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
    };
    while lives() {
        assert!(since.elapsed() < EXPECT_TIMEOUT, "{} lives", process.display());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn cancelling_stops_the_process(database: TestDatabase) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&database).await;
    let stop_timeout = Duration::from_millis(300);
    let worker =
        RunningWorker::start(&store, ProcessRunner { stop_timeout, ..processes(folder.path()) }, 2);
    // One process that stops when asked, and one that has to be killed.
    for payload in ["until stopped", "endless"] {
        let job = submit(&store, payload).await;
        let process = process_of(folder.path(), job).await;
        assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
        wait_for_event(&store, job, EventKind::Cancelled).await;
        wait_until_gone(&process).await;
        assert_eq!(get(&store, job).await.attempt, 1, "{payload}");
    }
    worker.stop().await;
}

async fn result_ready_during_shutdown_is_stored(database: TestDatabase) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&database).await;
    let worker = RunningWorker::start(&store, processes(folder.path()), 1);
    let job = submit(&store, "late").await;
    process_of(folder.path(), job).await;
    // The job receives the stop request and is done 0.3 s later, while the worker waits for it.
    worker.stop().await;
    assert_eq!(get(&store, job).await.state, JobState::Done);
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("[\"late\", 1]"));
}

async fn stopped_jobs_are_handed_back(database: TestDatabase) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&database).await;
    let stop_timeout = Duration::from_millis(300);
    let worker =
        RunningWorker::start(&store, ProcessRunner { stop_timeout, ..processes(folder.path()) }, 2);
    let jobs = [submit(&store, "until stopped").await, submit(&store, "endless").await];
    let mut running = Vec::new();
    for job in jobs {
        running.push(process_of(folder.path(), job).await);
    }
    worker.stop().await;
    for (job, process) in jobs.into_iter().zip(&running) {
        let seen = get(&store, job).await;
        assert_eq!((seen.state, seen.attempt), (JobState::Queued, 0), "{seen:?}");
        wait_until_gone(process).await;
    }
}

/// Not a test, but the main function of a worker process that will be killed.
#[test]
fn parent_process() {
    let Some(folder) = std::env::var_os(PARENT_ENV).map(PathBuf::from) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let url = format!("sqlite:{}", folder.join("jobs.db").display());
        let store = Store::open(&url).await.expect("the database");
        RunningWorker::start(&store, processes(&folder), 1).task.await.expect("no end");
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn process_ends_with_its_parent() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
    let store = Store::open(&url).await.unwrap();
    let job = submit(&store, "endless").await;
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "process_runner::parent_process", "--nocapture"])
        .env(PARENT_ENV, folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let process = process_of(folder.path(), job).await;
    assert!(process.exists());
    parent.kill().unwrap();
    parent.wait().unwrap();
    wait_until_gone(&process).await;
}
