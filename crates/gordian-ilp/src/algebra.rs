//! Constructors of terms: each function returns its result in normal form.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::error::TermError;
use crate::term::{Op, Pairs, Term, Terms};
use crate::values::{MAX_LISTED_VALUES, Values, weighted_sum};

/// Terms with at most this many values are one-hot encoded where that helps; others only if there
/// is no alternative.
pub(crate) const MAX_ONE_HOT_VALUES: usize = 128;
/// Limit on the number of listed pairs of values.
const MAX_LISTED_PAIRS: usize = 1 << 16;

impl Terms {
    pub(crate) fn constant(&mut self, value: i64) -> Term {
        self.intern(Op::Const(value), |_| Values::range(value, value))
    }

    pub(crate) fn boolean(&mut self, holds: bool) -> Term {
        self.constant(i64::from(holds))
    }

    /// Returns the weighted sum, or `TermError::TooLarge` if it may not fit 64 bits.
    pub(crate) fn sum(&mut self, items: &[(Term, i64)], constant: i64) -> Result<Term, TermError> {
        let narrow = |wide: i128| i64::try_from(wide).map_err(|_| TermError::TooLarge);
        let mut constant = i128::from(constant);
        let mut weights: BTreeMap<Term, i128> = BTreeMap::new();
        for &(item, weight) in items {
            let (parts, added) = self.parts(item);
            constant += i128::from(added) * i128::from(weight);
            for (part, inner) in parts {
                *weights.entry(part).or_default() += i128::from(inner) * i128::from(weight);
            }
        }
        let constant = narrow(constant)?;
        let nonzero = weights.into_iter().filter(|&(_, weight)| weight != 0);
        let parts = nonzero.map(|(part, weight)| Ok((part, narrow(weight)?)));
        let parts = parts.collect::<Result<Vec<_>, TermError>>()?;
        if let Some(merged) = self.merge_functions(&parts)? {
            return self.sum(&merged, constant);
        }
        let values: Vec<_> =
            parts.iter().map(|&(part, weight)| (self.values(part), weight)).collect();
        let values = weighted_sum(&values, constant).ok_or(TermError::TooLarge)?;
        match parts[..] {
            [] => Ok(self.constant(constant)),
            [(part, 1)] if constant == 0 => Ok(part),
            [(part, weight)] if matches!(self.op(part), Op::Map(..)) => {
                self.map(part, |value| affine(value, weight, constant))
            }
            _ => Ok(self.intern(Op::Sum(parts, constant), |_| values)),
        }
    }

    /// Replaces several functions of the same term in a sum by one function.
    fn merge_functions(
        &mut self,
        parts: &[(Term, i64)],
    ) -> Result<Option<Vec<(Term, i64)>>, TermError> {
        let mut bases: BTreeMap<Term, Vec<(Term, i64)>> = BTreeMap::new();
        for &(part, weight) in parts {
            let base = if let Op::Map(base, _) = self.op(part) { *base } else { part };
            bases.entry(base).or_default().push((part, weight));
        }
        let Some((base, group)) = bases.into_iter().find(|(_, group)| group.len() > 1) else {
            return Ok(None);
        };
        let functions: Vec<(Pairs, i64)> =
            group.iter().map(|&(part, weight)| (self.function(part).1, weight)).collect();
        let mut total: Vec<(i64, i64)> = Vec::new();
        for &value in self.list(base).iter() {
            let results = functions.iter().map(|(pairs, weight)| {
                Some(i128::from(lookup(pairs, value)?) * i128::from(*weight))
            });
            if let Some(sum) = results.sum::<Option<i128>>() {
                total.push((value, i64::try_from(sum).map_err(|_| TermError::TooLarge)?));
            }
        }
        let merged = self.map(base, |value| lookup(&total, value))?;
        let rest = parts.iter().filter(|part| !group.contains(part)).copied();
        Ok(Some(rest.chain([(merged, 1)]).collect()))
    }

    /// Returns a term with listed values as a function of a base term, which may be itself.
    fn function(&self, term: Term) -> (Term, Pairs) {
        match self.op(term) {
            Op::Map(base, pairs) => (*base, Rc::clone(pairs)),
            Op::Sum(parts, constant) if parts.len() == 1 && self.is_listed(parts[0].0) => {
                let ((atom, weight), constant) = (parts[0], *constant);
                let values = self.list(atom);
                let line =
                    values.iter().map(|&value| Some((value, affine(value, weight, constant)?)));
                (atom, line.collect::<Option<_>>().expect("a sum whose values fit"))
            }
            _ => (term, self.list(term).iter().map(|&value| (value, value)).collect()),
        }
    }

    pub(crate) fn not(&mut self, boolean: Term) -> Result<Term, TermError> {
        self.sum(&[(boolean, -1)], 1)
    }

    /// Returns a function of a term with listed values. Operands without a result must be
    /// impossible.
    pub(crate) fn map(
        &mut self,
        term: Term,
        function: impl Fn(i64) -> Option<i64>,
    ) -> Result<Term, TermError> {
        let (base, pairs) = self.function(term);
        let results = pairs.iter().filter_map(|&(from, to)| Some((from, function(to)?)));
        let pairs: Pairs = results.collect();
        let Some(&(_, first)) = pairs.first() else { return Ok(self.constant(0)) };
        if pairs.iter().all(|&(_, to)| to == first) {
            return Ok(self.constant(first));
        }
        let values = self.list(base);
        if pairs.len() == values.len() {
            if pairs.iter().all(|(from, to)| from == to) {
                return Ok(base);
            }
            // A function of two values is affine; as a sum it remains a known Boolean.
            if let ([0, 1], [(_, zero), (_, one)]) = (&values[..], &pairs[..])
                && let Some(rise) = one.checked_sub(*zero)
            {
                return self.sum(&[(base, rise)], *zero);
            }
        }
        let results = Values::listed(pairs.iter().map(|&(_, to)| to).collect());
        Ok(self.intern(Op::Map(base, pairs), |_| results))
    }

    /// Returns a function of a term as [`Self::map`] does, if its values are listed.
    pub(crate) fn map_listed(
        &mut self,
        operation: &'static str,
        term: Term,
        function: impl Fn(i64) -> Option<i64>,
    ) -> Result<Term, TermError> {
        if self.is_listed(term) {
            self.map(term, function)
        } else {
            Err(TermError::TooManyValues { operation, limit: MAX_LISTED_VALUES })
        }
    }

    /// Returns the value of the condition that holds; exactly one of the conditions holds.
    pub(crate) fn select(&mut self, mut cases: Vec<(Term, i64)>) -> Result<Term, TermError> {
        cases.retain(|&(condition, _)| self.as_constant(condition) != Some(0));
        let Some(&(_, first)) = cases.first() else { return Ok(self.constant(0)) };
        if cases.iter().all(|&(_, value)| value == first) {
            return Ok(self.constant(first));
        }
        if let Some(&(_, value)) = cases.iter().find(|case| self.as_constant(case.0) == Some(1)) {
            return Ok(self.constant(value));
        }
        if let [(condition, one), (_, zero)] = cases[..]
            && let Some(rise) = one.checked_sub(zero)
        {
            return self.sum(&[(condition, rise)], zero);
        }
        let values = Values::listed(cases.iter().map(|case| case.1).collect());
        Ok(self.intern(Op::Select(cases), |_| values))
    }

    /// Returns whether the values are listed.
    pub(crate) fn is_listed(&self, term: Term) -> bool {
        self.values(term).list.is_some()
    }

    /// Returns a function of two terms, tabulated over their pairs of values, and the Boolean that
    /// it is defined.
    pub(crate) fn map_pairs(
        &mut self,
        operation: &'static str,
        left: Term,
        right: Term,
        function: impl Fn(i64, i64) -> Option<i64>,
    ) -> Result<(Term, Term), TermError> {
        let defined = |value: Option<i64>| Some(i64::from(value.is_some()));
        for term in [left, right] {
            if !self.is_listed(term) {
                return Err(TermError::TooManyValues { operation, limit: MAX_LISTED_VALUES });
            }
        }
        // Two functions of one term are one function of it; no pairs are needed.
        let ((left_base, a), (right_base, b)) = (self.function(left), self.function(right));
        let (a_const, b_const) = (self.as_constant(left), self.as_constant(right));
        if left_base == right_base || a_const.is_some() || b_const.is_some() {
            let shared = if a_const.is_some() { right_base } else { left_base };
            let both = |value| {
                let a = a_const.or_else(|| lookup(&a, value))?;
                let b = b_const.or_else(|| lookup(&b, value))?;
                Some(function(a, b))
            };
            let valid = self.map(shared, |value| defined(both(value)?))?;
            return Ok((self.map(shared, |value| both(value)?)?, valid));
        }
        let (a, b) = (self.list(left), self.list(right));
        if a.len() * b.len() > MAX_LISTED_PAIRS {
            return Err(TermError::TooManyValues { operation, limit: MAX_LISTED_PAIRS });
        }
        let joint = self.pair(left, right);
        let values: Vec<Option<i64>> = a
            .iter()
            .flat_map(|&a| b.iter().map(move |&b| (a, b)))
            .map(|(a, b)| function(a, b))
            .collect();
        let at = |position: i64| {
            usize::try_from(position).ok().and_then(|position| values.get(position).copied())
        };
        let valid = self.map(joint, |position| defined(at(position)?))?;
        Ok((self.map(joint, |position| at(position)?)?, valid))
    }

    /// Returns the pair of two terms with listed values.
    pub(crate) fn pair(&mut self, left: Term, right: Term) -> Term {
        let pairs = self.list(left).len() * self.list(right).len();
        let values = (0_i64..).take(pairs).collect::<Rc<[i64]>>();
        let upper = values[values.len() - 1];
        let values = Values { lower: 0, upper, list: Some(values) };
        self.intern(Op::Pair(left, right), |_| values)
    }

    /// Returns whether two terms have few pairs of values.
    pub(crate) fn has_few_pairs(&self, left: Term, right: Term) -> bool {
        let size = |term| self.values(term).list.as_ref().map(|list| list.len());
        size(left).zip(size(right)).is_some_and(|(a, b)| a * b <= MAX_ONE_HOT_VALUES)
    }

    /// Returns the conjunction of the Booleans.
    pub(crate) fn all(&mut self, items: &[Term]) -> Result<Term, TermError> {
        let mut flat: Vec<Term> = Vec::new();
        for &item in items {
            match self.op(item) {
                Op::Const(1) => {}
                Op::Const(_) => return Ok(self.boolean(false)),
                Op::All(inner) => flat.extend(inner),
                _ => flat.push(item),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        if let Some(merged) = self.merge_conditions(&flat)? {
            return self.all(&merged);
        }
        Ok(match flat[..] {
            [] => self.boolean(true),
            [item] => item,
            _ => self.intern(Op::All(flat), |_| Values::range(0, 1)),
        })
    }

    /// Replaces several conditions on the same term in a conjunction by one condition.
    fn merge_conditions(&mut self, items: &[Term]) -> Result<Option<Vec<Term>>, TermError> {
        let mut bases: BTreeMap<Term, Vec<Term>> = BTreeMap::new();
        for &item in items {
            if let Op::Map(base, _) = self.op(item) {
                bases.entry(*base).or_default().push(item);
            }
        }
        let Some((base, group)) = bases.into_iter().find(|(_, group)| group.len() > 1) else {
            return Ok(None);
        };
        let functions: Vec<Pairs> = group.iter().map(|&item| self.function(item).1).collect();
        let both = |value| functions.iter().try_fold(1, |all, f| Some(all.min(lookup(f, value)?)));
        let merged = self.map(base, both)?;
        let rest = items.iter().filter(|item| !group.contains(item)).copied();
        Ok(Some(rest.chain([merged]).collect()))
    }

    /// Returns the disjunction of the Booleans.
    pub(crate) fn any(&mut self, items: &[Term]) -> Result<Term, TermError> {
        let negated = items.iter().map(|&item| self.not(item)).collect::<Result<Vec<_>, _>>()?;
        let none = self.all(&negated)?;
        self.not(none)
    }

    /// Returns the parity of the Booleans: true if an odd number of them is.
    pub(crate) fn parity(&mut self, items: &[Term]) -> Result<Term, TermError> {
        let mut odd = false;
        let mut atoms: BTreeMap<Term, bool> = BTreeMap::new();
        for &item in items {
            match self.parts(item) {
                (parts, constant) if parts.is_empty() => odd ^= constant == 1,
                // 1 − t has the opposite parity of t.
                (parts, 1) if parts.len() == 1 && parts[0].1 == -1 => {
                    odd ^= true;
                    *atoms.entry(parts[0].0).or_default() ^= true;
                }
                _ => *atoms.entry(item).or_default() ^= true,
            }
        }
        let atoms: Vec<Term> =
            atoms.into_iter().filter(|&(_, single)| single).map(|(atom, _)| atom).collect();
        let result = match atoms[..] {
            [] => self.boolean(false),
            [atom] => atom,
            [left, right] => {
                let difference = self.sum(&[(left, 1), (right, -1)], 0)?;
                let same = self.zero(difference)?;
                self.not(same)?
            }
            _ => self.intern(Op::Parity(atoms), |_| Values::range(0, 1)),
        };
        if odd { self.not(result) } else { Ok(result) }
    }

    /// Returns the Boolean `term ≤ 0`.
    pub(crate) fn at_most_zero(&mut self, term: Term) -> Result<Term, TermError> {
        let values = self.values(term);
        if values.lower > 0 || values.upper <= 0 {
            return Ok(self.boolean(values.upper <= 0));
        }
        let (mut parts, constant) = self.parts(term);
        let divisor = common_divisor(&parts)?;
        parts.iter_mut().for_each(|part| part.1 /= divisor);
        let constant = constant.checked_neg().ok_or(TermError::TooLarge)?.div_euclid(divisor);
        if let [(atom, weight)] = parts[..]
            && (matches!(self.op(atom), Op::Map(..)) || self.values(atom).has_at_most(2))
        {
            let holds = |value: i64| i128::from(value) * i128::from(weight) <= i128::from(constant);
            return self.map(atom, |value| Some(i64::from(holds(value))));
        }
        // s ≤ 0 and 1 − s ≤ 0 are negations of each other; only one of them becomes a term.
        let flip = parts[0].1 < 0;
        let added = if flip { constant.checked_add(1) } else { constant.checked_neg() };
        parts.iter_mut().for_each(|part| part.1 = if flip { -part.1 } else { part.1 });
        let sum = self.sum(&parts, added.ok_or(TermError::TooLarge)?)?;
        let holds = self.intern(Op::AtMostZero(sum), |_| Values::range(0, 1));
        if flip { self.not(holds) } else { Ok(holds) }
    }

    /// Returns the Boolean `term = 0`.
    pub(crate) fn zero(&mut self, term: Term) -> Result<Term, TermError> {
        if !self.values(term).contains(0) {
            return Ok(self.boolean(false));
        }
        let (mut parts, constant) = self.parts(term);
        if parts.is_empty() {
            return Ok(self.boolean(true));
        }
        let divisor = common_divisor(&parts)?;
        if constant % divisor != 0 {
            return Ok(self.boolean(false));
        }
        let divisor = if parts[0].1 > 0 { divisor } else { -divisor };
        parts.iter_mut().for_each(|part| part.1 /= divisor);
        let constant = constant.checked_div(divisor).ok_or(TermError::TooLarge)?;
        if let [(atom, 1)] = parts[..]
            && self.values(atom).has_at_most(MAX_ONE_HOT_VALUES)
        {
            return self.map(atom, |value| Some(i64::from(value.checked_add(constant) == Some(0))));
        }
        let sum = self.sum(&parts, constant)?;
        Ok(self.intern(Op::Zero(sum), |_| Values::range(0, 1)))
    }

    /// Returns the Boolean `term = value`.
    pub(crate) fn equal(&mut self, term: Term, value: i64) -> Result<Term, TermError> {
        if !self.values(term).contains(value) {
            return Ok(self.boolean(false));
        }
        if self.values(term).has_at_most(MAX_ONE_HOT_VALUES) {
            return self.map(term, |v| Some(i64::from(v == value)));
        }
        self.is_value(term, value)
    }

    /// Returns the Boolean `term = value`, for a sum as a condition on its parts.
    pub(crate) fn is_value(&mut self, term: Term, value: i64) -> Result<Term, TermError> {
        let difference = self.sum(&[(term, 1)], value.checked_neg().ok_or(TermError::TooLarge)?)?;
        self.zero(difference)
    }

    /// Returns the Boolean `term ≤ value`.
    pub(crate) fn at_most(&mut self, term: Term, value: i64) -> Result<Term, TermError> {
        let difference = self.sum(&[(term, 1)], value.checked_neg().ok_or(TermError::TooLarge)?)?;
        self.at_most_zero(difference)
    }

    /// Returns the Boolean `term ≥ value`.
    pub(crate) fn at_least(&mut self, term: Term, value: i64) -> Result<Term, TermError> {
        let difference = self.sum(&[(term, -1)], value)?;
        self.at_most_zero(difference)
    }

    /// Returns the Boolean `lower ≤ term ≤ upper`.
    pub(crate) fn between(
        &mut self,
        term: Term,
        lower: i64,
        upper: i64,
    ) -> Result<Term, TermError> {
        if self.values(term).has_at_most(MAX_ONE_HOT_VALUES) {
            return self.map(term, |value| Some(i64::from((lower..=upper).contains(&value))));
        }
        let values = self.values(term).clone();
        if values.lower > upper || values.upper < lower {
            return Ok(self.boolean(false));
        }
        let mut sides = Vec::new();
        if values.lower < lower {
            sides.push(self.at_least(term, lower)?);
        }
        if values.upper > upper {
            sides.push(self.at_most(term, upper)?);
        }
        self.all(&sides)
    }
}

/// Returns `value·weight + constant`.
fn affine(value: i64, weight: i64, constant: i64) -> Option<i64> {
    i64::try_from(i128::from(value) * i128::from(weight) + i128::from(constant)).ok()
}

/// Returns the result of a function for an operand.
pub(crate) fn lookup(pairs: &[(i64, i64)], operand: i64) -> Option<i64> {
    let position = pairs.binary_search_by_key(&operand, |&(from, _)| from).ok()?;
    Some(pairs[position].1)
}

/// Returns the greatest common divisor of the weights, at least 1.
fn common_divisor(parts: &[(Term, i64)]) -> Result<i64, TermError> {
    let divisor = parts.iter().fold(0_u64, |a, &(_, weight)| divisor(a, weight.unsigned_abs()));
    i64::try_from(divisor.max(1)).map_err(|_| TermError::TooLarge)
}

/// Returns the greatest common divisor.
pub(crate) fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
