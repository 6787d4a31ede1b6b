//! Every state space finds the same solutions, and donated nodes lose none.

use gordian_core::Random;
use gordian_grid::{Candidates, Layout};

use super::depth_first::DepthFirst;
use super::large_grid::LargeGrid;
use super::small_grid::SmallGrid;
use crate::classic::single::SingleSolver;
use crate::engine::{Search, Step};

fn layouts() -> Vec<Layout> {
    let group = |layout: Layout, cells: &[usize]| layout.with_group("group", cells.to_vec());
    let latin = Layout::latin(5).expect("5 rows");
    let boxes = Layout::boxes(2, 3).expect("6 rows");
    let regions = Layout::regions(4, b"1122132414324334").expect("four of each");
    vec![
        group(latin.with_main_diagonal(), &[1, 6, 11]).expect("three cells"),
        latin,
        regions.with_anti_diagonal(),
        group(boxes.with_anti_diagonal(), &[0, 8, 16, 25, 33]).expect("five cells"),
        boxes,
        group(regions, &[0, 5, 6, 7, 12]).expect("one cell too many"),
    ]
}

/// Returns all solutions below a state, in increasing order. The search advances by few nodes at a
/// time and sometimes donates a node, which is searched later.
fn solutions(search: &mut dyn Search, start: &Candidates, random: &mut Random) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut nodes = vec![start.clone()];
    let mut digits = vec![0; start.masks().len()];
    while let Some(node) = nodes.pop() {
        search.start(&node);
        loop {
            match search.advance(random.below(20) as u64) {
                Step::Solution => {
                    search.solution(&mut digits);
                    found.push(digits.clone());
                }
                Step::Exhausted => break,
                Step::Paused if random.below(4) == 0 => nodes.extend(search.donate()),
                Step::Paused => {}
            }
        }
        assert!(search.donate().is_none(), "nodes are pending at the end");
    }
    found.sort_unstable();
    found
}

fn random_candidates(random: &mut Random, layout: &Layout) -> Candidates {
    let masks = (0..layout.n_cells()).map(|_| random.bits() | random.bits());
    Candidates::from_masks(masks.collect())
}

#[test]
fn state_spaces_find_the_same_solutions() {
    let random = &mut Random::new(17);
    let (mut none, mut many) = (0, 0);
    for round in 0..60 {
        for layout in layouts() {
            let start = random_candidates(random, &layout);
            let mut search = DepthFirst::new(SmallGrid::<u64>::new(&layout));
            let expected = solutions(&mut search, &start, random);
            none += usize::from(expected.is_empty());
            many += usize::from(expected.len() > 50);
            let mut check = |search: &mut dyn Search| {
                assert_eq!(solutions(search, &start, random), expected, "{round} {layout:?}");
            };
            check(&mut DepthFirst::new(SmallGrid::<u128>::new(&layout)));
            check(&mut DepthFirst::new(LargeGrid::<u16>::new(&layout)));
            check(&mut DepthFirst::new(LargeGrid::<u32>::new(&layout)));
            check(&mut DepthFirst::new(LargeGrid::<u64>::new(&layout)));
        }
    }
    assert!(none > 20 && many > 20, "{none} {many}");
}

#[test]
fn single_solver_finds_the_same_solutions() {
    let random = &mut Random::new(18);
    let layout = Layout::classic();
    let mut several = 0;
    for _ in 0..200 {
        // A solution with a few additional candidates in each cell.
        let solved = |cell: usize| 1_u64 << ((cell / 9 * 3 + cell / 27 + cell % 9) % 9);
        let masks = (0..81)
            .map(|cell| solved(cell) | (random.bits() & (random.bits() | random.bits())))
            .collect();
        let start = Candidates::from_masks(masks);
        let mut search = DepthFirst::new(SmallGrid::<u128>::new(&layout));
        let expected = solutions(&mut search, &start, random);
        assert!(!expected.is_empty());
        several += usize::from(expected.len() > 1);
        assert_eq!(solutions(&mut SingleSolver::best(), &start, random), expected);
        assert_eq!(
            solutions(&mut DepthFirst::new(LargeGrid::<u16>::new(&layout)), &start, random),
            expected
        );
    }
    assert!(several > 20, "{several}");
}
