//! Who asks too much or fails too often.

use std::time::Duration;

use gordian_server::guard::Token;
use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::service::{ATTACKER, HONEST, SHORT, ask, connect, get, honest, post, read, send, start};

#[tokio::test]
async fn floods_are_told_when_to_come_back() {
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
    reply.is_problem(429, "quota.requests");
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(get(ATTACKER, service.address, "/api/v1/ping").await.status, 200);
}

/// A request that no ordinary client sends.
const TRICK: &str = "/api//v1";

#[tokio::test]
async fn malformed_requests_ban_for_a_while() {
    for request in [&b"what?\r\n\r\n"[..], b"GET /../a HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
        let service = start(|config| config.ban.duration = 5 * SHORT).await;
        let honest = honest(service.address);
        for _ in 0..20 {
            let reply = send(ATTACKER, service.address, request).await.unwrap();
            assert_eq!(reply.status, 400, "{reply:?}");
        }
        let reply = get(ATTACKER, service.address, "/api/v1/ping").await;
        reply.is_problem(429, "client.banned");
        assert!(reply.header("retry-after").is_some());
        // The neighbour is not held responsible.
        let neighbour = [127, 0, 1, 2].into();
        assert_eq!(get(neighbour, service.address, "/api/v1/ping").await.status, 200);
        while get(ATTACKER, service.address, "/api/v1/ping").await.status != 200 {
            sleep(SHORT / 4).await;
        }
        assert!(service.guards.metrics().text().contains("gordian_bans_total 1"));
        honest.was_served().await;
    }
}

#[tokio::test]
async fn bans_last_a_minute_and_never_cover_a_network() {
    let service = start(|config| config.ban.max_failures = 2).await;
    let honest = honest(service.address);
    for last in 1..=20 {
        for _ in 0..2 {
            get([127, 0, 1, last].into(), service.address, TRICK).await;
        }
        let reply = get([127, 0, 1, last].into(), service.address, "/api/v1/ping").await;
        reply.is_problem(429, "client.banned");
        let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
        assert!((50..=60).contains(&wait), "{wait}");
    }
    let reply = get([127, 0, 1, 99].into(), service.address, "/api/v1/ping").await;
    assert_eq!(reply.status, 200);
    honest.was_served().await;
}

#[tokio::test]
async fn kept_connections_are_banned_too() {
    let service = start(|config| config.ban.max_failures = 2).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let ask = format!("GET {TRICK} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for _ in 0..2 {
        stream.write_all(ask.as_bytes()).await.unwrap();
        read(&mut stream).await.unwrap().is_problem(400, "request.target");
    }
    stream.write_all(ask.as_bytes()).await.unwrap();
    read(&mut stream).await.unwrap().is_problem(429, "client.banned");
}

#[tokio::test]
async fn guessed_tokens_ban_and_missing_ones_do_not() {
    let service = start(|config| {
        config.ban.max_failures = 3;
        config.token = Some(Token::new("secret"));
    })
    .await;
    for _ in 0..5 {
        let reply = post(HONEST, service.address, "/api/v1/jobs", "{}").await;
        reply.is_problem(401, "token.missing");
    }
    let guess = "Authorization: Bearer guess\r\n";
    for _ in 0..3 {
        let reply = ask(ATTACKER, service.address, "POST /api/v1/jobs", guess, "").await;
        reply.is_problem(401, "token.wrong");
    }
    get(ATTACKER, service.address, "/api/v1/ping").await.is_problem(429, "client.banned");
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
}

/// Quotas, broken bodies, missing pages, slow networks, HTTPS that browsers try by themselves.
#[tokio::test]
async fn what_ordinary_clients_do_bans_nobody() {
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
        post(HONEST, address, "/api/v1/echo", "{").await.is_problem(400, "body.syntax");
        post(HONEST, address, "/api/v1/echo", &long).await.is_problem(413, "body.too-large");
        ask(HONEST, address, "POST /api/v1/echo", "", "{}").await.is_problem(415, "body.type");
        get(HONEST, address, "/api/v1/none").await.is_problem(404, "request.no-endpoint");
        get(HONEST, address, "/none").await.is_problem(404, "request.not-found");
        let reply = ask(HONEST, address, "DELETE /api/v1/ping", "", "").await;
        reply.is_problem(405, "request.method");
        let reply = ask(HONEST, address, "GET /api/v1/ping", "Host: other.test\r\n", "").await;
        reply.is_problem(421, "request.host");
        let reply = get(HONEST, address, &format!("/api/v1/ping?{long}")).await;
        reply.is_problem(414, "request.target-too-long");
        let cookies = format!("Cookie: {long}{long}\r\n");
        let reply = ask(HONEST, address, "GET /api/v1/ping", &cookies, "").await;
        reply.is_problem(431, "request.head-too-long");
        let reply = send(HONEST, address, b"\x16\x03\x01\x02\x00\x01\x00").await.unwrap();
        reply.is_problem(400, "request.tls");
        let reply = send(HONEST, address, b"GET / HTTP/2.0\r\n\r\n").await.unwrap();
        reply.is_problem(505, "request.version");
        send(HONEST, address, b"GET / HT").await.unwrap().is_problem(408, "request.head-too-slow");
        ask(HONEST, address, "POST /api/v1/panic", json, "{}").await;
    }
    let mut refused = 0;
    for _ in 0..60 {
        refused += usize::from(get(HONEST, address, "/api/v1/ping").await.status == 429);
    }
    assert!(refused > 10, "{refused}");
    let reply = get(HONEST, address, "/big").await;
    assert_eq!(reply.status, 200, "files of the page have no quota");
    assert!(service.guards.metrics().text().contains("gordian_bans_total 0"));
}

#[tokio::test]
async fn faults_of_puzzles_ban_nobody() {
    let service = start(|config| config.ban.max_failures = 2).await;
    for _ in 0..5 {
        let reply = post(HONEST, service.address, "/api/v1/typo", "{}").await;
        assert_eq!(reply.json()["code"], "sudoku.wrong-length");
    }
}

#[tokio::test]
async fn the_allowlist_is_never_banned() {
    let service = start(|config| {
        config.ban.max_failures = 2;
        config.ban_allowlist.push("127.0.1.0/24".parse().unwrap());
    })
    .await;
    for _ in 0..5 {
        let reply = get(ATTACKER, service.address, TRICK).await;
        reply.is_problem(400, "request.target");
    }
}

#[tokio::test]
async fn proxies_are_not_banned_for_their_clients() {
    let service = start(|config| {
        config.ban.max_failures = 2;
        config.connections.max_per_address = 1;
        config.connections.first_byte_timeout = 60 * SHORT;
        config.trusted_proxies.push("127.0.9.1/32".parse().unwrap());
    })
    .await;
    let proxy = [127, 0, 9, 1].into();
    // Proxies keep connections open, more than others may.
    let _held = connect(proxy, service.address).await.unwrap();
    let through = async |client: &str, path: &str| {
        let lines = format!("X-Forwarded-For: {client}\r\n");
        ask(proxy, service.address, &format!("GET {path}"), &lines, "").await
    };
    for _ in 0..2 {
        through("198.51.100.7", TRICK).await.is_problem(400, "request.target");
    }
    through("198.51.100.7", "/api/v1/ping").await.is_problem(429, "client.banned");
    assert_eq!(through("198.51.100.8", "/api/v1/ping").await.status, 200);
    // Without a word about the client the proxy itself is asking, and is not banned either.
    for _ in 0..3 {
        get(proxy, service.address, TRICK).await.is_problem(400, "request.target");
    }
    // The client's ban is the only one.
    assert!(service.guards.metrics().text().contains("gordian_bans_total 1\n"));
}

#[tokio::test]
async fn foreign_pages_ban_nobody() {
    let service = start(|config| config.ban.max_failures = 3).await;
    let image = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n";
    let form = "Origin: http://evil.test\r\nContent-Type: text/plain\r\n";
    for _ in 0..20 {
        for path in [TRICK, "/api/v1/none", "/%2e%2e/a"] {
            let reply = ask(HONEST, service.address, &format!("GET {path}"), image, "").await;
            reply.is_problem(403, "request.foreign");
        }
        let reply = ask(HONEST, service.address, "POST /api/v1/echo", form, "{}").await;
        reply.is_problem(403, "request.foreign");
        // Over plain HTTP browsers do not say on whose behalf they ask.
        let image = "Accept: image/*\r\nAccept-Language: en\r\n";
        let reply = ask(HONEST, service.address, &format!("GET {TRICK}"), image, "").await;
        reply.is_problem(400, "request.target");
    }
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
    // A link leads here.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(ask(HONEST, service.address, "GET /api/v1/ping", link, "").await.status, 200);
    // The service's own page has no such excuse.
    let own = "Sec-Fetch-Site: same-origin\r\n";
    for _ in 0..3 {
        let reply = ask(ATTACKER, service.address, &format!("GET {TRICK}"), own, "").await;
        reply.is_problem(400, "request.target");
    }
    get(ATTACKER, service.address, "/api/v1/ping").await.is_problem(429, "client.banned");
}

#[tokio::test]
async fn clients_whose_address_cannot_be_read_are_not_their_proxy() {
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
        through(line, "/metrics").await.is_problem(400, "request.forwarded");
    }
    // What the client wrote before the proxy's word hides nothing.
    through(b"\xff, 8.8.8.8", "/metrics").await.is_problem(403, "client.forbidden");
    for _ in 0..3 {
        through(b"\xff, 8.8.8.8", TRICK).await.is_problem(400, "request.target");
    }
    let reply = through(b"\xff, 8.8.8.8", "/api/v1/ping").await;
    reply.is_problem(429, "client.banned");
    assert_eq!(get(proxy, service.address, "/metrics").await.status, 200);
}
