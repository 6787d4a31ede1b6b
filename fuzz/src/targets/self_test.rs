//! Targets that fail on purpose, so that tests can check that each kind of failure is reported.

use super::{Target, Verdict};
use crate::Corpus;

fn seeds(corpus: &mut Corpus) {
    corpus.add_text("one 1\ntwo 2\n");
    corpus.add_text("three 3\n");
}

/// Returns whether an input is one of the few that fail; no seed fails.
fn should_fail(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair[0] == pair[1] && pair[0].is_ascii_digit())
}

const fn target(name: &'static str, read: fn(&[u8]) -> Verdict) -> Target {
    Target { name, summary: "fails on purpose", seeds, read }
}

pub(super) const PANIC: Target = target("self-test-panic", |bytes| {
    assert!(!should_fail(bytes), "a digit stands twice");
    Verdict::Accepted
});

pub(super) const ABORT: Target = target("self-test-abort", |bytes| {
    if should_fail(bytes) {
        std::process::abort();
    }
    Verdict::Rejected
});

pub(super) const MEMORY: Target = target("self-test-memory", |bytes| {
    let n = if should_fail(bytes) { 1 << 40 } else { 1 };
    let buffer: Vec<u64> = std::hint::black_box(Vec::with_capacity(n));
    super::verdict(buffer.capacity() >= n)
});

pub(super) const STACK: Target = target("self-test-stack", |bytes| {
    fn recurse(n: u64) -> u64 {
        if std::hint::black_box(n) == 0 { 0 } else { recurse(n - 1) + std::hint::black_box(1) }
    }
    recurse(if should_fail(bytes) { u64::MAX } else { 1 });
    Verdict::Accepted
});

pub(super) const SLOW: Target = target("self-test-slow", |bytes| {
    let start = std::time::Instant::now();
    while should_fail(bytes) && start.elapsed() < std::time::Duration::from_millis(200) {
        std::hint::spin_loop();
    }
    Verdict::Accepted
});

pub(super) const HANG: Target = target("self-test-hang", |bytes| {
    while should_fail(bytes) {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
    Verdict::Accepted
});
