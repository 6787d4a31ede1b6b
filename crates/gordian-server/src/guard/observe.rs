//! Around every request: an id, a log line, figures, a cookie, and one form for every error.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, SET_COOKIE};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tracing::Instrument;

use super::body::{self, BodyFault, BodyShare, Limited};
use super::client::{Client, Peer};
use super::kept::Kept;
use super::{Guards, headers, pool, probes, request};
use crate::Problem;
use crate::code;
use crate::problem::MEDIA_TYPE;

/// The path below which the API is; what is elsewhere are files of the page and probes, which have no
/// quota.
const API: &str = "/api/";

/// The longest response that is compressed, in bytes.
const MAX_COMPRESSED: u64 = 4 << 20;

/// Puts `router` behind all guards and adds `/healthz`, `/readyz` and `/metrics`.
///
/// Handlers get the guards and the client as `Extension<Arc<Guards>>` and `Extension<Client>`.
/// Whatever they reply with an error status becomes a [`Problem`] if it is not one already. The
/// routes must not collide with the three above.
pub fn guarded(router: Router, guards: Arc<Guards>) -> Router {
    router
        .merge(probes::routes())
        // The guards have a limit of their own, whose error is a problem.
        .layer(DefaultBodyLimit::disable())
        .layer(compression())
        .layer(from_fn_with_state(guards, observe))
}

/// Compresses responses other than streams of events, pictures, and what is compressed already. What
/// is long is left as it is: compressing it would hold up other requests.
fn compression() -> CompressionLayer<impl Predicate> {
    let is_not_too_long = |_, _, headers: &HeaderMap, _: &_| {
        let length =
            headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        length.is_none_or(|length: u64| length <= MAX_COMPRESSED)
    };
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(DefaultPredicate::new().and(is_not_too_long))
}

/// What is known of a request before it is answered.
struct Asked {
    client: Client,
    /// What is wrong with what a proxy says about the client.
    unknown: Option<Problem>,
    method: String,
    path: String,
    route: Option<MatchedPath>,
    fault: BodyFault,
    body: BodyShare,
    begun: Instant,
    /// Whether the response is shown to a person as it is.
    wants_page: bool,
    /// Whether a page of another origin may have caused the request without the browser saying so.
    may_be_foreign: bool,
}

async fn observe(State(guards): State<Arc<Guards>>, mut request: Request, next: Next) -> Response {
    // Tests may call the router without a socket.
    let nobody = Peer(SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0));
    let peer = request.extensions().get().copied().unwrap_or(nobody);
    let (client, unknown) = guards.identify(peer, request.headers());
    let asked = Asked {
        unknown,
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        route: request.extensions().get().cloned(),
        fault: BodyFault::default(),
        body: guards.bodies().share(),
        begun: Instant::now(),
        wants_page: request.method() == Method::GET && accepts_html(request.headers()),
        may_be_foreign: request::may_be_foreign(request.headers()),
        client: client.clone(),
    };
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(Arc::clone(&guards));
    let span = tracing::info_span!(
        "request",
        request_id = asked.client.request_id(),
        client = %asked.client.address(),
    );
    async {
        let limit = guards.config().connections.reply;
        let answered = AssertUnwindSafe(answer(&guards, &asked, request, next)).catch_unwind();
        let response = match tokio::time::timeout(limit, answered).await {
            Ok(Ok(Ok(response))) => response,
            Ok(Ok(Err(problem))) => problem.into_response(),
            Ok(Err(panic)) => Problem::of(code::PANIC, "the service has a bug")
                .with_logged(pool::panic_text(&*panic))
                .into_response(),
            Err(_) => Problem::of(code::REPLY_SLOW, "the reply was too long in the making")
                .with_retry_after(Duration::from_secs(1))
                .into_response(),
        };
        finish(&guards, &asked, response)
    }
    .instrument(span)
    .await
}

/// Lets a request pass to its handler, or says why not.
async fn answer(
    guards: &Guards,
    asked: &Asked,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let config = guards.config();
    if let Some(problem) = &asked.unknown {
        return Err(problem.clone());
    }
    if !asked.client.is_proxy() {
        guards.check_ban(asked.client.address())?;
    }
    request::check_host(config, request.headers())?;
    // First of all what a browser may do on behalf of another site: its user has done no wrong.
    request::check_origin(config, request.method(), request.headers())?;
    request::check_target(request.uri())?;
    let is_api = asked.path.starts_with(API);
    if is_api {
        guards.check_rate(&asked.client)?;
    }
    let entered = is_api.then(|| guards.enter(&asked.client)).transpose()?;
    body::announced(request.headers(), &config.body)?;
    let limited = |body| {
        let (fault, share) = (asked.fault.clone(), asked.body.clone());
        Body::new(Limited::new(body, config.body.clone(), fault, share))
    };
    let response = next.run(request.map(limited)).await;
    Ok(response.map(|body| Body::new(Kept::new(body, entered))))
}

/// Gives the reply its form and its headers, and notes it.
fn finish(guards: &Guards, asked: &Asked, mut response: Response) -> Response {
    let id = asked.client.request_id();
    let mut problem = response.extensions_mut().remove::<Problem>();
    if let Some(fault) = asked.fault.problem(&guards.config().body) {
        // Whatever the handler made of the body that failed.
        problem = Some(fault);
    } else if problem.is_none() && is_bare_error(&response) {
        problem = Some(problem_for(response.status(), &asked.path));
    }
    if let Some(problem) = &problem {
        response = if asked.wants_page {
            problem.clone().page(Some(id))
        } else {
            problem.clone().reply(Some(id))
        };
        let may_ban = !(asked.may_be_foreign && problem.code() == code::TARGET.name);
        guards.note_refusal(&asked.client, problem, may_ban);
    }
    note(guards, asked, response.status(), problem.as_ref());
    let status = response.status();
    let headers = response.headers_mut();
    headers::secure(headers, &asked.path);
    if !asked.client.has_cookie && takes_cookie(asked, status) {
        let line = guards.config().cookie_key.issue(asked.client.id(), asked.client.is_https);
        if let Ok(line) = HeaderValue::try_from(line) {
            headers.append(SET_COOKIE, line);
        }
        // No cache may give this client's cookie to others.
        if headers.get(CACHE_CONTROL).is_none_or(|value| value != "no-store") {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        }
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

/// Returns whether a response gives its client a cookie: pages and the API do, unless the request was
/// refused whatever it asked.
fn takes_cookie(asked: &Asked, status: StatusCode) -> bool {
    let is_refused = matches!(
        status,
        StatusCode::FORBIDDEN | StatusCode::MISDIRECTED_REQUEST | StatusCode::TOO_MANY_REQUESTS
    );
    let is_document = asked.wants_page && !super::probes::PATHS.contains(&asked.path.as_str());
    !is_refused && !status.is_server_error() && (is_document || asked.path.starts_with(API))
}

/// Returns whether the client is a browser that shows the response to a person.
fn accepts_html(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|kind| kind.trim().starts_with("text/html"))
}

fn is_bare_error(response: &Response) -> bool {
    let status = response.status();
    let is_problem = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == MEDIA_TYPE);
    (status.is_client_error() || status.is_server_error()) && !is_problem
}

/// Returns the problem for an error reply that came without one.
fn problem_for(status: StatusCode, path: &str) -> Problem {
    match status {
        StatusCode::NOT_FOUND if path.starts_with(API) => {
            Problem::of(code::NO_ENDPOINT, "there is nothing at this path")
        }
        StatusCode::NOT_FOUND => Problem::of(code::NOT_FOUND, "there is nothing at this path"),
        StatusCode::METHOD_NOT_ALLOWED => Problem::of(code::METHOD, "this path has no such method"),
        status if status.is_client_error() => {
            Problem::new(status, code::BAD.name, "the request cannot be answered")
                .with_hint(code::BAD.hint)
        }
        status => Problem::new(status, code::FAILED.name, "the service failed")
            .with_hint(code::FAILED.hint),
    }
}

/// Writes the log line and the figures.
fn note(guards: &Guards, asked: &Asked, status: StatusCode, problem: Option<&Problem>) {
    let took = asked.begun.elapsed();
    let route = asked.route.as_ref().map_or("other", MatchedPath::as_str);
    guards.metrics().request(&asked.method, route, status, took);
    let path: String = asked.path.chars().take(200).collect();
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let (method, status) = (&asked.method, status.as_u16());
    macro_rules! refused {
        ($level:ident, $problem:expr, $message:literal) => {
            tracing::$level!(
                method,
                path,
                status,
                milliseconds,
                code = $problem.code(),
                detail = $problem.detail(),
                logged = $problem.logged(),
                $message
            )
        };
    }
    match problem {
        None => tracing::info!(method, path, status, milliseconds, "answered"),
        Some(problem) if status < 500 => refused!(info, problem, "refused"),
        // Too much is asked, or the service stops: no fault of the program.
        Some(problem) if status == 503 => refused!(warn, problem, "failed"),
        Some(problem) => refused!(error, problem, "failed"),
    }
}
