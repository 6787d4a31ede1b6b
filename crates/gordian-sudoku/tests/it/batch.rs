//! The batch engine at every SIMD level.

use gordian_core::{Cancel, Random, SimdLevel};
use gordian_grid::{Grid, Layout};
use gordian_sudoku::classic::batch::{BatchSolver, Counters, SolveResult};

use crate::support::plain;

const SOLVED: &[u8; 81] =
    b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn puzzle(text: &[u8; 81]) -> Grid {
    let givens = text.iter().map(|&byte| if byte == b'.' { 0 } else { byte - b'0' }).collect();
    Grid::new(Layout::classic(), givens)
}

/// Solves puzzles at one SIMD level and checks each solution.
fn solve(level: SimdLevel, texts: &[[u8; 81]], limit: u32) -> (Vec<SolveResult>, Counters) {
    let mut answers = vec![SolveResult::NO_SOLUTION; texts.len()];
    let mut counters = Counters::default();
    let mut batch = BatchSolver::new(level).expect("the level is available");
    assert!(batch.solve(texts, limit, &mut answers, &mut counters, &Cancel::new()));
    for (text, answer) in texts.iter().zip(&answers) {
        if answer.n_solutions > 0 && answer.n_solutions != SolveResult::INVALID {
            let puzzle = puzzle(&text.map(|byte| if byte == b'0' { b'.' } else { byte }));
            let digits: Vec<u8> = answer.solution.iter().map(|byte| byte - b'0').collect();
            let start = gordian_grid::Candidates::of(&puzzle);
            assert!(plain::is_solution(&puzzle.layout, &start, &digits), "{text:?}");
        }
    }
    (answers, counters)
}

fn count_solutions(level: SimdLevel, texts: &[[u8; 81]], limit: u32) -> Vec<u32> {
    solve(level, texts, limit).0.iter().map(|answer| answer.n_solutions).collect()
}

/// Returns puzzles with `clues` clues from a shuffled grid, a third of them with a random digit.
fn random_puzzles(n: usize, clues: std::ops::Range<usize>, seed: u64) -> Vec<[u8; 81]> {
    let mut random = Random::new(seed);
    (0..n)
        .map(|_| {
            let mut digits: Vec<u8> = (b'1'..=b'9').collect();
            random.shuffle(&mut digits);
            let mut lines: Vec<usize> = (0..3)
                .flat_map(|band| {
                    let mut rows = [0, 1, 2];
                    random.shuffle(&mut rows);
                    rows.map(|row| 3 * band + row)
                })
                .collect();
            lines.rotate_left(3 * random.below(3));
            let grid: Vec<u8> = (0..81)
                .map(|cell| digits[usize::from(SOLVED[9 * lines[cell / 9] + cell % 9] - b'1')])
                .collect();
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            let keep = clues.start + random.below(clues.len());
            let mut text = [b'.'; 81];
            for &cell in &order[..keep] {
                text[cell] = grid[cell];
            }
            if random.below(3) == 0 {
                text[order[0]] = *random.choose(b"123456789");
            }
            text
        })
        .collect()
}

#[test]
fn counts_match_plain_backtracking() {
    let mut texts = random_puzzles(1500, 26..40, 1);
    texts.extend(random_puzzles(60, 18..26, 2));
    for limit in [1, 2, 10] {
        let expected: Vec<u32> = texts
            .iter()
            .map(|text| u32::try_from(plain::count(&puzzle(text), u64::from(limit))).unwrap())
            .collect();
        if limit == 2 {
            for kind in 0..=2 {
                assert!(
                    expected.iter().filter(|&&n| n == kind).count() > 20,
                    "too few with {kind}"
                );
            }
        }
        for level in SimdLevel::available() {
            assert_eq!(
                count_solutions(level, &texts, limit),
                expected,
                "{} limit {limit}",
                level.name()
            );
        }
    }
}

#[test]
#[ignore = "slow: 100,000 puzzles against plain backtracking"]
fn counts_of_100_000_puzzles_match_plain_backtracking() {
    let mut texts = random_puzzles(96_000, 25..40, 3);
    texts.extend(random_puzzles(4000, 20..25, 4));
    let expected: Vec<u32> =
        texts.iter().map(|text| u32::try_from(plain::count(&puzzle(text), 2)).unwrap()).collect();
    for kind in 0..=2 {
        assert!(expected.iter().filter(|&&n| n == kind).count() > 5000, "too few with {kind}");
    }
    for level in SimdLevel::available() {
        assert_eq!(count_solutions(level, &texts, 2), expected, "{}", level.name());
    }
}

fn assert_count(text: &[u8; 81], limit: u32, expected: u32) {
    for level in SimdLevel::available() {
        assert_eq!(
            count_solutions(level, &[*text], limit),
            [expected],
            "{} on {text:?}",
            level.name()
        );
    }
}

#[test]
fn solved_empty_and_contradictory_grids_are_counted() {
    assert_count(SOLVED, 2, 1);
    assert_count(&[b'.'; 81], 1, 1);
    assert_count(&[b'.'; 81], 2, 2);
    assert_count(&[b'0'; 81], 200, 200);
    assert_count(&[b'.'; 81], 0, 0);
    let mut swapped = *SOLVED;
    swapped.swap(0, 1);
    assert_count(&swapped, 2, 0);
    for cell in [1, 8, 9, 20, 72] {
        let mut text = [b'.'; 81];
        (text[0], text[cell]) = (b'5', b'5');
        assert_count(&text, 2, 0);
    }
    for cell in [0, 16, 17, 63, 64, 72, 79, 80] {
        for byte in [b'x', b' ', b'/', b':', b'\n', 0, 0x80, 0xB1, 0xFF] {
            let mut text = *SOLVED;
            text[cell] = byte;
            assert_count(&text, 2, SolveResult::INVALID);
        }
    }
}

#[test]
fn invalid_puzzles_do_not_affect_the_others() {
    let mut texts = random_puzzles(2000, 28..36, 5);
    for level in SimdLevel::available() {
        let before = count_solutions(level, &texts, 2);
        for i in (0..texts.len()).step_by(7) {
            texts[i][i % 81] = b'?';
        }
        let after = count_solutions(level, &texts, 2);
        for (i, (b, a)) in before.iter().zip(&after).enumerate() {
            assert_eq!(*a, if i % 7 == 0 { SolveResult::INVALID } else { *b });
        }
        texts = random_puzzles(2000, 28..36, 5);
    }
}

#[test]
fn solver_is_reusable_after_a_limit() {
    // Sparse grids fill all lanes with stolen nodes; the solver is reused afterwards.
    let sparse = random_puzzles(40, 12..16, 6);
    let dense = random_puzzles(3000, 28..36, 7);
    for level in SimdLevel::available() {
        let mut batch = BatchSolver::new(level).expect("the level is available");
        let mut answers = vec![SolveResult::NO_SOLUTION; dense.len()];
        let mut counters = Counters::default();
        let cancel = Cancel::new();
        let expected = count_solutions(level, &dense, 2);
        for limit in [1, 2, 1000] {
            assert!(batch.solve(&sparse, limit, &mut answers, &mut counters, &cancel));
            assert!(answers[..sparse.len()].iter().all(|answer| answer.n_solutions <= limit));
            assert!(batch.solve(&dense, 2, &mut answers, &mut counters, &cancel));
            let found: Vec<u32> = answers.iter().map(|answer| answer.n_solutions).collect();
            assert_eq!(found, expected, "{} after limit {limit}", level.name());
        }
    }
}

/// The search does not depend on the register width; only the waiting time of nodes differs, and so
/// which nodes are stolen. (For puzzles with several solutions, stolen nodes can be searched in
/// vain.)
#[test]
fn number_of_guesses_hardly_depends_on_the_simd_level() {
    let texts = random_puzzles(20_000, 29..35, 8);
    let unique = count_solutions(SimdLevel::Portable, &texts, 2);
    let texts: Vec<[u8; 81]> = texts
        .into_iter()
        .zip(unique)
        .filter_map(|(text, count)| (count == 1).then_some(text))
        .collect();
    assert!(texts.len() > 300, "{}", texts.len());
    let guesses: Vec<u64> =
        SimdLevel::available().map(|level| solve(level, &texts, 2).1.guesses).collect();
    for &n in &guesses {
        assert!(n > 0 && n.abs_diff(guesses[0]) * 50 < guesses[0], "{guesses:?}");
    }
}

#[test]
fn cancelled_solve_ends_and_the_solver_stays_usable() {
    let texts = vec![[b'.'; 81]; 600];
    for level in SimdLevel::available() {
        let mut batch = BatchSolver::new(level).expect("the level is available");
        let mut answers = vec![SolveResult::NO_SOLUTION; texts.len()];
        let mut counters = Counters::default();
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(!batch.solve(&texts, u32::MAX - 1, &mut answers, &mut counters, &cancel));
        let mut answer = [SolveResult::NO_SOLUTION];
        assert!(batch.solve(&[*SOLVED], 2, &mut answer, &mut counters, &Cancel::new()));
        assert_eq!((answer[0].n_solutions, &answer[0].solution), (1, SOLVED));
    }
}
