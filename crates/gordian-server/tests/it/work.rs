//! Computing: limits on time and number, clients that go away, bugs.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::service::{ATTACKER, HONEST, SHORT, Service, ask, connect, get, honest, post, start};

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
    let service = start(|config| config.compute.max_time = Duration::from_millis(50)).await;
    for body in [r#"{"milliseconds": 1000000, "limit": 5000000}"#, r#"{"milliseconds": 1000000}"#] {
        assert_eq!(post(HONEST, service.address, PATH, body).await.body, "Time");
    }
}

#[tokio::test]
async fn bugs_are_told_without_their_secrets() {
    let service = start(|config| config.compute.threads = 1).await;
    for _ in 0..3 {
        let reply = post(HONEST, service.address, PATH, r#"{"panic": true}"#).await;
        reply.is_problem(500, "internal.panic");
        assert!(!reply.body.contains("secret"), "{reply:?}");
    }
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
}

#[tokio::test]
async fn a_client_that_goes_away_frees_the_thread() {
    let service = start(|config| {
        config.compute.threads = 1;
        config.compute.long_threads = 0;
        config.compute.max_time = Duration::from_secs(1000);
        config.compute.max_wait = Duration::from_secs(50);
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
async fn too_many_requests_are_told_so() {
    let service = start(|config| {
        config.compute.threads = 1;
        config.compute.long_threads = 0;
        config.compute.max_waiting = 1;
        config.compute.max_wait = 4 * SHORT;
        config.compute.max_time = Duration::from_secs(1000);
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
    // This one finds no place to wait, and is told so at once.
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
async fn one_client_holds_only_some_threads() {
    let service = start(|config| {
        config.compute.threads = 2;
        config.compute.client_threads = 1;
        config.compute.max_waiting_per_client = 1;
        config.compute.max_time = Duration::from_secs(1000);
    })
    .await;
    let computed = begin(&service, ATTACKER.octets()).await;
    sleep(SHORT).await;
    let waiting = begin(&service, ATTACKER.octets()).await;
    sleep(SHORT).await;
    let reply = post(ATTACKER, service.address, PATH, "{}").await;
    reply.is_problem(429, "quota.concurrent");
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
    drop((computed, waiting));
    sleep(SHORT).await;
    assert_eq!(post(ATTACKER, service.address, PATH, "{}").await.body, "done");
}

#[tokio::test]
async fn short_requests_pass_long_ones() {
    let service = start(|config| {
        config.compute.threads = 1;
        config.compute.long_threads = 2;
        config.compute.max_time = Duration::from_secs(1000);
    })
    .await;
    let _long = begin(&service, ATTACKER.octets()).await;
    sleep(SHORT / 4).await;
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
}

/// Another client behind the same address, which asks for as much as it can.
#[tokio::test(flavor = "multi_thread")]
async fn those_with_expensive_requests_wait_for_the_others() {
    let service = start(|config| {
        config.compute.threads = 2;
        config.compute.client_threads = 1;
        config.compute.max_time = SHORT;
    })
    .await;
    let address = service.address;
    let line = get(HONEST, address, "/api/v1/ping").await.cookie().unwrap();
    let lines = format!("Content-Type: application/json\r\n{line}");
    let expensive = r#"{"milliseconds": 1000000, "busy": true}"#;
    let _flood: Vec<_> = (0..8)
        .map(|_| {
            let lines = lines.clone();
            tokio::spawn(async move {
                loop {
                    ask(HONEST, address, &format!("POST {PATH}"), &lines, expensive).await;
                }
            })
        })
        .collect();
    sleep(SHORT).await;
    let mut longest = Duration::ZERO;
    for _ in 0..20 {
        let begin = std::time::Instant::now();
        let reply = post(HONEST, address, PATH, r#"{"milliseconds": 1}"#).await;
        assert_eq!(reply.body, "done");
        longest = longest.max(begin.elapsed());
    }
    // Eight requests of the other client would have been before each of these.
    assert!(longest < 4 * SHORT, "{longest:?}");
}

#[tokio::test]
async fn one_client_has_only_some_requests_at_once() {
    let service = start(|config| config.quota.concurrent = 1).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    sleep(SHORT).await;
    let reply = post(ATTACKER, service.address, PATH, "{}").await;
    reply.is_problem(429, "quota.concurrent");
    drop(stream);
    sleep(SHORT).await;
    assert_eq!(post(ATTACKER, service.address, PATH, "{}").await.body, "done");
}
