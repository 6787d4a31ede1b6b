//! Tests of random models and random texts.

use std::sync::Arc;

use gordian_model::*;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Strategy;

use crate::operations::NAMES;
use crate::support::files;

/// How to build an expression from earlier ones.
#[derive(Clone, Debug)]
struct Step {
    name: &'static str,
    operands: Vec<Index>,
    number: i64,
    values: Vec<i64>,
}

fn step() -> impl Strategy<Value = Step> {
    let operands = prop::collection::vec(any::<Index>(), 3..5);
    let values = prop::collection::vec(-20..20_i64, 1..6);
    (select(NAMES.to_vec()), operands, -3..9_i64, values)
        .prop_map(|(name, operands, number, values)| Step { name, operands, number, values })
}

/// Returns `expr` if it is a condition, otherwise a condition on it.
fn condition(expr: &Expr) -> Expr {
    if expr.node().is_boolean() { expr.clone() } else { expr.gt(0) }
}

/// Returns a path through all vertices.
fn line(n_vertices: usize) -> Arc<Graph> {
    Arc::new(Graph::grid(u32::try_from(n_vertices).unwrap(), 1))
}

/// Builds an operation from clones of earlier expressions, so that many are shared.
/// If it is not `wild`, all operands that must be conditions are conditions.
fn make(step: &Step, earlier: &[Expr], wild: bool) -> Expr {
    let mut all: Vec<Expr> = step.operands.iter().map(|index| index.get(earlier).clone()).collect();
    if !wild {
        let n_conditions = match step.name {
            "and" | "or" | "xor" | "connected" | "connected_edges" | "single_cycle" => all.len(),
            "path" | "regions" => 2,
            "implies" | "iff" => 2,
            "not" | "if" => 1,
            _ => 0,
        };
        for operand in &mut all[..n_conditions] {
            *operand = condition(operand);
        }
    }
    let [a, b, c] = [0, 1, 2].map(|i| all[i].clone());
    let set = || Domain::from_values(step.values.iter().copied()).unwrap();
    let base = step.number.abs() + 2;
    Expr::new(match step.name {
        "add" => Node::Add(all),
        "sub" => return a - b,
        "neg" => Node::Neg(a),
        "mul" => Node::Mul(all),
        "div" => Node::Div(a, b),
        "rem" => Node::Rem(a, b),
        "pow" => Node::Pow(a, b),
        "factorial" => Node::Factorial(a),
        "gcd" => Node::Gcd(all),
        "greatest_power_dividing" => Node::LargestPowerDivisor(a, base),
        "greatest_power_not_above" => Node::FloorPower(a, base),
        "abs" => Node::Abs(a),
        "min" => Node::Min(all),
        "max" => Node::Max(all),
        "eq" => return a.eq(b),
        "ne" => return a.ne(b),
        "lt" => return a.lt(b),
        "le" => return a.le(b),
        "gt" => return a.gt(b),
        "ge" => return a.ge(step.number),
        "not" => Node::Not(a),
        "and" => Node::And(all),
        "or" => Node::Or(all),
        "xor" => Node::Xor(all),
        "implies" => Node::Implies(a, b),
        "iff" => Node::Iff(a, b),
        "if" => Node::If(a, b, c),
        "element" => Node::Element(all, a),
        "nth_smallest" => return nth_smallest(&all, step.operands[0].index(all.len())),
        "distinct_count" => Node::DistinctCount(all),
        "all_different" => Node::AllDifferent(all),
        "in" => return a.is_in(set()),
        "table" => return table([a], step.values.iter().map(|&value| vec![value]).collect()),
        "sos1" => Node::Sos1(all),
        "sos2" => Node::Sos2(all),
        "global_cardinality" => {
            let mut values = step.values.clone();
            values.sort_unstable();
            values.dedup();
            let counts: Vec<Expr> = values.iter().map(|_| a.clone()).collect();
            return global_cardinality(all, values, counts);
        }
        "lex_eq" => Node::Lexicographic(Comparison::Eq, vec![a], all),
        "lex_ne" => Node::Lexicographic(Comparison::Ne, vec![a, b], all),
        "lex_lt" => Node::Lexicographic(Comparison::Lt, vec![a, b, c], all),
        "lex_le" => Node::Lexicographic(Comparison::Le, all, vec![b]),
        "lex_gt" => Node::Lexicographic(Comparison::Gt, vec![], all),
        "lex_ge" => Node::Lexicographic(Comparison::Ge, all, vec![]),
        "circuit" => Node::Circuit(all),
        "subcircuit" => Node::Subcircuit(all),
        "inverse" => return inverse([&a, &b], [&c, &a]),
        "cumulative" => return cumulative([&a, &b], exprs![3, &c], [&b, &a], step.number),
        "disjunctive" => return disjunctive(&all, all.iter().rev()),
        "connected" => return connected(&line(all.len()), &all),
        "connected_edges" => return connected_edges(&line(all.len() + 1), &all),
        "single_cycle" => return single_cycle(&line(all.len() + 1), &all),
        "path" => return path(&line(3), &all[..2], c, step.number),
        "regions" => return regions(&line(3), &all[..2], [&a, &b, &c]),
        other => panic!("no operation `{other}`"),
    })
}

fn model() -> impl Strategy<Value = Model> {
    let domains = prop::collection::vec(prop::collection::vec(-9..9_i64, 1..5), 1..5);
    let steps = prop::collection::vec(step(), 0..40);
    let flags = (any::<bool>(), prop::bool::weighted(0.2));
    (domains, steps, 0..3_u8, flags).prop_map(|(domains, steps, goal, (names_answer, wild))| {
        let mut model = Model::new();
        let domains = domains.into_iter().map(|values| Domain::from_values(values).unwrap());
        let vars: Vec<VarId> = domains
            .enumerate()
            .map(|(position, domain)| model.add_variable(format!("v{position}"), domain))
            .collect();
        let mut exprs: Vec<Expr> = vars.iter().map(Expr::from).collect();
        for step in &steps {
            let expr = make(step, &exprs, wild);
            exprs.push(expr);
        }
        for (position, expr) in exprs.iter().rev().take(5).enumerate() {
            let required = if wild { expr.clone() } else { condition(expr) };
            model.require(format!("c{position}"), required);
        }
        let objective = exprs[exprs.len() / 2].clone();
        match goal {
            0 => {}
            1 => model.set_goal(Goal::Minimise(objective)),
            _ => model.set_goal(Goal::Maximise(objective)),
        }
        if names_answer {
            model.set_answer_variables(vars[1..].iter().copied());
        }
        model
    })
}

/// Returns whether an expression that must be a condition can have a value other than 0 and 1.
fn has_number_as_condition(model: &Model) -> bool {
    let is_number = |expr: &Expr| !model.bounds(expr).is_condition();
    let mut todo: Vec<&Expr> = model.expressions().collect();
    let mut seen = std::collections::BTreeSet::new();
    let mut found = model.constraints().iter().any(|constraint| is_number(&constraint.condition));
    while let Some(expr) = todo.pop() {
        if seen.insert(expr.identity()) {
            let node = expr.node();
            found |= node.children().take(node.n_conditions()).any(is_number);
            todo.extend(node.children());
        }
    }
    found
}

proptest! {
    /// Every value of an expression is within its bounds.
    #[test]
    fn values_lie_within_bounds(model in model(), places in prop::collection::vec(any::<Index>(), 5)) {
        let values: Vec<i64> = model
            .variables()
            .iter()
            .zip(&places)
            .map(|(variable, place)| *place.get(&variable.domain.values().collect::<Vec<_>>()))
            .collect();
        for expr in model.expressions() {
            if let Ok(value) = model.evaluate(expr, &values) {
                let bounds = model.bounds(expr);
                prop_assert!(
                    (bounds.lower..=bounds.upper).contains(&value),
                    "{} is {value}, not within {bounds:?}", model.format_expr(expr)
                );
            }
        }
    }

    #[test]
    fn models_round_trip_through_json(model in model()) {
        let text = model.to_json();
        let read = match Model::from_json(&text) {
            Ok(read) => read,
            Err(error) => {
                // A rejected model has a number that is used as a condition, and no other error.
                prop_assert_eq!(error.code(), "model-not-condition");
                prop_assert!(has_number_as_condition(&model));
                return Ok(());
            }
        };
        prop_assert!(!has_number_as_condition(&model));
        prop_assert!(read == model);
        prop_assert_eq!(read.to_json(), text);
        let values: Vec<i64> = model.variables().iter().map(|v| v.domain.min()).collect();
        prop_assert_eq!(read.check(&values), model.check(&values));
        for expr in model.expressions() {
            prop_assert!(model.format_expr(expr).len() < 2000);
        }
    }

    #[test]
    fn reading_random_text_does_not_panic(text in any::<String>()) {
        let _ = Model::from_json(&text);
        let _ = Model::new().assignment_from_json(&text);
    }

    /// Modified models reach deeper code than random text, because most of the text is valid.
    #[test]
    fn reading_a_modified_model_does_not_panic(
        which in any::<Index>(),
        cuts in prop::collection::vec((any::<Index>(), 0..9_usize, select(vec![
            "", "[", "]", "{", "}", ",", "\"", "-", "9", "0", "null", "\"x\"", "\"add\"",
            "{\"shared\": 0}", "[1, 2]", "99999999999999999999", "1e9", "\\", "é",
        ])), 1..4),
    ) {
        let models = files("models", "json");
        let mut text: Vec<char> = which.get(&models).1.chars().collect();
        for (at, length, new) in cuts {
            let start = at.index(text.len() + 1);
            let end = (start + length).min(text.len());
            text.splice(start..end, new.chars());
        }
        if let Ok(model) = Model::from_json(&text.into_iter().collect::<String>()) {
            let values: Vec<i64> = model.variables().iter().map(|v| v.domain.max()).collect();
            let _ = model.check(&values);
            prop_assert!(Model::from_json(&model.to_json()).unwrap() == model);
        }
    }
}
