//! Bounds of integers that are declared without any.
//!
//! Most variables without bounds were introduced by MiniZinc for parts of expressions, and a few rounds of bounds propagation
//! over the constraints at the root bound them. A model has integers within ±2^53 only: where the bounds that follow are
//! wider, solutions may be cut off, and nothing can be claimed about all of them. The bounds of other variables are not changed: that is the solver's work.

use gordian_core::IndexVec;

use crate::instance::{Argument, Constraint, Instance, VariableId, VariableType};

/// The greatest integer of a model.
pub(crate) const MAX_MAGNITUDE: i128 = 1 << 53;
/// The largest number of rounds; bounds that creep need no more of them.
const MAX_ROUNDS: usize = 20;

/// The least and the greatest value; `None` if it is not known. No bound is derived from an unknown one.
type Interval = (Option<i128>, Option<i128>);

/// Returns the bounds of each variable: those of its domain if it has one, else those that follow from the constraints.
pub(crate) fn infer_bounds(instance: &Instance) -> IndexVec<VariableId, Interval> {
    let mut bounds =
        Bounds { intervals: IndexVec::new(), is_open: IndexVec::new(), changed: false };
    for variable in &instance.variables {
        let (interval, is_open) = match &variable.variable_type {
            VariableType::Int(None) => ((None, None), true),
            VariableType::Int(Some(domain)) => {
                let (lower, upper) = domain.bounds().unwrap_or((0, 0));
                ((Some(lower.into()), Some(upper.into())), false)
            }
            VariableType::Bool | VariableType::Set(_) => ((Some(0), Some(1)), false),
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
    bounds.intervals
}

struct Bounds {
    intervals: IndexVec<VariableId, Interval>,
    /// Whether the variable is declared without bounds.
    is_open: IndexVec<VariableId, bool>,
    changed: bool,
}

impl Bounds {
    fn of(&self, argument: &Argument) -> Option<Interval> {
        let constant = |value: i128| (Some(value), Some(value));
        match argument {
            Argument::Bool(value) => Some(constant(i128::from(*value))),
            Argument::Int(value) => Some(constant((*value).into())),
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
        // The greatest lower bound; `None` is less than any. The least upper bound; `None` is greater than any.
        let new = (old.0.max(lower), old.1.into_iter().chain(upper).min());
        let is_empty = matches!(new, (Some(lower), Some(upper)) if lower > upper);
        if new != old && !is_empty {
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
                    self.narrow(a, (None, second.1));
                    self.narrow(b, (first.0, None));
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
                let ((a, b), (c, d)) = (x[0], x[1]);
                hull([a * c, a * d, b * c, b * d])
            }),
            ("int_div", [a, _, c]) => self.function(&[a], c, |x| symmetric(x[0])),
            ("int_mod", [a, b, c]) => self.function(&[a, b], c, |x| {
                let (dividend, divisor) = (symmetric(x[0]).1, symmetric(x[1]).1 - 1);
                let most = dividend.min(divisor).max(0);
                (if x[0].0 < 0 { -most } else { 0 }, if x[0].1 > 0 { most } else { 0 })
            }),
            ("int_pow" | "int_pow_fixed", [a, b, c]) => self.function(&[a, b], c, |x| {
                let base = symmetric(x[0]).1.max(1);
                let exponent = u32::try_from(x[1].1.max(0)).unwrap_or(u32::MAX);
                // No more than 64 bits: then the bound is of no use.
                let most = base.checked_pow(exponent).unwrap_or(i128::MAX >> 1);
                (if x[0].0 < 0 { -most } else { 0 }, most)
            }),
            ("int_abs", [a, b]) => {
                self.function(&[a], b, |x| (0, symmetric(x[0]).1));
                self.narrow(b, (Some(0), None));
                if let Some((_, Some(upper))) = self.of(b) {
                    self.narrow(a, (Some(-upper), Some(upper)));
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
            )
            | ("array_int_maximum" | "array_int_minimum", [c, Argument::Array(items)]) => {
                self.function(&items.iter().collect::<Vec<_>>(), c, |x| {
                    hull(x.iter().flat_map(|interval| [interval.0, interval.1]))
                });
            }
            ("set_in", [a, Argument::Set(set)]) => {
                if let Some((lower, upper)) = set.bounds() {
                    self.narrow(a, (Some(lower.into()), Some(upper.into())));
                }
            }
            ("set_card", [_, n]) => self.narrow(n, (Some(0), None)),
            _ => {}
        }
    }

    /// `a + b = c`.
    fn sum(&mut self, a: &Argument, b: &Argument, c: &Argument) {
        self.function(&[a, b], c, |x| (x[0].0 + x[1].0, x[0].1 + x[1].1));
        self.function(&[c, a], b, |x| (x[0].0 - x[1].1, x[0].1 - x[1].0));
        self.function(&[c, b], a, |x| (x[0].0 - x[1].1, x[0].1 - x[1].0));
    }

    /// Narrows a result by the values of a function, if all bounds of its operands are known and have 64 bits.
    fn function(
        &mut self,
        operands: &[&Argument],
        result: &Argument,
        values: impl Fn(&[(i128, i128)]) -> (i128, i128),
    ) {
        let known = |operand: &&Argument| {
            let (lower, upper) = self.of(operand)?;
            Some((within_64_bits(lower?)?, within_64_bits(upper?)?))
        };
        let intervals: Option<Vec<_>> = operands.iter().map(known).collect();
        if let Some(intervals) = intervals.filter(|intervals| !intervals.is_empty()) {
            let (lower, upper) = values(&intervals);
            self.narrow(result, (Some(lower), Some(upper)));
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
        let Some((constant_lower, constant_upper)) = self.of(constant) else { return };
        if coefficients.len() != items.len() {
            return;
        }
        let mut terms = Vec::with_capacity(items.len());
        let (mut least, mut greatest) = (Total::default(), Total::default());
        for (coefficient, item) in coefficients.iter().zip(items.iter()) {
            let (Argument::Int(coefficient), Some((lower, upper))) = (coefficient, self.of(item))
            else {
                return;
            };
            let coefficient = i128::from(*coefficient);
            let end = |end: Option<i128>| Some(within_64_bits(end?)? * coefficient);
            let ends = (end(lower), end(upper));
            let term = if coefficient < 0 { (ends.1, ends.0) } else { ends };
            least.add(term.0);
            greatest.add(term.1);
            terms.push((coefficient, term));
        }
        for ((coefficient, term), item) in terms.into_iter().zip(items.iter()) {
            if coefficient == 0 {
                continue;
            }
            let difference =
                |constant: Option<i128>, rest: Option<i128>| constant?.checked_sub(rest?);
            let greatest_term = difference(constant_upper, least.without(term.0));
            let least_term = match is_equation {
                true => difference(constant_lower, greatest.without(term.1)),
                false => None,
            };
            let (lower, upper) = match coefficient > 0 {
                true => (least_term, greatest_term),
                false => (greatest_term, least_term),
            };
            // Rounded outwards, which is sound.
            let slack = i128::from(coefficient.abs() != 1);
            let divide = |end: Option<i128>| end?.checked_div_euclid(coefficient);
            let interval = (
                divide(lower).and_then(|end| end.checked_sub(slack)),
                divide(upper).and_then(|end| end.checked_add(slack)),
            );
            self.narrow(item, interval);
        }
    }
}

/// A sum of ends of intervals, some of which are not known.
#[derive(Default)]
struct Total {
    /// The sum of those that are known; `None` if it does not fit.
    known: Option<i128>,
    n_unknown: usize,
    n_known: usize,
}

impl Total {
    fn add(&mut self, end: Option<i128>) {
        match end {
            Some(end) if self.n_known == 0 => (self.known, self.n_known) = (Some(end), 1),
            Some(end) => {
                self.known = self.known.and_then(|known| known.checked_add(end));
                self.n_known += 1;
            }
            None => self.n_unknown += 1,
        }
    }

    /// Returns the sum of all ends but one; `None` if it is not known.
    fn without(&self, end: Option<i128>) -> Option<i128> {
        match end {
            Some(end) if self.n_unknown == 0 => self.known?.checked_sub(end),
            None if self.n_unknown == 1 && self.n_known == 0 => Some(0),
            None if self.n_unknown == 1 => self.known,
            _ => None,
        }
    }
}

/// Returns the number if it has 64 bits, so that products of two have 128.
fn within_64_bits(value: i128) -> Option<i128> {
    i64::try_from(value).ok().map(i128::from)
}

/// Returns the interval from the least to the greatest value.
fn hull(values: impl IntoIterator<Item = i128>) -> (i128, i128) {
    values
        .into_iter()
        .fold((i128::MAX, i128::MIN), |(lower, upper), value| (lower.min(value), upper.max(value)))
}

/// Returns the interval of all values that are at most as far from 0.
fn symmetric((lower, upper): (i128, i128)) -> (i128, i128) {
    let most = lower.abs().max(upper.abs());
    (-most, most)
}
