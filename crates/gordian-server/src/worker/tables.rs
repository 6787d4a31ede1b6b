//! Tables that workers miss: built one at a time, each in a process of its own without a memory
//! limit.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gordian_requests::USUAL_TABLES;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::pool::{Ended, Task, WorkerPool};

/// The task that builds a table, whose name is the text.
pub(crate) const BUILD_TABLE: &str = "build-table";

/// The time limit of a build; the largest table takes seconds.
const MAX_BUILD_TIME: Duration = Duration::from_secs(3600);
/// How long after a build that failed no other one begins: with a full disk, each request would
/// begin one.
const REBUILD_DELAY: Duration = Duration::from_secs(10);

/// The builds of a pool.
#[derive(Debug, Default)]
pub(super) struct TableBuilds {
    /// Held during a build.
    turn: tokio::sync::Mutex<()>,
    /// The latest build of each table.
    ended: Mutex<BTreeMap<String, EndedBuild>>,
}

#[derive(Clone, Copy, Debug)]
struct EndedBuild {
    at: Instant,
    has_failed: bool,
}

impl TableBuilds {
    /// Notes how a build has ended; it has failed, too, if the table is missing afterwards.
    pub(super) fn set_ended(&self, table: &str, has_failed: bool) {
        self.ended().insert(table.to_owned(), EndedBuild { at: Instant::now(), has_failed });
    }

    fn ended(&self) -> MutexGuard<'_, BTreeMap<String, EndedBuild>> {
        // The map is changed by single calls that do not panic halfway.
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl WorkerPool {
    /// Builds the tables that most requests need, unless they are there.
    pub(crate) async fn build_usual_tables(self: &Arc<Self>) {
        let _turn = self.builds.turn.lock().await;
        for table in USUAL_TABLES {
            self.run_build(table).await;
        }
    }

    /// Builds a table that a task has missed which began at this time, unless it was built since,
    /// or its build has just failed. Returns whether a new worker may find it now.
    pub(super) async fn build_table(self: &Arc<Self>, table: &str, task_began: Instant) -> bool {
        let _turn = self.builds.turn.lock().await;
        let latest = self.builds.ended().get(table).copied();
        match latest {
            Some(EndedBuild { at, has_failed: true }) if at.elapsed() < REBUILD_DELAY => false,
            Some(EndedBuild { at, has_failed: false }) if at >= task_began => true,
            _ => self.run_build(table).await,
        }
    }

    /// Runs a build and returns whether it was complete.
    async fn run_build(self: &Arc<Self>, table: &str) -> bool {
        let task = Task {
            name: BUILD_TABLE.to_owned(),
            text: table.to_owned(),
            time_limit: MAX_BUILD_TIME,
            accept_gzip: false,
        };
        let ended = self.run_apart(&task, &CancellationToken::new()).await;
        let is_complete = matches!(ended, Ended::Answer { .. });
        self.builds.set_ended(table, !is_complete);
        if let Ended::Answer { bytes, .. } = &ended {
            let notes: Vec<String> = serde_json::from_slice(bytes).unwrap_or_default();
            notes.into_iter().for_each(|note| tracing::info!(table, note, "tables"));
            // Workers that were started before may have opened a damaged table, or may not read a
            // new folder.
            self.replace_idle();
        } else {
            tracing::warn!(table, ?ended, "a table could not be built");
        }
        is_complete
    }
}
