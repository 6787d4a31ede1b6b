//! Worker processes: their limits and restrictions, and requests that kill them.

use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use gordian_server::{
    Config, Handler, Problem, Program, Service, ServiceOptions, TaskContext, WorkerProgram,
    serve_tasks,
};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::api::Api;
use crate::jobs::this_executable;
use crate::service::{ATTACKER, HONEST, SHORT, post, start, start_steady_client};

const WORKER_ENV: &str = "GORDIAN_TEST_WORKER";
const REQUEST_ENV: &str = "GORDIAN_TEST_REQUESTS";
const PATH: &str = "/api/v1/work";

/// How long a request waits while tables are built: long enough for a machine that others use.
const WAIT_FOR_TABLES: Duration = Duration::from_secs(600);

/// Not a test, but the main function of a worker process, which is selected by the environment.
#[test]
fn worker_process() {
    if std::env::var_os(WORKER_ENV).is_some() {
        serve_tasks(|_| WorkHandler).expect("pipes");
        std::process::exit(0);
    }
}

/// As above, for the requests of the API.
#[test]
fn request_process() {
    if std::env::var_os(REQUEST_ENV).is_some() {
        gordian_server::run_requests().expect("pipes");
        std::process::exit(0);
    }
}

/// The worker program of the tests: this test executable.
pub(crate) fn program() -> WorkerProgram {
    WorkerProgram {
        program: this_executable(WORKER_ENV, "workers::worker_process"),
        handler: String::new(),
        readable: Vec::new(),
        writable: Vec::new(),
    }
}

pub(crate) fn request_program() -> Program {
    this_executable(REQUEST_ENV, "workers::request_process")
}

/// Computes for some milliseconds or until cancelled, and does harm as the text asks for.
struct WorkHandler;

impl Handler for WorkHandler {
    fn handle(&self, _: &str, text: &str, ctx: TaskContext<'_>) -> Result<Value, Problem> {
        let body: Value = serde_json::from_str(text).expect("JSON");
        let number = |name: &str| body[name].as_u64().unwrap_or(0);
        let is_set = |name: &str| body[name].as_bool().unwrap_or(false);
        if is_set("print") {
            writeln!(std::io::stdout(), "a line of a solver").expect("standard error is open");
        }
        assert!(!is_set("panic"), "a secret");
        if is_set("abort") {
            std::process::abort();
        }
        if is_set("overflow") {
            return Ok(json!(overflow_stack(0)));
        }
        if is_set("tools") {
            return Ok(json!(use_of_tools(&body)));
        }
        let memory = vec![1_u8; usize::try_from(number("allocate")).expect("it fits")];
        if number("answer") > 0 {
            return Ok(json!("x".repeat(usize::try_from(number("answer")).expect("it fits"))));
        }
        for _ in 0..number("milliseconds") {
            if let Some(limit) = ctx.cancel.stopped().filter(|_| !is_set("deaf")) {
                return Ok(json!(format!("{limit:?}")));
            }
            if is_set("busy") {
                let begin = Instant::now();
                while begin.elapsed() < Duration::from_millis(1) {
                    std::hint::spin_loop();
                }
            } else {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        if is_set("process") {
            return Ok(json!(std::process::id()));
        }
        drop(memory);
        Ok(json!("done"))
    }
}

fn overflow_stack(depth: u64) -> u64 {
    let here = std::hint::black_box([depth; 64]);
    if depth == u64::MAX { 0 } else { overflow_stack(depth + 1) + here[3] }
}

/// Returns what of several forbidden things was possible.
fn use_of_tools(body: &Value) -> Vec<&'static str> {
    let port = u16::try_from(body["port"].as_u64().expect("a port")).expect("a port");
    let folder = body["folder"].as_str().expect("a folder");
    let mut possible = Vec::new();
    if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
        possible.push("connect");
    }
    if std::net::UdpSocket::bind("127.0.0.1:0").is_ok() {
        possible.push("bind");
    }
    if std::process::Command::new("/bin/true").status().is_ok() {
        possible.push("execute");
    }
    // Signal 0 checks the right to send one.
    let other = i32::try_from(body["process"].as_u64().expect("a process")).expect("a number");
    if nix::sys::signal::kill(nix::unistd::Pid::from_raw(other), None).is_ok() {
        possible.push("signal");
    }
    if fs_err::write(format!("{folder}/written"), "x").is_ok() {
        possible.push("write");
    }
    if fs_err::read(format!("{folder}/secret")).is_ok() {
        possible.push("read");
    }
    possible
}

#[tokio::test]
async fn deadly_requests_are_answered_and_nobody_else_notices() {
    let service = start(|config| {
        config.compute.worker_memory_bytes = 64 << 20;
        config.compute.stack_bytes = 4 << 20;
        // A crash takes its time on a busy machine.
        config.compute.kill_delay = 6 * SHORT;
        config.compute.max_time = SHORT;
    })
    .await;
    let honest = start_steady_client(service.address);
    for (body, status, code) in [
        (r#"{"allocate": 200000000}"#, 422, "request.memory"),
        (r#"{"overflow": true}"#, 422, "request.memory"),
        (r#"{"abort": true}"#, 500, "internal.crash"),
        (r#"{"panic": true}"#, 500, "internal.panic"),
        (r#"{"milliseconds": 1000000, "deaf": true}"#, 503, "request.deadline"),
        (r#"{"answer": 17000000}"#, 422, "request.answer-too-large"),
    ] {
        let begin = Instant::now();
        let reply = post(ATTACKER, service.address, PATH, body).await;
        reply.assert_problem(status, code);
        assert!(!reply.body.contains("secret"), "{reply:?}");
        assert!(begin.elapsed() < 20 * SHORT, "{body}: {:?}", begin.elapsed());
        assert_eq!(post(ATTACKER, service.address, PATH, "{}").await.body, "done");
    }
    honest.assert_all_answered().await;
    let text = service.guards.metrics().text();
    let deaths = text.lines().find(|line| line.starts_with("gordian_worker_deaths_total"));
    assert_eq!(deaths, Some("gordian_worker_deaths_total 4"));
}

#[tokio::test]
async fn printed_lines_do_not_break_answers() {
    let service = start(|_| {}).await;
    for _ in 0..3 {
        assert_eq!(post(HONEST, service.address, PATH, r#"{"print": true}"#).await.body, "done");
    }
}

#[tokio::test]
async fn workers_are_reused_and_replaced() {
    let service = start(|config| {
        config.compute.threads = 1;
        config.compute.long_threads = 0;
        config.compute.worker_tasks = 3;
        config.compute.worker_memory_bytes = 100 << 20;
    })
    .await;
    let process = async |body: &str| post(HONEST, service.address, PATH, body).await.body;
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for _ in 0..9 {
        *seen.entry(process(r#"{"process": true}"#).await).or_default() += 1;
        // The worker is kept after its answer was sent.
        sleep(SHORT / 20).await;
    }
    assert!(seen.len() < 9 && seen.values().all(|&n| n <= 3), "{seen:?}");
}

#[tokio::test]
async fn workers_cannot_use_the_network_programs_or_files() {
    let service = start(|_| {}).await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs_err::write(folder.path().join("secret"), "x").unwrap();
    let body = json!({
        "tools": true,
        "port": listener.local_addr().unwrap().port(),
        "folder": folder.path(),
        "process": std::process::id(),
    });
    // The same things are possible here.
    assert_eq!(use_of_tools(&body), ["connect", "bind", "execute", "signal", "write", "read"]);
    let possible = post(HONEST, service.address, PATH, &body.to_string()).await.body;
    if cfg!(target_os = "linux") {
        // Files are protected where the kernel has Landlock.
        let files: Vec<String> = serde_json::from_str(&possible).unwrap();
        let landlock = fs_err::read_to_string("/sys/kernel/security/lsm").unwrap_or_default();
        let allowed: &[&str] = if landlock.contains("landlock") { &[] } else { &["write", "read"] };
        assert!(files.iter().all(|it| allowed.contains(&it.as_str())), "{files:?}");
    }
}

/// The answers that are not sent yet have a budget.
#[tokio::test]
async fn unsent_answers_are_limited() {
    let service = start(|config| config.compute.max_unsent_bytes = 4_000_000).await;
    let ask = async |bytes: u32| {
        post(HONEST, service.address, PATH, &json!({"answer": bytes}).to_string()).await
    };
    assert_eq!(ask(900_000).await.body.len(), 900_000);
    let refused = ask(1_100_000).await;
    refused.assert_problem(503, "server.busy");
    assert_eq!(ask(900_000).await.body.len(), 900_000);
}

#[tokio::test]
async fn dead_idle_workers_are_not_used() {
    let service = start(|config| config.compute.threads = 8).await;
    for _ in 0..3 {
        let process = post(HONEST, service.address, PATH, r#"{"process": true}"#).await.body;
        sleep(SHORT / 8).await;
        let kill = std::process::Command::new("kill").args(["-KILL", &process]).status();
        assert!(kill.unwrap().success(), "{process}");
        sleep(SHORT / 8).await;
        assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
    }
}

/// Workers cannot build the larger tables themselves.
#[tokio::test]
#[ignore = "slow: builds large tables again and again"]
async fn missing_and_damaged_tables_are_built_again() {
    // Each worker has one task, so that no later one has opened a table before.
    let api = Api::start(|config, _| {
        config.compute.worker_tasks = 1;
        config.compute.max_wait = WAIT_FOR_TABLES;
    })
    .await;
    let cache = api.folder.path().join("cache");
    let silver = cache.join("square1-silver.table");
    let ask = async || {
        let input = json!({"positions": ["01034547-F898BCDC,K"]});
        api.post("/api/v1/square1/distances", &input).await
    };
    let expected = ask().await.document;
    assert_eq!(expected["distances"], json!([[3, 0]]), "{expected}");

    fs_err::remove_dir_all(&cache).unwrap();
    // Workers that were started before have opened it.
    let mut attempts = 0;
    while !silver.exists() {
        assert_eq!(ask().await.document, expected);
        attempts += 1;
        assert!(attempts < 20, "the table is not built again");
    }

    let damaged = fs_err::OpenOptions::new().write(true).open(&silver).unwrap();
    damaged.file().write_all_at(&vec![0x55; 180 << 20], 8 << 20).unwrap();
    drop(damaged);
    for _ in 0..4 {
        assert_eq!(ask().await.document, expected);
    }
    let reply = api.post("/api/v1/cube/solve", &json!({"position": "R U"})).await;
    assert_eq!(reply.document["length"], 2, "{}", reply.text);

    // Nothing can be kept. Workers that have the table open still answer; after the first failure,
    // no build begins at once.
    fs_err::remove_dir_all(&cache).unwrap();
    fs_err::write(&cache, "a file").unwrap();
    let mut refusals = Vec::new();
    for _ in 0..20 {
        let begin = Instant::now();
        let reply = ask().await;
        if reply.document != expected {
            assert_eq!(reply.document["code"], "server.table-missing", "{}", reply.text);
            assert!(reply.status.as_u16() == 503 && reply.retry_after.is_some());
            refusals.push(begin.elapsed());
        }
        if refusals.len() == 4 {
            break;
        }
    }
    assert_eq!(refusals.len(), 4, "the table is still found");
    assert!(refusals[1..].iter().all(|it| *it < refusals[0]), "{refusals:?}");
    api.stop().await;
}

/// A request that needs another table than those that are being built waits for all of them, and
/// then for its own.
#[tokio::test]
#[ignore = "slow: builds four tables"]
async fn a_table_is_built_after_others() {
    let api = Api::start(|config, options| {
        options.build_tables_first = true;
        config.compute.max_wait = WAIT_FOR_TABLES;
    })
    .await;
    let ask = |metric: &str| {
        let body = json!({"position": "R2 U", "metric": metric});
        let api = &api;
        async move { api.post("/api/v1/cube/solve", &body).await }
    };
    let replies = tokio::join!(ask("qtm"), ask("htm"), ask("qtm"));
    for (reply, length) in [(replies.0, 3), (replies.1, 2), (replies.2, 3)] {
        assert_eq!(reply.document["length"], length, "{}", reply.text);
    }
    api.stop().await;
}

#[tokio::test]
async fn a_service_that_cannot_compute_does_not_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || {
        let mut options = ServiceOptions::new("sqlite::memory:".to_owned());
        options.database = format!("sqlite:{}", folder.path().join("jobs.sqlite").display());
        options.cache = Some(folder.path().join("cache"));
        options.build_tables_first = false;
        options.request_program = Some(request_program());
        options
    };
    let code = async |options: ServiceOptions| {
        let opened = Service::open(Config::default(), options).await;
        opened.expect_err("the service cannot compute").code()
    };
    let mut without_program = options();
    let path = folder.path().join("none");
    without_program.request_program = Some(Program { path, args: Vec::new() });
    assert_eq!(code(without_program).await, "serve.worker");
    let file = folder.path().join("file");
    fs_err::write(&file, "not a folder").expect("the file is written");
    let mut without_folder = options();
    without_folder.cache = Some(file);
    assert_eq!(code(without_folder).await, "serve.cache");
    Service::open(Config::default(), options()).await.expect("this service can compute");
}

/// The program is gone for a while, as it can be while it is replaced by another version.
#[tokio::test]
async fn a_service_is_not_ready_while_no_worker_can_be_started() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = request_program();
    let link = folder.path().join("program");
    let restore = || std::os::unix::fs::symlink(&program.path, &link).expect("a link");
    restore();
    let linked = Program { path: link.clone(), ..program.clone() };
    let api = Api::start(|config, options| {
        config.compute.worker_tasks = 1;
        options.request_program = Some(linked);
    })
    .await;
    fs_err::remove_file(&link).expect("the link is there");
    let body = json!({"puzzle": "1..............."});
    let mut refused = None;
    for _ in 0..10 {
        let reply = api.post("/api/v1/solve", &body).await;
        if reply.status != 200 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("the workers that had been started are used up");
    assert_eq!(
        (refused.status.as_u16(), &refused.document["code"]),
        (503, &json!("server.no-worker"))
    );
    let ready = api.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), &ready.document["code"]), (503, &json!("server.not-ready")));
    let detail = ready.document["detail"].as_str().expect("a text");
    assert!(detail.contains("workers cannot be started"), "{detail}");
    restore();
    let begin = Instant::now();
    while api.get("/readyz").await.status != 200 {
        assert!(begin.elapsed() < Duration::from_secs(20), "the service becomes ready again");
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(api.post("/api/v1/solve", &body).await.status, 200);
    api.stop().await;
}

#[test]
fn the_documents_have_the_unit_as_it_is() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs_err::read_to_string(root.join(path)).expect("a file of the project");
    let unit = read("contrib/gordian.service");
    let first = unit.find("[Unit]").expect("a section");
    assert!(read("docs/guides/deploy.md").contains(unit[first..].trim_end()));
}
