//! Rate limits, and floods of requests that no ordinary client sends.

use std::time::Duration;

use gordian_server::guard::Token;
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::service::{
    ATTACKER, HONEST, SHORT, connect, get, post, read, send, send_request, start,
    start_steady_client,
};

#[tokio::test]
async fn rate_limited_clients_get_retry_after() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 5;
    })
    .await;
    for _ in 0..5 {
        assert_eq!(get(ATTACKER, service.address, "/api/v1/ping").await.status, 200);
    }
    let reply = loop {
        let reply = get(ATTACKER, service.address, "/api/v1/ping").await;
        if reply.status != 200 {
            break reply;
        }
    };
    reply.assert_problem(429, "quota.requests");
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(get(ATTACKER, service.address, "/api/v1/ping").await.status, 200);
}

/// A path that no ordinary client requests.
const AMBIGUOUS_PATH: &str = "/api//v1";

/// Such requests cost no more than others: in the API they count for the quota like all requests,
/// and elsewhere they are answered like page files.
#[tokio::test]
async fn malformed_requests_delay_no_other_client() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 60;
    })
    .await;
    let honest = start_steady_client(service.address);
    for request in [&b"what?\r\n\r\n"[..], b"GET / HTTP/1.1\r\nHost: localhost\r\nX : a\r\n\r\n"] {
        for _ in 0..50 {
            let reply = send(ATTACKER, service.address, request).await.unwrap();
            assert_eq!(reply.status, 400, "{reply:?}");
        }
    }
    // The client is not locked out.
    assert_eq!(get(ATTACKER, service.address, "/api/v1/ping").await.status, 200);
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let request = format!("GET {AMBIGUOUS_PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let mut statuses = Vec::new();
    for _ in 0..100 {
        stream.write_all(request.as_bytes()).await.unwrap();
        statuses.push(read(&mut stream).await.unwrap().status);
    }
    assert!(statuses[..50].iter().all(|&status| status == 404), "{statuses:?}");
    assert!(statuses.iter().filter(|&&status| status == 429).count() > 20, "{statuses:?}");
    honest.assert_all_answered().await;
}

/// A guess is a request like others. Collected cookies gain no more than the quota of the address.
#[tokio::test]
async fn guessed_tokens_count_for_the_quota() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 10;
        config.quota.address_rate = 1;
        config.quota.address_burst = 20;
        config.token = Some(Token::new("secret"));
    })
    .await;
    let reply = post(HONEST, service.address, "/api/v1/jobs", "{}").await;
    reply.assert_problem(401, "token.missing");
    let html = "Accept: text/html\r\n";
    let mut statuses = Vec::new();
    for _ in 0..10 {
        let page = send_request(ATTACKER, service.address, "GET /big", html, "").await;
        let lines = format!("Authorization: Bearer guess\r\n{}", page.cookie().unwrap());
        for _ in 0..5 {
            let reply =
                send_request(ATTACKER, service.address, "POST /api/v1/jobs", &lines, "").await;
            statuses.push(reply.status);
        }
    }
    let n_wrong = statuses.iter().filter(|&&status| status == 401).count();
    assert!((10..40).contains(&n_wrong), "{statuses:?}");
    assert!(statuses.iter().all(|status| [401, 429].contains(status)), "{statuses:?}");
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
}

/// Quotas, broken bodies, unknown paths, slow networks, and TLS attempts of browsers.
#[tokio::test]
async fn errors_lock_no_client_out() {
    let service = start(|config| {
        config.body.max_bytes = 100;
        config.quota.rate = 1;
        config.quota.burst = 60;
    })
    .await;
    let address = service.address;
    let long = "x".repeat(9000);
    let json = "Content-Type: application/json\r\n";
    for _ in 0..4 {
        post(HONEST, address, "/api/v1/echo", "{").await.assert_problem(400, "body.syntax");
        post(HONEST, address, "/api/v1/echo", &long).await.assert_problem(413, "body.too-large");
        send_request(HONEST, address, "POST /api/v1/echo", "", "{}")
            .await
            .assert_problem(415, "body.type");
        let reply = post(HONEST, address, "/api/v1/typo", "{}").await;
        assert_eq!(reply.json()["code"], "sudoku.wrong-length");
        get(HONEST, address, "/api/v1/none").await.assert_problem(404, "request.no-endpoint");
        get(HONEST, address, "/none").await.assert_problem(404, "request.not-found");
        let reply = send_request(HONEST, address, "DELETE /api/v1/ping", "", "").await;
        reply.assert_problem(405, "request.method");
        let reply =
            send_request(HONEST, address, "GET /api/v1/ping", "Host: other.test\r\n", "").await;
        reply.assert_problem(421, "request.host");
        // A long link.
        assert_eq!(get(HONEST, address, &format!("/api/v1/ping?{long}")).await.status, 200);
        let cookies = format!("Cookie: {long}{long}\r\n");
        let reply = send_request(HONEST, address, "GET /api/v1/ping", &cookies, "").await;
        assert_eq!(reply.status, 431, "{reply:?}");
        send_request(HONEST, address, "POST /api/v1/panic", json, "{}").await;
    }
    let mut rejected = 0;
    for _ in 0..60 {
        rejected += usize::from(get(HONEST, address, "/api/v1/ping").await.status == 429);
    }
    assert!(rejected > 10, "{rejected}");
    let reply = get(HONEST, address, "/big").await;
    assert_eq!(reply.status, 200, "page files have no quota");
}

#[tokio::test]
async fn clients_behind_a_proxy_have_their_own_quota() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 2;
        config.connections.max_per_address = 1;
        config.connections.head_timeout = 60 * SHORT;
        config.trusted_proxies.push("127.0.9.1/32".parse().unwrap());
    })
    .await;
    let proxy = [127, 0, 9, 1].into();
    // Proxies keep connections open, and may have more than other peers.
    let _held = connect(proxy, service.address).await.unwrap();
    let through = async |client: &str, path: &str| {
        let lines = format!("X-Forwarded-For: {client}\r\n");
        send_request(proxy, service.address, &format!("GET {path}"), &lines, "").await
    };
    while through("198.51.100.7", "/api/v1/ping").await.status == 200 {}
    through("198.51.100.7", "/api/v1/ping").await.assert_problem(429, "quota.requests");
    assert_eq!(through("198.51.100.8", "/api/v1/ping").await.status, 200);
}

#[tokio::test]
async fn cross_origin_requests_do_not_use_the_quota() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 10;
    })
    .await;
    let image = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n";
    let form = "Origin: http://evil.test\r\nContent-Type: text/plain\r\n";
    for _ in 0..20 {
        for path in [AMBIGUOUS_PATH, "/api/v1/none", "/%2e%2e/a"] {
            let reply =
                send_request(HONEST, service.address, &format!("GET {path}"), image, "").await;
            reply.assert_problem(403, "request.foreign");
        }
        let reply = send_request(HONEST, service.address, "POST /api/v1/echo", form, "{}").await;
        reply.assert_problem(403, "request.foreign");
    }
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
    // A link from another page.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(
        send_request(HONEST, service.address, "GET /api/v1/ping", link, "").await.status,
        200
    );
}

#[tokio::test]
async fn unreadable_forwarded_address_is_rejected() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 3;
        config.trusted_proxies.push("127.0.9.1/32".parse().unwrap());
    })
    .await;
    let proxy = [127, 0, 9, 1].into();
    let through = async |line: &[u8], path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ");
        let request = [head.as_bytes(), line, b"\r\n\r\n"].concat();
        send(proxy, service.address, &request).await.unwrap()
    };
    for line in [&b"\xff"[..], b"8.8.8.8, \xff", b"unknown", b"", b"8.8.8.8,"] {
        through(line, "/metrics").await.assert_problem(400, "request.forwarded");
    }
    // Elements that the client wrote before the proxy's element have no effect.
    through(b"\xff, 8.8.8.8", "/metrics").await.assert_problem(403, "client.forbidden");
    while through(b"\xff, 8.8.8.8", "/api/v1/ping").await.status == 200 {}
    let reply = through(b"8.8.8.8", "/api/v1/ping").await;
    reply.assert_problem(429, "quota.requests");
    assert_eq!(get(proxy, service.address, "/metrics").await.status, 200);
}
