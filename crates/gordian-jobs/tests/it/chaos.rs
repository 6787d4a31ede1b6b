//! Chaos tests: workers are killed and suspended at random, and followers must not notice.
//!
//! The workers are child processes: this test executable, started to run the single test
//! [`worker_process`], with the database URL in its environment.

#![cfg(unix)]

use std::collections::VecDeque;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gordian_core::Random;
use gordian_jobs::{
    ClaimedJob, Completion, Event, EventKind, EventRelay, JobContext, JobId, JobState, LeaseStatus,
    RunOutcome, Runner, SaveOutcome, Store, Submission, Worker, WorkerSettings,
};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::task::JoinHandle;

use crate::support::{
    EXPECT_TIMEOUT, LONG_TIMEOUT, TestDatabase, get, on_postgres, on_sqlite, test_on_both,
};

const WORKER_ENV: &str = "GORDIAN_TEST_WORKER";
/// Set for a worker that ignores its own clock: `fenced` or `unfenced`.
const MODE_ENV: &str = "GORDIAN_TEST_PLAIN";
const LEASE: Duration = Duration::from_secs(1);
const UNIT_TIME: Duration = Duration::from_millis(25);

/// Runs as many units as the payload says, each with a checkpoint and an event stored atomically.
struct UnitRunner;

impl Runner for UnitRunner {
    fn kinds(&self) -> Vec<String> {
        vec!["units".to_owned()]
    }

    fn run(&self, job: &ClaimedJob, context: &JobContext) -> RunOutcome {
        let units: u32 = job.payload.parse().expect("a number of units");
        let done = context.checkpoint().map_or(0, done);
        for unit in done + 1..=units {
            thread::sleep(UNIT_TIME);
            let text = unit.to_string();
            let stop = context.cancel().is_stopped();
            if stop
                || context.save_checkpoint_with_progress(text.as_bytes(), &text)
                    == SaveOutcome::LeaseLost
            {
                return RunOutcome::Stopped;
            }
        }
        RunOutcome::Done(units.to_string())
    }
}

/// Not a test, but the main function of a worker process, which is selected by the environment. It
/// runs until it or its parent is killed.
#[test]
fn worker_process() {
    let Ok(url) = std::env::var(WORKER_ENV) else { return };
    thread::spawn(|| {
        let _ = std::io::stdin().read(&mut [0]);
        std::process::exit(0);
    });
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime").block_on(async {
        let store = Store::open(&url).await.expect("the database");
        match std::env::var(MODE_ENV).as_deref() {
            Ok("unfenced") => return work_without_worker(&store.without_fence()).await,
            Ok(_) => return work_without_worker(&store).await,
            Err(_) => {}
        }
        let settings = WorkerSettings {
            concurrency: 2,
            lease: LEASE,
            heartbeat_interval: LEASE / 4,
            poll_interval: LEASE / 10,
            ..WorkerSettings::default()
        };
        let worker = Worker::new(&store, UnitRunner, settings).expect("a worker");
        worker.run(std::future::pending()).await;
    });
}

/// Runs units as long as the database permits, without checking its own clock for the end of the
/// lease: only the fence protects the job.
async fn work_without_worker(store: &Store) {
    loop {
        tokio::time::sleep(LEASE / 10).await;
        let Ok(Some(claim)) = store.claim(&UnitRunner.kinds(), "plain", LEASE).await else {
            continue;
        };
        let mut lease = claim.lease;
        let done = claim.checkpoint.map_or(0, |bytes| done(&bytes));
        let units: u32 = claim.job.payload.parse().expect("a number of units");
        let mut next = done + 1;
        while next <= units {
            tokio::time::sleep(UNIT_TIME).await;
            let text = next.to_string();
            match store.save(&mut lease, Some(text.as_bytes()), Some(&text)).await {
                Ok(LeaseStatus::Held { .. }) => next += 1,
                Ok(LeaseStatus::Lost) => break,
                // The database ends a transaction in which the process was suspended: try again.
                Err(_) => {}
            }
        }
        // Rejected if the lease is lost.
        let _ = store.finish(&lease, &Completion::Done(units.to_string())).await;
    }
}

fn done(checkpoint: &[u8]) -> u32 {
    String::from_utf8_lossy(checkpoint).parse().expect("a number of units done")
}

/// Worker processes, some of them suspended.
struct WorkerProcesses {
    url: String,
    mode: Option<&'static str>,
    workers: Vec<Child>,
    /// The suspended workers, and since when.
    stopped: VecDeque<(Instant, Pid)>,
    random: Random,
}

impl WorkerProcesses {
    fn new(url: &str, count: usize, mode: Option<&'static str>) -> Self {
        let mut processes = Self {
            url: url.to_owned(),
            mode,
            workers: Vec::new(),
            stopped: VecDeque::new(),
            random: Random::new(7),
        };
        for _ in 0..count {
            let worker = processes.start();
            processes.workers.push(worker);
        }
        processes
    }

    fn start(&self) -> Child {
        let mut command =
            Command::new(std::env::current_exe().expect("the path of this executable"));
        if let Some(mode) = self.mode {
            command.env(MODE_ENV, mode);
        }
        command
            .args(["--exact", "chaos::worker_process", "--nocapture"])
            .env(WORKER_ENV, &self.url)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a worker")
    }

    fn pid(worker: &Child) -> Pid {
        Pid::from_raw(worker.id().try_into().expect("the number of a process"))
    }

    /// Kills the oldest worker at an arbitrary point, and starts another.
    fn kill(&mut self) {
        let another = self.start();
        self.workers.push(another);
        let mut worker = self.workers.remove(0);
        let pid = Self::pid(&worker);
        self.stopped.retain(|stopped| stopped.1 != pid);
        worker.kill().expect("a kill");
        worker.wait().expect("it ends in time");
    }

    /// Suspends a worker at an arbitrary point.
    fn stop(&mut self) {
        let index = self.random.below(self.workers.len());
        let pid = Self::pid(&self.workers[index]);
        if self.stopped.iter().all(|stopped| stopped.1 != pid) {
            kill(pid, Signal::SIGSTOP).expect("the process is suspended");
            self.stopped.push_back((Instant::now(), pid));
        }
    }

    /// Resumes workers that were suspended for longer than their lease.
    fn resume(&mut self) {
        while let Some(&(since, pid)) = self.stopped.front()
            && since.elapsed() > LEASE + LEASE / 2
        {
            kill(pid, Signal::SIGCONT).expect("the process resumes");
            self.stopped.pop_front();
        }
    }
}

impl Drop for WorkerProcesses {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            // A suspended process can be killed too; a failure cannot be reported here.
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

/// The number of events between two faults.
const EVENTS_BETWEEN_FAULTS: usize = 15;

struct ChaosPlan {
    jobs: usize,
    units: u32,
    kills: u32,
    stops: u32,
}

/// Follows the job to its end, and counts its events as they arrive.
async fn follow(relay: EventRelay, job: JobId, seen_of_all: Arc<AtomicUsize>) -> Vec<Event> {
    let mut following = relay.follow(job, 0);
    let mut seen = Vec::new();
    loop {
        match following.next().await {
            Ok(Some(event)) => {
                seen_of_all.fetch_add(1, Ordering::Relaxed);
                seen.push(event);
            }
            Ok(None) => return seen,
            // A suspended worker may block the database for a moment.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn each_event_is_delivered_once(database: TestDatabase, plan: ChaosPlan) {
    let store = database.open().await;
    let relay = EventRelay::new(&store);
    let seen_of_all = Arc::new(AtomicUsize::new(0));
    let mut followers = Vec::new();
    for _ in 0..plan.jobs {
        let submission =
            Submission { max_attempts: 1000, ..Submission::new("units", plan.units.to_string()) };
        let job = store.submit(&submission).await.expect("a job").job;
        let follower = follow(relay.clone(), job, Arc::clone(&seen_of_all));
        followers.push((job, tokio::spawn(follower)));
    }
    let mut workers = WorkerProcesses::new(&database.url, 4, None);
    let (mut kills, mut stops) = (0, 0);
    let all_finished = |followers: &[(JobId, JoinHandle<Vec<Event>>)]| {
        followers.iter().all(|follower| follower.1.is_finished())
    };
    while (kills < plan.kills || stops < plan.stops) && !all_finished(&followers) {
        // The worker that is hit should be working, so more events are awaited first, on a slow
        // machine too.
        let seen = seen_of_all.load(Ordering::Relaxed);
        while seen_of_all.load(Ordering::Relaxed) < seen + EVENTS_BETWEEN_FAULTS
            && !all_finished(&followers)
        {
            workers.resume();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let pause = workers.random.below(120).try_into().expect("a short time");
        tokio::time::sleep(Duration::from_millis(pause)).await;
        if workers.random.below(10) < 2 && stops < plan.stops {
            workers.stop();
            stops += 1;
        } else if kills < plan.kills {
            workers.kill();
            kills += 1;
        }
    }
    while !all_finished(&followers) {
        workers.resume();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    drop(workers);
    let mut again = 0;
    for (job, follower) in followers {
        let events = follower.await.expect("all events");
        assert_eq!(event_errors(&events, plan.units), [""; 0], "{events:?}");
        let seen = get(&store, job).await;
        assert_eq!(seen.state, JobState::Done, "{seen:?}");
        let units = plan.units.to_string();
        assert_eq!(
            store.result(job).await.expect("the operation succeeds").as_deref(),
            Some(units.as_str())
        );
        again += seen.fence - 1;
    }
    // Otherwise the faults hit only idle workers, and the test shows nothing.
    assert!(again >= i64::from(plan.kills) / 4, "only {again} jobs were claimed again");
}

/// Returns errors unless the events are numbered from 1, each unit occurs once and in order, and
/// only the last event is final.
fn event_errors(events: &[Event], units: u32) -> Vec<&'static str> {
    let mut event_errors = Vec::new();
    if !events.iter().map(|event| event.number).eq((1..).take(events.len())) {
        event_errors.push("numbers");
    }
    let progress = events.iter().filter(|event| event.kind == EventKind::Progress);
    let progress = progress.filter_map(|event| event.data.clone());
    if !progress.eq((1..=units).map(|unit| unit.to_string())) {
        event_errors.push("units");
    }
    let ends = events.iter().filter(|event| event.kind.is_final()).count();
    if (ends, events.last().map(|event| event.kind)) != (1, Some(EventKind::Done)) {
        event_errors.push("end");
    }
    event_errors
}

/// Suspends a worker in the middle of a job for longer than its lease; another worker resumes the
/// job; the first one resumes before the end. Returns the errors in the events.
async fn stalled_worker_resumes(database: &TestDatabase, fence: &'static str) -> Vec<&'static str> {
    const UNITS: u32 = 100;
    let store = database.open().await;
    let submission = Submission::new("units", UNITS.to_string());
    let job = store.submit(&submission).await.expect("a job").job;
    let mut workers = WorkerProcesses::new(&database.url, 1, Some(fence));
    let first = WorkerProcesses::pid(&workers.workers[0]);
    until_event(&store, job, 5).await;
    loop {
        kill(first, Signal::SIGSTOP).expect("the process is suspended");
        if store.purge(LONG_TIMEOUT).await.is_ok() {
            break;
        }
        // It was suspended in the middle of a transaction, and SQLite blocks other writers.
        kill(first, Signal::SIGCONT).expect("the process resumes");
        tokio::time::sleep(Duration::from_millis(7)).await;
    }
    let before = get(&store, job).await.last_event;
    assert!(before < i64::from(UNITS) / 2, "the job is nearly done: {before}");
    let second = workers.start();
    workers.workers.push(second);
    // The start of the other worker, and some units.
    until_event(&store, job, before + 6).await;
    kill(first, Signal::SIGCONT).expect("the process resumes");
    let events =
        tokio::time::timeout(EXPECT_TIMEOUT, follow(EventRelay::new(&store), job, Arc::default()))
            .await;
    event_errors(&events.expect("the end of the job in time"), UNITS)
}

async fn until_event(store: &Store, job: JobId, number: i64) {
    let wait = async {
        while get(store, job).await.last_event < number {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(EXPECT_TIMEOUT, wait).await.expect("the event in time");
}

async fn fence_rejects_a_stalled_worker(database: TestDatabase) {
    assert_eq!(stalled_worker_resumes(&database, "fenced").await, [""; 0]);
}

async fn stalled_worker_corrupts_without_the_fence(database: TestDatabase) {
    let event_errors = stalled_worker_resumes(&database, "unfenced").await;
    assert!(event_errors.contains(&"units"), "{event_errors:?}");
}

test_on_both!(fence_rejects_a_stalled_worker, stalled_worker_corrupts_without_the_fence);

#[test]
fn short_chaos_run_on_sqlite() {
    let plan = ChaosPlan { jobs: 16, units: 30, kills: 6, stops: 1 };
    on_sqlite(|database| each_event_is_delivered_once(database, plan));
}

#[test]
#[ignore = "slow: nothing is lost or doubled when workers are killed 50 times"]
fn long_chaos_run_on_sqlite() {
    let plan = ChaosPlan { jobs: 200, units: 20, kills: 50, stops: 8 };
    on_sqlite(|database| each_event_is_delivered_once(database, plan));
}

#[test]
#[ignore = "slow, needs PostgreSQL: GORDIAN_TEST_POSTGRES"]
fn long_chaos_run_on_postgres() {
    let plan = ChaosPlan { jobs: 200, units: 20, kills: 50, stops: 8 };
    on_postgres(|database| each_event_is_delivered_once(database, plan));
}
