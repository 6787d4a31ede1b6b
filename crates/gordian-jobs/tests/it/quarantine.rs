//! Unreadable rows are quarantined, and other jobs continue.

use gordian_jobs::{Completion, JobFilter, JobId, JobState, Submission};

use crate::support::{LONG_TIMEOUT, TestDatabase, claim, events, get, submit, test_on_both};

test_on_both!(
    unreadable_payload_is_quarantined,
    unreadable_columns_are_quarantined,
    list_includes_quarantined_jobs,
);

/// Removes the constraints of a table, so that it accepts any value.
async fn execute_without_constraints(database: &TestDatabase, statement: &str) {
    if database.url.starts_with("sqlite") {
        database.execute(&format!("PRAGMA ignore_check_constraints = 1; {statement}")).await;
    } else {
        let columns = "SELECT string_agg(format('ALTER TABLE job ALTER COLUMN %I DROP NOT NULL', \
                       attname), ';') FROM pg_attribute WHERE attrelid = 'job'::regclass \
                       AND attnum > 0 AND attname <> 'id'";
        database
            .execute(&format!(
                "ALTER TABLE job DROP CONSTRAINT IF EXISTS job_state_check; \
                 DO $$ BEGIN EXECUTE ({columns}); END $$; {statement}"
            ))
            .await;
    }
}

/// Claims and finishes all available jobs, and returns them.
async fn finish_all_jobs(store: &gordian_jobs::Store) -> Vec<JobId> {
    let mut done = Vec::new();
    while let Some(claim) = claim(store, LONG_TIMEOUT).await {
        done.push(claim.job.id);
        store
            .finish(&claim.lease, &Completion::Done("1".to_owned()))
            .await
            .expect("it ends in time");
    }
    done
}

async fn assert_quarantined(store: &gordian_jobs::Store, job: JobId, what: &str) {
    let seen = get(store, job).await;
    let code = seen.failure.as_ref().map(|failure| failure.code.as_str());
    assert_eq!((seen.state, code), (JobState::Failed, Some("job.unreadable")), "{what}: {seen:?}");
    assert!(seen.ended_ms.is_some(), "{what}: {seen:?}");
    let last = events(store, job).await.pop().expect("events");
    assert!(last.starts_with(&format!("{} failed {{", seen.last_event)), "{what}: {last}");
    let listed = store
        .list(&JobFilter { state: Some(JobState::Failed), ..JobFilter::default() }, 1000)
        .await;
    assert!(listed.expect("a list").iter().any(|listed| listed.id == job), "{what}: not listed");
}

async fn unreadable_payload_is_quarantined(database: TestDatabase) {
    let bytes = if database.url.starts_with("sqlite") { "x'7bff'" } else { "'\\x7bff'::bytea" };
    let store = database.open().await;
    for statement in [
        format!("UPDATE job_content SET bytes = {bytes} WHERE job = @"),
        "DELETE FROM job_content WHERE job = @".to_owned(),
    ] {
        let (first, bad, last) = (submit(&store).await, submit(&store).await, submit(&store).await);
        let row = get(&store, bad).await.number;
        database.execute(&statement.replace('@', &row.to_string())).await;
        assert_eq!(finish_all_jobs(&store).await, [first, last], "{statement}");
        assert_quarantined(&store, bad, &statement).await;
        assert_eq!(store.sweep().await.unwrap(), 0);
    }
}

async fn unreadable_columns_are_quarantined(database: TestDatabase) {
    let store = database.open().await;
    let sqlite = database.url.starts_with("sqlite");
    let mut faults = vec![
        "state = 'weird'",
        "max_attempts = -1",
        "max_attempts = 99999999999",
        "attempt = -5",
        "attempt = 9223372036854775807",
        "events = 9223372036854775807",
        "events = 0",
        "fence = 9223372036854775807",
        "name = 'none'",
        "state = 'running', lease_until = 1, attempt = 5000000000, max_attempts = 9000000000",
    ];
    if sqlite {
        // Any value in any column, and bytes that are not text.
        faults.extend([
            "attempt = 'many'",
            "kind = CAST(x'776f726bff' AS TEXT)",
            "title = CAST(x'ff' AS TEXT)",
            "client = x'ff'",
            "fence = x'00'",
            "not_before = 'never'",
            "name = x'ff'",
            "state = x'ff'",
            "state = 'running', lease_until = 'never'",
            "state = 'running', lease_ms = 'long'",
            "state = 'running', cancelling = 'no'",
        ]);
    } else {
        faults.extend([
            "attempt = NULL",
            "kind = NULL",
            "title = NULL",
            "client = NULL",
            "fence = NULL",
            "not_before = NULL",
            "name = NULL",
            "state = NULL",
            "state = 'running', lease_until = NULL",
            "state = 'running', lease_ms = NULL",
            "state = 'running', cancelling = NULL",
            "events = NULL",
        ]);
    }
    for fault in faults {
        let (first, bad, last) = (submit(&store).await, submit(&store).await, submit(&store).await);
        let row = get(&store, bad).await.number;
        execute_without_constraints(&database, &format!("UPDATE job SET {fault} WHERE id = {row}"))
            .await;
        assert_eq!(finish_all_jobs(&store).await, [first, last], "{fault}");
        // A job with an unreadable id gets a new one.
        let all = store.list(&JobFilter::default(), 1000).await.unwrap();
        let seen = all.iter().find(|job| job.number == row).expect("it is in the list");
        assert!(seen.id == bad || fault.starts_with("name"), "{fault}");
        assert_quarantined(&store, seen.id, fault).await;
    }
    // No work is left, and the quarantined jobs are purged like others.
    assert_eq!(store.counts(None).await.unwrap(), gordian_jobs::JobCounts::default());
    store.purge(std::time::Duration::ZERO).await.unwrap();
    assert_eq!(database.number("SELECT count(*) FROM job").await, 0);
}

async fn list_includes_quarantined_jobs(database: TestDatabase) {
    let store = database.open().await;
    let jobs = [submit(&store).await, submit(&store).await, submit(&store).await];
    let row = get(&store, jobs[1]).await.number;
    let fault = format!("UPDATE job SET state = 'weird' WHERE id = {row}");
    execute_without_constraints(&database, &fault).await;
    let listed = store.list(&JobFilter::default(), 9).await.unwrap();
    let states: Vec<_> = listed.iter().map(|job| (job.id, job.state)).collect();
    let queued = JobState::Queued;
    assert_eq!(states, [(jobs[2], queued), (jobs[1], JobState::Failed), (jobs[0], queued)]);
    assert_quarantined(&store, jobs[1], "in a list").await;

    // Read individually, followed, and cancelled.
    execute_without_constraints(&database, &fault).await;
    assert_eq!(get(&store, jobs[1]).await.state, JobState::Failed);
    execute_without_constraints(&database, &fault).await;
    let mut following = gordian_jobs::EventRelay::new(&store).follow(jobs[1], 2);
    let event = following.next().await.unwrap().expect("an event");
    assert_eq!(event.kind, gordian_jobs::EventKind::Failed);
    execute_without_constraints(&database, &fault).await;
    let cancelled = store.cancel(jobs[1]).await.unwrap();
    assert_eq!(cancelled, gordian_jobs::CancelOutcome::AlreadyEnded(JobState::Failed));
    assert_eq!(get(&store, jobs[0]).await.state, JobState::Queued);
    assert!(store.submit(&Submission::new("work", "{}")).await.unwrap().is_new);
}
