//! Clients behind one address with their own cookies, and errors shown in browsers.

use crate::service::{ATTACKER, HONEST, get, post, send_request, start};

#[tokio::test]
async fn clients_behind_one_address_have_their_own_quota() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 5;
    })
    .await;
    let ping = async |lines: &str| {
        send_request(HONEST, service.address, "GET /api/v1/ping", lines, "").await
    };
    let [first, second] = [ping("").await, ping("").await].map(|reply| reply.cookie().unwrap());
    assert_ne!(first, second);
    for _ in 0..5 {
        let reply = ping(&first).await;
        assert_eq!((reply.status, reply.cookie()), (200, None));
    }
    ping(&first).await.assert_problem(429, "quota.requests");
    assert_eq!(ping(&second).await.status, 200);
    // Clients without a cookie, or with a forged one, share a quota.
    let forged = first.replace("gordian_client=", "gordian_client=A");
    let mut statuses = Vec::new();
    for _ in 0..4 {
        statuses.extend([ping("").await.status, ping(&forged).await.status]);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn addresses_have_a_quota() {
    let service = start(|config| {
        config.quota.address_rate = 1;
        config.quota.address_burst = 20;
    })
    .await;
    let mut statuses = Vec::new();
    for _ in 0..30 {
        let cookie =
            get(HONEST, service.address, "/api/v1/ping").await.cookie().unwrap_or_default();
        let reply = send_request(HONEST, service.address, "GET /api/v1/ping", &cookie, "").await;
        statuses.push(reply.status);
    }
    assert!(statuses[..8].iter().all(|&status| status == 200), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(get(ATTACKER, service.address, "/api/v1/ping").await.status, 200);
}

#[tokio::test]
async fn cookies_are_set_by_pages_and_the_api() {
    let service = start(|_| {}).await;
    let cookie = async |line: &str, lines: &str| {
        send_request(HONEST, service.address, line, lines, "").await.cookie().is_some()
    };
    let html = "Accept: text/html\r\n";
    assert!(cookie("GET /api/v1/ping", "").await && cookie("GET /big", html).await);
    let reply = send_request(HONEST, service.address, "GET /big", html, "").await;
    assert_eq!(reply.header("cache-control"), Some("private, no-cache"));
    // Files, which shared caches may store, probes, and rejected requests set no cookie.
    assert!(!cookie("GET /big", "").await && !cookie("GET /healthz", html).await);
    assert!(!cookie("GET /api/v1/ping", "Sec-Fetch-Site: cross-site\r\n").await);
}

#[tokio::test]
async fn browsers_get_an_html_error_page() {
    let service = start(|config| {
        config.quota.rate = 1;
        config.quota.burst = 1;
    })
    .await;
    let html = "Accept: text/html,*/*;q=0.8\r\n";
    let page = async |line: &str| send_request(ATTACKER, service.address, line, html, "").await;
    page("GET /api/v1/ping").await;
    for (line, status, text) in
        [("GET /none", 404, "Not Found"), ("GET /api/v1/ping", 429, "reloads in 1 s")]
    {
        let reply = page(line).await;
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{reply:?}");
        assert!(
            reply.body.starts_with("<!doctype html>") && reply.body.contains(text),
            "{reply:?}"
        );
    }
    get(ATTACKER, service.address, "/api/v1/ping").await.assert_problem(429, "quota.requests");
}

#[tokio::test]
async fn total_body_memory_is_limited() {
    let service = start(|config| config.body.max_total_bytes = 1000).await;
    let body = format!("\"{}\"", "x".repeat(2000));
    let reply = post(HONEST, service.address, "/api/v1/length", &body).await;
    reply.assert_problem(503, "server.busy");
    let reply = post(HONEST, service.address, "/api/v1/length", "\"short\"").await;
    assert_eq!(reply.body, "7");
}
