//! Quarantine of unreadable rows, so that they do not block the queue.
//!
//! This program never writes such rows, but a disk error, a restored backup or a manual change can.
//! Unreadable values are cleared, and the job becomes `failed` with the code `job.unreadable`. It
//! is still listed, can be read by its id, and is purged by age.

use sqlx::Row as _;

use crate::id::JobKey;
use crate::lease::failure_json;
use crate::transaction::WriteTransaction;
use crate::{EventKind, Failure, JobId, JobsError, Store};

/// The expected type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Text,
    Number,
    /// A number from 0 to 2^32 − 1.
    Count,
}

/// The columns that quarantining does not overwrite, with their expected types.
const COLUMNS: [(&str, Column); 9] = [
    ("kind", Column::Text),
    ("title", Column::Text),
    ("client", Column::Text),
    ("share", Column::Text),
    ("attempt", Column::Count),
    ("max_attempts", Column::Count),
    ("fence", Column::Number),
    ("created_at", Column::Number),
    ("started_at", Column::Number),
];

const UNREADABLE_CODE: &str = "job.unreadable";

impl Store {
    /// Quarantines the jobs that SQL conditions find unreadable. Returns their number.
    pub(crate) async fn quarantine_unreadable(&self) -> Result<u64, JobsError> {
        // The first condition repeats the condition of a partial index literally.
        let text = self.sql(
            "SELECT id FROM job \
             WHERE (state IN ('queued', 'running', 'done', 'failed', 'cancelled')) IS NOT TRUE \
             UNION SELECT id FROM job WHERE state IN ('queued', 'running') AND (@not_number(attempt) \
             OR @not_number(max_attempts) OR @not_number(fence) OR @not_number(lease_until) OR @not_number(lease_ms) \
             OR @not_number(not_before) OR @not_number(cancelling) OR @not_number(events) \
             OR @not_text(kind) OR @not_text(client) OR @not_text(name)) LIMIT 100",
        );
        let rows = self.with_timeout(sqlx::query(&text).fetch_all(self.read_pool())).await?;
        let mut n = 0;
        for row in rows {
            let value = "an invalid state or number".to_owned();
            let why = JobsError::Corrupt { what: "row", value };
            self.quarantine(self.number(&row, 0)?, &why).await?;
            n += 1;
        }
        Ok(n)
    }

    /// Turns the job in this row into a readable failed job.
    pub(crate) async fn quarantine(&self, row: i64, why: &JobsError) -> Result<(), JobsError> {
        let mut transaction = self.begin().await?;
        let lock = self.sql("SELECT id FROM job WHERE id = $1 @lock");
        let locked = sqlx::query(&lock).bind(row).fetch_optional(&mut *transaction);
        if self.with_timeout(locked).await?.is_none() {
            return Ok(());
        }
        let mut repairs = Vec::new();
        for (column, holds) in COLUMNS {
            if !self.is_readable(&mut transaction, row, column, holds).await? {
                repairs.push(match holds {
                    Column::Text => format!("{column} = ''"),
                    Column::Number | Column::Count => format!("{column} = 0"),
                });
            }
        }
        let id = self.readable_name(&mut transaction, row).await?;
        let last = "SELECT coalesce(max(number), 0) FROM job_event WHERE job = $1";
        let last =
            self.with_timeout(sqlx::query(last).bind(row).fetch_one(&mut *transaction)).await?;
        let number = self.number(&last, 0)?.saturating_add(1);
        repairs.push(String::new());
        let text = self.sql(&format!(
            "UPDATE job SET {} state = 'failed', name = $2, events = $3, cancelling = 0, worker = '', \
             lease_until = 0, lease_ms = 0, not_before = 0, ended_at = @now, code = '', message = '', hint = '' \
             WHERE id = $1",
            repairs.join(", ")
        ));
        let query = sqlx::query(&text).bind(row).bind(id.to_string()).bind(number);
        self.with_timeout(query.execute(&mut *transaction)).await?;
        self.drop_checkpoint(&mut transaction, row).await?;
        let failure = Failure {
            code: UNREADABLE_CODE.to_owned(),
            message: "the job is unreadable in the database and was quarantined".to_owned(),
            hint: "submit it again; the operator's log has the reason".to_owned(),
        };
        self.put_failure(&mut transaction, row, &failure).await?;
        let job = JobKey { row, id };
        let data = failure_json(&failure);
        self.insert_event(&mut transaction, job, number, EventKind::Failed, &data).await?;
        self.commit_event(transaction, job, number).await?;
        tracing::error!(job = %id, row, why = %why, "unreadable job quarantined");
        Ok(())
    }

    /// Returns whether a column holds a value of its expected type.
    async fn is_readable(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
        column: &str,
        holds: Column,
    ) -> Result<bool, JobsError> {
        let text = format!("SELECT {column} FROM job WHERE id = $1");
        let found =
            self.with_timeout(sqlx::query(&text).bind(row).fetch_one(&mut **transaction)).await;
        let found = match found {
            Err(JobsError::Corrupt { .. }) => return Ok(false),
            found => found?,
        };
        let number = || found.try_get::<i64, _>(0);
        Ok(match holds {
            Column::Text => found.try_get::<String, _>(0).is_ok(),
            Column::Number => number().is_ok(),
            Column::Count => number().is_ok_and(|number| u32::try_from(number).is_ok()),
        })
    }

    /// Returns the id of the job, or a new id if it is unreadable.
    async fn readable_name(
        &self,
        transaction: &mut WriteTransaction,
        row: i64,
    ) -> Result<JobId, JobsError> {
        let name = sqlx::query("SELECT name FROM job WHERE id = $1").bind(row);
        match self.with_timeout(name.fetch_one(&mut **transaction)).await {
            Err(JobsError::Corrupt { .. }) => Ok(JobId::random()),
            found => Ok(self.job_id(&found?, 0).unwrap_or_else(|_| JobId::random())),
        }
    }
}
