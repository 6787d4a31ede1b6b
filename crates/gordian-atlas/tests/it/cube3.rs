//! The 3×3×3: every solution solves the cube on the simulator, and short ones are shortest.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::time::Duration;

use gordian_atlas::cube3::{CentreGoal, SolveOptions, SolveResult, Solver};
use gordian_core::{Cancel, Limit, NoProgress, Random};
use gordian_perm::cube3::{Face, FaceTurn, Metric, Move, Position, Sequence, random_position};
use rustc_hash::FxHashMap;

fn solver(metric: Metric, with_centres: bool) -> &'static Solver {
    static SOLVERS: [OnceLock<Solver>; 4] = [const { OnceLock::new() }; 4];
    let at = 2 * usize::from(metric == Metric::QuarterTurn) + usize::from(with_centres);
    let two = NonZeroUsize::new(2).unwrap();
    SOLVERS[at].get_or_init(|| Solver::build(metric, with_centres, two, &Cancel::new()).unwrap())
}

fn request(goal: CentreGoal) -> SolveOptions {
    SolveOptions { centres: [goal; 6], ..SolveOptions::default() }
}

fn after(position: &Position, turns: &[FaceTurn]) -> Position {
    position.apply(&Sequence::from(turns.to_vec()))
}

/// Solves a position and checks the result.
fn solve(
    solver: &Solver,
    position: &Position,
    request: &SolveOptions,
    cancel: &Cancel,
) -> SolveResult {
    let found = solver.solve(position, request, cancel, &NoProgress);
    if let Some(turns) = &found.solution {
        let end = after(position, turns);
        assert!(end.is_solved());
        for face in Face::ALL {
            let quarters = end.centres()[face.index()].unwrap_or(0);
            match request.centres[face.index()] {
                CentreGoal::Any => {}
                CentreGoal::UpToHalf => assert_eq!(quarters % 2, 0),
                CentreGoal::Exact => assert_eq!(quarters, 0),
            }
        }
        let length: usize =
            turns.iter().map(|&turn| Move::from(turn).length(solver.metric())).sum();
        assert_eq!(found.length, Some(length));
        assert!(found.lower_bound <= length && length < request.shorter_than);
    }
    found
}

/// The distances of all positions within `depth` of `start`, by breadth-first search on the
/// simulator.
fn ball(start: &Position, depth: usize, metric: Metric) -> FxHashMap<Position, usize> {
    let turns: Vec<FaceTurn> =
        FaceTurn::ALL.into_iter().filter(|&turn| Move::from(turn).length(metric) == 1).collect();
    let mut seen = FxHashMap::from_iter([(*start, 0)]);
    let mut last = vec![*start];
    for distance in 1..=depth {
        let mut next = Vec::new();
        for neighbour in last.iter().flat_map(|at| turns.iter().map(|&turn| after(at, &[turn]))) {
            seen.entry(neighbour).or_insert_with(|| {
                next.push(neighbour);
                distance
            });
        }
        last = next;
    }
    seen
}

/// Returns the distance of a position from the balls around it and around the solved cube.
fn distance(solved: &FxHashMap<Position, usize>, near: &FxHashMap<Position, usize>) -> usize {
    let through = near.iter().filter_map(|(at, there)| Some(there + solved.get(at)?));
    through.min().expect("the balls meet")
}

/// Returns random turns of length 1.
fn random_turns(random: &mut Random, n: usize, metric: Metric) -> Vec<FaceTurn> {
    let turns = single_turns(metric);
    (0..n).map(|_| *random.choose(&turns)).collect()
}

fn single_turns(metric: Metric) -> Vec<FaceTurn> {
    let counts_one = |turn: &FaceTurn| Move::from(*turn).length(metric) == 1;
    FaceTurn::ALL.into_iter().filter(counts_one).collect()
}

/// Solves all positions within distance 2 and random ones up to twice `depth`, and compares the
/// lengths.
fn check_short(metric: Metric, goal: CentreGoal, depth: usize, n_random: usize) {
    let solver = solver(metric, goal == CentreGoal::Exact);
    let start = match goal {
        CentreGoal::Exact => Position::SOLVED,
        _ => Position::SOLVED.with_centres([None; 6]).unwrap(),
    };
    let solved = ball(&start, depth, metric);
    let check = |position: &Position, distance: usize| {
        let found = solve(solver, position, &request(goal), &Cancel::new());
        let expected = (Some(distance), distance, None);
        assert_eq!((found.length, found.lower_bound, found.stopped), expected, "{position}");
    };
    for (position, &distance) in solved.iter().filter(|(_, distance)| **distance <= 2) {
        check(position, distance);
    }
    let mut random = Random::new(11);
    for _ in 0..n_random {
        let position = after(&start, &random_turns(&mut random, 2 * depth, metric));
        let near = ball(&position, depth, metric);
        check(&position, distance(&solved, &near));
    }
}

#[test]
fn short_distances_are_exact() {
    let n = |metric, depth| {
        let ball = ball(&Position::SOLVED, depth, metric);
        (0..=depth).map(|at| ball.values().filter(|it| **it == at).count()).collect::<Vec<_>>()
    };
    assert_eq!(n(Metric::HalfTurn, 2), [1, 18, 243]);
    check_short(Metric::HalfTurn, CentreGoal::Exact, 3, 20);
    check_short(Metric::HalfTurn, CentreGoal::Any, 3, 20);
}

#[test]
#[ignore = "slow: builds the tables of the quarter-turn metric, and visits some millions of positions"]
fn distances_up_to_ten_are_exact() {
    check_short(Metric::QuarterTurn, CentreGoal::Exact, 4, 30);
    check_short(Metric::QuarterTurn, CentreGoal::Any, 4, 30);
    // A ball of radius 5 around the solved cube, and one of radius 3 around each position.
    let solved = ball(&Position::SOLVED, 5, Metric::HalfTurn);
    let solver = solver(Metric::HalfTurn, true);
    let mut random = Random::new(12);
    let mut eights = 0;
    for _ in 0..100 {
        let position = after(&Position::SOLVED, &random_turns(&mut random, 8, Metric::HalfTurn));
        let distance = distance(&solved, &ball(&position, 3, Metric::HalfTurn));
        let found = solve(solver, &position, &request(CentreGoal::Exact), &Cancel::new());
        assert_eq!((found.length, found.lower_bound), (Some(distance), distance), "{position}");
        eights += usize::from(distance == 8);
    }
    assert!(eights > 20, "{eights}");
}

#[test]
fn random_positions_are_solved() {
    let mut random = Random::new(13);
    for round in 0..30 {
        let goal = [CentreGoal::Any, CentreGoal::UpToHalf, CentreGoal::Exact][round % 3];
        let solver = solver(Metric::HalfTurn, goal != CentreGoal::Any);
        let position = random_position(&mut random, true);
        let enough = SolveOptions { good_enough: 26, ..request(goal) };
        let found = solve(solver, &position, &enough, &Cancel::new());
        assert!(found.length.is_some_and(|length| length <= 26), "{found:?}");
        assert!(found.lower_bound >= 9, "{found:?}");
    }
}

#[test]
fn each_centre_has_its_own_goal() {
    let solver = solver(Metric::HalfTurn, true);
    let mut random = Random::new(14);
    for _ in 0..12 {
        let goals = [CentreGoal::Any, CentreGoal::UpToHalf, CentreGoal::Exact];
        let centres = std::array::from_fn(|_| *random.choose(&goals));
        let mut known = random_position(&mut random, true);
        if random.flip() {
            let mut directions = *known.centres();
            directions[random.below(6)] = None;
            known = known.with_centres(directions).unwrap();
        }
        let request = SolveOptions { centres, good_enough: 27, ..SolveOptions::default() };
        let cancel = Cancel::new().with_time_limit(Duration::from_secs(60));
        let found = solve(solver, &known, &request, &cancel);
        assert!(found.solution.is_some(), "{known} {centres:?}");
    }
}

#[test]
fn limits_and_length_bounds_are_respected() {
    let solver = solver(Metric::HalfTurn, true);
    let mut random = Random::new(15);
    let position = after(&Position::SOLVED, &random_turns(&mut random, 7, Metric::HalfTurn));
    let exact = request(CentreGoal::Exact);
    let found = solve(solver, &position, &exact, &Cancel::new());
    let length = found.length.unwrap();
    // There is no solution below the shortest length: this is a result, not an error.
    let below = SolveOptions { shorter_than: length, ..exact.clone() };
    let none = solve(solver, &position, &below, &Cancel::new());
    assert_eq!((none.solution, none.lower_bound, none.stopped), (None, length, None));

    let position = random_position(&mut random, true);
    let stop = Cancel::new();
    stop.cancel();
    let stopped = solve(solver, &position, &exact, &stop);
    assert_eq!(stopped.stopped, Some(Limit::Interrupted));
    let soon = Cancel::new().with_time_limit(Duration::from_millis(300));
    let stopped = solve(solver, &position, &exact, &soon);
    assert_eq!(stopped.stopped, Some(Limit::Time));
    let enough = SolveOptions { good_enough: 30, ..exact };
    let found = solve(solver, &position, &enough, &Cancel::new());
    assert_eq!(found.stopped, Some(Limit::Solutions));
}

#[test]
fn a_shortest_solution_is_proved_on_request() {
    let solver = solver(Metric::HalfTurn, true);
    let turns: Vec<FaceTurn> = FaceTurn::ALL.into_iter().step_by(5).cycle().take(11).collect();
    let position = after(&Position::SOLVED, &turns);
    let optimal = SolveOptions { prove_optimal: true, ..request(CentreGoal::Exact) };
    let found = solve(solver, &position, &optimal, &Cancel::new());
    assert_eq!(found.stopped, None);
    assert_eq!(found.length, Some(found.lower_bound));
    assert!(found.lower_bound <= 11);
}

#[test]
fn a_known_solution_bounds_the_search() {
    let solver = solver(Metric::HalfTurn, true);
    let turns: Vec<FaceTurn> = FaceTurn::ALL.into_iter().step_by(5).cycle().take(11).collect();
    let position = after(&Position::SOLVED, &turns);
    let exact = request(CentreGoal::Exact);
    let optimal = SolveOptions { prove_optimal: true, ..exact.clone() };
    let shortest = solve(solver, &position, &optimal, &Cancel::new());
    let (solution, length) = (shortest.solution, shortest.length);
    let n = length.unwrap();
    // No shorter solution exists, so the known one is the result with and without a limit.
    let known = SolveOptions { known_solution: solution.clone(), ..exact };
    let stop = Cancel::new();
    stop.cancel();
    let stopped = solve(solver, &position, &known, &stop);
    assert_eq!((&stopped.solution, stopped.length), (&solution, length));
    assert_eq!(stopped.stopped, Some(Limit::Interrupted));
    let proved = solve(solver, &position, &known, &Cancel::new());
    assert_eq!((&proved.solution, proved.stopped, proved.lower_bound), (&solution, None, n));
    // The known solution is not a result if only shorter ones are accepted.
    let below = SolveOptions { shorter_than: n, ..known };
    let stopped = solve(solver, &position, &below, &stop);
    assert_eq!((stopped.solution, stopped.length), (None, None));

    // A known solution that is good enough ends the search.
    let far = random_position(&mut Random::new(21), true);
    let enough = SolveOptions { good_enough: 30, ..request(CentreGoal::Exact) };
    let first = solve(solver, &far, &enough, &Cancel::new());
    let known = SolveOptions { known_solution: first.solution.clone(), ..enough };
    let found = solve(solver, &far, &known, &Cancel::new());
    assert_eq!((found.solution, found.stopped), (first.solution, Some(Limit::Solutions)));
}
