//! Linear comparisons over integers with listed values.
//!
//! Terms are added in a tree of *partial sums*, each with one literal per reachable value: `ge_s`
//! holds if the partial sum is at least `s`. For literals this is the totalizer of Bailleux and
//! Boufkhad (2003), for weights the generalised totalizer of Joshi, Martins and Manquinho (2015),
//! with integers in place of at-most-one groups. Only values that can still decide the comparison
//! are distinguished. The last two partial sums are compared without being added. If the tree would
//! be large, the sum is computed in the log encoding instead.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gordian_backend::Lit;

use super::Encoder;
use super::boolean::Relation;
use super::cardinality::is_large_count;
use crate::ir::{IntRef, NodeId, Op};
use crate::wide::{self, WideInt};

/// Largest number of pairs of values at an inner node of the tree.
const MAX_MERGE_PAIRS: usize = 1 << 15;

/// Largest absolute value of a sum that is added in a tree. Sums and bounds that differ from it by
/// a few such sums fit 64 bits.
const MAX_TOTALIZER_SUM: i64 = 1 << 58;

/// A sum of some of the terms: its reachable values, with an "at least" literal for each.
#[derive(Clone, Debug)]
pub(super) struct PartialSum {
    values: Vec<i64>,
    /// The first literal is always true.
    ge: Vec<Lit>,
}

impl PartialSum {
    /// Returns the partial sum that is 1 if the literal holds, otherwise 0.
    pub(super) fn of_lit(true_lit: Lit, lit: Lit) -> Self {
        Self { values: vec![0, 1], ge: vec![true_lit, lit] }
    }

    fn min(&self) -> i64 {
        self.values[0]
    }

    fn max(&self) -> i64 {
        self.values.last().copied().expect("a sum has a value")
    }

    /// Returns the literal for "more than the value at this index".
    fn above(&self, position: usize) -> Option<Lit> {
        self.ge.get(position.saturating_add(1)).copied()
    }
}

/// Partial sums to be merged, those with the fewest values first; among equals, the latest first.
struct MergeQueue {
    heap: BinaryHeap<(Reverse<usize>, usize)>,
    parts: Vec<Option<PartialSum>>,
}

impl MergeQueue {
    fn new(parts: Vec<PartialSum>) -> Self {
        let size = |(position, part): (usize, &PartialSum)| (Reverse(part.values.len()), position);
        let heap = parts.iter().enumerate().map(size).collect();
        Self { heap, parts: parts.into_iter().map(Some).collect() }
    }

    fn len(&self) -> usize {
        self.heap.len()
    }

    fn push(&mut self, part: PartialSum) {
        self.heap.push((Reverse(part.values.len()), self.parts.len()));
        self.parts.push(Some(part));
    }

    /// Returns the remaining partial sums in the order of their addition.
    fn into_rest(self) -> impl Iterator<Item = PartialSum> {
        self.parts.into_iter().flatten()
    }

    fn pop(&mut self) -> Option<PartialSum> {
        let (_, position) = self.heap.pop()?;
        self.parts[position].take()
    }
}

impl Encoder<'_> {
    /// Posts a comparison of a sum with a constant.
    pub(super) fn post_sum(
        &mut self,
        prefix: &[Lit],
        node: NodeId,
        relation: Relation,
        value: WideInt,
    ) {
        let Op::Sum(terms) = self.arena.op(node) else { unreachable!("the node is a sum") };
        let domain = self.arena.domain(node);
        let (min, max) = (WideInt::from(domain.min()), WideInt::from(domain.max()));
        let contains = value.to_i64().is_some_and(|value| domain.contains(value));
        let (always, never) = match relation {
            Relation::Le => (max <= value, min > value),
            Relation::Ge => (min >= value, max < value),
            Relation::Eq => (false, !contains),
            Relation::Ne => (!contains, false),
        };
        if always {
            return;
        }
        if never {
            self.add_clause(prefix);
            return;
        }
        if let Some(count) = self.as_count(terms) {
            // Between the least and the greatest sum, so it fits 64 bits.
            let value = (value + count.negated).to_i64_or_stop();
            if relation != Relation::Ne && is_large_count(count.items.len(), value) {
                return self.post_count_by_sorting(prefix, &count.items, relation, value);
            }
            match relation {
                Relation::Le => return self.post_at_most(prefix, &count.items, value),
                Relation::Ge => return self.post_at_least(prefix, &count.items, value),
                Relation::Eq => {
                    if value == 1 {
                        self.label_encoding("exactly one");
                    }
                    self.post_at_most(prefix, &count.items, value);
                    return self.post_at_least(prefix, &count.items, value);
                }
                Relation::Ne => {}
            }
        }
        if let [(a, factor_a), (b, factor_b)] = terms[..]
            && matches!(relation, Relation::Eq | Relation::Ne)
            && self.post_pair_by_value(prefix, (a, factor_a), (b, factor_b), relation, value)
        {
            return;
        }
        match relation {
            Relation::Le => self.post_linear(prefix, terms, Some(value), None),
            Relation::Ge => self.post_linear(prefix, terms, None, Some(value)),
            Relation::Eq => self.post_linear(prefix, terms, Some(value), Some(value)),
            Relation::Ne => self.post_linear_ne(prefix, terms, value),
        }
    }

    /// Posts `Σ terms ≠ value`.
    fn post_linear_ne(&mut self, prefix: &[Lit], terms: &[(NodeId, i64)], value: WideInt) {
        let (below, above) = (self.new_lit(), self.new_lit());
        self.post_linear(&[!below], terms, Some(value - 1), None);
        self.post_linear(&[!above], terms, None, Some(value + 1));
        self.add_clause_with(prefix, &[below, above]);
    }

    /// Posts a comparison of two views that has no node of its own.
    pub(super) fn post_view_comparison(
        &mut self,
        prefix: &[Lit],
        a: IntRef,
        b: IntRef,
        relation: Relation,
    ) {
        if self.is_stopped() {
            return;
        }
        for (constant, view) in [(a, b), (b, a)] {
            if let Some(value) = constant.as_constant() {
                let lit = self.view_eq_lit(view, value) ^ (relation == Relation::Ne);
                self.add_clause_with(prefix, &[lit]);
                return;
            }
        }
        let value = WideInt::from(b.offset) - a.offset;
        let terms = [(a.node, a.factor), (b.node, wide::sub(0, b.factor))];
        let [first, second] = terms;
        match relation {
            _ if self.post_pair_by_value(prefix, first, second, relation, value) => {}
            Relation::Ne => self.post_linear_ne(prefix, &terms, value),
            _ => self.post_linear(prefix, &terms, Some(value), Some(value)),
        }
    }

    /// Posts that two scaled nodes are equal or different, value by value. Returns false, without
    /// posting, unless both have listed values.
    fn post_pair_by_value(
        &mut self,
        prefix: &[Lit],
        (a, factor_a): (NodeId, i64),
        (b, factor_b): (NodeId, i64),
        relation: Relation,
        value: WideInt,
    ) -> bool {
        let (Some(xs), Some(ys)) = (self.arena.domain(a).values(), self.arena.domain(b).values())
        else {
            return false;
        };
        self.label_encoding(if relation == Relation::Eq {
            "value by value: one has a value where the other has its counterpart"
        } else {
            "value by value: not both counterparts"
        });
        // The value of one node that corresponds to a value of the other, if it exists.
        let partner = |factor: i64, x: i64, own: i64, domain: &[i64]| {
            let partner = (value - WideInt::from(factor) * x).exact_div(own)?;
            domain.binary_search(&partner).is_ok().then_some(partner)
        };
        for &x in xs {
            let lit_x = self.eq_lit(a, x);
            let lit_y = match partner(factor_a, x, factor_b, ys) {
                Some(y) => self.eq_lit(b, y),
                None => !self.true_lit(),
            };
            self.add_clause_with(prefix, &[!lit_x, lit_y ^ (relation == Relation::Ne)]);
        }
        if relation == Relation::Eq {
            for &y in ys {
                let lit_y = self.eq_lit(b, y);
                let lit_x = match partner(factor_b, y, factor_a, xs) {
                    Some(x) => self.eq_lit(a, x),
                    None => !self.true_lit(),
                };
                self.add_clause_with(prefix, &[!lit_y, lit_x]);
            }
        }
        true
    }

    /// Posts `lower ≤ Σ terms ≤ upper`; each bound is optional.
    pub(super) fn post_linear(
        &mut self,
        prefix: &[Lit],
        terms: &[(NodeId, i64)],
        upper: Option<WideInt>,
        lower: Option<WideInt>,
    ) {
        if self.is_stopped() {
            return;
        }
        if !self.fits_totalizer(terms) {
            self.label_encoding("binary numbers: the domains are large");
            let sum = self.bits_of_terms(terms);
            if let Some(upper) = upper {
                self.post_bits_at_most(prefix, &sum, upper);
            }
            if let Some(lower) = lower {
                self.post_bits_at_least(prefix, &sum, lower);
            }
            return;
        }
        self.label_encoding(if terms.len() == 2 {
            "order literals of both sides"
        } else {
            "partial sums by order literals"
        });
        let leaves = terms.iter().map(|&term| self.term_partial_sum(term)).collect();
        self.post_sum_bounds(prefix, leaves, upper, lower);
    }

    /// Returns whether all terms have listed values and the totalizer is small.
    fn fits_totalizer(&self, terms: &[(NodeId, i64)]) -> bool {
        let mut sizes: BinaryHeap<Reverse<(usize, u64)>> = BinaryHeap::with_capacity(terms.len());
        let mut reach = WideInt::ZERO;
        for &(node, factor) in terms {
            let domain = self.arena.domain(node);
            let Some(values) = domain.values() else { return false };
            let width = domain.min().abs_diff(domain.max());
            sizes.push(Reverse((values.len(), width.saturating_mul(factor.unsigned_abs()))));
            let own_reach =
                WideInt::from(domain.min()).abs().max(WideInt::from(domain.max()).abs());
            reach += own_reach * WideInt::from(factor).abs();
        }
        if reach > WideInt::from(MAX_TOTALIZER_SUM) {
            return false;
        }
        // The merge order below, with estimated sizes.
        while sizes.len() > 2 {
            let (Some(Reverse(a)), Some(Reverse(b))) = (sizes.pop(), sizes.pop()) else { break };
            let width = a.1.saturating_add(b.1);
            let reach = usize::try_from(width.saturating_add(1)).unwrap_or(usize::MAX);
            let n_pairs = a.0.saturating_mul(b.0);
            if n_pairs > MAX_MERGE_PAIRS {
                return false;
            }
            sizes.push(Reverse((n_pairs.min(reach), width)));
        }
        true
    }

    /// Returns the partial sum of a single term.
    fn term_partial_sum(&mut self, (node, factor): (NodeId, i64)) -> PartialSum {
        let order = self.order(node);
        let values = self.arena.domain(node).values().expect("terms of a tree are listed");
        let n = values.len();
        let (mut scaled, mut ge) = (Vec::with_capacity(n), Vec::with_capacity(n));
        if factor > 0 {
            for (position, &value) in values.iter().enumerate() {
                scaled.push(wide::mul(value, factor));
                let before = position.checked_sub(1);
                ge.push(before.map_or(self.true_lit(), |before| !order[before]));
            }
        } else {
            // Values of -x in ascending order: -x ≥ -v is equivalent to x ≤ v.
            for position in (0..n).rev() {
                scaled.push(wide::mul(values[position], factor));
                ge.push(order[position]);
            }
        }
        PartialSum { values: scaled, ge }
    }

    /// Merges all but two partial sums and posts the comparison of those two.
    pub(super) fn post_sum_bounds(
        &mut self,
        prefix: &[Lit],
        parts: Vec<PartialSum>,
        upper: Option<WideInt>,
        lower: Option<WideInt>,
    ) {
        let total = |bound: fn(&PartialSum) -> i64| {
            parts.iter().fold(WideInt::ZERO, |sum, part| sum + bound(part)).to_i64_or_stop()
        };
        let (total_min, total_max) = (total(PartialSum::min), total(PartialSum::max));
        // Bounds beyond the reachable sums are clamped to one beyond them, which fits 64 bits.
        let nearest =
            |bound: WideInt| bound.clamp().clamp(wide::sub(total_min, 1), wide::add(total_max, 1));
        let (upper, lower) = (upper.map(nearest), lower.map(nearest));
        if let [a, b] = &parts[..] {
            return self.post_bounds_of_two_sums(prefix, a, b, upper, lower);
        }
        let mut parts = MergeQueue::new(parts);
        while parts.len() > 2 {
            if self.is_stopped() {
                return;
            }
            let (a, b) = (parts.pop().expect("three or more"), parts.pop().expect("two or more"));
            let rest_min = wide::sub(wide::sub(total_min, a.min()), b.min());
            let rest_max = wide::sub(wide::sub(total_max, a.max()), b.max());
            // Below `floor` and above `ceiling` the comparison is decided whatever the other terms
            // are.
            let floor = match (lower, upper) {
                (Some(lower), _) => wide::sub(wide::sub(lower, rest_max), 1),
                (None, Some(upper)) => wide::sub(upper, rest_max),
                (None, None) => i64::MIN,
            };
            let ceiling = match (upper, lower) {
                (Some(upper), _) => wide::add(wide::sub(upper, rest_min), 1),
                (None, Some(lower)) => wide::sub(lower, rest_min),
                (None, None) => i64::MAX,
            };
            let joined = self.merge_partial_sums(
                &a,
                &b,
                (floor.min(ceiling), ceiling),
                upper.is_some(),
                lower.is_some(),
            );
            parts.push(joined);
        }
        let zero = PartialSum { values: vec![0], ge: vec![self.true_lit()] };
        let mut rest = parts.into_rest();
        let a = rest.next().unwrap_or_else(|| zero.clone());
        let b = rest.next().unwrap_or(zero);
        self.post_bounds_of_two_sums(prefix, &a, &b, upper, lower);
    }

    fn post_bounds_of_two_sums(
        &mut self,
        prefix: &[Lit],
        a: &PartialSum,
        b: &PartialSum,
        upper: Option<i64>,
        lower: Option<i64>,
    ) {
        for (position, &x) in a.values.iter().enumerate() {
            if let Some(upper) = upper {
                // a ≥ x forbids b > upper - x.
                let rest = wide::sub(upper, x);
                let beyond = b.values.partition_point(|&y| y <= rest);
                if beyond < b.values.len() {
                    self.add_clause_with(prefix, &[!a.ge[position], !b.ge[beyond]]);
                }
            }
            if let Some(lower) = lower {
                // a ≤ x requires b ≥ lower - x.
                let rest = wide::sub(lower, x);
                let needed = b.values.partition_point(|&y| y < rest);
                let above = a.above(position).unwrap_or(!self.true_lit());
                let lit = b.ge.get(needed).copied().unwrap_or(!self.true_lit());
                self.add_clause_with(prefix, &[above, lit]);
            }
        }
    }

    /// Merges two partial sums; values outside the range are clamped to it.
    ///
    /// `up`: large operands force a large sum. `down`: small operands force a small sum.
    fn merge_partial_sums(
        &mut self,
        a: &PartialSum,
        b: &PartialSum,
        (floor, ceiling): (i64, i64),
        up: bool,
        down: bool,
    ) -> PartialSum {
        let n_pairs = a.values.len().saturating_mul(b.values.len());
        let mut values: Vec<i64> = Vec::with_capacity(n_pairs);
        for &x in &a.values {
            values.extend(b.values.iter().map(|&y| wide::add(x, y).clamp(floor, ceiling)));
        }
        values.sort_unstable();
        values.dedup();
        let mut ge = vec![self.true_lit()];
        for _ in 1..values.len() {
            ge.push(self.new_lit());
        }
        for pair in ge.windows(2) {
            self.add_clause(&[!pair[1], pair[0]]);
        }
        for (i, &x) in a.values.iter().enumerate() {
            for (j, &y) in b.values.iter().enumerate() {
                let sum = wide::add(x, y).clamp(floor, ceiling);
                let position = values.partition_point(|&value| value < sum);
                if up && position > 0 {
                    self.add_clause(&[!a.ge[i], !b.ge[j], ge[position]]);
                }
                if down && let Some(&above) = ge.get(position.saturating_add(1)) {
                    let above_a = a.above(i).unwrap_or(!self.true_lit());
                    let above_b = b.above(j).unwrap_or(!self.true_lit());
                    self.add_clause(&[above_a, above_b, !above]);
                }
            }
        }
        PartialSum { values, ge }
    }

    /// Returns the order literals of a sum by a totalizer; `None` if it would be too large.
    pub(super) fn totalizer_order(
        &mut self,
        node: NodeId,
        terms: &[(NodeId, i64)],
    ) -> Option<Vec<Lit>> {
        if !self.fits_totalizer(terms) {
            return None;
        }
        let mut parts =
            MergeQueue::new(terms.iter().map(|&term| self.term_partial_sum(term)).collect());
        while parts.len() > 1 {
            let (a, b) = (parts.pop()?, parts.pop()?);
            if self.is_stopped() {
                return None;
            }
            if a.values.len().saturating_mul(b.values.len()) > MAX_MERGE_PAIRS.saturating_mul(4) {
                return None;
            }
            parts.push(self.merge_partial_sums(&a, &b, (i64::MIN, i64::MAX), true, true));
        }
        let sum = parts.pop()?;
        let values = self.arena.domain(node).values()?;
        // The domain may contain unreachable values, or lack some because of rounding.
        let order = values.iter().map(|&value| {
            let above = sum.values.partition_point(|&reached| reached <= value);
            sum.ge.get(above).map_or(self.true_lit(), |&lit| !lit)
        });
        Some(order.collect())
    }

    /// Returns a literal equivalent to "more than `k` of `lits` hold".
    pub(super) fn more_than_lit(&mut self, lits: &[Lit], k: usize) -> Lit {
        if k >= lits.len() {
            return !self.true_lit();
        }
        let bound = i64::try_from(k).expect("lists fit into memory");
        let mut parts = MergeQueue::new(
            lits.iter().map(|&lit| PartialSum::of_lit(self.true_lit(), lit)).collect(),
        );
        while parts.len() > 1 {
            if self.is_stopped() {
                return self.true_lit();
            }
            let (a, b) = (parts.pop().expect("two"), parts.pop().expect("two"));
            parts.push(self.merge_partial_sums(&a, &b, (0, wide::add(bound, 1)), true, true));
        }
        let count = parts.pop().expect("more literals than k");
        let position = count.values.partition_point(|&value| value <= bound);
        count.ge.get(position).copied().unwrap_or(!self.true_lit())
    }
}
