//! Jobs of version 0.1.0, served by this version and run by its workers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::api::Api;

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../gordian-jobs/testdata/v0.1.0")
}

/// A copy of the database of 0.1.0.
fn copy_database() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("jobs.sqlite");
    fs_err::copy(testdata().join("jobs.sqlite"), &file).unwrap();
    (folder, file)
}

/// Returns each job as 0.1.0 returned it, and the lines of its events if it had ended.
fn recorded_jobs() -> Vec<(Value, Option<Vec<Value>>)> {
    let text = fs_err::read_to_string(testdata().join("jobs.json")).unwrap();
    let all: Vec<Value> = serde_json::from_str(&text).unwrap();
    let parts = |it: &Value| (it["document"].clone(), it["events"].as_array().cloned());
    all.iter().map(parts).collect()
}

async fn start(file: &Path, workers: usize) -> Api {
    Api::start(|config, options| {
        options.database = format!("sqlite:{}", file.display());
        options.workers = workers;
        // Longer than the age of the jobs.
        config.jobs.retention = Duration::from_secs(1000 * 365 * 24 * 60 * 60);
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_of_0_1_0_are_served() {
    let (_folder, file) = copy_database();
    let api = start(&file, 0).await;
    let recorded = recorded_jobs();
    assert_eq!(recorded.len(), 10);
    for (document, events) in &recorded {
        let path = format!("/api/v1/jobs/{}", document["id"].as_str().unwrap());
        let reply = api.get(&path).await;
        assert_eq!((reply.status, &reply.document), (StatusCode::OK, document));
        if let Some(events) = events {
            let text = api.get(&format!("{path}/events")).await.text;
            let blocks = text.split("\n\n").filter(|block| block.contains("event: "));
            let told: Vec<Value> =
                blocks.map(|block| json!(block.lines().collect::<Vec<_>>())).collect();
            assert_eq!(&told, events, "{path}");
        }
    }
    // The list has the same documents without inputs and results, newest first.
    let list = api.get("/api/v1/jobs?limit=100").await.document;
    let expected = recorded.into_iter().rev().map(|(mut document, _)| {
        let fields = document.as_object_mut().unwrap();
        fields.retain(|name, _| name != "input" && name != "result");
        document
    });
    assert_eq!(list["jobs"], expected.collect::<Value>());
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_of_0_1_0_are_completed() {
    let (_folder, file) = copy_database();
    let api = start(&file, 1).await;
    let mut results = Vec::new();
    for (job, attempt) in [(8, 2), (9, 1), (10, 1)] {
        let ended = api.wait_for_job(&format!("/api/v1/jobs/{job}")).await;
        assert_eq!((&ended["state"], &ended["attempt"]), (&json!("done"), &json!(attempt)));
        results.push(ended["result"].clone());
    }
    // Too many solutions to count: the time limit of its input ends it.
    assert_eq!(results[0]["limit"], "time");
    assert!(results[0]["count"].as_u64() > Some(0), "{}", results[0]);
    assert_eq!((&results[1]["outcome"], &results[1]["unique"]), (&json!("solved"), &json!(true)));
    // The number of all 4×4 grids, a known value.
    assert_eq!(results[2]["count"], 288);
    api.stop().await;
}
