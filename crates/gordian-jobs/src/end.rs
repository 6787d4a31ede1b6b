//! How jobs end from outside: cancelled by a client, removed by age.

use std::time::Duration;

use sqlx::{Any, Transaction};

use crate::hold::milliseconds;
use crate::job::JobKey;
use crate::store::storable;
use crate::{Cancelled, EventKind, JobId, JobsError, Purged, State, Store};

/// How many jobs are removed in one transaction, so that nobody waits long for it.
const BATCH: i64 = 200;

impl Store {
    /// Cancels the job, whoever its owners are.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`], [`JobsError::Unavailable`].
    pub async fn cancel(&self, job: JobId) -> Result<Cancelled, JobsError> {
        let (transaction, row, state) = self.lock(job).await?;
        self.cancel_locked(transaction, JobKey { row, id: job }, state).await
    }

    /// Cancels the job for one of its owners: if there are others, the job goes on for them. With
    /// `unowned`, a job that has no owner is cancelled too.
    ///
    /// # Errors
    ///
    /// [`JobsError::NotOwner`], [`JobsError::UnknownJob`], [`JobsError::Unavailable`].
    pub async fn cancel_for(
        &self,
        job: JobId,
        owner: &str,
        unowned: bool,
    ) -> Result<Cancelled, JobsError> {
        let (mut transaction, row, state) = self.lock(job).await?;
        let text = "SELECT count(*), coalesce(sum(CASE WHEN owner = $2 THEN 1 ELSE 0 END), 0) \
                    FROM job_owner WHERE job = $1";
        let query = sqlx::query(text).bind(row).bind(storable(owner));
        let counts = self.answer(query.fetch_one(&mut *transaction)).await?;
        let (owners, own) = (self.number(&counts, 0)?, self.number(&counts, 1)? > 0);
        let may = own || (owners == 0 && unowned);
        if !may {
            return Err(JobsError::NotOwner { job });
        }
        if owners > 1 && !state.is_final() {
            let text = "DELETE FROM job_owner WHERE job = $1 AND owner = $2";
            let query = sqlx::query(text).bind(row).bind(storable(owner));
            self.answer(query.execute(&mut *transaction)).await?;
            self.answer(transaction.commit()).await?;
            return Ok(Cancelled::Left);
        }
        // The last owner stays one, and sees the cancelled job in its list.
        self.cancel_locked(transaction, JobKey { row, id: job }, state).await
    }

    /// Begins a transaction that has the row of the job for itself.
    async fn lock(&self, job: JobId) -> Result<(Transaction<'static, Any>, i64, State), JobsError> {
        loop {
            let mut transaction = self.begin().await?;
            let text = self.sql("SELECT id, state FROM job WHERE name = $1 @lock");
            let query = sqlx::query(&text).bind(job.to_string());
            let found = self.answer(query.fetch_optional(&mut *transaction)).await?;
            let found = found.ok_or(JobsError::UnknownJob { job })?;
            let row = self.number(&found, 0)?;
            match self.state(&found, 1) {
                Err(error @ JobsError::Corrupt { .. }) => {
                    drop(transaction);
                    self.set_aside(row, &error).await?;
                }
                state => return Ok((transaction, row, state?)),
            }
        }
    }

    async fn cancel_locked(
        &self,
        mut transaction: Transaction<'static, Any>,
        job: JobKey,
        state: State,
    ) -> Result<Cancelled, JobsError> {
        if state.is_final() {
            return Ok(Cancelled::TooLate(state));
        }
        let text = self.sql(
            "UPDATE job SET state = 'cancelled', worker = '', lease_until = 0, ended_at = @now, \
             events = events + 1 WHERE id = $1 AND (state = 'queued' \
             OR (state = 'running' AND lease_until < @now)) RETURNING events",
        );
        let row = sqlx::query(&text).bind(job.row).fetch_optional(&mut *transaction);
        let Some(row) = self.answer(row).await? else {
            let text = "UPDATE job SET cancelling = 1 WHERE id = $1";
            self.answer(sqlx::query(text).bind(job.row).execute(&mut *transaction)).await?;
            self.answer(transaction.commit()).await?;
            self.board().tell_cancel();
            return Ok(Cancelled::Asked);
        };
        let number = self.number(&row, 0)?;
        self.drop_checkpoint(&mut transaction, job.row).await?;
        self.insert_event(&mut transaction, job, number, EventKind::Cancelled, "").await?;
        self.commit_event(transaction, job, number).await?;
        Ok(Cancelled::AtOnce)
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
        Ok(self.answer(query.execute(self.pool())).await?.rows_affected())
    }

    /// Removes ended jobs until at most `bytes` are stored: each time the oldest one of the client whose
    /// ended jobs take most. Returns how many; open jobs stay, whatever they take.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]; some may be removed then.
    pub async fn make_room(&self, bytes: u64) -> Result<u64, JobsError> {
        let oldest = "DELETE FROM job WHERE id = (SELECT min(id) FROM job WHERE ended_at > 0 \
                      AND client = (SELECT job.client FROM job \
                                    JOIN job_content ON job_content.job = job.id \
                                    WHERE job.ended_at > 0 GROUP BY job.client \
                                    ORDER BY sum(job_content.size) DESC LIMIT 1))";
        let mut removed = 0;
        loop {
            if self.stored_bytes().await? <= bytes {
                return Ok(removed);
            }
            let one = self.answer(sqlx::query(oldest).execute(self.pool())).await?.rows_affected();
            removed += one;
            if one == 0 {
                return Ok(removed);
            }
        }
    }

    async fn remove(&self, text: &str, age: Duration) -> Result<u64, JobsError> {
        let query = sqlx::query(text).bind(milliseconds(age));
        Ok(self.answer(query.execute(self.pool())).await?.rows_affected())
    }
}
