//! Removing ended jobs: by age, by count per client, and by the space that they take.

use std::time::Duration;

use crate::store::{milliseconds, replace_nul};
use crate::{JobsError, PurgeCounts, Store};

/// The maximum number of jobs removed in one transaction, so that other writers do not wait long.
const BATCH: i64 = 200;

impl Store {
    /// Removes jobs that ended more than `age` ago, with their events, contents and keys, and
    /// idempotency keys that are older than `age`.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]; some jobs may have been removed.
    pub async fn purge(&self, age: Duration) -> Result<PurgeCounts, JobsError> {
        let mut purged = PurgeCounts::default();
        let text = self.sql(&format!(
            "DELETE FROM job WHERE id IN (SELECT id FROM job WHERE ended_at > 0 \
             AND ended_at <= @now - $1 ORDER BY ended_at LIMIT {BATCH})"
        ));
        loop {
            let removed = self.delete_older_than(&text, age).await?;
            purged.jobs += removed;
            if removed == 0 {
                break;
            }
        }
        let text = self.sql("DELETE FROM job_request WHERE at <= @now - $1");
        purged.idempotency_keys = self.delete_older_than(&text, age).await?;
        Ok(purged)
    }

    /// Removes the ended jobs of a client except the latest `kept`. Returns the number of removed
    /// jobs.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn keep_latest_ended(&self, client: &str, kept: u32) -> Result<u64, JobsError> {
        let text = "DELETE FROM job WHERE client = $1 AND ended_at > 0 AND id <= (SELECT id FROM job \
                    WHERE client = $1 AND ended_at > 0 ORDER BY id DESC LIMIT 1 OFFSET $2)";
        let query = sqlx::query(text).bind(replace_nul(client)).bind(i64::from(kept));
        Ok(self.with_timeout(query.execute(self.pool())).await?.rows_affected())
    }

    /// Removes ended jobs until at most `bytes` are stored, in each step the oldest job of the
    /// client whose ended jobs use the most storage. Returns the number of removed jobs. Open jobs
    /// are never removed.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]; some jobs may have been removed.
    pub async fn shrink_storage_to(&self, bytes: u64) -> Result<u64, JobsError> {
        let delete_oldest = "DELETE FROM job WHERE id = (SELECT min(id) FROM job WHERE ended_at > 0 \
                      AND client = (SELECT job.client FROM job \
                                    JOIN job_content ON job_content.job = job.id \
                                    WHERE job.ended_at > 0 GROUP BY job.client \
                                    ORDER BY sum(job_content.size) DESC LIMIT 1))";
        let mut removed = 0;
        loop {
            if self.stored_bytes().await? <= bytes {
                return Ok(removed);
            }
            let one = self
                .with_timeout(sqlx::query(delete_oldest).execute(self.pool()))
                .await?
                .rows_affected();
            removed += one;
            if one == 0 {
                return Ok(removed);
            }
        }
    }

    async fn delete_older_than(&self, text: &str, age: Duration) -> Result<u64, JobsError> {
        let query = sqlx::query(text).bind(milliseconds(age));
        Ok(self.with_timeout(query.execute(self.pool())).await?.rows_affected())
    }
}
