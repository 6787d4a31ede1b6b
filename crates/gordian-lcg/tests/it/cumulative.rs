//! Tasks that share a resource.

use gordian_core::{Cancel, Index as _, Random};
use gordian_lcg::propagators::{Cumulative, Linear, Task};
use gordian_lcg::{Optimum, Solver, Var, Verdict};

use crate::brute_force::{Problem, Sweep, below, random_atom};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(1500, 15_000, |random| {
        let n_tasks = 1 + random.below(4);
        let n_clauses = random.below(4);
        let mut problem =
            Problem { domains: Vec::new(), clauses: Vec::new(), constraints: Vec::new() };
        let is_long = random.below(3) == 0;
        // Few values, so that all assignments can be tried.
        let mut add = |first: i64, width: usize, random: &mut Random| {
            let min = first + below(3, random);
            problem.domains.push((min, min + below(width, random)));
            Var::from_usize(problem.domains.len() - 1)
        };
        let mut tasks = Vec::new();
        for _ in 0..n_tasks {
            let width = if n_tasks > 3 { 1 } else { 3 };
            let start = add(0, if n_tasks > 3 { 5 } else { 4 }, random);
            let duration = add(if is_long { 2 } else { -1 }, width, random);
            let width = 1 + random.below(2);
            let least = -below(2, random);
            let demand = add(least, width, random);
            tasks.push(Task { start, duration, demand });
        }
        let least = below(3, random) - 1;
        let mut capacity = add(least, 2, random);
        if random.below(4) == 0 {
            // Variables with several roles.
            let n = problem.domains.len();
            let any = Var::from_usize(random.below(n));
            match random.below(4) {
                0 => tasks[0].duration = any,
                1 => tasks[0].demand = any,
                2 => tasks[0].start = any,
                _ => capacity = any,
            }
        }
        for _ in 0..n_clauses {
            let clause = (0..2).map(|_| random_atom(&problem.domains, random));
            problem.clauses.push(clause.collect());
        }
        problem.constraints.push(Box::new(move || Box::new(Cumulative::new(&tasks, capacity))));
        problem
    });
    assert!(sweep.n_judged > 1000, "{}", sweep.n_judged);
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(21..) > 100);
}

fn fixed(solver: &mut Solver, value: i64) -> Var {
    solver.add_var(value, value)
}

/// Returns whether tasks with these starts, durations and demands use at most the capacity at each
/// time.
fn fits(starts: &[i64], tasks: &[[i64; 2]], capacity: i64) -> bool {
    (0..30).all(|time| {
        let runs = |(&start, &[duration, demand]): (&i64, &[i64; 2])| {
            if start <= time && time < start + duration { demand } else { 0 }
        };
        starts.iter().zip(tasks).map(runs).sum::<i64>() <= capacity
    })
}

/// Returns the least end of all tasks, by trying the orders in which they are placed as early as
/// possible.
fn shortest(tasks: &[[i64; 2]], capacity: i64, placed: &mut Vec<Option<i64>>) -> i64 {
    let mut best = i64::MAX;
    let open: Vec<usize> = (0..tasks.len()).filter(|&at| placed[at].is_none()).collect();
    if open.is_empty() {
        let ends = placed.iter().zip(tasks).map(|(start, task)| start.unwrap() + task[0]);
        return ends.max().unwrap();
    }
    for at in open {
        let start = (0..30).find(|&start| {
            placed[at] = Some(start);
            let here: Vec<usize> = (0..tasks.len()).filter(|&it| placed[it].is_some()).collect();
            let starts: Vec<i64> = here.iter().map(|&it| placed[it].unwrap()).collect();
            let of_starts: Vec<[i64; 2]> = here.iter().map(|&it| tasks[it]).collect();
            fits(&starts, &of_starts, capacity)
        });
        placed[at] = start;
        best = best.min(shortest(tasks, capacity, placed));
        placed[at] = None;
    }
    best
}

#[test]
fn projects_have_the_length_of_trying_all_orders() {
    for seed in gordian_testkit::seeds(12, 120) {
        let mut random = Random::new(seed);
        let capacity = 2 + below(3, &mut random);
        let tasks: Vec<[i64; 2]> =
            (0..6).map(|_| [1 + below(5, &mut random), 1 + below(2, &mut random)]).collect();
        let mut solver = Solver::new();
        let end = solver.add_var(0, 30);
        let mut posted = Vec::new();
        for &[duration, demand] in &tasks {
            let start = solver.add_var(0, 30);
            solver.post(Box::new(Linear::at_most(&[(1, start), (-1, end)], -duration)));
            let [duration, demand] = [duration, demand].map(|it| fixed(&mut solver, it));
            posted.push(Task { start, duration, demand });
        }
        let capacity_var = fixed(&mut solver, capacity);
        solver.post(Box::new(Cumulative::new(&posted, capacity_var)));
        let expected = shortest(&tasks, capacity, &mut vec![None; tasks.len()]);
        let optimum = solver.minimise(end, &Cancel::new(), &mut |_, _| {});
        assert_eq!(optimum, Optimum::Proved(expected), "{tasks:?} {capacity}");
        let starts: Vec<i64> = posted.iter().map(|task| solver.value(task.start)).collect();
        assert!(fits(&starts, &tasks, capacity));
    }
}

#[test]
fn long_times_take_few_steps() {
    // A task of length 10⁹, before and after which others of length 1 run, and one of length 2⁶¹.
    let mut solver = Solver::new();
    let capacity = fixed(&mut solver, 2);
    let long = 1_000_000_000;
    let mut tasks = Vec::new();
    let mut add = |solver: &mut Solver, (min, max): (i64, i64), duration, demand| {
        let start = solver.add_var(min, max);
        let [duration, demand] = [duration, demand].map(|it| fixed(solver, it));
        tasks.push(Task { start, duration, demand });
        start
    };
    add(&mut solver, (5, 5), long, 2);
    let late = add(&mut solver, (5, 3 * long), 1, 1);
    let early = add(&mut solver, (-3 * long, long), 1, 2);
    let last = add(&mut solver, (0, 1 << 61), 1 << 61, 2);
    solver.post(Box::new(Cumulative::new(&tasks, capacity)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.bounds(late).0, long + 5);
    assert_eq!(solver.bounds(early).1, 4);
    // The late task runs before it.
    assert_eq!(solver.bounds(last).0, long + 6);
    assert!(solver.stats().reductions < 1000, "{:?}", solver.stats());
}

#[test]
fn energy_of_large_numbers_is_compared() {
    let far = (1 << 62) - 1;
    let mut solver = Solver::new();
    let capacity = fixed(&mut solver, far);
    let tasks: Vec<Task> = (0..12)
        .map(|_| {
            let start = solver.add_var(-far, 0);
            let [duration, demand] = [far, far / 2].map(|it| fixed(&mut solver, it));
            Task { start, duration, demand }
        })
        .collect();
    solver.post(Box::new(Cumulative::new(&tasks, capacity)));
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
    assert_eq!(solver.stats().decisions, 0);
}

/// Tasks of 2 + 2 + 1 units that get 4 units of time under a decision; none of them has a
/// compulsory part.
#[test]
fn energy_of_open_tasks_is_explained() {
    let domains = vec![(0, 1), (0, 5), (0, 5), (0, 5), (2, 2), (1, 1)];
    let vars: Vec<Var> = (0..domains.len()).map(Var::from_usize).collect();
    let mut problem = Problem { domains, clauses: Vec::new(), constraints: Vec::new() };
    for (start, duration) in [(1, 2), (2, 2), (3, 1)] {
        problem.clauses.push(vec![vars[0].equal(1), vars[start].at_most(4 - duration)]);
    }
    let task = |start: usize, duration: usize| Task {
        start: vars[start],
        duration: vars[duration],
        demand: vars[5],
    };
    let tasks = [task(1, 4), task(2, 4), task(3, 5)];
    let capacity = vars[5];
    problem.constraints.push(Box::new(move || Box::new(Cumulative::new(&tasks, capacity))));
    let (n_solutions, n_judged) = problem.compare();
    assert!(n_solutions > 10 && n_judged > 0);
}
