//! Parts of models, compared with all their solutions.

use std::num::NonZeroUsize;
use std::time::Duration;

use gordian_core::{Cancel, Index as _, Limit, Outcome, Random};
use gordian_model::{Domain, Model, VarId, all_different, sum};
use gordian_search::{Part, Session, Task};
use gordian_testkit::random_model::{brute_force, global_model, model, wide_model};
use gordian_testkit::seeds;

fn parts(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).expect("the number is positive")
}

fn has(part: &Part, values: &[i64]) -> bool {
    part.domains.iter().all(|(var, domain)| domain.contains(values[var.index()]))
}

#[test]
fn every_solution_is_in_exactly_one_part() {
    let (mut n_split, mut n_solutions) = (0, 0);
    for seed in seeds(150, 5000) {
        let mut random = Random::new(seed);
        let mut model = match seed % 3 {
            0 => wide_model(seed),
            1 => global_model(seed),
            _ => model(seed),
        };
        if model.check_conditions().is_err() {
            continue;
        }
        if random.flip() {
            let variables: Vec<VarId> = model.variables().indices().collect();
            let answer: Vec<VarId> = variables.into_iter().filter(|_| random.flip()).collect();
            model.set_answer_variables(answer);
        }
        let n = *random.choose(&[1, 2, 3, 7, 20]);
        let answer = model.answer_variables();
        let solutions = brute_force(&model);
        let at = format!("seed {seed}, {n} parts: {model:?}");
        let split = Session::new(model.clone()).split(parts(n)).unwrap();
        assert_eq!(split.limit, None, "{at}");
        assert!((1..=n).contains(&split.parts.len()), "{at}");
        for part in &split.parts {
            for (var, domain) in &part.domains {
                assert!(answer.contains(var), "{at}");
                let known = &model.variables()[*var].domain;
                assert!(domain.values().all(|value| known.contains(value)), "{at}");
            }
        }
        for values in &solutions {
            let n_parts = split.parts.iter().filter(|part| has(part, values)).count();
            assert_eq!(n_parts, 1, "{at}: {values:?}");
        }
        // Also assignments that are no solutions are in one part at most.
        let free: Model = {
            let mut free = model.clone();
            free.retain_constraints(|_| false);
            free.take_goal();
            free
        };
        if free.variables().iter().map(|it| it.domain.size()).product::<u64>() < 3000 {
            for values in brute_force(&free) {
                assert!(split.parts.iter().filter(|part| has(part, &values)).count() <= 1, "{at}");
            }
        }
        n_split += usize::from(split.parts.len() > 1);
        n_solutions += solutions.len();
    }
    assert!(n_split > 40 && n_solutions > 1000, "{n_split} {n_solutions}");
}

/// Queens on a board: many parts, and halves that propagation refutes.
fn queens(n: i64) -> Model {
    let mut model = Model::new();
    let rows = model.ints("row", usize::try_from(n).unwrap(), 0..=n - 1);
    model.require("rows", all_different(&rows));
    let places = (0..).zip(&rows);
    model.require("rising", all_different(places.clone().map(|(x, &row)| row + x)));
    model.require("falling", all_different(places.map(|(x, &row)| row - x)));
    model
}

#[test]
fn the_parts_of_a_model_count_its_solutions() {
    for (n, expected) in [(3, 0), (4, 2), (6, 4), (8, 92)] {
        let mut session = Session::new(queens(n));
        session.request_mut().task = Task::Count { limit: None };
        let split = session.split(parts(40)).unwrap();
        assert!(n < 8 || split.parts.len() == 40, "{split:?}");
        let counts = split.parts.iter().map(|part| session.part(part).solve().unwrap().count);
        assert_eq!(counts.flatten().sum::<u64>(), expected, "{n} queens");
    }
}

#[test]
fn parts_without_solutions_are_left_out() {
    // Three conditions that differ from each other, if `w` holds: that is refuted only when one of
    // them is set, whichever value it has.
    let mut model = Model::new();
    let w = model.boolean("w");
    let x = model.booleans("x", 3);
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        model.require("different", w.implies(x[a].ne(x[b])));
    }
    let split = Session::new(model.clone()).split(parts(16)).unwrap();
    assert!(split.n_refuted > 0, "{split:?}");
    let solutions = brute_force(&model);
    assert_eq!(solutions.len(), 8);
    for values in solutions {
        assert_eq!(split.parts.iter().filter(|part| has(part, &values)).count(), 1);
    }
}

#[test]
fn refuted_halves_are_no_parts() {
    // Each of two values of x is refuted by propagation, but not both at once.
    let mut model = Model::new();
    let x = model.int("x", 0..=3);
    let y = model.ints("y", 2, 0..=9);
    model.require("apart", x.ne(1) & x.ne(2));
    model.require("sum", sum([y[0] + 0, y[1] + 0, x * 5]).eq(9));
    let split = Session::new(model.clone()).split(parts(6)).unwrap();
    let n_solutions = brute_force(&model).len();
    assert_eq!(n_solutions, 10);
    let found = split.parts.iter().map(|part| Session::new(model.clone()).part(part));
    assert!(found.map(|it| it.solve().unwrap().outcome).all(|it| it == Outcome::Solved));
    assert_eq!(split.parts.len(), 6);
}

#[test]
fn a_model_without_solutions_has_a_part() {
    let mut session = Session::new(Model::new());
    let x = session.model_mut().int("x", 0..=9);
    session.model_mut().require("large", x.gt(5));
    session.model_mut().require("small", x.lt(5));
    let split = session.split(parts(4)).unwrap();
    assert_eq!((split.parts.len(), split.parts[0].domains.len()), (1, 0));
    assert_eq!(session.part(&split.parts[0]).solve().unwrap().outcome, Outcome::Infeasible);
}

#[test]
fn models_that_propagators_cannot_have_are_split_by_their_domains() {
    let mut model = Model::new();
    let wide = Domain::from_range(0..=1 << 53).unwrap();
    let x = model.add_variable("x", wide);
    let y = model.int("y", 0..=1);
    model.require("power", x.pow(9).ge(y));
    let split = Session::new(model.clone()).split(parts(5)).unwrap();
    assert_eq!((split.parts.len(), split.limit), (5, None));
    for (a, b) in [(0, 0), (1, 1), (1 << 53, 0), (77_777, 1)] {
        assert_eq!(split.parts.iter().filter(|part| has(part, &[a, b])).count(), 1, "{a} {b}");
    }
}

#[test]
fn a_split_ends_at_the_time_limit() {
    let mut session = Session::new(queens(8));
    session.request_mut().time_limit = Some(Duration::ZERO);
    let split = session.split(parts(9)).unwrap();
    assert_eq!((split.parts.len(), split.limit), (1, Some(Limit::Time)));
    let cancelled = Cancel::new();
    cancelled.cancel();
    let mut session = Session::new(queens(8));
    session.set_cancel(cancelled);
    assert_eq!(session.split(parts(9)).unwrap().limit, Some(Limit::Interrupted));
}
