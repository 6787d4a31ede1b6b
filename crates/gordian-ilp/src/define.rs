//! Definitions of terms as rows: enforced and forbidden conditions under a slack, and
//! half-definitions.

use gordian_core::stack;

use crate::emit::{Bounding, Emitter};
use crate::error::TermError;
use crate::program::{LinearExpr, Sense};
use crate::term::{Op, Term};

impl Emitter<'_> {
    /// Emits the missing halves of the definition of `term`.
    pub(crate) fn define(&mut self, term: Term, bounding: Bounding) -> Result<(), TermError> {
        let (below, above) = self.defined.get(&term).copied().unwrap_or_default();
        let new_below = bounding != Bounding::FromAbove && !below;
        let new_above = bounding != Bounding::FromBelow && !above;
        if !new_below && !new_above {
            return Ok(());
        }
        self.defined.insert(term, (below || new_below, above || new_above));
        match self.terms.op(term).clone() {
            Op::AtMostZero(_) | Op::Zero(_) | Op::All(_) | Op::AllDifferent(_) | Op::Table(..) => {
                let boolean = self.term_columns(term)?;
                if new_below {
                    self.enforce(term, &boolean.complement()?)?;
                }
                if new_above {
                    self.forbid(term, &boolean)?;
                }
                Ok(())
            }
            Op::Parity(parts) => {
                self.defined.insert(term, (true, true));
                self.define_parity(term, &parts)
            }
            Op::NthSmallest(items, position) => {
                if new_below {
                    self.define_nth_smallest(
                        term,
                        &items,
                        items.len() - position,
                        Bounding::FromBelow,
                    )?;
                }
                if new_above {
                    self.define_nth_smallest(term, &items, position + 1, Bounding::FromAbove)?;
                }
                Ok(())
            }
            Op::Element(array, index) => {
                if self.one_hot_terms.contains(&term)
                    && array.iter().all(|&item| self.has_few_values(item))
                {
                    self.defined.insert(term, (true, true));
                    return self.define_element_by_value(term, &array, index);
                }
                if new_below {
                    self.define_element(term, &array, index, Bounding::FromBelow)?;
                }
                if new_above {
                    self.define_element(term, &array, index, Bounding::FromAbove)?;
                }
                Ok(())
            }
            // Free within their domains, or defined by required conditions or by their operands.
            Op::Var(_) | Op::Copy(..) | Op::Quotient(..) => Ok(()),
            Op::Const(_)
            | Op::Sum(..)
            | Op::Pair(..)
            | Op::Map(..)
            | Op::Select(..)
            | Op::Product(..) => Ok(()),
        }
    }

    /// Posts that the Boolean is 1 if `slack` is 0.
    pub(crate) fn enforce(&mut self, term: Term, slack: &LinearExpr) -> Result<(), TermError> {
        stack::ensure_sufficient(|| self.enforce_impl(term, slack))
    }

    fn enforce_impl(&mut self, term: Term, slack: &LinearExpr) -> Result<(), TermError> {
        if slack.terms.is_empty() && slack.constant > 0 {
            return Ok(());
        }
        match self.terms.op(term).clone() {
            Op::Sum(parts, 1) if parts.len() == 1 && parts[0].1 == -1 => {
                self.forbid(parts[0].0, slack)
            }
            Op::All(parts) => parts.iter().try_for_each(|&part| self.enforce(part, slack)),
            Op::AtMostZero(sum) if !self.uses_one_hot_operand(sum) => {
                let upper = self.terms.values(sum).upper;
                let left = self.linear_expr(sum, Bounding::FromAbove)?;
                self.post_at_most(&left, i128::from(upper), slack)
            }
            Op::Zero(sum) => self.enforce_zero(sum, slack),
            Op::AllDifferent(items) => self.enforce_all_different(&items, slack),
            Op::Table(items, rows) => self.enforce_table(&items, &rows, slack),
            _ => {
                let boolean = self.linear_expr(term, Bounding::FromBelow)?;
                let either = LinearExpr::combine([(&boolean, 1), (slack, 1)])?;
                self.add_row(either, Sense::AtLeast, 1)
            }
        }
    }

    /// Posts that the Boolean is 0 if `slack` is 0.
    pub(crate) fn forbid(&mut self, term: Term, slack: &LinearExpr) -> Result<(), TermError> {
        stack::ensure_sufficient(|| self.forbid_impl(term, slack))
    }

    fn forbid_impl(&mut self, term: Term, slack: &LinearExpr) -> Result<(), TermError> {
        if slack.terms.is_empty() && slack.constant > 0 {
            return Ok(());
        }
        match self.terms.op(term).clone() {
            Op::Sum(parts, 1) if parts.len() == 1 && parts[0].1 == -1 => {
                self.enforce(parts[0].0, slack)
            }
            Op::All(parts) => self.forbid_all(&parts, slack),
            Op::AtMostZero(sum) if !self.uses_one_hot_operand(sum) => {
                let lower = self.terms.values(sum).lower;
                let sum = self.linear_expr(sum, Bounding::FromBelow)?;
                let left = LinearExpr::combine([(&LinearExpr::constant(1), 1), (&sum, -1)])?;
                self.post_at_most(&left, 1 - i128::from(lower), slack)
            }
            Op::Zero(sum) => match self.negated_equality(sum)? {
                Some(negated_equality) => self.enforce(negated_equality, slack),
                None => self.forbid_zero(sum, slack),
            },
            Op::AllDifferent(items) => self.forbid_all_different(&items, slack),
            Op::Table(items, rows) => self.forbid_table(&items, &rows, slack),
            _ => {
                let boolean = self.linear_expr(term, Bounding::FromAbove)?;
                let left = LinearExpr::combine([(&boolean, 1), (slack, -1)])?;
                self.add_row(left, Sense::AtMost, 0)
            }
        }
    }

    /// Returns whether "the sum is at most 0" follows from one-hot columns.
    fn uses_one_hot_operand(&self, sum: Term) -> bool {
        self.terms.parts(sum).0.len() == 1 && self.uses_one_hot(sum)
    }

    /// Posts that not all of the conditions hold.
    fn forbid_all(&mut self, parts: &[Term], slack: &LinearExpr) -> Result<(), TermError> {
        // A single part that is expressible as a row needs no column: the others become its slack.
        let rows: Vec<Term> =
            parts.iter().copied().filter(|&part| self.needs_no_column(part)).collect();
        let single = if let [single] = rows[..] { Some(single) } else { None };
        let mut others = Vec::new();
        for &part in parts.iter().filter(|&&part| Some(part) != single) {
            others.push(self.linear_expr(part, Bounding::FromAbove)?.complement()?);
        }
        let slacks = others.iter().map(|other| (other, 1)).chain([(slack, 1)]);
        let slack = LinearExpr::combine(slacks)?;
        match single {
            Some(single) => self.forbid(single, &slack),
            None => self.add_row(slack, Sense::AtLeast, 1),
        }
    }

    /// Returns whether rows can express the Boolean or its negation under a slack, while it would
    /// need a column otherwise.
    fn needs_no_column(&self, term: Term) -> bool {
        if self.defined.contains_key(&term) {
            return false;
        }
        match self.terms.op(term) {
            Op::Sum(parts, 1) if parts.len() == 1 && parts[0].1 == -1 => {
                self.needs_no_column(parts[0].0)
            }
            Op::AtMostZero(sum) => !self.uses_one_hot_operand(*sum),
            Op::Zero(_) | Op::All(_) | Op::AllDifferent(_) | Op::Table(..) => true,
            _ => false,
        }
    }

    fn define_parity(&mut self, term: Term, parts: &[Term]) -> Result<(), TermError> {
        let odd = self.term_columns(term)?;
        let most = i64::try_from(parts.len() / 2).map_err(|_| TermError::TooLarge)?;
        let half_sum = LinearExpr::column(self.new_helper_column(0, most));
        let parts = parts.iter().map(|&part| Ok((self.linear_expr(part, Bounding::Exact)?, 1)));
        let mut parts = parts.collect::<Result<Vec<_>, TermError>>()?;
        parts.extend([(half_sum, -2), (odd, -1)]);
        let difference = LinearExpr::combine(parts.iter().map(|(part, weight)| (part, *weight)))?;
        self.add_row(difference, Sense::Equal, 0)
    }

    /// Posts that at least `count` of the items are on one side of the term. An order statistic is
    /// bounded from above if enough items are at least as large.
    fn define_nth_smallest(
        &mut self,
        term: Term,
        items: &[Term],
        count: usize,
        bounding: Bounding,
    ) -> Result<(), TermError> {
        let own = self.term_columns(term)?;
        let own_values = self.terms.values(term).clone();
        let mut chosen = Vec::new();
        for &item in items {
            let values = self.terms.values(item).clone();
            let other = self.linear_expr(item, bounding)?;
            let (left, most) = match bounding {
                Bounding::FromBelow => (
                    LinearExpr::combine([(&own, 1), (&other, -1)])?,
                    i128::from(own_values.upper) - i128::from(values.lower),
                ),
                Bounding::FromAbove | Bounding::Exact => (
                    LinearExpr::combine([(&other, 1), (&own, -1)])?,
                    i128::from(values.upper) - i128::from(own_values.lower),
                ),
            };
            let slack = if count == items.len() {
                LinearExpr::constant(0)
            } else {
                let indicator = LinearExpr::column(self.new_helper_column(0, 1));
                let slack = indicator.complement()?;
                chosen.push(indicator);
                slack
            };
            self.post_at_most(&left, most, &slack)?;
        }
        if chosen.is_empty() {
            return Ok(());
        }
        let count = i64::try_from(count).map_err(|_| TermError::TooLarge)?;
        let total = LinearExpr::combine(chosen.iter().map(|indicator| (indicator, 1)))?;
        self.add_row(total, Sense::AtLeast, count)
    }

    fn define_element(
        &mut self,
        term: Term,
        array: &[Term],
        index: Term,
        bounding: Bounding,
    ) -> Result<(), TermError> {
        let own = self.term_columns(term)?;
        let own_values = self.terms.values(term).clone();
        let index = self.one_hot(index)?;
        for (position, indicator) in index.iter() {
            let Some(&item) =
                usize::try_from(*position).ok().and_then(|position| array.get(position))
            else {
                continue;
            };
            let values = self.terms.values(item).clone();
            let other = self.linear_expr(item, bounding)?;
            let sign = if bounding == Bounding::FromBelow { 1 } else { -1 };
            let left = LinearExpr::combine([(&own, sign), (&other, -sign)])?;
            let most = if bounding == Bounding::FromBelow {
                i128::from(own_values.upper) - i128::from(values.lower)
            } else {
                i128::from(values.upper) - i128::from(own_values.lower)
            };
            self.post_at_most(&left, most, &indicator.complement()?)?;
        }
        Ok(())
    }

    /// Posts for each index value that the element has a value only if the chosen item has it.
    fn define_element_by_value(
        &mut self,
        term: Term,
        array: &[Term],
        index: Term,
    ) -> Result<(), TermError> {
        let own = self.one_hot(term)?;
        let index = self.one_hot(index)?;
        for (position, chosen) in index.iter() {
            let Some(&item) =
                usize::try_from(*position).ok().and_then(|position| array.get(position))
            else {
                continue;
            };
            for (value, indicator) in own.iter() {
                let same = self.terms.equal(item, *value)?;
                let same = self.linear_expr(same, Bounding::Exact)?;
                let both = LinearExpr::combine([(indicator, 1), (chosen, 1), (&same, -1)])?;
                self.add_row(both, Sense::AtMost, 1)?;
            }
        }
        Ok(())
    }

    /// Returns for each value of the items their one-hot expressions, and whether there are as many
    /// values as items.
    fn one_hot_by_value(
        &mut self,
        items: &[Term],
    ) -> Result<(Vec<Vec<LinearExpr>>, bool), TermError> {
        let mut one_hot_by_value: std::collections::BTreeMap<i64, Vec<LinearExpr>> =
            std::collections::BTreeMap::new();
        for &item in items {
            for (value, indicator) in self.one_hot(item)?.iter() {
                one_hot_by_value.entry(*value).or_default().push(indicator.clone());
            }
        }
        let tight = one_hot_by_value.len() == items.len();
        Ok((one_hot_by_value.into_values().collect(), tight))
    }

    fn enforce_all_different(
        &mut self,
        items: &[Term],
        slack: &LinearExpr,
    ) -> Result<(), TermError> {
        let (one_hot_by_value, tight) = self.one_hot_by_value(items)?;
        let tight = tight && slack.terms.is_empty();
        for one_hot_by_value in one_hot_by_value {
            let count =
                LinearExpr::combine(one_hot_by_value.iter().map(|indicator| (indicator, 1)))?;
            if tight {
                self.add_row(count, Sense::Equal, 1)?;
            } else {
                let above = LinearExpr::combine([(&count, 1), (&LinearExpr::constant(1), -1)])?;
                let most =
                    i128::try_from(one_hot_by_value.len()).map_err(|_| TermError::TooLarge)? - 1;
                self.post_at_most(&above, most, slack)?;
            }
        }
        Ok(())
    }

    fn forbid_all_different(
        &mut self,
        items: &[Term],
        slack: &LinearExpr,
    ) -> Result<(), TermError> {
        let (one_hot_by_value, _) = self.one_hot_by_value(items)?;
        let mut twice = Vec::new();
        for one_hot_by_value in
            one_hot_by_value.iter().filter(|one_hot_by_value| one_hot_by_value.len() > 1)
        {
            let indicator = LinearExpr::column(self.new_helper_column(0, 1));
            let parts =
                one_hot_by_value.iter().map(|indicator| (indicator, 1)).chain([(&indicator, -2)]);
            self.add_row(LinearExpr::combine(parts)?, Sense::AtLeast, 0)?;
            twice.push(indicator);
        }
        let parts = twice.iter().map(|indicator| (indicator, 1)).chain([(slack, 1)]);
        self.add_row(LinearExpr::combine(parts)?, Sense::AtLeast, 1)
    }

    fn enforce_table(
        &mut self,
        items: &[Term],
        rows: &[Vec<i64>],
        slack: &LinearExpr,
    ) -> Result<(), TermError> {
        let chosen: Vec<LinearExpr> =
            rows.iter().map(|_| LinearExpr::column(self.new_helper_column(0, 1))).collect();
        let parts = chosen.iter().map(|indicator| (indicator, 1)).chain([(slack, 1)]);
        self.add_row(LinearExpr::combine(parts)?, Sense::AtLeast, 1)?;
        let parts = chosen.iter().map(|indicator| (indicator, 1));
        self.add_row(LinearExpr::combine(parts)?, Sense::AtMost, 1)?;
        for (position, &item) in items.iter().enumerate() {
            let mut values: Vec<i64> = rows.iter().map(|row| row[position]).collect();
            values.sort_unstable();
            values.dedup();
            for value in values {
                let with = rows.iter().zip(&chosen).filter(|(row, _)| row[position] == value);
                let with = LinearExpr::combine(with.map(|(_, indicator)| (indicator, 1)))?;
                let same = self.terms.equal(item, value)?;
                let same = self.linear_expr(same, Bounding::FromBelow)?;
                self.add_row(LinearExpr::combine([(&with, 1), (&same, -1)])?, Sense::AtMost, 0)?;
            }
        }
        Ok(())
    }

    fn forbid_table(
        &mut self,
        items: &[Term],
        rows: &[Vec<i64>],
        slack: &LinearExpr,
    ) -> Result<(), TermError> {
        for row in rows {
            let equal = items.iter().zip(row).map(|(&item, &value)| self.terms.equal(item, value));
            let equal = equal.collect::<Result<Vec<_>, TermError>>()?;
            let all = self.terms.all(&equal)?;
            self.forbid(all, slack)?;
        }
        Ok(())
    }
}
