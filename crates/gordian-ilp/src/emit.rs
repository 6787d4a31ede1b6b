//! From terms to columns and rows.
//!
//! Every term has a [`LinearExpr`] over columns, whose value lies within the bounds of the term at
//! every integer point. Its relation to the term depends on the requested [`Bounding`]: an
//! expression that bounds a Boolean from below may be 0 while the Boolean is 1, but not vice versa.
//!
//! Conditions are emitted under a *slack*: a sum of columns that is 0 if the condition must hold
//! and a positive integer if it need not. A slack that is the constant 0 gives an unconditional
//! row.

use std::rc::Rc;

use gordian_core::{IndexVec, stack};
use gordian_model::Model;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::algebra::MAX_ONE_HOT_VALUES;
use crate::error::TermError;
use crate::program::{Column, ColumnId, LinearExpr, Row, Sense};
use crate::term::{Op, Term, Terms};
use crate::values::MAX_LISTED_VALUES;

/// The required relation of an expression to its term at every integer point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bounding {
    /// At most the term.
    FromBelow,
    /// At least the term.
    FromAbove,
    /// Equal to the term.
    Exact,
}

impl Bounding {
    /// Returns the relation that a summand with this weight needs.
    pub(crate) fn scaled(self, weight: i64) -> Self {
        match self {
            Self::FromBelow if weight < 0 => Self::FromAbove,
            Self::FromAbove if weight < 0 => Self::FromBelow,
            other => other,
        }
    }
}

/// One-hot encoding: a 0/1 expression per value, which is 1 if the term has the value. They add up
/// to 1.
pub(crate) type OneHot = Rc<[(i64, LinearExpr)]>;

/// Emits columns and rows.
pub(crate) struct Emitter<'m> {
    pub(crate) terms: Terms,
    model: &'m Model,
    /// Terms with a one-hot encoding: they get one column per value from the start.
    pub(crate) one_hot_terms: FxHashSet<Term>,
    pub(crate) columns: IndexVec<ColumnId, Column>,
    pub(crate) rows: Vec<Row>,
    /// The name of the constraint whose rows are being emitted.
    pub(crate) constraint_name: String,
    /// Number of helper columns per constraint name.
    n_helpers: FxHashMap<String, usize>,
    pub(crate) expr_of: FxHashMap<Term, LinearExpr>,
    one_hot: FxHashMap<Term, OneHot>,
    /// Groups of columns of which exactly one is 1, and the group of each column.
    groups: Vec<Vec<ColumnId>>,
    group_of: FxHashMap<ColumnId, usize>,
    /// The emitted halves of the definitions of terms: from below, from above.
    pub(crate) defined: FxHashMap<Term, (bool, bool)>,
}

impl<'m> Emitter<'m> {
    /// Returns an emitter that encodes `one_hot_terms` one-hot.
    pub(crate) fn new(model: &'m Model, terms: Terms, one_hot_terms: FxHashSet<Term>) -> Self {
        Self {
            terms,
            model,
            one_hot_terms,
            columns: IndexVec::new(),
            rows: Vec::new(),
            constraint_name: String::new(),
            n_helpers: FxHashMap::default(),
            expr_of: FxHashMap::default(),
            one_hot: FxHashMap::default(),
            groups: Vec::new(),
            group_of: FxHashMap::default(),
            defined: FxHashMap::default(),
        }
    }

    /// Returns all terms, and those that needed a one-hot encoding.
    pub(crate) fn into_one_hot_terms(self) -> (Terms, FxHashSet<Term>) {
        (self.terms, self.one_hot_terms)
    }

    /// Returns whether the term has a one-hot encoding in any case.
    pub(crate) fn uses_one_hot(&self, term: Term) -> bool {
        let term = match self.terms.op(term) {
            Op::Sum(parts, _) if parts.len() == 1 => parts[0].0,
            _ => term,
        };
        self.terms.values(term).has_at_most(2)
            || self.one_hot_terms.contains(&term)
            || matches!(self.terms.op(term), Op::Map(..) | Op::Pair(..) | Op::Select(..))
    }

    /// Returns the expression of the term.
    pub(crate) fn linear_expr(
        &mut self,
        term: Term,
        bounding: Bounding,
    ) -> Result<LinearExpr, TermError> {
        stack::ensure_sufficient(|| self.linear_expr_impl(term, bounding))
    }

    fn linear_expr_impl(
        &mut self,
        term: Term,
        bounding: Bounding,
    ) -> Result<LinearExpr, TermError> {
        match self.terms.op(term).clone() {
            Op::Const(value) => Ok(LinearExpr::constant(value)),
            Op::Sum(parts, constant) => {
                let parts = parts.iter().map(|&(part, weight)| {
                    Ok((self.linear_expr(part, bounding.scaled(weight))?, weight))
                });
                let mut parts = parts.collect::<Result<Vec<_>, TermError>>()?;
                parts.push((LinearExpr::constant(constant), 1));
                LinearExpr::combine(parts.iter().map(|(part, weight)| (part, *weight)))
            }
            Op::Map(..) | Op::Pair(..) | Op::Select(..) => {
                let one_hot = self.one_hot(term)?;
                weighted_values(&one_hot)
            }
            Op::AtMostZero(sum) if self.terms.parts(sum).0.len() == 1 && self.uses_one_hot(sum) => {
                let boolean = self.terms.map(sum, |value| Some(i64::from(value <= 0)))?;
                self.linear_expr(boolean, bounding)
            }
            Op::Product(..) => self.product_expr(term),
            _ => {
                let linear = self.term_columns(term)?;
                self.define(term, bounding)?;
                Ok(linear)
            }
        }
    }

    /// Returns the one-hot encoding of the term.
    pub(crate) fn one_hot(&mut self, term: Term) -> Result<OneHot, TermError> {
        if let Some(one_hot) = self.one_hot.get(&term) {
            let one_hot = Rc::clone(one_hot);
            self.define(term, Bounding::Exact)?;
            return Ok(one_hot);
        }
        let one_hot: OneHot = match self.terms.op(term).clone() {
            Op::Const(value) => Rc::new([(value, LinearExpr::constant(1))]),
            Op::Sum(parts, constant) if parts.len() == 1 => {
                let (atom, weight) = parts[0];
                let one_hot = self.one_hot(atom)?;
                let shift = |value: i64| {
                    let shifted = i128::from(value) * i128::from(weight) + i128::from(constant);
                    i64::try_from(shifted).map_err(|_| TermError::TooLarge)
                };
                let shifted = one_hot
                    .iter()
                    .map(|(value, indicator)| Ok((shift(*value)?, indicator.clone())));
                shifted.collect::<Result<Rc<_>, TermError>>()?
            }
            Op::Sum(parts, _)
                if parts.len() == 2 && self.terms.has_few_pairs(parts[0].0, parts[1].0) =>
            {
                let table = self.sum_of_pairs(term)?;
                self.one_hot(table)?
            }
            Op::Map(base, pairs) => {
                let base = self.one_hot(base)?;
                let image = base.iter().filter_map(|(from, indicator)| {
                    Some((crate::algebra::lookup(&pairs, *from)?, indicator.clone()))
                });
                merged_by_value(image)?
            }
            Op::Select(cases) => {
                let mut image = Vec::with_capacity(cases.len());
                for (condition, value) in cases {
                    image.push((value, self.linear_expr(condition, Bounding::Exact)?));
                }
                merged_by_value(image)?
            }
            Op::Pair(left, right) => self.pair(left, right)?,
            _ => self.one_hot_of_column(term)?,
        };
        self.one_hot.insert(term, Rc::clone(&one_hot));
        Ok(one_hot)
    }

    /// Returns the sum of two terms as a function of their pair.
    fn sum_of_pairs(&mut self, term: Term) -> Result<Term, TermError> {
        let (parts, constant) = self.terms.parts(term);
        let [(left, a), (right, b)] = parts[..] else { return Err(TermError::TooLarge) };
        let sum = |x: i64, y: i64| {
            let wide = i128::from(x) * i128::from(a) + i128::from(y) * i128::from(b);
            i64::try_from(wide + i128::from(constant)).ok()
        };
        Ok(self.terms.map_pairs("a sum", left, right, sum)?.0)
    }

    /// Creates one column for each pair of values.
    fn pair(&mut self, left: Term, right: Term) -> Result<OneHot, TermError> {
        let (rows, columns) = (self.one_hot(left)?, self.one_hot(right)?);
        // Values in ascending order, which defines the numbering of the pairs.
        let sorted = |one_hot: &OneHot| {
            let mut sorted = one_hot.to_vec();
            sorted.sort_by_key(|&(value, _)| value);
            sorted
        };
        let (rows, columns) = (sorted(&rows), sorted(&columns));
        let pairs: Vec<LinearExpr> = (0..rows.len() * columns.len())
            .map(|_| LinearExpr::column(self.new_helper_column(0, 1)))
            .collect();
        for (position, (_, indicator)) in rows.iter().enumerate() {
            let own = &pairs[position * columns.len()..(position + 1) * columns.len()];
            self.equal_sum(own, indicator)?;
        }
        for (position, (_, indicator)) in columns.iter().enumerate() {
            let own: Vec<LinearExpr> =
                pairs.iter().skip(position).step_by(columns.len()).cloned().collect();
            self.equal_sum(&own, indicator)?;
        }
        Ok((0_i64..).zip(pairs).collect())
    }

    /// Posts that the parts add up to `total`.
    pub(crate) fn equal_sum(
        &mut self,
        parts: &[LinearExpr],
        total: &LinearExpr,
    ) -> Result<(), TermError> {
        let parts = parts.iter().map(|part| (part, 1)).chain([(total, -1)]);
        let difference = LinearExpr::combine(parts)?;
        self.add_row(difference, Sense::Equal, 0)
    }

    /// Returns a one-hot encoding for a term that has a column of its own.
    fn one_hot_of_column(&mut self, term: Term) -> Result<OneHot, TermError> {
        if !self.terms.is_listed(term) {
            return Err(TermError::TooManyValues {
                operation: "an operation",
                limit: MAX_LISTED_VALUES,
            });
        }
        self.one_hot_terms.insert(term);
        let linear = self.linear_expr(term, Bounding::Exact)?;
        if let Some(one_hot) = self.one_hot.get(&term) {
            return Ok(Rc::clone(one_hot));
        }
        // The column was created before the one-hot encoding was requested.
        let one_hot = if self.terms.is_boolean(term) {
            Rc::new([(0, linear.complement()?), (1, linear)])
        } else {
            let name = match linear.as_column() {
                Some(column) => self.columns[column].name.clone(),
                None => self.helper_name(),
            };
            let one_hot = self.new_one_hot(term, &name)?;
            self.equal_sum(&[weighted_values(&one_hot)?], &linear)?;
            one_hot
        };
        Ok(one_hot)
    }

    /// Returns the columns of a term that is not derived from other terms.
    pub(crate) fn term_columns(&mut self, term: Term) -> Result<LinearExpr, TermError> {
        if let Some(linear) = self.expr_of.get(&term) {
            return Ok(linear.clone());
        }
        let values = self.terms.values(term).clone();
        let var = if let Op::Var(var) = self.terms.op(term) { Some(*var) } else { None };
        let has_holes = values.list.as_ref().is_some_and(|list| {
            usize::try_from(values.lower.abs_diff(values.upper)).is_ok_and(|d| d >= list.len())
        });
        let name = match var {
            Some(var) => self.model.variables()[var].name.clone(),
            None => self.helper_name(),
        };
        // Rows that define the values of a variable carry its name.
        let constraint_name = self.constraint_name.clone();
        if var.is_some() {
            self.constraint_name.clone_from(&name);
        }
        let by_value = self.one_hot_terms.contains(&term) || var.is_some() && has_holes;
        let linear = if values.has_at_most(MAX_LISTED_VALUES)
            && !values.is_boolean()
            && (by_value || values.has_at_most(2))
        {
            let one_hot = self.new_one_hot(term, &name)?;
            self.one_hot.insert(term, Rc::clone(&one_hot));
            weighted_values(&one_hot)?
        } else {
            LinearExpr::column(self.column(name, values.lower, values.upper))
        };
        self.expr_of.insert(term, linear.clone());
        self.constraint_name = constraint_name;
        Ok(linear)
    }

    /// Creates one 0/1 column per value of a term, exactly one of which is 1.
    fn new_one_hot(&mut self, term: Term, name: &str) -> Result<OneHot, TermError> {
        let list = self.terms.list(term);
        let column_name = |value: i64| format!("{name}={value}");
        if let [low, high] = list[..] {
            let column = LinearExpr::column(self.column(column_name(high), 0, 1));
            return Ok(Rc::new([(low, column.complement()?), (high, column)]));
        }
        let one_hot: OneHot = list
            .iter()
            .map(|&value| (value, LinearExpr::column(self.column(column_name(value), 0, 1))))
            .collect();
        let parts: Vec<LinearExpr> =
            one_hot.iter().map(|(_, indicator)| indicator.clone()).collect();
        self.equal_sum(&parts, &LinearExpr::constant(1))?;
        let group: Vec<ColumnId> = parts.iter().filter_map(LinearExpr::as_column).collect();
        for &column in &group {
            self.group_of.insert(column, self.groups.len());
        }
        self.groups.push(group);
        Ok(one_hot)
    }

    /// Returns whether one column per value is cheap.
    pub(crate) fn has_few_values(&self, term: Term) -> bool {
        self.terms.values(term).has_at_most(MAX_ONE_HOT_VALUES)
    }

    /// Adds a helper column, named after the current constraint.
    pub(crate) fn new_helper_column(&mut self, lower: i64, upper: i64) -> ColumnId {
        let name = self.helper_name();
        self.column(name, lower, upper)
    }

    fn helper_name(&mut self) -> String {
        let number = self.n_helpers.entry(self.constraint_name.clone()).or_default();
        *number += 1;
        format!("{}.{number}", self.constraint_name)
    }

    fn column(&mut self, name: String, lower: i64, upper: i64) -> ColumnId {
        self.columns.push(Column { name, lower, upper })
    }

    /// Adds a row, unless it always holds.
    pub(crate) fn add_row(
        &mut self,
        left: LinearExpr,
        sense: Sense,
        right: i64,
    ) -> Result<(), TermError> {
        let right = right.checked_sub(left.constant).ok_or(TermError::TooLarge)?;
        let mut terms = left.terms;
        if terms.is_empty() {
            let holds = match sense {
                Sense::AtMost => right >= 0,
                Sense::Equal => right == 0,
                Sense::AtLeast => right <= 0,
            };
            if !holds {
                self.add_infeasible_row();
            }
            return Ok(());
        }
        let divisor = terms.iter().fold(0, |divisor, &(_, weight)| {
            crate::algebra::divisor(divisor, weight.unsigned_abs())
        });
        let divisor = i64::try_from(divisor).map_err(|_| TermError::TooLarge)?;
        let right = match sense {
            Sense::Equal if right % divisor != 0 => {
                self.add_infeasible_row();
                return Ok(());
            }
            Sense::Equal | Sense::AtMost => right.div_euclid(divisor),
            Sense::AtLeast => {
                let negative = right.checked_neg().ok_or(TermError::TooLarge)?;
                -negative.div_euclid(divisor)
            }
        };
        // A positive first weight: "x ≥ 3" is easier to read than "−x ≤ −3".
        let flip = terms[0].1 < 0;
        let (divisor, right) =
            if flip { (-divisor, right.checked_neg()) } else { (divisor, Some(right)) };
        let right = right.ok_or(TermError::TooLarge)?;
        let sense = match sense {
            Sense::AtMost if flip => Sense::AtLeast,
            Sense::AtLeast if flip => Sense::AtMost,
            same => same,
        };
        for (_, weight) in &mut terms {
            *weight = weight.checked_div(divisor).ok_or(TermError::TooLarge)?;
        }
        self.rows.push(Row { name: self.constraint_name.clone(), terms, sense, rhs: right });
        Ok(())
    }

    /// Adds a row that no point satisfies.
    fn add_infeasible_row(&mut self) {
        let terms = vec![(self.new_helper_column(0, 0), 1)];
        self.rows.push(Row {
            name: self.constraint_name.clone(),
            terms,
            sense: Sense::Equal,
            rhs: 1,
        });
    }

    /// Posts `left ≤ 0` if `slack` is 0; `most` is the greatest value of `left`.
    pub(crate) fn post_at_most(
        &mut self,
        left: &LinearExpr,
        most: i128,
        slack: &LinearExpr,
    ) -> Result<(), TermError> {
        if most <= 0 {
            return Ok(());
        }
        if slack.terms.is_empty() {
            let is_required = slack.constant <= 0;
            return if is_required { self.add_row(left.clone(), Sense::AtMost, 0) } else { Ok(()) };
        }
        if let Some([a, b]) = self.as_two_groups(left) {
            return self.post_at_most_by_bounds(&a, &b, left.constant, slack);
        }
        let most = i64::try_from(most).map_err(|_| TermError::TooLarge)?;
        let relaxed = LinearExpr::combine([
            (left, 1),
            (slack, most.checked_neg().ok_or(TermError::TooLarge)?),
        ])?;
        self.add_row(relaxed, Sense::AtMost, 0)
    }
}

/// The columns of a group, exactly one of which is 1, with their weights in a sum.
type WeightedGroup = Vec<(ColumnId, i64)>;

impl Emitter<'_> {
    /// Returns the two groups that contain all columns of the sum, if there are exactly two.
    fn as_two_groups(&self, sum: &LinearExpr) -> Option<[WeightedGroup; 2]> {
        let mut positions: Vec<usize> = Vec::new();
        for (column, _) in &sum.terms {
            let position = *self.group_of.get(column)?;
            if !positions.contains(&position) {
                positions.push(position);
            }
        }
        let [a, b] = positions[..] else { return None };
        let weighted = |position: usize| -> WeightedGroup {
            let columns = self.groups[position].iter();
            let weight = |column: &ColumnId| {
                let found = sum.terms.binary_search_by_key(column, |term| term.0);
                found.map_or(0, |found| sum.terms[found].1)
            };
            columns.map(|column| (*column, weight(column))).collect()
        };
        Some([weighted(a), weighted(b)])
    }

    /// Posts `a + b + constant ≤ 0` if `slack` is 0.
    ///
    /// A single row with a big-M constant would express this too, but its LP relaxation is weak.
    /// One row per bound `t` states "not both `a ≥ t` and `b` too large for it"; together these
    /// rows are as tight as possible.
    fn post_at_most_by_bounds(
        &mut self,
        a: &WeightedGroup,
        b: &WeightedGroup,
        constant: i64,
        slack: &LinearExpr,
    ) -> Result<(), TermError> {
        let mut bounds: Vec<i64> = a.iter().map(|entry| entry.1).collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut n_before = 0;
        for bound in bounds {
            let too_great =
                |weight: i64| i128::from(bound) + i128::from(weight) + i128::from(constant) > 0;
            let great: Vec<ColumnId> =
                b.iter().filter(|entry| too_great(entry.1)).map(|entry| entry.0).collect();
            // The last row with the same columns of `b` covers more columns of `a`.
            if great.len() == n_before {
                continue;
            }
            n_before = great.len();
            let above = a.iter().filter(|entry| entry.1 >= bound).map(|entry| entry.0);
            let both: Vec<LinearExpr> = above.chain(great).map(LinearExpr::column).collect();
            let both = both.iter().map(|column| (column, 1)).chain([(slack, -1)]);
            self.add_row(LinearExpr::combine(both)?, Sense::AtMost, 1)?;
        }
        Ok(())
    }
}

/// Adds up the indicators of each value.
fn merged_by_value(
    image: impl IntoIterator<Item = (i64, LinearExpr)>,
) -> Result<OneHot, TermError> {
    let mut results: Vec<(i64, Vec<LinearExpr>)> = Vec::new();
    let mut positions: FxHashMap<i64, usize> = FxHashMap::default();
    for (value, indicator) in image {
        let position = *positions.entry(value).or_insert_with(|| {
            results.push((value, Vec::new()));
            results.len() - 1
        });
        results[position].1.push(indicator);
    }
    let merged = results.into_iter().map(|(value, parts)| {
        Ok((value, LinearExpr::combine(parts.iter().map(|part| (part, 1)))?))
    });
    merged.collect()
}

/// Returns the value of a one-hot encoding as a linear expression.
pub(crate) fn weighted_values(one_hot: &OneHot) -> Result<LinearExpr, TermError> {
    // The value with most of the columns becomes the constant; the other values are offsets from
    // it.
    let all: usize = one_hot.iter().map(|(_, indicator)| indicator.terms.len()).sum();
    let common = one_hot.iter().find(|(_, indicator)| 2 * indicator.terms.len() > all);
    let anchor = common.map_or(0, |&(value, _)| value);
    let weight = |value: i64| value.checked_sub(anchor).ok_or(TermError::TooLarge);
    let parts = one_hot.iter().map(|(value, indicator)| Ok((indicator, weight(*value)?)));
    let mut parts = parts.collect::<Result<Vec<_>, TermError>>()?;
    let constant = LinearExpr::constant(anchor);
    parts.push((&constant, 1));
    LinearExpr::combine(parts)
}
