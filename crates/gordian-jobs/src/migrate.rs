//! The tables, brought from any earlier format to this program's.
//!
//! A migration is a numbered file that is never changed once it was released; a change of the tables is
//! one more file. Which of them a database has seen is written in it. All that are missing are applied
//! in one transaction, under a lock that lets a second program that opens the database at the same
//! moment wait and then find nothing left to do.

use sqlx::{Executor as _, Row as _};

use crate::dialect::Dialect;
use crate::{JobsError, Store};

/// In order, numbered from 1.
const MIGRATIONS: [&str; 3] = [
    include_str!("../migrations/0001_jobs.sql"),
    include_str!("../migrations/0002_owners.sql"),
    include_str!("../migrations/0003_secrets.sql"),
];

/// Any number that nobody else uses in this database.
const LOCK: &str = "SELECT count(*) FROM pg_advisory_xact_lock(7205759403)";

/// Applies the migrations that the database has not seen.
pub(crate) async fn migrate(store: &Store) -> Result<(), JobsError> {
    let known = i64::try_from(MIGRATIONS.len()).expect("migrations can be counted");
    let mut transaction = store.begin().await?;
    if store.dialect() == Dialect::Postgres {
        // SQLite's writer is alone from the first statement on.
        store.answer(sqlx::query(LOCK).fetch_one(&mut *transaction)).await?;
    }
    let table = "CREATE TABLE IF NOT EXISTS job_migration \
                 (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)";
    store.answer(sqlx::query(table).execute(&mut *transaction)).await?;
    let last = sqlx::query("SELECT coalesce(max(version), 0) FROM job_migration");
    let row = store.answer(last.fetch_one(&mut *transaction)).await?;
    let found: i64 = row.try_get(0).map_err(|error| store.error(error))?;
    if found > known {
        let database = store.database().to_owned();
        return Err(JobsError::Newer { database, found, known });
    }
    for (version, migration) in (1..).zip(MIGRATIONS) {
        if version > found {
            let text = store.sql(migration);
            store.answer(transaction.execute(sqlx::raw_sql(&text))).await?;
            let text =
                store.sql("INSERT INTO job_migration (version, applied_at) VALUES ($1, @now)");
            let insert = sqlx::query(&text).bind(version);
            store.answer(insert.execute(&mut *transaction)).await?;
        }
    }
    store.answer(transaction.commit()).await
}
