//! Several threads find the same solutions as one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use gordian_core::{Cancel, Limit, NoProgress, Progress, ProgressEvent, Random};
use gordian_grid::{Candidates, Layout};
use gordian_sudoku::{Finder, ParallelFinder, SearchLimits};

use crate::support::{plain, random};

const ALL: SearchLimits = SearchLimits { max_solutions: u64::MAX, max_nodes: None };

fn solutions(
    layout: &Layout,
    start: &Candidates,
    limits: SearchLimits,
    n_threads: usize,
) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let finder = ParallelFinder::new(layout, n_threads);
    let found = finder.find(start, &limits, &Cancel::new(), &NoProgress, &mut |digits| {
        all.push(digits.to_vec());
    });
    assert_eq!(found.n_solutions, all.len() as u64);
    let complete = found.n_solutions < limits.max_solutions;
    assert_eq!(found.stopped, (!complete).then_some(Limit::Solutions), "{n_threads} threads");
    all.sort_unstable();
    all
}

#[test]
fn solutions_are_the_same_for_any_number_of_threads() {
    // The last grids take many strides on each engine, so nodes are certainly donated.
    let check = |layout: &Layout, start: &Candidates| {
        let expected = solutions(layout, start, ALL, 1);
        for n_threads in [2, 3, 8] {
            assert_eq!(solutions(layout, start, ALL, n_threads), expected, "{n_threads} threads");
            let finder = ParallelFinder::new(layout, n_threads);
            let counted = finder.count(start, u64::MAX, &Cancel::new(), &NoProgress);
            assert_eq!((counted.n_solutions, counted.stopped), (expected.len() as u64, None));
        }
        expected.len()
    };
    let latin = Layout::latin(5).unwrap();
    assert_eq!(check(&latin, &Candidates::all(&latin)), 161_280);
    let source = &mut Random::new(11);
    let (mut none, mut most) = (0, 0);
    for n in (4..=12).cycle().take(90) {
        let layout = random::layout(source, n);
        let Some(start) = random::start(source, &layout, 12 + 4 * n) else { continue };
        if Finder::new(&layout).count(&start, 20_000, &Cancel::new()).stopped.is_none() {
            let n_solutions = check(&layout, &start);
            none += usize::from(n_solutions == 0);
            most = most.max(n_solutions);
        }
    }
    assert!(none > 5 && most > 5000, "{none} {most}");
    // The engine for 9×9: five rows and the rest of the left column of boxes are open.
    let classic = Layout::classic();
    let mut start = random::start(source, &classic, 0).unwrap();
    start.masks_mut()[18..].fill(classic.all_digits());
    let counted = Finder::new(&classic).count(&start, 300_000, &Cancel::new()).n_solutions;
    assert_eq!(counted, 300_000);
    start.masks_mut()[18..54]
        .copy_from_slice(&random::start(source, &classic, 0).unwrap().masks()[18..54]);
    check(&classic, &start);
}

#[test]
fn limits_are_exact() {
    let layout = Layout::latin(5).unwrap();
    let start = Candidates::all(&layout);
    for n_threads in [1, 2, 5] {
        for limit in [1, 2, 3, 1000, 100_000, 161_279, 161_280, 161_281] {
            let finder = ParallelFinder::new(&layout, n_threads);
            let found = finder.count(&start, limit, &Cancel::new(), &NoProgress);
            let stopped = (limit <= 161_280).then_some(Limit::Solutions);
            assert_eq!(
                (found.n_solutions, found.stopped),
                (limit.min(161_280), stopped),
                "{n_threads}"
            );
        }
        for limit in [0, 1, 2, 20_000] {
            let limits = SearchLimits { max_solutions: limit, max_nodes: None };
            let some = solutions(&layout, &start, limits, n_threads);
            assert_eq!(some.len() as u64, limit);
            assert!(some.iter().all(|digits| plain::is_solution(&layout, &start, digits)));
            assert!(some.windows(2).all(|pair| pair[0] != pair[1]));
        }
    }
}

#[test]
fn threads_never_exceed_the_solution_limit() {
    let layout = Layout::latin(5).unwrap();
    let (finder, start) = (ParallelFinder::new(&layout, 4), Candidates::all(&layout));
    for limit in 10..20 {
        let mut n = 0;
        let limits = SearchLimits { max_solutions: limit, max_nodes: None };
        let found = finder.find(&start, &limits, &Cancel::new(), &NoProgress, &mut |_| {
            n += 1;
            std::thread::sleep(Duration::from_millis(1));
        });
        assert_eq!((n, found.n_solutions, found.stopped), (limit, limit, Some(Limit::Solutions)));
    }
}

#[test]
fn node_limits_stop_the_search() {
    let layout = Layout::classic().with_main_diagonal();
    let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: Some(20_000) };
    for n_threads in [1, 3] {
        let finder = ParallelFinder::new(&layout, n_threads);
        let start = Candidates::all(&layout);
        let found = finder.find(&start, &limits, &Cancel::new(), &NoProgress, &mut |_| {});
        assert_eq!(found.stopped, Some(Limit::Effort));
        assert!((20_000..30_000).contains(&found.guesses), "{found:?}");
        assert!(found.n_solutions > 0);
    }
}

/// Records the last reported number of solutions.
#[derive(Default)]
struct LastReport(AtomicU64);

impl Progress for LastReport {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Solutions { n } = event {
            let before = self.0.swap(*n, Ordering::Relaxed);
            assert!(before <= *n, "{before}, then {n}");
        }
    }
}

#[test]
fn stopped_counts_are_lower_bounds() {
    for layout in [Layout::classic(), Layout::latin(10).unwrap(), Layout::latin(20).unwrap()] {
        for n_threads in [1, 3] {
            let finder = ParallelFinder::new(&layout, n_threads);
            let start = Candidates::all(&layout);
            let progress = LastReport::default();
            let cancel = Cancel::new().with_time_limit(Duration::from_millis(300));
            let found = finder.count(&start, u64::MAX, &cancel, &progress);
            assert_eq!(found.stopped, Some(Limit::Time), "{layout:?}");
            let last_report = progress.0.into_inner();
            assert!(
                (1..=found.n_solutions).contains(&last_report),
                "{layout:?}: {last_report} {found:?}"
            );

            let cancel = Cancel::new();
            cancel.cancel();
            let found = finder.count(&start, u64::MAX, &cancel, &NoProgress);
            assert_eq!(found.stopped, Some(Limit::Interrupted));
        }
    }
}

#[test]
fn panic_of_the_callback_ends_all_threads() {
    // So many solutions that every thread finds one.
    let layout = Layout::latin(6).unwrap();
    let me = thread::current().id();
    // The solution at which the callback panics is found by the calling thread, or by a helper
    // thread.
    for (n_threads, is_mine) in [(1, true), (4, true), (4, false)] {
        let mut n = 0;
        let mut n_after = 0;
        let mut has_panicked = false;
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let finder = ParallelFinder::new(&layout, n_threads);
            finder.find(&Candidates::all(&layout), &ALL, &Cancel::new(), &NoProgress, &mut |_| {
                n += 1;
                n_after += u32::from(has_panicked);
                if !has_panicked && n >= 5000 && (thread::current().id() == me) == is_mine {
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
