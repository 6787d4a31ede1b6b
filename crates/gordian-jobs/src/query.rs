//! Reading jobs, results and events.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::{
    Event, EventKind, Failure, Job, JobCounts, JobFilter, JobId, JobState, JobsError, Store,
};

/// The maximum number of rows returned by one query.
pub const MAX_PAGE_SIZE: u32 = 1000;

/// The size of all payloads, checkpoints and results. PostgreSQL sums 64-bit numbers into
/// `NUMERIC`.
pub(crate) const STORED_BYTES: &str =
    "SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM job_content";

/// The size of a piece of a result in bytes. It does not change with the version of the program.
pub(crate) const PIECE_BYTES: usize = 1 << 20;

const COLUMNS: &str = "id, kind, title, client, state, cancelling, attempt, max_attempts, fence, \
                       worker, events, created_at, started_at, ended_at, code, message, hint, name";

impl Store {
    /// Returns the job, or `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn get(&self, job: JobId) -> Result<Option<Job>, JobsError> {
        match self.find_job(job).await {
            Err(error @ JobsError::Corrupt { .. }) => {
                self.quarantine_job(job, &error).await?;
                self.find_job(job).await
            }
            found => found,
        }
    }

    async fn find_job(&self, job: JobId) -> Result<Option<Job>, JobsError> {
        let text = format!("SELECT {COLUMNS} FROM job WHERE name = $1");
        let query = sqlx::query(&text).bind(job.to_string());
        let row = self.with_timeout(query.fetch_optional(self.read_pool())).await?;
        row.map(|row| self.parse_job(&row)).transpose()
    }

    async fn quarantine_job(&self, job: JobId, why: &JobsError) -> Result<(), JobsError> {
        match self.find_row(job).await? {
            Some(row) => self.quarantine(row, why).await,
            None => Ok(()),
        }
    }

    async fn find_row(&self, job: JobId) -> Result<Option<i64>, JobsError> {
        let query = sqlx::query("SELECT id FROM job WHERE name = $1").bind(job.to_string());
        let row = self.with_timeout(query.fetch_optional(self.read_pool())).await?;
        row.map(|row| self.number(&row, 0)).transpose()
    }

    /// Returns jobs, newest first, at most `limit` and at most [`MAX_PAGE_SIZE`].
    ///
    /// For the next page, set [`JobFilter::before`] to the number of the last job of this page.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn list(&self, filter: &JobFilter, limit: u32) -> Result<Vec<Job>, JobsError> {
        let jobs = async || {
            let rows = self.list_rows(COLUMNS, filter, limit).await?;
            rows.iter().map(|row| self.parse_job(row)).collect()
        };
        match jobs().await {
            Err(JobsError::Corrupt { .. }) => {}
            jobs => return jobs,
        }
        // Reads the jobs one by one to find the unreadable ones.
        for row in self.list_rows("id", filter, limit).await? {
            let row = self.number(&row, 0)?;
            let text = format!("SELECT {COLUMNS} FROM job WHERE id = $1");
            let found =
                self.with_timeout(sqlx::query(&text).bind(row).fetch_optional(self.read_pool()));
            let read = found.await.and_then(|row| row.map(|row| self.parse_job(&row)).transpose());
            if let Err(error @ JobsError::Corrupt { .. }) = read {
                self.quarantine(row, &error).await?;
            }
        }
        jobs().await
    }

    async fn list_rows(
        &self,
        columns: &str,
        filter: &JobFilter,
        limit: u32,
    ) -> Result<Vec<AnyRow>, JobsError> {
        let text = format!(
            "SELECT {columns} FROM job WHERE id < $1 AND ($2 = '' OR state = $2) \
             AND ($3 = 0 OR client = $4) AND ($5 = 0 OR EXISTS (SELECT 1 FROM job_owner \
             WHERE job_owner.job = job.id AND job_owner.owner = $6) OR ($7 = 1 AND NOT EXISTS \
             (SELECT 1 FROM job_owner WHERE job_owner.job = job.id))) ORDER BY id DESC LIMIT $8"
        );
        let viewer = filter.visible_to.as_ref();
        let query = sqlx::query(&text)
            .bind(filter.before.unwrap_or(i64::MAX))
            .bind(filter.state.map_or("", JobState::name))
            .bind(i64::from(filter.client.is_some()))
            .bind(filter.client.as_deref().unwrap_or_default())
            .bind(i64::from(viewer.is_some()))
            .bind(viewer.map_or("", |viewer| viewer.owner.as_str()))
            .bind(i64::from(viewer.is_some_and(|viewer| viewer.include_unowned)))
            .bind(i64::from(limit.min(MAX_PAGE_SIZE)));
        self.with_timeout(query.fetch_all(self.read_pool())).await
    }

    /// Returns the owners of the job; empty if it has none or does not exist.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn owners(&self, job: JobId) -> Result<Vec<String>, JobsError> {
        let text = "SELECT job_owner.owner FROM job_owner JOIN job ON job.id = job_owner.job \
                    WHERE job.name = $1 ORDER BY job_owner.owner";
        let query = sqlx::query(text).bind(job.to_string());
        let rows = self.with_timeout(query.fetch_all(self.read_pool())).await?;
        rows.iter().map(|row| self.text(row, 0)).collect()
    }

    /// Returns the numbers of queued and running jobs, of this client or of all clients.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn counts(&self, client: Option<&str>) -> Result<JobCounts, JobsError> {
        let text = "SELECT state, count(*) FROM job WHERE state IN ('queued', 'running') \
                    AND ($1 = 0 OR client = $2) GROUP BY state";
        let query =
            sqlx::query(text).bind(i64::from(client.is_some())).bind(client.unwrap_or_default());
        let mut counts = JobCounts::default();
        for row in self.with_timeout(query.fetch_all(self.read_pool())).await? {
            let count = u64::try_from(self.number(&row, 1)?).unwrap_or_default();
            match self.text(&row, 0)?.as_str() {
                "queued" => counts.queued = count,
                _ => counts.running = count,
            }
        }
        Ok(counts)
    }

    /// Returns the total size of payloads, checkpoints and results, in bytes.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn stored_bytes(&self) -> Result<u64, JobsError> {
        let row = self.with_timeout(sqlx::query(STORED_BYTES).fetch_one(self.read_pool())).await?;
        Ok(u64::try_from(self.number(&row, 0)?).unwrap_or_default())
    }

    /// Returns the payload of the job.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`], [`JobsError::Corrupt`] if it is not UTF-8,
    /// [`JobsError::Unavailable`].
    pub async fn payload(&self, job: JobId) -> Result<String, JobsError> {
        let bytes = self.content(job, "payload").await?.ok_or(JobsError::UnknownJob { job })?;
        utf8("payload", bytes)
    }

    /// Returns the result of the job; `None` if the job does not exist or is not done.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn result(&self, job: JobId) -> Result<Option<String>, JobsError> {
        let Some(mut bytes) = self.content(job, "result").await? else { return Ok(None) };
        let text = "SELECT job_result_piece.bytes FROM job_result_piece \
                    JOIN job ON job.id = job_result_piece.job \
                    WHERE job.name = $1 ORDER BY job_result_piece.number";
        let query = sqlx::query(text).bind(job.to_string());
        for row in self.with_timeout(query.fetch_all(self.read_pool())).await? {
            bytes.extend(self.bytes(&row, 0)?);
        }
        utf8("result", bytes).map(Some)
    }

    async fn content(&self, job: JobId, part: &str) -> Result<Option<Vec<u8>>, JobsError> {
        let text = "SELECT job_content.bytes FROM job_content JOIN job ON job.id = job_content.job \
                    WHERE job.name = $1 AND job_content.part = $2";
        let query = sqlx::query(text).bind(job.to_string()).bind(part);
        let row = self.with_timeout(query.fetch_optional(self.read_pool())).await?;
        row.map(|row| self.bytes(&row, 0)).transpose()
    }

    /// Returns the size of the job's result in bytes; `None` if it has no result.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn result_size(&self, job: JobId) -> Result<Option<u64>, JobsError> {
        let text = "SELECT job_content.size FROM job_content JOIN job ON job.id = job_content.job \
                    WHERE job.name = $1 AND job_content.part = 'result'";
        let query = sqlx::query(text).bind(job.to_string());
        let row = self.with_timeout(query.fetch_optional(self.read_pool())).await?;
        row.map(|row| Ok(u64::try_from(self.number(&row, 0)?).unwrap_or_default())).transpose()
    }

    /// Returns at most `length` bytes of the result from offset `from`, for reading a long result
    /// in chunks; fewer at the end of a stored piece, and none only at the end of the result. The
    /// cost does not depend on the offset, unless an earlier version stored the result.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`] if the job was purged in the meantime, [`JobsError::Unavailable`].
    pub async fn result_chunk(
        &self,
        job: JobId,
        from: u64,
        length: u32,
    ) -> Result<Vec<u8>, JobsError> {
        let (number, at) = (from / PIECE_BYTES as u64, from % PIECE_BYTES as u64);
        if number > 0 {
            let text = "SELECT substr(job_result_piece.bytes, CAST($2 AS INTEGER), CAST($3 AS INTEGER)) \
                        FROM job_result_piece JOIN job ON job.id = job_result_piece.job \
                        WHERE job.name = $1 AND job_result_piece.number = $4";
            let query = sqlx::query(text).bind(job.to_string()).bind(position(at));
            let query =
                query.bind(i64::from(length)).bind(i64::try_from(number).unwrap_or(i64::MAX));
            let row = self.with_timeout(query.fetch_optional(self.read_pool())).await?;
            if let Some(row) = row {
                return self.bytes(&row, 0);
            }
        }
        // The first piece, the only one of an earlier version, or the end.
        let text = "SELECT substr(job_content.bytes, CAST($2 AS INTEGER), CAST($3 AS INTEGER)) \
                    FROM job_content JOIN job ON job.id = job_content.job \
                    WHERE job.name = $1 AND job_content.part = 'result'";
        let query = sqlx::query(text).bind(job.to_string()).bind(position(from));
        let query = query.bind(i64::from(length));
        let row = self.with_timeout(query.fetch_optional(self.read_pool())).await?;
        self.bytes(&row.ok_or(JobsError::UnknownJob { job })?, 0)
    }

    /// Returns the events of the job with numbers greater than `after`, in order, at most `limit`
    /// and at most [`MAX_PAGE_SIZE`]. Empty if the job does not exist. Unreadable events are
    /// skipped.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn events(
        &self,
        job: JobId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<Event>, JobsError> {
        let text = "SELECT number, kind, data, at FROM job_event \
                    WHERE job = (SELECT id FROM job WHERE name = $1) AND number > $2 \
                    ORDER BY number LIMIT $3";
        let query = sqlx::query(text).bind(job.to_string()).bind(after);
        let query = query.bind(i64::from(limit.min(MAX_PAGE_SIZE)));
        let rows = self.with_timeout(query.fetch_all(self.read_pool())).await?;
        let read = |row| match self.parse_event(job, row) {
            Err(error @ JobsError::Corrupt { .. }) => {
                tracing::error!(%job, %error, "unreadable event skipped");
                None
            }
            event => Some(event),
        };
        rows.iter().filter_map(read).collect()
    }

    /// Returns the state of the job and the number of its last event.
    pub(crate) async fn state_and_last_event(
        &self,
        job: JobId,
    ) -> Result<Option<(JobState, i64)>, JobsError> {
        match self.find_state_and_last_event(job).await {
            Err(error @ JobsError::Corrupt { .. }) => {
                self.quarantine_job(job, &error).await?;
                self.find_state_and_last_event(job).await
            }
            found => found,
        }
    }

    async fn find_state_and_last_event(
        &self,
        job: JobId,
    ) -> Result<Option<(JobState, i64)>, JobsError> {
        let text = "SELECT state, events FROM job WHERE name = $1";
        let query = sqlx::query(text).bind(job.to_string());
        let row = self.with_timeout(query.fetch_optional(self.read_pool())).await?;
        row.map(|row| Ok((self.state(&row, 0)?, self.number(&row, 1)?))).transpose()
    }

    fn parse_job(&self, row: &AnyRow) -> Result<Job, JobsError> {
        let code = self.text(row, 14)?;
        let failure = if code.is_empty() {
            None
        } else {
            Some(Failure { code, message: self.text(row, 15)?, hint: self.text(row, 16)? })
        };
        let state = self.state(row, 4)?;
        Ok(Job {
            id: self.job_id(row, 17)?,
            number: self.number(row, 0)?,
            kind: self.text(row, 1)?,
            title: self.text(row, 2)?,
            client: self.text(row, 3)?,
            state,
            cancelling: self.number(row, 5)? != 0 && !state.is_final(),
            attempt: self.count(row, 6, "attempt")?,
            max_attempts: self.count(row, 7, "number of attempts")?,
            fence: self.number(row, 8)?,
            worker: self.text(row, 9)?,
            last_event: self.number(row, 10)?,
            created_ms: self.number(row, 11)?,
            started_ms: Some(self.number(row, 12)?).filter(|&time| time != 0),
            ended_ms: Some(self.number(row, 13)?).filter(|&time| time != 0),
            failure,
        })
    }

    fn parse_event(&self, job: JobId, row: &AnyRow) -> Result<Event, JobsError> {
        let kind = self.text(row, 1)?;
        let known = EventKind::from_name(&kind);
        Ok(Event {
            job,
            number: self.number(row, 0)?,
            kind: known.ok_or(JobsError::Corrupt { what: "kind of event", value: kind })?,
            data: Some(self.text(row, 2)?).filter(|data| !data.is_empty()),
            at_ms: self.number(row, 3)?,
        })
    }

    pub(crate) fn number(&self, row: &AnyRow, column: usize) -> Result<i64, JobsError> {
        row.try_get(column).map_err(|error| self.classify_error(error))
    }

    pub(crate) fn text(&self, row: &AnyRow, column: usize) -> Result<String, JobsError> {
        row.try_get(column).map_err(|error| self.classify_error(error))
    }

    pub(crate) fn job_id(&self, row: &AnyRow, column: usize) -> Result<JobId, JobsError> {
        let name = self.text(row, column)?;
        name.parse().map_err(|_| JobsError::Corrupt { what: "id", value: name })
    }

    pub(crate) fn state(&self, row: &AnyRow, column: usize) -> Result<JobState, JobsError> {
        let name = self.text(row, column)?;
        JobState::from_name(&name).ok_or(JobsError::Corrupt { what: "state", value: name })
    }

    pub(crate) fn count(
        &self,
        row: &AnyRow,
        column: usize,
        what: &'static str,
    ) -> Result<u32, JobsError> {
        let number = self.number(row, column)?;
        number.try_into().map_err(|_| JobsError::Corrupt { what, value: number.to_string() })
    }
}

/// Returns the position of the byte at an offset, as `substr` counts.
fn position(at: u64) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX - 1) + 1
}

pub(crate) fn utf8(what: &'static str, bytes: Vec<u8>) -> Result<String, JobsError> {
    String::from_utf8(bytes).map_err(|error| JobsError::Corrupt {
        what,
        value: String::from_utf8_lossy(error.as_bytes()).chars().take(40).collect(),
    })
}
