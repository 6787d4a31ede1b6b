//! The health of the database: which fault it has, and whether the fault has ended.
//!
//! A fault is a state. It begins with the first operation that fails for this reason. While it
//! lasts, operations are still attempted, and a task tests the database every second; the fault
//! ends when a test succeeds. The success of another operation does not end it, because a small
//! write can succeed on a disk that is too full for the next job.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::{Connection as _, Row as _};

use super::{Store, check_connection, connect};
use crate::dialect::Dialect;
use crate::fault::sqlite_code;
use crate::{DatabaseFault, JobsError};

/// The interval between tests of a database with a fault.
const TEST_INTERVAL: Duration = Duration::from_secs(1);
/// The size of a test write: a disk with less free space has no space for the next job either.
const TEST_BYTES: usize = 1 << 20;
/// The name of the row that a test writes and removes.
const TEST_ROW: &str = "write-test";
/// The timeout for checking all pages of a damaged file.
const CHECK_TIMEOUT: Duration = Duration::from_secs(600);

/// Returns whether an error concerns all connections that are open: they keep the damaged pages of
/// a file that is repaired, and stay read-only when the file becomes writable.
fn ends_connections(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| match sqlite_code(&code) {
        // No space for shared memory.
        Some(4874) => false,
        // `SQLITE_READONLY`, `SQLITE_IOERR`, `SQLITE_CORRUPT`, `SQLITE_CANTOPEN`, `SQLITE_NOTADB`.
        Some(code) => matches!(code & 0xff, 8 | 10 | 11 | 14 | 26),
        // A server that became a standby.
        None => code == "25006",
    })
}

/// The health of a database, shared by all clones of a store.
#[derive(Debug, Default)]
pub(super) struct Health {
    state: Mutex<HealthState>,
}

#[derive(Debug, Default)]
struct HealthState {
    fault: Option<DatabaseFault>,
    /// The number of failed operations.
    failures: u64,
    /// Connections opened before this time are closed instead of reused.
    stale_before: Option<Instant>,
    /// Whether opening a connection must be tried outside the pool, which would report a failure
    /// only as a timeout.
    must_reopen: bool,
    is_tested: bool,
}

impl Health {
    fn lock(&self) -> MutexGuard<'_, HealthState> {
        // Each change is complete before anything can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a pooled connection of this age may be used.
    pub(super) fn is_usable(&self, age: Duration) -> bool {
        let Some(stale_before) = self.lock().stale_before else { return true };
        Instant::now().checked_sub(age).is_some_and(|opened_at| opened_at > stale_before)
    }

    /// Returns whether a connection must be opened outside the pool before the pool is used.
    pub(super) fn must_reopen(&self) -> bool {
        self.lock().must_reopen
    }

    pub(super) fn reopened(&self) {
        self.lock().must_reopen = false;
    }
}

impl Store {
    /// Returns why the database rejects operations; `None` if the last operations succeeded.
    ///
    /// A fault ends within about a second after its cause.
    #[must_use]
    pub fn fault(&self) -> Option<DatabaseFault> {
        self.health().lock().fault
    }

    /// Records an operation that failed, and starts testing the database. `error` is `None` after a
    /// timeout.
    pub(super) fn record_fault(&self, fault: DatabaseFault, error: Option<&sqlx::Error>) {
        let mut state = self.health().lock();
        state.failures += 1;
        let is_new = state.fault != Some(fault);
        state.fault = Some(fault);
        if error.is_some_and(ends_connections) && !self.is_in_memory() {
            state.stale_before = Some(Instant::now());
            state.must_reopen = true;
        }
        let starts_test = !state.is_tested && tokio::runtime::Handle::try_current().is_ok();
        state.is_tested |= starts_test;
        drop(state);
        if is_new {
            let (database, code) = (self.redacted_url(), fault.code());
            let error = error.map(ToString::to_string);
            let what = fault.description();
            if fault == DatabaseFault::Damaged {
                tracing::error!(database, code, error, "the job database {what}");
            } else {
                tracing::warn!(database, code, error, "the job database {what}");
            }
        }
        if starts_test {
            self.spawn_tests();
        }
    }

    /// Tests the database until its fault has ended, or the last store is dropped or closed.
    fn spawn_tests(&self) {
        let store = self.separate_clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(TEST_INTERVAL).await;
                // Otherwise the task would keep the connections open as long as the fault lasts.
                let is_last = Arc::strong_count(store.health()) == 1;
                if is_last || store.pool().is_closed() {
                    return;
                }
                let (fault, failures) = {
                    let state = store.health().lock();
                    (state.fault, state.failures)
                };
                let result = match fault {
                    Some(fault) => store.test(fault).await,
                    None => Ok(()),
                };
                if let Err(error) = result {
                    tracing::debug!(%error, "the job database still has its fault");
                    continue;
                }
                let mut state = store.health().lock();
                // An operation that failed in the meantime may have another cause.
                if state.failures == failures {
                    (state.fault, state.is_tested) = (None, false);
                    drop(state);
                    tracing::info!(database = store.redacted_url(), "the job database works again");
                    return;
                }
            }
        });
    }

    /// Does what the fault prevents.
    async fn test(&self, fault: DatabaseFault) -> Result<(), JobsError> {
        match fault {
            DatabaseFault::Unavailable => drop(self.begin().await?),
            DatabaseFault::Full | DatabaseFault::ReadOnly => self.test_write().await?,
            DatabaseFault::Damaged => {
                self.check_file().await?;
                self.test_write().await?;
            }
        }
        Ok(())
    }

    async fn test_write(&self) -> Result<(), JobsError> {
        let mut transaction = self.begin().await?;
        let text = "INSERT INTO secret (name, bytes) VALUES ($1, $2) \
                    ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes";
        let query = sqlx::query(text).bind(TEST_ROW).bind(vec![0; TEST_BYTES]);
        self.with_timeout(query.execute(&mut *transaction)).await?;
        // Only a commit writes all pages.
        self.with_timeout(transaction.commit()).await?;
        let query = sqlx::query("DELETE FROM secret WHERE name = $1").bind(TEST_ROW);
        self.with_timeout(query.execute(self.pool())).await?;
        Ok(())
    }

    /// Checks all pages of an SQLite file, on a new connection, which has none of them in memory.
    async fn check_file(&self) -> Result<(), JobsError> {
        if self.dialect() != Dialect::Sqlite || self.is_in_memory() {
            return Ok(());
        }
        let check = async {
            let mut connection = connect(self.connect_url(), self.setup()).await?;
            let check = sqlx::query("PRAGMA quick_check(1)").fetch_one(&mut connection).await;
            let closed = connection.close().await;
            let found: String = check?.try_get(0)?;
            closed.map(|()| found)
        };
        let found = match tokio::time::timeout(CHECK_TIMEOUT, check).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => return Err(self.classify_error(error)),
            Err(_) => format!("the check takes longer than {CHECK_TIMEOUT:?}"),
        };
        if found == "ok" {
            return Ok(());
        }
        let database = self.redacted_url().to_owned();
        Err(JobsError::Damaged { database, source: found.into() })
    }

    /// Opens a connection outside the pool, if the last failure requires that.
    pub(super) async fn reopen(&self) -> Result<(), sqlx::Error> {
        if self.health().must_reopen() {
            check_connection(self.connect_url(), self.setup(), self.timeout()).await?;
            self.health().reopened();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::task::JoinSet;

    use super::*;
    use crate::{
        ClaimedJob, Completion, JobContext, JobId, JobState, LeaseStatus, RunOutcome, Runner,
        Submission, Worker, WorkerSettings,
    };

    /// The time within which a fault ends after its cause.
    const HEAL_TIMEOUT: Duration = Duration::from_secs(10);
    const LEASE: Duration = Duration::from_secs(600);
    /// More than one page of the database.
    const CONTENT_BYTES: usize = 60_000;

    async fn open(folder: &tempfile::TempDir) -> Store {
        let url = format!("sqlite:{}", folder.path().join("jobs.db").display());
        Store::open(&url).await.expect("the database opens")
    }

    fn content(letter: &str) -> String {
        letter.repeat(CONTENT_BYTES)
    }

    fn submission() -> Submission {
        Submission::new("work", content("p"))
    }

    async fn claim(store: &Store) -> crate::Claim {
        let claim = store.claim(&["work".to_owned()], "tester", LEASE).await;
        claim.expect("the operation succeeds").expect("a job to claim")
    }

    async fn page_count(store: &Store) -> i64 {
        let row = sqlx::query("PRAGMA page_count").fetch_one(store.pool()).await;
        row.expect("a number").get(0)
    }

    /// Sets the size at which the disk of the database is full.
    async fn set_disk_pages(store: &Store, pages: i64) {
        let text = format!("PRAGMA max_page_count = {pages}");
        sqlx::query(&text).execute(store.pool()).await.expect("the limit is set");
    }

    /// Submits jobs until the disk is full.
    async fn fill_disk(store: &Store) {
        set_disk_pages(store, 1).await;
        // The first jobs use free pages of the file.
        let error = loop {
            if let Err(error) = store.submit(&submission()).await {
                break error;
            }
        };
        assert_eq!(error.code(), "jobs.disk-full", "{error}");
    }

    async fn wait_until_healed(store: &Store) {
        let since = Instant::now();
        while let Some(fault) = store.fault() {
            assert!(since.elapsed() < HEAL_TIMEOUT, "the fault {fault:?} does not end");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn assert_fails<T>(what: &str, result: Result<T, JobsError>, code: &str) {
        let error = result.err().unwrap_or_else(|| panic!("{what} succeeds"));
        assert_eq!(error.code(), code, "{what}: {error}");
        assert!(!error.hint().is_empty());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn full_disk_rejects_writes_and_loses_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder).await;
        let running = store.submit(&submission()).await.expect("a job").job;
        let mut lease = claim(&store).await.lease;
        let held = LeaseStatus::Held { cancelling: false };
        assert_eq!(store.save(&mut lease, Some(b"1"), Some("1")).await.expect("a save"), held);

        // Concurrent clients submit until the disk is full.
        set_disk_pages(&store, page_count(&store).await + 400).await;
        let mut clients = JoinSet::new();
        for client in 0..8 {
            let store = store.clone();
            clients.spawn(async move {
                let mut jobs = Vec::new();
                loop {
                    let submission = Submission {
                        idempotency_key: Some(format!("{client} {}", jobs.len())),
                        ..submission()
                    };
                    match store.submit(&submission).await {
                        Ok(submitted) => jobs.push(submitted.job),
                        failed => {
                            assert_fails("submit", failed, "jobs.disk-full");
                            return jobs;
                        }
                    }
                }
            });
        }
        let jobs: Vec<JobId> = clients.join_all().await.concat();
        assert!(jobs.len() > 8, "{jobs:?}");
        assert_eq!(store.fault(), Some(DatabaseFault::Full));

        // The running job can neither store a checkpoint nor end, and keeps what it has.
        for _ in 0..5 {
            let large = content("c");
            let saved = store.save(&mut lease, Some(large.as_bytes()), Some("2")).await;
            assert_fails("save", saved, "jobs.disk-full");
            let ended = store.finish(&lease, &Completion::Done(content("r"))).await;
            assert_fails("finish", ended, "jobs.disk-full");
            assert_fails("submit", store.submit(&submission()).await, "jobs.disk-full");
        }
        let seen = store.get(running).await.expect("reading works").expect("the job");
        assert_eq!((seen.state, seen.last_event), (JobState::Running, 3));
        assert_eq!(store.counts(None).await.expect("counts").queued, jobs.len() as u64);

        // Without a restart, everything works again.
        set_disk_pages(&store, 1 << 30).await;
        wait_until_healed(&store).await;
        let large = content("c");
        let saved = store.save(&mut lease, Some(large.as_bytes()), Some("2")).await;
        assert_eq!(saved.expect("a save"), held);
        let ended = store.finish(&lease, &Completion::Done(content("r"))).await;
        assert_eq!(ended.expect("it ends"), Some(JobState::Done));
        assert_eq!(store.result(running).await.expect("a result"), Some(content("r")));
        for job in jobs {
            let claim = claim(&store).await;
            assert_eq!((claim.job.payload, claim.job.attempt), (content("p"), 1));
            let ended = store.finish(&claim.lease, &Completion::Done("1".to_owned())).await;
            assert_eq!(ended.expect("it ends"), Some(JobState::Done));
            let seen = store.get(job).await.expect("reading works");
            assert!(seen.is_some(), "{job} is lost");
        }
        assert_eq!(store.counts(None).await.expect("counts").queued, 0);
        let rows = sqlx::query("SELECT count(*) FROM secret").fetch_one(store.pool()).await;
        assert_eq!(rows.expect("a number").get::<i64, _>(0), 0, "tests remove what they write");
    }

    /// Counts its runs; stores a checkpoint in each.
    struct CountingRunner(Arc<AtomicUsize>);

    impl Runner for CountingRunner {
        fn kinds(&self) -> Vec<String> {
            vec!["work".to_owned()]
        }

        fn run(&self, _: &ClaimedJob, context: &JobContext) -> RunOutcome {
            self.0.fetch_add(1, Ordering::SeqCst);
            context.save_checkpoint(content("c").as_bytes());
            RunOutcome::Done(content("r"))
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn worker_keeps_outcomes_while_the_disk_is_full() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder).await;
        let mut jobs = Vec::new();
        for _ in 0..20 {
            jobs.push(store.submit(&submission()).await.expect("a job").job);
        }
        // Enough space for some of the results.
        set_disk_pages(&store, page_count(&store).await + 100).await;
        let runs = Arc::new(AtomicUsize::new(0));
        let settings = WorkerSettings {
            concurrency: 4,
            poll_interval: Duration::from_millis(50),
            ..WorkerSettings::default()
        };
        let runner = CountingRunner(Arc::clone(&runs));
        let worker = Worker::new(&store, runner, settings).expect("valid settings");
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let worker = tokio::spawn(worker.run(async move { drop(stopped.await) }));
        let since = Instant::now();
        while store.fault().is_none() {
            assert!(since.elapsed() < HEAL_TIMEOUT, "the disk is never full");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(store.fault(), Some(DatabaseFault::Full), "it lasts");
        let before = store.counts(None).await.expect("counts");
        assert!(before.running > 0 && before.queued > 0, "{before:?}");

        set_disk_pages(&store, 1 << 30).await;
        let freed = Instant::now();
        loop {
            let counts = store.counts(None).await.expect("counts");
            if counts.running + counts.queued == 0 && store.fault().is_none() {
                break;
            }
            assert!(freed.elapsed() < HEAL_TIMEOUT, "{counts:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        drop(stop);
        worker.await.expect("no panic");
        assert_eq!(runs.load(Ordering::SeqCst), jobs.len(), "no job runs twice");
        for job in jobs {
            assert_eq!(store.result(job).await.expect("a result"), Some(content("r")));
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn read_only_connection_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder).await;
        // Like a connection that was opened while the file could not be written.
        let pragma = sqlx::query("PRAGMA query_only = ON").execute(store.pool()).await;
        pragma.expect("the connection is read-only");
        assert_fails("submit", store.submit(&submission()).await, "jobs.read-only");
        assert_eq!(store.fault(), Some(DatabaseFault::ReadOnly));
        let job = store.submit(&submission()).await.expect("a new connection").job;
        assert!(store.get(job).await.expect("the operation succeeds").is_some());
        wait_until_healed(&store).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn damaged_file_is_reported_until_it_is_repaired() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder).await;
        let job = store.submit(&submission()).await.expect("a job").job;
        let text = "PRAGMA wal_checkpoint(TRUNCATE)";
        sqlx::query(text).execute(store.pool()).await.expect("a checkpoint");
        let path = folder.path().join("jobs.db");
        let intact = fs_err::read(&path).expect("the file");
        let damage = |bytes: &[u8]| {
            // In place, as a fault of the disk would.
            let mut file = fs_err::OpenOptions::new().write(true).open(&path).expect("the file");
            std::io::Write::write_all(&mut file, bytes).expect("it can be written");
        };
        damage(&vec![0xff; intact.len()]);
        for _ in 0..3 {
            let since = Instant::now();
            assert_fails("payload", store.payload(job).await, "jobs.damaged");
            assert!(since.elapsed() < Duration::from_secs(5), "it fails without a timeout");
        }
        assert_fails("submit", store.submit(&submission()).await, "jobs.damaged");
        tokio::time::sleep(2 * TEST_INTERVAL).await;
        assert_eq!(store.fault(), Some(DatabaseFault::Damaged), "it lasts");
        damage(&intact);
        wait_until_healed(&store).await;
        assert_eq!(store.payload(job).await.expect("a payload"), content("p"));
        store.submit(&submission()).await.expect("a job");
    }

    #[tokio::test]
    async fn tests_of_a_fault_end_with_the_store() {
        let store = Store::open("sqlite::memory:").await.expect("the database opens");
        let pool = store.pool().clone();
        fill_disk(&store).await;
        // Another clone, which recorded nothing, keeps the tests running.
        let other = store.with_backoff(LEASE, LEASE);
        drop(store);
        tokio::time::sleep(2 * TEST_INTERVAL).await;
        assert_eq!(other.fault(), Some(DatabaseFault::Full));
        set_disk_pages(&other, 1 << 30).await;
        wait_until_healed(&other).await;
        other.submit(&submission()).await.expect("a job");
        fill_disk(&other).await;
        let health = Arc::downgrade(other.health());
        drop(other);
        tokio::time::sleep(2 * TEST_INTERVAL).await;
        assert!(health.upgrade().is_none(), "the task has ended");
        pool.close().await;
    }
}
