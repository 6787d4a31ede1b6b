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
use super::cardinality::is_large_count;
use super::truth::Relation;
use crate::ir::{NodeId, Op, View};
use crate::wide::{self, Wide};

/// Largest number of pairs of values at one inner node of the tree.
const MAX_JOIN: usize = 1 << 15;

/// Largest distance from zero of a sum that is added up in a tree; sums and bounds that differ from
/// them by a few such sums fit 64 bits.
const MAX_TREE_SUM: i64 = 1 << 58;

/// A sum of some of the terms: the values it can take, and a literal for "at least" each.
#[derive(Clone, Debug)]
pub(super) struct Partial {
    values: Vec<i64>,
    /// The first literal is always true.
    ge: Vec<Lit>,
}

impl Partial {
    /// Returns the partial sum that is 1 where the literal holds, else 0.
    pub(super) fn of_lit(yes: Lit, lit: Lit) -> Self {
        Self { values: vec![0, 1], ge: vec![yes, lit] }
    }

    fn min(&self) -> i64 {
        self.values[0]
    }

    fn max(&self) -> i64 {
        self.values.last().copied().expect("a sum has a value")
    }

    /// Returns the literal for "more than the value at this place".
    fn above(&self, place: usize) -> Option<Lit> {
        self.ge.get(place.saturating_add(1)).copied()
    }
}

/// Partial sums to be joined, the two of fewest values first; of equally many, the latest first.
struct Parts {
    heap: BinaryHeap<(Reverse<usize>, usize)>,
    parts: Vec<Option<Partial>>,
}

impl Parts {
    fn new(parts: Vec<Partial>) -> Self {
        let size = |(place, part): (usize, &Partial)| (Reverse(part.values.len()), place);
        let heap = parts.iter().enumerate().map(size).collect();
        Self { heap, parts: parts.into_iter().map(Some).collect() }
    }

    fn len(&self) -> usize {
        self.heap.len()
    }

    fn push(&mut self, part: Partial) {
        self.heap.push((Reverse(part.values.len()), self.parts.len()));
        self.parts.push(Some(part));
    }

    /// Returns what is left, earlier ones first.
    fn into_rest(self) -> impl Iterator<Item = Partial> {
        self.parts.into_iter().flatten()
    }

    fn pop(&mut self) -> Option<Partial> {
        let (_, place) = self.heap.pop()?;
        self.parts[place].take()
    }
}

impl Encoder<'_> {
    /// Demands that a sum compares this way to a constant.
    pub(super) fn demand_sum(
        &mut self,
        prefix: &[Lit],
        node: NodeId,
        relation: Relation,
        value: Wide,
    ) {
        let Op::Sum(terms) = self.arena.op(node) else { unreachable!("asked for sums only") };
        let dom = self.arena.dom(node);
        let (min, max) = (Wide::from(dom.min()), Wide::from(dom.max()));
        let contains = value.to_i64().is_some_and(|value| dom.contains(value));
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
            self.clause(prefix);
            return;
        }
        if let Some(count) = self.count_of_truths(terms) {
            // Between the least and the greatest sum, so it fits 64 bits.
            let value = (value + count.negated).narrow();
            if relation != Relation::Ne && is_large_count(count.items.len(), value) {
                return self.demand_large_count(prefix, &count.items, relation, value);
            }
            match relation {
                Relation::Le => return self.demand_at_most(prefix, &count.items, value),
                Relation::Ge => return self.demand_at_least(prefix, &count.items, value),
                Relation::Eq => {
                    if value == 1 {
                        self.note("exactly one");
                    }
                    self.demand_at_most(prefix, &count.items, value);
                    return self.demand_at_least(prefix, &count.items, value);
                }
                Relation::Ne => {}
            }
        }
        if let [(a, factor_a), (b, factor_b)] = terms[..]
            && matches!(relation, Relation::Eq | Relation::Ne)
            && self.demand_two_by_value(prefix, (a, factor_a), (b, factor_b), relation, value)
        {
            return;
        }
        match relation {
            Relation::Le => self.demand_linear(prefix, terms, Some(value), None),
            Relation::Ge => self.demand_linear(prefix, terms, None, Some(value)),
            Relation::Eq => self.demand_linear(prefix, terms, Some(value), Some(value)),
            Relation::Ne => self.demand_linear_differs(prefix, terms, value),
        }
    }

    /// Demands `Σ terms ≠ value`.
    fn demand_linear_differs(&mut self, prefix: &[Lit], terms: &[(NodeId, i64)], value: Wide) {
        let (below, above) = (self.fresh(), self.fresh());
        self.demand_linear(&[!below], terms, Some(value - 1), None);
        self.demand_linear(&[!above], terms, None, Some(value + 1));
        self.clause_with(prefix, &[below, above]);
    }

    /// Demands that two views compare this way, where that is no node of its own.
    pub(super) fn demand_views(&mut self, prefix: &[Lit], a: View, b: View, relation: Relation) {
        for (constant, view) in [(a, b), (b, a)] {
            if let Some(value) = constant.as_constant() {
                let lit = self.view_eq_lit(view, value) ^ (relation == Relation::Ne);
                self.clause_with(prefix, &[lit]);
                return;
            }
        }
        let value = Wide::from(b.offset) - a.offset;
        let terms = [(a.node, a.factor), (b.node, wide::sub(0, b.factor))];
        let [first, second] = terms;
        match relation {
            _ if self.demand_two_by_value(prefix, first, second, relation, value) => {}
            Relation::Ne => self.demand_linear_differs(prefix, &terms, value),
            _ => self.demand_linear(prefix, &terms, Some(value), Some(value)),
        }
    }

    /// Demands equality or difference of two scaled nodes value by value, if both are listed.
    fn demand_two_by_value(
        &mut self,
        prefix: &[Lit],
        (a, factor_a): (NodeId, i64),
        (b, factor_b): (NodeId, i64),
        relation: Relation,
        value: Wide,
    ) -> bool {
        let (Some(xs), Some(ys)) = (self.arena.dom(a).values(), self.arena.dom(b).values()) else {
            return false;
        };
        self.note(if relation == Relation::Eq {
            "value by value: one has a value where the other has its counterpart"
        } else {
            "value by value: not both counterparts"
        });
        // The value of one that goes with a value of the other, if there is one.
        let partner = |factor: i64, x: i64, own: i64, domain: &[i64]| {
            let partner = (value - Wide::from(factor) * x).exact_div(own)?;
            domain.binary_search(&partner).is_ok().then_some(partner)
        };
        for &x in xs {
            let lit_x = self.eq_lit(a, x);
            let lit_y = match partner(factor_a, x, factor_b, ys) {
                Some(y) => self.eq_lit(b, y),
                None => !self.yes(),
            };
            self.clause_with(prefix, &[!lit_x, lit_y ^ (relation == Relation::Ne)]);
        }
        if relation == Relation::Eq {
            for &y in ys {
                let lit_y = self.eq_lit(b, y);
                let lit_x = match partner(factor_b, y, factor_a, xs) {
                    Some(x) => self.eq_lit(a, x),
                    None => !self.yes(),
                };
                self.clause_with(prefix, &[!lit_y, lit_x]);
            }
        }
        true
    }

    /// Demands `lower ≤ Σ terms ≤ upper`, each bound where there is one.
    pub(super) fn demand_linear(
        &mut self,
        prefix: &[Lit],
        terms: &[(NodeId, i64)],
        upper: Option<Wide>,
        lower: Option<Wide>,
    ) {
        if !self.fits_a_tree(terms) {
            self.note("binary numbers: the domains are large");
            let sum = self.bits_of_terms(terms);
            if let Some(upper) = upper {
                self.demand_bits_at_most(prefix, &sum, upper);
            }
            if let Some(lower) = lower {
                self.demand_bits_at_least(prefix, &sum, lower);
            }
            return;
        }
        self.note(if terms.len() == 2 {
            "order literals of both sides"
        } else {
            "partial sums by order literals"
        });
        let leaves = terms.iter().map(|&term| self.leaf(term)).collect();
        self.join_partials(prefix, leaves, upper, lower);
    }

    /// Returns whether all terms have listed values and the tree stays small.
    fn fits_a_tree(&self, terms: &[(NodeId, i64)]) -> bool {
        let mut sizes: BinaryHeap<Reverse<(usize, u64)>> = BinaryHeap::with_capacity(terms.len());
        let mut reach = Wide::ZERO;
        for &(node, factor) in terms {
            let dom = self.arena.dom(node);
            let Some(values) = dom.values() else { return false };
            let width = dom.min().abs_diff(dom.max());
            sizes.push(Reverse((values.len(), width.saturating_mul(factor.unsigned_abs()))));
            let own_reach = Wide::from(dom.min()).abs().max(Wide::from(dom.max()).abs());
            reach += own_reach * Wide::from(factor).abs();
        }
        if reach > Wide::from(MAX_TREE_SUM) {
            return false;
        }
        // The same order of joining as below, by estimate.
        while sizes.len() > 2 {
            let (Some(Reverse(a)), Some(Reverse(b))) = (sizes.pop(), sizes.pop()) else { break };
            let width = a.1.saturating_add(b.1);
            let reach = usize::try_from(width.saturating_add(1)).unwrap_or(usize::MAX);
            let n_pairs = a.0.saturating_mul(b.0);
            if n_pairs > MAX_JOIN {
                return false;
            }
            sizes.push(Reverse((n_pairs.min(reach), width)));
        }
        true
    }

    /// Returns the partial sum of one term.
    fn leaf(&mut self, (node, factor): (NodeId, i64)) -> Partial {
        let order = self.order(node);
        let values = self.arena.dom(node).values().expect("terms of a tree are listed");
        let n = values.len();
        let (mut scaled, mut ge) = (Vec::with_capacity(n), Vec::with_capacity(n));
        if factor > 0 {
            for (place, &value) in values.iter().enumerate() {
                scaled.push(wide::mul(value, factor));
                let before = place.checked_sub(1);
                ge.push(before.map_or(self.yes(), |before| !order[before]));
            }
        } else {
            // Rising -x: at least -v where x ≤ v.
            for place in (0..n).rev() {
                scaled.push(wide::mul(values[place], factor));
                ge.push(order[place]);
            }
        }
        Partial { values: scaled, ge }
    }

    /// Adds up all but two partial sums and compares those two.
    pub(super) fn join_partials(
        &mut self,
        prefix: &[Lit],
        parts: Vec<Partial>,
        upper: Option<Wide>,
        lower: Option<Wide>,
    ) {
        let total = |bound: fn(&Partial) -> i64| {
            parts.iter().fold(Wide::ZERO, |sum, part| sum + bound(part)).narrow()
        };
        let (total_min, total_max) = (total(Partial::min), total(Partial::max));
        // One beyond the sums is as far as any bound beyond them, and fits 64 bits.
        let nearest =
            |bound: Wide| bound.clamp().clamp(wide::sub(total_min, 1), wide::add(total_max, 1));
        let (upper, lower) = (upper.map(nearest), lower.map(nearest));
        if let [a, b] = &parts[..] {
            return self.compare_partials(prefix, a, b, upper, lower);
        }
        let mut parts = Parts::new(parts);
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
            let joined = self.add_partials(
                &a,
                &b,
                (floor.min(ceiling), ceiling),
                upper.is_some(),
                lower.is_some(),
            );
            parts.push(joined);
        }
        let zero = Partial { values: vec![0], ge: vec![self.yes()] };
        let mut rest = parts.into_rest();
        let a = rest.next().unwrap_or_else(|| zero.clone());
        let b = rest.next().unwrap_or(zero);
        self.compare_partials(prefix, &a, &b, upper, lower);
    }

    fn compare_partials(
        &mut self,
        prefix: &[Lit],
        a: &Partial,
        b: &Partial,
        upper: Option<i64>,
        lower: Option<i64>,
    ) {
        for (place, &x) in a.values.iter().enumerate() {
            if let Some(upper) = upper {
                // a ≥ x forbids b > upper - x.
                let rest = wide::sub(upper, x);
                let beyond = b.values.partition_point(|&y| y <= rest);
                if beyond < b.values.len() {
                    self.clause_with(prefix, &[!a.ge[place], !b.ge[beyond]]);
                }
            }
            if let Some(lower) = lower {
                // a ≤ x demands b ≥ lower - x.
                let rest = wide::sub(lower, x);
                let needed = b.values.partition_point(|&y| y < rest);
                let above = a.above(place).unwrap_or(!self.yes());
                let lit = b.ge.get(needed).copied().unwrap_or(!self.yes());
                self.clause_with(prefix, &[above, lit]);
            }
        }
    }

    /// Returns the sum of two partial sums, its values told apart only within the range.
    ///
    /// `up`: large operands make the sum large. `down`: small operands make it small.
    fn add_partials(
        &mut self,
        a: &Partial,
        b: &Partial,
        (floor, ceiling): (i64, i64),
        up: bool,
        down: bool,
    ) -> Partial {
        let n_pairs = a.values.len().saturating_mul(b.values.len());
        let mut values: Vec<i64> = Vec::with_capacity(n_pairs);
        for &x in &a.values {
            values.extend(b.values.iter().map(|&y| wide::add(x, y).clamp(floor, ceiling)));
        }
        values.sort_unstable();
        values.dedup();
        let mut ge = vec![self.yes()];
        for _ in 1..values.len() {
            ge.push(self.fresh());
        }
        for pair in ge.windows(2) {
            self.clause(&[!pair[1], pair[0]]);
        }
        for (i, &x) in a.values.iter().enumerate() {
            for (j, &y) in b.values.iter().enumerate() {
                let sum = wide::add(x, y).clamp(floor, ceiling);
                let place = values.partition_point(|&value| value < sum);
                if up && place > 0 {
                    self.clause(&[!a.ge[i], !b.ge[j], ge[place]]);
                }
                if down && let Some(&above) = ge.get(place.saturating_add(1)) {
                    let above_a = a.above(i).unwrap_or(!self.yes());
                    let above_b = b.above(j).unwrap_or(!self.yes());
                    self.clause(&[above_a, above_b, !above]);
                }
            }
        }
        Partial { values, ge }
    }

    /// Returns the order literals of a sum that needs literals of its own.
    pub(super) fn sum_order(&mut self, node: NodeId, terms: &[(NodeId, i64)]) -> Option<Vec<Lit>> {
        if !self.fits_a_tree(terms) {
            return None;
        }
        let mut parts = Parts::new(terms.iter().map(|&term| self.leaf(term)).collect());
        while parts.len() > 1 {
            let (a, b) = (parts.pop()?, parts.pop()?);
            if a.values.len().saturating_mul(b.values.len()) > MAX_JOIN.saturating_mul(4) {
                return None;
            }
            parts.push(self.add_partials(&a, &b, (i64::MIN, i64::MAX), true, true));
        }
        let sum = parts.pop()?;
        let values = self.arena.dom(node).values()?;
        // The domain may be wider than what the terms reach, or narrower by rounding: match.
        let order = values.iter().map(|&value| {
            let above = sum.values.partition_point(|&reached| reached <= value);
            sum.ge.get(above).map_or(self.yes(), |&lit| !lit)
        });
        Some(order.collect())
    }

    /// Returns literals for "at most v" for how many of `lits` hold, exact, for v = `k` only.
    pub(super) fn more_than(&mut self, lits: &[Lit], k: usize) -> Lit {
        if k >= lits.len() {
            return !self.yes();
        }
        let bound = i64::try_from(k).expect("lists fit into memory");
        let mut parts =
            Parts::new(lits.iter().map(|&lit| Partial::of_lit(self.yes(), lit)).collect());
        while parts.len() > 1 {
            let (a, b) = (parts.pop().expect("two"), parts.pop().expect("two"));
            parts.push(self.add_partials(&a, &b, (0, wide::add(bound, 1)), true, true));
        }
        let count = parts.pop().expect("more literals than k");
        let place = count.values.partition_point(|&value| value <= bound);
        count.ge.get(place).copied().unwrap_or(!self.yes())
    }
}
