//! Computing: limits on time and number, clients that go away, bugs.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::service::{ATTACKER, HONEST, SHORT, Service, connect, honest, post, start};

const PATH: &str = "/api/v1/work";

/// Begins work that lasts until its client goes away.
async fn begin(service: &Service, from: [u8; 4]) -> tokio::net::TcpStream {
    let mut stream = connect(from.into(), service.address).await.unwrap();
    let body = r#"{"milliseconds": 1000000}"#;
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn work_is_done_and_limited_in_time() {
    let service = start(|_| {}).await;
    let work = async |body: &str| post(HONEST, service.address, PATH, body).await.body;
    assert_eq!(work(r#"{"milliseconds": 1}"#).await, "done");
    assert_eq!(work(r#"{"milliseconds": 1000000, "limit": 50}"#).await, "Time");
}

#[tokio::test]
async fn longer_limits_than_allowed_are_cut() {
    let service = start(|config| config.work.longest = Duration::from_millis(50)).await;
    for body in [r#"{"milliseconds": 1000000, "limit": 5000000}"#, r#"{"milliseconds": 1000000}"#] {
        assert_eq!(post(HONEST, service.address, PATH, body).await.body, "Time");
    }
}

#[tokio::test]
async fn bugs_are_told_without_their_secrets() {
    let service = start(|config| config.work.threads = 1).await;
    for _ in 0..3 {
        let reply = post(HONEST, service.address, PATH, r#"{"panic": true}"#).await;
        reply.is_problem(500, "internal.panic");
        assert!(!reply.body.contains("secret"), "{reply:?}");
    }
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
}

#[tokio::test]
async fn who_goes_away_frees_the_thread() {
    let service = start(|config| {
        config.work.threads = 1;
        config.work.longest = Duration::from_secs(1000);
        config.work.wait = Duration::from_secs(50);
    })
    .await;
    let honest = honest(service.address);
    let stream = begin(&service, ATTACKER.octets()).await;
    sleep(SHORT).await;
    drop(stream);
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
    assert!(service.stopped.load(Ordering::SeqCst));
    honest.was_served().await;
}

#[tokio::test]
async fn too_many_questions_are_told_so() {
    let service = start(|config| {
        config.work.threads = 1;
        config.work.waiting = 1;
        config.work.wait = 4 * SHORT;
        config.work.longest = Duration::from_secs(1000);
    })
    .await;
    let honest = honest(service.address);
    let _computed = begin(&service, [127, 0, 1, 1]).await;
    sleep(SHORT).await;
    // This one waits for a thread, in vain.
    let address = service.address;
    let waiting =
        tokio::spawn(async move { post([127, 0, 1, 2].into(), address, PATH, "{}").await });
    sleep(SHORT / 4).await;
    // This one finds no seat, and is told so at once.
    let third = post([127, 0, 1, 3].into(), address, PATH, "{}").await;
    assert!(!waiting.is_finished());
    let waiting = waiting.await.unwrap();
    for reply in [waiting, third] {
        reply.is_problem(503, "server.busy");
        assert_eq!(reply.header("retry-after"), Some("2"));
    }
    honest.was_served().await;
}

#[tokio::test]
async fn one_client_has_only_some_questions_at_once() {
    let service = start(|config| {
        config.work.per_client = 1;
        config.work.longest = Duration::from_secs(1000);
    })
    .await;
    let stream = begin(&service, ATTACKER.octets()).await;
    sleep(SHORT).await;
    let reply = post(ATTACKER, service.address, PATH, "{}").await;
    reply.is_problem(429, "quota.concurrent");
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
    drop(stream);
    sleep(SHORT).await;
    assert_eq!(post(ATTACKER, service.address, PATH, "{}").await.body, "done");
}

#[tokio::test]
async fn costly_questions_cost() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 20;
    })
    .await;
    assert_eq!(post(HONEST, service.address, PATH, r#"{"cost": 18}"#).await.body, "done");
    let reply = post(HONEST, service.address, PATH, r#"{"cost": 18}"#).await;
    reply.is_problem(429, "quota.requests");
}

#[tokio::test]
async fn one_client_has_only_some_requests_at_once() {
    let service = start(|config| config.quota.concurrent = 1).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    sleep(SHORT).await;
    let reply = post(ATTACKER, service.address, PATH, "{}").await;
    reply.is_problem(429, "quota.concurrent");
    drop(stream);
    sleep(SHORT).await;
    assert_eq!(post(ATTACKER, service.address, PATH, "{}").await.body, "done");
}
