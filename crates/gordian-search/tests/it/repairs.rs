//! Repairs, compared with all sets of constraints of small models.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::time::Duration;

use gordian_core::{Limit, Random};
use gordian_model::{Expr, Model, VarId};
use gordian_search::Session;
use gordian_testkit::random_model::brute_force;
use gordian_testkit::seeds;

/// Returns a model with constraints that often exclude each other, some of them undefined for some
/// values, and some with the same name.
fn contradictory_model(random: &mut Random) -> Model {
    let mut model = Model::new();
    let vars = model.ints("x", 3, 0..=3);
    for at in 0..4 + random.below(4) {
        let mut var = || *random.choose(&vars);
        let (a, b, c): (VarId, VarId, VarId) = (var(), var(), var());
        let left = match random.below(4) {
            0 => a + b,
            1 => a * b,
            2 => a / b,
            _ => Expr::from(a) - 2 * c,
        };
        let bound = i64::try_from(random.below(6)).unwrap() - 1;
        let condition = match random.below(3) {
            0 => left.eq(bound),
            1 => left.le(bound),
            _ => left.gt(bound + 2),
        };
        // Two constraints may have one name.
        let name = if random.below(5) == 0 { 0 } else { at };
        model.require(format!("c{name}"), condition);
    }
    model
}

/// Returns the least cost of the sets of names without which the model has a solution, with all
/// sets of this cost.
fn cheapest(
    model: &Model,
    cost: impl Fn(&str) -> Option<NonZeroU32>,
) -> Option<(u64, BTreeSet<Vec<String>>)> {
    let names: BTreeSet<&str> = model.constraints().iter().map(|it| it.name.as_str()).collect();
    let names: Vec<(&str, u64)> =
        names.into_iter().filter_map(|it| Some((it, u64::from(cost(it)?.get())))).collect();
    let mut best: Option<(u64, BTreeSet<Vec<String>>)> = None;
    for set in 0..1_usize << names.len() {
        let removed = names.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        let removed: Vec<(&str, u64)> = removed.map(|it| *it.1).collect();
        let cost = removed.iter().map(|it| it.1).sum();
        if best.as_ref().is_some_and(|it| it.0 < cost) {
            continue;
        }
        let mut rest = model.clone();
        rest.retain_constraints(|it| !removed.iter().any(|removed| removed.0 == it.name));
        if brute_force(&rest).is_empty() {
            continue;
        }
        let set = removed.into_iter().map(|it| it.0.to_owned()).collect();
        match &mut best {
            Some((least, sets)) if *least == cost => drop(sets.insert(set)),
            _ => best = Some((cost, [set].into())),
        }
    }
    best
}

#[test]
fn repairs_are_the_cheapest_sets_of_constraints() {
    let (mut n_repaired, mut n_several, mut n_none) = (0, 0, 0);
    for seed in seeds(120, 3000) {
        let mut random = Random::new(seed);
        let model = contradictory_model(&mut random);
        let costs: Vec<u32> = (0..8)
            .map(|_| u32::try_from(*random.choose(&[0, 1, 1, 1, 2, 1_000_000_000])).unwrap())
            .collect();
        let cost = |name: &str| NonZeroU32::new(costs[name[1..].parse::<usize>().unwrap()]);
        let session = Session::new(model.clone());
        let found = session.repairs(cost, None).unwrap();
        let at = format!("seed {seed}, {costs:?}: {model:?}");
        assert_eq!(found.limit, None, "{at}");
        let Some((least, sets)) = cheapest(&model, cost) else {
            assert_eq!((found.bound, found.repairs.len()), (None, 0), "{at}");
            n_none += 1;
            continue;
        };
        assert_eq!(found.bound, Some(least), "{at}");
        let mut own = BTreeSet::new();
        for repair in &found.repairs {
            let mut rest = model.clone();
            rest.retain_constraints(|it| !repair.removed.contains(&it.name));
            let variables: Vec<VarId> = rest.variables().indices().collect();
            let values = repair.solution.values(&variables).unwrap();
            assert_eq!(rest.check(&values), Ok(()), "{at}");
            assert_eq!(repair.cost, least, "{at}");
            let mut removed = repair.removed.clone();
            removed.sort();
            assert!(own.insert(removed), "{at}");
        }
        assert_eq!(own, sets, "{at}");
        n_repaired += usize::from(least > 0);
        n_several += usize::from(sets.len() > 1);
        let one = session.repairs(cost, Some(1)).unwrap();
        assert_eq!((one.repairs.len(), one.bound), (1, Some(least)), "{at}");
        // Whether another set of this cost is a repair is not tried.
        assert!(one.limit == Some(Limit::Solutions) || sets.len() == 1, "{at}");
    }
    assert!(n_repaired > 20 && n_several > 5 && n_none > 3, "{n_repaired} {n_several} {n_none}");
}

#[test]
fn repairs_end_at_the_time_limit() {
    let mut session = Session::new(Model::new());
    let x = session.model_mut().int("x", 0..=9);
    session.model_mut().require("large", x.gt(5));
    session.model_mut().require("small", x.lt(5));
    session.request_mut().time_limit = Some(Duration::ZERO);
    let found = session.repairs(|_| Some(NonZeroU32::MIN), None).unwrap();
    assert_eq!((found.repairs, found.limit), (Vec::new(), Some(Limit::Time)));
}
