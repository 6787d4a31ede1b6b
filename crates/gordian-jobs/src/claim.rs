//! Claiming jobs: transactions that increment the fence.

use std::time::Duration;

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::id::JobKey;
use crate::lease::LEASE_EXPIRED;
use crate::query::utf8;
use crate::store::{TrustedTimes, milliseconds, replace_nul};
use crate::transaction::WriteTransaction;
use crate::{EventKind, Failure, JobId, JobsError, Lease, Store};

/// Jobs that can be claimed: queued jobs whose backoff is over, and running jobs whose lease has
/// expired. A backoff that ends later than the longest one was set before the database clock was
/// set back. SQLite uses a partial index only if the condition repeats the index's `WHERE`
/// literally.
const CLAIMABLE_CONDITION: &str = "state IN ('queued', 'running') \
     AND ((state = 'queued' AND (not_before <= @now OR not_before > @now + @longest_backoff)) \
     OR (state = 'running' AND @expired AND @trusted AND cancelling = 0 \
     AND attempt < max_attempts))";

/// Running jobs whose lease has expired and that cannot be claimed again.
const ABANDONED_CONDITION: &str = "state = 'running' AND @expired AND @trusted \
     AND (cancelling = 1 OR attempt >= max_attempts)";

/// Replaces `@expired`, and `@trusted` by the condition that the statement runs within the
/// [`TrustedTimes`], which are the parameters after the first `parameters` ones.
fn with_expiry(condition: &str, parameters: usize) -> String {
    let trusted = format!("@now BETWEEN ${} AND ${}", parameters + 1, parameters + 2);
    condition.replace("@expired", LEASE_EXPIRED).replace("@trusted", &trusted)
}

/// How long [`Store::sweep`] ends no jobs after a jump of the database clock: the default lease.
const SWEEP_GRACE: Duration = Duration::from_secs(30);

/// A job, as passed to its runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedJob {
    /// The id.
    pub id: JobId,
    /// The kind of work.
    pub kind: String,
    /// The title.
    pub title: String,
    /// The client that submitted the job.
    pub client: String,
    /// The input, as submitted.
    pub payload: String,
    /// The number of this attempt, from 1.
    pub attempt: u32,
    /// The maximum number of attempts.
    pub max_attempts: u32,
}

/// A claimed job with its lease.
#[derive(Debug)]
pub struct Claim {
    /// The job.
    pub job: ClaimedJob,
    /// The last checkpoint of earlier attempts.
    pub checkpoint: Option<Vec<u8>>,
    /// The right to write to the job.
    pub lease: Lease,
}

impl Store {
    /// Claims a job of one of these kinds that is queued or whose lease has expired. Clients take
    /// turns: the client whose last job started longest ago is first, with its oldest job.
    ///
    /// The lease ends `lease` from now by the database clock, unless [`Store::heartbeat`] renews
    /// it. After that, any worker can claim the job, and writes with the old lease are rejected.
    /// Returns `None` if no job can be claimed. After a jump of the database clock, only queued
    /// jobs are claimed for this duration, so that running workers can renew their leases.
    ///
    /// First ends abandoned jobs ([`Store::sweep`]). An unreadable job is quarantined as failed,
    /// and the next one is claimed. `worker` is the name of the caller, for people.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]. A job may then be claimed although the caller does not know it;
    /// the job can be claimed again when the lease expires.
    pub async fn claim(
        &self,
        kinds: &[String],
        worker: &str,
        lease: Duration,
    ) -> Result<Option<Claim>, JobsError> {
        let times = self.read_clock(lease).await?;
        self.sweep_at(times).await?;
        // This query takes no lock, so idle workers do not disturb writers.
        while !kinds.is_empty() && self.any_claimable(kinds, times).await? {
            let mut transaction = self.begin().await?;
            let next = self.lock_next_job(&mut transaction, kinds, times).await?;
            let Some(row) = next else { break };
            match self.claim_locked(transaction, row, worker, lease).await {
                Err(error @ JobsError::Corrupt { .. }) => self.quarantine(row, &error).await?,
                taken => return taken.map(Some),
            }
        }
        Ok(None)
    }

    async fn any_claimable(
        &self,
        kinds: &[String],
        times: TrustedTimes,
    ) -> Result<bool, JobsError> {
        let text = self.claimable_sql(kinds, "SELECT 1 FROM job WHERE @claimable LIMIT 1");
        let query = kinds.iter().fold(sqlx::query(&text), |query, kind| query.bind(kind.as_str()));
        let query = query.bind(times.from_ms).bind(times.to_ms);
        Ok(self.with_timeout(query.fetch_optional(self.read_pool())).await?.is_some())
    }

    /// Finds the next job in turn order and locks its row. Skips rows that other workers are
    /// claiming, so claims do not wait for each other.
    async fn lock_next_job(
        &self,
        transaction: &mut WriteTransaction,
        kinds: &[String],
        times: TrustedTimes,
    ) -> Result<Option<i64>, JobsError> {
        let text = self.claimable_sql(
            kinds,
            "SELECT id FROM job WHERE @claimable ORDER BY (SELECT MAX(other.started_at) \
             FROM job AS other WHERE other.client = job.client), id LIMIT 1 @skip_locked",
        );
        let query = kinds.iter().fold(sqlx::query(&text), |query, kind| query.bind(kind.as_str()));
        let query = query.bind(times.from_ms).bind(times.to_ms);
        let row = self.with_timeout(query.fetch_optional(&mut **transaction)).await?;
        row.map(|row| self.number(&row, 0)).transpose()
    }

    /// Replaces `@claimable`. The parameters are the kinds and the [`TrustedTimes`].
    fn claimable_sql(&self, kinds: &[String], statement: &str) -> String {
        let places: Vec<String> = (1..=kinds.len()).map(|place| format!("${place}")).collect();
        let longest_backoff = milliseconds(self.backoff().1).to_string();
        let claimable = with_expiry(CLAIMABLE_CONDITION, kinds.len())
            .replace("@longest_backoff", &longest_backoff);
        let claimable = format!("{claimable} AND kind IN ({})", places.join(", "));
        self.sql(&statement.replace("@claimable", &claimable))
    }

    /// Claims the job, whose row the transaction has locked.
    async fn claim_locked(
        &self,
        mut transaction: WriteTransaction,
        row: i64,
        worker: &str,
        lease: Duration,
    ) -> Result<Claim, JobsError> {
        let text = self.sql(
            "UPDATE job SET state = 'running', worker = $1, lease_until = @now + $2, lease_ms = $2, not_before = 0, \
             fence = fence + 1, attempt = attempt + 1, events = events + 1, \
             started_at = CASE WHEN started_at = 0 THEN @now ELSE started_at END WHERE id = $3 \
             RETURNING kind, title, client, attempt, max_attempts, fence, events, name",
        );
        let query =
            sqlx::query(&text).bind(replace_nul(worker)).bind(milliseconds(lease)).bind(row);
        let taken = self.with_timeout(query.fetch_one(&mut *transaction)).await?;
        let job = JobKey { row, id: self.job_id(&taken, 7)? };
        let mut claimed = ClaimedJob {
            id: job.id,
            kind: self.text(&taken, 0)?,
            title: self.text(&taken, 1)?,
            client: self.text(&taken, 2)?,
            payload: String::new(),
            attempt: self.count(&taken, 3, "attempt")?,
            max_attempts: self.count(&taken, 4, "number of attempts")?,
        };
        let (fence, events) = (self.number(&taken, 5)?, self.number(&taken, 6)?);
        let (mut payload, mut checkpoint) = (None, None);
        let parts = sqlx::query("SELECT part, bytes FROM job_content WHERE job = $1").bind(row);
        for part in self.with_timeout(parts.fetch_all(&mut *transaction)).await? {
            let bytes = self.bytes(&part, 1)?;
            match self.text(&part, 0)?.as_str() {
                "payload" => payload = Some(utf8("payload", bytes)?),
                "checkpoint" => checkpoint = Some(bytes),
                _ => {}
            }
        }
        let none = || JobsError::Corrupt { what: "payload", value: "missing".to_owned() };
        claimed.payload = payload.ok_or_else(none)?;
        let data = format!("{{\"attempt\":{}}}", claimed.attempt);
        self.insert_event(&mut transaction, job, events, EventKind::Started, &data).await?;
        self.commit_event(transaction, job, events).await?;
        Ok(Claim { job: claimed, checkpoint, lease: Lease::new(job, fence, events, lease) })
    }

    /// Ends the jobs that no worker can end, and returns their number. Unreadable jobs are
    /// quarantined as failed with the code `job.unreadable`. Of the jobs whose lease has expired,
    /// those with a cancel request become cancelled, and those without attempts left become failed
    /// with the code `job.attempts`.
    ///
    /// Workers call this before each claim; a program without workers can call it periodically.
    /// After a jump of the database clock, no lease counts as expired for 30 s.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn sweep(&self) -> Result<u64, JobsError> {
        let times = self.read_clock(SWEEP_GRACE).await?;
        self.sweep_at(times).await
    }

    async fn sweep_at(&self, times: TrustedTimes) -> Result<u64, JobsError> {
        let mut ended = self.quarantine_unreadable().await?;
        let abandoned = with_expiry(ABANDONED_CONDITION, 0);
        let text = self.sql(&format!(
            "SELECT id FROM job WHERE state IN ('queued', 'running') AND {abandoned} \
             ORDER BY id LIMIT 100"
        ));
        let query = sqlx::query(&text).bind(times.from_ms).bind(times.to_ms);
        let rows = self.with_timeout(query.fetch_all(self.read_pool())).await?;
        for row in rows {
            let row = self.number(&row, 0)?;
            match self.end_abandoned(row, times).await {
                Err(error @ JobsError::Corrupt { .. }) => {
                    self.quarantine(row, &error).await?;
                    ended += 1;
                }
                done => ended += u64::from(done?),
            }
        }
        Ok(ended)
    }

    async fn end_abandoned(&self, row: i64, times: TrustedTimes) -> Result<bool, JobsError> {
        let mut transaction = self.begin().await?;
        let abandoned = with_expiry(ABANDONED_CONDITION, 1);
        let text = self.sql(&format!(
            "UPDATE job SET state = CASE WHEN cancelling = 1 THEN 'cancelled' ELSE 'failed' END, \
             worker = '', lease_until = 0, ended_at = @now, events = events + 1 \
             WHERE id = $1 AND {abandoned} RETURNING state, events, attempt, name"
        ));
        let query = sqlx::query(&text).bind(row).bind(times.from_ms).bind(times.to_ms);
        let ended = self.with_timeout(query.fetch_optional(&mut *transaction)).await?;
        let Some(ended) = ended else { return Ok(false) };
        let number = self.number(&ended, 1)?;
        let job = JobKey { row, id: self.job_id(&ended, 3)? };
        self.drop_checkpoint(&mut transaction, row).await?;
        if self.text(&ended, 0)? == "cancelled" {
            self.insert_event(&mut transaction, job, number, EventKind::Cancelled, "").await?;
        } else {
            let failure = Failure {
                code: "job.attempts".to_owned(),
                message: format!(
                    "all {} attempts ended without an outcome",
                    self.number(&ended, 2)?
                ),
                hint: "the workers were killed, or their machines stopped".to_owned(),
            };
            self.put_failure(&mut transaction, row, &failure).await?;
            let data = crate::lease::failure_json(&failure);
            self.insert_event(&mut transaction, job, number, EventKind::Failed, &data).await?;
        }
        self.commit_event(transaction, job, number).await?;
        Ok(true)
    }

    pub(crate) fn bytes(&self, row: &AnyRow, column: usize) -> Result<Vec<u8>, JobsError> {
        row.try_get(column).map_err(|error| self.classify_error(error))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;
    use crate::Submission;

    #[tokio::test]
    async fn jump_after_the_clock_was_read_ends_no_lease() {
        let offset = Arc::new(AtomicI64::new(0));
        let store = Store::open("sqlite::memory:").await.expect("the database opens");
        let store = store.with_clock_offset(&offset);
        let (kinds, lease) = (["work".to_owned()], Duration::from_secs(30));
        for max_attempts in [1, 3] {
            let submission = Submission { max_attempts, ..Submission::new("work", "") };
            store.submit(&submission).await.expect("a job");
            store.claim(&kinds, "tester", lease).await.expect("a claim").expect("a job");
        }
        let times = store.read_clock(lease).await.expect("the clock");
        for jump in [3_600_000, -3_600_000, 0] {
            offset.store(jump, Ordering::SeqCst);
            assert!(!store.any_claimable(&kinds, times).await.expect("a query"));
            assert_eq!(store.sweep_at(times).await.expect("a sweep"), 0);
            assert!(!store.end_abandoned(1, times).await.expect("a transaction"));
            let mut transaction = store.begin().await.expect("a transaction");
            let next = store.lock_next_job(&mut transaction, &kinds, times).await;
            assert_eq!(next.expect("a query"), None);
        }
        // A program that starts after the jump sees expired leases.
        offset.store(3_600_000, Ordering::SeqCst);
        let times = store.read_clock(Duration::ZERO).await.expect("the clock");
        assert!(store.any_claimable(&kinds, times).await.expect("a query"));
        assert_eq!(store.sweep_at(times).await.expect("a sweep"), 1);
    }
}
