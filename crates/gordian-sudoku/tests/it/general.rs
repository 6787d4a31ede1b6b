//! Grids of any size with any houses, through [`Finder`].

use gordian_core::{Cancel, Limit, Random};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_sudoku::{Finder, SearchLimits, SearchSummary};

use crate::support::{plain, random};

/// Returns up to `limit` solutions in increasing order, and the summary of the search.
fn solutions(layout: &Layout, start: &Candidates, limit: u64) -> (Vec<Vec<u8>>, SearchSummary) {
    let mut all = Vec::new();
    let limits = SearchLimits { max_solutions: limit, max_nodes: None };
    let found = Finder::new(layout).find(start, &limits, &Cancel::new(), &mut |digits| {
        all.push(digits.to_vec());
    });
    assert_eq!(all.len() as u64, found.n_solutions);
    all.sort_unstable();
    (all, found)
}

#[test]
fn empty_grids_have_the_known_number_of_solutions() {
    let check = |layout: Layout, expected: u64| {
        let start = Candidates::all(&layout);
        let (all, found) = solutions(&layout, &start, u64::MAX);
        assert_eq!((found.n_solutions, found.stopped), (expected, None), "{layout:?}");
        assert!(all.iter().all(|digits| plain::is_solution(&layout, &start, digits)));
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{layout:?}: duplicate solution");
        if expected < 1000 {
            assert_eq!(plain::solutions(&layout, &start, 1000).len() as u64, expected);
        }
        assert_eq!(Finder::new(&layout).count(&start, u64::MAX, &Cancel::new()), found);
    };
    // Latin squares: OEIS A002860.
    check(Layout::latin(1).unwrap(), 1);
    check(Layout::latin(2).unwrap(), 2);
    check(Layout::latin(3).unwrap(), 12);
    check(Layout::latin(4).unwrap(), 576);
    check(Layout::latin(5).unwrap(), 161_280);
    check(Layout::boxes(2, 2).unwrap(), 288);
    // Diagonal Latin squares: OEIS A274806.
    check(Layout::latin(4).unwrap().with_main_diagonal().with_anti_diagonal(), 48);
    check(Layout::latin(5).unwrap().with_main_diagonal().with_anti_diagonal(), 960);
    check(Layout::latin(2).unwrap().with_main_diagonal(), 0);
}

#[test]
#[ignore = "slow: an empty 6×6 grid with boxes has 28,200,960 solutions"]
fn empty_6x6_grid_has_28_200_960_solutions() {
    let layout = Layout::boxes(2, 3).unwrap();
    let found = Finder::new(&layout).count(&Candidates::all(&layout), u64::MAX, &Cancel::new());
    assert_eq!((found.n_solutions, found.stopped), (28_200_960, None));
}

/// Compares all solutions of random grids with those of plain backtracking, and checks that grids
/// without, with one and with several solutions occur.
fn check_random(seed: u64, n_grids: usize, size: impl Fn(&mut Random) -> (usize, usize)) {
    let source = &mut Random::new(seed);
    let mut seen = [0_usize; 3];
    for _ in 0..n_grids {
        let (n, n_open) = size(source);
        let layout = random::layout(source, n);
        let Some(start) = random::start(source, &layout, n_open) else { continue };
        let mut expected = plain::solutions(&layout, &start, 2000);
        expected.sort_unstable();
        if expected.len() == 2000 {
            let (all, found) = solutions(&layout, &start, 2000);
            assert_eq!((found.n_solutions, found.stopped), (2000, Some(Limit::Solutions)));
            assert!(all.iter().all(|digits| plain::is_solution(&layout, &start, digits)));
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
        } else {
            let (all, found) = solutions(&layout, &start, u64::MAX);
            assert_eq!(all.len(), expected.len(), "{:?}\n{start:?}", layout.houses());
            assert_eq!(all, expected);
            assert_eq!(found.stopped, None);
        }
        seen[expected.len().min(2)] += 1;
    }
    assert!(seen.iter().all(|&n| n > n_grids / 50), "none, one, several: {seen:?}");
}

#[test]
fn random_small_grids_match_plain_backtracking() {
    check_random(1, 1000, |random| (1 + random.below(5), 25));
    check_random(2, 1500, |random| (5 + random.below(2), 10 + random.below(16)));
}

#[test]
fn random_grids_around_9x9_match_plain_backtracking() {
    check_random(3, 1500, |random| (7 + random.below(5), 20 + random.below(20)));
}

#[test]
fn random_larger_grids_match_plain_backtracking() {
    check_random(4, 400, |random| (12 + random.below(5), 30 + random.below(40)));
    check_random(5, 100, |random| (17 + random.below(17), 60 + random.below(80)));
}

#[test]
fn large_empty_grids_are_solved() {
    let check = |layout: Layout| {
        let start = Candidates::all(&layout);
        let (all, found) = solutions(&layout, &start, 1);
        assert_eq!((found.n_solutions, found.stopped), (1, Some(Limit::Solutions)), "{layout:?}");
        assert!(plain::is_solution(&layout, &start, &all[0]), "{layout:?}");
    };
    check(Layout::boxes(3, 4).unwrap());
    check(Layout::boxes(4, 4).unwrap().with_main_diagonal());
    check(Layout::boxes(5, 5).unwrap());
    check(Layout::latin(40).unwrap());
    // Deep enough for states that are saved without places.
    check(Layout::boxes(8, 8).unwrap());
}

#[test]
fn irregular_regions_with_a_diagonal_are_solved() {
    let regions = b"1233333342253131412516664222666645127556457777584477885814178888";
    let layout = Layout::regions(8, regions).unwrap().with_main_diagonal();
    let mut givens = vec![0; 64];
    for (cell, digit) in [(11, 1), (12, 2), (30, 3), (33, 4), (47, 5), (53, 6), (57, 7)] {
        givens[cell] = digit;
    }
    let puzzle = Grid::new(layout.clone(), givens);
    let start = Candidates::of(&puzzle);
    let (all, found) = solutions(&layout, &start, 2);
    assert_eq!((found.n_solutions, found.stopped), (1, None));
    assert!(plain::is_solution(&layout, &start, &all[0]));
    assert!(found.guesses < 100, "{found:?}");
}

#[test]
fn subset_propagation_avoids_guesses() {
    // 16×16 grids that propagation with subsets solves without guesses.
    let layout = Layout::boxes(4, 4).unwrap();
    let source = &mut Random::new(9);
    let mut guesses = 0;
    for _ in 0..20 {
        let start = random::start(source, &layout, 110).unwrap();
        guesses += Finder::new(&layout).count(&start, 1, &Cancel::new()).guesses;
    }
    assert!(guesses < 40, "{guesses}");
}

#[test]
fn solution_limits_are_exact() {
    let layout = Layout::boxes(2, 2).unwrap();
    let all = Candidates::all(&layout);
    let mut finder = Finder::new(&layout);
    let mut check = |limit: u64, n: u64, stopped: Option<Limit>| {
        let found = finder.count(&all, limit, &Cancel::new());
        assert_eq!((found.n_solutions, found.stopped), (n, stopped), "limit {limit}");
        found.guesses
    };
    assert_eq!(check(0, 0, Some(Limit::Solutions)), 0);
    check(1, 1, Some(Limit::Solutions));
    check(287, 287, Some(Limit::Solutions));
    check(288, 288, Some(Limit::Solutions));
    // Every guess is between two solutions, and searches do not depend on earlier ones.
    assert_eq!(check(289, 288, None), 287);
    assert_eq!(check(289, 288, None), 287);
}

#[test]
fn node_limits_and_cancellation_stop_the_search() {
    let layout = Layout::boxes(3, 3).unwrap().with_main_diagonal();
    let all = Candidates::all(&layout);
    let mut finder = Finder::new(&layout);
    let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: Some(1000) };
    let found = finder.find(&all, &limits, &Cancel::new(), &mut |_| {});
    assert_eq!(found.stopped, Some(Limit::Effort));
    assert!((1000..1010).contains(&found.guesses), "{found:?}");
    assert!(found.n_solutions > 0, "{found:?}");

    let cancel = Cancel::new();
    let mut n = 0;
    let limits = SearchLimits { max_solutions: u64::MAX, max_nodes: None };
    let found = finder.find(&all, &limits, &cancel, &mut |_| {
        n += 1;
        if n == 5000 {
            cancel.cancel();
        }
    });
    assert_eq!((found.n_solutions, found.stopped), (n, Some(Limit::Interrupted)));
    assert!((5000..10_000).contains(&n), "{n}");
    cancel.cancel();
    assert_eq!(finder.count(&all, u64::MAX, &cancel).stopped, Some(Limit::Interrupted));
}

#[test]
fn default_budget_depends_on_the_grid_size() {
    let budget = |n: usize| Finder::default_budget(&Layout::latin(n).unwrap());
    assert_eq!((budget(16), budget(25), budget(64)), (8448, 3980, 4608));
}
