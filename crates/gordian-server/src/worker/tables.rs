//! Tables that workers miss: built one at a time, each in a process of its own without a memory limit.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::pool::{Ended, Task, WorkerPool};
use crate::request_runner::{BUILD_TABLE, TABLES};

/// The time limit of a build; the largest table takes seconds.
const MAX_BUILD_TIME: Duration = Duration::from_secs(3600);
/// How long after a build that failed no other one begins: with a full disk, each request would begin one.
const REBUILD_DELAY: Duration = Duration::from_secs(10);

/// The builds of a pool.
#[derive(Debug, Default)]
pub(super) struct TableBuilds {
    /// Held during a build; when the latest one failed.
    turn: Mutex<Option<Instant>>,
    /// For each table when its latest build ended.
    ended: std::sync::Mutex<BTreeMap<String, Instant>>,
}

impl TableBuilds {
    /// Notes that a table is missing although it was built.
    pub(super) async fn set_failed(&self) {
        *self.turn.lock().await = Some(Instant::now());
    }

    fn ended(&self) -> MutexGuard<'_, BTreeMap<String, Instant>> {
        // The map is changed by single calls that do not panic halfway.
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WorkerPool {
    /// Builds the tables that most requests need, unless they are there.
    pub(crate) async fn build_usual_tables(self: &Arc<Self>) {
        let mut turn = self.builds.turn.lock().await;
        for table in TABLES {
            *turn = self.run_build(table).await.err();
        }
    }

    /// Builds a table that a task has missed which began at this time, unless it was built since. Returns whether the task may find
    /// it now.
    pub(super) async fn build_table(self: &Arc<Self>, table: &str, task_began: Instant) -> bool {
        let mut turn = self.builds.turn.lock().await;
        if self.builds.ended().get(table).is_some_and(|&ended| ended >= task_began) {
            return true;
        }
        if turn.is_some_and(|failed_at| failed_at.elapsed() < REBUILD_DELAY) {
            return false;
        }
        *turn = self.run_build(table).await.err();
        turn.is_none()
    }

    /// Runs a build; the error is the time.
    async fn run_build(self: &Arc<Self>, table: &str) -> Result<(), Instant> {
        let task = Task {
            name: BUILD_TABLE.to_owned(),
            text: table.to_owned(),
            time_limit: MAX_BUILD_TIME,
            accept_gzip: false,
        };
        let ended = self.run_apart(&task, &CancellationToken::new()).await;
        self.builds.ended().insert(table.to_owned(), Instant::now());
        if let Ended::Answer { bytes, .. } = &ended {
            let notes: Vec<String> = serde_json::from_slice(bytes).unwrap_or_default();
            notes.into_iter().for_each(|note| tracing::info!(table, note, "a table was built"));
            // If the folder was replaced, workers that were started before may not read the new one.
            self.replace_idle();
            return Ok(());
        }
        tracing::warn!(table, ?ended, "a table could not be built");
        Err(Instant::now())
    }
}
