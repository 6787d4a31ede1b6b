//! Cross-checks: models against dedicated searches and brute force.

use gordian_core::{Cancel, NoProgress, Random};
use gordian_puzzles::{Cell, Goishi, GridPuzzle, Puzzle, Solution, Walk};
use gordian_solve::goishi::{GenerateConfig, generate};
use gordian_solve::steps::explain_steps;
use gordian_solve::{Problem, Request, SolutionData, Task, solve_each};

use crate::answer;

fn count(puzzle: &Puzzle, engine: &str) -> u64 {
    let engine = engine.parse().expect("an engine");
    let request = Request { task: Task::Count { limit: None }, engine, ..Request::default() };
    answer(puzzle, &request).count.expect("a count was asked for")
}

/// Returns a board with eight coins, which has a walk.
fn random_goishi(seed: u64, has_start: bool) -> Puzzle {
    let config = GenerateConfig::new(8, seed);
    let made = generate(&config, &Cancel::new()).expect("a small board can be made");
    let coins: Vec<Cell> =
        made.board.coins().iter().map(|&(row, column)| Cell::new(row, column)).collect();
    let start = Some(coins[made.start()]).filter(|_| has_start);
    let (rows, columns) = (made.board.rows(), made.board.cols());
    Puzzle::new(Goishi { metadata: Default::default(), rows, columns, coins, start })
}

/// The steps that all walks have in common are those of every walk of the search, and steps explain
/// them.
#[test]
fn determined_steps_are_common_to_all_walks() {
    let mut n_partial = 0;
    for seed in 0..25 {
        let board = random_goishi(seed, seed % 2 == 0);
        let request = Request { task: Task::All { limit: None }, ..Request::default() };
        let mut walks: Vec<Walk> = Vec::new();
        let problem = Problem::Puzzle(board.clone());
        solve_each(&problem, &request, &Cancel::new(), &NoProgress, &mut |found| {
            let SolutionData::Puzzle(solution) = &found.solution else { panic!("a walk") };
            walks.push(solution.as_kind::<Goishi>().expect("a walk").clone());
        })
        .expect("a small board");
        let common: Walk = (0..walks[0].len())
            .map(|step| {
                walks[0][step].filter(|_| walks.iter().all(|it| it[step] == walks[0][step]))
            })
            .collect();
        n_partial +=
            usize::from(common.iter().any(Option::is_none) && common.iter().any(Option::is_some));
        let request = Request { task: Task::Determined, ..Request::default() };
        let determined = answer(&board, &request).determined.expect("it was asked for");
        assert!(determined.undecided.is_none(), "seed {seed}");
        assert_eq!(determined.part, SolutionData::Puzzle(Solution::of::<Goishi>(common.clone())));
        let steps = explain_steps(&board, &Request::default(), &Cancel::new(), &NoProgress)
            .expect("a small board")
            .expect("it has a walk");
        let last = steps.steps.last().map(|step| step.part.as_kind::<Goishi>().expect("a walk"));
        let nothing = vec![None; common.len()];
        assert_eq!(last.unwrap_or(&nothing), &common, "seed {seed}");
    }
    assert!(n_partial > 0, "some boards have several walks that begin or end alike");
}

#[test]
fn model_and_search_count_equal_walks() {
    for seed in 0..25 {
        let board = random_goishi(seed, seed % 2 == 0);
        let expected = count(&board, "search");
        assert!(expected > 0, "seed {seed}: a generated board has a walk");
        assert_eq!(count(&board, "model"), expected, "seed {seed}");
    }
}

/// Counts the solutions of a grid by filling it cell by cell; the checker decides.
fn brute_force(grid: &GridPuzzle) -> u64 {
    fn fill(grid: &GridPuzzle, filled: &mut Vec<u8>, houses: &[Vec<usize>]) -> u64 {
        let place = filled.len();
        if place == grid.n() * grid.n() {
            return u64::from(grid.check(filled).is_ok());
        }
        let mut n = 0;
        for digit in 1..=u8::try_from(grid.n()).expect("small") {
            let given = grid.grid.givens[place];
            let taken = houses.iter().any(|house| {
                house.contains(&place)
                    && house.iter().any(|&other| other < place && filled[other] == digit)
            });
            if (given == 0 || given == digit) && !taken {
                filled.push(digit);
                n += fill(grid, filled, houses);
                filled.pop();
            }
        }
        n
    }
    // Rows and columns only prune the search: the checker decides in the end.
    let lines = (0..grid.n()).flat_map(|i| {
        let row: Vec<usize> = (0..grid.n()).map(|j| i * grid.n() + j).collect();
        let column: Vec<usize> = (0..grid.n()).map(|j| j * grid.n() + i).collect();
        [row, column]
    });
    let houses: Vec<Vec<usize>> = lines.collect();
    fill(grid, &mut Vec::new(), &houses)
}

/// Returns a 4×4 or 5×5 grid with random givens, a diagonal, a group and a cage, at random.
fn random_grid(random: &mut Random) -> GridPuzzle {
    let n = 4 + random.below(2);
    let cell = |random: &mut Random| format!("[{}, {}]", 1 + random.below(n), 1 + random.below(n));
    let mut text = format!("kind = 'grid'\nsize = {n}\n");
    if random.flip() || n == 5 {
        text += "regions = 'none'\n";
    }
    if random.flip() {
        text += "diagonals = ['main']\n";
    }
    let mut rows = vec![vec!['.'; n]; n];
    for _ in 0..random.below(5) {
        let digit = u32::try_from(1 + random.below(n)).expect("small");
        rows[random.below(n)][random.below(n)] = char::from_digit(digit, 10).expect("a digit");
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    text += &format!("givens = '''\n{}\n'''\n", rows.join("\n"));
    let (a, b) = (cell(random), cell(random));
    if random.flip() && a != b {
        text += &format!(
            "[[rule]]\ntype = 'cells'\nsum = {}\ncells = [{a}, {b}]\ndifferent = {}\n",
            2 + random.below(2 * n - 1),
            random.flip()
        );
    }
    match gordian_puzzles::parse(&text) {
        Ok(puzzle) => puzzle.as_kind::<GridPuzzle>().expect("a grid").clone(),
        Err(diagnostics) => panic!("{text}\n{diagnostics:?}"),
    }
}

#[test]
fn model_and_brute_force_count_equal_grids() {
    let mut random = Random::new(1);
    let mut n_solved = 0;
    for round in 0..60 {
        let grid = random_grid(&mut random);
        let expected = brute_force(&grid);
        n_solved += u32::from(expected > 0);
        if expected > 2000 {
            continue;
        }
        assert_eq!(count(&Puzzle::new(grid.clone()), "auto"), expected, "round {round}: {grid:?}");
    }
    assert!((10..55).contains(&n_solved), "{n_solved} of 60 grids have solutions");
}
