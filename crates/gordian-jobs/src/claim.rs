//! A worker takes a job: a transaction that raises the fence.

use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{Any, Row as _, Transaction};

use crate::hold::milliseconds;
use crate::job::JobKey;
use crate::read::utf8;
use crate::store::storable;
use crate::{EventKind, Failure, Held, JobId, JobsError, Store};

/// Which jobs may be claimed: those that wait and whose backoff is over, and those whose worker has let
/// its lease end. SQLite uses the index for a condition that repeats its `WHERE` word for word.
const CLAIMABLE: &str = "state IN ('queued', 'running') \
     AND ((state = 'queued' AND not_before <= @now) OR (state = 'running' AND lease_until < @now \
     AND cancelling = 0 AND attempt < max_attempts))";

/// Running jobs whose worker has let its lease end and that nobody may claim again.
const ABANDONED: &str = "state = 'running' AND lease_until < @now \
     AND (cancelling = 1 OR attempt >= max_attempts)";

/// A job as its runner gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedJob {
    /// Its id.
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
    /// turns, the one first for whom no job has begun for longest, and of its jobs the oldest.
    ///
    /// The job belongs to the caller until `lease` from now by the clock of the database, and longer
    /// if [`Store::heartbeat`] says so in time; after that anybody may take it, and what the caller
    /// then writes about it is refused. `None` if there is nothing to do.
    ///
    /// First ends what no worker will end ([`Store::sweep`]). A job that cannot be read is set aside
    /// as failed, and the next one is taken. `worker` names the caller, for people.
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
        // The look costs no lock: workers that find nothing do not disturb those that write.
        while !kinds.is_empty() && self.any_claimable(kinds).await? {
            let mut transaction = self.begin().await?;
            let Some(row) = self.lock_next(&mut transaction, kinds).await? else { break };
            match self.take(transaction, row, worker, lease).await {
                Err(error @ JobsError::Corrupt { .. }) => self.set_aside(row, &error).await?,
                taken => return taken.map(Some),
            }
        }
        Ok(None)
    }

    async fn any_claimable(&self, kinds: &[String]) -> Result<bool, JobsError> {
        let text = self.of_kinds(kinds, "SELECT 1 FROM job WHERE @claimable LIMIT 1");
        let query = kinds.iter().fold(sqlx::query(&text), |query, kind| query.bind(kind.as_str()));
        Ok(self.answer(query.fetch_optional(self.readers())).await?.is_some())
    }

    /// Finds the job whose turn it is and locks its row. Rows that other workers are taking at this
    /// moment are left to them: nobody waits.
    async fn lock_next(
        &self,
        transaction: &mut Transaction<'static, Any>,
        kinds: &[String],
    ) -> Result<Option<i64>, JobsError> {
        let text = self.of_kinds(
            kinds,
            "SELECT id FROM job WHERE @claimable ORDER BY (SELECT MAX(other.started_at) \
             FROM job AS other WHERE other.client = job.client), id LIMIT 1 @take",
        );
        let query = kinds.iter().fold(sqlx::query(&text), |query, kind| query.bind(kind.as_str()));
        let row = self.answer(query.fetch_optional(&mut **transaction)).await?;
        row.map(|row| self.number(&row, 0)).transpose()
    }

    fn of_kinds(&self, kinds: &[String], statement: &str) -> String {
        let places: Vec<String> = (1..=kinds.len()).map(|place| format!("${place}")).collect();
        let claimable = format!("{CLAIMABLE} AND kind IN ({})", places.join(", "));
        self.sql(&statement.replace("@claimable", &claimable))
    }

    /// Takes the job, whose row is locked by the transaction.
    async fn take(
        &self,
        mut transaction: Transaction<'static, Any>,
        row: i64,
        worker: &str,
        lease: Duration,
    ) -> Result<Claim, JobsError> {
        let text = self.sql(
            "UPDATE job SET state = 'running', worker = $1, lease_until = @now + $2, not_before = 0, \
             fence = fence + 1, attempt = attempt + 1, events = events + 1, \
             started_at = CASE WHEN started_at = 0 THEN @now ELSE started_at END WHERE id = $3 \
             RETURNING kind, title, client, attempt, max_attempts, fence, events, name",
        );
        let query =
            sqlx::query(&text).bind(storable(worker)).bind(milliseconds(lease)).bind(row);
        let taken = self.answer(query.fetch_one(&mut *transaction)).await?;
        let job = JobKey { row, id: self.name(&taken, 7)? };
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
        for part in self.answer(parts.fetch_all(&mut *transaction)).await? {
            let bytes = self.bytes(&part, 1)?;
            match self.text(&part, 0)?.as_str() {
                "payload" => payload = Some(utf8("payload", bytes)?),
                "checkpoint" => checkpoint = Some(bytes),
                _ => {}
            }
        }
        let none = || JobsError::Corrupt { what: "payload", value: "none".to_owned() };
        claimed.payload = payload.ok_or_else(none)?;
        let data = format!("{{\"attempt\":{}}}", claimed.attempt);
        self.insert_event(&mut transaction, job, events, EventKind::Started, &data).await?;
        self.commit_event(transaction, job, events).await?;
        Ok(Claim { job: claimed, checkpoint, held: Held::new(job, fence, events, lease) })
    }

    /// Ends the jobs that no worker will end: those that cannot be read are set aside as failed with
    /// the code `job.unreadable`; of those whose worker has let its lease end, those that somebody asked
    /// to cancel become cancelled, and those whose attempts are used up become failed with the code
    /// `job.attempts`. Returns how many.
    ///
    /// Workers do this before each claim; a program without workers may do it from time to time.
    ///
    /// # Errors
    ///
    /// [`JobsError::Unavailable`].
    pub async fn sweep(&self) -> Result<u64, JobsError> {
        let mut ended = self.sweep_unreadable().await?;
        let text = self.sql(&format!(
            "SELECT id FROM job WHERE state IN ('queued', 'running') AND {ABANDONED} \
             ORDER BY id LIMIT 100"
        ));
        let rows = self.answer(sqlx::query(&text).fetch_all(self.readers())).await?;
        for row in rows {
            let row = self.number(&row, 0)?;
            match self.end_abandoned(row).await {
                Err(error @ JobsError::Corrupt { .. }) => {
                    self.set_aside(row, &error).await?;
                    ended += 1;
                }
                done => ended += u64::from(done?),
            }
        }
        Ok(ended)
    }

    async fn end_abandoned(&self, row: i64) -> Result<bool, JobsError> {
        let mut transaction = self.begin().await?;
        let text = self.sql(&format!(
            "UPDATE job SET state = CASE WHEN cancelling = 1 THEN 'cancelled' ELSE 'failed' END, \
             worker = '', lease_until = 0, ended_at = @now, events = events + 1 \
             WHERE id = $1 AND {ABANDONED} RETURNING state, events, attempt, name"
        ));
        let query = sqlx::query(&text).bind(row);
        let ended = self.answer(query.fetch_optional(&mut *transaction)).await?;
        let Some(ended) = ended else { return Ok(false) };
        let number = self.number(&ended, 1)?;
        let job = JobKey { row, id: self.name(&ended, 3)? };
        self.drop_checkpoint(&mut transaction, row).await?;
        if self.text(&ended, 0)? == "cancelled" {
            self.insert_event(&mut transaction, job, number, EventKind::Cancelled, "").await?;
        } else {
            let failure = Failure {
                code: "job.attempts".to_owned(),
                message: format!("all {} attempts ended without a word", self.number(&ended, 2)?),
                hint: "its workers were killed, or their machine stopped".to_owned(),
            };
            self.put_failure(&mut transaction, row, &failure).await?;
            let data = crate::hold::failure_json(&failure);
            self.insert_event(&mut transaction, job, number, EventKind::Failed, &data).await?;
        }
        self.commit_event(transaction, job, number).await?;
        Ok(true)
    }

    pub(crate) fn bytes(&self, row: &AnyRow, column: usize) -> Result<Vec<u8>, JobsError> {
        row.try_get(column).map_err(|error| self.error(error))
    }
}
