//! Metrics in the text format of Prometheus.
//!
//! Each label has few values: routes are the templates of the router, methods and codes come from
//! fixed lists. Therefore clients cannot increase the number of time series.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};

/// In seconds, from a table lookup to the longest computation.
const BUCKETS: [f64; 10] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

/// Methods with a label value of their own.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CodeLabels {
    code: &'static str,
}

/// The metrics of one service.
pub struct Metrics {
    registry: Mutex<Registry>,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<RouteLabels, Histogram, fn() -> Histogram>,
    errors: Family<CodeLabels, Counter>,
    aborted: Counter,
    connections: Gauge,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

/// An open connection; dropping it decrements the gauge.
#[derive(Debug)]
pub(crate) struct OpenConnection(Gauge);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let histogram: fn() -> Histogram = || Histogram::new(BUCKETS);
        let metrics = Self {
            registry: Mutex::new(Registry::with_prefix("gordian")),
            requests: Family::default(),
            seconds: Family::new_with_constructor(histogram),
            errors: Family::default(),
            aborted: Counter::default(),
            connections: Gauge::default(),
        };
        metrics.register("requests", "Requests answered", metrics.requests.clone());
        metrics.register("request_seconds", "Time to the reply's head", metrics.seconds.clone());
        metrics.register("refusals", "Rejected requests and connections", metrics.errors.clone());
        metrics.register("aborted", "Requests whose client went away", metrics.aborted.clone());
        metrics.register("connections", "Open connections", metrics.connections.clone());
        metrics
    }

    /// Registers a metric of another part of the service, such as a gauge of its jobs. The name
    /// gets the prefix `gordian_`, and a counter's name the suffix `_total`; `help` has no final
    /// full stop.
    pub fn register(&self, name: &str, help: &str, metric: impl Metric) {
        let mut registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        registry.register(name, help, metric);
    }

    /// Returns all metrics as text.
    #[must_use]
    pub fn text(&self) -> String {
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        // Writing to a string does not fail.
        let written = encode(&mut text, &registry);
        debug_assert!(written.is_ok(), "a figure cannot be written");
        text
    }

    pub(crate) fn record_request(
        &self,
        method: &str,
        route: &str,
        status: StatusCode,
        duration: Duration,
    ) {
        let method = METHODS.into_iter().find(|&known| known == method).unwrap_or("other");
        let status = format!("{}xx", status.as_u16() / 100);
        let labels = RequestLabels { method, route: route.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
        let labels = RouteLabels { route: route.to_owned() };
        self.seconds.get_or_create(&labels).observe(duration.as_secs_f64());
    }

    pub(crate) fn count_error(&self, code: &'static str) {
        self.errors.get_or_create(&CodeLabels { code }).inc();
    }

    pub(crate) fn count_aborted(&self) {
        self.aborted.inc();
    }

    pub(crate) fn open_connection(&self) -> OpenConnection {
        self.connections.inc();
        OpenConnection(self.connections.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_exported_as_text() {
        let metrics = Metrics::new();
        let jobs: Gauge = Gauge::default();
        metrics.register("jobs", "Jobs that wait", jobs.clone());
        jobs.set(7);
        let duration = Duration::from_millis(2);
        metrics.record_request("BREW", "/api/v1/solve", StatusCode::BAD_REQUEST, duration);
        metrics.record_request("POST", "/api/v1/solve", StatusCode::OK, duration);
        metrics.count_error("request.host");
        let open = metrics.open_connection();
        let text = metrics.text();
        for line in [
            "gordian_requests_total{method=\"other\",route=\"/api/v1/solve\",status=\"4xx\"} 1",
            "gordian_requests_total{method=\"POST\",route=\"/api/v1/solve\",status=\"2xx\"} 1",
            "gordian_request_seconds_bucket{le=\"0.003\",route=\"/api/v1/solve\"} 2",
            "gordian_refusals_total{code=\"request.host\"} 1",
            "gordian_connections 1",
            "gordian_jobs 7",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        drop(open);
        assert!(metrics.text().contains("gordian_connections 0"));
    }
}
