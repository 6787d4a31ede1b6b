//! Cardinality constraints: at most one, at most k, counts compared with a constant.

use gordian_backend::Lit;
use smallvec::SmallVec;

use super::Encoder;
use super::boolean::Relation;
use super::linear::PartialSum;
use crate::ir::{BoolRef, ExclusiveGroup, NodeDomain, NodeId, Op};
use crate::wide::{self, WideInt};

/// An item of a count: contributes one if it holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum CountedItem {
    /// A condition, for which one implication may suffice.
    Bool(BoolRef),
    /// The literal of a 0/1 variable.
    Lit(Lit),
}

impl CountedItem {
    fn negate(self) -> Self {
        match self {
            Self::Bool(condition) => Self::Bool(!condition),
            Self::Lit(lit) => Self::Lit(!lit),
        }
    }
}

/// A sum of conditions with weights 1 and -1: `Σ ±x = count - negated`.
#[derive(Clone, Debug)]
pub(super) struct Count {
    pub(super) items: Vec<CountedItem>,
    pub(super) negated: i64,
}

/// Above this many pairs of partial counts, a totalizer is larger than a sorting network.
const MAX_TOTALIZER: usize = 1 << 20;

/// Limit on the clauses of one level of pairwise merges. Such merges propagate like a totalizer,
/// and engines learn better from them than from a network of comparators.
const MAX_CLAUSES_OF_LEVEL: usize = 5_000_000;

/// Returns whether a totalizer for the comparison of a count of `n_items` with `value` is too
/// large.
pub(super) fn is_large_count(n_items: usize, value: i64) -> bool {
    let value = usize::try_from(value).unwrap_or(0).min(n_items);
    // The pairs of all levels are about twice the number of items times the bound.
    let bound = value.min(n_items.saturating_sub(value));
    n_items.saturating_mul(bound) > MAX_TOTALIZER / 2
}

/// Up to this many literals, "at most one" is encoded pairwise.
const MAX_PAIRWISE: usize = 40;

/// Parameters of a sorting network.
#[derive(Clone, Copy, Debug)]
struct SortingNetwork {
    direction: Direction,
    /// Sorted lists with at most this many pairs are merged pairwise.
    max_pairs: usize,
    /// Number of sorted literals that are needed.
    n_outputs: usize,
}

/// The implications between the counted literals and the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// Many true literals force a large count.
    Up,
    /// Many false literals force a small count.
    Down,
    Both,
}

impl Encoder<'_> {
    /// Returns the terms as a count of conditions, if all of them are 0/1 with weights 1 or -1.
    pub(super) fn as_count(&mut self, terms: &[(NodeId, i64)]) -> Option<Count> {
        let is_boolean = |&(node, factor): &(NodeId, i64)| {
            matches!(factor, 1 | -1)
                && (matches!(self.arena.op(node), Op::BoolToInt(_))
                    || *self.arena.domain(node) == NodeDomain::boolean())
        };
        if !terms.iter().all(is_boolean) {
            return None;
        }
        let mut count = Count { items: Vec::with_capacity(terms.len()), negated: 0 };
        for &(node, factor) in terms {
            let item = match *self.arena.op(node) {
                Op::BoolToInt(condition) => CountedItem::Bool(BoolRef::new(condition)),
                _ => CountedItem::Lit(self.direct(node)[1]),
            };
            count.items.push(if factor > 0 { item } else { item.negate() });
            count.negated = wide::add(count.negated, i64::from(factor < 0));
        }
        Some(count)
    }

    /// Posts a comparison of the number of true items with a constant, by sorting them.
    ///
    /// A cardinality network of merge sorters (Batcher 1968; Asín, Nieuwenhuis, Oliveras and
    /// Rodríguez-Carbonell 2011): `n log² n` clauses for n items, where a totalizer takes `n²`.
    pub(super) fn post_count_by_sorting(
        &mut self,
        prefix: &[Lit],
        items: &[CountedItem],
        relation: Relation,
        value: i64,
    ) {
        self.label_encoding("a sorting network counts them");
        let direction = match relation {
            Relation::Le => Direction::Up,
            Relation::Ge => Direction::Down,
            Relation::Eq | Relation::Ne => Direction::Both,
        };
        let mut lits = Vec::with_capacity(items.len());
        for item in items {
            lits.push(match (*item, direction) {
                (CountedItem::Lit(lit), _) => lit,
                (CountedItem::Bool(condition), Direction::Up) => !self.half_reified_lit(!condition),
                (CountedItem::Bool(condition), Direction::Down) => self.half_reified_lit(condition),
                (CountedItem::Bool(condition), Direction::Both) => self.reified_lit(condition),
            });
        }
        let Ok(value) = usize::try_from(value) else { return self.add_clause(prefix) };
        // Lists of this length are merged pairwise, with one clause per pair.
        let length = MAX_CLAUSES_OF_LEVEL / lits.len().max(1);
        let max_pairs = length.saturating_mul(length).clamp(64, 1 << 18);
        let sorting = SortingNetwork { direction, max_pairs, n_outputs: value.saturating_add(1) };
        let sorted = self.sort_lits(&lits, sorting);
        // The first literal that must be false, and the last one that must be true.
        if direction != Direction::Down
            && let Some(&above) = sorted.get(value)
        {
            self.add_clause_with(prefix, &[!above]);
        }
        if direction != Direction::Up
            && let Some(&last) = value.checked_sub(1).and_then(|last| sorted.get(last))
        {
            self.add_clause_with(prefix, &[last]);
        }
    }

    /// Returns the sorted literals: the one at index `i` holds if more than `i` of the inputs hold.
    fn sort_lits(&mut self, lits: &[Lit], sorting: SortingNetwork) -> Vec<Lit> {
        if lits.len() < 2 {
            return lits.to_vec();
        }
        let (left, right) = lits.split_at(lits.len() / 2);
        let (left, right) = (self.sort_lits(left, sorting), self.sort_lits(right, sorting));
        let mut merged = self.merge_sorted(&left, &right, sorting);
        merged.truncate(sorting.n_outputs);
        merged
    }

    /// Merges two sorted lists.
    fn merge_sorted(&mut self, a: &[Lit], b: &[Lit], sorting: SortingNetwork) -> Vec<Lit> {
        if a.len().saturating_mul(b.len()) <= sorting.max_pairs {
            return self.merge_by_pairs(a, b, sorting.direction);
        }
        let every_other = |list: &[Lit], first: usize| -> Vec<Lit> {
            list.iter().skip(first).step_by(2).copied().collect()
        };
        let even = self.merge_sorted(&every_other(a, 0), &every_other(b, 0), sorting);
        let odd = self.merge_sorted(&every_other(a, 1), &every_other(b, 1), sorting);
        let mut merged = Vec::with_capacity(a.len().saturating_add(b.len()));
        merged.push(even[0]);
        for position in 0..even.len().max(odd.len()) {
            match (odd.get(position), even.get(position.saturating_add(1))) {
                (Some(&x), Some(&y)) => {
                    merged.extend(self.merge_by_pairs(&[x], &[y], sorting.direction));
                }
                (one, other) => merged.extend(one.or(other)),
            }
        }
        merged
    }

    /// Merges two sorted lists with one clause for each pair of counts.
    fn merge_by_pairs(&mut self, a: &[Lit], b: &[Lit], direction: Direction) -> Vec<Lit> {
        if a.is_empty() || b.is_empty() {
            return [a, b].concat();
        }
        let merged: Vec<Lit> =
            (0..a.len().saturating_add(b.len())).map(|_| self.new_lit()).collect();
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                let sum = i.saturating_add(j);
                // At least i of one list and at least j of the other are at least i + j.
                let last = |list: &[Lit], n: usize| n.checked_sub(1).map(|last| list[last]);
                if direction != Direction::Down
                    && let Some(result) = last(&merged, sum)
                {
                    let parts = [last(a, i), last(b, j)].into_iter().flatten().map(|lit| !lit);
                    let lits: SmallVec<[Lit; 3]> = parts.chain([result]).collect();
                    self.add_clause(&lits);
                }
                // At most i of one list and at most j of the other are at most i + j.
                if direction != Direction::Up
                    && let Some(&result) = merged.get(sum)
                {
                    let parts = [a.get(i), b.get(j)].into_iter().flatten().copied();
                    let lits: SmallVec<[Lit; 3]> = parts.chain([!result]).collect();
                    self.add_clause(&lits);
                }
            }
        }
        merged
    }

    /// Posts that at most `k` of the items hold.
    pub(super) fn post_at_most(&mut self, prefix: &[Lit], items: &[CountedItem], k: i64) {
        let Ok(k) = usize::try_from(k) else { return self.add_clause(prefix) };
        if k >= items.len() {
            return;
        }
        let mut lits = Vec::with_capacity(items.len());
        for item in items {
            // The condition must imply the literal; the converse is not needed.
            lits.push(match *item {
                CountedItem::Bool(condition) => !self.half_reified_lit(!condition),
                CountedItem::Lit(lit) => lit,
            });
        }
        self.at_most(prefix, &lits, k);
    }

    /// Posts that at least `k` of the items hold.
    pub(super) fn post_at_least(&mut self, prefix: &[Lit], items: &[CountedItem], k: i64) {
        let negated: Vec<CountedItem> = items.iter().map(|item| item.negate()).collect();
        let n = i64::try_from(items.len()).expect("lists fit into memory");
        self.post_at_most(prefix, &negated, wide::sub(n, k));
    }

    /// Posts that at most one, or exactly one, member of a group holds.
    pub(crate) fn post_group(&mut self, group: &ExclusiveGroup) {
        let mut lits = Vec::with_capacity(group.members.len());
        for &member in &group.members {
            lits.push(self.reified_lit(member));
        }
        if group.exactly_one {
            self.label_encoding("exactly one");
            self.add_clause(&lits);
        } else {
            self.label_encoding("at most one");
        }
        self.at_most_one(&[], &lits);
    }

    /// Posts that at most one of the literals holds.
    ///
    /// Short lists are encoded pairwise. Longer lists are laid out as a grid with at most one row
    /// and at most one column (Chen, "A new SAT encoding of the at-most-one constraint", 2010).
    pub(super) fn at_most_one(&mut self, prefix: &[Lit], lits: &[Lit]) {
        if lits.len() <= MAX_PAIRWISE {
            for (position, &a) in lits.iter().enumerate() {
                for &b in &lits[..position] {
                    self.add_clause_with(prefix, &[!a, !b]);
                }
            }
            return;
        }
        let width = lits.len().isqrt().saturating_add(1);
        let columns: Vec<Lit> = (0..width).map(|_| self.new_lit()).collect();
        let rows: Vec<Lit> = (0..lits.len().div_ceil(width)).map(|_| self.new_lit()).collect();
        for (position, &lit) in lits.iter().enumerate() {
            let (row, column) = (position.div_euclid(width), position.rem_euclid(width));
            self.add_clause_with(prefix, &[!lit, columns[column]]);
            self.add_clause_with(prefix, &[!lit, rows[row]]);
        }
        self.at_most_one(prefix, &columns);
        self.at_most_one(prefix, &rows);
    }

    /// Posts that at most `k` of the literals hold.
    pub(super) fn at_most(&mut self, prefix: &[Lit], lits: &[Lit], k: usize) {
        if k >= lits.len() {
            return;
        }
        match k {
            0 => {
                self.label_encoding("none of them holds");
                for &lit in lits {
                    self.add_clause_with(prefix, &[!lit]);
                }
            }
            _ if k.saturating_add(1) == lits.len() => {
                self.label_encoding("one clause");
                let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                self.add_clause_with(prefix, &negated);
            }
            1 => {
                self.label_encoding("at most one");
                self.at_most_one(prefix, lits);
            }
            _ => {
                self.label_encoding("a totalizer counts them");
                let leaves =
                    lits.iter().map(|&lit| PartialSum::of_lit(self.true_lit(), lit)).collect();
                self.post_sum_bounds(prefix, leaves, Some(WideInt::from(k)), None);
            }
        }
    }
}
