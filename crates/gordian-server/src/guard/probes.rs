//! `/healthz`, `/readyz` and `/metrics`.

use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use axum::{Extension, Router, routing};
use http::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};

use super::Guards;
use super::client::{Client, within};
use crate::Problem;
use crate::code;

/// The paths of this module.
pub(crate) const PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Those that load balancers ask, by any name.
pub(crate) const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

pub(crate) fn routes() -> Router {
    let [health, ready, metrics] = PATHS;
    Router::new()
        .route(health, routing::get(healthy))
        .route(ready, routing::get(ready_now))
        .route(metrics, routing::get(figures))
}

/// The process answers: that is all it says.
async fn healthy() -> Response {
    axum::Json(json!({"schema": 1, "healthy": true})).into_response()
}

/// Whether questions should be sent here: all conditions hold and the service is not stopping.
async fn ready_now(Extension(guards): Extension<Arc<Guards>>) -> Result<Response, Problem> {
    let checks = guards.readiness();
    if guards.stopping().is_cancelled() {
        return Err(Problem::of(code::STOPPING, "the service is stopping"));
    }
    let missing: Vec<&str> =
        checks.iter().filter(|check| !check.1).map(|check| check.0.as_str()).collect();
    if !missing.is_empty() {
        let detail = format!("not ready: {}", missing.join(", "));
        return Err(Problem::of(code::NOT_READY, detail));
    }
    let checks: Map<String, Value> =
        checks.into_iter().map(|(name, ready)| (name, Value::Bool(ready))).collect();
    Ok(axum::Json(json!({"schema": 1, "ready": true, "checks": checks})).into_response())
}

/// Figures in the text format of Prometheus, for the operator's networks.
async fn figures(
    Extension(guards): Extension<Arc<Guards>>,
    Extension(client): Extension<Client>,
) -> Result<Response, Problem> {
    if !within(&guards.config().metrics, client.address()) {
        return Err(Problem::of(code::FORBIDDEN, "the figures are not for your address"));
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(CONTENT_TYPE, kind)], guards.metrics().text()).into_response())
}
