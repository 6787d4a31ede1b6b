//! Lists of solutions: each solution is passed to the callback as soon as it is found.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use gordian_core::{Cancel, Limit, NoProgress, Outcome, Progress, ProgressEvent};
use gordian_model::Model;
use gordian_puzzles::{GridPuzzle, Puzzle};
use gordian_solve::{FoundSolution, Problem, Request, Task, solve, solve_each};

use crate::puzzle;

const ALL: Task = Task::All { limit: None };

/// Returns a model with `n`² solutions.
fn pairs(n: i64) -> Problem {
    let mut model = Model::new();
    for name in ["x", "y"] {
        model.int(name, 1..=n);
    }
    Problem::Model(model)
}

/// Returns a grid without givens, which has too many solutions to list.
fn empty_grid() -> Problem {
    let mut grid = puzzle("classic").as_kind::<GridPuzzle>().unwrap().clone();
    grid.grid.givens.fill(0);
    Problem::Puzzle(Puzzle::new(grid))
}

/// Returns a board with a coin in every place, which has many walks.
fn full_board() -> Problem {
    let rows = "XXXXX\n".repeat(5);
    let text = format!("kind = 'goishi'\nstart = 'any'\nboard = \"\"\"\n{rows}\"\"\"\n");
    Problem::Puzzle(gordian_puzzles::parse(&text).expect("a board"))
}

/// Records the number of solutions that the search reports as found.
#[derive(Default)]
struct FoundCount(AtomicU64);

impl Progress for FoundCount {
    fn report(&self, event: &ProgressEvent) {
        if let ProgressEvent::Solutions { n } = event {
            self.0.store(*n, Ordering::Relaxed);
        }
    }
}

#[test]
fn each_solution_is_passed_on_before_the_next_is_found() {
    let (found, n) = (FoundCount::default(), AtomicU64::new(0));
    let mut each = |_| {
        let before = n.fetch_add(1, Ordering::Relaxed);
        assert_eq!(
            found.0.load(Ordering::Relaxed),
            before,
            "the progress report follows the callback"
        );
    };
    let request = Request { task: ALL, ..Request::default() };
    let answer = solve_each(&pairs(9), &request, &Cancel::new(), &found, &mut each).unwrap();
    assert_eq!((answer.outcome, answer.limit), (Outcome::Solved, None));
    assert_eq!((answer.listed, answer.unique), (Some(81), Some(false)));
    assert_eq!(answer.solutions.len(), 1, "only the first solution is kept");
    assert_eq!(n.into_inner(), 81);
}

/// The callback can cancel the search, because it receives solutions during the search.
#[test]
fn endless_lists_can_be_cancelled() {
    for (problem, threads) in
        [(empty_grid(), 1), (empty_grid(), 2), (full_board(), 1), (pairs(99), 1)]
    {
        let threads = threads.try_into().unwrap();
        let request = Request { task: ALL, threads, ..Request::default() };
        let cancel = Cancel::new();
        let mut n = 0_u64;
        let mut each = |_| {
            n += 1;
            if n == 1000 {
                cancel.cancel();
            }
        };
        let answer = solve_each(&problem, &request, &cancel, &NoProgress, &mut each).unwrap();
        assert_eq!((answer.outcome, answer.limit), (Outcome::Solved, Some(Limit::Interrupted)));
        assert!(n >= 1000);
        assert_eq!((answer.listed, answer.solutions.len()), (Some(n), 1), "{}", problem.kind());
    }
}

#[test]
fn collected_lists_equal_streamed_lists() {
    for problem in [pairs(5), full_board(), Problem::Puzzle(puzzle("square1-silver"))] {
        for limit in [1, 2, 20] {
            let task = Task::All { limit: Some(limit) };
            let request = Request { task, ..Request::default() };
            let mut listed = Vec::new();
            let mut each = |found: FoundSolution| listed.push(found.solution);
            let cancel = Cancel::new();
            let one = solve_each(&problem, &request, &cancel, &NoProgress, &mut each).unwrap();
            let other = solve(&problem, &request, &cancel, &NoProgress).unwrap();
            assert_eq!(other.solutions, listed, "{}", problem.kind());
            assert_eq!(one.solutions, listed[..1], "{}", problem.kind());
            assert_eq!((one.listed, one.limit), (other.listed, other.limit));
            assert_eq!(one.listed, u64::try_from(listed.len()).ok());
        }
    }
}

#[test]
fn only_lists_use_the_callback() {
    let calls = Cell::new(0);
    for task in [Task::Prove, Task::First, Task::Count { limit: None }] {
        let request = Request { task, ..Request::default() };
        let mut n = 0;
        let mut each = |_| n += 1;
        let answer =
            solve_each(&pairs(3), &request, &Cancel::new(), &NoProgress, &mut each).unwrap();
        assert_eq!((n, answer.listed), (0, None));
        calls.set(calls.get() + answer.solutions.len());
    }
    assert_eq!(calls.get(), 2 + 1 + 1);
    let mut model = Model::new();
    let x = model.int("x", 0..=9);
    model.require("none", x.gt(9));
    let request = Request { task: ALL, ..Request::default() };
    let mut each = |_| panic!("there is no solution");
    let answer =
        solve_each(&Problem::Model(model), &request, &Cancel::new(), &NoProgress, &mut each)
            .unwrap();
    assert_eq!((answer.outcome, answer.listed), (Outcome::Infeasible, Some(0)));
}
