//! Who asks too much or fails too often.

use std::time::Duration;

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

#[tokio::test]
async fn who_fails_again_and_again_is_banned_for_a_while() {
    let service = start(|config| config.ban.first = 5 * SHORT).await;
    let honest = honest(service.address);
    for _ in 0..20 {
        let reply = post(ATTACKER, service.address, "/api/v1/echo", "{").await;
        reply.is_problem(400, "body.syntax");
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

#[tokio::test]
async fn a_network_follows_its_addresses() {
    let service = start(|config| config.ban.failures = 2).await;
    let honest = honest(service.address);
    for last in 1..=3 {
        let reply = get([127, 0, 1, 9].into(), service.address, "/api/v1/ping").await;
        assert_eq!(reply.status, 200, "before {last}");
        for _ in 0..2 {
            get([127, 0, 1, last].into(), service.address, "/api/v1/none").await;
        }
    }
    let reply = get([127, 0, 1, 9].into(), service.address, "/api/v1/ping").await;
    reply.is_problem(429, "client.banned");
    honest.was_served().await;
}

#[tokio::test]
async fn kept_connections_are_banned_too() {
    let service = start(|config| config.ban.failures = 2).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let ask = b"GET /api/v1/none HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for _ in 0..2 {
        stream.write_all(ask).await.unwrap();
        read(&mut stream).await.unwrap().is_problem(404, "request.no-endpoint");
    }
    stream.write_all(ask).await.unwrap();
    read(&mut stream).await.unwrap().is_problem(429, "client.banned");
}

#[tokio::test]
async fn faults_of_puzzles_ban_nobody() {
    let service = start(|config| config.ban.failures = 2).await;
    for _ in 0..5 {
        let reply = post(HONEST, service.address, "/api/v1/typo", "{}").await;
        assert_eq!(reply.json()["code"], "sudoku.wrong-length");
    }
}

#[tokio::test]
async fn the_allowlist_is_never_banned() {
    let service = start(|config| {
        config.ban.failures = 2;
        config.allowlist.push("127.0.1.0/24".parse().unwrap());
    })
    .await;
    for _ in 0..5 {
        let reply = get(ATTACKER, service.address, "/api/v1/none").await;
        reply.is_problem(404, "request.no-endpoint");
    }
}

#[tokio::test]
async fn proxies_are_not_banned_for_their_clients() {
    let service = start(|config| {
        config.ban.failures = 2;
        config.connections.per_address = 1;
        config.connections.silence = 60 * SHORT;
        config.proxies.push("127.0.9.1/32".parse().unwrap());
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
        let reply = through("198.51.100.7", "/api/v1/none").await;
        reply.is_problem(404, "request.no-endpoint");
    }
    through("198.51.100.7", "/api/v1/ping").await.is_problem(429, "client.banned");
    assert_eq!(through("198.51.100.8", "/api/v1/ping").await.status, 200);
    // Without a word about the client the proxy itself is asking, and is not banned either.
    for _ in 0..3 {
        let reply = get(proxy, service.address, "/api/v1/none").await;
        reply.is_problem(404, "request.no-endpoint");
    }
    // The client's ban is the only one.
    assert!(service.guards.metrics().text().contains("gordian_bans_total 1\n"));
}

#[tokio::test]
async fn foreign_pages_ban_nobody() {
    let service = start(|config| config.ban.failures = 3).await;
    let image = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: image\r\n";
    let form = "Origin: http://evil.test\r\nContent-Type: text/plain\r\n";
    for _ in 0..5 {
        let reply = ask(HONEST, service.address, "GET /api/v1/none", image, "").await;
        reply.is_problem(403, "request.foreign");
        let reply = ask(HONEST, service.address, "POST /api/v1/echo", form, "{}").await;
        reply.is_problem(403, "request.foreign");
    }
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
    // A link leads here.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Dest: document\r\n";
    assert_eq!(ask(HONEST, service.address, "GET /api/v1/ping", link, "").await.status, 200);
    // The service's own page has no such excuse.
    let own = "Origin: http://localhost\r\nContent-Type: text/plain\r\n";
    for _ in 0..3 {
        let reply = ask(ATTACKER, service.address, "POST /api/v1/echo", own, "{}").await;
        reply.is_problem(415, "body.type");
    }
    get(ATTACKER, service.address, "/api/v1/ping").await.is_problem(429, "client.banned");
}

#[tokio::test]
async fn clients_whose_address_cannot_be_read_are_not_their_proxy() {
    let service = start(|config| {
        config.ban.failures = 3;
        config.proxies.push("127.0.9.1/32".parse().unwrap());
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
    for _ in 0..2 {
        let reply = through(b"\xff, 8.8.8.8", "/api/v1/none").await;
        reply.is_problem(404, "request.no-endpoint");
    }
    let reply = through(b"\xff, 8.8.8.8", "/api/v1/ping").await;
    reply.is_problem(429, "client.banned");
    assert_eq!(get(proxy, service.address, "/metrics").await.status, 200);
}
