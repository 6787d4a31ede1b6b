//! Sums of different values and distances.

use gordian_core::{Index as _, Limits, Outcome, Random};
use gordian_model::{Comparison, Expr, Goal, Model, VarId, all_different, sum};
use gordian_propagate::{NextSolution, Options, Search as _, Session};

use crate::models::check;

/// Returns a random model of marks with different distances and of sums of different values.
fn random_model(random: &mut Random) -> Model {
    let number = |n: usize, random: &mut Random| i64::try_from(random.below(n)).unwrap();
    let mut model = Model::new();
    let n_vars = 3 + random.below(2);
    let vars: Vec<VarId> = (0..n_vars)
        .map(|at| {
            let min = number(4, random) - 1;
            model.int(format!("x{at}"), min..=min + 3 + number(5, random))
        })
        .collect();
    if random.below(4) > 0 {
        for (at, pair) in vars.windows(2).enumerate() {
            model.require(format!("ascending {at}"), pair[0].lt(pair[1]));
        }
    }
    let mut distances = Vec::new();
    for to in 0..n_vars {
        for from in 0..to {
            if random.below(4) > 0 {
                distances.push(vars[to] - vars[from] + [0, 0, 0, 1, -1][random.below(5)]);
            }
        }
        if random.below(3) == 0 {
            distances.push(Expr::from(vars[to]) + number(3, random));
        }
    }
    model.require("distances", all_different(distances));
    if random.flip() {
        model.require("values", all_different(vars.clone()));
        let terms: Vec<Expr> =
            vars.iter().map(|&var| var * [1, 1, 1, -1, -1, 2][random.below(6)]).collect();
        let how = [Comparison::Le, Comparison::Ge, Comparison::Eq, Comparison::Lt, Comparison::Gt];
        let bound = number(12, random) - 2;
        let total = sum(terms);
        model.require(
            "sum",
            match how[random.below(5)] {
                Comparison::Le => total.le(bound),
                Comparison::Ge => total.ge(bound),
                Comparison::Lt => total.lt(bound),
                Comparison::Gt => total.gt(bound),
                _ => total.eq(bound),
            },
        );
    }
    if random.below(3) == 0 {
        let last = Expr::from(vars[n_vars - 1]);
        model.set_goal(if random.flip() { Goal::Minimise(last) } else { Goal::Maximise(last) });
    }
    model
}

#[test]
fn solutions_of_random_models_equal_brute_force() {
    let (mut n_solvable, mut n_infeasible) = (0, 0);
    for seed in gordian_testkit::seeds(1500, 30_000) {
        let model = random_model(&mut Random::new(seed));
        match check(&format!("seed {seed}"), &model) {
            Some(true) => n_solvable += 1,
            Some(false) => n_infeasible += 1,
            None => panic!("numbers are small"),
        }
    }
    assert!(n_solvable > 500 && n_infeasible > 50, "{n_solvable} {n_infeasible}");
}

/// Returns a model of marks up to a length whose distances are different.
fn ruler(n_marks: usize, length: i64) -> Model {
    let mut model = Model::new();
    let marks: Vec<VarId> =
        (0..n_marks).map(|at| model.int(format!("m{at}"), 0..=length)).collect();
    for (at, pair) in marks.windows(2).enumerate() {
        model.require(format!("ascending {at}"), pair[0].lt(pair[1]));
    }
    let distances = (0..n_marks).flat_map(|to| (0..to).map(move |from| (from, to)));
    let distances: Vec<Expr> = distances.map(|(from, to)| marks[to] - marks[from]).collect();
    model.require("distances", all_different(distances));
    model
}

#[test]
fn rulers_that_are_too_short_are_refuted_without_search() {
    // Six distances between neighbours have a sum of at least 1 + 2 + 3 + 4 + 5 + 6.
    let model = ruler(7, 20);
    let mut session = Session::new(&model, &Options::default()).unwrap();
    assert!(matches!(session.next_solution(&Limits::default()), NextSolution::Exhausted));
    assert_eq!(session.stats().decisions, 0);
}

#[test]
fn shortest_ruler_of_eight_marks_has_length_34() {
    let mut model = ruler(8, 60);
    let last = VarId::from_usize(7);
    model.set_goal(Goal::Minimise(last.into()));
    let mut session = Session::new(&model, &Options::default()).unwrap();
    let optimised = session.optimise(&Limits::default());
    assert_eq!((optimised.outcome, optimised.objective), (Outcome::Optimal, Some(34)));
}
