//! Narrowing: bounds that follow from the constraints, for models whose numbers exceed 64 bits
//! without them.
//!
//! A model is compiled with the bounds that its domains imply. If a number then exceeds 64 bits,
//! the ranges of all parts are inferred from the constraints ([`infer`]), and the model is compiled
//! once more, with
//!
//! - smaller domains of the variables;
//! - a new variable `p` for each product `a · b` that exceeds 64 bits by the ranges of its factors
//!   but not by its own: `b = 0` and `p = 0`, or `b` divides `p` and the quotient is `a`. Quotients
//!   are encoded with products of all digits, so the values outside of the range are excluded and
//!   do not wrap.
//!
//! The propagators infer such bounds too. This code shares nothing with theirs, because each side
//! confirms the answers of the other.

mod infer;
mod range;

use gordian_core::{Budget, IndexVec, Limit};
use gordian_model::{Domain, Expr, Goal, Model, all_of, any_of, conditional};

use infer::{Inference, Kind, PartId, var_part};
use range::Range;

/// The largest magnitude of the products that become variables.
const MAX_PRODUCT: i128 = 1 << 62;

/// Products beyond the values of variables are a multiple of this, plus a number below it.
const LOW: i64 = 1 << 10;

/// Returns an equivalent model with the bounds that follow from the constraints of `model`. It has
/// the same variables, in the same order, and possibly others behind them, and the same constraints
/// by name.
///
/// # Errors
///
/// Returns the limit that was reached.
pub(crate) fn narrow(model: &Model, budget: &Budget) -> Result<Model, Limit> {
    let inference = Inference::new(model, budget)?;
    let mut result = Model::new();
    result.set_title(model.title());
    for (var, variable) in model.variables().iter_enumerated() {
        let domain = restrict(&variable.domain, inference.ranges[var_part(var)]);
        result.add_variable(variable.name.clone(), domain);
    }
    if inference.is_contradictory {
        for constraint in model.constraints() {
            result.require(constraint.name.clone(), 0);
        }
        // The objective has no value, whatever it is.
        result.set_goal(Goal::minimise(0));
        return Ok(result);
    }
    let mut definitions = vec![Vec::new(); model.constraints().len()];
    let exprs = rewrite(&inference, &mut result, &mut definitions);
    let constraints = model.constraints().iter().zip(&inference.conditions);
    for ((constraint, &condition), mut parts) in constraints.zip(definitions) {
        let condition = exprs[condition].clone();
        result.require(
            constraint.name.clone(),
            match parts[..] {
                [] => condition,
                _ => {
                    parts.push(condition);
                    all_of(parts)
                }
            },
        );
    }
    if let (Some(goal), Some(objective)) = (model.goal(), inference.objective) {
        let objective = exprs[objective].clone();
        result.set_goal(match goal {
            Goal::Minimise(_) => Goal::Minimise(objective),
            Goal::Maximise(_) => Goal::Maximise(objective),
        });
    }
    // Without it, the new variables would belong to the answer.
    result.set_answer_variables(model.answer_variables());
    Ok(result)
}

/// Returns the values of a domain that are in a range; the domain itself if there are none, as in a
/// contradiction.
fn restrict(domain: &Domain, range: Range) -> Domain {
    let ranges = domain.ranges().iter().filter_map(|&(first, last)| {
        let own = Range::new(first, last).and(range);
        Some((i64::try_from(own.min).ok()?, i64::try_from(own.max).ok()?))
    });
    let ranges = ranges.filter(|(first, last)| first <= last);
    Domain::from_ranges(ranges).unwrap_or_else(|_| domain.clone())
}

/// Returns the parts of the narrowed model. Adds the variables of products to `result`, and their
/// definitions to those of the constraint where they occur first.
fn rewrite(
    inference: &Inference<'_>,
    result: &mut Model,
    definitions: &mut [Vec<Expr>],
) -> IndexVec<PartId, Expr> {
    let mut exprs: IndexVec<PartId, Expr> = IndexVec::with_capacity(inference.parts.len());
    for (id, part) in inference.parts.iter_enumerated() {
        let expr = match part.kind {
            Kind::Var(var) => var.into(),
            Kind::Const(value) => value.into(),
            Kind::Operation(expr) => {
                let operands = part.operands.iter().map(|&operand| exprs[operand].clone());
                Expr::new(expr.node().with_operands(operands))
            }
            Kind::Product => {
                let [a, b] = [part.operands[0], part.operands[1]];
                let by_factors = inference.ranges[a] * inference.ranges[b];
                let own = inference.ranges[id];
                let is_wide = i64::try_from(by_factors.min).is_err()
                    || i64::try_from(by_factors.max).is_err();
                match (i64::try_from(own.min), i64::try_from(own.max)) {
                    (Ok(min), Ok(max)) if is_wide && own.max_abs() <= MAX_PRODUCT => {
                        let product = new_number(result, min, max);
                        let has_zero = inference.ranges[b].contains(0);
                        let definition = define_product(&product, &exprs[a], &exprs[b], has_zero);
                        definitions[part.constraint].push(definition);
                        product
                    }
                    _ => exprs[a].clone() * exprs[b].clone(),
                }
            }
        };
        exprs.push(expr);
    }
    exprs
}

/// Returns a new number whose values include those from `min` to `max`, at most ±2^62.
fn new_number(model: &mut Model, min: i64, max: i64) -> Expr {
    if min == max {
        return min.into();
    }
    if Domain::from_range(min..=max).is_ok() {
        return model.unnamed(min..=max).into();
    }
    // Variables have at most 53 bits.
    let high = model.unnamed(min.div_euclid(LOW)..=max.div_euclid(LOW));
    let low = model.unnamed(0..=LOW - 1);
    high * LOW + low
}

/// Returns the condition that `product` is `a · b`; `has_zero` tells whether `b` may be 0.
fn define_product(product: &Expr, a: &Expr, b: &Expr, has_zero: bool) -> Expr {
    let divides = |divisor: &Expr| {
        all_of([
            (product.clone() % divisor.clone()).eq(0),
            (product.clone() / divisor.clone()).eq(a.clone()),
        ])
    };
    if !has_zero {
        return divides(b);
    }
    // All parts of a condition must be defined, so the divisor is never 0.
    let divisor = conditional(b.eq(0), 1, b.clone());
    any_of([all_of([b.eq(0), product.eq(0)]), all_of([b.ne(0), divides(&divisor)])])
}

#[cfg(test)]
mod tests {
    use gordian_core::Index as _;
    use gordian_testkit::mixed_model::Mixed;

    use super::*;

    /// Returns the value of each part, if all have one.
    fn values_of(model: &Model, inference: &Inference<'_>, solution: &[i64]) -> Option<Vec<i128>> {
        let mut values: Vec<i128> = Vec::new();
        for part in &inference.parts {
            values.push(match part.kind {
                Kind::Var(var) => solution[var.index()].into(),
                Kind::Const(value) => value.into(),
                Kind::Product => {
                    part.operands.iter().map(|operand| values[operand.index()]).product()
                }
                Kind::Operation(expr) => model.evaluate(expr, solution).ok()?.into(),
            });
        }
        Some(values)
    }

    #[test]
    fn solutions_remain_and_other_values_do_not_appear() {
        let (mut n_narrowed, mut n_products) = (0, 0);
        for seed in gordian_testkit::seeds(1_000, 20_000) {
            let Mixed { model, all } = Mixed::new(seed);
            let budget = Budget::unlimited();
            let inference = Inference::new(&model, &budget).unwrap();
            assert!(!inference.is_contradictory || all.is_empty(), "seed {seed}: {model:?}");
            let narrowed = narrow(&model, &budget).unwrap();
            for solution in &all {
                let values = values_of(&model, &inference, solution);
                let values = values.expect("all parts are defined in a solution");
                for (id, range) in inference.ranges.iter_enumerated() {
                    let value = values[id.index()];
                    assert!(range.contains(value), "seed {seed}: {value} {range:?}\n{model:?}");
                }
                for (variable, &value) in narrowed.variables().iter().zip(solution) {
                    assert!(variable.domain.contains(value), "seed {seed}: {model:?}");
                }
            }
            let domains = model.variables().iter().zip(narrowed.variables());
            n_narrowed += usize::from(domains.clone().any(|(a, b)| a.domain != b.domain));
            n_products += narrowed.variables().len() - model.variables().len();
        }
        assert!(
            n_narrowed >= 20 && n_products >= 1,
            "{n_narrowed} narrowed, {n_products} products"
        );
    }
}
