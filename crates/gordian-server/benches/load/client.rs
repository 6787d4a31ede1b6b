//! An HTTP client of the service, with its connection and cookie.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A client's connection, kept open between requests.
pub(crate) struct Client {
    service: SocketAddr,
    own: IpAddr,
    stream: Option<TcpStream>,
    /// The `Cookie` line, if the client keeps its cookie.
    cookie: String,
}

/// A response.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    cookie: Option<String>,
}

impl Client {
    /// Creates a client with its own address.
    pub(crate) fn new(service: SocketAddr, number: u32) -> Self {
        let own = Ipv4Addr::from(0x7f00_0201 + number);
        Self { service, own: own.into(), stream: None, cookie: String::new() }
    }

    /// Creates a client behind the address of a class, with its own cookie.
    pub(crate) async fn of_class(service: SocketAddr) -> std::io::Result<Self> {
        let own = Ipv4Addr::new(127, 0, 3, 1).into();
        let mut client = Self { service, own, stream: None, cookie: String::new() };
        let cookie = client.get("/").await?.cookie.ok_or(std::io::ErrorKind::InvalidData)?;
        client.cookie = format!("Cookie: {cookie}\r\n");
        Ok(client)
    }

    /// Creates a client behind the address of a class, with the cookie of another client.
    pub(crate) fn with_cookie(service: SocketAddr, cookie: String) -> Self {
        Self { service, own: Ipv4Addr::new(127, 0, 3, 1).into(), stream: None, cookie }
    }

    /// Creates the same client with another connection.
    pub(crate) fn again(&self) -> Self {
        Self { service: self.service, own: self.own, stream: None, cookie: self.cookie.clone() }
    }

    /// Returns the `Cookie` line.
    pub(crate) fn cookie(&self) -> String {
        self.cookie.clone()
    }

    pub(crate) async fn get(&mut self, path: &str) -> std::io::Result<Reply> {
        self.send(&format!("GET {path} HTTP/1.1\r\nAccept: text/html\r\n"), "").await
    }

    pub(crate) async fn ask(&mut self, path: &str, body: &str) -> std::io::Result<Reply> {
        let line = format!("POST {path} HTTP/1.1\r\nContent-Type: application/json\r\n");
        self.send(&line, body).await
    }

    async fn send(&mut self, lines: &str, body: &str) -> std::io::Result<Reply> {
        if self.stream.is_none() {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(self.own, 0))?;
            let stream = socket.connect(self.service).await?;
            stream.set_nodelay(true)?;
            self.stream = Some(stream);
        }
        let stream = self.stream.as_mut().expect("it was made");
        let cookie = &self.cookie;
        let head =
            format!("{lines}Host: localhost\r\n{cookie}Content-Length: {}\r\n\r\n", body.len());
        let done = exchange(stream, &head, body).await;
        if done.is_err() {
            self.stream = None;
        }
        done
    }
}

/// Sends a request and reads its response, which has a length.
async fn exchange(stream: &mut TcpStream, head: &str, body: &str) -> std::io::Result<Reply> {
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut reply = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n = stream.read(&mut buffer).await?;
        if n == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        reply.extend_from_slice(&buffer[..n]);
        let Some(end) = reply.windows(4).position(|it| it == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&reply[..end]).into_owned();
        let field = |name: &str| {
            let mut lines = head.lines().filter_map(|line| line.split_once(": "));
            lines.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        };
        let length: usize = field("content-length").and_then(|it| it.parse().ok()).unwrap_or(0);
        if reply.len() >= end + 4 + length {
            let status = head.get(9..12).and_then(|text| text.parse().ok()).unwrap_or(0);
            let cookie = field("set-cookie").and_then(|it| it.split(';').next()).map(str::to_owned);
            return Ok(Reply { status, body: reply.split_off(end + 4), cookie });
        }
    }
}

/// Returns the resident memory of a process in MB; 0 if unknown.
pub(crate) fn memory(pid: Option<u32>) -> u64 {
    let Some(pid) = pid else { return 0 };
    let status = fs_err::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kb.map_or(0, |kb| kb / 1024)
}
