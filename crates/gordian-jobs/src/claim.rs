//! A worker takes a job: a compare-and-swap that raises the fence.

use std::time::Duration;

use sqlx::Row as _;

use crate::hold::milliseconds;
use crate::read::utf8;
use crate::store::storable;
use crate::{EventKind, Held, JobId, JobsError, Store};

/// How many jobs to try at once: if other workers are faster with the first ones, there is another.
const CANDIDATES: usize = 16;

/// A job as its runner gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedJob {
    /// Its number.
    pub id: JobId,
    /// What has to be done.
    pub kind: String,
    /// What it is called.
    pub title: String,
    /// Who wants it.
    pub client: String,
    /// What it was submitted with.
    pub payload: String,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// How many there may be.
    pub max_attempts: u32,
}

/// A job that was claimed, and the right to write about it.
#[derive(Debug)]
pub struct Claim {
    /// What has to be done.
    pub job: ClaimedJob,
    /// What an earlier attempt stored last.
    pub checkpoint: Option<Vec<u8>>,
    /// The right to write.
    pub held: Held,
}

impl Store {
    /// Takes a job of one of these kinds that waits, or whose worker has let its lease end: clients take
    /// turns, the one first for whom no job has begun for longest, and of his jobs the oldest.
    ///
    /// The job belongs to the caller until `lease` from now by the clock of the database, and longer
    /// if [`Store::heartbeat`] says so in time; after that anybody may take it, and what the caller
    /// then writes about it is refused. `None` if there is nothing to do.
    ///
    /// First ends what no worker will end ([`Store::sweep`]). `worker` names the caller, for people.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`]. It may then be that a job was claimed and nobody knows: it is free
    /// again when its lease ends.
    pub async fn claim(
        &self,
        kinds: &[String],
        worker: &str,
        lease: Duration,
    ) -> Result<Option<Claim>, JobsError> {
        self.sweep().await?;
        if kinds.is_empty() {
            return Ok(None);
        }
        let places: Vec<String> = (1..=kinds.len()).map(|place| format!("${place}")).collect();
        let text = self.sql(&format!(
            "SELECT id, fence FROM job WHERE state IN ('queued', 'running') AND kind IN ({}) \
             AND (state = 'queued' OR (state = 'running' AND lease_until < @now \
             AND cancelling = 0 AND attempt < max_attempts)) ORDER BY (SELECT MAX(other.started_at) \
             FROM job AS other WHERE other.client = job.client), id LIMIT {CANDIDATES}",
            places.join(", ")
        ));
        let mut query = sqlx::query(&text);
        for kind in kinds {
            query = query.bind(kind.as_str());
        }
        let rows = query.fetch_all(self.pool()).await.map_err(|error| self.unavailable(error))?;
        for row in rows {
            let (job, fence) = (JobId::new(self.number(&row, 0)?), self.number(&row, 1)?);
            if let Some(claimed) = self.swap(job, fence, worker, lease).await? {
                return Ok(Some(claimed));
            }
        }
        Ok(None)
    }

    /// Takes the job if it still is as it was seen.
    async fn swap(
        &self,
        job: JobId,
        fence: i64,
        worker: &str,
        lease: Duration,
    ) -> Result<Option<Claim>, JobsError> {
        let mut transaction = self.begin().await?;
        let text = self.sql(
            "UPDATE job SET state = 'running', worker = $1, lease_until = @now + $2, \
             fence = fence + 1, attempt = attempt + 1, events = events + 1, \
             started_at = CASE WHEN started_at = 0 THEN @now ELSE started_at END \
             WHERE id = $3 AND fence = $4 AND (state = 'queued' OR (state = 'running' \
             AND lease_until < @now AND cancelling = 0 AND attempt < max_attempts)) \
             RETURNING kind, title, client, attempt, max_attempts, fence, events",
        );
        let query = sqlx::query(&text)
            .bind(storable(worker))
            .bind(milliseconds(lease))
            .bind(job.get())
            .bind(fence);
        let row = query.fetch_optional(&mut *transaction).await;
        let Some(row) = row.map_err(|error| self.unavailable(error))? else { return Ok(None) };
        let mut claimed = ClaimedJob {
            id: job,
            kind: self.text(&row, 0)?,
            title: self.text(&row, 1)?,
            client: self.text(&row, 2)?,
            payload: String::new(),
            attempt: self.count(&row, 3, "attempt")?,
            max_attempts: self.count(&row, 4, "number of attempts")?,
        };
        let (fence, events) = (self.number(&row, 5)?, self.number(&row, 6)?);
        let mut checkpoint = None;
        let parts = sqlx::query("SELECT part, bytes FROM job_content WHERE job = $1");
        let parts = parts.bind(job.get()).fetch_all(&mut *transaction).await;
        for row in parts.map_err(|error| self.unavailable(error))? {
            let bytes: Vec<u8> = row.try_get(1).map_err(|error| self.unavailable(error))?;
            match self.text(&row, 0)?.as_str() {
                "payload" => claimed.payload = utf8("payload", bytes)?,
                "checkpoint" => checkpoint = Some(bytes),
                _ => {}
            }
        }
        let data = format!("{{\"attempt\":{}}}", claimed.attempt);
        self.insert_event(&mut transaction, job, events, EventKind::Started, &data).await?;
        self.commit_event(transaction, job, events).await?;
        let held = Held::new(job, fence, events, lease);
        Ok(Some(Claim { job: claimed, checkpoint, held }))
    }

    /// Ends the jobs whose worker has let its lease end and that are not to be claimed again: those
    /// that somebody asked to cancel become cancelled, those whose attempts are used up become failed
    /// with the code `job.attempts`. Returns how many.
    ///
    /// Workers do this before each claim; a program without workers may do it from time to time.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn sweep(&self) -> Result<u64, JobsError> {
        let text = self.sql(
            "SELECT id, fence FROM job WHERE state IN ('queued', 'running') \
             AND state = 'running' AND lease_until < @now \
             AND (cancelling = 1 OR attempt >= max_attempts) ORDER BY id LIMIT 100",
        );
        let rows = sqlx::query(&text).fetch_all(self.pool()).await;
        let mut ended = 0;
        for row in rows.map_err(|error| self.unavailable(error))? {
            let (job, fence) = (JobId::new(self.number(&row, 0)?), self.number(&row, 1)?);
            ended += u64::from(self.end_abandoned(job, fence).await?);
        }
        Ok(ended)
    }

    async fn end_abandoned(&self, job: JobId, fence: i64) -> Result<bool, JobsError> {
        let mut transaction = self.begin().await?;
        let text = self.sql(
            "UPDATE job SET state = CASE WHEN cancelling = 1 THEN 'cancelled' ELSE 'failed' END, \
             worker = '', lease_until = 0, ended_at = @now, events = events + 1 \
             WHERE id = $1 AND fence = $2 AND state = 'running' AND lease_until < @now \
             AND (cancelling = 1 OR attempt >= max_attempts) \
             RETURNING state, events, attempt",
        );
        let row = sqlx::query(&text).bind(job.get()).bind(fence);
        let row = row.fetch_optional(&mut *transaction).await;
        let Some(row) = row.map_err(|error| self.unavailable(error))? else { return Ok(false) };
        let number = self.number(&row, 1)?;
        if self.text(&row, 0)? == "cancelled" {
            self.insert_event(&mut transaction, job, number, EventKind::Cancelled, "").await?;
        } else {
            let failure = crate::Failure {
                code: "job.attempts".to_owned(),
                message: format!("all {} attempts ended without a word", self.number(&row, 2)?),
                hint: "its workers were killed, most likely for want of memory".to_owned(),
            };
            self.put_failure(&mut transaction, job, &failure).await?;
            let data = crate::hold::failure_json(&failure);
            self.insert_event(&mut transaction, job, number, EventKind::Failed, &data).await?;
        }
        self.commit_event(transaction, job, number).await?;
        Ok(true)
    }
}
