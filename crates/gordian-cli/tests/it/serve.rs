//! `gordian serve` and `gordian worker` as processes: startup, requests and shutdown.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{gordian, program};

/// The timeout of every wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running service or worker.
struct Server {
    child: Child,
    /// The first line of its standard output.
    line: String,
    /// `None` after its end.
    log: Option<JoinHandle<String>>,
}

/// A failed test leaves no service behind.
impl Drop for Server {
    fn drop(&mut self) {
        // It has mostly ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(args: &[&str]) -> Self {
        let mut command = program(args);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stderr: ChildStderr = child.stderr.take().expect("it is piped");
        // The log must be read, or the program blocks.
        let log = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("UTF-8");
            text
        });
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("UTF-8");
        Self { child, line: line.trim().to_owned(), log: Some(log) }
    }

    fn address(&self) -> &str {
        self.line.strip_prefix("listening on http://").expect("an address")
    }

    /// Sends a signal, waits for the end, and returns the exit code and the log.
    fn stop(mut self, signal: &str) -> (Option<i32>, String) {
        let kill = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(kill.expect("there is `kill`").success());
        let status = self.child.wait().expect("it ends");
        let log = self.log.take().expect("it ends once");
        (status.code(), log.join().expect("no panic"))
    }

    /// Sends a request and returns the document of the response.
    fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let mut stream = TcpStream::connect(self.address()).expect("it listens");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a limit");
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("UTF-8");
        let (_, body) = reply.split_once("\r\n\r\n").expect("a head and a body");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error} in {reply}"))
    }

    /// Waits until a job has ended.
    fn wait_for_job(&self, job: &str) -> Value {
        let since = Instant::now();
        loop {
            let document = self.request("GET", &format!("/api/v1/jobs/{job}"), None);
            if document["ended_at"].is_string() {
                return document;
            }
            assert!(since.elapsed() < TIMEOUT, "{document}");
            sleep(Duration::from_millis(50));
        }
    }
}

fn database(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("jobs.sqlite").display())
}

#[test]
fn service_answers_and_shuts_down_gracefully() {
    let folder = tempfile::tempdir().unwrap();
    let (database, cache) = (database(folder.path()), folder.path().display().to_string());
    let args = ["serve", "--bind", "127.0.0.1:0", "--database", &database, "--cache", &cache];
    let service = Server::start(&args);
    let solved =
        service.request("POST", "/api/v1/solve", Some(&json!({"puzzle": "12..34..2.4..32."})));
    assert_eq!((&solved["outcome"], &solved["unique"]), (&json!("solved"), &json!(true)));
    let input = json!({"kind": "count", "input": {"puzzle": "1..............."}});
    let job = service.request("POST", "/api/v1/jobs", Some(&input));
    let job = service.wait_for_job(job["id"].as_str().unwrap());
    assert_eq!(job["result"]["count"], 72);
    let (code, log) = service.stop("-TERM");
    assert_eq!(code, Some(0), "{log}");
    // Every line of the log is a document, except the notes of the command line.
    let requests: Vec<Value> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!(requests.iter().any(|line| line["path"] == "/api/v1/solve"), "{log}");
}

#[test]
fn worker_runs_the_jobs_of_a_service() {
    let folder = tempfile::tempdir().unwrap();
    let (database, cache) = (database(folder.path()), folder.path().display().to_string());
    let common = ["--database", &database, "--cache", &cache];
    let serve = [&["serve", "--bind", "127.0.0.1:0", "--workers", "0"], &common[..]].concat();
    let service = Server::start(&serve);
    let input = json!({"kind": "solve", "input": {"puzzle": "12..34..2.4..32."}});
    let job = service.request("POST", "/api/v1/jobs", Some(&input));
    assert_eq!(job["state"], "queued");
    let worker = Server::start(&[&["worker"], &common[..]].concat());
    assert!(worker.line.starts_with("working on the jobs of sqlite:"), "{}", worker.line);
    let job = service.wait_for_job(job["id"].as_str().unwrap());
    assert_eq!((&job["state"], &job["result"]["unique"]), (&json!("done"), &json!(true)));
    assert_eq!(worker.stop("-INT").0, Some(0));
    assert_eq!(service.stop("-INT").0, Some(0));
}

/// Returns the processes that a process has started, with this first argument.
#[cfg(target_os = "linux")]
fn children(parent: u32, argument: &str) -> Vec<u32> {
    let processes = fs_err::read_dir("/proc").expect("it is there").flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_child = |id: &u32| {
        let stat = fs_err::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let parent_of =
            stat.rsplit_once(')').and_then(|(_, rest)| rest.split(' ').nth(2)?.parse().ok());
        let arguments = fs_err::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        parent_of == Some(parent)
            && arguments.split(|&byte| byte == 0).nth(1) == Some(argument.as_bytes())
    };
    ids.filter(is_child).collect()
}

/// A service manager stops a service by a signal to each of its processes.
#[test]
#[cfg(target_os = "linux")]
fn signal_to_all_processes_does_not_count_as_an_attempt() {
    let folder = tempfile::tempdir().unwrap();
    let (database, cache) = (database(folder.path()), folder.path().display().to_string());
    let args = ["serve", "--bind", "127.0.0.1:0", "--database", &database, "--cache", &cache];
    let service = Server::start(&args);
    let input = json!({"kind": "count", "input": {"puzzle": "kind = 'grid'\nsize = 16"}});
    let job = service.request("POST", "/api/v1/jobs", Some(&input));
    let job = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    // Wait until the job has started.
    let since = Instant::now();
    while service.request("GET", &job, None)["progress"].is_null() {
        assert!(since.elapsed() < TIMEOUT, "no progress");
        sleep(Duration::from_millis(50));
    }
    let jobs = children(service.child.id(), "job-runner");
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    let workers = children(service.child.id(), "request-runner");
    assert!(!workers.is_empty());
    let processes = [jobs, workers].concat();
    for signal in ["-TERM", "-INT", "-HUP"] {
        let ids = processes.iter().map(u32::to_string);
        let kill = Command::new("kill").arg(signal).args(ids).status();
        assert!(kill.expect("there is `kill`").success());
    }
    assert_eq!(service.stop("-TERM").0, Some(0));
    // They end when their standard input does.
    let is_there = |process: &u32| Path::new(&format!("/proc/{process}")).exists();
    let since = Instant::now();
    while processes.iter().any(is_there) {
        assert!(since.elapsed() < TIMEOUT, "{processes:?}");
        sleep(Duration::from_millis(20));
    }
    let service = Server::start(&[&args[..], &["--workers", "0"]].concat());
    let document = service.request("GET", &job, None);
    assert_eq!(
        (&document["state"], &document["attempt"]),
        (&json!("queued"), &json!(0)),
        "{document}"
    );
    service.stop("-TERM");
}

/// Follows a job's events from server to server; returns their numbers and the kind of the last
/// one.
fn follow_events(job: &str, servers: &[String]) -> (Vec<i64>, String) {
    let mut numbers: Vec<i64> = Vec::new();
    let mut kind = String::new();
    let since = Instant::now();
    for server in servers.iter().cycle() {
        assert!(since.elapsed() < TIMEOUT, "no end after {numbers:?}");
        // Skip a server that is gone.
        let Ok(mut stream) = TcpStream::connect(server) else { continue };
        stream.set_read_timeout(Some(TIMEOUT)).expect("a limit");
        let last = numbers.last().copied().unwrap_or(0);
        let request = format!(
            "GET /api/v1/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\
             Last-Event-ID: {last}\r\nConnection: close\r\n\r\n"
        );
        if stream.write_all(request.as_bytes()).is_err() {
            continue;
        }
        // An event is complete after its empty line, as in browsers.
        let (mut number, mut name) = (None, String::new());
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            if let Some(id) = line.strip_prefix("id: ") {
                number = id.trim().parse().ok();
            } else if let Some(event) = line.strip_prefix("event: ") {
                event.trim().clone_into(&mut name);
            } else if line.trim().is_empty()
                && let Some(number) = number.take()
            {
                numbers.push(number);
                name.clone_into(&mut kind);
            }
        }
        if ["done", "failed", "cancelled"].contains(&kind.as_str()) {
            return (numbers, kind);
        }
    }
    unreachable!("the servers are cycled endlessly")
}

/// Two servers and a worker share a database; one server is killed while clients follow a job.
fn check_events_survive_a_killed_server(database: &str) {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().display().to_string();
    let common = ["--database", database, "--cache", &cache];
    let serve = [&["serve", "--bind", "127.0.0.1:0", "--workers", "0"], &common[..]].concat();
    let (first, second) = (Server::start(&serve), Server::start(&serve));
    let worker = Server::start(&[&["worker"], &common[..]].concat());
    // These solutions cannot be counted; the job ends at its time limit.
    let puzzle = "kind = 'grid'\nsize = 16";
    let input = json!({"kind": "count", "input": {"puzzle": puzzle, "time_limit": 4}});
    let job = first.request("POST", "/api/v1/jobs", Some(&input));
    let job = job["id"].as_str().unwrap().to_owned();
    let servers = [first.address().to_owned(), second.address().to_owned()];
    let clients: Vec<_> = (0..8)
        .map(|_| {
            let (job, servers) = (job.clone(), servers.clone());
            std::thread::spawn(move || follow_events(&job, &servers))
        })
        .collect();
    // Some events have arrived, others will follow.
    while second.request("GET", &format!("/api/v1/jobs/{job}"), None)["events"].as_i64() < Some(5) {
        sleep(Duration::from_millis(20));
    }
    assert_eq!(first.stop("-KILL").0, None);
    let last = second.wait_for_job(&job)["events"].as_i64().unwrap();
    assert!(last > 8, "too few events to show anything: {last}");
    for client in clients {
        let (numbers, kind) = client.join().expect("no panic");
        assert_eq!(kind, "done");
        assert!(numbers.iter().copied().eq(1..=last), "{numbers:?} of {last}");
    }
    worker.stop("-TERM");
    second.stop("-TERM");
}

#[test]
fn event_stream_survives_a_killed_server_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check_events_survive_a_killed_server(&database(folder.path()));
}

#[test]
#[ignore = "needs PostgreSQL: GORDIAN_TEST_POSTGRES"]
fn event_stream_survives_a_killed_server_on_postgres() {
    let url = std::env::var("GORDIAN_TEST_POSTGRES")
        .expect("GORDIAN_TEST_POSTGRES is the address of a server: see `.ci/postgres`");
    check_events_survive_a_killed_server(&url);
}

#[test]
fn startup_errors_are_reported_with_hints() {
    let check = |args: &str, code: &str| {
        let run = gordian(args).ends_with(2);
        assert!(run.stderr.contains("hint:"), "{}", run.stderr);
        assert!(run.stdout.is_empty(), "{code}: {}", run.stdout);
        run.stderr
    };
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let stderr = check(&format!("serve --bind {address} --database {database}"), "serve.address");
    assert!(stderr.contains("cannot listen on"), "{stderr}");
    let bind = "serve --bind 127.0.0.1:0";
    let stderr = check(&format!("{bind} --database mysql:x"), "jobs.url");
    assert!(stderr.contains("sqlite:PATH"), "{stderr}");
    let stderr = check("worker --database postgres://me:secret@127.0.0.1:1/x", "jobs.unavailable");
    assert!(!stderr.contains("secret"), "{stderr}");
    let stderr = check(&format!("{bind} --database {database} --table no-such.table"), "table.io");
    assert!(stderr.contains("no-such.table"), "{stderr}");
    fs_err::write(folder.path().join("token"), "\n").unwrap();
    let token = folder.path().join("token").display().to_string();
    check(&format!("{bind} --database {database} --token-file {token}"), "serve.token");
    fs_err::write(folder.path().join("token"), "secret word\n").unwrap();
    let stderr =
        check(&format!("{bind} --database {database} --token-file {token}"), "serve.token");
    assert!(stderr.contains("fewer than 16 characters"), "{stderr}");
    check(&format!("worker --database {database} --workers 0"), "cli.out-of-range");
}
