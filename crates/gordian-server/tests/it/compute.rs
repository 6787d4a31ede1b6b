//! Computations: limits of time and number, disconnecting clients, panics.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::service::{
    ATTACKER, HONEST, SHORT, Service, connect, get, post, send_request, start, start_steady_client,
};

const PATH: &str = "/api/v1/work";

/// Starts a computation that lasts until its client disconnects.
async fn start_work(service: &Service, from: [u8; 4]) -> tokio::net::TcpStream {
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
async fn computation_time_is_limited() {
    let service = start(|_| {}).await;
    let work = async |body: &str| post(HONEST, service.address, PATH, body).await.body;
    assert_eq!(work(r#"{"milliseconds": 1}"#).await, "done");
    assert_eq!(work(r#"{"milliseconds": 1000000, "limit": 50}"#).await, "Time");
}

#[tokio::test]
async fn time_limit_is_capped() {
    let service = start(|config| config.compute.max_time = Duration::from_millis(50)).await;
    for body in [r#"{"milliseconds": 1000000, "limit": 5000000}"#, r#"{"milliseconds": 1000000}"#] {
        assert_eq!(post(HONEST, service.address, PATH, body).await.body, "Time");
    }
}

#[tokio::test]
async fn panic_messages_are_not_sent() {
    let service = start(|config| config.compute.threads = 1).await;
    for _ in 0..3 {
        let reply = post(HONEST, service.address, PATH, r#"{"panic": true}"#).await;
        reply.assert_problem(500, "internal.panic");
        assert!(!reply.body.contains("secret"), "{reply:?}");
    }
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
}

#[tokio::test]
async fn disconnected_client_frees_its_thread() {
    let service = start(|config| {
        config.compute.threads = 1;
        config.compute.long_threads = 0;
        config.compute.max_time = Duration::from_secs(1000);
        config.compute.max_wait = Duration::from_secs(50);
    })
    .await;
    let honest = start_steady_client(service.address);
    let stream = start_work(&service, ATTACKER.octets()).await;
    sleep(SHORT).await;
    drop(stream);
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn full_queue_rejects_requests() {
    let service = start(|config| {
        config.compute.threads = 1;
        config.compute.long_threads = 0;
        config.compute.max_waiting = 1;
        config.compute.max_wait = 4 * SHORT;
        config.compute.max_time = Duration::from_secs(1000);
    })
    .await;
    let honest = start_steady_client(service.address);
    let _computed = start_work(&service, [127, 0, 1, 1]).await;
    sleep(SHORT).await;
    // This request waits for a thread until its timeout.
    let address = service.address;
    let waiting =
        tokio::spawn(async move { post([127, 0, 1, 2].into(), address, PATH, "{}").await });
    sleep(SHORT / 4).await;
    // This request finds the queue full and is rejected immediately.
    let third = post([127, 0, 1, 3].into(), address, PATH, "{}").await;
    assert!(!waiting.is_finished());
    let waiting = waiting.await.unwrap();
    for reply in [waiting, third] {
        reply.assert_problem(503, "server.busy");
        assert_eq!(reply.header("retry-after"), Some("2"));
    }
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn threads_per_client_are_limited() {
    let service = start(|config| {
        config.compute.threads = 2;
        config.compute.client_threads = 1;
        config.compute.max_waiting_per_client = 1;
        config.compute.max_time = Duration::from_secs(1000);
    })
    .await;
    let computed = start_work(&service, ATTACKER.octets()).await;
    sleep(SHORT).await;
    let waiting = start_work(&service, ATTACKER.octets()).await;
    sleep(SHORT).await;
    let reply = post(ATTACKER, service.address, PATH, "{}").await;
    reply.assert_problem(429, "quota.concurrent");
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
    drop((computed, waiting));
    sleep(SHORT).await;
    assert_eq!(post(ATTACKER, service.address, PATH, "{}").await.body, "done");
}

#[tokio::test]
async fn short_requests_overtake_long_ones() {
    let service = start(|config| {
        config.compute.threads = 1;
        config.compute.long_threads = 2;
        config.compute.max_time = Duration::from_secs(1000);
    })
    .await;
    let _long = start_work(&service, ATTACKER.octets()).await;
    sleep(SHORT / 4).await;
    assert_eq!(post(HONEST, service.address, PATH, "{}").await.body, "done");
}

/// Another client behind the same address, which sends as many requests as possible.
#[tokio::test(flavor = "multi_thread")]
async fn clients_with_expensive_requests_wait() {
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
                    send_request(HONEST, address, &format!("POST {PATH}"), &lines, expensive).await;
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
    // With one queue, eight requests of the other client would come before each of these.
    assert!(longest < 4 * SHORT, "{longest:?}");
}

#[tokio::test]
async fn concurrent_requests_per_client_are_limited() {
    let service = start(|config| config.quota.concurrent = 1).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    sleep(SHORT).await;
    let reply = post(ATTACKER, service.address, PATH, "{}").await;
    reply.assert_problem(429, "quota.concurrent");
    drop(stream);
    sleep(SHORT).await;
    assert_eq!(post(ATTACKER, service.address, PATH, "{}").await.body, "done");
}

/// Thirty-two clients on eight addresses keep all threads busy with requests of ten seconds.
#[tokio::test(flavor = "multi_thread")]
async fn long_requests_of_many_addresses_do_not_delay_others() {
    let service = start(|config| {
        config.compute.threads = 8;
        config.compute.client_threads = 2;
        config.compute.long_threads = 16;
    })
    .await;
    let address = service.address;
    let mut flood = Vec::new();
    for network in 10..18 {
        let from = std::net::Ipv4Addr::new(127, 0, network, 1);
        let mut cookies = Vec::new();
        for _ in 0..4 {
            cookies.push(get(from, address, "/api/v1/ping").await.cookie().unwrap());
        }
        // Two requests at a time for each.
        for cookie in cookies.iter().chain(&cookies) {
            let lines = format!("Content-Type: application/json\r\n{cookie}");
            flood.push(tokio::spawn(async move {
                let mut n_preempted = 0;
                loop {
                    let body = r#"{"milliseconds": 10000}"#;
                    let line = format!("POST {PATH}");
                    let reply = send_request(from, address, &line, &lines, body).await;
                    match reply.status {
                        200 => {}
                        503 => reply.assert_problem(503, "server.preempted"),
                        _ => panic!("{reply:?}"),
                    }
                    n_preempted += usize::from(reply.status == 503);
                    if n_preempted > 1000 {
                        return;
                    }
                }
            }));
        }
    }
    sleep(4 * SHORT).await;
    let mut times = Vec::new();
    for _ in 0..60 {
        let begin = std::time::Instant::now();
        let reply = post(HONEST, address, PATH, r#"{"milliseconds": 1}"#).await;
        assert_eq!(reply.body, "done");
        times.push(begin.elapsed());
        sleep(SHORT / 10).await;
    }
    times.sort();
    // A thread is free for most of them; for the others, a long request makes room.
    assert!(times[56] < Duration::from_secs(1), "{times:?}");
    assert!(flood.iter().all(|it| !it.is_finished()), "an attacker failed");
}
