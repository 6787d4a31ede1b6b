//! Targets that fail on purpose, so that tests see each failure reported.

use super::{Target, Verdict};
use crate::Corpus;

fn seeds(corpus: &mut Corpus) {
    corpus.text("one 1\ntwo 2\n");
    corpus.text("three 3\n");
}

/// Returns whether an input is one of the few that fail; none of the seeds is.
fn is_chosen(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair[0] == pair[1] && pair[0].is_ascii_digit())
}

const fn target(name: &'static str, read: fn(&[u8]) -> Verdict) -> Target {
    Target { name, summary: "fails on purpose", seeds, read }
}

pub(super) const PANIC: Target = target("self-test-panic", |bytes| {
    assert!(!is_chosen(bytes), "a digit stands twice");
    Verdict::Accepted
});

pub(super) const ABORT: Target = target("self-test-abort", |bytes| {
    if is_chosen(bytes) {
        std::process::abort();
    }
    Verdict::Refused
});

pub(super) const MEMORY: Target = target("self-test-memory", |bytes| {
    let n = if is_chosen(bytes) { 1 << 40 } else { 1 };
    let room: Vec<u64> = std::hint::black_box(Vec::with_capacity(n));
    super::verdict(room.capacity() >= n)
});

pub(super) const STACK: Target = target("self-test-stack", |bytes| {
    fn deep(n: u64) -> u64 {
        if std::hint::black_box(n) == 0 { 0 } else { deep(n - 1) + std::hint::black_box(1) }
    }
    deep(if is_chosen(bytes) { u64::MAX } else { 1 });
    Verdict::Accepted
});

pub(super) const SLOW: Target = target("self-test-slow", |bytes| {
    let start = std::time::Instant::now();
    while is_chosen(bytes) && start.elapsed() < std::time::Duration::from_millis(200) {
        std::hint::spin_loop();
    }
    Verdict::Accepted
});

pub(super) const HANG: Target = target("self-test-hang", |bytes| {
    while is_chosen(bytes) {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
    Verdict::Accepted
});
