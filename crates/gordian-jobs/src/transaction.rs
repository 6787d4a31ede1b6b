//! Writing transactions, which leave their connection usable however they end.
//!
//! SQLite ends a transaction by itself when the disk is full or a write fails. A count of open
//! transactions beside the connection (as in `sqlx::Transaction`) is wrong then, and the connection
//! fails every later transaction. So the statements that begin and end a transaction are sent as
//! they are, and a connection whose rollback fails is closed instead of reused.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Executor as _};

use crate::dialect::Dialect;

/// A writing transaction. It is rolled back if it is dropped without a commit.
///
/// After a failed statement, SQLite may already have ended the transaction, and a further statement
/// would be a transaction of its own. So a caller must drop the transaction after an error, except
/// after one that concerns only a value ([`JobsError::Corrupt`](crate::JobsError::Corrupt)).
#[derive(Debug)]
pub(crate) struct WriteTransaction {
    /// `None` after the end of the transaction.
    connection: Option<PoolConnection<Any>>,
    dialect: Dialect,
    rollback_timeout: Duration,
}

impl WriteTransaction {
    /// Begins a transaction. Dropping the future may leave a begun transaction behind in the
    /// connection, so it must run to its end.
    pub(crate) async fn begin(
        pool: &AnyPool,
        dialect: Dialect,
        rollback_timeout: Duration,
    ) -> Result<Self, sqlx::Error> {
        let connection = Some(pool.acquire().await?);
        let mut transaction = Self { connection, dialect, rollback_timeout };
        let begin = match dialect {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        };
        transaction.execute(begin).await?;
        Ok(transaction)
    }

    /// Commits. After an error it is unknown whether the transaction was committed, unless the
    /// database reports it. If the future is dropped before the reply, the rollback comes after the
    /// commit and has no effect.
    pub(crate) async fn commit(mut self) -> Result<(), sqlx::Error> {
        self.execute("COMMIT").await?;
        self.connection = None;
        Ok(())
    }

    /// Rolls back, and returns when all locks are released. Dropping the transaction releases them
    /// a moment later.
    pub(crate) async fn rollback(mut self) -> Result<(), sqlx::Error> {
        self.execute("ROLLBACK").await?;
        self.connection = None;
        Ok(())
    }
}

impl Deref for WriteTransaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        self.connection.as_ref().expect("the transaction has not ended")
    }
}

impl DerefMut for WriteTransaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        self.connection.as_mut().expect("the transaction has not ended")
    }
}

impl Drop for WriteTransaction {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let (dialect, timeout) = (self.dialect, self.rollback_timeout);
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            // The pool needs a runtime to take the connection back. Closing it ends the
            // transaction.
            drop(connection.detach());
            return;
        };
        // The connection returns to the pool when the task ends.
        runtime.spawn(async move {
            let rollback = connection.execute("ROLLBACK");
            let is_clean = match tokio::time::timeout(timeout, rollback).await {
                Ok(Ok(_)) => true,
                Ok(Err(error)) => dialect == Dialect::Sqlite && has_no_transaction(&error),
                Err(_) => false,
            };
            if !is_clean {
                connection.close_on_drop();
            }
        });
    }
}

/// Returns whether SQLite refused a rollback because it had already ended the transaction: the only
/// `SQLITE_ERROR` that `ROLLBACK` can report.
fn has_no_transaction(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == "1")
}
