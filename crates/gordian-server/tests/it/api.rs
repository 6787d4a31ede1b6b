//! Requests, jobs and events as clients see them, with workers in the same process.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use gordian_server::guard::Token;
use gordian_server::{Config, Service, ServiceOptions, code};
use http::header::{
    CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, ETAG, IF_NONE_MATCH, LOCATION,
    RETRY_AFTER, SET_COOKIE,
};
use http::{HeaderValue, Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// Longer than any operation here: a test that waits this long has failed.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// A service with its own database and running workers.
pub(crate) struct Api {
    router: Router,
    shutdown: CancellationToken,
    task: JoinHandle<()>,
    pub(crate) folder: TempDir,
    /// The cookie of each client, by its forwarded address.
    cookies: Mutex<BTreeMap<String, HeaderValue>>,
}

impl Api {
    pub(crate) async fn start(change: impl FnOnce(&mut Config, &mut ServiceOptions)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", folder.path().join("jobs.sqlite").display());
        let mut options = ServiceOptions::new(database);
        options.cache = Some(folder.path().join("cache"));
        // Most tests need none.
        options.build_tables_first = false;
        options.job_program = Some(crate::jobs::program());
        options.request_program = Some(crate::workers::request_program());
        let mut config = Config::default();
        config.quota.rate = 10_000;
        config.quota.burst = 10_000;
        change(&mut config, &mut options);
        let service = Service::open(config, options).await.unwrap();
        let router = service.router();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let shutdown = CancellationToken::new();
        let stopped = shutdown.clone();
        let task = tokio::spawn(async move { service.run(listener, stopped).await.unwrap() });
        Self { router, shutdown, task, folder, cookies: Mutex::default() }
    }

    pub(crate) async fn send(&self, mut request: Request<Body>) -> Reply {
        let client = request.headers().get("x-forwarded-for").map(|it| it.to_str().unwrap());
        let client = client.unwrap_or_default().to_owned();
        if let Some(cookie) = self.cookies.lock().unwrap().get(&client) {
            request.headers_mut().insert(COOKIE, cookie.clone());
        }
        let response =
            timeout(TEST_TIMEOUT, self.router.clone().oneshot(request)).await.unwrap().unwrap();
        let (head, body) = response.into_parts();
        if let Some(cookie) = head.headers.get(SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            self.cookies.lock().unwrap().insert(client, pair.parse().unwrap());
        }
        let body = timeout(TEST_TIMEOUT, body.collect()).await.unwrap().unwrap().to_bytes();
        let text = String::from_utf8_lossy(&body).into_owned();
        let document = serde_json::from_str(&text).unwrap_or(Value::Null);
        let header = |name| -> Option<String> {
            head.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        Reply {
            status: head.status,
            kind: header(CONTENT_TYPE).unwrap_or_default(),
            location: header(LOCATION),
            tag: header(ETAG),
            retry_after: header(RETRY_AFTER),
            encoding: header(CONTENT_ENCODING),
            length: header(CONTENT_LENGTH).and_then(|length| length.parse().ok()),
            text,
            document,
        }
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(request(Method::POST, path, &[], Some(body))).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(request(Method::GET, path, &[], None)).await
    }

    /// Submits a job and returns its path.
    pub(crate) async fn submit(&self, kind: &str, input: &Value) -> String {
        let reply = self.post("/api/v1/jobs", &json!({"kind": kind, "input": input})).await;
        assert_eq!(reply.status, StatusCode::ACCEPTED, "{}", reply.text);
        reply.location.unwrap()
    }

    /// Follows a job to its end and returns it.
    pub(crate) async fn wait_for_job(&self, job: &str) -> Value {
        self.get(&format!("{job}/events")).await;
        self.get(job).await.document
    }

    pub(crate) async fn stop(self) {
        self.shutdown.cancel();
        timeout(TEST_TIMEOUT, self.task).await.unwrap().unwrap();
    }
}

#[derive(Debug)]
pub(crate) struct Reply {
    encoding: Option<String>,
    pub(crate) status: StatusCode,
    kind: String,
    pub(crate) location: Option<String>,
    tag: Option<String>,
    pub(crate) retry_after: Option<String>,
    pub(crate) length: Option<usize>,
    pub(crate) text: String,
    pub(crate) document: Value,
}

pub(crate) fn request(
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&Value>,
) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let Some(body) = body else { return request.body(Body::empty()).unwrap() };
    let text = body.to_string();
    request = request.header(CONTENT_TYPE, "application/json");
    request.body(Body::from(text)).unwrap()
}

/// Returns the ids and kinds of events.
fn events(text: &str) -> Vec<(u64, String)> {
    let blocks = text.split("\n\n").filter(|block| block.contains("event: "));
    blocks
        .map(|block| {
            let field = |name: &str| {
                block.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned()
            };
            (field("id: ").parse().unwrap(), field("event: "))
        })
        .collect()
}

pub(crate) const CLASSIC_SUDOKU: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// A puzzle with too many solutions to count.
pub(crate) const UNCOUNTABLE_PUZZLE: &str = "kind = 'grid'\nsize = 16";

#[tokio::test(flavor = "multi_thread")]
async fn documents_are_compressed_if_accepted() {
    let api = Api::start(|_, _| ()).await;
    let explain = json!({"puzzle": CLASSIC_SUDOKU});
    for (path, body) in [("sudoku/explain", Some(&explain)), ("examples", None)] {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let path = format!("/api/v1/{path}");
        let plain = api.send(request(method.clone(), &path, &[], body)).await;
        assert!(plain.encoding.is_none() && plain.document["schema"] == 1, "{}", plain.text);
        let gzip = [("accept-encoding", "br, gzip")];
        let compressed = api.send(request(method, &path, &gzip, body)).await;
        assert_eq!(compressed.encoding.as_deref(), Some("gzip"));
        assert!(compressed.length < plain.length);
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_answered() {
    let api = Api::start(|_, _| ()).await;
    let reply = api.post("/api/v1/solve", &json!({"puzzle": CLASSIC_SUDOKU})).await;
    assert_eq!((reply.status, reply.kind.as_str()), (StatusCode::OK, "application/json"));
    assert_eq!(
        (&reply.document["unique"], &reply.document["checked"]),
        (&json!(true), &json!(true))
    );

    let reply =
        api.post("/api/v1/solve", &json!({"puzzle": "kind = 'grid'\nsize = 4\ngivns = ''"})).await;
    assert_eq!(
        (reply.status, reply.kind.as_str()),
        (StatusCode::BAD_REQUEST, "application/problem+json")
    );
    let problem = &reply.document;
    assert_eq!((&problem["code"], &problem["line"]), (&json!("puzzle.unknown-key"), &json!(3)));
    assert_eq!(problem["hint"], "did you mean `givens`?");
    assert_eq!(problem["request_id"].as_str().unwrap().len(), 32);

    // Both faults of a text are reported.
    let two = "kind = 'grid'\nsize = 4\ngivns = ''\nboxx = 1";
    let reply = api.post("/api/v1/solve", &json!({"puzzle": two})).await;
    assert_eq!(reply.document["errors"].as_array().unwrap().len(), 2);

    let reply =
        api.post("/api/v1/solve", &json!({"puzzle": CLASSIC_SUDOKU, "unheard_of": 1})).await;
    assert_eq!(
        (reply.status, &reply.document["code"]),
        (StatusCode::BAD_REQUEST, &json!("body.shape"))
    );
    let reply = api.get("/api/v1/solve").await;
    assert_eq!(reply.status, StatusCode::METHOD_NOT_ALLOWED);
    api.stop().await;
}

#[tokio::test]
async fn problems_do_not_name_options_of_the_command_line() {
    let api = Api::start(|_, _| {}).await;
    let cube = "kind = \"cube3\"\nscramble = \"R U\"\n";
    let model = json!({"schema": 1, "variables": [{"name": "x", "domain": [1, 2]}]}).to_string();
    let grid = "1...\n....\n....\n....\n";
    let pieces: String = (3..=200).map(|it| format!(" {it}")).collect();
    let large = format!("Name L\nSet A 200 5\nSolved\nEnd\nMove X\nA\n2 1{pieces}\nEnd\n");
    let requests = [
        ("solve", json!({"puzzle": model, "engine": "search"})),
        ("solve", json!({"puzzle": grid, "engine": "none"})),
        ("solve", json!({"puzzle": grid, "engine": "search", "moves": true})),
        ("solve", json!({"puzzle": "constraint int_eq(1, 2);\nsolve satisfy;\n"})),
        ("solve", json!({"puzzle": "{\"schema\": 1, \"constraints\": 1}"})),
        ("solve", json!({"puzzle": ""})),
        ("solve", json!({"puzzle": cube, "task": "all"})),
        ("solve", json!({"puzzle": cube, "task": "count", "limit": 2})),
        ("check", json!({"puzzle": grid, "solution": "1234"})),
        ("draw", json!({"puzzle": grid, "solution": "12"})),
        ("sudoku/read", json!({"text": "1...\n2..."})),
        ("sudoku/rate", json!({"puzzle": "1...............", "scale": "explainer"})),
        ("sudoku/rate", json!({"puzzle": "1", "scale": "hodoku"})),
        ("sudoku/hint", json!({"puzzle": "1"})),
        ("sudoku/explain", json!({"puzzle": "1", "techniques": ["none"]})),
        ("sudoku/candidates", json!({"puzzle": "1"})),
        ("sudoku/generate", json!({"symmetry": "other"})),
        ("cube/solve", json!({"position": "R U", "max_length": 99})),
        ("cube/solve", json!({"position": "Q"})),
        ("cube/apply", json!({"position": "R", "sequence": "Q"})),
        ("square1/solve", json!({"position": "0"})),
        ("square1/apply", json!({"sequence": "/ / ("})),
        ("perm/read", json!({"puzzle": "none"})),
        ("perm/solve", json!({"puzzle": "ivy", "setup": "Q"})),
        ("perm/solve", json!({"puzzle": large, "setup": "X"})),
        ("perm/solve", json!({"puzzle": "square1", "setup": "U S"})),
        ("perm/scramble", json!({"puzzle": "ivy", "length": 0})),
        ("pencil/read", json!({"puzzle": "https://puzz.link/p?none/1/1/"})),
        ("pencil/generate", json!({"kind": "none"})),
        ("pencil/blank", json!({"kind": "none"})),
        ("pencil/explain", json!({"puzzle": grid})),
        ("jobs", json!({"kind": "build-table", "input": {"puzzle": "none"}})),
        ("jobs", json!({"kind": "none", "input": {}})),
    ];
    let mut n_problems = 0;
    for (path, body) in &requests {
        let reply = api.post(&format!("/api/v1/{path}"), body).await;
        assert!(!names_an_option(&reply.text), "{path} {body}: {}", reply.text);
        n_problems += usize::from(!reply.status.is_success());
    }
    assert!(n_problems > 25, "{n_problems} problems");
    api.stop().await;
}

/// Returns whether a text has an option such as `--limit`.
fn names_an_option(text: &str) -> bool {
    let mut options = text.match_indices("--").map(|(at, _)| &text[at + 2..]);
    options.any(|rest| rest.starts_with(|next: char| next.is_ascii_lowercase()))
}

#[tokio::test(flavor = "multi_thread")]
async fn long_request_ends_at_its_time_limit() {
    let api = Api::start(|config, _| config.compute.max_time = Duration::from_millis(100)).await;
    let input = json!({"puzzle": UNCOUNTABLE_PUZZLE, "task": "count", "time_limit": 50});
    let reply = api.post("/api/v1/solve", &input).await;
    assert_eq!((reply.status, &reply.document["limit"]), (StatusCode::OK, &json!("time")));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_run_and_emit_events() {
    let api = Api::start(|_, _| ()).await;
    let job = api.submit("count", &json!({"puzzle": "1..............."})).await;
    let followed = api.get(&format!("{job}/events")).await;
    assert!(followed.kind.starts_with("text/event-stream"), "{followed:?}");
    let all = events(&followed.text);
    let kinds: Vec<&str> = all.iter().map(|(_, kind)| kind.as_str()).collect();
    assert_eq!((kinds[0], kinds[1], *kinds.last().unwrap()), ("queued", "started", "done"));
    assert!(all.iter().map(|(id, _)| *id).eq(1..=all.len() as u64), "{all:?}");
    let document = api.get(&job).await.document;
    assert_eq!((&document["state"], &document["result"]["count"]), (&json!("done"), &json!(72)));
    assert_eq!(document["input"]["puzzle"], "1...............");

    // A client that reconnects gets the remaining events.
    for (name, path) in
        [("x", format!("{job}/events?after=1")), ("last-event-id", format!("{job}/events"))]
    {
        let later = api.send(request(Method::GET, &path, &[(name, "1")], None)).await;
        assert_eq!(events(&later.text), all[1..], "{name}");
    }
    let none = api.get(&format!("{job}/events?after=1000")).await;
    assert_eq!((none.status, events(&none.text).len()), (StatusCode::OK, 0));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_job_has_an_error() {
    let api = Api::start(|_, _| ()).await;
    let job = api.submit("solve", &json!({"puzzle": "123"})).await;
    let document = api.wait_for_job(&job).await;
    assert_eq!((&document["state"], &document["attempt"]), (&json!("failed"), &json!(1)));
    assert_eq!(document["error"]["code"], "sudoku.wrong-length");
    assert!(document["error"]["hint"].is_string());
    // Invalid inputs are rejected immediately.
    let reply =
        api.post("/api/v1/jobs", &json!({"kind": "solve", "input": {"puzle": "123"}})).await;
    assert_eq!(
        (reply.status, &reply.document["code"]),
        (StatusCode::BAD_REQUEST, &json!("body.shape"))
    );
    let reply = api.post("/api/v1/jobs", &json!({"kind": "fly", "input": {}})).await;
    assert_eq!(reply.document["code"], "job.unknown-kind");
    for path in ["/api/v1/jobs/999", "/api/v1/jobs/01", "/api/v1/jobs/x", "/api/v1/jobs/999/events"]
    {
        let reply = api.get(path).await;
        assert_eq!(
            (reply.status, reply.document["code"].is_string()),
            (StatusCode::NOT_FOUND, true)
        );
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_job_can_be_cancelled() {
    let api = Api::start(|_, _| ()).await;
    let job = api.submit("count", &json!({"puzzle": UNCOUNTABLE_PUZZLE})).await;
    while api.get(&job).await.document["state"] != "running" {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let reply = api.send(request(Method::DELETE, &job, &[], None)).await;
    assert_eq!((reply.status, &reply.document["cancelling"]), (StatusCode::ACCEPTED, &json!(true)));
    let ended = api.wait_for_job(&job).await;
    assert_eq!(
        (&ended["state"], &ended["cancelling"], &ended["attempt"]),
        (&json!("cancelled"), &json!(false), &json!(1))
    );
    let again = api.send(request(Method::DELETE, &job, &[], None)).await;
    assert_eq!((again.status, &again.document["state"]), (StatusCode::OK, &json!("cancelled")));
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn repeated_submission_creates_one_job() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let body = json!({"kind": "solve", "input": {"puzzle": CLASSIC_SUDOKU}});
    let submit = |key: &'static str, body: Value| {
        let api = &api;
        async move {
            let headers = [("idempotency-key", key)];
            api.send(request(Method::POST, "/api/v1/jobs", &headers, Some(&body))).await
        }
    };
    let first = submit("one", body.clone()).await;
    assert_eq!(submit("one", body.clone()).await.location, first.location);
    assert_ne!(submit("two", body.clone()).await.location, first.location);
    let mut other = body.clone();
    other["kind"] = json!("count");
    let conflict = submit("one", other).await;
    assert_eq!(
        (conflict.status, &conflict.document["code"]),
        (StatusCode::CONFLICT, &json!("jobs.idempotency"))
    );
    assert_eq!(submit("é", body).await.document["code"], "job.key");
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn job_list_pages_do_not_overlap() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(api.submit("solve", &json!({"puzzle": CLASSIC_SUDOKU})).await);
    }
    let mut seen = Vec::new();
    let mut path = "/api/v1/jobs?limit=2".to_owned();
    loop {
        let page = api.get(&path).await.document;
        let jobs = page["jobs"].as_array().unwrap();
        assert!(jobs.len() <= 2);
        let place = |job: &Value| format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
        seen.extend(jobs.iter().map(place));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/api/v1/jobs?limit=2&cursor={next}");
    }
    made.reverse();
    assert_eq!(seen, made);
    assert_eq!(api.get("/api/v1/jobs?state=done").await.document["jobs"], json!([]));
    for query in ["limit=0", "limit=101", "limit=x", "cursor=x", "state=x", "stat=done"] {
        let reply = api.get(&format!("/api/v1/jobs?{query}")).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{query}");
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_per_client_are_limited() {
    let api = Api::start(|config, options| {
        options.workers = 0;
        config.jobs.max_per_client = 2;
        config.jobs.retained_per_client = 0;
    })
    .await;
    // The first response sets the client's cookie.
    api.get("/api/v1/about").await;
    let input = json!({"puzzle": CLASSIC_SUDOKU});
    let first = api.submit("solve", &input).await;
    let body = json!({"kind": "solve", "input": input});
    let keyed = [("idempotency-key", "second")];
    let second = api.send(request(Method::POST, "/api/v1/jobs", &keyed, Some(&body))).await;
    let reply = api.post("/api/v1/jobs", &body).await;
    assert_eq!(
        (reply.status, &reply.document["code"]),
        (StatusCode::TOO_MANY_REQUESTS, &json!("quota.jobs"))
    );
    // A repeated request still returns its job,
    let again = api.send(request(Method::POST, "/api/v1/jobs", &keyed, Some(&body))).await;
    assert_eq!((again.status, &again.location), (StatusCode::ACCEPTED, &second.location));
    // but a new key does not bypass the limit.
    let headers = [("idempotency-key", "new")];
    let reply = api.send(request(Method::POST, "/api/v1/jobs", &headers, Some(&body))).await;
    assert_eq!(reply.status, StatusCode::TOO_MANY_REQUESTS);
    api.send(request(Method::DELETE, &first, &[], None)).await;
    assert_eq!(api.post("/api/v1/jobs", &body).await.status, StatusCode::ACCEPTED);
    // Only some of the ended jobs are kept.
    assert_eq!(api.get(&first).await.status, StatusCode::NOT_FOUND);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writing_needs_the_token() {
    let api = Api::start(|config, options| {
        options.workers = 0;
        config.token = Some(Token::new("secret"));
    })
    .await;
    let body = json!({"kind": "solve", "input": {"puzzle": CLASSIC_SUDOKU}});
    assert_eq!(api.post("/api/v1/jobs", &body).await.status, StatusCode::UNAUTHORIZED);
    let headers = [("authorization", "Bearer secret")];
    let made = api.send(request(Method::POST, "/api/v1/jobs", &headers, Some(&body))).await;
    assert_eq!(made.status, StatusCode::ACCEPTED);
    let job = made.location.unwrap();
    let delete = request(Method::DELETE, &job, &[("authorization", "Bearer wrong")], None);
    assert_eq!(api.send(delete).await.status, StatusCode::UNAUTHORIZED);
    // Synchronous requests and reading need no token.
    assert_eq!(api.get(&job).await.status, StatusCode::OK);
    assert_eq!(
        api.post("/api/v1/solve", &json!({"puzzle": CLASSIC_SUDOKU})).await.status,
        StatusCode::OK
    );
    assert_eq!(api.get("/api/v1/about").await.document["token_required"], true);
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_are_handed_back_on_shutdown_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("jobs.sqlite").display());
    let same =
        |_: &mut Config, options: &mut ServiceOptions| options.database.clone_from(&database);
    let api = Api::start(same).await;
    let job = api.submit("count", &json!({"puzzle": UNCOUNTABLE_PUZZLE})).await;
    while api.get(&job).await.document["state"] != "running" {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    api.stop().await;

    let api = Api::start(|config, options| {
        same(config, options);
        config.jobs.max_time = Duration::from_millis(100);
    })
    .await;
    let document = api.wait_for_job(&job).await;
    // The attempt that was handed back does not count.
    assert_eq!(
        (&document["state"], &document["attempt"]),
        (&json!("done"), &json!(1)),
        "{document}"
    );
    assert_eq!(document["result"]["limit"], "time");
    let stream = api.get(&format!("{job}/events")).await;
    let kinds: Vec<String> = events(&stream.text).into_iter().map(|(_, kind)| kind).collect();
    let back = kinds.iter().position(|kind| kind == "handed-back").unwrap();
    assert_eq!(kinds[back + 1], "started");
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn table_built_by_a_job_is_used() {
    let api = Api::start(|config, options| {
        options.threads = 2.try_into().unwrap();
        config.compute.max_time = TEST_TIMEOUT;
    })
    .await;
    let job = api.submit("build-table", &json!({"puzzle": "square1-silver"})).await;
    let document = api.wait_for_job(&job).await;
    assert_eq!(document["state"], "done", "{document}");
    assert_eq!(document["result"]["levels"]["modulo-flip"][1], 32);
    let reply = api.post("/api/v1/square1/report", &json!({"colours": "silver"})).await;
    assert_eq!(reply.document["puzzle"], "square1-silver", "{}", reply.text);
    let none = api.post("/api/v1/square1/report", &json!({"colours": "six"})).await;
    assert_eq!(
        (none.status, &none.document["code"]),
        (StatusCode::BAD_REQUEST, &json!("square1.no-table"))
    );
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_and_api_documents_are_served() {
    let api = Api::start(|_, _| ()).await;
    let page = api.get("/").await;
    assert!(page.kind.starts_with("text/html") && page.text.contains("<title>Gordian"), "{page:?}");
    let known = [(IF_NONE_MATCH.as_str(), page.tag.as_deref().unwrap())];
    let again = api.send(request(Method::GET, "/", &known, None)).await;
    assert_eq!((again.status, again.text.len()), (StatusCode::NOT_MODIFIED, 0));
    // All files that the page requests at the start exist.
    let links = page.text.split('"').filter(|text| text.ends_with(".js") || text.ends_with(".css"));
    for link in links {
        let path = format!("/{}", link.trim_start_matches("./").trim_start_matches('/'));
        assert_eq!(api.get(&path).await.status, StatusCode::OK, "{path}");
    }
    let document = api.get("/openapi.json").await.document;
    assert_eq!(document["openapi"], "3.1.0");
    assert!(api.get("/docs").await.text.contains("/api/v1/square1/distances"));
    assert!(api.get("/third-party.txt").await.text.contains("three.js authors"));
    assert!(api.get("/docs.css").await.kind.starts_with("text/css"));
    assert!(!api.get("/api/v1/examples").await.document["examples"].as_array().unwrap().is_empty());
    for path in ["/nothing", "/assets/../Cargo.toml", "/api/v1/nothing", "/page/index.html"] {
        let reply = api.get(path).await;
        assert!(reply.status.is_client_error(), "{path}: {reply:?}");
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn openapi_matches_routes_and_responses() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let document = Arc::new(api.get("/openapi.json").await.document);
    let solve = &document["paths"]["/api/v1/solve"]["post"]["responses"];
    for code in [code::REQUEST_MEMORY, code::ANSWER_TOO_LARGE, code::REQUEST_DEADLINE] {
        assert!(solve[code.status.as_str()].is_object(), "{code:?}");
    }
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else { continue };
            if operation.get("responses").is_none() {
                continue;
            }
            let path = path.replace("{id}", "1");
            let body = operation["requestBody"]["content"]["application/json"].get("example");
            let reply = api.send(request(method.clone(), &path, &[], body)).await;
            let known = &operation["responses"][reply.status.as_str()];
            assert!(known.is_object(), "{method} {path}: {} is not described", reply.status);
            assert_ne!(reply.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_ne!(reply.document["code"], "request.no-endpoint", "{method} {path}");
        }
    }
    api.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_have_no_control_characters() {
    let api = Api::start(|_, options| options.workers = 0).await;
    let title = "a\u{202e}b\u{2028}c\u{2029}\u{2066}d\u{200f}\u{200e}\n é";
    let body = json!({"kind": "solve", "input": {"puzzle": CLASSIC_SUDOKU}, "title": title});
    let reply = api.post("/api/v1/jobs", &body).await;
    assert_eq!(reply.document["title"], "abcd é");
    let list = json!(["solve", {"puzzle": CLASSIC_SUDOKU}, "title"]);
    let reply = api.post("/api/v1/jobs", &list).await;
    assert_eq!(
        (reply.status, &reply.document["code"]),
        (StatusCode::BAD_REQUEST, &json!("body.shape"))
    );
    api.stop().await;
}
