//! Ownership of jobs, job processes, and resource limits of jobs.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use gordian_jobs::{CancelOutcome, Completion, Store};
use gordian_server::guard::Token;
use gordian_server::{Config, Program};
use http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::api::{Api, CLASSIC_SUDOKU, Reply, UNCOUNTABLE_PUZZLE, request};

const JOB_PROCESS_ENV: &str = "GORDIAN_TEST_JOB";

/// Not a test, but the main function of a job process, which is selected by the environment.
#[test]
fn job_process() {
    if std::env::var_os(JOB_PROCESS_ENV).is_some() {
        gordian_server::run_job().expect("pipes");
        std::process::exit(0);
    }
}

/// The job program: this test executable, which runs the function above.
pub(crate) fn program() -> Program {
    this_executable(JOB_PROCESS_ENV, "jobs::job_process")
}

/// This test executable, with a variable of the environment, and a function among the tests that is
/// its main function.
pub(crate) fn this_executable(variable: &str, function: &str) -> Program {
    let this = std::env::current_exe().expect("the path of this executable").into_os_string();
    let args = ["--exact", function, "--nocapture"].map(Into::into);
    let args = [format!("{variable}=1").into(), this].into_iter().chain(args).collect();
    Program { path: "/usr/bin/env".into(), args }
}

/// Trusts all peers as proxies, so that each test client can have its own address.
fn trust_all_peers(config: &mut Config) {
    config.trusted_proxies = vec!["0.0.0.0/32".parse().unwrap()];
}

/// Sends a request from an address, with an optional token.
async fn send_request(
    api: &Api,
    from: Ipv4Addr,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Reply {
    let from = from.to_string();
    let token = token.map(|token| format!("Bearer {token}"));
    let mut headers = vec![("x-forwarded-for", from.as_str())];
    headers.extend(token.as_deref().map(|token| ("authorization", token)));
    api.send(request(method, path, &headers, body)).await
}

const ALICE: Ipv4Addr = Ipv4Addr::new(198, 51, 100, 7);
const BOB: Ipv4Addr = Ipv4Addr::new(203, 0, 113, 9);

fn solve() -> Value {
    json!({"kind": "solve", "input": {"puzzle": CLASSIC_SUDOKU}})
}

#[track_caller]
fn assert_error(reply: &Reply, status: StatusCode, code: &str) {
    assert_eq!((reply.status, &reply.document["code"]), (status, &json!(code)), "{}", reply.text);
    assert!(reply.document["hint"].is_string(), "{}", reply.text);
}

async fn list_ids(api: &Api, from: Ipv4Addr, token: Option<&str>) -> Vec<String> {
    let reply = send_request(api, from, Method::GET, "/api/v1/jobs", token, None).await;
    let jobs =
        reply.document["jobs"].as_array().unwrap_or_else(|| panic!("{}", reply.text)).clone();
    jobs.iter().map(|job| format!("/api/v1/jobs/{}", job["id"].as_str().unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn row_numbers_are_not_ids() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let jobs = [
        api.submit("solve", &solve()["input"]).await,
        api.submit("solve", &solve()["input"]).await,
    ];
    for job in &jobs {
        let id = job.rsplit('/').next().unwrap();
        assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        assert_eq!(api.get(job).await.status, StatusCode::OK);
    }
    // Row numbers are not ids.
    for number in 0..5 {
        let path = format!("/api/v1/jobs/{number}");
        assert_eq!(api.get(&path).await.status, StatusCode::NOT_FOUND);
        let delete = api.send(request(Method::DELETE, &path, &[], None)).await;
        assert_eq!(delete.status, StatusCode::NOT_FOUND);
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_owners_list_and_cancel_jobs() {
    let api = Api::start(|config, options| {
        options.workers = 0;
        trust_all_peers(config);
    })
    .await;
    let made = send_request(&api, ALICE, Method::POST, "/api/v1/jobs", None, Some(&solve())).await;
    let job = made.location.unwrap();
    assert_eq!(list_ids(&api, ALICE, None).await, std::slice::from_ref(&job));
    assert_eq!(list_ids(&api, BOB, None).await, [""; 0]);
    // A client that knows the id can read the job.
    assert_eq!(send_request(&api, BOB, Method::GET, &job, None, None).await.status, StatusCode::OK);
    let rejected = send_request(&api, BOB, Method::DELETE, &job, None, None).await;
    assert_error(&rejected, StatusCode::FORBIDDEN, "jobs.owner");
    // Without a configured token, every token is wrong.
    let rejected = send_request(&api, BOB, Method::DELETE, &job, Some("x"), None).await;
    assert_error(&rejected, StatusCode::FORBIDDEN, "jobs.owner");
    assert_eq!(list_ids(&api, BOB, Some("x")).await, [""; 0]);
    let cancelled = send_request(&api, ALICE, Method::DELETE, &job, None, None).await;
    assert_eq!(
        (cancelled.status, &cancelled.document["state"]),
        (StatusCode::ACCEPTED, &json!("cancelled"))
    );
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn token_gives_access_to_all_jobs() {
    let api = Api::start(|config, options| {
        options.workers = 0;
        trust_all_peers(config);
        config.token = Some(Token::new("secret"));
    })
    .await;
    let token = Some("secret");
    let submit = async |from| {
        let made =
            send_request(&api, from, Method::POST, "/api/v1/jobs", token, Some(&solve())).await;
        made.location.unwrap()
    };
    let jobs = [submit(ALICE).await, submit(BOB).await, submit(ALICE).await];
    assert_eq!(list_ids(&api, BOB, None).await, [jobs[1].clone()]);
    assert_eq!(list_ids(&api, BOB, token).await.len(), 3);
    let wrong = send_request(&api, BOB, Method::GET, "/api/v1/jobs", Some("x"), None).await;
    assert_error(&wrong, StatusCode::UNAUTHORIZED, "token.wrong");
    // Owners need no token to cancel; the token cancels for all owners.
    let delete = async |from, job: &str, token| {
        send_request(&api, from, Method::DELETE, job, token, None).await
    };
    assert_error(&delete(BOB, &jobs[0], None).await, StatusCode::FORBIDDEN, "jobs.owner");
    assert_error(
        &delete(ALICE, &jobs[0], Some("x")).await,
        StatusCode::UNAUTHORIZED,
        "token.wrong",
    );
    assert_eq!(delete(ALICE, &jobs[0], None).await.status, StatusCode::ACCEPTED);
    assert_eq!(delete(BOB, &jobs[2], token).await.status, StatusCode::ACCEPTED);

    // A job without an owner belongs to the operator.
    let store = Store::open(&database(&api)).await.unwrap();
    let submission = gordian_jobs::Submission::new("solve", solve()["input"].to_string());
    let unowned = format!("/api/v1/jobs/{}", store.submit(&submission).await.unwrap().job);
    assert!(!list_ids(&api, ALICE, None).await.contains(&unowned));
    assert_error(&delete(ALICE, &unowned, None).await, StatusCode::FORBIDDEN, "jobs.owner");
    assert_eq!(delete(ALICE, &unowned, token).await.status, StatusCode::ACCEPTED);
    api.stop().await;
}

fn database(api: &Api) -> String {
    format!("sqlite:{}", api.folder.path().join("jobs.sqlite").display())
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_table_jobs_are_shared() {
    let api = Api::start(|config, options| {
        options.workers = 0;
        trust_all_peers(config);
        config.jobs.max_per_client = 1;
    })
    .await;
    let build = json!({"kind": "build-table", "input": {"puzzle": "square1-silver"}});
    let submit = async |from| {
        let made = send_request(&api, from, Method::POST, "/api/v1/jobs", None, Some(&build)).await;
        assert_eq!(made.status, StatusCode::ACCEPTED, "{}", made.text);
        made.location.unwrap()
    };
    // The first response sets a client's cookie.
    for from in [ALICE, BOB] {
        assert_eq!(list_ids(&api, from, None).await, [""; 0]);
    }
    let job = submit(ALICE).await;
    // Neither another client nor the same one creates another job, regardless of the limit.
    assert_eq!((submit(BOB).await, submit(ALICE).await), (job.clone(), job.clone()));
    assert_eq!(
        (list_ids(&api, ALICE, None).await, list_ids(&api, BOB, None).await),
        (vec![job.clone()], vec![job.clone()])
    );
    let other = json!({"kind": "build-table", "input": {"puzzle": "square1"}});
    let other = send_request(&api, BOB, Method::POST, "/api/v1/jobs", None, Some(&other)).await;
    assert_ne!(other.location.unwrap(), job);
    // Other kinds are not shared.
    let rejected =
        send_request(&api, ALICE, Method::POST, "/api/v1/jobs", None, Some(&solve())).await;
    assert_error(&rejected, StatusCode::TOO_MANY_REQUESTS, "quota.jobs");

    let location = send_request(&api, ALICE, Method::DELETE, &job, None, None).await;
    assert_eq!((location.status, &location.document["state"]), (StatusCode::OK, &json!("queued")));
    assert_eq!(list_ids(&api, ALICE, None).await, [""; 0]);
    let ended = send_request(&api, BOB, Method::DELETE, &job, None, None).await;
    assert_eq!(
        (ended.status, &ended.document["state"]),
        (StatusCode::ACCEPTED, &json!("cancelled"))
    );
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn job_count_and_storage_are_limited() {
    let api = Api::start(|config, options| {
        options.workers = 0;
        trust_all_peers(config);
        config.jobs.max_open = 2;
        config.jobs.max_stored_bytes = 1000;
    })
    .await;
    let submit = async |from| {
        send_request(&api, from, Method::POST, "/api/v1/jobs", None, Some(&solve())).await
    };
    let job = submit(ALICE).await.location.unwrap();
    let other = submit(BOB).await.location.unwrap();
    for from in [ALICE, BOB] {
        let rejected = submit(from).await;
        assert_error(&rejected, StatusCode::SERVICE_UNAVAILABLE, "jobs.queue-full");
        assert_eq!(rejected.retry_after.as_deref(), Some("30"));
    }
    // Checkpoints of running jobs count, and are not removed to free storage.
    let store = Store::open(&database(&api)).await.unwrap();
    let kinds = ["solve".to_owned()];
    let mut claim = store.claim(&kinds, "tester", Duration::from_secs(600)).await.unwrap().unwrap();
    store.save(&mut claim.lease, Some(&[0; 1000]), None).await.unwrap();
    send_request(&api, BOB, Method::DELETE, &other, None, None).await;
    assert_eq!(api.get(&job).await.document["state"], "running");
    let rejected = submit(ALICE).await;
    assert_error(&rejected, StatusCode::SERVICE_UNAVAILABLE, "jobs.storage-full");
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_sent_unchanged() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let store = Store::open(&database(&api)).await.unwrap();
    let kinds = ["solve".to_owned()];
    // Parsing and serializing would change each of these. The last one is longer than a chunk.
    let long = format!("[1E2, \"{}\"]", "é".repeat(1 << 20));
    for result in ["{ \"a\" :1.50,\n\"a\": 2 }", "[]", " 12345678901234567890123 ", &long] {
        let job = api.submit("solve", &solve()["input"]).await;
        assert_eq!(api.get(&job).await.document["result"], Value::Null);
        let claim = store.claim(&kinds, "tester", Duration::from_secs(600)).await.unwrap().unwrap();
        store.finish(&claim.lease, &Completion::Done(result.to_owned())).await.unwrap();
        let reply = api.get(&job).await;
        let expected = format!(",\"result\":{result},\"input\":{}}}", solve()["input"]);
        assert!(reply.text.ends_with(&expected), "{}", &reply.text[..400]);
        assert_eq!(reply.length, Some(reply.text.len()));
        assert_eq!(
            (&reply.document["state"], reply.document["schema"].as_u64()),
            (&json!("done"), Some(1))
        );
        // Neither the list nor the response to a submission contains it.
        let list = api.get("/api/v1/jobs?limit=1").await.document;
        assert!(list["jobs"][0].get("result").is_none());
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn job_memory_is_limited() {
    let api = Api::start(|config, _| config.jobs.memory_bytes = 1 << 20).await;
    let job = api.submit("count", &json!({"puzzle": UNCOUNTABLE_PUZZLE})).await;
    let store = Store::open(&database(&api)).await.unwrap();
    let id = job.rsplit('/').next().unwrap().parse().unwrap();
    // The first attempt is sufficient.
    let mut events = gordian_jobs::EventRelay::new(&store).follow(id, 2);
    let failed = events.next().await.unwrap().unwrap();
    assert_eq!(failed.kind.name(), "queued", "{failed:?}");
    assert!(failed.data.as_deref().unwrap_or_default().contains("\"job.memory\""), "{failed:?}");
    assert_ne!(store.cancel(id).await.unwrap(), CancelOutcome::OwnerRemoved);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn checkpoint_files_of_ended_jobs_are_removed() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let job = api.submit("build-table", &json!({"puzzle": "square1-silver"})).await;
    let other = api.submit("build-table", &json!({"puzzle": "square1"})).await;
    let files = api.folder.path().join("cache/jobs");
    fs_err::create_dir_all(&files).unwrap();
    let file = |puzzle: &str, job: &str, fence: u32, ending: &str| {
        let id = job.rsplit('/').next().unwrap();
        let path = files.join(format!("{puzzle}-{id}-{fence}.table{ending}"));
        fs_err::write(&path, "bytes").unwrap();
        path
    };
    let of_job =
        [file("square1-silver", &job, 1, ".checkpoint"), file("square1-silver", &job, 2, ".tmp")];
    let kept = [
        file("square1", &other, 1, ".checkpoint"),
        // A file of a job in another database that shares the folder.
        file("square1", &"1".repeat(32), 1, ".checkpoint"),
    ];
    let since = Instant::now();
    api.send(request(Method::DELETE, &job, &[], None)).await;
    while of_job.iter().any(|path| path.exists()) {
        assert!(since.elapsed() < Duration::from_secs(60), "the files are not removed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(kept.iter().all(|path| path.exists()));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unreachable_checkpoint_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("jobs.sqlite").display());
    let store = Store::open(&url).await.unwrap();
    let input = json!({"puzzle": "square1-silver"}).to_string();
    let submission = gordian_jobs::Submission::new("build-table", input);
    let job = store.submit(&submission).await.unwrap().job;
    let claim = async || {
        let kinds = ["build-table".to_owned()];
        store.claim(&kinds, "tester", Duration::from_secs(600)).await.unwrap().unwrap()
    };
    let location = json!({"machine": "another one", "folder": "/somewhere"}).to_string();
    let mut lease = claim().await.lease;
    store.save(&mut lease, Some(location.as_bytes()), None).await.unwrap();
    store.finish(&lease, &Completion::HandedBack).await.unwrap();

    let api = Api::start(|_, options| options.database.clone_from(&url)).await;
    let mut events = gordian_jobs::EventRelay::new(&store).follow(job, 4);
    let event = events.next().await.unwrap().unwrap();
    let note = "the checkpoint of the earlier attempt is on another machine: starting again";
    assert_eq!(event.data, Some(json!({ "note": note }).to_string()));
    // The path on that machine is not disclosed.
    store.cancel(job).await.unwrap();
    while events.next().await.unwrap().is_some() {}
    api.stop().await;
}
