//! Tasks that do not overlap.

use gordian_core::{Cancel, Index as _};
use gordian_lcg::propagators::{Disjunctive, Linear};
use gordian_lcg::{Optimum, Solver, Var, Verdict};

use crate::brute_force::{Problem, Sweep, below, random_atom, random_vars};

#[test]
fn solutions_equal_all_assignments_and_explanations_are_right() {
    let sweep = Sweep::run(2000, 20_000, |random| {
        let n_tasks = 1 + random.below(4);
        let mut problem =
            Problem { domains: Vec::new(), clauses: Vec::new(), constraints: Vec::new() };
        let mut tasks = Vec::new();
        for _ in 0..n_tasks {
            let start = below(4, random);
            problem.domains.push((start, start + below(if n_tasks > 3 { 6 } else { 8 }, random)));
            let shortest = below(4, random) - 1;
            let width = if n_tasks > 3 { below(2, random) } else { below(3, random) };
            problem.domains.push((shortest, shortest + width));
            let n = problem.domains.len();
            tasks.push((Var::from_usize(n - 2), Var::from_usize(n - 1)));
        }
        if random.below(6) == 0 {
            // Variables with several roles.
            let vars = random_vars(2, 2 * n_tasks, random);
            tasks[0] = (vars[0], vars[1]);
        }
        for _ in 0..random.below(4) {
            let clause = (0..2).map(|_| random_atom(&problem.domains, random));
            problem.clauses.push(clause.collect());
        }
        problem.constraints.push(Box::new(move || Box::new(Disjunctive::new(&tasks))));
        problem
    });
    assert!(sweep.n_judged > 1000, "{}", sweep.n_judged);
    assert!(sweep.n_problems(0..1) > 100 && sweep.n_problems(21..) > 100);
}

/// Adds tasks of fixed durations with starts between two times.
fn add_tasks(solver: &mut Solver, tasks: &[(i64, i64, i64)]) -> Vec<Var> {
    let mut add = |min, max| solver.add_var(min, max);
    let tasks: Vec<(Var, Var)> = tasks
        .iter()
        .map(|&(first, last, duration)| (add(first, last), add(duration, duration)))
        .collect();
    solver.post(Box::new(Disjunctive::new(&tasks)));
    tasks.iter().map(|&(start, _)| start).collect()
}

/// Returns the bounds of the starts after a search without a conflict, in which the given starts
/// were tried first.
fn bounds(tasks: &[(i64, i64, i64)], preferred: &[i64]) -> Vec<(i64, i64)> {
    let mut solver = Solver::new();
    let starts = add_tasks(&mut solver, tasks);
    for (&var, &value) in starts.iter().zip(preferred) {
        solver.set_phase(var, value);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    assert_eq!(solver.stats().conflicts, 0);
    starts.iter().map(|&var| solver.bounds(var)).collect()
}

#[test]
fn each_rule_tightens_bounds_without_search() {
    // Edge-finding: the first two fill the time from 2 to 9, so the third is after them unless it
    // is before 2.
    let found = bounds(&[(2, 6, 3), (2, 5, 4), (0, 20, 2)], &[2, 5, 9]);
    assert_eq!(found[2].0, 0, "it fits before them");
    let found = bounds(&[(2, 6, 3), (2, 5, 4), (2, 20, 2)], &[2, 5, 9]);
    assert_eq!(found[2].0, 9);
    // Three tasks of 3 in the time from 2 to 12: the fourth is not only not the first of them, but
    // after them all.
    let found = bounds(&[(2, 9, 3), (2, 9, 3), (2, 9, 3), (2, 20, 2)], &[2, 5, 8, 11]);
    assert_eq!(found[3].0, 11);
    // Detectable precedences: the third cannot be before the others.
    let found = bounds(&[(0, 7, 3), (1, 7, 4), (5, 30, 4)], &[0, 3, 7]);
    assert_eq!(found[2].0, 7);
    // The third is not the last: the others end at 8 at the earliest, and it starts at 7 at the
    // latest.
    let found = bounds(&[(0, 9, 4), (0, 9, 4), (0, 7, 4)], &[4, 8, 0]);
    assert_eq!(found[2].1, 5);
    // The same, mirrored around 20.
    let found = bounds(&[(11, 15, 3), (11, 14, 4), (-2, 16, 2)], &[15, 11, 9]);
    assert_eq!(found[2].1, 9);
    let found = bounds(&[(7, 16, 4), (7, 16, 4), (9, 16, 4)], &[12, 8, 16]);
    assert_eq!(found[2].0, 11);
}

#[test]
fn tasks_of_large_durations_are_ordered() {
    let far = (1 << 62) - 1;
    let mut solver = Solver::new();
    let starts = add_tasks(&mut solver, &[(-far, far, far), (-far, far, far), (-far, far, far)]);
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
    let mut values: Vec<i64> = starts.iter().map(|&var| solver.value(var)).collect();
    values.sort_unstable();
    assert_eq!(values, [-far, 0, far]);
    for start in starts {
        solver.add_clause(&[start.at_most(far - 1)]);
    }
    assert_eq!(solver.solve(&Cancel::new()), Verdict::Unsatisfiable);
}

/// Minimises the time of the last end of jobs, each a list of operations: a machine and a duration.
fn makespan(jobs: &[&[(usize, i64)]]) -> i64 {
    let horizon = jobs.iter().flat_map(|job| job.iter()).map(|&(_, duration)| duration).sum();
    let mut solver = Solver::new();
    let end = solver.add_var(0, horizon);
    let mut machines: Vec<Vec<(Var, Var)>> = vec![Vec::new(); 8];
    for job in jobs {
        let starts: Vec<Var> = job.iter().map(|_| solver.add_var(0, horizon)).collect();
        for (at, &(machine, duration)) in job.iter().enumerate() {
            let next = starts.get(at + 1).copied().unwrap_or(end);
            solver.post(Box::new(Linear::at_most(&[(1, starts[at]), (-1, next)], -duration)));
            let duration = solver.add_var(duration, duration);
            machines[machine].push((starts[at], duration));
        }
    }
    for tasks in &machines {
        solver.post(Box::new(Disjunctive::new(tasks)));
    }
    let optimum = solver.minimise(end, &Cancel::new(), &mut |_, _| {});
    assert!(solver.stats().conflicts < 20_000, "{:?}", solver.stats());
    for tasks in &machines {
        let mut times: Vec<(i64, i64)> = tasks
            .iter()
            .map(|&(s, d)| (solver.value(s), solver.value(s) + solver.value(d)))
            .collect();
        times.sort_unstable();
        assert!(times.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{times:?}");
    }
    let Optimum::Proved(value) = optimum else { panic!("{optimum:?}") };
    value
}

/// Fisher and Thompson's problem of 6 jobs on 6 machines.
#[test]
fn ft06_takes_55() {
    let jobs: [&[(usize, i64)]; 6] = [
        &[(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        &[(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        &[(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        &[(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        &[(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        &[(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ];
    assert_eq!(makespan(&jobs), 55);
}

/// Lawrence's first problem of 10 jobs on 5 machines.
#[test]
fn la01_takes_666() {
    let jobs: [&[(usize, i64)]; 10] = [
        &[(1, 21), (0, 53), (4, 95), (3, 55), (2, 34)],
        &[(0, 21), (3, 52), (4, 16), (2, 26), (1, 71)],
        &[(3, 39), (4, 98), (1, 42), (2, 31), (0, 12)],
        &[(1, 77), (0, 55), (4, 79), (2, 66), (3, 77)],
        &[(0, 83), (3, 34), (2, 64), (1, 19), (4, 37)],
        &[(1, 54), (2, 43), (4, 79), (0, 92), (3, 62)],
        &[(3, 69), (4, 77), (1, 87), (2, 87), (0, 93)],
        &[(2, 38), (0, 60), (1, 41), (3, 24), (4, 83)],
        &[(3, 17), (1, 49), (4, 25), (0, 44), (2, 98)],
        &[(4, 77), (3, 79), (2, 43), (1, 75), (0, 96)],
    ];
    assert_eq!(makespan(&jobs), 666);
}

/// Lawrence's second problem of 10 jobs on 5 machines.
#[test]
fn la02_takes_655() {
    let jobs: [&[(usize, i64)]; 10] = [
        &[(0, 20), (3, 87), (1, 31), (4, 76), (2, 17)],
        &[(4, 25), (2, 32), (0, 24), (1, 18), (3, 81)],
        &[(1, 72), (2, 23), (4, 28), (0, 58), (3, 99)],
        &[(2, 86), (1, 76), (4, 97), (0, 45), (3, 90)],
        &[(4, 27), (0, 42), (3, 48), (2, 17), (1, 46)],
        &[(1, 67), (0, 98), (4, 48), (3, 27), (2, 62)],
        &[(4, 28), (1, 12), (3, 19), (0, 80), (2, 50)],
        &[(1, 63), (0, 94), (2, 98), (3, 50), (4, 80)],
        &[(4, 14), (0, 75), (2, 50), (1, 41), (3, 55)],
        &[(4, 72), (2, 18), (1, 37), (3, 79), (0, 61)],
    ];
    assert_eq!(makespan(&jobs), 655);
}
