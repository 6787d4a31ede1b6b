//! Load of a class behind one address, and of one client with expensive requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::client::{Client, memory};
use crate::{PUZZLES, Plan};

/// The number of connections of a browser.
const BROWSER: usize = 6;
/// The number of concurrent requests of the expensive client, more than its limit.
const EXPENSIVE: usize = 24;

/// The response times and statuses of a group of clients.
#[derive(Default)]
struct Tally {
    times: Mutex<Vec<Duration>>,
    refused: AtomicU64,
    failed: AtomicU64,
}

impl Tally {
    async fn print(&self, name: &str) {
        let mut times = self.times.lock().await;
        times.sort();
        let at = |percent: usize| {
            let index = times.len() * percent / 100;
            let time = times.get(index.min(times.len().saturating_sub(1)));
            time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
        };
        println!(
            "{name}: {} answered, {} refused, {} failed; ms: median {:.1}, p99 {:.1}, longest {:.1}",
            times.len(),
            self.refused.load(Ordering::Relaxed),
            self.failed.load(Ordering::Relaxed),
            at(50),
            at(99),
            at(100),
        );
    }

    async fn note(&self, begin: Instant, status: Option<u16>) {
        match status {
            Some(200) => self.times.lock().await.push(begin.elapsed()),
            Some(429 | 503) => _ = self.refused.fetch_add(1, Ordering::Relaxed),
            _ => _ = self.failed.fetch_add(1, Ordering::Relaxed),
        }
    }
}

/// Measures a class alone, page loads during it, and the class beside an expensive client.
pub(crate) async fn measure(plan: Plan) {
    for with_expensive in [false, true] {
        let tallies: [Arc<Tally>; 3] = Default::default();
        let [class, pages, expensive] = &tallies;
        let is_over = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        let begin = Instant::now() + Duration::from_secs(1);
        for number in 0..plan.clients {
            tasks.spawn(check_grids(plan, number, begin, Arc::clone(class)));
        }
        for _ in 0..plan.pages {
            tasks.spawn(page(plan, begin, Arc::clone(pages)));
        }
        let mut others = JoinSet::new();
        if with_expensive {
            let cookie = Client::of_class(plan.service).await.expect("a cookie").cookie();
            for number in 0..EXPENSIVE {
                let (expensive, is_over) = (Arc::clone(expensive), Arc::clone(&is_over));
                others.spawn(send_expensive_requests(
                    plan,
                    number,
                    cookie.clone(),
                    expensive,
                    is_over,
                ));
            }
        }
        while tasks.join_next().await.is_some() {}
        is_over.store(true, Ordering::Relaxed);
        others.shutdown().await;
        println!("{} clients, expensive client: {with_expensive}", plan.clients);
        class.print("  checks").await;
        pages.print("  files of pages").await;
        expensive.print("  expensive requests").await;
        println!("  memory {} MB", memory(plan.pid));
    }
}

/// Checks a grid once per second, as the page does after each digit.
async fn check_grids(plan: Plan, number: u32, begin: Instant, tally: Arc<Tally>) {
    let Ok(mut client) = Client::of_class(plan.service).await else {
        tally.note(begin, None).await;
        return;
    };
    // They do not all type at the same moment.
    let begin = begin + Duration::from_millis(u64::from(number) * 1000 / u64::from(plan.clients));
    for second in 0..plan.seconds {
        let due = begin + Duration::from_secs(second.into());
        sleep_until(due).await;
        let puzzle = PUZZLES[(second + number) as usize % 3];
        let body = json!({"puzzle": puzzle, "time_limit": 3}).to_string();
        let reply = client.ask("/api/v1/sudoku/candidates", &body).await;
        tally.note(due, reply.ok().map(|reply| reply.status)).await;
    }
}

/// Loads the page and all its files over six connections.
async fn page(plan: Plan, begin: Instant, tally: Arc<Tally>) {
    sleep_until(begin).await;
    let Ok(mut client) = Client::of_class(plan.service).await else {
        tally.note(begin, None).await;
        return;
    };
    let Ok(index) = client.get("/").await else { return tally.note(begin, None).await };
    let text = String::from_utf8_lossy(&index.body).into_owned();
    let files: Vec<String> = text
        .split('"')
        .filter_map(|part| part.strip_prefix("./").map(|file| format!("/{file}")))
        .collect();
    assert!(files.len() > 1, "the page names its files");
    let mut loads = JoinSet::new();
    for connection in 0..BROWSER {
        let (files, tally) = (files.clone(), Arc::clone(&tally));
        let mut client = client.again();
        loads.spawn(async move {
            for file in files.iter().skip(connection).step_by(BROWSER) {
                let reply = client.get(file).await;
                tally.note(begin, reply.ok().map(|reply| reply.status)).await;
            }
            let reply = client.get("/api/v1/about").await;
            tally.note(begin, reply.ok().map(|reply| reply.status)).await;
        });
    }
    loads.join_all().await;
}

/// Sends the most expensive requests, as many as are answered.
async fn send_expensive_requests(
    plan: Plan,
    number: usize,
    cookie: String,
    tally: Arc<Tally>,
    is_over: Arc<AtomicBool>,
) {
    let large = format!("kind = 'grid'\nsize = 16\n# {}", "x".repeat(900_000));
    let bodies = [
        ("/api/v1/solve", json!({"puzzle": "kind = 'grid'\nsize = 16", "task": "count"})),
        ("/api/v1/solve", json!({"puzzle": large, "task": "all"})),
        ("/api/v1/sudoku/generate", json!({"size": 16})),
        ("/api/v1/sudoku/candidates", json!({"puzzle": "kind = 'grid'\nsize = 25"})),
    ];
    let mut client = Client::with_cookie(plan.service, cookie);
    let mut turn = number;
    while !is_over.load(Ordering::Relaxed) {
        let (path, body) = &bodies[turn % bodies.len()];
        let begin = Instant::now();
        let reply = client.ask(path, &body.to_string()).await;
        let status = reply.ok().map(|reply| reply.status);
        tally.note(begin, status).await;
        if status != Some(200) {
            sleep(Duration::from_millis(100)).await;
        }
        turn += 1;
    }
}
