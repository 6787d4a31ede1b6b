//! Workers run the jobs of their runner, and stop when asked.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use gordian_jobs::{
    CancelOutcome, ClaimedJob, EventKind, EventRelay, JobContext, JobId, JobState, RunOutcome,
    Runner, SaveOutcome, Store, Submission, Worker, WorkerSettings,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::support::{
    EXPECT_TIMEOUT, LONG_TIMEOUT, TestDatabase, claim, events, get, submit, test_on_both,
};

test_on_both!(
    each_outcome_is_stored,
    panics_are_failed_attempts,
    jobs_run_concurrently_on_large_stacks,
    local_cancel_request_is_seen_immediately,
    remote_cancel_request_is_seen_at_the_next_heartbeat,
    unresponsive_job_is_cancelled_after_the_grace_period,
    shutdown_keeps_checkpoints,
    handed_back_job_is_claimed_immediately,
    shutdown_abandons_unresponsive_jobs,
    dropping_a_worker_is_like_a_crash,
    runner_is_cancelled_when_its_lease_is_lost,
    heartbeats_keep_the_lease_of_a_silent_job,
    work_stops_when_the_database_is_unavailable,
    progress_is_throttled_and_the_last_report_is_stored,
);

type Run = dyn Fn(&ClaimedJob, &JobContext) -> RunOutcome + Send + Sync;

struct Do(Box<Run>);

impl Runner for Do {
    fn kinds(&self) -> Vec<String> {
        vec!["work".to_owned()]
    }
    fn run(&self, job: &ClaimedJob, context: &JobContext) -> RunOutcome {
        (self.0)(job, context)
    }
}

/// A running worker.
struct RunningWorker {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl RunningWorker {
    async fn stop(self) {
        drop(self.stop);
        let stopped = tokio::time::timeout(EXPECT_TIMEOUT, self.task).await;
        stopped.expect("the worker stops").expect("the worker succeeds");
    }
}

const SHORT: Duration = Duration::from_millis(1);

/// Settings with long intervals: only notifications within this process have an effect.
fn slow_settings() -> WorkerSettings {
    let name = "tester".to_owned();
    WorkerSettings {
        name,
        lease: LONG_TIMEOUT,
        heartbeat_interval: LONG_TIMEOUT / 4,
        poll_interval: LONG_TIMEOUT,
        grace_period: LONG_TIMEOUT,
        concurrency: 1,
    }
}

fn fast_settings() -> WorkerSettings {
    let (lease, short) = (Duration::from_secs(2), Duration::from_millis(100));
    WorkerSettings { lease, heartbeat_interval: short, poll_interval: short, ..slow_settings() }
}

fn start(
    store: &Store,
    settings: WorkerSettings,
    run: impl Fn(&ClaimedJob, &JobContext) -> RunOutcome + Send + Sync + 'static,
) -> RunningWorker {
    let worker = Worker::new(store, Do(Box::new(run)), settings).expect("good settings");
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(worker.run(async move {
        // Dropping the sender is the signal.
        let _ = stopped.await;
    }));
    RunningWorker { stop, task }
}

/// Runs until cancelled.
fn run_until_cancelled(context: &JobContext) -> RunOutcome {
    while !context.cancel().is_stopped() {
        thread::sleep(Duration::from_millis(5));
    }
    RunOutcome::Stopped
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
    tokio::time::timeout(EXPECT_TIMEOUT, wait).await.expect("the event in time");
}

async fn each_outcome_is_stored(database: TestDatabase) {
    let store = database.open().await.with_backoff(SHORT, SHORT);
    let worker = start(&store, fast_settings(), |job, _| match job.payload.as_str() {
        "done" => RunOutcome::Done(format!("\"attempt {}\"", job.attempt)),
        "stopped" => RunOutcome::Stopped,
        payload => RunOutcome::Failed {
            code: "test.bad".to_owned(),
            message: "bad".to_owned(),
            hint: String::new(),
            retry: payload == "retry",
        },
    });
    let check = async |payload: &str, state: JobState, attempt: u32, code: Option<&str>| {
        let job = store.submit(&Submission::new("work", payload)).await.unwrap().job;
        let kind = if state == JobState::Done { EventKind::Done } else { EventKind::Failed };
        wait_for_event(&store, job, kind).await;
        let seen = get(&store, job).await;
        let failure = seen.failure.map(|failure| failure.code);
        let found = (seen.state, seen.attempt, failure.as_deref());
        assert_eq!(found, (state, attempt, code), "{payload}");
        job
    };
    let job = check("done", JobState::Done, 1, None).await;
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("\"attempt 1\""));
    check("fail", JobState::Failed, 1, Some("test.bad")).await;
    check("retry", JobState::Failed, 3, Some("test.bad")).await;
    check("stopped", JobState::Failed, 1, Some("job.stopped")).await;
    worker.stop().await;
}

async fn panics_are_failed_attempts(database: TestDatabase) {
    let store = database.open().await.with_backoff(SHORT, SHORT);
    let worker = start(&store, fast_settings(), |job, _| {
        assert!(job.attempt > 2, "attempt {} is bad", job.attempt);
        RunOutcome::Done("1".to_owned())
    });
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Done).await;
    let events = events(&store, job).await;
    assert!(events[2].starts_with("3 queued {\"code\":\"job.panic\""), "{events:?}");
    assert!(events[2].contains("attempt 1 is bad"), "{events:?}");
    assert_eq!(get(&store, job).await.attempt, 3);
    worker.stop().await;
}

async fn jobs_run_concurrently_on_large_stacks(database: TestDatabase) {
    fn recurse(n: u64) -> u64 {
        if n == 0 { 0 } else { std::hint::black_box(recurse(n - 1)) + 1 }
    }
    let store = database.open().await;
    let mut jobs = Vec::new();
    for _ in 0..6 {
        jobs.push(submit(&store).await);
    }
    let meeting = Barrier::new(3);
    let worker =
        start(&store, WorkerSettings { concurrency: 3, ..slow_settings() }, move |_, _| {
            meeting.wait();
            RunOutcome::Done(recurse(200_000).to_string())
        });
    for job in jobs {
        wait_for_event(&store, job, EventKind::Done).await;
    }
    worker.stop().await;
}

async fn local_cancel_request_is_seen_immediately(database: TestDatabase) {
    let store = database.open().await;
    let worker = start(&store, slow_settings(), |_, context| run_until_cancelled(context));
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Started).await;
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
    wait_for_event(&store, job, EventKind::Cancelled).await;
    worker.stop().await;
}

async fn remote_cancel_request_is_seen_at_the_next_heartbeat(database: TestDatabase) {
    let store = database.open().await;
    let worker =
        start(&database.open().await, fast_settings(), |_, context| run_until_cancelled(context));
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Started).await;
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
    wait_for_event(&store, job, EventKind::Cancelled).await;
    worker.stop().await;
}

async fn unresponsive_job_is_cancelled_after_the_grace_period(database: TestDatabase) {
    let store = database.open().await;
    let over = Arc::new(AtomicBool::new(false));
    let end = Arc::clone(&over);
    let settings = WorkerSettings { grace_period: Duration::from_millis(100), ..fast_settings() };
    let worker = start(&store, settings, move |job, _| {
        while job.payload == "stubborn" && !end.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(5));
        }
        RunOutcome::Done("1".to_owned())
    });
    let job = store.submit(&Submission::new("work", "stubborn")).await.unwrap().job;
    wait_for_event(&store, job, EventKind::Started).await;
    store.cancel(job).await.unwrap();
    wait_for_event(&store, job, EventKind::Cancelled).await;
    // Its thread still occupies a slot; its outcome comes too late.
    let next = submit(&store).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(get(&store, next).await.state, JobState::Queued);
    over.store(true, Ordering::Relaxed);
    wait_for_event(&store, next, EventKind::Done).await;
    assert_eq!(get(&store, job).await.state, JobState::Cancelled);
    assert_eq!(store.result(job).await.unwrap(), None);
    worker.stop().await;
}

async fn shutdown_keeps_checkpoints(database: TestDatabase) {
    let store = database.open().await;
    let first = start(&store, slow_settings(), |_, context| {
        assert_eq!(context.checkpoint(), None);
        assert_eq!(context.save_checkpoint_with_progress(b"7", "7"), SaveOutcome::Stored);
        run_until_cancelled(context)
    });
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Progress).await;
    first.stop().await;
    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.attempt), (JobState::Queued, 0));

    let second = start(&store, slow_settings(), |_, context| {
        assert_eq!(context.fence(), 2);
        RunOutcome::Done(String::from_utf8(context.checkpoint().unwrap().to_vec()).unwrap())
    });
    wait_for_event(&store, job, EventKind::Done).await;
    second.stop().await;
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("7"));
    let expected = [
        "1 queued",
        "2 started {\"attempt\":1}",
        "3 progress 7",
        "4 handed-back",
        "5 started {\"attempt\":1}",
        "6 done",
    ];
    assert_eq!(events(&store, job).await, expected);
}

async fn handed_back_job_is_claimed_immediately(database: TestDatabase) {
    let store = database.open().await;
    let first = start(&store, slow_settings(), |_, context| run_until_cancelled(context));
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Started).await;
    let second = start(&store, slow_settings(), |_, _| RunOutcome::Done("1".to_owned()));
    // Time to find no job and wait.
    tokio::time::sleep(Duration::from_millis(100)).await;
    first.stop().await;
    wait_for_event(&store, job, EventKind::Done).await;
    second.stop().await;
}

async fn shutdown_abandons_unresponsive_jobs(database: TestDatabase) {
    let store = database.open().await;
    let (over, end) = std::sync::mpsc::channel::<()>();
    let end = std::sync::Mutex::new(end);
    let settings = WorkerSettings { grace_period: Duration::from_millis(100), ..slow_settings() };
    let worker = start(&store, settings, move |_, context| {
        let _ = end.lock().unwrap().recv();
        assert_eq!(context.save_checkpoint(b"late"), SaveOutcome::LeaseLost);
        RunOutcome::Done("late".to_owned())
    });
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Started).await;
    worker.stop().await;
    assert_eq!(get(&store, job).await.state, JobState::Queued);
    drop(over);
    assert_eq!(claim(&store, LONG_TIMEOUT).await.unwrap().checkpoint, None);
}

async fn dropping_a_worker_is_like_a_crash(database: TestDatabase) {
    let store = database.open().await;
    let (entered, is_entered) = oneshot::channel();
    let (sender, receiver) = oneshot::channel();
    let senders = std::sync::Mutex::new(Some((entered, sender)));
    let worker = start(&store, slow_settings(), move |_, context| {
        let (entered, sender) = senders.lock().unwrap().take().unwrap();
        let _ = entered.send(());
        let ended = run_until_cancelled(context);
        let _ = sender.send(context.save_checkpoint(b"late"));
        ended
    });
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Started).await;
    // The event is stored before the job runs.
    tokio::time::timeout(EXPECT_TIMEOUT, is_entered).await.unwrap().unwrap();
    worker.task.abort();
    assert_eq!(
        tokio::time::timeout(EXPECT_TIMEOUT, receiver).await.unwrap().unwrap(),
        SaveOutcome::LeaseLost
    );
    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.last_event), (JobState::Running, 2));
    database.end_leases().await;
    assert_eq!(claim(&store, LONG_TIMEOUT).await.unwrap().job.attempt, 2);
}

async fn runner_is_cancelled_when_its_lease_is_lost(database: TestDatabase) {
    for heartbeat in [Duration::from_millis(50), LONG_TIMEOUT / 4] {
        let store = database.open().await;
        let (sender, receiver) = oneshot::channel();
        let sender = std::sync::Mutex::new(Some(sender));
        let silent = heartbeat < LONG_TIMEOUT / 4;
        let settings = WorkerSettings { heartbeat_interval: heartbeat, ..slow_settings() };
        let worker = start(&store, settings, move |job, context| {
            if job.attempt == 1 {
                while silent && !context.cancel().is_stopped() {
                    thread::sleep(Duration::from_millis(5));
                }
                for _ in 0..1000 {
                    if context.save_checkpoint(b"1") == SaveOutcome::LeaseLost {
                        break;
                    }
                    thread::sleep(Duration::from_millis(5));
                }
                let _ = sender.lock().unwrap().take().unwrap().send(context.cancel().is_stopped());
            }
            RunOutcome::Done("too late".to_owned())
        });
        let job = submit(&store).await;
        wait_for_event(&store, job, EventKind::Started).await;
        let other_claim = async {
            loop {
                database.end_leases().await;
                if let Some(claim) = claim(&store, LONG_TIMEOUT).await {
                    return claim;
                }
            }
        };
        let other_claim = tokio::time::timeout(EXPECT_TIMEOUT, other_claim).await.unwrap();
        assert!(tokio::time::timeout(EXPECT_TIMEOUT, receiver).await.unwrap().unwrap());
        assert_eq!(
            store.heartbeat(&other_claim.lease).await.unwrap(),
            gordian_jobs::LeaseStatus::Held { cancelling: false }
        );
        worker.stop().await;
        assert_eq!(get(&store, job).await.state, JobState::Running);
        store.finish(&other_claim.lease, &gordian_jobs::Completion::HandedBack).await.unwrap();
        store.cancel(job).await.unwrap();
    }
}

async fn heartbeats_keep_the_lease_of_a_silent_job(database: TestDatabase) {
    let store = database.open().await;
    let settings = WorkerSettings { lease: Duration::from_secs(1), ..fast_settings() };
    let worker = start(&store, settings, |_, _| {
        thread::sleep(Duration::from_secs(2));
        RunOutcome::Done("1".to_owned())
    });
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Started).await;
    while get(&store, job).await.state == JobState::Running {
        assert!(claim(&store, LONG_TIMEOUT).await.is_none(), "the lease has ended");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(get(&store, job).await.attempt, 1);
    worker.stop().await;
}

async fn work_stops_when_the_database_is_unavailable(database: TestDatabase) {
    let store = database.open().await;
    let (sender, receiver) = oneshot::channel();
    let sender = std::sync::Mutex::new(Some(sender));
    let settings = WorkerSettings { lease: Duration::from_millis(600), ..fast_settings() };
    let worker = start(&store, settings, move |_, context| match sender.lock().unwrap().take() {
        Some(sender) => {
            let ended = run_until_cancelled(context);
            let _ = sender.send(());
            ended
        }
        None => RunOutcome::Done("1".to_owned()),
    });
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Started).await;
    let blocked = database.block().await;
    tokio::time::timeout(EXPECT_TIMEOUT, receiver).await.unwrap().unwrap();
    blocked.release().await;
    wait_for_event(&store, job, EventKind::Done).await;
    worker.stop().await;
}

async fn progress_is_throttled_and_the_last_report_is_stored(database: TestDatabase) {
    let store = database.open().await;
    let worker = start(&store, slow_settings(), |_, context| {
        for number in 0..=500 {
            context.report_progress(&number.to_string());
            thread::sleep(Duration::from_millis(1));
        }
        RunOutcome::Done("1".to_owned())
    });
    let begun = Instant::now();
    let job = submit(&store).await;
    wait_for_event(&store, job, EventKind::Done).await;
    let quarters = begun.elapsed().as_millis() / 250;
    worker.stop().await;
    let all = store.events(job, 0, 1000).await.unwrap();
    let reports: Vec<_> =
        all.into_iter().filter(|event| event.kind == EventKind::Progress).collect();
    assert_eq!(reports.last().unwrap().data.as_deref(), Some("500"));
    assert!(reports.len() >= 2, "{reports:?}");
    // The first and the last report are not delayed.
    assert!(reports.len() as u128 <= quarters + 2, "{reports:?} in {quarters} quarters");
}

#[tokio::test]
async fn invalid_settings_are_rejected() {
    let store = Store::open("sqlite::memory:").await.unwrap();
    let check = |settings: WorkerSettings| {
        let worker = Worker::new(&store, Do(Box::new(|_, _| RunOutcome::Stopped)), settings);
        worker.err().map(|error| error.code())
    };
    let good = WorkerSettings::default();
    assert_eq!(check(good.clone()), None);
    let wrong = Some("jobs.setting");
    assert_eq!(check(WorkerSettings { concurrency: 0, ..good.clone() }), wrong);
    assert_eq!(check(WorkerSettings { poll_interval: Duration::ZERO, ..good.clone() }), wrong);
    assert_eq!(check(WorkerSettings { heartbeat_interval: Duration::ZERO, ..good.clone() }), wrong);
    assert_eq!(
        check(WorkerSettings { heartbeat_interval: Duration::from_secs(16), ..good }),
        wrong
    );
}
