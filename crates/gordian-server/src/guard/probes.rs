//! The endpoints `/healthz`, `/readyz` and `/metrics`.

use std::sync::Arc;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, routing};
use gordian_requests::SchemaVersion;
use http::header::CONTENT_TYPE;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Guards;
use super::client::{Client, contains_address};
use crate::Problem;
use crate::code;

/// The paths of this module.
pub(crate) const PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// The paths that load balancers request, with any host name.
pub(crate) const HEALTH_PATHS: [&str; 2] = ["/healthz", "/readyz"];

/// When a client should ask again whether the service is ready.
const NOT_READY_RETRY_DELAY: Duration = Duration::from_secs(5);

/// The answer of a process that responds.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    schema: SchemaVersion,
    /// Always true.
    healthy: bool,
}

/// The answer of a service that is ready.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Readiness {
    schema: SchemaVersion,
    /// Always true; a service that is not ready answers with an error.
    ready: bool,
    /// The conditions, all of which hold.
    #[schemars(with = "std::collections::BTreeMap<String, bool>")]
    checks: Map<String, Value>,
}

pub(crate) fn routes() -> Router {
    let [health, ready, metrics] = PATHS;
    Router::new()
        .route(health, routing::get(healthz))
        .route(ready, routing::get(readyz))
        .route(metrics, routing::get(metrics_text))
}

/// Reports that the process responds.
async fn healthz() -> Response {
    axum::Json(Health { schema: SchemaVersion, healthy: true }).into_response()
}

/// Reports whether the service is ready for requests: all conditions hold and it is not stopping.
async fn readyz(Extension(guards): Extension<Arc<Guards>>) -> Result<Response, Problem> {
    let checks = guards.readiness();
    if guards.stopping().is_cancelled() {
        return Err(Problem::from_code(code::SERVER_STOPPING, "the service is stopping"));
    }
    let missing = checks.iter().filter_map(|(name, held)| {
        let reason = held.as_ref().err()?;
        Some(format!("{name} {reason}"))
    });
    let missing: Vec<String> = missing.collect();
    if !missing.is_empty() {
        let detail = format!("not ready: {}", missing.join(", "));
        let problem = Problem::from_code(code::SERVER_NOT_READY, detail);
        return Err(problem.with_retry_after(NOT_READY_RETRY_DELAY));
    }
    let checks = checks.into_iter().map(|(name, held)| (name, held.is_ok().into())).collect();
    Ok(axum::Json(Readiness { schema: SchemaVersion, ready: true, checks }).into_response())
}

/// Returns the metrics in the text format of Prometheus, to the operator's networks.
async fn metrics_text(
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
) -> Result<Response, Problem> {
    if !contains_address(&guards.config().metrics_networks, client.address()) {
        return Err(Problem::from_code(
            code::CLIENT_FORBIDDEN,
            "your address has no access to the metrics",
        ));
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], guards.metrics().text()).into_response())
}
