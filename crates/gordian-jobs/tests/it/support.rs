//! Runs each test on every database.
//!
//! A test is an `async fn(TestDatabase)`. [`test_on_both!`] creates a test on SQLite from it, and
//! an ignored test on PostgreSQL, which needs the URL of a server in `GORDIAN_TEST_POSTGRES`.

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use gordian_jobs::{Claim, Store};
use sqlx::{Connection as _, Executor as _, Row as _};

/// The database of one test.
pub(crate) struct TestDatabase {
    pub(crate) url: String,
    /// The URL of the server and the name of the schema, to remove it.
    postgres: Option<(String, String)>,
    _folder: tempfile::TempDir,
}

impl TestDatabase {
    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url).await.expect("the database of the test")
    }

    /// Makes the leases of all jobs expire.
    pub(crate) async fn end_leases(&self) {
        self.execute("UPDATE job SET lease_until = 1 WHERE state = 'running'").await;
    }

    /// Returns the single number that the query yields.
    pub(crate) async fn number(&self, sql: &str) -> i64 {
        let mut connection = sqlx::AnyConnection::connect(&self.url).await.expect("a connection");
        let row = connection.fetch_one(sql).await.expect("the operation succeeds");
        connection.close().await.expect("it ends in time");
        row.get(0)
    }

    /// Blocks the database, as if it were unavailable.
    pub(crate) async fn block(&self) -> Blocked {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&self.url).await.expect("a connection");
        if self.url.starts_with("sqlite") {
            connection.execute("BEGIN IMMEDIATE").await.expect("the database is blocked");
        } else {
            connection.execute("BEGIN").await.expect("the database is blocked");
            connection
                .execute("LOCK TABLE job IN ACCESS EXCLUSIVE MODE")
                .await
                .expect("the database is blocked");
        }
        Blocked(connection)
    }

    /// Executes statements directly.
    pub(crate) async fn execute(&self, statements: &str) {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect(&self.url).await.expect("a connection");
        connection.execute(sqlx::raw_sql(statements)).await.expect("the statements");
        connection.close().await.expect("it ends in time");
    }
}

/// Blocks all other writers of jobs.
pub(crate) struct Blocked(sqlx::AnyConnection);

impl Blocked {
    pub(crate) async fn release(mut self) {
        self.0.execute("ROLLBACK").await.expect("the block ends");
        self.0.close().await.expect("it ends in time");
    }
}

static SCHEMAS: AtomicU32 = AtomicU32::new(0);

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder of the test's own")
}

fn block_on(future: impl Future<Output = ()>) {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(future);
}

pub(crate) fn on_sqlite<F: Future<Output = ()>>(test: impl FnOnce(TestDatabase) -> F) {
    let folder = folder();
    let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
    block_on(test(TestDatabase { url, postgres: None, _folder: folder }));
}

pub(crate) fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(TestDatabase) -> F) {
    let server = std::env::var("GORDIAN_TEST_POSTGRES")
        .expect("GORDIAN_TEST_POSTGRES must be the URL of a PostgreSQL server");
    let number = SCHEMAS.fetch_add(1, Ordering::Relaxed);
    let schema = format!("test_{}_{number}", std::process::id());
    let joint = if server.contains('?') { '&' } else { '?' };
    let url = format!("{server}{joint}options=-c%20search_path%3D{schema}");
    let database =
        TestDatabase { url, postgres: Some((server.clone(), schema.clone())), _folder: folder() };
    block_on(async move {
        let make = format!("DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema}");
        database.execute(&make).await;
        let (server, schema) = database.postgres.clone().expect("PostgreSQL");
        test(database).await;
        let outside = TestDatabase { url: server, postgres: None, _folder: folder() };
        outside.execute(&format!("DROP SCHEMA {schema} CASCADE")).await;
    });
}

/// Creates a test on each database from each `async fn(TestDatabase)`.
macro_rules! test_on_both {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                crate::support::on_sqlite(super::$name);
            })*
        }
        mod postgres {
            $(#[test]
            #[ignore = "needs PostgreSQL: GORDIAN_TEST_POSTGRES"]
            fn $name() {
                crate::support::on_postgres(super::$name);
            })*
        }
    };
}
pub(crate) use test_on_both;

/// Longer than any test.
pub(crate) const LONG_TIMEOUT: Duration = Duration::from_secs(600);
/// The timeout for expected events, which happen within milliseconds on an idle machine.
pub(crate) const EXPECT_TIMEOUT: Duration = Duration::from_secs(30);

/// Claims a job of kind `work`, or returns `None`.
pub(crate) async fn claim(store: &Store, lease: Duration) -> Option<Claim> {
    store.claim(&["work".to_owned()], "tester", lease).await.expect("the operation succeeds")
}

/// Returns the numbers, kinds and data of all events of the job.
pub(crate) async fn events(store: &Store, job: gordian_jobs::JobId) -> Vec<String> {
    let events = store.events(job, 0, 1000).await.expect("events");
    let line = |event: &gordian_jobs::Event| {
        let data = event.data.as_deref().map(|data| format!(" {data}")).unwrap_or_default();
        format!("{} {}{data}", event.number, event.kind.name())
    };
    events.iter().map(line).collect()
}

/// Submits a job of kind `work`.
pub(crate) async fn submit(store: &Store) -> gordian_jobs::JobId {
    store.submit(&gordian_jobs::Submission::new("work", "{}")).await.expect("a job").job
}

pub(crate) async fn get(store: &Store, job: gordian_jobs::JobId) -> gordian_jobs::Job {
    store.get(job).await.expect("the operation succeeds").expect("the job")
}
