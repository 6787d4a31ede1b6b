//! The way to the database, and the rules by which every statement reaches it.
//!
//! # Isolation, and why it suffices
//!
//! Every change of a job is one transaction whose first statement is an `UPDATE` that says in its
//! `WHERE` which job it expects to find (its fence, its state): a compare-and-swap. All that the
//! transaction writes besides depends on that row alone, so it is enough that the comparison and the
//! change cannot come apart:
//!
//! - **PostgreSQL** runs at `READ COMMITTED`, which each connection asks for by name. An `UPDATE` that
//!   meets a row somebody else is changing waits for the end of that transaction and then looks at its
//!   `WHERE` again, on the row as it is now. The row stays locked until the commit; therefore events
//!   get their numbers, and become visible, one after the other.
//! - **SQLite** has one writer at a time. Every transaction that writes begins with `BEGIN IMMEDIATE`,
//!   so it is that writer before it reads anything: transactions are serial.
//!
//! A commit is on the disk when it returns: `synchronous_commit` is on, `synchronous` is `FULL`.

use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{Any, AnyConnection, AnyPool, Connection as _, Transaction};

use crate::board::Board;
use crate::dialect::{Address, Dialect};
use crate::migrate::migrate;
use crate::{EventKind, JobId, JobsError};

/// How long to wait for a connection before the database counts as away.
const CONNECT: Duration = Duration::from_secs(10);
/// Enough for many workers: each transaction takes milliseconds.
const POSTGRES_CONNECTIONS: u32 = 8;

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

/// The jobs of one database.
///
/// Clones share the connections and cost nothing. Programs on any number of machines may open the same
/// PostgreSQL database, programs on one machine the same SQLite file (not over a network file system,
/// whose locks cannot be trusted).
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    pool: AnyPool,
    dialect: Dialect,
    shown: String,
    board: Arc<Board>,
    fenced: bool,
}

impl Store {
    /// Opens the database, and brings its tables to the format of this program.
    ///
    /// `url` is `sqlite:PATH` (the file is made if there is none; `PATH` is taken as it stands),
    /// `sqlite::memory:` (gone with the last clone, for tests) or `postgres://USER:PASSWORD@HOST/NAME`.
    /// The connection to PostgreSQL is not encrypted: use one machine, a private network or a tunnel.
    ///
    /// Must be called within a tokio runtime, as all that waits here.
    ///
    /// # Errors
    ///
    /// [`JobsError::Url`], [`JobsError::Unavailable`], and [`JobsError::Newer`] if a later program has
    /// changed the tables; nothing is changed then.
    pub async fn open(url: &str) -> Result<Self, JobsError> {
        let address = Address::parse(url)?;
        sqlx::any::install_default_drivers();
        let dialect = address.dialect;
        let (connections, setup) = match dialect {
            // There is one writer anyway, and readers take milliseconds; the pool's queue is fair,
            // waiting for a lock within the file is not.
            Dialect::Sqlite => (1, &SQLITE_SETUP),
            Dialect::Postgres => (POSTGRES_CONNECTIONS, &POSTGRES_SETUP),
        };
        let mut options = AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(CONNECT)
            .after_connect(move |connection, _| Box::pin(set_up(connection, setup)));
        if address.in_memory {
            options = options.min_connections(1).idle_timeout(None).max_lifetime(None);
        }
        let unavailable = |source: sqlx::Error| JobsError::Unavailable {
            database: address.shown.clone(),
            source: Box::new(source),
        };
        probe(&address.url, setup).await.map_err(unavailable)?;
        let pool = options.connect(&address.url).await.map_err(unavailable)?;
        let board = Arc::new(Board::default());
        let inner = Inner { pool, dialect, shown: address.shown, board, fenced: true };
        let store = Self { inner: Arc::new(inner) };
        migrate(&store).await?;
        Ok(store)
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
        let inner = Inner {
            pool: self.inner.pool.clone(),
            dialect: self.inner.dialect,
            shown: self.inner.shown.clone(),
            board: Arc::clone(&self.inner.board),
            fenced: false,
        };
        Self { inner: Arc::new(inner) }
    }

    /// Waits until no clone uses the database, and closes all connections.
    pub async fn close(&self) {
        self.inner.pool.close().await;
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.inner.dialect
    }

    pub(crate) fn pool(&self) -> &AnyPool {
        &self.inner.pool
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
        let begun = match self.inner.dialect {
            Dialect::Sqlite => self.inner.pool.begin_with("BEGIN IMMEDIATE").await,
            Dialect::Postgres => self.inner.pool.begin().await,
        };
        begun.map_err(|error| self.unavailable(error))
    }

    pub(crate) fn unavailable(&self, error: sqlx::Error) -> JobsError {
        JobsError::Unavailable { database: self.inner.shown.clone(), source: Box::new(error) }
    }

    /// Writes the event of this number, which the transaction has just counted in the job's row.
    pub(crate) async fn insert_event(
        &self,
        transaction: &mut Transaction<'static, Any>,
        job: JobId,
        number: i64,
        kind: EventKind,
        data: &str,
    ) -> Result<(), JobsError> {
        let text = self.sql(
            "INSERT INTO job_event (job, number, kind, data, at) VALUES ($1, $2, $3, $4, @now)",
        );
        let query = sqlx::query(&text).bind(job.get()).bind(number).bind(kind.name()).bind(data);
        query.execute(&mut **transaction).await.map_err(|error| self.unavailable(error))?;
        Ok(())
    }

    /// Commits, and wakes who waits for events of the job.
    pub(crate) async fn commit_event(
        &self,
        transaction: Transaction<'static, Any>,
        job: JobId,
        number: i64,
    ) -> Result<(), JobsError> {
        transaction.commit().await.map_err(|error| self.unavailable(error))?;
        self.inner.board.event(job, number);
        Ok(())
    }
}

/// Opens one connection outside the pool. The pool would try again and again, and then say no more than
/// that its time was over; here the reason is told at once.
async fn probe(url: &str, setup: &'static [&'static str]) -> Result<(), sqlx::Error> {
    let probe = async {
        loop {
            let mut connection = AnyConnection::connect(url).await?;
            match set_up(&mut connection, setup).await {
                // Another program is changing the file to WAL: SQLite does not wait for that.
                Err(error) if is_busy(&error) => tokio::time::sleep(CONNECT / 100).await,
                Err(error) => return Err(error),
                Ok(()) => return connection.close().await,
            }
        }
    };
    tokio::time::timeout(CONNECT, probe).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
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

    #[tokio::test]
    async fn sqlite_is_set_up() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("jobs.db");
        let store = Store::open(&format!("sqlite:{}", path.display())).await.expect("a store");
        check(&store, "PRAGMA journal_mode", "wal").await;
        check(&store, "PRAGMA synchronous", "2").await;
        check(&store, "PRAGMA foreign_keys", "1").await;
        check(&store, "PRAGMA busy_timeout", "5000").await;
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
