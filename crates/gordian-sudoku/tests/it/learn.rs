//! The clause-learning search, compared with plain backtracking and depth-first search.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use gordian_core::{Cancel, Limit, NoProgress, Progress, ProgressEvent, Random};
use gordian_grid::{Candidates, Layout};
use gordian_sudoku::tasks::balanced_holes;
use gordian_sudoku::{Finder, LearningFinder, SearchLimits, SearchSummary};

use crate::support::{plain, random};

/// Returns the solutions in the order found, checked to be distinct, and the summary of the search.
fn solutions(
    layout: &Layout,
    start: &Candidates,
    limit: u64,
    n_threads: usize,
    seed: u64,
) -> (Vec<Vec<u8>>, SearchSummary) {
    let mut all = Vec::new();
    let limits = SearchLimits { max_solutions: limit, max_nodes: None };
    let finder = LearningFinder::new(layout, n_threads, seed);
    let found = finder.find(start, &limits, &Cancel::new(), &NoProgress, &mut |digits| {
        all.push(digits.to_vec());
    });
    assert_eq!(found.n_solutions, all.len() as u64);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "duplicate solution");
    (all, found)
}

/// Compares up to `limit` solutions on one to three threads with plain backtracking; returns their
/// number.
fn check(layout: &Layout, start: &Candidates, limit: u64) -> u64 {
    let mut expected = plain::solutions(layout, start, usize::try_from(limit).unwrap());
    expected.sort_unstable();
    let complete = (expected.len() as u64) < limit;
    for n_threads in 1..=3 {
        let (mut all, found) = solutions(layout, start, limit, n_threads, limit);
        assert_eq!(all.len(), expected.len(), "{layout:?}, {n_threads} threads");
        assert_eq!(found.stopped, (!complete).then_some(Limit::Solutions));
        assert!(all.iter().all(|digits| plain::is_solution(layout, start, digits)));
        all.sort_unstable();
        assert!(!complete || all == expected);
    }
    expected.len() as u64
}

#[test]
fn random_grids_match_plain_backtracking() {
    let source = &mut Random::new(3);
    let mut kinds = [0; 3];
    for n in (1..=8).cycle().take(360) {
        let layout = random::layout(source, n);
        let n_open = source.below(n * n) * 3 / 4 + n;
        let Some(start) = random::start(source, &layout, n_open) else { continue };
        let n_solutions = check(&layout, &start, 200);
        kinds[usize::try_from(n_solutions.min(2)).unwrap()] += 1;
    }
    assert!(kinds.iter().all(|&n| n > 30), "unbalanced: {kinds:?} with none, one, several");
}

#[test]
fn all_4x4_grids_are_found_on_any_number_of_threads() {
    let layout = Layout::boxes(2, 2).unwrap();
    for n_threads in 1..=4 {
        for seed in 0..10 {
            let start = Candidates::all(&layout);
            let (_, found) = solutions(&layout, &start, u64::MAX, n_threads, seed);
            assert_eq!((found.n_solutions, found.stopped), (288, None), "{n_threads} threads");
        }
    }
}

#[test]
fn threads_find_each_solution_once() {
    let layout = Layout::boxes(2, 3).unwrap();
    let mut start = Candidates::all(&layout);
    for (column, digit) in (1..=6).enumerate() {
        start.keep_only(column, digit);
    }
    for (cell, digit) in [(12, 2), (18, 3)] {
        start.keep_only(cell, digit);
    }
    let expected = Finder::new(&layout).count(&start, u64::MAX, &Cancel::new()).n_solutions;
    assert!(expected > 1000, "{expected}");
    for n_threads in [1, 2, 4] {
        let (_, found) = solutions(&layout, &start, u64::MAX, n_threads, 5);
        assert_eq!((found.n_solutions, found.stopped), (expected, None), "{n_threads} threads");
    }
}

#[test]
fn one_thread_is_deterministic() {
    let layout = Layout::boxes(4, 4).unwrap();
    let start = Candidates::of(&balanced_holes(&layout, 150, 1).unwrap().puzzle);
    let run = |seed| solutions(&layout, &start, 20, 1, seed);
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).0, run(2).0);
}

#[test]
fn limits_are_exact() {
    let layout = Layout::boxes(2, 2).unwrap();
    let start = Candidates::all(&layout);
    for n_threads in [1, 3] {
        for limit in [0, 1, 2, 287, 288, 289] {
            let (_, found) = solutions(&layout, &start, limit, n_threads, 0);
            let stopped = (limit <= 288).then_some(Limit::Solutions);
            assert_eq!(
                (found.n_solutions, found.stopped),
                (limit.min(288), stopped),
                "{n_threads}"
            );
        }
    }
}

#[test]
fn immediate_contradictions_have_no_solution() {
    let check = |layout: &Layout, start: &Candidates| {
        let (_, found) = solutions(layout, start, 10, 2, 0);
        assert_eq!(found, SearchSummary { n_solutions: 0, guesses: 0, stopped: None });
    };
    let layout = Layout::boxes(5, 5).unwrap();
    let mut twice = Candidates::all(&layout);
    twice.keep_only(0, 1);
    twice.keep_only(1, 1);
    check(&layout, &twice);
    let mut empty = Candidates::all(&layout);
    empty.masks_mut()[300] = 0;
    check(&layout, &empty);
    let crowded = layout.with_group("26 cells", (0..26).collect()).unwrap();
    check(&crowded, &Candidates::all(&crowded));
}

#[test]
fn large_grids_are_solved() {
    let check = |side, holes, seed| {
        let layout = Layout::boxes(side, side).unwrap();
        let made = balanced_holes(&layout, holes, seed).unwrap();
        let start = Candidates::of(&made.puzzle);
        let (all, found) = solutions(&layout, &start, 1, 2, seed);
        assert_eq!(found.stopped, Some(Limit::Solutions));
        assert!(plain::is_solution(&layout, &start, &all[0]));
    };
    check(4, 120, 1);
    check(4, 256, 2);
    check(5, 250, 3);
    check(5, 290, 4);
    check(6, 570, 5);
    // This one takes thousands of conflicts, so threads exchange clauses.
    check(6, 622, 4);
}

#[test]
fn counts_of_16x16_grids_match_depth_first_search() {
    let layout = Layout::boxes(4, 4).unwrap();
    let mut unique = 0;
    for seed in 0..12 {
        let made = balanced_holes(&layout, 100 + usize::try_from(seed).unwrap(), seed).unwrap();
        let start = Candidates::of(&made.puzzle);
        let expected = Finder::new(&layout).count(&start, 300, &Cancel::new());
        for n_threads in [1, 2] {
            let (_, found) = solutions(&layout, &start, 300, n_threads, seed);
            assert_eq!(
                (found.n_solutions, found.stopped),
                (expected.n_solutions, expected.stopped),
                "{seed}"
            );
        }
        unique += u64::from(expected.n_solutions == 1);
    }
    assert!((1..12).contains(&unique), "{unique}");
}

/// Returns a 25×25 puzzle with one solution that takes some dozens of conflicts: a solved grid with
/// evenly spread holes, of which some are filled until the solution is unique.
fn hard_25x25() -> (Layout, Candidates) {
    let layout = Layout::boxes(5, 5).unwrap();
    let made = balanced_holes(&layout, 330, 1).unwrap();
    let mut start = Candidates::of(&made.puzzle);
    loop {
        let (all, _) = solutions(&layout, &start, 2, 1, 0);
        let Some(other) = all.iter().find(|digits| **digits != made.solution) else {
            return (layout, start);
        };
        let differs = (0..625).find(|&cell| other[cell] != made.solution[cell]).unwrap();
        start.keep_only(differs, made.solution[differs]);
    }
}

#[test]
fn hard_grids_are_proved_unique() {
    let (layout, start) = hard_25x25();
    for (n_threads, seed) in [(1, 1), (2, 2), (4, 3)] {
        let (_, found) = solutions(&layout, &start, 2, n_threads, seed);
        assert_eq!((found.n_solutions, found.stopped), (1, None));
        assert!(found.guesses > 20, "{found:?}");
    }
}

/// Returns a grid for which neither a solution nor a refutation is found within seconds.
fn intractable_49x49() -> (Layout, Candidates) {
    let layout = Layout::boxes(7, 7).unwrap();
    let start = Candidates::of(&balanced_holes(&layout, 1100, 1).unwrap().puzzle);
    (layout, start)
}

/// Records reported conflicts and checks that they never decrease.
#[derive(Default)]
struct ProgressRecorder(AtomicU64);

impl Progress for ProgressRecorder {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Effort { conflicts, .. } = event {
            let before = self.0.swap(*conflicts, Ordering::Relaxed);
            assert!(before <= *conflicts, "{before}, then {conflicts}");
        }
    }
}

#[test]
fn time_limits_and_cancellation_stop_the_search() {
    let (layout, start) = intractable_49x49();
    let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: None };
    for n_threads in [1, 3] {
        let finder = LearningFinder::new(&layout, n_threads, 0);
        let recorder = ProgressRecorder::default();
        let cancel = Cancel::new().with_time_limit(Duration::from_millis(600));
        let found = finder.find(&start, &limits, &cancel, &recorder, &mut |_| {});
        assert_eq!(found.stopped, Some(Limit::Time));
        assert!((1..=found.guesses).contains(&recorder.0.into_inner()), "{found:?}");

        let cancel = Cancel::new();
        cancel.cancel();
        let found = finder.find(&start, &limits, &cancel, &NoProgress, &mut |_| {});
        assert_eq!(
            found,
            SearchSummary { n_solutions: 0, guesses: 0, stopped: Some(Limit::Interrupted) }
        );
    }
}

#[test]
fn conflict_limits_stop_the_search() {
    let (layout, start) = intractable_49x49();
    for (n_threads, max_nodes, slack) in [(1, 0, 0), (1, 1, 0), (1, 2500, 0), (3, 3000, 4000)] {
        let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: Some(max_nodes) };
        let finder = LearningFinder::new(&layout, n_threads, 0);
        let found = finder.find(&start, &limits, &Cancel::new(), &NoProgress, &mut |_| {});
        assert_eq!(found.stopped, Some(Limit::Effort));
        assert!((max_nodes..=max_nodes + slack).contains(&found.guesses), "{found:?}");
    }
}

#[test]
fn panic_of_the_callback_ends_all_threads() {
    let layout = Layout::latin(5).unwrap();
    let me = thread::current().id();
    // The panic is on the calling thread, or on a helper thread.
    for (n_threads, is_mine) in [(1, true), (4, true), (4, false)] {
        let mut n = 0;
        let mut n_after = 0;
        let mut has_panicked = false;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let finder = LearningFinder::new(&layout, n_threads, 0);
            let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: None };
            let start = Candidates::all(&layout);
            finder.find(&start, &limits, &Cancel::new(), &NoProgress, &mut |_| {
                n += 1;
                n_after += u32::from(has_panicked);
                if !has_panicked && n >= 3000 && (thread::current().id() == me) == is_mine {
                    has_panicked = true;
                    // Meanwhile the other threads reach a solution and wait to pass it on.
                    thread::sleep(Duration::from_millis(50));
                    panic!("this one only");
                }
            })
        }));
        let panic = outcome.expect_err("the panic is propagated");
        assert_eq!(panic.downcast_ref(), Some(&"this one only"), "{n_threads} threads");
        assert_eq!(n_after, 0, "calls after the panic, {n_threads} threads");
    }
}
