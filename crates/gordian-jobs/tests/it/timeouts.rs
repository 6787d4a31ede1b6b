//! Operations on a hanging database time out, and required encryption never falls back to plain
//! text.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gordian_jobs::{
    ClaimedJob, Completion, EventRelay, JobContext, JobFilter, JobsError, RunOutcome, Runner,
    Store, Worker, WorkerSettings,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use crate::support::{
    EXPECT_TIMEOUT, LONG_TIMEOUT, TestDatabase, claim, get, on_postgres, on_sqlite, submit,
};

const OPERATION_TIMEOUT: Duration = Duration::from_millis(600);
/// Longer than the operation timeout, on a busy machine too, and shorter than the lock timeouts of
/// the databases (5 s).
const FAIL_WITHIN: Duration = Duration::from_secs(4);

/// A TCP proxy between client and database that can be frozen.
struct Proxy {
    address: SocketAddr,
    frozen: Arc<AtomicBool>,
}

impl Proxy {
    async fn start(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let frozen = Arc::new(AtomicBool::new(false));
        let shared = Arc::clone(&frozen);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                let (client_read, client_write) = client.into_split();
                let (server_read, server_write) = server.into_split();
                tokio::spawn(forward_until_frozen(client_read, server_write, Arc::clone(&shared)));
                tokio::spawn(forward_until_frozen(server_read, client_write, Arc::clone(&shared)));
            }
        });
        Self { address, frozen }
    }

    fn freeze(&self, frozen: bool) {
        self.frozen.store(frozen, Ordering::Relaxed);
    }
}

async fn forward_until_frozen(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    frozen: Arc<AtomicBool>,
) {
    let mut space = vec![0; 1 << 16];
    while let Ok(n @ 1..) = from.read(&mut space).await {
        while frozen.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(5)).await;
        }
        if to.write_all(&space[..n]).await.is_err() {
            return;
        }
    }
}

/// A runner that finishes immediately.
struct NoopRunner;

impl Runner for NoopRunner {
    fn kinds(&self) -> Vec<String> {
        vec!["work".to_owned()]
    }
    fn run(&self, _: &ClaimedJob, _: &JobContext) -> RunOutcome {
        RunOutcome::Done("1".to_owned())
    }
}

/// Checks that the operation fails within the timeout, with a reason.
async fn fails_within_timeout<T>(
    what: &str,
    operation: impl Future<Output = Result<T, JobsError>>,
) {
    let since = Instant::now();
    let error = operation.await.err().unwrap_or_else(|| panic!("{what} has an answer"));
    assert_eq!(error.code(), "jobs.unavailable", "{what}: {error}");
    assert!(since.elapsed() < FAIL_WITHIN, "{what}: {:?}", since.elapsed());
}

#[test]
#[ignore = "needs PostgreSQL: GORDIAN_TEST_POSTGRES"]
fn calls_time_out_when_postgres_hangs() {
    on_postgres(async |database: TestDatabase| {
        let (begin, rest) = database.url.split_once('@').expect("the URL has a user");
        let (host, rest) = rest.split_once('/').expect("a database");
        let proxy = Proxy::start(host.to_owned()).await;
        let url = format!("{begin}@{}/{rest}", proxy.address);
        let store =
            Store::open_with_timeout(&url, OPERATION_TIMEOUT).await.expect("the database opens");
        let job = submit(&store).await;
        let mut lease = claim(&store, LONG_TIMEOUT).await.expect("a job").lease;

        // A worker that waits for the database can still be shut down.
        let settings = WorkerSettings {
            poll_interval: Duration::from_millis(50),
            ..WorkerSettings::default()
        };
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let worker = Worker::new(&store, NoopRunner, settings).expect("good settings");
        let worker = tokio::spawn(worker.run(async move { drop(stopped.await) }));
        proxy.freeze(true);
        sleep(2 * OPERATION_TIMEOUT).await;
        drop(stop);
        timeout(4 * FAIL_WITHIN, worker).await.expect("it ends in time").expect("no panic");

        fails_within_timeout("get", store.get(job)).await;
        fails_within_timeout("list", store.list(&JobFilter::default(), 9)).await;
        fails_within_timeout("counts", store.counts(None)).await;
        fails_within_timeout("events", store.events(job, 0, 9)).await;
        fails_within_timeout("result", store.result(job)).await;
        fails_within_timeout("follow", EventRelay::new(&store).follow(job, 9).next()).await;
        fails_within_timeout("submit", store.submit(&gordian_jobs::Submission::new("work", "")))
            .await;
        fails_within_timeout("claim", store.claim(&["work".to_owned()], "tester", LONG_TIMEOUT))
            .await;
        fails_within_timeout("heartbeat", store.heartbeat(&lease)).await;
        fails_within_timeout("save", store.save(&mut lease, Some(b"1"), None)).await;
        fails_within_timeout("finish", store.finish(&lease, &Completion::HandedBack)).await;
        fails_within_timeout("cancel", store.cancel(job)).await;
        fails_within_timeout("purge", store.purge(LONG_TIMEOUT)).await;
        fails_within_timeout("open", Store::open_with_timeout(&url, OPERATION_TIMEOUT)).await;

        // When the database is back, all operations succeed again.
        proxy.freeze(false);
        let back = async {
            while store.heartbeat(&lease).await.is_err() {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(EXPECT_TIMEOUT, back).await.expect("the database is available again");
        let ended = store.finish(&lease, &Completion::Done("1".to_owned())).await;
        assert_eq!(ended.unwrap(), Some(gordian_jobs::JobState::Done));
    });
}

#[tokio::test]
async fn unresponsive_server_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://me:secret@{}/jobs", listener.local_addr().unwrap());
    fails_within_timeout("open", Store::open_with_timeout(&url, OPERATION_TIMEOUT)).await;
}

#[test]
fn sqlite_readers_do_not_wait_for_writers() {
    on_sqlite(async |database: TestDatabase| {
        let store = Store::open_with_timeout(&database.url, OPERATION_TIMEOUT)
            .await
            .expect("the database opens");
        let job = submit(&store).await;
        let lease = claim(&store, LONG_TIMEOUT).await.expect("a job").lease;
        store.finish(&lease, &Completion::Done("1".to_owned())).await.unwrap();
        let other = submit(&store).await;
        let blocked = database.block().await;
        // Another task of this process waits for the blocking writer.
        let waits = store.clone();
        let waits = tokio::spawn(async move { waits.cancel(other).await });
        sleep(OPERATION_TIMEOUT / 4).await;
        let since = Instant::now();
        assert_eq!(get(&store, job).await.state, gordian_jobs::JobState::Done);
        assert_eq!(store.list(&JobFilter::default(), 9).await.unwrap().len(), 2);
        assert_eq!(store.counts(None).await.unwrap().queued, 1);
        assert_eq!(store.events(job, 0, 9).await.unwrap().len(), 3);
        assert_eq!(store.result(job).await.unwrap().as_deref(), Some("1"));
        assert_eq!(EventRelay::new(&store).follow(job, 2).next().await.unwrap().unwrap().number, 3);
        assert!(since.elapsed() < OPERATION_TIMEOUT / 2, "{:?}", since.elapsed());
        // Writers do not wait forever.
        fails_within_timeout("cancel", async { waits.await.expect("no panic") }).await;
        fails_within_timeout("submit", store.submit(&gordian_jobs::Submission::new("work", "")))
            .await;
        blocked.release().await;
        store.cancel(other).await.expect("the database is available again");
    });
}

/// A server without TLS; returns what was sent to it after its refusal.
async fn server_without_tls() -> (SocketAddr, tokio::task::JoinHandle<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = tokio::spawn(async move {
        let (mut client, _) = listener.accept().await.unwrap();
        let mut request = [0; 8];
        client.read_exact(&mut request).await.unwrap();
        // PostgreSQL's `SSLRequest`, and the reply "no".
        assert_eq!(request, [0, 0, 0, 8, 4, 210, 22, 47]);
        client.write_all(b"N").await.unwrap();
        let mut rest = Vec::new();
        let _ = timeout(Duration::from_secs(1), client.read_to_end(&mut rest)).await;
        rest
    });
    (address, server)
}

#[tokio::test]
async fn required_tls_never_falls_back_to_plain_text() {
    for mode in ["require", "verify-ca", "verify-full"] {
        let (address, server) = server_without_tls().await;
        let url = format!("postgres://me:secret@{address}/jobs?sslmode={mode}");
        let error = Store::open_with_timeout(&url, FAIL_WITHIN).await.expect_err("there is no TLS");
        assert_eq!(error.code(), "jobs.unavailable", "{error}");
        assert!(error.to_string().to_lowercase().contains("tls"), "{error}");
        assert_eq!(server.await.unwrap(), b"", "{mode}: something was sent");
    }
    // Without required encryption, the same server receives the user name.
    let (address, server) = server_without_tls().await;
    let url = format!("postgres://me:secret@{address}/jobs?sslmode=prefer");
    assert!(Store::open_with_timeout(&url, OPERATION_TIMEOUT).await.is_err());
    let sent = String::from_utf8_lossy(&server.await.unwrap()).into_owned();
    assert!(sent.contains("user\0me\0"), "{sent:?}");
}
