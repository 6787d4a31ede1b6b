//! A full disk: a small file system in memory, where the test may mount one.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use gordian_jobs::{Completion, DatabaseFault, JobState, Store, Submission};

use crate::support::{LONG_TIMEOUT, claim, get};

const HEAL_TIMEOUT: Duration = Duration::from_secs(10);

/// A file system of a few megabytes.
struct SmallDisk {
    folder: tempfile::TempDir,
}

impl SmallDisk {
    /// Returns `None` if the test may not mount a file system.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=8m", "tmpfs"]).arg(folder.path());
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        is_mounted.then_some(Self { folder })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily, because the database may still be open.
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn full_disk_is_reported_and_heals() {
    let Some(disk) = SmallDisk::mount() else {
        println!("skipped: the test may not mount a file system");
        return;
    };
    let url = format!("sqlite:{}", disk.path().join("jobs.db").display());
    let store = Store::open(&url).await.expect("the database opens");
    let submission = Submission::new("work", "p".repeat(60_000));
    let running = store.submit(&submission).await.expect("a job").job;
    let mut lease = claim(&store, LONG_TIMEOUT).await.expect("a job").lease;
    store.save(&mut lease, Some(b"1"), None).await.expect("a save");

    // Another program fills the disk.
    let other = disk.path().join("other");
    fs_err::write(&other, vec![0; 5 << 20]).expect("there is space for it");
    let mut jobs = Vec::new();
    let error = loop {
        match store.submit(&submission).await {
            Ok(submitted) => jobs.push(submitted.job),
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), "jobs.disk-full", "{error}");
    let error = store.finish(&lease, &Completion::Done("r".repeat(3 << 20))).await.unwrap_err();
    assert_eq!(error.code(), "jobs.disk-full", "{error}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(store.fault(), Some(DatabaseFault::Full), "it lasts");
    assert_eq!(get(&store, running).await.state, JobState::Running, "reading works");

    fs_err::remove_file(&other).expect("the other program frees space");
    let since = Instant::now();
    while store.fault().is_some() {
        assert!(since.elapsed() < HEAL_TIMEOUT, "the fault does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    store.submit(&submission).await.expect("a job");
    let ended = store.finish(&lease, &Completion::Done("r".to_owned())).await;
    assert_eq!(ended.expect("it ends"), Some(JobState::Done));
    for job in jobs {
        assert_eq!(store.payload(job).await.expect("a payload"), submission.payload);
    }
    store.close().await;
    // What was confirmed is on the disk.
    let store = Store::open(&url).await.expect("the database opens");
    assert_eq!(store.result(running).await.expect("a result").as_deref(), Some("r"));
    store.close().await;
}
