//! Graceful shutdown.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;

use crate::service::{HONEST, SHORT, connect, discard_rest, get, read, start};

#[tokio::test]
async fn running_requests_are_finished() {
    // No timeout applies here.
    let mut service = start(|config| {
        config.connections.head_timeout = 1000 * SHORT;
        config.connections.shutdown_grace = 1000 * SHORT;
    })
    .await;
    let address = service.address;
    let mut idle = connect(HONEST, address).await.unwrap();
    idle.write_all(b"GET /api/v1/ping HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    assert_eq!(read(&mut idle).await.unwrap().status, 200);
    let running = tokio::spawn(async move { get(HONEST, address, "/api/v1/slow").await });
    service.wait_for_connections(2).await;
    // The head is on its way, and the response takes a while.
    sleep(SHORT / 4).await;
    service.shutdown.cancel();
    assert_eq!(running.await.unwrap().status, 200);
    assert_eq!(discard_rest(&mut idle).await, 0);
    service.wait_until_stopped().await;
    assert!(connect(HONEST, address).await.is_err());
    assert!(service.guards.stopping().is_cancelled());
}

#[tokio::test]
async fn unfinished_requests_are_cut_off() {
    let mut service = start(|config| config.connections.shutdown_grace = SHORT / 2).await;
    let mut stream = connect(HONEST, service.address).await.unwrap();
    stream.write_all(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    sleep(SHORT).await;
    service.shutdown.cancel();
    service.wait_until_stopped().await;
    let mut text = String::new();
    // How the connection ends does not matter.
    let _ = stream.read_to_string(&mut text).await;
    assert!(!text.contains("data: 19\n"), "{text}");
}
