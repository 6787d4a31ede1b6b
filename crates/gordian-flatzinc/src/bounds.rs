//! Bounds of integers that are declared without any.
//!
//! A model has integers within ±2^53 only, so each variable begins with these bounds. Most variables without bounds were
//! introduced by MiniZinc for parts of expressions, and a few rounds of bounds propagation over the constraints at the
//! root bound them. The bounds of other variables are not changed: that is the solver's work.

use gordian_core::IndexVec;

use crate::instance::{Argument, Constraint, Instance, VariableId, VariableType};

/// The least and the greatest integer of a model.
const MAX_MAGNITUDE: i128 = 1 << 53;
/// The largest number of rounds; bounds that creep need no more of them.
const MAX_ROUNDS: usize = 20;

type Interval = (i128, i128);

/// Returns the bounds of each variable: those of its domain if it has one; unspecified for sets and empty domains.
pub(crate) fn infer_bounds(instance: &Instance) -> IndexVec<VariableId, (i64, i64)> {
    let mut bounds =
        Bounds { intervals: IndexVec::new(), is_open: IndexVec::new(), changed: false };
    for variable in &instance.variables {
        let (interval, is_open) = match &variable.variable_type {
            VariableType::Int(None) => ((-MAX_MAGNITUDE, MAX_MAGNITUDE), true),
            VariableType::Int(Some(domain)) => {
                let (lower, upper) = domain.bounds().unwrap_or((0, 0));
                ((lower.into(), upper.into()), false)
            }
            VariableType::Bool | VariableType::Set(_) => ((0, 1), false),
        };
        bounds.intervals.push(interval);
        bounds.is_open.push(is_open);
    }
    if bounds.is_open.iter().any(|is_open| *is_open) {
        for _ in 0..MAX_ROUNDS {
            bounds.changed = false;
            for (id, variable) in instance.variables.iter_enumerated() {
                if let Some(definition) = &variable.definition {
                    let own = Argument::Variable(id);
                    bounds.make_equal(&own, definition);
                }
            }
            for constraint in &instance.constraints {
                bounds.apply(constraint);
            }
            if !bounds.changed {
                break;
            }
        }
    }
    let mut result = IndexVec::new();
    for (lower, upper) in bounds.intervals.iter() {
        let narrow = |value: &i128| i64::try_from(*value).unwrap_or(0);
        // Contradictory bounds are left to the solver.
        result.push(if lower <= upper { (narrow(lower), narrow(upper)) } else { (0, 0) });
    }
    result
}

struct Bounds {
    intervals: IndexVec<VariableId, Interval>,
    /// Whether the variable is declared without bounds.
    is_open: IndexVec<VariableId, bool>,
    changed: bool,
}

impl Bounds {
    fn of(&self, argument: &Argument) -> Option<Interval> {
        match argument {
            Argument::Bool(value) => Some((i128::from(*value), i128::from(*value))),
            Argument::Int(value) => Some(((*value).into(), (*value).into())),
            Argument::Variable(id) => Some(self.intervals[*id]),
            Argument::Set(_) | Argument::Array(_) => None,
        }
    }

    /// Narrows a variable without declared bounds; a contradiction is ignored.
    fn narrow(&mut self, argument: &Argument, (lower, upper): Interval) {
        let Argument::Variable(id) = argument else { return };
        if !self.is_open[*id] {
            return;
        }
        let old = self.intervals[*id];
        let new = (old.0.max(lower), old.1.min(upper));
        if new != old && new.0 <= new.1 {
            self.intervals[*id] = new;
            self.changed = true;
        }
    }

    fn make_equal(&mut self, first: &Argument, second: &Argument) {
        if let (Some(a), Some(b)) = (self.of(first), self.of(second)) {
            self.narrow(first, b);
            self.narrow(second, a);
        }
    }

    fn apply(&mut self, constraint: &Constraint) {
        let arguments = &constraint.arguments[..];
        match (constraint.predicate.as_str(), arguments) {
            ("int_eq" | "bool2int" | "bool_eq", [a, b]) => self.make_equal(a, b),
            ("int_le" | "int_lt", [a, b]) => {
                if let (Some(first), Some(second)) = (self.of(a), self.of(b)) {
                    self.narrow(a, (-MAX_MAGNITUDE, second.1));
                    self.narrow(b, (first.0, MAX_MAGNITUDE));
                }
            }
            ("int_lin_eq" | "bool_lin_eq", [coefficients, items, constant]) => {
                self.linear(coefficients, items, constant, true);
            }
            ("int_lin_le" | "bool_lin_le", [coefficients, items, constant]) => {
                self.linear(coefficients, items, constant, false);
            }
            ("int_plus", [a, b, c]) => self.sum(a, b, c),
            ("int_minus", [a, b, c]) => self.sum(b, c, a),
            ("int_times", [a, b, c]) => self.function(&[a, b], c, |x| {
                let corners = [x[0].0 * x[1].0, x[0].0 * x[1].1, x[0].1 * x[1].0, x[0].1 * x[1].1];
                hull(corners)
            }),
            ("int_div", [a, _, c]) => self.function(&[a], c, |x| symmetric(x[0])),
            ("int_mod", [a, b, c]) => self.function(&[a, b], c, |x| {
                let (dividend, divisor) = (symmetric(x[0]).1, symmetric(x[1]).1 - 1);
                let most = dividend.min(divisor).max(0);
                (if x[0].0 < 0 { -most } else { 0 }, if x[0].1 > 0 { most } else { 0 })
            }),
            ("int_abs", [a, b]) => {
                self.function(&[a], b, |x| (0, symmetric(x[0]).1));
                if let Some((_, upper)) = self.of(b) {
                    self.narrow(a, (-upper, upper));
                }
            }
            ("int_max", [a, b, c]) => {
                self.function(&[a, b], c, |x| (x[0].0.max(x[1].0), x[0].1.max(x[1].1)));
            }
            ("int_min", [a, b, c]) => {
                self.function(&[a, b], c, |x| (x[0].0.min(x[1].0), x[0].1.min(x[1].1)));
            }
            (
                "array_int_element"
                | "array_var_int_element"
                | "array_bool_element"
                | "array_var_bool_element",
                [_, Argument::Array(items), c],
            ) => self.function(&items.iter().collect::<Vec<_>>(), c, |x| {
                hull(x.iter().flat_map(|interval| [interval.0, interval.1]))
            }),
            ("array_int_maximum" | "array_int_minimum", [c, Argument::Array(items)]) => {
                self.function(&items.iter().collect::<Vec<_>>(), c, |x| {
                    hull(x.iter().flat_map(|interval| [interval.0, interval.1]))
                });
            }
            ("set_in", [a, Argument::Set(set)]) => {
                if let Some((lower, upper)) = set.bounds() {
                    self.narrow(a, (lower.into(), upper.into()));
                }
            }
            ("set_card", [_, n]) => self.narrow(n, (0, MAX_MAGNITUDE)),
            _ => {}
        }
    }

    /// `a + b = c`.
    fn sum(&mut self, a: &Argument, b: &Argument, c: &Argument) {
        self.function(&[a, b], c, |x| (x[0].0 + x[1].0, x[0].1 + x[1].1));
        self.function(&[c, a], b, |x| (x[0].0 - x[1].1, x[0].1 - x[1].0));
        self.function(&[c, b], a, |x| (x[0].0 - x[1].1, x[0].1 - x[1].0));
    }

    fn function(
        &mut self,
        operands: &[&Argument],
        result: &Argument,
        values: impl Fn(&[Interval]) -> Interval,
    ) {
        let intervals: Option<Vec<_>> = operands.iter().map(|operand| self.of(operand)).collect();
        if let Some(intervals) = intervals.filter(|intervals| !intervals.is_empty()) {
            self.narrow(result, values(&intervals));
        }
    }

    fn linear(
        &mut self,
        coefficients: &Argument,
        items: &Argument,
        constant: &Argument,
        is_equation: bool,
    ) {
        let (Argument::Array(coefficients), Argument::Array(items)) = (coefficients, items) else {
            return;
        };
        if coefficients.len() != items.len() {
            return;
        }
        let Some(constant) = self.of(constant) else { return };
        let mut terms = Vec::with_capacity(items.len());
        let (mut least, mut greatest) = (0_i128, 0_i128);
        for (coefficient, item) in coefficients.iter().zip(items.iter()) {
            let (Argument::Int(coefficient), Some((lower, upper))) = (coefficient, self.of(item))
            else {
                return;
            };
            let coefficient = i128::from(*coefficient);
            let ends = (coefficient * lower, coefficient * upper);
            let term = (ends.0.min(ends.1), ends.0.max(ends.1));
            let (Some(lower), Some(upper)) =
                (least.checked_add(term.0), greatest.checked_add(term.1))
            else {
                return;
            };
            (least, greatest) = (lower, upper);
            terms.push((coefficient, term));
        }
        for ((coefficient, term), item) in terms.into_iter().zip(items.iter()) {
            if coefficient == 0 {
                continue;
            }
            let greatest_term = constant.1.saturating_sub(least.saturating_sub(term.0));
            let least_term = match is_equation {
                true => constant.0.saturating_sub(greatest.saturating_sub(term.1)),
                false => i128::MIN,
            };
            let (lower, upper) = match coefficient > 0 {
                true => (least_term, greatest_term),
                false => (greatest_term, least_term),
            };
            // Rounded outwards, which is sound.
            let divide = |end: i128, by: i128| match end {
                i128::MIN => -MAX_MAGNITUDE * by.signum(),
                _ => end.div_euclid(by),
            };
            let slack = i128::from(coefficient.abs() != 1);
            let interval = (divide(lower, coefficient) - slack, divide(upper, coefficient) + slack);
            self.narrow(item, interval);
        }
    }
}

/// Returns the interval from the least to the greatest value.
fn hull(values: impl IntoIterator<Item = i128>) -> Interval {
    values
        .into_iter()
        .fold((i128::MAX, i128::MIN), |(lower, upper), value| (lower.min(value), upper.max(value)))
}

/// Returns the interval of all values that are at most as far from 0.
fn symmetric((lower, upper): Interval) -> Interval {
    let most = lower.abs().max(upper.abs());
    (-most, most)
}
