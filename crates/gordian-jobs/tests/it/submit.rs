//! Submitting, reading, listing and counting jobs.

use std::time::Duration;

use gordian_jobs::{JobCounts, JobFilter, JobState, JobsError, Submission};

use crate::support::{LONG_TIMEOUT, TestDatabase, claim, events, get, test_on_both};

test_on_both!(
    job_has_the_submitted_fields,
    list_pages_are_newest_first,
    repeated_idempotency_key_returns_the_first_job,
    clients_take_turns,
    only_the_latest_jobs_of_a_client_are_kept,
);

fn submission(client: &str) -> Submission {
    Submission { client: client.to_owned(), ..Submission::new("work", "{}") }
}

async fn job_has_the_submitted_fields(database: TestDatabase) {
    let store = database.open().await;
    let submission = Submission {
        title: "a title with \0".to_owned(),
        max_attempts: 0,
        ..Submission::new("work", "{\"text\":\"é\"}")
    };
    let submitted = store.submit(&submission).await.unwrap();
    assert!(submitted.is_new);
    let job = store.get(submitted.job).await.unwrap().unwrap();
    assert_eq!((job.id, job.kind.as_str()), (submitted.job, "work"));
    assert_eq!(job.title, "a title with \u{fffd}");
    assert_eq!(
        (job.state, job.cancelling, job.attempt, job.max_attempts),
        (JobState::Queued, false, 0, 1)
    );
    assert!(job.created_ms > 1_700_000_000_000, "{}", job.created_ms);
    assert_eq!((job.started_ms, job.ended_ms, job.failure), (None, None, None));
    assert_eq!(store.payload(job.id).await.unwrap(), submission.payload);
    assert_eq!(store.result(job.id).await.unwrap(), None);
    assert_eq!(events(&store, job.id).await, ["1 queued"]);

    let unknown = "999999".parse().unwrap();
    assert_eq!(store.get(unknown).await.unwrap(), None);
    assert_eq!(store.payload(unknown).await.unwrap_err().code(), "jobs.unknown");
    assert_eq!(store.cancel(unknown).await.unwrap_err().code(), "jobs.unknown");
}

async fn clients_take_turns(database: TestDatabase) {
    let store = database.open().await;
    for client in ["many", "many", "many", "few", "few", "one"] {
        store.submit(&submission(client)).await.unwrap();
    }
    let mut turns = Vec::new();
    while let Some(claimed) = claim(&store, LONG_TIMEOUT).await {
        turns.push((claimed.job.client, get(&store, claimed.job.id).await.number));
        // The database clock must distinguish the two claims.
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    let turns: Vec<_> = turns.iter().map(|(client, id)| (client.as_str(), *id)).collect();
    assert_eq!(turns, [("many", 1), ("few", 4), ("one", 6), ("many", 2), ("few", 5), ("many", 3)]);
}

async fn only_the_latest_jobs_of_a_client_are_kept(database: TestDatabase) {
    let store = database.open().await;
    for client in ["a", "b", "a", "a", "a"] {
        let job = store.submit(&submission(client)).await.unwrap().job;
        store.cancel(job).await.unwrap();
    }
    store.submit(&submission("a")).await.unwrap();
    let ids = async || -> Vec<i64> {
        let listed = store.list(&JobFilter::default(), 100).await.unwrap();
        listed.into_iter().map(|job| job.number).collect()
    };
    assert_eq!(store.keep_latest_ended("a", 4).await.unwrap(), 0);
    assert_eq!(store.keep_latest_ended("a", 2).await.unwrap(), 2);
    assert_eq!(ids().await, [6, 5, 4, 2]);
    assert_eq!(store.keep_latest_ended("a", 0).await.unwrap(), 2);
    assert_eq!(ids().await, [6, 2], "open jobs are kept");
}

async fn list_pages_are_newest_first(database: TestDatabase) {
    let store = database.open().await;
    let mut jobs = Vec::new();
    for client in ["a", "b", "a", "b", "a", ""] {
        jobs.push(store.submit(&submission(client)).await.unwrap().job);
    }
    let claimed = claim(&store, LONG_TIMEOUT).await.unwrap();
    assert_eq!(claimed.job.id, jobs[0], "the oldest job is claimed first");
    jobs.reverse();

    let list = async |filter: JobFilter, limit| -> Vec<_> {
        let listed = store.list(&filter, limit).await.unwrap();
        listed.into_iter().map(|job| job.id).collect()
    };
    assert_eq!(list(JobFilter::default(), 100).await, jobs);
    let first = list(JobFilter::default(), 4).await;
    assert_eq!(first, jobs[..4]);
    let before = Some(get(&store, first[3]).await.number);
    assert_eq!(list(JobFilter { before, ..JobFilter::default() }, 4).await, jobs[4..]);
    let state = Some(JobState::Running);
    assert_eq!(list(JobFilter { state, ..JobFilter::default() }, 9).await, jobs[5..]);
    let client = Some("b".to_owned());
    assert_eq!(list(JobFilter { client, ..JobFilter::default() }, 9).await, [jobs[2], jobs[4]]);
    let client = Some(String::new());
    assert_eq!(list(JobFilter { client, ..JobFilter::default() }, 9).await, [jobs[0]]);

    let counts = async |client| store.counts(client).await.unwrap();
    assert_eq!(counts(None).await, JobCounts { queued: 5, running: 1 });
    assert_eq!(counts(Some("a")).await, JobCounts { queued: 2, running: 1 });
    assert_eq!(counts(Some("")).await, JobCounts { queued: 1, running: 0 });
    assert_eq!(counts(Some("c")).await, JobCounts::default());
}

async fn repeated_idempotency_key_returns_the_first_job(database: TestDatabase) {
    let store = database.open().await;
    let key = Some("k".to_owned());
    let first = Submission { idempotency_key: key, ..submission("a") };
    let submitted = store.submit(&first).await.unwrap();
    assert!(submitted.is_new);
    let again = store.submit(&first).await.unwrap();
    assert_eq!((again.job, again.is_new), (submitted.job, false));

    let other = Submission { payload: "other".to_owned(), ..first.clone() };
    let error = store.submit(&other).await.unwrap_err();
    assert!(
        matches!(&error, JobsError::IdempotencyConflict { key, job }
            if key == "k" && *job == submitted.job),
        "{error}"
    );
    // A key belongs to one client.
    let other = Submission { client: "b".to_owned(), ..first.clone() };
    assert!(store.submit(&other).await.unwrap().is_new);

    // Concurrent requests through several stores create one job.
    let second = Submission { idempotency_key: Some("at once".to_owned()), ..submission("a") };
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..6 {
        let (store, second) = (database.open().await, second.clone());
        tasks.spawn(async move { store.submit(&second).await.unwrap() });
    }
    let all = tasks.join_all().await;
    assert_eq!(all.iter().filter(|submitted| submitted.is_new).count(), 1, "{all:?}");
    assert!(all.iter().all(|submitted| submitted.job == all[0].job), "{all:?}");
    assert_eq!(store.counts(None).await.unwrap().queued, 3);
}
