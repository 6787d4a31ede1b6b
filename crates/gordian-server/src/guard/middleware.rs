//! The middleware around each request: id, log line, metrics, cookie and error format.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use http::header::{ACCEPT, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HeaderName, SET_COOKIE};
use http::{HeaderValue, Method, StatusCode};
use tracing::Instrument;

use super::body::BodyEnd;
use super::budget::Reservation;
use super::client::{Client, Peer};
use super::{Guards, owning, probes, request_checks, security_headers};
use crate::Problem;
use crate::code::{self, ErrorCode};
use crate::negotiation::accepts_html;
use crate::problem::{MEDIA_TYPE, shortened};
use crate::worker::panic_message;

/// The path prefix of the API. Other paths are page files and probes, which have no quota.
const API_PREFIX: &str = "/api/";

/// The path prefix of page files that never change.
const ASSETS_PREFIX: &str = "/assets/";

/// Adds all guards to `router`, and the routes `/healthz`, `/readyz` and `/metrics`.
///
/// Handlers get the guards and the client as `Extension<Arc<Guards>>` and `Extension<Client>`. A
/// response with an error status becomes a [`Problem`] if it is not one already. The routes of
/// `router` must not collide with the three above.
pub fn with_guards(router: Router, guards: Arc<Guards>) -> Router {
    router.merge(probes::routes()).layer(from_fn_with_state(guards, handle))
}

/// Properties of a request, determined before it is processed.
struct RequestInfo {
    client: Client,
    /// The problem of the connection, or that of a trusted proxy without a valid client address.
    early_problem: Option<Problem>,
    method: String,
    path: String,
    /// Whether pages of other sites may frame the response.
    may_be_framed: bool,
    route: Option<MatchedPath>,
    /// The memory of the body, until the request is answered.
    _body_reservation: Reservation,
    started: Instant,
    /// Whether the response is shown in a browser.
    wants_html: bool,
}

async fn handle(State(guards): State<Arc<Guards>>, request: Request, next: Next) -> Response {
    let (mut request, body_end) = BodyEnd::watch(request);
    // Tests may call the router without a socket.
    let unknown_peer = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);
    let unknown_peer = Peer { address: unknown_peer, refusal: None };
    let peer = request.extensions().get().copied().unwrap_or(unknown_peer);
    let (client, identity_problem) = guards.identify(peer, request.headers());
    let accept_values = request.headers().get_all(ACCEPT).iter().map(HeaderValue::as_bytes);
    let body_reservation = guards.body_memory().reserve(client.key().address);
    let info = RequestInfo {
        early_problem: peer.refusal.map(refusal_problem).or(identity_problem),
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        may_be_framed: security_headers::may_be_framed(request.uri()),
        route: request.extensions().get().cloned(),
        _body_reservation: body_reservation.clone(),
        started: Instant::now(),
        wants_html: request.method() == Method::GET && accepts_html(accept_values),
        client: client.clone(),
    };
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(body_reservation);
    request.extensions_mut().insert(Arc::clone(&guards));
    let span = tracing::info_span!(
        "request",
        request_id = info.client.request_id(),
        client = %info.client.address(),
    );
    async {
        let limit = guards.config().connections.response_timeout;
        let mut aborted = AbortedRequest { guards: &guards, info: &info, is_answered: false };
        let answered = AssertUnwindSafe(run_guards(&guards, &info, request, next)).catch_unwind();
        let response = match tokio::time::timeout(limit, answered).await {
            Ok(Ok(Ok(response))) => response,
            Ok(Ok(Err(problem))) => problem.into_response(),
            Ok(Err(panic)) => Problem::from_code(
                code::INTERNAL_PANIC,
                "internal error: the request handler panicked",
            )
            .with_log_detail(panic_message(&*panic))
            .into_response(),
            Err(_) => Problem::from_code(code::RESPONSE_TOO_SLOW, "the response took too long")
                .with_retry_after(Duration::from_secs(1))
                .into_response(),
        };
        aborted.is_answered = true;
        let mut response = finish_response(&guards, &info, response);
        if !body_end.is_reached() {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
    .instrument(span)
    .await
}

/// Passes a request through the guards to its handler, or returns a problem.
async fn run_guards(
    guards: &Guards,
    info: &RequestInfo,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let config = guards.config();
    if let Some(problem) = &info.early_problem {
        return Err(problem.clone());
    }
    // Load balancers use the address as the host name.
    if !super::probes::HEALTH_PATHS.contains(&info.path.as_str()) {
        request_checks::check_host(config, &request)?;
    }
    // Requests that a browser sends on behalf of another site are not counted for its user.
    request_checks::check_origin(config, &request)?;
    let is_api = info.path.starts_with(API_PREFIX);
    if is_api {
        guards.check_rate(&info.client)?;
    }
    let running = is_api.then(|| guards.begin_request(&info.client)).transpose()?;
    let response = next.run(request).await;
    Ok(response.map(|body| owning(body, running)))
}

/// Returns the problem of a connection above a limit.
fn refusal_problem(code: ErrorCode) -> Problem {
    let detail = match code {
        code::QUOTA_CONNECTIONS => "too many connections from your address are open",
        _ => "too many connections are open",
    };
    Problem::from_code(code, detail).with_retry_after(Duration::from_secs(1))
}

/// Converts the response to its final form, adds headers, and logs it.
fn finish_response(guards: &Guards, info: &RequestInfo, mut response: Response) -> Response {
    let id = info.client.request_id();
    let mut problem = response.extensions_mut().remove::<Problem>();
    if problem.is_none() && is_error_without_problem(&response) {
        problem = Some(problem_for(response.status(), &info.path));
    }
    if let Some(problem) = &problem {
        response = if info.wants_html {
            problem.clone().into_html_response(Some(id))
        } else {
            problem.clone().into_response_with_id(Some(id))
        };
        if let Some(code) = code::find(problem.code()) {
            guards.metrics().count_error(code.name);
        }
    }
    log_and_count(guards, info, response.status(), problem.as_ref());
    let status = response.status();
    let headers = response.headers_mut();
    security_headers::insert(headers, &info.path, info.may_be_framed);
    if !info.client.has_cookie && sets_cookie(info, status) {
        let line =
            guards.config().cookie_key.set_cookie_value(info.client.id(), info.client.is_https);
        if let Ok(line) = HeaderValue::try_from(line) {
            headers.append(SET_COOKIE, line);
        }
        // A shared cache must not give this client's cookie to others.
        if headers.get(CACHE_CONTROL).is_none_or(|value| value != "no-store") {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        }
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

/// Returns whether the response sets the client's cookie: responses of pages and the API do, unless
/// a limit or the host or origin check rejected the request.
fn sets_cookie(info: &RequestInfo, status: StatusCode) -> bool {
    let is_refused = matches!(
        status,
        StatusCode::FORBIDDEN | StatusCode::MISDIRECTED_REQUEST | StatusCode::TOO_MANY_REQUESTS
    );
    let is_document = info.wants_html && !super::probes::PATHS.contains(&info.path.as_str());
    // Shared caches may store files and unchanged responses.
    let is_shared = status == StatusCode::NOT_MODIFIED || info.path.starts_with(ASSETS_PREFIX);
    let is_own = is_document || info.path.starts_with(API_PREFIX);
    is_own && !is_shared && !is_refused && !status.is_server_error()
}

fn is_error_without_problem(response: &Response) -> bool {
    let status = response.status();
    let is_problem = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == MEDIA_TYPE);
    (status.is_client_error() || status.is_server_error()) && !is_problem
}

/// Returns the problem for an error response without one.
fn problem_for(status: StatusCode, path: &str) -> Problem {
    match status {
        StatusCode::NOT_FOUND if path.starts_with(API_PREFIX) => {
            Problem::from_code(code::NO_ENDPOINT, "this path does not exist")
        }
        StatusCode::NOT_FOUND => Problem::from_code(code::NOT_FOUND, "this path does not exist"),
        StatusCode::METHOD_NOT_ALLOWED => {
            Problem::from_code(code::METHOD_NOT_ALLOWED, "this path does not support this method")
        }
        status if status.is_client_error() => {
            Problem::new(status, code::BAD_REQUEST.name, "the request is invalid")
                .with_hint(code::BAD_REQUEST.hint)
        }
        status => Problem::new(status, code::INTERNAL_ERROR.name, "internal error")
            .with_hint(code::INTERNAL_ERROR.hint),
    }
}

/// The maximum length of a path in the log, in characters.
const MAX_LOGGED_PATH: usize = 200;

/// Logs and counts a request whose client has gone away before it was answered, when it is dropped.
struct AbortedRequest<'a> {
    guards: &'a Guards,
    info: &'a RequestInfo,
    is_answered: bool,
}

impl Drop for AbortedRequest<'_> {
    fn drop(&mut self) {
        if self.is_answered {
            return;
        }
        self.guards.metrics().count_aborted();
        let milliseconds =
            u64::try_from(self.info.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let path = shortened(self.info.path.clone(), MAX_LOGGED_PATH);
        tracing::info!(method = self.info.method, path, milliseconds, "aborted by the client");
    }
}

/// Writes the log line and the metrics.
fn log_and_count(
    guards: &Guards,
    info: &RequestInfo,
    status: StatusCode,
    problem: Option<&Problem>,
) {
    let duration = info.started.elapsed();
    let route = info.route.as_ref().map_or("other", MatchedPath::as_str);
    guards.metrics().record_request(&info.method, route, status, duration);
    let path = shortened(info.path.clone(), MAX_LOGGED_PATH);
    let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    let (method, status) = (&info.method, status.as_u16());
    macro_rules! log_problem {
        ($level:ident, $problem:expr, $message:literal) => {
            tracing::$level!(
                method,
                path,
                status,
                milliseconds,
                code = $problem.code(),
                detail = $problem.detail(),
                logged = $problem.log_detail(),
                $message
            )
        };
    }
    match problem {
        None => tracing::info!(method, path, status, milliseconds, "answered"),
        Some(problem) if status < 500 => log_problem!(info, problem, "refused"),
        // The service is overloaded or stopping: not a bug.
        Some(problem) if status == 503 => log_problem!(warn, problem, "failed"),
        Some(problem) => log_problem!(error, problem, "failed"),
    }
}
