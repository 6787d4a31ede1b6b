//! Migrations of the tables to the format of this version.
//!
//! A migration is a numbered file. A released file is never changed; each change of the tables is a
//! new file. The database records which migrations were applied. Missing ones are applied in one
//! transaction under a lock, so that a second program that opens the database at the same time
//! waits and then finds nothing to do.

use sqlx::{Executor as _, Row as _};

use super::Store;
use crate::JobsError;
use crate::dialect::Dialect;

/// In order, numbered from 1.
const MIGRATIONS: [&str; 5] = [
    include_str!("../../migrations/0001_jobs.sql"),
    include_str!("../../migrations/0002_owners.sql"),
    include_str!("../../migrations/0003_secrets.sql"),
    include_str!("../../migrations/0004_lease_duration.sql"),
    include_str!("../../migrations/0005_result_pieces.sql"),
];

/// An arbitrary lock number, used only by this program.
const MIGRATION_LOCK: &str = "SELECT count(*) FROM pg_advisory_xact_lock(7205759403)";

/// Applies the migrations that are missing in the database.
pub(super) async fn migrate(store: &Store) -> Result<(), JobsError> {
    let known = i64::try_from(MIGRATIONS.len()).expect("migrations can be counted");
    let mut transaction = store.begin().await?;
    if store.dialect() == Dialect::Postgres {
        // In SQLite, the transaction is the only writer from its first statement on.
        store.with_timeout(sqlx::query(MIGRATION_LOCK).fetch_one(&mut *transaction)).await?;
    }
    let table = "CREATE TABLE IF NOT EXISTS job_migration \
                 (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)";
    store.with_timeout(sqlx::query(table).execute(&mut *transaction)).await?;
    let last = sqlx::query("SELECT coalesce(max(version), 0) FROM job_migration");
    let row = store.with_timeout(last.fetch_one(&mut *transaction)).await?;
    let found: i64 = row.try_get(0).map_err(|error| store.classify_error(error))?;
    if found > known {
        let database = store.redacted_url().to_owned();
        return Err(JobsError::NewerSchema { database, found, known });
    }
    for (version, migration) in (1..).zip(MIGRATIONS) {
        if version > found {
            let text = store.sql(migration);
            store.with_timeout(transaction.execute(sqlx::raw_sql(&text))).await?;
            let text =
                store.sql("INSERT INTO job_migration (version, applied_at) VALUES ($1, @now)");
            let insert = sqlx::query(&text).bind(version);
            store.with_timeout(insert.execute(&mut *transaction)).await?;
        }
    }
    store.with_timeout(transaction.commit()).await
}
