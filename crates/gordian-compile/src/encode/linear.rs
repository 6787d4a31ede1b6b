//! Linear comparisons over integers that are encoded value by value.
//!
//! Terms are added up in a tree of *partial sums*, each with one literal per value that it can
//! reach: `ge_s` holds where the partial sum is at least `s` (for literals that is the totalizer of
//! Bailleux and Boufkhad 2003, for weights its generalised form of Joshi, Martins and Manquinho
//! 2015, with integers in place of groups of which at most one holds). Only values that can still
//! decide the comparison are told apart. The last two partial sums are compared without adding
//! them. Where the tree would be large, the sum is made of binary numbers instead.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gordian_backend::Lit;

use super::Encoder;
use super::boolean::Relation;
use super::cardinality::is_large_count;
use crate::ir::{IntRef, NodeId, Op};
use crate::wide::{self, WideInt};

/// Largest number of pairs of values at one inner node of the tree.
const MAX_MERGE_PAIRS: usize = 1 << 15;

/// Largest distance from zero of a sum that is added up in a tree; sums and bounds that differ from
/// them by a few such sums fit 64 bits.
const MAX_TOTALIZER_SUM: i64 = 1 << 58;

/// A sum of some of the terms: the values it can take, and a literal for "at least" each.
#[derive(Clone, Debug)]
pub(super) struct PartialSum {
    values: Vec<i64>,
    /// The first literal is always true.
    ge: Vec<Lit>,
}

impl PartialSum {
    /// Returns the partial sum that is 1 where the literal holds, else 0.
    pub(super) fn of_lit(true_lit: Lit, lit: Lit) -> Self {
        Self { values: vec![0, 1], ge: vec![true_lit, lit] }
    }

    fn min(&self) -> i64 {
        self.values[0]
    }

    fn max(&self) -> i64 {
        self.values.last().copied().expect("a sum has a value")
    }

    /// Returns the literal for "more than the value at this place".
    fn above(&self, position: usize) -> Option<Lit> {
        self.ge.get(position.saturating_add(1)).copied()
    }
}

/// Partial sums to be joined, the two of fewest values first; of equally many, the latest first.
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

    /// Returns what is left, earlier ones first.
    fn into_rest(self) -> impl Iterator<Item = PartialSum> {
        self.parts.into_iter().flatten()
    }

    fn pop(&mut self) -> Option<PartialSum> {
        let (_, position) = self.heap.pop()?;
        self.parts[position].take()
    }
}

impl Encoder<'_> {
    /// Demands that a sum compares this way to a constant.
    pub(super) fn post_sum(
        &mut self,
        prefix: &[Lit],
        node: NodeId,
        relation: Relation,
        value: WideInt,
    ) {
        let Op::Sum(terms) = self.arena.op(node) else { unreachable!("asked for sums only") };
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
            let value = (value + count.negated).to_i64_or_abort();
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

    /// Demands `Σ terms ≠ value`.
    fn post_linear_ne(&mut self, prefix: &[Lit], terms: &[(NodeId, i64)], value: WideInt) {
        let (below, above) = (self.new_lit(), self.new_lit());
        self.post_linear(&[!below], terms, Some(value - 1), None);
        self.post_linear(&[!above], terms, None, Some(value + 1));
        self.add_clause_with(prefix, &[below, above]);
    }

    /// Demands that two views compare this way, where that is no node of its own.
    pub(super) fn post_view_comparison(
        &mut self,
        prefix: &[Lit],
        a: IntRef,
        b: IntRef,
        relation: Relation,
    ) {
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

    /// Demands equality or difference of two scaled nodes value by value, if both are listed.
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
        // The value of one that goes with a value of the other, if there is one.
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

    /// Demands `lower ≤ Σ terms ≤ upper`, each bound where there is one.
    pub(super) fn post_linear(
        &mut self,
        prefix: &[Lit],
        terms: &[(NodeId, i64)],
        upper: Option<WideInt>,
        lower: Option<WideInt>,
    ) {
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
        self.post_total(prefix, leaves, upper, lower);
    }

    /// Returns whether all terms have listed values and the tree stays small.
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
        // The same order of joining as below, by estimate.
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

    /// Returns the partial sum of one term.
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
            // Rising -x: at least -v where x ≤ v.
            for position in (0..n).rev() {
                scaled.push(wide::mul(values[position], factor));
                ge.push(order[position]);
            }
        }
        PartialSum { values: scaled, ge }
    }

    /// Adds up all but two partial sums and compares those two.
    pub(super) fn post_total(
        &mut self,
        prefix: &[Lit],
        parts: Vec<PartialSum>,
        upper: Option<WideInt>,
        lower: Option<WideInt>,
    ) {
        let total = |bound: fn(&PartialSum) -> i64| {
            parts.iter().fold(WideInt::ZERO, |sum, part| sum + bound(part)).to_i64_or_abort()
        };
        let (total_min, total_max) = (total(PartialSum::min), total(PartialSum::max));
        // One beyond the sums is as far as any bound beyond them, and fits 64 bits.
        let nearest =
            |bound: WideInt| bound.clamp().clamp(wide::sub(total_min, 1), wide::add(total_max, 1));
        let (upper, lower) = (upper.map(nearest), lower.map(nearest));
        if let [a, b] = &parts[..] {
            return self.post_pair_of_sums(prefix, a, b, upper, lower);
        }
        let mut parts = MergeQueue::new(parts);
        while parts.len() > 2 {
            let (a, b) = (parts.pop().expect("three or more"), parts.pop().expect("two or more"));
            let rest_min = wide::sub(wide::sub(total_min, a.min()), b.min());
            let rest_max = wide::sub(wide::sub(total_max, a.max()), b.max());
            // Below `floor` and above `ceiling` the comparison is decided whatever the rest does.
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
        self.post_pair_of_sums(prefix, &a, &b, upper, lower);
    }

    fn post_pair_of_sums(
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
                // a ≤ x demands b ≥ lower - x.
                let rest = wide::sub(lower, x);
                let needed = b.values.partition_point(|&y| y < rest);
                let above = a.above(position).unwrap_or(!self.true_lit());
                let lit = b.ge.get(needed).copied().unwrap_or(!self.true_lit());
                self.add_clause_with(prefix, &[above, lit]);
            }
        }
    }

    /// Returns the sum of two partial sums, its values told apart only within the range.
    ///
    /// `up`: large operands make the sum large. `down`: small operands make it small.
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

    /// Returns the order literals of a sum that needs literals of its own.
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
            if a.values.len().saturating_mul(b.values.len()) > MAX_MERGE_PAIRS.saturating_mul(4) {
                return None;
            }
            parts.push(self.merge_partial_sums(&a, &b, (i64::MIN, i64::MAX), true, true));
        }
        let sum = parts.pop()?;
        let values = self.arena.domain(node).values()?;
        // The domain may be wider than what the terms reach, or narrower by rounding: match.
        let order = values.iter().map(|&value| {
            let above = sum.values.partition_point(|&reached| reached <= value);
            sum.ge.get(above).map_or(self.true_lit(), |&lit| !lit)
        });
        Some(order.collect())
    }

    /// Returns literals for "at most v" for how many of `lits` hold, exact, for v = `k` only.
    pub(super) fn more_than_lit(&mut self, lits: &[Lit], k: usize) -> Lit {
        if k >= lits.len() {
            return !self.true_lit();
        }
        let bound = i64::try_from(k).expect("lists fit into memory");
        let mut parts = MergeQueue::new(
            lits.iter().map(|&lit| PartialSum::of_lit(self.true_lit(), lit)).collect(),
        );
        while parts.len() > 1 {
            let (a, b) = (parts.pop().expect("two"), parts.pop().expect("two"));
            parts.push(self.merge_partial_sums(&a, &b, (0, wide::add(bound, 1)), true, true));
        }
        let count = parts.pop().expect("more literals than k");
        let position = count.values.partition_point(|&value| value <= bound);
        count.ge.get(position).copied().unwrap_or(!self.true_lit())
    }
}
