//! Submitting jobs, with idempotency keys, deduplication keys and limits.

use crate::dialect::Dialect;
use crate::error::LimitKind;
use crate::id::JobKey;
use crate::lease::failure_json;
use crate::query::{PIECE_BYTES, STORED_BYTES};
use crate::store::replace_nul;
use crate::transaction::WriteTransaction;
use crate::{EventKind, Failure, JobId, JobsError, Store, Submission, SubmitLimits, Submitted};

/// An arbitrary lock number, used only by this program. Submissions are serialized, so that
/// counting and inserting are atomic.
const SUBMISSION_LOCK: &str = "SELECT count(*) FROM pg_advisory_xact_lock(7205759404)";

/// Queued jobs that can make room for jobs of another address.
const DISPLACEABLE: &str = "state IN ('queued', 'running') AND state = 'queued' \
     AND started_at = 0 AND share = '' AND client <> ''";

impl Store {
    /// Like [`submit_with_limits`](Self::submit_with_limits), without limits.
    ///
    /// # Errors
    ///
    /// [`JobsError::IdempotencyConflict`], [`JobsError::Unavailable`].
    pub async fn submit(&self, submission: &Submission) -> Result<Submitted, JobsError> {
        self.submit_with_limits(submission, &SubmitLimits::default()).await
    }

    /// Creates a job, or returns the existing job with the same idempotency key or deduplication
    /// key.
    ///
    /// A submission without an idempotency key creates a job, unless its [deduplication
    /// key](Submission::dedup_key) matches an open job. With an idempotency key, the first request
    /// creates a job, and the same request returns that job until the key is purged. Two requests
    /// are the same if they have the same kind, payload, title and maximum number of attempts. The
    /// limits apply to new jobs only.
    ///
    /// If the number of open jobs is reached, the address with the most queued jobs loses its
    /// latest one to an address with at least two fewer open jobs. The job becomes failed with the
    /// code `job.displaced`. An address is the text of [`Submission::client`] up to the first
    /// space.
    ///
    /// # Errors
    ///
    /// [`JobsError::IdempotencyConflict`] if the client used the key for a different request,
    /// [`JobsError::LimitReached`] if a limit is reached, [`JobsError::Unavailable`].
    pub async fn submit_with_limits(
        &self,
        submission: &Submission,
        limits: &SubmitLimits,
    ) -> Result<Submitted, JobsError> {
        let mut transaction = self.begin().await?;
        if self.dialect() == Dialect::Postgres {
            // In SQLite, the transaction is the only writer from its first statement on.
            self.with_timeout(sqlx::query(SUBMISSION_LOCK).fetch_one(&mut *transaction)).await?;
        }
        if let Some(job) = self.find_by_idempotency_key(&mut transaction, submission).await? {
            return Ok(Submitted { job, is_new: false });
        }
        if let Some(job) = self.find_by_dedup_key(&mut transaction, submission).await? {
            self.insert_owner(&mut transaction, job.row, submission).await?;
            self.insert_idempotency_key(&mut transaction, job.row, submission).await?;
            self.with_timeout(transaction.commit()).await?;
            return Ok(Submitted { job: job.id, is_new: false });
        }
        let displaced = self.check_limits(&mut transaction, submission, limits).await?;
        let job = self.insert_job(&mut transaction, submission).await?;
        self.insert_idempotency_key(&mut transaction, job.row, submission).await?;
        self.commit_event(transaction, job, 1).await?;
        if let Some((displaced, number)) = displaced {
            self.notifier().notify_event(displaced.id, number);
            tracing::info!(job = %displaced.id, "a queued job made room for one of another address");
        }
        self.notifier().notify_queued();
        Ok(Submitted { job: job.id, is_new: true })
    }

    /// Finds the job of an earlier request with the same idempotency key.
    async fn find_by_idempotency_key(
        &self,
        transaction: &mut WriteTransaction,
        submission: &Submission,
    ) -> Result<Option<JobId>, JobsError> {
        let Some(key) = &submission.idempotency_key else { return Ok(None) };
        let text = "SELECT job.name, job_request.hash FROM job_request \
                    JOIN job ON job.id = job_request.job \
                    WHERE job_request.client = $1 AND job_request.key = $2";
        let query = sqlx::query(text).bind(idempotency_scope(submission)).bind(replace_nul(key));
        let row = self.with_timeout(query.fetch_optional(&mut **transaction)).await?;
        let Some(row) = row else { return Ok(None) };
        let job = self.job_id(&row, 0)?;
        if self.text(&row, 1)? == request_hash(submission) {
            return Ok(Some(job));
        }
        Err(JobsError::IdempotencyConflict { key: key.clone(), job })
    }

    /// Finds an open job with the same deduplication key, and locks its row, so that the job is not
    /// cancelled before the owner is added.
    async fn find_by_dedup_key(
        &self,
        transaction: &mut WriteTransaction,
        submission: &Submission,
    ) -> Result<Option<JobKey>, JobsError> {
        if submission.dedup_key.is_empty() {
            return Ok(None);
        }
        let text = self.sql(
            "SELECT id, name FROM job WHERE share = $1 AND share <> '' \
             AND state IN ('queued', 'running') AND cancelling = 0 ORDER BY id LIMIT 1 @lock",
        );
        let query = sqlx::query(&text).bind(replace_nul(&submission.dedup_key));
        let row = self.with_timeout(query.fetch_optional(&mut **transaction)).await?;
        row.map(|row| Ok(JobKey { row: self.number(&row, 0)?, id: self.job_id(&row, 1)? }))
            .transpose()
    }

    /// Checks the limits. If the queue is full, a job of another address may make room; returns
    /// that job and the number of its last event.
    async fn check_limits(
        &self,
        transaction: &mut WriteTransaction,
        submission: &Submission,
        limits: &SubmitLimits,
    ) -> Result<Option<(JobKey, i64)>, JobsError> {
        let open = "SELECT count(*) FROM job WHERE state IN ('queued', 'running') \
                    AND ($1 = 0 OR client = $2 OR ($1 = 2 AND substr(client, 1, $3) = $4))";
        let count = |which: i64, client: &str| {
            let prefix = replace_nul(&format!("{client} "));
            let length = i32::try_from(prefix.chars().count()).unwrap_or(i32::MAX);
            sqlx::query(open).bind(which).bind(replace_nul(client)).bind(length).bind(prefix)
        };
        let (address, of_address) = match &limits.per_address {
            Some((address, limit)) => (address.as_str(), Some(*limit)),
            None => ("", None),
        };
        let checks = [
            (
                LimitKind::Client,
                "jobs of this client are queued or running",
                limits.per_client,
                count(1, &submission.client),
            ),
            (
                LimitKind::Address,
                "jobs of this address are queued or running",
                of_address,
                count(2, address),
            ),
            (LimitKind::OpenJobs, "jobs are queued or running", limits.open_jobs, count(0, "")),
            (
                LimitKind::StoredBytes,
                "bytes are stored",
                limits.stored_bytes,
                sqlx::query(STORED_BYTES),
            ),
        ];
        let mut displaced = None;
        for (kind, what, limit, query) in checks {
            let Some(limit) = limit else { continue };
            let row = self.with_timeout(query.fetch_one(&mut **transaction)).await?;
            let count = u64::try_from(self.number(&row, 0)?).unwrap_or_default();
            if count < limit {
                continue;
            }
            // The limit may have been lowered; then one job less is not enough.
            if kind == LimitKind::OpenJobs && count == limit {
                displaced = match self.displace_job(transaction, submission).await {
                    // A claim quarantines the unreadable job; the transaction is rolled back.
                    Err(JobsError::Corrupt { .. }) => None,
                    displaced => displaced?,
                };
                if displaced.is_some() {
                    continue;
                }
            }
            return Err(JobsError::LimitReached { kind, what, count, limit });
        }
        Ok(displaced)
    }

    /// Ends the latest queued job of the address that has the most of them, to make room for a
    /// submission of an address that has at least two fewer open jobs. Returns `None` if no address
    /// has that many.
    ///
    /// Jobs that have started, that have several owners or that no client submitted stay.
    async fn displace_job(
        &self,
        transaction: &mut WriteTransaction,
        submission: &Submission,
    ) -> Result<Option<(JobKey, i64)>, JobsError> {
        let own = self.sql(
            "SELECT count(*) FROM job WHERE state IN ('queued', 'running') \
             AND @first_word(client) = $1",
        );
        let query = sqlx::query(&own).bind(idempotency_scope(submission));
        let own = self.with_timeout(query.fetch_one(&mut **transaction)).await?;
        let own = self.number(&own, 0)?;
        let heaviest = self.sql(&format!(
            "SELECT @first_word(client), count(*) FROM job WHERE {DISPLACEABLE} \
             GROUP BY @first_word(client) ORDER BY count(*) DESC LIMIT 1"
        ));
        let query = sqlx::query(&heaviest);
        let row = self.with_timeout(query.fetch_optional(&mut **transaction)).await?;
        let Some(row) = row else { return Ok(None) };
        let (address, count) = (self.text(&row, 0)?, self.number(&row, 1)?);
        if count < own + 2 {
            return Ok(None);
        }
        let end = self.sql(&format!(
            "UPDATE job SET state = 'failed', ended_at = @now, events = events + 1 \
             WHERE id = (SELECT id FROM job WHERE {DISPLACEABLE} AND @first_word(client) = $1 \
             ORDER BY id DESC LIMIT 1 @skip_locked) RETURNING id, name, events"
        ));
        let query = sqlx::query(&end).bind(address);
        let row = self.with_timeout(query.fetch_optional(&mut **transaction)).await?;
        let Some(row) = row else { return Ok(None) };
        let job = JobKey { row: self.number(&row, 0)?, id: self.job_id(&row, 1)? };
        let number = self.number(&row, 2)?;
        let failure = Failure {
            code: "job.displaced".to_owned(),
            message: "the queue is full, and your address had the most queued jobs".to_owned(),
            hint: "submit it again when your other jobs have ended".to_owned(),
        };
        self.put_failure(transaction, job.row, &failure).await?;
        let data = failure_json(&failure);
        self.insert_event(transaction, job, number, EventKind::Failed, &data).await?;
        Ok(Some((job, number)))
    }

    async fn insert_job(
        &self,
        transaction: &mut WriteTransaction,
        submission: &Submission,
    ) -> Result<JobKey, JobsError> {
        let id = JobId::random();
        let text = self.sql(
            "INSERT INTO job (name, kind, title, client, share, state, max_attempts, events, \
             created_at) VALUES ($1, $2, $3, $4, $5, 'queued', $6, 1, @now) RETURNING id",
        );
        let query = sqlx::query(&text)
            .bind(id.to_string())
            .bind(replace_nul(&submission.kind))
            .bind(replace_nul(&submission.title))
            .bind(replace_nul(&submission.client))
            .bind(replace_nul(&submission.dedup_key))
            .bind(i64::from(submission.max_attempts.max(1)));
        let row = self.with_timeout(query.fetch_one(&mut **transaction)).await?;
        let job = JobKey { row: self.number(&row, 0)?, id };
        self.upsert_content(transaction, job.row, "payload", submission.payload.as_bytes()).await?;
        self.insert_owner(transaction, job.row, submission).await?;
        self.insert_event(transaction, job, 1, EventKind::Queued, "").await?;
        Ok(job)
    }

    async fn insert_owner(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        submission: &Submission,
    ) -> Result<(), JobsError> {
        if !submission.owner.is_empty() {
            let text = "INSERT INTO job_owner (job, owner) VALUES ($1, $2) \
                        ON CONFLICT (job, owner) DO NOTHING";
            let query = sqlx::query(text).bind(row).bind(replace_nul(&submission.owner));
            self.with_timeout(query.execute(&mut **transaction)).await?;
        }
        Ok(())
    }

    async fn insert_idempotency_key(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        submission: &Submission,
    ) -> Result<(), JobsError> {
        if let Some(key) = &submission.idempotency_key {
            let text = self.sql(
                "INSERT INTO job_request (client, key, hash, job, at) VALUES ($1, $2, $3, $4, @now)",
            );
            let query = sqlx::query(&text)
                .bind(idempotency_scope(submission))
                .bind(replace_nul(key))
                .bind(request_hash(submission))
                .bind(row);
            self.with_timeout(query.execute(&mut **transaction)).await?;
        }
        Ok(())
    }

    /// Inserts or replaces a large part of a job other than the result.
    pub(crate) async fn upsert_content(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        part: &str,
        bytes: &[u8],
    ) -> Result<(), JobsError> {
        self.upsert_part(transaction, row, part, bytes, bytes.len()).await
    }

    /// Inserts or replaces the result of a job, in pieces of [`PIECE_BYTES`]: a database reads a
    /// piece of a long value no faster than all before it.
    pub(crate) async fn upsert_result(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        bytes: &[u8],
    ) -> Result<(), JobsError> {
        let mut pieces = bytes.chunks(PIECE_BYTES);
        let first = pieces.next().unwrap_or_default();
        self.upsert_part(transaction, row, "result", first, bytes.len()).await?;
        let delete = sqlx::query("DELETE FROM job_result_piece WHERE job = $1").bind(row);
        self.with_timeout(delete.execute(&mut **transaction)).await?;
        for (number, piece) in (1_i64..).zip(pieces) {
            let text = "INSERT INTO job_result_piece (job, number, bytes) VALUES ($1, $2, $3)";
            let query = sqlx::query(text).bind(row).bind(number).bind(piece.to_vec());
            self.with_timeout(query.execute(&mut **transaction)).await?;
        }
        Ok(())
    }

    async fn upsert_part(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        part: &str,
        bytes: &[u8],
        size: usize,
    ) -> Result<(), JobsError> {
        let text = "INSERT INTO job_content (job, part, bytes, size) VALUES ($1, $2, $3, $4) \
                    ON CONFLICT (job, part) \
                    DO UPDATE SET bytes = excluded.bytes, size = excluded.size";
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        let query = sqlx::query(text).bind(row).bind(part).bind(bytes.to_vec()).bind(size);
        self.with_timeout(query.execute(&mut **transaction)).await?;
        Ok(())
    }
}

/// Returns the hash of a request. Each part is preceded by its length, so that the parts are
/// unambiguous.
fn request_hash(submission: &Submission) -> String {
    let mut hasher = blake3::Hasher::new();
    let attempts = submission.max_attempts.max(1).to_string();
    for part in [&submission.kind, &submission.payload, &submission.title, &attempts] {
        hasher.update(format!("{} ", part.len()).as_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Returns the scope within which idempotency keys are unique: the client address. The first
/// request of a client may come before the client has an id.
fn idempotency_scope(submission: &Submission) -> String {
    replace_nul(submission.client.split(' ').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_hash_depends_on_each_part() {
        let first = request_hash(&Submission::new("kind", "payload"));
        assert_eq!(first, request_hash(&Submission::new("kind", "payload")));
        let mut others = vec![Submission::new("kindp", "ayload"), Submission::new("kind", "other")];
        others.push(Submission { title: "t".to_owned(), ..Submission::new("kind", "payload") });
        others.push(Submission { max_attempts: 1, ..Submission::new("kind", "payload") });
        for other in others {
            assert_ne!(first, request_hash(&other), "{other:?}");
        }
    }
}
