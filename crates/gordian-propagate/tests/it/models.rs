//! All solutions of random models, and what is refused.

use std::collections::BTreeSet;

use gordian_core::{Cancel, Limit, Limits, NoProgress, Outcome, Random};
use gordian_model::{
    Comparison, Expr, Goal, Model, VarId, all_different, increasing, lexicographic, sum,
};
use gordian_propagate::{NextSolution, Options, PostError, Search as _, Session};
use gordian_testkit::random_model::{brute_force, global_model, model, wide_model};
use gordian_testkit::structured_model::small_steps;

/// The number of models that were compared.
#[derive(Debug, Default)]
struct Compared {
    solvable: usize,
    infeasible: usize,
    overflowed: usize,
}

impl Compared {
    fn add(&mut self, at: &str, model: &Model) {
        match check(at, model) {
            Some(true) => self.solvable += 1,
            Some(false) => self.infeasible += 1,
            None => self.overflowed += 1,
        }
    }
}

/// Compares all solutions and the optimum with those of brute force; returns whether there is a
/// solution, `None` if the model has too large numbers.
pub(crate) fn check(at: &str, model: &Model) -> Option<bool> {
    let mut session = match Session::new(model, &Options::default()) {
        Ok(session) => session,
        Err(PostError::Overflow { .. }) => return None,
        Err(error) => panic!("{at}: {error}\n{model:?}"),
    };
    let expected = brute_force(model);
    if let Some(goal) = model.goal() {
        let value =
            |values: &Vec<i64>| model.evaluate(goal.objective(), values).expect("it is defined");
        let best = match goal {
            Goal::Minimise(_) => expected.iter().map(value).min(),
            Goal::Maximise(_) => expected.iter().map(value).max(),
        };
        let optimised = session.optimise(&Limits::default());
        assert_eq!(optimised.objective, best, "{at}: {model:?}");
        let outcome = if best.is_some() { Outcome::Optimal } else { Outcome::Infeasible };
        assert_eq!((optimised.outcome, optimised.bound), (outcome, best), "{at}: {model:?}");
        // The session keeps the bound; a new one has all solutions.
        session = Session::new(model, &Options::default()).expect("as before");
    }
    let mut found = Vec::new();
    let stopped =
        session.for_each_solution(u64::MAX, &Limits::default(), &NoProgress, &mut |values| {
            found.push(values.as_slice().to_vec());
        });
    assert_eq!(stopped, None, "{at}: {model:?}");
    let n = found.len();
    let found: BTreeSet<Vec<i64>> = found.into_iter().collect();
    assert_eq!(found.len(), n, "{at}: a solution was found twice\n{model:?}");
    assert_eq!(found, expected.into_iter().collect(), "{at}: {model:?}");
    Some(n > 0)
}

#[test]
fn expressions_without_value_have_no_solution() {
    // (x, expression, number of values of x for which it has a value), x from 0 to 2.
    type Make = fn(Expr) -> Expr;
    let makes: [(Make, usize); 7] = [
        (|x| (4 / x).greatest_power_dividing(1).ge(0), 0),
        (|x| x.greatest_power_dividing(-2).ge(0), 0),
        (|x| x.greatest_power_not_above(0).ge(0), 0),
        (|x| x.greatest_power_not_above(-2).ge(0), 0),
        (|x| x.greatest_power_dividing(2).ge(0), 2),
        (|x| increasing([4 / x]), 2),
        (|x| lexicographic([4 / x], Comparison::Eq, [0_i64; 0]).eq(0), 2),
    ];
    for (make, n_solutions) in makes {
        let mut model = Model::new();
        let x = model.int("x", 0..=2);
        model.require("defined", make(x.into()));
        assert_eq!(brute_force(&model).len(), n_solutions, "{model:?}");
        assert_eq!(check("no value", &model), Some(n_solutions > 0));
    }
}

/// Bounds of 64 bits on either side of a comparison: each is refused or right.
#[test]
fn extreme_constants_are_compared() {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    for constant in [i64::MIN, i64::MIN + 1, -(1 << 62), 1 << 62, i64::MAX] {
        for how in [Eq, Ne, Lt, Le, Gt, Ge] {
            for factor in [-3, -1, 1, 2] {
                let mut model = Model::new();
                let x = model.int("x", -1..=1);
                model.require("left", Expr::from(constant).compare(how, factor * x));
                assert!(check("constant on the left", &model).is_some(), "{model:?}");
                let mut model = Model::new();
                let x = model.int("x", -1..=1);
                model.require("right", (factor * x).compare(how, constant));
                check("constant on the right", &model);
            }
        }
    }
}

#[test]
fn solutions_of_random_models_equal_brute_force() {
    let mut compared = Compared::default();
    for seed in gordian_testkit::seeds(2000, 100_000) {
        compared.add(&format!("seed {seed}"), &model(seed));
    }
    assert!(compared.solvable > 1000 && compared.infeasible > 100, "{compared:?}");
    assert!(compared.overflowed < 60, "{compared:?}");
}

#[test]
fn solutions_of_random_models_with_global_constraints_equal_brute_force() {
    let mut compared = Compared::default();
    for seed in gordian_testkit::seeds(2000, 100_000) {
        compared.add(&format!("global seed {seed}"), &global_model(seed));
    }
    assert!(compared.solvable > 1000 && compared.infeasible > 50, "{compared:?}");
    assert!(compared.overflowed < 60, "{compared:?}");
}

#[test]
fn solutions_of_wide_random_models_equal_brute_force() {
    let mut compared = Compared::default();
    for seed in gordian_testkit::seeds(20, 1500) {
        compared.add(&format!("wide seed {seed}"), &wide_model(seed));
    }
    // Mostly one of twenty overflows, but some seeds have five of forty.
    let n_compared = compared.solvable + compared.infeasible;
    assert!(compared.solvable > 4 && 4 * compared.overflowed < n_compared, "{compared:?}");
}

#[test]
fn remainder_of_no_number_is_explained() {
    // Here the remainder 1 is removed for the divisor 1.
    assert!(check("a remainder", &model(87_020_860_665_234_772)).is_some());
}

#[test]
fn deep_expressions_are_posted() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1);
    let mut deep = x.eq(1);
    for _ in 0..100_000 {
        deep = !(deep & x.ge(0));
    }
    model.require("deep", deep);
    let mut session = Session::new(&model, &Options::default()).unwrap();
    let NextSolution::Solution(values) = session.next_solution(&Limits::default()) else {
        panic!()
    };
    assert_eq!(values[x], 1);
}

#[test]
fn numbers_beyond_62_bits_are_refused_by_name() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1 << 40);
    let y = model.int("y", 0..=1 << 40);
    model.require("far", (x * y).ge(1));
    let error = Session::new(&model, &Options::default()).unwrap_err();
    let part = "constraint `far`".to_owned();
    assert_eq!(error, PostError::Overflow { part, operation: "mul" });
}

#[test]
fn posting_is_limited() {
    let mut model = Model::new();
    let vars: Vec<_> = (0..300).map(|at| model.int(format!("x{at}"), 0..=9)).collect();
    model.require("not different", !all_different(vars));
    let cancel = Cancel::new();
    cancel.cancel();
    let error = Session::new(&model, &Options { cancel, ..Options::default() }).unwrap_err();
    assert_eq!(error, PostError::Stopped { limit: Limit::Interrupted });
    let options = Options { max_bytes: Some(1_000_000), ..Options::default() };
    assert_eq!(Session::new(&model, &options).unwrap_err(), PostError::TooLarge);
    assert!(Session::new(&model, &Options::default()).is_ok());
}

#[test]
fn counts_of_many_flags_need_few_conflicts() {
    // A third of all flags, but only a quarter of every second one: the search begins with flags
    // that are 0.
    let n = 4000;
    let mut model = Model::new();
    let flags: Vec<_> = (0..n).map(|at| model.int(format!("b{at}"), 0..=1)).collect();
    model.require("all", sum(flags.clone()).eq(n / 3));
    model.require("every second", sum(flags.iter().copied().step_by(2)).le(n / 8));
    let mut session = Session::new(&model, &Options::default()).unwrap();
    assert!(matches!(
        session.next_solution(&Limits::default().with_conflicts(100)),
        NextSolution::Solution(_)
    ));
}

/// A knapsack whose profit is a variable, defined by an equation with the given factor of the
/// variable.
fn knapsack_of_variable(seed: u64, n: usize, factor: i64, worth: i64) -> (Model, Vec<(i64, i64)>) {
    let mut random = Random::new(seed);
    let mut number = |least: i64, n: usize| least + i64::try_from(random.below(n)).unwrap();
    let items: Vec<(i64, i64)> = (0..n).map(|_| (number(-5, 60), number(1, 50))).collect();
    let mut model = Model::new();
    let profit = model.int("profit", -5_000..=5_000);
    let flags: Vec<VarId> = (0..n).map(|at| model.int(format!("item {at}"), 0..=1)).collect();
    let total = |numbers: Vec<i64>| sum(numbers.into_iter().zip(&flags).map(|(k, x)| k * x));
    let profits = total(items.iter().map(|item| worth * item.0).collect());
    model.require("definition", (factor * profit).eq(factor * profits + factor * 7));
    let capacity = items.iter().map(|item| item.1).sum::<i64>() / 2;
    model.require("weight", total(items.iter().map(|item| item.1).collect()).le(capacity));
    let goal = if worth == 1 { Goal::Maximise } else { Goal::Minimise };
    model.set_goal(goal(profit.into()));
    (model, items)
}

#[test]
fn objectives_that_are_variables_are_bounded_by_their_definition() {
    for (worth, factor) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        for seed in 0..6 {
            let (model, _) = knapsack_of_variable(seed, 6, factor, worth);
            let flags: Vec<i64> = (0..6).collect();
            let all = (0..1_usize << 6).filter_map(|set| {
                let chosen: Vec<i64> =
                    flags.iter().map(|at| i64::from(set >> at & 1 == 1)).collect();
                (-500..=500)
                    .map(|profit| [&[profit], &chosen[..]].concat())
                    .find(|it| model.check(it).is_ok())
            });
            let signed = all.map(|values| worth * values[0]).max();
            let mut session = Session::new(&model, &Options::default()).unwrap();
            let optimised = session.optimise(&Limits::default());
            assert_eq!(optimised.objective.map(|it| worth * it), signed, "{model:?}");
            assert_eq!(optimised.outcome, Outcome::Optimal);
        }
        // Without the bound by the capacity, 40 items need millions of conflicts.
        let (model, items) = knapsack_of_variable(1, 40, factor, worth);
        let capacity = usize::try_from(items.iter().map(|item| item.1).sum::<i64>() / 2).unwrap();
        let mut best = vec![0; capacity + 1];
        for &(profit, weight) in &items {
            let weight = usize::try_from(weight).unwrap();
            for place in (weight..=capacity).rev() {
                best[place] = best[place].max(best[place - weight] + profit);
            }
        }
        let mut session = Session::new(&model, &Options::default()).unwrap();
        let optimised = session.optimise(&Limits::default().with_conflicts(2_000));
        assert_eq!(optimised.outcome, Outcome::Optimal, "{:?}", session.stats());
        let signed = optimised.objective.map(|profit| worth * (profit - 7));
        assert_eq!(signed, Some(best[capacity]));
    }
}

#[test]
fn counts_of_exclusive_pairs_need_few_conflicts() {
    // At most one of each pair holds, and more than there are pairs should.
    for (n_pairs, n_required, is_solvable) in [(30, 31, false), (30, 30, true)] {
        let mut model = Model::new();
        let pairs: Vec<[VarId; 2]> = (0..n_pairs)
            .map(|at| [0, 1].map(|end| model.boolean(format!("flag {end} of pair {at}"))))
            .collect();
        for [a, b] in &pairs {
            model.require(format!("not both {}", model.constraints().len()), !(*a & *b));
        }
        model.require("count", sum(pairs.iter().flatten()).ge(n_required));
        let mut session = Session::new(&model, &Options::default()).unwrap();
        let found = session.next_solution(&Limits::default().with_conflicts(2000));
        match is_solvable {
            true => assert!(matches!(found, NextSolution::Solution(_)), "{found:?}"),
            false => assert_eq!(found, NextSolution::Exhausted),
        }
    }
}

#[test]
fn comparisons_of_long_counts_have_the_solutions_of_brute_force() {
    // Ten copies of each of four flags; some comparisons are conditions, or hold only if another
    // flag does.
    let (n_free, n_copies) = (4, 10);
    let n_solutions = |condition: &dyn Fn(&Model, &Expr, i64) -> Expr, bound: i64| {
        let mut model = Model::new();
        let mut flag = |name: String| model.boolean(name);
        let free: Vec<VarId> = (0..n_free).map(|at| flag(format!("free {at}"))).collect();
        let copies: Vec<VarId> =
            (0..n_free * n_copies).map(|at| flag(format!("copy {at}"))).collect();
        let copied = free.iter().copied().cycle();
        for (at, (&copy, of)) in copies.iter().zip(copied).enumerate() {
            model.require(format!("copy {at}"), copy.eq(of));
        }
        model.require("count", condition(&model, &sum(copies), bound));
        model.set_answer_variables(free.clone());
        let mut session = Session::new(&model, &Options::default()).unwrap();
        let mut found = BTreeSet::new();
        let stopped =
            session.for_each_solution(u64::MAX, &Limits::default(), &NoProgress, &mut |values| {
                assert!(found.insert(free.iter().map(|&var| values[var]).collect::<Vec<_>>()));
            });
        assert_eq!(stopped, None);
        found.len()
    };
    // The numbers of ways to choose 0 to 4 flags, of which the count is 10 times as many.
    let n_ways = [1, 4, 6, 4, 1];
    let expected = |holds: &dyn Fn(i64) -> bool| -> usize {
        (0..).zip(n_ways).filter(|&(n, _)| holds(10 * n)).map(|(_, ways)| ways).sum()
    };
    for bound in [16, 19, 20, 21, 24] {
        let check = |condition: &dyn Fn(&Expr, i64) -> Expr, holds: &dyn Fn(i64) -> bool| {
            let found = n_solutions(&|_, count, bound| condition(count, bound), bound);
            assert_eq!(found, expected(holds), "{bound}");
        };
        check(&|count, bound| count.eq(bound), &|n| n == bound);
        check(&|count, bound| count.ne(bound), &|n| n != bound);
        check(&|count, bound| count.le(bound), &|n| n <= bound);
        check(&|count, bound| count.lt(bound), &|n| n < bound);
        check(&|count, bound| count.ge(bound), &|n| n >= bound);
        check(&|count, bound| count.gt(bound), &|n| n > bound);
        check(&|count, bound| count.ge(bound).iff(count.le(bound)), &|n| n == bound);
        check(&|count, bound| count.ge(bound + 4) | count.le(bound - 4), &|n| {
            (n - bound).abs() >= 4
        });
    }
}

#[test]
fn bounds_that_move_in_small_steps_are_bisected() {
    // Each bound of x² + y² = z² moves the others by about 1.
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 1..=1_000_000));
    let square = |var: VarId| Expr::from(var).pow(2);
    model.require("triangle", (square(x) + square(y)).eq(square(z)));
    model.require("order", x.lt(y));
    let mut session = Session::new(&model, &Options::default()).unwrap();
    assert!(matches!(session.next_solution(&Limits::default()), NextSolution::Solution(_)));
    assert!(session.stats().reductions < 1_000_000, "{:?}", session.stats());
}

#[test]
fn small_steps_without_end_use_up_a_limit() {
    // Each bound moves the other by 1; without interruptions this would go on for 20,000,000 steps.
    let model = small_steps(1 << 53);
    let mut session = Session::new(&model, &Options::default()).unwrap();
    assert_eq!(
        session.next_solution(&Limits::default().with_conflicts(20_000)),
        NextSolution::Stopped(Limit::Effort)
    );
    assert!(session.stats().propagator_runs < 1_000_000, "{:?}", session.stats());
}
