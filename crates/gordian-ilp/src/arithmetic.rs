//! Arithmetic on terms: sums, products, quotients, powers, order statistics, array elements.
//!
//! Operations on operands with few values are tabulated. Larger operands get an exact linear form
//! where one exists: a quotient by its defining inequalities, a power by repeated products, the
//! largest power by its thresholds.

use gordian_compile::presolved::{Binary, Unary};

use crate::algebra::MAX_ONE_HOT_VALUES;
use crate::builder::TermBuilder;
use crate::error::TermError;
use crate::term::{Op, Term};
use crate::values::{Values, weighted_sum};

impl TermBuilder<'_> {
    /// Requires `false` and returns an arbitrary term.
    fn undefined(&mut self) -> Term {
        let never = self.terms.boolean(false);
        self.required.push(never);
        self.terms.constant(0)
    }

    pub(crate) fn product(&mut self, left: Term, right: Term) -> Result<Term, TermError> {
        for (constant, other) in [(left, right), (right, left)] {
            let factor = self.terms.as_constant(constant);
            if let Some(scaled) =
                factor.and_then(|factor| self.terms.sum(&[(other, factor)], 0).ok())
            {
                return Ok(scaled);
            }
        }
        let Some(values) = product_values(self.terms.values(left), self.terms.values(right)) else {
            let operation = "a product that may exceed 2^63";
            return self.tabulate_pairs(operation, (left, right), Binary::Mul);
        };
        if self.terms.is_boolean(left) && self.terms.is_boolean(right) {
            return self.terms.all(&[left, right]);
        }
        for (switch, other) in [(left, right), (right, left)] {
            if self.terms.is_boolean(switch) {
                return Ok(self.terms.intern(Op::Product(switch, other), |_| values));
            }
        }
        if self.terms.has_few_pairs(left, right) || left == right && self.terms.is_listed(left) {
            return self.tabulate_pairs("a product", (left, right), Binary::Mul);
        }
        let size = |term| self.terms.values(term).upper.abs_diff(self.terms.values(term).lower);
        let (small, large) = if size(left) <= size(right) { (left, right) } else { (right, left) };
        Ok(self.terms.intern(Op::Product(small, large), |_| values))
    }

    pub(crate) fn divide(&mut self, dividend: Term, divisor: Term) -> Result<Term, TermError> {
        if self.is_tabulated(dividend, divisor) {
            return self.tabulate_pairs("a division", (dividend, divisor), Binary::Div);
        }
        let zero = self.terms.equal(divisor, 0)?;
        let allowed = self.terms.not(zero)?;
        self.required.push(allowed);
        if self.terms.as_constant(divisor) == Some(0) {
            return Ok(self.terms.constant(0));
        }
        let values = self.terms.values(dividend);
        let Some(lowest) = values.lower.checked_neg() else { return Err(TermError::TooLarge) };
        let constant = self.terms.as_constant(divisor);
        let (lower, upper) = match constant {
            Some(by) => {
                let ends = [values.lower.div_euclid(by), values.upper.div_euclid(by)];
                (ends[0].min(ends[1]), ends[0].max(ends[1]))
            }
            // The absolute value of the quotient is at most that of the dividend.
            None => {
                let most = lowest.max(values.upper).max(1);
                (-most, most)
            }
        };
        let op = Op::Quotient(dividend, divisor);
        let quotient = self.terms.intern(op, |_| Values::range(lower, upper));
        // Defines the quotient: 0 ≤ dividend − quotient·divisor < |divisor|.
        let product = self.product(quotient, divisor)?;
        let size = self.absolute(divisor)?;
        let negative = self.terms.sum(&[(product, 1), (dividend, -1)], 0)?;
        let above = self.terms.sum(&[(dividend, 1), (product, -1), (size, -1)], 1)?;
        for sum in [negative, above] {
            let bound = self.terms.at_most_zero(sum)?;
            self.required.push(bound);
        }
        Ok(quotient)
    }

    pub(crate) fn remainder(&mut self, dividend: Term, divisor: Term) -> Result<Term, TermError> {
        if self.is_tabulated(dividend, divisor) {
            return self.tabulate_pairs("a remainder", (dividend, divisor), Binary::Rem);
        }
        let quotient = self.divide(dividend, divisor)?;
        let product = self.product(quotient, divisor)?;
        let difference = self.terms.sum(&[(dividend, 1), (product, -1)], 0)?;
        // The bounds of the difference are wider than those of a remainder.
        let divisor = self.terms.values(divisor);
        let most = divisor.lower.unsigned_abs().max(divisor.upper.unsigned_abs()).max(1) - 1;
        let most = i64::try_from(most).map_err(|_| TermError::TooLarge)?;
        let values = self.terms.values(difference);
        if values.lower >= 0 && values.upper <= most {
            return Ok(difference);
        }
        self.copy(difference, 0, most)
    }

    /// Returns whether a quotient or remainder is tabulated. With many values it is not: one
    /// integer column takes the place of a column per value, or per pair of values.
    fn is_tabulated(&self, dividend: Term, divisor: Term) -> bool {
        [dividend, divisor].iter().all(|&it| self.terms.values(it).has_at_most(MAX_ONE_HOT_VALUES))
    }

    pub(crate) fn power(&mut self, base: Term, exponent: Term) -> Result<Term, TermError> {
        // From exponent 64 on, only −1, 0 and 1 have powers within 64 bits.
        let values = self.terms.values(base);
        let has_unit = (-1..=1).any(|unit| values.contains(unit));
        let exponent = self.restrict(exponent, 0, if has_unit { i64::MAX } else { 63 })?;
        if let Some(times @ 0..=64) = self.terms.as_constant(exponent)
            && !self.terms.is_listed(base)
        {
            let one = self.terms.constant(1);
            return (0..times).try_fold(one, |product, _| self.product(product, base));
        }
        self.tabulate_pairs("a power", (base, exponent), Binary::Pow)
    }

    pub(crate) fn factorial(&mut self, operand: Term) -> Result<Term, TermError> {
        let operand = self.restrict(operand, 0, 20)?;
        self.tabulate("a factorial", operand, &Unary::Factorial)
    }

    pub(crate) fn common_divisor(&mut self, left: Term, right: Term) -> Result<Term, TermError> {
        self.tabulate_pairs("the greatest common divisor", (left, right), Binary::Gcd)
    }

    pub(crate) fn largest_power_divisor(
        &mut self,
        operand: Term,
        base: i64,
    ) -> Result<Term, TermError> {
        if self.terms.values(operand).has_at_most(MAX_ONE_HOT_VALUES) || base < 2 {
            let operation = "the greatest power that divides a number";
            return self.tabulate(operation, operand, &Unary::LargestPowerDivisor(base));
        }
        let zero = self.terms.equal(operand, 0)?;
        let allowed = self.terms.not(zero)?;
        self.required.push(allowed);
        let values = self.terms.values(operand);
        let most = values.lower.unsigned_abs().max(values.upper.unsigned_abs());
        let mut steps = Vec::new();
        for (power, next) in powers(base, most) {
            let divisor = self.terms.constant(next);
            let remainder = self.remainder(operand, divisor)?;
            steps.push((self.terms.zero(remainder)?, next - power));
        }
        self.terms.sum(&steps, 1)
    }

    pub(crate) fn floor_power(&mut self, operand: Term, base: i64) -> Result<Term, TermError> {
        if self.terms.values(operand).has_at_most(MAX_ONE_HOT_VALUES) || base < 2 {
            let operation = "the greatest power not above a number";
            return self.tabulate(operation, operand, &Unary::FloorPower(base));
        }
        let mut steps = vec![(self.terms.at_least(operand, 1)?, 1)];
        let most = u64::try_from(self.terms.values(operand).upper).unwrap_or(0);
        for (power, next) in powers(base, most) {
            steps.push((self.terms.at_least(operand, next)?, next - power));
        }
        self.terms.sum(&steps, 0)
    }

    pub(crate) fn absolute(&mut self, operand: Term) -> Result<Term, TermError> {
        let values = self.terms.values(operand);
        let simple = !matches!(self.terms.op(operand), Op::Sum(parts, _) if parts.len() > 1);
        if values.lower >= 0 {
            return Ok(operand);
        }
        if values.lower == i64::MIN || simple && values.has_at_most(MAX_ONE_HOT_VALUES) {
            return self.tabulate("the absolute value", operand, &Unary::Abs);
        }
        let negative = self.terms.sum(&[(operand, -1)], 0)?;
        self.nth_smallest(&[operand, negative], 1)
    }

    pub(crate) fn nth_smallest(
        &mut self,
        operands: &[Term],
        position: usize,
    ) -> Result<Term, TermError> {
        if position >= operands.len() {
            return Ok(self.undefined());
        }
        let mut items = operands.to_vec();
        items.sort_unstable();
        let last = items.len() - 1;
        if position == 0 || position == last {
            items.dedup();
            if let [item] = items[..] {
                return Ok(item);
            }
            if items.iter().all(|&item| self.terms.is_boolean(item)) {
                return if position == 0 { self.terms.all(&items) } else { self.terms.any(&items) };
            }
        }
        let position = if position == last { items.len() - 1 } else { position };
        let bound = |pick: fn(&Values) -> i64| {
            let mut ends: Vec<i64> =
                items.iter().map(|&item| pick(self.terms.values(item))).collect();
            ends.sort_unstable();
            ends[position]
        };
        let (lower, upper) = (bound(|values| values.lower), bound(|values| values.upper));
        if lower == upper {
            return Ok(self.terms.constant(lower));
        }
        let values = self.union(&items, lower, upper);
        Ok(self.terms.intern(Op::NthSmallest(items, position), |_| values))
    }

    pub(crate) fn element(&mut self, array: &[Term], index: Term) -> Result<Term, TermError> {
        let Some(last) = array.len().checked_sub(1) else { return Ok(self.undefined()) };
        let last = i64::try_from(last).map_err(|_| TermError::TooLarge)?;
        let index = self.restrict(index, 0, last)?;
        let at = |position: i64| {
            usize::try_from(position).ok().and_then(|position| array.get(position).copied())
        };
        let positions = self.terms.values(index).list.clone();
        let positions = positions
            .ok_or(TermError::TooManyValues { operation: "an index", limit: array.len() })?;
        let reached: Vec<Term> = positions.iter().filter_map(|&position| at(position)).collect();
        if reached.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(reached[0]);
        }
        let constants = reached.iter().map(|&term| self.terms.as_constant(term));
        if let Some(constants) = constants.collect::<Option<Vec<i64>>>() {
            return self.terms.map(index, |position| {
                positions.binary_search(&position).ok().map(|position| constants[position])
            });
        }
        let values = self.union(&reached, i64::MIN, i64::MAX);
        // Unreachable elements are replaced, so that equal arrays become equal terms.
        let array: Vec<Term> = (0..=last)
            .map(
                |position| {
                    if positions.binary_search(&position).is_ok() { at(position) } else { None }
                },
            )
            .map(|term| term.unwrap_or(reached[0]))
            .collect();
        Ok(self.terms.intern(Op::Element(array, index), |_| values))
    }

    /// Returns the union of the values of all items, restricted to `lower..=upper`.
    fn union(&self, items: &[Term], lower: i64, upper: i64) -> Values {
        let all = || items.iter().map(|&item| self.terms.values(item));
        let lists: Option<Vec<_>> = all().map(|values| values.list.clone()).collect();
        if let Some(lists) = lists {
            let values = lists.iter().flat_map(|list| list.iter().copied());
            return Values::listed(values.filter(|v| (lower..=upper).contains(v)).collect());
        }
        let least = all().map(|values| values.lower).min().unwrap_or(lower);
        let most = all().map(|values| values.upper).max().unwrap_or(upper);
        Values::range(least.max(lower), most.min(upper))
    }
}

/// Returns the values of a product; `None` if they may not fit 64 bits.
fn product_values(left: &Values, right: &Values) -> Option<Values> {
    // The bounds of the product are attained at the bounds of the left factor.
    let ends = [left.lower, left.upper].map(|end| weighted_sum(&[(right, end)], 0));
    let [Some(low), Some(high)] = ends else { return None };
    if let (Some(a), Some(b)) = (&left.list, &right.list)
        && a.len() * b.len() <= crate::values::MAX_LISTED_VALUES
    {
        let products = a.iter().flat_map(|x| b.iter().map(move |y| x * y));
        return Some(Values::listed(products.collect()));
    }
    Some(Values::range(low.lower.min(high.lower), low.upper.max(high.upper)))
}

/// Returns the powers of `base`, each with the next power, as long as the next one is at most
/// `most`.
fn powers(base: i64, most: u64) -> impl Iterator<Item = (i64, i64)> {
    let next = move |power: i64| {
        let next = power.checked_mul(base)?;
        (next.unsigned_abs() <= most).then_some(next)
    };
    std::iter::successors(Some(1_i64), move |&power| next(power))
        .map_while(move |power| Some((power, next(power)?)))
}
