//! What a worker may do with a job while it holds it: say that it is alive, store what it has, tell how
//! far it is, and end it.
//!
//! Each is one transaction that begins with an `UPDATE` guarded by the number of the job, the fence and
//! the state `running`. If that changes no row, the job is somebody else's by now, nothing is written,
//! and the worker learns it ([`Hold::Lost`]).
//!
//! # A commit whose answer got lost
//!
//! When the connection breaks during a commit, nobody can say whether it has happened. Everything here
//! may be repeated then: a heartbeat and a checkpoint do no harm twice; an event is guarded by the
//! number of the last event too. While the fence holds, nobody else writes events of the job, so if
//! that number is one ahead, it was our own commit that did happen.

use std::time::Duration;

use sqlx::{Any, Transaction};

use crate::job::JobKey;
use crate::store::storable;
use crate::{EventKind, Failure, JobId, JobsError, State, Store};

/// How many progress events of one job are kept: when there are more, the oldest are removed.
pub const PROGRESS_KEPT: u32 = 1000;

/// The right to write about a job, until somebody else claims it.
#[derive(Debug)]
pub struct Held {
    job: JobKey,
    fence: i64,
    /// The number of the last event of the job.
    events: i64,
    lease: Duration,
}

impl Held {
    pub(crate) fn new(job: JobKey, fence: i64, events: i64, lease: Duration) -> Self {
        Self { job, fence, events, lease }
    }

    /// Returns the job.
    #[must_use]
    pub fn job(&self) -> JobId {
        self.job.id
    }

    /// Returns the fence: greater than that of every earlier worker.
    #[must_use]
    pub fn fence(&self) -> i64 {
        self.fence
    }
}

/// Whether a worker still has its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It has it, and the lease begins anew.
    Kept {
        /// Somebody has asked to cancel the job.
        cancelling: bool,
    },
    /// The job belongs to somebody else, or has ended, or is gone. Nothing was written.
    Lost,
}

/// How a worker's time with a job ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With a result. Also if somebody has asked to cancel the job meanwhile.
    Done(String),
    /// With a failure. If it may be tried again, attempts are left, and nobody has asked to cancel the
    /// job, it is queued again, and waits for longer after each failed attempt
    /// ([`Store::with_backoff`]).
    Failed {
        /// What went wrong.
        failure: Failure,
        /// Whether another attempt may do better.
        retry: bool,
    },
    /// In good order, before the work was done: the job is queued at once, and the attempt does not
    /// count. If somebody has asked to cancel the job, it is cancelled.
    HandedBack,
}

impl Store {
    /// Says that the worker is alive: the lease begins anew.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn heartbeat(&self, held: &Held) -> Result<Hold, JobsError> {
        let text =
            self.guarded("UPDATE job SET lease_until = @now + $3 WHERE @held RETURNING cancelling");
        let query =
            sqlx::query(&text).bind(held.job.row).bind(held.fence).bind(milliseconds(held.lease));
        match self.answer(query.fetch_optional(self.pool())).await? {
            Some(row) => Ok(Hold::Kept { cancelling: self.number(&row, 0)? != 0 }),
            None => Ok(Hold::Lost),
        }
    }

    /// Stores a checkpoint, or tells progress, or both in one transaction: then no crash can leave the
    /// one without the other. The lease begins anew.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]. To repeat the call with the same arguments is right then, whether or
    /// not it was stored.
    pub async fn save(
        &self,
        held: &mut Held,
        checkpoint: Option<&[u8]>,
        progress: Option<&str>,
    ) -> Result<Hold, JobsError> {
        let mut transaction = self.begin().await?;
        let told = i64::from(progress.is_some());
        // Without a fence nothing else may guard either, or it would do the fence's work.
        let expected = if self.is_fenced() { "events = $5" } else { "$5 = $5" };
        let text = self.guarded(&format!(
            "UPDATE job SET lease_until = @now + $3, events = events + $4 \
             WHERE @held AND {expected} RETURNING events, cancelling"
        ));
        let query = sqlx::query(&text)
            .bind(held.job.row)
            .bind(held.fence)
            .bind(milliseconds(held.lease))
            .bind(told)
            .bind(held.events);
        let row = self.answer(query.fetch_optional(&mut *transaction)).await?;
        let Some(row) = row else {
            drop(transaction);
            return self.stored_before(held, told).await;
        };
        let (number, cancelling) = (self.number(&row, 0)?, self.number(&row, 1)? != 0);
        if let Some(bytes) = checkpoint {
            self.put_content(&mut transaction, held.job.row, "checkpoint", bytes).await?;
        }
        if let Some(data) = progress {
            let data = storable(data);
            let kind = EventKind::Progress;
            self.insert_event(&mut transaction, held.job, number, kind, &data).await?;
            self.thin_out(&mut transaction, held.job.row, number).await?;
        }
        self.commit_event(transaction, held.job, number).await?;
        held.events = number;
        Ok(Hold::Kept { cancelling })
    }

    /// Finds out whether a save was refused because the same save had been stored already.
    async fn stored_before(&self, held: &mut Held, told: i64) -> Result<Hold, JobsError> {
        if told == 1 && self.is_fenced() {
            let text = self.guarded("SELECT cancelling FROM job WHERE @held AND events = $3");
            let query = sqlx::query(&text).bind(held.job.row).bind(held.fence);
            let query = query.bind(held.events + 1);
            if let Some(row) = self.answer(query.fetch_optional(self.pool())).await? {
                held.events += 1;
                return Ok(Hold::Kept { cancelling: self.number(&row, 0)? != 0 });
            }
        }
        Ok(Hold::Lost)
    }

    /// Removes the progress events that are too old.
    async fn thin_out(
        &self,
        transaction: &mut Transaction<'static, Any>,
        row: i64,
        number: i64,
    ) -> Result<(), JobsError> {
        let last = number - i64::from(PROGRESS_KEPT);
        if last > 0 {
            let text =
                "DELETE FROM job_event WHERE job = $1 AND number <= $2 AND kind = 'progress'";
            let query = sqlx::query(text).bind(row).bind(last);
            self.answer(query.execute(&mut **transaction)).await?;
        }
        Ok(())
    }

    /// Ends the worker's time with the job, and returns the state in which the job is left; `None` if
    /// the worker had lost it.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]. To repeat the call is right; if the first call was heard after all,
    /// it gives `None`.
    pub async fn finish(&self, held: &Held, end: &End) -> Result<Option<State>, JobsError> {
        let how = match end {
            End::Done(_) => "done",
            End::Failed { retry: false, .. } => "failed",
            End::Failed { retry: true, .. } => "retry",
            End::HandedBack => "hand back",
        };
        let mut transaction = self.begin().await?;
        let text = self.guarded(
            "UPDATE job SET state = CASE WHEN $3 IN ('done', 'failed') THEN $3 \
             WHEN cancelling = 1 THEN 'cancelled' \
             WHEN $3 = 'hand back' OR attempt < max_attempts THEN 'queued' ELSE 'failed' END, \
             attempt = CASE WHEN $3 = 'hand back' AND cancelling = 0 THEN attempt - 1 \
             ELSE attempt END, \
             ended_at = CASE WHEN cancelling = 0 AND ($3 = 'hand back' \
             OR ($3 = 'retry' AND attempt < max_attempts)) THEN 0 ELSE @now END, \
             not_before = CASE WHEN $3 = 'retry' THEN @now + @least($5, \
             $4 * (CAST(1 AS BIGINT) << CAST(@least(attempt - 1, 20) AS INTEGER))) ELSE 0 END, \
             worker = '', lease_until = 0, events = events + 1, code = '', message = '', \
             hint = '' WHERE @held RETURNING state, events",
        );
        let (first, longest) = self.backoff();
        // The greatest shift must not leave 64 bits.
        let first = milliseconds(first.min(longest)).min(i64::MAX >> 21);
        let query = sqlx::query(&text)
            .bind(held.job.row)
            .bind(held.fence)
            .bind(how)
            .bind(first)
            .bind(milliseconds(longest));
        let row = self.answer(query.fetch_optional(&mut *transaction)).await?;
        let Some(row) = row else { return Ok(None) };
        let (state, number) = (self.state(&row, 0)?, self.number(&row, 1)?);
        let mut data = String::new();
        if let End::Failed { failure, .. } = end {
            self.put_failure(&mut transaction, held.job.row, failure).await?;
            if state != State::Cancelled {
                data = failure_json(failure);
            }
        }
        if let End::Done(result) = end {
            self.put_content(&mut transaction, held.job.row, "result", result.as_bytes()).await?;
        }
        if state.is_final() {
            self.drop_checkpoint(&mut transaction, held.job.row).await?;
        }
        let kind = match state {
            State::Done => EventKind::Done,
            State::Failed => EventKind::Failed,
            State::Cancelled => EventKind::Cancelled,
            State::Queued | State::Running if *end == End::HandedBack => EventKind::HandedBack,
            State::Queued | State::Running => EventKind::Queued,
        };
        self.insert_event(&mut transaction, held.job, number, kind, &data).await?;
        self.commit_event(transaction, held.job, number).await?;
        if state == State::Queued {
            self.board().tell_queued();
        }
        Ok(Some(state))
    }

    /// Removes the checkpoint of a job that has ended.
    pub(crate) async fn drop_checkpoint(
        &self,
        transaction: &mut Transaction<'static, Any>,
        row: i64,
    ) -> Result<(), JobsError> {
        let text = "DELETE FROM job_content WHERE job = $1 AND part = 'checkpoint'";
        self.answer(sqlx::query(text).bind(row).execute(&mut **transaction)).await?;
        Ok(())
    }

    /// Writes the failure into the row of the job, which the transaction has changed already.
    pub(crate) async fn put_failure(
        &self,
        transaction: &mut Transaction<'static, Any>,
        row: i64,
        failure: &Failure,
    ) -> Result<(), JobsError> {
        let text = "UPDATE job SET code = $2, message = $3, hint = $4 WHERE id = $1";
        let query = sqlx::query(text)
            .bind(row)
            .bind(storable(&failure.code))
            .bind(storable(&failure.message))
            .bind(storable(&failure.hint));
        self.answer(query.execute(&mut **transaction)).await?;
        Ok(())
    }
}

/// Returns the failure as the data of an event.
pub(crate) fn failure_json(failure: &Failure) -> String {
    let Failure { code, message, hint } = failure;
    serde_json::json!({ "code": code, "message": message, "hint": hint }).to_string()
}

/// Returns the time as the database counts it; longer than any life if it cannot.
pub(crate) fn milliseconds(time: Duration) -> i64 {
    // A sum with the clock must fit too.
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX).min(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Submission;

    #[tokio::test]
    async fn a_save_whose_answer_got_lost_may_be_repeated() {
        let store = Store::open("sqlite::memory:").await.expect("a store");
        let job = store.submit(&Submission::new("work", "")).await.expect("a job").job;
        let minute = Duration::from_secs(60);
        let claim = store.claim(&["work".to_owned()], "tester", minute).await.expect("an answer");
        let mut held = claim.expect("a claim").held;
        let mut save = async |lost: bool| {
            if lost {
                held.events -= 1;
            }
            store.save(&mut held, Some(b"1"), Some("1")).await.expect("an answer")
        };
        let kept = Hold::Kept { cancelling: false };
        assert_eq!(save(false).await, kept);
        assert_eq!(save(true).await, kept);
        assert_eq!(save(true).await, kept);
        let events = async || store.events(job, 0, 100).await.expect("events").len();
        assert_eq!(events().await, 3, "stored once");
        assert_eq!(save(false).await, kept);
        assert_eq!(events().await, 4);
    }

    #[test]
    fn endless_leases_do_not_overflow() {
        assert!(milliseconds(Duration::MAX).checked_add(i64::MAX / 2).is_some());
        assert_eq!(milliseconds(Duration::from_secs(2)), 2000);
    }
}
