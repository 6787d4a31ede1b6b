//! Connections to the job database, and the transaction rules for all statements.
//!
//! # Isolation
//!
//! Each change of a job is one transaction. Its first statement is either a compare-and-swap (an
//! `UPDATE` whose `WHERE` names the expected fence and state) or a `SELECT … FOR UPDATE` that locks
//! the job's row. All other writes of the transaction depend only on that row, so no other row
//! needs to be locked. Submissions are serialized, because they count existing rows.
//!
//! - **PostgreSQL** runs at `READ COMMITTED`, which each connection sets explicitly. An `UPDATE`
//!   that meets a row locked by another transaction waits for that transaction and then evaluates
//!   its `WHERE` again on the current row. The row stays locked until the commit, so the events of
//!   a job are numbered and become visible one after the other.
//! - **SQLite** has one writer at a time. Each writing transaction begins with `BEGIN IMMEDIATE`,
//!   so it is the only writer before it reads anything: writing transactions are serial.
//!
//! A commit is durable when it returns: `synchronous_commit` is on, `synchronous` is `FULL`.

mod clock;
mod health;
mod migrate;

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection as _};

pub(crate) use self::clock::{TrustedTimes, milliseconds};

use self::clock::DatabaseClock;
use self::health::Health;
use self::migrate::migrate;
use crate::dialect::{DatabaseUrl, Dialect};
use crate::id::JobKey;
use crate::notify::Notifier;
use crate::transaction::WriteTransaction;
use crate::{DatabaseFault, EventKind, JobsError};

/// Timeout for a connection and for each statement. It is longer than the lock timeouts below,
/// which report a reason.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for migrations, which may rewrite every row.
const MIGRATION_TIMEOUT: Duration = Duration::from_secs(600);
/// Enough for many workers, because each transaction takes milliseconds.
const POSTGRES_CONNECTIONS: u32 = 8;
/// Read-only connections to an SQLite file, in addition to the single writer.
const SQLITE_READERS: u32 = 4;
/// The delay after the first failed attempt, and the maximum delay.
const BACKOFF: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(300));

/// Run on each new connection. A worker that is suspended in the middle of a transaction keeps its
/// row locked, so the server ends such transactions, well before the lock timeout of other workers.
const POSTGRES_SETUP: [&str; 4] = [
    "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
    "SET synchronous_commit = on",
    "SET idle_in_transaction_session_timeout = '2s'",
    "SET lock_timeout = '5s'",
];
/// The busy timeout comes first: switching to WAL needs exclusive access to the file.
const SQLITE_SETUP: [&str; 4] = [
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
];
/// With a write-ahead log, readers see the last commit and do not wait for the writer.
const SQLITE_READER_SETUP: [&str; 2] = ["PRAGMA busy_timeout = 5000", "PRAGMA query_only = ON"];

/// The jobs of one database.
///
/// Clones share the connections and are cheap. Programs on any number of machines can open the same
/// PostgreSQL database. Programs on one machine can open the same SQLite file, but not over a
/// network file system, whose locks are unreliable.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    url: ConnectUrl,
    pool: AnyPool,
    /// For statements that change nothing; the same as `pool` except for an SQLite file.
    read_pool: AnyPool,
    dialect: Dialect,
    redacted_url: String,
    in_memory: bool,
    /// The task that tests a database with a fault counts the references.
    health: Arc<Health>,
    clock: Arc<DatabaseClock>,
    /// Milliseconds that are added to the database clock, in tests.
    clock_offset: Option<Arc<AtomicI64>>,
    notifier: Arc<Notifier>,
    checks_fence: bool,
    timeout: Duration,
    backoff: (Duration, Duration),
}

/// The URL for the driver. It may contain a password, which must not appear in logs.
#[derive(Clone)]
struct ConnectUrl(String);

impl fmt::Debug for ConnectUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConnectUrl").finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the database and migrates its tables to the format of this version.
    ///
    /// `url` is `sqlite:PATH` (the file is created if it does not exist; `PATH` is used literally),
    /// `sqlite::memory:` (removed with the last clone, for tests) or
    /// `postgres://USER:PASSWORD@HOST/NAME`.
    ///
    /// The connection to PostgreSQL is encrypted if the server offers TLS. `sslmode=require` in the
    /// URL makes encryption mandatory. `sslmode=verify-full` also requires a certificate that is
    /// valid for the host, signed by a system certificate authority or by one in
    /// `sslrootcert=FILE`.
    ///
    /// Must be called within a tokio runtime, like all async functions of this crate.
    ///
    /// # Errors
    ///
    /// [`JobsError::InvalidUrl`], [`JobsError::Unavailable`], and [`JobsError::NewerSchema`] if a
    /// later version has changed the tables; the database is not changed then.
    pub async fn open(url: &str) -> Result<Self, JobsError> {
        Self::open_with_timeout(url, TIMEOUT).await
    }

    /// Like [`Store::open`], with another timeout for a connection and for each statement. The
    /// default is 10 s. An operation that takes longer fails with [`JobsError::Unavailable`].
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn open_with_timeout(url: &str, timeout: Duration) -> Result<Self, JobsError> {
        let address = DatabaseUrl::parse(url)?;
        sqlx::any::install_default_drivers();
        let dialect = address.dialect;
        let setup = writer_setup(dialect);
        let connections = match dialect {
            // SQLite has one writer anyway. The pool's queue is fair; waiting for the lock of the
            // file is not.
            Dialect::Sqlite => 1,
            Dialect::Postgres => POSTGRES_CONNECTIONS,
        };
        let health = Arc::default();
        let mut options = pool_options(connections, setup, timeout, &health);
        if address.in_memory {
            options = options.min_connections(1).idle_timeout(None).max_lifetime(None);
        }
        let unavailable = |source: sqlx::Error| {
            JobsError::from_fault(DatabaseFault::of(&source), &address.redacted, source)
        };
        check_connection(&address.url, setup, timeout).await.map_err(unavailable)?;
        let pool = options.connect(&address.url).await.map_err(unavailable)?;
        let has_read_pool = dialect == Dialect::Sqlite && !address.in_memory;
        let read_pool = if has_read_pool {
            // Connects on first use, when the file exists.
            let options = pool_options(SQLITE_READERS, &SQLITE_READER_SETUP, timeout, &health);
            options.connect_lazy(&address.url).map_err(unavailable)?
        } else {
            pool.clone()
        };
        let inner = Inner {
            pool,
            read_pool,
            dialect,
            in_memory: address.in_memory,
            health,
            clock: Arc::default(),
            clock_offset: None,
            redacted_url: address.redacted,
            url: ConnectUrl(address.url),
            notifier: Arc::new(Notifier::default()),
            checks_fence: true,
            timeout,
            backoff: BACKOFF,
        };
        let store = Self { inner: Arc::new(inner) };
        migrate(&store.with_operation_timeout(MIGRATION_TIMEOUT)).await?;
        Ok(store)
    }

    fn with_operation_timeout(&self, timeout: Duration) -> Self {
        Self { inner: Arc::new(Inner { timeout, ..(*self.inner).clone() }) }
    }

    /// Returns the same store with another backoff: the delay after the first failed attempt and
    /// the maximum delay. The delay doubles with each attempt. The defaults are 1 s and 5 min.
    #[must_use]
    pub fn with_backoff(&self, first: Duration, longest: Duration) -> Self {
        Self { inner: Arc::new(Inner { backoff: (first, longest), ..(*self.inner).clone() }) }
    }

    /// Returns the database URL without its password.
    #[must_use]
    pub fn redacted_url(&self) -> &str {
        &self.inner.redacted_url
    }

    /// Returns a store that does not check fences, to demonstrate the resulting errors in tests.
    #[doc(hidden)]
    #[must_use]
    pub fn without_fence(&self) -> Self {
        Self { inner: Arc::new(Inner { checks_fence: false, ..(*self.inner).clone() }) }
    }

    /// Returns a store whose database clock is ahead by this number of milliseconds, which can
    /// change, to test jumps of the clock.
    #[doc(hidden)]
    #[must_use]
    pub fn with_clock_offset(&self, offset: &Arc<AtomicI64>) -> Self {
        let clock_offset = Some(Arc::clone(offset));
        Self { inner: Arc::new(Inner { clock_offset, ..(*self.inner).clone() }) }
    }

    /// Closes all connections after the current operations of all clones have ended.
    pub async fn close(&self) {
        self.inner.read_pool.close().await;
        self.inner.pool.close().await;
    }

    pub(crate) fn backoff(&self) -> (Duration, Duration) {
        self.inner.backoff
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.inner.dialect
    }

    /// For statements that change data.
    pub(crate) fn pool(&self) -> &AnyPool {
        &self.inner.pool
    }

    /// For statements that change nothing; they do not wait for a writer.
    pub(crate) fn read_pool(&self) -> &AnyPool {
        &self.inner.read_pool
    }

    pub(crate) fn is_in_memory(&self) -> bool {
        self.inner.in_memory
    }

    pub(crate) fn clock(&self) -> &DatabaseClock {
        &self.inner.clock
    }

    fn health(&self) -> &Arc<Health> {
        &self.inner.health
    }

    /// Returns the URL for the driver, which may contain a password.
    pub(crate) fn connect_url(&self) -> &str {
        &self.inner.url.0
    }

    /// Returns the statements for a new writing connection.
    pub(crate) fn setup(&self) -> &'static [&'static str] {
        writer_setup(self.inner.dialect)
    }

    pub(crate) fn timeout(&self) -> Duration {
        self.inner.timeout
    }

    /// Returns a store with the same connections that is not counted as one of the clones.
    pub(crate) fn separate_clone(&self) -> Self {
        Self { inner: Arc::new((*self.inner).clone()) }
    }

    /// Awaits a database operation with the store's timeout.
    pub(crate) async fn with_timeout<T>(
        &self,
        operation: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, JobsError> {
        let operation = async {
            self.reopen().await?;
            operation.await
        };
        match tokio::time::timeout(self.inner.timeout, operation).await {
            Ok(Err(error)) => Err(self.classify_error(error)),
            Ok(Ok(value)) => Ok(value),
            Err(_) => {
                let fault = DatabaseFault::Unavailable;
                self.record_fault(fault, None);
                let source = format!("no answer within {:?}", self.inner.timeout);
                Err(JobsError::from_fault(fault, &self.inner.redacted_url, source))
            }
        }
    }

    pub(crate) fn notifier(&self) -> &Arc<Notifier> {
        &self.inner.notifier
    }

    /// Translates the statement for this database.
    pub(crate) fn sql(&self, statement: &str) -> String {
        let Some(offset) = &self.inner.clock_offset else {
            return self.inner.dialect.translate(statement);
        };
        let now = format!("(@now + {})", offset.load(Ordering::SeqCst));
        self.inner.dialect.translate(&statement.replace("@now", &now))
    }

    /// Like [`Store::sql`], for statements of a worker about the job in row `$1`, on which it has a
    /// lease with fence `$2`: `@fenced` is replaced by the condition that the lease is still valid.
    pub(crate) fn fenced_sql(&self, statement: &str) -> String {
        let guard = if self.inner.checks_fence {
            "id = $1 AND fence = $2 AND state = 'running'"
        } else {
            "id = $1 AND $2 = $2 AND state = 'running'"
        };
        self.sql(&statement.replace("@fenced", guard))
    }

    pub(crate) fn checks_fence(&self) -> bool {
        self.inner.checks_fence
    }

    /// Begins a writing transaction. It is rolled back if it is dropped without a commit.
    pub(crate) async fn begin(&self) -> Result<WriteTransaction, JobsError> {
        let (pool, dialect, timeout) =
            (self.inner.pool.clone(), self.inner.dialect, self.inner.timeout);
        // The transaction begins in its own task, which continues when the caller times out.
        // Otherwise a transaction that was begun and not yet returned would stay open in a pooled
        // connection, with its locks. The task drops it, which rolls it back.
        let ended = |error: tokio::task::JoinError| Err(sqlx::Error::Protocol(error.to_string()));
        let begin = async {
            let begin = async move { WriteTransaction::begin(&pool, dialect, timeout).await };
            tokio::spawn(begin).await.unwrap_or_else(ended)
        };
        self.with_timeout(begin).await
    }

    /// Classifies the error: an invalid row, or a fault of the database, which is recorded.
    pub(crate) fn classify_error(&self, error: sqlx::Error) -> JobsError {
        if is_invalid_row(&error) {
            return JobsError::Corrupt { what: "row", value: error.to_string() };
        }
        let fault = DatabaseFault::of(&error);
        // A store that was closed says nothing about the database.
        if !matches!(error, sqlx::Error::PoolClosed) {
            self.record_fault(fault, Some(&error));
        }
        JobsError::from_fault(fault, &self.inner.redacted_url, error)
    }

    /// Inserts the event with this number, which the transaction has already counted in the job's
    /// row.
    pub(crate) async fn insert_event(
        &self,
        transaction: &mut WriteTransaction,
        job: JobKey,
        number: i64,
        kind: EventKind,
        data: &str,
    ) -> Result<(), JobsError> {
        let text = self.sql(
            "INSERT INTO job_event (job, number, kind, data, at) VALUES ($1, $2, $3, $4, @now)",
        );
        let query = sqlx::query(&text).bind(job.row).bind(number).bind(kind.name()).bind(data);
        self.with_timeout(query.execute(&mut **transaction)).await?;
        Ok(())
    }

    /// Commits, and notifies the followers of the job.
    pub(crate) async fn commit_event(
        &self,
        transaction: WriteTransaction,
        job: JobKey,
        number: i64,
    ) -> Result<(), JobsError> {
        self.with_timeout(transaction.commit()).await?;
        self.inner.notifier.notify_event(job.id, number);
        Ok(())
    }
}

fn pool_options(
    connections: u32,
    setup: &'static [&'static str],
    timeout: Duration,
    health: &Arc<Health>,
) -> AnyPoolOptions {
    let health = Arc::downgrade(health);
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(timeout)
        .after_connect(move |connection, _| Box::pin(run_setup(connection, setup)))
        .before_acquire(move |_, connection| {
            let is_usable = health.upgrade().is_none_or(|health| health.is_usable(connection.age));
            Box::pin(async move { Ok(is_usable) })
        })
}

/// Returns the statements for a new writing connection.
fn writer_setup(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Sqlite => &SQLITE_SETUP,
        Dialect::Postgres => &POSTGRES_SETUP,
    }
}

/// Opens one connection outside the pool, to report the reason of a failure immediately. The pool
/// would retry until its timeout and report only the timeout.
pub(crate) async fn check_connection(
    url: &str,
    setup: &'static [&'static str],
    timeout: Duration,
) -> Result<(), sqlx::Error> {
    let attempt = async {
        loop {
            match connect(url, setup).await {
                // Another program is switching the file to WAL; SQLite does not wait for that.
                Err(error) if is_busy(&error) => tokio::time::sleep(timeout / 100).await,
                Err(error) => return Err(error),
                Ok(connection) => return connection.close().await,
            }
        }
    };
    tokio::time::timeout(timeout, attempt).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Opens a connection outside the pool.
pub(crate) async fn connect(
    url: &str,
    setup: &'static [&'static str],
) -> Result<AnyConnection, sqlx::Error> {
    let mut connection = AnyConnection::connect(url).await?;
    run_setup(&mut connection, setup).await?;
    Ok(connection)
}

/// Returns whether a value in a row caused the error. Such a row is quarantined, because retrying
/// does not help.
fn is_invalid_row(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| match code.len() {
            // PostgreSQL: data exceptions (such as a number out of range) and integrity
            // constraints.
            5 => code.starts_with("22") || code.starts_with("23"),
            // SQLite: the low byte is the primary error code, here `SQLITE_CONSTRAINT` or
            // `SQLITE_MISMATCH`.
            _ => matches!(code.parse::<u32>().map(|code| code & 0xff), Ok(19 | 20)),
        }),
        _ => false,
    }
}

fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    // PostgreSQL's codes have five characters.
    code.is_some_and(|code| matches!(&*code, "5" | "261" | "517"))
}

async fn run_setup(
    connection: &mut AnyConnection,
    statements: &'static [&'static str],
) -> Result<(), sqlx::Error> {
    for statement in statements {
        sqlx::query(statement).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Replaces the character U+0000, which PostgreSQL cannot store.
pub(crate) fn replace_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use sqlx::Row as _;

    use super::*;

    async fn assert_query(store: &Store, sql: &str, expected: &str) {
        let row = sqlx::query(sql).fetch_one(store.pool()).await.expect("the operation succeeds");
        let found =
            row.try_get::<String, _>(0).or_else(|_| row.try_get(0).map(|n: i64| n.to_string()));
        assert_eq!(found.expect("a text or a number"), expected, "{sql}");
    }

    /// Like `assert_query`, on a read-only connection.
    async fn assert_read_query(store: &Store, sql: &str, expected: i64) {
        let row =
            sqlx::query(sql).fetch_one(store.read_pool()).await.expect("the operation succeeds");
        assert_eq!(row.get::<i64, _>(0), expected, "{sql}");
    }

    #[tokio::test]
    async fn sqlite_connections_are_configured() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("jobs.db");
        let store =
            Store::open(&format!("sqlite:{}", path.display())).await.expect("the database opens");
        assert_query(&store, "PRAGMA journal_mode", "wal").await;
        assert_query(&store, "PRAGMA synchronous", "2").await;
        assert_query(&store, "PRAGMA foreign_keys", "1").await;
        assert_query(&store, "PRAGMA busy_timeout", "5000").await;
        assert_read_query(&store, "PRAGMA query_only", 1).await;
        assert_read_query(&store, "PRAGMA busy_timeout", 5000).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn abandoned_transaction_is_rolled_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        let store = Store::open(&url).await.expect("the database opens");
        let other = Store::open(&url).await.expect("the database opens");
        // The timeout expires at about the time the other transaction ends, so that some
        // transactions are begun and abandoned.
        for round in 0..600 {
            let held = other.begin().await.unwrap_or_else(|error| panic!("round {round}: {error}"));
            let inner = Inner { timeout: Duration::from_millis(4), ..(*store.inner).clone() };
            let impatient = Store { inner: Arc::new(inner) };
            let abandoned = tokio::spawn(async move { drop(impatient.begin().await) });
            tokio::time::sleep(Duration::from_millis(round % 5)).await;
            drop(held);
            abandoned.await.expect("no panic");
        }
        let result = other.begin().await;
        assert!(result.is_ok(), "{result:?}");
    }

    #[tokio::test]
    #[ignore = "needs PostgreSQL: GORDIAN_TEST_POSTGRES"]
    async fn postgres_connections_are_configured() {
        let url = std::env::var("GORDIAN_TEST_POSTGRES")
            .expect("GORDIAN_TEST_POSTGRES must be the URL of a PostgreSQL server");
        // The server's default settings differ.
        let joint = if url.contains('?') { '&' } else { '?' };
        let options = "-c%20default_transaction_isolation=serializable%20-c%20search_path=pg_temp";
        let store = Store::open(&format!("{url}{joint}options={options}"))
            .await
            .expect("the database opens");
        assert_query(&store, "SHOW transaction_isolation", "read committed").await;
        assert_query(&store, "SHOW synchronous_commit", "on").await;
        assert_query(&store, "SHOW lock_timeout", "5s").await;
        assert_query(&store, "SHOW idle_in_transaction_session_timeout", "2s").await;
    }
}
