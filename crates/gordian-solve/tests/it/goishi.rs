//! Golden Waste: searches against a naive reference and against known boards.

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

/// Returns the next coin not in `taken`, from `from` in the direction `step` of rows and columns.
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

/// Returns whether a walk takes all coins by the rules.
fn is_walk(board: &Board, walk: &[usize]) -> bool {
    let mut taken = vec![false; board.coins().len()];
    let mut last_direction = None;
    for (index, &coin) in walk.iter().enumerate() {
        if taken[coin] {
            return false;
        }
        taken[coin] = true;
        if let Some(&next) = walk.get(index + 1) {
            let direction = (0..4).find(|&direction| {
                last_direction
                    .is_none_or(|last_direction: usize| direction != (last_direction + 2) % 4)
                    && first_ahead(board, &taken, coin, STEPS[direction]) == Some(next)
            });
            if direction.is_none() {
                return false;
            }
            last_direction = direction;
        }
    }
    taken.into_iter().all(|taken| taken)
}

/// Returns all walks, by exhaustive search.
fn naive(board: &Board, start: Option<usize>) -> BTreeSet<Vec<usize>> {
    fn extend(
        board: &Board,
        taken: &mut [bool],
        walk: &mut Vec<usize>,
        last_direction: Option<usize>,
        walks: &mut BTreeSet<Vec<usize>>,
    ) {
        let coin = walk[walk.len() - 1];
        taken[coin] = true;
        if walk.len() == taken.len() {
            walks.insert(walk.clone());
        }
        for direction in (0..4).filter(|&direction| {
            last_direction.is_none_or(|last_direction| direction != (last_direction + 2) % 4)
        }) {
            if let Some(next) = first_ahead(board, taken, coin, STEPS[direction]) {
                walk.push(next);
                extend(board, taken, walk, Some(direction), walks);
                walk.pop();
            }
        }
        taken[coin] = false;
    }
    let n = board.coins().len();
    let mut walks = BTreeSet::new();
    for first in start.map_or(0..n, |start| start..start + 1) {
        extend(board, &mut vec![false; n], &mut vec![first], None, &mut walks);
    }
    walks
}

/// Checks the searches against the naive reference.
fn check_against_reference(board: &Board, start: Option<usize>, seed: u64) {
    let cancel = Cancel::new();
    let expected = naive(board, start);
    let counted = count(board, start, u64::MAX, &cancel);
    assert_eq!((counted.walks, counted.stopped), (expected.len() as u64, None));

    let all = find(board, start, &Config { seed, max_walks: usize::MAX, max_nodes: None }, &cancel);
    assert_eq!(all.stopped, None);
    assert_eq!(all.walks.len(), expected.len(), "no walk is listed twice");
    assert_eq!(all.walks.into_iter().collect::<BTreeSet<_>>(), expected);

    let two = find(board, start, &Config { seed, max_walks: 2, max_nodes: None }, &cancel);
    assert_eq!(two.walks.len(), expected.len().min(2));
    assert_eq!(two.stopped, (expected.len() >= 2).then_some(Limit::Solutions));
    assert!(two.walks.iter().all(|walk| is_walk(board, walk)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// Random coins; most of these boards have no walk.
    #[test]
    fn random_boards_agree_with_the_reference(
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
        check_against_reference(&Board::new(rows, cols, coins).expect("in order"), start, seed);
    }

    /// Boards with a walk, with fewer and with more coins than a machine word has bits.
    #[test]
    fn solvable_boards_agree_with_the_reference(
        coins in 1_usize..12,
        (rows, cols) in prop_oneof![(3_usize..8, 3_usize..8), (1_usize..3, 60_usize..200)],
        seed: u64,
        given: bool,
    ) {
        let config = GenerateConfig { coins, rows, cols, unique: false, seed };
        let Ok(generated) = generate(&config, &Cancel::new()) else { return Ok(()) };
        prop_assert!(is_walk(&generated.board, &generated.walk));
        check_against_reference(&generated.board, given.then(|| generated.start()), seed);
    }
}

/// The board of "ILP Part 106 — Golden waste", blog.adamfurmanek.pl, 2023-12-16.
const GOLDEN_WASTE: &str =
    ".X.....X ....X.X. ...XX.X1 X......X ..XXXX.. X..XX... ....XX.. XXXX.X..";

/// Checks the numbers of walks of a known board: from its start, and from any start if known.
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

/// Boards of 16 to 28 coins; the counts were computed by another program with exhaustive search.
#[test]
fn known_boards_have_their_counts() {
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

/// A ring has two walks from each of its coins; a line has walks from its ends only.
#[test]
fn rings_and_lines_have_known_counts() {
    check("1X XX", 2, Some(8));
    check("1X.XX", 1, Some(2));
    check("X1.XX", 0, Some(2));
}

/// Isolated coins are detected without search, and crosses by their leaves.
#[test]
fn boards_without_walks_are_proved() {
    check("1.X .X. X.X", 0, Some(0));
    check(".1. XXX .X.", 0, Some(0));
}

/// The proof needs several restarts, until the budget of a run covers the whole search space.
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

/// Pins the exact effort of the searches: results do not depend on pruning rules, so only the
/// effort reveals a rule that no longer prunes.
#[test]
fn effort_is_pinned() {
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
            let generated =
                generate(&GenerateConfig::new(500, seed), &Cancel::new()).expect("there is room");
            find(&generated.board, None, &Config { seed, ..config.clone() }, &Cancel::new())
                .statistics
                .nodes
        })
        .sum();
    assert!(total < 20_000, "{total} nodes for 8 times 500 coins");
}

#[test]
fn large_boards_are_walked_from_any_seed() {
    for seed in 0..8 {
        let generated =
            generate(&GenerateConfig::new(500, seed), &Cancel::new()).expect("there is room");
        for start in [Some(generated.start()), None] {
            let config = Config { seed, max_walks: 2, max_nodes: Some(100_000) };
            let found = find(&generated.board, start, &config, &Cancel::new());
            assert_eq!(found.stopped, Some(Limit::Solutions), "{:?}", found.statistics);
            assert!(found.walks.iter().all(|walk| is_walk(&generated.board, walk)));
            assert_ne!(found.walks[0], found.walks[1]);
        }
    }
}

#[test]
fn equal_seeds_give_equal_walks() {
    let generated = generate(&GenerateConfig::new(120, 5), &Cancel::new()).expect("there is room");
    let run =
        |seed| find(&generated.board, None, &Config { seed, ..Config::default() }, &Cancel::new());
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).walks, run(2).walks);
}

#[test]
fn limits_are_reported() {
    let generated = generate(&GenerateConfig::new(60, 1), &Cancel::new()).expect("there is room");
    let (board, cancel) = (&generated.board, Cancel::new());
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
    let generated = generate(&GenerateConfig::new(60, 1), &cancel);
    assert_eq!(generated, Err(GenerateError::Stopped(Limit::Interrupted)));
}

/// A time limit stops a running search.
#[test]
fn search_can_be_interrupted() {
    let generated = generate(&GenerateConfig::new(250, 1), &Cancel::new()).expect("there is room");
    let cancel = Cancel::new().with_time_limit(std::time::Duration::from_millis(20));
    let counted = count(&generated.board, None, u64::MAX, &cancel);
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

/// Documents refer to boards by seed, so generated boards must not change.
#[test]
fn generated_boards_are_pinned() {
    let generated = generate(&GenerateConfig::new(12, 1), &Cancel::new()).expect("there is room");
    assert_eq!(
        draw(&generated.board, generated.start()),
        "XX..XX XX.... ...... ...... X.X.X. X1X..."
    );
}

#[test]
fn generated_boards_have_their_walk() {
    for (coins, side) in [(1, 1), (2, 2), (30, 7), (60, 10), (250, 30), (500, 42)] {
        for seed in 0..10 {
            let mut config = GenerateConfig::new(coins, seed);
            (config.rows, config.cols) = (side, side);
            let generated = generate(&config, &Cancel::new()).expect("there is room");
            assert_eq!(generated.board.coins().len(), coins);
            assert!(is_walk(&generated.board, &generated.walk), "{config:?}");
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
        let generated = generate(&config, &Cancel::new()).expect("there are many");
        assert_eq!(count(&generated.board, Some(generated.start()), 2, &Cancel::new()).walks, 1);
        assert!(is_walk(&generated.board, &generated.walk));
    }
}

#[test]
fn impossible_boards_are_rejected() {
    let error_message = |coins, rows, cols, unique| {
        let config = GenerateConfig { coins, rows, cols, unique, seed: 0 };
        generate(&config, &Cancel::new()).expect_err("there is no such board").to_string()
    };
    assert_eq!(
        error_message(0, 3, 3, false),
        "a board of 3 rows and 3 columns cannot hold 0 coins"
    );
    assert_eq!(
        error_message(10, 3, 3, false),
        "a board of 3 rows and 3 columns cannot hold 10 coins"
    );
    assert!(error_message(3, usize::MAX, 2, false).contains("cannot hold 3 coins"));
    // Four coins in a square have two walks.
    assert_eq!(
        error_message(4, 2, 2, true),
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
