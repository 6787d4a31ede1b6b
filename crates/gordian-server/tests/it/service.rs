//! A service on a free local port, and clients with different addresses.
//!
//! All of 127.0.0.0/8 is local, so each client of a test can have its own address.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, middleware, routing};
use gordian_server::guard::JsonText;
use gordian_server::guard::{Client, require_token};
use gordian_server::{Config, Guards, Json, Problem, code, serve, with_guards};
use http::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// Longer than any operation here: a test that waits this long has failed.
const TEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The timeouts of the tests, as short as a busy machine permits.
pub(crate) const SHORT: Duration = Duration::from_millis(400);

/// The address of a well-behaved client.
pub(crate) const HONEST: Ipv4Addr = Ipv4Addr::new(127, 0, 2, 1);

/// The address of an attacker, in another network.
pub(crate) const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 1, 1);

/// The size of the response of `/big`, far more than socket buffers hold.
pub(crate) const BIG_RESPONSE_BYTES: usize = 64 << 20;

/// A running service.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    pub(crate) guards: Arc<Guards>,
    pub(crate) shutdown: CancellationToken,
    task: JoinHandle<()>,
}

impl Service {
    /// Waits until this number of connections is open.
    pub(crate) async fn wait_for_connections(&self, count: usize) {
        let line = format!("gordian_connections {count}\n");
        let wait = async {
            while !self.guards.metrics().text().contains(&line) {
                sleep(SHORT / 20).await;
            }
        };
        timeout(TEST_TIMEOUT, wait).await.expect("this number of connections");
    }

    /// Waits until the service has stopped.
    pub(crate) async fn wait_until_stopped(&mut self) {
        timeout(TEST_TIMEOUT, &mut self.task).await.expect("it ends in time").expect("no panic");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Starts a service with short timeouts and default limits, modified by `change`.
pub(crate) async fn start(change: impl FnOnce(&mut Config)) -> Service {
    let mut config = Config::default();
    let connections = &mut config.connections;
    connections.head_timeout = SHORT;
    connections.write_timeout = SHORT;
    connections.shutdown_grace = 4 * SHORT;
    config.compute.threads = 2;
    change(&mut config);
    let guards = Guards::new(config, crate::workers::program());
    let router = with_guards(routes(&guards), Arc::clone(&guards));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let shutdown = CancellationToken::new();
    let (its_guards, its_shutdown) = (Arc::clone(&guards), shutdown.clone());
    let task = tokio::spawn(async move {
        serve(listener, router, its_guards, its_shutdown).await.expect("a listener");
    });
    Service { address, guards, shutdown, task }
}

/// Routes with one handler of each kind.
pub(crate) fn routes(guards: &Arc<Guards>) -> Router {
    let protected = Router::new()
        .route("/api/v1/jobs", routing::get(async || "jobs").post(async || "made"))
        .route_layer(middleware::from_fn_with_state(Arc::clone(guards), require_token));
    Router::new()
        .route("/api/v1/ping", routing::get(async || axum::Json(json!({"schema": 1}))))
        .route("/api/v1/echo", routing::post(async |Json(body): Json<Value>| axum::Json(body)))
        .route("/api/v1/length", routing::post(async |body: JsonText| body.0.len().to_string()))
        .route("/api/v1/typo", routing::post(puzzle_error))
        .route("/api/v1/panic", routing::get(panics))
        .route(
            "/api/v1/busy",
            routing::get(async || Problem::from_code(code::SERVER_BUSY, "too much to do")),
        )
        .route("/api/v1/bare", routing::get(async || StatusCode::BAD_GATEWAY))
        .route(
            "/api/v1/client",
            routing::get(async |who: Extension<Client>| who.address().to_string()),
        )
        .route("/api/v1/slow", routing::get(async || sleep(2 * SHORT).await))
        .route("/api/v1/work", routing::post(work))
        .route("/big", routing::get(async || vec![b'x'; BIG_RESPONSE_BYTES]))
        .route("/api/v1/events", routing::get(events))
        .merge(protected)
}

async fn puzzle_error() -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "sudoku.wrong-length", "83 cells")
}

async fn panics() -> Response {
    if TEST_TIMEOUT > SHORT {
        panic!("a secret");
    }
    ().into_response()
}

/// Computes as the body says; see the handler of the workers.
async fn work(
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
    Json(body): Json<Value>,
) -> Result<String, Problem> {
    let limit = body["limit"].as_u64().map(Duration::from_millis);
    let answer = guards.compute(&client, "work", body.to_string(), limit, false).await?;
    let answer: Value = serde_json::from_slice(&answer.bytes).expect("JSON");
    Ok(answer.as_str().map_or_else(|| answer.to_string(), str::to_owned))
}

/// Twenty events with pauses, for much longer than any timeout.
async fn events() -> Body {
    let events = futures_util::stream::unfold(0, async |count| {
        sleep(SHORT / 4).await;
        (count < 20).then(|| (Ok::<_, Infallible>(format!("data: {count}\n\n")), count + 1))
    });
    Body::from_stream(events)
}

/// Connects from a local address.
pub(crate) async fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // Otherwise thousands of successive connections use up the ports.
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::new(from.into(), 0))?;
    timeout(TEST_TIMEOUT, socket.connect(to)).await.expect("the service accepts")
}

/// A response.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Returns the `Cookie` line for the cookie that this response set.
    pub(crate) fn cookie(&self) -> Option<String> {
        let cookie = self.header("set-cookie")?.split(';').next()?;
        Some(format!("Cookie: {cookie}\r\n"))
    }

    /// Checks that this is a complete problem document with the given code.
    #[track_caller]
    pub(crate) fn assert_problem(&self, status: u16, code: &str) {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let document = self.json();
        assert_eq!(document["code"], code, "{self:?}");
        assert_eq!(document["status"], status, "{self:?}");
        assert_eq!(document["request_id"].as_str(), self.header("x-request-id"), "{self:?}");
        for field in ["type", "title", "detail", "hint"] {
            assert!(document[field].as_str().is_some_and(|text| !text.is_empty()), "{self:?}");
        }
        let fields = document.as_object().expect("an object");
        assert!(fields.contains_key("line") && fields.contains_key("column"), "{self:?}");
    }
}

/// Reads one response, or returns `None` if the connection ends before.
pub(crate) async fn read(stream: &mut TcpStream) -> Option<Reply> {
    timeout(TEST_TIMEOUT, read_forever(stream)).await.expect("the operation succeeds")
}

async fn read_forever(stream: &mut TcpStream) -> Option<Reply> {
    let mut reply = read_head(stream).await?;
    let length = reply.header("content-length").and_then(|length| length.parse().ok());
    if reply.status != 100 {
        let mut body = vec![0; length.expect("replies here have a length")];
        stream.read_exact(&mut body).await.expect("the whole body");
        reply.body = String::from_utf8(body).expect("text");
    }
    Some(reply)
}

async fn read_head(stream: &mut TcpStream) -> Option<Reply> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        match stream.read_u8().await {
            Ok(byte) => bytes.push(byte),
            Err(_) if bytes.is_empty() => return None,
            Err(error) => panic!("{error} after {:?}", String::from_utf8_lossy(&bytes)),
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).expect("a head is text");
    let status = head[9..12].parse().expect("a status");
    Some(Reply { status, head, body: String::new() })
}

/// Waits until the connection is closed, and returns the number of further bytes.
pub(crate) async fn discard_rest(stream: &mut TcpStream) -> usize {
    let mut total = 0;
    let mut space = vec![0; 1 << 16];
    loop {
        match timeout(TEST_TIMEOUT, stream.read(&mut space)).await.expect("the end") {
            Ok(0) | Err(_) => return total,
            Ok(count) => total += count,
        }
    }
}

/// Sends bytes on a new connection and reads one response.
pub(crate) async fn send(from: Ipv4Addr, to: SocketAddr, bytes: &[u8]) -> Option<Reply> {
    let mut stream = connect(from, to).await.expect("a connection");
    // If the service rejects the request early, the client may not be able to send everything.
    let _ = stream.write_all(bytes).await;
    read(&mut stream).await
}

/// Sends a request with the given header lines and body, and reads the response.
pub(crate) async fn send_request(
    from: Ipv4Addr,
    to: SocketAddr,
    line: &str,
    lines: &str,
    body: &str,
) -> Reply {
    let host = if lines.to_lowercase().contains("host:") { "" } else { "Host: localhost\r\n" };
    let length = body.len();
    let text = format!(
        "{line} HTTP/1.1\r\n{host}{lines}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    send(from, to, text.as_bytes()).await.expect("a reply")
}

pub(crate) async fn get(from: Ipv4Addr, to: SocketAddr, path: &str) -> Reply {
    send_request(from, to, &format!("GET {path}"), "", "").await
}

pub(crate) async fn post(from: Ipv4Addr, to: SocketAddr, path: &str, body: &str) -> Reply {
    send_request(from, to, &format!("POST {path}"), "Content-Type: application/json\r\n", body)
        .await
}

/// A client that sends requests continuously and must always get a response.
pub(crate) struct SteadyClient {
    stop: CancellationToken,
    task: JoinHandle<usize>,
}

pub(crate) fn start_steady_client(to: SocketAddr) -> SteadyClient {
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let task = tokio::spawn(async move {
        let mut answers = 0;
        // At least three, however short the attack is.
        while answers < 3 || !stopped.is_cancelled() {
            let reply = get(HONEST, to, "/api/v1/ping").await;
            assert_eq!(reply.status, 200, "{reply:?}");
            answers += 1;
            sleep(Duration::from_millis(30)).await;
        }
        answers
    });
    SteadyClient { stop, task }
}

impl SteadyClient {
    /// Checks that every request was answered.
    pub(crate) async fn assert_all_answered(self) {
        self.stop.cancel();
        let answers =
            timeout(TEST_TIMEOUT, self.task).await.expect("answers").expect("all answered");
        assert!(answers >= 3);
    }
}
