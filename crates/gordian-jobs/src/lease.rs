//! Operations of a worker on a job that it holds: heartbeat, checkpoint, progress and completion.
//!
//! Each operation is one transaction that begins with an `UPDATE` guarded by the job's row, the
//! fence and the state `running`. If the `UPDATE` changes no row, the lease is lost: nothing is
//! written, and the worker gets [`LeaseStatus::Lost`].
//!
//! # Lost commit replies
//!
//! When the connection breaks during a commit, the worker does not know whether the commit
//! happened. All operations can be repeated then. A repeated heartbeat or checkpoint has no further
//! effect. An event is also guarded by the number of the last event: while the fence is valid, no
//! other worker writes events of the job, so if that number is one ahead, the earlier commit has
//! succeeded.

use std::time::{Duration, Instant};

use crate::id::JobKey;
use crate::store::{milliseconds, replace_nul};
use crate::transaction::WriteTransaction;
use crate::{EventKind, Failure, JobId, JobState, JobsError, Store};

/// The maximum number of progress events that are kept per job; older ones are removed.
pub const MAX_PROGRESS_EVENTS: u32 = 1000;

/// The condition that the lease of a running job has expired. A lease that ends later than any
/// lease granted now was granted before the database clock was set back. Up to twice its duration
/// is allowed, so that a small correction of the clock ends no lease. The `CASE` excludes an
/// overflow, which would be an error, if the row is damaged.
pub(crate) const LEASE_EXPIRED: &str = "(lease_until < @now \
     OR CASE WHEN lease_ms BETWEEN 1 AND 2305843009213693951 \
     THEN lease_until > @now + 2 * lease_ms ELSE FALSE END)";

/// The right to write to a job, valid until another worker claims the job.
#[derive(Debug)]
pub struct Lease {
    job: JobKey,
    fence: i64,
    /// The number of the last event of the job.
    last_event: i64,
    duration: Duration,
}

impl Lease {
    pub(crate) fn new(job: JobKey, fence: i64, last_event: i64, duration: Duration) -> Self {
        Self { job, fence, last_event, duration }
    }

    /// Returns the id of the job.
    #[must_use]
    pub fn job(&self) -> JobId {
        self.job.id
    }

    /// Returns the fence (fencing token), which is greater than that of every earlier lease of the
    /// job.
    #[must_use]
    pub fn fence(&self) -> i64 {
        self.fence
    }
}

/// Whether a worker still holds its lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaseStatus {
    /// The lease is valid and was renewed.
    Held {
        /// Whether cancellation of the job was requested.
        cancelling: bool,
    },
    /// Another worker has claimed the job, or the job has ended or was removed. Nothing was
    /// written.
    Lost,
}

/// How a worker completes its attempt at a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// With a result, even if cancellation was requested in the meantime.
    Done(String),
    /// With a failure. If the failure is retryable, attempts are left, and no cancellation was
    /// requested, the job is queued again with a backoff ([`Store::with_backoff`]).
    Failed {
        /// The failure.
        failure: Failure,
        /// Whether another attempt may succeed.
        retry: bool,
    },
    /// By returning the job to the queue before the work was done, on graceful shutdown. The
    /// attempt does not count. If cancellation was requested, the job is cancelled.
    HandedBack,
}

impl Store {
    /// Renews the lease.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn heartbeat(&self, lease: &Lease) -> Result<LeaseStatus, JobsError> {
        let text = self.fenced_sql(
            "UPDATE job SET lease_until = @now + $3 WHERE @fenced RETURNING cancelling, @now",
        );
        let query = sqlx::query(&text)
            .bind(lease.job.row)
            .bind(lease.fence)
            .bind(milliseconds(lease.duration));
        let sent = Instant::now();
        let row = self.with_timeout(query.fetch_optional(self.pool())).await?;
        let Some(row) = row else { return Ok(LeaseStatus::Lost) };
        self.clock().note(sent, self.number(&row, 1)?);
        Ok(LeaseStatus::Held { cancelling: self.number(&row, 0)? != 0 })
    }

    /// Stores a checkpoint, a progress event, or both atomically, and renews the lease.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]. The call can be repeated with the same arguments, whether or not
    /// it was stored.
    pub async fn save(
        &self,
        lease: &mut Lease,
        checkpoint: Option<&[u8]>,
        progress: Option<&str>,
    ) -> Result<LeaseStatus, JobsError> {
        let mut transaction = self.begin().await?;
        let new_events = i64::from(progress.is_some());
        // Without a fence, this guard must be off too, or it would replace the fence.
        let expected = if self.checks_fence() { "events = $5" } else { "$5 = $5" };
        let text = self.fenced_sql(&format!(
            "UPDATE job SET lease_until = @now + $3, events = events + $4 \
             WHERE @fenced AND {expected} RETURNING events, cancelling"
        ));
        let query = sqlx::query(&text)
            .bind(lease.job.row)
            .bind(lease.fence)
            .bind(milliseconds(lease.duration))
            .bind(new_events)
            .bind(lease.last_event);
        let row = self.with_timeout(query.fetch_optional(&mut *transaction)).await?;
        let Some(row) = row else {
            drop(transaction);
            return self.was_already_saved(lease, new_events).await;
        };
        let (number, cancelling) = (self.number(&row, 0)?, self.number(&row, 1)? != 0);
        if let Some(bytes) = checkpoint {
            self.upsert_content(&mut transaction, lease.job.row, "checkpoint", bytes).await?;
        }
        if let Some(data) = progress {
            let data = replace_nul(data);
            let kind = EventKind::Progress;
            self.insert_event(&mut transaction, lease.job, number, kind, &data).await?;
            self.remove_old_progress(&mut transaction, lease.job.row, number).await?;
        }
        self.commit_event(transaction, lease.job, number).await?;
        lease.last_event = number;
        Ok(LeaseStatus::Held { cancelling })
    }

    /// Checks whether a save was rejected because the same save had already been stored.
    async fn was_already_saved(
        &self,
        lease: &mut Lease,
        new_events: i64,
    ) -> Result<LeaseStatus, JobsError> {
        if new_events == 1 && self.checks_fence() {
            let text = self.fenced_sql("SELECT cancelling FROM job WHERE @fenced AND events = $3");
            let query = sqlx::query(&text).bind(lease.job.row).bind(lease.fence);
            let query = query.bind(lease.last_event + 1);
            if let Some(row) = self.with_timeout(query.fetch_optional(self.pool())).await? {
                lease.last_event += 1;
                return Ok(LeaseStatus::Held { cancelling: self.number(&row, 0)? != 0 });
            }
        }
        Ok(LeaseStatus::Lost)
    }

    /// Removes the oldest progress events beyond the maximum.
    async fn remove_old_progress(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        number: i64,
    ) -> Result<(), JobsError> {
        let last = number - i64::from(MAX_PROGRESS_EVENTS);
        if last > 0 {
            let text =
                "DELETE FROM job_event WHERE job = $1 AND number <= $2 AND kind = 'progress'";
            let query = sqlx::query(text).bind(row).bind(last);
            self.with_timeout(query.execute(&mut **transaction)).await?;
        }
        Ok(())
    }

    /// Completes the attempt and returns the new state of the job; `None` if the lease was lost.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]. The call can be repeated; it returns `None` if the first call
    /// succeeded after all.
    pub async fn finish(
        &self,
        lease: &Lease,
        completion: &Completion,
    ) -> Result<Option<JobState>, JobsError> {
        let transition = match completion {
            Completion::Done(_) => "done",
            Completion::Failed { retry: false, .. } => "failed",
            Completion::Failed { retry: true, .. } => "retry",
            Completion::HandedBack => "hand back",
        };
        let mut transaction = self.begin().await?;
        let text = self.fenced_sql(
            "UPDATE job SET state = CASE WHEN $3 IN ('done', 'failed') THEN $3 \
             WHEN cancelling = 1 THEN 'cancelled' \
             WHEN $3 = 'hand back' OR attempt < max_attempts THEN 'queued' ELSE 'failed' END, \
             attempt = CASE WHEN $3 = 'hand back' AND cancelling = 0 THEN attempt - 1 \
             ELSE attempt END, \
             ended_at = CASE WHEN cancelling = 0 AND ($3 = 'hand back' \
             OR ($3 = 'retry' AND attempt < max_attempts)) THEN 0 ELSE @now END, \
             not_before = CASE WHEN $3 = 'retry' THEN @now + @least($5, \
             $4 * (CAST(1 AS BIGINT) << CAST(@least(attempt - 1, 20) AS INTEGER))) ELSE 0 END, \
             worker = '', lease_until = 0, lease_ms = 0, events = events + 1, code = '', message = '', \
             hint = '' WHERE @fenced RETURNING state, events",
        );
        let (first, longest) = self.backoff();
        // The largest shift must fit into 64 bits.
        let first = milliseconds(first.min(longest)).min(i64::MAX >> 21);
        let query = sqlx::query(&text)
            .bind(lease.job.row)
            .bind(lease.fence)
            .bind(transition)
            .bind(first)
            .bind(milliseconds(longest));
        let row = self.with_timeout(query.fetch_optional(&mut *transaction)).await?;
        let Some(row) = row else { return Ok(None) };
        let (state, number) = (self.state(&row, 0)?, self.number(&row, 1)?);
        let mut data = String::new();
        if let Completion::Failed { failure, .. } = completion {
            self.put_failure(&mut transaction, lease.job.row, failure).await?;
            if state != JobState::Cancelled {
                data = failure_json(failure);
            }
        }
        if let Completion::Done(result) = completion {
            self.upsert_result(&mut transaction, lease.job.row, result.as_bytes()).await?;
        }
        if state.is_final() {
            self.drop_checkpoint(&mut transaction, lease.job.row).await?;
        }
        let kind = match state {
            JobState::Done => EventKind::Done,
            JobState::Failed => EventKind::Failed,
            JobState::Cancelled => EventKind::Cancelled,
            JobState::Queued | JobState::Running if *completion == Completion::HandedBack => {
                EventKind::HandedBack
            }
            JobState::Queued | JobState::Running => EventKind::Queued,
        };
        self.insert_event(&mut transaction, lease.job, number, kind, &data).await?;
        self.commit_event(transaction, lease.job, number).await?;
        if state == JobState::Queued {
            self.notifier().notify_queued();
        }
        Ok(Some(state))
    }

    /// Removes the checkpoint of an ended job.
    pub(crate) async fn drop_checkpoint(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
    ) -> Result<(), JobsError> {
        let text = "DELETE FROM job_content WHERE job = $1 AND part = 'checkpoint'";
        self.with_timeout(sqlx::query(text).bind(row).execute(&mut **transaction)).await?;
        Ok(())
    }

    /// Writes the failure into the row of the job, which the transaction has already changed.
    pub(crate) async fn put_failure(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        failure: &Failure,
    ) -> Result<(), JobsError> {
        let text = "UPDATE job SET code = $2, message = $3, hint = $4 WHERE id = $1";
        let query = sqlx::query(text)
            .bind(row)
            .bind(replace_nul(&failure.code))
            .bind(replace_nul(&failure.message))
            .bind(replace_nul(&failure.hint));
        self.with_timeout(query.execute(&mut **transaction)).await?;
        Ok(())
    }
}

/// Returns the failure as event data.
pub(crate) fn failure_json(failure: &Failure) -> String {
    let Failure { code, message, hint } = failure;
    serde_json::json!({ "code": code, "message": message, "hint": hint }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Submission;

    #[tokio::test]
    async fn repeated_save_is_stored_once() {
        let store = Store::open("sqlite::memory:").await.expect("the database opens");
        let job = store.submit(&Submission::new("work", "")).await.expect("a job").job;
        let minute = Duration::from_secs(60);
        let claim = store
            .claim(&["work".to_owned()], "tester", minute)
            .await
            .expect("the operation succeeds");
        let mut lease = claim.expect("a claim").lease;
        let mut save = async |reply_lost: bool| {
            if reply_lost {
                lease.last_event -= 1;
            }
            store.save(&mut lease, Some(b"1"), Some("1")).await.expect("the operation succeeds")
        };
        let held = LeaseStatus::Held { cancelling: false };
        assert_eq!(save(false).await, held);
        assert_eq!(save(true).await, held);
        assert_eq!(save(true).await, held);
        let events = async || store.events(job, 0, 100).await.expect("events").len();
        assert_eq!(events().await, 3, "stored once");
        assert_eq!(save(false).await, held);
        assert_eq!(events().await, 4);
    }

    #[test]
    fn longest_lease_does_not_overflow() {
        assert!(milliseconds(Duration::MAX).checked_add(i64::MAX / 2).is_some());
        assert_eq!(milliseconds(Duration::from_secs(2)), 2000);
        assert!(LEASE_EXPIRED.contains(&milliseconds(Duration::MAX).to_string()));
    }
}
