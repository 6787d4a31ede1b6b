//! The way to the database, and the rules by which every statement reaches it.
//!
//! # Isolation, and why it suffices
//!
//! Every change of a job is one transaction whose first statement is an `UPDATE` that says in its
//! `WHERE` which job it expects to find (its fence, its state): a compare-and-swap; or a `SELECT … FOR
//! UPDATE` that locks its row. All that the transaction writes besides depends on that row alone, so it
//! is enough that the comparison and the change cannot come apart. (Submissions are one after the other:
//! they count what is there.)
//!
//! - **PostgreSQL** runs at `READ COMMITTED`, which each connection asks for by name. An `UPDATE` that
//!   meets a row somebody else is changing waits for the end of that transaction and then looks at its
//!   `WHERE` again, on the row as it is now. The row stays locked until the commit; therefore events
//!   get their numbers, and become visible, one after the other.
//! - **SQLite** has one writer at a time. Every transaction that writes begins with `BEGIN IMMEDIATE`,
//!   so it is that writer before it reads anything: transactions are serial.
//!
//! A commit is on the disk when it returns: `synchronous_commit` is on, `synchronous` is `FULL`.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{Any, AnyConnection, AnyPool, Connection as _, Transaction};

use crate::board::Board;
use crate::dialect::{Address, Dialect};
use crate::job::JobKey;
use crate::migrate::migrate;
use crate::{EventKind, JobsError};

/// How long to wait for a connection, or for the answer to one statement, before the database counts as
/// away: longer than the time limits for locks below, which come with a reason.
const DEADLINE: Duration = Duration::from_secs(10);
/// A change of the tables may have to rewrite every row.
const MIGRATION: Duration = Duration::from_secs(600);
/// Enough for many workers: each transaction takes milliseconds.
const POSTGRES_CONNECTIONS: u32 = 8;
/// Readers of an SQLite file beside its one writer.
const SQLITE_READERS: u32 = 4;
/// The delay after the first failed attempt, and the longest one.
const BACKOFF: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(300));

/// For each new connection. A worker that is stopped in the middle of a transaction keeps its row
/// locked, so the server ends such transactions, well before others give up waiting for the row.
const POSTGRES_SETUP: [&str; 4] = [
    "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
    "SET synchronous_commit = on",
    "SET idle_in_transaction_session_timeout = '2s'",
    "SET lock_timeout = '5s'",
];
/// The time limit first: the change to WAL needs the file for itself.
const SQLITE_SETUP: [&str; 4] = [
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
];
/// In a write-ahead log readers see the last commit and wait for no writer.
const SQLITE_READER_SETUP: [&str; 2] = ["PRAGMA busy_timeout = 5000", "PRAGMA query_only = ON"];

/// The jobs of one database.
///
/// Clones share the connections and cost nothing. Programs on any number of machines may open the same
/// PostgreSQL database, programs on one machine the same SQLite file (not over a network file system,
/// whose locks cannot be trusted).
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Clone, Debug)]
struct Inner {
    pool: AnyPool,
    /// For statements that change nothing; the same as `pool` but for an SQLite file.
    readers: AnyPool,
    dialect: Dialect,
    shown: String,
    board: Arc<Board>,
    fenced: bool,
    deadline: Duration,
    backoff: (Duration, Duration),
}

impl Store {
    /// Opens the database, and brings its tables to the format of this program.
    ///
    /// `url` is `sqlite:PATH` (the file is made if there is none; `PATH` is taken as it stands),
    /// `sqlite::memory:` (gone with the last clone, for tests) or `postgres://USER:PASSWORD@HOST/NAME`.
    ///
    /// The connection to PostgreSQL is encrypted if the server offers TLS; `sslmode=require` in the
    /// address insists on that, and `sslmode=verify-full` also on a certificate that is valid for the
    /// host by the certificates of the system or by those in `sslrootcert=FILE`.
    ///
    /// Must be called within a tokio runtime, as all that waits here.
    ///
    /// # Errors
    ///
    /// [`JobsError::Url`], [`JobsError::Unavailable`], and [`JobsError::Newer`] if a later program has
    /// changed the tables; nothing is changed then.
    pub async fn open(url: &str) -> Result<Self, JobsError> {
        Self::open_within(url, DEADLINE).await
    }

    /// As [`Store::open`], with another time limit for a connection and for each statement. The default
    /// is 10 s; what takes longer fails with [`JobsError::Unavailable`].
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub async fn open_within(url: &str, deadline: Duration) -> Result<Self, JobsError> {
        let address = Address::parse(url)?;
        sqlx::any::install_default_drivers();
        let dialect = address.dialect;
        let (connections, setup) = match dialect {
            // There is one writer anyway; the pool's queue is fair, waiting for a lock within the
            // file is not.
            Dialect::Sqlite => (1, &SQLITE_SETUP),
            Dialect::Postgres => (POSTGRES_CONNECTIONS, &POSTGRES_SETUP),
        };
        let mut options = pool_of(connections, setup, deadline);
        if address.in_memory {
            options = options.min_connections(1).idle_timeout(None).max_lifetime(None);
        }
        let unavailable = |source: sqlx::Error| JobsError::Unavailable {
            database: address.shown.clone(),
            source: Box::new(source),
        };
        probe(&address.url, setup, deadline).await.map_err(unavailable)?;
        let pool = options.connect(&address.url).await.map_err(unavailable)?;
        let separate = dialect == Dialect::Sqlite && !address.in_memory;
        let readers = if separate {
            // Connects when it is first used: by then the file is there.
            let options = pool_of(SQLITE_READERS, &SQLITE_READER_SETUP, deadline);
            options.connect_lazy(&address.url).map_err(unavailable)?
        } else {
            pool.clone()
        };
        let inner = Inner {
            pool,
            readers,
            dialect,
            shown: address.shown,
            board: Arc::new(Board::default()),
            fenced: true,
            deadline,
            backoff: BACKOFF,
        };
        let store = Self { inner: Arc::new(inner) };
        migrate(&store.with_deadline(MIGRATION)).await?;
        Ok(store)
    }

    fn with_deadline(&self, deadline: Duration) -> Self {
        Self { inner: Arc::new(Inner { deadline, ..(*self.inner).clone() }) }
    }

    /// Returns the same store with another backoff: how long a job waits after its first failed
    /// attempt, and at most; the time doubles with each attempt. The default is 1 s and 5 min.
    #[must_use]
    pub fn with_backoff(&self, first: Duration, longest: Duration) -> Self {
        Self { inner: Arc::new(Inner { backoff: (first, longest), ..(*self.inner).clone() }) }
    }

    /// Returns where the database is, without any password.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.inner.shown
    }

    /// Returns a store whose workers are not guarded by their fence: it shows what goes wrong then.
    #[doc(hidden)]
    #[must_use]
    pub fn without_fence(&self) -> Self {
        Self { inner: Arc::new(Inner { fenced: false, ..(*self.inner).clone() }) }
    }

    /// Waits until no clone uses the database, and closes all connections.
    pub async fn close(&self) {
        self.inner.readers.close().await;
        self.inner.pool.close().await;
    }

    pub(crate) fn backoff(&self) -> (Duration, Duration) {
        self.inner.backoff
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.inner.dialect
    }

    /// For statements that change something.
    pub(crate) fn pool(&self) -> &AnyPool {
        &self.inner.pool
    }

    /// For statements that change nothing; they wait for no writer.
    pub(crate) fn readers(&self) -> &AnyPool {
        &self.inner.readers
    }

    /// Waits for the database, but not for ever: one that hangs is unavailable.
    pub(crate) async fn answer<T>(
        &self,
        answer: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, JobsError> {
        match tokio::time::timeout(self.inner.deadline, answer).await {
            Ok(Err(error)) => Err(self.error(error)),
            Ok(Ok(answer)) => Ok(answer),
            Err(_) => Err(JobsError::Unavailable {
                database: self.inner.shown.clone(),
                source: format!("no answer within {:?}", self.inner.deadline).into(),
            }),
        }
    }

    pub(crate) fn board(&self) -> &Arc<Board> {
        &self.inner.board
    }

    /// Returns the statement in the words of this database.
    pub(crate) fn sql(&self, statement: &str) -> String {
        self.inner.dialect.words(statement)
    }

    /// As [`Store::sql`], for the statements of a worker about the job `$1` that it holds with the
    /// fence `$2`: `@held` is the guard.
    pub(crate) fn guarded(&self, statement: &str) -> String {
        let guard = if self.inner.fenced {
            "id = $1 AND fence = $2 AND state = 'running'"
        } else {
            "id = $1 AND $2 = $2 AND state = 'running'"
        };
        self.sql(&statement.replace("@held", guard))
    }

    pub(crate) fn is_fenced(&self) -> bool {
        self.inner.fenced
    }

    /// Begins a transaction that will write. Dropped without a commit, it has not happened.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>, JobsError> {
        let (pool, dialect) = (self.inner.pool.clone(), self.inner.dialect);
        // A task of its own goes on when its caller gives up at the deadline: a transaction that was begun
        // and not yet handed over would stay open, with its locks, in a connection of the pool. The task
        // drops it, which rolls it back.
        let begun = tokio::spawn(async move {
            match dialect {
                Dialect::Sqlite => pool.begin_with("BEGIN IMMEDIATE").await,
                Dialect::Postgres => pool.begin().await,
            }
        });
        let ended = |error: tokio::task::JoinError| Err(sqlx::Error::Protocol(error.to_string()));
        self.answer(async { begun.await.unwrap_or_else(ended) }).await
    }

    /// Returns what the error means: a row that cannot be read, or a database that cannot be used.
    pub(crate) fn error(&self, error: sqlx::Error) -> JobsError {
        if is_about_a_row(&error) {
            return JobsError::Corrupt { what: "row", value: error.to_string() };
        }
        JobsError::Unavailable { database: self.inner.shown.clone(), source: Box::new(error) }
    }

    /// Writes the event of this number, which the transaction has just counted in the job's row.
    pub(crate) async fn insert_event(
        &self,
        transaction: &mut Transaction<'static, Any>,
        job: JobKey,
        number: i64,
        kind: EventKind,
        data: &str,
    ) -> Result<(), JobsError> {
        let text = self.sql(
            "INSERT INTO job_event (job, number, kind, data, at) VALUES ($1, $2, $3, $4, @now)",
        );
        let query = sqlx::query(&text).bind(job.row).bind(number).bind(kind.name()).bind(data);
        self.answer(query.execute(&mut **transaction)).await?;
        Ok(())
    }

    /// Commits, and wakes who waits for events of the job.
    pub(crate) async fn commit_event(
        &self,
        transaction: Transaction<'static, Any>,
        job: JobKey,
        number: i64,
    ) -> Result<(), JobsError> {
        self.answer(transaction.commit()).await?;
        self.inner.board.event(job.id, number);
        Ok(())
    }
}

fn pool_of(connections: u32, setup: &'static [&'static str], deadline: Duration) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(deadline)
        .after_connect(move |connection, _| Box::pin(set_up(connection, setup)))
}

/// Opens one connection outside the pool. The pool would try again and again, and then say no more than
/// that its time was over; here the reason is told at once.
async fn probe(
    url: &str,
    setup: &'static [&'static str],
    deadline: Duration,
) -> Result<(), sqlx::Error> {
    let probe = async {
        loop {
            let mut connection = AnyConnection::connect(url).await?;
            match set_up(&mut connection, setup).await {
                // Another program is changing the file to WAL: SQLite does not wait for that.
                Err(error) if is_busy(&error) => tokio::time::sleep(deadline / 100).await,
                Err(error) => return Err(error),
                Ok(()) => return connection.close().await,
            }
        }
    };
    tokio::time::timeout(deadline, probe).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

/// Returns whether a value in a row is the reason: then the row is to be set aside, and waiting is of no
/// use.
fn is_about_a_row(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| match code.len() {
            // PostgreSQL: data exceptions (a number out of range), integrity constraints.
            5 => code.starts_with("22") || code.starts_with("23"),
            // SQLite: the low byte is the kind of error, here a constraint or the type of a value.
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

async fn set_up(
    connection: &mut AnyConnection,
    statements: &'static [&'static str],
) -> Result<(), sqlx::Error> {
    for statement in statements {
        sqlx::query(statement).execute(&mut *connection).await?;
    }
    Ok(())
}

/// A text that every database can keep: PostgreSQL refuses the character 0.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use sqlx::Row as _;

    use super::*;

    async fn check(store: &Store, question: &str, answer: &str) {
        let row = sqlx::query(question).fetch_one(store.pool()).await.expect("an answer");
        let found =
            row.try_get::<String, _>(0).or_else(|_| row.try_get(0).map(|n: i64| n.to_string()));
        assert_eq!(found.expect("a text or a number"), answer, "{question}");
    }

    /// As `check`, for the connections that only read.
    async fn check_reader(store: &Store, question: &str, answer: i64) {
        let row = sqlx::query(question).fetch_one(store.readers()).await.expect("an answer");
        assert_eq!(row.get::<i64, _>(0), answer, "{question}");
    }

    #[tokio::test]
    async fn sqlite_is_set_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("jobs.db");
        let store = Store::open(&format!("sqlite:{}", path.display())).await.expect("a store");
        check(&store, "PRAGMA journal_mode", "wal").await;
        check(&store, "PRAGMA synchronous", "2").await;
        check(&store, "PRAGMA foreign_keys", "1").await;
        check(&store, "PRAGMA busy_timeout", "5000").await;
        check_reader(&store, "PRAGMA query_only", 1).await;
        check_reader(&store, "PRAGMA busy_timeout", 5000).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_transaction_that_is_given_up_is_rolled_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        let store = Store::open(&url).await.expect("a store");
        let other = Store::open(&url).await.expect("a store");
        // The deadline is over about when the other one ends, so that some begin and are given up.
        for round in 0..600 {
            let held = other.begin().await.unwrap_or_else(|error| panic!("round {round}: {error}"));
            let inner = Inner { deadline: Duration::from_millis(4), ..(*store.inner).clone() };
            let hasty = Store { inner: Arc::new(inner) };
            let given_up = tokio::spawn(async move { drop(hasty.begin().await) });
            tokio::time::sleep(Duration::from_millis(round % 5)).await;
            drop(held);
            given_up.await.expect("no panic");
        }
        let begun = other.begin().await;
        assert!(begun.is_ok(), "{begun:?}");
    }

    #[tokio::test]
    #[ignore = "needs PostgreSQL: GORDIAN_TEST_POSTGRES"]
    async fn postgres_is_set_up() {
        let url = std::env::var("GORDIAN_TEST_POSTGRES")
            .expect("GORDIAN_TEST_POSTGRES has to be the address of a PostgreSQL server");
        // The server's own setting is another one.
        let joint = if url.contains('?') { '&' } else { '?' };
        let options = "-c%20default_transaction_isolation=serializable%20-c%20search_path=pg_temp";
        let store = Store::open(&format!("{url}{joint}options={options}")).await.expect("a store");
        check(&store, "SHOW transaction_isolation", "read committed").await;
        check(&store, "SHOW synchronous_commit", "on").await;
        check(&store, "SHOW lock_timeout", "5s").await;
        check(&store, "SHOW idle_in_transaction_session_timeout", "2s").await;
    }
}
