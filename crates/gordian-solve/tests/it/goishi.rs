//! Golden Waste: searches against a plain twin and against known boards.

use std::collections::BTreeSet;

use gordian_core::{Cancel, Limit};
use gordian_solve::goishi::{
    Board, BoardError, Config, GenerateConfig, GenerateError, count, find, generate,
};
use proptest::prelude::*;

/// Returns the board drawn in `text`: `.` is empty, `1` the start, anything else a coin.
fn parse(text: &str) -> (Board, Option<usize>) {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let mut coins = Vec::new();
    let mut start = None;
    for (row, line) in rows.iter().enumerate() {
        for (col, cell) in line.bytes().enumerate().filter(|&(_, cell)| cell != b'.') {
            if cell == b'1' {
                start = Some(coins.len());
            }
            coins.push((row, col));
        }
    }
    (Board::new(rows.len(), rows[0].len(), coins).expect("a drawn board"), start)
}

/// The next coin not in `taken` from `from`, going by `step` rows and columns.
fn first_ahead(board: &Board, taken: &[bool], from: usize, step: (isize, isize)) -> Option<usize> {
    let mut at = board.coins()[from];
    loop {
        at = (at.0.checked_add_signed(step.0)?, at.1.checked_add_signed(step.1)?);
        if at.0 >= board.rows() || at.1 >= board.cols() {
            return None;
        }
        match board.coins().iter().position(|&coin| coin == at) {
            Some(coin) if !taken[coin] => return Some(coin),
            _ => {}
        }
    }
}

const STEPS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The rules, step by step.
fn is_walk(board: &Board, walk: &[usize]) -> bool {
    let mut taken = vec![false; board.coins().len()];
    let mut came = None;
    for (index, &coin) in walk.iter().enumerate() {
        if taken[coin] {
            return false;
        }
        taken[coin] = true;
        if let Some(&next) = walk.get(index + 1) {
            let way = (0..4).find(|&way| {
                came.is_none_or(|came: usize| way != (came + 2) % 4)
                    && first_ahead(board, &taken, coin, STEPS[way]) == Some(next)
            });
            if way.is_none() {
                return false;
            }
            came = way;
        }
    }
    taken.into_iter().all(|taken| taken)
}

/// All walks, by trying everything.
fn naive(board: &Board, start: Option<usize>) -> BTreeSet<Vec<usize>> {
    fn go(
        board: &Board,
        taken: &mut [bool],
        walk: &mut Vec<usize>,
        came: Option<usize>,
        walks: &mut BTreeSet<Vec<usize>>,
    ) {
        let coin = walk[walk.len() - 1];
        taken[coin] = true;
        if walk.len() == taken.len() {
            walks.insert(walk.clone());
        }
        for way in (0..4).filter(|&way| came.is_none_or(|came| way != (came + 2) % 4)) {
            if let Some(next) = first_ahead(board, taken, coin, STEPS[way]) {
                walk.push(next);
                go(board, taken, walk, Some(way), walks);
                walk.pop();
            }
        }
        taken[coin] = false;
    }
    let n = board.coins().len();
    let mut walks = BTreeSet::new();
    for first in start.map_or(0..n, |start| start..start + 1) {
        go(board, &mut vec![false; n], &mut vec![first], None, &mut walks);
    }
    walks
}

/// Searches agree with the twin, whatever the seed.
fn check_against_naive(board: &Board, start: Option<usize>, seed: u64) {
    let cancel = Cancel::new();
    let expected = naive(board, start);
    let counted = count(board, start, u64::MAX, &cancel);
    assert_eq!((counted.walks, counted.stopped), (expected.len() as u64, None));

    let all = find(board, start, &Config { seed, max_walks: usize::MAX, max_nodes: None }, &cancel);
    assert_eq!(all.stopped, None);
    assert_eq!(all.walks.len(), expected.len(), "no walk twice");
    assert_eq!(all.walks.into_iter().collect::<BTreeSet<_>>(), expected);

    let two = find(board, start, &Config { seed, max_walks: 2, max_nodes: None }, &cancel);
    assert_eq!(two.walks.len(), expected.len().min(2));
    assert_eq!(two.stopped, (expected.len() >= 2).then_some(Limit::Solutions));
    assert!(two.walks.iter().all(|walk| is_walk(board, walk)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Coins anywhere; most of these boards have no walk.
    #[test]
    fn any_coins(
        (rows, cols) in (1_usize..6, 1_usize..6),
        cells in prop::collection::vec(prop::bool::weighted(0.4), 25),
        start in any::<Option<prop::sample::Index>>(),
        seed: u64,
    ) {
        let coins: Vec<_> = (0..rows * cols)
            .filter(|&cell| cells[cell])
            .map(|cell| (cell / cols, cell % cols))
            .collect();
        prop_assume!(!coins.is_empty() && coins.len() <= 11);
        let start = start.map(|start| start.index(coins.len()));
        check_against_naive(&Board::new(rows, cols, coins).expect("in order"), start, seed);
    }

    /// Boards that have a walk, on one side of the size of a machine word and on the other.
    #[test]
    fn boards_with_walks(
        coins in 1_usize..12,
        (rows, cols) in prop_oneof![(3_usize..8, 3_usize..8), (1_usize..3, 60_usize..200)],
        seed: u64,
        given: bool,
    ) {
        let config = GenerateConfig { coins, rows, cols, unique: false, seed };
        let Ok(made) = generate(&config, &Cancel::new()) else { return Ok(()) };
        prop_assert!(is_walk(&made.board, &made.walk));
        check_against_naive(&made.board, given.then(|| made.start()), seed);
    }
}

/// The board of "ILP Part 106 — Golden waste", blog.adamfurmanek.pl, 2023-12-16.
const GOLDEN_WASTE: &str =
    ".X.....X ....X.X. ...XX.X1 X......X ..XXXX.. X..XX... ....XX.. XXXX.X..";

/// Known boards: walks from the start, proved; walks from any start, if counted.
#[track_caller]
fn check(text: &str, from_start: u64, from_any: Option<u64>) {
    let (board, start) = parse(text);
    let cancel = Cancel::new();
    let found = find(&board, start, &Config { max_walks: 2, ..Config::default() }, &cancel);
    assert_eq!(found.walks.len() as u64, from_start.min(2));
    assert!(found.walks.iter().all(|walk| is_walk(&board, walk)));
    assert_eq!(found.stopped, (from_start > 1).then_some(Limit::Solutions));
    let counted = count(&board, start, u64::MAX, &cancel);
    assert_eq!((counted.walks, counted.stopped), (from_start, None));
    if let Some(from_any) = from_any {
        let counted = count(&board, None, u64::MAX, &cancel);
        assert_eq!((counted.walks, counted.stopped), (from_any, None));
    }
}

/// Counts of 16 to 28 coins: computed by an exhaustive search of another program.
#[test]
fn known_counts() {
    check(GOLDEN_WASTE, 1, Some(183));
    check("...XXXX ......X ....1.. ......X X.X..XX .....XX XX...X.", 1, Some(1));
    check(".....X.X X.X....X ....X.XX X..X..X. .X.XX..1 X...XXXX ....X.X. ...X.X..", 1, Some(91));
    check(
        "X.......X .X.XX.X.. .XX..X.X. .X..X.... .XX..X... XXX.X.X.. X..X.X..X X....X... X1.......",
        1,
        Some(1219),
    );
}

#[test]
fn single_coins_are_collected() {
    check("1", 1, Some(1));
    check("... .1. ...", 1, Some(1));
}

/// A ring can be walked both ways from each of its coins; a line only from its ends.
#[test]
fn rings_and_lines_have_known_counts() {
    check("1X XX", 2, Some(8));
    check("1X.XX", 1, Some(2));
    check("X1.XX", 0, Some(2));
}

/// Proved without a step: coins out of reach. Proved by leaves: the arms of a cross.
#[test]
fn boards_without_walks() {
    check("1.X .X. X.X", 0, Some(0));
    check(".1. XXX .X.", 0, Some(0));
}

/// A proof that outlasts the first runs: the later ones are long enough to see everything.
#[test]
fn restarts_end_in_a_proof() {
    let (board, _) =
        parse("..X.XXX. ...X.XX. .......X .XXXX.X. ...X..X. X...XX.X X...X... XXX.....");
    let found = find(&board, None, &Config::default(), &Cancel::new());
    assert!(found.walks.is_empty());
    assert_eq!(found.stopped, None);
    assert!(found.statistics.restarts > 0, "{:?}", found.statistics);
    assert_eq!(count(&board, None, 1, &Cancel::new()).walks, 0);
}

/// The exact effort of the searches: a rule that no longer cuts shows here, since answers do not
/// depend on it.
#[test]
fn effort_is_known() {
    let (board, start) = parse(GOLDEN_WASTE);
    let effort = |start| count(&board, start, u64::MAX, &Cancel::new()).statistics.nodes;
    assert_eq!((effort(start), effort(None)), (289, 8015));

    let config = Config { max_walks: 2, ..Config::default() };
    let found = find(&board, start, &config, &Cancel::new()).statistics;
    assert_eq!((found.nodes, found.restarts), (289, 0));

    let (apart, _) = parse("X.X .X. X.X");
    assert_eq!(find(&apart, None, &config, &Cancel::new()).statistics.nodes, 0);

    let total: u64 = (0..8)
        .map(|seed| {
            let made =
                generate(&GenerateConfig::new(500, seed), &Cancel::new()).expect("there is room");
            find(&made.board, None, &Config { seed, ..config.clone() }, &Cancel::new())
                .statistics
                .nodes
        })
        .sum();
    assert!(total < 20_000, "{total} nodes for 8 times 500 coins");
}

#[test]
fn large_boards_are_walked_from_any_seed() {
    for seed in 0..8 {
        let made =
            generate(&GenerateConfig::new(500, seed), &Cancel::new()).expect("there is room");
        for start in [Some(made.start()), None] {
            let config = Config { seed, max_walks: 2, max_nodes: Some(100_000) };
            let found = find(&made.board, start, &config, &Cancel::new());
            assert_eq!(found.stopped, Some(Limit::Solutions), "{:?}", found.statistics);
            assert!(found.walks.iter().all(|walk| is_walk(&made.board, walk)));
            assert_ne!(found.walks[0], found.walks[1]);
        }
    }
}

#[test]
fn same_seed_same_walk() {
    let made = generate(&GenerateConfig::new(120, 5), &Cancel::new()).expect("there is room");
    let run = |seed| find(&made.board, None, &Config { seed, ..Config::default() }, &Cancel::new());
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).walks, run(2).walks);
}

#[test]
fn limits_are_reported() {
    let made = generate(&GenerateConfig::new(60, 1), &Cancel::new()).expect("there is room");
    let (board, cancel) = (&made.board, Cancel::new());
    let find_with = |max_walks, max_nodes, cancel| {
        let found = find(board, None, &Config { seed: 0, max_walks, max_nodes }, cancel);
        (found.walks.len(), found.stopped, found.statistics.nodes)
    };
    assert_eq!(find_with(0, None, &cancel), (0, Some(Limit::Solutions), 0));
    assert_eq!(find_with(1, Some(10), &cancel), (0, Some(Limit::Effort), 10));
    assert_eq!(find_with(50, None, &cancel).0, 50);
    let counted = count(board, None, 1000, &cancel);
    assert_eq!((counted.walks, counted.stopped), (1000, Some(Limit::Solutions)));
    assert_eq!(count(board, None, 0, &cancel).stopped, Some(Limit::Solutions));

    cancel.cancel();
    assert_eq!(find_with(1, None, &cancel), (0, Some(Limit::Interrupted), 0));
    assert_eq!(count(board, None, 1000, &cancel).stopped, Some(Limit::Interrupted));
    let made = generate(&GenerateConfig::new(60, 1), &cancel);
    assert_eq!(made, Err(GenerateError::Stopped(Limit::Interrupted)));
}

/// An interruption is noticed in the middle of a search, too.
#[test]
fn search_can_be_interrupted() {
    let made = generate(&GenerateConfig::new(250, 1), &Cancel::new()).expect("there is room");
    let cancel = Cancel::new().with_time_limit(std::time::Duration::from_millis(20));
    let counted = count(&made.board, None, u64::MAX, &cancel);
    assert_eq!(counted.stopped, Some(Limit::Time));
    assert!(counted.statistics.nodes > 0);
}

fn draw(board: &Board, start: usize) -> String {
    (0..board.rows())
        .map(|row| {
            (0..board.cols())
                .map(|col| match board.coin_at(row, col) {
                    Some(coin) if coin == start => '1',
                    Some(_) => 'X',
                    None => '.',
                })
                .collect::<String>()
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Documents name boards by seed, so the boards must stay what they are.
#[test]
fn made_boards_are_pinned() {
    let made = generate(&GenerateConfig::new(12, 1), &Cancel::new()).expect("there is room");
    assert_eq!(draw(&made.board, made.start()), "XX..XX XX.... ...... ...... X.X.X. X1X...");
}

#[test]
fn made_boards_allow_their_walk() {
    for (coins, side) in [(1, 1), (2, 2), (30, 7), (60, 10), (250, 30), (500, 42)] {
        for seed in 0..10 {
            let mut config = GenerateConfig::new(coins, seed);
            (config.rows, config.cols) = (side, side);
            let made = generate(&config, &Cancel::new()).expect("there is room");
            assert_eq!(made.board.coins().len(), coins);
            assert!(is_walk(&made.board, &made.walk), "{config:?}");
        }
    }
    let config = GenerateConfig::new(250, 0);
    assert_eq!((config.rows, config.cols), (30, 30));
    let config = GenerateConfig::new(500, 0);
    assert_eq!((config.rows, config.cols), (42, 42));
}

#[test]
fn unique_boards_have_one_walk() {
    for seed in 0..10 {
        let config = GenerateConfig { unique: true, ..GenerateConfig::new(16, seed) };
        let made = generate(&config, &Cancel::new()).expect("there are many");
        assert_eq!(count(&made.board, Some(made.start()), 2, &Cancel::new()).walks, 1);
        assert!(is_walk(&made.board, &made.walk));
    }
}

#[test]
fn impossible_boards_are_refused() {
    let refused = |coins, rows, cols, unique| {
        let config = GenerateConfig { coins, rows, cols, unique, seed: 0 };
        generate(&config, &Cancel::new()).expect_err("there is no such board").to_string()
    };
    assert_eq!(refused(0, 3, 3, false), "a board of 3 rows and 3 columns cannot hold 0 coins");
    assert_eq!(refused(10, 3, 3, false), "a board of 3 rows and 3 columns cannot hold 10 coins");
    assert!(refused(3, usize::MAX, 2, false).contains("cannot hold 3 coins"));
    // Four coins in a square can be walked both ways round.
    assert_eq!(
        refused(4, 2, 2, true),
        "no board of 2 rows, 2 columns and 4 coins was found in 20000 attempts"
    );
}

#[test]
fn boards_are_checked() {
    assert_eq!(Board::new(3, 3, vec![]), Err(BoardError::Empty));
    assert_eq!(
        Board::new(3, 4, vec![(0, 0), (0, 4)]),
        Err(BoardError::Outside { row: 0, col: 4, rows: 3, cols: 4 })
    );
    for second in [(1, 1), (1, 0), (0, 2)] {
        let (row, col) = second;
        assert_eq!(Board::new(3, 3, vec![(1, 1), second]), Err(BoardError::Order { row, col }));
    }
    let board = Board::new(3, 3, vec![(0, 2), (1, 1)]).expect("in order");
    assert_eq!((board.coin_at(1, 1), board.coin_at(2, 2)), (Some(1), None));
}
