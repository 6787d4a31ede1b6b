//! At most one, at most k.

use gordian_backend::Lit;

use super::Encoder;
use super::linear::Partial;
use super::truth::Relation;
use crate::ir::{Dom, Group, NodeId, Op, Truth};
use crate::wide::{self, Wide};

/// Something that counts as one where it holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counted {
    /// A truth, of which one side may be enough.
    Truth(Truth),
    /// The literal of a 0/1 variable.
    Lit(Lit),
}

impl Counted {
    fn negate(self) -> Self {
        match self {
            Self::Truth(truth) => Self::Truth(!truth),
            Self::Lit(lit) => Self::Lit(!lit),
        }
    }
}

/// A sum of truths, each counted once or negated: `Σ ±x = count - negated`.
#[derive(Clone, Debug)]
pub(super) struct Count {
    pub(super) items: Vec<Counted>,
    pub(super) negated: i64,
}

/// From this many pairs of partial counts on, a count is a binary number: a totalizer would take
/// hundreds of megabytes.
const MAX_TOTALIZER: usize = 1 << 21;

/// Returns whether a comparison of a count of `n_items` with `value` takes too large a totalizer.
pub(super) fn is_large_count(n_items: usize, value: i64) -> bool {
    let value = usize::try_from(value).unwrap_or(0).min(n_items);
    // The pairs of all levels are about twice as many as items times the bound.
    let bound = value.min(n_items.saturating_sub(value));
    n_items.saturating_mul(bound) > MAX_TOTALIZER / 2
}

/// Up to this many literals, "at most one" is written pair by pair.
const MAX_PAIRWISE: usize = 40;

impl Encoder<'_> {
    /// Returns the terms as a count of truths, if that is what they are.
    pub(super) fn count_of_truths(&mut self, terms: &[(NodeId, i64)]) -> Option<Count> {
        let is_truth = |&(node, factor): &(NodeId, i64)| {
            matches!(factor, 1 | -1)
                && (matches!(self.arena.op(node), Op::FromTruth(_))
                    || *self.arena.dom(node) == Dom::boolean())
        };
        if !terms.iter().all(is_truth) {
            return None;
        }
        let mut count = Count { items: Vec::with_capacity(terms.len()), negated: 0 };
        for &(node, factor) in terms {
            let item = match *self.arena.op(node) {
                Op::FromTruth(truth) => Counted::Truth(Truth::new(truth)),
                _ => Counted::Lit(self.direct(node)[1]),
            };
            count.items.push(if factor > 0 { item } else { item.negate() });
            count.negated = wide::add(count.negated, i64::from(factor < 0));
        }
        Some(count)
    }

    /// Demands that the number of items that hold compares this way, as a binary number.
    pub(super) fn demand_large_count(
        &mut self,
        prefix: &[Lit],
        items: &[Counted],
        relation: Relation,
        value: i64,
    ) {
        self.note("binary numbers: many are counted");
        let mut lits = Vec::with_capacity(items.len());
        for item in items {
            lits.push(match *item {
                Counted::Truth(truth) => self.exact(truth),
                Counted::Lit(lit) => lit,
            });
        }
        let count = self.bits_of_count(lits);
        if matches!(relation, Relation::Le | Relation::Eq) {
            self.demand_bits_at_most(prefix, &count, value.into());
        }
        if matches!(relation, Relation::Ge | Relation::Eq) {
            self.demand_bits_at_least(prefix, &count, value.into());
        }
    }

    /// Demands that at most `k` of the items hold.
    pub(super) fn demand_at_most(&mut self, prefix: &[Lit], items: &[Counted], k: i64) {
        let Ok(k) = usize::try_from(k) else { return self.clause(prefix) };
        if k >= items.len() {
            return;
        }
        let mut lits = Vec::with_capacity(items.len());
        for item in items {
            // The literal must hold where the truth does; the other way is not needed.
            lits.push(match *item {
                Counted::Truth(truth) => !self.implying(!truth),
                Counted::Lit(lit) => lit,
            });
        }
        self.at_most(prefix, &lits, k);
    }

    /// Demands that at least `k` of the items hold.
    pub(super) fn demand_at_least(&mut self, prefix: &[Lit], items: &[Counted], k: i64) {
        let negated: Vec<Counted> = items.iter().map(|item| item.negate()).collect();
        let n = i64::try_from(items.len()).expect("lists fit into memory");
        self.demand_at_most(prefix, &negated, wide::sub(n, k));
    }

    /// Demands that at most, or exactly, one member of a group holds.
    pub(crate) fn demand_group(&mut self, group: &Group) {
        let mut lits = Vec::with_capacity(group.members.len());
        for &member in &group.members {
            lits.push(self.exact(member));
        }
        if group.exact {
            self.note("exactly one");
            self.clause(&lits);
        } else {
            self.note("at most one");
        }
        self.at_most_one(&[], &lits);
    }

    /// Demands that at most one of the literals holds.
    ///
    /// Pair by pair for short lists; longer ones are laid out as a grid with at most one row and
    /// at most one column (Chen, "A new SAT encoding of the at-most-one constraint", 2010).
    pub(super) fn at_most_one(&mut self, prefix: &[Lit], lits: &[Lit]) {
        if lits.len() <= MAX_PAIRWISE {
            for (place, &a) in lits.iter().enumerate() {
                for &b in &lits[..place] {
                    self.clause_with(prefix, &[!a, !b]);
                }
            }
            return;
        }
        let width = lits.len().isqrt().saturating_add(1);
        let columns: Vec<Lit> = (0..width).map(|_| self.fresh()).collect();
        let rows: Vec<Lit> = (0..lits.len().div_ceil(width)).map(|_| self.fresh()).collect();
        for (place, &lit) in lits.iter().enumerate() {
            let (row, column) = (place.div_euclid(width), place.rem_euclid(width));
            self.clause_with(prefix, &[!lit, columns[column]]);
            self.clause_with(prefix, &[!lit, rows[row]]);
        }
        self.at_most_one(prefix, &columns);
        self.at_most_one(prefix, &rows);
    }

    /// Demands that at most `k` of the literals hold.
    pub(super) fn at_most(&mut self, prefix: &[Lit], lits: &[Lit], k: usize) {
        if k >= lits.len() {
            return;
        }
        match k {
            0 => {
                self.note("each of them is excluded");
                for &lit in lits {
                    self.clause_with(prefix, &[!lit]);
                }
            }
            _ if k.saturating_add(1) == lits.len() => {
                self.note("one clause");
                let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                self.clause_with(prefix, &negated);
            }
            1 => {
                self.note("at most one");
                self.at_most_one(prefix, lits);
            }
            _ => {
                self.note("a totalizer counts them");
                let leaves = lits.iter().map(|&lit| Partial::of_lit(self.yes(), lit)).collect();
                self.join_partials(prefix, leaves, Some(Wide::from(k)), None);
            }
        }
    }
}
