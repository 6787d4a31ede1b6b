//! The order of decisions that a model proposes.

use gordian_core::{Limits, Random, ValueOrder, VarOrder};
use gordian_model::{Model, SearchPhase, Strategy, VarId};
use gordian_propagate::{NextSolution, Options, Search as _, Session};
use gordian_testkit::random_model::{brute_force, global_model, model, wide_model};
use gordian_testkit::seeds;

use crate::models;

/// Returns the variables in random order.
fn shuffled(model: &Model, random: &mut Random) -> Vec<VarId> {
    let mut variables: Vec<VarId> = model.variables().indices().collect();
    random.shuffle(&mut variables);
    variables
}

#[test]
fn first_solution_is_the_first_one_in_a_strict_order() {
    let mut n_solvable = 0;
    for seed in seeds(200, 4000) {
        let mut random = Random::new(seed);
        let mut model = match seed % 3 {
            0 => model(seed),
            1 => global_model(seed),
            _ => wide_model(seed),
        };
        if model.goal().is_some() {
            continue;
        }
        let variables = shuffled(&model, &mut random);
        // Each variable has its own direction.
        let phases: Vec<SearchPhase> = variables
            .iter()
            .map(|&var| SearchPhase {
                variables: vec![var],
                var_order: VarOrder::Listed,
                value_order: if random.flip() { ValueOrder::Least } else { ValueOrder::Greatest },
            })
            .collect();
        model.set_strategy(Strategy { phases: phases.clone(), is_strict: true, hints: Vec::new() });
        let Ok(mut session) = Session::new(&model, &Options::default()) else { continue };
        let rank = |values: &[i64]| -> Vec<i64> {
            let of = |phase: &SearchPhase| {
                let value = values[gordian_core::Index::index(phase.variables[0])];
                if phase.value_order == ValueOrder::Least { value } else { -value }
            };
            phases.iter().map(of).collect()
        };
        let expected = brute_force(&model).iter().map(|it| rank(it)).min();
        let found = match session.next_solution(&Limits::default()) {
            NextSolution::Solution(values) => Some(rank(values.as_slice())),
            NextSolution::Exhausted => None,
            NextSolution::Stopped(limit) => panic!("seed {seed}: stopped by {limit}"),
        };
        assert_eq!(found, expected, "seed {seed}: {model:?}");
        n_solvable += usize::from(found.is_some());
    }
    assert!(n_solvable > 30, "{n_solvable}");
}

#[test]
fn solutions_and_optima_are_the_same_with_every_strategy() {
    let var_orders = [
        VarOrder::Listed,
        VarOrder::SmallestRange,
        VarOrder::LargestRange,
        VarOrder::LeastLower,
        VarOrder::GreatestUpper,
    ];
    let value_orders = [
        ValueOrder::Least,
        ValueOrder::Greatest,
        ValueOrder::Middle,
        ValueOrder::LowerHalf,
        ValueOrder::UpperHalf,
    ];
    let mut n_checked = 0;
    for seed in seeds(80, 4000) {
        let mut random = Random::new(seed);
        let mut model = if seed % 2 == 0 { model(seed) } else { wide_model(seed) };
        let variables = shuffled(&model, &mut random);
        let n_first = random.below(variables.len() + 1);
        let phases = [&variables[..n_first], &variables[n_first / 2..]].map(|part| SearchPhase {
            variables: part.to_vec(),
            var_order: *random.choose(&var_orders),
            value_order: *random.choose(&value_orders),
        });
        // Some are no values of the variable.
        let offsets = [-1, 0, 1, 3, i64::from(i32::MAX)];
        let hints = variables
            .iter()
            .map(|&var| (var, model.variables()[var].domain.min() + *random.choose(&offsets)));
        let hints: Vec<(VarId, i64)> = hints.collect();
        let is_strict = random.flip();
        model.set_strategy(Strategy { phases: phases.into(), is_strict, hints });
        n_checked += usize::from(models::check(&format!("seed {seed}"), &model).is_some());
    }
    assert!(n_checked > 40, "{n_checked}");
}
