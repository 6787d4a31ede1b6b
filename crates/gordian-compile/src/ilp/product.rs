//! Products of terms, one of which is switched on and off by columns.

use super::data::{LinearExpr, Sense};
use super::emit::{Emitter, Need};
use super::error::Fault;
use super::term::{Op, Term};

impl Emitter<'_> {
    /// Returns the product of two terms.
    pub(super) fn times(&mut self, term: Term) -> Result<LinearExpr, Fault> {
        if let Some(product) = self.standing.get(&term) {
            return Ok(product.clone());
        }
        let Op::Times(left, right) = *self.terms.op(term) else { return Err(Fault::Numbers) };
        let other = self.linear(right, Need::Exact)?;
        let values = self.terms.values(right).clone();
        let bounds = (values.lower, values.upper);
        let product = if self.terms.is_truth(left) {
            let switch = self.linear(left, Need::Exact)?;
            self.switched(&switch, &other, bounds)?
        } else if self.few_values(left) {
            let hot = self.hot(left)?;
            let mut parts = Vec::new();
            for (value, is) in hot.iter() {
                parts.push((self.switched(is, &other, bounds)?, *value));
            }
            // The parts are the other factor where they are switched on; so is their sum.
            let whole: Vec<LinearExpr> = parts.iter().map(|(part, _)| part.clone()).collect();
            self.equal_sum(&whole, &other)?;
            LinearExpr::combine(parts.iter().map(|(part, value)| (part, *value)))?
        } else {
            self.times_by_digits(left, &other, bounds)?
        };
        self.standing.insert(term, product.clone());
        Ok(product)
    }

    /// Returns the product of a term with many values and `other`, from the term's binary digits.
    fn times_by_digits(
        &mut self,
        term: Term,
        other: &LinearExpr,
        bounds: (i64, i64),
    ) -> Result<LinearExpr, Fault> {
        let values = self.terms.values(term).clone();
        let range = values.upper.checked_sub(values.lower).ok_or(Fault::Numbers)?;
        let own = self.linear(term, Need::Exact)?;
        let mut digits = vec![(LinearExpr::constant(1), values.lower)];
        let mut parts = vec![(other.clone(), values.lower)];
        for place in 0..i64::BITS - range.leading_zeros() {
            let digit = LinearExpr::column(self.helper(0, 1));
            parts.push((self.switched(&digit, other, bounds)?, 1 << place));
            digits.push((digit, 1 << place));
        }
        digits.push((own, -1));
        let difference = LinearExpr::combine(digits.iter().map(|(part, weight)| (part, *weight)))?;
        self.row(difference, Sense::Equal, 0)?;
        LinearExpr::combine(parts.iter().map(|(part, weight)| (part, *weight)))
    }

    /// Returns a column that is `other` where `switch` is 1 and 0 where it is 0.
    fn switched(
        &mut self,
        switch: &LinearExpr,
        other: &LinearExpr,
        (lower, upper): (i64, i64),
    ) -> Result<LinearExpr, Fault> {
        let product = LinearExpr::column(self.helper(lower.min(0), upper.max(0)));
        let negative = |value: i64| value.checked_neg().ok_or(Fault::Numbers);
        // On: within the bounds of the other; off: 0.
        let from_below = LinearExpr::combine([(&product, 1), (switch, negative(lower)?)])?;
        self.row(from_below, Sense::AtLeast, 0)?;
        let from_above = LinearExpr::combine([(&product, 1), (switch, negative(upper)?)])?;
        self.row(from_above, Sense::AtMost, 0)?;
        // On: the other; off: nothing that its bounds do not say.
        let off = switch.complement()?;
        let least = LinearExpr::combine([(&product, 1), (other, -1), (&off, lower)])?;
        self.row(least, Sense::AtMost, 0)?;
        let most = LinearExpr::combine([(&product, 1), (other, -1), (&off, upper)])?;
        self.row(most, Sense::AtLeast, 0).map(|()| product)
    }
}
