//! Products of terms, one factor of which is expressed by 0/1 columns.

use crate::emit::{Bounding, Emitter};
use crate::error::TermError;
use crate::program::{LinearExpr, Sense};
use crate::term::{Op, Term};

impl Emitter<'_> {
    /// Returns the product of two terms.
    pub(crate) fn product_expr(&mut self, term: Term) -> Result<LinearExpr, TermError> {
        if let Some(product) = self.expr_of.get(&term) {
            return Ok(product.clone());
        }
        let Op::Product(left, right) = *self.terms.op(term) else {
            return Err(TermError::TooLarge);
        };
        let other = self.linear_expr(right, Bounding::Exact)?;
        let values = self.terms.values(right).clone();
        let bounds = (values.lower, values.upper);
        let product = if self.terms.is_boolean(left) {
            let switch = self.linear_expr(left, Bounding::Exact)?;
            self.gated_product(&switch, &other, bounds)?
        } else if self.has_few_values(left) {
            let one_hot = self.one_hot(left)?;
            let mut parts = Vec::new();
            for (value, indicator) in one_hot.iter() {
                parts.push((self.gated_product(indicator, &other, bounds)?, *value));
            }
            // Exactly one part equals the other factor and the rest are 0, so their sum equals it.
            let whole: Vec<LinearExpr> = parts.iter().map(|(part, _)| part.clone()).collect();
            self.equal_sum(&whole, &other)?;
            LinearExpr::combine(parts.iter().map(|(part, value)| (part, *value)))?
        } else {
            self.product_by_digits(left, &other, bounds)?
        };
        self.expr_of.insert(term, product.clone());
        Ok(product)
    }

    /// Returns the product of a term with many values and `other`, by the binary digits of the
    /// term.
    fn product_by_digits(
        &mut self,
        term: Term,
        other: &LinearExpr,
        bounds: (i64, i64),
    ) -> Result<LinearExpr, TermError> {
        let values = self.terms.values(term).clone();
        let range = values.upper.checked_sub(values.lower).ok_or(TermError::TooLarge)?;
        let own = self.linear_expr(term, Bounding::Exact)?;
        let mut digits = vec![(LinearExpr::constant(1), values.lower)];
        let mut parts = vec![(other.clone(), values.lower)];
        for position in 0..i64::BITS - range.leading_zeros() {
            let digit = LinearExpr::column(self.new_helper_column(0, 1));
            parts.push((self.gated_product(&digit, other, bounds)?, 1 << position));
            digits.push((digit, 1 << position));
        }
        digits.push((own, -1));
        let difference = LinearExpr::combine(digits.iter().map(|(part, weight)| (part, *weight)))?;
        self.add_row(difference, Sense::Equal, 0)?;
        LinearExpr::combine(parts.iter().map(|(part, weight)| (part, *weight)))
    }

    /// Returns a column that equals `other` if `switch` is 1, and 0 otherwise.
    fn gated_product(
        &mut self,
        switch: &LinearExpr,
        other: &LinearExpr,
        (lower, upper): (i64, i64),
    ) -> Result<LinearExpr, TermError> {
        let product = LinearExpr::column(self.new_helper_column(lower.min(0), upper.max(0)));
        let negative = |value: i64| value.checked_neg().ok_or(TermError::TooLarge);
        // If on: within the bounds of `other`; if off: 0.
        let from_below = LinearExpr::combine([(&product, 1), (switch, negative(lower)?)])?;
        self.add_row(from_below, Sense::AtLeast, 0)?;
        let from_above = LinearExpr::combine([(&product, 1), (switch, negative(upper)?)])?;
        self.add_row(from_above, Sense::AtMost, 0)?;
        // If on: equal to `other`; if off: implied by the bounds of `other`.
        let off = switch.complement()?;
        let least = LinearExpr::combine([(&product, 1), (other, -1), (&off, lower)])?;
        self.add_row(least, Sense::AtMost, 0)?;
        let most = LinearExpr::combine([(&product, 1), (other, -1), (&off, upper)])?;
        self.add_row(most, Sense::AtLeast, 0).map(|()| product)
    }
}
