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
    let reply = send(ATTACKER, service.address, b"GET / HTTP/1.1\r\nHost: l").await.unwrap();
    reply.assert_problem(408, "request.head-too-slow");
    // Single bytes do not extend the timeout.
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    let (mut reading, mut writing) = stream.split();
    let drip = async {
        for byte in b"GET / HTTP/1.1\r\nX-Long: ".iter().chain(std::iter::repeat_n(&b'a', 9999)) {
            if writing.write_u8(*byte).await.is_err() {
                break;
            }
            sleep(SHORT / 20).await;
        }
    };
    let mut answer = [0; 12];
    tokio::select! {
        () = drip => panic!("dripped to the end"),
        answered = reading.read_exact(&mut answer) => { answered.unwrap(); }
    }
    assert_eq!(&answer, b"HTTP/1.1 408");
    honest.assert_all_answered().await;
}

#[tokio::test]
async fn idle_connections_are_closed() {
    let service = start(|config| config.connections.idle_timeout = 4 * SHORT).await;
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    for _ in 0..3 {
        stream.write_all(GET).await.unwrap();
        assert_eq!(read(&mut stream).await.unwrap().status, 200);
    }
    assert_eq!(discard_rest(&mut stream).await, 0);
    // The next head is timed from its first byte too.
    let mut stream = connect(ATTACKER, service.address).await.unwrap();
    stream.write_all(GET).await.unwrap();
    assert_eq!(read(&mut stream).await.unwrap().status, 200);
    stream.write_all(&GET[..20]).await.unwrap();
    read(&mut stream).await.unwrap().assert_problem(408, "request.head-too-slow");
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
    let bad = b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n";
    let echo = b"POST /api/v1/length HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nGET";
    stream.write_all(&[GET, echo, GET, bad].concat()).await.unwrap();
    assert_eq!(read(&mut stream).await.unwrap().status, 200);
    assert_eq!(read(&mut stream).await.unwrap().body, "3");
    assert_eq!(read(&mut stream).await.unwrap().status, 200);
    read(&mut stream).await.unwrap().assert_problem(400, "request.malformed");
    assert_eq!(discard_rest(&mut stream).await, 0);
}

#[tokio::test]
async fn connection_is_closed_after_a_chunked_body() {
    let service = start(|_| {}).await;
    let mut stream = connect(HONEST, service.address).await.unwrap();
    let chunked = b"POST /api/v1/length HTTP/1.1\r\nHost: localhost\r\n\
        Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    stream.write_all(&[chunked, GET].concat()).await.unwrap();
    let reply = read(&mut stream).await.unwrap();
    assert_eq!((reply.body.as_str(), reply.header("connection")), ("5", Some("close")));
    assert_eq!(discard_rest(&mut stream).await, 0);
}

#[tokio::test]
async fn non_http_input_is_rejected() {
    let service = start(|config| config.ban.max_failures = 1000).await;
    let check = async |bytes: &[u8], status, code: &str| {
        send(ATTACKER, service.address, bytes).await.unwrap().assert_problem(status, code);
    };
    check(b"\x16\x03\x01\x02\x00\x01", 400, "request.tls").await;
    check(b"hello\r\n\r\n", 400, "request.malformed").await;
    check(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "request.version").await;
    check(b"GET / HTTP/1.1\r\n\r\n", 400, "request.malformed").await;
    check(b"GET \"x HTTP/1.1\r\nHost: a\r\n\r\n", 400, "request.target").await;
    let long = [b"GET /".as_slice(), &[b'a'; 20_000], b" HTTP/1.1\r\n"].concat();
    check(&long, 414, "request.target-too-long").await;
    let long = [&GET[..GET.len() - 2], b"X: ", &[b'a'; 100_000]].concat();
    check(&long, 431, "request.head-too-long").await;
    let many = [&GET[..GET.len() - 2], &b"X: a\r\n".repeat(200), b"\r\n"].concat();
    check(&many, 431, "request.head-too-long").await;
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let service = start(|config| {
        config.connections.max_per_address = 4;
        config.connections.first_byte_timeout = 60 * SHORT;
        config.ban.max_failures = 1000;
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
    honest.assert_all_answered().await;
    drop(held);
    while send(ATTACKER, service.address, GET).await.unwrap().status != 200 {}
}

#[tokio::test]
async fn total_connections_are_limited() {
    let service = start(|config| {
        config.connections.max_total = 6;
        config.connections.max_per_address = 4;
        config.connections.first_byte_timeout = 60 * SHORT;
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
    let service = start(|config| config.ban.max_failures = usize::MAX).await;
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
    let request = b"GET /big HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.unwrap();
    // Several times the write timeout.
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
