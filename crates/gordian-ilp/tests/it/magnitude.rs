//! Random models with integers of every magnitude and known assignments ([`Planted`]): the rows
//! allow exactly the solutions.
//!
//! A part of the sweep runs with the other tests; see `gordian_testkit` for other parts and the
//! whole sweep.

use gordian_ilp::linearise;
use gordian_testkit::planted_model::Planted;
use rayon::prelude::*;

use crate::point_search::has_point;

/// Number of models: by default, and in the whole sweep.
const N_MODELS: (u64, u64) = (400, 20_000);

/// Limit on the steps of the search for an integer point.
const MAX_STEPS: usize = 5_000;

/// Compares the rows with the known assignments. Returns how many assignments were decided.
fn check(seed: u64, planted: &Planted) -> u64 {
    let Planted { model, .. } = planted;
    let Ok(rows) = linearise(model) else { return 0 };
    let mut n_decided = 0;
    for (values, expected) in planted.labelled_assignments() {
        let allowed = has_point(&rows, values, MAX_STEPS);
        let is_right = allowed.is_none_or(|allowed| allowed == expected);
        assert!(is_right, "seed {seed}: {allowed:?} by the rows\n{model:?}\n{values:?}");
        n_decided += u64::from(allowed.is_some());
    }
    n_decided
}

#[test]
fn rows_allow_exactly_the_solutions_of_models_of_every_magnitude() {
    let seeds = gordian_testkit::seeds(N_MODELS.0, N_MODELS.1);
    let n = seeds.end - seeds.start;
    let n_decided: u64 = seeds.into_par_iter().map(|seed| check(seed, &Planted::new(seed))).sum();
    println!("{n} models: no wrong rows, {n_decided} assignments decided");
    assert!(n_decided >= n, "only {n_decided} assignments of {n} models were decided");
}
