//! Boards with graph constraints: their solutions and optima equal those of brute force.

use gordian_core::{Limits, NoProgress};
use gordian_model::Goal;
use gordian_propagate::{Options, Search as _, Session};
use gordian_testkit::board_model::{GraphConstraint, board_model, narrowed};
use gordian_testkit::random_model::brute_force;

fn check(constraint: GraphConstraint) {
    let (mut n_solvable, mut n_infeasible) = (0, 0);
    for seed in gordian_testkit::seeds(700, 50_000) {
        let model = board_model(constraint, seed);
        let at = format!("{constraint:?}, seed {seed}");
        let expected = brute_force(&narrowed(&model));
        let session = || Session::new(&model, &Options::default()).expect("it is small");
        if let Some(goal) = model.goal() {
            let value = |values: &Vec<i64>| {
                model.evaluate(goal.objective(), values).expect("the solution was checked")
            };
            let best = match goal {
                Goal::Minimise(_) => expected.iter().map(value).min(),
                Goal::Maximise(_) => expected.iter().map(value).max(),
            };
            let optimised = session().optimise(&Limits::default());
            assert_eq!((optimised.objective, optimised.bound), (best, best), "{at}: {model:?}");
        }
        let mut found = Vec::new();
        let stopped =
            session().for_each_solution(u64::MAX, &Limits::default(), &NoProgress, &mut |values| {
                found.push(values.as_slice().to_vec());
            });
        found.sort();
        assert_eq!((found, stopped), (expected.clone(), None), "{at}: {model:?}");
        n_solvable += usize::from(!expected.is_empty());
        n_infeasible += usize::from(expected.is_empty());
    }
    assert!(n_solvable > 150 && n_infeasible > 6, "{n_solvable} {n_infeasible}");
}

#[test]
fn connected_vertices() {
    check(GraphConstraint::Connected);
}

#[test]
fn connected_edges() {
    check(GraphConstraint::ConnectedEdges);
}

#[test]
fn single_cycles() {
    check(GraphConstraint::SingleCycle);
}

#[test]
fn paths() {
    check(GraphConstraint::Path);
}

#[test]
fn regions() {
    check(GraphConstraint::Regions);
}
