//! Faults of the job database: what clients and load balancers see, and that they end.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use gordian_jobs::{Store, Submission};
use http::StatusCode;
use serde_json::{Value, json};

use crate::api::{Api, CLASSIC_SUDOKU};

const HEAL_TIMEOUT: Duration = Duration::from_secs(10);

/// Waits until the service is ready again.
async fn wait_until_ready(api: &Api) {
    let since = Instant::now();
    loop {
        let reply = api.get("/readyz").await;
        if reply.status == StatusCode::OK {
            assert_eq!(reply.document["checks"]["job database"], true);
            return;
        }
        assert!(since.elapsed() < HEAL_TIMEOUT, "{}", reply.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn assert_not_ready(api: &Api, reason: &str) {
    let reply = api.get("/readyz").await;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{}", reply.text);
    assert_eq!(reply.document["code"], "server.not-ready");
    assert_eq!(reply.document["detail"], format!("not ready: job database {reason}"));
    assert!(reply.retry_after.is_some());
}

/// Asserts that a request is rejected because of a fault, without details of the database.
async fn assert_rejected(api: &Api, path: &str, body: Option<&Value>, code: &str) {
    let reply = match body {
        Some(body) => api.post(path, body).await,
        None => api.get(path).await,
    };
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE, "{}", reply.text);
    assert_eq!(reply.document["code"], code, "{}", reply.text);
    assert_eq!(reply.retry_after.as_deref(), Some("5"));
    assert!(reply.document["hint"].is_string() && !reply.text.contains("sqlite"), "{}", reply.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_database_is_reported_until_it_is_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("jobs.sqlite");
    let url = format!("sqlite:{}", path.display());
    // Larger than what a connection keeps in memory (2 MB), so that it reads the file.
    let store = Store::open(&url).await.unwrap();
    let submission = Submission::new("solve", json!({"puzzle": " ".repeat(8 << 20)}).to_string());
    let job = format!("/api/v1/jobs/{}", store.submit(&submission).await.unwrap().job);
    store.close().await;
    let api = Api::start(|_, options| {
        options.workers = 0;
        options.database = url;
    })
    .await;
    wait_until_ready(&api).await;

    let intact = fs_err::read(&path).unwrap();
    let overwrite = |bytes: &[u8]| {
        let mut file = fs_err::OpenOptions::new().write(true).open(&path).unwrap();
        file.write_all(bytes).unwrap();
    };
    overwrite(&vec![0xff; intact.len()]);
    let new = json!({"kind": "solve", "input": {"puzzle": CLASSIC_SUDOKU}});
    assert_rejected(&api, &job, None, "jobs.damaged").await;
    assert_rejected(&api, "/api/v1/jobs", Some(&new), "jobs.damaged").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_not_ready(&api, "is damaged").await;
    // Requests that need no database are answered.
    let solved = api.post("/api/v1/solve", &json!({"puzzle": CLASSIC_SUDOKU})).await;
    assert_eq!(solved.status, StatusCode::OK, "{}", solved.text);

    overwrite(&intact);
    wait_until_ready(&api).await;
    assert_eq!(api.get(&job).await.status, StatusCode::OK);
    api.submit("solve", &new["input"]).await;
    api.stop().await;
}

/// Mounts a file system of 8 MiB, and unmounts it when it is dropped.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// Returns `None` if the test may not mount a file system.
    fn mount(folder: &'a Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"]).arg(folder);
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        is_mounted.then_some(Self(folder))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        // Lazily, because the database may still be open.
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_rejects_submissions_until_space_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path()) else {
        println!("skipped: the test may not mount a file system");
        return;
    };
    let api = Api::start(|config, options| {
        options.workers = 0;
        options.database = format!("sqlite:{}", disk.0.join("jobs.sqlite").display());
        config.jobs.max_per_client = 1000;
    })
    .await;
    let other = disk.0.join("other");
    fs_err::write(&other, vec![0; 5 << 20]).unwrap();
    let new = json!({"kind": "solve", "input": {"puzzle": " ".repeat(200_000)}});
    let mut jobs = Vec::new();
    loop {
        let reply = api.post("/api/v1/jobs", &new).await;
        if reply.status != StatusCode::ACCEPTED {
            break;
        }
        jobs.push(reply.location.unwrap());
    }
    assert!(!jobs.is_empty());
    assert_rejected(&api, "/api/v1/jobs", Some(&new), "jobs.disk-full").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_not_ready(&api, "has no free disk space").await;

    fs_err::remove_file(&other).unwrap();
    wait_until_ready(&api).await;
    jobs.push(api.submit("solve", &new["input"]).await);
    for job in &jobs {
        let document = api.get(job).await.document;
        assert_eq!((&document["state"], &document["input"]), (&json!("queued"), &new["input"]));
    }
    api.stop().await;
}
