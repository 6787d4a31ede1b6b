//! Jobs come in, once each, however often the request is repeated.

use sqlx::{Any, Transaction};

use crate::dialect::Dialect;
use crate::error::Cap;
use crate::job::JobKey;
use crate::read::STORED_BYTES;
use crate::store::storable;
use crate::{Caps, EventKind, JobId, JobsError, Store, Submission, Submitted};

/// Any number that nobody else uses in this database. Submissions come one after the other, so that
/// counting and inserting cannot come apart.
const LOCK: &str = "SELECT count(*) FROM pg_advisory_xact_lock(7205759404)";

impl Store {
    /// As [`submit_within`](Self::submit_within), without caps.
    ///
    /// # Errors
    ///
    /// [`JobsError::IdempotencyConflict`], [`JobsError::Unavailable`].
    pub async fn submit(&self, submission: &Submission) -> Result<Submitted, JobsError> {
        self.submit_within(submission, &Caps::default()).await
    }

    /// Makes a job, or finds the one that the same request made before, or the one that does the same
    /// work.
    ///
    /// A request without a key always makes a job, unless its work is [shared](Submission::share). With
    /// one, the first request of a client that brings the key makes a job, and the same request gives
    /// that job again until the key is purged. The same request means the same kind, payload, title and
    /// number of attempts. Caps hold for new jobs only.
    ///
    /// # Errors
    ///
    /// [`JobsError::IdempotencyConflict`] if the client used the key for another request,
    /// [`JobsError::Full`] if a cap is reached, [`JobsError::Unavailable`].
    pub async fn submit_within(
        &self,
        submission: &Submission,
        caps: &Caps,
    ) -> Result<Submitted, JobsError> {
        let mut transaction = self.begin().await?;
        if self.dialect() == Dialect::Postgres {
            // SQLite's writer is alone from the first statement on.
            self.answer(sqlx::query(LOCK).fetch_one(&mut *transaction)).await?;
        }
        if let Some(job) = self.earlier(&mut transaction, submission).await? {
            return Ok(Submitted { job, fresh: false });
        }
        if let Some(job) = self.equal_work(&mut transaction, submission).await? {
            self.insert_owner(&mut transaction, job.row, submission).await?;
            self.insert_key(&mut transaction, job.row, submission).await?;
            self.answer(transaction.commit()).await?;
            return Ok(Submitted { job: job.id, fresh: false });
        }
        self.check_caps(&mut transaction, submission, caps).await?;
        let job = self.insert_job(&mut transaction, submission).await?;
        self.insert_key(&mut transaction, job.row, submission).await?;
        self.commit_event(transaction, job, 1).await?;
        self.board().tell_queued();
        Ok(Submitted { job: job.id, fresh: true })
    }

    /// Looks for the job that the same request made before; there is none for a request without a key.
    async fn earlier(
        &self,
        transaction: &mut Transaction<'static, Any>,
        submission: &Submission,
    ) -> Result<Option<JobId>, JobsError> {
        let Some(key) = &submission.key else { return Ok(None) };
        let text = "SELECT job.name, job_request.hash FROM job_request \
                    JOIN job ON job.id = job_request.job \
                    WHERE job_request.client = $1 AND job_request.key = $2";
        let query = sqlx::query(text).bind(key_scope(submission)).bind(storable(key));
        let row = self.answer(query.fetch_optional(&mut **transaction)).await?;
        let Some(row) = row else { return Ok(None) };
        let job = self.name(&row, 0)?;
        if self.text(&row, 1)? == hash(submission) {
            return Ok(Some(job));
        }
        Err(JobsError::IdempotencyConflict { key: key.clone(), job })
    }

    /// Looks for an open job that does the same work, and locks its row, so that it is not cancelled
    /// while it gets another owner.
    async fn equal_work(
        &self,
        transaction: &mut Transaction<'static, Any>,
        submission: &Submission,
    ) -> Result<Option<JobKey>, JobsError> {
        if submission.share.is_empty() {
            return Ok(None);
        }
        let text = self.sql(
            "SELECT id, name FROM job WHERE share = $1 AND share <> '' \
             AND state IN ('queued', 'running') AND cancelling = 0 ORDER BY id LIMIT 1 @lock",
        );
        let query = sqlx::query(&text).bind(storable(&submission.share));
        let row = self.answer(query.fetch_optional(&mut **transaction)).await?;
        row.map(|row| Ok(JobKey { row: self.number(&row, 0)?, id: self.name(&row, 1)? }))
            .transpose()
    }

    async fn check_caps(
        &self,
        transaction: &mut Transaction<'static, Any>,
        submission: &Submission,
        caps: &Caps,
    ) -> Result<(), JobsError> {
        let open = "SELECT count(*) FROM job WHERE state IN ('queued', 'running') \
                    AND ($1 = 0 OR client = $2 OR ($1 = 2 AND substr(client, 1, $3) = $4))";
        let count = |which: i64, client: &str| {
            let prefix = storable(&format!("{client} "));
            let length = i32::try_from(prefix.chars().count()).unwrap_or(i32::MAX);
            sqlx::query(open).bind(which).bind(storable(client)).bind(length).bind(prefix)
        };
        let (address, of_address) = match &caps.address {
            Some((address, limit)) => (address.as_str(), Some(*limit)),
            None => ("", None),
        };
        let checks = [
            (
                Cap::Client,
                "jobs of this client wait or run",
                caps.client,
                count(1, &submission.client),
            ),
            (Cap::Address, "jobs of this address wait or run", of_address, count(2, address)),
            (Cap::Open, "jobs wait or run", caps.open, count(0, "")),
            (Cap::Bytes, "bytes are stored", caps.bytes, sqlx::query(STORED_BYTES)),
        ];
        for (cap, what, limit, query) in checks {
            let Some(limit) = limit else { continue };
            let row = self.answer(query.fetch_one(&mut **transaction)).await?;
            let reached = u64::try_from(self.number(&row, 0)?).unwrap_or_default();
            if reached >= limit {
                return Err(JobsError::Full { cap, what, reached, limit });
            }
        }
        Ok(())
    }

    async fn insert_job(
        &self,
        transaction: &mut Transaction<'static, Any>,
        submission: &Submission,
    ) -> Result<JobKey, JobsError> {
        let id = JobId::random();
        let text = self.sql(
            "INSERT INTO job (name, kind, title, client, share, state, max_attempts, events, \
             created_at) VALUES ($1, $2, $3, $4, $5, 'queued', $6, 1, @now) RETURNING id",
        );
        let query = sqlx::query(&text)
            .bind(id.to_string())
            .bind(storable(&submission.kind))
            .bind(storable(&submission.title))
            .bind(storable(&submission.client))
            .bind(storable(&submission.share))
            .bind(i64::from(submission.max_attempts.max(1)));
        let row = self.answer(query.fetch_one(&mut **transaction)).await?;
        let job = JobKey { row: self.number(&row, 0)?, id };
        self.put_content(transaction, job.row, "payload", submission.payload.as_bytes()).await?;
        self.insert_owner(transaction, job.row, submission).await?;
        self.insert_event(transaction, job, 1, EventKind::Queued, "").await?;
        Ok(job)
    }

    async fn insert_owner(
        &self,
        transaction: &mut Transaction<'static, Any>,
        row: i64,
        submission: &Submission,
    ) -> Result<(), JobsError> {
        if !submission.owner.is_empty() {
            let text = "INSERT INTO job_owner (job, owner) VALUES ($1, $2) \
                        ON CONFLICT (job, owner) DO NOTHING";
            let query = sqlx::query(text).bind(row).bind(storable(&submission.owner));
            self.answer(query.execute(&mut **transaction)).await?;
        }
        Ok(())
    }

    async fn insert_key(
        &self,
        transaction: &mut Transaction<'static, Any>,
        row: i64,
        submission: &Submission,
    ) -> Result<(), JobsError> {
        if let Some(key) = &submission.key {
            let text = self.sql(
                "INSERT INTO job_request (client, key, hash, job, at) VALUES ($1, $2, $3, $4, @now)",
            );
            let query = sqlx::query(&text)
                .bind(key_scope(submission))
                .bind(storable(key))
                .bind(hash(submission))
                .bind(row);
            self.answer(query.execute(&mut **transaction)).await?;
        }
        Ok(())
    }

    /// Writes a large part of a job, over the one that it may have.
    pub(crate) async fn put_content(
        &self,
        transaction: &mut Transaction<'static, Any>,
        row: i64,
        part: &str,
        bytes: &[u8],
    ) -> Result<(), JobsError> {
        let text = "INSERT INTO job_content (job, part, bytes, size) VALUES ($1, $2, $3, $4) \
                    ON CONFLICT (job, part) \
                    DO UPDATE SET bytes = excluded.bytes, size = excluded.size";
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let query = sqlx::query(text).bind(row).bind(part).bind(bytes.to_vec()).bind(size);
        self.answer(query.execute(&mut **transaction)).await?;
        Ok(())
    }
}

/// Names the request. The lengths keep neighbours apart.
fn hash(submission: &Submission) -> String {
    let mut hasher = blake3::Hasher::new();
    let attempts = submission.max_attempts.max(1).to_string();
    for part in [&submission.kind, &submission.payload, &submission.title, &attempts] {
        hasher.update(format!("{} ", part.len()).as_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// Returns the clients among which idempotency keys are unique: those of one address. The first request
/// of a client may come before it has an id.
fn key_scope(submission: &Submission) -> String {
    storable(submission.client.split(' ').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_request_counts() {
        let first = hash(&Submission::new("kind", "payload"));
        assert_eq!(first, hash(&Submission::new("kind", "payload")));
        let mut others = vec![Submission::new("kindp", "ayload"), Submission::new("kind", "other")];
        others.push(Submission { title: "t".to_owned(), ..Submission::new("kind", "payload") });
        others.push(Submission { max_attempts: 1, ..Submission::new("kind", "payload") });
        for other in others {
            assert_ne!(first, hash(&other), "{other:?}");
        }
    }
}
