//! Bodies that are long, slow, compressed, or not JSON.

use tokio::io::AsyncWriteExt;
use tokio::time::sleep;

use crate::service::{
    ATTACKER, SHORT, connect, discard_rest, post, read, send, send_request, start,
    start_steady_client,
};

fn head(path: &str, lines: &str) -> Vec<u8> {
    let host = "Host: localhost\r\nContent-Type: application/json";
    format!("POST {path} HTTP/1.1\r\n{host}\r\n{lines}\r\n\r\n").into_bytes()
}

#[tokio::test]
async fn long_bodies_are_rejected() {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    let long = vec![b' '; 10 << 20];
    // With a length: rejected before any of it is read.
    for path in ["/api/v1/echo", "/api/v1/length"] {
        let request = [head(path, "Content-Length: 10485760"), long.clone()].concat();
        let reply = send(ATTACKER, service.address, &request).await.unwrap();
        reply.assert_problem(413, "body.too-large");
        // With chunks: rejected when the limit is exceeded, whether the handler reads JSON or its
        // text.
        let mut chunks = head(path, "Transfer-Encoding: chunked");
        for chunk in long.chunks(1 << 16) {
            chunks.extend(format!("{:x}\r\n", chunk.len()).bytes());
            chunks.extend(chunk);
            chunks.extend(b"\r\n");
        }
        chunks.extend(b"0\r\n\r\n");
        let reply = send(ATTACKER, service.address, &chunks).await.unwrap();
        reply.assert_problem(413, "body.too-large");
    }
    let longest = format!("{{\"a\":\"{}\"}}", "a".repeat((1 << 20) - 8));
    assert_eq!(post(ATTACKER, service.address, "/api/v1/echo", &longest).await.status, 200);
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn overflowing_lengths_are_too_large() {
    let service = start(|_| {}).await;
    for length in ["9223372036854775807", "18446744073709551613"] {
        let request = head("/api/v1/length", &format!("Content-Length: {length}"));
        let reply = send(ATTACKER, service.address, &request).await.unwrap();
        reply.assert_problem(413, "body.too-large");
    }
    // hyper's own answers.
    for (length, status) in [("18446744073709551615", 431), ("99999999999999999999", 400)] {
        let request = head("/api/v1/length", &format!("Content-Length: {length}"));
        let reply = send(ATTACKER, service.address, &request).await.unwrap();
        assert_eq!(reply.status, status, "{reply:?}");
    }
}

#[tokio::test]
async fn expect_continue_is_rejected_before_the_body() {
    let service = start(|_| {}).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let head_bytes = head("/api/v1/length", "Content-Length: 3\r\nExpect: 100-continue");
    stream.write_all(&head_bytes).await.unwrap();
    assert_eq!(read(&mut stream).await.unwrap().status, 100);
    stream.write_all(b"abc").await.unwrap();
    assert_eq!(read(&mut stream).await.unwrap().body, "3");
    let head_bytes = head("/api/v1/length", "Content-Length: 9999999\r\nExpect: 100-continue");
    stream.write_all(&head_bytes).await.unwrap();
    read(&mut stream).await.unwrap().assert_problem(413, "body.too-large");
}

/// A proxy that keeps connections would send the request of another client on one that ends.
#[tokio::test]
async fn responses_before_the_end_of_a_body_announce_the_end_of_the_connection() {
    let service = start(|_| {}).await;
    let unread = [
        ("/api/v1/nothing", "Content-Length: 3", 404),
        ("/api/v1/length", "Content-Length: 9999999", 413),
        ("/api/v1/length", "Content-Length: 3\r\nContent-Encoding: gzip", 415),
        ("/api/v1/length", "Content-Length: 3\r\nOrigin: https://example.org", 403),
        ("/api/v1/nothing", "Transfer-Encoding: chunked", 404),
    ];
    for (path, lines, status) in unread {
        let mut stream = connect(ATTACKER, service.address).await.unwrap();
        stream.write_all(&head(path, lines)).await.unwrap();
        let reply = read(&mut stream).await.unwrap();
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(reply.header("connection"), Some("close"), "{reply:?}");
        assert_eq!(discard_rest(&mut stream).await, 0, "{reply:?}");
    }
    // A body that was read, or has no content, does not end the connection.
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let whole = [head("/api/v1/length", "Content-Length: 3"), b"abc".to_vec()].concat();
    for request in [whole, head("/api/v1/nothing", "Content-Length: 0")] {
        stream.write_all(&request).await.unwrap();
        let reply = read(&mut stream).await.unwrap();
        assert_eq!(reply.header("connection"), None, "{reply:?}");
    }
    let get = b"GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(get).await.unwrap();
    let reply = read(&mut stream).await.unwrap();
    assert_eq!((reply.status, reply.header("connection")), (404, None), "{reply:?}");
}

#[tokio::test]
async fn stalled_bodies_time_out() {
    let service = start(|config| config.body.timeout = SHORT).await;
    let honest = start_steady_client(service.address);
    for lines in ["Content-Length: 100", "Transfer-Encoding: chunked"] {
        let mut stalled = head("/api/v1/echo", lines);
        stalled.extend(b"5");
        let reply = send(ATTACKER, service.address, &stalled).await.unwrap();
        reply.assert_problem(408, "body.too-slow");
    }
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn slow_bodies_time_out() {
    let service = start(|config| config.body.timeout = SHORT).await;
    let honest = start_steady_client(service.address);
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(&head("/api/v1/length", "Content-Length: 99999")).await.unwrap();
    let (mut reading, mut writing) = stream.into_split();
    let trickle = tokio::spawn(async move {
        while writing.write_all(b"aaaa").await.is_ok() {
            sleep(SHORT / 20).await;
        }
    });
    let mut answer = [0; 12];
    tokio::io::AsyncReadExt::read_exact(&mut reading, &mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408");
    trickle.abort();
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn slow_bodies_within_the_timeout_are_accepted() {
    let service = start(|_| {}).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(&head("/api/v1/length", "Content-Length: 10")).await.unwrap();
    for _ in 0..10 {
        stream.write_all(b"a").await.unwrap();
        sleep(SHORT / 4).await;
    }
    assert_eq!(read(&mut stream).await.unwrap().body, "10");
}

/// A megabyte in chunks of one byte takes as much time as requests of as many bytes, and the body
/// is one buffer.
#[tokio::test]
async fn tiny_chunks_delay_no_other_client() {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    let chunks =
        [&head("/api/v1/length", "Transfer-Encoding: chunked"), &b"1\r\na\r\n".repeat(1 << 17)[..]];
    let bytes = [&chunks.concat()[..], b"0\r\n\r\n"].concat();
    let reply = send(ATTACKER, service.address, &bytes).await.unwrap();
    assert_eq!(reply.body, (1 << 17).to_string());
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn broken_bodies_are_rejected() {
    let service = start(|_| {}).await;
    let mut broken = head("/api/v1/length", "Transfer-Encoding: chunked");
    broken.extend(b"zz\r\n");
    let reply = send(ATTACKER, service.address, &broken).await.unwrap();
    reply.assert_problem(400, "body.broken");
}

#[tokio::test]
async fn only_uncompressed_json_is_accepted() {
    let service = start(|_| {}).await;
    let check = async |lines: &str, body: &str, status, code: &str| {
        let line = "POST /api/v1/echo";
        send_request(ATTACKER, service.address, line, lines, body)
            .await
            .assert_problem(status, code);
    };
    check("", "{}", 415, "body.type").await;
    check("Content-Type: text/plain\r\n", "{}", 415, "body.type").await;
    let json = "Content-Type: application/json\r\n";
    check(&format!("{json}Content-Encoding: gzip\r\n"), "{}", 415, "body.encoding").await;
    check(json, "{\"a\": }", 400, "body.syntax").await;
    check(json, "", 400, "body.syntax").await;
    check(json, "[5]", 400, "body.shape").await;
    check(json, &"[".repeat(5000), 400, "body.syntax").await;
    let mut bytes = head("/api/v1/echo", "Content-Length: 3");
    bytes.extend(b"\"\xff\"");
    let reply = send(ATTACKER, service.address, &bytes).await.unwrap();
    reply.assert_problem(400, "body.not-utf-8");
    let identity = format!("{json}Content-Encoding: identity\r\n");
    let reply =
        send_request(ATTACKER, service.address, "POST /api/v1/echo", &identity, "{\"a\":5}").await;
    assert_eq!((reply.status, reply.body.as_str()), (200, "{\"a\":5}"));
}
