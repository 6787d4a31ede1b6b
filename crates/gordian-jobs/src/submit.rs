//! Jobs come in, once each, however often the request is repeated.

use sqlx::{Any, Row as _, Transaction};

use crate::store::storable;
use crate::{EventKind, JobId, JobsError, Store, Submission, Submitted};

impl Store {
    /// Makes a job, or finds the one that the same request made before.
    ///
    /// A request without a key always makes a job. With one, the first request of a client that brings
    /// the key makes a job, and the same request gives that job again until the key is purged. The
    /// same request means the same kind, payload, title and number of attempts.
    ///
    /// # Errors
    ///
    /// [`JobsError::IdempotencyConflict`] if the client used the key for another request,
    /// [`JobsError::Unavailable`].
    pub async fn submit(&self, submission: &Submission) -> Result<Submitted, JobsError> {
        let Some(key) = &submission.key else {
            let mut transaction = self.begin().await?;
            let job = self.insert_job(&mut transaction, submission).await?;
            return self.submitted(transaction, job).await;
        };
        let hash = hash(submission);
        loop {
            if let Some(job) = self.earlier(submission).await? {
                return Ok(Submitted { job, fresh: false });
            }
            let mut transaction = self.begin().await?;
            let job = self.insert_job(&mut transaction, submission).await?;
            let text = self.sql(
                "INSERT INTO job_request (client, key, hash, job, at) \
                 VALUES ($1, $2, $3, $4, @now) ON CONFLICT (client, key) DO NOTHING",
            );
            let query = sqlx::query(&text)
                .bind(storable(&submission.client))
                .bind(storable(key))
                .bind(hash.as_str())
                .bind(job.get());
            let inserted = query.execute(&mut *transaction).await;
            if inserted.map_err(|error| self.unavailable(error))?.rows_affected() == 1 {
                return self.submitted(transaction, job).await;
            }
            // Somebody brought the key since we looked: our job has not happened, theirs has.
            transaction.rollback().await.map_err(|error| self.unavailable(error))?;
        }
    }

    async fn submitted(
        &self,
        transaction: Transaction<'static, Any>,
        job: JobId,
    ) -> Result<Submitted, JobsError> {
        self.commit_event(transaction, job, 1).await?;
        self.board().tell_queued();
        Ok(Submitted { job, fresh: true })
    }

    /// Looks for the job that the same request made before; there is none for a request without a key.
    ///
    /// # Errors
    ///
    /// As [`submit`](Self::submit).
    pub async fn earlier(&self, submission: &Submission) -> Result<Option<JobId>, JobsError> {
        let Some(key) = &submission.key else { return Ok(None) };
        let text = "SELECT job, hash FROM job_request WHERE client = $1 AND key = $2";
        let query = sqlx::query(text).bind(storable(&submission.client)).bind(storable(key));
        let row = query.fetch_optional(self.pool()).await;
        let Some(row) = row.map_err(|error| self.unavailable(error))? else { return Ok(None) };
        let job = row.try_get(0).map(JobId::new).map_err(|error| self.unavailable(error))?;
        let known: String = row.try_get(1).map_err(|error| self.unavailable(error))?;
        if known == hash(submission) {
            return Ok(Some(job));
        }
        Err(JobsError::IdempotencyConflict { key: key.clone(), job })
    }

    async fn insert_job(
        &self,
        transaction: &mut Transaction<'static, Any>,
        submission: &Submission,
    ) -> Result<JobId, JobsError> {
        let text = self.sql(
            "INSERT INTO job (kind, title, client, state, max_attempts, events, created_at) \
             VALUES ($1, $2, $3, 'queued', $4, 1, @now) RETURNING id",
        );
        let query = sqlx::query(&text)
            .bind(storable(&submission.kind))
            .bind(storable(&submission.title))
            .bind(storable(&submission.client))
            .bind(i64::from(submission.max_attempts.max(1)));
        let row = query.fetch_one(&mut **transaction).await;
        let row = row.map_err(|error| self.unavailable(error))?;
        let job = row.try_get(0).map(JobId::new).map_err(|error| self.unavailable(error))?;
        self.put_content(transaction, job, "payload", submission.payload.as_bytes()).await?;
        self.insert_event(transaction, job, 1, EventKind::Queued, "").await?;
        Ok(job)
    }

    /// Writes a large part of a job, over the one that it may have.
    pub(crate) async fn put_content(
        &self,
        transaction: &mut Transaction<'static, Any>,
        job: JobId,
        part: &str,
        bytes: &[u8],
    ) -> Result<(), JobsError> {
        let text = "INSERT INTO job_content (job, part, bytes) VALUES ($1, $2, $3) \
                    ON CONFLICT (job, part) DO UPDATE SET bytes = excluded.bytes";
        let query = sqlx::query(text).bind(job.get()).bind(part).bind(bytes.to_vec());
        query.execute(&mut **transaction).await.map_err(|error| self.unavailable(error))?;
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
