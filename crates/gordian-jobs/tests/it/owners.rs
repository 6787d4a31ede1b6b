//! Ownership, visibility, sharing and limits of jobs.

use gordian_jobs::{
    CancelOutcome, EventRelay, JobFilter, JobId, JobState, JobsError, Store, Submission,
    SubmitLimits, Viewer,
};
use tokio::task::JoinSet;

use crate::support::{LONG_TIMEOUT, TestDatabase, claim, get, submit, test_on_both};

test_on_both!(
    only_owners_can_cancel,
    owners_see_their_own_jobs,
    equal_dedup_keys_share_a_job,
    concurrent_submissions_share_a_job,
    shared_job_is_cancelled_by_its_last_owner,
    limits_reject_new_jobs,
    full_queue_makes_room_for_lighter_addresses,
    only_waiting_jobs_make_room,
    address_limit_counts_all_its_clients,
    storage_is_freed_from_the_largest_client_first,
    results_are_read_in_chunks,
    long_results_are_stored_in_pieces,
);

fn owned_by(owner: &str) -> Submission {
    Submission { owner: owner.to_owned(), ..Submission::new("work", "{}") }
}

fn shared_job(owner: &str) -> Submission {
    Submission { dedup_key: "the work".to_owned(), ..owned_by(owner) }
}

async fn submit_new(store: &Store, submission: &Submission) -> JobId {
    store.submit(submission).await.expect("a job").job
}

async fn only_owners_can_cancel(database: TestDatabase) {
    let store = database.open().await;
    let job = submit_new(&store, &owned_by("a")).await;
    for include_unowned in [false, true] {
        let error = store.cancel_as_owner(job, "b", include_unowned).await.unwrap_err();
        assert_eq!(error.code(), "jobs.owner", "{error}");
    }
    assert_eq!(get(&store, job).await.state, JobState::Queued);
    assert_eq!(store.cancel_as_owner(job, "a", false).await.unwrap(), CancelOutcome::Cancelled);
    let again = store.cancel_as_owner(job, "a", false).await.unwrap();
    assert_eq!(again, CancelOutcome::AlreadyEnded(JobState::Cancelled));
    assert_eq!(store.owners(job).await.unwrap(), ["a"]);

    let include_unowned = submit(&store).await;
    let error = store.cancel_as_owner(include_unowned, "", false).await.unwrap_err();
    assert!(matches!(error, JobsError::NotOwner { job } if job == include_unowned), "{error}");
    assert_eq!(
        store.cancel_as_owner(include_unowned, "b", true).await.unwrap(),
        CancelOutcome::Cancelled
    );
    let error =
        store.cancel_as_owner("1".repeat(32).parse().unwrap(), "a", true).await.unwrap_err();
    assert_eq!(error.code(), "jobs.unknown");
}

async fn owners_see_their_own_jobs(database: TestDatabase) {
    let store = database.open().await;
    let jobs = [
        submit_new(&store, &owned_by("a")).await,
        submit_new(&store, &owned_by("b")).await,
        submit(&store).await,
    ];
    let seen = async |owner: &str, include_unowned| {
        let viewer = Viewer { owner: owner.to_owned(), include_unowned };
        let filter = JobFilter { visible_to: Some(viewer), ..JobFilter::default() };
        let listed = store.list(&filter, 9).await.unwrap();
        listed.into_iter().map(|job| job.id).collect::<Vec<_>>()
    };
    assert_eq!(seen("a", false).await, [jobs[0]]);
    assert_eq!(seen("a", true).await, [jobs[2], jobs[0]]);
    assert_eq!(seen("", true).await, [jobs[2]]);
    assert_eq!(seen("", false).await, []);
    assert_eq!(store.list(&JobFilter::default(), 9).await.unwrap().len(), 3);
}

async fn equal_dedup_keys_share_a_job(database: TestDatabase) {
    let store = database.open().await;
    let first = store.submit(&shared_job("a")).await.unwrap();
    let second = store
        .submit(&Submission { idempotency_key: Some("k".into()), ..shared_job("b") })
        .await
        .unwrap();
    assert_eq!((first.is_new, second.is_new, second.job), (true, false, first.job));
    assert_eq!(store.owners(first.job).await.unwrap(), ["a", "b"]);
    // Jobs with other keys, or without a key, are not shared.
    let other = Submission { dedup_key: "other work".to_owned(), ..owned_by("a") };
    for other in [other, owned_by("a")] {
        assert!(store.submit(&other).await.unwrap().is_new);
    }
    // Shared while it is running, but not after it has ended; the idempotency key still returns the
    // job.
    let lease = claim(&store, LONG_TIMEOUT).await.unwrap().lease;
    assert_eq!(lease.job(), first.job);
    assert_eq!(submit_new(&store, &shared_job("c")).await, first.job);
    store.finish(&lease, &gordian_jobs::Completion::Done("1".to_owned())).await.unwrap();
    let keyed = Submission { idempotency_key: Some("k".into()), ..shared_job("b") };
    assert_eq!(submit_new(&store, &keyed).await, first.job);
    assert_ne!(submit_new(&store, &shared_job("b")).await, first.job);
}

async fn concurrent_submissions_share_a_job(database: TestDatabase) {
    let mut tasks = JoinSet::new();
    for owner in 0..8 {
        let store = database.open().await;
        tasks.spawn(async move { submit_new(&store, &shared_job(&owner.to_string())).await });
    }
    let jobs = tasks.join_all().await;
    assert!(jobs.iter().all(|job| *job == jobs[0]), "{jobs:?}");
    assert_eq!(database.open().await.owners(jobs[0]).await.unwrap().len(), 8);
}

async fn shared_job_is_cancelled_by_its_last_owner(database: TestDatabase) {
    let store = database.open().await;
    let job = submit_new(&store, &shared_job("a")).await;
    submit_new(&store, &shared_job("b")).await;
    submit_new(&store, &shared_job("c")).await;
    assert_eq!(store.cancel_as_owner(job, "b", false).await.unwrap(), CancelOutcome::OwnerRemoved);
    assert_eq!(get(&store, job).await.state, JobState::Queued);
    assert_eq!(store.cancel_as_owner(job, "b", true).await.unwrap_err().code(), "jobs.owner");
    let lease = claim(&store, LONG_TIMEOUT).await.unwrap().lease;
    assert_eq!(store.cancel_as_owner(job, "c", false).await.unwrap(), CancelOutcome::OwnerRemoved);
    let kept = gordian_jobs::LeaseStatus::Held { cancelling: false };
    assert_eq!(store.heartbeat(&lease).await.unwrap(), kept);
    assert_eq!(store.cancel_as_owner(job, "a", false).await.unwrap(), CancelOutcome::Requested);
    // A job with a cancel request is not shared any more.
    let next = store.submit(&shared_job("d")).await.unwrap();
    assert!(next.is_new && next.job != job);
    let handed_back = store.finish(&lease, &gordian_jobs::Completion::HandedBack).await.unwrap();
    assert_eq!(handed_back, Some(JobState::Cancelled));
    // Cancelling without an owner ends it for all owners.
    submit_new(&store, &shared_job("e")).await;
    assert_eq!(store.cancel(next.job).await.unwrap(), CancelOutcome::Cancelled);
}

async fn limits_reject_new_jobs(database: TestDatabase) {
    let store = database.open().await;
    let from =
        |client: &str| Submission { client: client.to_owned(), ..Submission::new("work", "{}") };
    let submit_error = async |client: &str, limits: SubmitLimits| match store
        .submit_with_limits(&from(client), &limits)
        .await
    {
        Ok(submitted) => {
            assert!(submitted.is_new);
            None
        }
        Err(error) => Some(error.code()),
    };
    let client = SubmitLimits { per_client: Some(2), ..SubmitLimits::default() };
    assert_eq!(submit_error("a", client.clone()).await, None);
    assert_eq!(submit_error("a", client.clone()).await, None);
    assert_eq!(submit_error("a", client.clone()).await, Some("jobs.client-full"));
    assert_eq!(submit_error("b", client.clone()).await, None);
    let open = SubmitLimits { open_jobs: Some(4), ..SubmitLimits::default() };
    assert_eq!(submit_error("c", open.clone()).await, None);
    assert_eq!(submit_error("c", open.clone()).await, Some("jobs.queue-full"));
    assert_eq!(store.stored_bytes().await.unwrap(), 8);
    let bytes = SubmitLimits { stored_bytes: Some(9), ..SubmitLimits::default() };
    assert_eq!(submit_error("d", bytes.clone()).await, None);
    assert_eq!(submit_error("d", bytes.clone()).await, Some("jobs.storage-full"));

    // Running jobs count; ended jobs count only with their bytes.
    let lease = claim(&store, LONG_TIMEOUT).await.unwrap().lease;
    let open = SubmitLimits { open_jobs: Some(5), ..SubmitLimits::default() };
    assert_eq!(submit_error("c", open.clone()).await, Some("jobs.queue-full"));
    let result = gordian_jobs::Completion::Done("0".repeat(90));
    store.finish(&lease, &result).await.unwrap();
    assert_eq!(store.stored_bytes().await.unwrap(), 100);
    assert_eq!(submit_error("c", open.clone()).await, None);
    // A repeated request and a shared job are not new jobs.
    let full = SubmitLimits {
        per_client: Some(0),
        open_jobs: Some(0),
        stored_bytes: Some(0),
        ..SubmitLimits::default()
    };
    let keyed = Submission { idempotency_key: Some("k".to_owned()), ..shared_job("a") };
    let job = submit_new(&store, &keyed).await;
    for same in [keyed, shared_job("b")] {
        assert_eq!(store.submit_with_limits(&same, &full).await.unwrap().job, job);
    }
    // Concurrent submissions do not exceed the limit together.
    let counts = store.counts(None).await.unwrap();
    let limits = SubmitLimits {
        open_jobs: Some(counts.queued + counts.running + 3),
        ..SubmitLimits::default()
    };
    let mut tasks = JoinSet::new();
    for _ in 0..8 {
        let (store, submission, limits) = (database.open().await, from("e"), limits.clone());
        tasks.spawn(async move { store.submit_with_limits(&submission, &limits).await.is_ok() });
    }
    assert_eq!(tasks.join_all().await.into_iter().filter(|made| *made).count(), 3);
}

/// Submits a job with a limit of open jobs.
async fn submit_to_queue(store: &Store, client: &str, open_jobs: u64) -> Result<JobId, JobsError> {
    let limits = SubmitLimits { open_jobs: Some(open_jobs), ..SubmitLimits::default() };
    let submission = Submission { client: client.to_owned(), ..Submission::new("work", "{}") };
    store.submit_with_limits(&submission, &limits).await.map(|submitted| submitted.job)
}

async fn full_queue_makes_room_for_lighter_addresses(database: TestDatabase) {
    let store = database.open().await;
    let mut heavy = Vec::new();
    for client in ["1.1.1.1 a", "1.1.1.1 b", "1.1.1.1", "1.1.1.1 a", "1.1.1.1 c"] {
        heavy.push(submit_to_queue(&store, client, 6).await.unwrap());
    }
    let other = submit_to_queue(&store, "2.2.2.2", 6).await.unwrap();
    let mut following = EventRelay::new(&store).follow(heavy[4], 1);
    // The address with the most jobs gains nothing by another cookie.
    let error = submit_to_queue(&store, "1.1.1.1 d", 6).await.unwrap_err();
    assert_eq!(error.code(), "jobs.queue-full");
    // Others get its latest jobs, until it has no more than they.
    let mut new = Vec::new();
    for client in ["3.3.3.3 a", "3.3.3.3 b"] {
        new.push(submit_to_queue(&store, client, 6).await.unwrap());
    }
    for client in ["3.3.3.3 c", "1.1.1.1", "2.2.2.2"] {
        let rejected = submit_to_queue(&store, client, 6).await.map_err(|error| error.code());
        assert_eq!(rejected.is_ok(), client == "2.2.2.2", "{client}: {rejected:?}");
    }
    let states = async |jobs: &[JobId]| {
        let mut states = Vec::new();
        for &job in jobs {
            states.push(get(&store, job).await.state);
        }
        states
    };
    let (queued, failed) = (JobState::Queued, JobState::Failed);
    assert_eq!(states(&heavy).await, [queued, queued, failed, failed, failed]);
    assert_eq!(states(&new).await, [queued, queued]);
    assert_eq!(states(&[other]).await, [queued]);
    assert_eq!(store.counts(None).await.unwrap().queued, 6);
    let event = following.next().await.unwrap().expect("an event");
    assert_eq!(event.kind, gordian_jobs::EventKind::Failed);
    assert!(event.data.unwrap().contains("job.displaced"));
    assert_eq!(get(&store, heavy[4]).await.failure.unwrap().code, "job.displaced");
}

async fn only_waiting_jobs_make_room(database: TestDatabase) {
    let store = database.open().await;
    // A running job, one that was handed back with its work, and a shared one.
    for _ in 0..2 {
        submit_to_queue(&store, "1.1.1.1", 9).await.unwrap();
    }
    claim(&store, LONG_TIMEOUT).await.unwrap();
    let lease = claim(&store, LONG_TIMEOUT).await.unwrap().lease;
    store.finish(&lease, &gordian_jobs::Completion::HandedBack).await.unwrap();
    submit_new(&store, &Submission { client: "1.1.1.1".to_owned(), ..shared_job("a") }).await;
    // Jobs without a client, of local programs.
    for _ in 0..3 {
        submit(&store).await;
    }
    let error = submit_to_queue(&store, "2.2.2.2", 6).await.unwrap_err();
    assert_eq!(error.code(), "jobs.queue-full");
    assert_eq!(store.counts(None).await.unwrap().queued, 5);
    // If another limit rejects the submission, no job is displaced.
    for _ in 0..2 {
        submit_to_queue(&store, "1.1.1.1", 9).await.unwrap();
    }
    let limits =
        SubmitLimits { open_jobs: Some(8), stored_bytes: Some(1), ..SubmitLimits::default() };
    let submission = Submission { client: "2.2.2.2".to_owned(), ..Submission::new("work", "{}") };
    let error = store.submit_with_limits(&submission, &limits).await.unwrap_err();
    assert_eq!(error.code(), "jobs.storage-full");
    assert_eq!(store.counts(None).await.unwrap().queued, 7);
    submit_to_queue(&store, "2.2.2.2", 8).await.unwrap();
    assert_eq!(store.counts(None).await.unwrap().queued, 7);
}

async fn address_limit_counts_all_its_clients(database: TestDatabase) {
    let store = database.open().await;
    let is_rejected = async |client: &str| {
        let limits = SubmitLimits {
            per_address: Some(("1.2.3.4".to_owned(), 3)),
            ..SubmitLimits::default()
        };
        let submission = Submission { client: client.to_owned(), ..Submission::new("work", "{}") };
        store
            .submit_with_limits(&submission, &limits)
            .await
            .is_err_and(|it| it.code() == "jobs.client-full")
    };
    for client in ["1.2.3.4", "1.2.3.4 a", "1.2.3.45", "1.2.3.45 1.2.3.4", "1.2.3.4 b"] {
        assert!(!is_rejected(client).await, "{client}");
    }
    assert!(is_rejected("1.2.3.4 c").await && is_rejected("1.2.3.4").await);
}

async fn storage_is_freed_from_the_largest_client_first(database: TestDatabase) {
    let store = database.open().await;
    let mut jobs = Vec::new();
    for (client, length) in [("a", 10), ("b", 1000), ("b", 2000), ("b", 10), ("a", 20)] {
        let submission = Submission { client: client.to_owned(), ..Submission::new("work", "{}") };
        jobs.push(submit_new(&store, &submission).await);
        let lease = claim(&store, LONG_TIMEOUT).await.unwrap().lease;
        store.finish(&lease, &gordian_jobs::Completion::Done("0".repeat(length))).await.unwrap();
    }
    let open = submit(&store).await;
    let kept = async || {
        let listed = store.list(&JobFilter::default(), 9).await.unwrap();
        jobs.iter().map(|job| listed.iter().any(|it| it.id == *job)).collect::<Vec<_>>()
    };
    assert_eq!(store.shrink_storage_to(4000).await.unwrap(), 0);
    assert_eq!(store.shrink_storage_to(2500).await.unwrap(), 1);
    assert_eq!(kept().await, [true, false, true, true, true]);
    assert_eq!(store.shrink_storage_to(0).await.unwrap(), 4);
    assert_eq!(kept().await, [false; 5]);
    assert!(store.get(open).await.unwrap().is_some(), "it is not ended");
}

async fn results_are_read_in_chunks(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    assert_eq!(store.result_size(job).await.unwrap(), None);
    assert_eq!(store.result_chunk(job, 0, 9).await.unwrap_err().code(), "jobs.unknown");
    let lease = claim(&store, LONG_TIMEOUT).await.unwrap().lease;
    store.finish(&lease, &gordian_jobs::Completion::Done("\"0123é\"".to_owned())).await.unwrap();
    assert_eq!(store.result_size(job).await.unwrap(), Some(8));
    let part = async |from, length| store.result_chunk(job, from, length).await.unwrap();
    assert_eq!(part(0, 3).await, b"\"01");
    assert_eq!(part(3, 3).await, b"23\xc3");
    assert_eq!(part(6, 100).await, b"\xa9\"");
    assert_eq!(part(8, 100).await, b"");
}

async fn long_results_are_stored_in_pieces(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    // Longer than three pieces of 1 MiB, with characters of two bytes across their borders.
    let text: String = "aé".repeat(1_100_000) + "end";
    let bytes = text.as_bytes();
    let lease = claim(&store, LONG_TIMEOUT).await.unwrap().lease;
    store.finish(&lease, &gordian_jobs::Completion::Done(text.clone())).await.unwrap();
    let check = async |what: &str| {
        let size = u64::try_from(bytes.len()).unwrap();
        assert_eq!(store.result_size(job).await.unwrap(), Some(size), "{what}");
        assert_eq!(store.stored_bytes().await.unwrap(), size + 2, "{what}");
        assert!(store.result(job).await.unwrap().as_deref() == Some(&text), "{what}");
        for length in [300_000, 1 << 20, 5 << 20] {
            let mut read = Vec::new();
            loop {
                let from = u64::try_from(read.len()).unwrap();
                let chunk = store.result_chunk(job, from, length).await.unwrap();
                if chunk.is_empty() {
                    break;
                }
                assert!(chunk.len() <= usize::try_from(length).unwrap(), "{what}");
                read.extend(chunk);
            }
            assert!(read == bytes, "{what}: chunks of {length} bytes");
        }
    };
    check("in pieces").await;
    // As versions before format 5 stored it.
    let row = get(&store, job).await.number;
    let cast = if database.url.starts_with("sqlite") { "BLOB" } else { "bytea" };
    database.execute(&format!("DELETE FROM job_result_piece WHERE job = {row}")).await;
    let whole = format!(
        "UPDATE job_content SET bytes = CAST('{text}' AS {cast}) WHERE job = {row} AND part = 'result'"
    );
    database.execute(&whole).await;
    check("in one piece").await;
    assert_eq!(store.shrink_storage_to(0).await.unwrap(), 1);
}
