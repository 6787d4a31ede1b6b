//! Checks solutions by evaluating each constraint, in code that shares nothing with the
//! translation.

use std::collections::BTreeSet;
use std::fmt;
use std::ops;

use gordian_core::IndexVec;
use thiserror::Error;

use crate::IntSet;
use crate::error::MAX_SET_ELEMENTS;
use crate::instance::{Argument, Constraint, Instance, VariableId, VariableType};

/// The value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// An integer, or a Boolean as 0 or 1.
    Int(i64),
    /// A set.
    Set(IntSet),
}

/// A value for each variable of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    values: IndexVec<VariableId, Value>,
}

impl Values {
    /// Returns values in the order of the variables.
    #[must_use]
    pub fn new(values: Vec<Value>) -> Self {
        let mut indexed = IndexVec::with_capacity(values.len());
        for value in values {
            indexed.push(value);
        }
        Self { values: indexed }
    }
}

impl ops::Index<VariableId> for Values {
    type Output = Value;

    fn index(&self, id: VariableId) -> &Value {
        &self.values[id]
    }
}

/// Why values are no solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BrokenConstraint {
    /// There is not one value per variable.
    #[error("there are {found} values for {expected} variables")]
    Count {
        /// The number of variables.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A value does not belong to the domain, or differs from the declared one.
    #[error("the value of `{name}` does not belong to its domain")]
    Domain {
        /// The variable.
        name: String,
    },
    /// A constraint does not hold.
    #[error("constraint {number}, {name}, does not hold")]
    Constraint {
        /// The number of the constraint, from 1.
        number: usize,
        /// The name that the modeller gave, or the predicate.
        name: String,
    },
    /// A constraint that cannot be evaluated.
    #[error("constraint {number}, {name}, cannot be evaluated")]
    NotEvaluated {
        /// The number of the constraint, from 1.
        number: usize,
        /// The name that the modeller gave, or the predicate.
        name: String,
    },
}

/// Checks that values are a solution of an instance: each is in its domain, and each constraint
/// holds.
///
/// Cost: linear in the size of the instance, quadratic in the number of tasks and of rectangles of
/// single constraints.
///
/// # Errors
///
/// The first domain or constraint that does not hold.
pub fn check(instance: &Instance, values: &Values) -> Result<(), BrokenConstraint> {
    let (expected, found) = (instance.variables.len(), values.values.len());
    if expected != found {
        return Err(BrokenConstraint::Count { expected, found });
    }
    for (id, variable) in instance.variables.iter_enumerated() {
        let value = &values[id];
        let in_domain = match (&variable.variable_type, value) {
            (VariableType::Bool, Value::Int(value)) => matches!(value, 0 | 1),
            (VariableType::Int(domain), Value::Int(value)) => {
                domain.as_ref().is_none_or(|domain| domain.contains(*value))
            }
            (VariableType::Set(elements), Value::Set(set)) => {
                let may_have = |value| elements.as_ref().is_none_or(|it| it.contains(value));
                set.values().all(may_have)
            }
            _ => false,
        };
        let is_defined = match (&variable.definition, value) {
            (None, _) => true,
            (Some(definition), Value::Int(value)) => {
                Evaluation { values }.int(definition) == Some((*value).into())
            }
            (Some(definition), Value::Set(set)) => {
                Evaluation { values }.set(definition).as_ref() == Some(set)
            }
        };
        if !in_domain || !is_defined {
            return Err(BrokenConstraint::Domain { name: variable.name.clone() });
        }
    }
    for (number, constraint) in (1..).zip(&instance.constraints) {
        let name = || constraint.given_name().unwrap_or(&constraint.predicate).to_owned();
        match (Evaluation { values }).holds(constraint) {
            Some(true) => {}
            Some(false) => return Err(BrokenConstraint::Constraint { number, name: name() }),
            None => return Err(BrokenConstraint::NotEvaluated { number, name: name() }),
        }
    }
    Ok(())
}

/// Evaluates arguments. Numbers have 128 bits, so that no sum or product of 64 bits wraps; what
/// does not fit is `None`, and so are arguments of the wrong type.
#[derive(Clone, Copy)]
struct Evaluation<'v> {
    values: &'v Values,
}

impl Evaluation<'_> {
    fn int(self, argument: &Argument) -> Option<i128> {
        match argument {
            Argument::Bool(value) => Some(i128::from(*value)),
            Argument::Int(value) => Some((*value).into()),
            Argument::Variable(id) => match &self.values[*id] {
                Value::Int(value) => Some((*value).into()),
                Value::Set(_) => None,
            },
            Argument::Set(_) | Argument::Array(_) => None,
        }
    }

    fn set(self, argument: &Argument) -> Option<IntSet> {
        match argument {
            Argument::Set(set) => Some(set.clone()),
            Argument::Variable(id) => match &self.values[*id] {
                Value::Set(set) => Some(set.clone()),
                Value::Int(_) => None,
            },
            _ => None,
        }
    }

    /// Returns the elements of a set; `None` if they are too many for a model, too.
    fn elements(self, argument: &Argument) -> Option<BTreeSet<i64>> {
        let set = self.set(argument)?;
        (set.size() <= MAX_SET_ELEMENTS).then(|| set.values().collect())
    }

    fn array(self, argument: &Argument) -> Option<&[Argument]> {
        match argument {
            Argument::Array(items) => Some(items),
            _ => None,
        }
    }

    fn ints(self, argument: &Argument) -> Option<Vec<i128>> {
        self.array(argument)?.iter().map(|item| self.int(item)).collect()
    }

    /// Returns the element of an array at an index that counts from 1.
    fn at<'a>(self, index: &Argument, items: &'a Argument) -> Option<Option<&'a Argument>> {
        let (index, items) = (self.int(index)?, self.array(items)?);
        Some(usize::try_from(index - 1).ok().and_then(|index| items.get(index)))
    }

    /// Returns whether a constraint holds; `None` if it cannot be evaluated.
    fn holds(self, constraint: &Constraint) -> Option<bool> {
        let (name, arguments) = (constraint.predicate.as_str(), &constraint.arguments[..]);
        if let Some(holds) = self.predicate(name, arguments) {
            return Some(holds);
        }
        let (last, operands) = arguments.split_last()?;
        let truth = self.int(last)? != 0;
        if let Some(base) = name.strip_suffix("_reif") {
            return Some(self.predicate(base, operands)? == truth);
        }
        Some(!truth || self.predicate(name.strip_suffix("_imp")?, operands)?)
    }

    fn predicate(self, name: &str, arguments: &[Argument]) -> Option<bool> {
        let int = |argument: &Argument| self.int(argument);
        let is_true = |argument: &Argument| self.int(argument).map(|value| value != 0);
        Some(match (name, arguments) {
            ("int_eq" | "bool_eq" | "bool2int", [a, b]) => int(a)? == int(b)?,
            ("int_ne" | "bool_ne" | "bool_not" | "bool_xor", [a, b]) => int(a)? != int(b)?,
            ("int_le" | "bool_le", [a, b]) => int(a)? <= int(b)?,
            ("int_lt" | "bool_lt", [a, b]) => int(a)? < int(b)?,
            ("int_lin_eq" | "bool_lin_eq", [a, x, c]) => self.dot(a, x)? == int(c)?,
            ("int_lin_ne" | "bool_lin_ne", [a, x, c]) => self.dot(a, x)? != int(c)?,
            ("int_lin_le" | "bool_lin_le", [a, x, c]) => self.dot(a, x)? <= int(c)?,
            ("int_abs", [a, b]) => int(a)?.abs() == int(b)?,
            ("int_plus", [a, b, c]) => int(a)? + int(b)? == int(c)?,
            ("int_minus", [a, b, c]) => int(a)? - int(b)? == int(c)?,
            ("int_negate", [a, b]) => -int(a)? == int(b)?,
            ("int_times", [a, b, c]) => int(a)?.checked_mul(int(b)?) == Some(int(c)?),
            ("int_div", [a, b, c]) => int(a)?.checked_div(int(b)?) == Some(int(c)?),
            ("int_mod", [a, b, c]) => int(a)?.checked_rem(int(b)?) == Some(int(c)?),
            ("int_pow" | "int_pow_fixed", [a, b, c]) => power(int(a)?, int(b)?) == Some(int(c)?),
            ("int_max", [a, b, c]) => int(a)?.max(int(b)?) == int(c)?,
            ("int_min", [a, b, c]) => int(a)?.min(int(b)?) == int(c)?,
            ("bool_and", [a, b]) => is_true(a)? && is_true(b)?,
            ("bool_and", [a, b, r]) => (is_true(a)? && is_true(b)?) == is_true(r)?,
            ("bool_or", [a, b]) => is_true(a)? || is_true(b)?,
            ("bool_or", [a, b, r]) => (is_true(a)? || is_true(b)?) == is_true(r)?,
            ("bool_xor", [a, b, r]) => (is_true(a)? != is_true(b)?) == is_true(r)?,
            ("bool_clause", [positive, negative]) => {
                let positive = self.ints(positive)?.into_iter().any(|value| value != 0);
                positive || self.ints(negative)?.into_iter().any(|value| value == 0)
            }
            ("array_bool_and", [items]) => self.ints(items)?.into_iter().all(|value| value != 0),
            ("array_bool_and", [items, r]) => {
                self.ints(items)?.into_iter().all(|value| value != 0) == is_true(r)?
            }
            ("array_bool_or", [items]) => self.ints(items)?.into_iter().any(|value| value != 0),
            ("array_bool_or", [items, r]) => {
                self.ints(items)?.into_iter().any(|value| value != 0) == is_true(r)?
            }
            ("array_bool_xor", [items]) => {
                self.ints(items)?.into_iter().filter(|value| *value != 0).count() % 2 == 1
            }
            (
                "array_bool_element"
                | "array_int_element"
                | "array_var_bool_element"
                | "array_var_int_element",
                [index, items, value],
            ) => match self.at(index, items)? {
                Some(item) => int(item)? == int(value)?,
                None => false,
            },
            ("array_int_maximum", [value, items]) => {
                self.ints(items)?.into_iter().max() == Some(int(value)?)
            }
            ("array_int_minimum", [value, items]) => {
                self.ints(items)?.into_iter().min() == Some(int(value)?)
            }
            _ if name.contains("set_") => return self.set_predicate(name, arguments),
            _ => return self.global(name, arguments),
        })
    }

    /// Returns the sum of the products of two arrays.
    fn dot(self, coefficients: &Argument, items: &Argument) -> Option<i128> {
        let (coefficients, items) = (self.ints(coefficients)?, self.ints(items)?);
        if coefficients.len() != items.len() {
            return None;
        }
        coefficients
            .into_iter()
            .zip(items)
            .try_fold(0_i128, |sum, (a, x)| sum.checked_add(a.checked_mul(x)?))
    }

    fn set_predicate(self, name: &str, arguments: &[Argument]) -> Option<bool> {
        let set = |argument: &Argument| self.elements(argument);
        Some(match (name, arguments) {
            ("set_in", [x, s]) => {
                let x = self.int(x)?;
                i64::try_from(x).is_ok_and(|x| self.set(s).is_some_and(|set| set.contains(x)))
            }
            ("set_card", [s, n]) => i128::try_from(self.set(s)?.size()) == Ok(self.int(n)?),
            ("set_eq", [a, b]) => self.set(a)? == self.set(b)?,
            ("set_ne", [a, b]) => self.set(a)? != self.set(b)?,
            ("set_subset", [a, b]) => set(a)?.is_subset(&set(b)?),
            ("set_superset", [a, b]) => set(a)?.is_superset(&set(b)?),
            // Sorted sets compare in lexicographic order.
            ("set_le", [a, b]) => set(a)? <= set(b)?,
            ("set_lt", [a, b]) => set(a)? < set(b)?,
            ("set_intersect", [a, b, r]) => &set(a)? & &set(b)? == set(r)?,
            ("set_union", [a, b, r]) => &set(a)? | &set(b)? == set(r)?,
            ("set_diff", [a, b, r]) => &set(a)? - &set(b)? == set(r)?,
            ("set_symdiff", [a, b, r]) => &set(a)? ^ &set(b)? == set(r)?,
            ("array_set_element" | "array_var_set_element", [index, items, value]) => {
                match self.at(index, items)? {
                    Some(item) => self.set(item)? == self.set(value)?,
                    None => false,
                }
            }
            _ => return None,
        })
    }

    fn global(self, name: &str, arguments: &[Argument]) -> Option<bool> {
        let ints = |argument: &Argument| self.ints(argument);
        Some(match (name, arguments) {
            ("fzn_all_different_int", [x]) => {
                let x = ints(x)?;
                x.iter().collect::<BTreeSet<_>>().len() == x.len()
            }
            ("fzn_all_equal_int", [x]) => ints(x)?.windows(2).all(|pair| pair[0] == pair[1]),
            ("fzn_cumulative", [starts, durations, demands, capacity]) => {
                let tasks = same_lengths([ints(starts)?, ints(durations)?, ints(demands)?])?;
                let capacity = self.int(capacity)?;
                capacity >= 0
                    && tasks.iter().all(|[_, duration, demand]| *duration >= 0 && *demand >= 0)
                    && tasks.iter().all(|[time, _, _]| {
                        let runs =
                            |task: &&[i128; 3]| task[0] <= *time && *time < task[0] + task[1];
                        tasks.iter().filter(runs).map(|task| task[2]).sum::<i128>() <= capacity
                    })
            }
            ("fzn_disjunctive" | "fzn_disjunctive_strict", [starts, durations]) => {
                let tasks = same_lengths([ints(starts)?, ints(durations)?])?;
                let is_strict = name.ends_with("strict");
                let apart = |[a, a_length]: [i128; 2], [b, b_length]: [i128; 2]| {
                    a + a_length <= b
                        || b + b_length <= a
                        || !is_strict && (a_length == 0 || b_length == 0)
                };
                tasks.iter().all(|[_, duration]| *duration >= 0) && all_pairs(&tasks, apart)
            }
            ("fzn_diffn", [x, y, dx, dy]) => {
                let boxes = same_lengths([ints(x)?, ints(y)?, ints(dx)?, ints(dy)?])?;
                all_pairs(&boxes, |a: [i128; 4], b: [i128; 4]| {
                    a[0] + a[2] <= b[0]
                        || b[0] + b[2] <= a[0]
                        || a[1] + a[3] <= b[1]
                        || b[1] + b[3] <= a[1]
                })
            }
            ("fzn_global_cardinality" | "fzn_global_cardinality_closed", [x, cover, counts]) => {
                let (x, pairs) = (ints(x)?, same_lengths([ints(cover)?, ints(counts)?])?);
                let number =
                    |value| i128::try_from(x.iter().filter(|item| **item == value).count());
                pairs.iter().all(|[value, count]| number(*value) == Ok(*count))
                    && (!name.ends_with("closed")
                        || x.iter().all(|item| pairs.iter().any(|[value, _]| value == item)))
            }
            ("fzn_lex_less_int" | "fzn_lex_less_bool", [x, y]) => ints(x)? < ints(y)?,
            ("fzn_lex_lesseq_int" | "fzn_lex_lesseq_bool", [x, y]) => ints(x)? <= ints(y)?,
            ("fzn_nvalue", [n, x]) => {
                let distinct = ints(x)?.into_iter().collect::<BTreeSet<_>>().len();
                i128::try_from(distinct) == Ok(self.int(n)?)
            }
            ("fzn_table_int" | "fzn_table_bool", [x, rows]) => {
                let (x, rows) = (ints(x)?, ints(rows)?);
                if x.is_empty() {
                    return None;
                }
                rows.chunks(x.len()).any(|row| row == x)
            }
            ("fzn_count_eq", [x, value, count]) => {
                let value = self.int(value)?;
                let found = ints(x)?.into_iter().filter(|item| *item == value).count();
                i128::try_from(found) == Ok(self.int(count)?)
            }
            ("gordian_circuit" | "gordian_subcircuit", [x, first]) => {
                let (x, first) = (ints(x)?, self.int(first)?);
                let next =
                    |at: usize| usize::try_from(x[at] - first).ok().filter(|next| *next < x.len());
                let start = match name {
                    "gordian_circuit" => 0,
                    _ => (0..x.len()).find(|at| next(*at) != Some(*at)).unwrap_or(0),
                };
                let mut visited = vec![false; x.len()];
                let mut at = start;
                while at < x.len() && !visited[at] {
                    visited[at] = true;
                    at = next(at).unwrap_or(x.len());
                }
                let is_outside = |at: usize| name == "gordian_subcircuit" && next(at) == Some(at);
                (x.is_empty() || at == start)
                    && (0..x.len()).all(|at| visited[at] || is_outside(at))
            }
            ("gordian_inverse", [f, f_first, g, g_first]) => {
                let (f, g) = (ints(f)?, ints(g)?);
                let (f_first, g_first) = (self.int(f_first)?, self.int(g_first)?);
                let inverts = |f: &[i128], f_first: i128, g: &[i128], g_first: i128| {
                    (f_first..).zip(f).all(|(index, place)| {
                        let place = usize::try_from(place - g_first).ok();
                        place.and_then(|place| g.get(place)) == Some(&index)
                    })
                };
                inverts(&f, f_first, &g, g_first) && inverts(&g, g_first, &f, f_first)
            }
            ("gordian_bin_packing_load", [loads, first, bins, weights]) => {
                let (loads, first) = (ints(loads)?, self.int(first)?);
                let items = same_lengths([ints(bins)?, ints(weights)?])?;
                let mut sums = vec![0_i128; loads.len()];
                for [bin, weight] in items {
                    let bin = usize::try_from(bin - first).ok();
                    match bin.and_then(|bin| sums.get_mut(bin)) {
                        Some(sum) => *sum += weight,
                        None => return Some(false),
                    }
                }
                sums == loads
            }
            ("gordian_regular", [x, _, n_letters, next, first, accepting]) => {
                let (x, next, n_letters) = (ints(x)?, ints(next)?, self.int(n_letters)?);
                let mut state = self.int(first)?;
                for letter in x {
                    if !(1..=n_letters).contains(&letter) {
                        return Some(false);
                    }
                    let place = usize::try_from((state - 1) * n_letters + letter - 1).ok()?;
                    state = *next.get(place)?;
                    if state == 0 {
                        return Some(false);
                    }
                }
                self.set(accepting)?.contains(i64::try_from(state).ok()?)
            }
            _ => return None,
        })
    }
}

/// Returns arrays of the same length as one array of tuples.
fn same_lengths<const N: usize>(arrays: [Vec<i128>; N]) -> Option<Vec<[i128; N]>> {
    let length = arrays.first()?.len();
    if arrays.iter().any(|array| array.len() != length) {
        return None;
    }
    Some((0..length).map(|at| std::array::from_fn(|array| arrays[array][at])).collect())
}

fn all_pairs<T: Copy>(items: &[T], holds: impl Fn(T, T) -> bool) -> bool {
    let mut firsts = items.iter().enumerate();
    firsts.all(|(at, first)| items[..at].iter().all(|second| holds(*first, *second)))
}

/// Returns x to the power of y; for a negative exponent 1 divided by the positive power, truncated.
/// `None` if it does not fit, or for a negative power of 0.
fn power(base: i128, exponent: i128) -> Option<i128> {
    if exponent < 0 {
        return match base {
            0 => None,
            1 => Some(1),
            -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
            _ => Some(0),
        };
    }
    match (base, u32::try_from(exponent)) {
        (0 | 1, _) => Some(if exponent == 0 { 1 } else { base }),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (_, Ok(exponent)) => base.checked_pow(exponent),
        (_, Err(_)) => None,
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Set(set) => write!(f, "{set}"),
        }
    }
}
