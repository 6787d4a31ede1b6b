//! Estimates of the number of solutions.

use std::time::Duration;

use gordian_core::{Cancel, Limit, Random};
use gordian_grid::{Candidates, Layout};
use gordian_sudoku::estimate;

use crate::support::{plain, random};

#[test]
fn estimates_are_close_to_known_numbers() {
    let check = |layout: Layout, probes: u64, expected: f64| {
        let all = Candidates::all(&layout);
        let found = estimate(&layout, &all, probes, 3, &Cancel::new());
        let (error, off) = (found.standard_error, (found.mean - expected).abs());
        assert!(error < 0.1 * expected && off < 4.0 * error, "{layout:?}: {found:?}");
        assert!((found.log10_mean - found.mean.log10()).abs() < 1e-9);
        assert_eq!((found.probes, found.stopped), (probes, None));
        assert_eq!(estimate(&layout, &all, probes, 3, &Cancel::new()), found);
        assert_ne!(estimate(&layout, &all, probes, 4, &Cancel::new()).mean, found.mean);
    };
    check(Layout::boxes(2, 2).unwrap(), 1000, 288.0);
    check(Layout::latin(5).unwrap(), 1000, 161_280.0);
    check(Layout::boxes(2, 3).unwrap(), 1000, 28_200_960.0);
    // B. Felgenhauer, F. Jarvis, "Mathematics of Sudoku I", 2006.
    check(Layout::classic(), 1000, 6_670_903_752_021_072_936_960.0);
}

#[test]
fn estimates_are_unbiased() {
    let source = &mut Random::new(21);
    let mut n_several = 0;
    for seed in 0..120 {
        let n = 4 + source.below(9);
        let layout = random::layout(source, n);
        let Some(start) = random::start(source, &layout, 20) else { continue };
        let expected = plain::solutions(&layout, &start, 1000).len();
        if expected == 1000 {
            continue;
        }
        let found = estimate(&layout, &start, 2000, seed, &Cancel::new());
        let off = (found.mean - f64::from(u32::try_from(expected).unwrap())).abs();
        assert!(off <= 4.5 * found.standard_error + 1e-9, "{expected}: {found:?}");
        n_several += usize::from(expected > 1);
    }
    assert!(n_several > 15, "{n_several}");
}

#[test]
fn estimates_beyond_f64_have_a_logarithm() {
    let layout = Layout::boxes(5, 6).unwrap();
    let found = estimate(&layout, &Candidates::all(&layout), 2, 1, &Cancel::new());
    assert_eq!((found.mean, found.standard_error), (f64::INFINITY, f64::INFINITY));
    assert!((400.0..600.0).contains(&found.log10_mean), "{found:?}");
}

#[test]
fn contradictions_and_cancelled_estimates_are_zero() {
    let layout = Layout::classic();
    let mut start = Candidates::all(&layout);
    let cancel = Cancel::new().with_time_limit(Duration::ZERO);
    let found = estimate(&layout, &start, 10, 1, &cancel);
    assert_eq!((found.probes, found.mean, found.stopped), (0, 0.0, Some(Limit::Time)));
    start.keep_only(0, 1);
    start.keep_only(1, 1);
    let found = estimate(&layout, &start, 10, 1, &Cancel::new());
    assert_eq!((found.mean, found.standard_error, found.probes), (0.0, 0.0, 10));
    assert_eq!(found.log10_mean, f64::NEG_INFINITY);
}
