//! Global and graph constraints: the former are decomposed, the latter refused.

use std::sync::Arc;

use gordian_ilp::{LinearisationError, linearise};
use gordian_model::{Expr, Graph, Model, connected, disjunctive};
use gordian_testkit::random_model::{brute_force, global_model};

use crate::point_search::PointSearch;

#[test]
fn rows_have_the_solutions_of_decomposed_constraints() {
    let (mut n_checked, mut n_refused) = (0, 0);
    for seed in 0..400 {
        let model = global_model(seed);
        match linearise(&model) {
            Ok(rows) => {
                let found: Vec<Vec<i64>> =
                    PointSearch::new(&rows).assignments().into_iter().collect();
                assert_eq!(found, brute_force(&model), "seed {seed}: {model:?}");
                n_checked += 1;
            }
            Err(LinearisationError::GraphConstraint { .. }) => n_refused += 1,
            Err(error) => {
                assert!(matches!(error, LinearisationError::TooManyValues { .. }), "{error}")
            }
        }
    }
    assert!(n_checked > 350 && n_refused > 10, "{n_checked} checked, {n_refused} refused");
}

#[test]
fn ends_beyond_64_bits_are_refused() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1 << 53);
    let far = || x * 1000;
    model.require("tasks", disjunctive([far(), 5.into()], [far() + (1 << 62), 1.into()]));
    let constraint = "tasks".to_owned();
    assert_eq!(linearise(&model), Err(LinearisationError::TooLarge { constraint }));
}

#[test]
fn graph_constraints_are_refused() {
    let mut model = Model::new();
    let cells = ["a", "b", "c"].map(|name| Expr::from(model.boolean(name)));
    model.require("connected", connected(&Arc::new(Graph::grid(3, 1)), &cells));
    let error = linearise(&model).unwrap_err();
    let text = "constraint `connected` has the graph constraint `connected`, which no rows state";
    assert_eq!(error.to_string(), text);
    assert!(error.hint().contains("other operations"));
}
