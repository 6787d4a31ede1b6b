//! Claims, leases, fences and completions.

use std::collections::BTreeSet;
use std::time::Duration;

use gordian_jobs::{
    CancelOutcome, Claim, Completion, Failure, JobId, JobState, LeaseStatus, MAX_PROGRESS_EVENTS,
    Store, Submission,
};
use tokio::task::JoinSet;

use crate::support::{LONG_TIMEOUT, TestDatabase, claim, events, get, submit, test_on_both};

test_on_both!(
    claim_returns_only_requested_kinds,
    leased_job_is_not_claimed_again,
    expired_lease_can_be_claimed,
    heartbeat_renews_the_lease,
    expired_worker_cannot_write,
    expired_worker_can_write_without_the_fence,
    attempts_are_limited,
    retryable_failures_are_requeued,
    backoff_doubles_with_each_attempt,
    checkpoint_is_removed_when_the_job_ends,
    handing_back_does_not_count_as_an_attempt,
    queued_jobs_are_cancelled_immediately,
    running_jobs_are_cancelled_by_their_worker,
    abandoned_jobs_are_cancelled_when_the_lease_ends,
    result_wins_over_a_cancel_request,
    concurrent_workers_claim_each_job_once,
    oldest_progress_events_are_removed,
    old_jobs_and_keys_are_purged,
);

const HELD: LeaseStatus = LeaseStatus::Held { cancelling: false };

fn failed(retry: bool) -> Completion {
    let failure = Failure {
        code: "test.bad".to_owned(),
        message: "it \"went\" wrong".to_owned(),
        hint: "try \0".to_owned(),
    };
    Completion::Failed { failure, retry }
}

fn done(result: &str) -> Completion {
    Completion::Done(result.to_owned())
}

async fn claim_next(store: &Store) -> Claim {
    claim(store, LONG_TIMEOUT).await.expect("a job to claim")
}

async fn claim_returns_only_requested_kinds(database: TestDatabase) {
    let store = database.open().await;
    let first = submit(&store).await;
    let second = store.submit(&Submission::new("other", "{}")).await.unwrap().job;
    let of = async |kinds: &[&str]| {
        let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
        let claim = store.claim(&kinds, "tester", LONG_TIMEOUT).await.unwrap();
        claim.map(|claim| claim.job.id)
    };
    assert_eq!(of(&[]).await, None);
    assert_eq!(of(&["third"]).await, None);
    assert_eq!(of(&["third", "other"]).await, Some(second));
    assert_eq!(of(&["other", "work"]).await, Some(first));
    assert_eq!(of(&["other", "work"]).await, None);
}

async fn leased_job_is_not_claimed_again(database: TestDatabase) {
    let store = database.open().await;
    let submission = Submission { title: "t".to_owned(), ..Submission::new("work", "[1]") };
    let job = store.submit(&submission).await.unwrap().job;
    let claim = claim_next(&store).await;
    assert_eq!((claim.job.id, claim.lease.job()), (job, job));
    assert_eq!((claim.job.title.as_str(), claim.job.payload.as_str()), ("t", "[1]"));
    assert_eq!((claim.job.attempt, claim.job.max_attempts, claim.checkpoint), (1, 3, None));
    assert!(crate::support::claim(&store, LONG_TIMEOUT).await.is_none());

    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.worker.as_str(), seen.attempt), (JobState::Running, "tester", 1));
    assert!(seen.started_ms >= Some(seen.created_ms) && seen.ended_ms.is_none(), "{seen:?}");
    let mut lease = claim.lease;
    assert_eq!(store.save(&mut lease, Some(b"1"), None).await.unwrap(), HELD);
    let checkpoints = "SELECT count(*) FROM job_content WHERE part = 'checkpoint'";
    assert_eq!(database.number(checkpoints).await, 1);
    assert_eq!(store.finish(&lease, &done("{\"n\":1}")).await.unwrap(), Some(JobState::Done));
    assert_eq!(database.number(checkpoints).await, 0);

    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.worker.as_str(), seen.last_event), (JobState::Done, "", 3));
    assert!(seen.ended_ms >= seen.started_ms, "{seen:?}");
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("{\"n\":1}"));
    assert_eq!(events(&store, job).await, ["1 queued", "2 started {\"attempt\":1}", "3 done"]);
    database.end_leases().await;
    assert!(
        crate::support::claim(&store, LONG_TIMEOUT).await.is_none(),
        "ended jobs are not claimed"
    );
}

async fn expired_lease_can_be_claimed(database: TestDatabase) {
    let store = database.open().await;
    submit(&store).await;
    let first = claim(&store, Duration::from_millis(300)).await.unwrap();
    while store.heartbeat(&first.lease).await.unwrap() == HELD {
        if let Some(second) = claim(&store, LONG_TIMEOUT).await {
            assert!(second.lease.fence() > first.lease.fence());
            assert_eq!(store.heartbeat(&first.lease).await.unwrap(), LeaseStatus::Lost);
            return;
        }
        tokio::time::sleep(Duration::from_millis(400)).await;
        if let Some(second) = claim(&store, LONG_TIMEOUT).await {
            assert_eq!(second.job.attempt, 2);
            return;
        }
    }
    panic!("the lease has not ended");
}

async fn heartbeat_renews_the_lease(database: TestDatabase) {
    let store = database.open().await;
    submit(&store).await;
    let mut lease = claim_next(&store).await.lease;
    database.end_leases().await;
    assert_eq!(store.heartbeat(&lease).await.unwrap(), HELD);
    assert!(claim(&store, LONG_TIMEOUT).await.is_none());
    database.end_leases().await;
    assert_eq!(store.save(&mut lease, Some(b"1"), None).await.unwrap(), HELD);
    assert!(claim(&store, LONG_TIMEOUT).await.is_none());
    database.end_leases().await;
    assert!(claim(&store, LONG_TIMEOUT).await.is_some());
}

async fn expired_worker_cannot_write(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    let mut first = claim_next(&store).await.lease;
    assert_eq!(store.save(&mut first, Some(b"\x00\xff"), Some("1")).await.unwrap(), HELD);
    database.end_leases().await;
    let second = claim_next(&store).await;
    assert_eq!(second.checkpoint.as_deref(), Some(&b"\x00\xff"[..]));
    assert_eq!(second.job.attempt, 2);
    assert!(second.lease.fence() > first.fence());

    assert_eq!(store.heartbeat(&first).await.unwrap(), LeaseStatus::Lost);
    assert_eq!(store.save(&mut first, Some(b"old"), None).await.unwrap(), LeaseStatus::Lost);
    assert_eq!(store.save(&mut first, Some(b"old"), Some("old")).await.unwrap(), LeaseStatus::Lost);
    for end in [done("old"), failed(true), failed(false), Completion::HandedBack] {
        assert_eq!(store.finish(&first, &end).await.unwrap(), None, "{end:?}");
    }
    database.end_leases().await;
    let third = claim_next(&store).await;
    assert_eq!(third.checkpoint, second.checkpoint);
    assert_eq!(store.finish(&third.lease, &done("new")).await.unwrap(), Some(JobState::Done));
    assert_eq!(store.finish(&third.lease, &done("twice")).await.unwrap(), None);
    assert_eq!(store.heartbeat(&third.lease).await.unwrap(), LeaseStatus::Lost);
    assert_eq!(store.result(job).await.unwrap().as_deref(), Some("new"));
    let expected = [
        "1 queued",
        "2 started {\"attempt\":1}",
        "3 progress 1",
        "4 started {\"attempt\":2}",
        "5 started {\"attempt\":3}",
        "6 done",
    ];
    assert_eq!(events(&store, job).await, expected);
}

/// Suspends a worker after one unit; another worker runs the second unit; then the first one
/// continues. Returns the units in the events, and the result.
async fn stalled_worker_resumes(
    database: &TestDatabase,
    store: &Store,
) -> (Vec<String>, Option<String>) {
    let job = submit(store).await;
    let mut first = claim_next(store).await.lease;
    store.save(&mut first, Some(b"1"), Some("1")).await.unwrap();
    database.end_leases().await;
    let mut second = claim_next(store).await.lease;
    store.save(&mut second, Some(b"2"), Some("2")).await.unwrap();
    store.save(&mut first, Some(b"2"), Some("2")).await.unwrap();
    store.finish(&first, &done("of the first")).await.unwrap();
    store.save(&mut second, Some(b"3"), Some("3")).await.unwrap();
    store.finish(&second, &done("of the second")).await.unwrap();
    let all = store.events(job, 0, 100).await.unwrap();
    let units = all.into_iter().filter(|event| event.kind == gordian_jobs::EventKind::Progress);
    (units.filter_map(|event| event.data).collect(), store.result(job).await.unwrap())
}

async fn expired_worker_can_write_without_the_fence(database: TestDatabase) {
    let store = database.open().await;
    let (units, result) = stalled_worker_resumes(&database, &store).await;
    assert_eq!(
        (units, result.as_deref()),
        (vec!["1".into(), "2".into(), "3".into()], Some("of the second"))
    );

    let (units, result) = stalled_worker_resumes(&database, &store.without_fence()).await;
    assert_eq!(
        (units, result.as_deref()),
        (vec!["1".into(), "2".into(), "2".into()], Some("of the first"))
    );
}

async fn attempts_are_limited(database: TestDatabase) {
    let store = database.open().await;
    let submission = Submission { max_attempts: 2, ..Submission::new("work", "{}") };
    let job = store.submit(&submission).await.unwrap().job;
    claim_next(&store).await;
    database.end_leases().await;
    let last = claim_next(&store).await.lease;
    database.end_leases().await;
    assert!(claim(&store, LONG_TIMEOUT).await.is_none());

    let seen = get(&store, job).await;
    assert_eq!(seen.state, JobState::Failed);
    assert!(seen.ended_ms.is_some());
    assert_eq!(seen.failure.unwrap().code, "job.attempts");
    assert_eq!(store.heartbeat(&last).await.unwrap(), LeaseStatus::Lost);
    let events = events(&store, job).await;
    assert_eq!(events.len(), 4);
    assert!(events[3].starts_with("4 failed {\"code\":\"job.attempts\""), "{events:?}");
}

async fn retryable_failures_are_requeued(database: TestDatabase) {
    let store = database.open().await.with_backoff(Duration::ZERO, Duration::ZERO);
    let submission = Submission { max_attempts: 2, ..Submission::new("work", "{}") };
    let job = store.submit(&submission).await.unwrap().job;
    let first = claim_next(&store).await.lease;
    assert_eq!(store.finish(&first, &failed(true)).await.unwrap(), Some(JobState::Queued));
    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.attempt, seen.ended_ms), (JobState::Queued, 1, None));
    assert_eq!(seen.failure.unwrap().hint, "try \u{fffd}");
    let second = claim_next(&store).await;
    assert_eq!(second.job.attempt, 2);
    assert_eq!(store.finish(&second.lease, &failed(true)).await.unwrap(), Some(JobState::Failed));
    let seen = get(&store, job).await;
    assert!(seen.ended_ms.is_some());
    assert_eq!(seen.failure.unwrap().code, "test.bad");
    let data =
        "{\"code\":\"test.bad\",\"message\":\"it \\\"went\\\" wrong\",\"hint\":\"try \\u0000\"}";
    let expected = [
        "1 queued".to_owned(),
        "2 started {\"attempt\":1}".to_owned(),
        format!("3 queued {data}"),
        "4 started {\"attempt\":2}".to_owned(),
        format!("5 failed {data}"),
    ];
    assert_eq!(events(&store, job).await, expected);

    let job = submit(&store).await;
    let lease = claim_next(&store).await.lease;
    assert_eq!(store.finish(&lease, &failed(false)).await.unwrap(), Some(JobState::Failed));
    assert_eq!(get(&store, job).await.attempt, 1);

    let job = submit(&store).await;
    let lease = claim_next(&store).await.lease;
    store.finish(&lease, &failed(true)).await.unwrap();
    let lease = claim_next(&store).await.lease;
    store.finish(&lease, &done("")).await.unwrap();
    assert_eq!(get(&store, job).await.failure, None, "a job that is done has no failure");
}

/// Returns how long the job waits after this number of failed attempts, by the database clock.
async fn backoff_after(store: &Store, database: &TestDatabase, job: JobId, failures: u32) -> i64 {
    for failure in 1..=failures {
        let lease = claim_next(store).await.lease;
        assert_eq!(store.finish(&lease, &failed(true)).await.unwrap(), Some(JobState::Queued));
        assert!(claim(store, LONG_TIMEOUT).await.is_none(), "it waits after {failure} failures");
        if failure < failures {
            database.execute("UPDATE job SET not_before = 1 WHERE state = 'queued'").await;
        }
    }
    // The event was written in the same transaction, by the same clock.
    let waits = "SELECT job.not_before - job_event.at FROM job \
                 JOIN job_event ON job_event.job = job.id AND job_event.number = job.events \
                 WHERE job.state = 'queued'";
    let wait = database.number(waits).await;
    store.cancel(job).await.unwrap();
    wait
}

async fn backoff_doubles_with_each_attempt(database: TestDatabase) {
    let second = Duration::from_secs(1);
    let store = database.open().await.with_backoff(60 * second, 1000 * second);
    let about = |wait: i64, seconds: i64| (wait - 1000 * seconds).abs() < 2000;
    for (failures, seconds) in [(1, 60), (2, 120), (3, 240), (5, 960), (6, 1000), (40, 1000)] {
        let submission = Submission { max_attempts: 100, ..Submission::new("work", "{}") };
        let job = store.submit(&submission).await.unwrap().job;
        let wait = backoff_after(&store, &database, job, failures).await;
        assert!(about(wait, seconds), "{wait} ms after {failures} failures, not {seconds} s");
    }

    // When the backoff is over, the job is claimed; the longest backoff does not overflow.
    let store = store.with_backoff(Duration::from_millis(300), LONG_TIMEOUT);
    let job = submit(&store).await;
    let lease = claim_next(&store).await.lease;
    store.finish(&lease, &failed(true)).await.unwrap();
    assert!(claim(&store, LONG_TIMEOUT).await.is_none());
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(claim_next(&store).await.job.id, job);
    let store = store.with_backoff(Duration::MAX, Duration::MAX);
    let submission = Submission { max_attempts: 100, ..Submission::new("work", "{}") };
    let job = store.submit(&submission).await.unwrap().job;
    assert!(backoff_after(&store, &database, job, 30).await > 1 << 40);
}

async fn checkpoint_is_removed_when_the_job_ends(database: TestDatabase) {
    let store = database.open().await;
    let checkpoints = async || {
        database.number("SELECT count(*) FROM job_content WHERE part = 'checkpoint'").await
    };
    let saved = async || {
        let job = submit(&store).await;
        let mut lease = claim_next(&store).await.lease;
        assert_eq!(store.save(&mut lease, Some(b"1"), None).await.unwrap(), HELD);
        assert_eq!(checkpoints().await, 1);
        (job, lease)
    };
    // Cancelled while it waits for another attempt.
    let (job, lease) = saved().await;
    store.finish(&lease, &Completion::HandedBack).await.unwrap();
    assert_eq!(checkpoints().await, 1);
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Cancelled);
    assert_eq!(checkpoints().await, 0);
    // Cancelled by its worker, or after its worker has died.
    let (job, lease) = saved().await;
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
    store.finish(&lease, &Completion::HandedBack).await.unwrap();
    assert_eq!(checkpoints().await, 0);
    let (job, _) = saved().await;
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
    database.end_leases().await;
    assert_eq!(store.sweep().await.unwrap(), 1);
    assert_eq!(checkpoints().await, 0);
    // Purged with all its parts.
    let (_, lease) = saved().await;
    store.finish(&lease, &done("1")).await.unwrap();
    store.purge(Duration::ZERO).await.unwrap();
    for table in ["job", "job_content", "job_event", "job_request", "job_owner"] {
        assert_eq!(database.number(&format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
}

async fn handing_back_does_not_count_as_an_attempt(database: TestDatabase) {
    let store = database.open().await;
    let submission = Submission { max_attempts: 1, ..Submission::new("work", "{}") };
    let job = store.submit(&submission).await.unwrap().job;
    let mut first = claim_next(&store).await.lease;
    store.save(&mut first, Some(b"7"), None).await.unwrap();
    assert_eq!(
        store.finish(&first, &Completion::HandedBack).await.unwrap(),
        Some(JobState::Queued)
    );
    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.attempt, seen.failure), (JobState::Queued, 0, None));
    assert_eq!(store.heartbeat(&first).await.unwrap(), LeaseStatus::Lost);
    let second = claim_next(&store).await;
    assert_eq!((second.job.attempt, second.checkpoint.as_deref()), (1, Some(&b"7"[..])));
    assert!(second.lease.fence() > first.fence());
    assert_eq!(store.heartbeat(&first).await.unwrap(), LeaseStatus::Lost);
    let expected =
        ["1 queued", "2 started {\"attempt\":1}", "3 handed-back", "4 started {\"attempt\":1}"];
    assert_eq!(events(&store, job).await, expected);
}

async fn queued_jobs_are_cancelled_immediately(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Cancelled);
    let seen = get(&store, job).await;
    assert_eq!((seen.state, seen.cancelling), (JobState::Cancelled, false));
    assert!(seen.ended_ms.is_some());
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::AlreadyEnded(JobState::Cancelled));
    assert!(claim(&store, LONG_TIMEOUT).await.is_none());
    assert_eq!(events(&store, job).await, ["1 queued", "2 cancelled"]);
}

async fn running_jobs_are_cancelled_by_their_worker(database: TestDatabase) {
    let store = database.open().await;
    for end in [Completion::HandedBack, failed(true)] {
        let job = submit(&store).await;
        let mut lease = claim_next(&store).await.lease;
        assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
        assert!(get(&store, job).await.cancelling);
        let cancelling = LeaseStatus::Held { cancelling: true };
        assert_eq!(store.heartbeat(&lease).await.unwrap(), cancelling);
        assert_eq!(store.save(&mut lease, Some(b""), Some("1")).await.unwrap(), cancelling);
        assert_eq!(store.finish(&lease, &end).await.unwrap(), Some(JobState::Cancelled), "{end:?}");
        assert!(get(&store, job).await.ended_ms.is_some());
        assert_eq!(events(&store, job).await[2..], ["3 progress 1", "4 cancelled"]);
    }
}

async fn abandoned_jobs_are_cancelled_when_the_lease_ends(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    let lease = claim_next(&store).await.lease;
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
    assert_eq!(store.sweep().await.unwrap(), 0, "the lease has not ended");
    database.end_leases().await;
    assert!(claim(&store, LONG_TIMEOUT).await.is_none());
    assert_eq!(get(&store, job).await.state, JobState::Cancelled);
    assert_eq!(store.heartbeat(&lease).await.unwrap(), LeaseStatus::Lost);
    assert_eq!(events(&store, job).await[2..], ["3 cancelled"]);

    // Cancelled immediately, after the lease has expired.
    let job = submit(&store).await;
    let lease = claim_next(&store).await.lease;
    database.end_leases().await;
    assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Cancelled);
    assert_eq!(store.heartbeat(&lease).await.unwrap(), LeaseStatus::Lost);
    assert_eq!(events(&store, job).await[2..], ["3 cancelled"]);
}

async fn result_wins_over_a_cancel_request(database: TestDatabase) {
    let store = database.open().await;
    for (end, state) in [(done("1"), JobState::Done), (failed(false), JobState::Failed)] {
        let job = submit(&store).await;
        let lease = claim_next(&store).await.lease;
        assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::Requested);
        assert_eq!(store.finish(&lease, &end).await.unwrap(), Some(state));
        assert_eq!(store.cancel(job).await.unwrap(), CancelOutcome::AlreadyEnded(state));
    }
}

async fn concurrent_workers_claim_each_job_once(database: TestDatabase) {
    const JOBS: usize = 40;
    let store = database.open().await;
    for _ in 0..JOBS {
        submit(&store).await;
    }
    let mut workers = JoinSet::new();
    for _ in 0..6 {
        let store = database.open().await;
        workers.spawn(async move {
            let mut mine = Vec::new();
            // Workers that find only jobs that others are claiming get nothing, so the remaining
            // number is queried.
            while store.counts(None).await.unwrap().queued > 0 {
                mine.extend(claim(&store, LONG_TIMEOUT).await.map(|claim| claim.job.id));
            }
            mine
        });
    }
    let all: Vec<_> = workers.join_all().await.into_iter().flatten().collect();
    assert_eq!(all.len(), JOBS);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), JOBS, "a job was claimed twice");
}

async fn oldest_progress_events_are_removed(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    let mut lease = claim_next(&store).await.lease;
    for unit in 0..MAX_PROGRESS_EVENTS + 3 {
        assert_eq!(store.save(&mut lease, None, Some(&unit.to_string())).await.unwrap(), HELD);
    }
    store.finish(&lease, &done("")).await.unwrap();
    let left = store.events(job, 0, 1000).await.unwrap();
    let numbers: Vec<i64> = left.iter().take(4).map(|event| event.number).collect();
    assert_eq!(numbers, [1, 2, 6, 7], "only the oldest progress is removed");
    let last = store.events(job, i64::from(MAX_PROGRESS_EVENTS) + 4, 1000).await.unwrap();
    let last: Vec<_> = last.iter().map(|event| (event.number, event.kind.name())).collect();
    assert_eq!(last, [(1005, "progress"), (1006, "done")]);
}

async fn old_jobs_and_keys_are_purged(database: TestDatabase) {
    let store = database.open().await;
    let keyed = |key: &str| Submission {
        idempotency_key: Some(key.to_owned()),
        ..Submission::new("work", "{}")
    };
    let ended = store.submit(&keyed("ended")).await.unwrap().job;
    let lease = claim_next(&store).await.lease;
    store.finish(&lease, &done("1")).await.unwrap();
    let waiting = store.submit(&keyed("waiting")).await.unwrap().job;

    let purged = store.purge(LONG_TIMEOUT).await.unwrap();
    assert_eq!((purged.jobs, purged.idempotency_keys), (0, 0));
    assert!(!store.submit(&keyed("ended")).await.unwrap().is_new);

    let purged = store.purge(Duration::ZERO).await.unwrap();
    assert_eq!(
        (purged.jobs, purged.idempotency_keys),
        (1, 1),
        "the key of the ended job is removed with it"
    );
    assert_eq!(store.get(ended).await.unwrap(), None);
    assert_eq!(store.result(ended).await.unwrap(), None);
    assert_eq!(events(&store, ended).await, [""; 0]);
    assert_eq!(get(&store, waiting).await.state, JobState::Queued);
    let again = store.submit(&keyed("ended")).await.unwrap();
    assert!(again.is_new);
    let (again, waiting) = (get(&store, again.job).await, get(&store, waiting).await);
    assert!(again.number > waiting.number, "numbers are not used twice");
    assert!(store.submit(&keyed("waiting")).await.unwrap().is_new, "the key has expired");
}
