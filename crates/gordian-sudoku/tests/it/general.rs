//! Grids of any size with any houses.

use gordian_core::Cancel;
use gordian_sudoku::{Candidates, Finder, Layout, Query};

use crate::support::plain;

#[test]
fn empty_grids() {
    let check = |layout: Layout, expected: u64| {
        let all = Candidates::all(&layout);
        let mut n = 0;
        let query = Query { limit: u64::MAX, max_nodes: None };
        let found = Finder::new(&layout).find(&all, &query, &Cancel::new(), &mut |digits| {
            assert!(plain::is_solution(&layout, &all, digits));
            n += 1;
        });
        assert_eq!((n, found.n, found.stopped), (expected, expected, None));
    };
    check(Layout::latin(1).unwrap(), 1);
    check(Layout::latin(2).unwrap(), 2);
    check(Layout::latin(3).unwrap(), 12);
    check(Layout::latin(4).unwrap(), 576);
    check(Layout::latin(5).unwrap(), 161_280);
    check(Layout::boxes(2, 2).unwrap(), 288);
}
