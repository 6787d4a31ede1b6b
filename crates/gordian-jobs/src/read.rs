//! Jobs and their events as they are now.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::{Counts, Event, EventKind, Failure, Filter, Job, JobId, JobsError, State, Store};

/// The most rows that one question gives.
pub const PAGE_MAX: u32 = 1000;

const COLUMNS: &str = "id, kind, title, client, state, cancelling, attempt, max_attempts, fence, \
                       worker, events, created_at, started_at, ended_at, code, message, hint";

impl Store {
    /// Returns the job, or `None` if there is none of that number (any more).
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn get(&self, job: JobId) -> Result<Option<Job>, JobsError> {
        let text = format!("SELECT {COLUMNS} FROM job WHERE id = $1");
        let row = sqlx::query(&text).bind(job.get()).fetch_optional(self.pool()).await;
        let row = row.map_err(|error| self.unavailable(error))?;
        row.map(|row| self.job(&row)).transpose()
    }

    /// Returns jobs, the newest first, at most `limit` of them and at most [`PAGE_MAX`].
    ///
    /// The next page is that with [`Filter::before`] set to the last job of this one.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn list(&self, filter: &Filter, limit: u32) -> Result<Vec<Job>, JobsError> {
        let text = format!(
            "SELECT {COLUMNS} FROM job WHERE id < $1 AND ($2 = '' OR state = $2) \
             AND ($3 = 0 OR client = $4) ORDER BY id DESC LIMIT $5"
        );
        let query = sqlx::query(&text)
            .bind(filter.before.map_or(i64::MAX, JobId::get))
            .bind(filter.state.map_or("", State::name))
            .bind(i64::from(filter.client.is_some()))
            .bind(filter.client.as_deref().unwrap_or_default())
            .bind(i64::from(limit.min(PAGE_MAX)));
        let rows = query.fetch_all(self.pool()).await.map_err(|error| self.unavailable(error))?;
        rows.iter().map(|row| self.job(row)).collect()
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
        let rows = query.fetch_all(self.pool()).await.map_err(|error| self.unavailable(error))?;
        let mut counts = Counts::default();
        for row in rows {
            let count = u64::try_from(self.number(&row, 1)?).unwrap_or_default();
            match self.text(&row, 0)?.as_str() {
                "queued" => counts.queued = count,
                _ => counts.running = count,
            }
        }
        Ok(counts)
    }

    /// Returns what the job was submitted with.
    ///
    /// # Errors
    ///
    /// [`JobsError::UnknownJob`], [`JobsError::Unavailable`].
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
        let text = "SELECT bytes FROM job_content WHERE job = $1 AND part = $2";
        let row = sqlx::query(text).bind(job.get()).bind(part).fetch_optional(self.pool()).await;
        let row = row.map_err(|error| self.unavailable(error))?;
        row.map(|row| row.try_get(0).map_err(|error| self.unavailable(error))).transpose()
    }

    /// Returns the events of the job with numbers above `after`, in order, at most `limit` of them and
    /// at most [`PAGE_MAX`]. None if there is no such job.
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
                    WHERE job = $1 AND number > $2 ORDER BY number LIMIT $3";
        let query =
            sqlx::query(text).bind(job.get()).bind(after).bind(i64::from(limit.min(PAGE_MAX)));
        let rows = query.fetch_all(self.pool()).await.map_err(|error| self.unavailable(error))?;
        rows.iter().map(|row| self.event(job, row)).collect()
    }

    /// Returns the state of the job and the number of its last event.
    pub(crate) async fn position(&self, job: JobId) -> Result<Option<(State, i64)>, JobsError> {
        let row = sqlx::query("SELECT state, events FROM job WHERE id = $1").bind(job.get());
        let row = row.fetch_optional(self.pool()).await.map_err(|error| self.unavailable(error))?;
        row.map(|row| Ok((state(self.text(&row, 0)?)?, self.number(&row, 1)?))).transpose()
    }

    fn job(&self, row: &AnyRow) -> Result<Job, JobsError> {
        let code = self.text(row, 14)?;
        let failure = if code.is_empty() {
            None
        } else {
            Some(Failure { code, message: self.text(row, 15)?, hint: self.text(row, 16)? })
        };
        let state = state(self.text(row, 4)?)?;
        Ok(Job {
            id: JobId::new(self.number(row, 0)?),
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
        row.try_get(column).map_err(|error| self.unavailable(error))
    }

    pub(crate) fn text(&self, row: &AnyRow, column: usize) -> Result<String, JobsError> {
        row.try_get(column).map_err(|error| self.unavailable(error))
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

fn state(name: String) -> Result<State, JobsError> {
    State::from_name(&name).ok_or(JobsError::Corrupt { what: "state", value: name })
}

pub(crate) fn utf8(what: &'static str, bytes: Vec<u8>) -> Result<String, JobsError> {
    String::from_utf8(bytes).map_err(|error| JobsError::Corrupt {
        what,
        value: String::from_utf8_lossy(error.as_bytes()).chars().take(40).collect(),
    })
}
