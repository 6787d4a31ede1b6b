//! Connections that are slow, silent, numerous, or not HTTP.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;

use crate::service::{
    ATTACKER, BIG_RESPONSE_BYTES, HONEST, SHORT, connect, discard_rest, get, read, send, start,
    start_steady_client,
};

const GET: &[u8] = b"GET /api/v1/ping HTTP/1.1\r\nHost: localhost\r\n\r\n";

#[tokio::test]
async fn silent_connections_are_closed() {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    assert_eq!(discard_rest(&mut stream).await, 0);
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn slow_heads_time_out() {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    let reply = send(ATTACKER, service.address, b"GET / HTTP/1.1\r\nHost: l").await;
    assert!(reply.is_none(), "{reply:?}");
    // Single bytes do not extend the timeout.
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let drip = async {
        for byte in b"GET / HTTP/1.1\r\nX-Long: ".iter().chain(std::iter::repeat_n(&b'a', 9999)) {
            if writing.write_u8(*byte).await.is_err() {
                return;
            }
            sleep(SHORT / 20).await;
        }
        panic!("dripped to the end");
    };
    let mut answer = [0; 12];
    tokio::select! {
        () = drip => {}
        // Closed, or reset while bytes are on their way.
        answered = reading.read(&mut answer) => assert_eq!(answered.unwrap_or(0), 0),
    }
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn idle_connections_are_closed() {
    let service = start(|config| config.connections.head_timeout = 4 * SHORT).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    for _ in 0..3 {
        stream.write_all(GET).await.unwrap();
        assert_eq!(read(&mut stream).await.unwrap().status, 200);
    }
    assert_eq!(discard_rest(&mut stream).await, 0);
    // The timeout is that of the next head too.
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(GET).await.unwrap();
    assert_eq!(read(&mut stream).await.unwrap().status, 200);
    stream.write_all(&GET[..20]).await.unwrap();
    assert_eq!(discard_rest(&mut stream).await, 0);
}

#[tokio::test]
async fn connections_are_not_idle_during_a_response() {
    let service = start(|_| {}).await;
    assert_eq!(get(HONEST, service.address, "/api/v1/slow").await.status, 200);
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let service = start(|_| {}).await;
    let mut stream = connect(HONEST, service.address).await.unwrap();
    let bad = b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n";
    let echo = b"POST /api/v1/length HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 3\r\n\r\nGET";
    stream.write_all(&[GET, echo, GET, bad].concat()).await.unwrap();
    assert_eq!(read(&mut stream).await.unwrap().status, 200);
    assert_eq!(read(&mut stream).await.unwrap().body, "3");
    assert_eq!(read(&mut stream).await.unwrap().status, 200);
    assert_eq!(read(&mut stream).await.unwrap().status, 400);
    assert_eq!(discard_rest(&mut stream).await, 0);
}

#[tokio::test]
async fn requests_follow_a_chunked_body() {
    let service = start(|_| {}).await;
    let mut stream = connect(HONEST, service.address).await.unwrap();
    let chunked = b"POST /api/v1/length HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\n\
        Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    stream.write_all(&[chunked, GET].concat()).await.unwrap();
    assert_eq!(read(&mut stream).await.unwrap().body, "5");
    assert_eq!(read(&mut stream).await.unwrap().status, 200);
}

/// A proxy could see another end of these bodies, and so another request behind them.
#[tokio::test]
async fn no_request_follows_an_ambiguous_length() {
    let service = start(|_| {}).await;
    let chunks = "2\r\n{}\r\n0\r\n\r\n";
    for (lines, body, status) in [
        ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", chunks, 200),
        ("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", chunks, 200),
        ("Content-Length: 2\r\nContent-Length: 3\r\n", "{}", 400),
        ("Content-Length: 2,2\r\n", "{}", 400),
        ("Content-Length: +2\r\n", "{}", 400),
        ("Content-Length : 2\r\n", "{}", 400),
        ("Content-Length: 18446744073709551618\r\n", "{}", 400),
        ("Transfer-Encoding: chunked, gzip\r\n", chunks, 400),
        ("Transfer-Encoding: xchunked\r\n", chunks, 400),
        ("Transfer-Encoding:\r\n chunked\r\n", chunks, 400),
        ("Transfer-Encoding: chunked\r\n", "2\n{}\n0\n\n", 400),
        ("Transfer-Encoding: chunked\r\n", "10000000000000002\r\n{}\r\n0\r\n\r\n", 400),
    ] {
        let head = "POST /api/v1/length HTTP/1.1\r\nHost: localhost\r\n\
            Content-Type: application/json\r\n";
        let mut stream = connect(ATTACKER, service.address).await.unwrap();
        let bytes = [head.as_bytes(), lines.as_bytes(), b"\r\n", body.as_bytes(), GET].concat();
        stream.write_all(&bytes).await.unwrap();
        assert_eq!(read(&mut stream).await.unwrap().status, status, "{lines:?} {body:?}");
        assert_eq!(discard_rest(&mut stream).await, 0, "{lines:?} {body:?}");
    }
}

/// Most of these are answered by hyper, without a body.
#[tokio::test]
async fn non_http_input_is_rejected() {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    let check = async |bytes: &[u8], status| {
        let mut stream = connect(ATTACKER, service.address).await.unwrap();
        let _ = stream.write_all(bytes).await;
        let reply = read(&mut stream).await.map(|reply| reply.status);
        assert_eq!(reply, status, "{:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(60)]));
        assert_eq!(discard_rest(&mut stream).await, 0);
    };
    check(b"\x16\x03\x01\x02\x00\x01", Some(400)).await;
    check(b"hello\r\n\r\n", Some(400)).await;
    check(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", None).await;
    check(b"GET / HTTP/2.0\r\n\r\n", Some(400)).await;
    check(b"GET \"x HTTP/1.1\r\nHost: a\r\n\r\n", Some(400)).await;
    check(b"GET /caf\xe9 HTTP/1.1\r\nHost: a\r\n\r\n", Some(400)).await;
    check(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n", Some(400)).await;
    let long = [b"GET /".as_slice(), &[b'a'; 20_000], b" HTTP/1.1\r\n"].concat();
    check(&long, Some(431)).await;
    let long = [&GET[..GET.len() - 2], b"X: ", &[b'a'; 100_000]].concat();
    check(&long, Some(431)).await;
    let many = [&GET[..GET.len() - 2], &b"X: a\r\n".repeat(200), b"\r\n"].concat();
    check(&many, Some(431)).await;
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn requests_have_one_host() {
    let service = start(|_| {}).await;
    for lines in
        ["", "Host: localhost\r\nHost: evil.test\r\n", "Host: localhost\r\nHost: localhost\r\n"]
    {
        let request = format!("GET / HTTP/1.1\r\n{lines}\r\n");
        let reply = send(ATTACKER, service.address, request.as_bytes()).await.unwrap();
        reply.assert_problem(400, "request.malformed");
    }
    let connect = b"CONNECT evil.test:1 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let reply = send(ATTACKER, service.address, connect).await.unwrap();
    reply.assert_problem(421, "request.host");
    let upgrade = b"GET /api/v1/ping HTTP/1.1\r\nHost: localhost\r\n\
        Connection: upgrade\r\nUpgrade: websocket\r\n\r\n";
    assert_eq!(send(ATTACKER, service.address, upgrade).await.unwrap().status, 200);
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let service = start(|config| {
        config.connections.max_per_address = 4;
        config.connections.head_timeout = 60 * SHORT;
    })
    .await;
    let honest = start_steady_client(service.address);
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(connect(ATTACKER, service.address).await.unwrap());
    }
    let reply = send(ATTACKER, service.address, GET).await.unwrap();
    reply.assert_problem(429, "quota.connections");
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(reply.header("connection"), Some("close"));
    // A browser shows a page, like for every error.
    let html = b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n";
    let reply = send(ATTACKER, service.address, html).await.unwrap();
    assert!(reply.status == 429 && reply.body.starts_with("<!doctype html>"), "{reply:?}");
    honest.assert_all_answered().await;
    drop(held);
    while send(ATTACKER, service.address, GET).await.unwrap().status != 200 {}
}

#[tokio::test]
async fn total_connections_are_limited() {
    let service = start(|config| {
        config.connections.max_total = 6;
        config.connections.max_per_address = 4;
        config.connections.head_timeout = 60 * SHORT;
    })
    .await;
    let mut held = Vec::new();
    for last in 1..=6 {
        let from = [127, 0, 1, last].into();
        held.push(connect(from, service.address).await.unwrap());
    }
    let reply = send(HONEST, service.address, GET).await.unwrap();
    reply.assert_problem(503, "server.full");
    drop(held);
    while send(HONEST, service.address, GET).await.unwrap().status != 200 {}
}

/// Opens misbehaving connections of several kinds, one after the other.
async fn open_many_connections(count: usize) {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    for index in 0..count {
        // From many addresses, because the ports of one would run out.
        let last = u8::try_from(index % 200).unwrap();
        let mut stream = connect([127, 0, 1, last].into(), service.address).await.unwrap();
        let bytes: &[u8] = match index % 4 {
            0 => b"",
            1 => b"GET / HT",
            2 => GET,
            _ => b"\0\0\0",
        };
        let _ = stream.write_all(bytes).await;
        // Half of them are reset, half are closed.
        if index % 8 < 4 {
            stream.set_zero_linger().unwrap();
        }
    }
    honest.assert_all_answered().await;
    service.wait_for_connections(0).await;
    assert_eq!(get(HONEST, service.address, "/api/v1/ping").await.status, 200);
}

#[tokio::test]
async fn thousands_of_connections_do_not_leak() {
    open_many_connections(3000).await;
}

#[tokio::test]
#[ignore = "slow: a hundred thousand connections leave nothing behind"]
async fn hundred_thousand_connections_do_not_leak() {
    open_many_connections(100_000).await;
}

#[tokio::test]
async fn stalled_readers_are_disconnected() {
    let service = start(|_| {}).await;
    let honest = start_steady_client(service.address);
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    honest.assert_all_answered().await;
    service.wait_for_connections(0).await;
    let came = discard_rest(&mut stream).await;
    assert!(came < BIG_RESPONSE_BYTES, "{came}");
}

#[tokio::test]
async fn slow_readers_get_the_whole_response() {
    let service = start(|config| config.connections.write_timeout = 2 * SHORT).await;
    let mut stream = connect(HONEST, service.address).await.unwrap();
    stream.write_all(b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    // Several times the write timeout, and the timeout of the next head, which starts after the
    // response is sent.
    let mut came = 0;
    let mut space = vec![0; 2 << 20];
    loop {
        let count = stream.read(&mut space).await.unwrap();
        if count == 0 {
            break;
        }
        if came / space.len() != (came + count) / space.len() {
            sleep(SHORT / 8).await;
        }
        came += count;
    }
    assert!(came > BIG_RESPONSE_BYTES, "{came}");
}

#[tokio::test]
async fn streams_outlive_the_timeouts() {
    let service = start(|config| config.connections.response_timeout = 2 * SHORT).await;
    let mut stream = connect(HONEST, service.address).await.unwrap();
    let ask = b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(ask).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    assert!(text.contains("data: 0\n") && text.contains("data: 19\n"), "{text}");
}
