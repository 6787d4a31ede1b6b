//! Jobs and their events as they are now.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::{Counts, Event, EventKind, Failure, Filter, Job, JobId, JobsError, State, Store};

/// The most rows that one question gives.
pub const PAGE_MAX: u32 = 1000;

/// The bytes of all payloads, checkpoints and results. PostgreSQL sums numbers of 64 bits into a type of its
/// own.
pub(crate) const STORED_BYTES: &str =
    "SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM job_content";

const COLUMNS: &str = "id, kind, title, client, state, cancelling, attempt, max_attempts, fence, \
                       worker, events, created_at, started_at, ended_at, code, message, hint, name";

impl Store {
    /// Returns the job, or `None` if there is none of that id (any more).
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn get(&self, job: JobId) -> Result<Option<Job>, JobsError> {
        match self.find(job).await {
            Err(error @ JobsError::Corrupt { .. }) => {
                self.set_aside_job(job, &error).await?;
                self.find(job).await
            }
            found => found,
        }
    }

    async fn find(&self, job: JobId) -> Result<Option<Job>, JobsError> {
        let text = format!("SELECT {COLUMNS} FROM job WHERE name = $1");
        let query = sqlx::query(&text).bind(job.to_string());
        let row = self.answer(query.fetch_optional(self.readers())).await?;
        row.map(|row| self.job(&row)).transpose()
    }

    async fn set_aside_job(&self, job: JobId, why: &JobsError) -> Result<(), JobsError> {
        match self.row_of(job).await? {
            Some(row) => self.set_aside(row, why).await,
            None => Ok(()),
        }
    }

    async fn row_of(&self, job: JobId) -> Result<Option<i64>, JobsError> {
        let query = sqlx::query("SELECT id FROM job WHERE name = $1").bind(job.to_string());
        let row = self.answer(query.fetch_optional(self.readers())).await?;
        row.map(|row| self.number(&row, 0)).transpose()
    }

    /// Returns jobs, the newest first, at most `limit` of them and at most [`PAGE_MAX`].
    ///
    /// The next page is that with [`Filter::before`] set to the number of the last job of this one.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn list(&self, filter: &Filter, limit: u32) -> Result<Vec<Job>, JobsError> {
        let jobs = async || {
            let rows = self.list_rows(COLUMNS, filter, limit).await?;
            rows.iter().map(|row| self.job(row)).collect()
        };
        match jobs().await {
            Err(JobsError::Corrupt { .. }) => {}
            jobs => return jobs,
        }
        // One by one, so that the others are in the list.
        for row in self.list_rows("id", filter, limit).await? {
            let row = self.number(&row, 0)?;
            let text = format!("SELECT {COLUMNS} FROM job WHERE id = $1");
            let found = self.answer(sqlx::query(&text).bind(row).fetch_optional(self.readers()));
            let read = found.await.and_then(|row| row.map(|row| self.job(&row)).transpose());
            if let Err(error @ JobsError::Corrupt { .. }) = read {
                self.set_aside(row, &error).await?;
            }
        }
        jobs().await
    }

    async fn list_rows(
        &self,
        columns: &str,
        filter: &Filter,
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
            .bind(filter.state.map_or("", State::name))
            .bind(i64::from(filter.client.is_some()))
            .bind(filter.client.as_deref().unwrap_or_default())
            .bind(i64::from(viewer.is_some()))
            .bind(viewer.map_or("", |viewer| viewer.owner.as_str()))
            .bind(i64::from(viewer.is_some_and(|viewer| viewer.unowned)))
            .bind(i64::from(limit.min(PAGE_MAX)));
        self.answer(query.fetch_all(self.readers())).await
    }

    /// Returns the owners of the job; none if it has none, or if there is no such job.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn owners(&self, job: JobId) -> Result<Vec<String>, JobsError> {
        let text = "SELECT job_owner.owner FROM job_owner JOIN job ON job.id = job_owner.job \
                    WHERE job.name = $1 ORDER BY job_owner.owner";
        let query = sqlx::query(text).bind(job.to_string());
        let rows = self.answer(query.fetch_all(self.readers())).await?;
        rows.iter().map(|row| self.text(row, 0)).collect()
    }

    /// Returns how many jobs wait and run: of this client, or of all.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn counts(&self, client: Option<&str>) -> Result<Counts, JobsError> {
        let text = "SELECT state, count(*) FROM job WHERE state IN ('queued', 'running') \
                    AND ($1 = 0 OR client = $2) GROUP BY state";
        let query =
            sqlx::query(text).bind(i64::from(client.is_some())).bind(client.unwrap_or_default());
        let mut counts = Counts::default();
        for row in self.answer(query.fetch_all(self.readers())).await? {
            let count = u64::try_from(self.number(&row, 1)?).unwrap_or_default();
            match self.text(&row, 0)?.as_str() {
                "queued" => counts.queued = count,
                _ => counts.running = count,
            }
        }
        Ok(counts)
    }

    /// Returns how many bytes of payloads, checkpoints and results are stored.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn stored_bytes(&self) -> Result<u64, JobsError> {
        let row = self.answer(sqlx::query(STORED_BYTES).fetch_one(self.readers())).await?;
        Ok(u64::try_from(self.number(&row, 0)?).unwrap_or_default())
    }

    /// Returns what the job was submitted with.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`], [`JobsError::Corrupt`] if it is not UTF-8,
    /// [`JobsError::Unavailable`].
    pub async fn payload(&self, job: JobId) -> Result<String, JobsError> {
        let bytes = self.content(job, "payload").await?.ok_or(JobsError::UnknownJob { job })?;
        utf8("payload", bytes)
    }

    /// Returns the result of a job that is done; `None` of any other, also if there is none.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn result(&self, job: JobId) -> Result<Option<String>, JobsError> {
        self.content(job, "result").await?.map(|bytes| utf8("result", bytes)).transpose()
    }

    async fn content(&self, job: JobId, part: &str) -> Result<Option<Vec<u8>>, JobsError> {
        let text = "SELECT job_content.bytes FROM job_content JOIN job ON job.id = job_content.job \
                    WHERE job.name = $1 AND job_content.part = $2";
        let query = sqlx::query(text).bind(job.to_string()).bind(part);
        let row = self.answer(query.fetch_optional(self.readers())).await?;
        row.map(|row| self.bytes(&row, 0)).transpose()
    }

    /// Returns how long the result of the job is, in bytes; `None` if it has none.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn result_size(&self, job: JobId) -> Result<Option<u64>, JobsError> {
        let text = "SELECT job_content.size FROM job_content JOIN job ON job.id = job_content.job \
                    WHERE job.name = $1 AND job_content.part = 'result'";
        let query = sqlx::query(text).bind(job.to_string());
        let row = self.answer(query.fetch_optional(self.readers())).await?;
        row.map(|row| Ok(u64::try_from(self.number(&row, 0)?).unwrap_or_default())).transpose()
    }

    /// Returns at most `length` bytes of the result from this place on, for those who pass on a long
    /// one piece by piece.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`] if it was purged meanwhile, [`JobsError::Unavailable`].
    pub async fn result_part(
        &self,
        job: JobId,
        from: u64,
        length: u32,
    ) -> Result<Vec<u8>, JobsError> {
        let text = "SELECT substr(job_content.bytes, CAST($2 AS INTEGER), CAST($3 AS INTEGER)) \
                    FROM job_content JOIN job ON job.id = job_content.job \
                    WHERE job.name = $1 AND job_content.part = 'result'";
        let from = i64::try_from(from).unwrap_or(i64::MAX - 1) + 1;
        let query = sqlx::query(text).bind(job.to_string()).bind(from).bind(i64::from(length));
        let row = self.answer(query.fetch_optional(self.readers())).await?;
        self.bytes(&row.ok_or(JobsError::UnknownJob { job })?, 0)
    }

    /// Returns the events of the job with numbers above `after`, in order, at most `limit` of them and
    /// at most [`PAGE_MAX`]. None if there is no such job. Events that cannot be read are left out.
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
        let query = query.bind(i64::from(limit.min(PAGE_MAX)));
        let rows = self.answer(query.fetch_all(self.readers())).await?;
        let read = |row| match self.event(job, row) {
            Err(error @ JobsError::Corrupt { .. }) => {
                tracing::error!(%job, %error, "an event cannot be read and is left out");
                None
            }
            event => Some(event),
        };
        rows.iter().filter_map(read).collect()
    }

    /// Returns the state of the job and the number of its last event.
    pub(crate) async fn position(&self, job: JobId) -> Result<Option<(State, i64)>, JobsError> {
        match self.find_position(job).await {
            Err(error @ JobsError::Corrupt { .. }) => {
                self.set_aside_job(job, &error).await?;
                self.find_position(job).await
            }
            found => found,
        }
    }

    async fn find_position(&self, job: JobId) -> Result<Option<(State, i64)>, JobsError> {
        let text = "SELECT state, events FROM job WHERE name = $1";
        let query = sqlx::query(text).bind(job.to_string());
        let row = self.answer(query.fetch_optional(self.readers())).await?;
        row.map(|row| Ok((self.state(&row, 0)?, self.number(&row, 1)?))).transpose()
    }

    fn job(&self, row: &AnyRow) -> Result<Job, JobsError> {
        let code = self.text(row, 14)?;
        let failure = if code.is_empty() {
            None
        } else {
            Some(Failure { code, message: self.text(row, 15)?, hint: self.text(row, 16)? })
        };
        let state = self.state(row, 4)?;
        Ok(Job {
            id: self.name(row, 17)?,
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
            events: self.number(row, 10)?,
            created_ms: self.number(row, 11)?,
            started_ms: Some(self.number(row, 12)?).filter(|&time| time != 0),
            ended_ms: Some(self.number(row, 13)?).filter(|&time| time != 0),
            failure,
        })
    }

    fn event(&self, job: JobId, row: &AnyRow) -> Result<Event, JobsError> {
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
        row.try_get(column).map_err(|error| self.error(error))
    }

    pub(crate) fn text(&self, row: &AnyRow, column: usize) -> Result<String, JobsError> {
        row.try_get(column).map_err(|error| self.error(error))
    }

    pub(crate) fn name(&self, row: &AnyRow, column: usize) -> Result<JobId, JobsError> {
        let name = self.text(row, column)?;
        name.parse().map_err(|_| JobsError::Corrupt { what: "id", value: name })
    }

    pub(crate) fn state(&self, row: &AnyRow, column: usize) -> Result<State, JobsError> {
        let name = self.text(row, column)?;
        State::from_name(&name).ok_or(JobsError::Corrupt { what: "state", value: name })
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

pub(crate) fn utf8(what: &'static str, bytes: Vec<u8>) -> Result<String, JobsError> {
    String::from_utf8(bytes).map_err(|error| JobsError::Corrupt {
        what,
        value: String::from_utf8_lossy(error.as_bytes()).chars().take(40).collect(),
    })
}
