//! Log lines: details that the operator sees and the client does not.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use axum::body::Body;
use gordian_server::{Config, Guards, log, with_guards};
use http::Request;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;
use tracing::instrument::WithSubscriber;

use crate::service::routes;

#[derive(Clone, Default)]
struct LogBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sends a request without a socket and returns the response document and the last log line.
async fn request_and_log_line(path: &str) -> (Value, Value) {
    let lines = LogBuffer::default();
    let writer = lines.clone();
    let subscriber = log::subscriber("info", move || writer.clone()).unwrap();
    let guards = Guards::new(Config::default(), crate::workers::program());
    let router = with_guards(routes(&guards), guards);
    let request = Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
    let reply = router.oneshot(request).with_subscriber(subscriber).await.unwrap();
    let body = reply.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let last = text.lines().last().unwrap_or_else(|| panic!("no line for {path}"));
    (serde_json::from_slice(&body).unwrap(), serde_json::from_str(last).unwrap())
}

#[tokio::test]
async fn logs_contain_no_secrets() {
    let (_, line) = request_and_log_line("/api/v1/ping?key=secret").await;
    assert_eq!(line["message"], "answered");
    assert_eq!(line["method"], "GET");
    assert_eq!(line["path"], "/api/v1/ping");
    assert_eq!(line["status"], 200);
    assert_eq!(line["span"]["client"], "0.0.0.0");
    assert!(line["milliseconds"].is_u64());
    assert_eq!(line["span"]["request_id"].as_str().unwrap().len(), 32);
    assert!(!line.to_string().contains("secret"));
}

#[tokio::test]
async fn panics_are_logged_with_their_message() {
    let (reply, line) = request_and_log_line("/api/v1/panic").await;
    assert_eq!(line["level"], "ERROR");
    assert_eq!(line["code"], "internal.panic");
    assert_eq!(line["logged"], "a secret");
    assert_eq!(line["span"]["request_id"], reply["request_id"]);
    assert!(!reply.to_string().contains("secret"));
}

#[tokio::test]
async fn overload_is_not_logged_as_an_error() {
    let (_, line) = request_and_log_line("/api/v1/busy").await;
    assert_eq!((&line["level"], &line["code"]), (&"WARN".into(), &"server.busy".into()));
}

#[tokio::test]
async fn invalid_log_filter_is_rejected() {
    assert!(log::subscriber("=====", io::sink).is_err());
}

#[tokio::test]
async fn untrusted_proxy_is_warned_about_once() {
    let lines = LogBuffer::default();
    let writer = lines.clone();
    let subscriber = log::subscriber("info", move || writer.clone()).unwrap();
    let guards = Guards::new(Config::default(), crate::workers::program());
    let router = with_guards(routes(&guards), guards);
    let asked = async {
        for _ in 0..3 {
            let request = Request::get("/api/v1/ping").header("host", "localhost");
            let request = request.header("x-forwarded-for", "192.0.2.1").body(Body::empty());
            router.clone().oneshot(request.unwrap()).await.unwrap();
        }
    };
    asked.with_subscriber(subscriber).await;
    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let warnings: Vec<&str> = text.lines().filter(|line| line.contains("trusted proxy")).collect();
    assert_eq!(warnings.len(), 1, "{text}");
    assert!(warnings[0].contains("WARN") && warnings[0].contains("x-forwarded-for"), "{text}");
}
