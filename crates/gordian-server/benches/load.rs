//! Load on a service that runs already, on this machine: times of small questions from many clients at a
//! steady rate, and distances of Square-1 positions in batches.
//!
//! ```sh
//! gordian serve &
//! cargo bench -p gordian-server --bench load -- 127.0.0.1:8080 --pid $!
//! ```
//!
//! Each client has an address of its own (127.0.2.1, 127.0.2.2, …), so that quotas hold as they do for
//! strangers. Requests begin when their turn comes, whether or not earlier ones have been answered: a
//! service that falls behind is seen to.
#![expect(clippy::print_stdout, reason = "a measurement tells its result")]

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gordian_core::Random;
use gordian_perm::square1::{Colours, random_position};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

/// What is measured.
#[derive(Clone, Copy)]
struct Plan {
    service: SocketAddr,
    /// The process whose memory is looked at.
    pid: Option<u32>,
    clients: u32,
    rate: u32,
    seconds: u32,
}

/// Puzzles of the usual kind, which take a service a fraction of a millisecond.
const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''",
];
/// Positions in a batch.
const BATCH: usize = 1000;
/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let address = args.next().unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let service = address.parse().expect("the address of a service, such as 127.0.0.1:8080");
    let mut plan = Plan { service, pid: None, clients: 200, rate: 500, seconds: 60 };
    while let (Some(name), Some(value)) = (args.next(), args.next()) {
        let number = value.parse().expect("a number");
        match name.as_str() {
            "--pid" => plan.pid = Some(number),
            "--clients" => plan.clients = number,
            "--rate" => plan.rate = number,
            "--seconds" => plan.seconds = number,
            other => panic!("unknown: {other}"),
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("threads").block_on(async {
        small_questions(plan).await;
        distances(plan).await;
    });
}

/// A client's connection, kept between requests.
struct Client {
    service: SocketAddr,
    own: IpAddr,
    stream: Option<TcpStream>,
}

impl Client {
    fn new(service: SocketAddr, number: u32) -> Self {
        let own = Ipv4Addr::from(0x7f00_0201 + number);
        Self { service, own: own.into(), stream: None }
    }

    async fn ask(&mut self, path: &str, body: &str) -> std::io::Result<(u16, Vec<u8>)> {
        if self.stream.is_none() {
            let socket = TcpSocket::new_v4()?;
            socket.bind(SocketAddr::new(self.own, 0))?;
            let stream = socket.connect(self.service).await?;
            stream.set_nodelay(true)?;
            self.stream = Some(stream);
        }
        let stream = self.stream.as_mut().expect("it was made");
        let done = exchange(stream, path, body).await;
        if done.is_err() {
            self.stream = None;
        }
        done
    }
}

/// Sends a request and reads its reply, which has a length.
async fn exchange(
    stream: &mut TcpStream,
    path: &str,
    body: &str,
) -> std::io::Result<(u16, Vec<u8>)> {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut reply = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n = stream.read(&mut buffer).await?;
        if n == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        reply.extend_from_slice(&buffer[..n]);
        let Some(end) = reply.windows(4).position(|it| it == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&reply[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let length: usize = length.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        if reply.len() >= end + 4 + length {
            let status = head.get(9..12).and_then(|text| text.parse().ok()).unwrap_or(0);
            return Ok((status, reply.split_off(end + 4)));
        }
    }
}

async fn small_questions(plan: Plan) {
    let bodies: Vec<String> =
        PUZZLES.iter().map(|puzzle| json!({"puzzle": puzzle}).to_string()).collect();
    let bodies: Arc<[String]> = bodies.into();
    let times: Arc<Mutex<Vec<Duration>>> = Arc::default();
    let errors = Arc::new(AtomicU64::new(0));
    let begin = tokio::time::Instant::now() + Duration::from_millis(200);
    let mut clients = JoinSet::new();
    for number in 0..plan.clients {
        let (bodies, times, errors) =
            (Arc::clone(&bodies), Arc::clone(&times), Arc::clone(&errors));
        clients.spawn(async move {
            let mut client = Client::new(plan.service, number);
            let mut own = Vec::new();
            let total = u64::from(plan.rate) * u64::from(plan.seconds);
            let mut turn = u64::from(number);
            while turn < total {
                let due = begin + Duration::from_secs_f64(turn as f64 / f64::from(plan.rate));
                sleep_until(due).await;
                let body = &bodies[usize::try_from(turn).unwrap_or(0) % bodies.len()];
                let reply = timeout(PATIENCE, client.ask("/api/v1/solve", body)).await;
                let good = matches!(&reply, Ok(Ok((200, body))) if is_solved(body));
                if good {
                    own.push(due.elapsed());
                } else {
                    errors.fetch_add(1, Ordering::Relaxed);
                }
                turn += u64::from(plan.clients);
            }
            times.lock().await.extend(own);
        });
    }
    let mut most_memory = 0;
    while !clients.is_empty() {
        tokio::select! {
            _ = clients.join_next() => {}
            () = tokio::time::sleep(Duration::from_millis(500)) => {
                most_memory = most_memory.max(memory(plan.pid));
            }
        }
    }
    let mut times = std::mem::take(&mut *times.lock().await);
    times.sort();
    let at = |thousandths: usize| -> f64 {
        let index = times.len() * thousandths / 1000;
        times.get(index.min(times.len().saturating_sub(1))).map_or(f64::NAN, Duration::as_secs_f64)
            * 1e3
    };
    println!(
        "small solves: {} clients, {} a second for {} s: {} answered, {} errors; ms: median {:.2}, \
         p99 {:.2}, p99.9 {:.2}, longest {:.2}; memory at most {} MB",
        plan.clients,
        plan.rate,
        plan.seconds,
        times.len(),
        errors.load(Ordering::Relaxed),
        at(500),
        at(990),
        at(999),
        at(1000),
        most_memory,
    );
}

fn is_solved(body: &[u8]) -> bool {
    let document: Option<Value> = serde_json::from_slice(body).ok();
    document.is_some_and(|document| document["checked"] == true)
}

/// Asks for distances of random silver positions, two clients at a time, a new pair every second.
async fn distances(plan: Plan) {
    let mut random = Random::new(1);
    let batch = |random: &mut Random| {
        let positions: Vec<String> =
            (0..BATCH).map(|_| random_position(random, Colours::Silver).to_string()).collect();
        json!({"positions": positions}).to_string()
    };
    let batches: Arc<Vec<String>> = Arc::new((0..20).map(|_| batch(&mut random)).collect());
    let seconds = plan.seconds.min(20);
    let begin = Instant::now();
    let end = begin + Duration::from_secs(seconds.into());
    let answered = Arc::new(AtomicU64::new(0));
    let errors = Arc::new(AtomicU64::new(0));
    let mut askers = JoinSet::new();
    for asker in 0..2 {
        let (batches, answered, errors) =
            (Arc::clone(&batches), Arc::clone(&answered), Arc::clone(&errors));
        askers.spawn(async move {
            let mut turn = 0;
            while Instant::now() < end {
                // Quotas are for each client: many of them take turns.
                let mut client = Client::new(plan.service, plan.clients + 2 * (turn % 50) + asker);
                let body = &batches[usize::try_from(turn).unwrap_or(0) % batches.len()];
                let reply = timeout(PATIENCE, client.ask("/api/v1/square1/distances", body)).await;
                match reply {
                    Ok(Ok((200, body))) => {
                        answered.fetch_add(known(&body), Ordering::Relaxed);
                    }
                    _ => {
                        errors.fetch_add(1, Ordering::Relaxed);
                    }
                }
                turn += 1;
            }
        });
    }
    askers.join_all().await;
    let took = begin.elapsed().as_secs_f64();
    let answered = answered.load(Ordering::Relaxed);
    println!(
        "distances in batches of {BATCH}: {answered} in {took:.1} s, {:.0} a second, {} errors; memory {} MB",
        answered as f64 / took,
        errors.load(Ordering::Relaxed),
        memory(plan.pid),
    );
}

/// Returns how many distances a reply has.
fn known(body: &[u8]) -> u64 {
    let document: Value = serde_json::from_slice(body).unwrap_or_default();
    let distances = document["distances"].as_array();
    distances.map_or(0, |all| all.iter().filter(|pair| pair.is_array()).count() as u64)
}

/// Returns the resident memory of a process in MB; 0 if it cannot be seen.
fn memory(pid: Option<u32>) -> u64 {
    let Some(pid) = pid else { return 0 };
    let status = fs_err::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kb.map_or(0, |kb| kb / 1024)
}
