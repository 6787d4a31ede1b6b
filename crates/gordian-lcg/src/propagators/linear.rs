//! Linear inequalities and disequalities.
//!
//! Bounds are tightened by the least value of the sum of the other terms. An explanation uses only
//! as much of their bounds as is needed.
//!
//! *Source*: Harvey, Schimpf: "Bounds consistency techniques for long linear constraints", TRICS
//! 2002; Feydy, Stuckey: "Lazy clause generation reengineered", CP 2009.

use std::cmp::Reverse;

use gordian_core::numbers::to_u32;

use crate::atom::{Atom, Relation, Var, clamp};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
    n_bytes_of_list,
};

/// What a coefficient is multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// The value of a variable.
    Var(Var),
    /// 1 if an atom holds, else 0.
    Holds(Atom),
}

impl From<Var> for Term {
    fn from(var: Var) -> Self {
        Self::Var(var)
    }
}

impl From<Atom> for Term {
    fn from(atom: Atom) -> Self {
        Self::Holds(atom)
    }
}

impl Term {
    fn var(self) -> Var {
        match self {
            Self::Var(var) | Self::Holds(Atom { var, .. }) => var,
        }
    }

    /// Returns the least and the greatest value by the bounds of variables and the truth of atoms.
    fn range(
        self,
        bounds: impl FnOnce(Var) -> (i64, i64),
        truth: impl FnOnce(Atom) -> Option<bool>,
    ) -> (i64, i64) {
        match self {
            Self::Var(var) => bounds(var),
            Self::Holds(atom) => match truth(atom) {
                Some(value) => (value.into(), value.into()),
                None => (0, 1),
            },
        }
    }

    fn value(self, value: &dyn Fn(Var) -> i64) -> i64 {
        match self {
            Self::Var(var) => value(var),
            Self::Holds(atom) => atom.holds_for(value(atom.var)).into(),
        }
    }

    fn now(self, domains: &Domains<'_>) -> (i64, i64) {
        self.range(|var| (domains.min(var), domains.max(var)), |atom| domains.truth(atom))
    }

    fn at_root(self, before: &Before<'_>) -> (i64, i64) {
        self.range(|var| before.root_bounds(var), |atom| before.root_truth(atom))
    }

    /// Returns the atom `self ≥ value`, for a term of this greatest value.
    fn at_least(self, value: i64) -> Atom {
        match self {
            Self::Var(var) => var.at_least(value),
            Self::Holds(atom) => atom,
        }
    }

    fn at_most(self, value: i64) -> Atom {
        match self {
            Self::Var(var) => var.at_most(value),
            Self::Holds(atom) => !atom,
        }
    }
}

/// Sorts terms and joins equal ones; returns them with the constant that opposite atoms leave.
fn joined<T: Into<Term> + Copy>(terms: &[(i64, T)]) -> (Vec<(i64, Term)>, i128) {
    let mut constant = 0;
    let mut sorted: Vec<(i128, Term)> = Vec::with_capacity(terms.len());
    for &(coefficient, term) in terms {
        let coefficient = i128::from(coefficient);
        sorted.push(match term.into() {
            // One form of two opposite atoms.
            Term::Holds(atom) if matches!(atom.relation, Relation::AtMost | Relation::NotEqual) => {
                constant += coefficient;
                (-coefficient, Term::Holds(!atom))
            }
            term => (coefficient, term),
        });
    }
    sorted.sort_by_key(|&(_, term)| term);
    sorted.dedup_by(|(coefficient, term), (sum, last)| {
        let is_equal = term == last;
        if is_equal {
            *sum += *coefficient;
        }
        is_equal
    });
    let terms = sorted.into_iter().filter(|&(coefficient, _)| coefficient != 0).map(|(c, term)| {
        (i64::try_from(c).expect("the joined coefficients fit into 64 bits"), term)
    });
    (terms.collect(), constant)
}

/// A sum of terms with coefficients is at most a constant, if a condition holds.
///
/// The sum of the magnitudes of coefficients times values is less than 2¹²⁶.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The coefficients, which are not 0, and the terms, each once.
    terms: Vec<(i64, Term)>,
    bound: i128,
    condition: Option<Atom>,
    /// The least value of each term with its coefficient as of the last run, and their sum; empty
    /// before the first run, and if changes are not observed.
    least: Vec<i128>,
    least_sum: i128,
    /// The places of the terms by how much they can add to the sum, which is the second number, the
    /// most first.
    order: Vec<(u32, i128)>,
    /// Whether each term has two values at most, as of the same time.
    is_narrow: Vec<bool>,
    /// No variable occurs in two terms or in the condition.
    has_distinct_vars: bool,
}

/// The sum of at least this number of terms is updated, that of fewer terms is computed at each
/// run.
const MIN_UPDATED_TERMS: usize = 4;

/// The value of `data` in explanations of the opposite of the condition; else it is the place of a
/// term.
const CONDITION: u32 = u32::MAX;

impl Linear {
    /// Returns the constraint `sum ≤ bound`.
    ///
    /// # Panics
    ///
    /// Panics if the sum of the coefficients of a term does not fit into 64 bits.
    #[must_use]
    pub fn at_most<T: Into<Term> + Copy>(terms: &[(i64, T)], bound: i64) -> Self {
        let (terms, constant) = joined(terms);
        Self::of(terms, i128::from(bound) - constant)
    }

    /// Returns the constraint `sum ≥ bound`.
    ///
    /// # Panics
    ///
    /// Panics if a coefficient is −2⁶³, and as [`Linear::at_most`].
    #[must_use]
    pub fn at_least<T: Into<Term> + Copy>(terms: &[(i64, T)], bound: i64) -> Self {
        let (mut terms, constant) = joined(terms);
        for (coefficient, _) in &mut terms {
            *coefficient = coefficient.checked_neg().expect("the coefficient has an opposite");
        }
        Self::of(terms, constant - i128::from(bound))
    }

    fn of(terms: Vec<(i64, Term)>, bound: i128) -> Self {
        let mut vars: Vec<Var> = terms.iter().map(|&(_, term)| term.var()).collect();
        vars.sort_unstable();
        let has_distinct_vars = vars.is_sorted_by(|a, b| a < b);
        Self {
            terms,
            bound,
            condition: None,
            least: Vec::new(),
            least_sum: 0,
            order: Vec::new(),
            is_narrow: Vec::new(),
            has_distinct_vars,
        }
    }

    /// Returns the least value of the sum.
    fn least_sum(&mut self, domains: &Domains<'_>) -> i128 {
        let least = |&(c, term): &(i64, Term)| Self::least(c, term.now(domains));
        if !domains.has_undone_changes() {
            return self.terms.iter().map(least).sum();
        }
        if self.least.len() < self.terms.len() {
            self.least = self.terms.iter().map(least).collect();
            self.least_sum = self.least.iter().sum();
            return self.least_sum;
        }
        for &place in domains.changed() {
            // The last place is that of the condition.
            if let Some(term) = self.terms.get(place as usize) {
                let now = least(term);
                self.least_sum += now - self.least[place as usize];
                self.least[place as usize] = now;
            }
        }
        self.least_sum
    }

    /// Sorts the terms by how much they can add to the sum.
    fn sort(&mut self, domains: &Domains<'_>) {
        let gain = |&(c, term): &(i64, Term)| {
            let root = term.range(|it| domains.root_bounds(it), |it| domains.root_truth(it));
            (i128::from(root.1) - i128::from(root.0)) * i128::from(c).abs()
        };
        self.order = (0..).zip(self.terms.iter().map(gain)).collect();
        let sizes = self.terms.iter().map(|&(c, _)| i128::from(c).abs());
        self.is_narrow =
            self.order.iter().zip(sizes).map(|(&(_, gain), size)| gain <= size).collect();
        self.order.sort_by_key(|&(_, gain)| Reverse(gain));
    }

    /// Requires the constraint only if `condition` holds; the condition is false if the constraint
    /// is violated.
    #[must_use]
    pub fn only_if(self, condition: Atom) -> Self {
        let is_apart = self.terms.iter().all(|&(_, term)| term.var() != condition.var);
        let has_distinct_vars = self.has_distinct_vars && is_apart;
        Self { condition: Some(condition), has_distinct_vars, ..self }
    }

    /// Returns the least value of a term with its coefficient.
    fn least(coefficient: i64, (min, max): (i64, i64)) -> i128 {
        i128::from(coefficient) * i128::from(if coefficient > 0 { min } else { max })
    }

    /// Appends atoms by which the terms but that at `skipped` have at least the sum `needed`. `now`
    /// returns the range of a term at the time of the explanation, `root` that before the first
    /// decision.
    fn explain_sum(
        &self,
        needed: i128,
        skipped: Option<usize>,
        now: impl Fn(Term) -> (i64, i64),
        root: impl Fn(Term) -> (i64, i64),
        out: &mut Vec<Atom>,
    ) {
        let ranges: Vec<(i64, i64)> = self.terms.iter().map(|&(_, term)| now(term)).collect();
        let others = || {
            let terms = self.terms.iter().zip(&ranges).enumerate();
            terms.filter(|&(at, _)| Some(at) != skipped).map(|(_, it)| it)
        };
        let sum: i128 = others().map(|(&(c, _), &range)| Self::least(c, range)).sum();
        // How much of the bounds is not needed.
        let mut surplus = sum - needed;
        debug_assert!(surplus >= 0, "the sum implies the change");
        for (&(coefficient, term), &range) in others() {
            let gained = Self::least(coefficient, range) - Self::least(coefficient, root(term));
            if gained <= surplus {
                surplus -= gained;
                continue;
            }
            let size = i128::from(coefficient).abs();
            let can_be_weaker = surplus >= size && matches!(term, Term::Var(_));
            let slack = if can_be_weaker { surplus / size } else { 0 };
            surplus -= slack * size;
            out.push(if coefficient > 0 {
                term.at_least(clamp(i128::from(range.0) - slack))
            } else {
                term.at_most(clamp(i128::from(range.1) + slack))
            });
        }
    }
}

impl Propagator for Linear {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let event = |&(coefficient, term): &(i64, Term)| {
            let event = match (term, coefficient > 0) {
                (Term::Var(_), true) => Event::Min,
                (Term::Var(_), false) => Event::Max,
                (Term::Holds(atom), is_positive) => atom.event(is_positive),
            };
            (term.var(), event)
        };
        let condition = self.condition.map(|condition| (condition.var, condition.event(true)));
        self.terms.iter().map(event).chain(condition).collect()
    }

    fn priority(&self) -> Priority {
        if self.terms.len() <= 3 { Priority::Cheap } else { Priority::Linear }
    }

    fn n_bytes(&self) -> u64 {
        let n = self.terms.len();
        let sums = if self.observes_undone() { n_bytes_of_list::<i128>(n) } else { 0 };
        let state = n_bytes_of_list::<(u32, i128)>(n) + n_bytes_of_list::<bool>(n);
        n_bytes_of(&self.terms) + sums + state
    }

    fn observes_undone(&self) -> bool {
        self.terms.len() >= MIN_UPDATED_TERMS
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        // A sum is updated at each run, whether it is needed or not.
        let slack = self.bound - self.least_sum(domains);
        let is_required = match self.condition.map(|condition| domains.truth(condition)) {
            Some(Some(false)) => return Ok(()),
            Some(None) => false,
            Some(Some(true)) | None => true,
        };
        if slack < 0 {
            return match self.condition {
                Some(condition) => domains.assign(!condition, Explanation::Later(CONDITION)),
                None => {
                    let mut atoms = Vec::new();
                    let root = |term: Term| {
                        term.range(|it| domains.root_bounds(it), |it| domains.root_truth(it))
                    };
                    self.explain_sum(
                        self.bound + 1,
                        None,
                        |term| term.now(domains),
                        root,
                        &mut atoms,
                    );
                    Err(domains.conflict(&atoms))
                }
            };
        }
        if !is_required {
            return Ok(());
        }
        if self.order.len() < self.terms.len() {
            self.sort(domains);
        }
        for &(place, gain) in &self.order {
            if gain <= slack {
                break;
            }
            let (coefficient, term) = self.terms[place as usize];
            let (min, max) = term.now(domains);
            let size = i128::from(coefficient).abs();
            if (i128::from(max) - i128::from(min)) * size <= slack {
                continue;
            }
            let steps = slack / size;
            let atom = if coefficient > 0 {
                term.at_most(clamp(i128::from(min) + steps))
            } else {
                term.at_least(clamp(i128::from(max) - steps))
            };
            domains.assign(atom, Explanation::Later(place))?;
        }
        Ok(())
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let now = |term: Term| {
            term.range(|var| (before.min(var), before.max(var)), |atom| before.truth(atom))
        };
        let root = |term: Term| term.at_root(before);
        if data == CONDITION {
            return self.explain_sum(self.bound + 1, None, now, root, out);
        }
        out.extend(self.condition);
        let place = data as usize;
        let (coefficient, term) = self.terms[place];
        // The others are at least so great that the next value beyond the atom is too much.
        let beyond = match term {
            Term::Var(_) => i128::from((!atom).value) * i128::from(coefficient),
            Term::Holds(_) => i128::from(coefficient.max(0)),
        };
        self.explain_sum(self.bound - beyond + 1, Some(place), now, root, out);
    }

    /// Terms that had no bound but their first ones add nothing to the sum. If the sum of the
    /// others leaves no room for one of them, it leaves none for one that adds as much or more.
    fn explains_too(&self, explained: (Atom, u32), other: (Atom, u32)) -> bool {
        let added = |(atom, data): (Atom, u32)| {
            let (coefficient, term) = *self.terms.get(data as usize)?;
            let is_narrow = self.is_narrow.get(data as usize) == Some(&true);
            (is_narrow && atom.var == term.var()).then_some(coefficient.unsigned_abs())
        };
        let (Some(explained), Some(other)) = (added(explained), added(other)) else { return false };
        self.has_distinct_vars && explained <= other
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let is_required = self.condition.is_none_or(|atom| atom.holds_for(value(atom.var)));
        let product = |&(c, term): &(i64, Term)| i128::from(c) * i128::from(term.value(value));
        !is_required || self.terms.iter().map(product).sum::<i128>() <= self.bound
    }
}

/// A sum of terms with coefficients differs from a constant, if a condition holds.
///
/// The magnitudes are limited as those of [`Linear`].
#[derive(Clone, Debug)]
pub struct LinearNotEqual {
    terms: Vec<(i64, Term)>,
    value: i128,
    condition: Option<Atom>,
    /// Two places of terms; while both are open, nothing is concluded.
    watched: [usize; 2],
}

impl LinearNotEqual {
    /// Returns the constraint `sum ≠ value`.
    ///
    /// # Panics
    ///
    /// As [`Linear::at_most`].
    #[must_use]
    pub fn new<T: Into<Term> + Copy>(terms: &[(i64, T)], value: i64) -> Self {
        let (terms, constant) = joined(terms);
        let watched = [0, terms.len().saturating_sub(1)];
        Self { terms, value: i128::from(value) - constant, condition: None, watched }
    }

    /// Requires the constraint only if `condition` holds; the condition is false if the constraint
    /// is violated.
    #[must_use]
    pub fn only_if(self, condition: Atom) -> Self {
        Self { condition: Some(condition), ..self }
    }

    /// Appends the values of the terms but that at `skipped`.
    fn fixed(&self, skipped: Option<usize>, value: impl Fn(Term) -> i64, out: &mut Vec<Atom>) {
        for (at, &(_, term)) in self.terms.iter().enumerate() {
            if Some(at) != skipped {
                let value = value(term);
                out.push(match term {
                    Term::Var(var) => var.equal(value),
                    Term::Holds(atom) if value == 1 => atom,
                    Term::Holds(atom) => !atom,
                });
            }
        }
    }
}

impl Propagator for LinearNotEqual {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let event = |&(_, term): &(i64, Term)| match term {
            Term::Var(var) => (var, Event::Fixed),
            Term::Holds(atom) => (atom.var, Event::Any),
        };
        let condition = self.condition.map(|condition| (condition.var, condition.event(true)));
        self.terms.iter().map(event).chain(condition).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Cheap
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.terms)
    }

    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let is_open = |at: usize| {
            let (min, max) = self.terms[at].1.now(domains);
            min != max
        };
        let [first, second] = self.watched;
        if first != second && is_open(first) && is_open(second) {
            return Ok(());
        }
        let is_required = match self.condition.map(|condition| domains.truth(condition)) {
            Some(Some(false)) => return Ok(()),
            Some(None) => false,
            Some(Some(true)) | None => true,
        };
        let mut open = (0..self.terms.len()).filter(|&at| is_open(at));
        let (first, second) = (open.next(), open.next());
        if let (Some(first), Some(second)) = (first, second) {
            self.watched = [first, second];
            return Ok(());
        }
        let fixed = self.terms.iter().enumerate().filter(|&(at, _)| Some(at) != first);
        let sum: i128 =
            fixed.map(|(_, &(c, term))| i128::from(c) * i128::from(term.now(domains).0)).sum();
        let rest = self.value - sum;
        let Some(open) = first else {
            return match self.condition {
                _ if rest != 0 => Ok(()),
                Some(condition) => domains.assign(!condition, Explanation::Later(CONDITION)),
                None => {
                    let mut atoms = Vec::new();
                    self.fixed(None, |term| term.now(domains).0, &mut atoms);
                    Err(domains.conflict(&atoms))
                }
            };
        };
        let (coefficient, term) = self.terms[open];
        let coefficient = i128::from(coefficient);
        if !is_required || rest % coefficient != 0 {
            return Ok(());
        }
        let excluded = clamp(rest / coefficient);
        let atom = match (term, excluded) {
            (Term::Var(var), _) => var.not_equal(excluded),
            (Term::Holds(atom), 0) => atom,
            (Term::Holds(atom), 1) => !atom,
            (Term::Holds(_), _) => return Ok(()),
        };
        let place = to_u32(open);
        domains.assign(atom, Explanation::Later(place))
    }

    fn explain(&self, _atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        let value = |term: Term| {
            let bounds = |var| (before.min(var), before.max(var));
            term.range(bounds, |atom| before.truth(atom)).0
        };
        if data == CONDITION {
            return self.fixed(None, value, out);
        }
        out.extend(self.condition);
        self.fixed(Some(data as usize), value, out);
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        let is_required = self.condition.is_none_or(|atom| atom.holds_for(value(atom.var)));
        let product = |&(c, term): &(i64, Term)| i128::from(c) * i128::from(term.value(value));
        !is_required || self.terms.iter().map(product).sum::<i128>() != self.value
    }
}

#[cfg(test)]
mod tests {
    use gordian_core::Index as _;

    use super::*;

    #[test]
    fn explanations_of_small_terms_count_for_greater_ones() {
        let [x, y, z] = [0, 1, 2].map(Var::from_usize);
        let explains = |mut linear: Linear, explained: u32, other: u32| {
            linear.is_narrow = vec![true, true, false];
            linear.explains_too((x.at_most(0), explained), (y.at_most(0), other))
        };
        let linear = || Linear::at_most(&[(3, x), (5, y), (9, z)], 7);
        assert!(explains(linear(), 0, 1));
        assert!(!explains(linear(), 1, 0));
        assert!(!explains(linear(), 0, 2) && !explains(linear(), 0, CONDITION));
        let is_shared =
            [(3, Term::from(x)), (5, y.into()), (2, z.at_least(3).into()), (1, z.into())];
        assert!(!explains(Linear::at_most(&is_shared, 7), 0, 1));
        assert!(!explains(linear().only_if(x.at_least(1)), 0, 1));
        assert!(explains(linear().only_if(Var::from_usize(3).at_least(1)), 0, 1));
    }
}
