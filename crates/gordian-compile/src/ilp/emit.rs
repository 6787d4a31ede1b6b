//! From terms to columns and rows: what stands for a term, and how rows are written.
//!
//! Every term is stood for by a [`LinearExpr`] over columns, whose value lies within the term's bounds
//! at every integer point. Whether it equals the term depends on what was asked for ([`Need`]): a
//! truth value that is only demanded never to be wrongly 1 may be wrongly 0.
//!
//! Conditions are written under a *slack*: a sum of columns that is 0 where the condition must
//! hold and a positive integer where it need not. A slack of constant 0 is a plain row.

use std::rc::Rc;

use gordian_core::IndexVec;
use gordian_model::{Domain, Model, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::algebra::FEW;
use super::data::{Column, ColumnId, LinearExpr, Row, Sense};
use super::error::Fault;
use super::term::{Op, Term, Terms};
use super::values::LISTED;

/// What the stand-in of a term has to be at every integer point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// At most the term.
    Below,
    /// At least the term.
    Above,
    /// Equal to the term.
    Exact,
}

impl Need {
    /// Returns what a part of weight `weight` has to be for the sum to be what is needed.
    pub(super) fn scaled(self, weight: i64) -> Self {
        match self {
            Self::Below if weight < 0 => Self::Above,
            Self::Above if weight < 0 => Self::Below,
            other => other,
        }
    }
}

/// One 0/1 sum per value of a term: 1 where the term has the value. They add up to 1.
pub(super) type Hot = Rc<[(i64, LinearExpr)]>;

/// Writes columns and rows.
pub(super) struct Emitter<'m> {
    pub(super) terms: Terms,
    model: &'m Model,
    domains: IndexVec<VarId, Domain>,
    /// Terms that are asked for single values: made of one column per value from the start.
    pub(super) wanted: FxHashSet<Term>,
    pub(super) columns: IndexVec<ColumnId, Column>,
    pub(super) rows: Vec<Row>,
    /// The name of the constraint being written.
    pub(super) context: String,
    /// How many columns were named after this constraint.
    named: FxHashMap<String, usize>,
    pub(super) standing: FxHashMap<Term, LinearExpr>,
    hot: FxHashMap<Term, Hot>,
    /// Columns of which exactly one is 1, and where to find each.
    groups: Vec<Vec<ColumnId>>,
    group_of: FxHashMap<ColumnId, usize>,
    /// Which halves of a term's definition are written: below, above.
    pub(super) defined: FxHashMap<Term, (bool, bool)>,
}

impl<'m> Emitter<'m> {
    /// Returns an emitter for which `wanted` are asked for single values.
    pub(super) fn new(
        model: &'m Model,
        domains: IndexVec<VarId, Domain>,
        terms: Terms,
        wanted: FxHashSet<Term>,
    ) -> Self {
        Self {
            terms,
            model,
            domains,
            wanted,
            columns: IndexVec::new(),
            rows: Vec::new(),
            context: String::new(),
            named: FxHashMap::default(),
            standing: FxHashMap::default(),
            hot: FxHashMap::default(),
            groups: Vec::new(),
            group_of: FxHashMap::default(),
            defined: FxHashMap::default(),
        }
    }

    /// Returns the terms and which of them were asked for single values.
    pub(super) fn into_wanted(self) -> (Terms, FxHashSet<Term>) {
        (self.terms, self.wanted)
    }

    /// Returns whether the term is read off columns for single values anyway.
    pub(super) fn is_wanted(&self, term: Term) -> bool {
        let term = match self.terms.op(term) {
            Op::Sum(parts, _) if parts.len() == 1 => parts[0].0,
            _ => term,
        };
        self.terms.values(term).within(2)
            || self.wanted.contains(&term)
            || matches!(self.terms.op(term), Op::Map(..) | Op::Joint(..))
    }

    /// Returns what stands for the term.
    pub(super) fn linear(&mut self, term: Term, need: Need) -> Result<LinearExpr, Fault> {
        match self.terms.op(term).clone() {
            Op::Const(value) => Ok(LinearExpr::constant(value)),
            Op::Sum(parts, constant) => {
                let parts = parts
                    .iter()
                    .map(|&(part, weight)| Ok((self.linear(part, need.scaled(weight))?, weight)));
                let mut parts = parts.collect::<Result<Vec<_>, Fault>>()?;
                parts.push((LinearExpr::constant(constant), 1));
                LinearExpr::combine(parts.iter().map(|(part, weight)| (part, *weight)))
            }
            Op::Map(..) | Op::Joint(..) => {
                let hot = self.hot(term)?;
                weigh(&hot)
            }
            Op::AtMostZero(sum) if self.terms.parts(sum).0.len() == 1 && self.is_wanted(sum) => {
                let truth = self.terms.map(sum, |value| Some(i64::from(value <= 0)))?;
                self.linear(truth, need)
            }
            Op::Times(..) => self.times(term),
            _ => {
                let linear = self.stand_in(term)?;
                self.define(term, need)?;
                Ok(linear)
            }
        }
    }

    /// Returns one 0/1 sum per value of the term.
    pub(super) fn hot(&mut self, term: Term) -> Result<Hot, Fault> {
        if let Some(hot) = self.hot.get(&term) {
            let hot = Rc::clone(hot);
            self.define(term, Need::Exact)?;
            return Ok(hot);
        }
        let hot: Hot = match self.terms.op(term).clone() {
            Op::Const(value) => Rc::new([(value, LinearExpr::constant(1))]),
            Op::Sum(parts, constant) if parts.len() == 1 => {
                let (atom, weight) = parts[0];
                let hot = self.hot(atom)?;
                let shift = |value: i64| {
                    let shifted = i128::from(value) * i128::from(weight) + i128::from(constant);
                    i64::try_from(shifted).map_err(|_| Fault::Numbers)
                };
                let shifted = hot.iter().map(|(value, is)| Ok((shift(*value)?, is.clone())));
                shifted.collect::<Result<Rc<_>, Fault>>()?
            }
            Op::Sum(parts, _)
                if parts.len() == 2 && self.terms.few_pairs(parts[0].0, parts[1].0) =>
            {
                let table = self.sum_of_pairs(term)?;
                self.hot(table)?
            }
            Op::Map(base, pairs) => {
                let base = self.hot(base)?;
                let mut results: Vec<(i64, Vec<LinearExpr>)> = Vec::new();
                let mut targets: FxHashMap<i64, usize> = FxHashMap::default();
                for (from, is) in base.iter() {
                    let Some(to) = super::algebra::lookup(&pairs, *from) else { continue };
                    let place = *targets.entry(to).or_insert_with(|| {
                        results.push((to, Vec::new()));
                        results.len() - 1
                    });
                    results[place].1.push(is.clone());
                }
                let merged = results.into_iter().map(|(to, parts)| {
                    Ok((to, LinearExpr::combine(parts.iter().map(|part| (part, 1)))?))
                });
                merged.collect::<Result<Rc<_>, Fault>>()?
            }
            Op::Joint(left, right) => self.joint(left, right)?,
            _ => self.hot_of_column(term)?,
        };
        self.hot.insert(term, Rc::clone(&hot));
        Ok(hot)
    }

    /// Returns the sum of two terms as a function of their pair.
    fn sum_of_pairs(&mut self, term: Term) -> Result<Term, Fault> {
        let (parts, constant) = self.terms.parts(term);
        let [(left, a), (right, b)] = parts[..] else { return Err(Fault::Numbers) };
        let sum = |x: i64, y: i64| {
            let wide = i128::from(x) * i128::from(a) + i128::from(y) * i128::from(b);
            i64::try_from(wide + i128::from(constant)).ok()
        };
        Ok(self.terms.map_pairs("a sum", left, right, sum)?.0)
    }

    /// Makes one column for each pair of values.
    fn joint(&mut self, left: Term, right: Term) -> Result<Hot, Fault> {
        let (rows, columns) = (self.hot(left)?, self.hot(right)?);
        // Values in rising order, as the pairs are numbered.
        let sorted = |hot: &Hot| {
            let mut sorted = hot.to_vec();
            sorted.sort_by_key(|&(value, _)| value);
            sorted
        };
        let (rows, columns) = (sorted(&rows), sorted(&columns));
        let pairs: Vec<LinearExpr> = (0..rows.len() * columns.len())
            .map(|_| LinearExpr::column(self.helper(0, 1)))
            .collect();
        for (place, (_, is)) in rows.iter().enumerate() {
            let own = &pairs[place * columns.len()..(place + 1) * columns.len()];
            self.equal_sum(own, is)?;
        }
        for (place, (_, is)) in columns.iter().enumerate() {
            let own: Vec<LinearExpr> =
                pairs.iter().skip(place).step_by(columns.len()).cloned().collect();
            self.equal_sum(&own, is)?;
        }
        Ok((0_i64..).zip(pairs).collect())
    }

    /// Demands that the parts add up to `total`.
    pub(super) fn equal_sum(
        &mut self,
        parts: &[LinearExpr],
        total: &LinearExpr,
    ) -> Result<(), Fault> {
        let parts = parts.iter().map(|part| (part, 1)).chain([(total, -1)]);
        let difference = LinearExpr::combine(parts)?;
        self.row(difference, Sense::Equal, 0)
    }

    /// Returns 0/1 columns for the values of a term that has a column of its own.
    fn hot_of_column(&mut self, term: Term) -> Result<Hot, Fault> {
        if !self.terms.is_listed(term) {
            return Err(Fault::Values { operation: "an operation", limit: LISTED });
        }
        self.wanted.insert(term);
        let linear = self.linear(term, Need::Exact)?;
        if let Some(hot) = self.hot.get(&term) {
            return Ok(Rc::clone(hot));
        }
        // The column was made before it was known to be wanted.
        let hot = if self.terms.is_truth(term) {
            Rc::new([(0, linear.complement()?), (1, linear)])
        } else {
            let name = match linear.as_column() {
                Some(column) => self.columns[column].name.clone(),
                None => self.helper_name(),
            };
            let hot = self.one_per_value(term, &name)?;
            self.equal_sum(&[weigh(&hot)?], &linear)?;
            hot
        };
        Ok(hot)
    }

    /// Returns the columns of a term that is not read off others.
    pub(super) fn stand_in(&mut self, term: Term) -> Result<LinearExpr, Fault> {
        if let Some(linear) = self.standing.get(&term) {
            return Ok(linear.clone());
        }
        let values = self.terms.values(term).clone();
        let var = if let Op::Var(var) = self.terms.op(term) { Some(*var) } else { None };
        let holes = values.list.as_ref().is_some_and(|list| {
            usize::try_from(values.lower.abs_diff(values.upper)).is_ok_and(|d| d >= list.len())
        });
        let name = match var {
            Some(var) => self.model.variables()[var].name.clone(),
            None => self.helper_name(),
        };
        // Rows that say what values a variable has are named after it.
        let context = self.context.clone();
        if var.is_some() {
            self.context.clone_from(&name);
        }
        let by_value = self.wanted.contains(&term) || var.is_some() && holes;
        let linear =
            if values.within(LISTED) && !values.is_truth() && (by_value || values.within(2)) {
                let hot = self.one_per_value(term, &name)?;
                self.hot.insert(term, Rc::clone(&hot));
                weigh(&hot)?
            } else {
                LinearExpr::column(self.column(name, values.lower, values.upper))
            };
        self.standing.insert(term, linear.clone());
        if let Some(var) = var
            && !values.within(LISTED)
        {
            self.choose_range(&linear, &self.domains[var].clone())?;
        }
        self.context = context;
        Ok(linear)
    }

    /// Makes 0/1 columns for the values of a term, exactly one of which is 1.
    fn one_per_value(&mut self, term: Term, name: &str) -> Result<Hot, Fault> {
        let list = self.terms.list(term);
        let is = |value: i64| format!("{name}={value}");
        if let [low, high] = list[..] {
            let column = LinearExpr::column(self.column(is(high), 0, 1));
            return Ok(Rc::new([(low, column.complement()?), (high, column)]));
        }
        let hot: Hot = list
            .iter()
            .map(|&value| (value, LinearExpr::column(self.column(is(value), 0, 1))))
            .collect();
        let parts: Vec<LinearExpr> = hot.iter().map(|(_, is)| is.clone()).collect();
        self.equal_sum(&parts, &LinearExpr::constant(1))?;
        let group: Vec<ColumnId> = parts.iter().filter_map(LinearExpr::as_column).collect();
        for &column in &group {
            self.group_of.insert(column, self.groups.len());
        }
        self.groups.push(group);
        Ok(hot)
    }

    /// Demands that a large variable lies in one of the ranges of its domain.
    fn choose_range(&mut self, linear: &LinearExpr, domain: &Domain) -> Result<(), Fault> {
        let ranges = domain.ranges();
        if ranges.len() < 2 {
            return Ok(());
        }
        let chosen: Vec<LinearExpr> =
            ranges.iter().map(|_| LinearExpr::column(self.helper(0, 1))).collect();
        self.equal_sum(&chosen, &LinearExpr::constant(1))?;
        let lowest = chosen.iter().zip(ranges).map(|(is, range)| (is, -range.0));
        let above = LinearExpr::combine(lowest.chain([(linear, 1)]))?;
        self.row(above, Sense::AtLeast, 0)?;
        let greatest = chosen.iter().zip(ranges).map(|(is, range)| (is, -range.1));
        let below = LinearExpr::combine(greatest.chain([(linear, 1)]))?;
        self.row(below, Sense::AtMost, 0)
    }

    /// Returns whether a column per value costs little.
    pub(super) fn few_values(&self, term: Term) -> bool {
        self.terms.values(term).within(FEW)
    }

    /// Adds a column that no one named.
    pub(super) fn helper(&mut self, lower: i64, upper: i64) -> ColumnId {
        let name = self.helper_name();
        self.column(name, lower, upper)
    }

    fn helper_name(&mut self) -> String {
        let number = self.named.entry(self.context.clone()).or_default();
        *number += 1;
        format!("{}.{number}", self.context)
    }

    fn column(&mut self, name: String, lower: i64, upper: i64) -> ColumnId {
        self.columns.push(Column { name, lower, upper })
    }

    /// Adds a row; nothing if it holds for whatever values.
    pub(super) fn row(&mut self, left: LinearExpr, sense: Sense, right: i64) -> Result<(), Fault> {
        let right = right.checked_sub(left.constant).ok_or(Fault::Numbers)?;
        let mut terms = left.terms;
        if terms.is_empty() {
            let holds = match sense {
                Sense::AtMost => right >= 0,
                Sense::Equal => right == 0,
                Sense::AtLeast => right <= 0,
            };
            if !holds {
                self.never();
            }
            return Ok(());
        }
        let divisor = terms.iter().fold(0, |divisor, &(_, weight)| {
            super::algebra::divisor(divisor, weight.unsigned_abs())
        });
        let divisor = i64::try_from(divisor).map_err(|_| Fault::Numbers)?;
        let right = match sense {
            Sense::Equal if right % divisor != 0 => {
                self.never();
                return Ok(());
            }
            Sense::Equal | Sense::AtMost => right.div_euclid(divisor),
            Sense::AtLeast => {
                let negative = right.checked_neg().ok_or(Fault::Numbers)?;
                -negative.div_euclid(divisor)
            }
        };
        // People read "x ≥ 3" more easily than "−x ≤ −3".
        let flip = terms[0].1 < 0;
        let (divisor, right) =
            if flip { (-divisor, right.checked_neg()) } else { (divisor, Some(right)) };
        let right = right.ok_or(Fault::Numbers)?;
        let sense = match sense {
            Sense::AtMost if flip => Sense::AtLeast,
            Sense::AtLeast if flip => Sense::AtMost,
            same => same,
        };
        for (_, weight) in &mut terms {
            *weight = weight.checked_div(divisor).ok_or(Fault::Numbers)?;
        }
        self.rows.push(Row { name: self.context.clone(), terms, sense, rhs: right });
        Ok(())
    }

    /// Adds a row that no point satisfies.
    fn never(&mut self) {
        let terms = vec![(self.helper(0, 0), 1)];
        self.rows.push(Row { name: self.context.clone(), terms, sense: Sense::Equal, rhs: 1 });
    }

    /// Demands `left ≤ 0` where `slack` is 0; `most` is the greatest value that `left` can have.
    pub(super) fn at_most(
        &mut self,
        left: &LinearExpr,
        most: i128,
        slack: &LinearExpr,
    ) -> Result<(), Fault> {
        if most <= 0 {
            return Ok(());
        }
        if slack.terms.is_empty() {
            let demanded = slack.constant <= 0;
            return if demanded { self.row(left.clone(), Sense::AtMost, 0) } else { Ok(()) };
        }
        if let Some([a, b]) = self.two_numbers(left) {
            return self.at_most_by_bounds(&a, &b, left.constant, slack);
        }
        let most = i64::try_from(most).map_err(|_| Fault::Numbers)?;
        let relaxed =
            LinearExpr::combine([(left, 1), (slack, most.checked_neg().ok_or(Fault::Numbers)?)])?;
        self.row(relaxed, Sense::AtMost, 0)
    }
}

/// The columns of a group, of which one is 1, with their weights in a sum.
type Weighted = Vec<(ColumnId, i64)>;

impl Emitter<'_> {
    /// Returns the two groups whose columns the sum is made of, if that is so.
    fn two_numbers(&self, sum: &LinearExpr) -> Option<[Weighted; 2]> {
        let mut places: Vec<usize> = Vec::new();
        for (column, _) in &sum.terms {
            let place = *self.group_of.get(column)?;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let [a, b] = places[..] else { return None };
        let weighted = |place: usize| -> Weighted {
            let columns = self.groups[place].iter();
            let weight = |column: &ColumnId| {
                let found = sum.terms.binary_search_by_key(column, |term| term.0);
                found.map_or(0, |found| sum.terms[found].1)
            };
            columns.map(|column| (*column, weight(column))).collect()
        };
        Some([weighted(a), weighted(b)])
    }

    /// Demands `a + b + constant ≤ 0` where `slack` is 0.
    ///
    /// One row with a big constant would say so too, and next to nothing to a solver that looks at
    /// fractions. A row for each bound `t` says "not both: `a ≥ t`, and `b` too great for it"; all of
    /// them together are as tight as rows can be.
    fn at_most_by_bounds(
        &mut self,
        a: &Weighted,
        b: &Weighted,
        constant: i64,
        slack: &LinearExpr,
    ) -> Result<(), Fault> {
        let mut bounds: Vec<i64> = a.iter().map(|entry| entry.1).collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut n_before = 0;
        for bound in bounds {
            let too_great =
                |weight: i64| i128::from(bound) + i128::from(weight) + i128::from(constant) > 0;
            let great: Vec<ColumnId> =
                b.iter().filter(|entry| too_great(entry.1)).map(|entry| entry.0).collect();
            // The last row with the same columns of `b` has more columns of `a`.
            if great.len() == n_before {
                continue;
            }
            n_before = great.len();
            let above = a.iter().filter(|entry| entry.1 >= bound).map(|entry| entry.0);
            let both: Vec<LinearExpr> = above.chain(great).map(LinearExpr::column).collect();
            let both = both.iter().map(|column| (column, 1)).chain([(slack, -1)]);
            self.row(LinearExpr::combine(both)?, Sense::AtMost, 1)?;
        }
        Ok(())
    }
}

/// Returns the value that the 0/1 sums stand for.
pub(super) fn weigh(hot: &Hot) -> Result<LinearExpr, Fault> {
    // A value that most of the columns stand for needs none of them: the others say where it is not.
    let all: usize = hot.iter().map(|(_, is)| is.terms.len()).sum();
    let common = hot.iter().find(|(_, is)| 2 * is.terms.len() > all);
    let anchor = common.map_or(0, |&(value, _)| value);
    let weight = |value: i64| value.checked_sub(anchor).ok_or(Fault::Numbers);
    let parts = hot.iter().map(|(value, is)| Ok((is, weight(*value)?)));
    let mut parts = parts.collect::<Result<Vec<_>, Fault>>()?;
    let constant = LinearExpr::constant(anchor);
    parts.push((&constant, 1));
    LinearExpr::combine(parts)
}
