//! Cancelling jobs, for an owner or for the operator.

use crate::id::JobKey;
use crate::lease::LEASE_EXPIRED;
use crate::store::replace_nul;
use crate::transaction::WriteTransaction;
use crate::{CancelOutcome, EventKind, JobId, JobState, JobsError, Store};

impl Store {
    /// Cancels the job, regardless of its owners.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`], [`JobsError::Unavailable`].
    pub async fn cancel(&self, job: JobId) -> Result<CancelOutcome, JobsError> {
        let (transaction, row, state) = self.lock_job(job).await?;
        self.cancel_locked(transaction, JobKey { row, id: job }, state).await
    }

    /// Cancels the job for one of its owners. If it has other owners, the job continues for them.
    /// With `include_unowned`, a job without an owner is cancelled too.
    ///
    /// # Errors
    ///
    /// [`JobsError::NotOwner`], [`JobsError::UnknownJob`], [`JobsError::Unavailable`].
    pub async fn cancel_as_owner(
        &self,
        job: JobId,
        owner: &str,
        include_unowned: bool,
    ) -> Result<CancelOutcome, JobsError> {
        let (mut transaction, row, state) = self.lock_job(job).await?;
        let text = "SELECT count(*), coalesce(sum(CASE WHEN owner = $2 THEN 1 ELSE 0 END), 0) \
                    FROM job_owner WHERE job = $1";
        let query = sqlx::query(text).bind(row).bind(replace_nul(owner));
        let counts = self.with_timeout(query.fetch_one(&mut *transaction)).await?;
        let (owners, own) = (self.number(&counts, 0)?, self.number(&counts, 1)? > 0);
        let may_cancel = own || (owners == 0 && include_unowned);
        if !may_cancel {
            // A claim would skip the row while it is locked.
            self.with_timeout(transaction.rollback()).await?;
            return Err(JobsError::NotOwner { job });
        }
        if owners > 1 && !state.is_final() {
            let text = "DELETE FROM job_owner WHERE job = $1 AND owner = $2";
            let query = sqlx::query(text).bind(row).bind(replace_nul(owner));
            self.with_timeout(query.execute(&mut *transaction)).await?;
            self.with_timeout(transaction.commit()).await?;
            return Ok(CancelOutcome::OwnerRemoved);
        }
        // The last owner remains, so the cancelled job stays in its list.
        self.cancel_locked(transaction, JobKey { row, id: job }, state).await
    }

    /// Begins a transaction and locks the row of the job.
    async fn lock_job(&self, job: JobId) -> Result<(WriteTransaction, i64, JobState), JobsError> {
        loop {
            let mut transaction = self.begin().await?;
            let text = self.sql("SELECT id, state FROM job WHERE name = $1 @lock");
            let query = sqlx::query(&text).bind(job.to_string());
            let found = self.with_timeout(query.fetch_optional(&mut *transaction)).await?;
            let found = found.ok_or(JobsError::UnknownJob { job })?;
            let row = self.number(&found, 0)?;
            match self.state(&found, 1) {
                Err(error @ JobsError::Corrupt { .. }) => {
                    drop(transaction);
                    self.quarantine(row, &error).await?;
                }
                state => return Ok((transaction, row, state?)),
            }
        }
    }

    async fn cancel_locked(
        &self,
        mut transaction: WriteTransaction,
        job: JobKey,
        state: JobState,
    ) -> Result<CancelOutcome, JobsError> {
        if state.is_final() {
            return Ok(CancelOutcome::AlreadyEnded(state));
        }
        let text = self.sql(&format!(
            "UPDATE job SET state = 'cancelled', worker = '', lease_until = 0, ended_at = @now, \
             events = events + 1 WHERE id = $1 AND (state = 'queued' \
             OR (state = 'running' AND {LEASE_EXPIRED})) RETURNING events"
        ));
        let row = sqlx::query(&text).bind(job.row).fetch_optional(&mut *transaction);
        let Some(row) = self.with_timeout(row).await? else {
            let text = "UPDATE job SET cancelling = 1 WHERE id = $1";
            self.with_timeout(sqlx::query(text).bind(job.row).execute(&mut *transaction)).await?;
            self.with_timeout(transaction.commit()).await?;
            self.notifier().notify_cancel_requested();
            return Ok(CancelOutcome::Requested);
        };
        let number = self.number(&row, 0)?;
        self.drop_checkpoint(&mut transaction, job.row).await?;
        self.insert_event(&mut transaction, job, number, EventKind::Cancelled, "").await?;
        self.commit_event(transaction, job, number).await?;
        Ok(CancelOutcome::Cancelled)
    }
}
