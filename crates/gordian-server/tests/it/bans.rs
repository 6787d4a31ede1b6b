//! Rate limits and bans.

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

/// A request that no ordinary client sends.
const AMBIGUOUS_PATH: &str = "/api//v1";

#[tokio::test]
async fn malformed_requests_lead_to_a_ban() {
    for request in [&b"what?\r\n\r\n"[..], b"GET /../a HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
        let service = start(|config| config.ban.duration = 5 * SHORT).await;
        let honest = start_steady_client(service.address);
        for _ in 0..20 {
            let reply = send(ATTACKER, service.address, request).await.unwrap();
            assert_eq!(reply.status, 400, "{reply:?}");
        }
        let reply = get(ATTACKER, service.address, "/api/v1/ping").await;
        reply.assert_problem(429, "client.banned");
        assert!(reply.header("retry-after").is_some());
        // A neighbouring address is not banned.
        let neighbour = [127, 0, 1, 2].into();
        assert_eq!(get(neighbour, service.address, "/api/v1/ping").await.status, 200);
        while get(ATTACKER, service.address, "/api/v1/ping").await.status != 200 {
            sleep(SHORT / 4).await;
        }
        assert!(service.guards.metrics().text().contains("gordian_bans_total 1"));
        honest.assert_all_answered().await;
    }
}

#[tokio::test]
async fn bans_last_a_minute_and_cover_one_address() {
    let service = start(|config| config.ban.max_failures = 2).await;
    let honest = start_steady_client(service.address);
    for last in 1..=20 {
        for _ in 0..2 {
            get([127, 0, 1, last].into(), service.address, AMBIGUOUS_PATH).await;
        }
        let reply = get([127, 0, 1, last].into(), service.address, "/api/v1/ping").await;
        reply.assert_problem(429, "client.banned");
        let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
        assert!((50..=60).contains(&wait), "{wait}");
    }
    let reply = get([127, 0, 1, 99].into(), service.address, "/api/v1/ping").await;
    assert_eq!(reply.status, 200);
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn open_connections_are_banned_too() {
    let service = start(|config| config.ban.max_failures = 2).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let request = format!("GET {AMBIGUOUS_PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for _ in 0..2 {
        stream.write_all(request.as_bytes()).await.unwrap();
        read(&mut stream).await.unwrap().assert_problem(400, "request.target");
    }
    stream.write_all(request.as_bytes()).await.unwrap();
    read(&mut stream).await.unwrap().assert_problem(429, "client.banned");
}

#[tokio::test]
async fn wrong_tokens_lead_to_a_ban() {
    let service = start(|config| {
        config.ban.max_failures = 3;
        config.token = Some(Token::new("secret"));
    })
    .await;
    for _ in 0..5 {
        let reply = post(HONEST, service.address, "/api/v1/jobs", "{}").await;
        reply.assert_problem(401, "token.missing");
    }
    let guess = "Authorization: Bearer guess\r\n";
    for _ in 0..3 {
        let reply = send_request(ATTACKER, service.address, "POST /api/v1/jobs", guess, "").await;
        reply.assert_problem(401, "token.wrong");
    }
    get(ATTACKER, service.address, "/api/v1/ping").await.assert_problem(429, "client.banned");
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
}

/// Quotas, broken bodies, unknown paths, slow networks, and TLS attempts of browsers.
#[tokio::test]
async fn ordinary_errors_do_not_ban() {
    let service = start(|config| {
        config.ban.max_failures = 2;
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
        get(HONEST, address, "/api/v1/none").await.assert_problem(404, "request.no-endpoint");
        get(HONEST, address, "/none").await.assert_problem(404, "request.not-found");
        let reply = send_request(HONEST, address, "DELETE /api/v1/ping", "", "").await;
        reply.assert_problem(405, "request.method");
        let reply =
            send_request(HONEST, address, "GET /api/v1/ping", "Host: other.test\r\n", "").await;
        reply.assert_problem(421, "request.host");
        let reply = get(HONEST, address, &format!("/api/v1/ping?{long}")).await;
        reply.assert_problem(414, "request.target-too-long");
        let cookies = format!("Cookie: {long}{long}\r\n");
        let reply = send_request(HONEST, address, "GET /api/v1/ping", &cookies, "").await;
        reply.assert_problem(431, "request.head-too-long");
        let reply = send(HONEST, address, b"\x16\x03\x01\x02\x00\x01\x00").await.unwrap();
        reply.assert_problem(400, "request.tls");
        let reply = send(HONEST, address, b"GET / HTTP/2.0\r\n\r\n").await.unwrap();
        reply.assert_problem(505, "request.version");
        send(HONEST, address, b"GET / HT")
            .await
            .unwrap()
            .assert_problem(408, "request.head-too-slow");
        send_request(HONEST, address, "POST /api/v1/panic", json, "{}").await;
    }
    let mut rejected = 0;
    for _ in 0..60 {
        rejected += usize::from(get(HONEST, address, "/api/v1/ping").await.status == 429);
    }
    assert!(rejected > 10, "{rejected}");
    let reply = get(HONEST, address, "/big").await;
    assert_eq!(reply.status, 200, "page files have no quota");
    assert!(service.guards.metrics().text().contains("gordian_bans_total 0"));
}

#[tokio::test]
async fn puzzle_errors_do_not_ban() {
    let service = start(|config| config.ban.max_failures = 2).await;
    for _ in 0..5 {
        let reply = post(HONEST, service.address, "/api/v1/typo", "{}").await;
        assert_eq!(reply.json()["code"], "sudoku.wrong-length");
    }
}

#[tokio::test]
async fn allowlisted_clients_are_never_banned() {
    let service = start(|config| {
        config.ban.max_failures = 2;
        config.ban_allowlist.push("127.0.1.0/24".parse().unwrap());
    })
    .await;
    for _ in 0..5 {
        let reply = get(ATTACKER, service.address, AMBIGUOUS_PATH).await;
        reply.assert_problem(400, "request.target");
    }
}

#[tokio::test]
async fn proxies_are_never_banned() {
    let service = start(|config| {
        config.ban.max_failures = 2;
        config.connections.max_per_address = 1;
        config.connections.first_byte_timeout = 60 * SHORT;
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
    for _ in 0..2 {
        through("198.51.100.7", AMBIGUOUS_PATH).await.assert_problem(400, "request.target");
    }
    through("198.51.100.7", "/api/v1/ping").await.assert_problem(429, "client.banned");
    assert_eq!(through("198.51.100.8", "/api/v1/ping").await.status, 200);
    // Without a forwarded address, the proxy itself is the client, and is not banned either.
    for _ in 0..3 {
        get(proxy, service.address, AMBIGUOUS_PATH).await.assert_problem(400, "request.target");
    }
    // Only the client is banned.
    assert!(service.guards.metrics().text().contains("gordian_bans_total 1\n"));
}

#[tokio::test]
async fn cross_origin_requests_do_not_ban() {
    let service = start(|config| config.ban.max_failures = 3).await;
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
        // Over plain HTTP, browsers do not report the origin of a request.
        let image = "Accept: image/*\r\nAccept-Language: en\r\n";
        let reply =
            send_request(HONEST, service.address, &format!("GET {AMBIGUOUS_PATH}"), image, "")
                .await;
        reply.assert_problem(400, "request.target");
    }
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
    // A link from another page.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(
        send_request(HONEST, service.address, "GET /api/v1/ping", link, "").await.status,
        200
    );
    // Requests of the service's own page do count.
    let own = "Sec-Fetch-Site: same-origin\r\n";
    for _ in 0..3 {
        let reply =
            send_request(ATTACKER, service.address, &format!("GET {AMBIGUOUS_PATH}"), own, "")
                .await;
        reply.assert_problem(400, "request.target");
    }
    get(ATTACKER, service.address, "/api/v1/ping").await.assert_problem(429, "client.banned");
}

#[tokio::test]
async fn unreadable_forwarded_address_is_rejected() {
    let service = start(|config| {
        config.ban.max_failures = 3;
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
    for _ in 0..3 {
        through(b"\xff, 8.8.8.8", AMBIGUOUS_PATH).await.assert_problem(400, "request.target");
    }
    let reply = through(b"\xff, 8.8.8.8", "/api/v1/ping").await;
    reply.assert_problem(429, "client.banned");
    assert_eq!(get(proxy, service.address, "/metrics").await.status, 200);
}
