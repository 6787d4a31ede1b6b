//! The meaning of the predicates as conditions of a model.
//!
//! A predicate `p` also has the forms `p_reif(…, b)`, in which `b` is the truth value, and
//! `p_imp(…, b)`, in which `b` implies it.

use std::collections::BTreeSet;

use gordian_model::{
    Comparison, Expr, Interval, Node, all_different, all_of, any_of, circuit, conditional,
    cumulative, disjunctive, distinct_count, element, global_cardinality, inverse, lexicographic,
    maximum, minimum, pairs_apart, sum, table,
};

use super::arguments::Arguments;
use super::{sets, unknown_predicate};
use crate::FlatZincErrorKind;

type Result<T> = std::result::Result<T, FlatZincErrorKind>;

/// The largest number of powers that are listed.
const MAX_POWERS: u128 = 100_000;

/// A predicate: its name, its number of arguments, and its condition.
type Predicate = (&'static str, usize, fn(&Arguments<'_>) -> Result<Expr>);

/// The predicates, by family.
const PREDICATES: &[Predicate] = &[
    // Integers.
    ("int_eq", 2, |a| Ok(a.int(0)?.eq(a.int(1)?))),
    ("int_ne", 2, |a| Ok(a.int(0)?.ne(a.int(1)?))),
    ("int_le", 2, |a| Ok(a.int(0)?.le(a.int(1)?))),
    ("int_lt", 2, |a| Ok(a.int(0)?.lt(a.int(1)?))),
    ("int_lin_eq", 3, |a| Ok(linear(a)?.eq(a.int(2)?))),
    ("int_lin_ne", 3, |a| Ok(linear(a)?.ne(a.int(2)?))),
    ("int_lin_le", 3, |a| Ok(linear(a)?.le(a.int(2)?))),
    ("int_abs", 2, |a| Ok(a.int(1)?.eq(a.int(0)?.abs()))),
    ("int_plus", 3, |a| Ok((a.int(0)? + a.int(1)?).eq(a.int(2)?))),
    ("int_minus", 3, |a| Ok((a.int(0)? - a.int(1)?).eq(a.int(2)?))),
    ("int_negate", 2, |a| Ok((-a.int(0)?).eq(a.int(1)?))),
    ("int_times", 3, |a| Ok((a.int(0)? * a.int(1)?).eq(a.int(2)?))),
    ("int_div", 3, |a| divide(a, |dividend, divisor| dividend / divisor)),
    ("int_mod", 3, |a| divide(a, |dividend, divisor| dividend % divisor)),
    ("int_pow", 3, power),
    ("int_pow_fixed", 3, power),
    ("int_max", 3, |a| Ok(a.int(2)?.eq(maximum([a.int(0)?, a.int(1)?])))),
    ("int_min", 3, |a| Ok(a.int(2)?.eq(minimum([a.int(0)?, a.int(1)?])))),
    // Booleans.
    ("bool2int", 2, |a| Ok(a.int(0)?.eq(a.int(1)?))),
    ("bool_eq", 2, |a| Ok(a.bool(0)?.iff(a.bool(1)?))),
    ("bool_ne", 2, |a| Ok(a.bool(0)? ^ a.bool(1)?)),
    ("bool_not", 2, |a| Ok(a.bool(0)? ^ a.bool(1)?)),
    ("bool_le", 2, |a| Ok(a.bool(0)?.implies(a.bool(1)?))),
    ("bool_lt", 2, |a| Ok(!a.bool(0)? & a.bool(1)?)),
    ("bool_and", 2, |a| Ok(a.bool(0)? & a.bool(1)?)),
    ("bool_and", 3, |a| Ok(a.bool(2)?.iff(a.bool(0)? & a.bool(1)?))),
    ("bool_or", 2, |a| Ok(a.bool(0)? | a.bool(1)?)),
    ("bool_or", 3, |a| Ok(a.bool(2)?.iff(a.bool(0)? | a.bool(1)?))),
    ("bool_xor", 2, |a| Ok(a.bool(0)? ^ a.bool(1)?)),
    ("bool_xor", 3, |a| Ok(a.bool(2)?.iff(a.bool(0)? ^ a.bool(1)?))),
    ("bool_clause", 2, |a| Ok(clause(a.bools(0)?, a.bools(1)?))),
    ("bool_lin_eq", 3, |a| Ok(linear(a)?.eq(a.int(2)?))),
    ("bool_lin_ne", 3, |a| Ok(linear(a)?.ne(a.int(2)?))),
    ("bool_lin_le", 3, |a| Ok(linear(a)?.le(a.int(2)?))),
    ("array_bool_and", 1, |a| Ok(all_of(a.bools(0)?))),
    ("array_bool_and", 2, |a| Ok(a.bool(1)?.iff(all_of(a.bools(0)?)))),
    ("array_bool_or", 1, |a| Ok(any_of(a.bools(0)?))),
    ("array_bool_or", 2, |a| Ok(a.bool(1)?.iff(any_of(a.bools(0)?)))),
    ("array_bool_xor", 1, |a| Ok(Expr::new(Node::Xor(a.bools(0)?)))),
    // Arrays.
    ("array_bool_element", 3, element_of),
    ("array_int_element", 3, element_of),
    ("array_var_bool_element", 3, element_of),
    ("array_var_int_element", 3, element_of),
    ("array_int_maximum", 2, |a| extremum(a, maximum)),
    ("array_int_minimum", 2, |a| extremum(a, minimum)),
    // Sets.
    ("set_in", 2, sets::set_in),
    ("set_card", 2, sets::set_card),
    ("set_eq", 2, sets::set_eq),
    ("set_ne", 2, sets::set_ne),
    ("set_subset", 2, sets::set_subset),
    ("set_superset", 2, sets::set_superset),
    ("set_le", 2, sets::set_le),
    ("set_lt", 2, sets::set_lt),
    ("set_intersect", 3, sets::set_intersect),
    ("set_union", 3, sets::set_union),
    ("set_diff", 3, sets::set_diff),
    ("set_symdiff", 3, sets::set_symdiff),
    ("array_set_element", 3, sets::set_element),
    ("array_var_set_element", 3, sets::set_element),
    // Global constraints of the standard library.
    ("fzn_all_different_int", 1, |a| Ok(all_different(a.ints(0)?))),
    ("fzn_all_equal_int", 1, |a| {
        let items = a.ints(0)?;
        Ok(all_of(items.windows(2).map(|pair| pair[0].eq(&pair[1]))))
    }),
    ("fzn_cumulative", 4, |a| {
        let (starts, durations, demands) = (a.ints(0)?, a.ints(1)?, a.ints(2)?);
        a.same_length(starts.len(), durations.len())?;
        a.same_length(starts.len(), demands.len())?;
        Ok(cumulative(starts, durations, demands, a.int(3)?))
    }),
    ("fzn_disjunctive", 2, |a| {
        let (starts, durations) = (a.ints(0)?, a.ints(1)?);
        a.same_length(starts.len(), durations.len())?;
        Ok(disjunctive(starts, durations))
    }),
    ("fzn_disjunctive_strict", 2, disjunctive_strict),
    ("fzn_global_cardinality", 3, |a| cardinality(a, false)),
    ("fzn_global_cardinality_closed", 3, |a| cardinality(a, true)),
    ("fzn_lex_less_int", 2, |a| Ok(lexicographic(a.ints(0)?, Comparison::Lt, a.ints(1)?))),
    ("fzn_lex_less_bool", 2, |a| Ok(lexicographic(a.bools(0)?, Comparison::Lt, a.bools(1)?))),
    ("fzn_lex_lesseq_int", 2, |a| Ok(lexicographic(a.ints(0)?, Comparison::Le, a.ints(1)?))),
    ("fzn_lex_lesseq_bool", 2, |a| Ok(lexicographic(a.bools(0)?, Comparison::Le, a.bools(1)?))),
    ("fzn_nvalue", 2, |a| Ok(a.int(0)?.eq(distinct_count(a.ints(1)?)))),
    ("fzn_table_int", 2, rows_of),
    ("fzn_table_bool", 2, rows_of),
    ("fzn_count_eq", 3, |a| {
        let (items, value) = (a.ints(0)?, a.int(1)?);
        Ok(sum(items.iter().map(|item| item.eq(&value))).eq(a.int(2)?))
    }),
    ("fzn_diffn", 4, boxes_apart),
    // Constraints about places of arrays: the last argument, or the one after an array, is the
    // index of its first element.
    ("gordian_circuit", 2, |a| Ok(circuit(places(a, 0, 1)?))),
    ("gordian_subcircuit", 2, |a| Ok(gordian_model::subcircuit(places(a, 0, 1)?))),
    ("gordian_inverse", 4, |a| {
        // Each list has the places of the other one.
        let (first, second) = (places(a, 0, 3)?, places(a, 2, 1)?);
        match first.len() == second.len() {
            true => Ok(inverse(first, second)),
            false => Ok(Expr::from(0)),
        }
    }),
    ("gordian_bin_packing_load", 4, bin_packing),
];

/// Returns the names of the predicates.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PREDICATES.iter().map(|(name, ..)| *name)
}

/// Returns the condition that a constraint holds.
pub(super) fn condition(arguments: &Arguments<'_>) -> Result<Expr> {
    let predicate = arguments.predicate();
    if let Some(found) = find(predicate, arguments.len()) {
        return found(arguments);
    }
    if let Some((last, operands)) = arguments.split_last() {
        let base = |suffix| find(predicate.strip_suffix(suffix)?, last);
        if let Some(found) = base("_reif") {
            return Ok(arguments.bool(last)?.iff(found(&operands)?));
        }
        if let Some(found) = base("_imp") {
            return Ok(arguments.bool(last)?.implies(found(&operands)?));
        }
    }
    let stem = predicate.strip_suffix("_reif").or_else(|| predicate.strip_suffix("_imp"));
    let n_arguments = PREDICATES.iter().filter_map(|&(name, n_arguments, _)| {
        let is_stem = || (Some(name) == stem).then_some(n_arguments + 1);
        if name == predicate { Some(n_arguments) } else { is_stem() }
    });
    // No number twice: a predicate can stand in the list by itself and be a form of another one.
    let expected: Vec<usize> = n_arguments.collect::<BTreeSet<_>>().into_iter().collect();
    match expected.is_empty() {
        true => Err(unknown_predicate(predicate)),
        false => Err(FlatZincErrorKind::ArgumentCount {
            predicate: predicate.to_owned(),
            expected,
            found: arguments.len(),
        }),
    }
}

fn find(name: &str, n_arguments: usize) -> Option<fn(&Arguments<'_>) -> Result<Expr>> {
    let is_same = |it: &&Predicate| it.0 == name && it.1 == n_arguments;
    PREDICATES.iter().find(is_same).map(|(.., condition)| *condition)
}

/// Returns the sum of the variables of the second argument with the coefficients of the first.
fn linear(arguments: &Arguments<'_>) -> Result<Expr> {
    let (coefficients, items) = (arguments.constants(0)?, arguments.ints(1)?);
    arguments.same_length(coefficients.len(), items.len())?;
    let terms = coefficients.into_iter().zip(items).filter(|(coefficient, _)| *coefficient != 0);
    Ok(sum(terms.map(|(coefficient, item)| match coefficient {
        1 => item,
        -1 => -item,
        _ => coefficient * item,
    })))
}

/// A disjunction of literals.
fn clause(positive: Vec<Expr>, negative: Vec<Expr>) -> Expr {
    any_of(positive.into_iter().chain(negative.into_iter().map(|condition| !condition)))
}

/// Returns the condition about a quotient or remainder that truncates towards zero, from the
/// Euclidean one.
///
/// Both are equal for dividends that are not negative, and change their signs with the dividend.
fn divide(arguments: &Arguments<'_>, euclidean: fn(Expr, Expr) -> Expr) -> Result<Expr> {
    let (dividend, mut divisor, result) = (arguments.int(0)?, arguments.int(1)?, arguments.int(2)?);
    let (lower, upper) = arguments.bounds(0)?;
    let is_defined = divisor.ne(0);
    let guard = arguments.is_reified && arguments.constant(1).map_or(true, |divisor| divisor == 0);
    if guard {
        divisor = conditional(divisor.eq(0), 1, divisor);
    }
    let positive = euclidean(dividend.clone(), divisor.clone());
    let negative = -euclidean(-&dividend, divisor);
    let value = match (lower >= 0, upper <= 0) {
        (true, _) => positive,
        (_, true) => negative,
        _ => conditional(dividend.ge(0), positive, negative),
    };
    Ok(if guard { is_defined & result.eq(value) } else { result.eq(value) })
}

/// `int_pow(x, y, z)`: z is x to the power of y; for a negative exponent, 1 divided by the positive
/// power, truncated.
fn power(arguments: &Arguments<'_>) -> Result<Expr> {
    let (base, exponent, result) = (arguments.int(0)?, arguments.int(1)?, arguments.int(2)?);
    let (lower, upper) = arguments.bounds(1)?;
    if arguments.is_reified && !fits(arguments.bounds(0)?, upper) {
        return powers(arguments);
    }
    if lower >= 0 {
        return Ok(result.eq(base.pow(exponent)));
    }
    let natural = result.eq(base.pow(maximum([exponent.clone(), Expr::from(0)])));
    let is_even = (&exponent % 2).eq(0);
    let fraction = any_of([
        base.eq(1) & result.eq(1),
        base.eq(-1) & result.eq(conditional(is_even, 1, -1)),
        (base.lt(-1) | base.gt(1)) & result.eq(0),
    ]);
    Ok((exponent.ge(0) & natural) | (exponent.lt(0) & fraction))
}

/// Returns whether the powers of some bases have 64 bits.
fn fits((lower, upper): (i64, i64), exponent: i64) -> bool {
    let Ok(exponent) = u32::try_from(exponent.max(0)) else { return lower >= -1 && upper <= 1 };
    lower.checked_pow(exponent).is_some() && upper.checked_pow(exponent).is_some()
}

/// A power as a table. A power without value, or whose value does not fit, makes the condition
/// false, where an expression would make the whole constraint false.
fn powers(arguments: &Arguments<'_>) -> Result<Expr> {
    let (bases, exponents) = (arguments.bounds(0)?, arguments.bounds(1)?);
    let n_values = |(lower, upper): (i64, i64)| u128::from(lower.abs_diff(upper)) + 1;
    if n_values(bases) * n_values(exponents) > MAX_POWERS {
        return Err(arguments.disagree("the powers of a reified constraint may exceed 64 bits"));
    }
    let mut rows = Vec::new();
    for base in bases.0..=bases.1 {
        for exponent in exponents.0..=exponents.1 {
            let value = match (base, u32::try_from(exponent)) {
                (0, Err(_)) => {
                    if exponent < 0 {
                        None
                    } else {
                        Some(0)
                    }
                }
                (1, _) => Some(1),
                (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
                (_, Err(_)) => {
                    if exponent < 0 {
                        Some(0)
                    } else {
                        None
                    }
                }
                (_, Ok(exponent)) => base.checked_pow(exponent),
            };
            rows.extend(value.map(|value| vec![base, exponent, value]));
        }
    }
    Ok(table([arguments.int(0)?, arguments.int(1)?, arguments.int(2)?], rows))
}

/// `array_int_element(i, array, value)` and the like; indices count from 1.
fn element_of(arguments: &Arguments<'_>) -> Result<Expr> {
    let (index, items, value) = (arguments.int(0)?, arguments.ints(1)?, arguments.int(2)?);
    let Ok(last) = i64::try_from(items.len()) else { return Err(arguments.wrong(1, "shorter")) };
    if last == 0 {
        return Ok(Expr::from(0));
    }
    let (lower, upper) = arguments.bounds(0)?;
    if !arguments.is_reified || lower >= 1 && upper <= last {
        return Ok(element(items, index - 1).eq(value));
    }
    let within = minimum([maximum([index.clone(), Expr::from(1)]), Expr::from(last)]);
    Ok(index.ge(1) & index.le(last) & element(items, within - 1).eq(value))
}

fn extremum(arguments: &Arguments<'_>, function: fn(Vec<Expr>) -> Expr) -> Result<Expr> {
    let (value, items) = (arguments.int(0)?, arguments.ints(1)?);
    Ok(if items.is_empty() { Expr::from(0) } else { value.eq(function(items)) })
}

/// No task begins or ends within another one, nor at the same time as one without duration lies
/// within one.
fn disjunctive_strict(arguments: &Arguments<'_>) -> Result<Expr> {
    let (starts, durations) = (arguments.ints(0)?, arguments.ints(1)?);
    arguments.same_length(starts.len(), durations.len())?;
    let mut conditions = vec![disjunctive(&starts, &durations)];
    for (i, start) in starts.iter().enumerate() {
        for (j, other) in starts.iter().enumerate().filter(|(j, _)| *j != i) {
            // A task without duration is not within another one.
            let before = (start + &durations[i]).le(other);
            let after = (other + &durations[j]).le(start);
            conditions.push(durations[i].gt(0) | before | after);
        }
    }
    Ok(all_of(conditions))
}

/// `fzn_global_cardinality(x, cover, counts)`; all values of `x` are in the cover if it is closed.
fn cardinality(arguments: &Arguments<'_>, is_closed: bool) -> Result<Expr> {
    let (items, cover, counts) = (arguments.ints(0)?, arguments.constants(1)?, arguments.ints(2)?);
    arguments.same_length(cover.len(), counts.len())?;
    let mut values = cover.clone();
    values.sort_unstable();
    values.dedup();
    let mut conditions = Vec::new();
    if is_closed {
        for item in &items {
            conditions.push(match gordian_model::Domain::from_values(values.iter().copied()) {
                Ok(domain) => item.is_in(domain),
                Err(_) => any_of(values.iter().map(|value| item.eq(*value))),
            });
        }
    }
    if values.len() == cover.len() {
        conditions.push(global_cardinality(items, cover, counts));
    } else {
        for (value, count) in cover.iter().zip(counts) {
            conditions.push(sum(items.iter().map(|item| item.eq(*value))).eq(count));
        }
    }
    Ok(all_of(conditions))
}

/// `fzn_table_int(x, rows)`: the rows one after another.
fn rows_of(arguments: &Arguments<'_>) -> Result<Expr> {
    let (items, values) = (arguments.ints(0)?, arguments.constants(1)?);
    if items.is_empty() {
        // MiniZinc refuses tables without columns; rows without columns have no form here.
        return Err(arguments.disagree("a table has at least one column"));
    }
    if values.len() % items.len() != 0 {
        return Err(arguments.disagree("each row has one value per variable"));
    }
    let rows = values.chunks_exact(items.len()).map(<[i64]>::to_vec).collect();
    Ok(table(items, rows))
}

/// `fzn_diffn(x, y, dx, dy)`: of two rectangles, one ends before the other begins in one of the
/// directions.
fn boxes_apart(arguments: &Arguments<'_>) -> Result<Expr> {
    let [x, y, dx, dy] = [0, 1, 2, 3].map(|position| arguments.ints(position));
    let (x, y, dx, dy) = (x?, y?, dx?, dy?);
    for other in [&y, &dx, &dy] {
        arguments.same_length(x.len(), other.len())?;
    }
    let side = |starts: &[Expr], sizes: &[Expr], at: usize| Interval::new(&starts[at], &sizes[at]);
    let boxes: Vec<[Interval; 2]> =
        (0..x.len()).map(|at| [side(&x, &dx, at), side(&y, &dy, at)]).collect();
    // As MiniZinc defines it, which allows negative sizes; the values of all arguments are defined.
    Ok(all_of(pairs_apart(&boxes)))
}

/// Returns the indices of an array as places from 0; argument `first` is the index of the first
/// element.
fn places(arguments: &Arguments<'_>, array: usize, first: usize) -> Result<Vec<Expr>> {
    let first = arguments.constant(first)?;
    let place = |index: Expr| if first == 0 { index } else { index - first };
    Ok(arguments.ints(array)?.into_iter().map(place).collect())
}

/// `gordian_bin_packing_load(load, first, bin, w)`: each load is the weight of the items in its
/// bin.
fn bin_packing(arguments: &Arguments<'_>) -> Result<Expr> {
    let (loads, first) = (arguments.ints(0)?, arguments.constant(1)?);
    let (bins, weights) = (arguments.ints(2)?, arguments.constants(3)?);
    arguments.same_length(bins.len(), weights.len())?;
    let mut total: i64 = 0;
    for weight in &weights {
        let larger = total.checked_add(*weight);
        total = larger.ok_or_else(|| arguments.disagree("the weights exceed 64 bits"))?;
    }
    let mut conditions = vec![sum(&loads).eq(total)];
    let n_bins = i64::try_from(loads.len()).unwrap_or(i64::MAX);
    let last = first.checked_add(n_bins - 1);
    let last = last.ok_or_else(|| arguments.disagree("the indices of the bins exceed 64 bits"))?;
    conditions.extend(bins.iter().map(|bin| bin.ge(first) & bin.le(last)));
    for (number, load) in (first..=last).zip(&loads) {
        let weight = bins.iter().zip(&weights).map(|(bin, weight)| *weight * bin.eq(number));
        conditions.push(sum(weight).eq(load));
    }
    Ok(all_of(conditions))
}
