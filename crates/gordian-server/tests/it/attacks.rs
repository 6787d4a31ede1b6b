//! Requests of a megabyte that ask for as much memory and time as possible: each is answered within
//! its limit, and an ordinary client beside it does not notice.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::api::{Api, CLASSIC_SUDOKU};

const TIME_LIMIT: Duration = Duration::from_secs(2);
const KILL_DELAY: Duration = Duration::from_secs(1);
/// What a request may take beside its computation: starting a worker, reading and writing, on a
/// busy machine.
const MARGIN: Duration = Duration::from_secs(3);
/// Almost the longest body.
const LENGTH: usize = 1_000_000;

/// Returns a model with these variables and constraints.
fn model(names: impl IntoIterator<Item = String>, last: i64, constraints: Vec<Value>) -> String {
    let variables: Vec<Value> =
        names.into_iter().map(|name| json!({"name": name, "domain": [0, last]})).collect();
    let constraints: Vec<Value> =
        constraints.into_iter().map(|condition| json!({"require": condition})).collect();
    json!({"schema": 1, "variables": variables, "constraints": constraints}).to_string()
}

/// Models that are large in one way each, with their tasks.
fn models() -> Vec<(&'static str, &'static str, Value)> {
    let numbered = |n: usize| (0..n).map(|i| format!("v{i}"));
    let long = |length: usize, n: usize| (0..n).map(move |i| format!("{}{i}", "n".repeat(length)));
    let many = (0..20_000)
        .map(|i| json!(["or", format!("v{}", i % 64), ["eq", format!("v{}", i % 63), 1]]));
    // Each level uses the one below it twice.
    let shared = (0..13).fold(json!("v0"), |below, _| json!(["and", below, below]));
    let deep = (0..200).fold(json!("v0"), |below, _| json!(["not", below]));
    let all_different = [json!("all_different")].into_iter().chain(numbered(2000).map(Value::from));
    let products = (0..60).map(|i| {
        json!(["eq", ["mul", format!("v{i}"), format!("v{}", i + 1)], 9_007_199_254_740_991_i64])
    });
    let solve = |puzzle: String| json!({"puzzle": puzzle});
    let list = |puzzle: String| json!({"puzzle": puzzle, "task": "all", "limit": 10_000});
    vec![
        ("long names", "solve", list(model(long(100_000, 9), 9, Vec::new()))),
        ("many long answers", "solve", list(model(long(190, 40), 9, Vec::new()))),
        ("constraints", "solve", solve(model(numbered(64), 1, many.collect()))),
        ("many constraints", "solve", solve(model(numbered(9), 1, vec![json!("v0"); 45_000]))),
        ("shared parts", "solve", solve(model(numbered(1), 1, vec![shared]))),
        ("deep nesting", "solve", solve(model(numbered(1), 1, vec![deep]))),
        (
            "wide domains",
            "solve",
            solve(model(numbered(2000), 4000, vec![all_different.collect()])),
        ),
        ("products", "solve", solve(model(numbered(61), 1 << 52, products.collect()))),
        ("large grid", "solve", list("kind = 'grid'\nsize = 36\n".to_owned())),
    ]
}

/// Returns the attacks: a name, the path, and the body.
fn attacks() -> Vec<(&'static str, &'static str, Value)> {
    let numbers: Vec<String> = (1..=200).map(|i| i.to_string()).collect();
    let mut definition = format!("Name Big\nSet A 200 1\nSolved\nA\n{}\nEnd\n", numbers.join(" "));
    for at in 0..30 {
        let mut turned = numbers.clone();
        turned.rotate_left(at + 1);
        turned.swap(at, at + 40);
        let _ = write!(definition, "Move M{at}\nA\n{}\nEnd\n", turned.join(" "));
    }
    let solve = |puzzle: String| json!({"puzzle": puzzle});
    let link = |length: usize| format!("https://puzz.link/p?slither/60/60/{}", "z".repeat(length));
    let groups = format!("({}R{})999999", "(".repeat(40), ")99".repeat(40));
    let mut all = models();
    all.extend([
        ("one long line", "solve", solve("1".repeat(LENGTH))),
        ("many lines", "solve", solve("a\n".repeat(LENGTH / 4))),
        (
            "damaged link",
            "solve",
            solve(format!("https://sudokupad.app/scl{}", "A".repeat(LENGTH))),
        ),
        ("long link", "solve", solve(link(LENGTH))),
        ("check", "check", json!({"puzzle": CLASSIC_SUDOKU, "solution": "1 ".repeat(LENGTH / 2)})),
        ("drawing", "draw", json!({"puzzle": link(200)})),
        ("link as a document", "pencil/read", json!({"puzzle": link(200)})),
        ("generator", "pencil/generate", json!({"kind": "slither", "rows": 40, "columns": 40})),
        (
            "definition",
            "perm/solve",
            json!({"puzzle": definition, "setup": "M0 M1 M2 M3 M4 M5 M6"}),
        ),
        ("groups", "perm/apply", json!({"puzzle": "3x3x3", "moves": groups})),
        (
            "digits",
            "perm/apply",
            json!({"puzzle": "3x3x3", "moves": format!("(R){}", "9".repeat(LENGTH))}),
        ),
        ("positions", "square1/distances", json!({"positions": vec!["A1B2C3D45E6F7G8H-"; 40_000]})),
    ]);
    all
}

/// Returns the largest memory that this process had, where the system tells it.
fn peak_memory() -> Option<u64> {
    let status = fs_err::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "slow: about twenty requests, most of which take their time limit"]
async fn attacks_are_answered_and_ordinary_clients_do_not_notice() {
    let api = Arc::new(
        Api::start(|config, _| {
            config.compute.max_time = TIME_LIMIT;
            config.compute.kill_delay = KILL_DELAY;
            config.compute.worker_memory_bytes = 256 << 20;
        })
        .await,
    );
    // The table of the Square-1 is built now, which can take a minute on a busy machine.
    while api.post("/api/v1/square1/scramble", &json!({})).await.document["code"]
        == "server.table-missing"
    {}
    let is_over = Arc::new(AtomicBool::new(false));
    let ordinary = {
        let (api, is_over) = (Arc::clone(&api), Arc::clone(&is_over));
        tokio::spawn(async move {
            let mut times = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                let begin = Instant::now();
                let reply = api.post("/api/v1/solve", &json!({"puzzle": CLASSIC_SUDOKU})).await;
                assert_eq!(reply.document["outcome"], "solved", "{}", reply.text);
                times.push(begin.elapsed());
                tokio::time::sleep(Duration::from_millis(40)).await;
            }
            times
        })
    };
    for (name, path, body) in attacks() {
        let begin = Instant::now();
        let reply = api.post(&format!("/api/v1/{path}"), &body).await;
        let took = begin.elapsed();
        let code = reply.document["code"].as_str().unwrap_or("-").to_owned();
        eprintln!("{name}: {} {code} {} bytes, {took:?}", reply.status, reply.text.len());
        assert!(took < TIME_LIMIT + KILL_DELAY + MARGIN, "{name}: {took:?}");
        assert!(reply.text.len() <= 16 << 20, "{name}: {} bytes", reply.text.len());
        // A request of a wrong form, or that is not read, attacks nothing.
        let is_expected = !code.starts_with("internal") && !code.starts_with("body.");
        assert!(is_expected, "{name}: {}", reply.text);
    }
    is_over.store(true, Ordering::Relaxed);
    let mut times = ordinary.await.unwrap();
    times.sort();
    let p99 = times[times.len() * 99 / 100];
    eprintln!(
        "{} ordinary requests: median {:?}, p99 {p99:?}",
        times.len(),
        times[times.len() / 2]
    );
    assert!(p99 < Duration::from_secs(1), "{p99:?}");
    let peak = peak_memory().unwrap_or(0);
    eprintln!("peak memory of the service: {} MiB", peak >> 20);
    assert!(peak < 1 << 30, "{peak}");
    Arc::into_inner(api).expect("the ordinary client has ended").stop().await;
}
