//! Optimisation.

use gordian_core::{Cancel, Limit, Random};
use gordian_lcg::propagators::Linear;
use gordian_lcg::{Optimum, Solver, Var, Verdict};

use crate::brute_force::below;

/// Returns the greatest value of a knapsack, by dynamic programming over the capacity.
fn best_value(items: &[(i64, i64)], capacity: i64) -> i64 {
    let capacity = usize::try_from(capacity).unwrap();
    let mut best = vec![0; capacity + 1];
    for &(value, weight) in items {
        let weight = usize::try_from(weight).unwrap();
        for at in (weight..=capacity).rev() {
            best[at] = best[at].max(best[at - weight] + value);
        }
    }
    best[capacity]
}

#[test]
fn knapsacks_have_the_value_of_dynamic_programming() {
    for seed in gordian_testkit::seeds(60, 600) {
        let mut random = Random::new(seed);
        let items: Vec<(i64, i64)> = (0..3 + random.below(14))
            .map(|_| {
                let weight = 1 + below(40, &mut random);
                (weight + below(12, &mut random), weight)
            })
            .collect();
        let capacity = items.iter().map(|&(_, weight)| weight).sum::<i64>() / 2;
        let mut solver = Solver::new();
        let vars: Vec<Var> = items.iter().map(|_| solver.add_var(0, 1)).collect();
        let total: i64 = items.iter().map(|&(value, _)| value).sum();
        let loss = solver.add_var(0, total);
        let weights: Vec<_> = items.iter().zip(&vars).map(|(&(_, w), &var)| (w, var)).collect();
        // loss + value of the chosen items ≥ total
        let mut values: Vec<_> = items.iter().zip(&vars).map(|(&(v, _), &var)| (v, var)).collect();
        values.push((1, loss));
        solver.post(Box::new(Linear::at_most(&weights, capacity)));
        solver.post(Box::new(Linear::at_least(&values, total)));
        let mut improvements = Vec::new();
        let optimum = solver.minimise(loss, &Cancel::new(), &mut |solver, value| {
            assert_eq!(solver.value(loss), value);
            improvements.push(value);
        });
        assert_eq!(optimum, Optimum::Proved(total - best_value(&items, capacity)), "{items:?}");
        assert!(improvements.is_sorted_by(|a, b| a > b), "{improvements:?}");
        let chosen = weights.iter().map(|&(weight, var)| weight * solver.value(var)).sum::<i64>();
        assert!(chosen <= capacity);
    }
}

#[test]
fn stopped_optimisation_has_the_best_solution_and_a_bound() {
    let mut solver = Solver::new();
    let (x, y) = (solver.add_var(0, 1000), solver.add_var(0, 1000));
    solver.post(Box::new(Linear::at_least(&[(3, x), (7, y)], 100)));
    solver.add_clause(&[x.at_least(4)]);
    solver.set_phase(x, 900);
    let cancel = Cancel::new();
    let optimum = solver.minimise(x, &cancel, &mut |_, _| cancel.cancel());
    let Optimum::Stopped { best: Some(best), limit } = optimum else { panic!("{optimum:?}") };
    assert_eq!(limit, Limit::Interrupted);
    assert!(best >= 4 && solver.bounds(x).0 == 4, "{best}");
    assert_eq!(solver.value(x), best);
}

/// A random knapsack, with a follower for each item: a variable from 0 to 3, which is 3 if the item
/// is chosen and is not constrained otherwise.
struct Followed {
    solver: Solver,
    /// The item, which is 0 or 1, and its follower.
    pairs: Vec<(Var, Var)>,
    /// The total value of the items that are left out, and the least possible one.
    loss: Var,
    least_loss: i64,
}

fn followed_knapsack(seed: u64) -> Followed {
    let mut random = Random::new(seed);
    let items: Vec<(i64, i64)> = (0..11)
        .map(|_| {
            let weight = 20 + below(40, &mut random);
            (weight + below(12, &mut random), weight)
        })
        .collect();
    let capacity = items.iter().map(|&(_, weight)| weight).sum::<i64>() / 2;
    let total: i64 = items.iter().map(|&(value, _)| value).sum();
    let mut solver = Solver::new();
    let pairs: Vec<(Var, Var)> =
        items.iter().map(|_| (solver.add_var(0, 1), solver.add_var(0, 3))).collect();
    let loss = solver.add_var(0, total);
    let weights: Vec<_> = items.iter().zip(&pairs).map(|(&(_, w), &(item, _))| (w, item)).collect();
    let mut values: Vec<_> =
        items.iter().zip(&pairs).map(|(&(v, _), &(item, _))| (v, item)).collect();
    values.push((1, loss));
    solver.post(Box::new(Linear::at_most(&weights, capacity)));
    solver.post(Box::new(Linear::at_least(&values, total)));
    for &(item, follower) in &pairs {
        solver.add_clause(&[item.at_most(0), follower.at_least(3)]);
    }
    Followed { solver, pairs, loss, least_loss: total - best_value(&items, capacity) }
}

#[test]
fn better_solutions_have_the_values_of_the_best_one_where_nothing_excludes_them() {
    let mut n_improvements = 0;
    for seed in 0..10 {
        let Followed { mut solver, pairs, loss, least_loss } = followed_knapsack(seed);
        let mut best: Option<Vec<i64>> = None;
        let optimum = solver.minimise(loss, &Cancel::new(), &mut |solver, _| {
            let followers: Vec<i64> = pairs.iter().map(|&(_, it)| solver.value(it)).collect();
            for (at, &(item, _)) in pairs.iter().enumerate() {
                if let Some(best) = &best
                    && solver.value(item) == 0
                {
                    assert_eq!(followers[at], best[at], "seed {seed}, item {at}");
                }
            }
            n_improvements += 1;
            best = Some(followers);
        });
        assert_eq!(optimum, Optimum::Proved(least_loss));
    }
    assert!(n_improvements > 15, "{n_improvements}");
}

#[test]
fn hints_are_followed_until_there_is_a_solution() {
    let mut n_conflicts = 0;
    for seed in 0..10 {
        let Followed { mut solver, pairs, loss, least_loss } = followed_knapsack(seed);
        for &(_, follower) in &pairs {
            solver.set_hint(follower, 2);
        }
        solver.add_clause(&[loss.at_most(least_loss)]);
        assert_eq!(solver.solve(&Cancel::new()), Verdict::Satisfiable);
        for &(item, follower) in &pairs {
            let expected = if solver.value(item) == 1 { 3 } else { 2 };
            assert_eq!(solver.value(follower), expected, "seed {seed}");
        }
        n_conflicts += solver.stats().conflicts;
    }
    assert!(n_conflicts > 50, "{n_conflicts}");
}

#[test]
fn contradictory_problem_has_no_optimum() {
    let mut solver = Solver::new();
    let x = solver.add_var(0, 9);
    solver.add_clause(&[]);
    assert_eq!(solver.minimise(x, &Cancel::new(), &mut |_, _| {}), Optimum::None);
}
