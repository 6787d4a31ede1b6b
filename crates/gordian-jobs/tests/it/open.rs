//! Opening new, existing and invalid databases.

use gordian_jobs::{JobsError, Store};
use tokio::task::JoinSet;

use crate::support::{TestDatabase, submit, test_on_both};

test_on_both!(
    database_can_be_opened_concurrently,
    jobs_survive_reopening,
    newer_schema_is_rejected,
    secret_is_created_once,
);

async fn database_can_be_opened_concurrently(database: TestDatabase) {
    let mut openers = JoinSet::new();
    for _ in 0..8 {
        let url = database.url.clone();
        openers.spawn(async move { submit(&Store::open(&url).await.unwrap()).await });
    }
    assert_eq!(openers.join_all().await.len(), 8);
    assert_eq!(database.open().await.counts(None).await.unwrap().queued, 8);
}

async fn jobs_survive_reopening(database: TestDatabase) {
    let store = database.open().await;
    let job = submit(&store).await;
    store.close().await;
    assert_eq!(store.get(job).await.unwrap_err().code(), "jobs.unavailable");
    assert!(database.open().await.get(job).await.unwrap().is_some());
}

async fn newer_schema_is_rejected(database: TestDatabase) {
    database.open().await.close().await;
    database.execute("INSERT INTO job_migration (version, applied_at) VALUES (99, 0)").await;
    let error = Store::open(&database.url).await.unwrap_err();
    assert!(matches!(error, JobsError::NewerSchema { found: 99, known: 5, .. }), "{error}");
    assert_eq!(error.code(), "jobs.newer");
}

async fn secret_is_created_once(database: TestDatabase) {
    database.open().await.close().await;
    let mut openers = JoinSet::new();
    for number in 0..8_u8 {
        let url = database.url.clone();
        openers.spawn(async move {
            let store = Store::open(&url).await.unwrap();
            store.secret("key", &[number; 64]).await.unwrap()
        });
    }
    let mut secrets = openers.join_all().await;
    let store = database.open().await;
    let other = store.secret("another", b"other").await.unwrap();
    assert_eq!(other, b"other");
    secrets.push(store.secret("key", &[99; 64]).await.unwrap());
    assert!(secrets[0].len() == 64 && secrets.iter().all(|secret| *secret == secrets[0]));
}

async fn open_error(url: &str) -> (String, &'static str) {
    let error = Store::open(url).await.unwrap_err();
    assert!(!error.hint().is_empty());
    (error.to_string(), error.code())
}

#[tokio::test]
async fn invalid_databases_are_rejected() {
    let (message, code) = open_error("mysql://me:secret@host/name").await;
    assert_eq!(
        (message.as_str(), code),
        ("'mysql://host/name' is not the URL of a job database", "jobs.url")
    );
    let (message, code) = open_error("sqlite:/no/such/folder/jobs.db").await;
    assert_eq!(code, "jobs.unavailable");
    assert!(message.contains("sqlite:/no/such/folder/jobs.db"), "{message}");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    fs_err::write(&path, "no database ".repeat(1000)).unwrap();
    let (message, code) = open_error(&format!("sqlite:{}", path.display())).await;
    assert_eq!(code, "jobs.damaged");
    assert!(message.contains("file is not a database"), "{message}");
}

#[tokio::test]
async fn error_messages_hide_passwords() {
    let (message, code) = open_error("postgres://me:secret@127.0.0.1:1/name").await;
    assert_eq!(code, "jobs.unavailable");
    assert!(message.contains("127.0.0.1") && !message.contains("secret"), "{message}");
    for rest in ["127.0.0.1:port/name", "127.0.0.1:1/name?sslmode=no", "[/name", "127.0.0.1:1#a"] {
        let (message, code) = open_error(&format!("postgres://me:secret@{rest}")).await;
        assert_eq!(code, "jobs.unavailable", "{rest}");
        assert!(!message.contains("secret"), "{message}");
    }
}

#[tokio::test]
async fn path_can_contain_any_character() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jobs? of 100% #é.db");
    Store::open(&format!("sqlite:{}", path.display())).await.unwrap().close().await;
    assert!(path.exists());
}

#[tokio::test]
async fn in_memory_database_lives_as_long_as_its_store() {
    let store = Store::open("sqlite::memory:").await.unwrap();
    let job = submit(&store.clone()).await;
    assert!(store.get(job).await.unwrap().is_some());
    let other = Store::open("sqlite::memory:").await.unwrap();
    assert!(other.get(job).await.unwrap().is_none(), "each in-memory database is separate");
}
