//! Equalities: sums that are 0, or are not.
//!
//! For two terms with few values, the values are matched: rows state "if one has this value, the
//! other has its counterpart", which is as tight as rows can be. Other sums are bounded from both
//! sides; to exclude 0, a helper column chooses the side.

use crate::emit::{Bounding, Emitter, OneHot};
use crate::error::TermError;
use crate::program::{LinearExpr, Sense};
use crate::term::{Op, Term};

/// Values of two terms, as one-hot expressions.
#[derive(Default)]
struct MatchedValues {
    /// Corresponding values.
    pairs: Vec<(LinearExpr, LinearExpr)>,
    /// Values without a counterpart.
    single: Vec<LinearExpr>,
}

impl Emitter<'_> {
    /// Matches the values of two terms whose weighted sum is 0.
    fn match_zero_values(&mut self, sum: Term) -> Result<MatchedValues, TermError> {
        let (parts, constant) = self.terms.parts(sum);
        let [(left, a), (right, b)] = parts[..] else { return Ok(MatchedValues::default()) };
        let (left, right): (OneHot, OneHot) = (self.one_hot(left)?, self.one_hot(right)?);
        let mut matched = vec![false; right.len()];
        let MatchedValues { mut pairs, mut single } = MatchedValues::default();
        for (x, indicator) in left.iter() {
            let rest = i128::from(constant) + i128::from(a) * i128::from(*x);
            let position =
                right.iter().position(|(y, _)| rest + i128::from(b) * i128::from(*y) == 0);
            match position {
                Some(position) => {
                    matched[position] = true;
                    pairs.push((indicator.clone(), right[position].1.clone()));
                }
                None => single.push(indicator.clone()),
            }
        }
        let unmatched = right.iter().zip(matched).filter(|(_, matched)| !matched);
        single.extend(unmatched.map(|((_, indicator), _)| indicator.clone()));
        Ok(MatchedValues { pairs, single })
    }

    /// Posts that the sum is 0 if `slack` is 0.
    pub(crate) fn enforce_zero(&mut self, sum: Term, slack: &LinearExpr) -> Result<(), TermError> {
        let (parts, _) = self.terms.parts(sum);
        let by_value = parts.len() == 2
            && parts.iter().all(|&(part, _)| self.has_few_values(part) && self.uses_one_hot(part))
            && !parts.iter().all(|&(part, _)| self.terms.values(part).has_at_most(2));
        if by_value {
            let is_unconditional = slack.terms.is_empty();
            let MatchedValues { pairs, single } = self.match_zero_values(sum)?;
            for (left, right) in pairs {
                let left = LinearExpr::combine([(&left, 1), (&right, -1), (slack, -1)])?;
                self.add_row(left, if is_unconditional { Sense::Equal } else { Sense::AtMost }, 0)?;
            }
            for indicator in single {
                self.add_row(
                    LinearExpr::combine([(&indicator, 1), (slack, -1)])?,
                    Sense::AtMost,
                    0,
                )?;
            }
            return Ok(());
        }
        if slack.terms.is_empty() && self.define_from_rest(sum)? {
            return Ok(());
        }
        let values = self.terms.values(sum).clone();
        let left = self.linear_expr(sum, Bounding::Exact)?;
        if slack.terms.is_empty() {
            return self.add_row(left, Sense::Equal, 0);
        }
        self.post_at_most(&left, i128::from(values.upper), slack)?;
        let negative = LinearExpr::combine([(&left, -1)])?;
        self.post_at_most(&negative, -i128::from(values.lower), slack)
    }

    /// For a sum that must be 0, uses the rest of the sum as the expression of a part without
    /// columns: `z = max(x, y)` and `b = (x ≤ y)` then need no columns besides those of `z` and
    /// `b`.
    fn define_from_rest(&mut self, sum: Term) -> Result<bool, TermError> {
        let (parts, constant) = self.terms.parts(sum);
        for &(part, weight) in &parts {
            let own = self.terms.values(part).clone();
            let is_new = |emitter: &Self| !emitter.expr_of.contains_key(&part);
            if weight.abs() != 1
                || !matches!(
                    self.terms.op(part),
                    Op::AtMostZero(_)
                        | Op::Zero(_)
                        | Op::All(_)
                        | Op::AllDifferent(_)
                        | Op::Table(..)
                        | Op::NthSmallest(..)
                        | Op::Element(..)
                )
                || self.uses_one_hot(part) && !own.is_boolean()
                || !is_new(self)
            {
                continue;
            }
            let others = parts.iter().filter(|other| other.0 != part);
            let others: Vec<(Term, i64)> =
                others.map(|&(other, w)| (other, if weight > 0 { -w } else { w })).collect();
            let constant = if weight > 0 { constant.checked_neg() } else { Some(constant) };
            let Some(constant) = constant else { continue };
            let Ok(rest) = self.terms.sum(&others, constant) else { continue };
            let values = self.terms.values(rest);
            if values.lower < own.lower || values.upper > own.upper {
                continue;
            }
            let linear = self.linear_expr(rest, Bounding::Exact)?;
            // The rest may have created columns for the part.
            if is_new(self) {
                self.expr_of.insert(part, linear);
                self.define(part, Bounding::Exact)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Given the sum of an equality of two Booleans, returns the Boolean that they differ; given
    /// the sum of a difference, returns the equality.
    pub(crate) fn negated_equality(&mut self, sum: Term) -> Result<Option<Term>, TermError> {
        let (parts, constant) = self.terms.parts(sum);
        let [(left, 1), (right, weight)] = parts[..] else { return Ok(None) };
        if !matches!((weight, constant), (-1, 0) | (1, -1))
            || !self.terms.is_boolean(left)
            || !self.terms.is_boolean(right)
        {
            return Ok(None);
        }
        let opposite = self.terms.sum(&[(left, 1), (right, -weight)], -1 - constant)?;
        self.terms.zero(opposite).map(Some)
    }

    /// Posts that the sum is not 0 if `slack` is 0.
    pub(crate) fn forbid_zero(&mut self, sum: Term, slack: &LinearExpr) -> Result<(), TermError> {
        let (parts, _) = self.terms.parts(sum);
        if parts.len() == 2 && parts.iter().all(|&(part, _)| self.has_few_values(part)) {
            let MatchedValues { pairs, .. } = self.match_zero_values(sum)?;
            for (left, right) in pairs {
                let both = LinearExpr::combine([(&left, 1), (&right, 1), (slack, -1)])?;
                self.add_row(both, Sense::AtMost, 1)?;
            }
            return Ok(());
        }
        let values = self.terms.values(sum).clone();
        let (lower, upper) = (i128::from(values.lower), i128::from(values.upper));
        let left = self.linear_expr(sum, Bounding::Exact)?;
        // Below 0, unless the side column is 1.
        let side = match (lower, upper) {
            (_, 0) => LinearExpr::constant(0),
            (0, _) => LinearExpr::constant(1),
            _ => LinearExpr::column(self.new_helper_column(0, 1)),
        };
        let one = LinearExpr::constant(1);
        let unless_above = LinearExpr::combine([(slack, 1), (&side, 1)])?;
        let below = LinearExpr::combine([(&left, 1), (&one, 1)])?;
        self.post_at_most(&below, upper + 1, &unless_above)?;
        let unless_below = LinearExpr::combine([(slack, 1), (&one, 1), (&side, -1)])?;
        let above = LinearExpr::combine([(&left, -1), (&one, 1)])?;
        self.post_at_most(&above, 1 - lower, &unless_below)
    }
}
