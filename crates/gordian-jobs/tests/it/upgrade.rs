//! A database of version 0.1.0 is migrated and its jobs can be completed; unknown formats are
//! rejected.
//!
//! `gordian-server` tests the API responses for the same file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gordian_jobs::{
    CancelOutcome, Completion, Job, JobFilter, JobState, JobsError, Store, Submission,
};
use serde_json::Value;
use sqlx::{Connection as _, Executor as _};

use crate::support::{LONG_TIMEOUT, events, get};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/v0.1.0")
}

/// A writable copy of the database.
struct Copy {
    file: PathBuf,
    url: String,
    _folder: tempfile::TempDir,
}

impl Copy {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("jobs.sqlite");
        fs_err::copy(testdata().join("jobs.sqlite"), &file).expect("the database is kept");
        Self { url: format!("sqlite:{}", file.display()), file, _folder: folder }
    }

    /// Executes statements directly, and checkpoints the write-ahead log into the file.
    async fn execute(&self, statements: &str) {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&self.url).await.expect("a connection");
        connection.execute(sqlx::raw_sql(statements)).await.expect("the statements");
        connection.close().await.expect("it ends in time");
    }
}

/// Returns the jobs as the service of 0.1.0 returned them, with their events.
fn recorded_jobs() -> Vec<Value> {
    let text = fs_err::read_to_string(testdata().join("jobs.json")).expect("the file exists");
    serde_json::from_str(&text).expect("JSON")
}

async fn list_all(store: &Store) -> Vec<Job> {
    let mut jobs = store.list(&JobFilter::default(), 100).await.expect("the jobs");
    jobs.sort_by_key(|job| job.number);
    jobs
}

#[tokio::test]
async fn jobs_of_0_1_0_are_readable() {
    let copy = Copy::new();
    let store = Store::open(&copy.url).await.expect("it opens");
    let (jobs, recorded) = (list_all(&store).await, recorded_jobs());
    assert_eq!((jobs.len(), recorded.len()), (10, 10));
    for (job, recorded) in jobs.iter().zip(&recorded) {
        let document = &recorded["document"];
        let text = |key: &str| document[key].as_str().unwrap_or_default();
        let number = |key: &str| document[key].as_i64();
        assert_eq!(job.id.to_string(), text("id"));
        assert_eq!(
            (&*job.kind, &*job.title, job.state.name()),
            (text("kind"), text("title"), text("state")),
        );
        assert_eq!(
            (i64::from(job.attempt), i64::from(job.max_attempts), job.last_event),
            (
                number("attempt").unwrap(),
                number("max_attempts").unwrap(),
                number("events").unwrap()
            ),
        );
        assert_eq!((&*job.client, job.cancelling), ("127.0.0.1", false));
        assert_eq!(job.ended_ms.is_some(), document["ended_at"].is_string());
        let failure = job.failure.as_ref();
        let failure = failure.map(|it| [it.code.as_str(), &it.message, &it.hint].map(Value::from));
        let error = &document["error"];
        let error =
            error.is_object().then(|| ["code", "message", "hint"].map(|key| error[key].clone()));
        assert_eq!(failure, error);

        let read = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
        assert_eq!(read(store.payload(job.id).await.unwrap()), document["input"]);
        let result = store.result(job.id).await.unwrap().map_or(Value::Null, read);
        assert_eq!(result, document["result"]);
        if let Some(recorded_events) = recorded["events"].as_array() {
            let events = store.events(job.id, 0, 1000).await.unwrap();
            let line = |it: &gordian_jobs::Event| {
                [format!("id: {}", it.number), format!("event: {}", it.kind.name())]
            };
            let recorded_events: Vec<[String; 2]> = recorded_events
                .iter()
                .map(|event| [0, 1].map(|at| event[at].as_str().unwrap().to_owned()))
                .collect();
            assert_eq!(events.iter().map(line).collect::<Vec<_>>(), recorded_events);
        }
    }
    store.close().await;
}

#[tokio::test]
async fn jobs_of_0_1_0_can_be_completed() {
    let copy = Copy::new();
    let store = Store::open(&copy.url).await.expect("it opens");
    let found = list_all(&store).await;
    let states = [JobState::Running, JobState::Queued, JobState::Queued];
    assert_eq!(found[7..].iter().map(|job| job.state).collect::<Vec<_>>(), states);

    // The worker of the first job was killed; its lease has expired.
    let kinds = ["count".to_owned(), "solve".to_owned()];
    for (job, attempt) in found[7..9].iter().zip([2, 1]) {
        let claim = store.claim(&kinds, "later", LONG_TIMEOUT).await.unwrap().expect("a job");
        assert_eq!((claim.job.id, &claim.job.kind), (job.id, &job.kind));
        assert_eq!(claim.lease.fence(), job.fence + 1);
        let end = Completion::Done("{}".to_owned());
        assert_eq!(store.finish(&claim.lease, &end).await.unwrap(), Some(JobState::Done));
        let ended = get(&store, job.id).await;
        assert_eq!((ended.state, ended.attempt), (JobState::Done, attempt));
        assert_eq!(ended.last_event, job.last_event + 2, "the numbering continues");
        let events = events(&store, job.id).await;
        let last = format!("{} done", job.last_event + 2);
        assert_eq!((events.len(), events.last()), (events.len(), Some(&last)));
    }
    assert_eq!(store.cancel(found[9].id).await.unwrap(), CancelOutcome::Cancelled);
    assert_eq!(store.counts(None).await.unwrap(), gordian_jobs::JobCounts::default());

    // New jobs have random ids and continue the numbering; a key of 0.1.0 is still known.
    let mut again = Submission::new("solve", store.payload(found[0].id).await.unwrap());
    (again.title, again.client) = (found[0].title.clone(), found[0].client.clone());
    again.idempotency_key = Some("key of 0.1.0".to_owned());
    let submitted = store.submit(&again).await.unwrap();
    assert_eq!((submitted.job, submitted.is_new), (found[0].id, false));
    again.title.clear();
    let error = store.submit(&again).await.unwrap_err();
    assert_eq!(error.code(), "jobs.idempotency");
    again.idempotency_key = None;
    let new = store.submit(&again).await.unwrap().job;
    assert_eq!((new.to_string().len(), get(&store, new).await.number), (32, 11));
    assert_eq!(store.owners(new).await.unwrap(), [""; 0]);

    // All ended jobs can be purged.
    assert_eq!(store.purge(Duration::ZERO).await.unwrap().jobs, 10);
    store.close().await;
}

/// Changes the database with `statements`, opens it, and returns the error, after checking that the
/// file is unchanged.
async fn open_error(statements: &str) -> (JobsError, String) {
    let copy = Copy::new();
    copy.execute(statements).await;
    let before = fs_err::read(&copy.file).expect("the copy");
    let error = Store::open(&copy.url).await.map(drop).expect_err(statements);
    assert!(fs_err::read(&copy.file).expect("the copy") == before, "{statements}: it has changed");
    let message = error.to_string().replace(&copy.url, "DATABASE");
    (error, message)
}

#[tokio::test]
async fn later_schema_is_rejected_and_unchanged() {
    for version in [6, 7, i64::MAX] {
        let insert =
            format!("INSERT INTO job_migration (version, applied_at) VALUES ({version}, 0)");
        let (error, message) = open_error(&insert).await;
        assert_eq!(
            message,
            format!(
                "the job database DATABASE has format {version}; this build supports formats up to 5"
            )
        );
        assert_eq!(error.code(), "jobs.newer");
        assert_eq!(error.hint(), "use the newer version of the program, or another database");
    }
}

/// No release wrote such a database: it has tables, but no version.
#[tokio::test]
async fn unknown_schema_is_rejected_and_unchanged() {
    for statements in [
        "DELETE FROM job_migration",
        "DROP TABLE job_migration",
        "UPDATE job_migration SET version = 0",
        "UPDATE job_migration SET version = -1",
    ] {
        let (error, message) = open_error(statements).await;
        assert_eq!(error.code(), "jobs.unavailable", "{message}");
        let begin = "the job database DATABASE is unavailable: ";
        assert!(message.starts_with(begin), "{message}");
        assert!(message.contains("table job already exists"), "{message}");
        assert!(error.hint().contains("stored jobs are safe"), "{}", error.hint());
    }
}
