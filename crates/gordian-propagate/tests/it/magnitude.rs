//! Random models with integers of every magnitude and a planted solution, which is not refuted.
//!
//! A part of the sweep runs with the other tests; see `gordian_testkit` for other parts and the
//! whole sweep.

use std::collections::BTreeSet;
use std::time::Duration;

use gordian_core::{Cancel, Limits, NoProgress, Outcome};
use gordian_model::{Comparison, Domain, Expr, Model, Node, VarId};
use gordian_propagate::{NextSolution, Options, PostError, Search as _, Session};
use gordian_testkit::mixed_model::Mixed;
use gordian_testkit::planted_model::{Planted, Values};

/// Number of models: by default, and in the whole sweep.
const N_MODELS: (u64, u64) = (400, 20_000);
/// Limit on the conflicts of a search. A search that reaches it proves nothing.
const MAX_CONFLICTS: u64 = 400;
/// Limit on the number of enumerated solutions.
const MAX_SOLUTIONS: u64 = 1_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Solved,
    Overflow,
    Undecided,
}

fn check(at: &str, planted: &Planted) -> Verdict {
    let Planted { model, solution, .. } = planted;
    let cancel = Cancel::new().with_time_limit(Duration::from_secs(5));
    let mut session =
        match Session::new(model, &Options { cancel: cancel.clone(), ..Options::default() }) {
            Ok(session) => session,
            Err(PostError::Overflow { .. }) => return Verdict::Overflow,
            Err(error) => panic!("{at}: {error}\n{model:?}"),
        };
    let limits = Limits::until(&cancel).with_conflicts(MAX_CONFLICTS);
    if model.goal().is_some() {
        let optimised = session.optimise(&limits);
        match optimised.outcome {
            Outcome::Infeasible => planted.check_optimum(at, None),
            Outcome::Optimal => planted.check_optimum(at, optimised.objective),
            _ => return Verdict::Undecided,
        }
        return Verdict::Solved;
    }
    if let Some(expected) = planted.answers() {
        let mut found: BTreeSet<Values> = BTreeSet::new();
        let mut n = 0;
        let stopped =
            session.for_each_solution(MAX_SOLUTIONS, &limits, &NoProgress, &mut |values| {
                n += 1;
                found.insert(model.answer_variables().iter().map(|&var| values[var]).collect());
            });
        if stopped.is_some() {
            assert!(found.is_subset(&expected), "{at}: {model:?}");
            return Verdict::Undecided;
        }
        assert_eq!(found, expected, "{at}: {model:?}");
        assert_eq!(n, expected.len(), "{at}: an answer was found twice\n{model:?}");
        return Verdict::Solved;
    }
    match session.next_solution(&limits) {
        NextSolution::Exhausted => panic!("{at}: a solution was refuted\n{model:?}\n{solution:?}"),
        NextSolution::Solution(_) => Verdict::Solved,
        NextSolution::Stopped(_) => Verdict::Undecided,
    }
}

#[test]
fn models_of_every_magnitude_keep_their_solutions() {
    let seeds = gordian_testkit::seeds(N_MODELS.0, N_MODELS.1);
    let n = seeds.end - seeds.start;
    let (mut n_solved, mut n_overflowed) = (0, 0);
    for seed in seeds {
        let verdict = check(&format!("seed {seed}"), &Planted::new(seed));
        n_solved += u64::from(verdict == Verdict::Solved);
        n_overflowed += u64::from(verdict == Verdict::Overflow);
    }
    println!("{n} models: no wrong answers, {n_solved} solved, {n_overflowed} overflowed");
    assert!(
        n_solved * 2 >= n,
        "only {n_solved} of {n} models were solved, {n_overflowed} overflowed"
    );
}

#[test]
fn a_partial_product_beyond_64_bits_is_refused() {
    // 2^32 · 2^32 has no value, although the product with the last factor is 0.
    let mut model = Model::new();
    let b = model.add_variable("b", Domain::from_range(1 << 32..=(1 << 32) + 1).unwrap());
    let product = Expr::new(Node::Mul(vec![b.into(), (1_i64 << 32).into(), 0.into()]));
    model.require("c", product.ge(0));
    let refused = Session::new(&model, &Options::default());
    let Err(PostError::Overflow { part, operation }) = refused else { panic!("{refused:?}") };
    assert_eq!((part.as_str(), operation), ("constraint `c`", "mul"));
    // A factor 0 that comes before the large ones keeps all partial products small.
    let mut model = Model::new();
    let b = model.add_variable("b", Domain::from_range(1 << 32..=(1 << 32) + 1).unwrap());
    let product = Expr::new(Node::Mul(vec![0.into(), b.into(), (1_i64 << 32).into()]));
    model.require("c", product.compare(Comparison::Ge, 0));
    assert_eq!(all_solutions(&model), Some(BTreeSet::from([vec![1 << 32], vec![(1 << 32) + 1]])));
}

/// Returns all solutions; `None` if numbers of the model do not fit, or if the search takes too
/// long.
fn all_solutions(model: &Model) -> Option<BTreeSet<Values>> {
    let mut session = match Session::new(model, &Options::default()) {
        Ok(session) => session,
        Err(PostError::Overflow { .. }) => return None,
        Err(error) => panic!("{error}\n{model:?}"),
    };
    let mut found = BTreeSet::new();
    let cancel = Cancel::new().with_time_limit(Duration::from_secs(1));
    let limits = Limits::until(&cancel).with_conflicts(MAX_CONFLICTS);
    let stopped = session.for_each_solution(MAX_SOLUTIONS, &limits, &NoProgress, &mut |values| {
        let values: Values = model.variables().indices().map(|var: VarId| values[var]).collect();
        assert!(model.check(&values).is_ok(), "{model:?}\n{values:?}");
        assert!(found.insert(values), "a solution was found twice: {model:?}");
    });
    stopped.is_none().then_some(found)
}

#[test]
fn mixed_magnitudes_have_the_solutions_of_brute_force() {
    let seeds = gordian_testkit::seeds(N_MODELS.0, N_MODELS.1);
    let n = seeds.end - seeds.start;
    let mut n_solved = 0;
    for seed in seeds {
        let Mixed { model, all } = Mixed::new(seed);
        if let Some(found) = all_solutions(&model) {
            assert_eq!(found, all, "seed {seed}: {model:?}");
            n_solved += 1;
        }
    }
    println!("{n} models: no wrong answers, {n_solved} solved");
    assert!(n_solved * 4 >= n, "only {n_solved} of {n} models were solved");
}
