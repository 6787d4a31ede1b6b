//! Request targets, hosts, tokens and headers.

use crate::service::{ATTACKER, HONEST, get, send_request, start, start_steady_client};
use gordian_server::guard::Token;

#[tokio::test]
async fn targets_are_never_paths() {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    let check = async |target: &str, status, code: &str| {
        get(ATTACKER, service.address, target).await.assert_problem(status, code);
    };
    for target in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5cetc",
        "/page%00.html",
        "//etc/passwd",
        "/a//b",
        "/%",
        "/%c0%ae%c0%ae/etc/passwd",
        "http://localhost/etc/passwd",
        "*",
    ] {
        check(target, 404, "request.not-found").await;
    }
    check("http://evil.test/", 421, "request.host").await;
    for target in ["/etc/passwd", "/.git/config", "/%252e%252e/a", "/file:", "/~root"] {
        check(target, 404, "request.not-found").await;
    }
    for target in ["/api/v1/none", "/api/..%2f..%2fetc/passwd", "/api//v1/ping", "/api/v1/./ping"] {
        check(target, 404, "request.no-endpoint").await;
    }
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn allow_lists_the_methods() {
    let service = start(|_| {}).await;
    let reply = send_request(ATTACKER, service.address, "DELETE /api/v1/ping", "", "").await;
    reply.assert_problem(405, "request.method");
    assert_eq!(reply.header("allow"), Some("GET,HEAD"));
    for method in ["TRACE", "BREW"] {
        let line = format!("{method} /api/v1/ping");
        send_request(ATTACKER, service.address, &line, "", "")
            .await
            .assert_problem(405, "request.method");
    }
}

#[tokio::test]
async fn unknown_hosts_are_rejected() {
    let service = start(|config| config.hosts.push("gordian.test".to_owned())).await;
    for host in ["localhost", "127.0.0.1:5", "[::1]", "gordian.test"] {
        let lines = format!("Host: {host}\r\n");
        let reply = send_request(HONEST, service.address, "GET /api/v1/ping", &lines, "").await;
        assert_eq!(reply.status, 200, "{host}");
    }
    for host in ["evil.test", "127.0.0.1.evil.test", "localhost:evil.test", "localhost..", ""] {
        let lines = format!("Host: {host}\r\n");
        let reply = send_request(HONEST, service.address, "GET /api/v1/ping", &lines, "").await;
        reply.assert_problem(421, "request.host");
    }
}

#[tokio::test]
async fn forwarded_addresses_need_a_trusted_proxy() {
    let service =
        start(|config| config.trusted_proxies.push("127.0.9.0/24".parse().unwrap())).await;
    let forged = "X-Forwarded-For: 198.51.100.7\r\nForwarded: for=198.51.100.8\r\n\
        X-Request-Id: chosen\r\n";
    let client = async |from: [u8; 4]| {
        send_request(from.into(), service.address, "GET /api/v1/client", forged, "").await
    };
    let reply = client(ATTACKER.octets()).await;
    assert_eq!(reply.body, ATTACKER.to_string());
    assert_ne!(reply.header("x-request-id"), Some("chosen"));
    let reply = client([127, 0, 9, 1]).await;
    assert_eq!(reply.body, "198.51.100.7");
    // Proxies pass it on as the client sent it.
    assert_ne!(reply.header("x-request-id"), Some("chosen"));
}

#[tokio::test]
async fn writing_needs_the_token() {
    let service = start(|config| config.token = Some(Token::new("secret"))).await;
    let write = async |lines: &str| {
        send_request(HONEST, service.address, "POST /api/v1/jobs", lines, "").await
    };
    assert_eq!(get(HONEST, service.address, "/api/v1/jobs").await.body, "jobs");
    let reply = write("").await;
    reply.assert_problem(401, "token.missing");
    assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
    write("Authorization: Bearer secrets\r\n").await.assert_problem(401, "token.wrong");
    assert_eq!(write("Authorization: Bearer secret\r\n").await.body, "made");
    let open = start(|_| {}).await;
    let reply = send_request(HONEST, open.address, "POST /api/v1/jobs", "", "").await;
    assert_eq!(reply.body, "made");
}

#[tokio::test]
async fn responses_have_security_headers() {
    let service = start(|_| {}).await;
    for (path, status) in
        [("/api/v1/ping", 200), ("/nothing", 404), ("/api/v1/panic", 500), ("/healthz", 200)]
    {
        let reply = get(HONEST, service.address, path).await;
        assert_eq!(reply.status, status, "{reply:?}");
        assert!(reply.header("content-security-policy").unwrap().contains("default-src 'none'"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(reply.header("cross-origin-resource-policy"), Some("same-origin"));
        assert!(reply.header("permissions-policy").is_some());
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert_eq!(reply.header("access-control-allow-origin"), None);
        assert_eq!(reply.header("x-request-id").unwrap().len(), 32);
    }
}

#[tokio::test]
async fn only_the_embedded_page_may_be_framed() {
    let service = start(|_| {}).await;
    for (path, may_be_framed) in [
        ("/?embed", true),
        ("/", false),
        ("/?embed=1", false),
        ("/?embed&other", false),
        ("/index.html?embed", false),
        ("/api/v1/ping?embed", false),
    ] {
        let reply = get(HONEST, service.address, path).await;
        let policy = reply.header("content-security-policy").unwrap();
        let (ancestors, resource) = if may_be_framed {
            ("frame-ancestors *", "cross-origin")
        } else {
            ("frame-ancestors 'none'", "same-origin")
        };
        assert!(policy.ends_with(ancestors), "{path}: {policy}");
        assert!(policy.contains("default-src 'none'; script-src 'self';"), "{path}: {policy}");
        assert_eq!(reply.header("cross-origin-resource-policy"), Some(resource), "{path}");
    }
}

#[tokio::test]
async fn handler_errors_become_problems() {
    let service = start(|config| {
        config.connections.response_timeout = crate::service::SHORT;
    })
    .await;
    let check = async |path: &str, status, code: &str| {
        let reply = get(HONEST, service.address, path).await;
        reply.assert_problem(status, code);
        assert!(!reply.body.contains("secret"), "{reply:?}");
    };
    check("/api/v1/panic", 500, "internal.panic").await;
    check("/api/v1/bare", 502, "internal.failed").await;
    check("/api/v1/slow", 503, "server.too-slow").await;
}

#[tokio::test]
async fn probes_respond() {
    let service =
        start(|config| config.trusted_proxies.push("127.0.9.0/24".parse().unwrap())).await;
    assert_eq!(get(HONEST, service.address, "/healthz").await.json()["healthy"], true);
    assert_eq!(get(HONEST, service.address, "/readyz").await.json()["ready"], true);
    let ready = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let condition = std::sync::Arc::clone(&ready);
    service.guards.add_readiness_check("tables", move || {
        let is_ready = condition.load(std::sync::atomic::Ordering::SeqCst);
        is_ready.then_some(()).ok_or_else(|| "are being built".to_owned())
    });
    let reply = get(HONEST, service.address, "/readyz").await;
    reply.assert_problem(503, "server.not-ready");
    assert!(reply.body.contains("tables are being built"));
    ready.store(true, std::sync::atomic::Ordering::SeqCst);
    let reply = get(HONEST, service.address, "/readyz").await;
    assert_eq!(reply.json()["checks"]["tables"], true);
    let text = get(HONEST, service.address, "/metrics").await.body;
    let line = "gordian_requests_total{method=\"GET\",route=\"/healthz\",status=\"2xx\"} 1";
    assert!(text.contains(line), "{text}");
    // Clients behind a proxy have no access to the metrics.
    let forwarded = "X-Forwarded-For: 198.51.100.7\r\n";
    let proxy = [127, 0, 9, 1].into();
    let reply = send_request(proxy, service.address, "GET /metrics", forwarded, "").await;
    reply.assert_problem(403, "client.forbidden");
}
