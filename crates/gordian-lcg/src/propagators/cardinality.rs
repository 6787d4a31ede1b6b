//! The numbers of occurrences of values (global cardinality).
//!
//! A count is between the number of variables that are fixed to the value and the number of those
//! that can have it. Counts of different values together are not more than the variables, and not
//! less than the variables that have one of the values.
//!
//! *Source*: Régin: "Generalized arc consistency for global cardinality constraint", AAAI 1996;
//! here without flows.

use gordian_core::numbers::to_u32;

use crate::atom::{Atom, Relation, Var, clamp};
use crate::propagator::{
    Before, Conflict, Domains, Event, Explanation, Priority, Propagator, n_bytes_of,
};

/// Each count is the number of variables with its value; variables may have other values too.
#[derive(Clone, Debug)]
pub struct Cardinality {
    /// The variables, each once, with the number of their occurrences.
    vars: Vec<(Var, i128)>,
    /// The values with their counts.
    counts: Vec<(i64, Var)>,
    /// The different values in ascending order, and a count of each.
    distinct: Vec<(i64, Var)>,
}

/// A variable that can have more values than this outside the list is not tested for having one of
/// the list.
const MAX_TESTED_GAPS: i128 = 64;

/// What explanations refer to: one of these, times the number of counts, plus the number of a
/// count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Only this value and its count.
    Single,
    /// The sum of all counts.
    Sum,
}

impl Cardinality {
    /// Returns the constraint that `counts[k]` of `vars` have the value `values[k]`.
    ///
    /// # Panics
    ///
    /// Panics if there are more or fewer counts than values.
    #[must_use]
    pub fn new(vars: &[Var], values: &[i64], counts: &[Var]) -> Self {
        assert_eq!(values.len(), counts.len(), "each value has a count");
        let mut sorted = vars.to_vec();
        sorted.sort_unstable();
        let vars = sorted.chunk_by(|a, b| a == b).map(|same| (same[0], wide(same.len()))).collect();
        let counts: Vec<(i64, Var)> = values.iter().copied().zip(counts.iter().copied()).collect();
        let mut distinct = counts.clone();
        distinct.sort_by_key(|&(value, _)| value);
        distinct.dedup_by_key(|&mut (value, _)| value);
        Self { vars, counts, distinct }
    }

    fn later(&self, rule: Rule, k: usize) -> Explanation<'static> {
        let first = if rule == Rule::Single { 0 } else { self.counts.len() };
        Explanation::Later(to_u32(first + k))
    }

    /// Sums the occurrences of the variables that satisfy a condition.
    fn sum(&self, condition: impl Fn(Var) -> bool) -> i128 {
        self.vars.iter().filter(|&&(var, _)| condition(var)).map(|&(_, n)| n).sum()
    }

    /// Appends atoms of some variables but `skipped` that are true, until these variables occur
    /// `needed` times. Atoms that hold anyway come first.
    fn explain_occurrences(
        &self,
        needed: i128,
        skipped: Option<Var>,
        atom_of: impl Fn(Var) -> Atom,
        before: &Before<'_>,
        out: &mut Vec<Atom>,
    ) {
        let mut missing = needed;
        for is_root in [true, false] {
            for &(var, n) in &self.vars {
                let atom = atom_of(var);
                if missing <= 0 {
                    return;
                }
                if Some(var) == skipped
                    || (before.root_truth(atom) == Some(true)) != is_root
                    || before.truth(atom) != Some(true)
                {
                    continue;
                }
                missing -= n;
                if !is_root {
                    out.push(atom);
                }
            }
        }
        debug_assert!(missing <= 0, "enough variables imply the change");
    }

    fn propagate_single(&self, k: usize, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let (value, count) = self.counts[k];
        let later = self.later(Rule::Single, k);
        let least = self.sum(|var| domains.value(var) == Some(value));
        let most = self.sum(|var| domains.contains(var, value));
        domains.assign(count.at_least(clamp(least)), later)?;
        domains.assign(count.at_most(clamp(most)), later)?;
        let (min, max) = (i128::from(domains.min(count)), i128::from(domains.max(count)));
        if min <= least && most <= max {
            return Ok(());
        }
        for &(var, n) in &self.vars {
            if domains.value(var).is_some() || !domains.contains(var, value) {
                continue;
            }
            if least + n > max {
                domains.assign(var.not_equal(value), later)?;
            } else if most - n < min {
                domains.assign(var.equal(value), later)?;
            }
        }
        Ok(())
    }

    fn explain_single(&self, k: usize, atom: Atom, before: &Before<'_>, out: &mut Vec<Atom>) {
        let (value, count) = self.counts[k];
        let n_vars = self.sum(|_| true);
        let occurrences = |var| self.sum(|it| it == var);
        let (equal, not_equal) = (|var: Var| var.equal(value), |var: Var| var.not_equal(value));
        let bound = i128::from(atom.value);
        match atom.relation {
            Relation::AtLeast => self.explain_occurrences(bound, None, equal, before, out),
            Relation::AtMost => {
                self.explain_occurrences(n_vars - bound, None, not_equal, before, out);
            }
            Relation::NotEqual => {
                // With this variable there were more than the count.
                let max = before.max(count);
                out.push(count.at_most(max));
                let needed = i128::from(max) + 1 - occurrences(atom.var);
                self.explain_occurrences(needed, Some(atom.var), equal, before, out);
            }
            Relation::Equal => {
                // Without this variable there were fewer than the count.
                let min = before.min(count);
                out.push(count.at_least(min));
                let needed = n_vars - occurrences(atom.var) - i128::from(min) + 1;
                self.explain_occurrences(needed, Some(atom.var), not_equal, before, out);
            }
        }
    }

    /// Returns whether a variable has one of the values, if its holes between them are few enough
    /// to be tested.
    fn is_inside(&self, (min, max): (i64, i64), contains: impl Fn(i64) -> bool) -> bool {
        let from = self.distinct.partition_point(|&(value, _)| value < min);
        let to = self.distinct.partition_point(|&(value, _)| value <= max);
        let n_gaps = i128::from(max) - i128::from(min) + 1 - wide(to - from);
        n_gaps <= MAX_TESTED_GAPS && self.gaps(min, max).all(|value| !contains(value))
    }

    /// Returns the numbers of an interval that are not among the values.
    fn gaps(&self, min: i64, max: i64) -> impl Iterator<Item = i64> + '_ {
        let from = self.distinct.partition_point(|&(value, _)| value < min);
        let to = self.distinct.partition_point(|&(value, _)| value <= max);
        let inside = &self.distinct[from..to];
        let starts = std::iter::once(min).chain(inside.iter().map(|&(value, _)| value + 1));
        let ends = inside.iter().map(|&(value, _)| value - 1).chain(std::iter::once(max));
        starts.zip(ends).flat_map(|(start, end)| start..=end)
    }

    fn propagate_sum(&self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        let can_occur = |var| self.distinct.iter().any(|&(value, _)| domains.contains(var, value));
        let must_occur = |var| {
            let bounds = (domains.min(var), domains.max(var));
            self.is_inside(bounds, |value| domains.contains(var, value))
        };
        let (most, least) = (self.sum(can_occur), self.sum(must_occur));
        let sum_of = |bound: &dyn Fn(Var) -> i64| -> i128 {
            self.distinct.iter().map(|&(_, count)| i128::from(bound(count))).sum()
        };
        let sum_min = sum_of(&|count| domains.min(count));
        let sum_max = sum_of(&|count| domains.max(count));
        for (k, &(_, count)) in self.distinct.iter().enumerate() {
            let later = self.later(Rule::Sum, k);
            let (min, max) = (i128::from(domains.min(count)), i128::from(domains.max(count)));
            // A count that changed since only makes these bounds weaker than they could be.
            let upper = (most - (sum_min - min)).max(-1);
            domains.assign(count.at_most(clamp(upper)), later)?;
            let lower = least - (sum_max - max);
            domains.assign(count.at_least(clamp(lower)), later)?;
        }
        Ok(())
    }

    fn explain_sum(&self, k: usize, atom: Atom, before: &Before<'_>, out: &mut Vec<Atom>) {
        let others = || {
            self.distinct.iter().enumerate().filter(move |&(at, _)| at != k).map(|(_, &(_, it))| it)
        };
        if atom.relation == Relation::AtMost {
            // The other counts and the variables with none of the values leave no more.
            let mut missing = self.sum(|_| true) - i128::from(atom.value);
            for count in others() {
                let min = before.min(count);
                if missing > 0 && min > 0 {
                    out.push(count.at_least(min));
                    missing -= i128::from(min);
                }
            }
            for &(var, n) in &self.vars {
                let can_occur = |&(value, _): &(i64, Var)| before.contains(var, value);
                if missing > 0 && !self.distinct.iter().any(can_occur) {
                    out.extend(self.distinct.iter().map(|&(value, _)| var.not_equal(value)));
                    missing -= n;
                }
            }
            debug_assert!(missing <= 0, "the sum implies the change");
            return;
        }
        // The variables that have one of the values are more than the other counts.
        let mut missing = i128::from(atom.value);
        for count in others() {
            let max = before.max(count);
            out.push(count.at_most(max));
            missing += i128::from(max);
        }
        for &(var, n) in &self.vars {
            let (min, max) = (before.min(var), before.max(var));
            if missing > 0 && self.is_inside((min, max), |value| before.contains(var, value)) {
                out.extend([var.at_least(min), var.at_most(max)]);
                out.extend(self.gaps(min, max).map(|value| var.not_equal(value)));
                missing -= n;
            }
        }
        debug_assert!(missing <= 0, "the sum implies the change");
    }
}

impl Propagator for Cardinality {
    fn subscriptions(&self) -> Vec<(Var, Event)> {
        let vars = self.vars.iter().map(|&(var, _)| (var, Event::Any));
        vars.chain(self.counts.iter().map(|&(_, count)| (count, Event::Bounds))).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn n_bytes(&self) -> u64 {
        n_bytes_of(&self.vars) + n_bytes_of(&self.counts) + n_bytes_of(&self.distinct)
    }

    /// Cost: the number of variables times the number of values.
    fn propagate(&mut self, domains: &mut Domains<'_>) -> Result<(), Conflict> {
        for k in 0..self.counts.len() {
            self.propagate_single(k, domains)?;
        }
        self.propagate_sum(domains)
    }

    fn explain(&self, atom: Atom, data: u32, before: &Before<'_>, out: &mut Vec<Atom>) {
        match (data as usize).checked_sub(self.counts.len()) {
            None => self.explain_single(data as usize, atom, before, out),
            Some(k) => self.explain_sum(k, atom, before, out),
        }
    }

    fn holds(&self, value: &dyn Fn(Var) -> i64) -> bool {
        self.counts.iter().all(|&(wanted, count)| {
            let same = self.vars.iter().filter(|&&(var, _)| value(var) == wanted);
            same.map(|&(_, n)| n).sum::<i128>() == i128::from(value(count))
        })
    }
}

fn wide(n: usize) -> i128 {
    i128::try_from(n).expect("lists are shorter")
}
