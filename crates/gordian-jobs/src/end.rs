//! How jobs end by somebody else's wish: cancelled by a client, removed by age.

use std::time::Duration;

use crate::hold::milliseconds;
use crate::store::storable;
use crate::{Cancelled, EventKind, JobId, JobsError, Purged, Store};

/// How many jobs are removed in one transaction, so that nobody waits long for it.
const BATCH: i64 = 200;

impl Store {
    /// Asks that the job come to nothing.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`], [`JobsError::Unavailable`].
    pub async fn cancel(&self, job: JobId) -> Result<Cancelled, JobsError> {
        loop {
            if self.cancel_unheld(job).await? {
                return Ok(Cancelled::AtOnce);
            }
            let text = "UPDATE job SET cancelling = 1 WHERE id = $1 AND state = 'running'";
            let asked = sqlx::query(text).bind(job.get()).execute(self.pool()).await;
            if asked.map_err(|error| self.unavailable(error))?.rows_affected() == 1 {
                self.board().tell_cancel();
                return Ok(Cancelled::Asked);
            }
            let (state, _) = self.position(job).await?.ok_or(JobsError::UnknownJob { job })?;
            if state.is_final() {
                return Ok(Cancelled::TooLate(state));
            }
            // It was handed back or claimed between the questions: ask again.
        }
    }

    /// Cancels the job if no worker has it.
    async fn cancel_unheld(&self, job: JobId) -> Result<bool, JobsError> {
        let mut transaction = self.begin().await?;
        let text = self.sql(
            "UPDATE job SET state = 'cancelled', worker = '', lease_until = 0, ended_at = @now, \
             events = events + 1 WHERE id = $1 AND (state = 'queued' \
             OR (state = 'running' AND lease_until < @now)) RETURNING events",
        );
        let row = sqlx::query(&text).bind(job.get()).fetch_optional(&mut *transaction).await;
        let Some(row) = row.map_err(|error| self.unavailable(error))? else { return Ok(false) };
        let number = self.number(&row, 0)?;
        self.insert_event(&mut transaction, job, number, EventKind::Cancelled, "").await?;
        self.commit_event(transaction, job, number).await?;
        Ok(true)
    }

    /// Removes jobs that ended more than `age` ago, with their events, contents and keys, and
    /// idempotency keys that are older than `age`.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]; some may be removed then.
    pub async fn purge(&self, age: Duration) -> Result<Purged, JobsError> {
        let mut purged = Purged::default();
        let text = self.sql(&format!(
            "DELETE FROM job WHERE id IN (SELECT id FROM job WHERE ended_at > 0 \
             AND ended_at <= @now - $1 ORDER BY ended_at LIMIT {BATCH})"
        ));
        loop {
            let removed = self.remove(&text, age).await?;
            purged.jobs += removed;
            if removed == 0 {
                break;
            }
        }
        let text = self.sql("DELETE FROM job_request WHERE at <= @now - $1");
        purged.keys = self.remove(&text, age).await?;
        Ok(purged)
    }

    /// Removes the oldest ended jobs of a client, but for the latest `most`. Returns how many.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn keep_latest(&self, client: &str, most: u32) -> Result<u64, JobsError> {
        let text = "DELETE FROM job WHERE client = $1 AND ended_at > 0 AND id <= (SELECT id FROM job \
                    WHERE client = $1 AND ended_at > 0 ORDER BY id DESC LIMIT 1 OFFSET $2)";
        let query = sqlx::query(text).bind(storable(client)).bind(i64::from(most));
        let removed = query.execute(self.pool()).await;
        Ok(removed.map_err(|error| self.unavailable(error))?.rows_affected())
    }

    async fn remove(&self, text: &str, age: Duration) -> Result<u64, JobsError> {
        let removed = sqlx::query(text).bind(milliseconds(age)).execute(self.pool()).await;
        Ok(removed.map_err(|error| self.unavailable(error))?.rows_affected())
    }
}
