//! Jumps of the database clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gordian_jobs::{
    Claim, ClaimedJob, Completion, EventKind, Failure, JobContext, JobState, LeaseStatus,
    RunOutcome, Runner, Store, Submission, Worker, WorkerSettings,
};
use tokio::time::sleep;

use crate::support::{
    EXPECT_TIMEOUT, LONG_TIMEOUT, TestDatabase, claim, get, submit, test_on_both,
};

test_on_both!(
    clock_jumps_run_each_job_once,
    jump_and_return_between_claims_ends_no_lease,
    lease_from_before_a_jump_back_expires,
    lease_beyond_its_duration_is_expired,
    small_correction_ends_no_lease,
    backoff_from_before_a_jump_back_ends,
);

const HOUR_MS: i64 = 3_600_000;
const LEASE: Duration = Duration::from_secs(1);

/// Takes longer than a lease, and does not notice a cancellation.
struct SlowRunner(Arc<AtomicUsize>);

impl Runner for SlowRunner {
    fn kinds(&self) -> Vec<String> {
        vec!["work".to_owned()]
    }

    fn run(&self, _: &ClaimedJob, _: &JobContext) -> RunOutcome {
        self.0.fetch_add(1, Ordering::SeqCst);
        thread::sleep(3 * LEASE / 2);
        RunOutcome::Done("1".to_owned())
    }
}

async fn open_with_clock(database: &TestDatabase, offset: &Arc<AtomicI64>) -> Store {
    database.open().await.with_clock_offset(offset)
}

async fn clock_jumps_run_each_job_once(database: TestDatabase) {
    let offset = Arc::new(AtomicI64::new(0));
    let runs = Arc::new(AtomicUsize::new(0));
    let store = open_with_clock(&database, &offset).await;
    let mut jobs = Vec::new();
    for _ in 0..24 {
        // With one attempt, a job fails when its lease is taken for expired.
        let submission = Submission { max_attempts: 1, ..Submission::new("work", "{}") };
        jobs.push(store.submit(&submission).await.unwrap().job);
    }
    let (stop, stopped) = tokio::sync::watch::channel(());
    let mut workers = Vec::new();
    for _ in 0..2 {
        let settings = WorkerSettings {
            concurrency: 4,
            lease: LEASE,
            heartbeat_interval: LEASE / 5,
            poll_interval: Duration::from_millis(20),
            ..WorkerSettings::default()
        };
        let store = open_with_clock(&database, &offset).await;
        let runner = SlowRunner(Arc::clone(&runs));
        let worker = Worker::new(&store, runner, settings).unwrap();
        let mut stopped = stopped.clone();
        workers.push(tokio::spawn(worker.run(async move { drop(stopped.changed().await) })));
    }
    let since = Instant::now();
    for jump in [HOUR_MS, 0, -HOUR_MS, 0].into_iter().cycle() {
        sleep(LEASE / 2).await;
        let counts = store.counts(None).await.unwrap();
        if counts.queued + counts.running == 0 {
            break;
        }
        assert!(since.elapsed() < EXPECT_TIMEOUT, "{counts:?}");
        offset.store(jump, Ordering::SeqCst);
    }
    drop(stop);
    for worker in workers {
        worker.await.unwrap();
    }
    for &job in &jobs {
        let seen = get(&store, job).await;
        assert_eq!((seen.state, seen.attempt), (JobState::Done, 1), "{seen:?}");
        let events = store.events(job, 0, 99).await.unwrap();
        let ends = events.iter().filter(|event| event.kind == EventKind::Done).count();
        assert_eq!(ends, 1, "{events:?}");
    }
    assert_eq!(runs.load(Ordering::SeqCst), jobs.len(), "no job runs twice");
}

async fn jump_and_return_between_claims_ends_no_lease(database: TestDatabase) {
    let offset = Arc::new(AtomicI64::new(0));
    let [first, second] =
        [open_with_clock(&database, &offset).await, open_with_clock(&database, &offset).await];
    submit(&first).await;
    let own = claim(&first, LEASE).await.expect("a job").lease;
    assert!(claim(&second, LEASE).await.is_none());
    offset.store(-HOUR_MS, Ordering::SeqCst);
    submit(&second).await;
    let other = claim(&second, LEASE).await.expect("a job").lease;
    // All that the first worker does meanwhile.
    let held = LeaseStatus::Held { cancelling: false };
    assert_eq!(first.heartbeat(&own).await.unwrap(), held);
    offset.store(0, Ordering::SeqCst);
    assert_eq!(claim(&first, LEASE).await.map(|claim| claim.job.id), None);
    assert_eq!(second.heartbeat(&other).await.unwrap(), held);
}

/// Claims a job as soon as there is one to claim.
async fn claim_soon(store: &Store, lease: Duration) -> Claim {
    let since = Instant::now();
    loop {
        if let Some(claim) = claim(store, lease).await {
            return claim;
        }
        assert!(since.elapsed() < EXPECT_TIMEOUT, "no job can be claimed");
        sleep(Duration::from_millis(20)).await;
    }
}

async fn lease_from_before_a_jump_back_expires(database: TestDatabase) {
    let offset = Arc::new(AtomicI64::new(HOUR_MS));
    let store = open_with_clock(&database, &offset).await;
    let job = submit(&store).await;
    let mut first = claim(&store, LEASE).await.expect("a job").lease;
    offset.store(0, Ordering::SeqCst);
    // The first worker is gone.
    let second = claim_soon(&store, LEASE).await;
    assert_eq!((second.job.id, second.job.attempt), (job, 2));
    // When it comes back, it cannot write.
    assert_eq!(store.heartbeat(&first).await.unwrap(), LeaseStatus::Lost);
    assert_eq!(store.save(&mut first, Some(b"1"), None).await.unwrap(), LeaseStatus::Lost);
    let done = Completion::Done("1".to_owned());
    assert_eq!(store.finish(&first, &done).await.unwrap(), None);
    assert_eq!(store.finish(&second.lease, &done).await.unwrap(), Some(JobState::Done));
    assert_eq!(store.finish(&second.lease, &done).await.unwrap(), None);
}

async fn lease_beyond_its_duration_is_expired(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    claim(&store, LEASE).await.expect("a job");
    let ahead = format!("UPDATE job SET lease_until = lease_until + {HOUR_MS}");
    database.execute(&ahead).await;
    let second = claim(&store, LONG_TIMEOUT).await.expect("the lease has expired");
    assert_eq!(second.job.id, job);
    // A job that no worker can claim again is ended or cancelled.
    let last = Submission { max_attempts: 1, ..Submission::new("work", "{}") };
    let last = store.submit(&last).await.unwrap().job;
    let cancelled = submit(&store).await;
    claim(&store, LEASE).await.expect("a job");
    claim(&store, LEASE).await.expect("a job");
    database.execute(&ahead).await;
    let outcome = store.cancel(cancelled).await.unwrap();
    assert_eq!(outcome, gordian_jobs::CancelOutcome::Cancelled);
    assert!(store.sweep().await.unwrap() >= 1);
    assert_eq!(get(&store, last).await.failure.unwrap().code, "job.attempts");
}

async fn small_correction_ends_no_lease(database: TestDatabase) {
    let offset = Arc::new(AtomicI64::new(0));
    let store = open_with_clock(&database, &offset).await;
    submit(&store).await;
    let first = claim(&store, LONG_TIMEOUT).await.expect("a job");
    offset.store(-3000, Ordering::SeqCst);
    assert!(claim(&store, LONG_TIMEOUT).await.is_none());
    assert_ne!(store.heartbeat(&first.lease).await.unwrap(), LeaseStatus::Lost);
}

async fn backoff_from_before_a_jump_back_ends(database: TestDatabase) {
    let offset = Arc::new(AtomicI64::new(HOUR_MS));
    let store = open_with_clock(&database, &offset).await;
    submit(&store).await;
    let first = claim(&store, LONG_TIMEOUT).await.expect("a job").lease;
    let failure = Failure { code: "x".to_owned(), message: String::new(), hint: String::new() };
    let retry = Completion::Failed { failure, retry: true };
    assert_eq!(store.finish(&first, &retry).await.unwrap(), Some(JobState::Queued));
    assert!(claim(&store, LONG_TIMEOUT).await.is_none(), "the backoff has not ended");
    offset.store(0, Ordering::SeqCst);
    assert_eq!(claim(&store, LONG_TIMEOUT).await.expect("a job").job.attempt, 2);
}
