//! Load on a running service on this machine: response times of small requests from many clients at
//! a steady rate, and distances of Square-1 positions in batches.
//!
//! ```sh
//! gordian serve &
//! cargo bench -p gordian-server --bench load -- 127.0.0.1:8080 --pid $!
//! ```
//!
//! Each client has its own address (127.0.2.1, 127.0.2.2, …), so that quotas apply as they do to
//! independent clients. Requests are sent on schedule, whether or not earlier ones have been
//! answered, which reveals a service that falls behind.
//!
//! With `--class`, the clients share one address instead: a class of `--clients` that each check a
//! grid once per second, `--pages` concurrent loads of the page, and one client that sends the most
//! expensive requests. Only requests of the last one may be rejected.
#![expect(clippy::print_stdout, reason = "a measurement tells its result")]

mod class;
mod client;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gordian_core::Random;
use gordian_perm::square1::{Colours, random_position};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use client::{Client, Reply, memory};

/// Command-line options.
#[derive(Clone, Copy)]
struct Plan {
    service: SocketAddr,
    /// The process whose memory is measured.
    pid: Option<u32>,
    clients: u32,
    rate: u32,
    seconds: u32,
    /// The number of concurrent page loads of a class.
    pages: u32,
}

/// Ordinary puzzles, which take the service a fraction of a millisecond.
const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "kind = 'grid'\ngivens = '''\n1...\n..2.\n.3..\n...4\n'''",
];
/// Positions per batch.
const BATCH: usize = 1000;
/// The timeout of a response.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let address = args.next().unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let service = address.parse().expect("the address of a service, such as 127.0.0.1:8080");
    let mut plan = Plan { service, pid: None, clients: 200, rate: 500, seconds: 60, pages: 40 };
    let mut is_class = false;
    while let Some(name) = args.next() {
        if name == "--class" {
            is_class = true;
            continue;
        }
        let value = args.next().expect("a value");
        let number = value.parse().expect("a number");
        match name.as_str() {
            "--pid" => plan.pid = Some(number),
            "--clients" => plan.clients = number,
            "--rate" => plan.rate = number,
            "--seconds" => plan.seconds = number,
            "--pages" => plan.pages = number,
            other => panic!("unknown: {other}"),
        }
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("threads").block_on(async {
        if is_class {
            class::measure(plan).await;
        } else {
            measure_small_requests(plan).await;
            distances(plan).await;
        }
    });
}

async fn measure_small_requests(plan: Plan) {
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
                let good =
                    matches!(&reply, Ok(Ok(Reply { status: 200, body, .. })) if is_solved(body));
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

/// Requests distances of random silver positions, two clients at a time, a new pair every second.
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
                // Quotas apply per client, so many clients take turns.
                let mut client = Client::new(plan.service, plan.clients + 2 * (turn % 50) + asker);
                let body = &batches[usize::try_from(turn).unwrap_or(0) % batches.len()];
                let reply = timeout(PATIENCE, client.ask("/api/v1/square1/distances", body)).await;
                match reply {
                    Ok(Ok(Reply { status: 200, body, .. })) => {
                        answered.fetch_add(count_distances(&body), Ordering::Relaxed);
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

/// Returns the number of distances in a response.
fn count_distances(body: &[u8]) -> u64 {
    let document: Value = serde_json::from_slice(body).unwrap_or_default();
    let distances = document["distances"].as_array();
    distances.map_or(0, |all| all.iter().filter(|pair| pair.is_array()).count() as u64)
}
