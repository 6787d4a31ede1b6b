//! Compares the search engine for grids with the naive model.

use std::num::NonZeroUsize;

use gordian_core::{Cancel, NoProgress, Outcome, Random};
use gordian_grid::{Candidates, Grid, Layout};
use gordian_puzzles::{GridPuzzle, Puzzle};
use gordian_solve::{Engine, Problem, Request, SearchError, SolutionData, SolveError, Task, solve};
use gordian_sudoku::tasks::balanced_holes;
use gordian_sudoku::{Finder, SearchLimits};

use crate::{answer, puzzle};

fn to_puzzle(grid: &Grid) -> Puzzle {
    Puzzle::new(GridPuzzle::new(grid.clone()))
}

fn empty(layout: Layout) -> Grid {
    let n_cells = layout.n_cells();
    Grid::new(layout, vec![0; n_cells])
}

/// Returns a layout with random regions of `n` cells, which need not be connected.
fn random_regions(n: usize, random: &mut Random) -> Layout {
    let mut labels: Vec<usize> = (0..n * n).map(|cell| cell / n).collect();
    for _ in 0..20 * n * n {
        let (a, b) = (random.below(n * n), random.below(n * n));
        labels.swap(a, b);
    }
    Layout::regions(n, &labels).expect("regions of n cells")
}

/// Returns a grid with random houses and givens: a part of a solution, sometimes with one digit
/// changed. Returns `None` if no solution is found for the houses.
fn random_grid(n: usize, random: &mut Random) -> Option<Grid> {
    let mut layout = Layout::latin(n).expect("a usual size");
    if random.flip() {
        layout = random_regions(n, random);
    }
    if random.below(3) == 0 {
        layout = layout.with_main_diagonal();
    }
    if random.below(3) == 0 {
        layout = layout.with_anti_diagonal();
    }
    if random.below(3) == 0 {
        let mut cells: Vec<usize> = (0..n * n).collect();
        random.shuffle(&mut cells);
        layout = layout.with_group("extra", cells[..n - 1].to_vec()).expect("different cells");
    }
    let mut made = empty(layout);
    let mut solution = Vec::new();
    let query = SearchLimits { max_solutions: 1, max_nodes: Some(100_000) };
    Finder::new(&made.layout).find(&Candidates::of(&made), &query, &Cancel::new(), &mut |digits| {
        solution = digits.to_vec()
    });
    if solution.is_empty() {
        return None;
    }
    let keep = n * n * (3 + random.below(4)) / 10;
    let mut order: Vec<usize> = (0..n * n).collect();
    random.shuffle(&mut order);
    for &cell in &order[..keep] {
        made.givens[cell] = solution[cell];
    }
    if random.below(4) == 0 {
        made.givens[order[0]] = u8::try_from(1 + random.below(n)).expect("small");
    }
    Some(made)
}

/// Compares counts up to 50 on one and on two threads with that of the model, and unique solutions
/// too. Returns the count.
fn compare(grid: &Grid) -> u64 {
    let puzzle = to_puzzle(grid);
    let task = Task::Count { limit: Some(50) };
    let model = answer(&puzzle, &Request { task, engine: Engine::Model, ..Request::default() });
    for threads in [1, 2] {
        let threads = NonZeroUsize::new(threads).expect("some");
        let request = Request { task, engine: Engine::Search, threads, ..Request::default() };
        let search = answer(&puzzle, &request);
        assert!(search.engine.starts_with("search/"), "{}", search.engine);
        assert_eq!(search.count, model.count, "{grid:?}");
        if model.count == Some(1) {
            assert_eq!(search.solutions, model.solutions);
        }
    }
    let proved = answer(&puzzle, &Request::default());
    let expected = match model.count {
        Some(0) => (Outcome::Infeasible, None),
        Some(1) => (Outcome::Solved, Some(true)),
        _ => (Outcome::Solved, Some(false)),
    };
    assert_eq!((proved.outcome, proved.unique), expected);
    model.count.expect("a count was asked for")
}

fn compare_many(sizes: std::ops::RangeInclusive<usize>, each: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut kinds = [0; 3];
    for n in sizes {
        let mut done = 0;
        while done < each {
            if let Some(grid) = random_grid(n, &mut random) {
                kinds[usize::try_from(compare(&grid).min(2)).expect("small")] += 1;
                done += 1;
            }
        }
    }
    assert!(kinds.iter().all(|&n| n > 3), "unbalanced: {kinds:?} with none, one, several");
}

#[test]
fn searches_agree_with_models() {
    compare_many(4..=7, 8, 1);
}

#[test]
#[ignore = "slow: compares grids of up to twelve rows with their models"]
fn searches_agree_with_models_on_larger_grids() {
    compare_many(8..=12, 12, 2);
}

#[test]
fn listed_solutions_equal_those_of_the_model() {
    let mut grid = empty(Layout::latin(4).expect("a usual size").with_main_diagonal());
    grid.givens[0] = 1;
    let puzzle = to_puzzle(&grid);
    let list = |engine| {
        let task = Task::All { limit: None };
        let mut found = answer(&puzzle, &Request { task, engine, ..Request::default() }).solutions;
        found.sort_by_key(|solution| solution.to_json().to_string());
        found
    };
    let found = list(Engine::Search);
    assert!(found.len() > 10);
    assert_eq!(found, list(Engine::Model));
}

#[test]
fn cages_use_the_model() {
    let killer = puzzle("killer");
    assert!(answer(&killer, &Request::default()).engine.starts_with("model/"));
    let request = Request { engine: Engine::Search, ..Request::default() };
    let error = solve(&Problem::Puzzle(killer), &request, &Cancel::new(), &NoProgress);
    assert!(matches!(
        error,
        Err(SolveError::Search(SearchError::WrongEngine { engine: "search", .. }))
    ));
}

#[test]
fn proofs_and_reports_use_the_model() {
    for request in [
        Request { keep_formula: true, ..Request::default() },
        Request { report: true, ..Request::default() },
    ] {
        assert!(answer(&puzzle("classic"), &request).engine.starts_with("model/"));
    }
    assert_eq!(answer(&puzzle("classic"), &Request::default()).engine, "search/single");
    assert_eq!(answer(&puzzle("horrendum"), &Request::default()).engine, "search/general");
}

/// Returns a grid of 36 rows, of which nearly half the cells are empty.
fn large_grid() -> Grid {
    let layout = Layout::boxes(6, 6).expect("36 rows");
    balanced_holes(&layout, 622, 1).expect("fewer holes than cells").puzzle
}

#[test]
fn learning_takes_over_after_the_node_budget() {
    let puzzle = to_puzzle(&large_grid());
    for n in [1, 2] {
        let threads = NonZeroUsize::new(n).expect("some");
        let request = Request { task: Task::First, threads, seed: 3, ..Request::default() };
        let first = answer(&puzzle, &request);
        // With two threads, a solution may be found before the budget is exceeded.
        let engines = [["learning"; 2], ["learning/2 threads", "search/general"]][n - 1];
        assert!(engines.contains(&first.engine.as_str()), "{} on {n} threads", first.engine);
        assert_eq!(first.outcome, Outcome::Solved);
        assert!(first.is_checked() && first.solutions.len() == 1);
    }
    // On one thread, the seed determines the solution.
    let again = |seed| {
        let request = Request { task: Task::First, seed, ..Request::default() };
        answer(&puzzle, &request).solutions
    };
    assert_eq!(again(5), again(5));
}

#[test]
fn stopped_counts_are_lower_bounds() {
    let request = Request {
        task: Task::Count { limit: None },
        time_limit: Some(std::time::Duration::from_millis(50)),
        ..Request::default()
    };
    let stopped = answer(&to_puzzle(&empty(Layout::latin(9).expect("a usual size"))), &request);
    assert_eq!(stopped.limit, Some(gordian_core::Limit::Time));
    assert!(stopped.count > Some(0) && stopped.is_checked());
}

#[test]
fn what_is_determined_is_what_all_solutions_of_a_grid_have_in_common() {
    let mut random = Random::new(7);
    let (mut n_several, mut n_some) = (0, 0);
    for number in 0..30 {
        let Some(mut grid) = random_grid(4, &mut random) else { continue };
        // Fewer givens: more solutions.
        for cell in 0..16 {
            if random.below(3) == 0 {
                grid.givens[cell] = 0;
            }
        }
        let puzzle = to_puzzle(&grid);
        let all =
            answer(&puzzle, &Request { task: Task::All { limit: None }, ..Request::default() });
        let digits = |solution: &SolutionData| -> Vec<u8> {
            let SolutionData::Puzzle(solution) = solution else { panic!("of a puzzle") };
            solution.as_kind::<GridPuzzle>().expect("of a grid").clone()
        };
        let all: Vec<Vec<u8>> = all.solutions.iter().map(digits).collect();
        let request = Request { task: Task::Determined, confirm: true, ..Request::default() };
        let found = answer(&puzzle, &request);
        let Some(first) = all.first() else {
            assert_eq!(found.determined, None, "grid {number}");
            continue;
        };
        let common: Vec<u8> = (0..16)
            .map(|cell| if all.iter().all(|it| it[cell] == first[cell]) { first[cell] } else { 0 })
            .collect();
        let n_common = common.iter().filter(|&&digit| digit != 0).count();
        let determined = found.determined.expect("there is a solution");
        assert_eq!(digits(&determined.part), common, "grid {number}: {grid:?}");
        assert_eq!((determined.n_common, determined.n_varying), (n_common, 16 - n_common));
        assert_eq!(determined.undecided, None);
        assert_eq!(found.confirmed_by.is_some(), n_common > 0, "grid {number}");
        n_several += usize::from(all.len() > 1);
        n_some += usize::from(all.len() > 1 && n_common > 0);
        if n_common < 16 {
            assert!(determined.part.to_json().to_string().contains("\"?\""), "grid {number}");
        }
    }
    assert!(n_several > 5 && n_some > 2, "{n_several} {n_some}");
}
